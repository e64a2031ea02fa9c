"""Root on paper: a battle with all its windows (the Law's 4.3), Outrage (8.2.6) and Field Hospitals (6.2.3).

Seat 1 is the Marquise with her keep, seat 2 the Alliance; they fight over one fox clearing.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.rules.game import Secret
from tablescribe.domain.rules.hand import could_hold, lay, ready
from tablescribe.domain.rules.play import Play, deck_box
from tablescribe.domain.rules.rules import Rules
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.rules.window import awaited
from tablescribe.domain.table.names import discard, hand
from tablescribe.domain.table.table import BOX, Impossible, Table
from tablescribe.domain.words.text import Thing, say
from tests.domain.sketches.root_actions import (
    ACTIONS,
    AMBUSH,
    CASUALTY,
    EFFECTS,
    FOIL,
    HOSPITAL,
    OUTRAGE,
    WINDOWS,
    Ambush,
    Battle,
    Foil,
    GiveCard,
    Heal,
    March,
    NoAmbush,
    NoEffect,
    NoFoil,
    NoHeal,
    Remove,
    ShowHand,
    UseEffect,
)
from tests.domain.sketches.sketch import opener, sketch

CARDS = {
    "card:ambush-fox": 1, "card:ambush-bird": 1, "card:ambush-mouse": 1,
    "card:anvil-fox": 3, "card:bird": 2, "card:mouse": 3,
}  # fmt: skip
FACES: dict[Outcome, int] = {0: 1, 1: 1, 2: 1, 3: 1}
CLEARING, KEEP, SUIT = "clearing:5", "clearing:1", "fox"
MARQUISE, ALLIANCE = 1, 2
EFFECT = {MARQUISE: "effect:brutal-tactics", ALLIANCE: "effect:sappers"}
PIECES = {  # of each seat: warriors, which fall first, and what scores a point
    MARQUISE: ("warrior:1", "sawmill", "wood"),
    ALLIANCE: ("warrior:2", "base", "sympathy"),
}

action = Rules()


def opponent(seat: int) -> int:
    return MARQUISE + ALLIANCE - seat


def warriors(table: Table, seat: int) -> int:
    return table.count(CLEARING, PIECES[seat][0])


def matches(card: str, suit: str = SUIT) -> bool:
    """Birds stand for any suit (2.1.1)."""
    return card.endswith((suit, "bird"))


# --- a battle ---------------------------------------------------------------------------------


@action(Battle)
def battle(play: Play, seat: int, act: Battle) -> None:
    play.require("RO-4.3", act.defender != seat, say("a battle is against an enemy"))
    play.require("RO-4.3", warriors(play.table, seat), say("you need a warrior there"))
    there = any(play.table.count(CLEARING, piece) for piece in PIECES[act.defender])
    play.require("RO-4.3", there, say("nothing of theirs stands there"))
    play.checked()
    attacker, defender = seat, act.defender
    play.set("ambush", None)
    play.then("roll", attacker=attacker, defender=defender)
    play.then("ambush", attacker=attacker, defender=defender)


@action.step("ambush")
def ask_for_an_ambush(play: Play, *, attacker: int, defender: int) -> None:
    """Whoever holds cards is asked, so that asking betrays nothing."""
    if play.table.count(hand(defender)):
        play.then("ambushed", attacker=attacker, defender=defender)
        play.ask(AMBUSH, defender)


@action(Ambush)
def ambush(play: Play, seat: int, act: Ambush) -> None:
    show_ambush(play, seat, act.card)
    play.set("ambush", True)
    play.answered(seat)


@action(NoAmbush)
def no_ambush(play: Play, seat: int, act: NoAmbush) -> None:
    play.checked()
    play.answered(seat)


@action.step("ambushed")
def ask_for_a_foil(play: Play, *, attacker: int, defender: int) -> None:
    if play.table.get("ambush"):
        play.then("ambush_hits", attacker=attacker, defender=defender)
        if play.table.count(hand(attacker)):
            play.ask(FOIL, attacker)


@action(Foil)
def foil(play: Play, seat: int, act: Foil) -> None:
    show_ambush(play, seat, act.card)
    play.set("ambush", None)
    play.answered(seat)


@action(NoFoil)
def no_foil(play: Play, seat: int, act: NoFoil) -> None:
    play.checked()
    play.answered(seat)


def show_ambush(play: Play, seat: int, card: str) -> None:
    """An ambush of the clearing's suit, birds being wild, comes out of the hand."""
    fits = card in (f"card:ambush-{SUIT}", "card:ambush-bird")
    play.require("RO-4.3.1-I", fits, say("an ambush of {suit} is needed", suit=SUIT))
    lay(play, seat, card, discard("card"))
    play.checked()


