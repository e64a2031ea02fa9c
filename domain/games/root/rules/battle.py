"""Battles (RO-4.3): declaration, ambush, roll and hits, with windows in between. `hits.py` removes the pieces."""

from __future__ import annotations

from tablescribe.domain.games.root.abilities import Fight, in_play
from tablescribe.domain.games.root.actions.core import Ambush, Battle, Foil, NoAmbush, NoEffect, NoFoil, UseEffect
from tablescribe.domain.games.root.board import BATTLE, BIRD, Board, clearing
from tablescribe.domain.games.root.cards import is_ambush, suit_of
from tablescribe.domain.games.root.pieces import FACTIONS, HIRELINGS
from tablescribe.domain.games.root.rules.citing import cite_if, cite_now
from tablescribe.domain.games.root.rules.fights import (
    ATTACKER,
    DEFENDER,
    EXTRA,
    ROLLED,
    begin_fight,
    cap,
    fight_on,
    fighters,
    is_defenceless,
    key,
    side,
)
from tablescribe.domain.games.root.rules.hand import discard_from_hand, must_show
from tablescribe.domain.games.root.rules.moving import permit, spend
from tablescribe.domain.games.root.rules.turn import action, begin
from tablescribe.domain.games.root.windows import AMBUSH, CASUALTY, EFFECTS, FOIL
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.window import awaited
from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, say

FACES: dict[Outcome, int] = {0: 3, 1: 3, 2: 3, 3: 3}
"""The faces of a battle die, each equally likely (RO-4.3.2)."""

PARTS = ("battle_over", "deal", "after_the_roll", "roll", "before_the_roll", "ambushed", "ambush")
"""The steps of a battle in reverse order; `INSIDE` are those in between."""

INSIDE = ("ambush_hits", "attackers", "effects", "effects_used", "dealt", "hits", "casualty")


@action(Battle)
def battle(play: Play, seat: int, act: Battle) -> None:
    """Battle an enemy in a clearing with a warrior or pawn of the attacker (RO-4.3)."""
    board = begin(play, seat)
    permit(play, seat, act)
    attacker = board.faction(seat)
    must_be_declared(play, Fight(act.at, attacker, act.defender, seat, act.how))
    must_battle(play, attacker, act.defender, act.at, how=act.how)
    play.checked()
    spend(play, seat, act)
    start(play, Fight(act.at, attacker, act.defender, seat, act.how))


def must_be_declared(play: Play, fight: Fight) -> None:
    """Require that a special battle may be declared: Looters, an ally (RO-4.3)."""
    board = Board(play.opening, play.table)
    declared = not fight.how or any(one.declares(board, fight) for one in in_play(board, "declares"))
    rule = "RO-14.2.5" if fight.how == "loot" else "RO-4.3"
    play.require(rule, declared, say("you cannot declare that battle here"))
    if not declared and fight.how != "loot":
        raise Impossible(say("you cannot declare that battle here"))


def must_battle(play: Play, attacker: str, defender: str, at: int, *, how: str = "") -> None:
    """Require that a faction or hireling may battle another in a clearing (RO-4.3)."""
    board = Board(play.opening, play.table)
    fight = Fight(at, attacker, defender, board.decider(attacker), how)
    there = {"at": Thing(clearing(at))}
    play.require("RO-4.3", fighters(board, fight, attacker), say("you need a warrior or pawn in {at}", **there))
    play.require("RO-4.3", board.count(defender, at), say("the defender has no pieces in {at}", **there))
    must_be_enemies(play, board, attacker, defender)
    for one in in_play(board, "forbids_battle"):
        if ban := one.forbids_battle(board, attacker, defender, at):
            play.require(ban.rule, False, ban.why)


def must_be_enemies(play: Play, board: Board, attacker: str, defender: str) -> None:
    """Require an enemy (RO-16.6.8): not a coalition partner (RO-AMB-12), nor one's own hireling (RO-16.4.3-II)."""
    mine = board.partners(board.seat_of(attacker))
    coalition = mine or board.partners(board.seat_of(defender))
    partners = board.seat_of(defender) in mine
    enemies = partners or board.are_enemies(attacker, defender)
    cite_if(play, coalition, "RO-AMB-12")
    if partners:
        play.require("RO-AMB-12", False, say("coalition partners cannot battle each other"))
    hirelings = {attacker, defender} & set(HIRELINGS)
    rule = "RO-16.4.3-II" if hirelings else "RO-16.6.8"
    cite_if(play, hirelings or coalition, rule)
    if not enemies:
        play.require(rule, False, say("you can battle only an enemy"))


def start(play: Play, fight: Fight) -> None:
    """Start a declared battle: its steps become pending in order."""
    play.cite("RO-4.3")
    cite_if(play, False, "RO-1.4.2")
    board, sides = Board(play.opening, play.table), (fight.attacker, fight.defender)
    if any(board.count(one, fight.at, "pawn") for one in sides):
        play.cite("RO-16.6.17")
    if any(one in HIRELINGS and not board.seat_of(one) for one in sides):
        play.cite("RO-1.1.3")
        play.cite("RO-AMB-13")
    abandon(play)
    begin_fight(play, fight)
    for step in PARTS:
        play.then(step)


