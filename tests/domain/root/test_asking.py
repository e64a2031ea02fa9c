"""Root's windows ask everybody who may have an answer."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import fields

from tablescribe.domain.games import root
from tablescribe.domain.games.root.abilities import Abilities, others
from tablescribe.domain.games.root.factions import OTHERS

ROOM = Path(root.__file__).parent
QUESTIONS = {one.name for one in fields(Abilities)}
ASKING = ("in_play", "others")


FILES = [
    path for path in sorted(ROOM.rglob("*.py"))
    if path.name != "abilities.py" and re.search(rf"\b({'|'.join(ASKING)})\(", path.read_text("utf-8"))
]  # fmt: skip
"""The files of the room that ask. They are parsed in the tests: it takes longer than to collect a room of tests."""


def functions(path: Path) -> Iterator[ast.FunctionDef]:
    """Yield each function of a file that asks."""
    for one in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(one, ast.FunctionDef) and any(asks(call) for call in ast.walk(one)):
            yield one


def asks(node: ast.AST) -> bool:
    """Return whether a node asks those in play."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ASKING


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOM).as_posix())
def test_what_is_asked_is_what_was_said(path: Path) -> None:
    """`for one in in_play(board, "moved")` asks each `one.moved`, and nothing else."""
    asking = list(functions(path))
    assert asking
    for function in asking:
        said, asked = set[str](), set[str]()
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and asks(node):
                about = node.args[1:] if isinstance(node.func, ast.Name) and node.func.id == "in_play" else node.args
                said |= {str(one.value) for one in about if isinstance(one, ast.Constant)}
                assert about, f"{function.name}: say what is asked"
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr in QUESTIONS:
                asked |= {node.attr} if node.value.id == "one" else set()
        assert said == asked, function.name


@pytest.mark.parametrize("question", sorted(QUESTIONS))
def test_only_those_who_answer_as_the_default_does_are_left_out(question: str) -> None:
    default = getattr(Abilities(), question)
    assert others(question) == tuple(one for one in OTHERS if getattr(one, question) is not default)
