"""Rootlog as clients know it."""

from __future__ import annotations

from domain.games.root.rootlog import recording
from domain.games.root.rootlog.exporting import write_match
from domain.games.root.rootlog.importing import is_ruled, script
from domain.notation import Notation

ROOTLOG = Notation(
    name="rootlog", title="Rootlog", read=script, write=write_match, defects="RO-LOG-5", is_ruled=is_ruled
)
"""The community's notation for matches of Root (V2.8)."""

__all__ = ["ROOTLOG", "recording"]
