"""The common tests of every game, for Tomb Raider CCG, on each kind of level."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablescribe.domain.games import game
from tablescribe.domain.games.tomb_raider.options import TombRaiderOptions
from tablescribe.domain.rules.game import Game
from tablescribe.domain.rules.rules import Rules
from tests.domain.a_game import a_game
from tests.domain.kit import dead_seats
from tests.domain.tomb_raider import (
    cases_checks,
    cases_levels,
    cases_series,
    test_rules_cards,
    test_rules_keeping,
    test_rules_learning,
    test_rules_moving,
    test_rules_surviving,
    test_rules_winning,
    test_texts,
)
from tests.domain.tomb_raider.cases import CASES
from tests.domain.tomb_raider.document import all_rows
from tests.domain.tomb_raider.symmetries import SYMMETRIES
from tests.domain.tomb_raider.ways import TREASURE, WAYS

THEMES = (
    cases_checks, cases_levels, cases_series, test_rules_cards, test_rules_keeping, test_rules_learning,
    test_rules_moving, test_rules_surviving, test_rules_winning, test_texts,
)  # fmt: skip
"""The modules in which cases are written: importing them fills `CASES`."""

all_rows()  # and what breaks a sentence of the manual breaks a rule


ANY_WINDOW = {window.name: "TR-35" for window in game("tomb_raider").windows}
"""Each part of a raider's round is a question: with its answer the round may be over, and the next one's begins."""


class Short(TombRaiderOptions):
    """Tests with short matches: raiders who walk at random may never find the treasure."""

    most_turns: int | None = 4


class Learning(Short):
    """The learning game."""

    level: str | None = "learn_to_play"


class Wide(Short):
    """A level with several level decks, for any number of raiders."""

    level: str | None = "parallel_peril"


def played(options: type[TombRaiderOptions], *seats: int) -> Game:
    """Return the game with these options, for this many raiders."""
    return replace(game("tomb_raider"), options=options, seats=seats)


TestTombRaider = a_game(
    "tomb_raider",
    cases=CASES,
    options={"most_turns": [2, 4], "rerolls": [True, False], "saving": ["always", "choice"]},
    rounds=8,
    longest=250,
    hides=True,
    gone=dead_seats,
    plays_on=True,
    turned_by=ANY_WINDOW,
    symmetries=SYMMETRIES,
)
TestLearning = a_game(played(Learning, 1), rounds=3, endings=("treasure", "turns"), turned_by=ANY_WINDOW, ways=TREASURE)
TestWide = a_game(
    played(Wide, 2, 3, 4),
    options={"objective": [None, "recovery", "bounty"], "most_turns": [3, 8]},
    endings=("treasure", "turns", "recovery", "bounty"),
    rounds=6,
    hides=True,
    gone=dead_seats,
    plays_on=True,
    turned_by=ANY_WINDOW,
    ways=WAYS,
)


class Long(TestTombRaider):  # type: ignore[misc, valid-type]
    """Matches that are long enough for a raider to die while something waits for it."""

    __test__ = False
    kit = replace(TestTombRaider.kit, options={**TestTombRaider.kit.options, "most_turns": [9]}, longest=600)


@pytest.mark.deep
@pytest.mark.parametrize("number", range(20))
def test_in_long_matches_no_step_waits_for_a_dead_raider(number: int) -> None:
    Long().test_nothing_waits_for_a_seat_or_a_piece_that_is_gone(number)


@pytest.mark.deep
def test_a_step_that_waits_for_a_dead_raider_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the second edition, in which the figure of a dead raider was put back on the map (TR-92)."""
    monkeypatch.setattr(Rules, "drop_gone", lambda rules, play: None)
    with pytest.raises(AssertionError, match=r"choice waits for \{'seat:5'\}, who are gone"):
        Long().test_nothing_waits_for_a_seat_or_a_piece_that_is_gone(15)
