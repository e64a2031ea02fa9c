"""The table of the manual is correct: each sentence has rules, a case that obeys it, and one that breaks it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tablescribe.domain.games import game
from tablescribe.replays.auditing.audit import audit
from tests.domain.tomb_raider.document import all_rows, cases_of, document, parts
from tests.domain.tomb_raider.sentences.rows import Row, is_found, matches_of

BOOK = game("tomb_raider").rulebook
ENFORCED = {rule.number for rule in BOOK.rules if rule.kind == "enforced"}
TABLE = document()
PLACES: list[dict[str, Any]] = TABLE["places"]
PARTS = dict(parts(TABLE))
SENTENCES = {at: part for at, part in PARTS.items() if "rules" in part}
ROWS = all_rows()


# --- the table --------------------------------------------------------------------------------


def test_every_place_has_rules_or_says_why_it_has_none() -> None:
    for at, part in PARTS.items():
        assert bool(part.get("rules")) != bool(part.get("none")), at


def test_every_sentence_says_what_it_is_about() -> None:
    assert [at for at, part in PARTS.items() if "says" in part and not part["says"]] == []
    assert [place["at"] for place in PLACES if "sentences" in place and not place["sentences"]] == []


def test_every_rule_that_is_named_is_in_the_rulebook() -> None:
    assert {rule for part in PARTS.values() for rule in part.get("rules", ()) if rule not in BOOK} == set()


def test_every_rule_has_a_place_or_says_from_what_it_follows() -> None:
    placed = {rule for part in PARTS.values() for rule in part.get("rules", ())}
    implied = {one["rule"] for one in TABLE["implied"] if one["why"]}
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


def test_rules_name_the_headings_of_the_manual() -> None:
    headings = {place["at"].rpartition(" ")[0] for place in PLACES}
    known = {heading.partition(":")[0] for heading in headings}
    for rule in BOOK.rules:
        sources = [one.strip() for one in rule.source.removesuffix("; ruling").split(";")]
        odd = [one for one in sources if one not in known and one.partition(":")[0].strip() not in known]
        assert not odd, (rule.number, odd)


# --- its cases --------------------------------------------------------------------------------


def test_every_sentence_names_its_own_cases() -> None:
    """`python -m tests.domain.tomb_raider.document` writes them into the table."""
    assert ROWS.keys() == SENTENCES.keys()
    for at, part in SENTENCES.items():
        named = {key: part[key] for key in ("obeyed", "broken", "record", "why") if key in part}
        assert named == cases_of(ROWS[at]), at
        assert named.keys() in ({"obeyed", "broken"}, {"obeyed", "record", "why"}), at


def test_no_two_sentences_share_a_case() -> None:
    """Nor a name: a sentence that is obeyed or broken in the case of another has none of its own."""
    named = [name for row in ROWS.values() for key, name in cases_of(row).items() if key != "why"]
    assert [name for name, n in Counter(named).items() if n > 1] == []


def test_why_no_move_breaks_a_sentence_is_said_in_the_head_of_the_table() -> None:
    assert {row.why for row in ROWS.values() if row.why} == TABLE["why"].keys()


@pytest.mark.parametrize("at", SENTENCES)
def test_a_sentence_is_obeyed(at: str) -> None:
    """Its rules are cited by the case, or refuse what breaks it; and the audit finds nothing."""
    row, cited = ROWS[at], set[str]()
    for match in matches_of(row):
        cited |= {*match.opened.citations, *(one for move in match.moves for one in getattr(move, "citations", ()))}
        assert [one for one in audit(match).findings if one.severity != "note" and one.code != "series.missing"] == []
    assert ENFORCED & set(SENTENCES[at]["rules"]) - cited <= {row.rule}


@pytest.mark.parametrize("at", [at for at in SENTENCES if ROWS.get(at, Row()).why])
def test_a_record_that_breaks_a_sentence_is_found(at: str) -> None:
    """What breaks one by a move is refused: `test_a_move_that_breaks_a_rule_is_refused_with_its_number`."""
    assert ROWS[at].rule in SENTENCES[at]["rules"]
    is_found(ROWS[at])


def test_a_move_that_breaks_a_sentence_is_refused_by_one_of_its_rules() -> None:
    assert [at for at, row in ROWS.items() if row.rule not in SENTENCES[at]["rules"]] == []
