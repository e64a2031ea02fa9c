"""The opening of a match: its setting together with its game."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from tablescribe.domain.box.catalogue import Catalogue
from tablescribe.domain.rules.game import TITLE, Game
from tablescribe.domain.rules.setting import Options, Setting
from tablescribe.domain.table.table import Table, Value
from tablescribe.domain.words.text import Text


class HasTable(Protocol):
    """Anything with a current table, such as a match."""

    @property
    def table(self) -> Table:
        """The table now."""


@dataclass(frozen=True, init=False)
class Opening(Setting):
    """The game, seats, options and components of a match, fixed when it is opened."""

    game: Game
    _lies_on: HasTable | None = field(default=None, compare=False, repr=False)
    _declared: tuple[dict[str, Value], Opening] | None = field(default=None, compare=False, repr=False)

    def __init__(self, game: Game, seats: int, options: Options, catalogue: Catalogue, edition: str = "") -> None:
        known = edition if edition in game.earlier else game.edition
        super().__init__(seats, options, catalogue, game.label, known)
        object.__setattr__(self, "game", game)
        object.__setattr__(self, "_lies_on", None)
        object.__setattr__(self, "_declared", None)

    def of(self, match: HasTable) -> Opening:
        """Return this opening bound to a match, so that names can depend on the match's table.

        Blank components then have the names that were declared, and other things those of `Game.label_on`.
        """
        own = self.game.is_read("catalogue") and self.catalogue is self.game.catalogue
        if self.game.label_on is None and (own or not self.game.blanks):
            return self
        mine = Opening(self.game, self.seats, self.options, self.catalogue, self.edition)
        object.__setattr__(mine, "_lies_on", match)
        return mine

    def label(self, name: str) -> Text | str:
        """Return the name of a piece, zone, seat or value, in a match as of its current table; see `Setting.label`."""
        return Setting.label(self, name) if self._lies_on is None else self.label_at(self._lies_on.table, name)

    def label_at(self, table: Table, name: str) -> Text | str:
        """Return the name of a thing on any table of the match, such as an earlier one.

        Declared components have the names that the match has declared so far.
        """
        found = self._as_declared()
        called = self.game.label_on(found, table, name) if self.game.label_on is not None else None
        return Setting.label(found, name) if called is None else called

    def _as_declared(self) -> Opening:
        """Return the opening with the declared components filled in; itself if the match has declared none."""
        if self._lies_on is None:
            return self
        table = self._lies_on.table
        told = {key: value for key, value in table.values.items() if key.startswith("printed:")}
        if not told:
            return self
        kept = self._declared
        if kept is None or told != kept[0]:
            from tablescribe.domain.box.blanks import as_told, declared_in

            filled = as_told(self.game.blanks, self.catalogue, declared_in(table))
            named = Opening(self.game, self.seats, self.options, filled, self.edition)
            kept = (told, named)
            object.__setattr__(self, "_declared", kept)
        return kept[1]

    @property
    def title(self) -> str:
        """The title of the game played: the one the table gave, if the game is generic; otherwise the game's own."""
        named = getattr(self.options, TITLE, "") or getattr(self.catalogue, TITLE, "")
        return str(named or self.game.title)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats with a person."""
        return tuple(seat for seat in self.all_seats if seat not in self.game.automata)
