"""`team`: tournaments of teams: rosters, line-ups, results by board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.terminal.help import Listing
from tablescribe.cli.terminal.language import in_language, wrong_use
from tablescribe.cli.terminal.state import as_json, out
from tablescribe.cli.terminal.times import moment_of
from tablescribe.cli.tournament.tournament import acting, organiser, the_tournament, which
from tablescribe.domain.words.text import listed, say

if TYPE_CHECKING:
    from tablescribe.domain.tournament.model.field import Ref
    from tablescribe.ledger.tournaments.team_matches import TeamCommands


@click.group(
    cls=Listing,
    sections={
        "Before the event": ("boards", "roster", "list", "away"),
        "Each round": ("until", "line-up", "result", "show"),
        "Results": ("standings", "players"),
    },
    epilog="""\b
Examples, for a Swiss of teams of four:
  tablescribe tournament announce league.yaml
  tablescribe tournament enter last Rooks Knights Pawns Kings
  tablescribe team boards last 4
  tablescribe team roster last Rooks Ada Ben Cleo Dora Egon
  tablescribe tournament pair last
  tablescribe team line-up last Rooks Ada Cleo Dora Egon
  tablescribe team result last 1 1-0 ½-½ 0-1 1-0
  tablescribe team standings last
\b
The plan of it, league.yaml:
  title: League
  stages:
    - {name: Swiss, kind: swiss, rounds: 5, game: chess, tie_breaks: [game_points],
       scoring: {win: 2, draw: 1, loss: 0, forfeit_win: 2}, byes: {pairing: 2, full: 2, half: 1}}""",
)
def team() -> None:
    """Run a tournament of teams: rosters in board order, line-ups, results by board.

    Each entrant is a team. When all boards of a table have a result, the table reports its board points, doubled so
    that they are whole. Match points follow from the plan; the tie-break `game_points` counts board points. TEAM is a
    team's name or starting number (#3).
    """


the_team = click.argument("team_name", metavar="TEAM")


def commands(tournament_id: str) -> TeamCommands:
    """Return the commands for the teams of a tournament."""
    from tablescribe.ledger.tournaments.team_matches import TeamCommands

    return TeamCommands(organiser(), which(tournament_id))


def _ref(found: TeamCommands, name: str) -> Ref:
    return found.organiser.person(found.now, name)


def _show_teams(found: TeamCommands) -> None:
    from tablescribe.replays.tournaments.teams import called_in, teams_data, teams_lines

    teams, now = found.teams, found.now
    data = teams_data(now, teams, found.organiser.names(now), called_in(found.ledger, teams))
    out(listed(list(teams_lines(data)), "\n"), data)


def _show_boards(found: TeamCommands, number: int | None) -> None:
    from tablescribe.replays.tournaments.teams import boards_data, boards_lines, called_in

    teams, now = found.teams, found.now
    wanted = now.round if number is None else number
    names, players = found.organiser.names(now), called_in(found.ledger, teams)
    data = boards_data(found.ledger, now, teams, wanted, names, players, found.organiser.scribe.now())
    out(listed(list(boards_lines(data)), "\n"), data)


@team.command(
    epilog="""\b
Examples:
  tablescribe team boards last 4
  tablescribe team boards last 8 --json"""
)
@the_tournament
@click.argument("number", type=click.IntRange(1))
@acting("organiser")
@in_language
@as_json
def boards(tournament_id: str, number: int, role: str) -> None:
    """Make the entrants teams that meet on NUMBER boards. It can be changed until round 1 is paired."""
    found = commands(tournament_id)
    found.set_boards(number, by=role)
    _show_teams(found)


@team.command(
    epilog="""\b
Examples:
  tablescribe team roster last Rooks Ada Ben Cleo Dora Egon
  tablescribe team roster last "#2" Fee Gus Hana Ivo"""
)
@the_tournament
@the_team
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@acting("desk")
@in_language
@as_json
def roster(tournament_id: str, team_name: str, names: tuple[str, ...], role: str) -> None:
    """Set who plays for TEAM, in board order: first the boards, then the reserves.

    Once round 1 is paired, you can only add reserves at the end.
    """
    found = commands(tournament_id)
    found.set_roster(_ref(found, team_name), names, by=role)
    _show_teams(found)


@team.command(
    "list",
    epilog="""\b
Examples:
  tablescribe team list last
  tablescribe team list last --json""",
)
@the_tournament
@in_language
@as_json
def list_(tournament_id: str) -> None:
    """List the teams and their rosters."""
    _show_teams(commands(tournament_id))


@team.command(
    epilog="""\b
Examples:
  tablescribe team away last Rooks Ben
  tablescribe team away last Rooks Ben --undo"""
)
@the_tournament
@the_team
@click.argument("name")
@click.option("--undo", is_flag=True, help="The player is here again.")
@acting("desk")
@in_language
@as_json
def away(tournament_id: str, team_name: str, name: str, undo: bool, role: str) -> None:
    """Record that player NAME of TEAM is absent: the next players in board order play instead."""
    found = commands(tournament_id)
    ref = _ref(found, team_name)
    found.set_away(ref, found.player(ref, name), not undo, by=role)
    _show_teams(found)


@team.command(
    epilog="""\b
