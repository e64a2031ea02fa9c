"""Check a seat's action on the table as the seat sees it, before it is decided on the true table.

Otherwise a refusal could reveal another hand ("it lies in the hand of seat 2"), or which cards can still be drawn. A
refused action is not recorded, so probing would be free.

The recorder of a sealed match sees no hand; only the program does. Nobody has to enter a card there, so the recorder
may not name a hidden one. Its holder plays it, or the organiser, who sees everything.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import Chance, NeedsOutcome, NoChance, Outcome, Question, WrongOutcome
from tablescribe.domain.rules.deciding import decide
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import HIDDEN, Impossible, Table, Turned
from tablescribe.domain.words.text import Slot, Spoken, Text, Thing, say
from tablescribe.ledger.matches.client_actions import ClientAction
from tablescribe.replays.reading.discretion import seen
from tablescribe.replays.web.access.passes import Denied
from tablescribe.replays.web.table.choices import deciding_table

NAMED = say("you cannot name a hidden card in a sealed match. Ask its holder or the organiser to do it")
DEPENDS = say("the outcome depends on cards you may not see. Ask the recorder to enter this")
Done = TypeVar("Done")
Told = TypeVar("Told", bound=Spoken)


class WatchedChance:
    """A source of chance that records the questions it was asked."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.asked: list[Question] = []

    def answer(self, question: Question) -> Outcome:
        """Return the outcome.

        Raises:
            NeedsOutcome, WrongOutcome: see `Chance`.
        """
        self.asked.append(question)
        return self._chance.answer(question)

    def unused(self) -> Sequence[Outcome]:
        """Return entered outcomes that no question has used yet."""
        return self._chance.unused()


def play_for_seat(
    match: Match,
    said: ClientAction,
    outcomes: tuple[Outcome, ...],
    play: Callable[[], Done],
    note: Callable[[Text], None],
) -> Done:
    """Play a seat's action so that no refusal reveals hidden information.

    Args:
        match: the current match.
        said: the seat's action.
        outcomes: the outcomes that the seat entered.
        play: records the action.
        note: writes a line into the access trail.

    Raises:
        BadAction: it is not an action of the game.
        Impossible: it is not possible by the seat's view of the table, or for a hidden reason.
        Denied: it names a card that the seat may not see, or its possible outcomes depend on such cards.
    """
    seat = said.seat or 0
    table = deciding_table(match, seat)
    if table.zones == match.table.zones:  # nothing is hidden from the seat
        return play()
    chosen, sealed = said.action(match), match.opened.chance == "sealed"
    sight, true = (WatchedChance(NoChance() if sealed else match.chance(outcomes)) for _ in range(2))
    _decide(match.opening, table, seat, chosen, sight)
    if not sealed:  # a sealed match asks nobody for outcomes
        with suppress(Impossible, Denied):
            _decide(match.opening, match.table.copy(), seat, chosen, true)
        if [one.among for one in sight.asked] != [one.among for one in true.asked]:
            raise Denied(DEPENDS)
    try:
        return play()
    except Impossible as error:
        note(_tried(chosen))
        hidden = Impossible(say("this is not possible, for a reason hidden from your seat. Ask the recorder"))
        raise _instead(hidden, error) from error
    except (NeedsOutcome, WrongOutcome) as error:
        if sight.asked or (isinstance(error, NeedsOutcome) and error.question.kind == "roll"):
            raise
        raise _instead(Denied(DEPENDS), error) from error  # closing a window asked it first


def play_for_recorder(
    match: Match,
    said: ClientAction,
    play: Callable[[], Done],
    note: Callable[[Text], None],
    *,
    as_played: bool,
) -> Done:
    """Play an action for the recorder of a sealed match so that no refusal reveals a hand.

    An action that names a hidden card is refused before its place is looked up. So the answer and its timing are the
    same whether or not the seat has it. Attempts are recorded in the access trail.

    Args:
        match: the current match.
        said: the action, and its seat.
        play: records the action.
        note: writes a line into the access trail.
        as_played: record broken rules instead of refusing them.

    Raises:
        Denied: it names a hidden card.
        Impossible: it is not possible by the public view of the table, or for a hidden reason.
    """
    seat, action = said.acting(match)
    if names_hidden(match, action):
        note(_tried(action))
        raise Denied(NAMED)
    with suppress(Illegal, NeedsOutcome, WrongOutcome):
        decide(match.opening, deciding_table(match, None), seat, action, NoChance(), as_played=as_played)
    try:
        return play()
    except Impossible as error:
        note(_tried(action))
        hidden = Impossible(say("this is not possible, for a hidden reason. Ask the player to act, or the organiser"))
        raise _instead(hidden, error) from error


def names_hidden(match: Match, action: Action) -> bool:
    """Return whether an action names a card whose place spectators do not know."""
    zones = seen(match.opening, match.table, None).zones
    hidden = {card for zone, cards in zones.items() if zone.startswith("unseen:") for card in cards}
    return bool(hidden) and not hidden.isdisjoint({*action.touches(), *_texts(action.data()), *_things(action.text())})


def _texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, list | dict):
        for one in data.values() if isinstance(data, dict) else data:
            yield from _texts(one)


def _things(text: Slot) -> Iterator[str]:
    if isinstance(text, Thing):
        yield text.name
    elif isinstance(text, Text):
        for slot in text.slots.values():
            yield from _things(slot)


def _tried(action: Action) -> Text:
    said = json.dumps(action.data(), ensure_ascii=False)[:200]
    return say("was refused what only others can know: {action}", action=said)


def _instead(told: Told, error: Spoken) -> Told:
    """Return an error in place of another, which keeps what was recorded."""
    told.recorded = error.recorded
    return told


def _decide(opening: Opening, table: Table, seat: int, action: Action, chance: WatchedChance) -> None:
    """Decide an action only for the questions it asks; raises what `play_for_seat` describes."""
    secret = {one.zone for one in opening.game.secrets(opening, table) if seat not in one.seats}
    try:
        facts = decide(opening, table, seat, action, chance).facts
    except (Illegal, NeedsOutcome, WrongOutcome):
        return
    turned = [one for one in facts if isinstance(one, Turned) and one.face.startswith(HIDDEN) and one.zone in secret]
    if turned:
        raise Denied(say("this names a card you may not see. Ask its owner or the recorder to do it"))
