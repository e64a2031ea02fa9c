"""Festivals: several tournaments of one event, each a section with a letter, a rating range and its own plan.

A festival only groups tournaments and prefixes their table numbers (`A3`), so that no two tables in a room share one.
It is stored beside the log and can be changed at any time. Plans, entries, pairings and results are in the log of each
tournament.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace

from sqlalchemy import delete, select, update

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import LedgerReadOnly
from tablescribe.ledger.log.schema import service
from tablescribe.ledger.matches.ledger import Ledger

MOST_SECTIONS = 26
TRIES = 20
MARK = re.compile(r"[A-Z][A-Z0-9]{0,2}")
HIGHEST = 1_000_000
"""Maximum rating."""


class NoSuchFestival(Refused):
    """There is no festival with that id."""

    code = "festival.unknown"


@dataclass(frozen=True)
class Section:
    """A tournament in a festival.

    Attributes:
        tournament: id of the tournament.
        mark: prefix of its table numbers, such as `A`.
        lowest, highest: its rating range; 0 for no bound. People without a rating fit if `lowest` is 0.
    """

    tournament: str
    mark: str
    lowest: int = 0
    highest: int = 0

    def admits(self, rating: int | None) -> bool:
        """Return whether a person with this rating may play in the section; `None` for an unrated person."""
        known = rating or 0
        return self.lowest <= known and (not self.highest or known <= self.highest)


@dataclass(frozen=True)
class Festival:
    """An event with its sections, in order."""

    id: str
    title: str
    sections: tuple[Section, ...] = ()

    def section(self, mark: str) -> Section:
        """Return a section by its mark, or by the id of its tournament.

        Raises:
            Refused: there is no such section.
        """
        for one in self.sections:
            if mark.strip().upper() == one.mark or mark == one.tournament:
                return one
        marks = ", ".join(one.mark for one in self.sections) or "–"
        raise Refused(say("there is no section {mark}: there are {marks}", mark=mark, marks=marks))

    def section_for(self, rating: int | None, mark: str = "") -> Section:
        """Return the section for a person: the one chosen by its mark, or the first that fits the rating.

        Raises:
            Refused: there is no section with that mark, or the rating does not fit.
        """
        if mark:
            chosen = self.section(mark)
            if not chosen.admits(rating):
                raise Refused(say("section {mark} is for ratings {range}, not for {rating}", mark=chosen.mark,
                                  range=range_text(chosen), rating=rating or 0))  # fmt: skip
            return chosen
        found = next((one for one in self.sections if one.admits(rating)), None)
        if found is None:
            raise Refused(say("there is no section for rating {rating}", rating=rating or 0))
        return found


def range_text(section: Section) -> str:
    """Return the rating range of a section as text: `1800–2199`, `–1799`, `2200–`; empty string without bounds."""
    if not (section.lowest or section.highest):
        return ""
    return f"{section.lowest or ''}–{section.highest or ''}"


# --- reading --------------------------------------------------------------------------------------


def festivals(ledger: Ledger) -> list[Festival]:
    """Return all festivals, sorted by title."""
    rows = _read(ledger, service.c.key.like("festival %"))
    return sorted((_festival(key, value) for key, value in rows), key=lambda one: (one.title.casefold(), one.id))


def festival(ledger: Ledger, festival_id: str) -> Festival:
    """Return a festival by its id or a unique prefix.

    Raises:
        NoSuchFestival: no festival has that prefix, or several do.
    """
    found = [one for one in festivals(ledger) if one.id == festival_id]
    found = found or [one for one in festivals(ledger) if festival_id and one.id.startswith(festival_id)]
    if len(found) != 1:
        raise NoSuchFestival(say("there is no festival {id}. List them: `tablescribe festival list`", id=festival_id))
    return found[0]


def festival_of(ledger: Ledger, tournament_id: str) -> tuple[Festival, Section] | None:
    """Return the festival and section that a tournament belongs to; `None` if it is not in a festival."""
    rows = _read(ledger, service.c.key == _section_key(tournament_id))
    for found in _read(ledger, service.c.key == _key(rows[0][1])) if rows else ():
        whole = _festival(*found)
        for one in whole.sections:
            if one.tournament == tournament_id:
                return whole, one
    return None


def mark_of(ledger: Ledger, tournament_id: str) -> str:
    """Return the prefix of a tournament's table numbers; empty string if it is not in a festival."""
    found = festival_of(ledger, tournament_id)
    return found[1].mark if found is not None else ""


