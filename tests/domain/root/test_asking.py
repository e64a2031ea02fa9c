"""Whoever is asked in the rules of Root is asked what was said: nobody with an answer is left out."""

from __future__ import annotations

import ast
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


def functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield each function of the room that asks, with the place where it stands."""
    for path in sorted(ROOM.rglob("*.py")):
        if path.name != "abilities.py":
            for one in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(one, ast.FunctionDef) and any(asks(call) for call in ast.walk(one)):
                    yield f"{path.name}:{one.name}", one


def asks(node: ast.AST) -> bool:
    """Return whether a node asks those in play."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ASKING


@pytest.mark.parametrize(("place", "function"), [pytest.param(*one, id=one[0]) for one in functions()])
def test_what_is_asked_is_what_was_said(place: str, function: ast.FunctionDef) -> None:
    """`for one in in_play(board, "moved")` asks each `one.moved`, and nothing else."""
    said, asked = set[str](), set[str]()
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and asks(node):
            about = node.args[1:] if isinstance(node.func, ast.Name) and node.func.id == "in_play" else node.args
            said |= {str(one.value) for one in about if isinstance(one, ast.Constant)}
            assert about, f"{place}: say what is asked"
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr in QUESTIONS:
            asked |= {node.attr} if node.value.id == "one" else set()
    assert said == asked, place


@pytest.mark.parametrize("question", sorted(QUESTIONS))
def test_only_those_who_answer_as_the_default_does_are_left_out(question: str) -> None:
    default = getattr(Abilities(), question)
    assert others(question) == tuple(one for one in OTHERS if getattr(one, question) is not default)
