"""Import of plays as matches recorded by their results: the part shared by all file formats."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from tablescribe.domain.words.escaping import visible
from tablescribe.domain.words.text import Spoken, Text, listed, say
from tablescribe.ledger.log.errors import NoSuchMatch
from tablescribe.ledger.matches.results import PlayedMatch, id_from, record_result
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.read_models.person_names import spelt

GUEST = "guest"
MOST_SEATS = 10


class BadExport(Spoken):
    """The file does not have the expected format: an export of BG Stats or BoardGameGeek, or a table of results."""

    code = "file.bad"


@dataclass(frozen=True)
class ExportedPlay:
    """A play in a file.

    Attributes:
        source: stable identifier of the play, the same in every export.
        told: the match to record; `None` if the play cannot be imported.
        lost: data that cannot be imported, each with the reason.
        label: name of the play in lists: the game and the day.
        exported_from: id of the match that this program exported the play from, if the file says so; else empty string.
        line: number of its first line in a table; 0 in other files.
    """

    source: str
    told: PlayedMatch | None
    lost: tuple[Text | str, ...]
    label: str
    exported_from: str = ""
    line: int = 0


@dataclass(frozen=True)
class NotKept:
    """Data of a play that could not be recorded.

    Attributes:
        match: id of the match; empty string if nothing of the play was recorded.
        label: name of the play.
        lost: the data, each with the reason.
        line: line of the play in its table; 0 in other files.
    """

    match: str
    label: str
    lost: tuple[Text | str, ...]
    line: int = 0


@dataclass
class Recorded:
    """Result of importing the plays of a file.

    Attributes:
        new: number of plays recorded now.
        known: number of plays already recorded before.
        refused: number of plays that cannot be recorded.
        matches: ids of the new matches.
        not_kept: data that was lost, by play.
    """

    new: int = 0
    known: int = 0
    refused: int = 0
    matches: set[str] = field(default_factory=set)
    not_kept: list[NotKept] = field(default_factory=list)


def record_plays(
    scribe: Scribe, plays: Sequence[ExportedPlay], tell: Callable[[int, int], None] = lambda done, total: None
) -> Recorded:
    """Record plays by their results; skip those already recorded, and report those that cannot be recorded.

    Args:
        scribe: records the matches.
        plays: the plays of a file.
        tell: progress callback, called with the number done and the total.
    """
    done = Recorded()
    for n, play in enumerate(plays, start=1):
        lost = play.lost
        match_id = match_id_of(scribe, play)
        refused = play.told is None
        try:
            if play.told is not None:
                _, new = record_result(scribe, play.told, match_id=match_id)
                done.new, done.known = done.new + new, done.known + (not new)
                done.matches |= {match_id} if new else set()
                lost = lost if new else ()
        except Spoken as error:
            lost, refused = (*lost, error.text), True
        done.refused += refused
        if lost:
            done.not_kept.append(NotKept("" if refused else match_id, play.label, lost, play.line))
        tell(n, len(plays))
    return done


def match_id_of(scribe: Scribe, play: ExportedPlay) -> str:
    """Return the match id of a play: the match that it was exported from, if in this ledger; else from its source."""
    if play.exported_from:
        with suppress(NoSuchMatch):
            return scribe.ledger.match(play.exported_from).id
    return id_from(play.source)


def one_line(text: str, most: int) -> str:
    """Return a text as one line of at most `most` characters, with invisible characters made visible."""
    return " ".join(visible(text).split())[:most].strip()


def seat_names(given: Iterable[str]) -> list[str]:
    """Return the names of the seats. Unnamed players are guests; equal names get a number."""
    names = [one_line(name, 80) or GUEST for name in given]
    twice, seen = Counter(map(spelt, names)), Counter[str]()
    for at, name in enumerate(names):
        seen[spelt(name)] += 1
        if twice[spelt(name)] > 1 and name != GUEST and seen[spelt(name)] > 1:
            names[at] = f"{name} ({seen[spelt(name)]})"
    return names


def whole_points(score: str | float | None) -> int | None:
    """Parse a score: an integer, or a sum of integers (`12+30-4`); `None` if it is neither."""
    text = str(score if score is not None else "").replace(" ", "").replace("−", "-")
    text = text.removesuffix(".0")
    if not re.fullmatch(r"[-+]?[0-9]{1,9}([-+][0-9]{1,9}){0,50}", text):
        return None
    return sum(int(part) for part in re.findall(r"[-+]?[0-9]+", text))


def all_points(scores: Iterable[str | float | None], lost: list[Text]) -> list[int]:
    """Return the points of all players; if any is not a whole number, return none and add the scores to `lost`."""
    said = list(scores)
    points = [whole_points(one) for one in said]
    told = [one for one in points if one is not None]
    if len(told) == len(points):
        return told
    shown = listed(str(one) if one not in (None, "") else "–" for one in said)
    if told:
        lost.append(say("points: not every score is a whole number ({scores})", scores=shown))
    elif any(one not in (None, "") for one in said):
        lost.append(say("points: {scores}", scores=shown))
    return []


def played_on(text: str) -> str:
    """Parse a date such as `2026-11-26 20:15:00`; return the day and, unless midnight, the time; else empty string."""
    found = re.match(
        r"([0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01]))(?:[ T]((?:[01][0-9]|2[0-3]):[0-5][0-9]))?", text
    )
    if found is None:
        return ""
    return f"{found[1]} {found[2]}" if found[2] and found[2] != "00:00" else found[1]
