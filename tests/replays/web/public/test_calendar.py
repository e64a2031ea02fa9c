"""Rounds as a calendar: readable by another library, the same entry after each change, nothing private."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar

from tablescribe.domain.words.escaping import visible
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.ledger.tournaments.publicity import show
from tablescribe.ledger.tournaments.round_starts import set_start
from tablescribe.replays.tournaments.calendar import CalendarEvent, calendar, folded
from tests.ledger.played_tournaments import hall, opened
from tests.replays.web.conftest import Service
from tests.replays.web.public.test_pages import KEPT_BACK, PEOPLE, limited

NOON = datetime(2026, 12, 5, 12, tzinfo=UTC)


@pytest.fixture
def officials(ledger: Ledger) -> TournamentCommands:
    return hall(Scribe(ledger))


@pytest.fixture
def found(officials: TournamentCommands) -> str:
    """A tournament of which the first round is paired, and the first two have times by the plan."""
    starts = [one.isoformat() for one in (NOON, NOON + timedelta(hours=2))]
    found = opened(officials, PEOPLE, limited(starts=[*starts, ""]))
    officials.pair(found, seed=2)
    return found


def read(service: Service, found: str, query: str = "", token: str = "") -> list[Any]:
    answer = service.get(f"/t/{found}/rounds.ics{query}", token)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


def test_each_round_with_a_time_is_an_entry(service: Service, found: str) -> None:
    first, second = read(service, found)
    assert (first.decoded("DTSTART"), first.decoded("DTEND")) == (NOON, NOON + timedelta(minutes=50))
    assert str(first["SUMMARY"]) == "Autumn Open: round 1"
    assert str(first["URL"]) == f"http://table.test/t/{found}/pairings?round=1"
    assert service.get(str(second["URL"]).removeprefix("http://table.test")).status_code == 200
    assert first["UID"] != second["UID"]


def test_an_entry_is_moved_not_added_when_its_time_changes(
    service: Service, ledger: Ledger, officials: TournamentCommands, found: str
) -> None:
    """Given a time that is moved, moved back, and stopped, then its entry keeps its id and counts each change."""
    before = read(service, found)[1]
    sequences, later = [int(before["SEQUENCE"])], NOON + timedelta(hours=3)
    for at in (later, NOON + timedelta(hours=2), None):
        set_start(ledger, officials.tournament(found), 2, at, NOON - timedelta(days=1), by="organiser")
        service.app.state.boards.outdated(found)
        after = read(service, found)[1]
        assert after["UID"] == before["UID"]
        assert after.decoded("DTSTART") == (at or NOON + timedelta(hours=2))
        assert str(after["STATUS"]) == ("CONFIRMED" if at else "CANCELLED")
        sequences.append(int(after["SEQUENCE"]))
    assert sequences == sorted(set(sequences))


def test_a_persons_rounds_say_where_and_against_whom(
    service: Service, ledger: Ledger, officials: TournamentCommands, found: str
) -> None:
    now = officials.tournament(found)
    ref = now.seating(1).pods[1][0]
    number, other = now.entrants[ref].number, now.entrants[now.seating(1).pods[1][1]].number
    first, second = read(service, found, f"?number={number}")
    assert (str(first["LOCATION"]), str(first["DESCRIPTION"])) == ("Table 2", f"Against #{other}")
    assert "LOCATION" not in second, "it is not paired yet"
    assert first["UID"] != read(service, found)[0]["UID"]
    (table, _) = read(service, found, "?table=2")
    assert f"#{number}" in str(table["DESCRIPTION"])
    assert service.get(f"/t/{found}/rounds.ics?number=99").status_code == 409


def test_names_are_in_it_only_where_the_organiser_shows_them(service: Service, ledger: Ledger, found: str) -> None:
    addresses = [f"/t/{found}/rounds.ics{query}" for query in ("", "?number=1", "?table=1", "?table=2")]
    assert not [name for name in KEPT_BACK for one in addresses if name in service.get(one).text]
    show(ledger, found, names=True, by="organiser")
    service.app.state.boards.outdated(found)
    told = "".join(service.get(one).text for one in addresses)
    assert all(name in told for name in PEOPLE)


def test_the_calendar_is_found_on_the_page_of_the_tournament(service: Service, found: str) -> None:
    assert f'href="/t/{found}/rounds.ics"' in service.get(f"/t/{found}/board").text


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_words_come_out_as_they_went_in(title: str, place: str) -> None:
    """Given words with commas, semicolons, backslashes, line breaks and signs of any width, then a reader has them."""
    title, place = visible(title, one_line=True), visible(place, one_line=True)
    text = calendar(title, [CalendarEvent("a@b", 0, NOON, 0, f"x{title}", f"x{place}")], NOON)
    (event,) = Calendar.from_ical(text).walk("VEVENT")
    assert (str(event["SUMMARY"]), str(event["LOCATION"])) == (f"x{title}", f"x{place}")
    assert all(len(part.encode()) <= 75 for part in folded(text.replace("\r\n", "")))
