"""Effects on the map and raiders' places (TR-54, TR-63, TR-74, TR-79, TR-97 to TR-100, TR-111)."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.actions.choosing import LeaveOrder, PutOnTop, Sink
from tablescribe.domain.games.tomb_raider.board import (
    SAVE_POINT,
    WAYS,
    at,
    block_marker,
    bottom_of,
    draw_deck,
    entrance,
    exit_marker,
    is_alive,
    is_known,
    location_in,
    looker,
    raider,
    space,
    top_of,
    where,
)
from tablescribe.domain.games.tomb_raider.cards import block_of, obstacles_in
from tablescribe.domain.games.tomb_raider.effects import AnyEffect, Look, MoveRaider, RemoveObstacle
from tablescribe.domain.games.tomb_raider.level_map import LevelMap
from tablescribe.domain.games.tomb_raider.levels import SPARES
from tablescribe.domain.games.tomb_raider.rules.core import action, ask_by, latest, mark, settled, stays, unmark
from tablescribe.domain.games.tomb_raider.rules.decks import look, move_up
from tablescribe.domain.games.tomb_raider.rules.effects.source import Source, choose, pointed_at, seat_of
from tablescribe.domain.games.tomb_raider.rules.facing import remove_obstacle
from tablescribe.domain.games.tomb_raider.rules.movement import relocate
from tablescribe.domain.games.tomb_raider.windows import ARRANGE
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import deck as deck_zone
from tablescribe.domain.table.table import BOX
from tablescribe.domain.words.text import Thing, say

# --- exits and save points --------------------------------------------------------------------


def sides_without_exit(play: Play, zone: str) -> list[str]:
    """Return the markers for sides where an exit can be added: no open exit, and not towards the edge of the map."""
    if not is_known(play.table, zone):
        return []
    level_map = LevelMap(play.opening, play.table)
    closed = [way for way in WAYS if way not in level_map.open_exits(zone)]
    return [exit_marker(way) for way in closed if level_map.beside(zone, way)]


def add_exit(play: Play, source: Source, effect: AnyEffect) -> None:
    """Put an exit marker on a side of the raider's location (TR-74)."""
    choose(play, source.seat, sides_without_exit(play, source.zone), "opened", "TR-74", zone=source.zone)


@action.step("opened")
def opened(play: Play, *, chosen: str, seat: int, zone: str) -> None:
    """Remove a block on the side of the new exit (TR-98), and mark the exit if there is no arrow (TR-74)."""
    play.cite("TR-74")
    way = next(one for one in WAYS if exit_marker(one) == chosen)
    level_map = LevelMap(play.opening, play.table)
    if level_map.is_blocked(zone, way):
        play.cite("TR-98")
        unmark(play, block_marker(way), zone)
    if way not in level_map.open_exits(zone):
        mark(play, chosen, zone)


def open_sides(play: Play, zone: str) -> list[str]:
    """Return the markers for sides with an open exit that can be blocked."""
    level_map = LevelMap(play.opening, play.table)
    return [block_marker(way) for way in WAYS if way in level_map.open_exits(zone)]


def block_exit(play: Play, source: Source, effect: AnyEffect) -> None:
    """Block an open exit of the raider's location, on that side only (TR-98)."""
    choose(play, source.seat, open_sides(play, source.zone), "blocked", "TR-98", zone=source.zone)


@action.step("blocked")
def blocked(play: Play, *, chosen: str, seat: int, zone: str) -> None:
    """Put the block marker on the chosen side (TR-98)."""
    play.cite("TR-98")
    mark(play, chosen, zone)


def add_save_point(play: Play, source: Source, effect: AnyEffect) -> None:
    """Make the raider's location a save point (TR-79)."""
    play.cite("TR-79")
    if is_known(play.table, source.zone) and not play.table.count(source.zone, SAVE_POINT):
        mark(play, SAVE_POINT, source.zone)


