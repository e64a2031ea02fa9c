"""Say in one sentence who won a match."""

from __future__ import annotations

from collections.abc import Sequence

from tablescribe.domain.match.match import Match
from tablescribe.domain.table.names import seat
from tablescribe.domain.words.text import both, listed, say
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.wording import say_ending


def won(match: Match, names: Sequence[str], reader: Reader) -> str:
    """Return who won, by name, with all scores; without a winner, how it ended; for an open match, ""."""
    result = match.result
    if match.closed is None or result is None:
        return ""
    if not result.winners:
        return reader.sentence(say("{ending}: nobody won", ending=say_ending(match.opening, result)))
    said = say("{people} won", people=both(_person(reader, names, k) for k in result.winners))
    if not result.scores:
        return reader.sentence(said)
    points = (say("{seat} {points}", seat=_person(reader, names, k), points=n) for k, n in enumerate(result.scores, 1))
    return reader.sentence(say("{said}: {scores}", said=said, scores=listed(points)))


def _person(reader: Reader, names: Sequence[str], number: int) -> str:
    return names[number - 1] if number <= len(names) else reader.name(seat(number))
