"""Swiss pairings by the FIDE Dutch system (Handbook C.04.3, 2026), computed by caissify-pairings.

The engine gets scores in wins, seats and floats of the rounds so far, and previous opponents. It was chosen because its
pairings of the newest rules equal those of the endorsed program in all test cases; py4swiss 0.3.1 follows older rules.

For colours, the engine ranks two players by their numbers only, not by their points first (1.2, 5.2.4). On 3 of 955
boards it therefore differed from the endorsed program, so `colours` decides who sits first.

Most of the time goes into matchings, which are computed in compiled code (`matching`): one second for 200 entrants,
about five for 400. Without py4swiss, networkx computes the same matchings in pure Python: one second for 60 entrants, a
minute for 200.

In accelerated rounds, players are ranked, grouped and floated by pairing scores (points plus virtual points). The
engine's own acceleration is not used: it gives one point in three rounds, whatever the number of rounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from tablescribe.domain.tournament.acceleration import virtual_points, virtual_table
from tablescribe.domain.tournament.model.field import Bye, Entrant, Pairing, Pod, Ref, Round
from tablescribe.domain.tournament.model.plan import Stage
from tablescribe.domain.tournament.pairing.colours import Player, seated
from tablescribe.domain.tournament.pairing.history import package_version
from tablescribe.domain.tournament.pairing.matching import fast_matchings
from tablescribe.domain.tournament.scoring.points import win_worth
from tablescribe.domain.tournament.scoring.round_records import Kind, RoundRecord, record

ENGINE = "caissify-pairings"
COLOURS = ("white", "black")
EDITION = "+5.2.5"
"""Suffix of the engine's version, for the changes that `colours` makes. Earlier pairings have `+5.2`: there, 5.2.5 used
numbers that moved up if an entrant was absent.
"""


def pair(stage: Stage, entrants: Sequence[Entrant], rounds: Sequence[Round], seed: int) -> Pairing:
    """Pair the next round by the Dutch system.

    If no pairing can avoid repeated encounters, forbidden encounters and second byes, `pods.pair` makes the tables. It
    relaxes as little as possible and lists what it relaxed.
    """
    from caissify_pairings.engines.dutch import DutchEngine

    version = package_version(ENGINE) + EDITION
    if not entrants:
        return Pairing((), {}, ENGINE, version, seed)
    order = _order(entrants, rounds)
    numbers = {ref: number for number, ref in enumerate(order, start=1)}
    players, met = given(stage, entrants, rounds, numbers)
    apart = {
        (min(numbers[one.ref], numbers[other]), max(numbers[one.ref], numbers[other]))
        for one in entrants for other in one.may_not_meet if other in numbers
    }  # fmt: skip
    told = {one.ref: one.number for one in entrants}
    initial = 0 if _first_seat(told, numbers, rounds, seed) else 1
    plain = not rounds and not apart and len({player["score"] for player in players}) == 1
    engine = DutchEngine(
        players=players,
        previous_pairings=met | apart,
        # In round 1 the engine only splits the field in half; entrants who may not meet need its full search.
        round_number=1 if plain else max(2, len(rounds) + 1),
        total_rounds=max(stage.rounds, len(rounds) + 1),
        initial_color=COLOURS[initial],
    )
    with fast_matchings():
        made = [(one["white_id"], one["black_id"]) for one in engine.generate_pairings()]
    had = {player["id"] for player in players if player["bye_count"]}
    free = [white for white, black in made if black is None]
    again = any((min(one), max(one)) in met | apart for one in made if one[1] is not None)
    if again or had & set(free) or len(free) != len(entrants) % 2:
        from tablescribe.domain.tournament.pairing import pods

        return pods.pair(stage, _with_virtual_points(stage, entrants, rounds), rounds, seed)
    known = {one["id"]: _player(one, told[one["name"]]) for one in players}
    tables = tuple(Pod(seated(known[one], known[other], initial)) for one, other in made if other is not None)
    return Pairing(tables, {order[one - 1]: Bye.PAIRING for one in free}, ENGINE, version, seed)


def _with_virtual_points(stage: Stage, entrants: Sequence[Entrant], rounds: Sequence[Round]) -> list[Entrant]:
    """Return the entrants with their virtual points of the next round added to their points on entry."""
    more = virtual_points(stage, len(rounds) + 1)
    return [
        replace(one, points_on_entry=one.points_on_entry + more) if one.accelerated and more else one
        for one in entrants
    ]  # fmt: skip


def _player(told: Mapping[str, Any], number: int) -> Player:
    """Return an entrant's pairing score, starting number and colours so far."""
    seats = [COLOURS.index(colour) for colour in told["color_hist"]]
    return Player(told["name"], Fraction(told["score"]), number, seats)