# --- unknown places ---------------------------------------------------------------------------


def swappable(play: Play) -> list[str]:
    """Return the spaces whose face-down location can be swapped for a spare one, except the treasure room (TR-111)."""
    if not play.table.count(deck_zone(SPARES)):
        return []
    level_map = LevelMap(play.opening, play.table)
    return [
        zone for zone in level_map.spaces
        if location_in(play.table, zone) and not is_known(play.table, zone) and not level_map.is_treasure_room(zone)
    ]  # fmt: skip


def swap_location(play: Play, source: Source, effect: AnyEffect) -> None:
    """Replace an unknown location by a spare one (TR-111)."""
    choose(play, source.seat, swappable(play), "swapped", "TR-111")


@action.step("swapped")
def swapped(play: Play, *, chosen: str, seat: int) -> None:
    """Put the spare location face down in the chosen space (TR-111)."""
    play.cite("TR-111")
    old = location_in(play.table, chosen)
    play.move(old, 1, chosen, BOX)
    play.draw(SPARES, chosen, seat, say("the location for {space}", space=Thing(chosen)), secret=True)


def look_at(play: Play, source: Source, effect: Look) -> None:
    """Look at the top cards of a deck and put them back (TR-103)."""
    if effect.deck == "draw":
        deck = draw_deck(source.seat)
    else:
        deck = LevelMap(play.opening, play.table).deck_for(source.zone).name
    play.cite("TR-103")
    seen = {one for one in play.table.text(looker(deck)).split(",") if one and play.table.count(top_of(deck, 1))}
    play.set(looker(deck), ",".join(sorted({*seen, str(source.seat)})))
    n = look(play, deck, source.seat, effect.count, say("looking at {deck}", deck=Thing(deck_zone(deck))))
    if n > 1 or (n and effect.may_sink):
        play.then("arrange", seat=source.seat, deck=deck, n=n, sinks=effect.may_sink)


@action.step("arrange")
def ask_to_arrange(play: Play, *, seat: int, deck: str, n: int, sinks: bool) -> None:
    """Ask in which order to put the cards back."""
    ask_by(play, "arrange", ARRANGE, seat, seat=seat, deck=deck, n=n, sinks=sinks)


@action(LeaveOrder)
def leave_order(play: Play, seat: int, act: LeaveOrder) -> None:
    """Leave the cards in their order."""
    play.checked()
    settled(play, "arrange", seat)


@action(PutOnTop)
def put_on_top(play: Play, seat: int, act: PutOnTop) -> None:
    """Put one of the looked-at cards on top of the others (TR-103)."""
    step = latest(play, "arrange")
    n = int(step.arguments["n"]) if step is not None else 0
    play.require("TR-103", 2 <= act.place <= n, say("choose one of the cards below the top one"))
    play.checked()
    if step is None or not 2 <= act.place <= n:
        return
    deck = step.arguments["deck"]
    stays(play, "arrange", seat)
    order = [act.place, *(place for place in range(1, act.place))]
    pieces = [next(play.table.each(top_of(deck, place)), "") for place in order]
    for place, piece in zip(order, pieces, strict=True):
        play.move(piece, 1, top_of(deck, place), f"{top_of(deck, place)}x")
    for new, (place, piece) in enumerate(zip(order, pieces, strict=True), start=1):
        play.move(piece, 1, f"{top_of(deck, place)}x", top_of(deck, new))


@action(Sink)
def sink(play: Play, seat: int, act: Sink) -> None:
    """Put one of the cards at the bottom of the deck, if the effect allows it (TR-103)."""
    step = latest(play, "arrange")
    n = int(step.arguments["n"]) if step is not None else 0
    fits = step is not None and step.arguments["sinks"] and act.place <= n
    play.require("TR-103", fits, say("these cards cannot go to the bottom of the deck"))
    play.checked()
    if step is None or not fits:
        return
    deck = step.arguments["deck"]
    stays(play, "arrange", seat, n=n - 1, sinks=False)
    play.move_all(top_of(deck, act.place), bottom_of(deck))
    move_up(play, deck)


