"""Attacking another's camp: levels, palisade, hearts, rewards, stealing (RC-42 to RC-53, RC-83 to RC-91)."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games.robinson.actions.fights import (
    ClaimNothing,
    NoPalisade,
    NoReward,
    StealInvention,
    TakeGood,
    TakeReward,
    UseInFight,
    UsePalisade,
)
from tablescribe.domain.games.robinson.actions.placing import Arrange, Attack, Build, Invent
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.table.table import Impossible
from tests.domain.robinson.cases import CASES
from tests.domain.robinson.forging import instead, lacking
from tests.domain.robinson.table import all_arrange, given, go_on, goods, number, play_it, when

ANSWERS: dict[str, Action] = {
    "bonus": UseInFight(what="starting:pistol"), "palisade": UsePalisade(), "reward": NoReward(),
    "claim": ClaimNothing(),
}  # fmt: skip
"""Answers in a fight in which everything is used, and nothing taken."""

NIGHT = 1
"""The heart that a night in the open costs; everybody has 1 food to eat."""


def attack(weapons: tuple[int, int], **position: Any) -> Match:
    """Return a match in which seat 1 attacks seat 2, whose camp is one space away, at the first question."""
    levels = {"weapon:1": weapons[0], "weapon:2": weapons[1], **position.pop("levels", {})}
    match = given(camps={2: 4}, tiles={4: 1}, levels=levels, **position)
    return when(match, (1, Attack(target=2)), (2, Arrange()), (1, Arrange()), (2, Arrange()))


# --- comparing --------------------------------------------------------------------------------


@CASES.obeys("RC-44", "RC-45", "RC-49", "RC-50")
def the_higher_level_wins_without_dice() -> Match:
    """Weapon 3 against 1: the defender loses 2 hearts, the attacker may take a reward."""
    match = attack((3, 1))
    assert (match.table.get(AWAITS), match.to_act) == ("reward", (1,))
    assert (number(match, "hearts:1"), number(match, "hearts:2")) == (13, 11)
    when(match, (1, NoReward()))
    return match


CASES.forged("RC-44", by=instead("the_stronger_loses_the_hearts", "hearts:2", "hearts:1"))
CASES.forged("RC-45", by=lacking("the_loser_loses_no_heart", "hearts:2"))


@CASES.obeys("RC-84")
def the_bonus_comes_before_the_palisade_and_death_before_the_reward() -> Match:
    """First what raises the attacker's level, then the palisade; hearts and the palisade go before the reward."""
    match = attack((1, 0), levels={"palisade:2": 1, "hearts:2": 3}, starting={1: {"pistol": 2}})
    asked = []
    while match.table.get(AWAITS) in ("bonus", "palisade", "reward", "claim"):
        asked.append((match.table.get(AWAITS), *match.to_act))
        when(match, (match.to_act[0], ANSWERS[str(match.table.get(AWAITS))]))
        if asked[-1][0] == "palisade":
            assert (number(match, "hearts:2"), number(match, "palisade:2")) == (0, 0), "before the reward is asked"
    assert asked == [("bonus", 1), ("palisade", 2), ("reward", 1), ("claim", 1)]
    return match


CASES.forged("RC-84")


@CASES.obeys("RC-46", "RC-47", "RC-48")
def behind_the_palisade_it_is_a_tie() -> Match:
    """T-8: weapon 3 against weapon 1 and palisade 2: nobody loses a heart, there is no reward, the palisade is 1."""
    match = attack((3, 1), levels={"palisade:2": 2})
    assert (match.table.get(AWAITS), match.to_act) == ("palisade", (2,))
    when(match, (2, UsePalisade()))
    assert (number(match, "hearts:1"), number(match, "hearts:2")) == (13 - NIGHT, 13 - NIGHT)
    assert number(match, "palisade:2") == 1
    return match


CASES.forged("RC-46")
CASES.forged("RC-48", by=lacking("the_palisade_stays", "palisade:2"))


@CASES.breaks("RC-49")
def a_reward_after_a_tie() -> None:
    play_it(attack((2, 2)), 1, TakeReward(reward="raid"))


@CASES.breaks("RC-47")
def the_attacker_decides_about_the_palisade() -> None:
    play_it(attack((3, 1), levels={"palisade:2": 2}), 1, UsePalisade())


def test_t9_the_attacker_who_loses_loses_hearts_and_the_defender_takes_nothing() -> None:
    match = attack((2, 2), levels={"palisade:2": 1})
    when(match, (2, UsePalisade()))
    assert (number(match, "hearts:1"), number(match, "palisade:2")) == (13 - 1 - NIGHT, 0)
    assert match.table.get(AWAITS) != "reward"


