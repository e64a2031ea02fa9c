"""Responses are compressed for clients that accept it; streams and credentials are not, and a first visit is small."""

from __future__ import annotations

import gzip
import urllib.request
from importlib.resources import files
from itertools import product
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from tablescribe.cli.table.record import Session, lines_of
from tablescribe.domain.games import GAMES
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.http.compression import pack
from tests.depth import a_few
from tests.replays.web.browser import weigh
from tests.replays.web.visitors import People, base, browser, ledger, match, people

__all__ = ["base", "browser", "ledger", "match", "people"]

STATIC = Path(str(files("tablescribe.replays.web"))) / "static"

MATCHES = Path(__file__).parents[3] / "matches"

FIRST_LOAD = 100_000
"""Maximum bytes transferred when a new visitor opens a page."""


def asked(base: str, path: str, token: str, accepts: str = "gzip") -> httpx.Response:
    headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": accepts, "Accept": "text/html"}
    return httpx.get(base + path, headers=headers, timeout=60)


@pytest.mark.parametrize("path", ["/", "/m/{}", "/m/{}/replay", "/m/{}/steps", "/m/{}/watch", "/static/style.css"])
def test_what_is_read_is_packed(people: People, match: str, path: str) -> None:
    token = people.access.grant("organiser")[1]
    packed = asked(people.base, path.format(match), token)
    plain = asked(people.base, path.format(match), token, accepts="identity")
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert "Accept-Encoding" in packed.headers["vary"]
    assert "Accept-Encoding" in plain.headers["vary"]
    assert packed.num_bytes_downloaded < 0.6 * len(packed.content)
    assert int(packed.headers["content-length"]) == packed.num_bytes_downloaded


@pytest.mark.parametrize("accepts", ["gzip;q=0", "br", "identity", ""])
def test_nobody_is_sent_what_they_do_not_take(people: People, match: str, accepts: str) -> None:
    token = people.access.grant("organiser")[1]
    assert "content-encoding" not in asked(people.base, f"/m/{match}", token, accepts).headers


def test_what_holds_a_credential_is_never_packed(people: People, match: str) -> None:
    token = people.access.grant("organiser")[1]
    people.access.public(match, make=True)
    for path in (f"/enter/{token}", f"/m/{match}/share", f"/m/{match}/public", "/links", "/api/v1/passes"):
        answer = asked(people.base, path, token)
        assert (answer.status_code, answer.headers.get("content-encoding")) == (200, None), path


def test_a_stream_comes_as_it_is_written(people: People, match: str) -> None:
    """Nothing is held back until a block is full: the first message is read while the stream stays open."""
    token = people.access.grant("organiser")[1]
    request = urllib.request.Request(
        f"{people.base}/api/v1/matches/{match}/events",
        headers={"Authorization": f"Bearer {token}", "Accept-Encoding": "gzip"},
    )
    with urllib.request.urlopen(request, timeout=60) as stream:
        assert stream.headers["Content-Encoding"] is None
        assert stream.readline().startswith((b"retry", b"id"))


def test_the_length_of_an_answer_does_not_tell_what_is_in_it() -> None:
    """The same answer comes in many lengths, and every one of them is read as the same."""
    body = b"a hand of cards, and what somebody wrote about it " * 40
    answers = [pack(body) for _ in range(200)]
    assert {gzip.decompress(one) for one in answers} == {body}
    assert len({len(one) for one in answers}) > 50


def test_a_static_file_has_one_length_and_what_belongs_to_a_match_has_many(people: People, match: str) -> None:
    token = people.access.grant("organiser")[1]

    def lengths(path: str) -> set[int]:
        return {int(asked(people.base, path, token).headers["content-length"]) for _ in range(12)}

    assert len(lengths("/static/table.js")) == 1
    assert len(lengths(f"/api/v1/matches/{match}")) > 1


@pytest.mark.parametrize("path", a_few(["/m/{}", "/m/{}/replay", "/"], 1))
def test_a_first_visit_is_small(people: People, match: str, path: str) -> None:
    page = people.come("organiser", at=None)
    assert 15_000 < weigh(page, people.base + path.format(match)) < FIRST_LOAD


@pytest.mark.parametrize(
    ("record", "role"),
    a_few(
        [
            ("root/six_players", "organiser"), ("root/six_players", "seat"), ("root/six_players", "spectator"),
            *product(
                ("ultime/five_players", "expeditions/automas_eighth", "robinson/all_dead", "tomb_raider/nine_raiders"),
                ("organiser", "spectator"),
            ),
        ],
        1,
    ),
)  # fmt: skip
def test_a_first_visit_of_a_full_table_is_small(people: People, ledger: Ledger, record: str, role: str) -> None:
    """Given a match of many people half-way, the live table opens within the same limit for each of them."""
    lines = [*lines_of(MATCHES / f"{record}.jsonl")]
    session = Session(Scribe(ledger))
    for line in lines[: len(lines) // 2]:
        session.play(line)
    (match,) = ledger.match_ids()[-1:]
    page = people.come(role, match, 1 if role == "seat" else None, at=None)
    assert 15_000 < weigh(page, f"{people.base}/m/{match}") < FIRST_LOAD


@pytest.mark.deep
def test_the_forms_of_other_actions_come_with_the_first_touch(people: People, match: str) -> None:
    """They are there without a connection for whoever does anything at the table, and they come once."""
    page = people.come("recorder", match)
    asked = list[str]()
    page.on("request", lambda one: asked.append(one.url))
    expect(page.locator("#link-state")).to_have_text("live")
    page.keyboard.press("Shift")
    expect(page.locator("#which-form")).to_be_attached()
    page.context.set_offline(True)
    page.locator("#else").click()
    expect(page.locator("#which-form")).to_be_visible()
    assert [one for one in asked if one.endswith("/other")] == [f"{people.base}/m/{match}/other"]


@pytest.mark.parametrize("name", ["page.js", "style.css", "figtree.woff2"])
def test_a_file_is_asked_for_anew_and_sent_only_when_it_changed(people: People, name: str) -> None:
    """After an upgrade no page works with scripts of which some are older than others."""
    address = f"{people.base}/static/{name}"
    first = httpx.get(address, timeout=60)
    assert first.headers["cache-control"] == "no-cache"
    again = httpx.get(address, headers={"If-None-Match": first.headers["etag"]}, timeout=60)
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    other = httpx.get(address, headers={"If-None-Match": 'W/"0123456789abcdef"'}, timeout=60)
    assert (other.status_code, other.content) == (200, first.content)


def test_scripts_and_styles_go_out_without_what_is_written_for_readers(people: People) -> None:
    sent = {name: httpx.get(f"{people.base}/static/{name}", timeout=60).text for name in ("table.js", "style.css")}
    for name, text in sent.items():
        written = STATIC.joinpath(name).read_text("utf-8")
        assert len(text) < 0.95 * len(written)
        assert "\n// " not in text


@pytest.mark.deep
def test_the_options_of_each_game_are_asked_for_as_a_part(people: People) -> None:
    page = people.come("organiser", at="/new")
    last = list(GAMES)[-1]
    with page.expect_response(lambda answer: "hx" in str(answer.request.headers) and last in answer.url) as answer:
        page.select_option("[name=game]", last)
    assert "<html" not in answer.value.text()
    expect(page.locator("header.top")).to_have_count(1)
