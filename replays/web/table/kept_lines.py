"""What followers are told of a move, where it was put into words a moment ago: for the answer to whoever recorded it.

Nothing is read, and nothing put into words, so the event loop asks it itself. Otherwise `Queries.lines` does it.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import Any

from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.access.passes import SPECTATOR, Pass
from tablescribe.replays.web.table.queries import Queries


def kept_lines(
    queries: Queries, who: Pass, match_id: str, language: str, after: int, come_to: int
) -> list[dict[str, Any]] | None:
    """Return what `Queries.lines` does if all of it is kept, else `None`.

    It is for those who see what all see, when a move was answered in the language that they read.
    """
    who.enter(match_id)
    folded = queries.cache.kept_at(match_id, come_to)
    if folded is None or queries.calls_people or (who.role == SPECTATOR and queries.delay):
        return None
    match = folded.match
    if match.duplicate is not None or queries.sees(who, match) is not None:  # it may have to be noted who looked
        return None
    people = queries.cache.called.kept(match) if match.opening.game.seats_by_name else ()
    lines = queries.cache.kept_lines(folded, None, bisect_right(folded.positions, after))
    if people is None or lines is None:
        return None
    reader = Reader(match.opening, language, people)
    if not all(queries.cache.sentences.are_kept(line, reader) for line in lines):
        return None
    return queries.told(match, lines, reader)
