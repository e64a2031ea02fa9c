"""What SECURITY.md says of threats, tests show."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def threats() -> list[list[str]]:
    """Return the rows of the threat model: who, what they try, what stops it, what stays possible, tests."""
    model = (ROOT / "SECURITY.md").read_text("utf-8").partition("## Threat model\n")[2].partition("\n## ")[0]
    lines = [line for line in model.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def functions_of(file: Path) -> set[str]:
    tree = ast.parse(file.read_text("utf-8"))
    return {one.name for one in ast.walk(tree) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_there_is_a_threat_model() -> None:
    assert len(threats()) >= 15


@pytest.mark.parametrize("threat", threats(), ids=lambda threat: threat[0])
def test_each_threat_is_told_whole_and_shown_by_tests_that_there_are(threat: list[str]) -> None:
    assert len(threat) == 5
    assert all(threat)
    named = re.findall(r"`([^`]+)::([^`]+)`", threat[4])
    assert named
    assert threat[4] == ", ".join(f"`{file}::{name}`" for file, name in named)
    for file, name in named:
        assert (ROOT / file).is_file(), file
        assert name.startswith("test_")
        assert name in functions_of(ROOT / file), f"{file} has no {name}"
