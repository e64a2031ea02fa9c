"""Expeditions on paper: the Automa's north mech sweeps and moves (EX-57 to EX-67). One human, who moves its pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.hand import ready
from tablescribe.domain.rules.play import Play, deck_box
from tablescribe.domain.rules.rules import Rules
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import BOX, Table
from tablescribe.domain.words.text import Text, Thing, say
from tests.domain.sketches.sketch import opener, sketch

DECISIONS = {  # card: sweeps, glory that its target asks for, what it looks for, distance (facts/automa_public)
    "decision:1": (False, 1, "map", 1),
    "decision:3": (True, 3, "map", 3),
    "decision:6": (False, 2, "corruption", 3),
}
CARDS = {f"card:{letter}": 1 for letter in "abcdef"}
TILES = [f"tile:{n}" for n in range(14, 21)]  # the north region, from west to east
SLOTS = {"slot:1": ("tile:14", "tile:15"), "slot:2": ("tile:15", "tile:16"), "slot:3": ("tile:19", "tile:20")}

action = Rules()


class AutomaTurn(Action):
    """The Automa's whole turn, by its decision card."""

    do: Literal["automa"] = "automa"

    def text(self) -> Text:
        return say("turns up the Automa's decision")


@action(AutomaTurn)
def automa_turn(play: Play, seat: int, act: AutomaTurn) -> None:
    play.cite("EX-57")
    ready(play, "decision", "EX-57")
    play.checked()
    card = play.draw("decision", "discard:decision", seat, say("the Automa's decision, {rule}", rule="EX-57"))
    sweeps, glory, wanted, distance = DECISIONS[card]
    if sweeps:
        sweep(play, seat)
    match_ = first_match(play, wanted) if play.table.number("glory") >= glory else None
    if match_ is None:
        play.cite("EX-66")
        go(play, ahead(play.table, distance)[-1])
    else:
        play.cite("EX-65")
        go(play, match_)
        n = play.table.count(match_, wanted) if wanted == "map" else 1
        play.move(wanted, n, match_, "automa")
        if wanted == "map":
            play.turn(match_, "face-down", "face-up")


def sweep(play: Play, seat: int) -> None:
    """Cards whose slot touches the mech's tile are swept, and each slot is refilled at once."""
    play.cite("EX-61")
    for slot in [slot for slot, touched in SLOTS.items() if tile_of(play.table, "mech:north") in touched]:
        play.move_all(slot, "swept")
        if ready(play, "card"):
            play.draw("card", slot, seat, say("{slot} is refilled, {rule}", slot=Thing(slot), rule="EX-61"))


def first_match(play: Play, wanted: str) -> str | None:
    """The mech's own tile and the next three are looked at; the human's is no candidate and not counted."""
    play.cite("EX-62")
    play.cite("EX-63")
    places = [tile_of(play.table, "mech:north"), *ahead(play.table, 3)]
    return next((tile for tile in places if play.table.count(tile, wanted)), None)


def ahead(table: Table, steps: int) -> list[str]:
    """Return the next tiles eastwards, from the easternmost on to the westernmost, without the human's (EX-60)."""
    human = tile_of(table, "mech:human")

    def eastwards() -> Iterator[str]:
        at = TILES.index(tile_of(table, "mech:north"))
        while True:
            at = (at + 1) % len(TILES)
            if TILES[at] != human:
                yield TILES[at]

    return [tile for tile, _ in zip(eastwards(), range(steps), strict=False)]


def tile_of(table: Table, mech: str) -> str:
    return table.where(mech)[0]


def go(play: Play, tile: str) -> None:
    play.move("mech:north", 1, tile_of(play.table, "mech:north"), tile)


def set_up(play: Play) -> None:
    play.lay_deck("decision", dict.fromkeys(DECISIONS, 1))
    play.lay_deck("card", CARDS)
    for slot in SLOTS:
        if ready(play, "card"):
            play.draw("card", slot, 1, say("the card at {slot}, {rule}", slot=Thing(slot), rule="EX-7"))
    for tile in TILES:
        play.move("face-down", 1, BOX, tile)
        play.move("map", 1, BOX, tile)
    play.move("mech:north", 1, BOX, "tile:14")
    play.move("mech:human", 1, BOX, "tile:15")


def offers(setting: Setting, table: Table, seat: int) -> list[Action]:
    return [AutomaTurn()]


EXPEDITIONS = sketch(
    action,
    AutomaTurn,
    ["EX-57", "EX-61", "EX-62", "EX-63", "EX-65", "EX-66"],
    seats=1,
    box={
        **deck_box("decision", dict.fromkeys(DECISIONS, 1)), **deck_box("card", CARDS),
        "face-down": 7, "map": 7, "mech:north": 1, "mech:human": 1,
    },
    set_up=set_up,
    offers=offers,
)  # fmt: skip

expeditions = opener(EXPEDITIONS)
