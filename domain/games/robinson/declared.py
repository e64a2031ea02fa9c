"""What a table has declared of the blank components of its catalogue, which stand for those of its own box (RC-B96)."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar, cast

from tablescribe.domain.box.blanks import PRINTED
from tablescribe.domain.games.robinson.cards import BeastCard, Discovery, Invention, StartingItem
from tablescribe.domain.games.robinson.land import Tile
from tablescribe.domain.table.names import named
from tablescribe.domain.table.table import Table

Declared = Tile | BeastCard | Invention | StartingItem | Discovery
"""What can be blank."""

Kind = TypeVar("Kind", Tile, BeastCard, Invention, StartingItem, Discovery)


printed = named(PRINTED)  # the key of what was declared of a blank component


def as_declared(table: Table, kind: type[Kind], piece: str) -> Kind | None:
    """Return a component as the table has declared it; `None` if it has not."""
    text = table.get(printed(piece))
    return None if text is None else cast(Kind, _read(kind, str(text)))


@lru_cache(maxsize=256)
def _read(kind: type[Declared], text: str) -> Declared:
    return kind.model_validate_json(text)
