"""Playing a movement card (UP-11 to UP-19, UP-21)."""

from __future__ import annotations

from tablescribe.domain.games.ultime.actions import PlayMovement
from tablescribe.domain.games.ultime.board import MOVEMENT, STEP, TURN_OVER, Board, Event, Leg, pawn, terrain
from tablescribe.domain.games.ultime.components import MovementCard
from tablescribe.domain.games.ultime.rules.cards import draw_movement
from tablescribe.domain.games.ultime.rules.events import announce_event, event_at, reach_pickaxe, who_can_take_part
from tablescribe.domain.games.ultime.rules.turn import action, begin
from tablescribe.domain.rules.hand import lay, must_hold
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import discard, who
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, say

GREY_ARROW = say("this card's grey arrow moves only your own pawns")
BLACK_ARROW = say("this card's black arrow moves only an opponent's pawn")
NOT_TO_SPLIT = say("this card cannot be split: it has no two small numbers")
ENDS_THE_CARD = say("the first move completes an event, which ends the card: play it split, without a second pawn")
COMPULSORY = say("in this match both moves of a split card must be made")
SAME_PAWN = say("in this match both moves of a split card are made with the same pawn: do not choose a second one")
NO_SECOND_MOVE = say("only a split card has a second move: do not choose a second pawn")
BOTH_THERE = say("both pawns are on the same card after the first move: do not choose a second one")
NOT_WHOLE = say("in this match a two-move card must be split or used by its square")


@action(PlayMovement)
def play_movement(play: Play, seat: int, act: PlayMovement) -> None:
    """Movement step B: play a movement card on a pawn, carry it out, then draw one (UP-21)."""
    board = begin(play, seat)
    card = board.catalogue.movement(act.card)
    if card is None:
        raise Impossible(say("{card} is not a movement card", card=Thing(act.card)))
    check_arrow(play, seat, act, card)
    check_use(play, board, act, card)
    if not board.stands_on(act.pawn, act.at):
        text = say("{seat} has no pawn on terrain {place}", seat=who(act.pawn), place=act.at)
        raise Impossible(text)
    landings = plan(play, board, seat, act, legs(play, board, act, card))
    must_hold(play, seat, act.card)
    play.checked()
    play.cite("UP-19")
    lay(play, seat, act.card, discard(MOVEMENT))
    play.set(STEP, TURN_OVER)
    for leg, event in landings:
        play.move(pawn(act.pawn), 1, terrain(leg.origin), terrain(leg.to))
        if board.kind(leg.to) == "pickaxe":
            reach_pickaxe(play, seat, act.pawn)
        if event is not None:
            announce_event(play, event)
            return
    play.cite("UP-21")
    draw_movement(play, seat, 1, say("a played movement card is replaced"))


def plan(play: Play, board: Board, seat: int, act: PlayMovement, route: list[Leg]) -> list[tuple[Leg, Event | None]]:
    """Return each move with the event that it completes. An event ends the card (UP-17)."""
    landings: list[tuple[Leg, Event | None]] = []
    for leg in route:
        event = event_at(play, board, seat, act.pawn, leg.to, opposite=act.opposite, shift=leg.shift)
        landings.append((leg, event))
        if event is not None:
            if act.use == "split":
                play.cite("UP-17")
            break
    if landings[0][1] is not None:
        play.require("UP-17", act.use != "first" and act.second_at is None, ENDS_THE_CARD)
    if act.opposite is not None and not board.first_edition:
        chosen = any(who_can_take_part(board, seat, act.pawn, leg.to, leg.shift) for leg, _ in landings)
        play.require("UP-34", chosen, say("there is no choice of opposite pawn here: do not choose one"))
    return landings


def check_arrow(play: Play, seat: int, act: PlayMovement, card: MovementCard) -> None:
    """Require that a grey arrow moves one of the player's own pawns, and a black arrow an opponent's (UP-11)."""
    if card.arrow == "own":
        play.require("UP-11", act.pawn == seat, GREY_ARROW)
    else:
        play.require("UP-11", act.pawn != seat, BLACK_ARROW)


def check_use(play: Play, board: Board, act: PlayMovement, card: MovementCard) -> None:
    """Require a move that the card offers: circle or square (UP-12); only a two-move card can be split (UP-15)."""
    play.cite("UP-12")
    if act.use in ("split", "first"):
        play.require("UP-15", card.steps is not None, NOT_TO_SPLIT)
    elif act.use == "circle" and card.steps is not None:
        play.require("UP-15", board.options.whole_move_on_two_move_cards, NOT_WHOLE)


def legs(play: Play, board: Board, act: PlayMovement, card: MovementCard) -> list[Leg]:
    """Return the moves that the card makes, in order (UP-12, UP-14, UP-16, UP-18)."""
    if act.use == "square":
        play.cite("UP-14")
    elif act.use != "circle" and card.steps is not None:
        play.cite("UP-16")
        if 0 in card.steps:
            play.cite("UP-18")
    if act.use == "first":
        play.require("UP-16", board.options.split_second_move_optional, COMPULSORY)
    if act.second_at is not None:
        check_second(play, board, act, card)
    return board.route(card, act.at, act.use, act.second_at)


def check_second(play: Play, board: Board, act: PlayMovement, card: MovementCard) -> None:
    """Allow the other pawn to make a split card's second move only with the option for it (UP-16)."""
    assert act.second_at is not None
    play.require("UP-16", act.use == "split", NO_SECOND_MOVE)
    play.require("UP-16", board.options.split_may_move_two_pawns, SAME_PAWN)
    here = 1 if act.second_at == act.at else 0
    if board.table.count(terrain(act.second_at), pawn(act.pawn)) <= here:
        text = say("{seat} has no other pawn on terrain {place}", seat=who(act.pawn), place=act.second_at)
        raise Impossible(text)
    first = board.route(card, act.at, "first")[0].to
    play.require("UP-16", act.second_at != first, BOTH_THERE)
