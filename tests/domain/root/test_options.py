"""Where tables differ: the twelve options that settle an open question, and what each of their values does."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games import game
from tablescribe.domain.games.root.actions.cards import Propaganda
from tablescribe.domain.games.root.actions.core import Battle, Craft, UseEffect
from tablescribe.domain.games.root.actions.hirelings import Employ, HireMove
from tablescribe.domain.games.root.actions.vagabond import Carry, Coalition, Instigate
from tablescribe.domain.games.root.components import RootOptions
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tests.domain.root.cases_advanced import MARKERS, advanced
from tests.domain.root.cases_characters import stirring
from tests.domain.root.cases_hirelings import CRAFTING, hiring, turn_over
from tests.domain.root.cases_landmarks import SUITS, raising
from tests.domain.root.cases_vagabond import roaming
from tests.domain.root.table import at, given, when
from tests.support import STAMP

VALUES: dict[str, tuple[Any, ...]] = {
    "autumn_markers": (False, True), "map_piece": (True, False), "ferry_draw": ("mover", "factions"),
    "hireling_pass": (True, False), "hireling_decay": ("all", "earlier"), "tie30": ("current", "clockwise"),
    "coalition_10": (True, False), "item_tracks": ("free", "forced"), "vagrant": ("pieces", "buildings"),
    "ronin_once": (False, True), "texts": ("printed", "updated"), "partisan_birds": ("discard", "keep"),
}  # fmt: skip
"""The options, each with its values; the first is the default."""

AMBIGUITIES = 38


def test_every_open_question_has_a_ruling_and_twelve_an_option() -> None:
    """The ruling of each says how it is read; where it names no option, tables are not known to differ."""
    book = {rule.number: rule for rule in game("root").rulebook.rules}
    rulings = [book[f"RO-AMB-{n}"] for n in range(1, AMBIGUITIES + 1)]
    assert all(rule.kind == "enforced" and rule.text for rule in rulings)
    assert [rule.option for rule in rulings if rule.option] == list(VALUES)
    assert {name: RootOptions().model_dump()[name] for name in VALUES} == {name: of[0] for name, of in VALUES.items()}


def test_each_value_of_each_option_has_a_case() -> None:
    tested = {(name, value) for name, values in VALUES.items() for value in values}
    assert {(name, value) for name, cases in CASES.items() for value, _ in cases} == tested


# --- set-up ---------------------------------------------------------------------------------------


def autumn(autumn_markers: bool) -> object:
    markers = MARKERS if autumn_markers else []
    return advanced(2, *markers, autumn_markers=autumn_markers, factions="CE", draft=False).table.get("suit:2")


def a_forge_on_the_mountain(map_piece: bool) -> object:
    return at(raising("forge", map="mountain", map_piece=map_piece), 10)


# --- hirelings ------------------------------------------------------------------------------------


def a_patrol_on_the_ferry(ferry_draw: str) -> object:
    match = hiring("patrol", clearings={1: "2 patrol:warrior"}, map="lake", ferry_draw=ferry_draw, suits=SUITS)
    when(match, 1, Employ(hireling="patrol", how="march"))
    when(match, 1, HireMove(origin=1, to=10, n=1))
    return match.table.count("hand:1")


def past_a_marker(hireling_pass: bool) -> object:
    match = hiring("spies", seat=0, values={"score:1": 3}, hireling_pass=hireling_pass, **CRAFTING)
    when(match, 1, Craft(card="card:anvil"))
    assert match.table.get("score:1") == 5
    return match.table.get("owed:1")


def a_card_of_this_turn(hireling_decay: str) -> object:
    match = hiring("spies", values={"this:gained:spies": 1}, hireling_decay=hireling_decay)
    turn_over(match)
    return match.table.get("markers:spies")


# --- the end --------------------------------------------------------------------------------------


def two_at_thirty(tie30: str) -> object:
    match = given(
        "EC", clearings={8: "2 eyrie:warrior, eyrie:roost, 2 marquise:warrior, marquise:sawmill"}, tie30=tie30,
        zones={"decree:battle": "loyal-vizier", "crafted:2": "card:sappers"}, stage="decree",
        values={"score:1": 29, "score:2": 29, "leader": "commander"},
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="marquise"), 3, 3)
    when(match, 2, UseEffect(effect="card:sappers"))
    return match.close(STAMP).result.winners


def a_coalition_with_nine_points(coalition_10: bool) -> object:
    match = given(
        "CEAV", clearings={1: "vagabond:pawn"}, hands={4: ["dominance-bird"]}, turn=4, coalition_10=coalition_10,
        values={"score:1": 12, "score:2": 8, "score:3": 9, "score:4": 9, "character:4": "thief"},
    )  # fmt: skip
    return said(match, 4, Coalition(card="card:dominance-bird", faction="eyrie"))


def said(match: Match, seat: int, act: Any, *outcomes: Any) -> str:
    """Return the rule by which something is refused; the empty text if it is done."""
    try:
        when(match, seat, act, *outcomes)
    except Illegal as refused:
        return str(refused.rule)
    return ""


# --- the Vagabond ---------------------------------------------------------------------------------


def tea_off_its_track(item_tracks: str) -> object:
    match = roaming("item:boot", zones={"track:2": "item:tea"}, item_tracks=item_tracks)
    return said(match, 2, Carry(item="tea", to="satchel"))


def two_hostile_cats(vagrant: str) -> object:
    match = stirring(vagrant=vagrant)
    when(match, 2, Instigate(attacker="eyrie", defender="marquise"), 2, 1)
    return match.table.get("score:2")


def swift_strikes(ronin_once: bool) -> object:
    match = roaming(
        "3 item:sword", clearings={1: "vagabond:pawn, 4 marquise:warrior"}, values={"character:2": "ronin"},
        ronin_once=ronin_once,
    )  # fmt: skip
    when(match, 2, Battle(at=1, defender="marquise"), 1, 0)
    struck = 0
    while match.table.get("awaits") == "effects":
        when(match, 2, UseEffect(effect="swift-strike"))
        struck += 1
    return struck


# --- cards ----------------------------------------------------------------------------------------


def propaganda_without_a_warrior(texts: str) -> object:
    """The printed text removes, then places as many as there are; the updated one replaces, fully or not at all."""
    match = given(
        "CE", clearings={8: "eyrie:warrior", 1: "25 marquise:warrior"}, hands={1: ["anvil"]}, deck="exiles",
        zones={"crafted:1": "card:propaganda-bureau"}, texts=texts,
    )  # fmt: skip
    return said(match, 1, Propaganda(at=8, enemy="eyrie", card="card:anvil"))


def partisans_with_a_bird(partisan_birds: str) -> object:
    match = given(
        "CE", clearings={8: "3 marquise:warrior, 3 eyrie:warrior"}, hands={2: ["anvil", "bake-sale", "arms-trader"]},
        zones={"crafted:2": "card:fox-partisans"}, deck="exiles", partisan_birds=partisan_birds,
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="eyrie"), 1, 1)
    when(match, 2, UseEffect(effect="card:fox-partisans"))
    return sorted(match.table.pieces("hand:2"))


# --- each value -----------------------------------------------------------------------------------

CASES: dict[str, tuple[tuple[Any, Any], ...]] = {
    "autumn_markers": ((False, "mouse"), (True, "fox")),
    "map_piece": ((True, {"landmark:tower": 1}), (False, {})),
    "ferry_draw": (("mover", 1), ("factions", 0)),
    "hireling_pass": ((True, 1), (False, None)),
    "hireling_decay": (("all", 2), ("earlier", 3)),
    "tie30": (("current", (1,)), ("clockwise", (2,))),
    "coalition_10": ((True, "RO-AMB-11"), (False, "")),
    "item_tracks": (("free", ""), ("forced", "RO-AMB-14")),
    "vagrant": (("pieces", 2), ("buildings", 0)),
    "ronin_once": ((False, 2), (True, 1)),
    "texts": (("printed", ""), ("updated", "RO-16.6.21")),
    "partisan_birds": (("discard", ["card:anvil"]), ("keep", ["card:anvil", "card:arms-trader"])),
}
"""The effect of each value of each option, in the same position."""

POSITIONS = {
    "autumn_markers": autumn, "map_piece": a_forge_on_the_mountain, "ferry_draw": a_patrol_on_the_ferry,
    "hireling_pass": past_a_marker, "hireling_decay": a_card_of_this_turn, "tie30": two_at_thirty,
    "coalition_10": a_coalition_with_nine_points, "item_tracks": tea_off_its_track, "vagrant": two_hostile_cats,
    "ronin_once": swift_strikes, "texts": propaganda_without_a_warrior, "partisan_birds": partisans_with_a_bird,
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "value", "expected"), [(name, *case) for name, some in CASES.items() for case in some]
)
def test_what_a_value_does(name: str, value: Any, expected: Any) -> None:
    position: Any = POSITIONS[name]
    assert position(value) == expected
