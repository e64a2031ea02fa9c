"""Search a rulebook: by number, however it is typed, or by words in the reader's language.

Words are stemmed: `ferries` finds `ferry`. English uses the porter tokenizer of SQLite's FTS5, other languages
Snowball. A rulebook that is not translated is found through the game's catalogue of words: `Fähre` finds `ferry`.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from tablescribe.domain.box.rulebook import ENGLISH
from tablescribe.replays.reading.reader import phrases

if TYPE_CHECKING:
    from tablescribe.domain.box.rulebook import Rule, Rulebook
    from tablescribe.domain.match.match import Match
    from tablescribe.replays.reading.discretion import Viewer

MOST = 12
"""Maximum number of rules that a search by words returns."""

MOST_READ = 32
"""Maximum number of words of a query; further words are ignored."""

LONGEST_NAME = 3
"""Maximum number of words in the name of a thing; longer texts of a catalogue are sentences."""

STEMMERS = {"de": "german", "it": "italian", "pt": "portuguese"}

SMALL_WORDS = {
    "en": "a about am an and any are as at be by can do does for from how i if in into is it me may must my of on or"
    " shall should that the their there they this to was we what when where which who why with you your",
    "de": "als am an auf aus bei das dem den der des die dürfen darf du ein eine einem einen einer er es für gibt hat"
    " ich ihr im in ist kann machen können man mein mit muss müssen nach sie sind soll tun über um und vom von wann"
    " warum was wer wie wir wird wo zu zum zur",
    "it": "a al alla che chi ci come con cosa cos da dal dei del della devo di dove e è fare fa gli ha ho i il in io"
    " la le lo ma mi mio nel nella o per perché posso può quando quale quali se si sono su un una uno",
    "pt": "a ao as à com como da das de devo do dos e é em eu fazer há isso já me meu minha na nas no nos o onde os ou"
    " para pela pelo por porque posso pode qual quais quando que quem se sobre um uma",
}
"""Stop words: words of a question that say nothing about its subject."""

Stem = Callable[[str], str]


@dataclass(frozen=True)
class FoundRules:
    """Rules found by a query.

    Attributes:
        rules: the rules, the best match first; the rules of a section in the order of the rulebook.
        below: the numbers of the rules in the section of the first one.
    """

    rules: tuple[Rule, ...]
    below: tuple[str, ...] = ()


def find_rules(book: Rulebook, query: str, language: str = ENGLISH) -> FoundRules:
    """Return the rules that a query names by number (`16.4.1.II`) or section (`16.4`), or describes in words.

    A heading of the rule document (`Attack 2`) is understood, too.
    """
    if (found := by_number(book, query)) is not None:
        return found
    if placed := book.placed(query):
        return FoundRules(placed)
    return FoundRules(tuple(book[number] for number in by_words(book, query, language)))


def by_number(book: Rulebook, query: str) -> FoundRules | None:
    """Return the rule with a number, or the rules of a section; `None` if the query is not a number."""
    asked = _parts(query)
    section = any(part.isdecimal() for part in asked)  # otherwise it is a word, such as `card`
    known = [(rule, _parts(rule.number)) for rule in book.rules]
    for skipped in (0, 1):  # with the letters of the game, and without
        exact = [rule for rule, parts in known if parts[skipped:] == asked]
        inside = [rule for rule, parts in known if parts[skipped:-1][: len(asked)] == asked]
        if len(exact) == 1:
            return FoundRules(tuple(exact), tuple(rule.number for rule in inside))
        if inside and section:
            return FoundRules(tuple(inside))
    game = {parts[0] for _, parts in known}
    return FoundRules(()) if section and asked[0] in game else None


def _parts(number: str) -> list[str]:
    """Return the parts of a number: `ro`, `16`, `4`, `1`, `ii` for `RO-16.4.1-II`."""
    return re.findall(r"[^\W\d_]+|\d+", number.casefold())


# --- words ------------------------------------------------------------------------------------


def by_words(book: Rulebook, query: str, language: str = ENGLISH) -> list[str]:
    """Return the numbers of the rules that contain the words of a query, the best match first.

    If no rule contains all of them, return the rules that contain some.
    """
    said = re.findall(r"\w+", query.casefold())[:MOST_READ]
    words = [word for word in said if word not in SMALL_WORDS.get(language, "").split()] or said
    if not words:
        return []
    spoken = book.language(language)
    found = _matching(_index(book, spoken), [[_stem(spoken)(word)] for word in words])
    if spoken == ENGLISH and language != ENGLISH:
        named = _names(book.game, language)
        stem = _stem(language)
        english = [[word, *sorted(named.get(stem(word), ()))] for word in words]
        found += _matching(_index(book, ENGLISH), english)
    elif spoken != ENGLISH:
        found += _matching(_index(book, ENGLISH), [[word] for word in words])
    return list(dict.fromkeys(found))[:MOST]


def _matching(index: sqlite3.Connection, terms: Iterable[Iterable[str]]) -> list[str]:
    """Return the numbers of rules that match all terms; else those matching all as prefixes; else those matching some.

    Each term is a list of alternative words.
    """
    groups = [[f'"{word}"' for word in term] for term in terms]
    for joint, end in ((" AND ", ""), (" AND ", "*"), (" OR ", ""), (" OR ", "*")):
        query = joint.join("(" + " OR ".join(word + end for word in group) + ")" for group in groups)
        rows = index.execute(
            "SELECT number FROM rules WHERE rules MATCH ? ORDER BY bm25(rules, 0, 4, 2, 1), rowid LIMIT ?",
            (query, MOST),
        ).fetchall()
        if rows:
            return [number for (number,) in rows]
    return []


@lru_cache(maxsize=32)
def _index(book: Rulebook, language: str) -> sqlite3.Connection:
    """Return a full-text index of a rulebook in one language, in memory."""
    index = sqlite3.connect(":memory:", check_same_thread=False)
    tokens = "porter unicode61" if language == ENGLISH else "unicode61"
    index.execute(
        f"CREATE VIRTUAL TABLE rules USING fts5(number UNINDEXED, chapter, text, source, tokenize='{tokens}')"
    )
    stem, texts = _stem(language), book.texts(language)

    def stemmed(text: str) -> str:
        return re.sub(r"\w+", lambda found: stem(found[0]), text.casefold())

    def read(rule: Rule) -> tuple[str, str, str]:
        return book.heading(rule.chapter, language), texts[rule.number], book.heading(rule.source, language)

    rows = [(one.number, *map(stemmed, read(one))) for one in book.rules]
    index.executemany("INSERT INTO rules VALUES (?, ?, ?, ?)", rows)
    return index


@lru_cache
def _stem(language: str) -> Stem:
    """Return the stemmer of a language; for English, the identity, as the tokenizer stems."""
    if language not in STEMMERS:
        return lambda word: word
    from snowballstemmer import stemmer

    return lru_cache(maxsize=4096)(stemmer(STEMMERS[language]).stemWord)


@lru_cache
def _names(game: str, language: str) -> Mapping[str, frozenset[str]]:
    """Map the stems of a language's words for things to the English words for them."""
    stem, found = _stem(language), dict[str, set[str]]()
    for english, text in phrases(game, language).items():
        words, said = re.findall(r"\w+", english.casefold()), re.findall(r"\w+", text.casefold())
        if "{" in english or not 0 < len(words) <= LONGEST_NAME:
            continue
        content = [word for word in said if word not in SMALL_WORDS[language].split()]
        if len(content) == 1:
            found.setdefault(stem(content[0]), set()).add(" ".join(words))
    return {one: frozenset(names) for one, names in found.items()}


# --- the moves of a match ---------------------------------------------------------------------


def moves_by_rule(match: Match, viewer: Viewer) -> dict[str, list[int]]:
    """Return the moves that cite or break each rule, by the rule's number.

    Only moves that count are listed, and only what the viewer may know.
    """
    from tablescribe.domain.match.events import Played, Ruled
    from tablescribe.replays.reading.wording import withholds

    found: dict[str, list[int]] = {}
    for at in match.line.numbers[1:]:
        move = match.moves[at]
        cited: tuple[str, ...] = (move.clause,) if isinstance(move, Ruled) else ()
        if isinstance(move, Played) and not withholds(match, move, viewer):
            cited = (*move.citations, *(broken.rule for broken in move.irregularities))
        for number in dict.fromkeys(cited):
            found.setdefault(number, []).append(at)
    return found