def _order(entrants: Sequence[Entrant], rounds: Sequence[Round]) -> list[Ref]:
    """Return the entrants to seat by number, then absent former opponents; the engine numbers them from 1."""
    here = [one.ref for one in sorted(entrants, key=lambda one: one.number)]
    return list(dict.fromkeys([*here, *(ref for one in rounds for pod in one.pods for ref in pod.seats)]))


def given(
    stage: Stage, entrants: Sequence[Entrant], rounds: Sequence[Round], numbers: Mapping[Ref, int]
) -> tuple[list[dict[str, Any]], set[tuple[int, int]]]:
    """Return the engine's input: the players to seat, and all pairs who have met over the board."""
    rows = record(stage, entrants, rounds)
    entry = {one.ref: one.points_on_entry for one in entrants}
    virtual = virtual_table(stage, len(rounds))
    fast = {ref for one in rounds for ref in one.accelerated} | {one.ref for one in entrants if one.accelerated}
    more = {one.number: points for one, points in zip(rounds, virtual, strict=False)}
    before = {ref: _before(row, entry.get(ref, Fraction(0)), more if ref in fast else {}) for ref, row in rows.items()}
    win = win_worth(stage) or Fraction(1)
    players = []
    for one in entrants:
        row, number = rows[one.ref], numbers[one.ref]
        total = one.points_on_entry + sum((outing.points for outing in row), Fraction(0))
        total += virtual[-1] if one.accelerated else 0
        free = sum(outing.kind in (Kind.FULL_BYE, Kind.FORFEIT_WIN) for outing in row)
        players.append({
            "id": number, "name": one.ref, "rating": 0, "starting_number": number, "pairing_number": number,
            "score": float(total / win), "bye_count": free,
            "color_hist": [COLOURS[outing.seat] for outing in row if outing.kind is Kind.GAME],
            "float_history": [_float(outing, one.ref, before) for outing in row],
        })  # fmt: skip
    games = {
        (min(numbers[ref], numbers[other]), max(numbers[ref], numbers[other]))
        for ref, row in rows.items() for outing in row if outing.kind is Kind.GAME for other in outing.opponents
    }  # fmt: skip
    return players, games


def _before(row: Sequence[RoundRecord], entry: Fraction, virtual: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """Return an entrant's pairing score before each round: points plus virtual points."""
    found, total = {}, entry
    for outing in row:
        found[outing.round] = total + virtual.get(outing.round, 0)
        total += outing.points
    return found


def _float(outing: RoundRecord, ref: Ref, before: Mapping[Ref, Mapping[int, Fraction]]) -> str:
    """Return the float of an entrant in a round: down (lower opponent, or points without a game), up, or none."""
    if outing.kind is not Kind.GAME:
        return "down" if outing.points > 0 else "none"
    mine, theirs = before[ref][outing.round], before[outing.opponents[0]][outing.round]
    return "down" if mine > theirs else "up" if mine < theirs else "none"


def _first_seat(told: Mapping[Ref, int], order: Mapping[Ref, int], rounds: Sequence[Round], seed: int) -> bool:
    """Return whether odd numbers had the first seat in round 1; before round 1, a lot decides.

    It is read from the first table whose players are seated now; if there is none, from the engine's own `order`.
    """
    begun = rounds[0].pods if rounds else ()
    here = [pod for pod in begun if told.keys() >= {*pod.seats}]
    numbers = told if here else order
    for pod in here or begun:
        first, second = (numbers[ref] for ref in pod.seats)
        return (min(first, second) % 2 == 1) == (first < second)
    return seed % 2 == 0
