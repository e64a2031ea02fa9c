"""The actions of Tomb Raider CCG."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from tablescribe.domain.games.tomb_raider.actions import choosing, keeping, moving, playing, prizes, start, testing

ACTIONS = Annotated[
    moving.ACTIONS | testing.ACTIONS | keeping.ACTIONS | playing.ACTIONS | prizes.ACTIONS | choosing.ACTIONS
    | start.ACTIONS,
    Field(discriminator="do"),
]  # fmt: skip
