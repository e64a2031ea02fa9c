"""Teams of a tournament, stored beside the log: rosters, line-ups and their deadlines, and results by board.

They decide nothing by themselves: what counts is the table's report, an ordinary event of the tournament. Rosters and
boards are not proved; pages say that they are the organiser's word. Names of players are stored and erased like those
of entrants.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import select, update

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.team_boards import Board, Team, boards_of, default_line_up
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import LedgerReadOnly
from tablescribe.ledger.log.schema import service
from tablescribe.ledger.matches.ledger import Ledger

TRIES = 20
CAPTAINS = "captains"
"""Source of a board's result on which both captains agreed; otherwise the source is the role of an official."""


@dataclass(frozen=True)
class Teams:
    """The rosters of a tournament, by entrant, and the number of boards per match."""

    boards: int
    rosters: Mapping[Ref, Team] = field(default_factory=dict)

    def team(self, ref: Ref) -> Team:
        """Return an entrant's roster; an empty one if none was entered."""
        return self.rosters.get(ref, Team())


@dataclass(frozen=True)
class TeamMatch:
    """Line-ups and results entered for a match.

    Attributes:
        line_ups: players in board order, by team; of both teams once a result is entered.
        results: result by board.
        by: source of each result: an official's role, or `CAPTAINS`.
        claims: results claimed by each team's captain, by board.
    """

    line_ups: Mapping[Ref, tuple[Ref, ...]] = field(default_factory=dict)
    results: Mapping[int, str] = field(default_factory=dict)
    by: Mapping[int, str] = field(default_factory=dict)
    claims: Mapping[Ref, Mapping[int, str]] = field(default_factory=dict)

    @property
    def begun(self) -> bool:
        """Whether a result was entered or claimed; line-ups are then fixed."""
        return bool(self.results or any(self.claims.values()))


@dataclass(frozen=True)
class TeamRound:
    """Entries for a round: the deadline for captains' line-ups, and its matches by id."""

    until: datetime | None = None
    matches: Mapping[str, TeamMatch] = field(default_factory=dict)

    def match(self, match_id: str) -> TeamMatch:
        """Return the entries for a match; an empty `TeamMatch` if there are none."""
        return self.matches.get(match_id, TeamMatch())

    def with_match(self, match_id: str, match: TeamMatch) -> TeamRound:
        """Return a copy with the entries of a match replaced."""
        return replace(self, matches={**self.matches, match_id: match})

    def is_closed(self, now: datetime) -> bool:
        """Return whether the deadline for line-ups has passed."""
        return self.until is not None and now >= self.until


def line_up_of(teams: Teams, match: TeamMatch, ref: Ref) -> tuple[Ref, ...]:
    """Return a team's line-up in a match: the submitted one, or by default the first players who are present."""
    if ref in match.line_ups:
        return match.line_ups[ref]
    return default_line_up(teams.team(ref), teams.boards)


def boards_at(teams: Teams, told: TeamRound, seating: Seating, table: int) -> tuple[Board, ...]:
    """Return the boards of a table with their players and current results."""
    match, (first, second) = told.match(seating.matches[table - 1]), seating.pods[table - 1]
    sides = [line_up_of(teams, match, ref) for ref in (first, second)]
    return boards_of(sides[0], sides[1], teams.boards, match.results)


# --- reading --------------------------------------------------------------------------------------


def teams_of(ledger: Ledger, tournament_id: str) -> Teams | None:
    """Return the teams of a tournament; `None` if its entrants are individuals."""
    text = _read(ledger, _key(tournament_id))
    return _teams(json.loads(text)) if text else None


def must_have_teams(ledger: Ledger, tournament_id: str) -> Teams:
    """Return the teams of a tournament.

    Raises:
        Refused: the entrants are individuals.
    """
    found = teams_of(ledger, tournament_id)
    if found is None:
        raise Refused(say("the entrants of this tournament are not teams. First set the number of boards in a match"))
    return found


def team_round(ledger: Ledger, tournament_id: str, number: int) -> TeamRound:
    """Return the entries for a round; an empty `TeamRound` if there are none."""
    text = _read(ledger, _round_key(tournament_id, number))
    return _round(json.loads(text)) if text else TeamRound()


# --- changing -------------------------------------------------------------------------------------


def change_teams(ledger: Ledger, tournament_id: str, do: Callable[[Teams | None], Teams]) -> Teams:
    """Change the teams of a tournament; retry after a concurrent change."""
    return _change(ledger, _key(tournament_id), lambda told: do(_teams(told) if told else None), _told_teams)


def change_round(ledger: Ledger, tournament_id: str, number: int, do: Callable[[TeamRound], TeamRound]) -> TeamRound:
    """Change the entries for a round; retry after a concurrent change."""
    key = _round_key(tournament_id, number)
    return _change(ledger, key, lambda told: do(_round(told) if told else TeamRound()), _told_round)


New = TypeVar("New")


def _change(ledger: Ledger, key: str, do: Callable[[Any], New], tell: Callable[[New], Any]) -> New:
    for _ in range(TRIES):
        was = _read(ledger, key)
        new = do(json.loads(was) if was else None)
        text = json.dumps(tell(new), sort_keys=True)
        if text == was:
            return new
        if was:
            wanted = update(service).where(service.c.key == key, service.c.value == was)
            written = ledger.log.write(wanted.values(value=text))
        else:
            written = ledger.log.write(ledger.log.into(service).values(key=key, value=text))
        if written:
            return new
    raise Refused(say("Someone else changed these teams. Check them, then try again"))


def _read(ledger: Ledger, key: str) -> str:
    try:
        found = ledger.log.select(select(service.c.value).where(service.c.key == key))
    except LedgerReadOnly:  # a role that may not read it
        return ""
    return str(found[0][0]) if found else ""


def _teams(told: Any) -> Teams:
    rosters = {ref: Team(tuple(one["players"]), frozenset(one["away"])) for ref, one in told["rosters"].items()}
    return Teams(told["boards"], rosters)


def _told_teams(teams: Teams) -> Any:
    rosters = {ref: {"players": list(one.players), "away": sorted(one.away)} for ref, one in teams.rosters.items()}
    return {"boards": teams.boards, "rosters": rosters}


def _round(told: Any) -> TeamRound:
    until = datetime.fromisoformat(told["until"]) if told["until"] else None
    return TeamRound(until, {key: _match(one) for key, one in told["matches"].items()})


def _match(told: Any) -> TeamMatch:
    return TeamMatch(
        {ref: tuple(one) for ref, one in told["line_ups"].items()},
        _by_board(told["results"]),
        _by_board(told["by"]),
        {ref: _by_board(one) for ref, one in told["claims"].items()},
    )


def _by_board(told: Mapping[str, str]) -> dict[int, str]:
    return {int(board): value for board, value in told.items()}


def _told_round(one: TeamRound) -> Any:
    until = one.until.isoformat() if one.until else None
    return {"until": until, "matches": {key: asdict(match) for key, match in one.matches.items()}}


def _key(tournament_id: str) -> str:
    return f"teams {tournament_id}"


def _round_key(tournament_id: str, number: int) -> str:
    return f"boards {tournament_id} {number}"
