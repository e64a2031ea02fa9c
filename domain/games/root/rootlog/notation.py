"""Rootlog for clients. The modules that read and write it are imported on first use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablescribe.domain.rules.notation import Notation, Recorded, Script
from tablescribe.domain.rules.setting import Setting


def _read(text: str) -> Script:
    from tablescribe.domain.games.root.rootlog.importing import script

    return script(text)


def _write(setting: Setting, moves: Sequence[Any], people: Sequence[str], recorded: Recorded) -> str:
    from tablescribe.domain.games.root.rootlog.exporting import write_match

    return write_match(setting, moves, people)


def _is_ruled(remark: str) -> bool:
    from tablescribe.domain.games.root.rootlog.importing import is_ruled

    return is_ruled(remark)


ROOTLOG = Notation(name="rootlog", title="Rootlog", read=_read, write=_write, defects="RO-LOG-5", is_ruled=_is_ruled)
"""The community's notation for matches of Root (V2.8)."""
