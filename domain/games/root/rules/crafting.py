"""Crafting (RO-4.1): activating pieces of the right suits; effects of items, lasting and immediate cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from tablescribe.domain.games.root.abilities import Crafter, faction_of, in_play
from tablescribe.domain.games.root.actions.core import Craft
from tablescribe.domain.games.root.board import CLEARINGS, ITEMS, Board, clearing, crafted, item, items, this
from tablescribe.domain.games.root.cards import card_of, held
from tablescribe.domain.games.root.components import Card
from tablescribe.domain.games.root.rules.hand import must_show, pile_of
from tablescribe.domain.games.root.rules.points import gain
from tablescribe.domain.games.root.rules.turn import action, in_stage
from tablescribe.domain.rules.hand import lay
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, say

FORGE = "forge"  # items on the Legendary Forge (RO-L5)
Plan = list[tuple[str, str]]
"""The activations for a craft: names of crafting resources, each with the suit it is used for."""


@action(Craft)
def craft(play: Play, seat: int, act: Craft) -> None:
    """Craft a card from the hand (RO-4.1)."""
    board = Board(play.opening, play.table)
    in_stage(play, seat, "RO-4.1", *faction_of(board, seat).crafts_in)
    card = must_be_craftable(play, seat, act.card)
    plan = must_have_crafters(play, seat, card, act.using)
    play.checked()
    activate(play, seat, plan)
    make(play, seat, card)


def must_be_craftable(play: Play, seat: int, piece: str) -> Card:
    """Require a craftable card: no second one of that name (RO-4.1.4), its item in the supply (RO-4.1.2)."""
    board = Board(play.opening, play.table)
    must_show(play, seat, piece)
    card = card_of(play.opening, piece)
    if card is None:
        raise Impossible(say("{card} is not a card", card=Thing(piece)))
    play.require("RO-2.1.2", card.kind != "ambush", say("an ambush card cannot be crafted"))
    play.require("RO-4.1", card.cost, say("{card} cannot be crafted", card=Thing(piece)))
    if not card.cost:
        raise Impossible(say("{card} cannot be crafted", card=Thing(piece)))
    if card.kind == "persistent":
        again = say("you already have {card} in your play area", card=Thing(piece))
        play.require("RO-4.1.4", not board.has_crafted(seat, piece), again)
    if card.item is not None:
        gone = say("{item} is not in the supply", item=Thing(item(card.item)))
        play.require("RO-4.1.2", item_zone(board, seat, card.item), gone)
        if not item_zone(board, seat, card.item):
            raise Impossible(gone)
    return card


def item_zone(board: Board, seat: int, name: str) -> str:
    """Return the zone from which a seat takes a crafted item; the empty string if there is none (RO-4.1.2, RO-L5)."""
    if board.table.count(ITEMS, item(name)):
        return ITEMS
    forge = board.where("landmark:forge")
    there = forge and board.count(board.faction(seat), forge[0])
    return FORGE if there and board.table.count(FORGE, item(name)) else ""


def must_have_crafters(play: Play, seat: int, card: Card, using: str) -> Plan:
    """Require crafting pieces for the card's cost, and return the activations (RO-4.1.1)."""
    board = Board(play.opening, play.table)
    found = next(plans(crafters(board, seat), card.cost, using.split(",") if using else []), None)
    most = faction_of(board, seat).most_crafters(board, seat)
    if most is not None and len(card.cost) > most:
        found = None
    why = say("you lack crafting pieces for the cost of {card}", card=Thing(card.piece))
    play.require("RO-4.1.1", found is not None, why)
    return found or []


def crafters(board: Board, seat: int) -> list[Crafter]:
    """Return what a seat can activate now, the least flexible first."""
    return sorted(faction_of(board, seat).crafters(board, seat), key=lambda one: (len(one.suits), one.name))


