"""Read the table at any move of a match, and what each move changed."""

from __future__ import annotations

from collections.abc import Sequence

from tablescribe.domain.match.events import Move, Played, outcomes_of
from tablescribe.domain.match.line import Line
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.agenda import crossed_off
from tablescribe.domain.rules.chance import UNKNOWN, Outcome
from tablescribe.domain.rules.game import Seen
from tablescribe.domain.table.names import SEALED
from tablescribe.domain.table.table import Fact, Table, difference
from tablescribe.domain.words.text import Slot, Text, Thing, both, replaced, say
from tablescribe.replays.reading.discretion import EVERYTHING, Discretion, Viewer, seen, seen_facts
from tablescribe.replays.reading.fact_wording import say_facts
from tablescribe.replays.reading.wording import action_seen, say_move


class Timeline:
    """A cursor over all moves of a match, including those that were taken back.

    It applies and reverts facts to go from move to move, and never starts from the beginning.
    """

    def __init__(self, match: Match, cursor: Line | None = None) -> None:
        self.match = match
        self.opening = match.opening
        self._cursor: Line = cursor or match.line.cursor()
        self._last: tuple[int, Viewer, Table] | None = None

    @property
    def numbers(self) -> list[int]:
        """The moves of the match's current line."""
        return list(self.match.line.numbers)

    @property
    def variations(self) -> list[list[int]]:
        """The lines that were abandoned by take-backs, each without the part it shares with the current line."""
        return self.match.line.variations()

    @property
    def position(self) -> int:
        """The move after which the cursor is."""
        return self._cursor.head

    def go(self, number: int) -> None:
        """Go to a move.

        Raises:
            NoSuchMove: there is none of that number.
        """
        self._cursor.go_to(number)

    def at(self, number: int) -> Table:
        """Go to a move and return the table after it. The table changes with the cursor: copy it to keep it.

        Raises:
            NoSuchMove: there is none of that number.
        """
        self.go(number)
        return self._cursor.table

    def forward(self) -> bool:
        """Go forward one move, along the current line if the cursor is on it; return whether there was one."""
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

    def told(self, number: int, viewer: Viewer = EVERYTHING) -> tuple[Text, list[Text]]:
        """Return a move as a viewer may read it: the action, and its effects line by line.

        Raises:
            NoSuchMove: there is none of that number.
        """
        self.go(number)
        return self.say(number, viewer), self.changes(number, viewer)

    def say(self, number: int, viewer: Viewer = None) -> Text:
        """Return a move in words, as the viewer may read it; this can move the cursor."""
        return self._as_called(number, say_move(self.match, number, viewer, self._cursor))

    def changes(self, number: int, viewer: Viewer = EVERYTHING) -> list[Text]:
        """Return in words what the viewer may see of a move's changes; moves the cursor to that move.

        The game words the changes that players talk about. All other facts follow one by one, and dice always.
        """
        told, rest = self.telling(number, viewer)
        return [*told, *(self._as_called(number, one) for one in say_facts(self.opening, rest))]

    def telling(self, number: int, viewer: Viewer = EVERYTHING) -> tuple[list[Text], Sequence[Fact]]:
        """Return a move's changes in the game's words, and the facts that these do not cover; see `changes`."""
        move = self.match.moves[number]
        action, knows = self._action(move, viewer)
        rolls = self._rolls(move) if knows else ()
        before, facts = self._seen_move(number, viewer)
        if facts is not move.facts and sum(crossed_off(one) is not None for one in move.facts) > 1:
            facts = seen_facts(self.opening, self.before(number), move.facts, viewer)
        told, rest = [say("rolls {dice}", dice=both(rolls))] if rolls else [], facts
        if (tell := self.opening.game.tell) is not None:
            seat = move.seat if isinstance(move, Played) else 0
            cited = move.citations if knows and isinstance(move, Played) else ()
            try:
                texts, rest = tell(self.opening, Seen(seat, action, rolls, before, tuple(facts), cited))
                told = list(map(Discretion(self.match, move, viewer, self._cursor).of, texts))
            except Exception:  # a forged log: every fact is listed by itself
                rest = facts
        told = [self._as_called(number, one) for one in told]
        self.go(number)
        return told, rest

    def _as_called(self, number: int, text: Text) -> Text:
        """Return a text with things named as they were after a move; this can move the cursor.

        Only things that have another name now (for example on an abandoned line) are replaced by words. All others stay
        things, for a reader to name.
        """
        if self.opening.game.label_on is None:
            return text
        table = self.at(number)

        def called(thing: Thing) -> Slot:
            then = self.opening.label_at(table, thing.name)
            return thing if then == self.opening.label(thing.name) else then

        try:
            return replaced(text, called)
        except Exception:  # a forged log can make the game's code raise anything
            return text

    def before(self, number: int) -> Table:
        """Go to the position before a move and return its table; before the set-up, return the box."""
        return self.at(self.match.line.parent[number]) if number else Table(self.match.opened.box)

    def _action(self, move: Move, viewer: Viewer) -> tuple[Action | None, bool]:
        """Return the action of a move as the viewer may read it, and whether the viewer may know its effects."""
        if not isinstance(move, Played):
            return None, True
        try:
            action = action_seen(self.match, move, viewer)
        except Exception:  # today's rules do not know the action
            return None, True
        return action, action is not None

    def _rolls(self, move: Move) -> tuple[Outcome, ...]:
        """Return the dice of a move: the outcomes that are not pieces."""
        pieces = {piece for piece, _ in self.match.opened.box}
        return tuple(one for one in outcomes_of(move) if one != UNKNOWN and one not in pieces and ":" not in str(one))

    def facts(self, number: int, viewer: Viewer = EVERYTHING) -> Sequence[Fact]:
        """Return the facts of a move that the viewer may see; moves the cursor to that move."""
        facts = self._seen_move(number, viewer)[1]
        self.go(number)
        return facts

    def _seen_move(self, number: int, viewer: Viewer) -> tuple[Table, Sequence[Fact]]:
        """Return the table before a move, and the move's facts, as the viewer may see them.

        If nothing is hidden from the viewer, this is the cursor's own table, not a copy.
        """
        if viewer == EVERYTHING or self._has_no_secrets(number, viewer):
            return self.before(number), self.match.moves[number].facts
        before = self._seen_after(self.match.line.parent[number], viewer)
        return before, difference(before, self._seen_after(number, viewer))

    def _seen_after(self, number: int, viewer: Viewer) -> Table:
        """Return the table after a move (-1: before the set-up) as the viewer may see it.

        The last one is cached: when moves are read in order, it is the table before the next move.
        """
        if self._last is None or self._last[:2] != (number, viewer):
            table = self.at(number) if number >= 0 else Table(self.match.opened.box)
            self._last = number, viewer, seen(self.opening, table, viewer)
        return self._last[2]

    def _has_no_secrets(self, number: int, viewer: Viewer) -> bool:
        """Return whether nothing is hidden from the viewer on this table, nor was before the move."""
        game, opening = self.opening.game, self.opening
        seat = viewer if isinstance(viewer, int) else None
        try:
            for at in (number, self.match.line.parent[number]):  # ends before the move, where its facts are worded
                table = self.at(at)
                if any(game.secrets(opening, table)) or any(game.hidden_values(opening, table, seat)):
                    return False
                if any(key.startswith(SEALED) for key in table.values):
                    return False
        except Exception:  # a forged log can make the game's code raise anything
            return False
        return True
