"""Decide actions: whether one is legal and what it changes, which actions are legal now, and who must act."""

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
    """The effects of a decided action. The table itself is not changed."""

    facts: tuple[Fact, ...]
    outcomes: tuple[Outcome, ...]
    citations: tuple[str, ...]
    irregularities: tuple[Irregularity, ...]


def carry_out(play: Play, opening: Opening, seat: int, action: Action) -> None:
    """Carry out an action on a table: check the open window, apply the rule, then carry out due steps.

    Raises:
        Illegal, Impossible, NeedsOutcome, WrongOutcome: see `decide`; the caller must revert the play.
        Checked: the action is legal, and `play` only asks that.
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
    """Refuse an answer to a window that is not open.

    Raises:
        Illegal: in strict mode, with the rule by which the game passed the seat over, or else the window's rule.
        Impossible: as played, because there is nothing on the table to answer.
    """
    if action.answers is None or action.answers == play.table.get(AWAITS):
        return
    window = next(one for one in opening.game.windows if one.name == action.answers)
    if window.volunteered:
        return
    nobody = say("no one is being asked {what}", what=window.asks)
    if play.as_played:
        raise Impossible(nobody)
    opening.game.rules.tell_why_passed_over(play, seat, action)
    raise Illegal(window.rule, nobody, opening)


def first_comes(window: Window, asked: Sequence[int]) -> Text:
    """Return a sentence that says which decision comes first, and whose it is."""
    seats: Sequence[Slot] = [Thing(seat_name(seat)) for seat in asked]
    return say("{seats} must first decide {what}", what=window.asks, seats=listed(seats))


def decide(
    opening: Opening, table: Table, seat: int, action: Action, chance: Chance, *, as_played: bool = False
) -> Decision:
    """Decide an action without changing the table.

    Raises:
        Illegal: a rule forbids it (strict mode only).
        Impossible: the pieces are not there.
        NeedsOutcome: the outcome of a die or card must be entered first.
        WrongOutcome: an entered outcome is not possible.
    """
    play = Play(opening, table, chance, as_played=as_played)
    try:
        carry_out(play, opening, seat, action)
        return Decision(tuple(play.facts), tuple(play.outcomes), tuple(play.citations), tuple(play.irregularities))
    finally:
        play.take_back()


def foresee(opening: Opening, play: Play, seat: int, action: Action) -> Question | None:
    """Preview an action up to the end of the current decision; return the question it asks of chance, if any.

    Steps that were due before the current question, such as the rest of the round, are not part of the preview. The
    effects are in the play's facts.

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
    """Raise `WrongOutcome` if outcomes were entered that no rule asked for."""
    if left := chance.unused():
        raise WrongOutcome(
            say("no die or card is needed for {told}: leave it out, or check the moves before", told=listed(left))
        )


def may(opening: Opening, table: Table, seat: int, action: Action) -> bool:
    """Return whether an action is legal now. No outcome is needed, as rules check before they ask chance."""
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
    """Yield the legal actions of a seat: the game's candidates, filtered by its rules."""
    return (action for action in opening.game.offers(opening, table, seat) if may(opening, table, seat, action))


def to_act(opening: Opening, table: Table) -> tuple[int, ...]:
    """Return the seats to act: those that an open window asks, otherwise those in turn."""
    window = opening.game.window(table)
    return opening.game.in_turn(opening, table) if window is None else to_answer(window, table)


def to_answer(window: Window, table: Table) -> tuple[int, ...]:
    """Return the seats that may answer an open window now: all awaited seats if it is simultaneous, else the first."""
    return awaited(table) if window.simultaneous else awaited(table)[:1]


def answers_window(table: Table, action: Action) -> bool:
    """Return whether an action answers the open window or may be played beside it, so that it does not close it.

    The seat is not considered here. An answer from the wrong seat must be refused, and must not close the window for
    those who have not answered yet.
    """
    return action.beside or (action.answers is not None and action.answers == table.get(AWAITS))


def unused(opening: Opening, table: Table) -> tuple[int, Action] | None:
    """Return the seat and the implied answer that close the open window if play continues.

    `None` if no window is open, or if the open one must be answered.
    """
    window = opening.game.window(table)
    if window is None or window.unused is None:
        return None
    asked = awaited(table)
    return (asked[0], opening.game.kind(window.unused)()) if asked else None


def refuse_to_close_for_others(opening: Opening, table: Table, seat: int, action: Action) -> None:
    """Refuse an action by which a seat would close another seat's window.

    Raises:
        Illegal: it would close one; the error has the window's rule.
    """
    window = opening.game.window(table)
    asked = awaited(table)
    if window is not None and not answers_window(table, action) and any(other != seat for other in asked):
        raise Illegal(window.rule, first_comes(window, asked), opening)
