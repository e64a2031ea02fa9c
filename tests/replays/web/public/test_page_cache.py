"""The cache of tournament pages for everybody."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.public.page_cache import PageCache
from tablescribe.replays.web.table.queries import Queries
from tests.ledger.played_tournaments import hall, opened
from tests.replays.web.public.test_pages import limited
from tests.replays.web.visitors import ledger

__all__ = ["ledger"]


def test_what_is_recorded_while_a_tournament_is_read_is_missed_by_nobody(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    officials = hall(Scribe(ledger))
    found = opened(officials, ["Ada", "Ben"], limited())
    cache = PageCache(Queries(ledger, Access(ledger)))
    reads = cache.queries.hall.now

    def reads_slowly(tournament_id: str, *further: Any) -> Any:
        read = reads(tournament_id, *further)
        if officials.tournament(found).version == read.version == before:
            officials.pair(found, seed=1)
            cache.outdated(found)
        return read

    before = officials.tournament(found).version
    monkeypatch.setattr(cache.queries.hall, "now", reads_slowly)
    assert asyncio.run(cache.now(found)).now.version == before, "as it was when it was read"
    assert asyncio.run(cache.now(found)).now.version == officials.tournament(found).version > before
