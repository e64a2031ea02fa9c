"""Write matches in the notation of their game, such as PGN."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tablescribe.domain.match.description import DATA
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.notation import Notation, Recorded
from tablescribe.ledger.log.text_marks import ERASED, WITHHELD
from tablescribe.replays.reading.clock import move_clocks

NOWHERE = -2
"""The parent of a move that was taken back, if only the moves that count are written."""


def written(
    match: Match, known: Notation, people: Sequence[str], *, details: Mapping[str, str] | None = None,
    plain: bool = False,
) -> str:  # fmt: skip
    """Return a match in a notation of its game.

    Args:
        people: people's names, in the order of the seats.
        details: title, event, place and the like, in place of the match's own description.
        plain: leave out notes, and moves that were taken back.
    """
    counting = (0, *match.line.after(0))
    moves = [match.moves[number] for number in counting]
    return known.write(match.opening, moves, people, _recorded(match, details, frozenset(counting), plain))


def _recorded(match: Match, details: Mapping[str, str] | None, counting: frozenset[int], plain: bool) -> Recorded:
    """Return everything that was recorded of a match, for its notation."""
    last = match.descriptions[-1] if match.descriptions else None
    if details is None:
        details = {name: str(getattr(last, name)) for name in DATA if last is not None}
    notes: dict[int, list[str]] = {}
    for note in () if plain else match.notes:
        if note.text not in (ERASED, WITHHELD):
            notes.setdefault(note.about or 0, []).append(note.text)
    parents: Sequence[int] = match.line.parent
    if plain:
        parents = [one if number in counting else NOWHERE for number, one in enumerate(parents)]
    control = match.clock.control if match.clock is not None else None
    opened = match.opened.at.isoformat()
    return Recorded(opened, details, match.moves, parents, notes, control, move_clocks(match))
