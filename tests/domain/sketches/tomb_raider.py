"""Tomb Raider on paper: several opponents offer an obstacle for a newly mapped location (TR-46 to TR-48)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.game import Secret
from tablescribe.domain.rules.hand import reveal_together
from tablescribe.domain.rules.play import Play, deck_box
from tablescribe.domain.rules.rules import Rules
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.rules.window import Window, awaited
from tablescribe.domain.table.table import Table
from tablescribe.domain.words.text import Text, Thing, say
from tests.domain.sketches.sketch import opener, sketch

DANGER = {"obstacle:bear": 8, "obstacle:bats": 3, "obstacle:pit": 4, "obstacle:bones": 3}
CARDS = dict.fromkeys(DANGER, 1)
OPPONENTS = (2, 3, 4)

action = Rules()


class MapLocation(Action):
    """Turn up a location with a danger, at a depth (TR-45)."""

    do: Literal["map"] = "map"
    danger: Annotated[int, Field(ge=0, le=5)]
    depth: Annotated[int, Field(ge=1, le=3)]

    def text(self) -> Text:
        return say("maps a location of danger {danger} at depth {depth}", danger=self.danger, depth=self.depth)


class Offer(Action):
    """Lay an obstacle face down: `?obstacle`, or the card where the program dealt it."""

    answers: ClassVar[str | None] = "obstacle"
    do: Literal["offer"] = "offer"
    card: str

    def text(self) -> Text:
        return say("offers {card} face down", card=Thing(self.card))


class NoOffer(Action):
    """Offer nothing."""

    answers: ClassVar[str | None] = "obstacle"
    do: Literal["no_offer"] = "no_offer"

    def text(self) -> Text:
        return say("offers nothing")


OBSTACLE = Window("obstacle", "TR-46", say("the obstacles"), unused="no_offer", simultaneous=True, secret=True)


@action(MapLocation)
def map_location(play: Play, seat: int, act: MapLocation) -> None:
    play.require("TR-45", seat == 1, say("only the mover maps"))
    play.checked()
    play.set("limit", act.danger + act.depth)
    play.then("offers")


@action.step("offers")
def ask_for_offers(play: Play) -> None:
    play.cite("TR-46")
    play.then("lay")
    play.ask(OBSTACLE, *OPPONENTS)


@action(Offer)
def offer(play: Play, seat: int, act: Offer) -> None:
    play.move(act.card, 1, f"hand:{seat}", f"offer:{seat}")
    play.checked()
    play.answered(seat)


@action(NoOffer)
def no_offer(play: Play, seat: int, act: NoOffer) -> None:
    play.checked()
    play.answered(seat)


@action.step("lay")
def lay(play: Play) -> None:
    """The offers are turned up together: the highest legal danger is laid, the others go back."""
    offered = [k for k in OPPONENTS if play.table.count(f"offer:{k}")]
    why = say("the offers are turned up, {rule}", rule="TR-48")
    cards = dict(zip(offered, reveal_together(play, [(k, f"offer:{k}") for k in offered], why), strict=True))
    play.cite("TR-47")
    legal = [k for k, card in cards.items() if DANGER[card] <= play.table.number("limit")]
    play.cite("TR-48")
    best = max(legal, key=lambda k: DANGER[cards[k]], default=None)
    for k, card in cards.items():
        play.move(card, 1, f"offer:{k}", "location" if k == best else f"hand:{k}")


def offers(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    if seat in awaited(table):
        yield NoOffer()
        yield from (Offer(card=card) for card in table.pieces(f"hand:{seat}"))
    elif not awaited(table) and seat == 1:
        yield from (MapLocation(danger=danger, depth=depth) for danger in range(6) for depth in range(1, 4))


def set_up(play: Play) -> None:
    play.lay_deck("obstacle", CARDS)
    for seat in OPPONENTS:
        play.draw("obstacle", f"hand:{seat}", seat, say("the hand"), secret=True)


TOMB_RAIDER = sketch(
    action,
    Annotated[MapLocation | Offer | NoOffer, Field(discriminator="do")],
    ["TR-45", "TR-46", "TR-47", "TR-48"],
    seats=4,
    box=deck_box("obstacle", CARDS),
    set_up=set_up,
    windows=(OBSTACLE,),
    offers=offers,
    secrets=[Secret(f"{zone}:{k}", "obstacle", frozenset({k})) for zone in ("hand", "offer") for k in OPPONENTS],
)
tomb_raider = opener(TOMB_RAIDER)
