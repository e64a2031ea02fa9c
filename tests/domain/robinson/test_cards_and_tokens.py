"""Looking, fights, gathering, tokens, and what inventions give (RC-66, RC-98, RC-B72, RC-B80 to RC-B93)."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.robinson.actions.effects import (
    ChooseSide,
    Exhaust,
    KeepToken,
    LayShortcut,
    PutBack,
    PutBeast,
)
from tablescribe.domain.games.robinson.actions.fights import NoBonus, StealInvention, TakeReward, UseInFight
from tablescribe.domain.games.robinson.actions.night import Stay
from tablescribe.domain.games.robinson.actions.placing import Arrange, Attack, Explore, Gather, Hunt, Rest
from tablescribe.domain.games.robinson.actions.resolving import NoEvent
from tablescribe.domain.games.robinson.actions.using import GatherMore, NoMoreGathered, UseAbility, UseItem, UseToken
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal, Play
from tablescribe.domain.table.names import AWAITS
from tests.domain.robinson.cases import CASES
from tests.domain.robinson.table import all_arrange, all_rest, fetch, given, goods, number, play_it, when
from tests.domain.robinson.test_cards import MORALE, NIGHT, kept

# --- looking ----------------------------------------------------------------------------------


@CASES.obeys("RC-B80")
def tiles_are_laid_in_the_order_in_which_they_were_put_back() -> Match:
    """The Explorer looks at three tiles; the last one put back is the first that is laid."""
    match = given(seats=3, levels={"determination:3": 2}, chance="open")
    when(match, (1, Rest()), (2, Rest()))
    play_it(match, 3, UseAbility(ability="reconnaissance"), "tile:1", "tile:9", "tile:11")
    when(match, (3, PutBack(tile="tile:9")), (3, PutBack(tile="tile:1")))
    assert [goods(match, f"top:tile:{k}") for k in (1, 2, 3)] == [{"tile:11": 1}, {"tile:1": 1}, {"tile:9": 1}]
    when(match, (3, Explore(space=5)), (1, Rest()), (2, Rest()), (3, Explore(space=5)))
    assert goods(match, "space:5")["tile:11"] == 1
    assert [goods(match, f"top:tile:{k}") for k in (1, 2, 3)] == [{"tile:1": 1}, {"tile:9": 1}, {}]
    return match


CASES.forged("RC-B80")


def test_a_table_may_keep_what_was_seen_to_itself() -> None:
    match = given(seats=3, levels={"determination:3": 2})
    when(match, (1, Rest()), (2, Rest()))
    when(match, (3, UseAbility(ability="reconnaissance")))
    assert [goods(match, f"top:tile:{k}") for k in (1, 2, 3)] == [{"?tile": 1}] * 3
    when(match, (3, Explore(space=5)), (1, Rest()), (2, Rest()))
    play_it(match, 3, Explore(space=5), "tile:11")
    assert goods(match, "space:5")["tile:11"] == 1


@CASES.obeys("RC-B81")
def one_of_two_tokens_is_kept() -> Match:
    match = given(seats=3, levels={"determination:3": 3}, chance="open")
    when(match, (1, Rest()), (2, Rest()))
    play_it(match, 3, UseAbility(ability="scouting"), "discovery:poison", "discovery:goat")
    when(match, (3, KeepToken(token="discovery:goat")))
    assert goods(match, "tokens:3") == {"discovery:goat": 1}
    assert match.table.count("deck:discovery") == 22 - 1
    return match


@CASES.obeys("RC-B82")
def a_tracked_beast_goes_to_the_bottom() -> Match:
    """With two beasts in the hunting deck, the other is met first."""
    match = given(seats=4, hunting=2, levels={"determination:4": 2, "weapon:4": 9}, chance="open")
    when(match, (1, Rest()), (2, Rest()), (3, Rest()))
    play_it(match, 4, UseAbility(ability="tracking"), "beast:bear")
    when(match, (4, PutBeast(where="bottom")))
    assert goods(match, "bottom:beast:1") == {"beast:bear": 1}
    when(match, (4, Hunt()), (1, Rest()), (2, Rest()), (3, Rest()))
    play_it(match, 4, Hunt(), "beast:fox")
    assert goods(match, "bottom:beast:1") == {"beast:bear": 1}
    return match


CASES.forged("RC-B81", "RC-B82")


def test_a_tracked_beast_that_stays_is_met_next() -> None:
    match = given(seats=4, hunting=2, levels={"determination:4": 2, "weapon:4": 9}, chance="open")
    when(match, (1, Rest()), (2, Rest()), (3, Rest()))
    play_it(match, 4, UseAbility(ability="tracking"), "beast:bear")
    when(match, (4, PutBeast(where="top")), (4, Hunt()), (1, Rest()), (2, Rest()), (3, Rest()), (4, Hunt()))
    assert match.table.count("discard:beast", "beast:bear") == 1
    assert goods(match, "hunting") == {"?beast": 1}


def test_a_beast_that_joins_later_is_shuffled_in() -> None:
    """Exploring tile 11 shuffles a beast in: nobody knows any more where the bear lies, but it is among them."""
    match = given(seats=4, hunting=1, levels={"determination:4": 2}, chance="open")
    when(match, (1, Rest()), (2, Rest()), (3, Rest()))
    play_it(match, 4, UseAbility(ability="tracking"), "beast:bear")
    when(match, (4, PutBeast(where="top")), (4, Explore(space=8)), (1, Rest()), (2, Rest()), (3, Rest()))
    play_it(match, 4, Explore(space=8), "tile:11", "discovery:candles")
    assert goods(match, "hunting") == {"?beast": 1, "beast:bear": 1}


@CASES.obeys("RC-B85")
def the_hunt_brings_a_beast() -> Match:
    match = given(seats=4, levels={"determination:4": 4})
    when(match, (1, Rest()), (2, Rest()), (3, Rest()), (4, UseAbility(ability="hunt")))
    assert goods(match, "top:beast:1") == {"?beast": 1}
    return match


@CASES.obeys("RC-B84")
def a_defence_plan_gives_a_level() -> Match:
    match = given(seats=4, levels={"determination:4": 2, "shelter:4": 1})
    when(match, (1, Rest()), (2, Rest()), (3, Rest()), (4, UseAbility(ability="defence")))
    assert match.table.get(AWAITS) == "side"
    when(match, (4, ChooseSide(side="weapon+1")))
    assert (number(match, "weapon:4"), number(match, "palisade:4")) == (1, 0)
    return match


CASES.forged("RC-B84", "RC-B85")


def test_without_a_shelter_a_defence_plan_gives_a_weapon() -> None:
    match = given(seats=4, levels={"determination:4": 2})
    when(match, (1, Rest()), (2, Rest()), (3, Rest()), (4, UseAbility(ability="defence")))
    assert (match.table.get(AWAITS), number(match, "weapon:4")) == (None, 1)


def test_a_speech_moves_no_morale() -> None:
    match = given(seats=3, levels={"determination:3": 4})
    when(match, (1, Rest()), (2, Rest()), (3, UseAbility(ability="speech")))
    assert number(match, "determination:3") == 1


# --- fights -----------------------------------------------------------------------------------


@CASES.obeys("RC-B83")
def a_pistol_helps_in_one_fight() -> Match:
    """Weapon 1 and a Pistol against weapon 2: 4 to 2; a marker goes, the level stays 1."""
    match = given(
        camps={2: 4}, tiles={4: 1}, levels={"weapon:1": 1, "weapon:2": 2}, starting={1: {"pistol": 2}}
    )  # fmt: skip
    when(match, (1, Attack(target=2)), (2, Arrange()), (1, Arrange()), (2, Arrange()))
    assert (match.table.get(AWAITS), match.to_act) == ("bonus", (1,))
    when(match, (1, UseInFight(what="starting:pistol")))
    assert (number(match, "hearts:2"), number(match, "weapon:1")) == (13 - 2, 1)
    assert number(match, "uses:starting:pistol") == 1
    return match


@CASES.breaks("RC-B83")
def a_pistol_without_a_fight() -> None:
    when(given(starting={1: {"pistol": 2}}), (1, UseItem(item="starting:pistol")))


def test_frenzy_helps_the_soldier_who_is_attacked() -> None:
    match = given(seats=4, levels={"weapon:1": 2, "determination:4": 3}, camps={4: 3}, tiles={3: 1})
    when(match, (1, Attack(target=4)))
    all_arrange(match)
    assert (match.table.get(AWAITS), match.to_act) == ("bonus", (4,))
    when(match, (4, UseInFight(what="ability:frenzy")))
    assert number(match, "hearts:1") == 13 - 1 - NIGHT


def test_a_bonus_need_not_be_used() -> None:
    match = given(camps={2: 4}, tiles={4: 1}, starting={1: {"pistol": 2}})
    when(match, (1, Attack(target=2)), (2, Arrange()), (1, Arrange()), (2, Arrange()), (1, NoBonus()))
    assert number(match, "uses:starting:pistol") == 2


@CASES.obeys("RC-98")
def who_loses_a_knife_loses_its_level() -> Match:
    """The Knife gave 1 level: seat 2 falls from 1 to 0, seat 1 rises from 3 to 4 at the end of the phase."""
    match = given(
        camps={2: 4}, tiles={4: 1}, levels={"weapon:1": 3, "weapon:2": 1}, items={2: ["knife"]},
        values={"gave:weapon:invention:knife": 1},
    )  # fmt: skip
    when(match, (1, Attack(target=2)), (2, Arrange()), (1, Arrange()), (2, Arrange()))
    when(match, (1, TakeReward(reward="take_item")), (1, StealInvention(invention="invention:knife")))
    assert (number(match, "weapon:1"), number(match, "weapon:2")) == (4, 0)
    return match


CASES.forged("RC-98")


# --- gathering, tokens ------------------------------------------------------------------------


@CASES.obeys("RC-B86")
def a_basket_adds_one() -> Match:
    match = given(items={1: ["basket"]}, tiles={4: 6}, stock={1: {"food": 1}})
    when(match, (1, Gather(space=4, side="right")), (2, Rest()), (1, Gather(space=4, side="right")), (2, Rest()))
    assert (match.table.get(AWAITS), match.to_act) == ("more", (1,))
    when(match, (1, GatherMore(invention="invention:basket")))
    assert goods(match, "future:1") == {"wood": 2}
    when(match, (1, NoEvent()))
    return match


@CASES.breaks("RC-B86")
def a_basket_without_gathering() -> None:
    when(given(items={1: ["basket"]}), (1, GatherMore(invention="invention:basket")))


def test_a_basket_may_wait_for_another_source() -> None:
    match = given(items={1: ["basket", "sack"]}, tiles={4: 6}, stock={1: {"food": 1}})
    when(match, (1, Gather(space=4, side="right")), (2, Rest()), (1, Gather(space=4, side="right")), (2, Rest()))
    when(match, (1, GatherMore(invention="invention:sack")), (1, NoMoreGathered()))
    assert goods(match, "future:1") == {"wood": 2}


@CASES.obeys("RC-B72")
def a_goat_needs_a_weapon() -> Match:
    match = kept("goat")
    with pytest.raises(Illegal, match="RC-B72"):
        when(match, (1, UseToken(token="discovery:goat")))
    when(match, (1, UseItem(item="starting:biscuits")))
    bottle = given(levels={"weapon:1": 1}, more=lambda play: fetch(play, "discovery:goat", "tokens:1"))
    when(bottle, (1, UseToken(token="discovery:goat")))
    assert goods(bottle, "future:1") == {"food": 1, "fur": 1}
    assert goods(bottle, "tokens:1") == {}
    return bottle


@CASES.breaks("RC-B72")
def vegetables_without_an_own_pot() -> None:
    match = given(items={2: ["pot"]}, more=lambda play: fetch(play, "discovery:vegetables", "tokens:1"))
    when(match, (1, UseToken(token="discovery:vegetables")))


@pytest.mark.parametrize(
    ("token", "key", "becomes"),
    [("vegetables", "hearts:1", 11), ("poison", "weapon:1", 2), ("old_machete", "weapon:1", 1)],
)
def test_tokens_give_what_they_give(token: str, key: str, becomes: int) -> None:
    def lay(play: Play) -> None:
        fetch(play, f"discovery:{token}", "tokens:1")

    match = given(items={1: ["pot"]}, levels={"hearts:1": 9}, more=lay)
    when(match, (1, UseToken(token=f"discovery:{token}")))
    assert number(match, key) == becomes


def test_healing_herbs_build_a_cure() -> None:
    match = given(items={1: ["pot"]}, more=lambda play: fetch(play, "discovery:healing_herbs", "tokens:1"))
    when(match, (1, UseToken(token="discovery:healing_herbs")))
    assert "invention:cure" in goods(match, "items:1")
    taken = given(
        items={1: ["pot"], 2: ["cure"]}, more=lambda play: fetch(play, "discovery:healing_herbs", "tokens:1")
    )  # fmt: skip
    with pytest.raises(Illegal, match="RC-27"):
        when(taken, (1, UseToken(token="discovery:healing_herbs")))


def test_candles_help_with_building_and_thorns_need_a_shelter() -> None:
    match = kept("candles", "thorny_bushes")
    when(match, (1, UseToken(token="discovery:candles")), (1, UseToken(token="discovery:thorny_bushes")))
    assert goods(match, "pawns:1") == {"helper:build": 1, "pawn:1": 2}
    assert number(match, "palisade:1") == 0


@CASES.obeys("RC-66")
def tobacco_moves_no_morale() -> Match:
    match = when(kept("tobacco"), (1, UseToken(token="discovery:tobacco")))
    assert [number(match, f"determination:{seat}") for seat in (1, 2)] == [1, 1]
    assert goods(match, "tokens:1") == {}
    return match


CASES.forged("RC-66")


def test_larvae_and_wood_come_at_once() -> None:
    """Tile 9 brings three tokens: larvae, a tree, a goat. The goat is kept."""
    match = given(levels={"weapon:1": 0})
    when(match, (1, Explore(space=4)), (2, Rest()), (1, Explore(space=4)))
    play_it(match, 2, Rest(), "tile:9", *(f"discovery:{one}" for one in ("nourishing_larvae", "fallen_tree", "goat")))
    assert goods(match, "tokens:1") == {"discovery:goat": 1}
    assert goods(match, "future:1") == {"food": 2, "wood": 1}


# --- what inventions give once, and each round ------------------------------------------------


@CASES.obeys("RC-B93")
def drums_give_two_more_determination() -> Match:
    match = all_rest(given(items={1: ["drums", "diary"]}, levels={"determination:1": 0}))
    assert number(match, "determination:1") == 2 + 1 + MORALE
    return match


@CASES.obeys("RC-B88")
def a_pit_gives_two_food_on_a_wound() -> Match:
    match = all_rest(given(items={1: ["pit"]}), "adventure:build", "wound")
    assert goods(match, "stock:1")["food"] == 1 + 2
    return match


CASES.forged("RC-B88", "RC-B93")


@CASES.obeys("RC-B89")
def a_shortcut_leads_to_a_tile_beside_the_camp() -> Match:
    """Spaces 4 and 7 are explored beside the camp at 3; the token goes to 4, whose tile 6 gives food or wood."""
    match = given(tiles={4: 6, 7: 1}, items={1: ["shortcut"]}, values={"fresh:invention:shortcut": "received"})
    all_rest(match)
    assert (match.table.get(AWAITS), match.to_act) == ("shortcut", (1,))
    with pytest.raises(Illegal, match="RC-B89"):
        when(match, (1, LayShortcut(space=5)))
    when(match, (1, LayShortcut(space=4)), (1, Stay()))
    assert match.table.count("space:4", "shortcut:1") == 1
    assert match.table.get(AWAITS) == "side"
    when(match, (1, ChooseSide(side="wood+1")))
    assert goods(match, "stock:1") == {"food": 1, "wood": 3}, "1 wood, then 1 wood and 1 food of the camp's tile, and 1"
    return match


@CASES.breaks("RC-B89")
def a_shortcut_that_nobody_has_built() -> None:
    when(given(tiles={4: 6}), (1, LayShortcut(space=4)))


@CASES.obeys("RC-B90")
def a_corral_exhausts_a_parrot_and_feeds_the_camp() -> Match:
    """Tile 6 at space 4 shows a parrot on its left: that source gives nothing any more, the camp has 1 food more."""
    match = given(tiles={4: 6}, items={1: ["corral"]}, values={"fresh:invention:corral": "received"})
    all_rest(match)
    assert match.table.get("exhausted:tile:6:left") == "invention:corral"
    when(match, (1, Stay()))
    assert goods(match, "stock:1") == {"food": 2, "wood": 2}
    with pytest.raises(Illegal, match="RC-B5"):
        when(match, (2, Rest()), (1, Gather(space=4, side="left")))
    return match


@CASES.breaks("RC-B90")
def a_parrot_without_a_corral() -> None:
    when(given(tiles={4: 6}), (1, Exhaust(space=4, side="left")))


def test_a_corral_without_a_parrot_gives_nothing() -> None:
    match = all_rest(given(items={1: ["corral"]}, values={"fresh:invention:corral": "received"}))
    assert goods(match, "stock:1") == {"food": 1, "wood": 2}


def test_of_two_parrots_the_owner_chooses_one() -> None:
    match = given(tiles={4: 6, 7: 9}, items={1: ["corral"]}, values={"fresh:invention:corral": "received"})
    all_rest(match)
    assert match.table.get(AWAITS) == "corral"
    when(match, (1, Exhaust(space=7, side="left")))
    assert match.table.get("exhausted:tile:9:left") == "invention:corral"
    assert match.table.get("exhausted:tile:6:left") is None


@pytest.mark.parametrize(
    ("item", "key", "becomes"),
    [("bricks", "palisade:1", 1), ("wall", "palisade:1", 2), ("moat", "palisade:1", 2), ("knife", "weapon:1", 1),
     ("bow", "weapon:1", 3), ("sling", "weapon:1", 2), ("spear", "weapon:1", 3), ("fire", "palisade:1", 1),
     ("snare", "camp_token:1:food", 1)],
)  # fmt: skip
def test_inventions_give_once_what_they_give(item: str, key: str, becomes: int) -> None:
    """At the end of the phase; without a shelter palisades are lost."""
    fresh = {f"fresh:invention:{item}": "built"}
    match = all_rest(given(items={1: [item]}, levels={"shelter:1": 1}, values=fresh))
    assert number(match, key) == becomes
    bare = all_rest(given(items={1: [item]}, values=fresh))
    assert number(bare, key) == (0 if key.startswith("palisade") else becomes)


def test_a_dam_gives_food_that_keeps() -> None:
    match = all_rest(given(items={1: ["dam"]}, values={"fresh:invention:dam": "built"}, stock={1: {"food": 3}}))
    assert goods(match, "stock:1") == {"food": 1, "preserved": 2, "wood": 1}, "two of three food have spoiled"


def test_a_cellar_keeps_all_food() -> None:
    match = all_rest(given(items={1: ["cellar"]}, stock={1: {"food": 3}}))
    assert goods(match, "stock:1") == {"food": 3, "wood": 1}


@pytest.mark.parametrize(
    ("item", "pawn"),
    [("map", "explore"), ("belts", "gather"), ("raft", "gather_explore"), ("shield", "hunt"), ("lantern", "build")],
)
def test_inventions_bring_neutral_pawns_each_round(item: str, pawn: str) -> None:
    match = all_rest(given(items={1: [item]}))
    assert goods(match, "pawns:1") == {f"helper:{pawn}": 1, "pawn:1": 2}


def test_a_cure_prevents_the_wounds_that_a_beast_names() -> None:
    """A Puma of strength 5 against weapon 5 costs no wound, but 2 by its last line."""
    for items, hearts in (([], 13 - 2 - NIGHT), (["cure"], 13 - NIGHT)):
        match = given(items={1: items}, hunting=1, levels={"weapon:1": 5})
        when(match, (1, Hunt()), (2, Arrange()), (1, Hunt()))
        play_it(match, 2, Arrange(), "beast:puma")
        assert number(match, "hearts:1") == hearts
