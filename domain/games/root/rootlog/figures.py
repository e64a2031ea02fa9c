"""Warriors, pawns, buildings and tokens in log entries: which pieces, from where, to where."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.board import CLEARINGS, SUITS, Board, clearing, supply
from tablescribe.domain.games.root.pieces import (
    ALLIANCE,
    CORVIDS,
    DUCHY,
    EYRIE,
    HUNDREDS,
    KEEPERS,
    LIZARDS,
    MARQUISE,
    RIVERFOLK,
    RUIN,
    kind_of,
    owner_of,
    pawn,
    warrior,
)
from tablescribe.domain.games.root.rootlog.saying import Saying
from tablescribe.domain.games.root.rootlog.things import Between, Clearing, Piece, Place
from tablescribe.domain.games.root.rootlog.things import Board as OnBoard
from tablescribe.domain.games.root.rules.ruling import open_slots
from tablescribe.domain.table.names import deck_of, face_down
from tablescribe.domain.table.table import BOX, HIDDEN, Impossible
from tablescribe.domain.words.text import Thing, say

KINDS = {"w": "warrior", "p": "pawn", "b": "building", "t": "token"}
FERRY = "landmark:ferry"
_SUITED = {"f": "fox", "r": "rabbit", "m": "mouse"}

MARKED: dict[tuple[str, str, str], str] = {
    (MARQUISE, "b", "s"): "marquise:sawmill", (MARQUISE, "b", "w"): "marquise:workshop",
    (MARQUISE, "b", "r"): "marquise:recruiter", (MARQUISE, "t", "k"): "marquise:keep",
    (MARQUISE, "t", ""): "marquise:wood", (EYRIE, "b", ""): "eyrie:roost",
    (ALLIANCE, "t", ""): "alliance:sympathy", (DUCHY, "t", ""): "duchy:tunnel",
    (DUCHY, "b", "c"): "duchy:citadel", (DUCHY, "b", "m"): "duchy:market",
    (HUNDREDS, "w", "w"): "hundreds:warlord", (HUNDREDS, "t", ""): "hundreds:mob",
    (HUNDREDS, "b", ""): "hundreds:stronghold",
    **{(ALLIANCE, "b", letter): f"alliance:base.{suit}" for letter, suit in _SUITED.items()},
    **{(LIZARDS, "b", letter): f"lizards:garden.{suit}" for letter, suit in _SUITED.items()},
    **{(RIVERFOLK, "t", letter): f"riverfolk:post.{suit}" for letter, suit in _SUITED.items()},
}  # fmt: skip
"""Pieces by owner, letter and mark."""

PLOTS = {"b": "bomb", "s": "snare", "r": "raid", "e": "extortion"}
RELICS = {"f": "figure", "t": "tablet", "j": "jewelry"}
_HIDDEN = {CORVIDS: ("plot",), KEEPERS: ("figure", "tablet", "jewelry")}
"""Decks of tokens that are face down beside the map until they are placed."""

BOARDS = {ALLIANCE: "officers", LIZARDS: "acolytes", RIVERFOLK: "payments", KEEPERS: "relics"}
"""Zones for figures on faction boards."""


def source(says: Saying, owner: str, piece: Piece, start: Place | None) -> list[str]:
    """Return the zones that a figure may come from, the most likely first."""
    if isinstance(start, Clearing | Between):
        return [says.zone(start)]
    if isinstance(start, OnBoard):
        key = says.key(start.owner)
        zones = ["funds", "payments"] if key == RIVERFOLK else [BOARDS.get(key, supply(key))]
        return [*zones, "acolytes"] if key == LIZARDS else zones
    if start is not None:
        raise Impossible(say("{piece} cannot be in {place}", piece=piece.text(), place=start.text()))
    if piece.kind == "p" or piece.kind in "fr":
        return list(_where_it_is(says.board, FERRY if piece.kind in "fr" else pawn(owner))) or [supply(owner)]
    decks = [f"deck:{kind}" for kind in _HIDDEN.get(owner, ()) if piece.kind == "t"]
    return [*decks, supply(owner), BOX]


def _where_it_is(board: Board, piece: str) -> Iterator[str]:
    found = board.table.where(piece)
    yield from sorted(found, key=lambda zone: (zone == BOX, zone.startswith("supply:"), zone))


def destination(says: Saying, owner: str, piece: str, to: Place | None, at: str) -> str:
    """Return the zone that a figure goes to; by default where removed pieces of its kind go (RO-16.6.22)."""
    if isinstance(to, Clearing | Between):
        return says.zone(to)
    if isinstance(to, OnBoard):
        key = says.key(to.owner)
        return BOARDS.get(key, supply(key))
    if to is not None:
        raise Impossible(say("{piece} cannot go to {place}", piece=Thing(piece), place=to.text()))
    return _resting(says, owner, piece, at)


def _resting(says: Saying, owner: str, piece: str, at: str) -> str:
    """Return where a removed piece goes: out of the game, to the acolytes, or to its owner's supply."""
    if piece == "marquise:keep" or piece.startswith("riverfolk:post"):
        return BOX
    if piece == face_down("plot") or piece.startswith("corvids:plot."):
        return "deck:plot"
    fought = says.play.table.text("this:battle")
    if piece == warrior(LIZARDS) and fought == f"{LIZARDS}@{at}":
        says.play.cite("RO-10.2.3")
        return "acolytes"
    return supply(owner)