Examples:
  tablescribe team until last 2 14:00
  tablescribe team until last 2 --none"""
)
@the_tournament
@click.argument("round_number", metavar="ROUND", type=click.IntRange(1))
@click.argument("time", required=False)
@click.option(
    "--none", "never", is_flag=True, help="No deadline: line-ups stay open until the first result of a match."
)
@acting("arbiter")
@in_language
@as_json
def until(tournament_id: str, round_number: int, time: str | None, never: bool, role: str) -> None:
    """Set the deadline for the line-ups of ROUND. TIME is local: 14:00, or a day and a time.

    Until then, each captain sees only their own line-up. A team whose captain submits none plays in board order.
    """
    if (time is not None) == never:
        raise wrong_use(say("enter a time or --none, not both"))
    found = commands(tournament_id)
    at = moment_of(time) if time is not None else None
    found.set_until(round_number, at, by=role)
    when = say("no time") if at is None else at.astimezone().strftime("%Y-%m-%d %H:%M")
    data = {"round": round_number, "until": at.isoformat() if at is not None else None}
    out(say("Round {round}: line-ups until {time}", round=round_number, time=when), data)


@team.command(
    "line-up",
    epilog="""\b
Examples:
  tablescribe team line-up last Rooks Ada Cleo Dora Egon
  tablescribe team line-up last "#1" "#2" "#3" "#4" "#5"    (team 1; places on its roster)""",
)
@the_tournament
@the_team
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
@acting("arbiter")
@in_language
@as_json
def line_up(tournament_id: str, team_name: str, names: tuple[str, ...], role: str) -> None:
    """Set who plays for TEAM in this round, board 1 first, in the order of the roster.

    Fewer players than boards leave the last boards empty.
    """
    found = commands(tournament_id)
    ref = _ref(found, team_name)
    found.set_line_up(ref, [found.player(ref, name) for name in names], by=role)
    _show_boards(found, None)


@team.command(
    context_settings={"ignore_unknown_options": True},
    epilog="""\b
Examples:
  tablescribe team result last 1 1-0 ½-½ 0-1 1-0
  tablescribe team result last 2 --board 3 0-1
  tablescribe team result last 2 --board 4 +--    (the second team's player did not come)""",
)
@the_tournament
@click.argument("table", type=click.IntRange(1))
@click.argument("results", metavar="RESULT...", nargs=-1, type=click.UNPROCESSED)
@click.option("--board", type=click.IntRange(1), help="Board of the first result.", default=1, show_default=True)
@click.option("--round", "round_number", type=click.IntRange(1), help="Round. Default: the last one.")
@acting("arbiter")
@in_language
@as_json
def result(
    tournament_id: str, table: int, results: tuple[str, ...], board: int, round_number: int | None, role: str
) -> None:
    """Record the results of a table by board, the first team's points first: 1-0, ½-½, 0-1.

    Forfeits are +--, --+ and ---. An empty chair needs no result. When all boards are done, the table reports.
    """
    found = commands(tournament_id)
    given = dict(enumerate(results, start=board))
    found.set_results(table, given, by=role, round_number=round_number)
    _show_boards(found, round_number)


@team.command(
    epilog="""\b
Examples:
  tablescribe team show last
  tablescribe team show last 2 --json"""
)
@the_tournament
@click.argument("round_number", metavar="[ROUND]", type=click.IntRange(1), required=False)
@in_language
@as_json
def show(tournament_id: str, round_number: int | None) -> None:
    """Show the boards of a round; ○ marks the player with white. Default: the last round."""
    _show_boards(commands(tournament_id), round_number)


@team.command(
    epilog="""\b
Examples:
  tablescribe team standings last
  tablescribe team standings last --json"""
)
@the_tournament
@in_language
@as_json
def standings(tournament_id: str) -> None:
    """Show the standings of teams, with match points and board points."""
    from tablescribe.replays.tournaments.teams import team_standings, team_standings_lines

    found = commands(tournament_id)
    now = found.now
    data = team_standings(now, found.organiser.names(now))
    lines = list(team_standings_lines(data))
    out(listed(lines, "\n") if lines else say("No round is paired yet."), {"standings": data})


@team.command(
    epilog="""\b
Examples:
  tablescribe team players last
  tablescribe team players last --json"""
)
@the_tournament
@in_language
@as_json
def players(tournament_id: str) -> None:
    """List players by their points on the boards."""
    from tablescribe.replays.tournaments.teams import called_in, players_data, players_lines

    found = commands(tournament_id)
    now, teams = found.now, found.teams
    data: list[dict[str, Any]] = players_data(
        found.ledger, now, teams, found.organiser.names(now), called_in(found.ledger, teams)
    )
    out(listed(list(players_lines(data)), "\n"), {"players": data})
