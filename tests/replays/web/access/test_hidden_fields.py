"""What a seat decides in secret reaches nobody else before it is revealed, whatever they request.

The same match is played twice with another value in the hidden field. Everybody else sees the same, byte for byte.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.proofs.bundles.redaction import as_seen
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.app import make_app
from tablescribe.replays.web.http.limits import TokenBuckets
from tablescribe.replays.web.table.live import LiveUpdates
from tests.depth import a_few, times
from tests.replays.web.auction import registered
from tests.replays.web.conftest import Service, serving
from tests.support import STAMP

__all__ = ["registered"]

MORE = ["/", "/api/v1/matches", "/api/v1/statistics", "/people", "/api/v1/games/auction", "/new"]
FIRST = times(3, 1)
"""The first move after which everybody asks: by default once all is hidden that will be."""

PROBES: list[dict[str, Any]] = [
    {"do": "bid", "amount": 99}, {"do": "parry"}, {"do": "bid"}, {"do": "chase", "fields": 9}, {"do": "bury"},
]  # fmt: skip


@pytest.fixture(autouse=True)
def any_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TokenBuckets, "take", lambda self, client, now: True)


@pytest.fixture(autouse=True)
def one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the same seed for every sealed match, so that two of them differ only in the decision."""
    monkeypatch.setattr(
        "tablescribe.ledger.matches.opening.secrets",
        SimpleNamespace(token_bytes=bytes, choice=secrets.choice, token_urlsafe=secrets.token_urlsafe),
    )


