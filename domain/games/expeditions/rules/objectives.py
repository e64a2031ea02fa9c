"""Vanquish, Solve, Upgrade, Meld and Boast (EX-45 to EX-55, EX-87 to EX-89)."""

from __future__ import annotations

from tablescribe.domain.games.expeditions.board import Board
from tablescribe.domain.games.expeditions.choices import solvable_at
from tablescribe.domain.games.expeditions.components import KINDS, Card
from tablescribe.domain.games.expeditions.effects import Cost, TuckQuest
from tablescribe.domain.games.expeditions.rules.actions import uncover
from tablescribe.domain.games.expeditions.rules.agenda import add, drop, fire, keep, use_benefit
from tablescribe.domain.games.expeditions.rules.benefits import afford, pay
from tablescribe.domain.games.expeditions.rules.cards import tuck, zone_of
from tablescribe.domain.games.expeditions.rules.turn import action, trigger_end
from tablescribe.domain.games.expeditions.taking import Boast, Cleanse, Meld, Solve, Upgrade, Vanquish
from tablescribe.domain.games.expeditions.zones import (
    BASECAMP,
    BESIDE,
    CORRUPTION,
    HUMAN,
    HUMAN_GLORY,
    MAT,
    MELDED,
    SOLVED,
    TWENTY,
    UPGRADED,
    category,
    glory,
    taken,
)
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, listed, say


@action(Vanquish)
def vanquish(play: Play, seat: int, act: Vanquish) -> None:
    """Vanquish: pay for the top token and take it; repeat as often as you can and wish (EX-45 to EX-47)."""
    board, step = use_benefit(play, seat, act, "vanquish", "EX-45", say("no benefit lets you Vanquish now"))
    zone, token = top(board)
    power, guile = board.price(token)
    price = Cost(power=power, guile=guile)
    afford(play, "EX-46", price)
    play.checked()
    pay(play, price)
    play.move(token, 1, zone, taken(HUMAN))
    fire(play, "vanquish")
    keep(play, step)
    uncover(play, board.here)


@action(Cleanse)
def cleanse(play: Play, seat: int, act: Cleanse) -> None:
    """Return the top token to the bag (EX-48); the 20 goes back beside the bag."""
    board, step = use_benefit(play, seat, act, "cleanse", "EX-48", say("no benefit lets you put corruption back now"))
    zone, token = top(board)
    play.checked()
    if token == TWENTY:
        play.move(token, 1, zone, BESIDE)
    else:
        play.shuffle_in(zone, CORRUPTION)
    drop(play, step)
    uncover(play, board.here)


def top(board: Board) -> tuple[str, str]:
    """Return the top token at the human's location, with its zone.

    Raises:
        Impossible: there is no token.
    """
    stack = board.stack(board.here) if board.here else []
    if not stack:
        raise Impossible(say("there is no corruption at your location"))
    return stack[-1]


@action(Solve)
def solve(play: Play, seat: int, act: Solve) -> None:
    """Solve: at a quest's location, pay its cost, take its benefit, then tuck it at the top edge (EX-49)."""
    board, step = use_benefit(play, seat, act, "solve", "EX-49", say("no benefit lets you Solve now"))
    card = of_kind(board, act.card, "quest")
    waits = act.card in [piece for _, piece in board.tucks]
    play.require("EX-49", not waits, say("you are already solving {card}", card=Thing(act.card)))
    check_edge(play, board, SOLVED, len(board.tucks))
    elsewhere = say(
        "{card} can be solved only at location {location}; your mech is at {place}",
        card=Thing(act.card), location=card.location, place=board.number(board.here) or Thing(BASECAMP),
    )  # fmt: skip
    play.require("EX-49", solvable_at(board, card), elsewhere)
    price = card.cost or Cost()
    afford(play, "EX-49", price)
    play.checked()
    pay(play, price)
    if board.first_edition:
        tuck(play, act.card, SOLVED)
    drop(play, step)
    if not board.first_edition:
        add(play, TuckQuest(do="tuck", card=act.card))
    if card.benefit is not None:
        add(play, card.benefit)
    if board.first_edition:
        fire(play, "solve")


@action(Upgrade)
def upgrade(play: Play, seat: int, act: Upgrade) -> None:
    """Upgrade: tuck an item at the right edge; its ongoing ability is permanent (EX-50)."""
    board, step = use_benefit(play, seat, act, "upgrade", "EX-50", say("no benefit lets you Upgrade now"))
    of_kind(board, act.card, "item")
    check_edge(play, board, UPGRADED)
    play.checked()
    drop(play, step)
    fire(play, "upgrade")
    tuck(play, act.card, UPGRADED)


@action(Meld)
def meld(play: Play, seat: int, act: Meld) -> None:
    """Meld: tuck a meteorite at the bottom edge, then gain the bonus of every melded one (EX-51)."""
    board, step = use_benefit(play, seat, act, "meld", "EX-51", say("no benefit lets you Meld now"))
    of_kind(board, act.card, "meteorite")
    check_edge(play, board, MELDED)
    play.checked()
    tuck(play, act.card, MELDED)
    drop(play, step)
    for piece in play.table.each(MELDED):
        melded = board.card(piece)
        if melded is not None and melded.bonus is not None:
            add(play, melded.bonus)
    fire(play, "meld")


def of_kind(board: Board, piece: str, kind: str) -> Card:
    """Return a controlled card of a kind.

    Raises:
        Impossible: the card is of another kind, or the human does not control it.
    """
    zone_of(board, piece)
    card = board.card(piece)
    if card is None or card.kind != kind:
        raise Impossible(say("{card} is not of the kind needed here: {kind}", card=Thing(piece), kind=KINDS[kind]))
    return card


def check_edge(play: Play, board: Board, edge: str, coming: int = 0) -> None:
    """Require room at an edge of the mat: four cards, five with Tatanka (EX-87). `coming` will be tucked there."""
    have = play.table.count(edge) + coming
    play.require("EX-87", have < board.tuck_limit, say("{n} cards are tucked there: the edge is full", n=have))


@action(Boast)
def boast(play: Play, seat: int, act: Boast) -> None:
    """Boast: put one glory token on a category you meet (EX-52 to EX-55); the fourth triggers the end (EX-69)."""
    board, step = use_benefit(play, seat, act, "boast", "EX-55", say("no benefit lets you Boast now"))
    met = listed(Thing(category(name)) for name in board.boasts) if board.boasts else say("none")
    free = not play.table.count(category(act.category))
    play.require("EX-52", free, say("you already have a token there; possible: {categories}", categories=met))
    unmet = say("you do not meet that category; possible: {categories}", categories=met)
    play.require("EX-53", board.meets(act.category), unmet)
    if not play.table.count(MAT, glory(HUMAN)):
        raise Impossible(say("you have no glory tokens left"))
    play.checked()
    play.cite("EX-54")
    play.move(glory(HUMAN), 1, MAT, category(act.category))
    drop(play, step)
    placed = HUMAN_GLORY - play.table.count(MAT, glory(HUMAN))
    if placed == HUMAN_GLORY and board.options.fourth_glory_ends:
        trigger_end(play, HUMAN)
