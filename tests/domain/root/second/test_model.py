"""The second reading of section 16 is consistent: its cases are complete, its model plays them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.depth import times
from tests.domain.root.second import model
from tests.domain.root.second.cases import READING
from tests.domain.root.second.model import Board, Border, Draft, Hire, Hiring, Item, Pair, Place, Special, Vagabond


def pair(one: int, other: int) -> Pair:
    return frozenset({one, other})


# 1 - 2 - 3 - 4 in a row, 1 - 5, 3 - 5; a river from 2 to 5; woods: a (1 2 5), b (2 3 5), c beyond 2 - 3 (2 3 6)
ROW = Board(
    paths=frozenset({pair(1, 2), pair(2, 3), pair(3, 4), pair(1, 5), pair(3, 5), pair(3, 6), pair(2, 6)}),
    rivers=frozenset({pair(2, 5)}),
    areas={"a": frozenset({1, 2, 5}), "b": frozenset({2, 3, 5}), "c": frozenset({2, 3, 6})},
    borders=(Border(("a", "b"), "river", pair(2, 5)), Border(("b", "c"), "path", pair(2, 3))),
)
LAKE = Board(
    paths=frozenset({pair(1, 2), pair(2, 3), pair(3, 1), pair(3, 4)}),
    areas={"x": frozenset({1, 2}), "y": frozenset({2, 3}), "z": frozenset({3, 1}), "w": frozenset({1})},
    shore=(1, "x", 2, "y", 3, "z", 1, "w"),
    ferry=1,
)


def test_every_sentence_has_its_cases() -> None:
    assert not READING.gaps


def test_a_river_divides_forests_in_winter_only() -> None:
    assert model.forest(ROW, "a") == {"a", "b"}
    assert model.touched(ROW, "a") == {1, 2, 3, 5}
    winter = replace(ROW, winter=True)
    assert model.touched(winter, "a") == {1, 2, 5}
    assert model.next_forests(winter, "b") == {frozenset({"a"}), frozenset({"c"})}
    assert not model.adjacent(winter, 2, 5)


def test_a_closed_path_is_no_way_but_still_divides() -> None:
    shut = replace(ROW, closed=frozenset({pair(2, 3)}))
    assert not model.adjacent(shut, 2, 3)
    assert model.next_forests(shut, "c") == {frozenset({"a", "b"})}
    assert model.may_open(shut, pair(2, 3), {3}, 1, opened_this_turn=False)
    assert not model.may_open(shut, pair(2, 3), {4}, 1, opened_this_turn=False)
    assert not model.may_open(shut, pair(2, 3), {3}, 0, opened_this_turn=False)
    assert not model.may_open(shut, pair(2, 3), {3}, 1, opened_this_turn=True)
    assert not model.may_open(shut, pair(1, 2), {1}, 1, opened_this_turn=False)
    assert model.adjacent(model.opened(shut, pair(2, 3)), 2, 3)


def test_the_lake_joins_the_shore() -> None:
    assert model.by_river(LAKE, 1, 3)
    assert not model.by_river(LAKE, 1, 4)
    assert model.next_forests(replace(LAKE, shore=LAKE.shore[:6]), "x") == {frozenset("y"), frozenset("z")}
    assert model.next_forests(LAKE, "x") == {frozenset("y"), frozenset("w")}


def test_the_ferry() -> None:
    far = replace(LAKE, paths=LAKE.paths - {pair(1, 3)})
    assert model.may_move(far, 1, 3, "ferry", {1})
    assert model.may_move(far, 1, 3, "ferry", {3})
    assert not model.may_move(far, 1, 3, "ferry", {2})
    assert not model.may_move(far, 1, 3, "path", {1})
    assert not model.may_move(far, 1, 4, "ferry", {1})
    assert not model.may_move(far, 2, 3, "ferry", {2})
    assert not model.may_move(replace(far, scorched=frozenset({3})), 1, 3, "ferry", {1})
    moved, cards = model.after_ferry(far, 3)
    assert (moved.ferry, cards) == (3, 1)
    assert not model.may_move(moved, 3, 1, "ferry", {3})
    assert model.may_move(replace(moved, ferried=False), 3, 1, "ferry", {3})


MILITANTS = ("cats", "birds", "moles", "rats", "badgers")
INSURGENTS = ("mice", "fox", "otters", "crows")


def test_the_last_insurgent_is_locked_until_a_militant_is_chosen() -> None:
    draft = model.dealt(3, MILITANTS, INSURGENTS, ["cats", "fox", "birds", "mice"])
    assert (model.chooser(draft), model.legal_choices(draft)) == (2, ["cats", "fox", "birds"])
    draft = model.after_choice(draft, "fox")
    assert model.legal_choices(draft) == ["cats", "birds"]
    draft = model.after_choice(draft, "birds")
    assert (model.chooser(draft), model.legal_choices(draft)) == (0, ["cats", "mice"])
    assert model.legal_choices(model.after_choice(draft, "mice")) == []


@pytest.mark.parametrize(
    ("players", "cards", "why"),
    [(3, ["fox", "cats", "birds", "mice"], "I 1"), (3, ["cats", "fox", "mice"], "I 3"),
     (2, ["cats", "birds", "mice"], r"I\.a 1"), (3, ["cats", "cats", "fox", "mice"], "I 3")],
)  # fmt: skip
def test_a_wrong_deal(players: int, cards: list[str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        model.dealt(players, MILITANTS, INSURGENTS, cards)


def test_nothing_is_locked_if_the_last_card_is_a_militant() -> None:
    assert model.dealt(2, MILITANTS, INSURGENTS, ["cats", "birds", "moles"]).locked == ""
    assert isinstance(model.dealt(3, MILITANTS, INSURGENTS, ["cats", "mice", "fox", "rats"]), Draft)


def test_homelands_as_far_away_as_can_be() -> None:
    line = Board(paths=frozenset({pair(1, 2), pair(2, 3), pair(3, 4), pair(4, 5)}))
    everywhere = {1, 2, 3, 4, 5}
    assert model.homelands(line, 2, {1}, everywhere) == {4, 5}
    assert model.homelands(line, 1, {1}, everywhere) == {3, 4, 5}
    assert model.homelands(line, 0, {1}, everywhere) == {2, 3, 4, 5}
    assert model.homelands(line, 2, {1, 5}, everywhere) == {3}
    assert model.homelands(line, 2, {1, 4}, everywhere) == {2, 3, 5}
    assert model.homelands(line, 1, {1}, {1, 2}) == {2}
    assert model.homelands(line, 0, {1}, {1}) == set()
    assert model.homelands(line, 2, set(), everywhere) == everywhere
    assert model.homelands(replace(line, closed=frozenset({pair(1, 2)})), 2, {1}, everywhere) == {2, 3, 4, 5}


def roamer(character: str, at: int = 2, *damaged: int) -> Vagabond:
    items = [Item(kind, damaged=index in damaged) for index, kind in enumerate(model.ITEMS[character])]
    return Vagabond(character, at, tuple(items))


def test_a_special_action_asks_for_a_torch() -> None:
    place = Place(hands={1: 2, 2: 0}, pieces={1: 1, 2: 1})
    thief = roamer("thief")
    assert model.legal_specials(thief, place, ROW) == [Special("steal", 1)]
    thief, _ = model.after_special(thief, ROW, Special("steal", 1))
    assert model.legal_specials(thief, place, ROW) == []
    assert model.legal_specials(roamer("thief", 2, 1), place, ROW) == []


def test_the_tinker_takes_the_suit_of_the_clearing_or_a_bird() -> None:
    place = Place("fox", discards={"one": "fox", "two": "mouse", "three": "bird"})
    assert [one.what for one in model.legal_specials(roamer("tinker"), place, ROW)] == ["one", "three"]


def test_the_ranger_repairs_up_to_three() -> None:
    ranger = replace(roamer("ranger"), items=(*roamer("ranger", 2, 0, 2, 3).items, Item("tea", damaged=True)))
    ways = model.legal_specials(ranger, Place(), ROW)
    assert {len(way.repairs) for way in ways} == {3}
    assert len(ways) == 4
    ranger, _ = model.after_special(ranger, ROW, ways[0])
    assert sum(item.damaged for item in ranger.items) == 1


def test_the_vagrant_chooses_two_others() -> None:
    place = Place(warriors={1: 2, 2: 0}, pieces={1: 2, 2: 1})
    assert model.legal_specials(roamer("vagrant"), place, ROW) == [Special("instigate", 1, 2)]


def test_the_scoundrel_burns_a_clearing_for_good() -> None:
    one, board = model.after_special(roamer("scoundrel", 2), ROW, Special("scorch"))
    assert [item.kind for item in one.items] == ["boot", "boot", "crossbow"]
    assert not model.may_move(board, 1, 2, "path", {1, 2})
    assert model.may_move(board, 2, 1, "path", {1, 2})
    assert model.legal_specials(roamer("scoundrel", 0), Place(), ROW) == []
    assert Special("glide", at=2) not in model.legal_specials(roamer("harrier", 1), Place(), board)


def test_the_arbiter() -> None:
    arbiter = roamer("arbiter", 2, 3)
    assert model.may_enlist(arbiter, 3, 2, defender=1)
    assert not model.may_enlist(arbiter, 3, 2, defender=3)
    assert not model.may_enlist(arbiter, 3, 4, defender=1)
    assert model.rolled_hits(3, 1, arbiter) == 2
    assert model.rolled_hits(3, 1) == 1


def test_the_adventurer_improvises_one_item() -> None:
    items = roamer("adventurer").items
    assert model.quest_ways(items, ("boot", "sword"), improvised=False) == {(0, 1, 1), (0, 2, 2)}
    assert model.quest_ways(items, ("boot", "sword"), improvised=True) == set()
    assert model.quest_ways(items, ("sword", "sword"), improvised=False) == set()
    assert (0, 1, -1) in model.quest_ways(items, ("torch", "boot"), improvised=True)


def hiring(*scores: int | None) -> Hiring:
    return Hiring(scores, frozenset({"x", "y", "z"}))


def test_markers_on_the_way_are_taken_once() -> None:
    state = model.scored(hiring(3, 3), 0, 6)
    assert state.waiting[0] == 2
    assert state.track == {12}
    assert model.scored(state, 1, 1).waiting[1] == 0


@pytest.mark.parametrize(
    ("scores", "number"), [((12, 9), 2), ((12, 12), 2), ((9, 12), 3), ((None, 9), 3), ((5, None), 2)]
)
def test_the_first_counts_gold_only(scores: tuple[int | None, int | None], number: int) -> None:
    assert model.pips(hiring(*scores), 0, 2, 1) == number


def test_control_passes_on() -> None:
    state = model.scored(hiring(3, 0, 0), 0, 1)
    state = model.after_hire(state, Hire("end"))
    assert model.legal_hires(state) == [Hire("take", card) for card in "xyz"]
    state = model.after_hire(state, Hire("take", "x"), gold=1, other=1)
    assert (state.turn, state.control) == (1, {"x": 1})
    state = model.after_hire(model.after_hire(state, Hire("end")), Hire("end"))
    assert (state.turn, state.control) == (0, {"x": 1})
    state = model.after_hire(state, Hire("end"))
    assert model.legal_hires(state) == [Hire("give", "x", 1), Hire("give", "x", 2)]
    state = model.after_hire(state, Hire("give", "x", 1), gold=1, other=1)
    assert (state.turn, state.holder, state.control) == (1, {"x": 1}, {"x": 2})
    assert model.after_hire(state, Hire("end")).control == {"x": 1}


def test_rule_and_enmity() -> None:
    assert model.ruler({0: 1, "x": 2, 1: 2}, {"x": 0}) == 0
    assert model.ruler({"x": 2, 1: 1}, {"x": 0}) == 0
    assert model.ruler({"x": 3, 1: 2}, {}) == "x"
    assert model.ruler({"x": 2, 1: 2}, {}) is None
    assert not model.enemies("x", 0, {"x": 0})
    assert model.enemies("x", 0, {})
    assert not model.enemies("x", 2, {"x": 0}, {0, 2})
    assert model.enemies("x", 1, {"x": 0}, {0, 2})


@pytest.mark.parametrize("seed", range(times(5, 20)))
def test_hirelings_are_never_lost(seed: int) -> None:
    chance = random.Random(seed)
    state = hiring(0, 0, 0)
    for _ in range(60):
        if state.step == "turn":
            state = model.scored(state, chance.randrange(3), chance.randrange(3))
        hire = chance.choice(model.legal_hires(state))
        state = model.after_hire(state, hire, chance.randint(1, 2), chance.randint(0, 2))
        assert set(state.supply) | set(state.holder) == {"x", "y", "z"}
        assert len(state.track) + sum(state.waiting.values()) + len(state.holder) == 3
