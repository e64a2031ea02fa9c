"""Rules are found by number, in any spelling, and by words in four languages."""

import random

import pytest

from tablescribe.domain.games import GAMES, game
from tablescribe.replays.reading.discretion import EVERYTHING
from tablescribe.replays.reading.rule_search import STEMMERS, by_number, find_rules, moves_by_rule
from tests.domain.random_play import open_match, random_move
from tests.support import STAMP


def found(key: str, query: str, language: str = "en") -> list[str]:
    return [rule.number for rule in find_rules(game(key).rulebook, query, language).rules]


@pytest.mark.parametrize(
    "typed", ["RO-16.4.1-II", "16.4.1.II", "16.4.1-II", "16.4.1 ii", "16.4.1, II", "ro16.4.1ii", "§ 16.4.1 II"]
)
def test_a_number_is_found_however_it_is_typed(typed: str) -> None:
    assert found("root", typed) == ["RO-16.4.1-II"]


@pytest.mark.parametrize("key", GAMES)
def test_every_rule_is_found_by_its_number_with_and_without_letters(key: str) -> None:
    book = game(key).rulebook
    for rule in book.rules:
        for typed in (rule.number.lower(), rule.number.replace("-", " "), rule.number.partition("-")[2]):
            told = by_number(book, typed)
            assert told is not None
            assert told.rules == (rule,), typed


def test_a_section_lists_its_rules_and_a_rule_what_stands_below_it() -> None:
    assert found("root", "16.4.1") == ["RO-16.4.1-I", "RO-16.4.1-II", "RO-16.4.1-III"]
    told = find_rules(game("root").rulebook, "7.7")
    assert [rule.number for rule in told.rules] == ["RO-7.7"]
    assert "RO-7.7.1" in told.below
    assert found("ultime", "UP-3") == ["UP-3"]  # and not UP-36


@pytest.mark.parametrize(
    ("language", "query"),
    [
        ("en", "ferry"), ("en", "ferries"), ("en", "what may I do with a ferry"),
        ("de", "Fähre"), ("de", "Fähren"), ("de", "was darf ich mit der Fähre tun"),
        ("it", "traghetto"), ("it", "traghetti"), ("it", "cosa posso fare con il traghetto"),
        ("pt", "balsa"), ("pt", "balsas"), ("pt", "o que posso fazer com a balsa"),
    ],
)  # fmt: skip
def test_words_find_a_rule_in_four_languages(language: str, query: str) -> None:
    numbers = found("root", query, language)
    assert {"RO-16.2.2-V", "RO-16.2.2-I"} <= set(numbers[:4])


def test_a_translated_rulebook_is_searched_in_its_language_and_in_english() -> None:
    assert found("ultime", "punti sotto zero", "it")[0] == "UP-50"
    assert found("ultime", "points below zero", "it")[0] == "UP-50"


def test_the_heading_of_the_document_finds_a_rule() -> None:
    assert found("robinson", "Attack 2") == ["RC-43"]


@pytest.mark.parametrize("query", ["zzzz", '"', "NEAR(", "", " . ", "a" * 5000, "x " * 500])
def test_what_is_no_word_finds_nothing_and_does_no_harm(query: str) -> None:
    assert found("root", query) == []


@pytest.mark.parametrize("language", STEMMERS)
def test_a_question_of_small_words_alone_is_searched_all_the_same(language: str) -> None:
    find_rules(game("root").rulebook, "was mit der", language)  # raises nothing


def test_the_moves_that_cite_a_rule_are_those_that_count() -> None:
    match, choose = open_match("ultime", 3, first_player=1), random.Random(1)
    while match.head < 30:
        random_move(match, choose)
    book = match.opening.game.rulebook
    cited = moves_by_rule(match, EVERYTHING)
    assert {"UP-9", "UP-11"} <= cited.keys()
    assert all(number in book for number in cited)
    for number, moves in cited.items():
        assert moves == [at for at in match.line.numbers[1:] if number in getattr(match.moves[at], "citations", ())]
    match.take_back(20, STAMP, judge=True)
    assert all(at <= 20 for moves in moves_by_rule(match, EVERYTHING).values() for at in moves)
