"""The glossary (RO-16.6), as far as it is no other rule's case."""

from __future__ import annotations

from domain.games.root.actions.core import Battle
from domain.match import Match
from tests.domain.root.cases import CASES
from tests.domain.root.cases_core import a_new_match
from tests.domain.root.table import at, given, when

CASES.forged(
    "RO-16.6.11", "RO-16.6.15", "RO-16.6.16", "RO-16.6.17", "RO-16.6.24", "RO-16.6.25", "RO-16.6.28",
)  # fmt: skip


@CASES.obeys("RO-16.6.11", "RO-16.6.15", "RO-16.6.16", "RO-16.6.24", "RO-16.6.25", "RO-16.6.28")
def the_map_is_laid_out() -> Match:
    match = a_new_match()
    assert match.table.where("ruin") == ["clearing:10", "clearing:11", "clearing:12", "clearing:6"]
    return match


@CASES.obeys("RO-16.6.17")
def a_pawn_fights_and_is_not_removed() -> Match:
    match = given(
        "CV", clearings={8: "2 marquise:warrior, vagabond:pawn"}, zones={"satchel:2": "item:sword"},
        values={"character:2": "thief"},
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="vagabond"), 3, 0)
    assert at(match, 8) == {"marquise:warrior": 2, "vagabond:pawn": 1}
    return match
