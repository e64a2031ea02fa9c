"""Teams in a ledger: rosters, line-ups with a deadline, results by board, and the resulting reports of tables."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import combinations

import pytest

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.plan import Plan
from tablescribe.domain.tournament.model.roles import RoleRefused
from tablescribe.domain.tournament.scoring.standings import standings
from tablescribe.domain.tournament.team_boards import WORTH
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.ledger.tournaments.team_matches import TeamCommands
from tablescribe.ledger.tournaments.teams import CAPTAINS, boards_at, line_up_of, team_round, teams_of
from tests.ledger.played_tournaments import plan

IN_TURN = True  # which database: conftest.py

SCORING = {"win": 2, "draw": 1, "loss": 0, "forfeit_win": 2}
TEAMS = ["Rooks", "Bishops", "Knights", "Pawns", "Kings", "Queens"]


def league(rounds: int = 3) -> Plan:
    return plan(rounds, game="chess", scoring=SCORING, tie_breaks=["game_points", "buchholz"], byes={"pairing": 2})


def made(scribe: Scribe, teams: int = 4, players: int = 5, boards: int = 4) -> TeamCommands:
    organiser = TournamentCommands(scribe)
    tournament = organiser.announce(league()).id
    entered = organiser.enter(tournament, TEAMS[:teams])
    found = TeamCommands(organiser, tournament)
    found.set_boards(boards, by="organiser")
    for one, name in zip(entered, TEAMS, strict=False):
        found.set_roster(one.entrant, [f"{name} {k}" for k in range(1, players + 1)], by="desk")
    return found


def sides(found: TeamCommands, table: int = 1) -> tuple[str, str]:
    one, other = found.now.seatings[-1].pods[table - 1]
    return one, other


def test_a_swiss_of_teams_is_played_to_its_end(scribe: Scribe) -> None:
    """No team meets another twice, boards add up to the log's reports, and its standings are by match points."""
    found, results = made(scribe, 6), list(WORTH)
    met = set[frozenset[str]]()
    for number in (1, 2, 3):
        found.organiser.pair(found.id, seed=number)
        seating = found.now.seatings[-1]
        for table, pod in enumerate(seating.pods, start=1):
            assert frozenset(pod) not in met
            met.add(frozenset(pod))
            given = {board: results[(table * number + board) % 3] for board in range(1, 5)}
            told = found.set_results(table, given, by="arbiter")
            boards = boards_at(found.teams, told, seating, table)
            assert len({who for board in boards for who in board.players}) == 8
            report = found.now.seatings[-1].reports[table]
            assert sum(one or 0 for one in report.points) == 8
            assert (report.how, report.by) == ("slip", "arbiter")
    now = found.now
    lines = standings(now).lines
    assert sum(line.points for line in lines) == 3 * 3 * 2
    assert [line.values[0] for line in lines] == [
        sum(
            now.said(seating.reports[table]).points[pod.index(line.ref)] or 0
            for seating in now.seatings for table, pod in enumerate(seating.pods, start=1) if line.ref in pod
        )
        for line in lines
    ]  # fmt: skip
    found.organiser.finish(found.id)
    assert found.now.finished is not None


def test_a_captain_hands_in_a_line_up_until_its_time(scribe: Scribe) -> None:
    found = made(scribe)
    found.organiser.pair(found.id, seed=1)
    one, other = sides(found)
    players = found.teams.team(one).players
    default = line_up_of(found.teams, team_round(found.ledger, found.id, 1).match(""), one)
    assert default == players[:4]
    later = scribe.now() + timedelta(hours=1)
    found.set_until(1, later, by="arbiter")
    found.set_line_up(one, [players[0], players[2], players[3], players[4]], by="player")
    with pytest.raises(Refused, match="must keep the order"):
        found.set_line_up(one, [players[1], players[0]], by="player")
    with pytest.raises(Refused, match="not on the roster"):
        found.set_line_up(other, [players[0]], by="player")
    with pytest.raises(Refused, match="line-ups are still open"):
        found.set_results(1, {1: "1-0"}, by="player", team=one)
    found.set_until(1, scribe.now() - timedelta(minutes=1), by="arbiter")
    with pytest.raises(Refused, match="time for line-ups is over"):
        found.set_line_up(one, players[:4], by="player")
    told = team_round(found.ledger, found.id, 1)
    assert line_up_of(found.teams, told.match(found.now.seatings[-1].matches[0]), one) == (players[0], *players[2:5])
    found.set_line_up(one, players[1:5], by="arbiter")
    found.set_results(1, {1: "1-0"}, by="arbiter")
    with pytest.raises(Refused, match="has begun"):
        found.set_line_up(one, players[:4], by="arbiter")


def test_who_is_away_is_in_no_default_and_a_match_that_began_keeps_its_players(scribe: Scribe) -> None:
    found = made(scribe)
    found.organiser.pair(found.id, seed=1)
    one, _ = sides(found)
    players = found.teams.team(one).players
    found.set_away(one, players[1], True, by="desk")
    seating = found.now.seatings[-1]
    told = found.set_results(1, {2: "½-½"}, by="desk")
    assert [board.players[0] for board in boards_at(found.teams, told, seating, 1)] == [players[0], *players[2:5]]
    found.set_away(one, players[0], True, by="desk")
    told = team_round(found.ledger, found.id, 1)
    assert boards_at(found.teams, told, seating, 1)[0].players[0] == players[0]
    found.set_away(one, players[0], False, by="desk")
    assert found.teams.team(one).away == {players[1]}


