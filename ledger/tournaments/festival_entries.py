"""Entry to a festival: people are assigned to the section that they choose, or that fits their rating."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.events import Entered
from tablescribe.domain.tournament.model.roles import DESK
from tablescribe.domain.words.text import say
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.ledger.tournaments.door import AlreadyEntered
from tablescribe.ledger.tournaments.festivals import Festival, Section
from tablescribe.ledger.tournaments.tournament_store import names_in


@dataclass(frozen=True)
class Applicant:
    """A person who wants to enter; without a section, the first one that fits the rating is chosen."""

    name: str
    rating: int | None = None
    section: str = ""


@dataclass(frozen=True)
class FestivalEntry:
    """An entrant of a festival, with the section that they play in."""

    section: Section
    entered: Entered
    name: str


def placed(festival: Festival, people: Sequence[Applicant]) -> dict[Section, list[Applicant]]:
    """Assign people to sections; within a section, they keep the order of the list.

    Raises:
        Refused: no section fits a person, or a name is empty or listed twice.
    """
    found: dict[Section, list[Applicant]] = {}
    seen: set[str] = set()
    for one in people:
        name = " ".join(one.name.split())
        if not name:
            raise Refused(say("a name is empty"))
        if name.casefold() in seen:
            raise Refused(say("{name} is on the list twice", name=name))
        seen.add(name.casefold())
        try:
            section = festival.section_for(one.rating, one.section)
        except Refused as error:
            raise Refused(say("{name}: {why}", name=name, why=error.text)) from error
        found.setdefault(section, []).append(Applicant(name, one.rating, section.mark))
    return found


def section_with(ledger: Ledger, festival: Festival, name: str) -> Section | None:
    """Return the section that has an entrant with this name; `None` if there is none."""
    return _sections_by_name(ledger, festival).get(" ".join(name.split()).casefold())


def _sections_by_name(ledger: Ledger, festival: Festival) -> dict[str, Section]:
    """Return the section of each entrant, by case-folded name."""
    found: dict[str, Section] = {}
    for section in festival.sections:
        for name in names_in(ledger, ledger.tournament(section.tournament)).values():
            found.setdefault(name.casefold(), section)
    return found


def enter(
    organiser: TournamentCommands, festival: Festival, people: Sequence[Applicant], *, by: str = DESK,
    command_id: str | None = None, at_door: bool = False,
) -> list[FestivalEntry]:  # fmt: skip
    """Enter people into their sections.

    All names are checked first. Then the people of each section are entered, all or none.

    Raises:
        AlreadyEntered: a name is in another section already.
        DoorBusy: the limit of entries per minute is reached.
        Refused: no section fits a person, or it is too late.
    """
    wanted, here = placed(festival, people), _sections_by_name(organiser.ledger, festival)
    for section, some in wanted.items():
        for one in some:
            known = here.get(one.name.casefold())
            if known is not None and known != section:
                raise AlreadyEntered(say("{name} is already in section {mark}", name=one.name, mark=known.mark))
    found: list[FestivalEntry] = []
    for section, some in wanted.items():
        rated: Mapping[str, int] = {one.name: one.rating for one in some if one.rating is not None}
        entered = organiser.enter(
            section.tournament, [one.name for one in some], ratings=rated, by=by, at_door=at_door,
            command_id=f"{command_id}.{section.mark}" if command_id is not None else None,
        )  # fmt: skip
        found += [FestivalEntry(section, event, one.name) for event, one in zip(entered, some, strict=True)]
    return found


def read_applicants(text: str) -> list[Applicant]:
    """Parse a list: `NAME`, `NAME,RATING` or `NAME,RATING,SECTION` on each line, with an optional header.

    Raises:
        Refused: a line has another form.
    """
    found: list[Applicant] = []
    try:
        for number, row in enumerate(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")), start=1):
            name, rating, section, *more = [*(cell.strip() for cell in row), "", "", ""]
            if not any((name, rating, section)) or (number == 1 and name.casefold() == "name"):
                continue
            if not name or any(more) or (rating and not (rating.isascii() and rating.isdecimal())):
                raise Refused(say("line {n}: write NAME, NAME,RATING or NAME,RATING,SECTION", n=number))
            found.append(Applicant(name, int(rating[:9]) if rating else None, section))
    except csv.Error as error:
        raise Refused(say("the list cannot be read: {error}", error=str(error))) from error
    return found
