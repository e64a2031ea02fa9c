"""PGN as clients know it: what reads and writes it is loaded when somebody does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tablescribe.domain.rules.notation import Notation, Recorded, Script
from tablescribe.domain.rules.setting import Setting


def _games(text: str) -> Iterator[tuple[int, str]]:
    from tablescribe.domain.games.chess.pgn.reading import games

    return games(text)


def _read(text: str) -> Script:
    from tablescribe.domain.games.chess.pgn.importing import script

    return script(text)


def _write(setting: Setting, moves: Sequence[Any], people: Sequence[str], recorded: Recorded) -> str:
    from tablescribe.domain.games.chess.pgn.exporting import write_match

    return write_match(setting, moves, people, recorded)


PGN = Notation(
    name="pgn", title="PGN", read=_read, write=_write, games=_games, keeps_remarks=True, closes=True, defects="CH-8.1",
    ending="pgn", media="application/vnd.chess-pgn",
)  # fmt: skip
"""The notation of chess programs and federations."""