def test_who_does_not_use_the_palisade_keeps_it() -> None:
    match = attack((3, 1), levels={"palisade:2": 2})
    when(match, (2, NoPalisade()), (1, NoReward()))
    assert (number(match, "hearts:2"), number(match, "palisade:2")) == (13 - 2 - NIGHT, 2)


@CASES.obeys("RC-85")
def without_a_palisade_nobody_is_asked() -> Match:
    """T-10."""
    match = attack((1, 1))
    assert match.table.get(AWAITS) != "palisade"
    assert (number(match, "hearts:1"), number(match, "hearts:2")) == (13 - NIGHT, 13 - NIGHT)
    return match


CASES.forged("RC-85")


@CASES.obeys("RC-83")
def a_weapon_built_this_round_comes_too_late() -> Match:
    """T-11: weapon 1 against 2; the attacker's weapon is built after the fight."""
    match = given(camps={2: 4}, tiles={4: 1}, levels={"weapon:1": 1, "weapon:2": 2}, stock={1: {"wood": 1, "food": 1}})
    when(match, (1, Attack(target=2)), (2, Arrange()), (1, Build(track="weapon")))
    play_it(match, 2, Arrange(), "blank", "success", "blank")
    assert (number(match, "weapon:1"), number(match, "hearts:1")) == (2, 13 - 1 - NIGHT)
    return match


CASES.forged("RC-83")


# --- rewards ----------------------------------------------------------------------------------


@CASES.breaks("RC-49")
def a_defender_who_wins_takes_a_reward() -> None:
    play_it(attack((1, 3)), 2, TakeReward(reward="raid"))


@CASES.breaks("RC-50")
def a_reward_that_the_scenario_does_not_know() -> None:
    play_it(attack((3, 1)), 1, TakeReward(reward="crown"))


@CASES.obeys("RC-87", "RC-59")
def a_raid_leaves_what_is_reserved() -> Match:
    """T-15: seat 2 has set 2 wood aside for a roof, and has 1 food besides; one food is all that can be taken."""
    match = given(
        camps={2: 4}, tiles={4: 1}, levels={"weapon:1": 2, "weapon:2": 1, "shelter:2": 1},
        stock={2: {"wood": 2, "food": 1}},
    )  # fmt: skip
    when(match, (1, Attack(target=2)), (2, Build(track="roof", pay="wood")), (1, Arrange()), (2, Arrange()))
    when(match, (1, TakeReward(reward="raid")))
    with pytest.raises(Illegal, match="RC-87"):
        play_it(match, 1, TakeGood(good="wood"))
    play_it(match, 1, TakeGood(good="food"), "blank", "success", "blank")
    assert number(match, "roof:2") == 1
    return match


@CASES.breaks("RC-87")
def wood_that_is_reserved_is_taken() -> None:
    match = given(
        camps={2: 4}, tiles={4: 1}, levels={"weapon:1": 2, "weapon:2": 1, "shelter:2": 1},
        stock={2: {"wood": 2, "food": 1}},
    )  # fmt: skip
    when(match, (1, Attack(target=2)), (2, Build(track="roof", pay="wood")), (1, Arrange()), (2, Arrange()))
    when(match, (1, TakeReward(reward="raid")), (1, TakeGood(good="wood")))


def test_where_tables_allow_it_reserved_wood_is_taken_and_the_roof_is_not_built() -> None:
    match = given(
        camps={2: 4}, tiles={4: 1}, levels={"weapon:1": 2, "weapon:2": 1, "shelter:2": 1},
        stock={2: {"wood": 2}}, raid_takes_reserved=True,
    )  # fmt: skip
    when(match, (1, Attack(target=2)), (2, Build(track="roof", pay="wood")), (1, Arrange()), (2, Arrange()))
    when(match, (1, TakeReward(reward="raid")), (1, TakeGood(good="wood")), (1, TakeGood(good="wood")))
    assert number(match, "roof:2") == 0
    assert not goods(match, "task:2:1:roof")


@CASES.breaks("RC-59")
def a_reward_that_gives_nothing() -> None:
    play_it(attack((3, 1), scenario="signal_race"), 1, TakeReward(reward="scatter"))


@CASES.obeys("RC-S7")
def two_levels_more_take_an_item() -> Match:
    match = attack((3, 1), items={2: ["rope"]})
    when(match, (1, TakeReward(reward="take_item")))
    assert match.table.get(AWAITS) == "steal"
    return match


@CASES.breaks("RC-S7")
def one_level_more_is_not_enough_for_an_item() -> None:
    play_it(attack((2, 1), items={2: ["rope"]}), 1, TakeReward(reward="take_item"))


