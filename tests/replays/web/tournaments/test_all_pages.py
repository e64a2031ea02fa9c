"""Every page of a tournament answers for all its visitors, whatever was recorded in whatever order.

A state machine holds tournaments as officials may: each rule is a command, refused or not. Then all pages and all
API responses are requested, in every role, for every round, table, match, person and event.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from tablescribe.domain.tournament.model.events import TOURNAMENT_EVENTS
from tablescribe.domain.tournament.model.field import Bye
from tablescribe.domain.tournament.model.plan import Plan
from tablescribe.domain.tournament.model.prize_plan import Category, Prize, Prizes
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import Spoken
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.ledger.tournaments.publicity import show
from tablescribe.ledger.tournaments.round_starts import set_start
from tablescribe.ledger.tournaments.tags import set_tag
from tablescribe.replays.web.http.limits import TokenBuckets
from tests.depth import ALL, a_few, times
from tests.ledger.played_tournaments import hall, plan
from tests.ledger.tournaments.test_seeds import SEED, alone, play_out
from tests.replays.web.conftest import Service
from tests.replays.web.tournaments.test_pages import went

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Egon")
TOGETHER: dict[str, Any] = {"kind": "pods", "pods": [3], "scoring": {"kind": "results", "coalition": "split"}}
PRIZES = Prizes(categories=(
    Category(name="Main", prizes=(Prize(amount=301), Prize(amount=100)), ties="hort"),
    Category(name="Juniors", prizes=(Prize(thing="Cup"),), ties="rank", tag="U18", besides=True),
))  # fmt: skip
PLANS: dict[str, Plan] = {
    "two at a table": plan(2, tie_breaks=["buchholz", "wins", "lot"], late={"until": 2}, time_limit=50).model_copy(
        update={"prizes": PRIZES}
    ),
    "three at a table": plan(2, tie_breaks=["opponents_average", "lot"], **TOGETHER),
    "a knockout": plan(2, kind="elimination", tie_breaks=["wins", "lot"]),
    "one shuffle for all": alone(2, tie_breaks=["lot"], late={"until": 2}),
}
PARTS = times(1, 4)
"""In how many parts pages are requested after each event; each takes its share of the events."""
STREAMS = "/events"
"""Endings of paths that are endless streams, tested elsewhere."""


@pytest.fixture(autouse=True)
def any_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TokenBuckets, "take", lambda self, client, now: True)


@pytest.fixture
def officials(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> TournamentCommands:
    monkeypatch.setattr("tablescribe.ledger.tournaments.seeds.secrets", SimpleNamespace(token_bytes=lambda n: SEED))
    return hall(Scribe(ledger))


class Visitors:
    """All kinds of visitors of a tournament, and everything that they can request."""

    def __init__(self, service: Service, found: str) -> None:
        self.service, self.found = service, found
        self.tokens = {"nobody": "", "organiser of all": service.token()}
        for role in ("organiser", "arbiter", "desk", "public"):
            self.tokens[role] = service.token(role, match=found)

    def ask_for_everything(self, now: Tournament, *, all_by_organiser: bool = ALL) -> None:
        """Request each page in each role. Visitors without the right are refused, and nothing fails.

        By default each role requests an eighth, so each page is requested in one or two roles; the organiser of all may
        see all of them.
        """
        players = {f"player {one.number}": one.number for one in now.field()[:3]}
        for name, number in players.items():
            if name not in self.tokens:
                self.tokens[name] = self.service.token("player", match=self.found, seat=number)
        paths = list(self.paths(now))
        for place, (who, token) in enumerate(self.tokens.items()):
            everything = ALL or (all_by_organiser and who == "organiser of all")
            for path in paths if everything else paths[place % 8 :: 8]:
                answer = self.service.get(path, token)
                assert answer.status_code < 500, (who, path, [type(one).__name__ for one in now.events])
        own = self.service.get(f"/t/{self.found}/me", next((self.tokens[one] for one in players), ""))
        assert not players or own.status_code == 200

    def paths(self, now: Tournament) -> Iterator[str]:
        """Yield the address of everything that can be read of a tournament."""
        tables = [(one.number, table) for one in now.seatings for table in range(1, len(one.pods) + 1)] or [(1, 1)]
        for method, route in self.service.routes():
            path = route.replace("{tournament_id}", self.found)
            if method != "GET" or path == route or path.endswith(STREAMS):
                continue
            if "{table}" in path:
                yield from (path.format(number=number, table=table) for number, table in tables)
            elif "/rounds/" in path:
                yield from (path.format(number=number) for number in range(1, now.round + 2))
            elif "{number}" in path:
                yield from (path.format(number=one.number) for one in now.field())
            elif "{event}" in path:
                yield from (path.format(event=version) for version in range(1, now.version + 1))
            elif "{match_id}" in path:
                yield from (path.format(match_id=one) for one in a_few(now.match_ids(), 1))
            else:
                yield path


class Officials(RuleBasedStateMachine):
    """Officials who do anything in any order."""

    def __init__(self, service: Service, officials: TournamentCommands, ledger: Ledger) -> None:
        super().__init__()
        self.service, self.officials, self.ledger = service, officials, ledger
        self.found = ""

    def try_to(self, do: Callable[[], object]) -> None:
        """Do something, or be refused as an official would be."""
        with suppress(Spoken):
            do()

    @property
    def now(self) -> Tournament:
        return self.officials.tournament(self.found)

    def event(self, choice: int) -> int:
        return 1 + choice % self.now.version

    @initialize(kind=st.sampled_from(sorted(PLANS)), people=st.integers(0, 4), names=st.booleans())
    def announce(self, kind: str, people: int, names: bool) -> None:
        self.found = self.officials.announce(PLANS[kind]).id
        if people:
            self.officials.enter(self.found, NAMES[:people])
        show(self.ledger, self.found, names=names, words=names, by="organiser")

    @rule(name=st.sampled_from(NAMES), apart=st.booleans())
    def enter(self, name: str, apart: bool) -> None:
        self.try_to(lambda: self.officials.enter(self.found, [name], may_not_meet=["#1"] if apart else []))

    @rule(number=st.integers(1, 5))
    def withdraw(self, number: int) -> None:
        self.try_to(lambda: self.officials.withdraw(self.found, f"#{number}", reason="ill"))

    @rule(number=st.integers(1, 5))
    def come_back(self, number: int) -> None:
        self.try_to(lambda: self.officials.return_entrant(self.found, f"#{number}", reason="well again"))

    @rule(bye=st.sampled_from([None, *Bye]))
    def pair(self, bye: Bye | None) -> None:
        self.try_to(lambda: self.officials.pair(self.found, byes={"#1": bye} if bye else None, seed=1))

    @rule(one=st.integers(1, 5), other=st.integers(1, 5))
    def adjust(self, one: int, other: int) -> None:
        self.try_to(lambda: self.officials.adjust(self.found, (f"#{one}", f"#{other}"), reason="late"))

    @rule()
    def start(self) -> None:
        self.try_to(lambda: self.officials.start(self.found))

    @rule(choice=st.integers(0, 9), abandoned=st.booleans())
    def play(self, choice: int, abandoned: bool) -> None:
        matches = [one for one in self.now.match_ids() if self.ledger.log.rows(one)]
        if matches:
            match = matches[choice % len(matches)]
            if not abandoned:
                self.try_to(lambda: play_out(self.officials, match, choice, close=False))
            self.try_to(lambda: self.officials.scribe.close(match, abandoned=abandoned))

    @rule(table=st.integers(1, 2), places=st.lists(st.integers(1, 3), min_size=1, max_size=3), together=st.booleans(),
          absent=st.sets(st.integers(1, 3), max_size=2))  # fmt: skip
    def report(self, table: int, places: list[int], together: bool, absent: set[int]) -> None:
        number = max(self.now.round, 1)
        how: dict[str, Any] = {"absent": absent, "together": together}
        self.try_to(lambda: self.officials.report(self.found, table, places, round_number=number, **how))

    @rule(table=st.integers(1, 2), ticked=st.sampled_from(["1", "3", "6", "213"]))
    def type_slip(self, table: int, ticked: str) -> None:
        self.try_to(lambda: self.officials.type_slip(self.found, max(self.now.round, 1), table, ticked))

    @rule(number=st.integers(1, 2), table=st.integers(1, 2), together=st.booleans(),
          places=st.lists(st.integers(1, 3), min_size=1, max_size=3))  # fmt: skip
    def correct(self, number: int, table: int, places: list[int], together: bool) -> None:
        words: dict[str, Any] = {"clause": "T-4", "reason": "so it was"}
        self.try_to(lambda: self.officials.correct(self.found, number, table, places, **words, together=together))

    @rule(number=st.integers(1, 5), points=st.fractions(Fraction(1, 4), Fraction(3)))
    def penalise(self, number: int, points: Fraction) -> None:
        points = points.limit_denominator(4)
        self.try_to(lambda: self.officials.penalise(self.found, f"#{number}", points, clause="T-9", reason="late"))

    @rule(number=st.integers(1, 5), about=st.integers(0, 40))
    def appeal(self, number: int, about: int) -> None:
        self.try_to(
            lambda: self.officials.appeal(self.found, f"#{number}", self.event(about), reason="no", by="player")
        )

    @rule(upheld=st.booleans(), choice=st.integers(0, 5))
    def decide(self, upheld: bool, choice: int) -> None:
        pending = [one.originator_version for one in self.now.open_appeals()] or [1]
        version = pending[choice % len(pending)]
        self.try_to(lambda: self.officials.decide(self.found, version, upheld=upheld, reason="so"))

    @rule(number=st.integers(1, 2), hours=st.sampled_from([None, 1, 2]))
    def set_a_time(self, number: int, hours: int | None) -> None:
        now = datetime.now(UTC)
        at = now + timedelta(hours=hours) if hours else None
        self.try_to(lambda: set_start(self.ledger, self.now, number, at, now, by="organiser"))

    @rule(number=st.integers(1, 5), has=st.booleans())
    def tag(self, number: int, has: bool) -> None:
        self.try_to(
            lambda: set_tag(self.ledger, self.now, self.officials.person(self.now, f"#{number}"), "U18", has, by="desk")
        )

    @rule(does=st.sampled_from(["start", "pause", "resume", "extend"]))
    def clock(self, does: str) -> None:
        seconds = 60 if does == "extend" else 0
        self.try_to(lambda: self.officials.clock(self.found, does, seconds=seconds, reason="late"))

    @rule(order=st.permutations([1, 2, 3, 4]), by_hand=st.booleans(), size=st.integers(2, 4))
    def draw_lot(self, order: list[int], by_hand: bool, size: int) -> None:
        drawn = [f"#{number}" for number in order if number <= size] if by_hand else []
        self.try_to(lambda: self.officials.draw_lot(self.found, order=drawn, how="a hat" if by_hand else ""))

    @rule()
    def finish(self) -> None:
        self.try_to(lambda: self.officials.finish(self.found))

    def teardown(self) -> None:
        if self.found:
            Visitors(self.service, self.found).ask_for_everything(self.now)


@pytest.mark.parametrize("part", range(times(1, 15)))  # each far below the time after which a test counts as hung
def test_all_pages_answer_whatever_officials_did(
    service: Service, officials: TournamentCommands, ledger: Ledger, part: int
) -> None:
    how = settings(
        max_examples=times(3, 10), stateful_step_count=times(12, 30), deadline=None,
        suppress_health_check=list(HealthCheck), phases=[Phase.generate, *([Phase.shrink] if ALL else [])],
    )  # fmt: skip
    machine = partial(Officials, service, officials, ledger)
    run_state_machine_as_test(cast(type[Officials], machine), settings=how)


def evening_of_two(officials: TournamentCommands, found: str) -> Iterator[object]:
    """Two at a table: a clock, a withdrawal, changed seats, a penalty contested, a report corrected, a lot."""
    yield officials.check_in(found, "#1", by="player")
    yield officials.request_bye(found, "#2", 2, "zero", by="player")
    yield officials.request_bye(found, "#2", 2, "", by="player")
    yield officials.pair(found, seed=1)
    yield officials.penalise(found, "#1", Fraction(1, 2), clause="T-9", reason="late")
    penalty = officials.tournament(found).version
    yield officials.adjust(found, ("#1", "#2"), reason="wrong table")
    yield officials.clock(found, "start")
    yield officials.start(found)
    yield officials.type_slip(found, 1, 1, "1")
    yield officials.report(found, 1, [1, 2])
    yield officials.restate(found, 1, [1, 1])
    yield officials.appeal(found, "#1", penalty, reason="I was there", by="player")
    contested = officials.tournament(found).version
    yield officials.decide(found, contested, upheld=True, reason="so it was")
    yield officials.correct(found, 1, 1, [2, 1], clause="T-4", reason="the slip was misread")
    yield officials.report(found, 2, [1, 1])
    yield officials.enter(found, ["Egon"])
    yield officials.withdraw(found, "#2", reason="ill")
    yield officials.return_entrant(found, "#2", reason="well again")
    yield officials.withdraw(found, "#2", reason="ill again")
    yield officials.pair(found, seed=1)
    for table in (1, 2):
        yield officials.report(found, table, [1, 1])
    yield officials.draw_lot(found, order=["#3", "#4"], how="a hat")
    yield officials.finish(found)


def evening_of_three(officials: TournamentCommands, found: str) -> Iterator[object]:
    """Three at a table who share a win, by a slip and by a correction."""
    yield officials.pair(found, seed=1)
    yield officials.report(found, 1, [1, 1, 3], together=True)
    yield officials.correct(found, 1, 1, [3, 1, 1], clause="T-4", reason="the others did", together=True)


def evening_alone(officials: TournamentCommands, found: str) -> Iterator[object]:
    """Two tables with one shuffle, whose seed is revealed when both are done."""
    yield officials.pair(found, seed=1)
    tables = officials.start(found)
    yield tables
    for one in tables:
        play_out(officials, one.match)
        yield one


@pytest.mark.parametrize("part", range(PARTS))
def test_all_pages_answer_after_each_event_that_there_is(
    service: Service, officials: TournamentCommands, part: int
) -> None:
    evenings = {
        "two at a table": (evening_of_two, 4), "three at a table": (evening_of_three, 3),
        "one shuffle for all": (evening_alone, 2),
    }  # fmt: skip
    kinds = set[type]()
    for name, (evening, people) in evenings.items():
        found = officials.announce(PLANS[name]).id
        officials.enter(found, NAMES[:people])
        visitors = Visitors(service, found)
        for number, _ in enumerate(evening(officials, found)):
            if ALL and number % PARTS == part:
                visitors.ask_for_everything(officials.tournament(found))
        visitors.ask_for_everything(officials.tournament(found), all_by_organiser=evening is evening_of_two)
        kinds |= {type(one) for one in officials.tournament(found).events}
    assert kinds == set(TOURNAMENT_EVENTS)


def test_a_player_who_was_penalised_reads_and_contests_it(
    service: Service, officials: TournamentCommands, organiser: str
) -> None:
    found = officials.announce(PLANS["two at a table"]).id
    officials.enter(found, NAMES[:2])
    officials.pair(found, seed=1)
    officials.penalise(found, "#1", Fraction(1, 2), clause="T-9", reason="late")
    version = officials.tournament(found).version
    me = service.token("player", match=found, seat=1)
    page = service.get(f"/t/{found}/me", me)
    assert page.status_code == 200
    assert f'<option value="{version}">Round 1: penalty −½</option>' in page.text
    assert went(service, me, f"/t/{found}/me", f"/t/{found}/appeal", about=str(version), reason="I was there")
    assert [one.about for one in officials.tournament(found).open_appeals()] == [version]
