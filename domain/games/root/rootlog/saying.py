"""The context of a log entry: the meaning of its letters on the current table."""

from __future__ import annotations

from dataclasses import dataclass

from tablescribe.domain.games.root.board import BURROW, Board, catalogue_of, clearing, forest, path
from tablescribe.domain.games.root.parts import CLEARINGS
from tablescribe.domain.games.root.paths import land
from tablescribe.domain.games.root.pieces import DUCHY
from tablescribe.domain.games.root.rootlog.letters import FACTIONS
from tablescribe.domain.games.root.rootlog.things import Between, Clearing
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Text, Thing, say


@dataclass(frozen=True)
class Saying:
    """The turn to which an entry belongs.

    Attributes:
        play: the action that carries out the entry.
        seat: the seat in turn.
        owner: the faction or hireling in turn; the default owner in entries.
    """

    play: Play
    seat: int
    owner: str

    @property
    def board(self) -> Board:
        """The current table."""
        return Board(self.play.opening, self.play.table)

    def key(self, letter: str) -> str:
        """Return the faction or hireling with a letter; without a letter, the one in turn.

        Raises:
            Impossible: there is none with that letter in this match.
        """
        if not letter:
            return self.owner
        return named(self.board, letter)

    def seat_of(self, letter: str) -> int:
        """Return the seat of the faction or hireling with a letter.

        Raises:
            Impossible: no seat plays it.
        """
        key = self.key(letter)
        found = self.seat if key == self.owner else self.board.seat_of(key)
        if not found:
            raise Impossible(say("nobody plays {faction}", faction=Thing(key)))
        return found

    def zone(self, place: Clearing | Between) -> str:
        """Return the zone of a clearing, the Burrow, a path or a forest.

        Raises:
            Impossible: it is not on the map.
        """
        where = land(self.play.opening)
        if isinstance(place, Clearing):
            here = place.number in CLEARINGS or (place.number == BURROW and DUCHY in self.board.factions)
            if not here:
                raise Impossible(say("there is no clearing {n}", n=place.number))
            return clearing(place.number)
        if len(place.clearings) == 2:
            one, other = place.clearings
            if (min(one, other), max(one, other)) not in where.paths:
                raise Impossible(say("there is no path {path}", path=place.text()))
            return path(one, other)
        if place.text() not in where.forests:
            raise Impossible(say("there is no forest {forest}", forest=place.text()))
        return forest(place.text())

    def doubt(self, rule: str, why: Text) -> None:
        """Note what is doubtful about the entry; it is carried out nevertheless."""
        self.play.require(rule, False, why)


def named(board: Board, letter: str) -> str:
    """Return the faction or hireling with a letter: `E`, `h_E`, and `T` for the bandits.

    Raises:
        Impossible: it is not in this match.
    """
    key = FACTIONS.get(letter, "")
    if key:
        if key in board.factions:
            return key
        raise Impossible(say("nobody plays {faction}", faction=Thing(key)))
    short = letter.removeprefix("h_").removesuffix("d")
    for name, hireling in catalogue_of(board.setting).hirelings.items():
        if hireling.letter == short:
            return name
    raise Impossible(say("{letter} is neither a faction nor a hireling", letter=letter))
