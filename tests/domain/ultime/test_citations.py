"""The rulebook and the code name the same rules."""

import ast
import re
from importlib.resources import files
from pathlib import Path

import pytest
from pydantic import ValidationError

from tablescribe.domain.box.catalogue import from_data, load_catalogue, read_catalogue
from tablescribe.domain.box.rulebook import Rulebook
from tablescribe.domain.games import game
from tablescribe.domain.games.ultime.components import UltimeCatalogue

ROOMS = {"ultime": r"UP-\d+[a-l]?", "expeditions": r"EX-\d+", "freeform": r"FF-\d+"}


def cited(key: str) -> set[str]:
    """Return the rule numbers that are string literals in the code; docstrings do not count."""
    numbers = set()
    for path in Path(str(files(f"tablescribe.domain.games.{key}"))).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.fullmatch(ROOMS[key], node.value):
                numbers.add(node.value)
    return numbers


@pytest.mark.parametrize("key", ROOMS)
def test_every_enforced_rule_is_cited_and_every_citation_exists(key: str) -> None:
    book = game(key).rulebook
    enforced = {rule.number for rule in book.rules if rule.kind == "enforced"}
    assert enforced - cited(key) == set()
    assert cited(key) - {rule.number for rule in book.rules} == set()


@pytest.mark.parametrize("key", ROOMS)
def test_options_named_by_rules_exist(key: str) -> None:
    fields = set(game(key).options.model_fields)
    named = {name.strip() for rule in game(key).rulebook.rules for name in rule.option.split(",") if name.strip()}
    assert named <= fields
    assert key == "freeform" or named == fields


def test_every_room_has_the_files_one_expects() -> None:
    for key in ROOMS:
        room = Path(str(files(f"tablescribe.domain.games.{key}")))
        for name in ("README.md", "rules.yaml", "catalogue.yaml", "components.py", "actions.py", "board.py",
                     "setup.py", "offers.py", "scoring.py"):  # fmt: skip
            assert (room / name).is_file(), f"{key} has no {name}"
        assert (room / "rules.py").is_file() or (room / "rules").is_dir()


def test_the_printed_deck_is_complete_and_uniform() -> None:
    catalogue = load_catalogue(UltimeCatalogue, "tablescribe.domain.games.ultime")
    assert catalogue.origin == "printed"
    for seats, cards in ((3, 24), (4, 32), (5, 40)):
        deck = [card for card in catalogue.movement_cards if card.from_players <= seats]
        assert len(deck) == cards
        squares = [card.square for card in deck]
        assert sorted(squares) == sorted([*range(1, 4 * seats + 1)] * 2)
        assert sum(card.arrow == "opponent" for card in deck) == cards // 4
        assert sum(card.steps is not None for card in deck) == cards // 4
    assert len(catalogue.power_cards) == 12


GOOD = load_catalogue(UltimeCatalogue, "tablescribe.domain.games.ultime").model_dump(mode="json")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"movement_cards": [{**GOOD["movement_cards"][0], "steps": [1, 1]}]}, "do not add up"),
        ({"movement_cards": [{**GOOD["movement_cards"][1], "circle": 0}]}, "moves nothing"),
        ({"movement_cards": [{**GOOD["movement_cards"][1], "square": 13}]}, "no terrain 13"),
        ({"movement_cards": [GOOD["movement_cards"][1]] * 2}, "same id"),
        ({"villages": GOOD["villages"][:3]}, "five villages"),
        ({"name": 3}, "valid string"),
        ({"more": 3}, "not permitted"),
        ({"movement_cards": [{**GOOD["movement_cards"][1], "id": True}]}, "valid integer"),
    ],
)
def test_a_tables_own_catalogue_is_checked(change: dict[str, object], said: str) -> None:
    assert (
        from_data(UltimeCatalogue, GOOD).digest()
        == load_catalogue(UltimeCatalogue, "tablescribe.domain.games.ultime").digest()
    )
    with pytest.raises(ValidationError, match=said):
        from_data(UltimeCatalogue, {**GOOD, **change})


def test_a_catalogue_that_is_no_yaml() -> None:
    with pytest.raises(ValueError, match="not a YAML file"):
        read_catalogue(UltimeCatalogue, "a: [")


def test_rulebooks_are_checked() -> None:
    rule = {"number": "UP-1", "chapter": "c", "source": "s", "text": "t"}
    book = {"game": "g", "title": "t", "edition": "1", "source": "s", "rules": [rule]}
    found = Rulebook.model_validate(book)
    assert found["UP-1"].text == "t"
    assert "UP-2" not in found
    assert [chapter for chapter, _ in found.chapters()] == ["c"]
    with pytest.raises(ValidationError, match="numbered twice: UP-1"):
        Rulebook.model_validate({**book, "rules": [rule, rule]})
    with pytest.raises(ValidationError, match="gives its reason"):
        Rulebook.model_validate({**book, "rules": [{**rule, "kind": "judge"}]})
