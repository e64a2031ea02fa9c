"""Attacks on other camps: bonuses, comparison, hearts, palisade, reward, claim (RC-42 to RC-50, RC-83 to RC-88)."""

from __future__ import annotations

from tablescribe.domain.games.robinson.actions.fights import ClaimAll, ClaimNothing, NoPalisade, UsePalisade
from tablescribe.domain.games.robinson.board import GOODS, Board, behind, future, hearts, items, starting, stock
from tablescribe.domain.games.robinson.rules.base import action
from tablescribe.domain.games.robinson.rules.deaths import claim
from tablescribe.domain.games.robinson.rules.gains import hurt, lower_track
from tablescribe.domain.games.robinson.rules.hunting import strength
from tablescribe.domain.games.robinson.windows import CLAIM, PALISADE
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.words.text import say

CLAIMED = "claimed"
"""The value of whether the dead player's things are claimed, set by the answer for the next step."""


@action.step("attack")
def attack(play: Play, *, attacker: int, defender: int) -> None:
    """Carry out an attack: the attacker's bonuses, the defender's and palisade, comparison (RC-42, RC-84)."""
    play.cite("RC-42")
    play.cite("RC-84")
    play.then("compare", attacker=attacker, defender=defender)
    play.then("palisade", defender=defender)
    play.then("bonus", seat=defender)
    play.then("bonus", seat=attacker)


@action.step("palisade")
def ask_for_the_palisade(play: Play, *, defender: int) -> None:
    """Ask whether the defender adds the palisade, if there is one (RC-47, RC-85)."""
    if Board(play.opening, play.table).level("palisade", defender):
        play.ask(PALISADE, defender)
    else:
        play.cite("RC-85")


@action(UsePalisade)
def use_palisade(play: Play, seat: int, act: UsePalisade) -> None:
    """Add the whole palisade level for this fight (RC-47, RC-85)."""
    there = Board(play.opening, play.table).level("palisade", seat)
    play.require("RC-85", there, say("there is no palisade to fight behind"))
    play.cite("RC-47")
    play.checked()
    play.set(behind(seat), True)
    play.answered(seat)


@action.passed_over(UsePalisade)
def why_nobody_is_asked(play: Play, seat: int, act: UsePalisade) -> None:
    """Refuse the palisade to a player without one: there is nothing to add (RC-85)."""
    there = play.table.get(AWAITS) == PALISADE.name or Board(play.opening, play.table).level("palisade", seat)
    play.require("RC-85", there, say("there is no palisade to fight behind"))


@action(NoPalisade)
def no_palisade(play: Play, seat: int, act: NoPalisade) -> None:
    """Fight without the palisade."""
    play.checked()
    play.answered(seat)


@action.step("compare")
def compare(play: Play, *, attacker: int, defender: int) -> None:
    """Compare weapon levels: the loser loses the difference in hearts; equal levels have no winner (RC-44 to RC-46)."""
    board = Board(play.opening, play.table)
    play.cite("RC-44")
    used = bool(play.table.get(behind(defender)))
    walls = board.level("palisade", defender) if used else 0
    margin = strength(play, attacker) - strength(play, defender) - walls
    play.set(behind(defender), None)
    winner, loser = (attacker, defender) if margin > 0 else (defender, attacker)
    play.cite("RC-45" if margin else "RC-46")
    hurt(play, loser, abs(margin))
    if used:
        play.cite("RC-48")
        lower_track(play, defender, "palisade")
    dies = margin != 0 and not play.table.number(hearts(loser))
    if dies:
        _let_die(play, winner, loser)
    if margin > 0 and not (dies and board.options.claim_replaces_reward):
        play.cite("RC-49")
        play.then("reward", winner=attacker, loser=defender, margin=margin)


# --- death in a fight -------------------------------------------------------------------------


def _let_die(play: Play, winner: int, loser: int) -> None:
    """Offer the winner the dead player's goods after the reward; else they leave as usual (RC-57, RC-58, RC-95)."""
    play.cite("RC-93")
    play.cite("RC-58")
    play.cite("RC-95")
    play.then("deaths")
    play.then("ask_for_the_claim", winner=winner, loser=loser)


@action.step("ask_for_the_claim", of="winner")
def ask_for_the_claim(play: Play, *, winner: int, loser: int) -> None:
    """Ask whether the winner takes all of the dead player's goods, if there are any (RC-57)."""
    table, board = play.table, Board(play.opening, play.table)
    zones = [stock(loser), future(loser), items(loser), starting(loser)]
    reserved = any(table.count(task.zone, good) for task in board.tasks_of(loser) for good in GOODS)
    if reserved or any(table.count(zone) for zone in zones):
        play.then("if_claimed", winner=winner, loser=loser)
        play.ask(CLAIM, winner)


@action(ClaimAll)
def claim_all(play: Play, seat: int, act: ClaimAll) -> None:
    """Take all resources and cards of the dead character (RC-57)."""
    play.cite("RC-57")
    play.checked()
    play.set(CLAIMED, True)
    play.answered(seat)


@action.passed_over(ClaimAll)
def why_nobody_claims(play: Play, seat: int, act: ClaimAll) -> None:
    """Refuse a claim if the enemy did not die in the fight itself (RC-93)."""
    board = Board(play.opening, play.table)
    claims = play.table.get(AWAITS) == CLAIM.name or len(board.living) == play.opening.seats
    play.require("RC-93", claims, say("you can claim only when a character dies in a fight"))


@action(ClaimNothing)
def claim_nothing(play: Play, seat: int, act: ClaimNothing) -> None:
    """Decline the claim; the goods leave as usual (RC-56)."""
    play.cite("RC-57")
    play.checked()
    play.answered(seat)


@action.step("if_claimed", of="winner")
def if_claimed(play: Play, *, winner: int, loser: int) -> None:
    """Give the winner the goods if they were claimed."""
    claimed = play.table.get(CLAIMED)
    play.set(CLAIMED, None)
    if claimed and Board(play.opening, play.table).is_alive(winner):
        claim(play, winner, loser)
