"""Carries out a log entry on the table, and notes what is doubtful about it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from tablescribe.domain.games.root.pieces import RIVERFOLK, kind_of, warrior
from tablescribe.domain.games.root.rootlog import deeds, worth
from tablescribe.domain.games.root.rootlog.belongings import move_items
from tablescribe.domain.games.root.rootlog.boards import become, hire, is_a_name, set_mark, take_quests
from tablescribe.domain.games.root.rootlog.cards import move_cards
from tablescribe.domain.games.root.rootlog.doubts import doubt_journey, doubt_order
from tablescribe.domain.games.root.rootlog.figures import destination, hide_plot, must_fit, source, which
from tablescribe.domain.games.root.rootlog.riverfolk import PAID, PAYMENTS_EMPTY, infer_protectionism
from tablescribe.domain.games.root.rootlog.saying import Saying
from tablescribe.domain.games.root.rootlog.things import (
    Board,
    Card,
    Clearing,
    Hireling,
    Item,
    Landmark,
    Piece,
    Place,
    Quests,
    Term,
)
from tablescribe.domain.games.root.rootlog.values import (
    Battle,
    Craft,
    Expose,
    Flip,
    LeaveTrack,
    Mark,
    Move,
    OpenPath,
    Reveal,
    Score,
    Trick,
    Unread,
    What,
)
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import Text, Thing, say


def play_entry(says: Saying, what: What) -> None:
    """Carry out an entry.

    Raises:
        Impossible: it cannot have happened.
    """
    if isinstance(what, Unread):
        raise Impossible(what.why)
    _DOES[type(what)](says, what)


# --- moves ----------------------------------------------------------------------------------------


def _move(says: Saying, what: Move) -> None:
    """Move each term to each place."""
    _as_many_as_can(says, [partial(_move_term, says, term, None, what.to) for term in what.terms])


def _as_many_as_can(says: Saying, parts: list[Callable[[], None]]) -> None:
    """Carry out the parts of an entry. Impossible parts are noted and skipped.

    Raises:
        Impossible: all parts are impossible.
    """
    failed: list[Impossible] = []
    for part in parts:
        try:
            part()
        except Impossible as impossible:
            failed.append(impossible)
    if failed and len(failed) == len(parts):
        raise failed[0]
    for error in failed:
        text = error.text
        assert isinstance(text, Text)
        says.doubt("RO-LOG-5", text)


def _move_term(says: Saying, term: Term, start: Place | None, to: tuple[Place, ...]) -> None:
    start = term.start if term.start is not None else start
    thing = term.things
    if isinstance(thing, tuple):
        parts = [Term(part.n * term.n, part.things, part.start) for part in thing]
        _as_many_as_can(says, [partial(_move_term, says, part, start, to) for part in parts])
    elif isinstance(thing, Item):
        move_items(says, term.n, thing, start, to)
    elif isinstance(thing, Hireling):
        hire(says, thing, to)
    else:
        _as_many_as_can(says, [partial(_move_one, says, term.n, thing, start, place) for place in to or (None,)])


def _move_one(says: Saying, n: int, thing: Piece | Card | Landmark, start: Place | None, to: Place | None) -> None:
    if isinstance(thing, Piece):
        move_figures(says, n, thing, start, to)
    elif isinstance(thing, Landmark):
        _place_landmark(says, thing, to)
    elif isinstance(start, Quests):
        take_quests(says, n, thing)
    elif isinstance(to, Board) and is_a_name(says, thing, to):
        become(says, thing, to)
    elif isinstance(start, Board) and is_a_name(says, thing, start):
        become(says, thing, to, start)
    else:
        move_cards(says, n, thing, start, to)


def move_figures(says: Saying, n: int, piece: Piece, start: Place | None, to: Place | None) -> None:
    """Move figures from their place or the supply to a place or back to the supply."""
    if piece.kind == "r" and piece.mark in ("b", "t"):
        right = Piece(piece.owner, piece.mark, piece.kind)
        says.doubt("RO-LOG-3", say("{piece} stands for {right}", piece=piece.text(), right=right.text()))
        piece = right
    owner = _owner(says, piece, start)
    zones = source(says, owner, piece, start)
    if owner == RIVERFOLK and "payments" in zones:
        infer_protectionism(says, n)
    for zone, name, k in _lying(says, owner, piece, zones, n, to):
        dst = destination(says, owner, name, to, zone)
        _move_figure(says, owner, name, k, zone, dst)


def _owner(says: Saying, piece: Piece, start: Place | None) -> str:
    """Return the owner of the figures: on another faction's board where the player has none, that faction."""
    owner = says.key(piece.owner)
    if piece.owner or piece.kind != "w" or not isinstance(start, Board) or not start.owner:
        return owner
    other = says.key(start.owner)
    if any(says.play.table.count(zone, warrior(owner)) for zone in source(says, owner, piece, start)):
        return owner
    says.doubt("RO-LOG-3", say("{piece} stands for a warrior of {faction}", piece=piece.text(), faction=Thing(other)))
    return other


