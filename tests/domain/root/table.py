"""A table for tests in the form "given this table, when a seat does this, then …"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tablescribe.domain.games import opening
from tablescribe.domain.games.root.board import HOME, READY, SETTING_UP, Board, clearing, supply
from tablescribe.domain.games.root.pieces import FACE_DOWN, owner_of
from tablescribe.domain.games.root.rules.plots import identities
from tablescribe.domain.games.root.rules.relics import identities as relic_identities
from tablescribe.domain.games.root.rules.turn import stages
from tablescribe.domain.match.events import Played, Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import Outcome, ScriptedChance
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import bare, deck, deck_of, face_down, state_of
from tests.support import STAMP


def given(
    factions: str = "CE",
    *,
    clearings: Mapping[int, str] | None = None,
    hands: Mapping[int, Iterable[str]] | None = None,
    zones: Mapping[str, str] | None = None,
    values: Mapping[str, Any] | None = None,
    turn: int = 1,
    stage: str = "daylight",
    chance: str = "table",
    outcomes: Iterable[Outcome] = (),
    seats: int = 0,
    edition: str = "",
    **options: Any,
) -> Match:
    """Return a match in this position, fully set up; hands are empty except for the named cards.

    Args:
        factions: the letters of the seats' factions.
        clearings: the pieces in clearings, besides ruins: `"2 marquise:warrior, marquise:sawmill"`.
        hands: the cards of seats, without `card:`; `?` for a hidden one.
        zones: the pieces elsewhere, from the supplies, the box or the deck: `{"supporters": "card:anvil, ?card"}`.
        values: values of the table; `None` for none.
        turn: the seat in turn, and `stage`: the part of its turn.
        outcomes: outcomes of chance at the opening, after the first hands.
        edition: the edition of the rules, if not the current one.
    """
    n = seats or len(factions)
    fixed = opening("root", n, {"factions": factions, **options}, edition=edition)
    people = [Seat(f"s{k}", "c") for k in range(n)]
    match = Match.open("m", fixed, people, STAMP, outcomes=list(outcomes), chance=chance)
    play = Play(fixed, match.table.copy(), ScriptedChance())
    _clear(play)
    if "corvids" in Board(fixed, play.table).factions and not play.table.count(deck("plot")):
        play.lay_deck("plot", identities(fixed))
    if "keepers" in Board(fixed, play.table).factions:
        lay_relics_out(play)
    for at, pieces in (clearings or {}).items():
        lay(play, clearing(at), pieces)
    for seat, cards in (hands or {}).items():
        lay(play, f"hand:{seat}", ", ".join(card if card.startswith("?") else f"card:{card}" for card in cards))
    for zone, pieces in (zones or {}).items():
        lay(play, zone, pieces)
    play.set("turn", turn)
    play.set("stage", stage)
    play.set("phase", stages(Board(fixed, play.table), turn)[stage])
    for key, value in (values or {}).items():
        play.set(key, value)
    match.rule(play.facts, STAMP, clause="a prepared position", reason="test")
    return match


def lay_relics_out(play: Play) -> None:
    """Collect the relics that a set-up placed in forests, and lay all of them out as decks."""
    for kind, relics in relic_identities(play.opening).items():
        if not play.table.count(f"unseen:{kind}"):
            play.lay_deck(kind, relics)
        for zone in play.table.zones_of("forest:"):
            play.move(f"?{kind}", play.table.count(zone, f"?{kind}"), zone, deck(kind))


def _clear(play: Play) -> None:
    """Remove everything that the set-up placed, except ruins, suits and closed paths."""
    for seat in play.opening.all_seats:
        play.shuffle_in(f"hand:{seat}", "card")
    for key in sorted(key for key in play.table.values if key.startswith((READY, HOME, "due:", "awaits"))):
        play.set(key, None)
    play.set(SETTING_UP, None)
    for zone in [*play.table.zones_of("clearing:"), *play.table.zones_of("forest:")]:
        for piece, n in play.table.pieces(zone).items():
            if owner := owner_of(piece):
                play.move(piece, n, zone, supply(owner))
    play.shuffle_in("supporters", "card")


def lay(play: Play, zone: str, pieces: str) -> None:
    """Move pieces to a zone from wherever they are: `"2 marquise:warrior, card:anvil, ?card"`."""
    for one in filter(None, (part.strip() for part in pieces.split(","))):
        number, _, name = one.rpartition(" ")
        for _ in range(int(number or 1)):
            lay_one(play, zone, name)


def lay_one(play: Play, zone: str, piece: str) -> None:
    """Move one piece to a zone."""
    pile = deck_of(piece)
    if piece.startswith("corvids:plot."):
        kind = piece.partition(".")[2]
        lay_one(play, zone, f"plot:{kind}")
        play.turn(zone, f"plot:{kind}", piece)
        return
    if pile == "card" or (pile in FACE_DOWN and play.table.count(deck(pile))):
        play.move(face_down(pile), 1, deck(pile), zone)
        if not piece.startswith("?"):
            play.reveal(zone, pile, piece)
        return
    if piece.startswith("item:") and state_of(piece):
        lay_one(play, zone, bare(piece))
        play.turn(zone, bare(piece), piece)
        return
    owner = owner_of(piece)
    source = supply(owner) if owner and play.table.count(supply(owner), piece) else "box"
    if not play.table.count(source, piece):
        source = "items" if play.table.count("items", piece) else play.table.where(piece)[0]
    play.move(piece, 1, source, zone)


def when(match: Match, seat: int, action: Action, *outcomes: Outcome, as_played: bool = False) -> list[Played]:
    """Let a seat act, with these outcomes of chance."""
    return match.play(seat, action, match.chance(outcomes), STAMP, as_played=as_played)


def at(match: Match, number: int) -> dict[str, int]:
    """Return the pieces in a clearing, except ruins."""
    return {piece: n for piece, n in match.table.pieces(clearing(number)).items() if piece != "ruin"}
