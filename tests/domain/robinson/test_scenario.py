"""What scenarios say: events, totems, books, pyres, relics, how they are won (RC-14, RC-60, RC-S2 to RC-S9)."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games.robinson.actions.effects import ChooseSide, PutBack, TakeFrom
from tablescribe.domain.games.robinson.actions.fights import NoReward, TakeReward
from tablescribe.domain.games.robinson.actions.night import Stay
from tablescribe.domain.games.robinson.actions.placing import Arrange, Attack, Build, Explore, Gather, Rest
from tablescribe.domain.games.robinson.actions.scenario import FeedPyre, LeavePyre
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal, Play
from tablescribe.domain.table.names import AWAITS
from tests.domain.robinson.cases import CASES
from tests.domain.robinson.table import all_arrange, all_rest, given, goods, number, play_it, when
from tests.support import STAMP

NIGHT = 1
"""The heart that a night in the open costs; everybody has 1 food to eat."""

MET = ("blank", "success", "adventure")
"""Dice that succeed and show an adventure."""


def racing(*, pyres: dict[int, tuple[int, ...]] | None = None, **position: Any) -> Match:
    """Return a match of the Signal Race in which so much wood lies on the stages of pyres."""

    def lay(play: Play) -> None:
        for seat, stages in (pyres or {}).items():
            for stage, n in enumerate(stages, start=1):
                play.move("wood", n, "supply", f"pyre:{seat}:{stage}")

    return given(scenario="signal_race", more=lay, **position)


def with_relics(relics: dict[int, int], **position: Any) -> Match:
    """Return a match of the Idols in which players have relics."""

    def lay(play: Play) -> None:
        for seat, n in relics.items():
            play.move("relic", n, "supply", f"goods:{seat}")

    return given(more=lay, **position)


def winners(match: Match) -> tuple[int, ...]:
    """Close a finished match, and return the winners."""
    return match.close(STAMP).result.winners


# --- books ------------------------------------------------------------------------------------


@CASES.obeys("RC-14")
def a_book_brings_wood_to_the_poorest_pyre() -> Match:
    """Seat 1 has a full stage, seat 2 has none: seat 2 has 1 wood, 1 from the book and 1 from its tile."""
    match = all_rest(racing(pyres={1: (1,)}), "icon:book")
    assert (number(match, "round"), goods(match, "stock:1")["wood"], goods(match, "stock:2")["wood"]) == (2, 2, 3)
    return match


CASES.forged("RC-14")


@CASES.obeys("RC-S9")
def a_relic_costs_its_holder_determination_or_a_heart() -> Match:
    """The idols are restless: seat 1 chooses, seat 2, who has no relic, gains determination; then morale gives 1."""
    match = all_arrange(with_relics({1: 1}, levels={"determination:1": 1, "determination:2": 1}), "icon:book")
    assert (match.table.get(AWAITS), match.to_act) == ("side", (1,))
    when(match, (1, ChooseSide(side="determination-1")))
    assert number(match, "determination:1") == 1 + 4 - 1 + 1
    assert number(match, "determination:2") == 1 + 4 + 1 + 1
    return match


@CASES.breaks("RC-S9")
def a_choice_that_nobody_has() -> None:
    when(given(), (1, ChooseSide(side="wood+1")))


def test_without_determination_a_relic_costs_a_heart() -> None:
    match = all_rest(with_relics({1: 1}, levels={"determination:1": 0}), "icon:book")
    assert number(match, "hearts:1") == 13 - NIGHT - 1
    assert number(match, "determination:1") == 1


# --- special events ---------------------------------------------------------------------------


@CASES.obeys("RC-60")
def a_hidden_hollow_hurts_who_has_no_weapon() -> Match:
    """Two gather with one pawn and meet it: both have 1 food more, and seat 2, without a weapon, a wound."""
    match = racing(levels={"weapon:1": 1}, tiles={4: 6, 5: 10})
    when(match, (1, Gather(space=4, side="right")), (2, Gather(space=5, side="left")), (1, Arrange()))
    play_it(match, 2, Arrange(), *MET, *MET)
    when(match, (1, Stay()), (2, Stay()))
    assert [number(match, f"hearts:{seat}") for seat in (1, 2)] == [13 - NIGHT, 13 - 1 - NIGHT]
    for seat in (1, 2):
        assert goods(match, f"stock:{seat}") == {"food": 1, "wood": 3}, "1 food eaten, 1 spoiled, round 2 gave 1"
    return match


CASES.forged("RC-60")


def test_a_loose_beam_gives_determination_or_wood_for_a_wound() -> None:
    for side, hearts, wood in (("determination+1", 13 - NIGHT, 1), ("wounds-1 wood+1", 13 - 1 - NIGHT, 2)):
        match = racing(stock={1: {"food": 1, "wood": 1}})
        when(match, (1, Build(track="weapon")), (2, Arrange()), (1, Arrange()))
        play_it(match, 2, Arrange(), *MET)
        when(match, (1, ChooseSide(side=side)))
        assert (number(match, "hearts:1"), goods(match, "stock:1")["wood"]) == (hearts, wood)


def test_fresh_tracks_bring_a_beast_and_food_to_the_armed() -> None:
    match = racing(levels={"weapon:1": 2, "determination:1": 0}, stock={1: {"wood": 1}})
    when(match, (1, Explore(space=4)), (2, Rest()), (1, Rest()))
    play_it(match, 2, Rest(), *MET, "tile:10", "discovery:candles")
    assert goods(match, "hunting") == {"?beast": 1}
    assert number(match, "determination:1") == 1
    assert number(match, "hearts:1") == 13 - NIGHT, "the food comes in time for the night"


def test_shored_earth_costs_food_and_raises_the_palisade() -> None:
    for shelter in (0, 1):
        match = given(levels={"shelter:1": shelter}, stock={1: {"food": 2, "wood": 1}})
        when(match, (1, Build(track="weapon")), (2, Arrange()), (1, Arrange()))
        play_it(match, 2, Arrange(), *MET)
        assert number(match, "palisade:1") == shelter, "without a shelter it is lost"
        assert number(match, "hearts:1") == 13 - (0 if shelter else NIGHT), "1 food is left to eat"


def test_a_rival_cache_takes_wood_from_somebody_richer() -> None:
    """Two are richer than seat 1, who chooses; where nobody is, there is determination."""
    match = given(seats=3, camps={2: 5}, tiles={5: 1, 1: 9, 4: 6}, stock={n: {"food": 1, "wood": n} for n in (1, 2, 3)})
    when(match, (1, Gather(space=4, side="right")))
    while match.table.number("turn") and sum(match.table.count(f"pawns:{seat}") for seat in (1, 2, 3)) > 1:
        when(match, (match.table.number("turn"), Arrange()))
    play_it(match, match.table.number("turn"), Arrange(), *MET)
    assert (match.table.get(AWAITS), match.to_act) == ("richer", (1,))
    when(match, (1, TakeFrom(target=3)))
    assert goods(match, "stock:3")["wood"] == 2
    assert goods(match, "stock:1")["wood"] == 1 + 1 + 1, "1 gathered, 1 taken"


def test_nobody_richer_is_determination_instead() -> None:
    match = given(tiles={4: 6}, stock={1: {"food": 1, "wood": 3}}, levels={"determination:1": 0})
    when(match, (1, Gather(space=4, side="right")), (2, Rest()), (1, Rest()))
    play_it(match, 2, Rest(), *MET)
    assert number(match, "determination:1") == 1


def test_from_high_ground_two_tiles_are_seen() -> None:
    match = given(chance="open")
    when(match, (1, Explore(space=4)), (2, Rest()), (1, Rest()))
    play_it(match, 2, Rest(), *MET, "tile:1", "discovery:goat", "discovery:poison", "tile:9", "tile:11")
    when(match, (1, PutBack(tile="tile:9")))
    assert [goods(match, f"top:tile:{k}") for k in (1, 2)] == [{"tile:11": 1}, {"tile:9": 1}]


# --- totems -----------------------------------------------------------------------------------


def totem(nth: int, **position: Any) -> Match:
    """Return a race in which seat 1 has just turned up the n-th totem, on tile 6."""
    match = racing(values={"totems": nth - 1}, **position)
    when(match, (1, Explore(space=4)), (2, Arrange()), (1, Explore(space=4)))
    play_it(match, 2, Arrange(), "tile:10", *(["starting:bible"] if nth == 4 else []))
    return match


def test_the_totems_of_the_race_differ() -> None:
    assert goods(totem(1), "future:1") == {"food": 1, "wood": 1}
    second = totem(2, levels={"determination:1": 0})
    assert (number(second, "hearts:1"), number(second, "determination:1")) == (12, 2)
    third = totem(3, levels={"determination:2": 3})
    assert number(third, "determination:2") == 3 - 1, "arranging the camp comes later"
    assert "starting:bible" in goods(totem(4), "starting:1")
    assert totem(5, levels={"shelter:1": 1}).table.get(AWAITS) == "side"
    assert number(totem(5), "weapon:1") == 1, "without a shelter only the weapon is left"
    sixth = totem(6, levels={"determination:1": 0})
    assert (goods(sixth, "future:1"), number(sixth, "determination:1")) == ({}, 0)


@CASES.obeys("RC-S8")
def a_totem_and_a_treasure_give_relics() -> Match:
    """Tile 10 shows a totem and brings one token, a treasure: two relics, and a beast for the hunting deck."""
    match = given()
    when(match, (1, Explore(space=4)), (2, Arrange()), (1, Explore(space=4)))
    play_it(match, 2, Arrange(), "tile:10", "discovery:treasure")
    assert goods(match, "goods:1") == {"relic": 2}
    assert goods(match, "hunting") == {"?beast": 1}
    assert goods(match, "tokens:1") == {}
    return match


CASES.forged("RC-S8")


@pytest.mark.parametrize(
    ("scenario", "sign", "key", "gained"),
    [
        ("signal_race", "sign_b", "weapon:1", 1), ("signal_race", "sign_d", "determination:1", 2),
        ("signal_race", "treasure", "determination:1", 2), ("idols", "sign_b", "weapon:1", 1),
        ("idols", "sign_c", "determination:1", 2),
    ],
)  # fmt: skip
def test_signs_do_what_the_scenario_says(scenario: str, sign: str, key: str, gained: int) -> None:
    match = given(scenario=scenario)
    before = number(match, key)
    when(match, (1, Explore(space=4)), (2, Arrange()), (1, Explore(space=4)))
    play_it(match, 2, Arrange(), "tile:11", f"discovery:{sign}")
    assert number(match, key) == before + gained


def test_the_hourglass_lays_wood_on_the_pyre() -> None:
    match = racing(pyres={1: (1,)})
    when(match, (1, Explore(space=4)), (2, Arrange()), (1, Explore(space=4)))
    play_it(match, 2, Arrange(), "tile:11", "discovery:sign_a")
    assert goods(match, "pyre:1:2") == {"wood": 1}


# --- pyres ------------------------------------------------------------------------------------


@CASES.obeys("RC-S4")
def pyres_are_fed_before_pawns_are_placed() -> Match:
    """In round 2 seat 2 leads and is asked first. Seat 1 fills its second stage, with 2 wood, and no other."""
    match = all_rest(racing(pyres={1: (1,)}, stock={1: {"wood": 4, "food": 1}}))
    assert (match.table.get(AWAITS), match.to_act) == ("feed", (2,))
    when(match, (2, LeavePyre()))
    with pytest.raises(Illegal, match="RC-S4"):
        when(match, (1, FeedPyre(wood=3)))
    when(match, (1, FeedPyre(wood=2)))
    assert [goods(match, f"pyre:1:{stage}") for stage in (1, 2, 3)] == [{"wood": 1}, {"wood": 2}, {}]
    assert goods(match, "stock:1") == {"food": 1, "wood": 3}
    assert match.table.get(AWAITS) is None
    return match


@CASES.breaks("RC-S4")
def wood_that_is_not_there() -> None:
    match = all_rest(racing(pyres={2: (1, 2)}))
    when(match, (2, FeedPyre(wood=3)))


@CASES.obeys("RC-S3", "RC-S5")
def who_can_light_a_full_pyre_while_a_ship_passes_wins() -> Match:
    """The last wood is laid, and 3 determination light it at the end of round 6."""
    match = all_rest(racing(pyres={1: (1, 2, 3)}, values={"round": 6}, levels={"determination:1": 4}))
    assert match.table.get("ending") == "objective"
    assert number(match, "determination:1") == 4 - 3
    assert number(match, "score:1") == 10 + 3 * 3 + number(match, "hearts:1") * 1
    assert winners(match) == (1,)
    return match


CASES.forged("RC-S3", "RC-S5")


def test_a_fire_lights_a_pyre_for_nothing() -> None:
    match = all_rest(racing(pyres={1: (1, 2, 3)}, values={"round": 7}, items={1: ["fire"]}))
    assert match.table.get("ending") == "objective"
    assert number(match, "determination:1") == 1


@pytest.mark.parametrize(("number_of_round", "pyre"), [(5, (1, 2, 3)), (6, (1, 2, 2))])
def test_nobody_wins_without_a_ship_or_with_a_stage_missing(number_of_round: int, pyre: tuple[int, ...]) -> None:
    match = all_rest(racing(pyres={1: pyre}, values={"round": number_of_round}, levels={"determination:1": 4}))
    assert match.table.get("ending") is None
    assert number(match, "round") == number_of_round + 1


def test_of_two_who_can_light_the_higher_score_wins() -> None:
    both: dict[int, tuple[int, ...]] = {1: (1, 2, 3), 2: (1, 2, 3)}
    match = all_arrange(racing(pyres=both, values={"round": 7}, levels={"weapon:2": 1}))
    assert match.table.get("ending") == "objective"
    assert number(match, "score:2") == number(match, "score:1") + 2
    assert winners(match) == (2,)


def test_a_reward_breaks_the_newest_stage() -> None:
    match = racing(
        pyres={2: (1, 2, 1)}, camps={2: 4}, tiles={4: 1}, levels={"weapon:1": 1}
    )  # fmt: skip
    when(match, (1, Attack(target=2)), (2, Arrange()), (1, Arrange()), (2, Arrange()))
    with pytest.raises(Illegal, match="RC-S7"):
        when(match, (1, TakeReward(reward="take_item")))
    when(match, (1, TakeReward(reward="scatter")))
    assert [goods(match, f"pyre:2:{stage}") for stage in (1, 2, 3)] == [{"wood": 1}, {"wood": 1}, {}]


# --- relics, scores ---------------------------------------------------------------------------


def test_four_relics_with_a_shelter_win_at_once() -> None:
    without = all_rest(with_relics({1: 4}))
    assert without.table.get("ending") is None
    match = all_rest(with_relics({1: 4, 2: 4}, levels={"shelter:1": 1}))
    assert match.table.get("ending") == "objective"
    assert winners(match) == (1,)


@CASES.obeys("RC-S2")
def after_the_last_round_the_highest_score_wins() -> Match:
    """Seat 1: a relic 4, 2 tiles 2, 1 item 2, a shelter 2, 12 hearts 6: 16. Seat 2: 2 relics 8, 12 hearts 6: 14."""
    match = with_relics(
        {1: 1, 2: 2}, values={"round": 8, "explored:1": 2}, levels={"shelter:1": 1, "hearts:1": 11}, items={1: ["rope"]}
    )  # fmt: skip
    match = all_rest(match)
    assert match.table.get("ending") == "last_round"
    assert [number(match, f"hearts:{seat}") for seat in (1, 2)] == [13, 12]
    assert [number(match, f"score:{seat}") for seat in (1, 2)] == [16, 14]
    assert winners(match) == (1,)
    return match


CASES.forged("RC-S2")


def test_relics_decide_between_equals_then_hearts_then_the_later_player() -> None:
    """Equal scores: 1 relic is as much as two items; then as many hearts; then who comes later."""
    match = all_rest(with_relics({2: 1}, values={"round": 8}, items={1: ["rope", "shovel"]}))
    assert number(match, "score:1") == number(match, "score:2")
    assert winners(match) == (2,)
    hearts = all_rest(given(values={"round": 8}, levels={"hearts:1": 9, "hearts:2": 8}))
    assert [number(hearts, f"hearts:{seat}") for seat in (1, 2)] == [10, 9]
    assert winners(hearts) == (1,)
    assert winners(all_rest(given(values={"round": 8}))) == (2,)


def test_a_reward_seizes_a_relic() -> None:
    match = with_relics({2: 2}, camps={2: 4}, tiles={4: 1}, levels={"weapon:1": 1})
    when(match, (1, Attack(target=2)), (2, Arrange()), (1, Arrange()), (2, Arrange()))
    when(match, (1, TakeReward(reward="seize_relic")))
    assert (goods(match, "goods:1"), goods(match, "goods:2")) == ({"relic": 1}, {"relic": 1})


def test_without_relics_there_is_none_to_seize() -> None:
    match = given(camps={2: 4}, tiles={4: 1}, levels={"weapon:1": 1})
    when(match, (1, Attack(target=2)), (2, Arrange()), (1, Arrange()), (2, Arrange()))
    with pytest.raises(Illegal, match="RC-59"):
        when(match, (1, TakeReward(reward="seize_relic")))
    when(match, (1, NoReward()))
