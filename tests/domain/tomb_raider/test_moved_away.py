"""A raider dies or is moved away while something is pending: what is dropped, and where the rest takes effect."""

from __future__ import annotations

import random

import pytest

from tablescribe.domain.games.tomb_raider.actions.choosing import Choose
from tablescribe.domain.games.tomb_raider.actions.keeping import Discover, EndSearch, Search
from tablescribe.domain.games.tomb_raider.actions.moving import NoAttack, Stay
from tablescribe.domain.games.tomb_raider.actions.playing import NoCancel, PlayCard, Tell
from tablescribe.domain.games.tomb_raider.actions.testing import Accept, Face, TakeHit
from tablescribe.domain.games.tomb_raider.board import is_alive, where
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.agenda import due
from tablescribe.domain.rules.deciding import legal_actions, may
from tests.depth import times
from tests.domain.kit import carry_on
from tests.domain.tomb_raider.table import asked, at, count, given, when
from tests.domain.tomb_raider.test_rules_moving import forward

HIT = "marker:damage"


def go_through(match: Match, whom: int = 1) -> None:
    """Answer the questions of a card: nobody cancels it, it targets that raider, and nobody attacks."""
    answers = {"cancel": NoCancel(), "choice": Choose(what=f"raider:{whom}"), "attack": NoAttack(), "hit": TakeHit()}
    while asked(match)[0] in answers:
        when(match, match.to_act[0], answers[asked(match)[0]])


def two_moving_cards(edition: str = "") -> Match:
    """Rope waits for its space; Lift carries seat 1, with one health left, to a ledge, which kills it."""
    match = given(
        {"2-2": "cross", "2-3": "ledge", "1-2": "cross", "3-2": "cross"}, {1: "2-2", 2: "1-2"},
        {1: ["rope", "lift"]}, lies={"raider:1": [HIT]}, edition=edition,
    )  # fmt: skip
    when(match, 1, PlayCard(card="draw1:rope"))
    assert asked(match) == ("choice", (1,))
    when(match, 1, PlayCard(card="draw1:lift"))
    when(match, 1, Choose(what="space:2-3"))
    when(match, 1, Face(obstacle="level:ledge.forward", ability="move"), 1, 1, 1)
    assert not is_alive(match.table, 1)
    return match


def test_a_dead_raider_is_not_put_back_on_the_map_by_a_card_that_waited() -> None:
    match = two_moving_cards()
    assert at(match, 1) == "off"
    assert asked(match) == ("movement", (2,)), "the choice has fallen away"
    assert not any("arrived" in step.kept for step in due(match.table))


def test_a_match_of_the_second_edition_goes_on_as_it_was_played() -> None:
    """There the dead raider was put back: a record of it is no forgery."""
    match = two_moving_cards(edition="2")
    assert asked(match) == ("choice", (1,))
    when(match, 1, Choose(what="space:1-2"))
    assert at(match, 1) == "1-2"


def killed_by_a_text(match: Match, seat: int) -> None:
    """Let seat 2 play the Riddle, which kills a raider by its text."""
    when(match, 2, PlayCard(card="draw2:riddle"))
    go_through(match)
    when(match, 2, Tell(benefit="everybody_sings", facts=(f"move {HIT} 9 box raider:{seat}",)))
    assert not is_alive(match.table, seat)


def test_who_dies_between_dice_and_find_finds_nothing() -> None:
    match = given({"2-2": "bone"}, {1: "2-2"}, {1: ["lamp"], 2: ["riddle"]})
    when(match, 1, Stay())
    when(match, 2, Stay())
    when(match, 1, Search(), 6, 6, 6)
    when(match, 1, Accept())
    assert asked(match) == ("find", (1,))
    killed_by_a_text(match, 1)
    assert asked(match) == ("search", (2,))
    assert not may(match.opening, match.table, 1, Discover(card="draw1:lamp"))
    assert not count(match, "space:2-2", "marker:empty")


def test_a_raider_that_died_is_no_longer_among_those_to_choose_from() -> None:
    """Seat 1 throws a stone where two others stand; one dies before it has chosen: the other is hit."""
    match = given(
        {"2-2": "cross"}, {1: "2-2", 2: "2-2", 3: "2-2"}, {1: ["stone"], 2: ["riddle"]}, seats=3
    )  # fmt: skip
    when(match, 1, PlayCard(card="draw1:stone"))
    when(match, 2, NoCancel())
    assert asked(match) == ("choice", (1,))
    killed_by_a_text(match, 2)
    assert (count(match, "raider:2", HIT), count(match, "raider:3", HIT)) == (9, 1)


