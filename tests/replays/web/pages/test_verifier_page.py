"""The page that checks a bundle is in the reader's language, links home, and still loads and sends nothing."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.web.http.i18n import LANGUAGES
from tablescribe.replays.web.pages.verifier import words
from tests.depth import a_few, times
from tests.fuzz import owner_tournaments
from tests.fuzz.samples import SIGNER
from tests.replays.web.visitors import People, base, browser, ledger, people
from tests.tools import conformance, verifier_sentences

__all__ = ["base", "browser", "ledger", "people"]

OTHERS = [code for code in LANGUAGES if code != "en"]
READ = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement.closest("bdi, code, script, noscript, template, .key")) found.push(node.data.trim());
  return found.filter(Boolean);
}"""
SAID = """(texts) => {
  const list = document.createElement("ul");
  for (const text of texts) list.append(Object.assign(document.createElement("li"), { textContent: text }));
  document.body.append(list);
  return Promise.resolve().then(() => [...list.children].map((one) => one.textContent));
}"""
"""The page's rendering of texts inserted into it."""

SAME = {"Tablescribe", "Bundle", "checkpoint", "Checkpoint", "e", "does.", "."}


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_keeps_its_places_and_its_full_stop(language: str) -> None:
    found = words(language)
    assert found.keys() == words("de").keys()
    for english, text in found.items():
        assert sorted(re.findall(r"\{\w\}", text)) == sorted(re.findall(r"\{\w\}", english)), english
        assert (english[-1] in ".:") == (text[-1] in ".:") or english == "Key of", english


def test_every_text_that_is_translated_is_one_of_the_page() -> None:
    """What the page no longer says is no longer translated."""
    page = verifier_sentences.PAGE.read_text("utf-8").replace('\\"', '"')
    said = verifier_sentences.all_forms() | set(map(heading, verifier_sentences.tie_breaks()))
    others = [one for one in words("de") if without_names(one) not in said]
    assert [one for one in others if not all(part in page for part in re.split(r"\{\w\}", one))] == []


def heading(tie_break: str) -> str:
    """Return a tie-break as the standings name it."""
    spaced = re.sub("([a-z])([0-9])$", r"\1 \2", tie_break.capitalize().replace("_", " "))
    return spaced.replace("onneborn berger", "onneborn\u2011Berger")


def without_names(text: str) -> str:
    """Return a text of a catalogue as `sentences` has it: a place is `{}`."""
    return re.sub(r"\{\w\}", "{}", text)


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_that_the_page_can_say_is_translated(language: str) -> None:
    """On a new sentence: translate it in `locale/verify.*.po`, or name it in `tests/tools/verifier_sentences.py`."""
    known = set(map(without_names, words(language)))
    said = verifier_sentences.sentences()
    assert len(said) > 300
    assert [one for one, forms in said.items() if known.isdisjoint(forms)] == []
    whole = {one for sentences in verifier_sentences.COMPOSED.values() for one in sentences}
    assert whole - known == set()
    assert {heading(one) for one in verifier_sentences.tie_breaks()} - known == set()


def filled(text: str) -> str:
    """Return a text of a catalogue with something in each place."""
    return re.sub(r"\{(\w)\}", r"=\1=", text)


@pytest.mark.parametrize("language", a_few(OTHERS, 1))
def test_a_sentence_is_said_as_its_own_translation_and_not_as_that_of_a_similar_one(
    people: People, language: str
) -> None:
    page = people.by(f"{people.base}/verify", locale=language)
    texts = words(language)
    found = page.evaluate(SAID, [filled(one) for one in texts])
    wrong = [(one, text) for one, text in zip(texts.values(), found, strict=True) if filled(one) != text]
    assert wrong == []


def given(page: Page, **contents: bytes) -> None:
    files: list[FilePayload] = [{"name": name, "mimeType": "", "buffer": one} for name, one in contents.items()]
    page.set_input_files("#files", files)


def samples() -> Iterator[dict[str, bytes]]:
    """Yield files to drop: a sound bundle, a changed one, and a tournament."""
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


@pytest.mark.parametrize("language", a_few(OTHERS, 1))
def test_what_is_wrong_with_a_forged_file_is_said_in_the_readers_language(people: People, language: str) -> None:
    """Files of the corpus, and tournaments that their owner made up and sealed: their key is known."""
    page, stored = people.by(f"{people.base}/verify", locale=language), conformance.stored()
    told: dict[str, str] = json.loads(stored["verdicts.json"])
    small = [name for name in told if len(stored[f"{name}.bundle"]) < 2**16]
    files = {
        name: stored[f"{name}.bundle"]
        for verdict, quick in (("wrong", 20), ("doubt", 3), ("sound", 6))
        for name in a_few((one for one in small if told[one] == verdict), quick)
    }
    chance = random.Random(16)
    files |= {f"tournament-{number}": owner_tournaments.mutant(chance) for number in range(times(5, 200))}
    page.fill("#key", str(SIGNER.key))
    names = list(files)
    for at in range(0, len(names), 100):
        some = names[at : at + 100]
        given(page, **{name: files[name] for name in some})
        expect(page.locator("#verdicts .verdict")).to_have_count(len(some), timeout=300_000)
        assert page.locator("#verdicts [lang=en]").all_inner_texts() == []
        page.click("#clear")


@pytest.mark.deep
def test_it_leads_home(people: People) -> None:
    page = people.come("organiser", at="/verify")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_role("navigation").get_by_role("link", name="Matches").click()
    expect(page).to_have_url(f"{people.base}/")
