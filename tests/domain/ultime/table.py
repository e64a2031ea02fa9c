"""A table for tests in the form "given these pawns, hands and points, when a seat does this, then …"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablescribe.domain.games import opening
from tablescribe.domain.games.ultime.actions import PlayMovement, PlayPower
from tablescribe.domain.match.events import Played, Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.table.table import Changed, Fact, Moved
from tests.support import STAMP

Pawns = Mapping[int, tuple[int, int]]


def given(
    pawns: Pawns | None = None,
    *,
    scores: Mapping[int, int] | None = None,
    movement: Mapping[int, int] | None = None,
    power: Mapping[int, int] | None = None,
    turn: int = 1,
    seats: int = 3,
    more: Sequence[Fact] = (),
    catalogue: Any = None,
    edition: str = "",
    **options: Any,
) -> Match:
    """Return a match in this position: each seat's two pawns, points, and hidden cards in hands.

    By default, hands have two hidden movement cards and no power card, so a seat can turn out
    to hold any card.
    """
    fixed = opening("ultime", seats, {"first_player": turn, **options}, catalogue, edition)
    match = Match.open("m", fixed, [Seat(f"ref{n}", "c") for n in range(seats)], STAMP)
    facts: list[Fact] = []
    for seat, places in (pawns or {}).items():
        facts += [Moved(f"pawn:{seat}", 1, f"terrain:{4 * seat - 2}", f"terrain:{place}") for place in places]
    facts += [Changed(f"score:{seat}", 0, points) for seat, points in (scores or {}).items() if points]
    for seat, n in (movement or {}).items():
        src, dst = ("deck:movement", f"hand:{seat}") if n > 2 else (f"hand:{seat}", "deck:movement")
        facts += [Moved("?movement", abs(n - 2), src, dst)] if n != 2 else []
    facts += [Moved("?power", n, "deck:power", f"hand:{seat}") for seat, n in (power or {}).items()]
    if facts or more:
        match.rule([*facts, *more], STAMP, clause="a prepared position", reason="test")
    return match


def when(match: Match, seat: int, action: Action, *outcomes: Outcome, as_played: bool = False) -> list[Played]:
    """Let a seat act, with these outcomes of chance."""
    return match.play(seat, action, match.chance(outcomes), STAMP, as_played=as_played)


def card(
    number: int, pawn: int, at: int, use: Any = "circle", opposite: int | None = None, second_at: int | None = None
) -> PlayMovement:
    """Play a movement card."""
    return PlayMovement(card=f"movement:{number}", pawn=pawn, at=at, use=use, opposite=opposite, second_at=second_at)


def power(name: str, target: int | None = None, own_at: int | None = None, other_at: int | None = None) -> PlayPower:
    """Play a power card."""
    return PlayPower(card=f"power:{name}", target=target, own_at=own_at, other_at=other_at)


def points(match: Match) -> tuple[int, ...]:
    """Return all scores."""
    return tuple(match.table.number(f"score:{seat}") for seat in range(1, match.opening.seats + 1))


def places(match: Match, seat: int) -> list[int]:
    """Return the positions of a seat's pawns."""
    return sorted(int(zone[8:]) for zone in match.table.where(f"pawn:{seat}"))


def held(match: Match, seat: int) -> dict[str, int]:
    """Return a seat's hand."""
    return match.table.pieces(f"hand:{seat}")


def a_point_more(facts: tuple[Fact, ...]) -> list[Fact]:
    """Forge: the first seat that scored got one point more."""
    first = next(fact for fact in facts if isinstance(fact, Changed) and fact.key.startswith("score:"))
    assert isinstance(first.now, int)
    return [Changed(first.key, first.was, first.now + 1)]
