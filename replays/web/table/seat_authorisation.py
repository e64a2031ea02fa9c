"""What a seat may say: an action is decided on the table as the seat sees it before it is decided on the true one.

Otherwise a refusal would tell what is in another hand: "it lies in the hand of seat 2", or which cards can still be
drawn. Nothing is recorded when an action is refused, so asking would cost nothing.

The recorder of a sealed match keeps the table and knows no hand: only the program does. Nobody has to tell it a card,
so it names none that lies hidden; whoever holds the card plays it, or the organiser, who sees everything.
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
    """A chance that remembers what it was asked."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self.asked: list[Question] = []

    def answer(self, question: Question) -> Outcome:
        """Return the outcome; raise `NeedsOutcome` or `WrongOutcome`."""
        self.asked.append(question)
        return self._chance.answer(question)

    def unused(self) -> Sequence[Outcome]:
        """Return outcomes that were told but not asked for (yet)."""
        return self._chance.unused()


def play_for_seat(
    match: Match,
    said: ClientAction,
    outcomes: tuple[Outcome, ...],
    play: Callable[[], Done],
    note: Callable[[Text], None],
) -> Done:
    """Play a seat's action in such a way that no refusal tells it what it may not see.

    Args:
        match: as it stands now.
        said: what the seat says that it does.
        outcomes: what it says came up.
        play: records the action.
        note: writes a line into the trail of looks at hidden hands.

    Raises:
        BadAction: it is no action of the game.
        Impossible: it cannot be, as far as the seat sees, or for a reason that it may not see.
        Denied: it names a card that the seat may not see, or what can come up depends on such cards.
    """
    seat = said.seat or 0
    table = deciding_table(match, seat)
    if table.zones == match.table.zones:  # nothing is hidden from it
        return play()
    chosen, sealed = said.action(match), match.opened.chance == "sealed"
    sight, true = (WatchedChance(NoChance() if sealed else match.chance(outcomes)) for _ in range(2))
    _decide(match.opening, table, seat, chosen, sight)
    if not sealed:  # else nobody is asked anything
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
        raise _instead(Denied(DEPENDS), error) from error  # a window that closed first asked it


def play_for_recorder(
    match: Match,
    said: ClientAction,
    play: Callable[[], Done],
    note: Callable[[Text], None],
    *,
    as_played: bool,
) -> Done:
    """Play what the recorder of a sealed match says in such a way that no refusal tells what is in a hand.

    What would name a hidden card is refused before anybody looks where the card is: held or not, the answer and the
    time that it takes are the same. Tries stand in the trail.

    Args:
        match: as it stands now.
        said: what the recorder says that a seat does.
        play: records the action.
        note: writes a line into the trail of looks at hidden hands.
        as_played: broken rules are noted, not refused.

    Raises:
        Denied: it names a card that lies hidden.
        Impossible: it cannot be, as far as all can see, or for a reason that they cannot.
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
    """Return whether an action names a card of which spectators do not know where it lies."""
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
    """Return what is told instead of an error; what stays recorded stays so."""
    told.recorded = error.recorded
    return told


def _decide(opening: Opening, table: Table, seat: int, action: Action, chance: WatchedChance) -> None:
    """Decide an action for the sake of what is asked on the way; see `play_for_seat` for what is raised."""
    secret = {one.zone for one in opening.game.secrets(opening, table) if seat not in one.seats}
    try:
        facts = decide(opening, table, seat, action, chance).facts
    except (Illegal, NeedsOutcome, WrongOutcome):
        return
    turned = [one for one in facts if isinstance(one, Turned) and one.face.startswith(HIDDEN) and one.zone in secret]
    if turned:
        raise Denied(say("this names a card you may not see. Ask its owner or the recorder to do it"))
