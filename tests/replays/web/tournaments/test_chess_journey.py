"""A chess club's tournament of real games: paired by the Dutch system, reported to FIDE, its games published."""

from __future__ import annotations

import io
from collections.abc import Iterator

import chess.pgn
import pytest

from tablescribe.domain.games.chess.pgn.importing import script
from tablescribe.domain.tournament.model.field import How
from tablescribe.domain.tournament.model.plan_parsing import plan_from
from tablescribe.domain.tournament.trf import read_trf
from tablescribe.ledger.exchange.trf import export_trf
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.ledger.tournaments.publicity import show
from tests.domain.chess.published import played
from tests.replays.web.conftest import Service

PEOPLE = ["Adalind", "Benedikta", "Clothilde", "Dorothea", "Emerentia", "Felicitas"]

PLAN = {
    "title": "Club Championship",
    "stages": [{"name": "Swiss", "kind": "swiss", "rounds": 3, "game": "chess", "tie_breaks": ["buchholz"]}],
}


@pytest.fixture
def club(ledger: Ledger) -> TournamentCommands:
    scribe = Scribe(ledger)
    found = TournamentCommands(scribe)
    scribe._closed = found.closed
    return found


@pytest.fixture
def games() -> Iterator[str]:
    return (text for text in played() if '[Result "*"]' not in text)


def play_game(club: TournamentCommands, match_id: str, text: str) -> None:
    """Play a game at a table, and close it."""
    for step in script(text).steps():
        assert step.action is not None
        if not club.scribe.match(match_id).is_over:
            club.scribe.play(match_id, step.seat, step.action.data())
    club.scribe.note(match_id, "who would have thought", about_move=1)
    club.scribe.close(match_id)


def read(text: str) -> list[chess.pgn.Game]:
    """Return the games of a file, as another program reads it."""
    file, found = io.StringIO(text), list[chess.pgn.Game]()
    while (game := chess.pgn.read_game(file)) is not None:
        assert not game.errors
        found.append(game)
    return found


def test_a_club_plays_a_tournament_and_publishes_the_games_of_each_round(
    service: Service, ledger: Ledger, club: TournamentCommands, games: Iterator[str]
) -> None:
    found = club.announce(plan_from(PLAN)).id
    club.enter(found, PEOPLE)
    results: dict[tuple[int, int], str] = {}
    for number in (1, 2, 3):
        club.pair(found, seed=number)
        tables = club.start(found)
        for table, one in enumerate(tables, start=1):
            if table == 2:  # while the others play
                page = service.get(f"/t/{found}/pairings?round={number}").text
                assert "Download games" not in page
                refused = service.get(f"/t/{found}/rounds/{number}/games")
                assert refused.status_code == 409
                assert "2, 3" in refused.text
            if (number, table) == (3, 3):
                club.report(found, 3, (1, 2), how=How.FORFEIT, absent=[2])
                continue
            text = next(games)
            play_game(club, one.match, text)
            results[number, table] = read(text)[0].headers["Result"]
        service.app.state.boards.outdated(found)
        assert "Download games" in service.get(f"/t/{found}/pairings?round={number}").text
    told = service.get(f"/t/{found}/rounds/2/games")
    assert told.headers["content-type"] == "application/vnd.chess-pgn; charset=utf-8"
    assert told.headers["content-disposition"] == 'attachment; filename="round-2.pgn"'
    assert "who would have thought" not in told.text
    assert [name for name in PEOPLE if name in told.text] == []
    assert [(game.headers["Round"], game.headers["Result"]) for game in read(told.text)] == [
        (f"2.{table}", results[2, table]) for table in (1, 2, 3)
    ]
    assert [game.headers["Board"] for game in read(service.get(f"/t/{found}/rounds/3/games").text)] == ["1", "2"]
    show(ledger, found, names=True, by="organiser")
    service.app.state.boards.outdated(found)
    now = club.tournament(found)
    names = club.names(now)
    for game, pod in zip(read(service.get(f"/t/{found}/rounds/2/games").text), now.seating(2).pods, strict=True):
        assert (game.headers["White"], game.headers["Black"]) == tuple(names[ref] for ref in pod)
        assert game.headers["Event"] == "Club Championship"
    report = read_trf(export_trf(ledger, now, names).decode())
    sheet = {player.number: player.games for player in report.players}
    assert len(sheet) == len(PEOPLE)
    for (number, table), result in results.items():
        numbers = [now.entrants[ref].number for ref in now.seating(number).pods[table - 1]]
        reported = tuple(cell.result for one in numbers if (cell := sheet[one][number - 1]) is not None)
        assert reported == {"1-0": ("1", "0"), "0-1": ("0", "1"), "1/2-1/2": ("=", "=")}[result]
