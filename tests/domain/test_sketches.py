"""The hardest rules of the games to come, on paper: what the kernel must be able to carry."""

from __future__ import annotations

from typing import Any

import pytest

from domain.chance import NeedsOutcome, Outcome, WrongOutcome
from domain.events import Played
from domain.game import Action, legal_actions, view
from domain.match import Match, TakeBackRefused
from domain.play import Illegal, awaited
from domain.table import Changed, Impossible, Moved
from tests.domain.sketches import expeditions as ex
from tests.domain.sketches import robinson as rc
from tests.domain.sketches import root as ro
from tests.domain.sketches import tomb_raider as tr
from tests.support import STAMP, do


def shown(match: Match, zone: str) -> dict[str, int]:
    return match.table.pieces(zone)


def undone(match: Match, to: int) -> None:
    """Take back to a move, and check that what stands there is what stood there."""
    again = match.line.cursor()
    again.go_to(to)
    total = match.table.total()
    match.take_back(to, STAMP, judge=True)
    assert match.table == again.table
    assert match.table.total() == total


# --- Root: a battle with an ambush ------------------------------------------------------------


def test_root_the_defender_is_asked_for_an_ambush_before_dice_are_rolled() -> None:
    match = ro.root()
    do(match, 1, ro.Battle(defender=2))
    assert (match.table.get("awaits"), match.to_act) == ("ambush", (2,))


def test_root_an_unused_window_closes_by_itself_when_the_dice_are_told_with_the_battle() -> None:
    match = ro.root()
    battle, closing = do(match, 1, ro.Battle(defender=2), 1, 3)
    assert (battle.implied, battle.outcomes) == (False, ())
    assert (closing.seat, closing.implied, closing.outcomes) == (2, True, (1, 3))
    assert shown(match, ro.CLEARING) == {"warrior:1": 2}, (
        "3 to the attacker: two warriors and the building; 1 to the defender"
    )


def test_root_a_battle_whose_dice_are_told_by_halves_asks_for_the_other_and_records_nothing() -> None:
    match = ro.root()
    with pytest.raises(NeedsOutcome, match="seat 1 rolls a battle die") as needs:
        do(match, 1, ro.Battle(defender=2), 1)
    assert (needs.value.question.kind, dict(needs.value.question.among)) == ("roll", ro.FACES)
    with pytest.raises(WrongOutcome, match="nothing asked for 2"):
        do(match, 1, ro.Battle(defender=2), 1, 3, 2)
    assert match.head == 0
    assert match.table.get("awaits") is None


def test_root_a_window_left_open_closes_with_the_next_battle_and_its_dice_come_first() -> None:
    match = ro.root()
    do(match, 1, ro.Battle(defender=2))
    closing, second = do(match, 2, ro.Battle(defender=1), 0, 1)
    assert (closing.implied, closing.outcomes, second.outcomes) == (True, (0, 1), ())
    assert match.to_act == (1,), "now seat 1 may ambush"


def test_root_an_ambush_hits_twice_before_the_roll_and_stops_a_battle_without_attackers() -> None:
    match = ro.root()
    do(match, 1, ro.Battle(defender=2))
    do(match, 2, ro.Ambush(card="card:ambush-fox"))
    assert (match.table.get("awaits"), match.to_act) == ("foil", (1,))
    do(match, 1, ro.NoFoil(), 3, 3)
    assert shown(match, ro.CLEARING) == {"warrior:2": 1, "building:2": 1}, "the one left attacker deals 1, takes 2"
    assert shown(match, "discard:card") == {"card:ambush-fox": 1}


def test_root_an_ambush_foiled_by_an_ambush_hits_nobody() -> None:
    match = ro.root()
    do(match, 1, ro.Battle(defender=2))
    do(match, 2, ro.Ambush(card="card:ambush-fox"))
    move = do(match, 1, ro.Foil(card="card:ambush-bird"), 0, 0)[-1]
    assert shown(match, ro.CLEARING) == {"warrior:1": 3, "warrior:2": 2, "building:2": 1}
    assert "RO-4.3.1.I" in move.citations


