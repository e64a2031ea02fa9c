"""Night: cooking, eating, sleeping, moving camp, spoiling food, end of the round (RC-32 to RC-34, RC-76, RC-77)."""

from __future__ import annotations

from math import ceil

from tablescribe.domain.games.robinson.actions.night import CookInTheNight, MoveCamp, NoCooking, Stay
from tablescribe.domain.games.robinson.board import FIRST, FOOD, PHASE, SUPPLY, Board, camp, level, space, stock, used
from tablescribe.domain.games.robinson.island import Island
from tablescribe.domain.games.robinson.rules import cards, scenario
from tablescribe.domain.games.robinson.rules.base import action
from tablescribe.domain.games.robinson.rules.gains import heal, lose, wound
from tablescribe.domain.games.robinson.windows import CAMP, COOKING
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import who
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, say

HUNGER = 2  # wounds (RC-B50)


@action.step("night")
def night(play: Play) -> None:
    """Begin the night: its steps in order, with the wound from sleeping outside before the moves (RC-76)."""
    board = Board(play.opening, play.table)
    play.set(PHASE, "night")
    play.cite("RC-76")
    late = board.options.shelter_wound_after_move
    play.then("night_end")
    play.then("spoil")
    if late:
        play.then("deaths")
        play.then("sleep")
    play.then("moves", after=0)
    play.then("deaths")
    if not late:
        play.then("sleep")
    play.then("eat")
    play.then("cooking")


# --- cooking, eating, sleeping ----------------------------------------------------------------


@action.step("cooking")
def cooking(play: Play) -> None:
    """Ask players who can turn food into hearts (RC-B87)."""
    board = Board(play.opening, play.table)
    able = [seat for seat in board.living if can_cook(board, seat)]
    if able:
        play.ask(COOKING, *able)


def can_cook(board: Board, seat: int) -> list[str]:
    """Return the items with which a seat can cook now."""
    if not board.has(seat, FOOD):
        return []
    return [
        piece for piece in board.items(seat)
        if board.serves(seat, piece) and not board.table.get(used(piece))
        and (card := board.invention(piece)) is not None and card.night_heal
    ]  # fmt: skip


@action(CookInTheNight)
def cook(play: Play, seat: int, act: CookInTheNight) -> None:
    """Spend 1 food to heal, once a night with each item (RC-B87, RC-B62)."""
    board = Board(play.opening, play.table)
    card = board.invention(act.invention)
    if card is None or not card.night_heal:
        raise Impossible(say("you cannot cook with {card}", card=Thing(act.invention)))
    play.require("RC-41", board.serves(seat, act.invention), say("only its owner can use it"))
    play.require("RC-B62", not play.table.get(used(act.invention)), say("it has already been used this night"))
    play.require("RC-B87", board.has(seat, FOOD), say("you have no food"))
    play.checked()
    play.set(used(act.invention), True)
    lose(play, seat, FOOD, 1)
    heal(play, seat, card.night_heal)
    if not can_cook(board, seat):
        play.answered(seat)


@action(NoCooking)
def no_cooking(play: Play, seat: int, act: NoCooking) -> None:
    """Cook no more."""
    play.checked()
    play.answered(seat)


@action.step("eat")
def eat(play: Play) -> None:
    """Each player eats 1 food or takes 2 wounds, as if alone (RC-32, RC-B50)."""
    play.cite("RC-32")
    play.cite("RC-B50")
    for seat in Board(play.opening, play.table).living:
        if lose(play, seat, FOOD, 1):
            wound(play, seat, HUNGER)


@action.step("sleep")
def sleep(play: Play) -> None:
    """Each player without a shelter, built or natural, takes 1 wound (RC-B50)."""
    play.cite("RC-B50")
    board = Island(play.opening, play.table)
    for seat in board.living:
        if not board.is_sheltered(seat):
            wound(play, seat, 1)


