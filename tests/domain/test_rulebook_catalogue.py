"""Rulebooks and catalogues as data: what is refused, what is equal."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from domain.catalogue import Catalogue, from_data, read_catalogue
from domain.games import GAMES, game
from domain.rulebook import Rulebook, load_rulebook

RULE: dict[str, Any] = {"number": "XX-1", "chapter": "One", "source": "p. 1", "text": "Walk."}


def book(*rules: dict[str, Any]) -> Rulebook:
    return Rulebook.model_validate({"game": "x", "title": "X", "edition": "1", "source": "s", "rules": rules})


def test_a_rule_is_found_by_its_number() -> None:
    rules = book(RULE, {**RULE, "number": "XX-2a"})
    assert rules["XX-2a"].text == "Walk."
    assert "XX-1" in rules
    assert "XX-9" not in rules
    with pytest.raises(KeyError):
        rules["XX-9"]


def test_chapters_keep_the_order_of_the_document() -> None:
    rules = book(RULE, {**RULE, "number": "XX-2", "chapter": "Two"}, {**RULE, "number": "XX-3"})
    assert [(chapter, [rule.number for rule in found]) for chapter, found in rules.chapters()] == [
        ("One", ["XX-1", "XX-3"]), ("Two", ["XX-2"]),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ([RULE, RULE], "numbered twice: XX-1"),
        ([{**RULE, "kind": "judge"}], "XX-1: a judge's rule, and only that, gives its reason"),
        ([{**RULE, "reason": "because"}], "gives its reason"),
        ([{**RULE, "number": "1"}], "should match pattern"),
        ([{**RULE, "colour": "red"}], "Extra inputs"),
    ],
)
def test_a_rulebook_that_contradicts_itself_is_refused(rules: list[dict[str, Any]], why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        book(*rules)


def test_equal_rulebooks_have_equal_digests_and_other_words_another() -> None:
    assert book(RULE).digest == book(dict(RULE)).digest
    assert book(RULE).digest != book({**RULE, "text": "Run."}).digest
    assert len(book(RULE).digest) == 64


@pytest.mark.parametrize("key", list(GAMES))
def test_every_games_rulebook_loads_and_says_where_each_rule_comes_from(key: str) -> None:
    rules = load_rulebook(f"domain.games.{key}")
    assert rules.digest == game(key).rulebook.digest
    assert all(rule.source and rule.text and rule.chapter for rule in rules.rules)


YAML = "{name: ours, edition: '1', origin: house, source: us}"


def test_a_catalogue_is_read_from_yaml_and_equal_data_have_equal_digests() -> None:
    read = read_catalogue(Catalogue, YAML)
    assert read == Catalogue(name="ours", edition="1", origin="house", source="us")
    assert from_data(Catalogue, read.model_dump(mode="json")).digest() == read.digest()
    assert read_catalogue(Catalogue, YAML.replace("us}", "them}")).digest() != read.digest()


def test_a_date_that_yaml_makes_of_an_edition_is_read_as_it_was_written() -> None:
    assert read_catalogue(Catalogue, YAML.replace("'1'", "2026-11-21")).edition == "2026-11-21"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{name: [", "not a YAML file"),
        ("just words", "JSON|object|dictionary|instance"),
        (YAML.replace("house", "stolen"), "printed"),
        (YAML.replace("'1'", "1"), "edition"),
    ],
)
def test_a_file_that_is_no_catalogue_is_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        read_catalogue(Catalogue, text)


@pytest.mark.parametrize("key", list(GAMES))
def test_every_games_own_catalogue_survives_the_log(key: str) -> None:
    own = game(key).catalogue
    assert from_data(type(own), own.model_dump(mode="json", exclude_none=True)).digest() == own.digest()
