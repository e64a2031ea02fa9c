"""Positions of the action round: stuck, killed, in passing, thrown, with weapons (TR-42 to TR-68, TR-94)."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.actions.choosing import Choose
from tablescribe.domain.games.tomb_raider.actions.keeping import Draw, NoSearch, PlayOn, Search
from tablescribe.domain.games.tomb_raider.actions.moving import Attack, NoAttack, NoOffer, Offer, Stay, Step
from tablescribe.domain.games.tomb_raider.actions.playing import PlayCard
from tablescribe.domain.games.tomb_raider.actions.testing import Accept, Face, RollNow
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import legal_actions, unused
from tests.domain.tomb_raider.table import asked, at, count, given, lies_at, when
from tests.domain.tomb_raider.test_rules_moving import forward, turn_over
from tests.domain.tomb_raider.test_rules_surviving import HIT, WOLF, facing


def test_stuck_for_the_search_and_the_next_movement() -> None:
    """Position 25: no search on the turn, no movement on the next, facing again, and then a search."""
    match = facing("hole")
    when(match, 1, Face(obstacle="level:hole.forward", ability="move"), 1, 1, 1)
    when(match, 2, Stay())
    assert asked(match) == ("search", (2,))
    turn_over_two(match)
    when(match, 1, Stay())
    assert asked(match) == ("face", (1,)), "no movement, and the obstacle again"
    when(match, 1, Face(obstacle="level:hole.forward", ability="move"), 6, 6, 6)
    when(match, 2, Stay())
    assert asked(match) == ("search", (1,)), "it is no longer stuck"
    when(match, 1, Search(), 1, 1, 1)
    when(match, 2, NoSearch())
    draw_all(match)
    when(match, 1, forward())
    assert at(match, 1) == "2-3"


def test_stuck_anew_it_is_stuck_for_another_turn() -> None:
    match = facing("hole")
    when(match, 1, Face(obstacle="level:hole.forward", ability="move"), 1, 1, 1)
    when(match, 2, Stay())
    turn_over_two(match)
    when(match, 1, Stay())
    when(match, 1, Face(obstacle="level:hole.forward", ability="move"), 1, 1, 1)
    when(match, 2, Stay())
    assert asked(match) == ("search", (2,))
    turn_over_two(match)
    when(match, 1, Stay())
    assert asked(match) == ("face", (1,))


def turn_over_two(match: Match) -> None:
    """Let seat 2 not search, and both draw."""
    when(match, 2, NoSearch())
    draw_all(match)


def draw_all(match: Match) -> None:
    """Let both seats draw and play on."""
    for seat in (1, 2):
        when(match, seat, Draw())
        when(match, seat, PlayOn())


def test_a_stuck_raider_may_attack() -> None:
    """Position 26."""
    match = given(lies={"raider:1": ["marker:stuck"]}, values={"held:1": True})
    when(match, 1, Stay())
    when(match, 1, Attack(raider=2), 6, 6, 1, 1)
    assert count(match, "raider:2", HIT) == 1


def test_who_is_killed_before_acting_has_no_action_round_and_reloads() -> None:
    """Position 20."""
    match = given({"2-2": "cross"}, {1: "2-2", 2: "2-2"}, lies={"raider:2": [HIT]})
    when(match, 1, Stay())
    when(match, 1, Attack(raider=2), 6, 6, 1, 1)
    assert at(match, 2) == "off"
    assert asked(match) == ("draw", (1,)), "nobody moves, and nobody may search"
    when(match, 1, Draw())
    when(match, 1, PlayOn())
    assert at(match, 2) == "2-1"


def test_who_faced_in_passing_may_stay_and_attack() -> None:
    """Position 6: the obstacle is not faced again, and another raider there may be attacked."""
    match = given({"2-2": "ledge"}, {2: "2-2"})
    when(match, 1, forward())
    when(match, 1, Face(obstacle="level:ledge.forward", ability="move"), 6, 6, 6)
    when(match, 1, Stay())
    assert asked(match) == ("attack", (1,))
    when(match, 1, Attack(raider=2), 6, 6, 1, 1)
    assert asked(match) == ("movement", (2,))


def test_who_stops_attacks_before_the_obstacle() -> None:
    match = given({"2-2": "ledge"}, {2: "2-2"})
    when(match, 1, forward(stop=True))
    assert asked(match) == ("attack", (1,))
    when(match, 1, NoAttack())
    assert asked(match) == ("face", (1,))


def test_a_failed_obstacle_does_not_end_movement_but_stuck_does() -> None:
    """Position 5."""
    for place, asks in (("ledge", ("movement", (1,))), ("hole", ("movement", (2,)))):
        match = given({"2-2": place, "2-3": "cross"})
        when(match, 1, forward())
        when(match, 1, Face(obstacle=f"level:{place}.forward", ability="move"), 1, 1, 1)
        assert asked(match) == asks


def test_a_creature_passed_by_moving_is_not_damaged() -> None:
    """Position 21."""
    match = facing(lies={"2-2": [HIT]})
    when(match, 1, Face(obstacle=WOLF, ability="move"), 6, 6, 6)
    assert count(match, "space:2-2", HIT) == 1


def test_a_bonus_changes_the_result_and_not_the_dice() -> None:
    """Position 23: a sum of 6 and +1 passes 7, with the same two dice."""
    match = facing(hands={1: ["nerve"]})
    when(match, 1, Face(obstacle=WOLF, ability="fight"))
    assert asked(match) == ("before_roll", (1,))
    moves = when(match, 1, PlayCard(card="draw1:nerve"), 3, 3)
    assert sum(len(move.outcomes) for move in moves) == 2
    assert count(match, "space:2-2", HIT) == 1


def test_an_extra_die_for_a_fight() -> None:
    match = facing(hands={1: ["aim", "aim"]})
    when(match, 1, Face(obstacle=WOLF, ability="fight"))
    when(match, 1, PlayCard(card="draw1:aim"))
    moves = when(match, 1, RollNow(), 1, 1, 5)
    assert moves[-1].outcomes == (1, 1, 5)
    when(match, 1, Accept())
    assert count(match, "space:2-2", HIT) == 1


def test_weapons_add_to_the_result_and_to_the_damage() -> None:
    match = facing(rows={"unsaved:1": ["pistols"]})
    when(match, 1, Face(obstacle=WOLF, ability="fight"), 2, 3)
    assert lies_at(match, "2-2") == {WOLF, "marker:removed"}, "5 + 2, and 2 damage"
    match = given(rows={"unsaved:2": ["pistols"]})
    when(match, 1, Stay())
    when(match, 1, Attack(raider=2), 3, 3, 3, 3)
    assert at(match, 1) == "off", "the defender's weapon deals 2 damage"


def test_thrown_by_a_card_after_its_round_play_stops_for_it() -> None:
    """Position 37: mapped, offered an obstacle by all others, attack and obstacles; a Fight bars the search."""
    match = given(
        {"2-2": "cross", "1-3": "cross"}, {1: "1-3", 2: "2-2", 3: "2-2"}, {2: ["chute"], 3: ["bats"]}, seats=3
    )
    when(match, 1, Stay())
    when(match, 2, PlayCard(card="draw2:chute"))
    when(match, 2, Choose(what="raider:1"), "level:bone")
    assert at(match, 1) == "1-2"
    assert asked(match) == ("offer", (3,))
    when(match, 3, Offer(card="draw3:bats"))
    assert asked(match) == ("face", (1,))
    when(match, 1, Face(obstacle="draw3:bats", ability="fight"), 6, 6)
    assert asked(match) == ("movement", (2,)), "the other goes on"
    when(match, 2, Stay())
    when(match, 2, NoAttack())
    when(match, 3, Stay())
    when(match, 3, NoAttack())
    assert asked(match) == ("search", (2,)), "seat 1 has fought"


def test_only_the_defence_does_not_bar_the_search_but_an_own_fight_does() -> None:
    """Position 18."""
    match = given({"2-2": "den"}, {1: "2-2", 2: "2-2"})
    when(match, 1, Stay())
    when(match, 1, Attack(raider=2), 1, 1, 1, 2)
    when(match, 1, Face(obstacle=WOLF, ability="move"), 6, 6, 6)
    when(match, 2, Stay())
    when(match, 2, NoAttack())
    when(match, 2, Face(obstacle=WOLF, ability="fight"), 6, 6)
    assert asked(match)[0] == "draw", "both have used Fight"
    turn_over(match)


def test_the_others_need_not_offer() -> None:
    match = given({"2-2": "cross"}, {1: "2-2"}, {2: ["bats"]})
    when(match, 1, forward(), "level:bone")
    when(match, 2, NoOffer())
    assert lies_at(match, "2-3") == {"level:bone.forward"}


def test_no_rule_ends_a_level_whose_raiders_are_walled_in_but_a_limit_of_turns_does() -> None:
    """Given that both stand where they come back to, all exits blocked and nothing left to find (TR-83)."""
    walls = [f"marker:block_{way}" for way in ("forward", "left", "right")]
    match = given(lies={"2-1": [*walls, "marker:empty"]}, most_turns=5)
    while not match.is_over:
        said = [one for seat in match.to_act for one in legal_actions(match.opening, match.table, seat)]
        assert not [one for one in said if isinstance(one, Step)], "there is no way out"
        if (closing := unused(match.opening, match.table)) is not None:
            when(match, *closing)
        else:
            when(match, match.to_act[0], Stay())
    result = match.opening.game.result(match.opening, match.table)
    assert result is not None
    assert (match.table.number("turn"), result.ending, result.winners) == (5, "turns", ())
