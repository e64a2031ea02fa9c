"""Hunting beasts, and bonuses for fights with beasts and players (RC-B30, RC-B31, RC-B83)."""

from __future__ import annotations

from tablescribe.domain.games.robinson.actions.fights import NoBonus, UseInFight
from tablescribe.domain.games.robinson.board import FOOD, FUR, Board, bonus, hearts
from tablescribe.domain.games.robinson.rules import cards
from tablescribe.domain.games.robinson.rules.base import action
from tablescribe.domain.games.robinson.rules.declaring import ask_what_it_shows
from tablescribe.domain.games.robinson.rules.gains import gain, lower_track, wound
from tablescribe.domain.games.robinson.rules.stacks import top_beast
from tablescribe.domain.games.robinson.windows import BONUS
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import discard
from tablescribe.domain.words.text import Thing, say

MET_BEAST = "met:beast"
"""The zone of the beast in the current fight."""


@action.step("hunt", of="seat")
def hunt(play: Play, *, seat: int) -> None:
    """Reveal the top card of the hunting deck and fight it (RC-B15, RC-B30)."""
    play.cite("RC-B15")
    play.move_all(MET_BEAST, discard("beast"))
    beast = top_beast(play, MET_BEAST, seat, say("the beast that is hunted"))
    play.then("beast_fight", seat=seat, beast=beast)
    play.then("bonus", seat=seat)
    ask_what_it_shows(play, seat, beast)


@action.step("bonus", of="seat")
def ask_for_a_bonus(play: Play, *, seat: int) -> None:
    """Ask for bonuses to the weapon level for this fight, if there are any (RC-B83)."""
    board = Board(play.opening, play.table)
    if play.table.number(hearts(seat)) and cards.fight_bonuses(board, seat):
        play.ask(BONUS, seat)


@action(UseInFight)
def use_in_fight(play: Play, seat: int, act: UseInFight) -> None:
    """Raise your weapon level for this fight (RC-B83)."""
    levels = cards.fight_bonuses(Board(play.opening, play.table), seat).get(act.what, 0)
    play.require("RC-B83", levels, say("{what} adds nothing to this fight", what=Thing(act.what)))
    play.checked()
    if levels:
        cards.spend_in_fight(play, seat, act.what)
        play.add(bonus(seat), levels)
    play.answered(seat)
    play.then("bonus", seat=seat)


@action(NoBonus)
def no_bonus(play: Play, seat: int, act: NoBonus) -> None:
    """Fight without a further bonus."""
    play.checked()
    play.answered(seat)


def strength(play: Play, seat: int) -> int:
    """Return a seat's current weapon level with bonuses for the fight, and clear the bonuses (RC-83)."""
    play.cite("RC-83")
    board = Board(play.opening, play.table)
    level = board.level("weapon", seat) + play.table.number(bonus(seat))
    play.set(bonus(seat), None)
    return level


@action.step("beast_fight", of="seat")
def beast_fight(play: Play, *, seat: int, beast: str) -> None:
    """Compare strength, lower the weapon, gain food and fur, then apply the card's last line (RC-B30, RC-B32)."""
    play.cite("RC-B30")
    board = Board(play.opening, play.table)
    card = board.beast_card(beast)
    wound(play, seat, card.strength - strength(play, seat))
    play.move_all(MET_BEAST, discard("beast"))
    if not play.table.number(hearts(seat)):
        return
    wound(play, seat, lower_track(play, seat, "weapon", card.weapon))
    if not play.table.number(hearts(seat)):
        return
    gain(play, seat, FOOD, card.food)
    gain(play, seat, FUR, card.fur)
    if card.wounds:
        play.cite("RC-B32")
        if not (card.cure and cards.has_cure(board, seat)):
            wound(play, seat, card.wounds)
    if card.discovery and play.table.number(hearts(seat)):
        play.then("discoveries", seat=seat, n=card.discovery)
    if card.text:
        play.then("judge", seat=seat, text=card.text)


def beast_of_the_weather(play: Play, seat: int, force: int) -> None:
    """Fight a beast that appears in another way; only its strength counts (RC-B31)."""
    play.cite("RC-B31")
    wound(play, seat, force - strength(play, seat))
