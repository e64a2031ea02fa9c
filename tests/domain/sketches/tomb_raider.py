"""Tomb Raider on paper: several opponents offer an obstacle for a newly mapped location (TR-46 to TR-48)."""

from __future__ import annotations

from typing import ClassVar, Literal

from domain.game import Rules, Secret
from domain.play import Play, deck_box
from domain.table import HIDDEN
from tests.domain.sketches.sketch import Said, sketch

DANGER = {"obstacle:bear": 8, "obstacle:bats": 3, "obstacle:pit": 4, "obstacle:bones": 3}
CARDS = dict.fromkeys(DANGER, 1)
OPPONENTS = (2, 3, 4)

action = Rules()


class MapLocation(Said):
    """Turn up a location with a danger, at a depth (TR-45)."""

    do: Literal["map"] = "map"
    danger: int
    depth: int


class Offer(Said):
    """Lay an obstacle face down: `?obstacle`, or the card where the program dealt it."""

    answers: ClassVar[str | None] = "obstacle"
    words: ClassVar[str] = "offers a card face down"
    do: Literal["offer"] = "offer"
    card: str


class NoOffer(Said):
    answers: ClassVar[str | None] = "obstacle"
    do: Literal["no_offer"] = "no_offer"


@action(MapLocation)
def map_location(play: Play, seat: int, act: MapLocation) -> None:
    play.cite("TR-46")
    play.set("limit", act.danger + act.depth)
    play.await_("obstacle", *(other for other in range(1, play.opening.seats + 1) if other != seat))


@action(Offer)
def offer(play: Play, seat: int, act: Offer) -> None:
    play.require("TR-46", play.table.get(f"awaits:{seat}"), "only opponents offer, one obstacle each")
    play.move(act.card, 1, f"hand:{seat}", f"offer:{seat}")
    answer(play, seat)


@action(NoOffer)
def no_offer(play: Play, seat: int, act: NoOffer) -> None:
    answer(play, seat)


def answer(play: Play, seat: int) -> None:
    """When all have answered, the cards are turned up: the highest legal danger is laid, the others go back."""
    if not play.answered(seat):
        return
    offered: dict[int, str] = {}
    for k in OPPONENTS:
        for piece in play.table.pieces(f"offer:{k}"):
            offered[k] = play.turn_up(f"offer:{k}", piece, k, "the offers are turned up, TR-48")
    play.cite("TR-47")
    legal = [k for k, card in offered.items() if DANGER[card] <= play.table.number("limit")]
    play.cite("TR-48")
    best = max(legal, key=lambda k: DANGER[offered[k]], default=None)
    for k, card in offered.items():
        play.move(card, 1, f"offer:{k}", "location" if k == best else f"hand:{k}")


def set_up(play: Play) -> None:
    play.lay_deck("obstacle", CARDS)
    for seat in OPPONENTS:
        play.draw("obstacle", f"hand:{seat}", seat, "the hand", secret=True)


tomb_raider = sketch(
    action,
    ["TR-46", "TR-47", "TR-48"],
    seats=4,
    box=deck_box("obstacle", CARDS),
    set_up=set_up,
    declines={"obstacle": NoOffer()},
    offers=lambda opening, table, seat: [
        NoOffer(), *(Offer(card=card) for card in (*CARDS, HIDDEN + "obstacle"))
    ],
    secrets=[Secret(f"{zone}:{k}", "obstacle", frozenset({k})) for zone in ("hand", "offer") for k in OPPONENTS],
)  # fmt: skip
