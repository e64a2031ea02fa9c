"""Rows: a sentence of the manual, the case that obeys it, and what breaks it.

Each module of this folder has a part of the manual. `fight = Heading("PASSO 4: …")`; `@fight.obeys("1.1")` stands above
a scenario that asserts what the first sentence of its first paragraph says; `@fight.breaks("1.1", "TR-50")` above one
whose last move (`tries`) is refused by that rule; everything before that move is legal (`acts`). Where no move of a
player can break a sentence, `fight.record("1.3", "TR-50", …)` has a record that says what the sentence forbids, and why
no move can. `document.yaml` names them in its rows; `test_document.py` runs them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

from tablescribe.domain.games import game
from tablescribe.domain.games.tomb_raider.cards import health as health_of
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.table.table import Changed, Fact, Moved
from tablescribe.replays.auditing.audit import audit
from tests.domain.cases import Forgery, forge
from tests.domain.tomb_raider.cases import CASES
from tests.support import STAMP

FOLLOWS = "follows"
"""Why no move breaks a sentence: the program carries it out by itself, and nobody is asked."""

DICE = "dice"
"""Why no move breaks a sentence: dice are told, and the program counts what they come to."""

LAID = "laid"
"""Why no move breaks a sentence: the program lays it when the match is opened."""

GRANTED = "granted"
"""Why no move breaks a sentence: it allows something; a record that denies it breaks it."""


Obeyed = Callable[[], "Match | list[Match]"]
"""A scenario: the match in which a sentence is obeyed, or several."""

ManyObeyed = TypeVar("ManyObeyed", bound=Obeyed)


@dataclass
class Row:
    """What the tests have for a sentence.

    Attributes:
        obeyed: the scenario that obeys it.
        broken: the scenario whose last move breaks it, or how a record does.
        rule: the rule by which that is refused, or found.
        why: why no move can break it; the empty text: one does.
    """

    obeyed: Obeyed | None = None
    broken: Callable[[], object] | Forgery | None = None
    rule: str = ""
    why: str = ""


ROWS: dict[str, Row] = {}
"""The rows by their place: heading, paragraph, and after a point the sentence."""


class Heading:
    """A heading of the manual, to which cases are tied."""

    def __init__(self, name: str) -> None:
        self.name = name

    def row(self, place: str) -> Row:
        """Return the row of a paragraph (`"2"`) or of a sentence of it (`"2.1"`)."""
        return ROWS.setdefault(f"{self.name} {place}", Row())

    def obeys(self, *places: str) -> Callable[[ManyObeyed], ManyObeyed]:
        """Register a scenario that obeys these sentences."""

        def register(scenario: ManyObeyed) -> ManyObeyed:
            for place in places:
                assert self.row(place).obeyed is None, f"{self.name} {place} is obeyed twice"
                self.row(place).obeyed = scenario
            return scenario

        return register

    def breaks(self, place: str, rule: str) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
        """Register a scenario whose last move breaks a sentence and is refused by that rule."""

        def register(scenario: Callable[[], Any]) -> Callable[[], Any]:
            row = self.row(place)
            assert row.broken is None, f"{self.name} {place} is broken twice"
            row.broken, row.rule = scenario, rule
            if scenario not in CASES.refused[rule]:
                CASES.refused[rule].append(scenario)
            CASES.breaking.setdefault(rule, scenario)
            return scenario

        return register

    def record(self, place: str, rule: str, by: Forgery, why: str = FOLLOWS) -> None:
        """Say how a record breaks a sentence that no move can break, and why none can."""
        row = self.row(place)
        assert row.broken is None, f"{self.name} {place} is broken twice"
        row.broken, row.rule, row.why = by, rule, why


# --- what is done at the table ----------------------------------------------------------------


def acts(match: Match, *lines: str) -> Match:
    """Let seats do things that are legal: `"1 face level:den.forward fight: 6 1"`, outcomes after the colon."""
    for line in lines:
        try:
            tries(match, line)
        except Illegal as error:
            raise AssertionError(f"{line}: {error}") from error
    return match


def tries(match: Match, line: str) -> None:
    """Let a seat do something that may be refused."""
    seat, action, outcomes = read(line)
    match.play(seat, action, match.chance(outcomes), STAMP)


def read(line: str) -> tuple[int, Action, list[Outcome]]:
    """Return the seat, the action and the outcomes of a line; `@bats` is that card of the seat's own draw deck."""
    said, _, rolled = line.partition(": ")
    seat, do, *words = said.split()
    kind = next(one for one in game("tomb_raider").kinds if one.model_fields["do"].default == do)
    names = [name for name in kind.model_fields if name != "do"]
    data: dict[str, Any] = {"do": do}
    for place, word in enumerate(words):
        name, _, value = word.rpartition("=")
        data[name or names[place]] = typed(value.replace("@", f"draw{seat}:", 1) if value[0] == "@" else value)
    return int(seat), game("tomb_raider").read_action(data), [typed(one) for one in rolled.split()]


