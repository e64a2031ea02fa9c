"""The page that checks a bundle speaks the reader's language, leads home, and still loads and sends nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.web.http.i18n import LANGUAGES
from tablescribe.replays.web.pages.verifier import words
from tests.depth import a_few
from tests.replays.web.visitors import People, base, browser, ledger, people
from tests.tools import conformance

__all__ = ["base", "browser", "ledger", "people"]

OTHERS = [code for code in LANGUAGES if code != "en"]
PAGE = Path(__file__).parents[4] / "ledger" / "proofs" / "verifiers" / "verify.html"
READ = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement.closest("bdi, code, script, noscript, template, .key")) found.push(node.data.trim());
  return found.filter(Boolean);
}"""
SAME = {"Tablescribe", "Bundle", "checkpoint", "Checkpoint", "e", "does.", "."}


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_keeps_its_places_and_its_full_stop(language: str) -> None:
    found = words(language)
    assert found.keys() == words("de").keys()
    for english, text in found.items():
        assert sorted(re.findall(r"\{\w\}", text)) == sorted(re.findall(r"\{\w\}", english)), english
        assert (english[-1] in ".:") == (text[-1] in ".:") or english == "Key of", english


def test_every_text_that_is_translated_is_one_of_the_page() -> None:
    """What the page no longer says is no longer translated: its first words stand in the file."""
    page = PAGE.read_text("utf-8").replace('\\"', '"')
    lost = [
        one for one in words("de") if not any(part in page for part in re.split(r"\{\w\}|[.,] ", one) if len(part) > 2)
    ]
    assert lost == []


def given(page: Page, **contents: bytes) -> None:
    files: list[FilePayload] = [{"name": name, "mimeType": "", "buffer": one} for name, one in contents.items()]
    page.set_input_files("#files", files)


def samples() -> Iterator[dict[str, bytes]]:
    """Yield what people drop: a sound bundle, one that was changed, and a tournament."""
    stored = conformance.stored()
    sound = next(
        one for name, one in stored.items() if name.endswith(".bundle") and len(one) < 2**16 and b'"Closed"' in one
    )
    yield {"match.bundle": sound}
    yield {"changed.bundle": sound.replace(b'"seal": "tablescribe bundle 1', b'"seal": "tablescribe bundle 2', 1)}


@pytest.mark.parametrize("language", a_few(OTHERS, 1))
def test_what_is_found_is_said_in_the_readers_language(people: People, ledger: Ledger, language: str) -> None:
    pages = {
        code: people.by(f"{people.base}/verify", locale=code, viewport={"width": 1100, "height": 900})
        for code in ("en-GB", language)
    }
    asked: list[str] = []
    for page in pages.values():
        page.on("request", lambda request: asked.append(request.url))
        page.wait_for_selector("#verdicts section")
    for contents in ({}, *samples()):
        for page in pages.values():
            if contents:
                given(page, **contents)
                expect(page.locator("#verdicts article")).to_have_count(1)
        english, mine = (set(page.evaluate(READ)) for page in pages.values())
        same = {one for one in english & mine if re.search(r"[a-z]{3}", one)} - SAME
        assert same == set(), contents.keys()
        for page in pages.values():
            if contents:
                page.click("#clear")
    assert asked == []
    assert pages[language].locator("html").get_attribute("lang") in (language, "pt-BR")


def damaged(sound: bytes) -> Iterator[bytes]:
    """Yield a file as mail, disks and hands damage it: cut off, with a line lost or twice, with a sign changed."""
    lines = sound.split(b"\n")
    for part in range(1, 8):
        at, line = len(sound) * part // 8, len(lines) * part // 8
        yield sound[:at]
        yield sound[:at] + sound[at + 1 :]
        yield sound[:at] + b"x" + sound[at + 1 :]
        yield b"\n".join([*lines[:line], *lines[line + 1 :]])
        yield b"\n".join([*lines[:line], lines[line], *lines[line:]])
        number = next(re.compile(rb"(?<=:)\s*\d+").finditer(sound, at), None)
        if number is not None:
            yield sound[: number.start()] + b" 7" + sound[number.end() :]


@pytest.mark.parametrize("language", a_few(OTHERS, 1))
def test_what_is_wrong_with_a_damaged_file_is_said_in_the_readers_language(people: People, language: str) -> None:
    page = people.by(f"{people.base}/verify", locale=language)
    (sound,) = next(samples()).values()
    files = list(damaged(sound))
    given(page, **{f"{number}.bundle": one for number, one in enumerate(files)})
    expect(page.locator("#verdicts .verdict")).to_have_count(len(files))
    assert page.locator("#verdicts [lang=en]").all_inner_texts() == []


def test_it_leads_home(people: People) -> None:
    page = people.come("organiser", at="/verify")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("navigation").get_by_role("link", name="Matches").click()
    expect(page).to_have_url(f"{people.base}/")
