"""One word for one thing: the catalogues of all pages, commands and games against the glossary."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tablescribe.domain.games import GAMES
from tablescribe.replays.reading.word_catalogues import read_catalogue

ROOT = Path(__file__).parents[4]
OTHERS = ("de", "it", "pt")

TO_DO = re.compile(r"\best(?:á|ão|ava|avam|ive|ou) a \w+[aei]r\b", re.I)
"""European Portuguese "está a fazer" for the Brazilian "está fazendo"."""

ACCENTS = re.compile(r"\b\w*[éó][mn][aeiou]\w*|\b\w+ámos\b", re.I)
"""European accents: "género", "autónomo", "jogámos"; Brazilians write "gênero", "autônomo", "jogamos"."""


def rows(heading: str) -> list[list[str]]:
    """Return the rows of a table of the glossary, without its head."""
    text = (ROOT / "replays/web/locale/GLOSSARY.md").read_text("utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in text.splitlines() if line[:1] == "|"][
        2:
    ]


def of_pages(language: str) -> dict[str, str]:
    """Return the translations of pages, commands and papers into a language, by the English texts."""
    pages = read_catalogue(ROOT / f"replays/web/locale/{language}.po")
    return {**read_catalogue(ROOT / f"replays/reading/words.{language}.po"), **pages}


def of_everything(language: str) -> list[str]:
    """Return all texts in a language, those of the games and of the page that checks bundles included."""
    games = [read_catalogue(ROOT / f"domain/games/{game}/words.{language}.po") for game in GAMES]
    verifier = read_catalogue(ROOT / f"replays/web/locale/verify.{language}.po")
    return [text for one in (of_pages(language), verifier, *games) for text in one.values()]


def pattern(words: str) -> re.Pattern[str]:
    """Return a pattern for the words of a cell of the glossary: `ficheiro…` with any ending."""
    found = "|".join(re.escape(word).replace("…", r"\w*") for word in words.split(", "))
    return re.compile(rf"\b(?:{found})\b", re.I)


def test_the_glossary_has_a_word_for_each_language() -> None:
    terms = rows("Terms")
    assert 60 <= len(terms) <= 130
    assert all(len(row) == 5 and all(row[:4]) for row in terms), [row for row in terms if len(row) != 5]
    english = [row[0] for row in terms]
    assert len(english) == len(set(english))


@pytest.mark.parametrize("language", OTHERS)
def test_a_term_is_translated_as_the_glossary_says(language: str) -> None:
    said = of_pages(language)
    wanted = {row[0]: row[1 + OTHERS.index(language)] for row in rows("Terms")}
    assert {term for term in wanted if term not in said} == set()  # a term that nobody says is no term
    assert {term: said[term] for term, word in wanted.items() if said[term] not in word.split(" / ")} == {}


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_has_a_word_that_is_not_used(language: str) -> None:
    unused = [pattern(words) for of, words, _ in rows("Words that are not used") if of == language]
    assert unused
    found = {match[0]: text for text in of_everything(language) for one in unused if (match := one.search(text))}
    assert found == {}


def test_portuguese_is_brazilian() -> None:
    found = {match[0]: text for text in of_everything("pt") for one in (TO_DO, ACCENTS) if (match := one.search(text))}
    assert found == {}


@pytest.mark.parametrize(
    ("words", "text", "found"),
    [
        ("ficheiro…", "Escolha os ficheiros", True),
        ("registo…, regista", "Quem registra", False),
        ("ronda, rondas", "a rodada", False),
        ("ti", "tira", False),
        ("folga, folgas", "Uma folga", True),
    ],
)
def test_words_are_found_whole(words: str, text: str, found: bool) -> None:
    assert (pattern(words).search(text) is not None) is found
