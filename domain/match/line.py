"""The tree of moves, and the current line through it.

Every numbered move follows another one, so moves form a tree with the set-up (number 0) as its root. The
*line* is the path from there to the head, and the table stands as it is after the head. Going elsewhere
reverts moves back to where the paths part and applies the others: never a replay from the beginning.
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
    """The match has no move of that number."""

    code = "match.no_such_move"


_played = msgspec.json.Decoder(Played)


class Moves(MutableSequence[Move]):
    """Numbered moves, each as an event or as its stored bytes until it is needed.

    Whoever rebuilds a match looks at few of its moves again, and their bytes take a fraction of the memory.
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
        """Put a move in front of another."""
        self._kept.insert(at, move)

    def append(self, move: Move) -> None:
        """Add a move."""
        self._kept.append(move)

    def extend(self, moves: Iterable[Move | bytes]) -> None:
        """Add moves, or the bytes of events of type `Played` that were decoded once without a fault."""
        self._kept.extend(moves)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moves | list) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> Moves:
        """Return the same moves, to go on with."""
        return Moves(self._kept)


class Line:
    """Moves, the current table, and its place in the tree of moves.

    Attributes:
        moves: every numbered move there ever was; `moves[n]` has number n.
        parent: for each move, the one it followed; -1 for the set-up.
        depth: for each move, how many moves lead to it.
        drawn: for each move, how many outcomes chance had given when it was done.
        numbers: the numbers of the moves that count, from 0 to the head.
        table: what stands on the table after the head.
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
        """Let the set-up be what this says, where it was not laid out when the match was opened.

        Raises:
            Impossible: moves followed already, or its facts do not fit; nothing changes then.
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
        """Return whether a move is on the line.

        Raises:
            NoSuchMove: there is none of that number.
        """
        if not 0 <= number < len(self.moves):
            last = len(self.moves) - 1
            raise NoSuchMove(say("there is no move {number}. Moves are numbered 0 to {last}", number=number, last=last))
        depth = self.depth[number]
        return depth < len(self.numbers) and self.numbers[depth] == number

    def after(self, number: int) -> list[int]:
        """Return the moves of the line that come after one of them."""
        return self.numbers[self.depth[number] + 1 :]

    def redoable(self) -> int | None:
        """Return the last move of the latest line that was left from the head; `None` if none was."""
        ends = [variation[-1] for variation in self.variations() if self.parent[variation[0]] == self.head]
        return max(ends, default=None)

    def branch(self, number: int) -> list[int]:
        """Return the moves that lead from the line to a move: where they part first, the move itself last."""
        branch: list[int] = []
        while not self.counts(number):
            branch.append(number)
            number = self.parent[number]
        return branch[::-1]

    def variations(self) -> list[list[int]]:
        """Return the lines that were left: of each, the moves that it does not share with the present one."""
        followed = {*self.parent, *self.numbers}
        ends = [n for n in range(1, len(self.moves)) if n not in followed]
        return [self.branch(end) for end in ends]

    def outcomes(self, number: int) -> list[Outcome]:
        """Return what chance had given when a move was done, in order."""
        found: list[tuple[Outcome, ...]] = []
        while number >= 0:
            found.append(outcomes_of(self.moves[number]))
            number = self.parent[number]
        return [outcome for some in reversed(found) for outcome in some]

    def append(self, move: Move, number: int) -> None:
        """Let a new move follow the head.

        Raises:
            Impossible: it has another number than the next, or its facts do not fit; nothing changes then.
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
        """Let recorded moves follow the head one after another: `append` in one loop, for bulk reading.

        Args:
            moves: the moves.
            version: the version of the match before the first of them.

        Returns:
            The version after the last of them.

        Raises:
            Impossible: as `append`, for the first move that does not fit; those before it stay.
        """
        first, apply_all = len(self.moves), self.table.apply_all
        ahead = version + 1 - first  # of its number is each move's version
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
        """Let recorded moves follow the head for as long as they are moves of seats, and keep their bytes only.

        One is applied while it is still warm, before the next is decoded: on a busy machine that takes half the time.

        Args:
            stored: events, each with the bytes that tell it. Nothing is read beyond the first that is another kind.
            version: the version of the match before the first of them.

        Returns:
            The version after the last move, and the event of another kind that came next, if one did.

        Raises:
            Impossible: as `append`, for the first move that does not fit; those before it stay.
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
        """Let moves whose facts the table shows already follow the head, each the one before it; and what they drew."""
        first, head, depth = len(self.moves), self.head, len(self.numbers)
        numbers = range(first, first + len(moves))
        self.moves.extend(moves)
        self.parent.extend((head, *numbers)[: len(moves)])
        self.depth.extend(range(depth, depth + len(moves)))
        self.numbers.extend(numbers)
        self.drawn.extend([*accumulate(drawn, initial=self.drawn[head])][1:])

    def forget_last(self) -> None:
        """Take the newest move, which must be the head, out of the tree: it was never saved."""
        self.table.revert_all(self.moves.pop().facts)
        for memory in (self.numbers, self.parent, self.depth, self.drawn):
            memory.pop()

    def go_to(self, number: int) -> None:
        """Let the line end at a move, back along one path and forth along another.

        Raises:
            NoSuchMove: there is none of that number.
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
        """Let the line end at a move that follows the head and whose facts the table shows already."""
        self.numbers.append(number)

    def copy(self) -> Line:
        """Return the same line again, to go on with."""
        other = self.cursor()
        other.moves, other.parent = self.moves.copy(), list(self.parent)
        other.depth, other.drawn = list(self.depth), list(self.drawn)
        return other

    def cursor(self) -> Line:
        """Return another line through the same moves, with a table of its own, standing at the head."""
        other = object.__new__(Line)
        other.moves, other.parent, other.depth, other.drawn = self.moves, self.parent, self.depth, self.drawn
        other.numbers, other.table = list(self.numbers), self.table.copy()
        return other

    def beginning(self) -> Line:
        """Return another line through the same moves, with a table of its own, standing at the set-up."""
        opened = self.moves[0]
        assert isinstance(opened, Opened)
        other = Line(opened)
        other.moves, other.parent, other.depth, other.drawn = self.moves, self.parent, self.depth, self.drawn
        return other


def _cannot_follow(move: Played, event: int) -> Impossible:
    """Return the error of a move where another event is next."""
    return Impossible(
        say(
            "move {number} (event {event}) cannot follow event {last}",
            number=move.number, event=move.originator_version, last=event - 1,
        )
    )  # fmt: skip
