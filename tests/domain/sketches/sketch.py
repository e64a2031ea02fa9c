"""What the sketches share: a game around a handful of rules, and a match of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from pydantic import TypeAdapter

from domain import plain
from domain.catalogue import Catalogue
from domain.events import Seat
from domain.game import Action, Game, Opening, Options, Rules, Secret
from domain.match import Match
from domain.play import AWAITS, Play, awaited
from domain.rulebook import Rulebook
from domain.table import Table
from tests.support import STAMP


class Said(Action):
    """An action whose sentence is its class's."""

    words: ClassVar[str] = "does something"

    def say(self, label: Any) -> str:
        return self.words


def sketch(
    rules: Rules,
    numbers: Iterable[str],
    *,
    seats: int,
    box: dict[str, int],
    set_up: Callable[[Play], None],
    declines: dict[str, Action] | None = None,
    offers: Callable[[Opening, Table, int], Iterable[Action]] = lambda opening, table, seat: (),
    secrets: Iterable[Secret] = (),
) -> Callable[..., Match]:
    """Return a function that opens a match of a game with these rules.

    `declines` names for each window the action by which it closes unused.
    """
    hidden = tuple(secrets)

    def decline(opening: Opening, table: Table) -> tuple[int, Action] | None:
        window = table.get(AWAITS)
        return (awaited(table)[0], (declines or {})[str(window)]) if window else None

    game = Game(
        key="sketch", title="Sketch", edition="1", seats=(seats,),
        rulebook=Rulebook.model_validate({
            "game": "sketch", "title": "Sketch", "edition": "1", "source": "rule documents",
            "rules": [{"number": n, "chapter": "All", "source": n, "text": n} for n in numbers],
        }),
        options=Options, catalogue=Catalogue(name="sketch", edition="1", origin="house", source="ours"),
        box=lambda opening: box, set_up=set_up, rules=rules, actions=TypeAdapter(Any), offers=offers,
        to_act=lambda opening, table: awaited(table) or (1,), decline=decline,
        result=lambda opening, table: None, secrets=lambda opening, table: hidden,
        hidden_values=lambda opening, table, seat: (), label=lambda opening, name: name,
        panels=lambda opening, table, viewer: plain.panels(table), face=lambda opening, piece: None,
    )  # fmt: skip

    def open_(**arguments: Any) -> Match:
        opening = Opening(game, seats, Options(), game.catalogue)
        return Match.open("sketch", opening, [Seat(f"r{n}", "c") for n in range(seats)], STAMP, **arguments)

    return open_