class Table:
    """A match in which seat 1 decides in secret, with everything that all others see."""

    def __init__(self, service: Service, chance: str = "sealed", *, asked: bool = True) -> None:
        self.service, self.organiser = service, service.token()
        body = {"game": "auction", "names": ["A", "B", "C"], "chance": chance}
        self.id = service.post("/api/v1/matches", self.organiser, **body).json()["id"]
        self.phones = {seat: service.token("seat", match=self.id, seat=seat) for seat in (1, 2, 3)}
        self.recorder = service.token("recorder", match=self.id)
        spectator = service.token("spectator", match=self.id)
        self.others = {"seat 2": self.phones[2], "seat 3": self.phones[3], "spectator": spectator}
        self.others |= {"recorder": self.recorder} if chance != "open" else {}  # who is told every card, and all else
        self.told: dict[tuple[int, str, str], str] = {}
        self.moves, self.asked = 0, asked

    def play(self, seat: int, action: dict[str, Any], token: str = "", **more: Any) -> str:
        """Record an action, keep what all others then see, and return the answer."""
        who = {"seat": seat} if token else {}
        done = self.service.record(self.id, token or self.phones[seat], "moves", action=action, **who, **more)
        assert done.status_code == 201, done.text
        self.moves += 1
        self.look()
        return self.bare(done.text)

    def look(self) -> None:
        """Keep what everybody else sees now, by any request; nothing if the table is not to be read."""
        if not self.asked or self.moves < FIRST:
            return
        for name, token in self.others.items():
            routes = [path for method, path in self.service.routes() if method == "GET" and "{match_id}" in path]
            read = [path.replace("{match_id}", self.id) for path in routes if not path.endswith(("/events", "/share"))]
            for move in range(self.moves + 1):
                read += [f"/m/{self.id}/replay?move={move}"]
                read += [f"/api/v1/matches/{self.id}{path}?move={move}" for path in ("", "/board.svg")]
            for path in [*read, *MORE]:
                self.keep(name, path, self.service.get(path, token).text)
            self.keep(name, "stream", self.stream(token))
            for action in PROBES:
                for more in [{"expected_version": 1}, *([{}, {"seat": 1}] if name != "recorder" else [])]:
                    said = self.service.record(self.id, token, "moves", action=action, **more)
                    assert said.status_code >= 400, said.text
                    self.keep(name, f"{action} {more}", said.text)

    def keep(self, name: str, what: str, text: str) -> None:
        self.told[self.moves, name, self.bare(what)] = self.bare(text)

    def stream(self, token: str) -> str:
        """Return the stream's messages about everything so far."""
        live: LiveUpdates = self.service.app.state.live

        async def read() -> str:
            told, stream = b"", live.follow(live.queries.access.who(token), token, self.id, 0)
            async with asyncio.timeout(60):
                while told.count(b"event: recorded") <= self.moves:
                    told += await anext(stream)
            await stream.aclose()  # type: ignore[attr-defined]
            return told.decode()

        return str(self.service.run(read))

    def bare(self, text: str) -> str:
        """Return a text without the parts that differ between any two matches."""
        text = text.replace(self.id, "MATCH")
        text = re.sub(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?(\.\d+)?(Z|\+00:00| UTC)?", "TIME", text)
        text = re.sub(r"head [0-9a-f]{64}", "HEAD", text)  # of a log whose every event is salted
        text = re.sub(r'data-(viewer|held)="[0-9a-f ]*"', "WHO", text)
        text = re.sub(r'"seconds":\d+|(?<=,)\d+(?=\n)', "SECONDS", text)  # how long it took, in lists and sheets
        return re.sub(r'("position":|data-last="|id: )\d+', "POSITION", text)

    def all_told(self) -> str:
        return "\n".join(self.told.values())


def of_bid(service: Service, chance: str, amount: int, by: str, *, asked: bool = True) -> Table:
    """Play until seat 1 and seat 3 have bid, and seat 2 has not."""
    table = Table(service, chance, asked=asked)
    token = {"phone": "", "recorder": table.recorder, "as played": table.recorder}[by]
    table.play(1, {"do": "offer"}, token)
    answer = table.play(1, {"do": "bid", "amount": amount}, token, as_played=by == "as played")
    if token and chance != "open":
        table.keep("recorder", "answer", answer)
    table.play(3, {"do": "bid", "amount": 5})
    return table


@pytest.mark.parametrize(
    ("chance", "by", "amounts"),
    a_few(
        [
            ("sealed", "phone", (0, 4)),
            ("table", "phone", (4, 3)),
            ("sealed", "recorder", (0, 4)),
            ("sealed", "as played", (3, 77)),
        ],
        1,
    ),
)
def test_until_a_bid_is_opened_everybody_else_is_told_the_same_whatever_it_is(
    service: Service, auction: str, chance: str, by: str, amounts: tuple[int, int]
) -> None:
    one, two = (of_bid(service, chance, amount, by) for amount in amounts)
    assert len(one.told) > times(200, 300)
    assert {what for what in one.told if one.told[what] != two.told.get(what)} == set()
    assert one.told.keys() == two.told.keys()
    assert "seat 1 has answered" in one.told[3, "seat 2", "/api/v1/matches/MATCH/log"]
    for table, amount in ((one, amounts[0]), (two, amounts[1])):
        table.play(2, {"do": "bid", "amount": 1})
        for name in table.others:
            log = table.told[4, name, "/api/v1/matches/MATCH/log"]
            assert f"seat 1 bids {amount}" in log, name
            assert f"bids {amount}" in table.told[4, name, "/m/MATCH/replay?move=2"], name


def test_the_seat_itself_reads_its_own_bid_and_a_judge_all(service: Service, auction: str) -> None:
    table = of_bid(service, "sealed", 4, "phone", asked=False)
    for token in (table.phones[1], table.organiser):
        log = service.get(f"/api/v1/matches/{table.id}/log", token).text
        assert "seat 1 bids 4" in log
        assert service.get(f"/api/v1/matches/{table.id}", token).json()["values"]["sealed:1:bid:1"] == 4
    others = service.get(f"/api/v1/matches/{table.id}", table.phones[2]).json()["values"]
    assert (others["sealed:1:bid:1"], others["sealed:3:bid:3"]) == ("?", "?")


def of_what_is_buried(service: Service, chance: str, number: int, *, asked: bool = True) -> Table:
    """Play a match in which seat 1 notes a number that is never opened, to its end and beyond."""
    table = Table(service, chance, asked=asked)
    table.play(1, {"do": "bury", "number": number})
    table.play(2, {"do": "attack", "seat": 1})
    table.play(1, {"do": "parry"})
    table.service.record(table.id, table.organiser, "close", abandoned=True)
    table.look()
    return table


@pytest.mark.parametrize("chance", a_few(["sealed", "table"], 1))
def test_what_is_never_opened_is_never_told(service: Service, auction: str, chance: str) -> None:
    of_what_is_buried(service, chance, 31, asked=False)  # so that of both it is said that these people left one before
    one, two = (of_what_is_buried(service, chance, number) for number in (31, 83))
    assert {what for what in one.told if one.told[what] != two.told.get(what)} == set()
    assert "seat 1 buries ?" in one.all_told()
    assert not re.search(r"buries 31|buries 83", one.all_told() + two.all_told())


def test_a_delayed_spectator_does_not_learn_by_the_lines_of_others_what_is_not_opened_for_him_yet(
    service: Service, auction: str
) -> None:
    table = of_bid(service, "table", 4, "phone", asked=False)
    table.play(2, {"do": "bid", "amount": 1})
    queries = service.app.state.queries
    now = queries.cache.now(table.id)
    earlier = queries.cache.before(table.id, now.events[-2].at)
    told = [queries.cache.lines(folded, None)[2]["words"] for folded in (now, earlier, now)]
    assert [str(words) for words in told] == ["seat:1 bids 4", "seat:1 has answered", "seat:1 bids 4"]


def test_a_bundle_without_secrets_tells_nothing_of_what_is_hidden(
    ledger: Ledger, access: Access, auction: str, tmp_path: Path
) -> None:
    shown: list[list[Any]] = []
    for service in serving(make_app(ledger, keys=tmp_path), access):
        for number in (31, 83):
            table = Table(service)
            table.others.clear()
            table.play(1, {"do": "bury", "number": number})
            table.play(2, {"do": "offer"})
            table.play(1, {"do": "bid", "amount": number}, table.organiser, as_played=True)
            match = ledger.match(table.id)
            same = {"at": STAMP.at, "originator_id": "MATCH", "salt": "", "recorder": ""}
            events = [event for event, _ in as_seen(match, None)]
            shown.append([replace(event, **same) for event in events[1:]])
            path = f"/api/v1/matches/{table.id}/bundle?redacted=true"
            assert service.get(path, table.organiser).status_code == 200
    assert shown[0] == shown[1]
    assert [event.action for event in shown[0]] == [{"do": "bury"}, {"do": "offer"}, {}]
