"""Teams as data and in words: rosters, boards of a round, standings with board points, and players' results.

Match points and board points come from the tournament's log. Boards and line-ups are kept outside it, on the
organiser's word. `agrees` is whether the boards of a table add up to its report.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from tablescribe.domain.tournament.model.field import How, Ref
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.scoring.standings import final, standings
from tablescribe.domain.tournament.team_boards import FORFEITS, Board, added_up, match_result, player_scores
from tablescribe.domain.words.text import Text, listed, say
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.tournaments.teams import TeamRound, Teams, boards_at, line_up_of, team_round
from tablescribe.replays.tournaments.tournament import BYES, points_text

Names = Mapping[Ref, str]


def called_in(ledger: Ledger, teams: Teams, *, shown: bool = True) -> dict[Ref, str]:
    """Return the names of players, or their places on the roster if names are erased or hidden."""
    known = ledger.names(one for team in teams.rosters.values() for one in team.players) if shown else {}
    return {
        one: known.get(one, f"#{place}")
        for team in teams.rosters.values() for place, one in enumerate(team.players, start=1)
    }  # fmt: skip


def board_points(doubled: int) -> str:
    """Return doubled board points as a fraction: `5/2`."""
    return str(Fraction(doubled, 2))


# --- rosters -------------------------------------------------------------------------------------


def teams_data(now: Tournament, teams: Teams, names: Names, players: Names) -> dict[str, Any]:
    """Return the teams of a tournament, with their rosters in board order."""
    return {
        "tournament": now.id, "boards": teams.boards,
        "teams": [
            {
                "number": one.number, "entrant": one.ref, "name": names[one.ref],
                "players": [
                    {"place": place, "name": players[ref], "reserve": place > teams.boards,
                     "away": ref in teams.team(one.ref).away}
                    for place, ref in enumerate(teams.team(one.ref).players, start=1)
                ],
            }
            for one in now.field()
        ],
    }  # fmt: skip


def _indented(words: Text) -> Text:
    """Return an indented line, below the line it belongs to; the indent is not part of the translated text."""
    return listed(("  ", words), " ")


def teams_lines(data: Mapping[str, Any]) -> Iterator[Text]:
    """Yield the rosters in words."""
    yield say("Boards of a match: {n}", n=data["boards"])
    for team in data["teams"]:
        yield say("{number}. {name}", number=team["number"], name=team["name"])
        for one in team["players"]:
            if one["away"]:
                yield _indented(say("{place}. {name} (away)", place=one["place"], name=one["name"]))
            elif one["reserve"]:
                yield _indented(say("{place}. {name} (reserve)", place=one["place"], name=one["name"]))
            else:
                yield say("   {place}. {name}", place=one["place"], name=one["name"])


# --- boards of a round ---------------------------------------------------------------------------


def boards_data(
    ledger: Ledger, now: Tournament, teams: Teams, number: int, names: Names, players: Names, moment: datetime,
    *, sees: Sequence[Ref] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Return a round by boards.

    Args:
        moment: the time now; line-ups are hidden until their deadline.
        sees: the teams whose line-ups are shown before that; `None`: all, for officials.
    """
    seating, told = now.seating(number), team_round(ledger, now.id, number)
    return {
        "tournament": now.id, "round": number, "until": told.until.isoformat() if told.until else None,
        "closed": told.is_closed(moment),
        "tables": [
            _table(now, teams, told, seating, table, names, players, sees, moment)
            for table in range(1, len(seating.pods) + 1)
        ],
        "byes": [{"name": names[ref], "bye": str(kind)} for ref, kind in seating.byes.items()],
    }  # fmt: skip


def _table(
    now: Tournament, teams: Teams, told: TeamRound, seating: Seating, table: int, names: Names, players: Names,
    sees: Sequence[Ref] | None, moment: datetime,
) -> dict[str, Any]:  # fmt: skip
    pod, match = seating.pods[table - 1], told.match(seating.matches[table - 1])
    boards = boards_at(teams, told, seating, table)
    early = told.until is not None and not told.is_closed(moment) and not match.begun
    shown = [not early or sees is None or ref in sees for ref in pod]
    hidden = not all(shown)
    points = (0, 0) if hidden else added_up(boards)
    party = sees is None or any(ref in sees for ref in pod)
    return {
        "table": table, "teams": [names[ref] for ref in pod], "entrants": list(pod),
        "numbers": [now.entrants[ref].number for ref in pod],
        "boards": [_board(board, shown, players, "" if hidden else board.result, match.by) for board in boards],
        "points": [board_points(one) for one in points],
        "handed_in": [ref in match.line_ups for ref in pod], "hidden": hidden, "begun": match.begun,
        "reported": table in seating.reports, "agrees": _agrees(now, seating, table, boards),
        "claims": [
            {str(board): result for board, result in match.claims.get(ref, {}).items()} if party else {}
            for ref in pod
        ],
    }  # fmt: skip


def _board(
    board: Board, shown: Sequence[bool], players: Names, result: str, by: Mapping[int, str]
) -> dict[str, Any]:  # fmt: skip
    return {
        "board": board.number,
        "players": [
            players.get(one, "") if one is not None and may else None
            for one, may in zip(board.players, shown, strict=True)
        ],
        "white": board.white, "result": result, "forfeit": result in FORFEITS,
        "by": by.get(board.number, ""),
    }  # fmt: skip


