"""The manual's table is true: every place has rules that there are, every rule a place and cases (`document.yaml`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablescribe.domain.games import game
from tests.domain.tomb_raider.document import cases_now, document

BOOK = game("tomb_raider").rulebook
PLACES: list[dict[str, Any]] = document()["places"]


def parts() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield each paragraph, or its sentences where it has some, with the place."""
    for place in PLACES:
        for part in place.get("sentences", [place]):
            yield place["at"], part


def test_every_place_has_rules_or_says_why_it_has_none() -> None:
    for at, part in parts():
        assert bool(part.get("rules")) != bool(part.get("none")), at


def test_every_sentence_says_what_it_is_about() -> None:
    assert [at for at, part in parts() if "says" in part and not part["says"]] == []
    assert [place["at"] for place in PLACES if "sentences" in place and not place["sentences"]] == []


def test_every_rule_that_is_named_is_in_the_rulebook() -> None:
    assert {rule for _, part in parts() for rule in part.get("rules", ()) if rule not in BOOK} == set()


def test_every_rule_has_a_place_or_says_from_what_it_follows() -> None:
    placed = {rule for _, part in parts() for rule in part.get("rules", ())}
    implied = {one["rule"] for one in document()["implied"] if one["why"]}
    assert {rule.number for rule in BOOK.rules} - placed == implied


def test_the_paragraphs_of_each_heading_are_counted_without_a_gap() -> None:
    counted: dict[str, list[int]] = {}
    for place in PLACES:
        heading, _, number = place["at"].rpartition(" ")
        counted.setdefault(heading, []).append(int(number))
    assert {heading for heading, numbers in counted.items() if numbers != list(range(1, len(numbers) + 1))} == set()
    assert len(PLACES) == 233


def test_the_standard_rules_are_read_sentence_by_sentence() -> None:
    without = [place["at"] for place in PLACES[33:125] if "sentences" not in place and "none" not in place]
    assert without == ["JOGANDO O JOGO 2"], "a table"


def test_every_enforced_rule_is_obeyed_and_broken_by_the_cases_named() -> None:
    for case in document()["cases"]:
        assert case.keys() == {"rule", "obeyed", "broken"}, case
    assert document()["cases"] == cases_now(), "python -m tests.domain.tomb_raider.document"


def test_rules_name_the_headings_of_the_manual() -> None:
    headings = {place["at"].rpartition(" ")[0] for place in PLACES}
    known = {heading.partition(":")[0] for heading in headings}
    for rule in BOOK.rules:
        sources = [one.strip() for one in rule.source.removesuffix("; ruling").split(";")]
        odd = [one for one in sources if one not in known and one.partition(":")[0].strip() not in known]
        assert not odd, (rule.number, odd)
