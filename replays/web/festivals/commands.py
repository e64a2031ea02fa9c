"""Commands of people in festivals: each checks the pass first. Independent of HTTP."""

from __future__ import annotations

from collections.abc import Sequence

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.roles import PLAYER, PUBLIC
from tablescribe.domain.words.text import say
from tablescribe.ledger.matches.results import id_from
from tablescribe.ledger.tournaments import festivals as kept
from tablescribe.ledger.tournaments.commands import OpenedTable
from tablescribe.ledger.tournaments.festival_entries import Applicant, FestivalEntry, enter, section_with
from tablescribe.ledger.tournaments.festivals import Festival
from tablescribe.ledger.tournaments.publicity import WALL
from tablescribe.replays.web.access.door_pins import recognise
from tablescribe.replays.web.access.passes import DOOR, Pass
from tablescribe.replays.web.festivals.visits import FestivalView
from tablescribe.replays.web.table.queries import Queries
from tablescribe.replays.web.tournaments.commands import OfficialCommands, organiser_of
from tablescribe.replays.web.tournaments.queries import TournamentView


def create(queries: Queries, who: Pass, title: str, *, command: str) -> Festival:
    """Create a festival. Its id is derived from the command's, so a retry creates it once.

    Raises:
        Denied: only organisers of all matches create festivals.
    """
    who.require(who.organises, say("run a festival"))
    return kept.create(queries.ledger, title, id_from(f"festival {who.id} {command}"))


class FestivalCommands:
    """Executes the commands of one viewer of a festival."""

    def __init__(self, seen: FestivalView) -> None:
        self.seen, self.ledger, self.id = seen, seen.queries.ledger, seen.festival.id

    def add(self, tournament_id: str, mark: str = "", lowest: int = 0, highest: int = 0) -> Festival:
        """Make a tournament a section, or change its letter or rating limits."""
        self._organises()
        return kept.add_section(self.ledger, self.id, tournament_id, mark=mark, lowest=lowest, highest=highest)

    def remove(self, mark: str) -> Festival:
        """Remove a section. Its tournament stays unchanged."""
        self._organises()
        return kept.remove_section(self.ledger, self.id, mark)

    def _organises(self) -> None:
        who = self.seen.must_be_official()
        who.require(who.organises, say("run a festival"))

    def enter(self, people: Sequence[Applicant], *, command: str) -> list[FestivalEntry]:
        """Enter people into the sections that they choose or qualify for."""
        organiser = organiser_of(self.seen.queries, self.seen.must_be_official())
        if not people:
            raise Refused(say("Enter at least one person"))
        return enter(organiser, self.seen.festival, people, command_id=command)

    def pair(self, marks: Sequence[str], *, command: str) -> None:
        """Pair the next round of some sections; each is paired or refused independently."""
        for mark in marks:
            self._official(mark).pair(command=f"{command}.{mark}")

    def start(self, marks: Sequence[str]) -> list[OpenedTable]:
        """Open all matches of some sections' rounds."""
        return [one for mark in marks for one in self._official(mark).start()]

    def _official(self, mark: str) -> OfficialCommands:
        who = self.seen.must_be_official()
        section = self.seen.festival.section(mark)
        return OfficialCommands(TournamentView(self.seen.queries, who, section.tournament))

    # --- links --------------------------------------------------------------------------------

    def door(self, base: str) -> str:
        """Return the link with which people register themselves. It lasts until it is revoked."""
        self.seen.must_be_official()
        ((_, token),) = self.seen.queries.access.lasting(DOOR, self.id, label="door").values()
        return f"{base}/festival-door/{token}"

    def wall(self, base: str) -> str:
        """Return the link for a screen in the room."""
        self.seen.must_be_official()
        ((_, token),) = self.seen.queries.access.lasting(PUBLIC, self.id, label=WALL).values()
        return f"{base}/festival-wall/{token}"


def enter_at_the_door(
    door: FestivalView, name: str, rating: int | None, mark: str, *, command: str
) -> tuple[Pass, str]:  # fmt: skip
    """Let a person register by the link at the door; return their pass as a player, with its token.

    Raises:
        AlreadyEntered: a person of that name has already entered. DoorBusy: too many registered within a minute.
        Refused: it is too late, or the rating does not fit.
    """
    assert door.who is not None
    organiser = organiser_of(door.queries, door.who)
    (entry,) = enter(organiser, door.festival, [Applicant(name, rating, mark)], command_id=command, at_door=True)
    return _as_player(door, entry.section.tournament, entry.entered.number)


def recognise_at_the_door(door: FestivalView, name: str, pin: str, *, sender: str) -> tuple[Pass, str]:
    """Return the pass of an entrant who gives their name and PIN.

    Raises:
        WrongDoorPin: it is not their PIN. Refused: no entrant, or more than one, has this name.
    """
    assert door.who is not None
    section = section_with(door.queries.ledger, door.festival, name)
    if section is None:
        raise Refused(say("no entrant is called {who}. Check the list of entrants", who=name))
    now = door.queries.hall.now(section.tournament)
    ref = organiser_of(door.queries, door.who).person(now, " ".join(name.split()))
    return recognise(door.queries.access, now.id, now.entrants[ref].number, pin, sender)


def _as_player(door: FestivalView, tournament_id: str, number: int) -> tuple[Pass, str]:
    return door.queries.access.lasting(PLAYER, tournament_id, [number])[number]
