"""The next step is where people look for it: proofs where a match is shared, a ruling, ways back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.verifiers import verify_bundle as outsider
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.app import make_app
from tests.replays.web.conftest import Service, serving
from tests.replays.web.tournament_visitors import announced, done


@pytest.fixture
def service(ledger: Ledger, access: Access, tmp_path: Path) -> Iterator[Service]:
    yield from serving(make_app(ledger, keys=tmp_path / "keys"), access)


def resigned(ledger: Ledger) -> str:
    """Return a match of chess that is over and closed."""
    scribe = Scribe(ledger)
    match = scribe.new("chess", ["Anna", "Ben"]).id
    scribe.play(match, None, {"do": "resign"}, [])
    scribe.close(match)
    return match


def test_a_result_is_proved_from_where_a_match_is_shared(service: Service, ledger: Ledger, organiser: str) -> None:
    match = resigned(ledger)
    page = service.get(f"/m/{match}/share", organiser).text
    (bundle,) = re.findall(r'href="([^"]+/bundle[^"]*)" download', page)
    assert 'href="/verify"' in page
    (key,) = re.findall(r"<code>([^<]+)</code>", service.get("/checkpoint", organiser).text)
    contents = service.get(bundle, organiser).content
    assert outsider.verify(contents, [key]), "the key is the one that signed the bundle"


def test_an_open_match_and_a_recorder_are_offered_no_bundle(service: Service, ledger: Ledger, organiser: str) -> None:
    match = resigned(ledger)
    open_match = Scribe(ledger).new("chess", ["Anna", "Ben"]).id
    assert "/bundle" not in service.get(f"/m/{open_match}/share", organiser).text
    assert "/bundle" not in service.get(f"/m/{match}/share", service.token("recorder", match=match)).text


def test_a_ruling_is_called_one_and_asks_for_no_other(service: Service, ledger: Ledger, organiser: str) -> None:
    match = Scribe(ledger).new("morris", ["Anna", "Ben"]).id
    judge = service.token("judge", match=match)
    before = service.get(f"/m/{match}/judge", judge).text
    assert 'placeholder="MO-1"' in before, "an example of this game's rules"
    told = service.record(match, judge, "rulings", clause="MO-3", reason="placed twice", facts=[])
    assert told.status_code == 201, told.text
    (finding,) = re.findall(r"<article.*?</article>", service.get(f"/m/{match}/judge", judge).text, re.S)
    assert "<b>Ruling:</b> placed twice" in finding
    assert "Make ruling" not in finding


def test_public_pages_lead_back_to_those_of_players_and_officials(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    done(service, organiser, found, "pairings", seed=1)
    for path in ("board", "pairings", "standings"):
        page = service.get(f"/t/{found}/{path}", organiser).text
        assert re.search(rf'<a href="/t/{found}">.*?Players and officials</a>', page), path
    assert '<h2 class="big">Standings, after round 1 / 3' in page
    assert ">Full standings with tie-breaks</a>" in service.get(f"/t/{found}", organiser).text.replace("</svg>", ">")


def test_the_seating_list_is_called_what_it_is(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    done(service, organiser, found, "pairings", seed=1)
    (path,) = re.findall(
        r'href="([^"]+)">[^>]*><use[^>]*></svg>Seating list', service.get(f"/t/{found}/timer", organiser).text
    )
    assert "Round 1: seating" in service.get(path, organiser).text


def test_links_of_a_tournament_are_listed_with_its_title(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    service.token("desk", match=found, label="Eva")
    assert f'<a href="/t/{found}">Autumn Open</a>' in service.get("/links", organiser).text
