"""The tree of moves, and the current line through it.

Every numbered move follows another one, so moves form a tree with the set-up (number 0) as its root. The *line* is the
path from the root to the head, the last move that counts. The table shows the state after the head. Going to another
move reverts moves back to the common ancestor, then applies those of the other path. It never replays the whole match.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSequence, Sequence
from itertools import accumulate
from operator import length_hint
from typing import Any, overload

import msgspec

from tablescribe.domain.match.events import AnyEvent, Move, Opened, Played, outcomes_of
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.table.table import Impossible, Table
from tablescribe.domain.words.text import Spoken, say


class NoSuchMove(Spoken):
    """The match has no move with that number."""

    code = "match.no_such_move"


_played = msgspec.json.Decoder(Played)


class Moves(MutableSequence[Move]):
    """Numbered moves, each kept as its stored bytes until it is first read.

    Most moves of a rebuilt match are never read again, and bytes take a fraction of the memory of an event.
    """

    __slots__ = ("_kept",)

    def __init__(self, kept: Iterable[Move | bytes]) -> None:
        self._kept = list(kept)

    def __len__(self) -> int:
        return len(self._kept)

    @overload
    def __getitem__(self, at: int) -> Move: ...

    @overload
    def __getitem__(self, at: slice) -> list[Move]: ...

    def __getitem__(self, at: int | slice) -> Move | list[Move]:
        if isinstance(at, slice):
            return [self[n] for n in range(*at.indices(len(self._kept)))]
        kept = self._kept[at]
        if type(kept) is bytes:
            kept = self._kept[at] = _played.decode(kept)
        return kept  # type: ignore[return-value]  # mypy does not narrow by `type(…) is`

    def __iter__(self) -> Iterator[Move]:
        number = 0
        while number < len(self._kept):
            yield self[number]
            number += 1

    def __setitem__(self, at: Any, move: Any) -> None:
        self._kept[at] = move

    def __delitem__(self, at: int | slice) -> None:
        del self._kept[at]

    def insert(self, at: int, move: Move) -> None:
        """Insert a move before an index."""
        self._kept.insert(at, move)

    def append(self, move: Move) -> None:
        """Add a move."""
        self._kept.append(move)

    def extend(self, moves: Iterable[Move | bytes]) -> None:
        """Add moves, or bytes of `Played` events that have been decoded once without an error."""
        self._kept.extend(moves)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moves | list) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> Moves:
        """Return an independent copy."""
        return Moves(self._kept)


class Line:
    """The tree of moves, the current line through it, and the table after the line's last move.

    Attributes:
        moves: all numbered moves, taken back or not; `moves[n]` has number n.
        parent: for each move, the number of the move it followed; -1 for the set-up.
        depth: for each move, its distance from the set-up.
        drawn: for each move, the number of chance outcomes up to and including it.
        numbers: the numbers of the moves that count, from 0 to the head.
        table: the table after the head.
    """

    def __init__(self, opened: Opened) -> None:
        self.moves = Moves([opened])
        self.parent: list[int] = [-1]
        self.depth: list[int] = [0]
        self.drawn: list[int] = [len(opened.outcomes)]
        self.numbers: list[int] = [0]
        self.table = Table(opened.box)
        self.table.apply_all(opened.facts)

    def lay_out(self, opened: Opened) -> None:
        """Replace the set-up, for a match whose table is laid out after it was opened.

        Raises:
            Impossible: the match has moves already, or the facts do not fit; nothing changes then.
        """
        if len(self.moves) > 1:
            raise Impossible(say("the starting position cannot follow moves"))
        self.table.apply_all(opened.facts)
        self.moves[0], self.drawn[0] = opened, len(opened.outcomes)

    @property
    def head(self) -> int:
        """The number of the last move that counts."""
        return self.numbers[-1]

    def counts(self, number: int) -> bool:
        """Return whether a move is on the current line.

        Raises:
            NoSuchMove: the match has no move with that number.
        """
        if not 0 <= number < len(self.moves):
            last = len(self.moves) - 1
            raise NoSuchMove(say("there is no move {number}. Moves are numbered 0 to {last}", number=number, last=last))
        depth = self.depth[number]
        return depth < len(self.numbers) and self.numbers[depth] == number

    def after(self, number: int) -> list[int]:
        """Return the numbers of the line's moves that come after a given move of the line."""
        return self.numbers[self.depth[number] + 1 :]

    def redoable(self) -> int | None:
        """Return the end of the latest variation that branches off at the head; `None` if there is none."""
        ends = [variation[-1] for variation in self.variations() if self.parent[variation[0]] == self.head]
        return max(ends, default=None)

    def branch(self, number: int) -> list[int]:
        """Return the path from the line to a move: the first move off the line comes first, the move itself last."""
        branch: list[int] = []
        while not self.counts(number):
            branch.append(number)
            number = self.parent[number]
        return branch[::-1]

    def variations(self) -> list[list[int]]:
        """Return all variations, each as the moves that the current line does not have."""
        followed = {*self.parent, *self.numbers}
        ends = [n for n in range(1, len(self.moves)) if n not in followed]
        return [self.branch(end) for end in ends]

    def outcomes(self, number: int) -> list[Outcome]:
        """Return the chance outcomes up to and including a move, in order."""
        found: list[tuple[Outcome, ...]] = []
        while number >= 0:
            found.append(outcomes_of(self.moves[number]))
            number = self.parent[number]
        return [outcome for some in reversed(found) for outcome in some]

    def append(self, move: Move, number: int) -> None:
        """Append a move after the head.

        Raises:
            Impossible: the number is not the next one, or the facts do not fit; nothing changes then.
        """
        if number != len(self.moves):
            raise Impossible(say("move {number} cannot be number {next}", number=number, next=len(self.moves)))
        self.table.apply_all(move.facts)
        head = self.numbers[-1]
        self.parent.append(head)
        self.depth.append(len(self.numbers))
        self.drawn.append(self.drawn[head] + len(outcomes_of(move)))
        self.numbers.append(number)
        self.moves.append(move)

    def extend(self, moves: Sequence[Played], version: int) -> int:
        """Append recorded moves after the head in one loop, which is faster than `append` for each.

        Args:
            moves: the moves.
            version: the version of the match before the first of them.

        Returns:
            The version after the last of them.

        Raises:
            Impossible: as in `append`, for the first move that does not fit. The moves before it are kept.
        """
        first, apply_all = len(self.moves), self.table.apply_all
        ahead = version + 1 - first  # difference between a move's version and its number
        rest, fits = iter(moves), False
        try:
            for number, move in enumerate(rest, first):
                if move.number != number or move.originator_version != number + ahead:
                    raise _cannot_follow(move, number + ahead)
                apply_all(move.facts)
            fits = True
        finally:  # each follows the one before it
            added = moves if fits else moves[: len(moves) - length_hint(rest) - 1]
            self._added(added, [len(move.outcomes) for move in added])
        return version + len(moves)

    def extend_stored(self, stored: Iterable[tuple[AnyEvent, bytes]], version: int) -> tuple[int, AnyEvent | None]:
        """Append recorded `Played` events after the head, up to the first event of another type; keep only their bytes.

        Each is applied before the next is decoded, while it is in the processor's cache. On a busy machine that takes
        half the time.

        Args:
            stored: events, each with its stored bytes. Nothing is read beyond the first event of another type.
            version: the version of the match before the first of them.

        Returns:
            The version after the last move, and the event of another type that ended the run, if any.

        Raises:
            Impossible: as in `append`, for the first move that does not fit. The moves before it are kept.
        """
        number, apply_all = len(self.moves), self.table.apply_all
        ahead = version + 1 - number
        bodies: list[bytes] = []
        drawn: list[int] = []
        try:
            for move, body in stored:
                if type(move) is not Played:
                    return number + ahead - 1, move
                if move.number != number or move.originator_version != number + ahead:
                    raise _cannot_follow(move, number + ahead)
                apply_all(move.facts)
                bodies.append(body)
                drawn.append(len(move.outcomes))
                number += 1
        finally:
            self._added(bodies, drawn)
        return number + ahead - 1, None

    def _added(self, moves: Sequence[Move | bytes], drawn: list[int]) -> None:
        """Append moves whose facts are already applied; `drawn` has the number of chance outcomes of each."""
        first, head, depth = len(self.moves), self.head, len(self.numbers)
        numbers = range(first, first + len(moves))
        self.moves.extend(moves)
        self.parent.extend((head, *numbers)[: len(moves)])
        self.depth.extend(range(depth, depth + len(moves)))
        self.numbers.extend(numbers)
        self.drawn.extend([*accumulate(drawn, initial=self.drawn[head])][1:])

    def forget_last(self) -> None:
        """Remove the newest move, which must be the head and unsaved."""
        self.table.revert_all(self.moves.pop().facts)
        for memory in (self.numbers, self.parent, self.depth, self.drawn):
            memory.pop()

    def go_to(self, number: int) -> None:
        """Make a move the head: revert to the common ancestor, then apply the moves that lead to it.

        Raises:
            NoSuchMove: the match has no move with that number.
        """
        if number == self.head:
            return
        branch = self.branch(number)
        stem = self.parent[branch[0]] if branch else number
        stays = self.depth[stem] + 1
        for gone in reversed(self.numbers[stays:]):
            self.table.revert_all(self.moves[gone].facts)
        del self.numbers[stays:]
        for n in branch:
            self.table.apply_all(self.moves[n].facts)
            self.numbers.append(n)

    def stands_after(self, number: int) -> None:
        """Make a child of the head the new head; its facts must be applied to the table already."""
        self.numbers.append(number)

    def copy(self) -> Line:
        """Return an independent copy."""
        other = self.cursor()
        other.moves, other.parent = self.moves.copy(), list(self.parent)
        other.depth, other.drawn = list(self.depth), list(self.drawn)
        return other

    def cursor(self) -> Line:
        """Return a second line that shares these moves, has its own table, and starts at the head."""
        other = object.__new__(Line)
        other.moves, other.parent, other.depth, other.drawn = self.moves, self.parent, self.depth, self.drawn
        other.numbers, other.table = list(self.numbers), self.table.copy()
        return other

    def beginning(self) -> Line:
        """Return a second line that shares these moves, has its own table, and starts at the set-up."""
        opened = self.moves[0]
        assert isinstance(opened, Opened)
        other = Line(opened)
        other.moves, other.parent, other.depth, other.drawn = self.moves, self.parent, self.depth, self.drawn
        return other


def _cannot_follow(move: Played, event: int) -> Impossible:
    """Return the error for a move that is not the next one expected."""
    return Impossible(
        say(
            "move {number} (event {event}) cannot follow event {last}",
            number=move.number, event=move.originator_version, last=event - 1,
        )
    )  # fmt: skip