def test_root_rolled_hits_are_limited_by_warriors_and_the_defenceless_take_one_more_and_lose_points() -> None:
    match = ro.root()
    do(match, 1, ro.Battle(defender=2), 2, 3)
    assert shown(match, ro.CLEARING) == {"warrior:1": 1}
    assert match.table.number("score:1") == 1, "three hits: two warriors, then the building"


def test_root_an_ambush_of_another_suit_is_refused_with_its_number_and_recorded_as_played() -> None:
    match = ro.root()
    do(match, 1, ro.Battle(defender=2))
    with pytest.raises(Illegal, match=r"RO-4\.3\.1\.I: an ambush of fox is needed"):
        do(match, 2, ro.Ambush(card="card:ambush-mouse"))
    (move,) = do(match, 2, ro.Ambush(card="card:ambush-mouse"), as_played=True)
    assert [broken.rule for broken in move.irregularities] == ["RO-4.3.1.I"]


def test_root_one_ambush_card_cannot_be_in_two_hands_even_as_played() -> None:
    match = ro.root()
    do(match, 1, ro.Battle(defender=2))
    do(match, 2, ro.Ambush(card="card:ambush-bird"))
    with pytest.raises(Impossible, match="it lies in discard:card"):
        do(match, 1, ro.Foil(card="card:ambush-bird"), as_played=True)


def test_root_a_battle_is_taken_back_only_by_all_since_dice_were_seen() -> None:
    match = ro.root()
    do(match, 1, ro.Battle(defender=2), 2, 3)
    with pytest.raises(TakeBackRefused, match="showed a die or a card"):
        match.take_back(0, STAMP, by=1)
    undone(match, 0)


def test_root_the_attacker_does_not_see_the_ambush_in_the_defenders_hand() -> None:
    match = ro.root(chance="open", outcomes=["card:anvil", "card:ambush-fox"])
    do(match, 1, ro.Battle(defender=2))
    assert view(match.opening, match.table, 2).pieces("hand:2") == {"card:ambush-fox": 1}
    for viewer in (1, None):
        seen = view(match.opening, match.table, viewer)
        assert seen.pieces("hand:2") == {"?card": 1}
        assert seen.count("unseen:card", "card:ambush-fox") == 1


# --- Tomb Raider: an obstacle offered by three opponents at once ------------------------------

LOCATION = tr.MapLocation(danger=3, depth=2)  # limit 5


def test_tomb_raider_all_opponents_are_asked_at_once_and_answer_in_any_order() -> None:
    match = tr.tomb_raider()
    do(match, 1, LOCATION)
    assert match.to_act == (2, 3, 4)
    do(match, 4, tr.NoOffer())
    do(match, 2, tr.Offer(card="?obstacle"))
    assert list(match.to_act) == [3]
    assert shown(match, "offer:2") == {"?obstacle": 1}, "nobody knows it yet, not even the recorder"


def test_tomb_raider_the_highest_legal_danger_is_laid_and_the_others_go_back_to_hand() -> None:
    match = tr.tomb_raider()
    do(match, 1, LOCATION)
    for seat in (2, 3):
        do(match, seat, tr.Offer(card="?obstacle"))
    with pytest.raises(NeedsOutcome, match=r"seat 2 draws from obstacle \(the offers are turned up, TR-48\)"):
        do(match, 4, tr.Offer(card="?obstacle"))
    do(match, 4, tr.Offer(card="?obstacle"), "obstacle:bear", "obstacle:bats", "obstacle:pit")
    assert shown(match, "location") == {"obstacle:pit": 1}, "the bear's 8 is above the limit of 5, bats are 3"
    assert (shown(match, "hand:2"), shown(match, "hand:3")) == ({"obstacle:bear": 1}, {"obstacle:bats": 1})
    assert not awaited(match.table)


def test_tomb_raider_play_going_on_closes_the_window_for_everybody_who_has_not_answered() -> None:
    match = tr.tomb_raider()
    do(match, 1, LOCATION)
    do(match, 3, tr.Offer(card="?obstacle"))
    moves = do(match, 1, LOCATION, "obstacle:bats")
    assert [(move.seat, move.implied) for move in moves] == [(2, True), (4, True), (1, False)]
    assert shown(match, "location") == {"obstacle:bats": 1}


