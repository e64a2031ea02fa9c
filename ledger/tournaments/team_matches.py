"""Commands on teams: rosters, line-ups, results by board, and the report of a table once its boards are done.

Officials act in their role. A captain is anyone with the team's entrant link (role `player`). Captains submit their
own line-up and claim results of boards; a result on which both captains agree counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament import commands as act
from tablescribe.domain.tournament.model.field import How, Ref
from tablescribe.domain.tournament.model.preconditions import must_be_open, must_have_entered
from tablescribe.domain.tournament.model.roles import DESK, PLAYER, RoleRefused, must_be_allowed
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.restating import restate
from tablescribe.domain.tournament.team_boards import (
    Team,
    match_result,
    must_be_boards,
    must_be_for_teams,
    must_be_line_up,
    must_be_roster,
    must_fit,
    must_keep_order,
    read_board_result,
)
from tablescribe.domain.tournament.told_results import ToldResult
from tablescribe.domain.words.text import say
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.ledger.tournaments.teams import (
    CAPTAINS,
    TeamMatch,
    TeamRound,
    Teams,
    boards_at,
    change_round,
    change_teams,
    line_up_of,
    must_have_teams,
)

LONGEST = 200
"""Maximum length of a player's name, in characters."""


class TeamCommands:
    """Commands on the teams of one tournament."""

    def __init__(self, organiser: TournamentCommands, tournament_id: str) -> None:
        """Create the commands; `organiser` records the reports of tables."""
        self.organiser, self.ledger = organiser, organiser.ledger
        self.id = self.ledger.find_tournament(tournament_id)

    @property
    def now(self) -> Tournament:
        """The current state of the tournament."""
        return self.ledger.tournament(self.id)

    @property
    def teams(self) -> Teams:
        """The teams of the tournament."""
        return must_have_teams(self.ledger, self.id)

    def names(self) -> dict[Ref, str]:
        """Return the names of all players; erased ones are left out."""
        return self.ledger.names(one for team in self.teams.rosters.values() for one in team.players)

    # --- rosters --------------------------------------------------------------------------

    def set_boards(self, boards: int, *, by: str) -> Teams:
        """Make the entrants teams, and set the number of boards per match; possible until round 1 is paired.

        Raises:
            Refused: the plan is not for teams, or round 1 is paired.
        """
        must_be_allowed(by, "enter")
        now = self.now
        must_be_open(now)
        must_be_for_teams(now.plan)
        must_be_boards(boards)

        def do(was: Teams | None) -> Teams:
            if now.round and (was is None or was.boards != boards):
                raise Refused(say("round 1 is paired, so the number of boards can no longer change"))
            return replace(was, boards=boards) if was else Teams(boards)

        return change_teams(self.ledger, self.id, do)

    def set_roster(self, team: Ref, names: Sequence[str], *, by: str) -> Team:
        """Set the roster of a team, in board order. Once round 1 is paired, reserves can only be added at the end.

        Args:
            names: names of the players; `#2` means the player in that place now, even if the name was erased.

        Raises:
            Refused: a name is given twice or belongs to another team, or the change breaks a fixed order.
        """
        must_be_allowed(by, "enter")
        now = self.now
        must_be_open(now)
        must_have_entered(now, team)
        called = [" ".join(name.split()) for name in names]
        if any(not 0 < len(name) <= LONGEST for name in called):
            raise Refused(say("a player's name has 1 to {n} characters", n=LONGEST))
        if len({name.casefold() for name in called}) != len(called):
            raise Refused(say("a player is on the roster twice"))
        before = self.teams
        known = self.ledger.names(before.team(team).players)
        mine = {known[one].casefold(): one for one in before.team(team).players if one in known}
        mine |= {f"#{place}": one for place, one in enumerate(before.team(team).players, start=1)}
        self._plan_roster(now, before, team, [mine.get(name.casefold(), name) for name in called])
        new = [name for name in called if name.casefold() not in mine]
        refs = {name.casefold(): ref for name, (ref, _) in zip(new, self.ledger.introduce_all(new), strict=True)}
        players = tuple({**refs, **mine}[name.casefold()] for name in called)

        def do(was: Teams | None) -> Teams:
            return self._plan_roster(now, was or before, team, players)

        return change_teams(self.ledger, self.id, do).team(team)

    def _plan_roster(self, now: Tournament, was: Teams, team: Ref, players: Sequence[Ref]) -> Teams:
        others = {ref: one for ref, one in was.rosters.items() if ref != team}
        must_be_roster(players, others)
        old = was.team(team)
        if now.round and old.players:
            must_keep_order(old.players, players)
        new = Team(tuple(players), old.away & set(players))
        return replace(was, rosters={**was.rosters, team: new})

    def set_away(self, team: Ref, player: Ref, away: bool, *, by: str) -> Team:
        """Mark a player as away or present. Default line-ups leave out players who are away."""
        must_be_allowed(by, "check in")
        must_be_open(self.now)

        def do(was: Teams | None) -> Teams:
            teams = was or self.teams
            old = teams.team(team)
            if player not in old.players:
                raise Refused(say("there is no player of that name on the roster"))
            gone = old.away | {player} if away else old.away - {player}
            return replace(teams, rosters={**teams.rosters, team: replace(old, away=gone)})

        return change_teams(self.ledger, self.id, do).team(team)

    def player(self, team: Ref, who: str) -> Ref:
        """Return the reference of a team's player, by name or by place on the roster (`#3`).

        Raises:
            Refused: the roster has no such player.
        """
        players, names = self.teams.team(team).players, self.names()
        for place, ref in enumerate(players, start=1):
            if who in (ref, f"#{place}") or names.get(ref, "").casefold() == who.strip().casefold():
                return ref
        raise Refused(say("there is no {who} on this roster", who=who))

    # --- line-ups -------------------------------------------------------------------------

    def set_until(self, number: int, until: datetime | None, *, by: str) -> TeamRound:
        """Set the deadline for captains to submit the line-ups of a round; `None` means until its first result."""
        must_be_allowed(by, "clock")
        must_be_open(self.now)
        must_have_teams(self.ledger, self.id)
        if not 1 <= number <= self.now.plan.rounds:
            raise Refused(say("there is no round {round}", round=number))
        told = until.astimezone(UTC) if until is not None else None
        return change_round(self.ledger, self.id, number, lambda was: replace(was, until=told))

    def set_line_up(self, team: Ref, players: Sequence[Ref], *, by: str) -> tuple[Ref, ...]:
        """Submit the line-up of a team for the current round.

        Captains may do so until the deadline of the round; officials until a board has a result.

        Raises:
            Refused: it is too late, the team has no match, or the line-up breaks the order of the roster.
        """
        now, teams = self.now, self.teams
        if by != PLAYER:
            must_be_allowed(by, "report")
        must_be_open(now)
        seating, table = _table_of(now, team)
        must_be_line_up(teams.team(team), teams.boards, players)
        if table in seating.reports:
            raise Refused(say("table {table} has already reported. Its line-ups can no longer change", table=table))

        def do(was: TeamRound) -> TeamRound:
            if by == PLAYER and was.is_closed(self.organiser.scribe.now()):
                raise Refused(say("the time for line-ups is over. Ask an official"))
            match = was.match(seating.matches[table - 1])
            if match.begun:
                raise Refused(say("this match has begun, so its line-ups can no longer change"))
            line_ups = {**match.line_ups, team: tuple(players)}
            return was.with_match(seating.matches[table - 1], replace(match, line_ups=line_ups))

        change_round(self.ledger, self.id, seating.number, do)
        return tuple(players)

    # --- results --------------------------------------------------------------------------

    def set_results(
        self, table: int, results: Mapping[int, str], *, by: str, round_number: int | None = None, team: Ref = ""
    ) -> TeamRound:
        """Enter results of a table's boards; once all boards are done, the table reports.

        Args:
            results: result by board, from the first team's view, such as `1-0` or `½-½`.
            by: role of the official, or `player` for a captain.
            team: the captain's team.

        Raises:
            Refused: the board does not exist, the result is invalid, or only a ruling can change it now.
        """
        now, teams = self.now, self.teams
        seating = now.seating(now.round if round_number is None else round_number)
        seating.must_have(table)
        told = {board: read_board_result(text) for board, text in results.items() if text.strip()}
        if by == PLAYER:
            self._must_be_captain(seating, table, team)
        else:
            must_be_allowed(by, "report")

        def do(was: TeamRound) -> TeamRound:
            if by == PLAYER and was.until is not None and not was.is_closed(self.organiser.scribe.now()):
                raise Refused(say("line-ups are still open. Enter results after their deadline"))
            new = self._with_results(teams, was, seating, table, told, by, team)
            result = match_result(boards_at(teams, new, seating, table))
            self._tell(seating.number, table, result, DESK if by == PLAYER else by, trial=True)
            return new

        new = change_round(self.ledger, self.id, seating.number, do)
        result = match_result(boards_at(teams, new, seating, table))
        self._tell(seating.number, table, result, DESK if by == PLAYER else by)
        return new

    def _must_be_captain(self, seating: Seating, table: int, team: Ref) -> None:
        if team not in seating.pods[table - 1]:
            raise RoleRefused(say("a captain enters the results of their own match"))
        if table in seating.reports:
            raise Refused(say("table {table} has already reported. Ask an official to correct its result", table=table))

    def _with_results(
        self, teams: Teams, was: TeamRound, seating: Seating, table: int, told: Mapping[int, str], by: str, team: Ref
    ) -> TeamRound:
        key, sides = seating.matches[table - 1], seating.pods[table - 1]
        match = was.match(key)
        match = replace(match, line_ups={ref: line_up_of(teams, match, ref) for ref in sides})
        boards = boards_at(teams, was.with_match(key, match), seating, table)
        for board, result in told.items():
            if not 1 <= board <= len(boards):
                raise Refused(say("a match has the boards 1 to {n}", n=len(boards)))
            must_fit(boards[board - 1], result)
        if by == PLAYER:
            match = _agreed(match, team, sides, told)
        else:
            match = replace(match, results={**match.results, **told}, by={**match.by, **dict.fromkeys(told, by)})
        return was.with_match(key, match)

    def _tell(
        self, number: int, table: int, result: ToldResult | None, by: str, *, trial: bool = False
    ) -> None:  # fmt: skip
        """Report the total of the boards, or replace a report that differs; with `trial`, only check if it is allowed.

        Raises:
            Refused: the report can no longer be replaced; an arbiter must correct it.
        """
        now = self.now
        report = now.seating(number).reports.get(table)
        if result is None:
            if report is not None:
                raise Refused(say("table {table} has already reported. A board cannot be reopened", table=table))
            return
        if self._reads(number, table, result):
            return
        how = How.FORFEIT if result.absent else How.SLIP
        if trial:
            does = restate if report is not None else act.report
            does(now, number, table, how, result.places, self.organiser.scribe.stamp(), by=by, points=result.points,
                 absent=result.absent)  # fmt: skip
            return
        tells = self.organiser.restate if report is not None else self.organiser.report
        try:
            tells(self.id, table, result.places, how=how, points=result.points, absent=result.absent,
                  round_number=number, by=by)  # fmt: skip
        except Refused:
            if not self._reads(number, table, result):  # a concurrent command reported it first
                raise

    def _reads(self, number: int, table: int, result: ToldResult) -> bool:
        """Return whether a table's report equals the total of its boards."""
        now = self.now
        report = now.seating(number).reports.get(table)
        if report is None:
            return False
        said, how = now.said(report), How.FORFEIT if result.absent else How.SLIP
        return (said.how, said.places, said.points, said.absent) == (how, result.places, result.points, result.absent)