def typed(word: str) -> Any:
    """Return a number, a truth value or the word."""
    return int(word) if word.isdecimal() else {"true": True, "false": False}.get(word, word)


def asks(match: Match) -> tuple[str, tuple[int, ...]]:
    """Return what is asked, and whom."""
    return match.table.text(AWAITS), match.to_act


def health(match: Match, seat: int) -> int:
    """Return a raider's health."""
    return health_of(match.opening, match.table, seat)


def dice(match: Match) -> int:
    """Return how many outcomes the last moves that had any took: the last one of them."""
    return [len(rolled) for move in match.moves if (rolled := getattr(move, "outcomes", ()))][-1]


def turn_over(match: Match, *seats: int) -> Match:
    """Let everybody decline to search, draw and play on; those who are given are the ones who are asked to search."""
    everybody = match.opening.all_seats
    for seat in seats or everybody:
        acts(match, f"{seat} no_search")
    for seat in everybody:
        if match.table.get(f"dead:{seat}") is None and asks(match)[0] == "draw":
            acts(match, f"{seat} draw", f"{seat} play_on")
    return match


# --- records that break a sentence ------------------------------------------------------------


def without(name: str, *words: str) -> Forgery:
    """Forge: nothing happened that is about one of these pieces, zones or values."""
    return called(name, lambda facts: [fact for fact in facts if not set(words) & set(about(fact))])


def instead(name: str, here: str | int, there: str | int) -> Forgery:
    """Forge: what happened to a piece, in a zone or to a value happened to another."""

    def swapped(fact: Fact) -> Fact:
        change = {field: there for field in fact.__struct_fields__ if getattr(fact, field) == here}
        return msgspec.structs.replace(fact, **change)

    return called(name, lambda facts: [swapped(fact) for fact in facts])


def besides(name: str, *more: Fact) -> Forgery:
    """Forge: this happened, too."""
    return called(name, lambda facts: [*facts, *more])


def about(fact: Fact) -> tuple[Any, ...]:
    """Return the pieces, zones, values and names of values in a fact."""
    return tuple(getattr(fact, field) for field in fact.__struct_fields__)


def called(name: str, forgery: Forgery) -> Forgery:
    """Give a forgery its name."""
    forgery.__name__ = name
    return forgery


def matches_of(row: Row) -> list[Match]:
    """Return the matches in which a sentence is obeyed."""
    assert row.obeyed is not None
    found = row.obeyed()
    return found if isinstance(found, list) else [found]


def is_found(row: Row) -> None:
    """Check that the audit finds the record of a row, and names the rule."""
    assert row.why
    wrong = forged(matches_of(row)[-1], row.rule, row.broken)  # type: ignore[arg-type]
    found = [one for one in audit(wrong).findings if one.code == "facts.differ"]
    assert found, "the audit finds nothing"
    assert row.rule in str(found[0].why), str(found[0].why)


def forged(match: Match, rule: str, by: Forgery) -> Match:
    """Return the match with other facts for the last move by that rule, or the opening, that the forgery changes."""
    for move in reversed(match.moves):
        if isinstance(move, Played) and rule in move.citations and differs(move.facts, by):
            return forge(match, move.number, by)
    assert rule in match.opened.citations, f"nothing was done by {rule}"
    assert differs(match.opened.facts, by), f"nothing that was done by {rule} is changed by this"
    return Match(msgspec.structs.replace(match.opened, facts=tuple(by(match.opened.facts))), match.opening)


def differs(facts: Sequence[Fact], by: Forgery) -> bool:
    """Return whether a forgery changes these facts."""
    return tuple(by(tuple(facts))) != tuple(facts)


__all__ = [
    "DICE", "FOLLOWS", "GRANTED", "LAID", "Changed", "Heading", "Moved", "acts", "asks", "besides", "called", "dice",
    "health", "instead", "tries", "turn_over", "without",
]  # fmt: skip
