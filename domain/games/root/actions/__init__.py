"""The actions of Root: those of every seat (`core`), and those of factions, hirelings, landmarks and cards."""

from __future__ import annotations

import operator
from functools import reduce
from typing import Annotated, Any

from pydantic import Field

from tablescribe.domain.games.root.actions import (
    advanced,
    alliance,
    cards,
    core,
    corvids,
    duchy,
    eyrie,
    hirelings,
    hundreds,
    keepers,
    landmarks,
    lizards,
    marquise,
    riverfolk,
    rootlog,
    vagabond,
)
from tablescribe.domain.rules.action import Action

MODULES = (
    core, cards, marquise, eyrie, alliance, vagabond, lizards, riverfolk, duchy, corvids, hundreds, keepers, hirelings,
    landmarks, advanced, rootlog,
)  # fmt: skip

KINDS: tuple[type[Action], ...] = tuple(kind for module in MODULES for kind in module.ACTIONS)

_union: Any = reduce(operator.or_, KINDS)
ACTIONS: Any = Annotated[_union, Field(discriminator="do")]