# --- obstacles --------------------------------------------------------------------------------


def removable(play: Play, zone: str, effect: RemoveObstacle) -> list[str]:
    """Return the obstacles of a location that an effect can remove, without repeats."""
    there = dict.fromkeys(obstacles_in(play.opening, play.table, zone))
    blocks = {piece: block_of(play.opening, play.table, piece) for piece in there}
    return [piece for piece, block in blocks.items() if block is not None and effect.sort in (None, block.kind)]


def remove(play: Play, source: Source, effect: RemoveObstacle) -> None:
    """Remove an obstacle outright, damaged or not, with or without health (TR-63)."""
    choose(play, source.seat, removable(play, source.zone, effect), "removed", "TR-63", zone=source.zone)


@action.step("removed")
def removed(play: Play, *, chosen: str, seat: int, zone: str) -> None:
    """Remove the chosen obstacle (TR-63)."""
    play.cite("TR-63")
    block = block_of(play.opening, play.table, chosen)
    if block is not None and play.table.count(zone, chosen):
        remove_obstacle(play, seat, zone, chosen, block)


# --- moving raiders ---------------------------------------------------------------------------


def destinations(play: Play, seat: int, effect: MoveRaider) -> list[str]:
    """Return the spaces to which an effect can move a raider."""
    here = where(play.table, seat)
    if not here or not is_alive(play.table, seat):
        return []
    level_map = LevelMap(play.opening, play.table)
    if effect.if_cut_off and not level_map.is_cut_off(here):
        return []
    if effect.to == "entrance":
        among = [play.table.text(entrance(seat))]
    elif effect.to == "shallower":
        col, depth = at(here)
        among = [space(col, depth - 1)]
    elif effect.to == "adjacent":
        among = list(level_map.adjacent(here))
    else:
        among = sorted(zone for zone in level_map.reached(here) if is_known(play.table, zone))
    return [zone for zone in among if zone != here and level_map.in_grid(zone) and reachable(play, level_map, zone)]


def reachable(play: Play, level_map: LevelMap, zone: str) -> bool:
    """Return whether a raider can be put in a space; an unknown one needs a location that fits there (TR-32)."""
    return is_known(play.table, zone) or level_map.can_map(zone)


def movable(play: Play, seat: int, effect: MoveRaider) -> list[str]:
    """Return the raiders that an effect can move."""
    whom = {"own": [seat], "other": play.opening.opponents(seat), "any": list(play.opening.all_seats)}[effect.whom]
    return [raider(one) for one in whom if destinations(play, one, effect)]


def move_raider(play: Play, source: Source, effect: MoveRaider) -> None:
    """Move a raider without walking (TR-31, TR-54)."""
    whom = movable(play, source.seat, effect) if source.played else [raider(source.seat)]
    choose(play, source.seat, whom, "carried", "TR-54", effect=effect.model_dump(mode="json"))


@action.step("carried", of=pointed_at)
def carried(play: Play, *, chosen: str, seat: int, effect: dict[str, object]) -> None:
    """Ask for the space to which the chosen raider goes (TR-97, TR-99, TR-100)."""
    what = MoveRaider.model_validate(effect, strict=False)
    if what.to == "adjacent":
        play.cite("TR-97")
    elif what.to == "connected":
        play.cite("TR-99")
    if what.if_cut_off:
        play.cite("TR-100")
    among = destinations(play, seat_of(chosen), what)
    choose(play, seat, among, "arrived", "TR-54", whom=seat_of(chosen))


@action.step("arrived", of="whom")
def arrived(play: Play, *, chosen: str, seat: int, whom: int) -> None:
    """Move the raider to the chosen space (TR-54)."""
    relocate(play, whom, chosen)