def abandon(play: Play) -> None:
    """Abandon a battle in progress: as played, another one was started."""
    if not any(step.do in PARTS for step in play.dues):
        return
    for step in play.dues:
        if step.do in (*PARTS, *INSIDE):
            play.drop(step)
    if play.table.get(AWAITS) in (AMBUSH.name, FOIL.name, EFFECTS.name, CASUALTY.name):
        for seat in awaited(play.table):
            play.answered(seat)


# --- the ambush -----------------------------------------------------------------------------------


def suits_of(board: Board, fight: Fight) -> tuple[str, ...]:
    """Return the suits that an ambush card may have: the clearing's, or bird."""
    return (*board.suits(fight.at), BIRD)


@action.step("ambush")
def ask_for_an_ambush(play: Play) -> None:
    """Ask the defender for an ambush (RO-4.3.1). Any defender with cards is asked, so the question reveals nothing."""
    fight = fight_on(play)
    seat = seat_with_cards(play, fight.defender)
    board = Board(play.opening, play.table)
    immune = any("no_ambush" in one.effects(board, fight, fight.seat, "ambush") for one in in_play(board, "effects"))
    if seat and fight.attacker in FACTIONS and immune:
        play.cite("RO-CARD-SCOUTING-PARTY")
    elif seat:
        play.ask(AMBUSH, seat)


def seat_with_cards(play: Play, owner: str) -> int:
    """Return the seat of a faction with cards in hand; 0 for hirelings, which play none (RO-16.4.3-V)."""
    board = Board(play.opening, play.table)
    seat = board.seat_of(owner) if owner in FACTIONS else 0
    return seat if seat and board.hand(seat) else 0


@action(Ambush)
def ambush(play: Play, seat: int, act: Ambush) -> None:
    """Play an ambush card of the clearing's suit (RO-4.3.1)."""
    must_show_ambush(play, seat, act.card, "RO-4.3.1")
    play.checked()
    cite_now(play, "RO-1.4.2")
    discard_from_hand(play, seat, act.card)
    play.set(key("ambush"), True)
    play.answered(seat)


def must_show_ambush(play: Play, seat: int, card: str, rule: str) -> None:
    """Require an ambush card of the clearing's suit or a bird."""
    board = Board(play.opening, play.table)
    must_show(play, seat, card)
    fits = is_ambush(board.setting, card) and suit_of(board.setting, card) in suits_of(board, fight_on(play))
    play.cite("RO-2.1.2")
    play.require(rule, fits, say("you need an ambush card of the clearing's suit"))


@action(NoAmbush)
def no_ambush(play: Play, seat: int, act: NoAmbush) -> None:
    """Play no ambush."""
    play.checked()
    play.answered(seat)


@action.step("ambushed")
def ask_for_a_foil(play: Play) -> None:
    """Ask the ambushed attacker whether to foil the ambush (RO-4.3.1-I)."""
    if play.table.get(key("ambush")):
        play.then("ambush_hits")
        if seat := seat_with_cards(play, fight_on(play).attacker):
            play.ask(FOIL, seat)


@action(Foil)
def foil(play: Play, seat: int, act: Foil) -> None:
    """Foil the ambush with an ambush card of the clearing's suit (RO-4.3.1-I)."""
    must_show_ambush(play, seat, act.card, "RO-4.3.1-I")
    play.checked()
    discard_from_hand(play, seat, act.card)
    play.set(key("ambush"), None)
    play.answered(seat)


@action(NoFoil)
def no_foil(play: Play, seat: int, act: NoFoil) -> None:
    """Let the ambush stand."""
    play.checked()
    play.answered(seat)


@action.step("ambush_hits")
def ambush_hits(play: Play) -> None:
    """Deal the two hits of an ambush at once; without attackers left the battle ends (RO-4.3.1-II)."""
    if play.table.get(key("ambush")):
        play.cite("RO-4.3.1-II")
        play.then("attackers")
        play.then("hits", role=ATTACKER, n=2, cause="ambush", lost=[])


@action.step("attackers")
def are_attackers_left(play: Play) -> None:
    """End the battle if no attacking warrior or pawn is left (RO-4.3.1-II)."""
    fight = fight_on(play)
    if not fighters(Board(play.opening, play.table), fight, fight.attacker):
        for step in play.dues:
            if step.do in ("before_the_roll", "roll", "after_the_roll", "deal"):
                play.drop(step)


# --- the dice -------------------------------------------------------------------------------------


@action.step("before_the_roll")
def before_the_roll(play: Play) -> None:
    """Ask for effects before the roll, the attacker first."""
    for role in (DEFENDER, ATTACKER):
        play.then("effects", role=role, when="before")


