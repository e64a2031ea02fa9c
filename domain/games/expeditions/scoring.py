"""Scoring and the end (EX-69 to EX-75). Nothing on this table is secret: face-down pieces are unknown to everybody."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.expeditions import zones
from tablescribe.domain.games.expeditions.board import Board
from tablescribe.domain.rules.game import Result, Secret
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import score
from tablescribe.domain.table.table import Table

GLORY_WORTH = (5, 6, 8, 10)  # for each token placed, with 0, 1, 2, 3 or more quests solved (EX-72)
CORRUPTION_WORTH = 2


def human_coins(board: Board) -> int:
    """Return the human's coins at the end (EX-72, EX-73)."""
    placed = sum(board.table.count(zones.category(name), zones.glory(zones.HUMAN)) for name in zones.CATEGORIES)
    worth = GLORY_WORTH[min(board.counted("solved"), 3)]
    items = sum(card.coins for piece in board.table.each(zones.UPGRADED) if (card := board.card(piece)))
    later = [one.end_game for one in board.abilities if one.end_game]
    extra = sum(min(end.max, board.counted(end.per) * end.coins) for end in later)
    corruption = CORRUPTION_WORTH * board.table.count(zones.taken(zones.HUMAN))
    return board.table.number(zones.COINS) + placed * worth + items + extra + corruption


def automa_coins(board: Board) -> int:
    """Return the value of the Automa's tokens at its level (EX-74)."""
    card = board.catalogue.progress(board.options.level)
    assert card is not None, "the set-up checks it"
    table = board.table
    return (
        table.count(zones.BASECAMP, zones.glory(zones.AUTOMA)) * card.glory
        + table.count(zones.taken(zones.AUTOMA)) * card.corruption
        + table.count(zones.maps(zones.AUTOMA)) * card.map
    )


def result(setting: Setting, table: Table) -> Result | None:
    """Return the result once the last turn is over (EX-70)."""
    if table.get(zones.WINNER) is None:
        return None
    ending = "eighth_glory" if table.get(zones.TRIGGER) == zones.AUTOMA else "fourth_glory"
    scores = (table.number(score(zones.HUMAN)), table.number(score(zones.AUTOMA)))
    return Result(ending, "EX-69", (table.number(zones.WINNER),), scores)


def secrets(setting: Setting, table: Table) -> Iterator[Secret]:
    """Yield nothing: hands are open (EX-11), and face-down pieces are unknown to everybody."""
    return iter(())


def hidden_values(setting: Setting, table: Table, seat: int | None) -> Iterator[str]:
    """Yield nothing: all values are public."""
    return iter(())
