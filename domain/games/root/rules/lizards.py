"""The Lizard Cult (RO-10): rituals, gardens, acolytes. Its Birdsong is in `conspiracies.py`."""

from __future__ import annotations

from tablescribe.domain.games.root.abilities import Abilities, Crafter, Faction, Loss
from tablescribe.domain.games.root.actions.lizards import ChooseOutcast, Gather, PlantGarden, Sacrifice, ScoreGardens
from tablescribe.domain.games.root.board import BIRD, DRAW, SUITS, Board, catalogue_of, clearing, supply, this
from tablescribe.domain.games.root.cards import suit_of
from tablescribe.domain.games.root.paths import by_path, land
from tablescribe.domain.games.root.pieces import LIZARDS
from tablescribe.domain.games.root.reign import has_garden
from tablescribe.domain.games.root.rules.beginning import must_be_free_corner, scatter
from tablescribe.domain.games.root.rules.conspiracies import (
    ACOLYTES,
    HATED,
    OUTCAST,
    WARRIOR,
    adjust_outcast,
    may_conspire,
    must_be_theirs,
    permits,
    release_souls,
    sources,
    spends,
)
from tablescribe.domain.games.root.rules.crafting import activate_piece, pieces_that_craft
from tablescribe.domain.games.root.rules.fights import read_fight
from tablescribe.domain.games.root.rules.hand import lose_random_card, must_show, spend
from tablescribe.domain.games.root.rules.homelands import by_card
from tablescribe.domain.games.root.rules.placing import place
from tablescribe.domain.games.root.rules.points import gain
from tablescribe.domain.games.root.rules.ruling import can_place, must_have_slot, must_place, must_rule
from tablescribe.domain.games.root.rules.turn import action, in_stage
from tablescribe.domain.games.root.standing import GARDENS, garden
from tablescribe.domain.games.root.windows import OUTCAST as OUTCAST_CHOSEN
from tablescribe.domain.rules.hand import lay
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import hand, numbered
from tablescribe.domain.words.text import Thing, say

revealed = numbered("revealed:")  # the zone of the cards that a seat has revealed this turn


# --- set-up (RO-10.3) -----------------------------------------------------------------------------


def settle(play: Play, seat: int, at: int) -> None:
    """Place four warriors and a garden in a corner, and a warrior in each adjacent clearing (RO-10.3, RO-A-L)."""
    board = Board(play.opening, play.table)
    play.require("RO-10.3", not board.has(LIZARDS, "building"), say("the first garden has already been placed"))
    must_be_free_corner(play, "RO-10.3", at)
    play.checked()
    place(play, garden(board.suit(at)), 1, at)
    place(play, WARRIOR, 4, at)
    play.then("ask_outcast", seat=seat)
    if by_card(board):
        play.move(WARRIOR, 2, supply(LIZARDS), ACOLYTES)
        scatter(play, seat, WARRIOR, 3, at)
        return
    for beside in by_path(land(play.opening), play.table, at):
        if can_place(board, LIZARDS, beside):
            place(play, WARRIOR, 1, beside)


@action.step("ask_outcast")
def ask_outcast(play: Play, *, seat: int) -> None:
    """Ask for the outcast suit."""
    play.ask(OUTCAST_CHOSEN, seat)


@action(ChooseOutcast)
def choose_outcast(play: Play, seat: int, act: ChooseOutcast) -> None:
    """Choose the first outcast suit (RO-10.3)."""
    play.cite("RO-10.3")
    play.checked()
    play.set(OUTCAST, act.suit)
    play.set(HATED, False)
    play.answered(seat)


def is_set_up(board: Board, seat: int) -> bool:
    """Return whether the outcast suit has been chosen."""
    return bool(board.table.get(OUTCAST))


# --- rituals (RO-10.5) ----------------------------------------------------------------------------


def must_perform(play: Play, seat: int, card: str) -> Board:
    """Require that a card from the hand can be revealed for a ritual, and return the board (RO-10.5)."""
    must_be_theirs(play, seat)
    board = in_stage(play, seat, "RO-10.5", "daylight")
    must_show(play, seat, card)
    return board


def must_be_of_suit(play: Play, rule: str, card: str, at: int) -> None:
    """Require a clearing of the card's suit; birds do not count as other suits (RO-10.2.2)."""
    board = Board(play.opening, play.table)
    suit = suit_of(play.opening, card)
    play.require("RO-10.2.2", suit != BIRD, say("bird cards are not wild in rituals"))
    play.require(rule, suit == BIRD or suit in board.suits(at), say("choose a clearing of the card's suit"))


def reveal(play: Play, seat: int, card: str) -> None:
    """Reveal a card until Evening (RO-10.5)."""
    play.cite("RO-16.6.23")
    lay(play, seat, card, revealed(seat))


@action(PlantGarden)
def plant_garden(play: Play, seat: int, act: PlantGarden) -> None:
    """Build: place a garden of the card's suit in a clearing of that suit that the Cult rules (RO-10.5.1)."""
    rule = "RO-10.5.1"
    board = must_perform(play, seat, act.card)
    must_be_of_suit(play, rule, act.card, act.at)
    new = garden(suit_of(play.opening, act.card))
    must_rule(play, rule, LIZARDS, act.at)
    if has_garden(board, act.at):
        play.cite("RO-10.2.4")
    play.require(rule, board.left(LIZARDS, new), say("you have no gardens of that suit left"))
    must_have_slot(play, act.at)
    must_place(play, LIZARDS, act.at)
    play.checked()
    reveal(play, seat, act.card)
    place(play, new, 1, act.at)