def test_what_is_raided_comes_at_the_end_of_the_phase() -> None:
    match = attack((2, 1), stock={1: {"food": 1}, 2: {"wood": 3, "food": 1}}, items={1: ["pot"]})
    when(match, (1, TakeReward(reward="raid")), (1, TakeGood(good="wood")))
    assert goods(match, "future:1") == {"wood": 1}
    when(match, (1, TakeGood(good="wood")))
    assert goods(match, "stock:1") == {"food": 1, "wood": 2}, "the cooking of the night is asked"


# --- stealing ---------------------------------------------------------------------------------


@CASES.obeys("RC-51", "RC-52", "RC-53", "RC-64", "RC-89", "RC-91")
def a_stolen_knife_gives_its_level_at_the_end_of_the_phase() -> Match:
    """T-18: the thief picks; the loser's weapon falls at once, the thief's rises at the end of the phase."""
    match = attack((3, 1), items={1: ["pot"], 2: ["rope", "knife"]})
    when(match, (1, TakeReward(reward="take_item")))
    before = number(match, "weapon:1")
    play_it(match, 1, StealInvention(invention="invention:knife"))
    assert goods(match, "items:1") == {"invention:knife": 1, "invention:pot": 1}
    assert goods(match, "items:2") == {"invention:rope": 1}
    assert (number(match, "weapon:1"), number(match, "weapon:2")) == (before + 1, 0)
    return match


CASES.forged("RC-52", by=instead("the_stolen_card_goes_to_the_board", "items:1", "inventions"))
CASES.forged("RC-53", by=lacking("what_is_stolen_gives_nothing", "weapon:1"))
CASES.forged("RC-64", "RC-91")


@CASES.obeys("RC-53")
def what_is_stolen_gives_its_level_once_and_no_second_time() -> Match:
    """Another round ends, and the Knife has given 1 level in all."""
    match = attack((3, 1), items={1: ["pot"], 2: ["rope", "knife"]})
    before = number(match, "weapon:1")
    when(match, (1, TakeReward(reward="take_item")), (1, StealInvention(invention="invention:knife")))
    go_on(match)
    all_arrange(match)
    go_on(match)
    assert number(match, "round") == 3
    assert number(match, "weapon:1") == before + 1
    return match


CASES.forged("RC-53", by=lacking("what_is_stolen_gives_nothing", "weapon:1"))


@CASES.breaks("RC-27")
def a_stolen_card_is_built_again() -> None:
    """It stays built: nobody has to build it, and nobody can."""
    match = go_on(a_stolen_knife_gives_its_level_at_the_end_of_the_phase())
    play_it(match, match.to_act[0], Invent(invention="invention:knife"))


@CASES.breaks("RC-51")
def the_loser_picks_the_card() -> None:
    match = attack((3, 1), items={2: ["rope", "knife"]})
    when(match, (1, TakeReward(reward="take_item")))
    play_it(match, 2, StealInvention(invention="invention:rope"))


@CASES.breaks("RC-89")
def what_is_not_built_cannot_be_stolen() -> None:
    match = attack((3, 1), items={2: ["rope"]})
    when(match, (1, TakeReward(reward="take_item")))
    play_it(match, 1, StealInvention(invention="invention:fireplace"))


@CASES.obeys("RC-73")
def t17_without_its_knife_the_bow_is_not_built() -> Match:
    """The Bow needs Rope and Knife; the Knife is stolen in the hunting step, and the wood comes back."""
    match = given(
        camps={2: 4}, tiles={4: 1}, levels={"weapon:1": 3, "weapon:2": 1}, items={1: ["pot"], 2: ["rope", "knife"]},
        stock={2: {"wood": 1, "food": 1}},
    )  # fmt: skip
    when(match, (1, Attack(target=2)), (2, Invent(invention="invention:bow")), (1, Arrange()), (2, Arrange()))
    when(match, (1, TakeReward(reward="take_item")), (1, StealInvention(invention="invention:knife")))
    assert goods(match, "items:2") == {"invention:rope": 1}
    assert goods(match, "stock:2") == {"food": 1, "wood": 1}
    assert "invention:bow" in goods(match, "inventions")
    return match


CASES.forged("RC-73")


def test_a_loser_without_inventions_loses_none() -> None:
    with pytest.raises((Illegal, Impossible)):
        play_it(attack((3, 1)), 1, TakeReward(reward="take_item"))


def test_the_steal_names_a_card_of_the_loser() -> None:
    match = attack((3, 1), items={2: ["rope"]})
    when(match, (1, TakeReward(reward="take_item")))
    with pytest.raises(Illegal, match="RC-89"):
        play_it(match, 1, StealInvention(invention="invention:map"))
