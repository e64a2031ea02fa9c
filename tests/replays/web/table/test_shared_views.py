"""Shared views show what spectators see, and nothing more, whoever shares them."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablescribe.cli.main import cli
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.app import make_app
from tests.replays.web.conftest import Service, serving


@pytest.fixture
def late(ledger: Ledger, access: Access) -> Iterator[Service]:
    """The service, its spectators an hour behind."""
    yield from serving(make_app(ledger, delay=3600), access)


def told(service: Service, token: str) -> list[str]:
    return [service.get(f"/see/{token}/{part}").text for part in ("replay", "steps", "file")]


def test_the_link_for_everybody_is_as_late_as_spectators_are(late: Service, ledger: Ledger, match: str) -> None:
    given = late.access.public(match, make=True)
    assert given is not None
    before = told(late, given[1])
    Scribe(ledger).play(match, 1, {"do": "skip"})
    assert told(late, given[1]) == before
    assert "skips" not in "".join(before)
    assert late.get(f"/m/{match}/steps", late.token("spectator", match=match)).text == before[1]


def test_the_link_for_everybody_is_one_link_until_it_is_taken_back(access: Access, match: str) -> None:
    assert access.public(match) is None
    first = access.public(match, make=True)
    assert first is not None
    assert access.public(match, make=True) == access.public(match) == first
    assert (first[0].role, first[0].match, first[0].expires) == ("spectator", match, None)
    access.revoke(first[0].id)
    assert access.public(match) is None
    second = access.public(match, make=True)
    assert second is not None
    assert second[1] != first[1]


def test_the_link_for_everybody_stands_nowhere_on_the_page_it_opens(service: Service, match: str) -> None:
    """So that nobody learns it from the length of a packed answer, nor from a page that was saved."""
    given = service.access.public(match, make=True)
    assert given is not None
    assert not [text for text in told(service, given[1]) if given[1] in text]


def test_the_file_of_the_service_is_the_same_whoever_takes_it(service: Service, ledger: Ledger, match: str) -> None:
    Scribe(ledger).play(match, 1, {"do": "skip"})
    roles = ("organiser", "judge", "recorder", "spectator")
    files = {service.get(f"/m/{match}/file", service.token(role)).text for role in roles}
    files.add(service.get(f"/m/{match}/file", service.token("seat", match=match, seat=1)).text)
    assert len(files) == 1


CARDS = {
    "name": "cards", "edition": "1", "origin": "house", "source": "-",
    "decks": {"card": {"ace": 1, "king": 1, "queen": 1, "jack": 1}},
}  # fmt: skip


def test_the_file_of_the_command_has_the_public_view_unless_a_seat_is_named(tmp_path: Path) -> None:
    """Given a card in a seat's hand, when its own file is written it is named there; in that for everybody, nowhere."""
    with closing(open_ledger(tmp_path / "ledger.db")) as ledger:
        scribe = Scribe(ledger)
        match = scribe.new("freeform", ["Ada", "Ben"], catalogue=CARDS, chance="sealed").id
        scribe.play(match, 1, {"do": "draw", "deck": "card"})
        (card,) = ledger.match(match).table.zones["hand:1"]
    name = card.partition(":")[2]
    for seat, named in (("", False), ("1", True), ("2", False)):
        file = tmp_path / f"of{seat}.html"
        options = ["--seat", seat] if seat else []
        command = ["--ledger", f"{tmp_path}/ledger.db", "replay", match, "--json", "--html", str(file), *options]
        done = CliRunner().invoke(cli, command)
        assert done.exit_code == 0, done.output
        assert json.loads(done.output)["bytes"] == file.stat().st_size
        html = file.read_text("utf-8")
        packed = re.search(r'id="match-steps">([^<]*)<', html)
        assert packed is not None
        inside = json.loads(gzip.decompress(base64.b64decode(packed[1])))
        pictures = "".join(inside["bits"][bit] for made in inside["fragments"] for bit in made)
        drawn = pictures + json.dumps(inside["lines"]) + json.dumps(inside["steps"])
        unseen = re.sub(r"unseen:card[^<]*", "", drawn)
        assert (re.search(rf"card:{name}\b|\b{name}\b", unseen) is not None) == named, seat