@action.step("roll")
def roll(play: Play) -> None:
    """Roll two dice, the higher for the attacker (RO-4.3.2). Rolled hits are limited by warriors (RO-4.3.2-I)."""
    fight = fight_on(play)
    board = Board(play.opening, play.table)
    play.cite("RO-4.3.2")
    why = say("the battle in {at}", at=Thing(clearing(fight.at)))
    low, high = sorted(int(play.roll("battle", FACES, fight.seat, why)) for _ in range(2))
    higher = any(one.higher(board, fight, fight.defender) for one in in_play(board, "higher"))
    if higher or play.table.get(key("higher")):
        low, high = high, low
    play.cite("RO-4.3.2-I")
    for role, rolled in ((ATTACKER, high), (DEFENDER, low)):
        looting = role == ATTACKER and fight.how == "loot"
        play.set(key(ROLLED, role), 0 if looting else min(rolled, cap(board, fight, side(fight, role))))
        extra = sum(one.extra_hits(board, fight, side(fight, role)) for one in in_play(board, "extra_hits"))
        play.set(key(EXTRA, role), extra)
    for one in in_play(board, "rolled"):
        one.rolled(play, fight)
    if is_defenceless(board, fight, fight.defender):
        play.cite("RO-4.3.3-II")
        play.add(key(EXTRA, ATTACKER), 1)


@action.step("after_the_roll")
def after_the_roll(play: Play) -> None:
    """Ask for effects after the roll, the attacker first; an attacker who uses none may go second (RO-4.3.3)."""
    for role in (DEFENDER, ATTACKER):
        play.then("effects", role=role, when="after")


@action.step("effects")
def ask_for_effects(play: Play, *, role: str, when: str, more: bool = False) -> None:
    """Ask a side for battle effects until it uses no more."""
    fight = fight_on(play)
    owner = side(fight, role)
    seat = Board(play.opening, play.table).seat_of(owner) if owner in FACTIONS else 0
    if seat and usable(Board(play.opening, play.table), fight, seat, when):
        play.set(key("when"), when)
        play.then("effects_used", role=role, when=when, **({"more": True} if more else {}))
        play.ask(EFFECTS, seat)


def usable(board: Board, fight: Fight, seat: int, when: str) -> list[str]:
    """Return the effects that a seat may use now in a battle."""
    return [name for one in in_play(board, "effects") for name in one.effects(board, fight, seat, when)]


@action.step("effects_used")
def ask_again(play: Play, *, role: str, when: str, more: bool = False) -> None:
    """Ask again after a side has used an effect. An attacker who used none may have waited for the defender."""
    if play.table.get(key("used")):
        play.set(key("used"), None)
        play.then("effects", role=role, when=when, more=True)
    elif role == ATTACKER and when == "after" and not more:
        let_the_defender_begin(play)


def let_the_defender_begin(play: Play) -> None:
    """Ask an attacker who used no effect again, after a defender who can use one (RO-4.3.3)."""
    fight = fight_on(play)
    board = Board(play.opening, play.table)
    seat = board.seat_of(fight.defender) if fight.defender in FACTIONS else 0
    theirs = next((one for one in play.dues if one.do == "effects" and one.arguments["role"] == DEFENDER), None)
    if seat and theirs is not None and usable(board, fight, seat, "after"):
        play.drop(theirs)  # both are pending, in the other order
        play.then("effects", role=ATTACKER, when="after", more=True)
        play.then("effects", role=DEFENDER, when="after")


@action(UseEffect)
def use_effect(play: Play, seat: int, act: UseEffect) -> None:
    """Use an effect in a battle; the effect's own rule says what it needs and does (RO-4.3.3)."""
    fight, board = fight_on(play), Board(play.opening, play.table)
    there = act.effect in usable(board, fight, seat, play.table.text(key("when")))
    play.require("RO-4.3.3", there, say("you cannot use {effect} now", effect=Thing(act.effect)))
    if there:
        for one in in_play(board, "use"):
            one.use(play, fight, seat, act.effect, act.card)
    play.checked()
    play.set(key("used"), True)
    play.answered(seat)


@action(NoEffect)
def no_effect(play: Play, seat: int, act: NoEffect) -> None:
    """Use no more effects."""
    play.checked()
    play.answered(seat)


# --- the end --------------------------------------------------------------------------------------


@action.step("battle_over")
def battle_over(play: Play) -> None:
    """Apply what follows a battle, then clear it."""
    fight = fight_on(play)
    play.then("forget_battle")
    for one in reversed(in_play(Board(play.opening, play.table), "battle_over")):
        one.battle_over(play, fight)


@action.step("forget_battle")
def forget(play: Play) -> None:
    """Clear the values of the battle."""
    for one in sorted(one for one in play.table.values if one.startswith(BATTLE)):
        play.set(one, None)
