"""Parsing of client input: an action, the seat that acts, and the target of an undo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.deciding import unused
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.words.suggestions import with_suggestion
from tablescribe.domain.words.text import Spoken, Text, Thing, listed, say
from tablescribe.domain.words.validation_messages import describe_errors


class BadAction(Spoken, ValueError):
    """An action does not have the form that the game requires."""

    code = "action.form"


class ClientAction:
    """A seat's action as sent by a client; parsed on first use.

    Attributes:
        seat: the acting seat named by the client; `None` means the only seat to act.
        said: the action as plain data.
    """

    def __init__(self, seat: int | None, said: Mapping[str, Any]) -> None:
        self.seat = seat
        self.said = said
        self._action: Action | None = None

    def action(self, match: Match) -> Action:
        """Return the parsed action. Raises what `read_action` raises."""
        if self._action is None:
            self._action = read_action(match, self.said)
        return self._action

    def acting(self, match: Match) -> tuple[int, Action]:
        """Return the acting seat and the action. Raises what `read_action` and `the_seat` raise."""
        action = self.action(match)
        return the_seat(match, self.seat, action), action


def read_action(match: Match, data: Mapping[str, Any]) -> Action:
    """Parse an action from plain data.

    Raises:
        BadAction: the game has no such action, or a field is missing, unknown or of a wrong type.
    """
    try:
        return match.opening.game.read_action(data)
    except ValidationError as error:
        raise BadAction(_not_an_action(match, data, describe_errors(error.errors(), "action"))) from error
    except (ValueError, TypeError, RecursionError) as error:  # not valid as JSON
        text = say("not an action of {game}: {faults}", game=match.opening.game.title, faults=str(error))
        raise BadAction(text) from error


def _not_an_action(match: Match, data: Mapping[str, Any], faults: Text) -> Text:
    """Return an error message: the faults of an action, the valid actions or fields, and a suggestion."""
    game, do = match.opening.game, str(data.get("do"))
    if do not in game.action_names:
        there = say("not an action of {game}: {faults}. Actions are {kinds}", game=game.title, faults=faults,
                    kinds=", ".join(game.action_names))  # fmt: skip
        return with_suggestion(there, do, game.action_names)
    fields = [name for name in game.kind(do).model_fields if name != "do"]
    there = say("not an action of {game}: {faults}. `{action}` takes {fields}", game=game.title, faults=faults,
                action=do, fields=listed(fields) if fields else say("nothing"))  # fmt: skip
    return with_suggestion(there, next((str(name) for name in data if name not in (*fields, "do")), ""), fields)


def the_seat(match: Match, seat: int | None, action: Action) -> int:
    """Return the acting seat: the given one, or the only seat to act.

    Raises:
        Refused: no seat is given, and the action cannot be attributed to one.
    """
    if seat is not None:
        return seat
    match.check_open()
    if match.is_over:
        raise Refused(say("the game is over. Close the match, or take back a move"))
    if len(match.to_act) > 1:
        raise Refused(say("Name the seat: {seats} can act now", seats=listed(match.to_act)))
    if action.answers is None and unused(match.opening, match.table) is not None:
        asked = Thing(seat_name(match.to_act[0]))
        raise Refused(
            say("{seat} must decide first. If there is no answer and play goes on, name the seat that acts", seat=asked)
        )
    return match.to_act[0]


def steps_back(match: Match, steps: int) -> int:
    """Return the number of the move that is last after an undo of `steps` moves; implied moves do not count.

    Raises:
        Refused: there are fewer moves to undo.
    """
    match.check_open()
    at = match.head
    for n in range(steps):
        if at == 0:
            if n == 0:
                raise Refused(say("there is no move to take back"))
            raise Refused(say("{steps} moves cannot be taken back: only {n} can", n=n, steps=steps))
        at = match.line.parent[at]
        while isinstance(move := match.moves[at], Played) and move.implied:
            at = match.line.parent[at]
    return at
