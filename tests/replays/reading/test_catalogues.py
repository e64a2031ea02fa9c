"""The catalogues: every language translates all sentences of the kernel and of every game."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from pydantic import BaseModel

from tablescribe.domain.games import GAMES, game
from tablescribe.domain.match.match import Match
from tablescribe.domain.words.text import Text, Thing, say
from tablescribe.replays.reading.reader import phrases
from tests.tools.catalogues import (
    EVERYWHERE,
    ROOT,
    SLOT,
    TRANSLATED,
    catalogue,
    folder,
    has_words,
    in_the_code,
    lacking,
    update,
    wanted,
    written,
)
from tests.tools.hearing import MATCHES, Heard, Listener, Pseudo, golden, heard, lacking_when_heard, outside

DOMAINS = (EVERYWHERE, *GAMES)

every_language = pytest.mark.parametrize("language", TRANSLATED)
every_domain = pytest.mark.parametrize("domain", DOMAINS, ids=lambda domain: domain or "kernel")
every_game = pytest.mark.parametrize("key", list(GAMES))
every_catalogue = pytest.mark.parametrize(
    "path",
    [catalogue(domain, language) for domain in DOMAINS for language in TRANSLATED],
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)


def texts(path: Path) -> dict[str, str]:
    with path.open("rb") as lines:
        return {str(one.id): str(one.string) for one in read_po(lines) if one.id}


# --- nothing lacks ------------------------------------------------------------------------------


@every_language
@every_domain
def test_a_language_says_every_template_that_the_code_says(domain: str, language: str) -> None:
    """`python -m tests.tools.catalogues` brings new templates into the catalogues; what they say, people write."""
    assert lacking(domain, language) == []


@every_language
@every_game
def test_a_language_says_everything_that_is_told_of_the_golden_matches(key: str, language: str) -> None:
    """Names of cards too, which no code says: the log, questions, offers, refusals, labels and values."""
    assert sorted((MATCHES / key).glob("*.jsonl")), "a game brings a golden match, in which it is heard"
    assert lacking_when_heard(key, language) == {}


@every_game
def test_much_is_heard(key: str) -> None:
    """Given the golden matches of a game, then moves, questions, offers, panels, names, values and results are told."""
    kinds = {one.where.split()[0] for one in heard(key)}
    asks = '"outcomes"' in "".join(record.read_text("utf-8") for record in (MATCHES / key).glob("*.jsonl"))
    everywhere = {"move", "offer", "panel", "event", "name", "value", "result", "ending"}
    assert kinds >= everywhere | ({"question"} if asks else set())


def test_a_lacking_template_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = dict(phrases("freeform", "de"))
    del whole["draws from {deck}"], whole["the {deck} deck"]
    monkeypatch.setattr("tests.tools.hearing.phrases", lambda key, language: whole)
    told = lacking_when_heard("freeform", "de")
    assert set(told) == {"draws from {deck}", "the {deck} deck"}
    assert re.fullmatch(r"freeform, (move|offer at move) \d+", told["draws from {deck}"])


# --- no finished sentence slips in --------------------------------------------------------------


@every_game
def test_every_word_that_is_told_comes_from_a_template_or_is_somebodys_own(key: str) -> None:
    """Given a language with brackets around every word, then only names and people's words stand outside."""
    stray: dict[str, str] = {}
    catalogue = Pseudo()
    own: dict[str, frozenset[str]] = {}
    for one in heard(key):
        if one.match.id not in own:
            own[one.match.id] = _own_words(one.match)
        said = Text("{it}", {"it": one.said})
        for words in _words(outside(Listener(one.match, catalogue).tell(said)), own[one.match.id]):
            stray.setdefault(words, one.where)
    assert stray == {}


def test_a_finished_sentence_is_found() -> None:
    match = golden("freeform")[0]
    slipped = Heard(say("{seat} says {what}", seat=Thing("seat:1"), what="it is over"), match, "here")
    told = Listener(match, Pseudo()).tell(slipped.said)
    assert told == "⟦seat ⟧1⟦ says ⟧it is over"
    assert list(_words(outside(told), _own_words(match))) == ["it is over"]


ALGEBRAIC = re.compile(r"(?<!\w)(?:O-O(?:-O)?|[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8](?:=[QRBN])?)[+#]?(?!\w)")
"""A move of chess as it is written by letters that federations share."""


@cache
def _any_of(names: frozenset[str]) -> re.Pattern[str]:
    """Return a pattern for any of some names, longest first; a catalogue may have hundreds."""
    longest_first = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?:{longest_first})(?!\w)")


def _words(text: str, allowed: frozenset[str]) -> Iterator[str]:
    """Yield the words outside the brackets that are no proper names."""
    text = re.sub(r"\b[A-Z]{2,4}-[A-Z\d][A-Z\d.-]*[a-z]?\b", " ", text)  # the number of a rule
    text = _any_of(allowed).sub(" ", text)
    text = ALGEBRAIC.sub(" ", text)
    if re.search(r"[^\W\d_]{2}", text):
        yield text.strip()


def _own_words(match: Match) -> frozenset[str]:
    """Return the proper names of a match, and people's own words in it."""
    opened = match.opened
    reasons = {str(getattr(one, "reason", "")) for one in (*match.moves, *match.take_backs)}
    clauses = {str(getattr(one, "clause", "")) for one in match.moves}
    notes = {note.text for note in match.notes}
    names = {*_names(match.opening.catalogue), match.opening.game.title, opened.edition, *_said(match)}
    return frozenset({*names, *reasons, *clauses, *notes} - {""})


