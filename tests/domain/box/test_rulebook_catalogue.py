"""Rulebooks and catalogues as data: errors and equality."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml
from pydantic import ValidationError

from tablescribe.domain import games
from tablescribe.domain.box import yaml_data
from tablescribe.domain.box.catalogue import Catalogue, from_data, plain_data, read_catalogue
from tablescribe.domain.box.lazy import lazy_part
from tablescribe.domain.box.rulebook import Rulebook, load_rulebook
from tablescribe.domain.box.yaml_data import CompiledLoader, PureLoader
from tablescribe.domain.games import GAMES, WrongOptions, game, opening
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.depth import a_few

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


@pytest.mark.parametrize(
    ("key", "wanted", "numbers"),
    [
        ("robinson", "Attack 2", ["RC-43"]),
        ("robinson", "attack 7", ["RC-49", "RC-95"]),
        ("robinson", "Atacando outro jogador 2", ["RC-43"]),
        ("robinson", "Requirements 2", ["RC-41"]),
        ("robinson", "Requirements 3", ["RC-41"]),
        ("robinson", "Requirements 4", []),
        ("root", "law 6.6", ["RO-HAND-1", "RO-HAND-2", "RO-6.6"]),
        ("chess", "4.4", ["CH-4.4"]),
        ("robinson", "no such word", []),
        ("robinson", "  ", []),
    ],
)
def test_a_rule_is_found_by_its_place_in_the_rule_document(key: str, wanted: str, numbers: list[str]) -> None:
    assert {rule.number for rule in game(key).rulebook.placed(wanted)} == set(numbers)


def test_headings_are_told_in_the_language_of_the_rule_document() -> None:
    book = game("robinson").rulebook
    rule = book["RC-43"]
    assert book.heading(rule.chapter, "pt") == "Atacando outro jogador"
    assert book.heading(rule.source, "pt") == "documento, Atacando outro jogador 2; decisão nossa"
    assert book.heading(rule.source, "fr") == rule.source == book.heading(rule.source, "en")
    chapters = {rule.chapter for rule in book.rules}
    assert [one for one in chapters if book.heading(one, "pt") == one] == []


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
    rules = load_rulebook(f"tablescribe.domain.games.{key}")
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


FILES = sorted(Path(games.__file__).parent.glob("*/*.yaml"), key=lambda file: (file.stem, file))
"""Rules and components of all games, alternating between files of one kind."""

LOADERS = [loader for loader in (PureLoader, CompiledLoader) if loader is not None]


@pytest.mark.parametrize("loader", LOADERS)
def test_either_loader_reads_what_a_catalogue_says_and_refuses_references(loader: Any) -> None:
    assert yaml.load("{a: [1, 'x', null], b: 2026-11-21}", loader) == {"a": [1, "x", None], "b": date(2026, 11, 21)}
    for text in ("a: &x [1]\nb: *x", "&a [*a]", "{a: *b}"):
        with pytest.raises(yaml.YAMLError, match="write it out: references"):
            yaml.load(text, loader)
    for text in ("!!python/name:os.system x", "{[a]: 1}", "a: 1\n---\nb: 2", "[1, 2", "a: \x07"):
        with pytest.raises(yaml.YAMLError):
            yaml.load(text, loader)
    with pytest.raises(RecursionError):
        yaml.load("[" * 50_000, loader)


@pytest.mark.parametrize("file", a_few(FILES, 11), ids=lambda file: f"{file.parent.name} {file.stem}")
@pytest.mark.skipif(CompiledLoader is None, reason="there is only one")
def test_both_loaders_read_our_own_files_alike(file: Path) -> None:
    text = file.read_text("utf-8")
    assert CompiledLoader is not None
    assert yaml.load(text, CompiledLoader) == yaml.load(text, PureLoader)


def test_a_file_that_cannot_be_read_is_told_with_the_line_in_question() -> None:
    with pytest.raises(ValueError, match=r"not a YAML file: write it out: (?s:.)*b: \*x\n +\^"):
        plain_data("a: &x [1]\nb: *x")


def test_without_the_compiled_loader_catalogues_are_read_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml_data, "CompiledLoader", None)
    assert read_catalogue(Catalogue, YAML).name == "ours"
    with pytest.raises(ValueError, match="references"):
        plain_data("a: &x [1]\nb: *x")


@pytest.mark.parametrize("key", list(GAMES))
def test_a_games_own_catalogue_is_recognised_in_a_log_and_any_other_is_checked(key: str) -> None:
    own = game(key).catalogue
    stored = msgspec.json.decode(msgspec.json.encode(own.plain()))
    seats = game(key).seats[0]
    assert opening(key, seats, catalogue=stored).catalogue is own
    turned = opening(key, seats, catalogue=dict(reversed(stored.items()))).catalogue
    assert (turned, turned is own) == (own, False)
    assert opening(key, seats, catalogue={**stored, "name": "ours"}).catalogue.name == "ours"
    with pytest.raises(WrongOptions, match="name"):
        opening(key, seats, catalogue={**stored, "name": 1})


def test_what_equals_the_own_catalogue_only_for_python_is_checked() -> None:
    own = game("ultime").catalogue
    forged = json.loads(json.dumps(own.plain()).replace(": 1,", ": true,", 1))
    assert forged == own.plain()
    with pytest.raises(WrongOptions):
        opening("ultime", 3, catalogue=forged)


UNREAD = """
import sys
from tablescribe.ledger.matches.ledger import open_ledger
ledger = open_ledger(sys.argv[1])
match = ledger.match(ledger.match_ids()[0])
game = match.opening.game
assert not game.is_read("rulebook") and not game.is_read("catalogue"), "a recorded match needs neither"
assert not {"yaml", "sqlalchemy.dialects.postgresql"} & set(sys.modules), "what it does not need is not imported"
again = ledger.match(match.id)
assert again.opening.catalogue is match.opening.catalogue, "the same bytes are checked once"
assert game.catalogue.digest() == match.opening.catalogue.digest()
assert game.rulebook.digest == match.opened.rulebook
"""


def test_a_recorded_match_reads_no_rulebook_and_no_catalogue_from_a_file(tmp_path: Path) -> None:
    ledger = open_ledger(tmp_path / "ledger.db")
    Scribe(ledger).new("ultime", ["Ada", "Ben", "Cleo"], outcomes=[1])
    ledger.close()
    subprocess.run([sys.executable, "-c", UNREAD, str(tmp_path / "ledger.db")], check=True)


def test_a_rulebook_that_lacks_a_windows_rule_is_refused_when_it_is_read() -> None:
    """The check is put off together with the book: whoever asks for it is told, each time."""
    whole = game("ultime")
    window = whole.windows[0]
    told = whole.rulebook.model_dump()
    told["rules"] = [rule for rule in told["rules"] if rule["number"] != window.rule]
    poorer = Rulebook.model_validate(told)
    lacking = replace(whole, rulebook=lazy_part(Rulebook, lambda: poorer))
    for _ in range(2):
        with pytest.raises(ValueError, match=f"the unknown rule {window.rule}"):
            _ = lacking.rulebook
    with pytest.raises(ValueError, match=f"the unknown rule {window.rule}"):
        replace(whole, rulebook=poorer)
