"""Landmarks in the advanced set-up: dealing them, who sets them up, and where (RO-16.1.5, RO-L)."""

from __future__ import annotations

from tablescribe.domain.games.root.actions.advanced import RaiseLandmark
from tablescribe.domain.games.root.board import (
    CARD,
    CLEARINGS,
    FIRST,
    ITEMS,
    Board,
    catalogue_of,
    clearing,
    market,
    options_of,
)
from tablescribe.domain.games.root.components import RootOptions
from tablescribe.domain.games.root.parts import LandmarkKey
from tablescribe.domain.games.root.paths import by_path, land
from tablescribe.domain.games.root.rules.setup_turn import begin_decision
from tablescribe.domain.games.root.rules.turn import action
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import deck, face_down, named
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import Text, Thing, say

LANDMARKS = "landmarks"  # the dealt landmarks still to be set up
FORGE = "forge"  # the zone of the items on the Forge
UNSEEN = 3
"""The number of cards at the Black Market (RO-L4)."""

FERRY, TOWER, TREETOP, BLACK_MARKET, LEGENDARY_FORGE, CITY = (
    "ferry", "tower", "treetop", "market", "forge", "city",
)  # fmt: skip
NUMBERS = {
    FERRY: "RO-L1",
    TOWER: "RO-L2",
    TREETOP: "RO-L3",
    BLACK_MARKET: "RO-L4",
    LEGENDARY_FORGE: "RO-L5",
    CITY: "RO-L6",
}


landmark = named("landmark:")  # the piece of a landmark


def pool(options: RootOptions) -> list[str]:
    """Return the landmarks to deal from (RO-16.1.5-I)."""
    return list(dict.fromkeys(options.landmark_pool.split()))


def of_the_map(setting: Setting) -> dict[str, int]:
    """Return the map's own landmark and its clearing (RO-16.2.2-I, RO-16.2.3-I)."""
    one = catalogue_of(setting).maps[options_of(setting).map]
    return {key: at for key, at in ((FERRY, one.ferry), (TOWER, one.tower)) if at is not None}


def boxed(setting: Setting) -> dict[str, int]:
    """Return the landmarks in the box for this match."""
    options = options_of(setting)
    drawn = pool(options) if options.setup != "standard" and options.landmarks else []
    return {landmark(key): 1 for key in (*of_the_map(setting), *drawn)}


def lay_of_the_map(play: Play) -> None:
    """Place the map's own Ferry or Tower, unless the group leaves it out for landmarks (RO-16.1.5)."""
    options = options_of(play.opening)
    if options.setup == "advanced" and options.landmarks and not options.map_piece:
        play.cite("RO-16.1.5")
        return
    for key, at in of_the_map(play.opening).items():
        play.cite("RO-16.2.2-I" if key == FERRY else "RO-16.2.3-I")
        play.move(landmark(key), 1, BOX, clearing(at))


def must_be_a_pool(play: Play) -> None:
    """Require that the options name existing landmarks, and enough of them (RO-16.1.5-I)."""
    options = options_of(play.opening)
    known = {one.id for one in catalogue_of(play.opening).landmarks}
    play.require(
        "RO-16.1.5-I",
        set(pool(options)) <= known,
        say("choose among the landmarks {names}", names=" ".join(sorted(known))),
    )
    play.require(
        "RO-16.1.5-I", len(pool(options)) >= options.landmarks, say("there are not that many landmarks to deal")
    )


def deal_landmarks(play: Play) -> None:
    """Deal the agreed number of landmarks; one already on the map is removed from it (RO-16.1.5-II, RO-AMB-2)."""
    options = options_of(play.opening)
    left = pool(options)
    if options.landmarks:
        play.cite("RO-16.1.5")
    for _ in range(options.landmarks):
        play.cite("RO-16.1.5-II")
        drawn = str(play.roll("landmark card", dict.fromkeys(left, 1), 1, say("which landmark is dealt")))
        left.remove(drawn)
        where = next((clearing(at) for at in CLEARINGS if play.table.count(clearing(at), landmark(drawn))), BOX)
        if where != BOX:
            play.cite("RO-AMB-2")
        play.move(landmark(drawn), 1, where, LANDMARKS)


