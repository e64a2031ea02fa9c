"""The SGF notation for clients, loaded when a game of Go is first imported or exported."""

from __future__ import annotations

from tablescribe.domain.games.freeform.sgf.exporting import write_match
from tablescribe.domain.games.freeform.sgf.importing import script
from tablescribe.domain.games.freeform.sgf.reading import decoded, games
from tablescribe.domain.rules.notation import Notation

SGF = Notation(
    name="sgf", title="SGF", read=script, write=write_match, games=games, decoded=decoded, keeps_remarks=True,
    closes=True, defects="FF-2",
)  # fmt: skip
"""The notation of Go programs and servers, for matches on the board of the template `go`."""