def _read(ledger: Ledger, condition: object) -> Sequence[tuple[str, str]]:
    try:
        rows = ledger.log.select(select(service.c.key, service.c.value).where(condition))  # type: ignore[arg-type]
    except LedgerReadOnly:  # a role that may not read it
        return ()
    return [(str(row[0]), str(row[1])) for row in rows]


def _festival(key: str, value: str) -> Festival:
    said = json.loads(value)
    sections = tuple(Section(**one) for one in said["sections"])
    return Festival(key.partition(" ")[2], said["title"], sections)


# --- changing -------------------------------------------------------------------------------------


def create(ledger: Ledger, title: str, festival_id: str) -> Festival:
    """Create a festival without sections; return the existing one if the id is taken.

    Raises:
        Refused: the title is empty or too long.
    """
    new = Festival(festival_id, _title(title))
    ledger.log.write(ledger.log.into(service).values(key=_key(new.id), value=_told(new)))
    return festival(ledger, new.id)


def rename(ledger: Ledger, festival_id: str, title: str) -> Festival:
    """Change the title of a festival."""
    called = _title(title)
    return _change(ledger, festival_id, lambda now: replace(now, title=called))


def add_section(
    ledger: Ledger, festival_id: str, tournament_id: str, *, mark: str = "", lowest: int = 0, highest: int = 0
) -> Festival:
    """Add a tournament to a festival as a section, or change the mark and ratings of an existing section.

    Args:
        mark: letter of the section, and up to two more letters or digits; by default the next free letter.

    Raises:
        Refused: the tournament is in another festival, the mark is taken or invalid, or the ratings are invalid.
    """
    ledger.tournament(tournament_id)
    if not (0 <= lowest <= HIGHEST and 0 <= highest <= HIGHEST) or (highest and lowest > highest):
        raise Refused(say("ratings go from a lower number to a higher one"))
    known = festival_of(ledger, tournament_id)
    if known is not None and known[0].id != festival_id:
        raise Refused(say("this tournament is already a section of {title}", title=known[0].title))

    def change(now: Festival) -> Festival:
        others = tuple(one for one in now.sections if one.tournament != tournament_id)
        new = Section(tournament_id, _mark(mark, [one.mark for one in others]), lowest, highest)
        if len(others) >= MOST_SECTIONS:
            raise Refused(say("a festival has at most {n} sections", n=MOST_SECTIONS))
        return replace(now, sections=tuple(sorted((*others, new), key=lambda one: one.mark)))

    found = _change(ledger, festival_id, change)
    ledger.log.write_all([
        delete(service).where(service.c.key == _section_key(tournament_id)),
        ledger.log.into(service).values(key=_section_key(tournament_id), value=found.id),
    ])  # fmt: skip
    return found


def remove_section(ledger: Ledger, festival_id: str, mark: str) -> Festival:
    """Remove a section from a festival. Its tournament is not changed."""
    gone = festival(ledger, festival_id).section(mark)

    def change(now: Festival) -> Festival:
        return replace(now, sections=tuple(one for one in now.sections if one.tournament != gone.tournament))

    found = _change(ledger, festival_id, change)
    ledger.log.write(delete(service).where(service.c.key == _section_key(gone.tournament)))
    return found


def _change(ledger: Ledger, festival_id: str, do: Callable[[Festival], Festival]) -> Festival:
    """Change a festival; retry after a concurrent change."""
    for _ in range(TRIES):
        now = festival(ledger, festival_id)
        new = do(now)
        wanted = update(service).where(service.c.key == _key(now.id), service.c.value == _told(now))
        if new == now or ledger.log.write(wanted.values(value=_told(new))):
            return new
    raise Refused(say("Someone else changed this festival. Check it, then try again"))


def _title(title: str) -> str:
    called = " ".join(title.split())
    if not 1 <= len(called) <= 200:
        raise Refused(say("a festival has a title of at most {n} characters", n=200))
    return called


def _mark(mark: str, taken: Sequence[str]) -> str:
    wanted = mark.strip().upper()
    if not wanted:
        wanted = next(letter for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ_" if letter not in taken)
    if not MARK.fullmatch(wanted):
        raise Refused(say("a section is named by a letter A to Z and up to two more letters or digits"))
    if wanted in taken:
        raise Refused(say("section {mark} already has another tournament", mark=wanted))
    return wanted


def _told(one: Festival) -> str:
    return json.dumps({"title": one.title, "sections": [asdict(section) for section in one.sections]}, sort_keys=True)


def _key(festival_id: str) -> str:
    return f"festival {festival_id}"


def _section_key(tournament_id: str) -> str:
    return f"section {tournament_id}"
