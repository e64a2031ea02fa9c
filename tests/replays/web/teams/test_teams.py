"""A team tournament on its pages and through the API: rosters, captains' line-ups, boards, standings."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from tests.replays.web.conftest import Service
from tests.replays.web.tournament_visitors import announced, done
from tests.replays.web.tournaments.test_pages import SITE
from tests.support import has_word

LEAGUE: dict[str, Any] = {
    "game": "chess", "scoring": {"win": 2, "draw": 1, "loss": 0, "forfeit_win": 2}, "tie_breaks": ["game_points"],
    "byes": {"pairing": 2},
}  # fmt: skip
PEOPLE = {"Rooks": ["Ada", "Ben", "Cleo"], "Knights": ["Dora", "Egon", "Fee"]}


def form(service: Service, token: str, path: str, **data: Any) -> httpx.Response:
    return service.ask("POST", path, token, data=data, headers=SITE)


@pytest.fixture
def league(service: Service, organiser: str) -> str:
    """A match of two teams on two boards, round 1 paired."""
    found = announced(service, organiser, tuple(PEOPLE), **LEAGUE)
    base = f"/api/v1/tournaments/{found}"
    assert service.post(f"{base}/teams", organiser, boards=2).status_code == 201
    for number, names in enumerate(PEOPLE.values(), start=1):
        told = service.post(f"{base}/rosters", organiser, number=number, names=names)
        assert told.status_code == 201, told.text
    done(service, organiser, found, "pairings", seed=1)
    return found


def captain(service: Service, league: str, number: int) -> str:
    return service.token("player", match=league, seat=number)


def boards(service: Service, token: str, league: str) -> dict[str, Any]:
    told = service.get(f"/api/v1/tournaments/{league}/boards", token)
    assert told.status_code == 200, told.text
    return dict(told.json()["tables"][0])


def test_teams_are_entered_on_pages(service: Service, organiser: str) -> None:
    found = announced(service, organiser, tuple(PEOPLE), **LEAGUE)
    base = f"/t/{found}"
    page = service.get(f"{base}/teams", organiser).text
    assert "people, not teams" in page
    assert f'href="{base}/boards"' not in page
    assert form(service, organiser, f"{base}/teams", boards=2).status_code == 303
    refused = form(service, organiser, f"{base}/roster", number=1, names="Ada\nada")
    assert refused.status_code == 409
    assert "on the roster twice" in refused.text
    assert form(service, organiser, f"{base}/roster", number=1, names="Ada\n\nBen\nCleo\n").status_code == 303
    assert form(service, organiser, f"{base}/away", number=1, place=2, away="yes").status_code == 303
    page = service.get(f"{base}/teams", organiser).text
    assert "reserve" in page
    assert "Here again" in page
    assert f'href="{base}/boards"' in page
    assert "No rounds paired yet" in service.get(f"{base}/boards", organiser).text


def test_captains_choose_line_ups_and_see_those_of_others_when_the_time_is_over(
    service: Service, organiser: str, league: str
) -> None:
    base, api = f"/t/{league}", f"/api/v1/tournaments/{league}"
    one, other = captain(service, league, 1), captain(service, league, 2)
    later = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
    set_time = service.post(f"{api}/line-up-times", organiser, **{"round": 1, "until": later, "as": "arbiter"})
    assert set_time.status_code == 201
    page = service.get(f"{base}/line-up", one).text
    assert "Not submitted" in page
    assert form(service, one, f"{base}/line-up", place=["1", "3"]).status_code == 303
    assert "Submitted" in service.get(f"{base}/line-up", one).text
    assert service.post(f"{api}/line-ups", one, number=2, places=[1]).status_code == 403
    mine = [name for board in boards(service, one, league)["boards"] for name in board["players"]]
    assert set(mine) == {"Ada", "Cleo", None}
    assert not has_word(service.get(f"{base}/boards", other).text, "Cleo")
    assert "Line-ups are hidden" in service.get(f"{base}/boards", other).text
    assert "Cleo" in service.get(f"{base}/boards", organiser).text
    early = form(service, other, f"{base}/boards", table=1, round=1, result=["1-0", "1-0"])
    assert early.status_code == 409, "a result would show the other line-up before its time"
    assert form(service, organiser, f"{base}/line-up-time", round=1).status_code == 303
    assert "Cleo" in service.get(f"{base}/boards", other).text, "without a time, line-ups are shown at once"
    assert form(service, organiser, f"{base}/line-up-time", round=1, minutes=20).status_code == 303
    assert "Line-ups until" in service.get(f"{base}/boards", other).text
    assert form(service, one, f"{base}/line-up-time", round=1, minutes=20).status_code == 403


def test_both_captains_or_an_official_enter_results_by_board(service: Service, organiser: str, league: str) -> None:
    base = f"/t/{league}"
    one, other = captain(service, league, 1), captain(service, league, 2)
    assert 'name="result"' in service.get(f"{base}/boards", one).text
    assert form(service, one, f"{base}/boards", table=1, round=1, result=["1-0", "½-½"]).status_code == 303
    assert not boards(service, one, league)["reported"]
    assert "The other captain has entered: 1: 1-0" in " ".join(service.get(f"{base}/boards", other).text.split())
    assert form(service, other, f"{base}/boards", table=1, round=1, result=["", "½-½"]).status_code == 303
    found = boards(service, other, league)
    assert [board["result"] for board in found["boards"]] == ["", "½-½"]
    assert form(service, organiser, f"{base}/boards", table=1, round=1, result=["0-1", ""]).status_code == 303
    found = boards(service, organiser, league)
    assert (found["points"], found["agrees"]) == (["1/2", "3/2"], True)
    assert [board["by"] for board in found["boards"]] == ["organiser", "captains"]
    standings = service.get(f"/api/v1/tournaments/{league}/team-standings", one).json()
    assert [(line["match_points"], line["board_points"]) for line in standings] == [("2", "3/2"), ("0", "1/2")]
    assert "<td>1½</td>" in service.get(f"{base}/teams", one).text
    assert '<span class="soft">1½</span>' in service.get(base, organiser).text
    players = service.get(f"/api/v1/tournaments/{league}/players", one).json()
    assert {line["name"] for line in players if line["games"]} == {"Ada", "Ben", "Dora", "Egon"}
    assert form(service, one, f"{base}/boards", table=1, round=1, result=["1-0"]).status_code == 409


def test_pages_lead_to_boards_and_offer_no_result_without_them(service: Service, organiser: str, league: str) -> None:
    overview = service.get(f"/t/{league}", organiser).text
    assert f'href="/t/{league}/boards' in overview
    assert "Start all matches" not in overview
    assert f'action="/t/{league}/report"' not in overview
    mine = service.get(f"/t/{league}/me", captain(service, league, 1)).text
    assert f'href="/t/{league}/boards#table-1"' in mine
    assert f'href="/t/{league}/line-up"' in mine


def test_players_are_places_for_who_may_not_see_names(service: Service, organiser: str, league: str) -> None:
    public = service.token("public", match=league)
    for path in ("boards", "teams"):
        page = service.get(f"/t/{league}/{path}", public)
        assert page.status_code == 200
        assert not has_word(page.text, "Ada")
        assert "Rooks" not in page.text
    assert service.get(f"/t/{league}/line-up", public).status_code == 403


def test_a_tournament_of_people_has_no_boards(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    refused = service.get(f"/api/v1/tournaments/{found}/boards", organiser)
    assert refused.status_code == 409
    assert "not teams" in refused.text
