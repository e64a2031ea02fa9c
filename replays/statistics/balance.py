"""Shares of wins by seat, by side and by who moved first, with intervals: whether a place is an advantage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tablescribe.domain.games import GAMES
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.tournament.model.field import How
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.read_models.tallies import Share
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.titles import titled

SIDES = ("faction", "side")
"""Games keep what a seat plays under `faction:2` or `side:2`, where seats play different things."""


@dataclass(frozen=True)
class Balance:
    """How often one place at the table won.

    Attributes:
        game, seats: which, and how many sat there: shares of tables of other sizes cannot be compared.
        kind: `seat`, `side` or `first` (who made the first move).
        name: which seat or side.
        won: wins; a win that several share is the part of it, so that all places together have one a match.
        of: matches.
        even: the share that it would have if all places were alike.
    """

    game: str
    seats: int
    kind: str
    name: str
    won: float
    of: int
    even: float

    @property
    def share(self) -> Share:
        """The win rate, as whole matches, with Wilson's interval."""
        return Share(round(self.won), self.of)

    @property
    def off(self) -> bool:
        """Whether the interval leaves the even share out: with 95 % confidence, for this place alone."""
        between = self.share.between
        return between is not None and not between[0] <= self.even <= between[1]


def balances(matches: Iterable[Match]) -> list[Balance]:
    """Return the balance of all decided matches of at least two seats, without automata, abandoned and void ones."""
    won: dict[tuple[str, int, str, str], float] = {}
    of: dict[tuple[str, int, str, str], int] = {}
    for match in matches:
        result, seats = match.result, match.opening.seats
        if result is None or result.ending == "abandoned" or not match.counts:
            continue
        if seats < 2 or match.opening.game.automata:
            continue
        winners = result.winners or tuple(match.opening.all_seats)
        for kind, name, seat in _places(match):
            key = (match.opening.game.key, seats, kind, name)
            of[key] = of.get(key, 0) + 1
            won[key] = won.get(key, 0.0) + (1 / len(winners) if seat in winners else 0.0)
    return [Balance(*key, won=won[key], of=of[key], even=1 / key[1]) for key in sorted(of)]


def reported(tournament: Tournament) -> list[Balance]:
    """Return the balance of the seats by what tables of a tournament reported, as ruled: no match is read for it."""
    found: dict[tuple[str, int, str, str], tuple[float, int]] = {}
    for seating in tournament.seatings:
        game = tournament.plan.stages[seating.paired.stage].game
        for report in seating.reports.values():
            said = tournament.said(report)
            if len(said.places) < 2 or said.how == How.FORFEIT:
                continue
            winners = [seat for seat, place in enumerate(said.places, start=1) if place == min(said.places)]
            for seat in range(1, len(said.places) + 1):
                key = (game, len(said.places), "seat", str(seat))
                won, of = found.get(key, (0.0, 0))
                found[key] = won + (1 / len(winners) if seat in winners else 0.0), of + 1
    return [Balance(*key, won=won, of=of, even=1 / key[1]) for key, (won, of) in sorted(found.items())]


def together(found: Iterable[Balance]) -> list[Balance]:
    """Return balances of the same places added up."""
    sums: dict[tuple[str, int, str, str], tuple[float, int]] = {}
    for one in found:
        key = (one.game, one.seats, one.kind, one.name)
        won, of = sums.get(key, (0.0, 0))
        sums[key] = won + one.won, of + one.of
    return [Balance(*key, won=won, of=of, even=1 / key[1]) for key, (won, of) in sorted(sums.items())]


def _places(match: Match) -> Iterator[tuple[str, str, int]]:
    reader = Reader(match.opening)
    for seat in match.opening.all_seats:
        yield "seat", str(seat), seat
        for word in SIDES:
            side = match.table.text(f"{word}:{seat}")
            if side:
                yield "side", reader.name(side) or side, seat
    first = next((match.moves[n] for n in match.line.numbers[1:]), None)
    if isinstance(first, Played) and first.seat in match.opening.all_seats:
        yield "first", "first", first.seat


KINDS = {"seat": say("seat"), "side": say("side"), "first": say("first move")}
"""What places at a table are called."""


def title_of(one: Balance) -> Text:
    """Return the title of a picture of balances of its kind."""
    return say(
        "{game}, {seats} seats: win rate by {kind}, 95 % intervals", game=titled(GAMES.get(one.game, one.game)),
        seats=one.seats, kind=KINDS[one.kind],
    )  # fmt: skip


def balance_data(one: Balance) -> dict[str, Any]:
    """Return a balance as plain data."""
    least, most = one.share.between or (None, None)
    return {
        "game": one.game, "seats": one.seats, "kind": one.kind, "name": one.name, "won": round(one.won, 2),
        "of": one.of, "share": one.share.share, "least": least, "most": most, "even": one.even, "off": one.off,
    }  # fmt: skip


def of_kind(found: Sequence[Balance], game: str, seats: int, kind: str) -> list[Balance]:
    """Return the balances of one kind, of tables of one size, for a picture."""
    return [one for one in found if (one.game, one.seats, one.kind) == (game, seats, kind)]
