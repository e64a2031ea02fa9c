"""Files to download are named by what they hold, in ASCII and without a path."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.app import make_app
from tablescribe.replays.web.http.documents import file_name
from tests.replays.web.conftest import Service, serving
from tests.replays.web.tournament_visitors import announced

DAY = datetime(2026, 11, 27, 20, 15, tzinfo=UTC)


@pytest.fixture
def service(ledger: Ledger, access: Access, tmp_path: Path) -> Iterator[Service]:
    yield from serving(make_app(ledger, keys=tmp_path / "keys"), access)


@pytest.mark.parametrize(
    ("title", "its_id", "name"),
    [
        ("Le ultime persone", "abc123def", "le-ultime-persone-2026-11-27-abc123.html"),
        ("Große Réunion", "a", "grosse-reunion-2026-11-27-a.html"),
        ("../../etc/passwd", "../..", "etc-passwd-2026-11-27.html"),
        ('a"; filename="b\r\nSet-Cookie: x', "id", "a-filename-b-set-cookie-x-2026-11-27-id.html"),
        ("将棋", "x1", "2026-11-27-x1.html"),
        ("word " * 40, "x1", f"{'-'.join(['word'] * 12)}-2026-11-27-x1.html"),
    ],
)
def test_a_name_is_plain_whatever_the_title(title: str, its_id: str, name: str) -> None:
    assert file_name(title, DAY, its_id, "html") == name


def test_downloads_are_named_by_game_or_tournament_and_day(service: Service, organiser: str) -> None:
    answer = service.post("/api/v1/matches", organiser, game="chess", names=["Ada", "Ben"])
    match = answer.json()["id"]
    held = announced(service, organiser)
    day = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
    for path, name in (
        (f"/m/{match}/file", rf"chess-{day}-{match[:6]}\.html"),
        (f"/api/v1/matches/{match}/bundle", rf"chess-{day}-{match[:6]}\.bundle"),
        (f"/api/v1/tournaments/{held}/bundle", rf"autumn-open-{day}-{held[:6]}\.bundle"),
        (f"/t/{held}/rounds.ics", rf"autumn-open-{day}-{held[:6]}\.ics"),
        ("/matches.csv", rf"matches-{day}\.csv"),
        ("/people.csv", rf"people-{day}\.csv"),
    ):
        found = service.get(path, organiser)
        assert found.status_code == 200, (path, found.text)
        assert re.fullmatch(f'attachment; filename="{name}"', found.headers["content-disposition"]), found.headers
