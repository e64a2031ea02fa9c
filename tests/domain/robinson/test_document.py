"""The document's table: each sentence with its place, its rules and their cases."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from tablescribe.domain.box.yaml_data import read_yaml
from tablescribe.domain.games import game
from tests.domain.cases import nothing_happened
from tests.domain.robinson import test_common

BOOK = game("robinson").rulebook
CASES = test_common.TestRobinson.cases
TABLE = read_yaml(files("tablescribe.domain.games.robinson").joinpath("document.yaml").read_text("utf-8"))
PLACES = {one["place"]: one["rules"] for one in TABLE["places"]}

SENTENCES = {
    "Opening": 5, "Setup": 3, "Event": 2, "Morale": 2, "Production": 1, "Action": 10, "Weather": 1, "Night": 3,
    "Adventure icons": 3, "Requirements": 3, "Attack": 8, "Stealing": 4, "Death": 3,
}  # fmt: skip
"""How many sentences the document has under each heading: 48 in all."""

RECORD = "record"
"""Marks a broken case if no action can break a rule: the audit finds a record against it.

`record` alone: nothing happened. `record, the_palisade_stays`: what happened against the sentence.
"""


def test_every_sentence_has_a_place_in_the_order_of_the_document() -> None:
    assert list(PLACES) == [f"{heading} {n}" for heading, last in SENTENCES.items() for n in range(1, last + 1)]
    assert list(TABLE["headings"]) == list(SENTENCES)
    assert sum(SENTENCES.values()) == 48


def test_every_place_has_rules_of_the_book() -> None:
    assert all(PLACES.values())
    assert {number for rules in PLACES.values() for number in rules} <= {rule.number for rule in BOOK.rules}


def test_every_rule_of_the_document_stands_at_the_places_that_it_names() -> None:
    for rule in BOOK.rules:
        if rule.source.startswith("document"):
            for place in places_of(rule.source):
                assert rule.number in PLACES[place], f"{rule.number} names {place}"


def places_of(source: str) -> list[str]:
    """Return the places that a rule's source names: `document, Stealing 3 and 4; ruling`."""
    named = source.removeprefix("document, ").partition(";")[0].split(" and ")
    heading, found = "", []
    for one in named:
        words, _, n = one.strip().rpartition(" ")
        heading = words or heading
        found.append(f"{heading} {n}")
    return found


def test_every_rule_that_is_not_the_documents_says_where_it_comes_from() -> None:
    sources = {part for rule in BOOK.rules for part in re.split(r"; ", rule.source) if not part.startswith("document")}
    assert sources == {"base game", "ruling"}


def test_every_row_names_cases_of_its_rule() -> None:
    wrong = [
        f"{place}: {number}: {{obeyed: {obeyed(number)}, broken: {broken(number)}}}"
        for place, rules in PLACES.items() for number, cases in rules.items()
        if cases["obeyed"] not in obeyed(number) or cases["broken"] not in broken(number)
    ]  # fmt: skip
    assert not wrong, "\n".join(wrong)


def obeyed(number: str) -> list[str]:
    """Return the names of the cases that obey a rule."""
    return [case.__name__ for case in CASES.written[number]]


def broken(number: str) -> list[str]:
    """Return the names of the cases that a rule refuses; if none is possible, what a record against it says."""
    if number in CASES.refused:
        return [case.__name__ for case in CASES.refused[number]]
    forgery = CASES.forging.get(number)
    if forgery is None:
        return []
    return [RECORD if forgery is nothing_happened else f"{RECORD}, {forgery.__name__}"]


def test_every_rule_that_the_code_cites_is_in_the_book() -> None:
    room = Path(str(files("tablescribe.domain.games.robinson")))
    known = {rule.number for rule in BOOK.rules}
    cited = {
        (path.name, number)
        for path in room.rglob("*.py")
        for number in re.findall(r"\b[A-Z]{1,2}-[A-Z]?\d+", path.read_text("utf-8"))
    }
    assert {one for one in cited if one[1] not in known} == set()