def test_results_count_when_both_captains_say_the_same(scribe: Scribe) -> None:
    found = made(scribe)
    found.organiser.pair(found.id, seed=1)
    one, other = sides(found)
    stranger = next(ref for ref in found.now.entrants if ref not in (one, other))
    with pytest.raises(RoleRefused, match="their own match"):
        found.set_results(1, {1: "1-0"}, by="player", team=stranger)
    given = {1: "1-0", 2: "0-1", 3: "½-½", 4: "1-0"}
    found.set_results(1, given, by="player", team=one)
    assert 1 not in found.now.seatings[-1].reports
    told = found.set_results(1, {**given, 4: "0-1"}, by="player", team=other)
    match = told.match(found.now.seatings[-1].matches[0])
    assert match.results == {1: "1-0", 2: "0-1", 3: "½-½"}
    assert set(match.by.values()) == {CAPTAINS}
    found.set_results(1, {4: "1-0"}, by="player", team=other)
    report = found.now.seatings[-1].reports[1]
    assert (report.places, report.points, report.by) == ((1, 2), (5, 3), "desk")
    with pytest.raises(Refused, match=r"table 1 has already reported\. Ask an official"):
        found.set_results(1, given, by="player", team=one)


def test_captains_who_enter_at_once_report_once(scribe: Scribe) -> None:
    found = made(scribe)
    found.organiser.pair(found.id, seed=1)
    given = {1: "1-0", 2: "0-1", 3: "½-½", 4: "1-0"}
    with ThreadPoolExecutor() as pool:
        asked = [
            pool.submit(found.set_results, 1, {board: result}, by="player", team=team)
            for board, result in given.items() for team in sides(found)
        ]  # fmt: skip
        for one in asked:
            one.result(timeout=60)
    assert found.now.seatings[-1].reports[1].points == (5, 3)
    match = team_round(found.ledger, found.id, 1).match(found.now.seatings[-1].matches[0])
    assert match.results == given


def test_a_result_is_changed_until_the_next_round_and_by_ruling_after(scribe: Scribe) -> None:
    found = made(scribe, 4)
    found.organiser.pair(found.id, seed=1)
    for table in (1, 2):
        found.set_results(table, dict.fromkeys(range(1, 5), "1-0"), by="arbiter")
    found.set_results(1, {1: "0-1"}, by="arbiter")
    now = found.now
    assert now.said(now.seatings[0].reports[1]).points == (6, 2)
    found.organiser.pair(found.id, seed=2)
    with pytest.raises(Refused, match="an arbiter corrects"):
        found.set_results(1, {2: "0-1"}, by="arbiter", round_number=1)
    key = found.now.seatings[0].matches[0]
    assert team_round(found.ledger, found.id, 1).match(key).results[2] == "1-0", "nothing is stored that is refused"


def test_an_empty_team_forfeits_and_empty_chairs_are_losses(scribe: Scribe) -> None:
    found = made(scribe, 4, players=3)
    found.organiser.pair(found.id, seed=1)
    one, _ = sides(found)
    for player in found.teams.team(one).players:
        found.set_away(one, player, True, by="desk")
    found.set_results(1, {}, by="arbiter")
    report = found.now.seatings[-1].reports[1]
    assert (report.how, report.absent, report.points) == ("forfeit", (1,), (0, 6))
    with pytest.raises(Refused, match="empty chair"):
        found.set_results(2, {4: "1-0"}, by="arbiter")


def test_rosters_are_fixed_once_round_one_is_paired(scribe: Scribe) -> None:
    found = made(scribe)
    one, other = list(found.now.entrants)[:2]
    names = [f"Rooks {k}" for k in (2, 1, 3, 4)]
    before = found.teams.team(one).players
    assert found.set_roster(one, names, by="desk").players == (before[1], before[0], before[2], before[3])
    with pytest.raises(Refused, match="twice"):
        found.set_roster(one, ["Ada", "ada"], by="desk")
    with pytest.raises(RoleRefused):
        found.set_roster(one, names, by="player")
    found.organiser.pair(found.id, seed=1)
    with pytest.raises(Refused, match="board order is fixed"):
        found.set_roster(one, names[::-1], by="desk")
    with pytest.raises(Refused, match="number of boards can no longer change"):
        found.set_boards(3, by="organiser")
    players = found.set_roster(one, [*names, "Ada"], by="desk").players
    assert found.ledger.names(players)[players[-1]] == "Ada"
    found.ledger.erase("Rooks 2")
    assert found.names().get(players[0]) is None
    assert found.set_roster(one, ["#1", *names[1:], "Ada", "Ben"], by="desk").players[:5] == players
    assert not set(found.teams.team(one).players) & set(found.teams.team(other).players)


def test_people_are_no_teams_until_an_official_says_so(scribe: Scribe) -> None:
    organiser = TournamentCommands(scribe)
    tournament = organiser.announce(plan(2, game="ultime", kind="pods", pods=[3])).id
    assert teams_of(scribe.ledger, tournament) is None
    found = TeamCommands(organiser, tournament)
    with pytest.raises(Refused, match="not teams"):
        found.set_roster(organiser.enter(tournament, ["Ada"])[0].entrant, ["Ben"], by="desk")
    with pytest.raises(Refused, match="two teams at a table"):
        found.set_boards(4, by="organiser")


def test_pairs_of_teams_are_distinct_for_each_round(scribe: Scribe) -> None:
    found = made(scribe, 4, boards=2)
    for number in (1, 2, 3):
        found.organiser.pair(found.id, seed=number)
        for table in (1, 2):
            found.set_results(table, {1: "1-0", 2: "½-½"}, by="desk")
    met = [frozenset(pod) for seating in found.now.seatings for pod in seating.pods]
    assert set(met) == {frozenset(two) for two in combinations(found.now.entrants, 2)}
