"""Mutations: with one check of a rule switched off, a hand-written case that breaks the rule must go through.

A check is one place in a game's code that refuses by a number: `play.require("RO-9.3", …)`, `raise Illegal("TR-120",
…)`. Two checks of the same rule are two sentences, and one broken case tries only one of them; who deletes the other
hears nothing. So each check is switched off by itself, and the broken cases of its number are run. A check *survives*
if they are all refused by that number as before: no case reaches it, or another check refuses the same.

`survivors/<game>.txt` keeps the checks that are known to survive, one a line: the check, two spaces, `# reason`.
A check that survives and is not in the list fails the test, and so does one in the list that survives no more.
Another test than a case may try a check that is in the list: then that test can be made a case of the rule.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from types import CodeType
from typing import ClassVar, NamedTuple

import pytest

from tablescribe.domain.rules.play import Illegal, Play
from tablescribe.domain.words.text import Text
from tests.depth import a_few
from tests.domain.cases import Cases
from tests.domain.kit import ROOMS, Kit

KNOWN = Path(__file__).parent / "survivors"
"""The checks that are known to survive, a file for each game."""

ELSEWHERE = "(elsewhere)"
"""How the list has a rule that no requirement of a move keeps: a window that is not open, a series."""

QUICK = 6
"""Rules of a game that are tried by default."""

Broken = Callable[[], None]


class Check(NamedTuple):
    """A place in a game's code that refuses by a rule's number.

    Attributes:
        rule: the number, as the code has it there.
        place: the file in the room and the function, and which of the function's checks of that rule it is:
            `rules/turn.py go_on`, `rules/turn.py go_on #2`.
        file, first, last: where it stands now.
    """

    rule: str
    place: str
    file: str
    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.rule} {self.place}"

    def is_at(self, file: str, line: int) -> bool:
        """Return whether a line that is being executed belongs to this check."""
        return file == self.file and self.first <= line <= self.last


class Mutations:
    """What must hold of the checks and the broken cases of a game that has cases."""

    kit: ClassVar[Kit]
    cases: ClassVar[Cases]

    @pytest.mark.no_cover
    def test_a_check_that_is_switched_off_is_missed(self) -> None:
        """Of the checks of each rule exactly those survive that are known to."""
        game = self.kit.game.key
        rules = a_few(dict.fromkeys(check.rule for check in checks(game)), QUICK)
        found = {str(check) for rule in rules for check in surviving(game, self.cases, rule)}
        listed = {check for check in known(game) if check.partition(" ")[0] in rules and not check.endswith(ELSEWHERE)}
        assert found - listed == set(), "no broken case of the rule misses these checks: write one"
        assert listed - found == set(), f"these survive no more: take them out of {KNOWN.name}/{game}.txt"

    @pytest.mark.no_cover
    def test_a_rule_that_is_switched_off_is_missed(self) -> None:
        """With all requirements of a number off, a broken case goes through, unless the rule is kept elsewhere."""
        rules = a_few(self.cases.refused, QUICK)
        found = {f"{rule} {ELSEWHERE}" for rule in rules if is_kept_elsewhere(self.cases, rule)}
        tried = {f"{rule} {ELSEWHERE}" for rule in rules}
        assert found == tried & known(self.kit.game.key).keys()

    @pytest.mark.deep
    def test_every_check_that_is_known_to_survive_is_in_the_code(self) -> None:
        written = {f"{rule} {ELSEWHERE}" for rule in self.cases.refused}
        there = {str(check) for check in checks(self.kit.game.key)} | written
        assert known(self.kit.game.key).keys() - there == set()


def surviving(game: str, cases: Cases, rule: str) -> Iterator[Check]:
    """Yield the checks of a rule that can be switched off without a broken case of the rule going through."""
    broken = cases.refused.get(rule, [])
    reached = [(case, refused_at(case, rule)) for case in broken]
    for check in checks(game):
        if check.rule == rule:
            mine = [case for case, at in reached if at is not None and check.is_at(*at)]
            if not missed(check, mine):
                yield check


def missed(check: Check, broken: Sequence[Broken]) -> bool:
    """Return whether one of the cases that a check refuses is no more refused by its number when it is off."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Play, "require", without(check.rule, check))
        return any(is_raised(check) or refused_at(case, check.rule) is None for case in broken)


