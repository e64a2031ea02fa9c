"""Playing a power card, its twelve effects, and Defence (UP-20, UP-24, UP-39 to UP-45)."""

from __future__ import annotations

from collections.abc import Callable

from tablescribe.domain.games.ultime.actions import Decline, Defend, PlayPower
from tablescribe.domain.games.ultime.board import (
    ANNOUNCED,
    DREW_POWER,
    EXTRA_TURNS,
    MOVEMENT_STEP,
    NUMBERS,
    PENDING,
    PENDING_OTHER,
    PENDING_OWN,
    PENDING_TARGET,
    POWER,
    POWER_STEP,
    STEP,
    Board,
    armed,
    pawn,
    skips,
    terrain,
)
from tablescribe.domain.games.ultime.rules.cards import draw_movement, draw_power
from tablescribe.domain.games.ultime.rules.events import (
    announce_event,
    carry_out_event,
    events_of,
    reach_pickaxe,
    spend_armed_defence,
)
from tablescribe.domain.games.ultime.rules.turn import action, award, begin
from tablescribe.domain.games.ultime.windows import DEFENCE
from tablescribe.domain.rules.hand import lay, must_hold
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import deck_of, discard, hand, score, who
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, either, say

AGAINST = ("bandit", "barter", "thief", "black_magic", "curse", "mace", "swap")
"""The power cards that are played against an opponent."""


@action(PlayPower)
def play_power(play: Play, seat: int, act: PlayPower) -> None:
    """Power step: play one power card and name its target, who may defend before it takes effect (UP-20, UP-41)."""
    board = begin(play, seat)
    power = board.catalogue.power(act.card)
    if power is None:
        raise Impossible(say("{card} is not a power card", card=Thing(act.card)))
    too_new = board.step != POWER_STEP and play.table.get(DREW_POWER) is not None
    text = say("the power step is over: a power card drawn this turn must wait for a later turn")
    play.require("UP-24", not too_new, text)
    play.require(
        "UP-20", board.step == POWER_STEP, say("you can play only one power card each turn, before the movement step")
    )
    play.cite(NUMBERS[power.id])
    if power.id == "defence":
        ready = board.options.defence_mode == "armed"
        text = say("play Defence when a card or attack is announced against you, not in your own turn")
        play.require("UP-41", ready, text)
    check_target(play, board, seat, power.id, act)
    must_hold(play, seat, act.card)
    play.checked()
    lay(play, seat, act.card, ANNOUNCED)
    play.set(STEP, MOVEMENT_STEP)
    play.set(PENDING, "power")
    play.set(PENDING_TARGET, act.target)
    play.set(PENDING_OWN, act.own_at)
    play.set(PENDING_OTHER, act.other_at)
    if power.id not in AGAINST or (power.id == "swap" and not board.options.defence_stops_swap):
        carry_out_power(play, defended=False)
    elif board.options.defence_mode == "armed":
        carry_out_power(play, defended=spend_armed_defence(play, act.target or 0))
    else:
        play.cite("UP-41")
        play.ask(DEFENCE, act.target or 0)


def check_target(play: Play, board: Board, seat: int, power: str, act: PlayPower) -> None:
    """Require a target for a card against an opponent (UP-40), and two pawns for Swap and no other card (UP-39k)."""
    if power != "swap" and not board.first_edition:
        named = (act.own_at, act.other_at) != (None, None)
        play.require(NUMBERS[power], not named, say("only Swap moves pawns: do not choose any for this card"))
    if power not in AGAINST:
        play.require(NUMBERS[power], act.target is None, say("this card has no target: do not choose an opponent"))
        return
    opponents = play.opening.opponents(seat)
    if act.target not in opponents:
        names = either(who(other) for other in opponents)
        text = say("choose the opponent to play it against: {seats}", seats=names)
        play.require("UP-40", False, text)
    play.cite("UP-40")
    if act.target is None:
        raise Impossible(say("this card has a target: choose an opponent"))
    if act.target not in play.opening.all_seats:
        raise Impossible(say("there is no seat {seat} at this table", seat=act.target))
    if power == "swap":
        own = act.own_at is not None and board.stands_on(seat, act.own_at)
        other = act.other_at is not None and board.stands_on(act.target, act.other_at)
        if not (own and other):
            mine, theirs = who(seat), who(act.target)
            text = say("choose two pawns to swap: one of {seat} and one of {target}", seat=mine, target=theirs)
            raise Impossible(text)


@action(Defend)
def defend(play: Play, seat: int, act: Defend) -> None:
    """Play Defence out of turn to cancel a power card or an attack (UP-41 to UP-43)."""
    must_be_threatened(play, seat, "UP-41")
    play.cite("UP-43")
    play.cite(NUMBERS["defence"])
    must_hold(play, seat, "power:defence")
    play.checked()
    lay(play, seat, "power:defence", discard(POWER))
    close_defence(play, seat, defended=True)


@action(Decline)
def decline(play: Play, seat: int, act: Decline) -> None:
    """Decline to defend. Every victim is asked, so the question reveals nothing (UP-44)."""
    must_be_threatened(play, seat, "UP-44")
    play.checked()
    close_defence(play, seat, defended=False)