def which(says: Saying, owner: str, piece: Piece, zone: str, to: Place | None) -> str:
    """Return the piece on the table that an entry means.

    Raises:
        Impossible: there is no such piece in the zone.
    """
    kind, mark = piece.kind, piece.mark
    says.play.cite("RO-LOG-3")
    if kind in "fr":
        if kind == "r":
            says.doubt("RO-LOG-3", say("write the Ferry as f (older logs: r)"))
        return FERRY
    if kind == "p":
        return pawn(owner)
    if kind == "w" and not mark:
        return warrior(owner)
    if owner == CORVIDS and kind == "t":
        return _plot(says, mark, zone)
    if owner == KEEPERS and kind == "t":
        return _relic(says, mark, zone)
    there = _there(says.board, owner, KINDS[kind], zone)
    told = MARKED.get((owner, kind, mark)) or _waystation(says, mark, zone, there)
    if says.play.table.count(zone, told):
        return told
    return _meant(says, piece, told, zone, to)


def _there(board: Board, owner: str, kind: str, zone: str) -> list[str]:
    """Return an owner's pieces of a kind in a zone."""
    return [one for one in board.table.pieces(zone) if owner_of(one) == owner and kind_of(one) == kind]


def _waystation(says: Saying, mark: str, zone: str, there: list[str]) -> str:
    """Return the waystation with the given sides, `f_t`, turned to match; or by its face alone, `f`."""
    sides = [RELICS[one] for one in mark.split("_") if one in RELICS]
    fitting = [one for one in there if ":waystation." in one and sides and all(side in one for side in sides)]
    if not fitting:
        return ""
    found = next((one for one in fitting if one.partition(".")[2].startswith(sides[0])), fitting[0])
    lower = next(side for side in found.partition(".")[2].split("-") if side != sides[0])
    shown = f"keepers:waystation.{sides[0]}-{lower}"
    says.play.turn(zone, found, shown)
    return shown


def _meant(says: Saying, piece: Piece, told: str, zone: str, to: Place | None) -> str:
    """Return the only piece that can be meant if the entry names none, or one that is not there."""
    owner = says.key(piece.owner)
    there = _there(says.board, owner, KINDS[piece.kind if piece.kind in KINDS else piece.mark], zone)
    if not there and zone.startswith("clearing:") and to is None:
        others = [one for kind in ("building", "token") for one in _there(says.board, owner, kind, zone)]
        there, told = others if len(others) == 1 else [], told or piece.text()
    if not there or (piece.mark and not zone.startswith("clearing:")):
        raise Impossible(say("there is no {piece} left", piece=piece.text()))
    suited = says.board.suit(to.number) if isinstance(to, Clearing) and to.number in CLEARINGS else ""
    fitting = [one for one in there if suited in SUITS and one.endswith(f".{suited}")] or there
    if told or len(fitting) > 1:
        chosen = Thing(fitting[0])
        says.doubt("RO-LOG-3", say("{piece} is not there: using {right}", piece=piece.text(), right=chosen))
    return fitting[0]


