"""Every list of games contains all games of the registry, so that none is forgotten when one is added."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tablescribe.domain.games import GAMES, game
from tablescribe.replays.reading.reader import LANGUAGES

ROOT = Path(__file__).parent.parent
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
CONTRACTS = {contract["name"]: contract for contract in SETTINGS["importlinter"]["contracts"]}

every_game = pytest.mark.parametrize("key", list(GAMES))


def folders(parent: str) -> set[str]:
    return {path.name for path in (ROOT / parent).iterdir() if path.is_dir() and any(path.glob("[!_]*.*"))}


def test_the_registry_and_the_rooms_are_the_same() -> None:
    assert folders("domain/games") == set(GAMES)


def test_the_import_contracts_speak_of_all_games_there_are_and_ever_will_be() -> None:
    assert CONTRACTS["Games do not know each other"]["modules"] == ["tablescribe.domain.games.*"]
    floors = CONTRACTS["domain: rules on components, the table and words; games and tournaments on top"]
    assert floors["exhaustive"], "a new folder needs a floor"
    assert "games" in floors["layers"][0].split(" | "), "nothing below knows the games"


def test_coverage_is_measured_of_all_rooms_and_all_rooms_are_shipped() -> None:
    rooms = {f"tablescribe.{room}" for room in ("domain", "ledger", "replays", "cli")}
    assert set(SETTINGS["coverage"]["run"]["source"]) == rooms
    assert set(SETTINGS["importlinter"]["root_packages"]) == rooms


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
        package = (room / name).with_suffix("")  # a module that has become too long becomes a package of that name
        assert (room / name).is_file() or (package / "__init__.py").is_file(), f"domain/games/{key}/{name}"
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