def must_be_threatened(play: Play, seat: int, rule: str) -> None:
    """Refuse an answer when no power card or attack has been announced."""
    board = Board(play.opening, play.table)
    threatened = board.window == DEFENCE.name and seat in board.awaited
    play.require(rule, threatened, say("no attack or power card is announced that Defence could stop"))
    if not threatened:
        raise Impossible(say("there is nothing to defend against"))


def close_defence(play: Play, seat: int, *, defended: bool) -> None:
    """Close the defence window and carry out the power card or event that was announced."""
    play.answered(seat)
    if Board(play.opening, play.table).event is not None:
        carry_out_event(play, defended=defended)
    else:
        carry_out_power(play, defended=defended)


def carry_out_power(play: Play, *, defended: bool) -> None:
    """Carry out the announced card unless it was defended against (UP-42), then discard it (UP-40)."""
    board = Board(play.opening, play.table)
    seat, target = board.turn, play.table.number(PENDING_TARGET)
    (card,) = play.table.pieces(ANNOUNCED)
    power = card.split(":")[1]
    play.set(PENDING, None)
    play.cite("UP-40")
    if power == "defence":
        play.move(card, 1, ANNOUNCED, armed(seat))
    elif defended:
        play.cite("UP-42")
        play.move(card, 1, ANNOUNCED, discard(POWER))
    else:
        play.cite(NUMBERS[power])
        EFFECTS[power](play, seat, target)
        play.move(card, 1, ANNOUNCED, discard(POWER))
    for key in (PENDING_TARGET, PENDING_OWN, PENDING_OTHER):
        play.set(key, None)


def bandit(play: Play, seat: int, target: int) -> None:
    """Bandit: take one random card from an opponent (UP-39a); no effect on an empty hand (UP-40)."""
    if play.table.count(hand(target)):
        card = play.pick(hand(target), target, say("Bandit takes a random card"), secret=True)
        play.move(card, 1, hand(target), hand(seat))


def barter(play: Play, seat: int, target: int) -> None:
    """Barter: swap hands with an opponent; the Barter itself has already left the hand (UP-39b)."""
    mine, theirs = play.table.pieces(hand(seat)), play.table.pieces(hand(target))
    for card, n in sorted(mine.items()):
        play.move(card, n, hand(seat), hand(target))
    for card, n in sorted(theirs.items()):
        play.move(card, n, hand(target), hand(seat))


def luck(play: Play, seat: int, target: int) -> None:
    """Luck: draw one movement card and one power card (UP-39d)."""
    draw_movement(play, seat, 1, say("Luck"))
    draw_power(play, seat, say("Luck"))


def strength(play: Play, seat: int, target: int) -> None:
    """Strength: gain 2 points (UP-39e)."""
    award(play, (seat, +2))


def heal(play: Play, seat: int, target: int) -> None:
    """Heal: gain 1 point (UP-39f)."""
    award(play, (seat, +1))


def thief(play: Play, seat: int, target: int) -> None:
    """Thief: take 1 point from an opponent who has at least one (UP-39g)."""
    if play.table.number(score(target)):
        award(play, (target, -1), (seat, +1))


def black_magic(play: Play, seat: int, target: int) -> None:
    """Black Magic: an opponent discards one random card, without effect (UP-39h)."""
    if play.table.count(hand(target)):
        card = play.pick(hand(target), target, say("Black Magic discards a random card"), secret=True)
        deck = deck_of(card)
        card = play.turn_up(hand(target), card, target, say("the card that Black Magic discards"))
        play.move(card, 1, hand(target), discard(deck))


def curse(play: Play, seat: int, target: int) -> None:
    """Curse: an opponent loses 1 point, if they have a point to lose (UP-39i)."""
    award(play, (target, -1))


def mace(play: Play, seat: int, target: int) -> None:
    """Mace: an opponent skips their next turn (UP-39j); several Maces add up (UP-46)."""
    play.cite("UP-46")
    play.add(skips(target), 1)


def swap(play: Play, seat: int, target: int) -> None:
    """Swap: one of your pawns and one of an opponent's change places (UP-39k); by default no event or card (UP-45)."""
    own_at, other_at = play.table.number(PENDING_OWN), play.table.number(PENDING_OTHER)
    play.move(pawn(seat), 1, terrain(own_at), terrain(other_at))
    play.move(pawn(target), 1, terrain(other_at), terrain(own_at))
    play.cite("UP-45")
    board = Board(play.opening, play.table)
    put = ((seat, other_at), (target, own_at))
    for owner, at in put if board.options.swap_draws_at_pickaxe else ():
        if board.kind(at) == "pickaxe":
            reach_pickaxe(play, seat, owner)
    if not board.options.swap_can_trigger_event:
        return
    found = events_of(play, board, *put)
    if board.first_edition:  # the first edition completed one event only
        for event in found:
            announce_event(play, event)
            return
    for event in reversed(list(found)):
        play.then("swapped", event=event.text())


def speed(play: Play, seat: int, target: int) -> None:
    """Speed: take one more complete turn after this one (UP-39l, UP-47)."""
    play.cite("UP-47")
    play.add(EXTRA_TURNS, 1)


EFFECTS: dict[str, Callable[[Play, int, int], None]] = {
    "bandit": bandit, "barter": barter, "luck": luck, "strength": strength, "heal": heal, "thief": thief,
    "black_magic": black_magic, "curse": curse, "mace": mace, "swap": swap, "speed": speed,
}  # fmt: skip
