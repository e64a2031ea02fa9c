"""Sentences about a move, as players say them: "Nxd5+", whose move it is, how the game ended."""

from __future__ import annotations

from tablescribe.domain.clock.control import clock_text
from tablescribe.domain.games.chess.actions import ClaimDraw, IllegalMove, Move
from tablescribe.domain.games.chess.board import (
    CHECK,
    ENDING,
    NUMBERED,
    OFFER,
    PASSED,
    QUIET,
    RIGHTS,
    STOOD,
    TURN,
    WINNER,
    as_move,
    illegal,
    options_of,
    position_of,
)
from tablescribe.domain.games.chess.labels import label_value
from tablescribe.domain.games.chess.letters import lettered
from tablescribe.domain.games.chess.san import written
from tablescribe.domain.rules.game import Seen, Telling
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import who
from tablescribe.domain.table.table import Changed, Fact, Moved
from tablescribe.domain.words.text import Text, say

KEPT = (TURN, RIGHTS, PASSED, QUIET, NUMBERED, CHECK, OFFER, ENDING, WINNER)


def tell(setting: Setting, seen: Seen) -> Telling:
    """Describe a move: its notation, offers, illegal moves, and how the game ended or whose move it is."""
    said: list[Text] = []
    now = {fact.key: fact.now for fact in seen.facts if isinstance(fact, Changed)}
    if isinstance(seen.action, Move):
        said += as_written(seen, seen.action)
        said += timed(seen.action)
    if isinstance(seen.action, ClaimDraw) and "CH-9.5.2" in seen.citations:
        said.append(say("the claim is correct"))
    if isinstance(seen.action, IllegalMove) and illegal(seen.seat) in now:
        said.append(counted(setting, seen.seat, int(now[illegal(seen.seat)] or 0)))
    if ENDING in now:
        said.append(Text("{end}", {"end": label_value(setting, ENDING, now[ENDING])}))
        if now.get(WINNER) in setting.all_seats:
            said.append(say("winner: {seat}", seat=label_value(setting, WINNER, now[WINNER])))
    else:
        if now.get(CHECK) in setting.all_seats:
            said.append(say("check"))
        if now.get(TURN) in setting.all_seats:
            said.append(say("it is {seat}'s turn", seat=who(int(now[TURN] or 0))))
    return said, [fact for fact in seen.facts if not is_said(seen, fact)]


def as_written(seen: Seen, act: Move) -> list[Text]:
    """Return the move in algebraic notation; nothing if the square had no piece of the player."""
    position, move = position_of(seen.before), as_move(act.man, act.to, act.promote)
    return [lettered(written(position, move))] if position.is_own(move.man) else []


def timed(act: Move) -> list[Text]:
    """Return the times of a move: the time on the clock, and the time it took."""
    said = []
    if act.clock is not None:
        said.append(say("clock: {time}", time=clock_text(act.clock)))
    if act.spent is not None:
        said.append(say("time used: {time}", time=clock_text(act.spent)))
    return said


def counted(setting: Setting, seat: int, n: int) -> Text:
    """Return a sentence with the number of a player's illegal moves and the limit."""
    return say("illegal move {n} of {last}: the last one loses the game", n=n, last=options_of(setting).illegal_moves)


def is_said(seen: Seen, fact: Fact) -> bool:
    """Return whether a fact is covered by the sentences, or is internal."""
    if isinstance(fact, Changed):
        return fact.key in KEPT or fact.key.startswith((STOOD, "illegal:"))
    return isinstance(fact, Moved) and isinstance(seen.action, Move)
