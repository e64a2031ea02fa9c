"""Mutation tests: if one check of a rule is switched off, a case that breaks the rule must no longer be refused.

A check is one place in a game's code that refuses with a rule number: `play.require("RO-9.3", …)`, `raise
Illegal("TR-120", …)`. A rule may have two checks, of which a broken case tries only one; nobody would notice if the
other were deleted. So each check is switched off separately, and the broken cases of its number are run. A check
*survives* if all of them are still refused with that number: no case reaches it, or another check refuses the same.

`survivors/<game>.txt` lists the known survivors, one per line: the check, two spaces, `# reason`.
The test fails for a survivor that is not in the list, and for one in the list that no longer survives.
A check in the list may be covered by a test that is no case. That test can then be made a case of the rule.
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
"""The known survivors, in a file for each game."""

ELSEWHERE = "(elsewhere)"
"""Marks a rule in the list that no requirement of a move enforces: a closed window, a series."""

QUICK = 6
"""Number of rules of a game tried by default."""

Broken = Callable[[], None]


class Check(NamedTuple):
    """A place in a game's code that refuses with a rule number.

    Attributes:
        rule: the number in the code.
        place: the file in the room and the function, with a number if the function has several checks of the rule:
            `rules/turn.py go_on`, `rules/turn.py go_on #2`.
        file, first, last: the current position in the code.
    """

    rule: str
    place: str
    file: str
    first: int
    last: int

    def __str__(self) -> str:
        return f"{self.rule} {self.place}"

    def is_at(self, file: str, line: int) -> bool:
        """Return whether an executed line belongs to this check."""
        return file == self.file and self.first <= line <= self.last


class Mutations:
    """Tests of the checks and the broken cases of a game with cases."""

    kit: ClassVar[Kit]
    cases: ClassVar[Cases]

    @pytest.mark.no_cover
    def test_a_check_that_is_switched_off_is_missed(self) -> None:
        """For each rule, exactly the known survivors survive."""
        game = self.kit.game.key
        rules = a_few(dict.fromkeys(check.rule for check in checks(game)), QUICK)
        found = {str(check) for rule in rules for check in surviving(game, self.cases, rule)}
        listed = {check for check in known(game) if check.partition(" ")[0] in rules and not check.endswith(ELSEWHERE)}
        assert found - listed == set(), "no broken case of the rule misses these checks: write one"
        assert listed - found == set(), f"these survive no more: take them out of {KNOWN.name}/{game}.txt"

    @pytest.mark.no_cover
    def test_a_rule_that_is_switched_off_is_missed(self) -> None:
        """With all requirements of a number off, a broken case succeeds, unless the rule is enforced elsewhere."""
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
    """Yield the checks of a rule that can be switched off while all broken cases of the rule are still refused."""
    broken = cases.refused.get(rule, [])
    reached = [(case, refused_at(case, rule)) for case in broken]
    for check in checks(game):
        if check.rule == rule:
            mine = [case for case, at in reached if at is not None and check.is_at(*at)]
            if not missed(check, mine):
                yield check


def missed(check: Check, broken: Sequence[Broken]) -> bool:
    """Return whether a case that a check refuses is no longer refused with its number once the check is off."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Play, "require", without(check.rule, check))
        return any(is_raised(check) or refused_at(case, check.rule) is None for case in broken)


def is_raised(check: Check) -> bool:
    """Return whether a check is a `raise` statement. Nothing follows it, so a case that reaches it would miss it."""
    return "raise Illegal" in Path(check.file).read_text("utf-8").splitlines()[check.first - 1]


def is_kept_elsewhere(cases: Cases, rule: str) -> bool:
    """Return whether the broken cases of a rule are refused with its number even if all its requirements are off."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Play, "require", without(rule))
        return all(refused_at(case, rule) is not None for case in cases.refused[rule])


def without(off: str, check: Check | None = None) -> Callable[[Play, str, object, Text], None]:
    """Return `Play.require` with the requirements of a rule always satisfied: at one check, or everywhere."""
    real = Play.require

    def require(play: Play, rule: str, holds: object, why: Text) -> None:
        caller = sys._getframe(1)
        there = check is None or check.is_at(caller.f_code.co_filename, caller.f_lineno)
        real(play, rule, holds or (rule == off and there), why)

    return require


def refused_at(case: Broken, rule: str) -> tuple[str, int] | None:
    """Run a broken case; return the file and line that refuse it by this rule, `None` if none does."""
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
    except (Exception, pytest.fail.Exception):  # an unchecked move can fail in any way
        return None
    return None


# --- checks in the code ------------------------------------------------------------------------


@cache
def checks(game: str) -> tuple[Check, ...]:
    """Return the checks of a game that name their rule in place, without those that get it as an argument."""
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
    """Yield the calls in a syntax tree in source order, each with its function."""
    for node in ast.iter_child_nodes(tree):
        inside = node.name if isinstance(node, ast.FunctionDef | ast.ClassDef) else function
        if isinstance(node, ast.Call):
            yield inside, node
        yield from _calls(node, inside)


@cache
def known(game: str) -> dict[str, str]:
    """Return the known survivors, each with its reason; empty if nobody has investigated it."""
    file = KNOWN / f"{game}.txt"
    return dict(read_known(file.read_text("utf-8"))) if file.is_file() else {}


def read_known(text: str) -> Iterator[tuple[str, str]]:
    """Yield the entries of a list of survivors: `UP-9 setup.py first_player  # why`, or in the old form with `|`."""
    for line in text.splitlines():
        if line and not line.startswith("#"):
            check, _, reason = line.replace(" |", "  #", 1).partition("  #")
            yield check.strip(), reason.strip()
