"""Root on paper: a battle with an ambush (the Law's 4.3, facts in core_rules)."""

from __future__ import annotations

from typing import ClassVar, Literal

from domain.chance import Outcome
from domain.game import Rules, Secret
from domain.play import Play, deck_box
from domain.table import BOX
from tests.domain.sketches.sketch import Said, sketch

CARDS = {"card:ambush-fox": 1, "card:ambush-bird": 1, "card:ambush-mouse": 1, "card:anvil": 3}
FACES: dict[Outcome, int] = {0: 1, 1: 1, 2: 1, 3: 1}
CLEARING, SUIT = "clearing:5", "fox"

action = Rules()


class Battle(Said):
    do: Literal["battle"] = "battle"
    defender: int


class Ambush(Said):
    """The defender's ambush (4.3.1)."""

    answers: ClassVar[str | None] = "ambush"
    do: Literal["ambush"] = "ambush"
    card: str


class NoAmbush(Said):
    answers: ClassVar[str | None] = "ambush"
    do: Literal["no_ambush"] = "no_ambush"


class Foil(Said):
    """The attacker cancels the ambush with one of the same suit (4.3.1.I)."""

    answers: ClassVar[str | None] = "foil"
    do: Literal["foil"] = "foil"
    card: str


class NoFoil(Said):
    answers: ClassVar[str | None] = "foil"
    do: Literal["no_foil"] = "no_foil"


@action(Battle)
def battle(play: Play, seat: int, act: Battle) -> None:
    play.require("RO-4.3", play.table.count(CLEARING, f"warrior:{seat}"), "you need a warrior there")
    play.set("attacker", seat)
    play.set("defender", act.defender)
    play.await_("ambush", act.defender)


@action(Ambush)
def ambush(play: Play, seat: int, act: Ambush) -> None:
    show_ambush(play, seat, act.card)
    play.answered(seat)
    play.await_("foil", attacker(play))


@action(NoAmbush)
def no_ambush(play: Play, seat: int, act: NoAmbush) -> None:
    play.answered(seat)
    roll(play)


@action(Foil)
def foil(play: Play, seat: int, act: Foil) -> None:
    show_ambush(play, seat, act.card)
    play.answered(seat)
    roll(play)


@action(NoFoil)
def no_foil(play: Play, seat: int, act: NoFoil) -> None:
    play.answered(seat)
    play.cite("RO-4.3.1.II")
    deal(play, attacker(play), 2)
    if play.table.count(CLEARING, f"warrior:{attacker(play)}"):
        roll(play)


def show_ambush(play: Play, seat: int, card: str) -> None:
    """An ambush of the clearing's suit, birds being wild, comes out of the hand."""
    play.require("RO-4.3.1.I", card in (f"card:ambush-{SUIT}", "card:ambush-bird"), f"an ambush of {SUIT} is needed")
    if not play.table.count(f"hand:{seat}", card):
        play.reveal(f"hand:{seat}", "card", card)
    play.move(card, 1, f"hand:{seat}", "discard:card")


def roll(play: Play) -> None:
    """Two dice: the higher is the attacker's; nobody deals more than the own warriors there; the defenceless +1."""
    play.cite("RO-4.3.2")
    a, d = attacker(play), play.table.number("defender")
    low, high = sorted(int(play.roll("a battle die", FACES, a, "a battle, RO-4.3.2")) for _ in range(2))
    mine, theirs = (play.table.count(CLEARING, f"warrior:{seat}") for seat in (a, d))
    play.cite("RO-4.3.2.I")
    defenceless = 0 if theirs else 1
    if defenceless:
        play.cite("RO-4.3.3")
    deal(play, d, min(high, mine) + defenceless)
    deal(play, a, min(low, theirs))


def deal(play: Play, seat: int, hits: int) -> None:
    """Warriors go before buildings; each building is a point for the other side (4.3.4)."""
    play.cite("RO-4.3.4")
    other = play.table.number("defender") if seat == attacker(play) else attacker(play)
    for piece, points in ((f"warrior:{seat}", 0), (f"building:{seat}", 1)):
        n = min(hits, play.table.count(CLEARING, piece))
        play.move(piece, n, CLEARING, BOX)
        play.score(other, n * points)
        hits -= n


def attacker(play: Play) -> int:
    return play.table.number("attacker")


def set_up(play: Play) -> None:
    play.lay_deck("card", CARDS)
    for seat, warriors in ((1, 3), (2, 2)):
        play.move(f"warrior:{seat}", warriors, BOX, CLEARING)
        play.draw("card", f"hand:{seat}", seat, "the hand", secret=True)
    play.move("building:2", 1, BOX, CLEARING)


root = sketch(
    action,
    ["RO-4.3", "RO-4.3.1.I", "RO-4.3.1.II", "RO-4.3.2", "RO-4.3.2.I", "RO-4.3.3", "RO-4.3.4"],
    seats=2,
    box={**deck_box("card", CARDS), "warrior:1": 3, "warrior:2": 2, "building:2": 1},
    set_up=set_up,
    declines={"ambush": NoAmbush(), "foil": NoFoil()},
    secrets=[Secret(f"hand:{seat}", "card", frozenset({seat})) for seat in (1, 2)],
)
