"""Candidate actions for buttons, bots and fuzzing. The rules filter out illegal ones."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.ultime import actions
from tablescribe.domain.games.ultime.board import DEFENDING, DISCARDING, MOVEMENT, POWER, POWER_STEP, Board
from tablescribe.domain.games.ultime.components import MovementCard
from tablescribe.domain.games.ultime.rules.powers import AGAINST
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import face_down, hand
from tablescribe.domain.table.table import Table


def offers(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield every action a seat might take now. An unknown card in hand may be any card that nobody has seen."""
    board = Board(setting, table)
    if board.window == DEFENDING and seat in board.awaited:
        if "power:defence" in board.could_hold(seat, POWER):
            yield actions.Defend()
        yield actions.Decline()
    elif board.window == DISCARDING and seat in board.awaited:
        yield from _discards(board, seat)
    elif seat == board.turn:
        yield from _turn(board, seat)


def _discards(board: Board, seat: int) -> Iterator[Action]:
    decks = (MOVEMENT, POWER) if board.options.hand_limit_counts_power_cards else (MOVEMENT,)
    for deck in decks:
        if board.table.count(hand(seat), face_down(deck)):
            yield actions.Discard(card=face_down(deck))
        for card in board.could_hold(seat, deck):
            yield actions.Discard(card=card)


def _turn(board: Board, seat: int) -> Iterator[Action]:
    yield actions.Skip()
    places = board.all_places
    for name in board.could_hold(seat, MOVEMENT):
        card = board.catalogue.movement(name)
        if card is not None:
            yield from _movements(board, seat, name, card, places)
    if board.step == POWER_STEP:
        for name in board.could_hold(seat, POWER):
            yield from _powers(board, seat, name, places)


def _movements(
    board: Board, seat: int, name: str, card: MovementCard, places: dict[int, list[int]]
) -> Iterator[Action]:
    for owner in [seat] if card.arrow == "own" else board.setting.opponents(seat):
        for at in places[owner]:
            for use, second_at in _uses(board, card, at, places[owner]):
                play = actions.PlayMovement(card=name, pawn=owner, at=at, use=use, second_at=second_at)
                yield play
                for opposite in _choices(board, seat, play, card):
                    yield play.model_copy(update={"opposite": opposite})


def _uses(board: Board, card: MovementCard, at: int, places: list[int]) -> Iterator[tuple[actions.Use, int | None]]:
    """Yield each way to use a card, with the place of the other pawn that makes the second move, if any."""
    yield "circle", None
    yield "square", None
    if card.steps is None:
        return
    yield "split", None
    if board.options.split_second_move_optional:
        yield "first", None
    for other in places if board.options.split_may_move_two_pawns else ():
        yield "split", other


def _choices(board: Board, seat: int, play: actions.PlayMovement, card: MovementCard) -> list[int]:
    """Return the seats to choose a partner from (UP-34), wherever the pawn may land; none if there is no choice.

    The result may include too many seats. The rules refuse those that complete no event.
    """
    if play.pawn != seat and board.options.events_need_active_pawn:
        return []  # one of the player's own pawns has to be there, and it takes part
    choices: set[int] = set()
    for leg in board.route(card, play.at, play.use, play.second_at):
        if board.kind(leg.to) == "empty":
            beyond = board.pawns_beyond(2 * board.village_beside(leg.to) - leg.to, play.pawn, leg.shift)
            if seat not in beyond and len(beyond) > 1:
                choices.update(beyond)
    return sorted(choices)


def _powers(board: Board, seat: int, name: str, places: dict[int, list[int]]) -> Iterator[Action]:
    power = name.split(":")[1]
    if power not in AGAINST:
        yield actions.PlayPower(card=name)
        return
    for target in board.setting.opponents(seat):
        if power != "swap":
            yield actions.PlayPower(card=name, target=target)
            continue
        for own_at in places[seat]:
            for other_at in places[target]:
                yield actions.PlayPower(card=name, target=target, own_at=own_at, other_at=other_at)
