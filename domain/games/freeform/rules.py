"""The few rules of a freeform match: one function per action."""

from __future__ import annotations

from collections import Counter

from domain.chance import Outcome
from domain.game import Rules
from domain.games.freeform.actions import (
    Bring,
    Draw,
    Finish,
    Move,
    Pass,
    Reveal,
    Roll,
    Score,
    Set,
    Shuffle,
    Turn,
)
from domain.games.freeform.board import BLANK, TURN, WINNERS, catalogue_of, hand
from domain.play import Play
from domain.table import BOX, Impossible

action = Rules()


@action(Bring)
def bring(play: Play, seat: int, act: Bring) -> None:
    """Blanks in the box get a name and come into play, so that nothing is made from nothing (FF-2)."""
    play.cite("FF-2")
    known = play.table.count(BOX, act.piece)
    play.turn(BOX, BLANK, act.piece, max(0, act.n - known))
    play.move(act.piece, act.n, BOX, act.to)


@action(Move)
def move(play: Play, seat: int, act: Move) -> None:
    """Pieces go where the table says; they must be where they leave (FF-2)."""
    play.cite("FF-2")
    play.cite("FF-1")
    play.move(act.piece, act.n, act.src, act.dst)


@action(Turn)
def turn(play: Play, seat: int, act: Turn) -> None:
    """Pieces show another face (FF-1)."""
    play.cite("FF-1")
    play.turn(act.zone, act.face, act.to, act.n)


@action(Set)
def set_value(play: Play, seat: int, act: Set) -> None:
    """A value is what the table says (FF-1); whose turn it is and who won have actions of their own (FF-5)."""
    play.cite("FF-1")
    play.require("FF-5", act.key not in (TURN, WINNERS), f"use the action for it: {act.key} is not set by hand")
    play.set(act.key, act.value)


@action(Score)
def give_points(play: Play, seat: int, act: Score) -> None:
    """Points are given to a seat of the match (FF-5)."""
    check_seat(play, act.to)
    play.score(act.to, act.points)


@action(Roll)
def roll(play: Play, seat: int, act: Roll) -> None:
    """Only a die of the catalogue can be rolled (FF-3)."""
    dice = catalogue_of(play.opening).dice
    play.require("FF-3", act.die in dice, f"there is no die {act.die}; there are {', '.join(dice) or 'none'}")
    if act.die not in dice:
        raise Impossible(f"nobody knows what {act.die} can show")
    faces: Counter[Outcome] = Counter(dice[act.die])
    play.set(f"rolled:{act.die}", play.roll(act.die, faces, seat, "FF-3"))


@action(Draw)
def draw(play: Play, seat: int, act: Draw) -> None:
    """The top card of a deck; secretly into the own hand, openly elsewhere (FF-4)."""
    play.cite("FF-4")
    check_deck(play, act.deck)
    to = act.to if act.to is not None else hand(seat)
    play.draw(act.deck, to, seat, "FF-4", secret=to == hand(seat))


@action(Reveal)
def reveal(play: Play, seat: int, act: Reveal) -> None:
    """An unknown card turns out to be one that nobody has seen yet (FF-4)."""
    play.cite("FF-4")
    check_deck(play, act.deck)
    play.reveal(act.zone, act.deck, act.card)


@action(Shuffle)
def shuffle(play: Play, seat: int, act: Shuffle) -> None:
    """Cards go face down into their deck (FF-4)."""
    play.cite("FF-4")
    check_deck(play, act.deck)
    others = [card for card in play.table.pieces(act.zone) if not card.lstrip("?").startswith(act.deck)]
    if others:
        raise Impossible(f"{', '.join(others)} in {act.zone} do not belong to the {act.deck} deck")
    play.shuffle_in(act.zone, act.deck)


@action(Pass)
def end_turn(play: Play, seat: int, act: Pass) -> None:
    """The next seat clockwise, or the one named (FF-5)."""
    to = act.to if act.to is not None else seat % play.opening.seats + 1
    check_seat(play, to)
    play.set(TURN, to)


@action(Finish)
def finish(play: Play, seat: int, act: Finish) -> None:
    """The table says who won (FF-6)."""
    play.cite("FF-6")
    for winner in act.winners:
        check_seat(play, winner)
    play.set(WINNERS, ",".join(str(winner) for winner in sorted(set(act.winners))) or "nobody")


def check_seat(play: Play, seat: int) -> None:
    """Only seats of the match score, act and win (FF-5)."""
    there = 1 <= seat <= play.opening.seats
    play.require("FF-5", there, f"there is no seat {seat}: seats are 1 to {play.opening.seats}")
    if not there:
        raise Impossible(f"there is no seat {seat}")


def check_deck(play: Play, deck: str) -> None:
    """Cards are drawn from decks of the catalogue (FF-4)."""
    decks = catalogue_of(play.opening).decks
    play.require("FF-4", deck in decks, f"there is no deck {deck}; there are {', '.join(decks) or 'none'}")
    if deck not in decks:
        raise Impossible(f"nobody knows the cards of {deck}")