def _lying(
    says: Saying, owner: str, piece: Piece, zones: list[str], n: int, to: Place | None
) -> list[tuple[str, str, int]]:
    """Return the zones of the figures: as many as possible from the most likely zone, the rest from others.

    Raises:
        Impossible: there are not enough.
    """
    found: list[tuple[str, str, int]] = []
    left, missing = n, Impossible(say("there is no {piece} in {where}", piece=piece.text(), where=Thing(zones[0])))
    for zone in zones:
        try:
            name = which(says, owner, piece, zone, to)
        except Impossible as impossible:
            missing = impossible if zone == zones[0] else missing
            continue
        if k := min(left, says.play.table.count(zone, name)):
            found.append((zone, name, k))
            left -= k
        if not left:
            return found
    if not found:
        raise missing
    where = Thing(zones[0])
    says.doubt("RO-LOG-5", say("{where} has only {n} of {m} {piece}", where=where, n=n - left, m=n, piece=piece.text()))
    return found


def _move_figure(says: Saying, owner: str, piece: str, n: int, src: str, dst: str) -> None:
    on_map = src.startswith("clearing:")
    if dst.startswith("clearing:"):
        if on_map and kind_of(piece) == "warrior":
            doubt_journey(says, owner, piece, n, src, dst)
        must_fit(says, piece, n, dst)
    says.play.move(piece, n, src, dst)
    if dst == "payments" and owner == says.owner:
        says.play.set(PAYMENTS_EMPTY if owner == RIVERFOLK else PAID, None if owner == RIVERFOLK else True)
    if on_map and not dst.startswith("clearing:"):
        doubt_order(says, owner, piece, src)
        worth.removed(says, owner, piece, n)
        if piece.startswith("corvids:plot."):
            hide_plot(says, dst, piece, n)
    if dst.startswith("clearing:") and not on_map:
        worth.placed(says, piece, n)


def _place_landmark(says: Saying, landmark: Landmark, to: Place | None) -> None:
    if not isinstance(to, Clearing):
        raise Impossible(say("a landmark must be in a clearing"))
    piece = f"landmark:{landmark.name}"
    zones = sorted(says.play.table.where(piece), key=lambda zone: zone == BOX)
    if not zones:
        raise Impossible(say("{landmark} is not in this match", landmark=Thing(piece)))
    says.play.move(piece, 1, zones[0], says.zone(to))


_DOES: dict[type[What], Callable[[Saying, Any], None]] = {
    Move: _move, Mark: set_mark, Reveal: deeds.reveal, Flip: deeds.flip, Battle: deeds.battle, Craft: deeds.craft,
    Score: deeds.score, LeaveTrack: deeds.leave_track, OpenPath: deeds.open_path, Trick: deeds.trick,
    Expose: deeds.expose,
}  # fmt: skip
"""The function for each kind of entry."""
