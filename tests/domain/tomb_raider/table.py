"""A table for tests in the form "given these locations, raiders and hands, when a seat does this, then …"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tablescribe.domain.games import opening
from tablescribe.domain.games.tomb_raider.actions.moving import MoveFirst, RollOrder
from tablescribe.domain.games.tomb_raider.board import draw_deck, figure, space
from tablescribe.domain.match.events import Played, Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.table.table import Changed, Fact, Moved, Table, Turned, Value
from tablescribe.ledger.matches.scribe import Scribe
from tests.domain.tomb_raider.box import BOX
from tests.support import STAMP

START = space(2, 1)
"""Where all begin: the gate in the middle of the first row."""


def begun(
    seats: int = 2, first: int = 1, *, catalogue: Any = None, chance: str = "table", edition: str = "", **options: Any
) -> Match:
    """Return a match in the hall in which a seat has rolled highest and moves first; a single raider does not roll."""
    fixed = opening("tomb_raider", seats, {"level": "hall", "rerolls": False, **options}, catalogue or BOX, edition)
    match = Match.open("m", fixed, [Seat(f"r{n}", "c") for n in range(seats)], STAMP, chance=chance)
    if seats > 1:
        dice = [6 if seat == first else 1 for seat in range(1, seats + 1) for _ in range(3)]
        when(match, 1, RollOrder(), *dice)
        when(match, first, MoveFirst())
    return match


def given(
    places: Mapping[str, str] | None = None,
    raiders: Mapping[int, str] | None = None,
    hands: Mapping[int, Sequence[str]] | None = None,
    *,
    seats: int = 2,
    first: int = 1,
    lies: Mapping[str, Sequence[str]] | None = None,
    rows: Mapping[str, Sequence[str]] | None = None,
    values: Mapping[str, Value] | None = None,
    more: Iterable[Fact] = (),
    **options: Any,
) -> Match:
    """Return a match in this position, with a seat about to move.

    Args:
        places: mapped locations by space, `{"2-2": "den"}`, with the direction of their tops: `"den.right"`.
        raiders: the positions of raiders, by seat; by default the gate.
        hands: the cards of seats; by default none, and then nobody is asked about any.
        seats, first: the number of raiders, and who moves.
        lies: what is in a space or beside a raider: markers, obstacles of seats (`draw2:bats`).
        rows: cards of draw decks in a row: `{"unsaved:1": ["lamp"]}`.
        values: values of the table.
        more: further facts.
        options: options of the match; its catalogue and edition.
    """
    match = begun(seats, first, **options)
    table, facts = match.table.copy(), list[Fact]()

    def do(*some: Fact) -> None:
        for fact in some:
            table.apply(fact)
            facts.append(fact)

    lay_map(table, do, places or {}, raiders or {})
    for seat in match.opening.all_seats:
        empty_hand(table, do, seat)
        for card in (hands or {}).get(seat, ()):
            take(table, do, f"{draw_deck(seat)}:{card}", f"deck:{draw_deck(seat)}", f"hand:{seat}")
    lay_pieces(table, do, lies or {}, rows or {})
    do(*(Changed(key, table.get(key), value) for key, value in (values or {}).items()), *more)
    if facts:
        match.rule(facts, STAMP, clause="a prepared position", reason="test")
    return match


def lay_map(table: Table, do: Any, places: Mapping[str, str], raiders: Mapping[int, str]) -> None:
    """Place locations and raiders."""
    for at, card in places.items():
        name, _, top = card.partition(".")
        zone = f"space:{at}"
        take(table, do, f"level:{name}", "deck:level", zone)
        do(Turned(zone, f"level:{name}", f"level:{name}.{top or 'forward'}", 1))
    for seat, at in raiders.items():
        if f"space:{at}" != START:
            do(Moved(figure(seat), 1, START, f"space:{at}"))


def lay_pieces(table: Table, do: Any, lies: Mapping[str, Sequence[str]], rows: Mapping[str, Sequence[str]]) -> None:
    """Place markers and obstacles in spaces, and cards in rows."""
    for at, pieces in lies.items():
        zone = at if ":" in at else f"space:{at}"
        for piece in pieces:
            if piece.startswith("draw"):
                take(table, do, piece, f"deck:{piece.partition(':')[0]}", zone)
            else:
                do(Moved(piece, 1, "box", zone))
    for row, cards in rows.items():
        deck = draw_deck(int(row.rpartition(":")[2]))
        for card in cards:
            take(table, do, f"{deck}:{card}", f"deck:{deck}", row)


def take(table: Table, do: Any, piece: str, deck: str, zone: str) -> None:
    """Take a card from a deck and place it face up."""
    name = piece.partition(":")[0]
    do(Moved(f"?{name}", 1, deck, zone), Turned(zone, f"?{name}", piece, 1))
    do(Turned(f"unseen:{name}", piece, f"?{name}", 1))


def empty_hand(table: Table, do: Any, seat: int) -> None:
    """Put a seat's hand back into its deck."""
    name = draw_deck(seat)
    for card in list(table.each(f"hand:{seat}")):
        do(Turned(f"hand:{seat}", card, f"?{name}", 1), Turned(f"unseen:{name}", f"?{name}", card, 1))
        do(Moved(f"?{name}", 1, f"hand:{seat}", f"deck:{name}"))


def when(match: Match, seat: int, action: Action, *outcomes: Outcome, as_played: bool = False) -> list[Played]:
    """Let a seat act, with these outcomes of chance."""
    return match.play(seat, action, match.chance(outcomes), STAMP, as_played=as_played)


def at(match: Match, seat: int) -> str:
    """Return the position of a raider: `2-3`; `off` if it is off the map."""
    zones = match.table.where(figure(seat))
    return zones[0].removeprefix("space:") if zones[0].startswith("space:") else "off"


def lies_at(match: Match, place: str) -> set[str]:
    """Return what is in a space or zone, except figures."""
    zone = place if ":" in place else f"space:{place}"
    return {piece for piece in match.table.pieces(zone) if not piece.startswith("figure")}


def count(match: Match, zone: str, piece: str) -> int:
    """Return how many of a piece lie in a zone."""
    return match.table.count(zone, piece)


def asked(match: Match) -> tuple[str, tuple[int, ...]]:
    """Return the question, and the seats asked."""
    return match.table.text("awaits"), match.to_act


def sung(scribe: Scribe) -> str:
    """Record a match in which seat 1 has played the Riddle, whose effect only people can read; return its id.

    Hands are known: what a seat may say of them is its own affair.
    """
    box = {**BOX, "deck": str(BOX["deck"]).replace("hand notes, mark", "hand riddle, mark")}
    match = scribe.new("tomb_raider", ["Ada", "Ben"], options={"level": "hall", "rerolls": False}, catalogue=box)
    scribe.play(match.id, 1, {"do": "roll_order"}, [6, 6, 6, 1, 1, 1])
    scribe.play(match.id, 1, {"do": "move_first"})
    scribe.play(match.id, 1, {"do": "play_card", "card": "draw1:riddle"})
    scribe.play(match.id, 2, {"do": "no_cancel"})
    return match.id