def who_raises(play: Play) -> int:
    """Return the seat that sets up a landmark: the last in turn order, then the one before; else 0 (RO-16.1.5-III)."""
    setting = play.opening
    left = sum(play.table.pieces(LANDMARKS).values())
    order = setting.clockwise_from(play.table.number(FIRST))[::-1]
    return order[options_of(setting).landmarks - left] if left else 0


@action(RaiseLandmark)
def raise_landmark(play: Play, seat: int, act: RaiseLandmark) -> None:
    """Set up a dealt landmark where its card says (RO-16.1.5-III)."""
    board = begin_decision(play, seat, "landmarks", "RO-16.1.5-III")
    dealt = play.table.count(LANDMARKS, landmark(act.landmark))
    play.require(
        "RO-16.1.5-III",
        dealt,
        say("{landmark} is not to be set up in this match", landmark=Thing(landmark(act.landmark))),
    )
    must_stand_apart(play, board, act.landmark, act.at)
    play.require(NUMBERS[act.landmark], stands_there(board, act.landmark, act.at), where(act.landmark))
    if not dealt or act.at not in CLEARINGS:
        raise Impossible(say("it cannot be set up there"))
    play.checked()
    play.move(landmark(act.landmark), 1, LANDMARKS, clearing(act.at))
    bring_along(play, act.landmark, act.at)


def must_stand_apart(play: Play, board: Board, key: LandmarkKey, at: int) -> None:
    """Require that landmarks do not share a clearing and are not adjacent; the Tower may be adjacent (RO-L)."""
    lie = land(board.setting)
    play.require("RO-L", not has_landmark(board, at), say("another landmark is there"))
    beside = key != TOWER and any(has_landmark(board, one) for one in by_path(lie, board.table, at))
    play.require("RO-L", not beside, say("another landmark is in an adjacent clearing"))


def has_landmark(board: Board, at: int) -> bool:
    """Return whether a clearing contains a landmark."""
    return any(piece.startswith("landmark:") for piece in board.table.pieces(clearing(at)))


def stands_there(board: Board, key: str, at: int) -> bool:
    """Return whether a landmark's card allows a clearing (RO-L1 to RO-L6)."""
    lie = land(board.setting)
    return at in {
        FERRY: lie.river_clearings, CITY: lie.river_clearings, TOWER: lie.ruins, TREETOP: lie.corner_clearings,
        BLACK_MARKET: tuple(one for one in CLEARINGS if lie.slots(one) == 1 and one not in lie.ruins),
        LEGENDARY_FORGE: tuple(CLEARINGS),
    }[key]  # fmt: skip


def where(key: str) -> Text:
    """Return where a landmark may be placed, in words."""
    return {
        FERRY: say("it must be in a clearing on a river"), CITY: say("it must be in a clearing on a river"),
        TOWER: say("it must be in a clearing with a ruin"), TREETOP: say("it must be in a corner clearing"),
        BLACK_MARKET: say("it must be in a clearing with exactly one slot and no ruin"),
        LEGENDARY_FORGE: say("it must be in a clearing"),
    }[key]  # fmt: skip


def bring_along(play: Play, key: str, at: int) -> None:
    """Place what comes with a landmark: cards at the Black Market, items at the Forge (RO-L4, RO-L5)."""
    play.cite(NUMBERS[key])
    if key == BLACK_MARKET:
        for position in range(1, UNSEEN + 1):
            play.move(face_down(CARD), 1, deck(CARD), market(position))
    if key == LEGENDARY_FORGE:
        forge = next(one for one in catalogue_of(play.opening).landmarks if one.id == LEGENDARY_FORGE)
        for suit in Board(play.opening, play.table).suits(at)[:1]:
            for name in next(names for of, names in forge.items.items() if of == suit):
                play.move(f"item:{name}", min(1, play.table.count(ITEMS, f"item:{name}")), ITEMS, FORGE)