@action(Gather)
def gather(play: Play, seat: int, act: Gather) -> None:
    """Recruit: place a warrior in a clearing of the card's suit (RO-10.5.2)."""
    rule = "RO-10.5.2"
    board = must_perform(play, seat, act.card)
    must_be_of_suit(play, rule, act.card, act.at)
    play.require(rule, board.left(LIZARDS), say("you have no warriors left in your supply"))
    must_place(play, LIZARDS, act.at)
    play.checked()
    reveal(play, seat, act.card)
    place(play, WARRIOR, 1, act.at)


@action(ScoreGardens)
def score_gardens(play: Play, seat: int, act: ScoreGardens) -> None:
    """Score: spend a card to score for the gardens of its suit, once a turn for each suit (RO-10.5.3)."""
    rule = "RO-10.5.3"
    board = must_perform(play, seat, act.card)
    suit = suit_of(play.opening, act.card)
    play.require("RO-10.2.2", suit != BIRD, say("bird cards are not wild in rituals"))
    play.require(rule, not board.done(f"scored:{suit}"), say("you have already scored that suit this turn"))
    play.checked()
    spend(play, seat, act.card)
    play.add(this(f"scored:{suit}"), 1)
    if suit in SUITS:
        gain(play, seat, catalogue_of(play.opening).lizards.score[board.on_map(garden(suit))], rule)


@action(Sacrifice)
def sacrifice(play: Play, seat: int, act: Sacrifice) -> None:
    """Sacrifice: reveal a bird to turn a warrior from the supply into an acolyte (RO-10.5.4)."""
    rule = "RO-10.5.4"
    board = must_perform(play, seat, act.card)
    play.require(rule, suit_of(play.opening, act.card) == BIRD, say("you need a bird card"))
    play.require(rule, board.left(LIZARDS), say("you have no warriors left in your supply"))
    play.checked()
    reveal(play, seat, act.card)
    play.move(WARRIOR, min(1, board.left(LIZARDS)), supply(LIZARDS), ACOLYTES)


# --- stages of the turn ---------------------------------------------------------------------------


def enter(play: Play, seat: int, stage: str) -> None:
    """Apply a stage's automatic effects: outcast and Lost Souls in Birdsong, revealed cards in Evening (RO-10.6.1)."""
    board = Board(play.opening, play.table)
    if board.faction(seat) != LIZARDS:
        return
    if stage == "birdsong":
        adjust_outcast(play)
        release_souls(play)
    elif stage == "evening" and play.table.pieces(revealed(seat)):
        play.cite("RO-10.6.1")
        play.move_all(revealed(seat), hand(seat))
    elif stage == DRAW:
        play.cite("RO-10.6.3")


def pauses(board: Board, seat: int, stage: str) -> bool:
    """Return whether the Cult has something to do in a stage."""
    if board.faction(seat) != LIZARDS:
        return False
    match stage:
        case "birdsong":
            return may_conspire(board)
        case "daylight":
            return board.hand(seat) > 0
        case "evening":
            return board.hand(seat) > 0 and bool(crafters(board, seat))
        case _:
            return False


def crafters(board: Board, seat: int) -> list[Crafter]:
    """Return the gardens of the outcast suit that can be activated (RO-10.2.1)."""
    return pieces_that_craft(board, garden(board.table.text(OUTCAST)))


def activate(play: Play, seat: int, name: str, suit: str) -> None:
    """Record that a garden was activated (RO-10.2.1)."""
    play.cite("RO-10.2.1")
    activate_piece(play, seat, name, suit)


# --- abilities (RO-10.2) --------------------------------------------------------------------------


def becomes_acolyte(board: Board, loss: Loss) -> bool:
    """Return whether a warrior was removed while the Cult defended in battle (RO-10.2.3)."""
    fight = read_fight(board.table)
    return loss.piece == WARRIOR and loss.cause == "battle" and (fight.defender, fight.at) == (LIZARDS, loss.at)


def resting_place(board: Board, loss: Loss) -> str | None:
    """Revenge: warriors removed in defence become acolytes (RO-10.2.3)."""
    return ACOLYTES if becomes_acolyte(board, loss) else None


def removed(play: Play, loss: Loss) -> None:
    """Cite why warriors became acolytes, and discard a random card for each removed garden (RO-10.2.3, RO-10.2.5)."""
    if becomes_acolyte(Board(play.opening, play.table), loss):
        play.cite("RO-10.2.3")
    if loss.piece in GARDENS:
        for _ in range(loss.n):
            play.then("fear", at=loss.at)


@action.step("fear")
def fear(play: Play, *, at: int) -> None:
    """Discard a random card for a removed garden (RO-10.2.5)."""
    play.cite("RO-10.2.5")
    play.cite("RO-AMB-25")
    seat = Board(play.opening, play.table).seat_of(LIZARDS)
    lose_random_card(play, seat, say("the garden in {at} was removed", at=Thing(clearing(at))))


FACTION = Faction(
    key=LIZARDS,
    abilities=Abilities(
        resting_place=resting_place, removed=removed, sources=sources, permits=permits, spends=spends,
        pauses=pauses, enter=enter,
    ),
    settle=settle,
    is_set_up=is_set_up,
    crafts_in=("evening",),
    crafting_pieces=GARDENS,
    crafters=crafters,
    activate=activate,
)  # fmt: skip
