"""Every rule of Le ultime persone: a move that obeys it, and one that breaks it.

`@obeys("UP-27")` stands above a scenario that asserts the rule's effect and returns the moves that cite it.
A rule is broken in one of two ways: `@breaks("UP-11")` stands above an action that is refused with that very
number; `forged("UP-27", …)` says how somebody would record a move's facts against the rule, and the audit
must find it, naming the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
import pytest

from domain.chance import Unasked
from domain.events import Played, Seat
from domain.game import decide, view
from domain.games import game, opening
from domain.games.ultime.actions import Decline, Defend, Discard, Skip
from domain.match import Match
from domain.play import Illegal
from domain.table import Changed, Fact, Moved
from replays.audit import audit
from tests.domain.ultime.table import (
    a_point_more,
    card,
    forge,
    given,
    held,
    nothing_happened,
    places,
    points,
    power,
    when,
)
from tests.support import STAMP

Scenario = Callable[[], Match]

OBEYS: dict[str, Scenario] = {}
BREAKS: dict[str, Callable[[], None]] = {}
FORGED: dict[str, Callable[[tuple[Fact, ...]], Sequence[Fact]]] = {}


def obeys(*numbers: str) -> Callable[[Scenario], Scenario]:
    def register(scenario: Scenario) -> Scenario:
        OBEYS.update(dict.fromkeys(numbers, scenario))
        return scenario

    return register


def breaks(number: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    def register(scenario: Callable[[], None]) -> Callable[[], None]:
        BREAKS[number] = scenario
        return scenario

    return register


def forged(*numbers: str, by: Callable[[tuple[Fact, ...]], Sequence[Fact]] = nothing_happened) -> None:
    FORGED.update(dict.fromkeys(numbers, by))


# --- components, wheel, set-up -------------------------------------------------------------------


@obeys("UP-1", "UP-2", "UP-3", "UP-4", "UP-5", "UP-6", "UP-7", "UP-8", "UP-10", "UP-54")
def the_first_table() -> Match:
    match = given(seats=4, turn=3)
    table = match.table
    assert [places(match, seat) for seat in (1, 2, 3, 4)] == [[2, 2], [6, 6], [10, 10], [14, 14]]
    assert all(held(match, seat) == {"?movement": 2} for seat in (1, 2, 3, 4))
    assert (table.count("deck:movement"), table.count("deck:power")) == (32 - 8, 12)
    assert (points(match), table.get("turn")) == ((0, 0, 0, 0), 3)
    assert view(match.opening, table, 1).get("score:2") == "?"
    return match


@breaks("UP-1")
def two_players_are_too_few() -> None:
    Match.open("m", opening("ultime", 2), [Seat("a", "b")] * 2, STAMP)


forged("UP-2", "UP-3", "UP-4", "UP-5", "UP-6", "UP-7", "UP-8", "UP-10", "UP-54")


@obeys("UP-9")
def turns_go_round() -> Match:
    match = given(seats=3, turn=2)
    for seat in (2, 3, 1, 2):
        assert match.to_act == (seat,)
        when(match, seat, Skip())
    return match


@breaks("UP-9")
def out_of_turn() -> None:
    when(given(turn=2), 1, Skip())


# --- movement cards ------------------------------------------------------------------------------


@obeys("UP-11", "UP-12", "UP-13", "UP-19", "UP-21")
def a_pawn_moves_and_a_card_is_drawn() -> Match:
    for use, there in (("circle", 2), ("square", 11)):  # the document's own card: +4, square 11
        match = given({1: (10, 6)})
        when(match, 1, card(10, 1, 10, use))
        assert places(match, 1) == sorted([there, 6])
        assert match.table.pieces("discard:movement") == {"movement:10": 1}
        assert held(match, 1) == {"?movement": 2}
    match = given({1: (8, 6)})
    when(match, 1, card(12, 1, 8, "circle"))  # +6 from 8 wraps to 2
    assert places(match, 1) == [2, 6]
    match = given({1: (2, 6)})
    when(match, 1, card(20, 1, 2))  # -3 from 2 wraps to 11
    assert places(match, 1) == [6, 11]
    match = given({2: (5, 6)})
    when(match, 1, card(6, 2, 5))  # a black arrow moves an opponent's pawn
    assert places(match, 2) == [6, 7]
    return match


@breaks("UP-11")
def a_grey_arrow_does_not_move_an_opponents_pawn() -> None:
    when(given(), 1, card(10, 2, 6))


def test_a_black_arrow_does_not_move_an_own_pawn() -> None:
    with pytest.raises(Illegal, match="UP-11"):
        when(given(), 1, card(6, 1, 2))


forged("UP-12", by=lambda facts: [Moved("pawn:2", 1, "terrain:5", "terrain:1")])
forged("UP-13", "UP-19", "UP-21")


@obeys("UP-14")
def the_square_of_the_card_it_stands_on() -> Match:
    match = given({1: (8, 6)})
    when(match, 1, card(17, 1, 8, "square"))
    assert held(match, 1) == {"?movement": 2, "?power": 1}
    return match


forged("UP-14")


@obeys("UP-15", "UP-16", "UP-23")
def a_split_card_stops_twice() -> Match:
    match = given()
    when(match, 1, card(7, 1, 2, "circle"))
    assert places(match, 1) == [2, 5], "as a whole: +3"
    match = given()
    when(match, 1, card(7, 1, 2, "split"))
    assert places(match, 1) == [2, 5], "+2 to the pickaxe, then +1"
    assert held(match, 1) == {"?movement": 2, "?power": 1}
    return match


@breaks("UP-15")
def only_two_move_cards_can_be_split() -> None:
    when(given(), 1, card(10, 1, 2, "split"))


forged("UP-16", "UP-23")


@obeys("UP-17")
def an_event_at_the_first_stop_ends_the_card() -> Match:
    match = given({1: (1, 6)}, turn=1)
    when(match, 1, card(22, 1, 6, "split"), "movement:8", "movement:17")  # -3 to 3 opposite 1; the -1 is lost
    assert (points(match), places(match, 1)) == ((2, 0, 0), [5, 8])
    return match


forged("UP-17", by=a_point_more)


@obeys("UP-18")
def a_step_of_nothing_is_a_landing() -> Match:
    match = given({1: (1, 3)})
    when(match, 1, card(1, 1, 3, "split"), "movement:8", "movement:17")
    assert points(match) == (2, 0, 0)
    return match


forged("UP-18")


# --- turn ----------------------------------------------------------------------------------------


@obeys("UP-20")
def a_power_card_then_the_movement_step() -> Match:
    match = given(power={1: 2})
    when(match, 1, power("heal"))
    assert match.to_act == (1,)
    when(match, 1, Skip())
    assert match.to_act == (2,)
    return match


@breaks("UP-20")
def two_power_cards_in_a_turn() -> None:
    match = given(power={1: 2})
    when(match, 1, power("heal"))
    when(match, 1, power("strength"))


@obeys("UP-22")
def skipping_is_allowed_at_the_limit() -> Match:
    match = given(movement={1: 7})
    when(match, 1, Skip())
    assert match.table.get("awaits") == "discard"
    return match


forged("UP-22")


@obeys("UP-24")
def a_new_power_card_waits_for_the_extra_turn() -> Match:
    match = given(power={1: 1})
    when(match, 1, power("speed"))
    when(match, 1, card(4, 1, 2))  # to the pickaxe on 4
    when(match, 1, power("heal"))
    assert points(match) == (1, 0, 0)
    return match


@breaks("UP-24")
def a_power_card_of_this_turn() -> None:
    match = given(power={1: 1})
    when(match, 1, power("luck"))
    when(match, 1, power("heal"))


@obeys("UP-25")
def seven_cards_at_most() -> Match:
    match = given(movement={1: 7})
    when(match, 1, Skip())
    when(match, 1, Discard(card="movement:4"))
    assert match.to_act == (1,)
    when(match, 1, Discard(card="?movement"))
    assert (match.to_act, held(match, 1)) == ((2,), {"?movement": 7})
    return match


@breaks("UP-25")
def nothing_goes_on_before_the_discard() -> None:
    match = given(movement={1: 7})
    when(match, 1, Skip())
    when(match, 2, Skip())


def test_who_is_not_above_the_limit_and_power_cards_are_not_discarded() -> None:
    match = given(movement={1: 7}, power={1: 1})
    with pytest.raises(Illegal, match="UP-25: seat 1 is not above"):
        when(match, 1, Discard(card="movement:4"))
    when(match, 1, Skip())
    with pytest.raises(Illegal, match="only movement cards count"):
        when(match, 1, Discard(card="power:heal"))


# --- events --------------------------------------------------------------------------------------


@obeys("UP-26", "UP-27", "UP-35", "UP-36", "UP-37")
def supply() -> Match:
    match = given({1: (1, 2)})
    when(match, 1, card(2, 1, 2), "movement:17", "movement:5")
    assert points(match) == (2, 0, 0)
    assert places(match, 1) == [8, 12], "on pickaxes, but without a power card"
    assert held(match, 1) == {"?movement": 2}
    return match


forged("UP-26", "UP-35", "UP-36", "UP-37")
forged("UP-27", by=a_point_more)


@obeys("UP-28", "UP-32")
def noble_attack_on_an_owner_without_points() -> Match:
    match = given({1: (5, 6)})
    when(match, 1, card(2, 1, 6))
    when(match, 2, Decline(), "movement:8", "movement:12")
    assert points(match) == (3, 0, 0)
    match = given({1: (5, 6)}, scores={2: 4})
    when(match, 1, card(2, 1, 6))
    when(match, 2, Decline(), "movement:8", "movement:12")
    assert points(match) == (3, 3, 0)
    return noble_against(0)


def noble_against(score: int) -> Match:
    match = given({1: (5, 6)}, scores={2: score})
    when(match, 1, card(2, 1, 6))
    when(match, 2, Decline(), "movement:8", "movement:12")
    return match


forged("UP-28", "UP-32", by=a_point_more)


@obeys("UP-29", "UP-31")
def sneaky_attack_by_moving_the_supporters_pawn() -> Match:
    match = given({1: (9, 2), 2: (8, 6)}, scores={3: 2})
    when(match, 1, card(9, 2, 8))  # the black arrow's +3 brings yellow's pawn to 11
    when(match, 3, Decline(), "movement:8", "movement:12")
    assert points(match) == (2, 1, 1)
    return match


forged("UP-29", "UP-31", by=a_point_more)


@obeys("UP-30")
def the_supporter_is_the_owner() -> Match:
    for score in (0, 5):
        match = given({1: (4, 2), 2: (7, 6)}, scores={2: score})
        when(match, 1, card(2, 1, 4))
        when(match, 2, Decline(), "movement:8", "movement:12")
        assert points(match) == (2, score, 0)
    return match


forged("UP-30", by=a_point_more)


@obeys("UP-33")
def other_pairs_just_stand_there() -> Match:
    match = given({1: (9, 2), 2: (3, 6)})
    when(match, 1, card(2, 1, 2, "square"))  # beside the own village, opposite a stranger
    assert (points(match), match.table.get("awaits")) == ((0, 0, 0), None)
    match = given({2: (9, 8)})
    when(match, 1, card(9, 2, 8))  # two pawns of another player around red's village
    assert (points(match), match.table.get("awaits")) == ((0, 0, 0), None)
    return match


forged("UP-33", by=lambda facts: [*facts, Changed("score:1", 0, 2)])


@obeys("UP-34")
def whose_pawn_takes_part_is_said() -> Match:
    match = given({1: (8, 2), 2: (9, 6), 3: (9, 10)})
    when(match, 1, card(8, 1, 8, "circle", opposite=2))
    when(match, 3, Decline(), "movement:17", "movement:12")
    assert points(match) == (2, 1, 0)
    return match


@breaks("UP-34")
def it_is_not_said() -> None:
    when(given({1: (8, 2), 2: (9, 6), 3: (9, 10)}), 1, card(8, 1, 8))


def test_up_34_the_own_pawn_on_the_far_side_goes_first() -> None:
    match = given({1: (8, 9), 2: (9, 6)})
    when(match, 1, card(8, 1, 8))
    when(match, 3, Decline(), "movement:17", "movement:12")
    assert points(match) == (3, 0, 0), "a Noble attack, although yellow stands there too"
    with pytest.raises(Illegal, match="UP-34"):
        when(given({1: (8, 9), 2: (9, 6)}), 1, card(8, 1, 8, "circle", opposite=2))


@obeys("UP-38")
def when_all_cards_are_held_pawns_stay() -> Match:
    # After a movement card its own card could always be drawn (UP-19), so it takes the option of UP-45.
    match = given(
        {1: (1, 5), 2: (3, 6)}, power={1: 1}, movement={1: 7, 2: 7, 3: 7}, swap_can_trigger_event=True,
        more=[Moved("?movement", 3, "deck:movement", "away")],
    )  # fmt: skip
    when(match, 1, power("swap", 2, 5, 3))
    when(match, 2, Decline())
    assert (points(match), places(match, 1)) == ((2, 0, 0), [1, 3])
    return match


forged("UP-38", by=a_point_more)


@obeys("UP-49")
def a_short_deck_is_made_of_its_discards() -> Match:
    match = given(more=[Moved("?movement", 17, "deck:movement", "discard:movement")])
    when(match, 1, Skip())
    assert (held(match, 1), match.table.count("deck:movement")) == ({"?movement": 4}, 16)
    match = given(more=[Moved("?movement", 17, "deck:movement", "away")])
    when(match, 1, Skip())
    assert held(match, 1) == {"?movement": 3}, "one card was left, and no discards"
    return match


forged("UP-49")


# --- power cards ---------------------------------------------------------------------------------


@obeys("UP-39a")
def bandit() -> Match:
    match = given(power={1: 1, 2: 1})
    when(match, 1, power("bandit", 2))
    when(match, 2, Decline(), "?power")
    assert (held(match, 1), held(match, 2)) == ({"?movement": 2, "?power": 1}, {"?movement": 2})
    match = given(power={1: 1}, movement={2: 0})
    when(match, 1, power("bandit", 2))
    when(match, 2, Decline())
    assert held(match, 1) == {"?movement": 2}
    return match


@obeys("UP-39b")
def barter() -> Match:
    match = given(power={1: 1, 2: 2}, movement={1: 4})
    when(match, 1, power("barter", 2))
    when(match, 2, Decline())
    assert (held(match, 1), held(match, 2)) == ({"?movement": 2, "?power": 2}, {"?movement": 4})
    return match


@obeys("UP-39c", "UP-42", "UP-43")
def a_defended_attack_scores_nothing_but_redistributes() -> Match:
    match = given({1: (5, 6)}, scores={2: 4}, power={2: 1})
    when(match, 1, card(2, 1, 6))
    when(match, 2, Defend(), "movement:8", "movement:17")
    assert (points(match), places(match, 1)) == ((0, 4, 0), [5, 8])
    assert (held(match, 2), match.table.pieces("discard:power")) == ({"?movement": 2}, {"power:defence": 1})
    when(match, 2, Skip())  # the own turn is not used up
    return match


@obeys("UP-39d")
def luck() -> Match:
    match = given(power={1: 1})
    when(match, 1, power("luck"))
    assert held(match, 1) == {"?movement": 3, "?power": 1}
    return match


@obeys("UP-39e")
def strength() -> Match:
    match = given(power={1: 1})
    when(match, 1, power("strength"))
    assert points(match) == (2, 0, 0)
    return match


@obeys("UP-39f")
def heal() -> Match:
    match = given(power={1: 1})
    when(match, 1, power("heal"))
    assert points(match) == (1, 0, 0)
    return match


@obeys("UP-39g")
def thief() -> Match:
    match = given(power={1: 1}, scores={2: 1})
    when(match, 1, power("thief", 2))
    when(match, 2, Decline())
    assert points(match) == (1, 0, 0)
    match = given(power={1: 1})
    when(match, 1, power("thief", 2))
    when(match, 2, Decline())
    assert points(match) == (0, 0, 0), "nothing to take"
    return match


@obeys("UP-39h")
def black_magic() -> Match:
    match = given(power={1: 1, 2: 1})
    when(match, 1, power("black_magic", 2))
    when(match, 2, Decline(), "?movement", "movement:9")
    assert match.table.pieces("discard:movement") == {"movement:9": 1}
    match = given(power={1: 1}, movement={2: 0})
    when(match, 1, power("black_magic", 2))
    when(match, 2, Decline())
    return match


@obeys("UP-39i", "UP-50")
def curse() -> Match:
    for before, after in ((3, 2), (0, 0)):
        match = given(power={1: 1}, scores={2: before})
        when(match, 1, power("curse", 2))
        when(match, 2, Decline())
        assert points(match) == (0, after, 0)
    return match


@obeys("UP-39j", "UP-46")
def maces_add_up() -> Match:
    match = given(power={1: 1}, movement={1: 0, 2: 0, 3: 0}, more=[Changed("skips:2", None, 1)])
    when(match, 1, power("mace", 2))
    when(match, 2, Decline())
    turns = []
    for _ in range(7):
        turns.append(match.to_act[0])
        when(match, match.to_act[0], Skip())
    assert turns == [1, 3, 1, 3, 1, 2, 3]
    return match


@obeys("UP-39k", "UP-45")
def swap() -> Match:
    match = given({1: (1, 2), 2: (3, 4)}, power={1: 1})
    when(match, 1, power("swap", 2, 2, 3))
    when(match, 2, Decline())
    assert (places(match, 1), places(match, 2), points(match)) == ([1, 3], [2, 4], (0, 0, 0))
    return match


@obeys("UP-39l", "UP-47")
def speed() -> Match:
    match = given(power={1: 2})
    when(match, 1, power("speed"))
    when(match, 1, Skip())
    assert match.to_act == (1,)
    when(match, 1, power("heal"))
    when(match, 1, Skip())
    assert match.to_act == (2,)
    return match


forged("UP-39a", "UP-39b", "UP-39c", "UP-39d", "UP-39h", "UP-39i", "UP-39j", "UP-39k", "UP-39l")
forged("UP-39e", "UP-39f", "UP-39g", by=lambda facts: [*facts, Changed("score:3", 0, 1)])
forged("UP-42", "UP-43", "UP-45", "UP-46", "UP-47")


@obeys("UP-40", "UP-41", "UP-44")
def any_opponent_may_be_named_and_is_asked() -> Match:
    match = given(power={1: 1}, movement={2: 0})
    when(match, 1, power("thief", 2))
    assert (match.to_act, match.table.get("awaits")) == ((2,), "defence"), "asked although the hand is empty"
    when(match, 2, Decline())
    assert match.table.pieces("discard:power") == {"power:thief": 1}
    return match


@breaks("UP-40")
def nobody_is_named() -> None:
    when(given(power={1: 1}), 1, power("thief"))


@breaks("UP-41")
def defence_in_the_own_turn() -> None:
    when(given(power={1: 1}), 1, power("defence"))


def test_up_41_defence_against_nothing_or_by_another_seat() -> None:
    match = given(power={1: 1, 2: 1, 3: 1})
    with pytest.raises(Illegal, match="UP-41"):
        when(match, 2, Defend())
    when(match, 1, power("thief", 2))
    with pytest.raises(Illegal, match="UP-41"):
        when(match, 3, Defend())


@breaks("UP-44")
def declining_nothing() -> None:
    when(given(), 2, Decline())


@obeys("UP-48")
def an_empty_power_deck_is_made_of_its_discards() -> Match:
    match = given({1: (4, 2)}, power={1: 11}, more=[Moved("?power", 1, "deck:power", "discard:power")])
    when(match, 1, card(13, 1, 4, "square"))
    assert held(match, 1)["?power"] == 12
    match = given({1: (4, 2)}, power={1: 12})
    when(match, 1, card(13, 1, 4, "square"))
    assert held(match, 1)["?power"] == 12, "no card left at all"
    return match


forged("UP-48", "UP-50")


# --- end -----------------------------------------------------------------------------------------


@obeys("UP-51", "UP-53")
def the_first_with_twelve_wins_at_once() -> Match:
    match = given({1: (1, 2)}, scores={1: 10})
    when(match, 1, card(2, 1, 2))
    assert (points(match)[0], match.to_act, places(match, 1)) == (12, (), [1, 3])
    result = match.close(STAMP).result
    assert (result.ending, result.rule, result.winners) == ("twelve_points", "UP-51", (1,))
    return match


@breaks("UP-51")
def playing_on_after_the_end() -> None:
    match = given(scores={1: 12}, more=[Changed("winners", None, "1")])
    decide(match.opening, match.table, 1, Skip(), Unasked())


forged("UP-53", by=a_point_more)


@obeys("UP-52")
def two_arrive_in_one_award() -> Match:
    for yours, theirs, winner in ((10, 11, 1), (10, 12, 2), (11, 11, 1)):
        match = given({1: (9, 2), 2: (8, 6)}, scores={1: yours, 2: theirs, 3: 1})
        when(match, 1, card(9, 2, 8))
        when(match, 3, Decline())
        assert match.close(STAMP).result.winners == (winner,)
    return match


forged("UP-52", by=a_point_more)


# --- the three ties ------------------------------------------------------------------------------

ENFORCED = [rule.number for rule in game("ultime").rulebook.rules if rule.kind == "enforced"]


@pytest.mark.parametrize("number", ENFORCED)
def test_a_move_that_obeys(number: str) -> None:
    match = OBEYS[number]()
    cited = {rule for move in match.moves for rule in getattr(move, "citations", ())}
    assert number in cited
    assert audit(match).clean


@pytest.mark.parametrize("number", BREAKS)
def test_a_move_that_breaks_is_refused_with_that_number(number: str) -> None:
    with pytest.raises(Illegal) as refused:
        BREAKS[number]()
    assert refused.value.rule == number


@pytest.mark.parametrize("number", FORGED)
def test_a_record_that_breaks_it_is_found_by_the_audit_with_that_number(number: str) -> None:
    match = OBEYS[number]()
    citing = [move for move in match.moves if number in getattr(move, "citations", ())]
    move = citing[-1]
    if isinstance(move, Played):
        wrong = forge(match, move.number, FORGED[number])
    else:
        opened = msgspec.structs.replace(match.opened, facts=match.opened.facts[:-3])
        wrong = Match(opened, match.opening)
    (finding,) = [found for found in audit(wrong).findings if found.severity == "doubt"]
    assert finding.code == "facts.differ"
    assert number in finding.why


def test_every_rule_is_obeyed_and_broken_by_a_test() -> None:
    assert set(OBEYS) == set(ENFORCED)
    assert set(BREAKS) | set(FORGED) == set(ENFORCED)
