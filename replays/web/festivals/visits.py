"""A festival for one viewer: what they may do there, and which names they see."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

from fastapi import Depends, Path, Request

from tablescribe.domain.tournament.model.roles import PUBLIC
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import say
from tablescribe.ledger.tournaments.festivals import Festival, Section, festival
from tablescribe.ledger.tournaments.publicity import OPEN, WALL, Publicity, shown
from tablescribe.replays.tournaments.festivals import Held, Names
from tablescribe.replays.web.access.access import NoPass
from tablescribe.replays.web.access.device_sessions import WhichPass, chosen, tokens_of
from tablescribe.replays.web.access.passes import DOOR, OFFICIALS, Denied, Pass
from tablescribe.replays.web.api.matches import AQueries
from tablescribe.replays.web.table.queries import Queries

FestivalId = Annotated[str, Path(pattern=r"^[0-9A-Za-z_-]{1,64}$", description="The festival's id, in full.")]
Token = Annotated[str, Path(max_length=200)]


class FestivalView:
    """A festival for one viewer.

    Attributes:
        who: the viewer's pass; `None` for the public.
        screen: whether it is a screen in the room, which shows what the room may see.
    """

    def __init__(self, queries: Queries, found: Festival, who: Pass | None, *, screen: bool = False) -> None:
        self.queries, self.festival, self.who, self.screen = queries, found, who, screen

    @property
    def organises(self) -> bool:
        """Whether the viewer may change the festival: an organiser of all matches."""
        return self.who is not None and self.who.organises

    @property
    def official(self) -> bool:
        """Whether the viewer may enter people and pair in its sections: an official of all tournaments."""
        return self.who is not None and self.who.match is None and bool(self.role(self.festival.id))

    def role(self, tournament_id: str) -> str:
        """Return the viewer's role as an official of a section; an empty string without one."""
        with suppress(Denied):
            role = self.who.in_tournament(tournament_id) if self.who is not None else PUBLIC
            return role if role in OFFICIALS else ""
        return ""

    def must_be_official(self) -> Pass:
        """Return the pass of an official.

        Raises:
            NoPass: there is no pass. Denied: the pass is not an official's.
        """
        if self.who is None:
            raise NoPass(say("this page is for officials. Open the link you got from the organiser"))
        self.who.require(self.official, say("run a festival"))
        return self.who

    def held(self, *, wall: bool = False) -> Held:
        """Return the sections, each with its tournament and names as the viewer may read them."""
        found: list[tuple[Section, Tournament, Names]] = []
        for section in self.festival.sections:
            now, told = self.queries.hall.now(section.tournament), self.shown(section, wall=wall)
            if told != OPEN:
                now = self.queries.hall.public(now, words=told.words)
            found.append((section, now, self.queries.hall.called(now, told)))
        return found

    def shown(self, section: Section, *, wall: bool) -> Publicity:
        """Return what the viewer may read of a section: names and words, or numbers."""
        found = shown(self.queries.ledger, section.tournament)
        if self.screen or (wall and self.role(section.tournament)):
            return found.in_room
        return OPEN if self.role(section.tournament) else found


def viewer(request: Request, queries: Queries) -> Pass | None:
    """Return the strongest pass of a request; `None` for the public."""
    if not tokens_of(request):
        return None
    with suppress(NoPass, WhichPass, Denied):
        return chosen(request, queries.access, queries.hall.at).who
    return None


def visited(request: Request, festival_id: FestivalId, queries: AQueries) -> FestivalView:
    """Return the festival of a route for its viewer."""
    return FestivalView(queries, festival(queries.ledger, festival_id), viewer(request, queries))


def at_the_door(token: Token, queries: AQueries) -> FestivalView:
    """Return the festival of a link at the door.

    Raises:
        NoPass: it is unknown or revoked. Denied: it is a link for something else.
    """
    who = queries.access.who(token)
    who.require(who.role == DOOR, say("self-register"))
    return FestivalView(queries, festival(queries.ledger, who.match or ""), who)


def on_screen(token: Token, queries: AQueries) -> FestivalView:
    """Return the festival of a link for a screen in the room.

    Raises:
        NoPass: it is unknown or revoked. Denied: it is a link for something else.
    """
    who = queries.access.who(token)
    who.require(who.role == PUBLIC and who.label == WALL, say("show the wall screen of a room"))
    return FestivalView(queries, festival(queries.ledger, who.match or ""), who, screen=True)


AFestival = Annotated[FestivalView, Depends(visited)]
ADoor = Annotated[FestivalView, Depends(at_the_door)]
AScreen = Annotated[FestivalView, Depends(on_screen)]
