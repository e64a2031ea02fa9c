"""The table of section 16 of the Law, sentence by sentence: every row names rules that are kept and tried."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

from tablescribe.domain.box.yaml_data import read_yaml
from tablescribe.domain.games import game
from tests.domain.root import test_rules

DOCUMENT: dict[str, Any] = read_yaml(
    files("tablescribe.domain.games.root").joinpath("document.yaml").read_text("utf-8")
)
SECTIONS: list[dict[str, Any]] = DOCUMENT["sections"]
BOOK = game("root").rulebook
CASES = test_rules.TestRoot.cases
SENTENCES = 183
"""How many sentences section 16 has, titles and bare references left out."""


def test_every_sentence_is_there_once() -> None:
    numbers = [one["at"] for one in SECTIONS]
    assert len(set(numbers)) == len(numbers)
    assert sum(len(one["sentences"]) for one in SECTIONS) == SENTENCES


@pytest.mark.parametrize("section", SECTIONS, ids=[one["at"] for one in SECTIONS])
def test_each_sentence_names_the_rule_of_its_number_and_rules_that_there_are(section: dict[str, Any]) -> None:
    named = [rule for sentence in section["sentences"] for rule in sentence["rules"]]
    assert f"RO-{section['at']}" in named
    for rule in named:
        assert rule in BOOK, rule
    assert all(sentence["says"] and sentence["rules"] for sentence in section["sentences"])


@pytest.mark.parametrize("section", SECTIONS, ids=[one["at"] for one in SECTIONS])
def test_the_rules_of_a_sentence_are_obeyed_and_broken_or_a_judges(section: dict[str, Any]) -> None:
    """A judge's rule says why no program can keep it; each other one has its cases."""
    named = {rule for sentence in section["sentences"] for rule in sentence["rules"]}
    enforced = {rule for rule in named if BOOK[rule].kind == "enforced"}
    assert sorted(enforced - CASES.obeying.keys()) == []
    assert sorted(enforced - CASES.breaking.keys() - CASES.forging.keys()) == []


def test_every_rule_of_section_16_stands_in_the_table() -> None:
    named = {rule for one in SECTIONS for sentence in one["sentences"] for rule in sentence["rules"]}
    book = {rule.number for rule in BOOK.rules if rule.number.startswith("RO-16.")}
    assert sorted(book - named) == ["RO-16.1"]  # only its heading names that one
