"""Faults that no rule reveals: what must not happen in any match of any game.

`a_game` adds these tests to those of every game. A failure names the move and the fault.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, ClassVar

import pytest

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.agenda import due
from tablescribe.domain.rules.window import awaited
from tablescribe.domain.table.table import Fact, Table
from tests.depth import ALL, times
from tests.domain.kit import Kit, carry_on, facts_of

EVERY = 7
"""Interval of moves of a random match after which all offers are examined."""

LONGEST = times(60, 1500)
"""Maximum number of moves examined in a random match."""

PASSES = ("pass",)
"""Actions that may change nothing: at a table that counts no turns, passing does."""

OFTEN = 10
"""Number of random matches in which each ending is reached, in the deep run."""

MOST = 600
"""Maximum number of random matches played to reach every ending."""


class Faults:
    """What must not happen in any game."""

    kit: ClassVar[Kit]

    @pytest.mark.no_cover
    def test_nothing_is_offered_that_changes_nothing(self, number: int) -> None:
        """An action without effect could be repeated forever, and would be offered before effective ones."""
        choose, match = random.Random(number), self.kit.open(number)
        for n in range(LONGEST):
            if match.is_over:
                return
            offered = [(seat, action) for seat in match.to_act for action in self.kit.legal(match, seat)]
            examined = offered if n % EVERY == 0 else [choose.choice(offered)]
            for seat, action in examined:
                useful = action.data()["do"] in PASSES or changes(match.table, facts_of(match, seat, action, choose))
                assert useful, f"move {n}, seat {seat}: {action!r} changes nothing"
            carry_on(match, *choose.choice(examined), choose)

    @pytest.mark.no_cover
    def test_nothing_waits_for_a_seat_or_a_piece_that_is_gone(self, number: int) -> None:
        """Checked after every move: no dead raider is asked, and no step moves one."""
        choose, match = random.Random(number), self.kit.open(number)
        for n in self.kit.moves(match, choose):
            gone = self.kit.gone(match)
            asked = set() if self.kit.plays_on else gone & {f"seat:{seat}" for seat in awaited(match.table)}
            assert not asked, f"move {n}: {asked} are asked, and are gone"
            for step in due(match.table):
                needed = {f"seat:{seat}" for seat in self.kit.game.rules.needs(step)}
                named = gone & (needed if self.kit.plays_on else {*names_in(step.arguments), *needed})
                assert not named, f"move {n}: {step.do} waits for {named}, who are gone"

    @pytest.mark.no_cover
    def test_matches_reach_an_ending(self, ending: str) -> None:
        """An ending that play hardly ever reaches has not been tested by anything above.

        In the deep run each is reached ten times; by default once, if this needs no long matches.
        """
        way, reached = self.kit.ways.get(ending), 0
        if way is None or ending in self.kit.rare or not (ALL or way.quick):
            pytest.skip("random play reaches it, another kit of the game does, or only long matches")
        for number in range(MOST):
            reached += ending_of(self.kit.played(number, way)) == ending
            if reached == times(1, OFTEN):
                return
        raise AssertionError(f"{reached} of {MOST} matches end so")

    @pytest.mark.no_cover
    @pytest.mark.skipif(not ALL, reason="only in the deep run: it takes hundreds of matches")
    def test_random_matches_reach_every_ending_often(self) -> None:
        """Endings without a strategy of their own are reached ten times each by players without preferences."""
        wanted = {*self.kit.endings} - {*self.kit.rare, *self.kit.ways}
        reached = Counter[str]()
        for number in range(MOST):
            if all(reached[ending] >= OFTEN for ending in wanted):
                return
            match = self.kit.open(number)
            for _ in self.kit.moves(match, random.Random(number)):
                pass
            reached[ending_of(match)] += 1
        assert {ending: reached[ending] for ending in wanted if reached[ending] < OFTEN} == {}


def changes(table: Table, facts: tuple[Fact, ...]) -> bool:
    """Return whether facts change a table."""
    after = table.copy()
    for fact in facts:
        after.apply(fact)
    return after.digest() != table.digest()


def names_in(arguments: Any) -> list[str]:
    """Return the names of seats and pieces in the arguments of a due step, at any depth."""
    if isinstance(arguments, dict):
        seats = [f"seat:{value}" for key, value in arguments.items() if key in ("seat", "owner") and value]
        return seats + [name for value in arguments.values() for name in names_in(value)]
    if isinstance(arguments, list | tuple):
        return [name for value in arguments for name in names_in(value)]
    return [arguments] if isinstance(arguments, str) else []


def ending_of(match: Match) -> str:
    """Return how a match ended; an empty string if it has not."""
    result = match.opening.game.result(match.opening, match.table)
    return result.ending if result is not None else ""
