"""The latest matches of an SQLite ledger, without loading the recorder or SQLAlchemy.

Only for lists that are up to date, in a file of the current schema that this process could write. Everything else is
left to `open_ledger` and `Queries`, which handle or explain it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, NamedTuple

from tablescribe.ledger.log.quick_open import opened_quickly
from tablescribe.ledger.read_models.person_names import PersonNames

_POSITIONS = "SELECT (SELECT position FROM tracking WHERE name = 'lists/1'), (SELECT max(position) FROM events)"
_MATCHES = """
SELECT match_id, game, title, opened, entered, moves, closed, ending, void, corrected FROM listed_matches
WHERE read_as IS NULL {}ORDER BY opened DESC, position DESC LIMIT ?
"""
_SEATS = "SELECT match_id, seat, ref, won FROM listed_seats WHERE match_id IN ({}) ORDER BY match_id, seat"
_STATES = {"": "", "open": "AND closed IS NULL ", "finished": "AND closed IS NOT NULL "}
_FAULTS = (sqlite3.Error, OSError, ValueError, TypeError, LookupError)


class QuickMatch(NamedTuple):
    """A match as a list shows it; fields are named as in `summaries.Summary`.

    Attributes:
        ending: how the match ended; empty string while it is open.
        winners: the seats that won.
    """

    id: str
    game: str
    title: str
    clock: str
    moves: int
    ending: str
    void: bool
    corrected: bool
    seats: tuple[str, ...]
    winners: tuple[int, ...]


def list_quickly(target: str, state: str, limit: int) -> list[QuickMatch] | None:
    """Return the latest matches of a ledger, latest opened first; `None` if `open_ledger` is needed.

    Args:
        target: path of the ledger.
        state: `open`, `finished`, or an empty string for all matches.
        limit: maximum number of matches.
    """
    try:
        with opened_quickly(target) as file:
            if file is None:
                return None
            file.row_factory = sqlite3.Row
            file.execute("BEGIN")  # one snapshot for all statements
            listed, recorded = file.execute(_POSITIONS).fetchone()
            if (listed or 0) != (recorded or 0):
                return None
            rows = file.execute(_MATCHES.format(_STATES[state]), (limit,)).fetchall()
            seats: dict[str, list[sqlite3.Row]] = {row["match_id"]: [] for row in rows}
            for seat in _with(file, _SEATS, seats):
                seats[seat["match_id"]].append(seat)
            names = names_of(file, {seat["ref"] for some in seats.values() for seat in some})
            return [_match(row, seats[row["match_id"]], names) for row in rows]
    except _FAULTS:
        return None


def names_of(file: sqlite3.Connection, refs: Iterable[str]) -> PersonNames:
    """Return the current display names of people with these references."""
    found = _with(file, "SELECT ref, name FROM identities WHERE ref IN ({})", refs)
    return PersonNames(dict(map(tuple, found)), dict(file.execute("SELECT spelt, called FROM spellings")))


def _with(file: sqlite3.Connection, statement: str, values: Iterable[str]) -> list[sqlite3.Row]:
    wanted = list(values)
    return file.execute(statement.format(", ".join("?" * len(wanted))), wanted).fetchall()


def _match(row: sqlite3.Row, seats: list[sqlite3.Row], names: PersonNames) -> QuickMatch:
    opened = datetime.fromisoformat(row["opened"]).replace(tzinfo=UTC)
    clock = row["entered"] or opened.astimezone().isoformat(timespec="minutes")[:16]
    closed: dict[str, Any] = {"ending": row["ending"], "winners": tuple(seat["seat"] for seat in seats if seat["won"])}
    return QuickMatch(
        row["match_id"], row["game"], row["title"], clock,
        row["moves"], void=bool(row["void"]), corrected=bool(row["corrected"]),
        seats=tuple(names.of(seat["ref"]) or f"seat {seat['seat']}" for seat in seats),
        **(closed if row["closed"] is not None else {"ending": "", "winners": ()}),
    )  # fmt: skip
