"""Exploring: the map token, the tile, its corruption (EX-28 to EX-31, EX-65). It is the same for both players."""

from __future__ import annotations

from tablescribe.domain.games.expeditions.board import Board
from tablescribe.domain.games.expeditions.zones import (
    BESIDE,
    CORRUPTION,
    HUMAN,
    MAP,
    TWENTY,
    cell,
    layer,
    maps,
    number_of,
)
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import deck
from tablescribe.domain.words.text import Thing, say


def explore(play: Play, place: str, seat: int) -> None:
    """Explore a place: take its map token, turn its tile face up, and put corruption on it (EX-28)."""
    board = Board(play.opening, play.table)
    zone = cell(place)
    play.cite("EX-28" if seat == HUMAN else "EX-65")
    if play.table.count(zone, MAP):
        play.move(MAP, 1, zone, maps(seat))
    if not board.is_face_down(place):
        return
    play.turn_up(zone, board.tile(place), seat, say("which location lies at {place}", place=Thing(zone)))
    corrupt(play, place, seat)


def corrupt(play: Play, place: str, seat: int) -> None:
    """Add corruption until its sum reaches the location's level, or place the 20 (EX-28 to EX-31, EX-79)."""
    board = Board(play.opening, play.table)
    location = board.location(place)
    if location is None:
        return
    play.cite("EX-30")
    if location.level == "twenty":
        play.cite("EX-29")
        if play.table.count(BESIDE, TWENTY):
            play.move(TWENTY, 1, BESIDE, next_layer(board, place))
        return
    if location.blank:
        play.cite("EX-105")  # its level is unknown: corruption is placed when it is declared
        return
    total = sum(board.worth(token)[1] for _, token in board.stack(place))
    while total < location.level:
        if not play.table.count(deck(CORRUPTION)):
            play.cite("EX-31")
            return
        why = say(
            "corruption for {location}: {total} of {level} placed",
            location=location.name, total=total, level=location.level,
        )  # fmt: skip
        token = play.draw(CORRUPTION, next_layer(board, place), seat, why)
        total += board.worth(token)[1]
    if total > location.level:
        play.cite("EX-79")


def next_layer(board: Board, place: str) -> str:
    """Return the zone of the next token on a place's stack (EX-30)."""
    return layer(place, max((number_of(zone) for zone, _ in board.stack(place)), default=0) + 1)
