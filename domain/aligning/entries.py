"""The entries of a log, in a form in which two logs can be compared."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from tablescribe.domain.match.events import Missed, Played, Ruled
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.words.text import Text, say


@dataclass(frozen=True, eq=False)
class Entry:
    """A move in one log.

    Attributes:
        number: the number of the move in its log.
        move: the move.
        action: the action; `None` for rulings and missed moves, and for actions that the current rules do not have.
        content: the bytes that are equal in equal entries: seat, action and outcomes, or the facts of a ruling. Time,
            recorder and consequences are not included.
    """

    number: int
    move: Played | Ruled | Missed
    action: Action | None
    content: bytes

    @property
    def seat(self) -> int:
        """The seat that moved; 0 if none did."""
        return self.move.seat if isinstance(self.move, Played) else 0

    @property
    def irregular(self) -> bool:
        """Whether its log records it with a broken rule."""
        return isinstance(self.move, Played) and bool(self.move.irregularities)


def entry_of(opening: Opening, move: Played | Ruled | Missed) -> Entry:
    """Return a recorded move as an entry."""
    action = None
    if isinstance(move, Played):
        said: list[object] = ["played", move.seat, move.action, move.outcomes]
        try:
            action = opening.game.read_action(move.action)
        except ValueError:  # unknown to the current rules, which will refuse it
            action = None
    elif isinstance(move, Ruled):
        said = ["ruled", move.facts, move.clause]
    else:
        said = ["missed", move.moves, move.facts]
    return Entry(move.number, move, action, msgspec.json.encode(said, order="sorted"))


def entries_of(match: Match) -> list[Entry]:
    """Return the moves of a match that count, without the set-up."""
    moves = [match.moves[number] for number in match.line.numbers[1:]]
    return [entry_of(match.opening, move) for move in moves if isinstance(move, Played | Ruled | Missed)]


def check_one_match(first: Match, second: Match) -> None:
    """Check that two logs can be of one match: the same game with the same set-up.

    Raises:
        Refused: they cannot; the text says why.
    """
    ours, theirs = first.opened, second.opened
    differing: list[tuple[bool, Text]] = [
        (ours.game != theirs.game, say("the game")),
        (ours.edition != theirs.edition, say("the edition of its rules")),
        (len(ours.seats) != len(theirs.seats), say("the number of seats")),
        (ours.options != theirs.options, say("the options")),
        (ours.catalogue != theirs.catalogue, say("the components")),
        (ours.chance != theirs.chance, say("the source of chance")),
        (ours.commitment != theirs.commitment or ours.nonces != theirs.nonces, say("the committed seed")),
        (ours.outcomes != theirs.outcomes or ours.facts != theirs.facts, say("the setup")),
    ]
    if first.id == second.id:
        raise Refused(say("this is one log: name two logs, by different people"))
    if first.contributions is not None or second.contributions is not None:
        raise Refused(say("a match with contributed randomness is dealt to one log only: there is no second one"))
    for differs, what in differing:
        if differs:
            raise Refused(say("these are not logs of the same match: they differ in {what}", what=what))
    if ours.chance == "sealed" and not (first.seed or second.seed):
        raise Refused(say("close the sealed match first: only then can it be read a second time"))
