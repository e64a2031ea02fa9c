"""Cases for every rule of Expeditions: a move that obeys it, and one that breaks it.

`@obeys("EX-45")` stands above a scenario that asserts the rule's effect and returns the match whose moves cite
it. A rule is broken in one of two ways: `@breaks("EX-22")` stands above an action that is refused with that very
number; `forged("EX-45", …)` says how somebody would record a move's facts against the rule, and the audit must
find it, naming the rule. `test_rules.py` ties them to the rulebook.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from domain.match import Match
from domain.table import Fact
from tests.domain.expeditions.table import nothing_happened

Scenario = Callable[[], Match]

OBEYS: dict[str, Scenario] = {}
BREAKS: dict[str, Callable[[], None]] = {}
FORGED: dict[str, Callable[[tuple[Fact, ...]], Sequence[Fact]]] = {}


def obeys(*numbers: str) -> Callable[[Scenario], Scenario]:
    def register(scenario: Scenario) -> Scenario:
        OBEYS.update(dict.fromkeys(numbers, scenario))
        return scenario

    return register


def breaks(number: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
    def register(scenario: Callable[[], None]) -> Callable[[], None]:
        BREAKS[number] = scenario
        return scenario

    return register


def forged(*numbers: str, by: Callable[[tuple[Fact, ...]], Sequence[Fact]] = nothing_happened) -> None:
    FORGED.update(dict.fromkeys(numbers, by))
