"""Detection of a log in a notation that is already recorded as a match, such as a file imported twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tablescribe.domain.match.events import Played
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.words.text import say
from tablescribe.ledger.read_models.person_names import is_guest, seated, spelt
from tablescribe.ledger.read_models.queries import MOST, MatchFilter

if TYPE_CHECKING:
    from tablescribe.domain.match.match import Match
    from tablescribe.domain.rules.notation import Script, Step
    from tablescribe.ledger.matches.ledger import Ledger
    from tablescribe.ledger.read_models.summaries import Summary


def with_people(script: Script, people: Sequence[str]) -> Script:
    """Return a log with the names of its people replaced; unchanged if `people` is empty.

    Raises:
        Refused: the log has a different number of people.
    """
    if not people:
        return script
    if len(people) != len(script.people):
        raise Refused(
            say("this game has {n} players, and you named {people}", n=len(script.people), people=", ".join(people))
        )
    return replace(script, people=list(people))


def recorded_already(ledger: Ledger, key: str, script: Script) -> str:
    """Return the id of the match that a log describes; empty string if it is not recorded yet.

    The match must have the same game, people, options and moves, including those of variations. Void matches are not
    considered. Remarks, and details that only one of the two has, are not compared.

    Args:
        ledger: the ledger to search.
        key: key of the game.
        script: the parsed log.
    """
    ledger.lists.fresh()
    told = [step for step in script.steps() if step.action is not None]
    for one in _alike(ledger, key, script):
        match = ledger.match(one.id)
        if _is_opened_by(match, script) and _tells(told, _actions(match)):
            return one.id
    return ""


def _alike(ledger: Ledger, key: str, script: Script) -> Iterator[Summary]:
    """Yield matches with the same game, people and details; the query selects by one named person."""
    people = [spelt(name) for name in seated(script.people)]
    asked = next((name for name in script.people if not is_guest(name)), "")
    before = None
    while page := ledger.asking.matches(MatchFilter(game=key, person=asked), before=before, limit=MOST):
        for one in page:
            known = {"event": one.event, "place": one.place, "round": one.round, "table": one.table}
            told = {name: " ".join(said.split()) for name, said in script.details.items() if name in known}
            same = all(known[name] in ("", said) for name, said in told.items())
            if same and not one.void and [spelt(name) for name in one.seats] == people:
                yield one
        before = page[-1].position


def _is_opened_by(match: Match, script: Script) -> bool:
    """Return whether a match has the options of a log; a match without a date of play has that of its opening."""
    has = {"played": match.opened.at.date().isoformat()}
    has |= {name: value for name, value in match.opened.options.items() if value not in ("", None)}
    return all(has.get(name) == value for name, value in script.options.items())


def _actions(match: Match) -> list[dict[str, Any]]:
    """Return the actions of a match in recorded order, including undone ones and without implied ones."""
    played = (move for move in match.moves if isinstance(move, Played))
    return [move.action for move in played if not move.implied]


def _tells(steps: Sequence[Step], actions: Sequence[dict[str, Any]]) -> bool:
    """Return whether a log has exactly these actions; steps that only end an open game may be missing in the match."""
    for step, action in zip(steps, actions, strict=False):
        assert step.action is not None
        if action != step.action.data() and action.get("words", "") != step.words:  # impossible ones are kept as words
            return False
    return len(actions) <= len(steps) and all(step.if_open for step in steps[len(actions) :])