def _agrees(now: Tournament, seating: Seating, table: int, boards: Sequence[Board]) -> bool | None:
    """Return whether the boards add up to the report of the table; `None` without a report."""
    report = seating.reports.get(table)
    if report is None:
        return None
    said, found = now.said(report), match_result(boards)
    how = None if found is None else How.FORFEIT if found.absent else How.SLIP
    return found is not None and (said.how, said.places, said.points, said.absent) == (
        how, found.places, found.points, found.absent,
    )  # fmt: skip


def boards_lines(data: Mapping[str, Any]) -> Iterator[Text]:
    """Yield a round by boards in words, with a mark for the player with white."""
    for one in data["tables"]:
        first, second = one["teams"]
        if one["begun"] or one["reported"]:
            points = [points_text(Fraction(text)) for text in one["points"]]
            yield say("Table {table}: {first} – {second} {score}", table=one["table"], first=first, second=second,
                      score=" : ".join(points))  # fmt: skip
        else:
            yield say("Table {table}: {first} – {second}", table=one["table"], first=first, second=second)
        if one["hidden"]:
            yield _indented(say("Line-ups are hidden until the deadline."))
            continue
        for board in one["boards"]:
            people = [name or "–" for name in board["players"]]
            people[board["white"] - 1] += " ○"
            yield say("   {board}. {first} – {second}  {result}", board=board["board"], first=people[0],
                      second=people[1], result=board["result"] or "…")  # fmt: skip
        if one["agrees"] is False:
            yield _indented(say("The result of the table differs from the results of its boards."))
    for one in data["byes"]:
        yield say("{name}: {bye}", name=one["name"], bye=BYES[one["bye"]])


# --- standings and players -----------------------------------------------------------------------


def team_standings(now: Tournament, names: Names) -> list[dict[str, Any]]:
    """Return the standings of teams: rank, match points and board points.

    Both come from the log. A match that was forfeited as a whole has no board points.
    """
    lines = final(now) if now.finished is not None else standings(now).lines if now.round else ()
    scored = dict.fromkeys(now.entrants, 0)
    for played in now.rounds():
        for result in played.results:
            if result is not None and result.how is not How.FORFEIT and result.points:
                for ref, points in zip(result.pod.seats, result.points, strict=True):
                    scored[ref] += points or 0
    return [
        {"rank": line.rank, "number": line.number, "entrant": line.ref, "name": names[line.ref],
         "match_points": str(line.points), "board_points": board_points(scored[line.ref])}
        for line in lines
    ]  # fmt: skip


def team_standings_lines(data: Sequence[Mapping[str, Any]]) -> Iterator[Text]:
    """Yield the standings of teams in words."""
    for one in data:
        yield say("{rank}. {name}: match points {match}, board points {board}", rank=one["rank"], name=one["name"],
                  match=points_text(Fraction(one["match_points"])),
                  board=points_text(Fraction(one["board_points"])))  # fmt: skip


def players_data(
    ledger: Ledger, now: Tournament, teams: Teams, names: Names, players: Names
) -> list[dict[str, Any]]:  # fmt: skip
    """Return the results of all players on the boards, best first."""
    rounds = {}
    for seating in now.seatings:
        told = team_round(ledger, now.id, seating.number)
        rounds[seating.number] = [
            boards_at(teams, told, seating, table) for table in range(1, len(seating.pods) + 1)
            if told.match(seating.matches[table - 1]).begun or table in seating.reports
        ]  # fmt: skip
    teams_by = {one: ref for ref, team in teams.rosters.items() for one in team.players}
    return [
        {"name": players[one.ref], "team": names[teams_by[one.ref]], "points": board_points(one.points),
         "games": one.games, "forfeits": one.forfeits,
         "boards": [{"round": number, "board": board} for number, board in sorted(one.boards.items())]}
        for one in player_scores(teams.rosters, rounds)
    ]  # fmt: skip


def players_lines(data: Sequence[Mapping[str, Any]]) -> Iterator[Text]:
    """Yield players' results in words."""
    for one in data:
        points = points_text(Fraction(one["points"]))
        yield say("{name} ({team}): {points} · games {games} · forfeits {forfeits}", name=one["name"],
                  team=one["team"], points=points, games=one["games"], forfeits=one["forfeits"])  # fmt: skip


def line_up_data(
    ledger: Ledger, now: Tournament, teams: Teams, ref: Ref, players: Names, moment: datetime
) -> dict[str, Any]:  # fmt: skip
    """Return a captain's view: the roster, this round's line-up, and the deadline for changes."""
    seating = now.seatings[-1] if now.seatings else None
    table = next((k for k, pod in enumerate(seating.pods, start=1) if ref in pod), None) if seating else None
    told = team_round(ledger, now.id, now.round) if seating else TeamRound()
    match = told.match(seating.matches[table - 1]) if seating and table else told.match("")
    chosen, team = line_up_of(teams, match, ref), teams.team(ref)
    reported = bool(seating and table and table in seating.reports)
    return {
        "round": now.round, "table": table, "until": told.until.isoformat() if told.until else None,
        "open": table is not None and not (told.is_closed(moment) or match.begun or reported or now.finished),
        "handed_in": ref in match.line_ups,
        "players": [
            {"place": place, "name": players[one], "away": one in team.away,
             "board": chosen.index(one) + 1 if one in chosen else None}
            for place, one in enumerate(team.players, start=1)
        ],
    }  # fmt: skip
