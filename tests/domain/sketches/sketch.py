"""What the sketches share: a game around a handful of rules, and a match of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tablescribe.domain.box.catalogue import Catalogue
from tablescribe.domain.box.rulebook import Rulebook
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.game import Game, Result, Secret
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.rules import Rules
from tablescribe.domain.rules.setting import Options, Setting
from tablescribe.domain.rules.window import Window
from tablescribe.domain.table import default_panels
from tablescribe.domain.table.table import Table
from tests.support import STAMP


def sketch(
    rules: Rules,
    actions: Any,
    numbers: Iterable[str],
    *,
    seats: int,
    box: dict[str, int],
    set_up: Callable[[Play], None],
    windows: tuple[Window, ...] = (),
    offers: Callable[[Setting, Table, int], Iterable[Action]],
    secrets: Iterable[Secret] = (),
    in_turn: Callable[[Setting, Table], tuple[int, ...]] = lambda setting, table: (1,),
    result: Callable[[Setting, Table], Result | None] = lambda setting, table: None,
) -> Game:
    """Return a game with these rules, in which by default it is always seat 1's turn and nobody ever wins."""
    hidden = tuple(secrets)
    return Game(
        key="sketch", title="Sketch", edition="1", seats=(seats,),
        rulebook=Rulebook.model_validate({
            "game": "sketch", "title": "Sketch", "edition": "1", "source": "rule documents",
            "rules": [{"number": n, "chapter": "All", "source": n, "text": n} for n in numbers],
        }),
        options=Options, catalogue=Catalogue(name="sketch", edition="1", origin="house", source="ours"),
        box=lambda setting: box, set_up=set_up, rules=rules, actions=actions, offers=offers,
        in_turn=in_turn, result=result,
        secrets=lambda setting, table: hidden, hidden_values=lambda setting, table, seat: (),
        label=lambda setting, name: name,
        panels=lambda setting, table, viewer: default_panels.panels(table),
        face=lambda setting, piece: None, windows=windows,
    )  # fmt: skip


def opener(game: Game) -> Callable[..., Match]:
    """Return a function that opens a match of a sketch."""

    def open_(**arguments: Any) -> Match:
        (seats,) = game.seats
        opening = Opening(game, seats, Options(), game.catalogue)
        return Match.open("sketch", opening, [Seat(f"r{n}", "c") for n in range(seats)], STAMP, **arguments)

    return open_
