"""The rulebook of freeform, its code and its tests name the same rules."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from tablescribe.domain.games import game

NUMBERS = re.compile(r"FF-\d+")


def numbers_in(text: str) -> set[str]:
    return set(NUMBERS.findall(text))


def test_every_rule_is_cited_by_code_obeyed_by_a_test_and_every_enforced_one_refused_in_a_test() -> None:
    rules = {rule.number: rule for rule in game("freeform").rulebook.rules}
    code = numbers_in(files("tablescribe.domain.games.freeform").joinpath("rules.py").read_text("utf-8"))
    tests = Path(__file__).with_name("test_rules.py").read_text("utf-8")
    obeyed = {found.upper().replace("_", "-") for found in re.findall(r"def test_.*_(ff_\d)\(", tests)}
    refused = numbers_in(" ".join(line for line in tests.splitlines() if "match=" in line or '("' in line))
    assert code == set(rules)
    assert obeyed == set(rules)
    assert {number for number, rule in rules.items() if rule.kind == "enforced"} <= refused


def test_the_readme_lists_every_rule() -> None:
    readme = files("tablescribe.domain.games.freeform").joinpath("README.md").read_text("utf-8")
    assert re.findall(r"^\| (FF-\d+) ", readme, re.M) == [rule.number for rule in game("freeform").rulebook.rules]
