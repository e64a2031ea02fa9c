"""Sketches of the hardest rules of later games, which the kernel must support."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from tablescribe.domain.match.commuting import commutes
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.secrecy import told_action, told_data
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import NeedsOutcome, Outcome
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.rules.view import view
from tablescribe.domain.rules.window import awaited
from tablescribe.domain.table.table import Changed, Moved
from tests.domain.sketches import auction as au
from tests.domain.sketches import expeditions as ex
from tests.domain.sketches import robinson as rc
from tests.domain.sketches import tomb_raider as tr
from tests.support import STAMP, do


def shown(match: Match, zone: str) -> dict[str, int]:
    return match.table.pieces(zone)


def undone(match: Match, to: int) -> None:
    """Take back to a move, and check that the table is as it was."""
    again = match.line.cursor()
    again.go_to(to)
    total = match.table.total()
    match.take_back(to, STAMP, judge=True)
    assert match.table == again.table
    assert match.table.total() == total


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
    with pytest.raises(NeedsOutcome, match=r"seat:2 draws from deck:obstacle \(the offers are turned up, TR-48\)"):
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
    assert not list(legal_actions(match.opening, match.table, 1))
    again: list[tuple[int, Action]] = [(1, tr.Offer(card="?obstacle")), (2, tr.Offer(card="?obstacle"))]
    for seat, action in again:
        with pytest.raises(Illegal, match="TR-46: seat 3, seat 4 must first decide the obstacles"):
            do(match, seat, action)
    assert match.to_act == (3, 4), "nobody else's answer was taken for them"


def test_tomb_raider_an_offer_stays_hidden_until_all_have_answered() -> None:
    match = tr.tomb_raider(chance="open", outcomes=["obstacle:bear", "obstacle:bats", "obstacle:pit"])
    do(match, 1, LOCATION)
    do(match, 2, tr.Offer(card="obstacle:bear"))
    assert view(match.opening, match.table, 2).pieces("offer:2") == {"obstacle:bear": 1}
    for viewer in (1, 3, 4, None):
        assert view(match.opening, match.table, viewer).pieces("offer:2") == {"?obstacle": 1}
    move = match.moves[match.head]
    assert isinstance(move, Played)
    for viewer, told in ((2, tr.Offer(card="obstacle:bear")), (1, None), (None, None)):
        assert told_action(match.opening.game, match.moves, move, viewer) == told
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
    """Open a match with pieces where the test needs them."""
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


# --- an auction: four secret bids -------------------------------------------------------------


def test_auction_bids_come_in_any_order_and_are_opened_together() -> None:
    for order in permutations(au.SEATS):
        match = au.auction()
        do(match, 1, au.Call())
        assert match.to_act == au.SEATS
        for seat in order:
            assert match.table.get("lots") is None
            do(match, seat, au.Bid(amount=(3, 5, 1, 4)[seat - 1]))
        table = match.table
        assert (table.number("score:2"), table.count("coins:2"), table.number("lots")) == (1, 0, 1)
        assert [table.get(f"bid:{seat}") for seat in au.SEATS] == [3, 5, 1, 4], "now everybody knows them"
        assert not [key for key in table.values if key.startswith("sealed:")]


def test_auction_equal_bids_go_to_who_comes_first_from_the_caller_on() -> None:
    match = au.auction()
    for caller, winner in ((1, 2), (2, 2), (3, 4)):
        do(match, caller, au.Call())
        for seat in au.SEATS:
            played = do(match, seat, au.Bid(amount=1 if seat in (2, 4) else 0))
        assert match.table.number(f"score:{winner}") == (2 if (caller, winner) == (2, 2) else 1)
        assert "AU-4" in played[-1].citations
    assert (match.is_over, match.table.get("lots")) == (True, 3)


def test_auction_what_was_decided_on_a_version_before_others_bids_is_in_time() -> None:
    match = au.auction()
    do(match, 1, au.Call())
    seen = match.version
    for seat in (3, 1, 4, 2):
        act = au.Bid(amount=seat)
        assert commutes(match, seen, seat, act), "no other bid changes what this one means"
        do(match, seat, act)
        match.note("hm", STAMP)
        assert not commutes(match, seen, seat, act), "nobody bids twice"
    do(match, 2, au.Call())
    assert not commutes(match, seen, 1, au.Bid(amount=1)), "the bids of another lot"


@pytest.mark.parametrize("chance", ["table", "open"])
def test_auction_nobody_learns_a_bid_before_all_have_bid(chance: str) -> None:
    match = au.auction(chance=chance)
    do(match, 1, au.Call())
    (move,) = do(match, 3, au.Bid(amount=4))
    game = match.opening.game
    for viewer in (1, 2, 4, None):
        seen = view(match.opening, match.table, viewer)
        assert seen.get("sealed:3:bid:3") == "?"
        assert told_action(game, match.moves, move, viewer) is None
        assert told_data(game, match.moves, move, viewer) == {}
    assert view(match.opening, match.table, 3).get("sealed:3:bid:3") == 4
    assert told_action(game, match.moves, move, 3) == au.Bid(amount=4)
    for seat in (1, 2, 4):
        do(match, seat, au.Bid(amount=0))
    assert told_action(game, match.moves, move, 1) == au.Bid(amount=4), "opened for all"


def test_auction_a_bid_taken_back_is_asked_for_again() -> None:
    match = au.auction()
    do(match, 1, au.Call())
    ground = match.head
    for seat in au.SEATS:
        do(match, seat, au.Bid(amount=seat))
    undone(match, ground)
    assert match.to_act == au.SEATS
    match.rule([Moved("coin", 3, "coins:1", "box")], STAMP, clause="test", reason="spent")
    with pytest.raises(Illegal, match="AU-2: nobody bids more than they have"):
        do(match, 1, au.Bid(amount=3))
    with pytest.raises(Illegal, match=r"AU-2: .* must first decide the secret bid"):
        do(match, 1, au.Call())