def plans(able: Sequence[Crafter], cost: Iterable[str], using: Sequence[str]) -> Iterator[Plan]:
    """Yield ways to activate crafters for a cost; `using` names the suits for open icons."""
    icons = sorted(cost, key=lambda icon: icon == "any")
    anys = icons.count("any")
    if using and len(using) != anys:
        return
    wanted = [*(icon for icon in icons if icon != "any"), *(using or ["any"] * anys)]
    yield from _assigned(wanted, Counter({one: one.n for one in able}))


def _assigned(wanted: Sequence[str], left: Counter[Crafter]) -> Iterator[Plan]:
    if not wanted:
        yield []
        return
    icon, rest = wanted[0], wanted[1:]
    for one in [one for one, n in left.items() if n > 0]:
        for suit in one.suits if icon == "any" else (icon,) if icon in one.suits else ():
            left[one] -= 1
            for more in _assigned(rest, left):
                yield [(one.name, suit), *more]
            left[one] += 1


def usings(board: Board, seat: int, card: Card) -> list[str]:
    """Return the possible suits for open icons, as in `Craft.using`; none if there is no choice."""
    anys = card.cost.count("any")
    found = {",".join(sorted(suit for _, suit in plan)) for plan in plans(crafters(board, seat), card.cost, [])}
    return sorted(found) if anys and len(found) > 1 else [""]


def activate(play: Play, seat: int, plan: Plan) -> None:
    """Record activations; each piece can be activated once a turn (RO-4.1.1)."""
    play.cite("RO-4.1.1")
    one = faction_of(Board(play.opening, play.table), seat)
    for name, suit in plan:
        one.activate(play, seat, name, suit)


def make(play: Play, seat: int, card: Card) -> None:
    """Apply a crafted card: an item, a lasting or an immediate effect (RO-4.1.2, RO-4.1.3)."""
    if card.kind == "persistent":
        play.cite("RO-4.1.3")
        play.cite("RO-16.6.20")
        lay(play, seat, card.piece, crafted(seat))
    else:
        play.cite("RO-4.1.2")
        lay(play, seat, card.piece, pile_of(play, card.piece))
    if card.item is not None:
        make_item(play, seat, card.item, card.points)
    for one in reversed(in_play(Board(play.opening, play.table), "crafted")):
        one.crafted(play, seat, card.piece)


def make_item(play: Play, seat: int, name: str, points: int) -> None:
    """Move a crafted item to its box and score its points (RO-3.2.2)."""
    board = Board(play.opening, play.table)
    one = faction_of(board, seat)
    zone = item_zone(board, seat, name)
    if zone == FORGE:
        play.then("forged", seat=seat)
    if one.gain_item is not None:
        one.gain_item(play, seat, zone, item(name), points)
        return
    play.cite("RO-16.6.13")
    play.move(item(name), 1, zone, items(seat))
    gain(play, seat, one.item_points(board, seat, name, points), "RO-3.2.2")


# --- crafting with pieces on the map --------------------------------------------------------------


def pieces_that_craft(board: Board, *pieces: str) -> list[Crafter]:
    """Return pieces on the map that have not been activated this turn, by clearing (RO-4.1.1)."""
    found = []
    for at in CLEARINGS:
        there = board.table.zones.get(clearing(at), {})
        n = sum([there.get(piece, 0) for piece in pieces])
        if n and (n := n - board.done(f"crafted:{at}")) > 0:
            found.append(Crafter(str(at), board.suits(at), n))
    return found


def activate_piece(play: Play, seat: int, name: str, suit: str) -> None:
    """Record the activation of a piece in a clearing, for one of the suits at the Lost City (RO-L6)."""
    if play.table.count(clearing(int(name)), "landmark:city"):
        play.cite("RO-L6")
    play.add(this(f"crafted:{name}"), 1)


def candidates(board: Board, seat: int) -> Iterator[Craft]:
    """Yield the crafting actions that a seat could try."""
    for piece in held(board, seat):
        yield from (Craft(card=piece, using=using) for using in _usings_of(board, seat, piece))


def _usings_of(board: Board, seat: int, piece: str) -> list[str]:
    card = card_of(board.setting, piece)
    return usings(board, seat, card) if card is not None else []
