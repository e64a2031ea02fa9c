"""The PGN notation for clients, loaded when a game is first imported or exported."""

from __future__ import annotations

from tablescribe.domain.games.chess.pgn.exporting import write_match
from tablescribe.domain.games.chess.pgn.importing import script
from tablescribe.domain.games.chess.pgn.reading import games
from tablescribe.domain.rules.notation import Notation

PGN = Notation(
    name="pgn", title="PGN", read=script, write=write_match, games=games, keeps_remarks=True, closes=True,
    defects="CH-8.1", ending="pgn", media="application/vnd.chess-pgn",
)  # fmt: skip
"""The notation of chess programs and federations."""