def _plot(says: Saying, mark: str, zone: str) -> str:
    """Return a plot: face up if named and there, otherwise face down; a named face-down one is turned up."""
    name = PLOTS.get(mark, "")
    if mark and not name:
        raise Impossible(say("there is no plot {mark}", mark=mark))
    there = says.play.table.pieces(zone)
    open_ones = [one for one in there if one.startswith("corvids:plot.")]
    if name and f"corvids:plot.{name}" in there:
        return f"corvids:plot.{name}"
    hidden = face_down("plot")
    if hidden in there:
        return turn_plot_up(says, zone, name) if name and zone.startswith("clearing:") else hidden
    if not open_ones:
        raise Impossible(say("there is no plot there"))
    if name:
        says.doubt("RO-LOG-3", say("the plot there is {right}", right=Thing(open_ones[0])))
    return open_ones[0]


def turn_plot_up(says: Saying, zone: str, name: str) -> str:
    """Turn a face-down plot up, and return it."""
    says.play.reveal(zone, "plot", f"plot:{name}")
    says.play.turn(zone, f"plot:{name}", f"corvids:plot.{name}")
    return f"corvids:plot.{name}"


def hide_plot(says: Saying, zone: str, piece: str, n: int) -> None:
    """Turn plots returned to the supply face down."""
    name = piece.partition(".")[2]
    says.play.turn(zone, piece, f"plot:{name}", n)
    says.play.conceal(zone, "plot", f"plot:{name}", n)


def _relic(says: Saying, mark: str, zone: str) -> str:
    """Return a relic of a type, with its value if given: `3_f`, `f`, or nothing."""
    value, _, letter = mark.rpartition("_")
    there = says.play.table.pieces(zone)
    types = [RELICS[letter]] if letter in RELICS else list(RELICS.values())
    if value and f"{types[0]}:{value}" in there:
        return f"{types[0]}:{value}"
    fitting = [one for one in there if deck_of(one) in types]
    hidden = [one for one in fitting if one.startswith(HIDDEN)]
    if not fitting:
        raise Impossible(say("there is no relic there"))
    if value and hidden:
        says.play.reveal(zone, types[0], f"{types[0]}:{value}")
        return f"{types[0]}:{value}"
    if len({deck_of(one) for one in fitting}) > 1:
        says.doubt("RO-LOG-3", say("the log does not say which relic"))
    return (hidden or fitting)[0]


def must_fit(says: Saying, piece: str, n: int, zone: str) -> None:
    """Require room for placed pieces: slots (RO-2.2), and one sympathy, plot, tunnel, mob or post per clearing.

    Raises:
        Impossible: there is no room.
    """
    at = int(zone.removeprefix("clearing:")) if zone.startswith("clearing:") else 0
    if not at:
        return
    board = says.board
    if kind_of(piece) == "building" and open_slots(board, at) < n:
        raise Impossible(say("{at} has no open slot", at=Thing(zone)))
    first = deck_of(piece) + ":" + piece.partition(":")[2].partition(".")[0]
    if first in ONCE or piece == face_down("plot"):
        there = sum(k for one, k in board.table.pieces(clearing(at)).items() if _alike(one, piece))
        if there + n > 1:
            raise Impossible(say("{at} already has one", at=Thing(zone)))


ONCE = ("alliance:sympathy", "corvids:plot", "duchy:tunnel", "hundreds:mob", "riverfolk:post")
"""Tokens of which a clearing can have only one."""


def _alike(one: str, piece: str) -> bool:
    return owner_of(one) == owner_of(piece) and kind_of(one) == "token"


def removed_ruins(says: Saying, at: int) -> None:
    """Remove an empty ruin (RO-9.5.3)."""
    if not says.play.table.pieces(f"under:{at}") and says.play.table.count(clearing(at), RUIN):
        says.play.move(RUIN, 1, clearing(at), BOX)
