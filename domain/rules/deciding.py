"""Deciding: is an action legal, what does it change, what is legal now, and who is to act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import Chance, NeedsOutcome, NoChance, Outcome, Question, WrongOutcome
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.play import Checked, Illegal, Irregularity, Play
from tablescribe.domain.rules.window import Window, awaited
from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.table import Fact, Impossible, Table
from tablescribe.domain.words.text import Slot, Text, Thing, listed, say


class Decision(msgspec.Struct, frozen=True):
    """The result of deciding an action; the table is unchanged."""

    facts: tuple[Fact, ...]
    outcomes: tuple[Outcome, ...]
    citations: tuple[str, ...]
    irregularities: tuple[Irregularity, ...]


def carry_out(play: Play, opening: Opening, seat: int, action: Action) -> None:
    """Let a seat do something on a table: what is asked comes first, then the rule, then what is due.

    Raises:
        Illegal, Impossible, NeedsOutcome, WrongOutcome: see `decide`; the caller takes the play back.
        Checked: only whether it is legal was asked, and it is.
    """
    if not 1 <= seat <= opening.seats:
        raise Impossible(say("there is no seat {seat}. Seats are 1 to {last}", seat=seat, last=opening.seats))
    window = opening.game.window(play.table)
    if window is not None and not action.beside:
        asked = to_answer(window, play.table)
        if action.answers != window.name or seat not in asked:
            if action.answers == window.name and not play.as_played:
                opening.game.rules.tell_why_passed_over(play, seat, action)
            play.require(window.rule, False, first_comes(window, asked))
    refuse_unasked(play, opening, seat, action)
    opening.game.rules.carry_out(play, seat, action)


def refuse_unasked(play: Play, opening: Opening, seat: int, action: Action) -> None:
    """Refuse an answer whose window is not open.

    Raises:
        Illegal: with the rule by which the game passed the seat over, or else with the window's.
        Impossible: as played, too; what it would be an answer to does not stand on the table.
    """
    if action.answers is None or action.answers == play.table.get(AWAITS):
        return
    window = next(one for one in opening.game.windows if one.name == action.answers)
    if window.volunteered:
        return
    nobody = say("no one has to decide now {what}", what=window.asks)
    if play.as_played:
        raise Impossible(nobody)
    opening.game.rules.tell_why_passed_over(play, seat, action)
    raise Illegal(window.rule, nobody, opening)


def first_comes(window: Window, asked: Sequence[int]) -> Text:
    """Say which decision comes first, and whose it is."""
    seats: Sequence[Slot] = [Thing(seat_name(seat)) for seat in asked]
    return say("{seats} must first decide {what}", what=window.asks, seats=listed(seats))


def decide(
    opening: Opening, table: Table, seat: int, action: Action, chance: Chance, *, as_played: bool = False
) -> Decision:
    """Decide an action without changing the table.

    Raises:
        Illegal: a rule forbids it (strict mode only).
        Impossible: the pieces are not there.
        NeedsOutcome: a die or card has to be told first.
        WrongOutcome: an outcome that was told cannot have come up.
    """
    play = Play(opening, table, chance, as_played=as_played)
    try:
        carry_out(play, opening, seat, action)
        return Decision(tuple(play.facts), tuple(play.outcomes), tuple(play.citations), tuple(play.irregularities))
    finally:
        play.take_back()


def foresee(opening: Opening, play: Play, seat: int, action: Action) -> Question | None:
    """Carry out an action as far as the decision goes that is asked now; return what chance is asked there, if it is.

    What was due before anybody was asked, such as the rest of the round, is no consequence of the answer. What comes
    of the action stands in the play's facts.

    Raises:
        Illegal, Impossible, WrongOutcome: see `decide`.
    """
    waiting = play.dues
    play.ends_below = waiting[-1].number if waiting else 0
    try:
        carry_out(play, opening, seat, action)
    except NeedsOutcome as needs:
        return needs.question
    return None


def refuse_unused(chance: Chance) -> None:
    """Raise `WrongOutcome` if outcomes were given that no rule asked for."""
    if left := chance.unused():
        raise WrongOutcome(
            say("no die or card is needed for {told}: leave it out, or check the moves before", told=listed(left))
        )


def may(opening: Opening, table: Table, seat: int, action: Action) -> bool:
    """Return whether the action is legal now. Rules check before they ask chance, so no outcome is needed."""
    return refusal(opening, table, seat, action) is None


def refusal(opening: Opening, table: Table, seat: int, action: Action) -> Illegal | Impossible | None:
    """Return why an action is refused now; `None` if it is legal."""
    play = Play(opening, table, NoChance(), probing=True)
    try:
        carry_out(play, opening, seat, action)
    except (NeedsOutcome, Checked):
        return None
    except (Illegal, Impossible) as error:
        return error
    finally:
        play.take_back()
    return None


def legal_actions(opening: Opening, table: Table, seat: int) -> Iterator[Action]:
    """Yield what a seat may do now: the game's candidates, filtered through `decide`."""
    return (action for action in opening.game.offers(opening, table, seat) if may(opening, table, seat, action))


def to_act(opening: Opening, table: Table) -> tuple[int, ...]:
    """Return the seats that decide next: those that are asked, else those in turn."""
    window = opening.game.window(table)
    return opening.game.in_turn(opening, table) if window is None else to_answer(window, table)


def to_answer(window: Window, table: Table) -> tuple[int, ...]:
    """Return the seats that may answer an open window now: all that are awaited, or the first of them."""
    return awaited(table) if window.simultaneous else awaited(table)[:1]


def answers_window(table: Table, action: Action) -> bool:
    """Return whether the action closes no window: it answers the open one, or may be played beside it.

    Whether this seat may answer is another question: a wrong seat's answer must be refused, not close the window
    for those who have not answered yet.
    """
    return action.beside or (action.answers is not None and action.answers == table.get(AWAITS))


def unused(opening: Opening, table: Table) -> tuple[int, Action] | None:
    """Return the seat and the implied answer that close the open window when it is not used.

    `None`: no window is open, or the one that is has to be answered.
    """
    window = opening.game.window(table)
    if window is None or window.unused is None:
        return None
    asked = awaited(table)
    return (asked[0], opening.game.kind(window.unused)()) if asked else None


def refuse_to_close_for_others(opening: Opening, table: Table, seat: int, action: Action) -> None:
    """Refuse an action by which a seat would close another seat's window.

    Raises:
        Illegal: it would; with the window's rule.
    """
    window = opening.game.window(table)
    asked = awaited(table)
    if window is not None and not answers_window(table, action) and any(other != seat for other in asked):
        raise Illegal(window.rule, first_comes(window, asked), opening)
