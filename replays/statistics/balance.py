"""Win rates by seat, by side and by who moved first, with confidence intervals: whether a place is an advantage."""

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
"""The values (`faction:2`, `side:2`) in which games with different sides keep the side of each seat."""


@dataclass(frozen=True)
class Balance:
    """How often one place at the table won.

    Attributes:
        game, seats: the game and the number of seats; rates of tables of different sizes are not comparable.
        kind: `seat`, `side` or `first` (the first to move).
        name: the seat or side.
        won: the number of wins; a shared win counts as a fraction, so each match adds 1 over all places.
        of: the number of matches.
        even: the expected win rate if all places were equal.
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
        """The win rate with Wilson's confidence interval, for wins rounded to whole matches."""
        return Share(round(self.won), self.of)

    @property
    def off(self) -> bool:
        """Whether the interval excludes the even rate: with 95 % confidence, for this place alone."""
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
    """Return the balance of seats from the reports of a tournament, as ruled, without reading matches."""
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
    """Return the sums of balances of the same places."""
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
"""Names of the kinds of places."""


def title_of(one: Balance) -> Text:
    """Return the title of a plot of balances of this kind."""
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
    """Return the balances of one kind for tables of one size, for a plot."""
    return [one for one in found if (one.game, one.seats, one.kind) == (game, seats, kind)]
