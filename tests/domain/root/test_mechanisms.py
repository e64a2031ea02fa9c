"""The mechanisms of the Law that a move must be told by: each by its name, with the numbers that decided it."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.root.mechanisms import CONTROL, NAMES
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.timeline import Timeline
from tablescribe.replays.reading.wording import say_event
from tests.domain.root import test_rules

CASES = test_rules.TestRoot.cases
MECHANISMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "battle": ("RO-4.3.2-I", ("battles", "the dice: 3 and 1", "hits: attacker 2, defender 1")),
    "ambush": ("RO-4.3.1-II", ("the ambush deals 2 hits",)),
    "defenceless": ("RO-4.3.3-II", ("defenceless: 1 extra hit", "scores")),
    "guerrilla war": ("RO-8.2.2", ("guerrilla war",)),
    "revolt": ("RO-8.4.1", ("revolt", "scores 2 points")),
    "outrage": ("RO-8.2.6", ("outrage",)),
    "field hospitals": ("RO-6.2.3", ("field hospitals",)),
    "turmoil": (
        "RO-7.7",
        ("turmoil", "birds in the Decree: 3", "discarded from the Decree", "deposed", "loses 2"),
    ),
    "dominance": ("RO-3.3.1-I", ("dominance: three clearings",)),
    "coalition": ("RO-9.2.8", ("forms a coalition with the Eyrie",)),
    "infamy": ("RO-9.2.9-III", ("infamy: a faction becomes hostile",)),
    "ferry ride": ("RO-16.2.2-V", ("ferry ride", "draws a card")),
    "raid": ("RO-13.7.4", ("raid",)),
    "price of failure": ("RO-12.2.3", ("price of failure",)),
    "raze": ("RO-14.4.1", ("mobs raze", "mob placed")),
    "outcast": ("RO-10.4.1", ("Lost Souls",)),
    "the Pass": ("RO-16.2.3-IV", ("the Pass", "scores 1 point")),
    "control": (CONTROL, ("roll for control: ",)),
}
"""The expected words of a move, by mechanism, with a rule whose case shows it."""


def told(rule: str) -> list[str]:
    """Return in words the last move of a rule's case that names it."""
    match: Match = CASES.obeying[rule]()
    number = max(n for n, move in enumerate(match.moves) if isinstance(move, Played) and rule in move.citations)
    timeline, reader = Timeline(match), Reader(match.opening)
    timeline.go(number)
    return [reader.tell(say_event(match, match.moves[number])), *map(reader.tell, timeline.changes(number))]


@pytest.mark.parametrize("mechanism", MECHANISMS)
def test_a_mechanism_is_told_by_its_name_with_its_numbers(mechanism: str) -> None:
    rule, words = MECHANISMS[mechanism]
    lines = "\n".join(told(rule))
    assert [one for one in words if one not in lines] == [], lines


@pytest.mark.parametrize("rule", NAMES)
def test_whatever_has_a_name_is_told_by_it(rule: str) -> None:
    assert str(NAMES[rule]) in told(rule)
