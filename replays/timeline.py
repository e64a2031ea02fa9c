"""The table at any move of a match, and what each move changed."""

from __future__ import annotations

from collections.abc import Sequence

from domain.events import Played
from domain.line import Line
from domain.match import Match
from domain.table import Fact, Table, difference
from replays.words import EVERYTHING, Viewer, printable, say_facts, say_move, seen


class Timeline:
    """A cursor over all moves of a match, those of left lines included.

    It goes from move to move by applying and reverting facts, never from the beginning.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.opening = match.opening
        self._cursor: Line = match.line.cursor()
        self._last: tuple[int, Viewer, Table] | None = None

    @property
    def numbers(self) -> list[int]:
        """The moves of the line that counts in the match."""
        return list(self.match.line.numbers)

    @property
    def variations(self) -> list[list[int]]:
        """The lines that were left, each without what it shares with the line that counts."""
        return self.match.line.variations()

    @property
    def position(self) -> int:
        """The move after which the cursor stands."""
        return self._cursor.head

    def go(self, number: int) -> None:
        """Go to a move.

        Raises:
            NoSuchMove: there is none of that number.
        """
        self._cursor.go_to(number)

    def at(self, number: int) -> Table:
        """Go to a move and return the table after it. The table goes on with the cursor: copy it to keep it.

        Raises:
            NoSuchMove: there is none of that number.
        """
        self.go(number)
        return self._cursor.table

    def forward(self) -> bool:
        """Go one move on, along the line that counts where it leads through here; return whether there was one."""
        line, here = self.match.line, self.position
        if line.counts(here) and here != line.head:
            self.go(line.after(here)[0])
            return True
        following = next((n for n in range(here + 1, len(line.moves)) if line.parent[n] == here), None)
        if following is None:
            return False
        self.go(following)
        return True

    def back(self) -> bool:
        """Go one move back; return whether there was one."""
        if self.position == 0:
            return False
        self.go(self.match.line.parent[self.position])
        return True

    def say(self, number: int, viewer: Viewer = None) -> str:
        """Return a move in words, as the viewer may read it; the cursor may stand elsewhere then."""
        return say_move(self.match, number, viewer, self._cursor)

    def changes(self, number: int, viewer: Viewer = EVERYTHING) -> list[str]:
        """Return in words what a move changed, as far as the viewer may see it; the cursor stands after it then."""
        told, rest = self.told(number, viewer)
        return [*told, *say_facts(self.opening, rest)]

    def told(self, number: int, viewer: Viewer = EVERYTHING) -> tuple[list[str], Sequence[Fact]]:
        """Return what a move changed in the game's own words, and the facts left to be told one by one."""
        facts, move = self.facts(number, viewer), self.match.moves[number]
        tell = self.opening.game.tell
        if tell is None or not isinstance(move, Played):
            return [], facts
        try:
            told, rest = tell(self.opening, move.action, facts)
        except Exception:  # whatever a forged log holds is told fact by fact
            return [], facts
        return [printable(words) for words in told], rest

    def facts(self, number: int, viewer: Viewer = EVERYTHING) -> Sequence[Fact]:
        """Return what a move changed, as far as the viewer may see it; the cursor stands after it then."""
        if viewer == EVERYTHING or self._has_no_secrets(number, viewer):
            self.at(number)
            return self.match.moves[number].facts
        before = self._seen_after(self.match.line.parent[number], viewer)
        facts = difference(before, self._seen_after(number, viewer))
        self.go(number)
        return facts

    def _seen_after(self, number: int, viewer: Viewer) -> Table:
        """Return the table after a move (-1: before the set-up) as the viewer may see it.

        The last one is kept: as moves are read in order, it is what stood there before the next.
        """
        if self._last is None or self._last[:2] != (number, viewer):
            table = self.at(number) if number >= 0 else Table(self.match.opened.box)
            self._last = number, viewer, seen(self.opening, table, viewer)
        return self._last[2]

    def _has_no_secrets(self, number: int, viewer: Viewer) -> bool:
        """Return whether nothing is kept from the viewer on this table, nor was before the move."""
        game, opening = self.opening.game, self.opening
        seat = viewer if isinstance(viewer, int) else None
        try:
            for at in (self.match.line.parent[number], number):
                table = self.at(at)
                if any(game.secrets(opening, table)) or any(game.hidden_values(opening, table, seat)):
                    return False
        except Exception:  # a forged log can lead to a table of which nobody can say what is secret there
            return False
        return True
