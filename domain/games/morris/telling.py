"""Sentences about a move, as people say them at the table: "a mill: a7, d7, g7"."""

from __future__ import annotations

from tablescribe.domain.games.morris.actions import Move, Place, Remove
from tablescribe.domain.games.morris.board import ENDING, QUIET, STOOD, TURN, WINNER, Board, mills, point
from tablescribe.domain.games.morris.labels import label_value
from tablescribe.domain.games.morris.windows import REMOVAL
from tablescribe.domain.rules.game import Seen, Telling
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import AWAITS, who
from tablescribe.domain.table.table import Changed, Fact, Moved
from tablescribe.domain.words.text import Text, listed, say


def tell(setting: Setting, seen: Seen) -> Telling:
    """Describe closed mills, whose turn it is and how the game ended, without repeating the action itself."""
    said: list[Text] = []
    now = {fact.key: fact.now for fact in seen.facts if isinstance(fact, Changed)}
    if isinstance(seen.action, Place | Move):
        said += closed(setting, seen, seen.action)
    if now.get(AWAITS) == REMOVAL.name:
        said.append(say("{seat} removes a man", seat=who(seen.seat)))
    if ENDING in now:
        said.append(Text("{end}", {"end": label_value(setting, ENDING, now[ENDING])}))
        if now.get(WINNER) in setting.all_seats:
            said.append(say("winner: {seat}", seat=label_value(setting, WINNER, now[WINNER])))
    elif now.get(TURN) in setting.all_seats:
        said.append(say("it is {seat}'s turn", seat=who(int(now[TURN] or 0))))
    return said, [fact for fact in seen.facts if not is_said(seen, fact)]


def closed(setting: Setting, seen: Seen, act: Place | Move) -> list[Text]:
    """Return a sentence for each mill that a man closed."""
    board = Board(setting, seen.before)
    standing = {**board.standing, act.to: seen.seat}
    if isinstance(act, Move):
        standing.pop(act.man, None)
    return [say("a mill: {points}", points=listed(line)) for line in mills(board.lines, standing, act.to)]


def is_said(seen: Seen, fact: Fact) -> bool:
    """Return whether a fact is covered by the sentences, or is internal."""
    if isinstance(fact, Changed):
        return fact.key in (TURN, ENDING, WINNER, QUIET) or fact.key.startswith(STOOD)
    if not isinstance(fact, Moved):
        return False
    match seen.action:
        case Place() | Move():
            return fact.dst == point(seen.action.to)
        case Remove():
            return fact.src == point(seen.action.man)
        case _:
            return False
