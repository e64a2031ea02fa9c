"""Each threat in SECURITY.md names tests that exist and run by default."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def threats() -> list[list[str]]:
    """Return the rows of the threat model: attacker, attack, mitigation, what remains possible, tests."""
    model = (ROOT / "SECURITY.md").read_text("utf-8").partition("## Threat model\n")[2].partition("\n## ")[0]
    lines = [line for line in model.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def marks_in(file: Path) -> dict[str, list[str]]:
    """Return the marks of each test in a file, by its pytest name, including its class if it has one."""
    body = ast.parse(file.read_text("utf-8")).body
    classes = [one for one in body if isinstance(one, ast.ClassDef)]
    named = [("", one) for one in body] + [(f"{each.name}::", one) for each in classes for one in each.body]
    return {
        f"{before}{one.name}": [ast.unparse(mark) for mark in one.decorator_list]
        for before, one in named
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)
    }


def test_there_is_a_threat_model() -> None:
    assert len(threats()) >= 15


@pytest.mark.parametrize("threat", threats(), ids=lambda threat: threat[0])
def test_each_threat_is_told_whole_and_shown_by_tests_that_there_are(threat: list[str]) -> None:
    assert len(threat) == 5
    assert all(threat)
    named = re.findall(r"`([^`:]+)::([^`]+)`", threat[4])
    assert named
    assert threat[4] == ", ".join(f"`{file}::{name}`" for file, name in named)
    for file, name in named:
        assert (ROOT / file).is_file(), file
        marks = marks_in(ROOT / file).get(name)
        assert marks is not None, f"{file} has no {name}"
        assert name.rpartition("::")[2].startswith("test_")
        assert not [mark for mark in marks if "deep" in mark], f"{name} is not in the default run"