def _table_of(now: Tournament, team: Ref) -> tuple[Seating, int]:
    """Return the last round, and the number of a team's table in it.

    Raises:
        Refused: the team has no match in that round.
    """
    if not now.seatings:
        raise Refused(say("No round is paired yet."))
    seating = now.seatings[-1]
    for table, pod in enumerate(seating.pods, start=1):
        if team in pod:
            return seating, table
    raise Refused(say("this team has no match in round {round}", round=seating.number))


def _agreed(match: TeamMatch, team: Ref, sides: Sequence[Ref], told: Mapping[int, str]) -> TeamMatch:
    """Add a captain's claims to a match; a board counts if both captains agree and no official entered it."""
    claims = {**match.claims, team: {**match.claims.get(team, {}), **told}}
    one, other = (claims.get(ref, {}) for ref in sides)
    alike = {board: result for board, result in one.items() if other.get(board) == result}
    alike = {board: result for board, result in alike.items() if match.by.get(board, CAPTAINS) == CAPTAINS}
    # a captain who changes a claim revokes the agreement
    kept = {
        board: result for board, result in match.results.items()
        if match.by.get(board) != CAPTAINS or board in alike
    }  # fmt: skip
    by = {board: match.by[board] for board in kept}
    return replace(match, claims=claims, results={**kept, **alike}, by={**by, **dict.fromkeys(alike, CAPTAINS)})
