"""Whatever lists games lists those of the registry: nothing is forgotten when one is added."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from domain.games import GAMES, NOTATIONS, game, notation
from replays.reader import LANGUAGES

ROOT = Path(__file__).parent.parent
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
CONTRACTS = {contract["name"]: contract for contract in SETTINGS["importlinter"]["contracts"]}

every_game = pytest.mark.parametrize("key", list(GAMES))


def folders(parent: str) -> set[str]:
    return {path.name for path in (ROOT / parent).iterdir() if path.is_dir() and any(path.glob("[!_]*.*"))}


def test_the_registry_and_the_rooms_are_the_same() -> None:
    assert folders("domain/games") == set(GAMES)


def test_notations_are_those_that_the_games_declare() -> None:
    assert {one.name: key for key in GAMES for one in game(key).notations} == NOTATIONS
    assert [notation(name)[1].name for name in NOTATIONS] == list(NOTATIONS)


def test_the_import_contracts_speak_of_all_games_there_are_and_ever_will_be() -> None:
    assert CONTRACTS["Games do not know each other"]["modules"] == ["domain.games.*"]
    kernel = CONTRACTS["The kernel does not know the games"]
    assert kernel["forbidden_modules"] == ["domain.games.*"]
    modules = {f"domain.{path.stem}" for path in (ROOT / "domain").glob("[!_]*.py")}
    assert set(kernel["source_modules"]) == modules


def test_coverage_is_measured_of_all_rooms_and_all_rooms_are_shipped() -> None:
    assert SETTINGS["coverage"]["run"]["source"] == SETTINGS["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert "domain" in SETTINGS["coverage"]["run"]["source"]


@every_game
def test_a_game_has_a_row_in_the_readme_that_leads_to_its_room_with_its_true_numbers(key: str) -> None:
    (row,) = re.findall(
        rf"^\| \[.+\]\(domain/games/{key}/README\.md\).*\|$", (ROOT / "README.md").read_text("utf-8"), re.M
    )
    rules = game(key).rulebook.rules
    enforced = sum(rule.kind == "enforced" for rule in rules)
    assert f"| {enforced} enforced, {len(rules) - enforced} left to the judge |" in row


@every_game
def test_a_game_has_all_that_a_room_has(key: str) -> None:
    room = ROOT / "domain/games" / key
    for name in ("README.md", "rules.yaml", "catalogue.yaml", "actions.py", "board.py", "offers.py", "scoring.py"):
        part = room / name.removesuffix(".py")  # what outgrows a file is a package of that name
        assert (room / name).is_file() or (part / "__init__.py").is_file(), f"domain/games/{key}/{name}"
    for language in set(LANGUAGES) - {"en"}:
        assert (room / f"words.{language}.po").is_file(), f"domain/games/{key}/words.{language}.po"


@every_game
def test_a_game_has_the_common_tests_and_a_golden_match(key: str) -> None:
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests/domain" / key).glob("test_*.py"))
    assert re.search(rf'a_game\(\s*"{key}"', tests), f"a test in tests/domain/{key} calls a_game({key!r}, …)"
    goldens = {path.stem for path in (ROOT / "tests/matches" / key).glob("*.golden")}
    assert goldens
    assert goldens == {path.stem for path in (ROOT / "tests/matches" / key).glob("*.jsonl")}


@every_game
def test_a_game_has_a_demo_that_is_a_match_of_it(key: str) -> None:
    demo = ROOT / "cli/demos" / f"{key}.jsonl"
    assert demo.is_file(), f"cli/demos/{key}.jsonl"
    (new,) = re.findall(r'^\{"new": \{"game": "(\w+)"', demo.read_text("utf-8"), re.M)
    assert new == key


@every_game
def test_rule_numbers_of_a_game_begin_like_no_other_games(key: str) -> None:
    prefixes = {other: {rule.number.partition("-")[0] for rule in game(other).rulebook.rules} for other in GAMES}
    assert len(prefixes[key]) == 1
    assert not [other for other in GAMES if other != key and prefixes[other] & prefixes[key]]
