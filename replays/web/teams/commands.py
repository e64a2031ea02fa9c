"""Queries and commands of officials and captains in a tournament of teams: each checks the pass first.

A captain is the holder of a team's link as an entrant (the role `player`). Independent of HTTP.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.roles import PLAYER
from tablescribe.domain.words.text import say
from tablescribe.ledger.tournaments.team_matches import TeamCommands
from tablescribe.ledger.tournaments.teams import Teams
from tablescribe.replays.tournaments.teams import (
    boards_data,
    called_in,
    line_up_data,
    players_data,
    team_standings,
    teams_data,
)
from tablescribe.replays.web.access.passes import OFFICIALS
from tablescribe.replays.web.tournaments.commands import OfficialCommands
from tablescribe.replays.web.tournaments.queries import TournamentView


class TeamVisit(OfficialCommands):
    """A tournament of teams for one viewer: queries and commands."""

    def __init__(self, seen: TournamentView) -> None:
        super().__init__(seen)
        self.ledger, self.commands = seen.queries.ledger, TeamCommands(self.organiser, self.id)

    # --- reading --------------------------------------------------------------------------

    @property
    def held(self) -> Teams:
        """The teams; refused if the entrants are people."""
        return self.commands.teams

    @property
    def called(self) -> dict[Ref, str]:
        """Players' names as the viewer may see them."""
        return called_in(self.ledger, self.held, shown=self.seen.shown.names)

    def moment(self) -> datetime:
        """Return the time now."""
        return self.organiser.scribe.now()

    def teams(self) -> dict[str, Any]:
        """Return the teams with their rosters."""
        return teams_data(self.now(), self.held, self.seen.names, self.called)

    def standings(self) -> list[dict[str, Any]]:
        """Return the standings of teams with match points and board points."""
        return team_standings(self.seen.now, self.seen.names)

    def individual(self) -> list[dict[str, Any]]:
        """Return the results of all players on the boards."""
        return players_data(self.ledger, self.now(), self.held, self.seen.names, self.called)

    def boards(self, number: int | None = None) -> dict[str, Any]:
        """Return a round by boards, by default the last one, without line-ups that the viewer may not see yet."""
        now, me = self.now(), self.seen.me
        sees = None if self.seen.role in OFFICIALS else [me] if me else []
        return boards_data(
            self.ledger, now, self.held, now.round if number is None else number, self.seen.names, self.called,
            self.moment(), sees=sees,
        )  # fmt: skip

    def line_up(self, number: int | None = None) -> dict[str, Any]:
        """Return a team's roster and this round's line-up, for its captain and for officials."""
        self.seen.require((*OFFICIALS, PLAYER), say("see line-ups"))
        ref = self._team(number)
        found = line_up_data(self.ledger, self.now(), self.held, ref, self.called, self.moment())
        return {"team": self.seen.names[ref], "number": self.now().entrants[ref].number, **found}

    # --- deeds ----------------------------------------------------------------------------

    def set_boards(self, boards: int, wanted: str | None = None) -> None:
        """Make the entrants teams that meet on a number of boards."""
        self.commands.set_boards(boards, by=self.by("enter", wanted))

    def set_roster(self, number: int, names: Sequence[str], wanted: str | None = None) -> None:
        """Set the roster of a team, in board order."""
        role = self.by("enter", wanted)
        self.commands.set_roster(self._ref(number), names, by=role)

    def set_away(self, number: int, place: int, away: bool, wanted: str | None = None) -> None:
        """Record that a player is absent, or is back."""
        role = self.by("enter", wanted)  # officials only: captains leave the player out of the line-up
        ref = self._ref(number)
        self.commands.set_away(ref, self.commands.player(ref, f"#{place}"), away, by=role)

    def set_until(self, number: int, until: datetime | None, wanted: str | None = None) -> None:
        """Set the deadline for the line-ups of a round."""
        self.commands.set_until(number, until, by=self.by("clock", wanted))

    def set_line_up(self, number: int | None, places: Sequence[int], wanted: str | None = None) -> None:
        """Submit the line-up of a team for this round, by places on the roster, board 1 first."""
        role = PLAYER if self.seen.role == PLAYER else self.by("report", wanted)
        ref = self._team(number)
        self.commands.set_line_up(ref, [self.commands.player(ref, f"#{place}") for place in places], by=role)

    def set_results(
        self, table: int, results: Mapping[int, str], number: int | None = None, wanted: str | None = None
    ) -> None:
        """Enter results of boards at a table, as an official or as a captain of one of its teams."""
        role = PLAYER if self.seen.role == PLAYER else self.by("report", wanted)
        self.commands.set_results(table, results, by=role, round_number=number, team=self.seen.me or "")

    def _ref(self, number: int) -> Ref:
        return self.seen.queries.hall.ref_of(self.now(), number)

    def _team(self, number: int | None) -> Ref:
        """Return the team that a command is about; a captain's link is for their own."""
        self.held  # noqa: B018 refused where entrants are people
        who = self.whom(number)
        return self._ref(int(who.removeprefix("#")))
