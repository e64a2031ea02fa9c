"""Root's drawings: everything can be selected, labels fit in every language, and nothing overlaps on the maps."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any, get_args

import pytest

from tablescribe.domain.games.root.actions.advanced import Choose
from tablescribe.domain.games.root.actions.alliance import Mobilize, Spread
from tablescribe.domain.games.root.actions.duchy import Raise
from tablescribe.domain.games.root.actions.eyrie import Crown, Decree, Muster
from tablescribe.domain.games.root.actions.hirelings import Employ
from tablescribe.domain.games.root.actions.lizards import Sacrifice
from tablescribe.domain.games.root.actions.marquise import Build
from tablescribe.domain.games.root.board import CLEARINGS, Board, catalogue_of
from tablescribe.domain.games.root.panels.woods import HIGH, WIDE, glade, map_of, middle
from tablescribe.domain.games.root.parts import MapName
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.table.scene import WIDTH, Group, Panel, Rectangle, Shape, all_words, names
from tablescribe.replays.pictures.drawing import fitted
from tablescribe.replays.reading.discretion import EVERYTHING
from tablescribe.replays.reading.reader import LANGUAGES, Reader
from tests.depth import times
from tests.domain.random_play import open_match, random_move
from tests.domain.root.cases_advanced import advanced
from tests.domain.root.table import given, when
from tests.domain.table.test_scene import can_be_pointed_at, drawn_names, panels_of

PLAYED: dict[str, tuple[int, dict[str, Any]]] = {
    "vagabond, riverfolk, duchy, keepers": (4, {"factions": "VODK"}),
    "hundreds, corvids, lizards, eyrie": (4, {"factions": "HPLE", "map": "winter", "deck": "exiles"}),
    "advanced, two vagabonds": (
        6, {"factions": "AVGCEH", "setup": "advanced", "draft": False, "hirelings": True, "landmarks": 2, "map": "lake"}
    ),
    "advanced, drafted": (3, {"setup": "advanced", "hirelings": True, "landmarks": 2, "deck": "exiles"}),
}  # fmt: skip
"""Tables at which all factions, hirelings and landmarks are played."""

FULL: dict[str, dict[str, Any]] = {
    "CEAVL": {
        "clearings": {
            1: "5 marquise:warrior, marquise:keep, marquise:sawmill, 3 marquise:wood, 2 lizards:warrior",
            3: "4 eyrie:warrior, eyrie:roost, marquise:warrior, alliance:sympathy, lizards:warrior",
            5: "marquise:recruiter, marquise:workshop, 2 eyrie:warrior, lizards:warrior, vagabond:pawn",
            8: "alliance:base.fox, 3 alliance:warrior, alliance:sympathy, lizards:garden.fox",
            10: "lizards:garden.rabbit, 3 lizards:warrior",
        },
        "hands": {1: ["anvil", "bake-sale", "?card"], 2: ["better-burrow-bank", "ambush-fox"]},
        "zones": {
            "supporters": "card:sappers, 3 ?card", "officers": "2 alliance:warrior", "acolytes": "3 lizards:warrior",
            "decree:recruit": "loyal-vizier, card:tax-collector, card:command-warren",
            "decree:move": "card:better-burrow-bank, loyal-vizier, card:smugglers-trail",
            "decree:battle": "2 card:brutal-tactics", "revealed:5": "card:armorers",
            "crafted:1": "card:stand-and-deliver, card:codebreakers", "items:2": "2 item:sword, item:tea",
            "items:3": "item:crossbow", "track:4": "item:coin, item:bag",
            "satchel:4": "item:boot, item:torch.exhausted",
            "lost-souls": "card:royal-claim, card:favor-of-the-rabbits", "dominance": "card:dominance-fox",
        },
        "values": {
            "leader": "commander", "fallen:despot": True, "outcast": "rabbit", "hated": True,
            "character:4": "adventurer",
            "relation:4:marquise": "hostile", "relation:4:eyrie": "allied", "relation:4:alliance": "1",
            "dominance:3": "card:dominance-mouse", "score:1": 17,
        },
    },
    "ODPHK": {
        "clearings": {
            2: "3 riverfolk:warrior, riverfolk:post.fox, 2 duchy:warrior, duchy:tunnel, hundreds:warlord",
            4: "duchy:citadel, duchy:market, 5 duchy:warrior, corvids:warrior, ?plot, keepers:warrior",
            6: "corvids:plot.bomb, corvids:warrior, hundreds:stronghold, hundreds:mob, 2 keepers:warrior, ?figure",
            9: "keepers:waystation.figure-tablet, 3 keepers:warrior, tablet:2, hundreds:warrior, corvids:plot.snare",
        },
        "hands": {1: ["anvil", "bake-sale", "favor-of-the-rabbits"], 2: ["?card"]},
        "zones": {
            "payments": "2 keepers:warrior, duchy:warrior", "funds": "3 riverfolk:warrior, 2 corvids:warrior",
            "committed:fox": "keepers:warrior", "committed": "hundreds:warrior", "clearing:0": "4 duchy:warrior",
            "revealed:duchy": "card:sappers", "hoard": "item:bag, item:hammer, item:crossbow",
            "retinue:1": "retainer, card:tax-collector", "retinue:2": "retainer, card:royal-claim",
            "retinue:3": "retainer, card:better-burrow-bank", "relics": "figure:3, jewelry:1, tablet:3",
            "forest:3_7_11_12": "?jewelry, ?figure", "items:5": "item:coin", "crafted:4": "card:command-warren",
            "ministers": "minister:captain, minister:duchess-of-mud",
            "unswayed": "minister:banker, minister:brigadier, minister:mayor, minister:earl-of-stone",
        },
        "values": {
            "price:hand": 3, "price:boats": 1, "price:mercenaries": 2, "mood": "relentless", "crowns:squire": 2,
            "crowns:noble": 3, "crowns:lord": 3,
        },
    },
}  # fmt: skip
"""Positions in which there is something in every corner of the boards, by the letters of the factions."""


@cache
def full(factions: str) -> Match:
    return given(factions, **FULL[factions])


def positions(key: str, moves: int = 90) -> Iterator[Match]:
    """Yield a match again and again while it is played at random."""
    seats, options = PLAYED[key]
    choose = random.Random(3)
    match = open_match("root", seats, "open", choose, **options)
    for _ in range(moves):
        if match.is_over:
            return
        yield match
        random_move(match, choose)


def drawn(match: Match) -> list[Panel]:
    return panels_of(match.opening, match.table, EVERYTHING)


# --- pointing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", PLAYED)
def test_whatever_an_action_of_any_faction_touches_is_drawn(key: str) -> None:
    looked = 0
    for match in islice(positions(key), 0, None, times(3, 1)):
        for seat in match.to_act:
            there = drawn_names(match, seat)
            for action in legal_actions(match.opening, match.table, seat):
                looked += 1
                for name in action.touches():
                    assert can_be_pointed_at(name, there), (action, name)
    assert looked > 200


@pytest.mark.parametrize(
    ("factions", "expected"),
    [
        ("CEAVL", {
            "marquise:sawmill", "marquise:workshop", "marquise:recruiter", "marquise:warrior",
            "decree:recruit", "decree:move", "decree:battle", "decree:build", "leader:builder", "leader:despot",
            "eyrie:roost", "supporters", "officers", "alliance:sympathy", "alliance:base.mouse",
            "track:4", "satchel:4", "damaged:4", "character:4", "relation:4:marquise", "item:torch.exhausted",
            "acolytes", "revealed:5", "lizards:garden.fox", "lizards:garden.mouse",
        }),
        ("ODPHK", {
            "price:hand", "price:boats", "price:mercenaries", "payments", "funds", "committed:fox", "committed:mouse",
            "riverfolk:post.rabbit", "hand:1", "clearing:0", "duchy:citadel", "duchy:market", "minister:captain",
            "minister:earl-of-stone", "crowns:lord", "deck:plot", "plot:bomb", "mood:bitter", "mood:relentless",
            "hoard", "item:hammer", "retinue:1", "retinue:2", "retinue:3", "relics", "figure:3",
        }),
    ],
)  # fmt: skip
def test_a_board_has_what_a_player_of_that_faction_looks_at(factions: str, expected: set[str]) -> None:
    there = {name for panel in drawn(full(factions)) for name in names(panel.shapes)}
    assert expected <= there, expected - there


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (Build(building="sawmill", at=1), "marquise:sawmill"), (Crown(leader="despot"), "leader:despot"),
        (Decree(card="card:anvil", column="build"), "decree:build"), (Spread(at=1), "alliance:sympathy"),
        (Mobilize(card="card:anvil"), "supporters"), (Sacrifice(card="card:sappers"), "acolytes"),
        (Raise(building="market", at=1, card="card:anvil"), "duchy:market"),
        (Employ(hireling="spies", how="battle"), "controls:spies"),
    ],
    ids=lambda one: one if isinstance(one, str) else one.data()["do"],
)  # fmt: skip
def test_what_lies_on_a_board_says_what_is_done_there(action: Action, expected: str) -> None:
    assert expected in action.touches()


def test_every_path_can_be_pointed_at() -> None:
    match = full("CEAVL")
    there = {name for panel in drawn(match) for name in names(panel.shapes)}
    paths = map_of(Board(match.opening, match.table)).paths
    assert {f"path:{one}-{other}" for one, other in paths} <= there


# --- words ---------------------------------------------------------------------------------------------


def cut(match: Match, language: str) -> set[str]:
    """Return the words that do not fit in a language, with what is left of them."""
    reader = Reader(match.opening, language)
    found = set()
    for panel in drawn(match):
        for said in all_words(panel.shapes):
            told = reader.tell(said.words)
            shown = " ".join(fitted(told, said.size, said.width, said.lines, bold=said.bold))
            if shown != told:
                found.add(f"{panel.name}: {told!r} as {shown!r}")
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("factions", FULL)
def test_no_word_on_a_board_is_cut_in_any_language(factions: str, language: str) -> None:
    assert cut(full(factions), language) == set()


@pytest.mark.parametrize("key", PLAYED)
def test_no_word_is_cut_while_a_match_goes_on(key: str) -> None:
    found: set[str] = set()
    for n, match in enumerate(positions(key)):
        if n % 15 == 0:
            found |= {one for language in LANGUAGES for one in cut(match, language)}
    assert found == set()


@pytest.mark.parametrize("factions", FULL)
def test_a_board_has_no_english_word_for_a_german_reader(factions: str) -> None:
    match = full(factions)
    english, german = Reader(match.opening, "en"), Reader(match.opening, "de")
    words = [said.words for panel in drawn(match) for said in all_words(panel.shapes)]
    kept = {english.tell(one) for one in words if english.tell(one) == german.tell(one) and not isinstance(one, str)}
    assert {one.rstrip("0123456789?") for one in kept if any(c.islower() for c in one) and "×" not in one} <= SAME


SAME = {"Brigadier", "Hand", *["sy", "tu", "mo", "f", "t", "bo", "Ga", "Ma"]}
"""Words that are the same in both languages."""


# --- room ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("map_name", get_args(MapName))
def test_trees_stand_clear_of_clearings_and_clearings_of_each_other(map_name: MapName) -> None:
    map_ = catalogue_of(full("CEAVL").opening).maps[map_name]
    spots = {number: middle(map_, number) for number in CLEARINGS}
    for one, (x, y) in spots.items():
        for other, (a, b) in spots.items():
            assert one == other or abs(x - a) >= WIDE + 3 or abs(y - b) >= HIGH + 3, (one, other)
    for forest in map_.land.forests:
        x, y = glade(map_, forest)
        off = min(max(abs(x - a) - WIDE / 2, abs(y - b) - HIGH / 2) for a, b in spots.values())
        assert off >= 17, (forest, off)


@pytest.mark.parametrize("factions", FULL)
def test_nothing_reaches_over_the_edge_of_its_panel(factions: str) -> None:
    for panel in drawn(full(factions)):
        for x, y, one in _grounds(panel.shapes, 0, 0):
            assert x >= 0, (panel.name, one)
            assert x + one.width <= WIDTH + 0.01, (panel.name, one)
            assert y + one.height <= panel.height + 0.01, (panel.name, one)


def _grounds(shapes: tuple[Shape, ...], x: float, y: float) -> Iterator[tuple[float, float, Rectangle]]:
    for shape in shapes:
        if isinstance(shape, Rectangle):
            yield x + shape.x, y + shape.y, shape
        elif isinstance(shape, Group):
            yield from _grounds(shape.shapes, x + shape.x, y + shape.y)


# --- what is done, and what cannot be done yet -----------------------------------------------------------


def titles(match: Match, panel: str) -> list[str]:
    """Return the English names of everything on a panel."""
    reader = Reader(match.opening)
    found = next(one for one in drawn(match) if one.name == panel)
    return [reader.tell(one.title) for one in _groups(found.shapes) if one.title]


def _groups(shapes: tuple[Shape, ...]) -> Iterator[Group]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield shape
            yield from _groups(shape.shapes)


def test_a_setup_card_shows_that_it_is_locked_until_somebody_has_chosen_a_militant_faction() -> None:
    match = advanced(3, "eyrie", "marquise", "duchy", "alliance")
    card = "the setup card of the Alliance"
    assert f"{card}, locked" in titles(match, "beside")
    assert not [one for language in LANGUAGES for one in cut(match, language)], "which faction it is must be read"
    assert Reader(match.opening).name("setup-card:alliance.locked") == f"{card}, locked"
    when(match, 3, Choose(faction="eyrie"))
    assert f"{card}, locked" not in titles(match, "beside")
    assert card in titles(match, "beside")


def test_the_decree_shows_which_of_its_cards_were_carried_out_in_this_turn() -> None:
    match = given(
        "CE", clearings={1: "eyrie:roost, 2 eyrie:warrior"}, turn=2, stage="decree", values={"leader": "despot"},
        zones={"decree:recruit": "card:anvil, loyal-vizier", "decree:move": "card:sappers"},
    )  # fmt: skip
    vizier = Reader(match.opening).name("loyal-vizier")
    assert vizier in titles(match, "seat:2")
    when(match, 2, Muster(at=1, by="bird"))
    now = titles(match, "seat:2")
    assert f"{vizier}, resolved" in now
    assert vizier not in now
