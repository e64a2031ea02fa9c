"""The actions of Robinson Crusoe."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tablescribe.domain.games.robinson.actions import (
    declaring,
    effects,
    fights,
    night,
    placing,
    resolving,
    scenario,
    using,
)

ACTIONS = Annotated[
    placing.ACTIONS | resolving.ACTIONS | fights.ACTIONS | night.ACTIONS | using.ACTIONS | effects.ACTIONS
    | scenario.ACTIONS | declaring.ACTIONS,
    Field(discriminator="do"),
]  # fmt: skip
