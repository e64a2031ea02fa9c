"""The second reading of Tomb Raider's manual is consistent: its cases are complete, its model plays them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.depth import times
from tests.domain.tomb_raider.second.cases import READING
from tests.domain.tomb_raider.second.model import (  # fmt: skip
    Card,
    Explorer,
    Move,
    Obstacle,
    Spot,
    State,
    Tile,
    ability,
    after,
    begun,
    can_find,
    can_move,
    can_save,
    can_search,
    connected,
    cut_off,
    draws,
    exits,
    laid,
    last_place,
    legal,
    life,
    may_offer,
    reloaded,
    search_dice,
    suffered,
    treasure_places,
    unknown,
)

ALL = frozenset(range(4))
FORWARD, RIGHT, BACK, LEFT = range(4)
CROSS = Card("cross", ALL, danger=3, look=2)
ROOM = Card("room", ALL, least=4, treasure=True)
WOLF = Obstacle("wolf", 4, (("fight", 8), ("movement", 9)), ("damage",), life=2)
TRAP = Obstacle("trap", 3, (("search", 7),), ("stuck",))


def table(*explorers: Explorer, tiles: dict[Spot, Tile] | None = None, deck: tuple[Card, ...] = (CROSS,) * 9) -> State:
    lying = {(1, 1): Tile(CROSS), **(tiles or {})}
    return State(3, 6, lying, explorers or (Explorer((1, 1)),), (*deck, ROOM))


def go(way: int) -> Move:
    return Move("go", way)


def test_every_sentence_has_its_cases() -> None:
    assert not READING.gaps


def test_nothing_leads_over_the_edge_or_behind_the_entrance() -> None:
    assert exits(table(), (1, 1)) == {FORWARD, RIGHT}
    assert exits(table(tiles={(3, 6): Tile(CROSS)}), (3, 6)) == {LEFT, BACK}


def test_a_new_location_has_its_bottom_where_the_explorer_came_from() -> None:
    bend = Card("bend", frozenset({BACK, LEFT}))
    state = after(table(deck=(bend,)), go(RIGHT), drawn=[bend])
    assert exits(state, (2, 1)) == {LEFT, FORWARD}
    state = after(table(deck=(bend,)), go(FORWARD), drawn=[bend])
    assert exits(state, (1, 2)) == {BACK}


def test_a_location_without_an_exit_back_is_a_way_without_return() -> None:
    away = Card("away", frozenset({FORWARD}))
    state = after(table(deck=(away,)), go(FORWARD), drawn=[away])
    assert exits(state, (1, 2)) == {FORWARD}
    walled = {**state.tiles, (1, 3): Tile(Card("wall", frozenset()))}
    assert connected(replace(state, tiles=walled), (1, 2)) == {(1, 2), (1, 3)}


def test_added_and_blocked_exits() -> None:
    shut = Tile(CROSS, blocked=frozenset({RIGHT}))
    assert exits(table(tiles={(1, 1): shut}), (1, 1)) == {FORWARD}
    wall = Tile(Card("wall", frozenset()), added=frozenset({RIGHT}))
    assert exits(table(tiles={(1, 1): wall}), (1, 1)) == {RIGHT}


def test_the_treasure_room_is_drawn_again_where_it_is_too_early() -> None:
    state = table(deck=(CROSS,))
    with pytest.raises(ValueError, match="Explore 4"):
        after(state, go(FORWARD), drawn=[ROOM])
    state = after(state, go(FORWARD), drawn=[ROOM, CROSS])
    assert state.deck == (ROOM,)


def test_the_last_place_gets_the_treasure_room_face_down() -> None:
    tiles = {(column, depth): Tile(CROSS) for column in (1, 2, 3) for depth in (4, 5, 6)}
    del tiles[2, 5], tiles[3, 6]
    state = last_place(table(tiles=tiles))
    assert treasure_places(state) == {(2, 5), (3, 6)}
    state = last_place(table(tiles={**tiles, (2, 5): Tile(CROSS)}))
    assert state.tiles[3, 6].card == ROOM
    assert unknown(state, (3, 6))
    assert ROOM not in state.deck


def test_cut_off() -> None:
    closed = {(1, 1): Tile(Card("a", frozenset({FORWARD}))), (1, 2): Tile(Card("b", frozenset({BACK})))}
    assert cut_off(table(tiles=closed), (1, 1))
    assert not cut_off(table(tiles={**closed, (1, 2): Tile(CROSS)}), (1, 1))
    known = {(column, depth): Tile(Card("n", frozenset())) for column in (1, 2, 3) for depth in (3, 4)}
    state = table(tiles={**closed, (1, 2): Tile(CROSS), **known, (2, 4): Tile(ROOM)}, deck=())
    assert cut_off(replace(state, deck=()), (1, 1))


def test_the_unknown_ends_the_movement() -> None:
    state = after(table(), go(FORWARD), drawn=[CROSS])
    assert legal(state) == [Move("offers")]
    assert after(state, Move("offers")).step == "done"


def test_as_many_steps_as_the_movement_each_with_its_obstacles() -> None:
    tiles = {(1, 2): Tile(CROSS, obstacles=(WOLF,)), (1, 3): Tile(CROSS), (1, 4): Tile(CROSS)}
    state = after(table(Explorer((1, 1), (3, 2, 3, 3)), tiles=tiles), go(FORWARD))
    assert go(FORWARD) not in legal(state)
    state = after(state, Move("meet", what="wolf", ability="movement"), rolled=[3])
    assert state.explorers[0].damage == 1
    state = after(state, go(FORWARD))
    assert legal(state) == [Move("stop")]
    assert after(state, Move("stop")).step == "done"


def test_where_one_began_obstacles_are_met_only_by_who_ends_there() -> None:
    tiles = {(1, 1): Tile(CROSS, obstacles=(TRAP,)), (1, 2): Tile(CROSS)}
    assert after(after(table(tiles=tiles), go(FORWARD)), Move("stop")).step == "done"
    assert legal(after(table(tiles=tiles), Move("stop"))) == [Move("meet", what="trap", ability="search")]
    back = after(after(table(tiles=tiles), go(FORWARD)), go(BACK))
    assert back.explorers[0].facing == {"trap"}


def test_every_obstacle_is_met_whatever_became_of_the_other() -> None:
    state = after(table(tiles={(1, 1): Tile(CROSS, obstacles=(TRAP, WOLF))}), Move("stop"))
    state = after(state, Move("meet", what="trap", ability="search"), rolled=[3])
    assert {move.what for move in legal(state)} == {"wolf"}
    assert after(state, Move("meet", what="wolf", ability="fight"), rolled=[8]).step == "done"


def test_a_fight_wears_an_obstacle_down() -> None:
    state = after(table(tiles={(1, 1): Tile(CROSS, obstacles=(WOLF,))}), Move("stop"))
    state = after(state, Move("meet", what="wolf", ability="fight"), rolled=[9])
    assert state.tiles[1, 1].damage == {"wolf": 1}
    assert not can_search(state, state.explorers[0])
    state = after(begun(replace(state, turn=2), 0), Move("stop"))
    state = after(state, Move("meet", what="wolf", ability="fight"), rolled=[9])
    assert state.tiles[1, 1].obstacles == ()


def test_stuck_through_the_whole_next_turn() -> None:
    state = after(table(tiles={(1, 2): Tile(CROSS, obstacles=(TRAP,)), (1, 3): Tile(CROSS)}), go(FORWARD))
    state = after(state, Move("meet", what="trap", ability="search"), rolled=[3])
    assert state.step == "done"
    assert not can_search(state, state.explorers[0])
    state = begun(replace(state, turn=2), 0)
    assert legal(state) == [Move("stop")]
    state = after(after(state, Move("stop")), Move("meet", what="trap", ability="search"), rolled=[7])
    assert can_search(state, state.explorers[0])
    assert can_move(begun(replace(state, turn=3), 0), state.explorers[0])


def test_stuck_on_the_way_ends_the_movement_and_leaves_the_other_obstacles_to_meet() -> None:
    state = after(table(tiles={(1, 2): Tile(CROSS, obstacles=(TRAP, WOLF))}), go(FORWARD))
    state = after(state, Move("meet", what="trap", ability="search"), rolled=[3])
    assert (state.step, {move.what for move in legal(state)}) == ("meet", {"wolf"})


def test_offers() -> None:
    explorers = Explorer((1, 1)), Explorer((3, 4)), Explorer((1, 3)), Explorer((2, 2))
    state = after(table(*explorers), go(FORWARD), drawn=[CROSS])
    assert not may_offer(state, 0, WOLF)
    assert may_offer(state, 1, replace(WOLF, danger=5))
    assert not may_offer(state, 1, replace(WOLF, danger=6))
    assert laid(state, [(1, TRAP), (2, WOLF)]) == (2, WOLF)
    assert laid(state, [(1, WOLF), (3, WOLF)]) == (3, WOLF)
    assert laid(state, [(3, WOLF), (2, WOLF)]) == (2, WOLF)
    state = after(state, Move("offers"), offers=[(1, TRAP), (2, WOLF)])
    assert state.tiles[1, 2].obstacles == (WOLF,)
    assert state.explorers[0].facing == {"wolf"}


def test_an_attack_comes_before_the_obstacles_and_hurts_the_loser() -> None:
    state = table(Explorer((1, 1)), Explorer((1, 1)), tiles={(1, 1): Tile(CROSS, obstacles=(TRAP,))})
    state = after(state, Move("stop"))
    assert legal(state) == [Move("attack", seat=-1), Move("attack", seat=1)]
    won = after(state, Move("attack", seat=1), rolled=[9, 7])
    assert [one.damage for one in won.explorers] == [0, 1]
    assert [one.fought for one in won.explorers] == [True, False]
    assert legal(won) == [Move("meet", what="trap", ability="search")]
    lost = after(replace(state, explorers=(replace(state.explorers[0], damage=1), state.explorers[1])),
                 Move("attack", seat=1), rolled=[7, 9])  # fmt: skip
    assert (lost.explorers[0].dead, lost.step) == (True, "done")


def test_life_is_the_lowest_ability() -> None:
    one = Explorer((1, 1), (3, 4, 3, 2))
    assert life(one) == 2
    assert life(replace(one, damage=2, extra=1)) == 1
    hurt = suffered(one, ("injured intelligence",), 1)
    assert (ability(hurt, "intelligence"), life(hurt), hurt.dead) == (1, 1, False)
    assert suffered(hurt, ("injured intelligence",), 1).dead
    assert suffered(replace(one, damage=1), ("injured intelligence",), 1).dead
    assert not suffered(one, ("injured fight",), 1).dead
    assert reloaded(replace(hurt, saved=(2, 3), damage=1, stuck=4)) == replace(one, at=(2, 3), saved=(2, 3))


@pytest.mark.parametrize(("hand", "drawn"), [(0, 4), (1, 2), (6, 2), (7, 1), (8, 0), (9, 0)])
def test_drawing(hand: int, drawn: int) -> None:
    assert draws(hand, 2) == drawn


def test_searching_and_saving() -> None:
    state = table(tiles={(1, 1): Tile(replace(CROSS, save=True))})
    (one,) = state.explorers
    assert search_dice(state, one) == 5
    assert can_find(state, one, 9, 9)
    assert not can_find(state, one, 10, 9)
    assert can_save(state, one)
    assert not can_save(state, replace(one, dead=True))
    empty = replace(state, tiles={(1, 1): Tile(CROSS, empty=True)})
    assert not can_find(empty, one, 9, 9)


@pytest.mark.parametrize("seed", range(times(5, 30)))
def test_any_match_goes_on(seed: int) -> None:
    chance = random.Random(seed)
    cards = [Card(str(one), frozenset(chance.sample(range(4), 3)), chance.randrange(4)) for one in range(30)]
    start = Explorer((1, 1)), Explorer((3, 1), entrance=(3, 1))
    state = table(*start, tiles={(3, 1): Tile(CROSS)}, deck=tuple(cards))
    for turn in range(1, 25):
        for seat in (0, 1):
            state = begun(replace(state, turn=turn), seat)
            while moves := legal(state):
                move, drawn = chance.choice(moves), list[Card]()
                if move.kind == "go":
                    spot = state.explorers[seat].at
                    spot = (spot[0] + (move.way == 1) - (move.way == 3), spot[1] + (move.way == 0) - (move.way == 2))
                    while spot not in state.tiles and not (drawn and drawn[-1].least <= spot[1]):
                        drawn.append(chance.choice(state.deck))
                rolled = chance.sample(range(2, 14), 2)
                offers = [(1 - seat, one) for one in (WOLF, TRAP) if chance.random() < 0.3]
                offers = [offer for offer in offers if may_offer(state, *offer)]
                state = after(state, move, drawn=drawn, rolled=rolled, offers=offers[:1])
        state = replace(state, explorers=tuple(reloaded(one) if one.dead else one for one in state.explorers))
        assert sum(tile.card.treasure for tile in state.tiles.values()) + sum(one.treasure for one in state.deck) == 1
        assert len(state.tiles) + len(state.deck) == 33
