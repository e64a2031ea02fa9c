"""Items in log entries: their zones, their state, and what happens to them."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.board import ITEMS as SUPPLY
from tablescribe.domain.games.root.board import items as box_of
from tablescribe.domain.games.root.board import under
from tablescribe.domain.games.root.pieces import HUNDREDS, VAGABOND, VAGABOND2
from tablescribe.domain.games.root.rootlog.figures import removed_ruins
from tablescribe.domain.games.root.rootlog.letters import ITEMS
from tablescribe.domain.games.root.rootlog.saying import Saying
from tablescribe.domain.games.root.rootlog.things import Board, Clearing, Item, ItemSpot, Place
from tablescribe.domain.table.names import bare, in_state, state_of
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import Thing, say

EXHAUSTED = "exhausted"
TRACKED = ("item:tea", "item:coin", "item:bag")
AREAS = {"s": "satchel", "t": "track", "d": "damaged"}


def zones(says: Saying, key: str, area: str = "") -> list[str]:
    """Return the zones of a faction's items: all, or those of one area of a Vagabond's board."""
    seat = says.board.seat_of(key)
    if key in (VAGABOND, VAGABOND2):
        return [f"{name}:{seat}" for letter, name in AREAS.items() if area in ("", letter)]
    return ["hoard"] if key == HUNDREDS else [box_of(seat)]


def move_items(says: Saying, n: int, item: Item, start: Place | None, to: tuple[Place, ...]) -> None:
    """Take, turn, damage or move items on a board."""
    if isinstance(start, Clearing):
        take_from_ruin(says, start.number, item)
        return
    lying = list(_lying(says, item, start, to))
    if item.kind == "_":
        n = len(lying)
    elif not item.kind and n < len(lying):
        says.doubt("RO-LOG-3", say("the log does not say which item: using {item}", item=Thing(lying[0][1])))
    if n > len(lying):
        raise Impossible(say("there is no {item} there", item=f"%{item.kind}"))
    for zone, piece in lying[:n]:
        _let_go(says, zone, piece, to)


def _lying(says: Saying, item: Item, start: Place | None, to: tuple[Place, ...]) -> Iterator[tuple[str, str]]:
    """Yield the items that an entry may mean, those it would change first."""
    spot = start if isinstance(start, ItemSpot) else ItemSpot()
    key = says.key(start.owner) if isinstance(start, Board) else says.owner
    found = [
        (zone, piece)
        for zone in zones(says, key, spot.area)
        for piece in says.play.table.each(zone)
        if piece.startswith("item:") and item.kind in ("", "_", *_letter(piece)) and _shows(piece, spot.state)
    ]
    areas = {place.area for place in to if isinstance(place, ItemSpot)} - {""}
    states = {place.state for place in to if isinstance(place, ItemSpot)} - {""}

    def unlike(one: tuple[str, str]) -> tuple[bool, bool, bool]:
        zone, piece = one
        stays = any(zone.startswith(AREAS[area]) for area in areas)
        same = any(_shows(piece, state) for state in states)
        damaged = zone.startswith("damaged") and not spot.area
        return (stays, same, damaged)

    yield from sorted(found, key=unlike)


def _letter(piece: str) -> list[str]:
    name = bare(piece).removeprefix("item:")
    return [letter for letter, word in ITEMS.items() if word == name]


def _shows(piece: str, state: str) -> bool:
    return not state or (state_of(piece) == EXHAUSTED) == (state == "e")


def _let_go(says: Saying, zone: str, piece: str, to: tuple[Place, ...]) -> None:
    """Turn and move one item."""
    if not to:
        says.play.turn(zone, piece, bare(piece))
        says.play.move(bare(piece), 1, zone, BOX)
        return
    for place in to:
        if isinstance(place, ItemSpot):
            if place.state:
                shown = in_state(piece, EXHAUSTED if place.state == "e" else "")
                says.play.turn(zone, piece, shown)
                piece = shown
            if place.area:
                there = _area(says, zone, place.area)
                says.play.move(piece, 1, zone, there)
                zone = there
        elif isinstance(place, Board):
            says.play.turn(zone, piece, bare(piece))
            says.play.move(bare(piece), 1, zone, home(says, says.key(place.owner), bare(piece)))
        else:
            raise Impossible(say("an item cannot go to {place}", place=place.text()))


def _area(says: Saying, zone: str, area: str) -> str:
    seat = zone.rpartition(":")[2]
    if not any(zone.startswith(name) for name in AREAS.values()):
        raise Impossible(say("{zone} has no such part", zone=Thing(zone)))
    return f"{AREAS[area]}:{seat}"


def home(says: Saying, key: str, piece: str) -> str:
    """Return the zone of an item that a faction gains, ready (RO-9.2.5, RO-14.2.4)."""
    seat = says.board.seat_of(key)
    if key in (VAGABOND, VAGABOND2):
        track = f"track:{seat}"
        room = says.play.table.count(track, piece) < 3
        return track if piece in TRACKED and room else f"satchel:{seat}"
    return "hoard" if key == HUNDREDS else box_of(seat)


def take_from_ruin(says: Saying, at: int, item: Item) -> None:
    """Take an item from a ruin; remove an empty ruin (RO-9.5.3).

    Raises:
        Impossible: the item cannot be there.
    """
    says.zone(Clearing(at))
    name = ITEMS.get(item.kind, "")
    zone, known, hidden = under(at), f"ruin:{name}", "?ruin"
    if not says.play.table.count(zone, known):
        if not says.play.table.count(zone, hidden):
            raise Impossible(say("there is no item in {at}", at=Thing(f"clearing:{at}")))
        says.play.reveal(zone, "ruin", known)
    says.play.move(known, 1, zone, BOX)
    piece = f"item:{name}"
    says.play.move(piece, 1, BOX, home(says, says.owner, piece))
    removed_ruins(says, at)


def gain_crafted(says: Saying, name: str) -> None:
    """Take a crafted item from the supply.

    Raises:
        Impossible: it is not in the supply, so it cannot have been crafted (RO-4.1.2).
    """
    piece = f"item:{name}"
    forge = "forge" if says.play.table.count("forge", piece) else SUPPLY
    if not says.play.table.count(forge, piece):
        raise Impossible(say("{item} is not in the supply", item=Thing(piece)))
    says.play.cite("RO-4.1.2")
    says.play.move(piece, 1, forge, home(says, says.owner, piece))
