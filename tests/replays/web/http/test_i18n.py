"""Texts of pages and scripts: all marked, all translated, nothing lost; rules in the reader's language."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tablescribe.replays.web.http.i18n import LANGUAGES, catalogue
from tests.replays.web.conftest import Service

WEB = Path(__file__).parents[4] / "replays" / "web"
SITE = WEB.parent / "site"
TEMPLATES = sorted([*(WEB / "templates").glob("*.html"), *(SITE / "templates").glob("*.html")])
OTHERS = [code for code in LANGUAGES if code != "en"]
ITALIAN = {"Accept-Language": "it"}

SAME_EVERYWHERE = {"Tablescribe", "PIN", "UTC", "u", "r", "n", "Esc", "UP-50"} | {
    "set score:1 5",
    "move pawn:2 1 terrain:7 terrain:6", "tablescribe witness watch",
}  # fmt: skip
"""Strings in templates that are no words: a name, keys, examples in the notation of facts."""


class Reader(HTMLParser):
    """Collects the text that people read or hear on a page."""

    SPOKEN = frozenset({"aria-label", "placeholder", "title", "alt"})

    def __init__(self) -> None:
        super().__init__()
        self.read: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.read += [line for name, value in attrs if name in self.SPOKEN and value for line in value.splitlines()]

    def handle_data(self, data: str) -> None:
        self.read.append(data)


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: f"{path.parts[-3]}-{path.name}")
def test_every_text_of_a_template_is_marked(template: Path) -> None:
    text = re.sub(r"\{% block main_attributes %\}.*?\{% endblock %\}", "", template.read_text("utf-8"))
    reader = Reader()
    reader.feed(re.sub(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}", " ", text, flags=re.S))
    words = {one.strip(" \n·:().,–") for one in reader.read}
    assert {one for one in words if re.search(r"[A-Za-z]", one)} <= SAME_EVERYWHERE


def test_scripts_say_nothing_of_their_own() -> None:
    """Words that scripts show come from the page, as data; only page elements and messages are looked at."""
    for script in (*(WEB / "static").glob("*.js"), *(SITE / "static").glob("*.js")):
        if script.name == "htmx.min.js":
            continue
        shown = re.findall(
            r'(?:textContent = |complain\(|element\("\w+", |alert\(|confirm\()[^;]*', script.read_text("utf-8")
        )
        said = {text for part in shown for text in re.findall(r'"([^"]*)"', part)}
        assert not {text for text in said if re.search(r"[a-z]+ [a-z]+|^off", text)}, script.name


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_keeps_what_is_no_word(language: str) -> None:
    for english, text in catalogue(language).items():
        for kept in (r"\(set score:1 5\)", r"%\(?\w*\)?[sd]|\{\w*\}", r"PIN|YAML", r"[?:]$"):
            assert re.findall(kept, text) == re.findall(kept, english), english
        assert english.endswith(".") == text.endswith("."), english
        assert text == text.strip()


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_says_each_text_once(language: str) -> None:
    found = re.findall(r'^msgid (".+")$', (WEB / "locale" / f"{language}.po").read_text("utf-8"), flags=re.M)
    assert len(found) == len(set(found))


def test_the_rules_page_speaks_the_language_of_the_reader(service: Service, organiser: str) -> None:
    page = service.get("/rules/ultime", organiser, headers=ITALIAN).text
    assert '<ul class="plainlist" lang="it">' in page
    assert "I punti non scendono mai sotto zero." in page
    assert "Points never fall below zero." not in page


def test_the_rules_page_says_why_a_rule_is_the_judges(service: Service, organiser: str) -> None:
    page = service.get("/rules/freeform", organiser, headers={"Accept-Language": "de"}).text
    assert '<ul class="plainlist" lang="de">' in page
    assert '<p class="soft"><span lang="de">Dem Schiedsrichter überlassen:</span> Wir wissen nicht, wie' in page
    assert page.count("Dem Schiedsrichter überlassen:") == 2


@pytest.mark.parametrize(
    ("header", "language", "words"), [("it", "it", "Comincia un"), ("de", "de", "Wer beginnt, entscheidet der Zufall")]
)
def test_a_refusal_brings_the_rule_in_the_readers_language(
    service: Service, organiser: str, match: str, header: str, language: str, words: str
) -> None:
    path = f"/api/v1/matches/{match}/moves"
    body = {"command_id": "refused-1", "expected_version": 1, "seat": 2, "action": {"do": "skip"}}
    told = service.ask("POST", path, organiser, json=body, headers={"Accept-Language": header}).json()
    assert (told["code"], told["rule"], told["rule_language"]) == ("rule.broken", "UP-9", language)
    assert told["rule_text"].startswith(words)


def test_the_replay_and_the_judge_show_the_broken_rule_in_italian(service: Service, organiser: str, match: str) -> None:
    service.record(match, organiser, "moves", seat=2, action={"do": "skip"}, as_played=True)
    for page in ("replay?move=1", "judge"):
        text = service.get(f"/m/{match}/{page}", organiser, headers=ITALIAN).text
        assert "Comincia un giocatore a caso" in text, page
        assert "A random player begins" not in text, page


def test_the_api_tells_the_rules_of_a_game_in_english_unless_asked(service: Service, organiser: str) -> None:
    plain = service.get("/api/v1/games/ultime", organiser).json()
    asked = service.get("/api/v1/games/ultime", organiser, headers=ITALIAN).json()
    assert (plain["language"], plain["rules"][0]["text"][:5]) == ("en", "Three")
    assert (asked["language"], asked["rules"][0]["text"][:7]) == ("it", "Da tre ")


def test_rules_are_searched_on_the_page_and_by_the_api(service: Service, organiser: str, match: str) -> None:
    found = service.get("/api/v1/games/root/rules?q=16.4.1.II", organiser).json()
    assert [rule["number"] for rule in found] == ["RO-16.4.1-II"]
    german = service.get(
        "/api/v1/games/root/rules", organiser, params={"q": "Fähre"}, headers={"Accept-Language": "de"}
    )
    assert german.json()[0]["number"] == "RO-16.2.2-V"
    page = service.get("/rules/root?q=what+may+I+do+with+a+ferry", organiser).text
    assert 'id="RO-16.2.2-V"' in page
    assert 'id="RO-1.1.1"' not in page
    assert "No rule found." in service.get("/rules/root?q=zzzz", organiser).text


def test_a_rule_lists_the_moves_of_the_match_that_cite_it(service: Service, organiser: str, match: str) -> None:
    service.record(match, organiser, "moves", seat=2, action={"do": "skip"}, as_played=True)
    (rule,) = service.get(f"/api/v1/matches/{match}/rules?q=UP-9", organiser).json()
    assert [move["move"] for move in rule["moves"]] == [1]
    assert f'<a href="/m/{match}/replay?move=1"' in service.get(f"/m/{match}/rules?q=UP-9", organiser).text
    assert f'<a href="/m/{match}/rules?q=UP-9">UP-9</a>' in service.get(f"/m/{match}/judge", organiser).text