# --- moving -----------------------------------------------------------------------------------


@action.step("moves")
def moves(play: Play, *, after: int) -> None:
    """Ask the players in player order whether to move their camps, if they can (RC-33, RC-77)."""
    board = Island(play.opening, play.table)
    play.cite("RC-33")
    play.cite("RC-77")
    order = play.opening.clockwise_from(board.first)
    left = order[order.index(after) + 1 :] if after else order
    for seat in left:
        if board.is_alive(seat) and any(can_move(board, seat, number) for number in board.layout.spaces):
            play.then("moves", after=seat)
            play.ask(CAMP, seat)
            return


def can_move(board: Island, seat: int, number: int) -> bool:
    """Return whether a camp can move to a space: adjacent, explored, without a camp (RC-34, RC-B52)."""
    home = board.camp_of(seat)
    return (
        home is not None
        and number in board.layout.beside.get(home, ())
        and bool(board.tile_piece(number))
        and not board.campers(number)
    )


@action(MoveCamp)
def move_camp(play: Play, seat: int, act: MoveCamp) -> None:
    """Move the camp to an adjacent tile without another camp (RC-33, RC-34, RC-5, RC-B52)."""
    board = Island(play.opening, play.table)
    home = board.camp_of(seat)
    if home is None or act.space not in board.layout.spaces or act.space == home:
        raise Impossible(say("the camp cannot move there"))
    enemies = board.enemies_on(act.space, seat)
    why = say("the camp of {seat} is there", seat=who(enemies[0] if enemies else seat))
    play.require("RC-34", not enemies, why)
    beside = act.space in board.layout.beside[home]
    play.require(
        "RC-B52", beside and act.space in board.explored, say("a camp can move only to an adjacent explored tile")
    )
    for rule in ("RC-5", "RC-33"):
        play.cite(rule)
    play.checked()
    play.move(camp(seat), 1, space(home), space(act.space))
    cards.camp_moved(play, seat)
    for track in ("roof", "palisade"):
        had = play.table.number(level(track, seat))
        if had:
            play.set(level(track, seat), ceil(had / 2) if board.level("shelter", seat) else 0)
    play.answered(seat)


@action.passed_over(MoveCamp)
def why_nobody_asks(play: Play, seat: int, act: MoveCamp) -> None:
    """Refuse a move for which nobody was asked, because another camp is there (RC-34)."""
    enemies = Island(play.opening, play.table).enemies_on(act.space, seat)
    why = say("the camp of {seat} is there", seat=who(enemies[0] if enemies else seat))
    play.require("RC-34", not enemies, why)


@action(Stay)
def stay(play: Play, seat: int, act: Stay) -> None:
    """Leave the camp where it is (RC-33)."""
    play.cite("RC-33")
    play.checked()
    play.answered(seat)


# --- the end of the round ---------------------------------------------------------------------


@action.step("spoil")
def spoil(play: Play) -> None:
    """Lose food, unless it is preserved or its owner has a Cellar (RC-B51)."""
    play.cite("RC-B51")
    board = Board(play.opening, play.table)
    for seat in board.living:
        if not cards.keeps_food(board, seat):
            play.move(FOOD, play.table.count(stock(seat), FOOD), stock(seat), SUPPLY)


@action.step("night_end")
def night_end(play: Play) -> None:
    """Check whether somebody has won; else pass the first player token and begin a new round (RC-B1)."""
    for key in sorted(key for key in play.table.values if key.startswith(("used:", "plan:"))):
        play.set(key, None)
    scenario.at_night_end(play)
    board = Board(play.opening, play.table)
    if board.is_over:
        return
    if board.round >= board.scenario.rounds:
        scenario.at_last_round_end(play)
        return
    play.cite("RC-B1")
    order = play.opening.clockwise_from(play.opening.next_seat(board.first))
    play.set(FIRST, next(seat for seat in order if board.is_alive(seat)))
    play.then("round")
