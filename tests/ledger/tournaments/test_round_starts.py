"""A round starts automatically at its time: once, even after a restart; if it is too late, officials are asked."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.events import Clocked
from tablescribe.domain.tournament.model.roles import RoleRefused
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.verifiers import verify_tournament as outsider
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.ledger.tournaments.round_starts import postponed, set_start, times_told
from tablescribe.ledger.tournaments.tags import set_tag, tags_of
from tablescribe.replays.tournaments.audit import verify
from tablescribe.replays.tournaments.audit_source import of_ledger
from tests.depth import a_few
from tests.ledger.played_tournaments import hall, opened, plan
from tests.ledger.tournaments.test_settling import NOON, Clock

DATABASES = a_few(["sqlite", "postgresql"], 1)

AT = NOON + timedelta(hours=1)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def organiser(ledger: Ledger, clock: Clock) -> TournamentCommands:
    return hall(Scribe(ledger, clock))


def paired(organiser: TournamentCommands, at: datetime | None = AT) -> str:
    """Pair a round of four, and set its time; return the tournament."""
    found = opened(organiser, ["Ada", "Ben", "Cleo", "Dora"], plan(2))
    organiser.pair(found, seed=1)
    now = organiser.tournament(found)
    set_start(organiser.ledger, now, 1, at, organiser.scribe.now(), by="organiser")
    return found


def started(organiser: TournamentCommands, found: str) -> list[Clocked]:
    return organiser.tournament(found).seatings[-1].clocked


def test_at_its_time_tables_open_and_the_clock_starts_by_itself(
    organiser: TournamentCommands, clock: Clock, ledger: Ledger
) -> None:
    found = paired(organiser)
    clock.now = AT - timedelta(seconds=1)
    assert organiser.start_on_time(found) is None
    assert (started(organiser, found), ledger.match_ids()) == ([], [])
    clock.now = AT
    event = organiser.start_on_time(found)
    assert event is not None
    assert (event.by, event.does, event.at, len(ledger.match_ids())) == ("hall", "start", AT, 2)
    assert organiser.start_on_time(found) is None, "not twice"
    assert not verify(of_ledger(ledger, found)).findings
    assert outsider.DOES["Clocked"] == "clock"


def test_a_service_that_was_down_starts_it_late_with_its_real_time_and_asks_after_ten_minutes(
    organiser: TournamentCommands, clock: Clock, ledger: Ledger
) -> None:
    found = paired(organiser)
    clock.now = AT + 9 * MINUTE
    again = hall(Scribe(ledger, clock))  # as another process finds it
    event = again.start_on_time(found)
    assert event is not None
    assert event.at == AT + 9 * MINUTE
    other = paired(organiser, AT + 30 * MINUTE)
    clock.now = AT + 41 * MINUTE
    assert again.start_on_time(other) is None
    assert not started(organiser, other)


def test_two_services_start_a_round_once(organiser: TournamentCommands, clock: Clock, ledger: Ledger) -> None:
    found = paired(organiser)
    clock.now = AT
    services = [hall(Scribe(ledger, clock)) for _ in range(6)]
    with ThreadPoolExecutor(6) as threads:
        done = list(threads.map(lambda one: one.start_on_time(found), services))
    assert sum(one is not None for one in done) == 1
    assert (len(started(organiser, found)), len(ledger.match_ids())) == (1, 2)


def test_an_official_postpones_it_or_stops_it_and_two_do_not_undo_each_other(
    organiser: TournamentCommands, clock: Clock, ledger: Ledger
) -> None:
    found = paired(organiser)
    now = organiser.tournament(found)
    later = postponed(AT, 10 * MINUTE, clock.now)
    assert later == AT + 10 * MINUTE
    assert postponed(AT, 10 * MINUTE, AT + timedelta(seconds=5)) == AT + 11 * MINUTE, "from now on, in whole minutes"
    set_start(ledger, now, 1, later, clock.now, by="arbiter", seen=AT, must_match=True)
    with pytest.raises(Refused, match="Someone else"):
        set_start(ledger, now, 1, later + MINUTE, clock.now, by="organiser", seen=AT, must_match=True)
    with pytest.raises(RoleRefused):
        set_start(ledger, now, 1, None, clock.now, by="desk")
    clock.now = AT
    assert organiser.start_on_time(found) is None
    set_start(ledger, now, 1, None, clock.now, by="organiser")
    clock.now = later
    assert organiser.start_on_time(found) is None
    assert times_told(ledger, found) == {1: None}


def test_the_plan_sets_times_as_well(organiser: TournamentCommands, clock: Clock) -> None:
    given = plan(2, starts=["2026-01-02T14:00+01:00", ""])
    found = opened(organiser, ["Ada", "Ben"], given)
    organiser.pair(found, seed=1)
    clock.now = datetime(2026, 1, 2, 13, tzinfo=UTC)
    assert organiser.start_on_time(found) is not None
    assert outsider.is_plan(organiser.tournament(found).announced.plan, whole=True)


def test_tags_are_given_and_taken_away_beside_the_log(organiser: TournamentCommands, ledger: Ledger) -> None:
    found = opened(organiser, ["Ada", "Ben"], plan(1))
    now = organiser.tournament(found)
    ada, ben = now.entrants
    assert set_tag(ledger, now, ada, " U18 ", True, by="desk") == {"U18"}
    set_tag(ledger, now, ada, "W", True, by="desk")
    set_tag(ledger, now, ben, "W", True, by="desk")
    set_tag(ledger, now, ben, "W", False, by="desk")
    assert tags_of(ledger, found) == {ada: {"U18", "W"}}
    set_tag(ledger, now, ben, "B", True, by="desk")
    ledger.erase("Ben")
    assert tags_of(ledger, found) == {ada: {"U18", "W"}}, "tags go with the person"
    assert organiser.tournament(found).version == now.version
    with pytest.raises(RoleRefused):
        set_tag(ledger, now, ada, "W", True, by="player")
    for wrong in ("", "a\nb", "x" * 41):
        with pytest.raises(Refused, match="a tag has"):
            set_tag(ledger, now, ada, wrong, True, by="desk")