def test_tomb_raider_without_an_offer_nothing_is_laid() -> None:
    match = tr.tomb_raider()
    do(match, 1, LOCATION)
    do(match, 1, LOCATION)
    assert not shown(match, "location")


def test_tomb_raider_the_mover_offers_nothing_and_nobody_offers_twice() -> None:
    match = tr.tomb_raider()
    do(match, 1, LOCATION)
    do(match, 2, tr.Offer(card="?obstacle"))
    assert not list(legal_actions(match.opening, match.table, 1))[1:]
    again: list[tuple[int, Action]] = [(1, tr.Offer(card="?obstacle")), (2, tr.Offer(card="?obstacle"))]
    for seat, action in again:
        with pytest.raises(Illegal, match="TR-46: only opponents offer, one obstacle each"):
            do(match, seat, action)
    assert match.to_act == (3, 4), "nobody else's answer was taken for them"


def test_tomb_raider_an_offer_stays_hidden_until_all_have_answered() -> None:
    match = tr.tomb_raider(chance="open", outcomes=["obstacle:bear", "obstacle:bats", "obstacle:pit"])
    do(match, 1, LOCATION)
    do(match, 2, tr.Offer(card="obstacle:bear"))
    assert view(match.opening, match.table, 2).pieces("offer:2") == {"obstacle:bear": 1}
    for viewer in (1, 3, 4, None):
        assert view(match.opening, match.table, viewer).pieces("offer:2") == {"?obstacle": 1}
    assert tr.Offer(card="obstacle:bear").say(str) == "offers a card face down"
    undone(match, 1)


# --- Robinson Crusoe: the defender's choice ---------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "hearts", "palisade", "window"),
    [(rc.NoPalisade(), 10, 2, "reward"), (rc.UsePalisade(), 12, 1, None)],
)
def test_robinson_the_defender_may_add_the_palisade_which_then_drops(
    answer: Action, hearts: int, palisade: int, window: Any
) -> None:
    match = rc.robinson()
    do(match, 1, rc.Attack(target=2))
    assert match.to_act == (2,)
    (move,) = do(match, 2, answer)
    table = match.table
    assert (table.get("hearts:2"), table.get("palisade:2"), table.get("awaits")) == (hearts, palisade, window)
    assert ("RC-46" in move.citations) == (window is None), "3 against 1 + 2: equal levels, nobody loses"


def test_robinson_a_defender_who_wins_wounds_the_attacker_and_gets_no_reward() -> None:
    match = rc.robinson()
    do(match, 2, rc.Attack(target=1))
    do(match, 1, rc.NoPalisade())
    assert (match.table.get("hearts:2"), match.table.get("awaits")) == (10, None)


def test_robinson_both_windows_close_by_themselves_when_play_goes_on() -> None:
    match = rc.robinson()
    do(match, 1, rc.Attack(target=2))
    moves = do(match, 2, rc.Attack(target=1))
    assert [(m.seat, m.action["do"], m.implied) for m in moves] == [
        (2, "no_palisade", True), (1, "no_reward", True), (2, "attack", False),
    ]  # fmt: skip


def test_robinson_the_winning_attacker_takes_a_reward() -> None:
    match = rc.robinson()
    do(match, 1, rc.Attack(target=2))
    moves: list[Played] = do(match, 1, rc.TakeWood())
    assert [(move.seat, move.implied) for move in moves] == [(2, True), (1, False)], "no palisade"
    assert (shown(match, "stock:1"), shown(match, "stock:2")) == ({"wood": 5}, {"wood": 1})
    undone(match, 1)
    assert match.to_act == (2,)


def test_robinson_a_palisade_that_is_not_there_is_refused_or_noted() -> None:
    match = rc.robinson()
    do(match, 1, rc.Attack(target=2))
    match.rule([Changed("palisade:2", 2, 0)], STAMP, clause="test", reason="it burnt down")
    with pytest.raises(Illegal, match="RC-47"):
        do(match, 2, rc.UsePalisade())
    (move,) = do(match, 2, rc.UsePalisade(), as_played=True)
    assert [broken.rule for broken in move.irregularities] == ["RC-47"]


