"""Tables of duplicate play: what others see of a shuffle that is still in play elsewhere."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tests.ledger.played_tournaments import hall, opened
from tests.ledger.tournaments.test_seeds import SEED, alone, play_out
from tests.replays.web.conftest import Service
from tests.replays.web.tournament_visitors import token_of


@pytest.fixture
def round_of_two(
    service: Service, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> tuple[str, list[str], TournamentCommands]:
    """Return a tournament with two tables of the same shuffle, their matches, and the organiser."""
    monkeypatch.setattr("tablescribe.ledger.tournaments.seeds.secrets", SimpleNamespace(token_bytes=lambda n: SEED))
    organiser = hall(Scribe(ledger))
    found = opened(organiser, ["Ada", "Ben"], alone())
    organiser.pair(found, seed=1)
    return found, [one.match for one in organiser.start(found)], organiser


def links(service: Service, organiser: str, tournament: str) -> dict[str, str]:
    """Return a token for each player by number, and others by role."""
    found = {}
    for role, number in (("player", 1), ("player", 2), ("public", None), ("desk", None), ("arbiter", None)):
        body = {"role": role} | ({"number": number} if number else {})
        given = service.post(f"/api/v1/tournaments/{tournament}/passes", organiser, **body)
        assert given.status_code == 201, given.text
        found[f"{role}{number or ''}"] = token_of(given.json()["link"])
    return found


def seen(service: Service, match: str, token: str) -> list[int]:
    """Return the statuses of everything that would show cards of a match."""
    paths = (f"/api/v1/matches/{match}", f"/m/{match}/replay", f"/m/{match}/steps?move=0", f"/m/{match}/file")
    return [service.get(path, token).status_code for path in paths]


def test_others_see_nothing_of_a_table_until_the_last_of_its_round_is_done(
    service: Service, organiser: str, round_of_two: tuple[str, list[str], TournamentCommands]
) -> None:
    found, (one, other), hall = round_of_two
    tokens = links(service, organiser, found)
    by_number = {hall.tournament(found).entrants[pod[0]].number: match
                 for pod, match in zip(hall.tournament(found).seatings[0].pods, (one, other), strict=True)}  # fmt: skip
    mine, theirs = by_number[1], by_number[2]
    assert set(seen(service, mine, tokens["player1"])) == {200}
    assert set(seen(service, mine, tokens["player2"])) == {403}
    assert set(seen(service, theirs, tokens["public"])) == {403}
    assert service.get(f"/t/{found}/m/{mine}/replay").status_code == 403
    assert "the same shuffle" in service.get(f"/t/{found}/rounds/1/tables/1").text
    for official in ("desk", "arbiter"):
        assert set(seen(service, mine, tokens[official])) == {200}

    play_out(hall, mine)
    assert hall.tournament(found).seatings[0].untold
    assert set(seen(service, mine, tokens["player1"])) == {403}
    page = service.get(f"/m/{mine}", tokens["player1"])
    assert page.status_code == 200
    assert "Your table is finished" in page.text
    assert service.get(f"/m/{mine}/key", tokens["player1"]).status_code == 200

    play_out(hall, theirs)
    assert not hall.tournament(found).seatings[0].untold
    for token in tokens.values():
        assert service.get(f"/m/{mine}/replay", token).status_code == 200
    assert service.get(f"/t/{found}/m/{mine}/replay").status_code == 200
