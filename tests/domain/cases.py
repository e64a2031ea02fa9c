"""Cases for every rule of a game: a move that obeys it, and one that breaks it.

`@obeys("UP-27")` decorates a scenario that asserts the rule's effect and returns a match whose moves cite
the rule. A rule is broken in one of two ways. `@breaks("UP-11")` decorates an action that is refused with that
number. `forged("UP-27", …)` says how a move's facts could be recorded against the rule; the audit must
find this and name the rule. Each game's `cases.py` has its `Cases`. `a_game` runs them all and compares them with
the rulebook.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

import msgspec
import pytest

from tablescribe.domain.games import game
from tablescribe.domain.match.events import AnyEvent, Played
from tablescribe.domain.match.match import Match, replay
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Fact
from tablescribe.replays.auditing.audit import audit
from tablescribe.replays.auditing.findings import Finding

Scenario = Callable[[], Match]
Forgery = Callable[[tuple[Fact, ...]], Sequence[Fact]]


def nothing_happened(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Forge: the move had no effect."""
    return ()


def forge(match: Match, number: int, change: Forgery) -> Match:
    """Return the match with other facts recorded for a move, and nothing after it."""
    events: list[AnyEvent] = []
    for event in match._pending:
        if isinstance(event, Played) and event.number == number:
            events.append(msgspec.structs.replace(event, facts=tuple(change(event.facts))))
            break
        events.append(event)
    return replay(Match(match.opened, match.opening), events[1:])


def enforced(key: str) -> list[str]:
    """Return the numbers of a game's enforced rules."""
    return [rule.number for rule in game(key).rulebook.rules if rule.kind == "enforced"]


def _doubts(match: Match) -> list[Finding]:
    """Return the findings of an audit, except that a match of a series has no previous match."""
    return [one for one in audit(match).findings if one.severity != "note" and one.code != "series.missing"]


class Cases:
    """The cases of a game.

    Attributes:
        obeying: the last scenario for a rule, from which a forgery starts; `breaking` likewise.
        written: all scenarios that obey a rule, and `refused` all that break it. A rule may have several.
    """

    def __init__(self) -> None:
        self.obeying: dict[str, Scenario] = {}
        self.breaking: dict[str, Callable[[], None]] = {}
        self.forging: dict[str, Forgery] = {}
        self.written: defaultdict[str, list[Scenario]] = defaultdict(list)
        self.refused: defaultdict[str, list[Callable[[], None]]] = defaultdict(list)

    def obeys(self, *numbers: str) -> Callable[[Scenario], Scenario]:
        """Register a scenario that obeys these rules."""

        def register(scenario: Scenario) -> Scenario:
            self.obeying.update(dict.fromkeys(numbers, scenario))
            for number in numbers:
                self.written[number].append(scenario)
            return scenario

        return register

    def breaks(self, number: str) -> Callable[[Callable[[], None]], Callable[[], None]]:
        """Register a scenario that breaks a rule."""

        def register(scenario: Callable[[], None]) -> Callable[[], None]:
            self.breaking[number] = scenario
            self.refused[number].append(scenario)
            return scenario

        return register

    def forged(self, *numbers: str, by: Forgery = nothing_happened) -> None:
        """Register a forgery for rules that no single action can break."""
        self.forging.update(dict.fromkeys(numbers, by))

    # --- checks -------------------------------------------------------------------------------

    def is_obeyed(self, number: str) -> None:
        """Check that a move of each scenario cites the rule, and that the audit finds nothing."""
        for scenario in self.written[number]:
            match = scenario()
            assert number in {rule for move in match.moves for rule in getattr(move, "citations", ())}, scenario
            assert not _doubts(match), scenario

    def is_refused(self, number: str) -> None:
        """Check that each broken case is refused with the rule's number."""
        for scenario in self.refused[number]:
            with pytest.raises(Illegal) as refused:
                scenario()
            assert refused.value.rule == number, scenario

    def is_found(self, number: str) -> None:
        """Check that the audit finds a record that breaks the rule, and names it."""
        match = self.obeying[number]()
        move = [move for move in match.moves if number in getattr(move, "citations", ())][-1]
        if isinstance(move, Played):
            wrong = forge(match, move.number, self.forging[number])
        else:
            opened = msgspec.structs.replace(match.opened, facts=match.opened.facts[:-3])
            wrong = Match(opened, match.opening)
        (finding,) = _doubts(wrong)
        assert finding.code == "facts.differ"
        assert number in str(finding.why)

    def are_complete(self, key: str) -> None:
        """Check that exactly the enforced rules of the game have cases, both obeyed and broken."""
        assert set(self.obeying) == set(enforced(key))
        assert set(self.breaking) | set(self.forging) == set(enforced(key))
