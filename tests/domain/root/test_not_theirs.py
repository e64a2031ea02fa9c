"""Actions of another faction are refused with a rule number, and so is beginning in the wrong place."""

from __future__ import annotations

import random
from collections import defaultdict
from functools import cache

import msgspec
import pytest

from tablescribe.domain.games import game
from tablescribe.domain.games.root.abilities import Faction
from tablescribe.domain.games.root.actions import (
    alliance,
    corvids,
    duchy,
    eyrie,
    hundreds,
    keepers,
    lizards,
    marquise,
    riverfolk,
    vagabond,
)
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import NoChance
from tablescribe.domain.rules.deciding import decide
from tablescribe.domain.rules.play import Illegal
from tests.domain.root.table import given
from tests.domain.sayable import everything

DAYLIGHT = {"A": "daylight", "E": "craft"}
BOOK = game("root").rulebook
THEIRS = {
    "C": marquise, "E": eyrie, "A": alliance, "V": vagabond, "L": lizards, "O": riverfolk, "D": duchy, "P": corvids,
    "H": hundreds, "K": keepers,
}  # fmt: skip


@cache
def said(factions: str) -> dict[str, list[Action]]:
    """Return some possible actions of each kind, by the module of their faction, except answers."""
    kinds: defaultdict[type[Action], list[Action]] = defaultdict(list)
    for action in everything(given(factions, hands={1: ["anvil"]}, stage=DAYLIGHT[factions[0]]), random.Random(1), ()):
        if action.answers is None and not action.beside:
            kinds[type(action)].append(action)
    found: defaultdict[str, list[Action]] = defaultdict(list)
    for kind, some in kinds.items():
        found[kind.__module__] += some[:4]
    return found


@pytest.mark.parametrize("stage", ["birdsong", "daylight"])
@pytest.mark.parametrize("letter", THEIRS)
def test_nobody_else_does_what_a_faction_does(letter: str, stage: str) -> None:
    others = "AL" if letter in "EC" else "EC"
    match = given(others, hands={1: ["anvil"]}, stage="birdsong" if stage == "birdsong" else DAYLIGHT[others[0]])
    actions = said(others)[THEIRS[letter].__name__]
    assert actions
    for action in actions:
        with pytest.raises(Illegal) as refused:
            decide(match.opening, match.table, 1, action, NoChance())
        assert refused.value.rule in BOOK, action


def test_a_faction_says_all_that_is_its_own() -> None:
    """Where it begins, when it is set up, and how it crafts: nothing is answered for it."""
    fields = {one.name: one for one in msgspec.structs.fields(Faction)}
    for name in ("settle", "is_set_up", "crafters", "activate"):
        assert fields[name].default is msgspec.NODEFAULT, name