@action.step("ambush_hits")
def ambush_hits(play: Play, *, attacker: int, defender: int) -> None:
    """Two hits at once, unless the ambush was foiled; without attackers left the battle is over."""
    if play.table.get("ambush"):
        play.cite("RO-4.3.1-II")
        play.set("ambush", None)
        play.then("attackers", attacker=attacker)
        play.then("hits", seat=attacker, by=defender, n=2, fallen=0)


@action.step("attackers")
def are_attackers_left(play: Play, *, attacker: int) -> None:
    if not warriors(play.table, attacker):
        play.cite("RO-4.3.1-II")
        play.drop(play.dues[-1])  # the roll


@action.step("roll")
def roll(play: Play, *, attacker: int, defender: int) -> None:
    """Two dice: the higher is the attacker's, the guerrillas' if they defend; nobody deals more than own warriors."""
    play.cite("RO-4.3.2")
    why = say("a battle, {rule}", rule="RO-4.3.2")
    low, high = sorted(int(play.roll("a battle die", FACES, attacker, why)) for _ in range(2))
    play.cite("RO-4.3.2-I")
    mine, theirs = warriors(play.table, attacker), warriors(play.table, defender)
    if not theirs:
        play.cite("RO-4.3.3-II")
    if defender == ALLIANCE:
        play.cite("RO-8.2.2")
        low, high = high, low
    play.set(f"hits:{defender}", min(high, mine) + (0 if theirs else 1))
    play.set(f"hits:{attacker}", min(low, theirs))
    play.then("deal", attacker=attacker, defender=defender)
    for seat in (defender, attacker):  # the attacker is asked first
        play.then("effect", seat=seat)


@action.step("effect")
def ask_for_an_effect(play: Play, *, seat: int) -> None:
    if play.table.count(f"crafted:{seat}"):
        play.ask(EFFECTS, seat)


@action(UseEffect)
def use_effect(play: Play, seat: int, act: UseEffect) -> None:
    """One hit more: Brutal Tactics give the defender a point, Sappers are discarded."""
    play.require("RO-4.3.3-I", act.card == EFFECT.get(seat), say("this is no effect of yours"))
    play.move(act.card, 1, f"crafted:{seat}", f"crafted:{seat}" if seat == MARQUISE else BOX)
    play.checked()
    play.add(f"hits:{opponent(seat)}", 1)
    if seat == MARQUISE:
        play.score(opponent(seat), 1)
    play.answered(seat)


@action(NoEffect)
def no_effect(play: Play, seat: int, act: NoEffect) -> None:
    play.checked()
    play.answered(seat)


@action.step("deal")
def deal(play: Play, *, attacker: int, defender: int) -> None:
    """Both deal at once: what the defender takes is worked off first."""
    for seat in (attacker, defender):
        play.then("hits", seat=seat, by=opponent(seat), n=play.table.number(f"hits:{seat}"), fallen=0)
        play.set(f"hits:{seat}", None)


# --- what a hit removes -----------------------------------------------------------------------


@action.step("hits")
def take_hits(play: Play, *, seat: int, by: int, n: int, fallen: int) -> None:
    """Hits remove one piece after another, which the side that takes them picks where there is a choice (4.3.4)."""
    there = [piece for piece in PIECES[seat] if play.table.count(CLEARING, piece)]
    if not there or not n:
        if fallen and seat == MARQUISE:
            play.then("hospital", n=fallen)
        return
    play.cite("RO-4.3.4")
    play.then("casualty", seat=seat, by=by, n=n, fallen=fallen)
    if len(there) == 1:
        play.set("casualty", there[0])
    else:
        play.ask(CASUALTY, seat)


@action(Remove)
def choose_a_casualty(play: Play, seat: int, act: Remove) -> None:
    first = act.piece == PIECES[seat][0] or not warriors(play.table, seat)
    if act.piece not in PIECES[seat] or not play.table.count(CLEARING, act.piece):
        raise Impossible(say("{piece} is none of yours that stands there", piece=Thing(act.piece)))
    play.require("RO-4.3.4", first, say("warriors are removed first"))
    play.checked()
    play.set("casualty", act.piece)
    play.answered(seat)


@action.step("casualty")
def remove(play: Play, *, seat: int, by: int, n: int, fallen: int) -> None:
    """Warriors leave, buildings and tokens score a point for the remover; sympathy is paid for at once."""
    piece = play.table.text("casualty")
    play.set("casualty", None)
    if not play.table.count(CLEARING, piece):  # a table that played on has not said it yet
        play.then("hits", seat=seat, by=by, n=n, fallen=fallen)
        return
    warrior = piece.startswith("warrior:")
    play.move(piece, 1, CLEARING, BOX)
    play.then("hits", seat=seat, by=by, n=n - 1, fallen=fallen + (1 if warrior else 0))
    if not warrior:
        play.cite("RO-3.2.1")
        play.score(by, 1)
    if piece == "sympathy" and by != ALLIANCE:
        play.then("outrage", seat=by)


