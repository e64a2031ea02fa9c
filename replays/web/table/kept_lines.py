"""The cached words of a move that was just acknowledged, for its followers.

Nothing is read and nothing is worded, so the event loop can call it directly. Otherwise `Queries.lines` is used.
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
    """Return the same as `Queries.lines` if all lines are cached, else `None`.

    Only for followers with the public view, after a move that was answered in their language.
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
