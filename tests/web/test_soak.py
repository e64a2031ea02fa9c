"""The database goes away in the middle of an evening: no move that was acknowledged is lost, none is recorded twice."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Iterator

import httpx
import pytest

from ledger.ledger import open_ledger
from ledger.scribe import Scribe
from replays.web.access import Access
from replays.web.app import make_app
from tests.postgres_server import Server
from tests.web.browser import running

TABLES = 6
SECONDS = 8.0


@pytest.fixture
def own_server() -> Iterator[Server]:
    server = Server(own=True)
    yield server
    server.close()


class Table:
    """One recorder, who sends each move until it is acknowledged."""

    def __init__(self, base: str, match: str, token: str) -> None:
        self.match = match
        self.acknowledged = 0
        self.sent_again = 0
        self._client = httpx.Client(base_url=base, headers={"Authorization": f"Bearer {token}"}, timeout=60)

    def record(self, until: float) -> None:
        version = 1
        while time.monotonic() < until:
            body = {
                "command_id": f"{self.match}-{version}", "expected_version": version, "seat": (version - 1) % 2 + 1,
                "action": {"do": "pass"},
            }  # fmt: skip
            answer = self._client.post(f"/api/v1/matches/{self.match}/moves", json=body)
            if answer.status_code in (429, 503):
                self.sent_again += 1
                time.sleep(0.2)
                continue
            assert answer.status_code == 201, answer.text
            version = answer.json()["version"]
            self.acknowledged += 1
        self._client.close()


# A pool that is thrown away with the server may leave a dead connection to the collector.
@pytest.mark.filterwarnings(
    "ignore:Exception ignored in. .function BaseConnection:pytest.PytestUnraisableExceptionWarning"
)
@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_postgresql_restarts_while_tables_record(own_server: Server, mode: str) -> None:
    ledger = open_ledger(own_server.database())
    scribe, access = Scribe(ledger), Access(ledger)
    with running(make_app(ledger)) as base:
        matches = [scribe.new("freeform", ["Ada", "Ben"]).id for _ in range(TABLES)]
        tables = [Table(base, match, access.grant("recorder", match=match)[1]) for match in matches]
        until = time.monotonic() + SECONDS
        threads = [threading.Thread(target=table.record, args=(until,)) for table in tables]
        for thread in threads:
            thread.start()
        time.sleep(SECONDS / 3)
        before = [table.acknowledged for table in tables]
        own_server.stop(mode)
        time.sleep(0.5)
        own_server.start()
        for thread in threads:
            thread.join(60)
        recorded = [len(ledger.quick_match(match).moves) - 1 for match in matches]
    assert [table.acknowledged for table in tables] == recorded
    assert all(0 < early < late for early, late in zip(before, recorded, strict=True))
    assert set(ledger.verify()) == {*matches}
    ledger.close()
    gc.collect()  # here, not in a later test