# --- Expeditions: the Automa sweeps and moves -------------------------------------------------


def automa(glory: int, mech: str = "tile:14", human: str = "tile:15") -> Match:
    """Open a match and let the pieces stand where the test wants them."""
    match = ex.expeditions(outcomes=["card:a", "card:b", "card:c"])
    for piece, at in (("mech:north", mech), ("mech:human", human)):
        here = match.table.where(piece)[0]
        if here != at:
            match.rule([Moved(piece, 1, here, at)], STAMP, clause="test", reason="where the test begins")
    if glory:
        match.rule([Changed("glory", None, glory)], STAMP, clause="test", reason="where the test begins")
    return match


def turn(match: Match, *outcomes: Outcome) -> Played:
    return do(match, 1, ex.AutomaTurn(), *outcomes)[-1]


def where(match: Match) -> str:
    return match.table.where("mech:north")[0]


def test_expeditions_the_automa_asks_for_its_decision_card_then_for_the_refill() -> None:
    match = automa(glory=0, mech="tile:16")
    with pytest.raises(NeedsOutcome, match="the Automa's decision, EX-57"):
        turn(match)
    with pytest.raises(NeedsOutcome, match="slot:2 is refilled, EX-61") as needs:
        turn(match, "decision:3")
    assert dict(needs.value.question.among) == {"card:d": 1, "card:e": 1, "card:f": 1}, "a, b and c lie open"


def test_expeditions_a_sweep_takes_each_card_that_touches_the_tile_and_refills_one_slot_after_the_other() -> None:
    match = automa(glory=0, mech="tile:15", human="tile:18")
    move = turn(match, "decision:3", "card:f", "card:d")
    assert shown(match, "swept") == {"card:a": 1, "card:b": 1}
    assert (shown(match, "slot:1"), shown(match, "slot:2")) == ({"card:f": 1}, {"card:d": 1})
    assert where(match) == "tile:19", "distance 3, hopping over the human on 18"
    assert {"EX-61", "EX-66"} <= set(move.citations)


def test_expeditions_without_enough_glory_the_mech_goes_the_distance_and_wraps() -> None:
    match = automa(glory=0, mech="tile:20", human="tile:14")
    turn(match, "decision:1")
    assert where(match) == "tile:15", "round the end and over the human on the westernmost tile"


def test_expeditions_a_target_on_the_own_tile_is_explored_on_the_spot() -> None:
    match = automa(glory=1)
    move = turn(match, "decision:1")
    assert where(match) == "tile:14"
    assert shown(match, "automa") == {"map": 1}
    assert shown(match, "tile:14") == {"mech:north": 1, "face-up": 1}
    assert "EX-65" in move.citations


def test_expeditions_the_humans_tile_is_no_target_and_not_counted() -> None:
    match = automa(glory=1)
    turn(match, "decision:1")
    match.rule([Changed("glory", 1, 3)], STAMP, clause="test", reason="two more")
    turn(match, "decision:3", "card:d")
    assert where(match) == "tile:16", "15 has a map token too, but the human stands there"


def test_expeditions_a_turn_is_taken_back_whole() -> None:
    match = automa(glory=0, mech="tile:16")
    ground = match.head
    before = match.table.copy()
    turn(match, "decision:3", "card:f")
    match.take_back(ground, STAMP, judge=True)
    assert match.table == before


def test_expeditions_a_sealed_automa_plays_by_itself_and_the_same_again() -> None:
    seed = b"automa" * 6
    match = ex.expeditions(chance="sealed", seed=seed)
    (first,) = match.play(1, ex.AutomaTurn(), match.chance(seed=seed), STAMP)
    match.take_back(0, STAMP, judge=True)
    (second,) = match.play(1, ex.AutomaTurn(), match.chance(seed=seed), STAMP)
    assert (first.facts, first.outcomes) == (second.facts, second.outcomes)