@action.step("outrage")
def outrage(play: Play, *, seat: int) -> None:
    play.cite("RO-8.2.6")
    play.ask(OUTRAGE, seat)


@action(GiveCard)
def give_card(play: Play, seat: int, act: GiveCard) -> None:
    play.require("RO-8.2.6", matches(act.card), say("a card of {suit} is needed", suit=SUIT))
    lay(play, seat, act.card, "supporters")
    play.checked()
    play.answered(seat)


@action(ShowHand)
def show_hand(play: Play, seat: int, act: ShowHand) -> None:
    held = [card for card in play.table.pieces(hand(seat)) if matches(card)]
    play.require("RO-8.2.6", not held, say("a card that matches must be given"))
    play.checked()
    play.answered(seat)
    if ready(play, "card"):
        play.draw("card", "supporters", ALLIANCE, say("a supporter, {rule}", rule="RO-8.2.6"), secret=True)


@action.step("hospital")
def ask_for_hospitals(play: Play, *, n: int) -> None:
    if play.table.count(KEEP, "keep") and play.table.count(hand(MARQUISE)):
        play.then("healed", n=n)
        play.ask(HOSPITAL, MARQUISE)


@action(Heal)
def heal(play: Play, seat: int, act: Heal) -> None:
    play.require("RO-6.2.3", matches(act.card), say("a card of {suit} is needed", suit=SUIT))
    lay(play, seat, act.card, discard("card"))
    play.checked()
    play.set("healed", True)
    play.answered(seat)


@action(NoHeal)
def no_heal(play: Play, seat: int, act: NoHeal) -> None:
    play.checked()
    play.answered(seat)


@action.step("healed")
def bring_home(play: Play, *, n: int) -> None:
    if play.table.get("healed"):
        play.move("warrior:1", n, BOX, KEEP)
        play.set("healed", None)


# --- moving, setting up -----------------------------------------------------------------------


@action(March)
def march(play: Play, seat: int, act: March) -> None:
    """Warriors come from the keep, and where none are from the box; into sympathy they cause outrage."""
    source = KEEP if seat == MARQUISE and play.table.count(KEEP, "warrior:1") else BOX
    play.move(PIECES[seat][0], act.n, source, CLEARING)
    play.checked()
    if seat != ALLIANCE and play.table.count(CLEARING, "sympathy"):
        play.then("outrage", seat=seat)


def offers(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    cards = could_hold(table, hand(seat), "card")
    if seat in awaited(table):
        for kind in (Ambush, Foil, GiveCard, Heal):
            yield from (kind(card=card) for card in cards)
        yield from (NoAmbush(), NoFoil(), NoEffect(), ShowHand(), NoHeal(), UseEffect(card=EFFECT[seat]))
        yield from (Remove(piece=piece) for piece in PIECES[seat])
    elif not awaited(table):
        yield from (March(n=n) for n in (1, 2))
        yield from (Battle(defender=other) for other in setting.opponents(seat))


BOXED = {
    "warrior:1": 6, "warrior:2": 6, "sawmill": 1, "wood": 1, "keep": 1, "base": 1, "sympathy": 1,
    EFFECT[MARQUISE]: 1, EFFECT[ALLIANCE]: 1,
}  # fmt: skip


def set_up(play: Play) -> None:
    play.lay_deck("card", CARDS)
    play.move("keep", 1, BOX, KEEP)
    for piece, n in {"warrior:1": 3, "sawmill": 1, "wood": 1, "warrior:2": 2, "base": 1, "sympathy": 1}.items():
        play.move(piece, n, BOX, CLEARING)
    for seat in (MARQUISE, ALLIANCE):
        play.move(EFFECT[seat], 1, BOX, f"crafted:{seat}")
        for _ in range(3):
            play.draw("card", hand(seat), seat, say("the hand"), secret=True)


ROOT = sketch(
    action,
    ACTIONS,
    ["RO-3.2.1", "RO-4.3", "RO-4.3.1", "RO-4.3.1-I", "RO-4.3.1-II", "RO-4.3.2", "RO-4.3.2-I", "RO-4.3.3",
     "RO-4.3.3-I", "RO-4.3.3-II", "RO-4.3.4", "RO-6.2.3", "RO-8.2.2", "RO-8.2.6"],
    seats=2,
    box={**deck_box("card", CARDS), **BOXED},
    set_up=set_up,
    windows=WINDOWS,
    offers=offers,
    in_turn=lambda setting, table: (MARQUISE, ALLIANCE),
    secrets=[
        *(Secret(hand(seat), "card", frozenset({seat})) for seat in (MARQUISE, ALLIANCE)),
        Secret("supporters", "card", frozenset({ALLIANCE})),
    ],
)  # fmt: skip
root = opener(ROOT)
