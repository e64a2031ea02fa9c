"""Tests of every window: answering it must do no more than answer it.

`a_game` adds these tests to those of every game. However a window is answered, or left unused, play continues where it
was: the same seat is in turn. If the rules say otherwise (a raider falls by its answer, and the next one moves), the
kit lists the window and that rule in `turned_by`, so that a reader can look it up. In games whose turns end
automatically (Root, Tomb Raider) every window is listed, and only the second test is significant.
"""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import UNKNOWN, Outcome, Question
from tablescribe.domain.rules.deciding import decide, legal_actions, may, unused
from tablescribe.domain.rules.window import awaited
from tablescribe.domain.table.names import AWAITS
from tests.depth import times
from tests.domain.kit import Kit
from tests.support import STAMP

LONGEST = times(40, 800)
"""Maximum number of moves of a random match whose windows are examined."""

WAYS = times(6, 40)
"""Maximum number of ways to answer a window."""


class SameLuck:
    """Chance determined by a number: the same questions have the same answers, whoever asks."""

    def __init__(self, number: int, *, open_hands: bool) -> None:
        self.choose, self.open_hands = random.Random(number), open_hands

    def answer(self, question: Question) -> Outcome:
        """Return one of the possible outcomes."""
        if question.kind == "draw" and question.secret and not self.open_hands:
            return UNKNOWN
        return self.choose.choices(list(question.among), list(question.among.values()))[0]

    def unused(self) -> tuple[Outcome, ...]:
        """Return nothing."""
        return ()


class Windows:
    """Tests of the windows of any game."""

    kit: ClassVar[Kit]

    @pytest.mark.no_cover
    def test_whichever_way_a_window_is_answered_play_goes_on_where_it_was(self, number: int) -> None:
        """Each legal answer leaves the same seat in turn, unless a rule lets this window pass the turn on."""
        choose, match = random.Random(number), self.kit.open(number)
        for n in self.kit.moves(match, choose):
            name = match.table.text(AWAITS)
            if n > LONGEST or match.is_over:
                return
            if name and name not in self.kit.turned_by:
                ways = follow_ups(match, choose)
                said = {moment for _, moment in ways}
                assert len(said) < 2, f"move {n}, {name}: who is in turn depends on the answer: {ways}"

    @pytest.mark.no_cover
    def test_going_on_at_a_window_comes_to_what_saying_that_it_is_not_used_comes_to(self, number: int) -> None:
        """An action that only continues play just closes the window. Any other action is also carried out, once."""
        goes_on = [kind() for kind in self.kit.game.kinds if kind.goes_on]
        choose, match = random.Random(number), self.kit.open(number)
        for n in self.kit.moves(match, choose):
            if n > LONGEST or match.is_over:
                return
            closing = unused(match.opening, match.table)
            if closing is not None and may(match.opening, match.table, *closing):  # prices of the set-up must be chosen
                luck = same_luck(match, n)
                closed = said_by_all(match, luck)
                for action in goes_on:
                    gone_on = play(match, choose.choice(match.to_act), action, same_luck(match, n))
                    assert gone_on.table == closed.table, f"move {n}: {action!r} does more than close the window"
                for seat, action in something_else(self.kit, closed, choose):
                    besides = play(match, seat, action, same_luck(match, n))
                    assert besides.table == play(closed, seat, action, luck).table, f"move {n}: {action!r}"

    def test_rules_by_which_a_window_passes_the_turn_on_are_in_the_book(self) -> None:
        windows = {window.name for window in self.kit.game.windows}
        assert set(self.kit.turned_by) <= windows
        assert all(rule in self.kit.game.rulebook for rule in self.kit.turned_by.values())


def follow_ups(match: Match, choose: random.Random) -> list[tuple[Any, str]]:
    """Return some ways to answer the open window, each with the seat in turn afterwards, and when that is."""
    seat = choose.choice(match.to_act)
    offered = list(legal_actions(match.opening, match.table, seat))
    found = [one for one in offered if one.answers == match.table.get(AWAITS)]
    found = choose.sample(found, min(len(found), WAYS))
    return [
        (one.data(), moment) for one in found if (moment := after(match, seat, one, choose.randrange(1000))) is not None
    ]


def after(match: Match, seat: int, action: Action, luck: int) -> str | None:
    """Return the seat in turn after an action; `None` if the match is over, or another window is open.

    If no seat is in turn yet and somebody is asked (in Robinson Crusoe: what to put on the pyre), the
    turn begins only with that answer.
    """
    table = match.table.copy()
    table.apply_all(decide(match.opening, table, seat, action, same_luck(match, luck)).facts)
    game = match.opening.game
    if game.result(match.opening, table) is not None:
        return None
    in_turn = game.in_turn(match.opening, table)
    return f"{in_turn}" if in_turn or not awaited(table) else None


def same_luck(match: Match, luck: int) -> SameLuck:
    """Return chance that answers the same as every other one with this number."""
    return SameLuck(luck, open_hands=match.opened.chance == "open")


def said_by_all(match: Match, luck: SameLuck) -> Match:
    """Return the match after every asked seat has declined the window."""
    other = match.copy()
    for _ in awaited(match.table):
        closing = unused(other.opening, other.table)
        assert closing is not None
        other.play(*closing, luck, STAMP)
    return other


def something_else(kit: Kit, closed: Match, choose: random.Random) -> list[tuple[int, Action]]:
    """Return an action of an ordinary turn that is legal once a window is closed, if there is one."""
    if closed.is_over or closed.table.get(AWAITS) is not None:
        return []
    offered = [(seat, one) for seat in closed.to_act for one in kit.legal(closed, seat)]
    offered = [(seat, one) for seat, one in offered if not (one.beside or one.goes_on or one.answers)]
    return choose.sample(offered, min(1, len(offered)))


def play(match: Match, seat: int, action: Action, luck: SameLuck) -> Match:
    """Return the match after a seat's action."""
    other = match.copy()
    other.play(seat, action, luck, STAMP)
    return other