def _said(match: Match) -> set[str]:
    """Return the names that seats invented in a freeform match: pieces, places and values."""
    if match.opened.game != "freeform":
        return set()
    fields = [value for move in match.moves for value in getattr(move, "action", {}).values()]
    return {str(value).rpartition(":")[2] for value in fields} | {str(value) for value in fields}


def _names(thing: object) -> Iterator[str]:
    """Yield the names in a catalogue: values of `name`, and names of a table's own components."""
    if isinstance(thing, BaseModel):
        for key in type(thing).model_fields:
            value: Any = getattr(thing, key)
            yield from (
                [value]
                if key in ("name", "id", "says", "title", "book_name") and isinstance(value, str)
                else _names(value)
            )
    elif isinstance(thing, Mapping):
        for key, value in thing.items():
            yield str(key)
            yield from [value] if isinstance(value, str) else _names(value)
    elif isinstance(thing, list | tuple):
        for one in thing:
            yield from [str(one)] if isinstance(one, str | int) else _names(one)


# --- entries ------------------------------------------------------------------------------------


@every_catalogue
def test_no_template_stands_twice(path: Path) -> None:
    assert len(re.findall("^msgid ", path.read_text("utf-8"), re.M)) == len(texts(path)) + 1  # one is the header


@every_catalogue
def test_a_translation_has_the_slots_of_its_template_and_is_there(path: Path) -> None:
    for english, told in texts(path).items():
        assert told.strip() == told, english
        assert told, english
        assert set(SLOT.findall(told)) == set(SLOT.findall(english)), english
        assert len(re.findall(r"[{}]", told)) == 2 * len(SLOT.findall(told)), english
        assert told.endswith(".") == english.endswith("."), english


@every_catalogue
def test_no_translation_stands_twice_in_itself(path: Path) -> None:
    twice = [
        told for told in texts(path).values() if len(told) > 20 and told[: len(told) // 2] == told[-(len(told) // 2) :]
    ]
    assert twice == []


@every_catalogue
def test_a_template_has_words_of_its_own(path: Path) -> None:
    assert [english for english in texts(path) if not has_words(english)] == []


@every_domain
def test_all_languages_have_the_same_templates_in_the_same_order(domain: str) -> None:
    said = [list(texts(catalogue(domain, language))) for language in TRANSLATED]
    assert all(one == said[0] for one in said)
    assert folder(domain).is_dir()


@every_domain
@every_language
def test_a_catalogue_stands_as_the_tool_writes_it_and_has_nothing_that_nobody_says(domain: str, language: str) -> None:
    entries = texts(catalogue(domain, language))
    assert list(entries) == list(wanted(domain))
    assert catalogue(domain, language).read_text("utf-8") == written(language, entries)


# --- the tool -----------------------------------------------------------------------------------


def test_templates_are_found_where_say_is_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = 'say("a {b} "\n    "c", b=say("inner"))\nsay(f"{x}")\nother("no")\nsay("{only}")\nsay("a {b} c")\n'
    code += 'plural(len(x[0]), "1 d", "{n} "\n    "ds", e=say("f"))\nx.plural(n, "no", many)\n'
    monkeypatch.setattr("tests.tools.catalogues.ROOT", tmp_path)
    (tmp_path / "domain" / "games" / "toy").mkdir(parents=True)
    (tmp_path / "domain" / "games" / "toy" / "board.py").write_text(code, "utf-8")
    assert sorted(in_the_code("toy")) == ["1 d", "a {b} c", "f", "inner", "{n} ds"]


def test_no_template_hides_in_a_formatted_string() -> None:
    """Babel does not look into f-strings: a template there would come into no catalogue."""
    hidden = [
        f"{path.relative_to(ROOT)}:{part.lineno}"
        for folder in ("domain", "ledger", "replays", "cli")
        for path in (ROOT / folder).rglob("*.py")
        for formatted in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(formatted, ast.JoinedStr)
        for part in ast.walk(formatted)
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id in ("say", "plural")
    ]
    assert hidden == []


def test_a_catalogue_is_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given other code, then translations stay, also under new names of slots; new ones are empty, unused ones go."""
    place = tmp_path / "words.de.po"
    monkeypatch.setattr("tests.tools.catalogues.catalogue", lambda domain, language: place)
    old = {"plays {card}": "spielt {card}", "draws": "zieht", "gives {n_points} to {seat}": "{seat}: {n_points}"}
    place.write_text(written("de", old), "utf-8")
    said = ("draws", "gives {points} to {to}", 'a "new" one')
    monkeypatch.setattr("tests.tools.catalogues.wanted", lambda domain: said)
    update("toy", "de")
    assert texts(place) == {"draws": "zieht", "gives {points} to {to}": "{to}: {points}", 'a "new" one': ""}
    assert lacking("toy", "de") == ['a "new" one']
    before = place.read_bytes()
    update("toy", "de")
    assert place.read_bytes() == before


# --- Le ultime persone --------------------------------------------------------------------------


def test_power_cards_are_called_in_italian_as_the_printed_cards_are() -> None:
    cards: Any = game("ultime").catalogue
    italian = phrases("ultime", "it")
    assert {card.name: italian.get(card.name) for card in cards.power_cards} == {
        card.name: card.name_it for card in cards.power_cards
    }


@every_language
def test_every_card_and_village_has_a_name_in_the_language(language: str) -> None:
    found: Any = game("ultime").catalogue
    names = [card.name for card in found.power_cards] + [village.name for village in found.villages]
    assert [name for name in names if name not in phrases("ultime", language)] == []
