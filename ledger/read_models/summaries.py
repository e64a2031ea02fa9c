"""Summaries: a match as one row of a list, read from the read models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import msgspec

from tablescribe.domain.games import ANY, GAMES
from tablescribe.domain.rules.game import Result
from tablescribe.ledger.read_models.durations import seconds_of


@dataclass(frozen=True)
class Summary:
    """One row of a list of matches.

    Attributes:
        events: number of recorded events.
        moves: number of moves that stand, without those taken back.
        last: time of the last event.
        title, event, place, round, table, tags: details of the match.
        position: position of its first event in the log.
        closed: time when it was closed; `None` while it is open.
        minutes: duration as entered; `None` if it was not entered. It may still have been measured.
        void: whether it was declared void.
        corrected: whether its result was corrected after closing.
        entered: day, or day and time, of play in the players' local time, if entered; `opened` is used if empty.
    """

    id: str
    game: str
    opened: datetime
    seats: tuple[str, ...]
    events: int
    moves: int
    last: datetime
    result: Result | None
    title: str = ""
    event: str = ""
    place: str = ""
    round: str = ""
    table: str = ""
    tags: tuple[str, ...] = ()
    position: int = 0
    closed: datetime | None = None
    minutes: int | None = None
    void: bool = False
    corrected: bool = False
    entered: str = ""

    @property
    def seconds(self) -> int | None:
        """Duration as entered or measured; `None` if the match is open or the duration is unknown."""
        return seconds_of(self.opened, self.closed, self.moves, self.minutes)

    @property
    def clock(self) -> str:
        """Day, or day and time, of play: as people entered it, else the opening in this machine's time zone."""
        return self.entered or self.opened.astimezone().isoformat(timespec="minutes")[:16]

    @property
    def day(self) -> str:
        """Day of play (`2026-11-21`); see `clock`."""
        return self.clock[:10]

    @property
    def called(self) -> str:
        """Display name: the title and the name of the game."""
        game = GAMES.get(self.game, self.game)
        if self.game in ANY and self.title:
            return self.title
        return f"{self.title} ({game})" if self.title else game


def summary_of(row: Any, seats: Sequence[Any], names: Mapping[str, str]) -> Summary:
    """Build a summary from the stored rows of a match and its seats, and people's names by reference."""
    called = tuple(names.get(seat.ref) or f"seat {seat.seat}" for seat in seats)
    result = None
    if row.closed is not None:
        scores = tuple(seat.score for seat in seats)
        kept = () if None in scores else scores
        result = Result(row.ending, row.rule, tuple(seat.seat for seat in seats if seat.won), kept)
    return Summary(
        row.match_id, row.game, _time(row.opened), called, row.version, row.moves, _time(row.last), result,
        title=row.title, event=row.event, place=row.place, round=row.round, table=row.board,
        tags=tuple(msgspec.json.decode(row.tags, type=list[str])), position=row.position,
        closed=_time(row.closed) if row.closed is not None else None, minutes=row.minutes, void=bool(row.void),
        corrected=bool(row.corrected), entered=row.entered,
    )  # fmt: skip


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)
