"""The Automa's turn in its five steps (EX-56 to EX-67). The decision card decides everything."""

from __future__ import annotations

from typing import Literal

from tablescribe.domain.games.expeditions.actions import AutomaTurn
from tablescribe.domain.games.expeditions.board import Board
from tablescribe.domain.games.expeditions.components import Side, Target
from tablescribe.domain.games.expeditions.paths import walk
from tablescribe.domain.games.expeditions.rules.cards import fill
from tablescribe.domain.games.expeditions.rules.explore import explore
from tablescribe.domain.games.expeditions.rules.turn import action, begin, pass_the_turn, trigger_end
from tablescribe.domain.games.expeditions.setup import SET_ASIDE
from tablescribe.domain.games.expeditions.zones import (
    ASIDE,
    AUTOMA,
    AUTOMA_GLORY,
    BASECAMP,
    DECIDED,
    DECISION,
    MAP,
    PROGRESS,
    SWEPT,
    TWENTY,
    cell,
    glory,
    slot,
    taken,
)
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import deck, discard, face_down
from tablescribe.domain.words.text import Thing, say

MechRegion = Literal["north", "central"]

SIGHT = 3
"""The number of locations that a mech checks after its own (EX-62)."""


@action(AutomaTurn)
def automa(play: Play, seat: int, act: AutomaTurn) -> None:
    """Take the Automa's turn: check the deck, draw, progress, north mech, central mech (EX-56 to EX-59)."""
    board = begin(play, seat, AUTOMA)
    play.checked()
    ready_decisions(play)
    play.cite("EX-57")
    card = board.catalogue.decision(play.draw(DECISION, DECIDED, AUTOMA, say("the Automa's decision card")))
    if card.progress:
        progress(play)
    play.cite("EX-59")
    act_with(play, "north", card.north)
    act_with(play, "central", card.central)
    pass_the_turn(play)


def ready_decisions(play: Play) -> None:
    """Step 1: discard the last card; if the deck is empty, shuffle all and set two aside unseen (EX-56, EX-90)."""
    play.move_all(DECIDED, discard(DECISION))
    if play.table.count(deck(DECISION)):
        return
    play.cite("EX-56")
    play.cite("EX-90")
    for pile in (discard(DECISION), ASIDE):
        play.shuffle_in(pile, DECISION)
    play.move(face_down(DECISION), SET_ASIDE, deck(DECISION), ASIDE)


def progress(play: Play) -> None:
    """Step 3: move the progress token one space; on a glory space, place the next glory token (EX-58)."""
    board = Board(play.opening, play.table)
    card = board.catalogue.progress(board.options.level)
    assert card is not None, "the set-up checks it"
    play.cite("EX-58")
    space = play.table.number(PROGRESS)
    if space == card.spaces - 1:
        return
    play.set(PROGRESS, space + 1)
    if space + 1 not in card.glory_spaces:
        return
    token = next((n for n in range(1, AUTOMA_GLORY + 1) if play.table.count(f"glorycard:{n}")), None)
    if token is None:
        play.cite("EX-71")
        return
    play.move(glory(AUTOMA), 1, f"glorycard:{token}", BASECAMP)
    if board.automa_glory == AUTOMA_GLORY:
        trigger_end(play, AUTOMA)


# --- one mech (EX-60 to EX-67) ----------------------------------------------------------------


def act_with(play: Play, region: MechRegion, side: Side) -> None:
    """Steps 4 and 5: sweep; then act on a target, or move by the distance, never both (EX-59, EX-67)."""
    board = Board(play.opening, play.table)
    if side.sweep:
        sweep(play, board, region)
    play.cite("EX-60")
    play.cite("EX-67")
    play.cite("EX-68")
    places = walk(board, region)
    here = board.here
    skips = board.region(here) == region if here else False
    if skips:
        play.cite("EX-63")
    found = find(play, board, side.target, [place for place in places[: SIGHT + 1] if place != here])
    if found is not None and side.target is not None:
        go(play, region, places[0], found)
        strike(play, region, side.target, found)
        return
    play.cite("EX-66")
    if skips:
        play.cite("EX-81")
        play.cite("EX-94")
    go(play, region, places[0], places[side.distance % len(places)])


def go(play: Play, region: MechRegion, src: str, dst: str) -> None:
    """Move an Automa mech."""
    if src == dst:
        play.cite("EX-82")
    play.move(f"mech:{region}", 1, cell(src), cell(dst))


def sweep(play: Play, board: Board, region: MechRegion) -> None:
    """Move face-up cards that touch the mech's location to the sweep pile, and refill each slot (EX-61, EX-91)."""
    play.cite("EX-61")
    play.cite("EX-91")
    here, mech = board.where(f"mech:{region}"), Thing(f"mech:{region}")
    for name, piece in board.face_up:
        if board.touches(name, here):
            play.move(piece, 1, slot(name), SWEPT)
            fill(
                play,
                name,
                AUTOMA,
                say("{mech} sweeps {slot}: the card that fills it", mech=mech, slot=Thing(slot(name))),
            )


def find(play: Play, board: Board, target: Target | None, places: list[str]) -> str | None:
    """Return the first place in sight that matches the target, if enough glory is placed (EX-62, EX-64)."""
    if target is None:
        return None
    play.cite("EX-62")
    if board.automa_glory < target.glory:
        return None
    play.cite("EX-64")
    match = next((place for place in places if matches(board, target, place)), None)
    if match is None and board.here and matches(board, target, board.here):
        play.cite("EX-80")
    return match


def matches(board: Board, target: Target, place: str) -> bool:
    """Return whether a place matches a target (EX-64, EX-84)."""
    if target.kind == "map":
        return board.table.count(cell(place), MAP) > 0
    tokens = [token for _, token in board.stack(place)]
    if target.kind == "twenty":
        return tokens == [TWENTY]
    return any(token != TWENTY for token in tokens)


def strike(play: Play, region: MechRegion, target: Target, place: str) -> None:
    """Explore a location, take the 20, or take tokens from the top; the Automa pays nothing (EX-65, EX-83, EX-84)."""
    play.cite("EX-65")
    if target.kind == "map":
        explore(play, place, AUTOMA)
        return
    stack = Board(play.opening, play.table).stack(place)
    wanted = [one for one in reversed(stack) if (one[1] == TWENTY) == (target.kind == "twenty")]
    for zone, token in wanted[: target.times]:
        play.move(token, 1, zone, taken(AUTOMA))
    if len(wanted) < len(stack):
        play.cite("EX-84")
    elif len(stack) <= target.times:
        play.cite("EX-83")
