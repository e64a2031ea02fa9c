"""The second reading of Robinson's versus rules is consistent: its cases are complete, its model plays them."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tests.depth import times
from tests.domain.robinson.second.cases import READING
from tests.domain.robinson.second.model import Island, Move, Player, Space, State, after, built, legal, night, refusal

LINE = Island(
    near={1: frozenset({2}), 2: frozenset({1, 3}), 3: frozenset({2, 4}), 4: frozenset({3, 5}), 5: frozenset({4})},
    terrain={1: "beach", 2: "hills", 3: "mountain"},
    sources={1: frozenset({"wood"}), 2: frozenset({"wood", "food"}), 3: frozenset({"food"})},
)
ATTACK = Space("attack", 1)


def table(a: Player, b: Player, *more: Player, **what: object) -> State:
    return replace(State(LINE, (a, b, *more)), **what)  # type: ignore[arg-type]


def placed(state: State, *spaces: Space) -> State:
    for space in spaces:
        state = after(state, Move("place", space))
    return state


def fight(a: Player, b: Player, used: bool = False, **what: object) -> State:
    state = table(replace(a, pawns=1), replace(b, pawns=0), **what)
    return after(placed(state, ATTACK), Move("defend", yes=used))


def test_every_sentence_has_its_cases() -> None:
    assert not READING.gaps


def test_pawns_are_placed_one_at_a_time_until_all_are_out() -> None:
    state = table(Player(1, pawns=3), Player(3), first=1, turn=1)
    order = []
    while state.phase == "place":
        order.append(state.turn)
        state = placed(state, Space("camp", what="rest"))
    assert order == [1, 0, 1, 0, 0]


def test_only_camp_spaces_are_shared() -> None:
    state = placed(table(Player(1), Player(3)), Space("gather", 2, "wood"))
    assert refusal(state, 1, Space("gather", 2, "wood")) == "Action 2"
    assert not refusal(state, 1, Space("gather", 2, "food"))
    state = placed(table(Player(1), Player(3)), Space("camp", what="weapon"))
    assert not refusal(state, 1, Space("camp", what="weapon"))


def test_nobody_gathers_beside_an_enemy_camp() -> None:
    assert refusal(table(Player(1), Player(2)), 0, Space("gather", 2, "wood")) == "Action 5"
    assert not refusal(table(Player(1), Player(2, life=0)), 0, Space("gather", 2, "wood"))


@pytest.mark.parametrize(
    ("camp", "pawns", "why"), [(1, 1, ""), (2, 1, ""), (3, 2, ""), (3, 1, "Attack 2"), (4, 2, "Attack 2"), (4, 3, "")]
)
def test_an_attack_asks_for_a_pawn_for_each_step(camp: int, pawns: int, why: str) -> None:
    assert refusal(table(Player(1, pawns=pawns), Player(camp)), 0, ATTACK) == why


def test_one_attacker_a_camp_and_no_pawn_too_many() -> None:
    state = placed(table(Player(1), Player(2), Player(3), turn=0), ATTACK)
    state = placed(state, Space("camp", what="rest"))
    assert refusal(state, 2, ATTACK) == "Action 2"
    assert refusal(placed(state, Space("camp", what="rest")), 0, ATTACK) == "Attack 2"


def test_terrain_and_items_are_asked_for() -> None:
    state = table(
        Player(1), Player(3), inventions=frozenset({"map", "spear"}),
        terrain_of={"map": frozenset({"mountain"})}, items_of={"spear": frozenset({"knife"})},
    )  # fmt: skip
    assert refusal(state, 0, Space("build", 0, "map")) == "Requirements 1"
    assert refusal(state, 0, Space("build", 0, "spear")) == "Requirements 2"
    assert not refusal(replace(state, turn=1), 1, Space("build", 0, "map"))
    assert refusal(built(state, 1, "map"), 0, Space("build", 0, "map")) == "Action 9"


@pytest.mark.parametrize(
    ("weapons", "palisade", "used", "lives"),
    [((3, 1), 0, False, (12, 10)), ((1, 3), 0, False, (10, 12)), ((2, 2), 0, False, (12, 12)),
     ((3, 1), 2, False, (12, 10)), ((3, 1), 2, True, (12, 12)), ((3, 1), 3, True, (11, 12))],
)  # fmt: skip
def test_a_fight(weapons: tuple[int, int], palisade: int, used: bool, lives: tuple[int, int]) -> None:
    state = fight(Player(1, weapon=weapons[0]), Player(2, weapon=weapons[1], palisade=palisade), used)
    assert tuple(player.life for player in state.players) == lives
    assert state.players[1].palisade == palisade - used
    assert state.players[1].weapon == weapons[1]


def test_who_wins_as_attacker_may_select_a_reward() -> None:
    state = fight(Player(1, weapon=2), Player(2), rewards=("steal", "food"))
    assert [move.what for move in legal(state)] == ["", "steal", "food"]
    assert fight(Player(1), Player(2, weapon=1), rewards=("steal",)).phase == "end"


@pytest.mark.parametrize("taken", [True, False])
def test_the_winner_may_take_what_the_dead_leave(taken: bool) -> None:
    weak = Player(2, life=2, wood=2, items=frozenset({"rope"}), cards=frozenset({"pistol"}))
    state = after(fight(Player(1, weapon=5), weak), Move("claim", yes=taken))
    assert state.players[0].wood == 2 * taken
    assert ("rope" in state.players[0].items) == taken
    assert ("rope" in state.inventions) != taken
    assert state.players[1].life == state.players[1].wood == 0
    lost = fight(replace(weak, camp=1), Player(2, weapon=5))
    assert (lost.phase, lost.turn) == ("claim", 1)


def test_a_dead_attacker_fights_no_more() -> None:
    state = table(Player(2, weapon=5, pawns=1), Player(1, life=1, pawns=1), Player(3, pawns=0))
    state = after(placed(state, ATTACK, Space("attack", 0)), Move("defend"))
    assert after(state, Move("claim")).phase == "end"


def test_the_night_feeds_each_alone_and_moves_camps_in_order() -> None:
    state = night(table(Player(1, food=2, shelter=True, roof=3, palisade=1), Player(2, food=0, shelter=True), first=1))
    assert state.turn == 1
    state = after(after(state, Move("eat")), Move("eat"))
    assert [(one.life, one.food) for one in state.players] == [(12, 1), (10, 0)]
    assert [move.space.at for move in legal(state)] == [2, 3]
    state = after(state, Move("camp", Space("", 3)))
    assert [move.space.at for move in legal(state)] == [1, 2]
    state = after(state, Move("camp", Space("", 2)))
    assert (state.players[0].roof, state.players[0].palisade, state.phase) == (2, 1, "end")


def test_who_starves_gives_inventions_back_to_the_board() -> None:
    state = night(table(Player(1, life=2, items=frozenset({"rope"})), Player(2, food=1)))
    state = after(state, Move("eat"))
    assert state.inventions == {"rope"}
    assert after(state, Move("eat")).phase == "camp"


@pytest.mark.parametrize("seed", range(times(5, 40)))
def test_any_match_goes_on(seed: int) -> None:
    chance = random.Random(seed)
    players = [Player(camp, weapon=chance.randrange(4), palisade=chance.randrange(3), life=4) for camp in (1, 2, 3)]
    state = State(LINE, tuple(players), inventions=frozenset({"rope"}), rewards=("food",))
    for _ in range(6):
        while state.phase != "end":
            state = after(state, chance.choice(legal(state)))
        if len([one for one in state.players if one.life]) < 2:
            return
        state = night(state)
        while state.phase != "end":
            state = after(state, chance.choice(legal(state)))
        left = [seat for seat, one in enumerate(state.players) if one.life]
        if len(left) < 2:
            return
        camps = [state.players[seat].camp for seat in left]
        assert len(camps) == len(set(camps))
        fresh = tuple(replace(one, pawns=2 * (one.life > 0)) for one in state.players)
        state = replace(state, players=fresh, phase="place", first=left[0], turn=left[0])


def test_camps_that_begin_on_one_tile_may_both_stay() -> None:
    state = night(table(Player(1), Player(1)))
    state = after(after(state, Move("eat")), Move("eat"))
    assert Move("camp", Space("", 1)) in legal(state)
    assert Move("camp", Space("", 1)) in legal(after(state, Move("camp", Space("", 2))))
