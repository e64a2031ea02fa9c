"""Decisions before the first turn: entrances and first hands (TR-22, TR-25)."""

from __future__ import annotations

from math import ceil

from tablescribe.domain.games.tomb_raider.actions.start import ChooseEntrance, KeepCard, TakeHand
from tablescribe.domain.games.tomb_raider.board import (
    DIE,
    FACES,
    catalogue_of,
    draw_deck,
    entrance,
    figure,
    is_earlier_edition,
    options_of,
    raider,
)
from tablescribe.domain.games.tomb_raider.cards import abilities
from tablescribe.domain.games.tomb_raider.levels import Level, level_of
from tablescribe.domain.games.tomb_raider.rules.core import action, close
from tablescribe.domain.games.tomb_raider.rules.rounds import begin
from tablescribe.domain.games.tomb_raider.windows import CHOOSING, ENTERING
from tablescribe.domain.rules.hand import must_hold
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import deck, face_down, hand, unseen, who
from tablescribe.domain.table.table import HIDDEN, Impossible, Table
from tablescribe.domain.words.text import Thing, say

# --- entrances --------------------------------------------------------------------------------


def free_entrances(setting: Setting, table: Table) -> list[str]:
    """Return the entrances with room; raiders are divided as evenly as possible (TR-108, TR-112)."""
    spaces = [one.space for one in level_of(setting).entrances]
    most = ceil(setting.seats / max(1, len(spaces)))
    taken = [table.get(entrance(seat)) for seat in setting.all_seats]
    return [space for space in spaces if taken.count(space) < most]


def enter(play: Play, seat: int, space: str) -> None:
    """Put a raider's figure on its entrance."""
    play.set(entrance(seat), space)
    play.move(figure(seat), 1, raider(seat), space)


@action.step("entrances")
def share_out(play: Play) -> None:
    """Assign entrances as the level says, or by a roll with the highest choosing first (TR-111, TR-112, TR-114)."""
    level = level_of(play.opening)
    play.cite("TR-22")
    waiting = [seat for seat in play.opening.all_seats if play.table.get(entrance(seat)) is None]
    if level.design.choice == "own":
        play.cite("TR-115")
        spaces = {one.owner: one.space for one in level.entrances}
        for seat in waiting:
            enter(play, seat, spaces.get(seat, level.entrances[0].space))
        return
    if len(level.entrances) > 1:
        play.cite(_rule_of_the_roll(level))
        waiting = by_roll(play, waiting)
    _place_or_ask(play, waiting)


def _rule_of_the_roll(level: Level) -> str:
    """Return the rule for choosing entrances: the level's own, or the general one."""
    return {"TR-110": "TR-111", "TR-112": "TR-112", "TR-114": "TR-114"}.get(level.design.rule, "TR-22")


def by_roll(play: Play, seats: list[int]) -> list[int]:
    """Roll a die for each seat, and return the seats from the highest; tied seats reroll."""
    if len(seats) < 2:
        return seats
    rolled = {seat: int(play.roll(DIE, FACES, seat, say("order of choosing entrances"))) for seat in seats}
    order = []
    for number in sorted(set(rolled.values()), reverse=True):
        order += by_roll(play, [seat for seat in seats if rolled[seat] == number])
    return order


def _place_or_ask(play: Play, waiting: list[int]) -> None:
    """Put raiders without a choice on their entrances; ask the first of the others."""
    while waiting:
        free = free_entrances(play.opening, play.table)
        if len(free) > 1:
            play.then("entering", seats=waiting)
            play.ask(ENTERING, waiting[0])
            return
        enter(play, waiting[0], free[0])
        waiting = waiting[1:]


@action.step("entering")
def ask_again(play: Play, *, seats: list[int]) -> None:
    """Continue with the raiders that have not entered yet."""
    _place_or_ask(play, [seat for seat in seats if play.table.get(entrance(seat)) is None])


@action(ChooseEntrance)
def choose_entrance(play: Play, seat: int, act: ChooseEntrance) -> None:
    """Choose one of the entrances with room (TR-22)."""
    if act.space not in level_of(play.opening).face_up:
        raise Impossible(say("there is no entrance at {space}", space=Thing(act.space)))
    free = free_entrances(play.opening, play.table)
    play.require("TR-22", act.space in free, say("choose an entrance where there is room"))
    play.move(figure(seat), 1, raider(seat), act.space)
    play.checked()
    play.set(entrance(seat), act.space)
    close(play)


@action.step("begin")
def begin_the_level(play: Play) -> None:
    """Begin the first turn once everybody is ready."""
    begin(play)


# --- first hands ------------------------------------------------------------------------------


def wanted(setting: Setting, table: Table, seat: int) -> int:
    """Return how many cards a seat must still take for its first hand of Think cards (TR-25)."""
    return abilities(setting, table, seat)["think"] - sum(table.zones.get(hand(seat), {}).values())


@action.step("first_hands")
def ask_for_hands(play: Play) -> None:
    """Ask all players for their first hands, simultaneously and secretly (TR-25)."""
    play.cite("TR-25")
    if level_of(play.opening).learn and not is_earlier_edition(play.opening):
        take_clever(play)
    seats = [seat for seat in play.opening.all_seats if wanted(play.opening, play.table, seat) > 0]
    if seats:
        play.ask(CHOOSING, *seats)


def take_clever(play: Play) -> None:
    """Give the starter's third card to a raider with Think 3 in the learning game; it may just be known (TR-9)."""
    starter, mine = catalogue_of(play.opening).starter(options_of(play.opening).starter), draw_deck(1)
    for card in starter.clever if starter is not None else ():
        piece = f"{mine}:{card}"
        if wanted(play.opening, play.table, 1) > 0 and play.table.count(unseen(mine), piece):
            play.cite("TR-9")
            play.move(face_down(mine), 1, deck(mine), hand(1))
            play.reveal(hand(1), mine, piece)


@action(KeepCard)
def keep_card(play: Play, seat: int, act: KeepCard) -> None:
    """Take a card from your deck; the rest is shuffled afterwards (TR-25)."""
    left = wanted(play.opening, play.table, seat)
    play.require("TR-25", left > 0, say("your first hand can have only as many cards as your Think"))
    mine = draw_deck(seat)
    if act.card.startswith(HIDDEN):
        raise Impossible(say("name the card, or take the rest of the first hand without naming cards"))
    must_hold(play, seat, act.card, deck(mine))
    play.checked()
    play.move(face_down(mine), 1, deck(mine), hand(seat))
    play.reveal(hand(seat), mine, act.card)
    if left <= 1:
        play.answered(seat)


@action(TakeHand)
def take_hand(play: Play, seat: int, act: TakeHand) -> None:
    """Take the rest of the first hand without naming the cards (TR-25)."""
    left = wanted(play.opening, play.table, seat)
    play.require("TR-25", left > 0, say("your first hand can have only as many cards as your Think"))
    play.checked()
    mine = draw_deck(seat)
    for _ in range(min(left, play.table.count(deck(mine), face_down(mine)))):
        play.draw(mine, hand(seat), seat, say("the first hand of {seat}", seat=who(seat)), secret=True)
    play.answered(seat)