@pytest.mark.parametrize("number", range(times(4, 40)))
def test_the_dead_are_off_the_map_whatever_is_played(number: int) -> None:
    """Random matches with weak raiders and cards that move: after every move the dead, and only they, are off."""
    choose = random.Random(number)
    hands = {seat: ["rope", "lift", "chute", "stone", "escape"] for seat in (1, 2, 3)}
    places = {"2-2": "ledge", "1-2": "hole", "3-2": "ledge", "2-3": "nest", "1-3": "den", "3-3": "ledge"}
    match = given(
        places,
        {1: "2-2", 2: "2-2", 3: "1-2"},
        hands,
        seats=3,
        most_turns=3,
        lies={f"raider:{n}": [HIT] for n in (1, 2)},
    )
    for n in range(120):
        if match.is_over:
            break
        legal = [(seat, one) for seat in match.to_act for one in legal_actions(match.opening, match.table, seat)]
        cards = [(seat, one) for seat, one in legal if isinstance(one, PlayCard | Choose)]
        carry_on(match, *choose.choice(cards or legal), choose)
        for seat in match.opening.all_seats:
            assert is_alive(match.table, seat) == bool(where(match.table, seat)), (n, seat)


# --- moved away -------------------------------------------------------------------------------


def searched_and_chuted(edition: str = "") -> Match:
    """Seat 1 has searched 2-2 with 18, and seat 2 has chuted it to 2-1 before the dice stand."""
    match = given({"2-2": "bone"}, {1: "2-2"}, {1: ["lamp", "again"], 2: ["chute"]}, edition=edition)
    when(match, 1, Stay())
    when(match, 2, Stay())
    when(match, 1, Search(), 6, 6, 6)
    assert asked(match) == ("after_roll", (1,))
    when(match, 2, PlayCard(card="draw2:chute"))
    go_through(match)
    assert at(match, 1) == "2-1"
    when(match, 1, Accept())
    return match


def test_a_find_empties_the_location_that_was_searched() -> None:
    match = searched_and_chuted()
    when(match, 1, Discover(card="draw1:lamp"))
    assert (count(match, "space:2-2", "marker:empty"), count(match, "space:2-1", "marker:empty")) == (1, 0)
    assert count(match, "unsaved:1", "draw1:lamp") == 1


def test_in_the_second_edition_it_emptied_where_the_raider_stood() -> None:
    match = searched_and_chuted(edition="2")
    when(match, 1, Discover(card="draw1:lamp"))
    assert (count(match, "space:2-2", "marker:empty"), count(match, "space:2-1", "marker:empty")) == (0, 1)


def test_the_treasure_is_found_where_the_search_was_made_too() -> None:
    match = given({"2-4": "room", "2-3": "cross"}, {1: "2-4"}, {1: ["lamp", "again"], 2: ["chute"]})
    when(match, 1, Stay())
    when(match, 2, Stay())
    when(match, 1, Search(), 6, 6, 6)
    when(match, 2, PlayCard(card="draw2:chute"))
    go_through(match)
    assert at(match, 1) == "2-3"
    when(match, 1, Accept())
    when(match, 1, EndSearch())
    assert match.is_over


@pytest.mark.parametrize(("edition", "stuck"), [("", 0), ("2", 1)])
def test_who_is_carried_away_before_a_snare_closes_is_not_stuck(edition: str, stuck: int) -> None:
    match = given({"2-2": "hole"}, {1: "2-2"}, {1: ["again"], 2: ["chute"]}, edition=edition)
    when(match, 1, Stay())
    when(match, 1, Face(obstacle="level:hole.forward", ability="move"), 1, 1, 1)
    assert asked(match) == ("after_roll", (1,))
    when(match, 2, PlayCard(card="draw2:chute"))
    go_through(match)
    when(match, 1, Accept())
    assert count(match, "raider:1", "marker:stuck") == stuck
    assert at(match, 1) == "2-1"


def test_damage_of_a_failed_test_is_taken_all_the_same() -> None:
    match = given({"2-2": "ledge"}, {1: "2-2"}, {1: ["again"], 2: ["chute"]})
    when(match, 1, Stay())
    when(match, 1, Face(obstacle="level:ledge.forward", ability="move"), 1, 1, 1)
    when(match, 2, PlayCard(card="draw2:chute"))
    go_through(match)
    when(match, 1, Accept())
    go_through(match)
    assert count(match, "raider:1", HIT) == 1


# --- the last step ----------------------------------------------------------------------------


def last_step(edition: str = "") -> Match:
    """Move 3: seat 1 takes its third step, to a ledge where seat 2 stands."""
    match = given(
        {"2-2": "cross", "2-3": "cross", "2-4": "ledge"}, {2: "2-4"}, lies={"raider:1": [HIT]}, edition=edition
    )
    for _ in range(3):
        when(match, 1, forward())
    return match


def test_on_the_last_step_the_attack_comes_before_the_obstacles() -> None:
    """Movement is over: step 4 comes before step 5, so one who may die by the ledge has had its attack."""
    match = last_step()
    assert asked(match) == ("attack", (1,))
    when(match, 1, NoAttack())
    assert asked(match) == ("face", (1,))


def test_in_the_second_edition_the_obstacles_came_first() -> None:
    assert asked(last_step(edition="2")) == ("face", (1,))


def test_a_step_that_is_not_the_last_one_survives_the_obstacles_first() -> None:
    match = given({"2-2": "ledge"}, {2: "2-2"})
    when(match, 1, forward())
    assert asked(match) == ("face", (1,))