def is_raised(check: Check) -> bool:
    """Return whether a check is a `raise` of its own: nothing else comes after it, so who reaches it would miss it."""
    return "raise Illegal" in Path(check.file).read_text("utf-8").splitlines()[check.first - 1]


def is_kept_elsewhere(cases: Cases, rule: str) -> bool:
    """Return whether the broken cases of a rule are refused by its number with all its requirements switched off."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Play, "require", without(rule))
        return all(refused_at(case, rule) is not None for case in cases.refused[rule])


def without(off: str, check: Check | None = None) -> Callable[[Play, str, object, Text], None]:
    """Return `Play.require`, but that what one rule requires holds always: at one check, or wherever it is required."""
    real = Play.require

    def require(play: Play, rule: str, holds: object, why: Text) -> None:
        caller = sys._getframe(1)
        there = check is None or check.is_at(caller.f_code.co_filename, caller.f_lineno)
        real(play, rule, holds or (rule == off and there), why)

    return require


def refused_at(case: Broken, rule: str) -> tuple[str, int] | None:
    """Run a broken case; return the file and line that refuse it by this rule, `None` if it is not."""
    try:
        case()
    except Illegal as error:
        at, places = error.__traceback__, list[tuple[CodeType, int]]()
        while at is not None:
            places.append((at.tb_frame.f_code, at.tb_lineno))
            at = at.tb_next
        if places[-1][0] is Play.require.__code__:
            places.pop()
        return (places[-1][0].co_filename, places[-1][1]) if error.rule == rule else None
    except (Exception, pytest.fail.Exception):  # whatever comes of a move that nothing checked
        return None
    return None


# --- what the code checks ----------------------------------------------------------------------


@cache
def checks(game: str) -> tuple[Check, ...]:
    """Return the checks of a game that name their rule where they stand; those that are handed it are left out."""
    room = ROOMS / game
    return tuple(check for file in sorted(room.rglob("*.py")) for check in _checks_of(file, room))


def _checks_of(file: Path, room: Path) -> Iterator[Check]:
    counted = Counter[tuple[str, str]]()
    for function, call in _calls(ast.parse(file.read_text("utf-8")), ""):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        first = call.args[0] if call.args else None
        if name in ("require", "Illegal") and isinstance(first, ast.Constant) and isinstance(first.value, str):
            place = f"{file.relative_to(room).as_posix()} {function}"
            counted[first.value, place] += 1
            n = counted[first.value, place]
            place += f" #{n}" if n > 1 else ""
            yield Check(first.value, place, str(file), call.lineno, call.end_lineno or call.lineno)


def _calls(tree: ast.AST, function: str) -> Iterator[tuple[str, ast.Call]]:
    """Yield the calls under a node in the order in which they stand, each with the function in which it does."""
    for node in ast.iter_child_nodes(tree):
        inside = node.name if isinstance(node, ast.FunctionDef | ast.ClassDef) else function
        if isinstance(node, ast.Call):
            yield inside, node
        yield from _calls(node, inside)


@cache
def known(game: str) -> dict[str, str]:
    """Return the checks that are known to survive, each with the reason, empty where nobody has looked."""
    file = KNOWN / f"{game}.txt"
    return dict(read_known(file.read_text("utf-8"))) if file.is_file() else {}


def read_known(text: str) -> Iterator[tuple[str, str]]:
    """Yield what a list of survivors says: `UP-9 setup.py first_player  # why`, or with a `|` between as at first."""
    for line in text.splitlines():
        if line and not line.startswith("#"):
            check, _, reason = line.replace(" |", "  #", 1).partition("  #")
            yield check.strip(), reason.strip()
