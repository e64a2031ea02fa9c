"""Entries collected for writing, and how later ones are merged into earlier ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from tablescribe.domain.games.root.rootlog.things import Marker, Piece, Place
from tablescribe.domain.games.root.rootlog.values import Battle, Mark, Move, What
from tablescribe.domain.table.table import Fact, Moved

BOARDS = {"officers": "A", "acolytes": "L", "payments": "O", "funds": "O", "relics": "K", "supporters": "A"}
"""Zones for figures or cards on faction boards, each with the faction's letter."""


@dataclass
class Note:
    """An entry to be written.

    Attributes:
        what: the entry; `None` for a remark alone.
        joins: changes an earlier entry instead of adding one; returns `None` for entries it does not fit.
        remark: the remark at the end of the line.
    """

    what: What | None
    joins: Callable[[What], What | None] | None = None
    remark: str = ""


def together(facts: tuple[Fact, ...]) -> Iterator[Fact]:
    """Yield facts, with consecutive moves of the same piece between the same zones merged into one."""
    waiting: Moved | None = None
    for fact in facts:
        if waiting is not None and isinstance(fact, Moved) and _alike(fact, waiting):
            waiting = Moved(fact.piece, fact.n + waiting.n, fact.src, fact.dst)
            continue
        if waiting is not None:
            yield waiting
        waiting = fact if isinstance(fact, Moved) else None
        if waiting is None:
            yield fact
    if waiting is not None:
        yield waiting


def board_of(zone: str) -> str:
    """Return the letter of the faction whose board a zone is on; funds may be committed to a suit (`committed:fox`)."""
    return "O" if zone.startswith("committed") else BOARDS.get(zone, "")


def _alike(one: Moved, other: Moved) -> bool:
    return (one.piece, one.src, one.dst) == (other.piece, other.src, other.dst)


def in_battle(ambush: str = "", foil: str = "", roll: tuple[int, int] | None = None) -> Callable[[What], What | None]:
    """Return a function that adds cards or dice to the last battle. The Alliance defends with the higher die."""

    def join(what: What) -> What | None:
        if not isinstance(what, Battle):
            return None
        shown = (roll[1], roll[0]) if roll is not None and what.defender == "A" else roll
        return replace(what, ambush=ambush or what.ambush, foil=foil or what.foil, roll=shown or what.roll)

    return join


PURGE = Mark((Marker("", ""),))
"""The entry for purging the Decree."""


def merged(one: What | None, other: What | None) -> What | None:
    """Return one move for two of the same thing between the same places, or from the supply to several places.

    `None`: they cannot be merged.
    """
    if not (isinstance(one, Move) and isinstance(other, Move)):
        return None
    placed = one.terms == other.terms and one.terms[0].start is None and isinstance(one.terms[0].things, Piece)
    if placed and one.to and other.to and other.to[0] not in one.to:
        return replace(one, to=(*one.to, *other.to))
    if (one.to, len(one.terms), len(other.terms)) != (other.to, 1, 1):
        return None
    first, second = one.terms[0], other.terms[0]
    alike = (first.things, first.start) == (second.things, second.start)
    return replace(one, terms=(replace(first, n=first.n + second.n),)) if alike else None


def is_outcast(what: What | None) -> bool:
    """Return whether an entry sets the outcast."""
    return isinstance(what, Mark) and what.markers[0].name in ("o", "ho")


def save(notes: list[Note], owner: str, n: int, keep: Place | None) -> None:
    """Change the latest removals of warriors into moves to the keep, as the notation expresses Field Hospitals."""
    left = n
    for note in reversed(notes):
        what = note.what
        removal = isinstance(what, Move) and not what.to and what.terms[0].things == Piece(owner, "w")
        if left > 0 and removal and isinstance(what, Move) and keep is not None:
            note.what = replace(what, to=(keep,))
            left -= what.terms[0].n
