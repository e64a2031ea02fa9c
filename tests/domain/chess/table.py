"""Chess matches in a few words: `given("e4 e5 Nf3")`, and the resulting board."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games import opening
from tablescribe.domain.games.chess.board import position_of
from tablescribe.domain.games.chess.shorthand import hear
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.shorthand import Speaker
from tests.support import STAMP, do


def given(moves: str = "", position: str = "", **options: Any) -> Match:
    """Return a match with these moves, from a position in Forsyth-Edwards Notation if one is given."""
    if position:
        options["position"] = position if len(position.split()) > 4 else f"{position} 0 1"
    fixed = opening("chess", 2, options)
    match = Match.open("m", fixed, [Seat("a", "c"), Seat("b", "c")], STAMP)
    for word in moves.split():
        make(match, word)
    return match


def make(match: Match, words: str, seat: int = 0, *, as_played: bool = False) -> None:
    """Let a seat, or the one to move, make a move in notation: `Nf3`, `claim repetition`."""
    seat = seat or match.table.number("turn")
    do(match, seat, said(match, words, seat), as_played=as_played)


def said(match: Match, words: str, seat: int) -> Action:
    """Return the action that words mean."""
    heard = hear(Speaker(match.opening, match.table, seat, ("Ann", "Ben")), words.split())
    assert heard is not None
    return heard.action


def board(match: Match) -> str:
    """Return the pieces on the board, in Forsyth-Edwards Notation."""
    return position_of(match.table).fen().split()[0]


def ended(match: Match) -> tuple[str, str, tuple[int, ...]]:
    """Return how a match ended, by which rule, and who won."""
    result = match.close(STAMP).result
    return result.ending, result.rule, result.winners
