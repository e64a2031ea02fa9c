"""A ledger in a real PostgreSQL that several processes serve; fixtures to import."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tests.postgres_server import Server, shared


@pytest.fixture(scope="module")
def server() -> Server:
    return shared()


@pytest.fixture
def target(server: Server) -> str:
    return server.ledger()


@pytest.fixture
def ledger(target: str) -> Iterator[Ledger]:
    ledger = open_ledger(target)
    yield ledger
    ledger.close()
