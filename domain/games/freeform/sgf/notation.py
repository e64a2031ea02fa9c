"""SGF as clients know it: what reads and writes it is loaded when somebody does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tablescribe.domain.rules.notation import Notation, Recorded, Script
from tablescribe.domain.rules.setting import Setting


def _decoded(contents: bytes) -> str:
    from tablescribe.domain.games.freeform.sgf.reading import decoded

    return decoded(contents)


def _games(text: str) -> Iterator[tuple[int, str]]:
    from tablescribe.domain.games.freeform.sgf.reading import games

    return games(text)


def _read(text: str) -> Script:
    from tablescribe.domain.games.freeform.sgf.importing import script

    return script(text)


def _write(setting: Setting, moves: Sequence[Any], people: Sequence[str], recorded: Recorded) -> str:
    from tablescribe.domain.games.freeform.sgf.exporting import write_match

    return write_match(setting, moves, people, recorded)


SGF = Notation(
    name="sgf", title="SGF", read=_read, write=_write, games=_games, decoded=_decoded, keeps_remarks=True, closes=True,
    defects="FF-2",
)  # fmt: skip
"""The notation of Go programs and servers, for matches on the board of the template `go`."""
