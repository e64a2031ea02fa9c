"""Scheduled starts: set, postponed and stopped on the timer's page, counted down for everybody, carried out once."""

from __future__ import annotations

import re
import threading
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from tablescribe.domain.tournament.model.events import Clocked
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.ledger.tournaments.round_starts import times_told
from tablescribe.replays.web.tournaments import round_starts
from tablescribe.replays.web.tournaments.round_starts import keep_starting, read_time, start_all
from tests.replays.web.conftest import Service
from tests.replays.web.tournament_visitors import announced, done, token_of
from tests.replays.web.tournaments.test_pages import SITE

HOUR = timedelta(hours=1)


def in_an_hour() -> datetime:
    return datetime.now(UTC).replace(second=0, microsecond=0) + HOUR


def sets(service: Service, token: str, found: str, **said: Any) -> Any:
    return service.ask("POST", f"/t/{found}/starts", token, data={"round": 1, **said}, headers=SITE)


def moves_on(monkeypatch: pytest.MonkeyPatch, by: timedelta) -> None:
    """Advance the service's clock."""

    class Later(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:  # type: ignore[override]
            return datetime.now(tz) + by

    monkeypatch.setattr(round_starts, "datetime", Later)
    monkeypatch.setattr(Scribe, "now", lambda self: datetime.now(UTC) + by)
    monkeypatch.setattr(
        "tablescribe.ledger.matches.scribe.Scribe.stamp",
        lambda self, old=Scribe.stamp: _moved(old(self), by),
    )


def _moved(stamp: Any, by: timedelta) -> Any:
    return type(stamp)(stamp.at + by, stamp.recorder, stamp.device, stamp.salt)


def test_an_official_sets_postpones_and_stops_a_start(service: Service, organiser: str, ledger: Ledger) -> None:
    found = announced(service, organiser)
    done(service, organiser, found, "pairings")
    at = in_an_hour()
    local = at.astimezone().strftime("%Y-%m-%dT%H:%M")
    past = sets(service, organiser, found, does="set", time="2020-01-01T10:00")
    assert (past.status_code, "has passed" in past.text) == (409, True)
    assert sets(service, organiser, found, does="set", time="noon").status_code == 409
    assert sets(service, organiser, found, does="set", time=local).status_code == 303
    assert times_told(ledger, found) == {1: at}
    for path in ("", "/timer"):
        page = service.get(f"/t/{found}{path}", organiser).text
        assert f'<time datetime="{at.isoformat()}"' in page
        assert "data-left" in page
    stale = sets(service, organiser, found, does="postpone", minutes=10)
    assert (stale.status_code, "no start time to postpone" in stale.text) == (409, True)
    assert sets(service, organiser, found, does="postpone", minutes=10, was=at.isoformat()).status_code == 303
    assert times_told(ledger, found) == {1: at + timedelta(minutes=10)}
    other = sets(service, organiser, found, does="stop", was=at.isoformat())
    assert (other.status_code, "Someone else set another time" in other.text) == (409, True)
    later = (at + timedelta(minutes=10)).isoformat()
    assert sets(service, organiser, found, does="stop", was=later).status_code == 303
    assert "data-left" not in service.get(f"/t/{found}", organiser).text


def test_everybody_sees_the_countdown_and_only_officials_are_asked_about_a_missed_one(
    service: Service, organiser: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = announced(service, organiser)
    done(service, organiser, found, "pairings")
    links = service.get(f"/api/v1/tournaments/{found}/links", organiser).json()["tables"][0]["players"]
    player = token_of(links[0]["link"])
    wall = f"/t/{found}/wall/part"
    before = service.get(wall).text
    at = in_an_hour()
    assert sets(service, organiser, found, does="set", time=at.isoformat()).status_code == 303
    after = service.get(wall).text
    assert f'data-start="{round(at.timestamp() * 1000)}" data-counts="yes"' in after
    assert re.findall(r'data-starts="(\w+)"', before) != re.findall(r'data-starts="(\w+)"', after)
    assert "Round 1 starts at" in service.get(f"/t/{found}/me", player).text
    moves_on(monkeypatch, HOUR + timedelta(minutes=30))
    assert "Round 1 did not start at" in service.get(f"/t/{found}", organiser).text
    page = service.get(f"/t/{found}/me", player).text
    assert "Round 1 is late: it was due at" in page
    assert "Start it now" not in page


def test_the_service_starts_a_round_at_its_time_and_not_twice(
    service: Service, organiser: str, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = announced(service, organiser)
    done(service, organiser, found, "pairings")
    sets(service, organiser, found, does="set", time=in_an_hour().isoformat())
    queries = service.app.state.queries
    assert start_all(queries) == round_starts.EVERY
    assert service.get(f"/t/{found}/clock").json()["clock"]["state"] == "waiting"
    moves_on(monkeypatch, HOUR + timedelta(seconds=90))
    for _ in range(2):
        start_all(queries)
    now = TournamentCommands(Scribe(ledger)).tournament(found)
    assert [(one.by, one.does) for one in now.events if isinstance(one, Clocked)] == [("hall", "start")]
    assert len(ledger.match_ids()) == 2
    log = service.get(f"/api/v1/tournaments/{found}/log", organiser).json()
    assert log[-1]["words"] == "Round 1 started at its time"


def test_the_loop_ends_with_the_service(service: Service) -> None:
    ends = threading.Event()
    loop = threading.Thread(target=keep_starting, args=(service.app.state.queries, ends))
    loop.start()
    ends.set()
    loop.join(60)
    assert not loop.is_alive()


def test_the_api_sets_times_too(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    path, at = f"/api/v1/tournaments/{found}/schedule", in_an_hour()
    assert service.get(path, organiser).json()["next"] is None
    told = service.ask("PUT", f"{path}/1", organiser, json={"at": at.isoformat()}).json()
    assert (told["next"]["round"], told["next"]["published"], told["next"]["state"]) == (1, False, "ahead")
    assert [one["by"] for one in told["rounds"]] == ["officials", None, None]
    twice = service.ask("PUT", f"{path}/1", organiser, json={"at": None})
    assert twice.status_code == 409, "another time was seen"
    stopped = service.ask("PUT", f"{path}/1", organiser, json={"at": None, "was": at.isoformat()}).json()
    assert stopped["next"] is None
    zoneless = service.ask("PUT", f"{path}/1", organiser, json={"at": "2030-01-01T10:00:00"})
    assert (zoneless.status_code, "no time zone" in zoneless.text) == (409, True)


def test_a_time_of_a_form_is_that_of_the_device() -> None:
    assert read_time("2026-12-05T14:00", "60") == datetime(2026, 12, 5, 13, tzinfo=UTC)
    assert read_time("2026-12-05T14:00+02:00", "60") == datetime(2026, 12, 5, 12, tzinfo=UTC)
    assert read_time("2026-12-05T14:00", "") == datetime(2026, 12, 5, 14).astimezone()
