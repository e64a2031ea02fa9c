"""Mapping unknown spaces, and the place of the treasure room (TR-30 to TR-33, TR-45)."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.board import DOWN, REJECTED, Way, location_in
from tablescribe.domain.games.tomb_raider.level_map import LevelMap
from tablescribe.domain.games.tomb_raider.rules.decks import draw_one, forget
from tablescribe.domain.games.tomb_raider.rules.reading import need
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import bare, in_state, state_of
from tablescribe.domain.table.names import deck as deck_zone
from tablescribe.domain.table.table import BOX
from tablescribe.domain.words.text import Thing, say


def map_location(play: Play, seat: int, zone: str, way: Way | None) -> None:
    """Map an unknown space: turn its card face up, or place one from the deck that fits (TR-32, TR-45)."""
    play.cite("TR-45")
    level_map = LevelMap(play.opening, play.table)
    piece = location_in(play.table, zone)
    why = say("the location of {space}", space=Thing(zone))
    if not piece:
        piece = draw_location(play, level_map, seat, zone)
    elif state_of(piece) != DOWN:
        piece = play.turn_up(zone, piece, seat, why)
    play.cite("TR-30" if way else "TR-31")
    play.cite("TR-34")
    play.turn(zone, piece, in_state(piece, way or "forward"))
    if level_map.is_treasure_room(zone):
        remove_other_rooms(play, level_map)
    last_space(play)
    need(play, seat, piece)


def draw_location(play: Play, level_map: LevelMap, seat: int, zone: str) -> str:
    """Draw until a location can be placed there, then shuffle the others back (TR-32)."""
    deck = level_map.deck_for(zone).name
    why = say("the location of {space}", space=Thing(zone))
    while not level_map.may_lie(piece := draw_one(play, deck, zone, seat, why, secret=False), zone):
        play.cite("TR-32")
        play.move(piece, 1, zone, REJECTED)
    if play.table.count(REJECTED):
        play.cite("TR-32")
        play.shuffle_in(REJECTED, deck)
        forget(play, deck)
    return piece


def last_space(play: Play) -> None:
    """Place the treasure room face down if only one space is left for it (TR-33)."""
    level_map = LevelMap(play.opening, play.table)
    decks = [] if level_map.level.fixed else level_map.treasure_decks()
    spaces = level_map.treasure_spaces(*decks) if decks else []
    if len(spaces) != 1 or location_in(play.table, spaces[0]):
        return
    play.cite("TR-33")
    zone = spaces[0]
    deck = level_map.deck_for(zone).name
    rooms = [room for room in level_map.treasure_rooms(deck) if level_map.may_lie(room, zone)]
    room = rooms[0]
    if len(rooms) > 1:
        among: dict[Outcome, int] = dict.fromkeys(rooms, 1)
        room = str(play.roll(deck, among, 1, say("which treasure room is placed")))
    forget(play, deck)
    play.reveal(deck_zone(deck), deck, room)
    play.move(room, 1, deck_zone(deck), zone)
    play.turn(zone, room, in_state(room, DOWN))
    remove_other_rooms(play, level_map)


def remove_other_rooms(play: Play, level_map: LevelMap) -> None:
    """Remove all other treasure rooms from the level decks once one is on the map (TR-112, TR-114, TR-115)."""
    for deck in level_map.treasure_decks():
        if level_map.level.fixed:
            return
        forget(play, deck)
        for room in level_map.treasure_rooms(deck):
            for _ in range(play.table.count(f"unseen:{deck}", room)):
                play.cite("TR-114" if len(level_map.level.decks) > 1 else "TR-112")
                play.reveal(deck_zone(deck), deck, room)
                play.move(bare(room), 1, deck_zone(deck), BOX)
