"""The result of a match, and its hidden information."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.tomb_raider.board import ENDING, WINNERS, draw_deck, looker, offered
from tablescribe.domain.games.tomb_raider.levels import level_of
from tablescribe.domain.rules.game import Result, Secret
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import hand, score
from tablescribe.domain.table.table import Table

RULES = {
    "treasure": "TR-84", "timed": "TR-121", "recovery": "TR-118", "bounty": "TR-119",
    "turns": "TR-106", "resets": "TR-106", "cleared": "TR-106", "searched": "TR-106",
}  # fmt: skip
"""The rule of each ending."""


def result(setting: Setting, table: Table) -> Result | None:
    """Return the result once the level is over (TR-84)."""
    ending = table.text(ENDING)
    if not ending:
        return None
    rule = "TR-17" if ending == "treasure" and level_of(setting).learn else RULES.get(ending, "")
    won = tuple(int(seat) for seat in table.text(WINNERS).split(",") if seat)
    if won and ending == "turns":
        rule = RULES["bounty"]  # points are counted at the limit
    return Result(ending, rule, won, tuple(table.number(score(seat)) for seat in setting.all_seats))


def secrets(setting: Setting, table: Table) -> Iterator[Secret]:
    """Yield the hands and the offered obstacles, which only their holders see."""
    for seat in setting.all_seats:
        yield Secret(hand(seat), draw_deck(seat), frozenset({seat}))
        yield Secret(offered(seat), draw_deck(seat), frozenset({seat}))
    for zone in table.zones:
        if zone.startswith(("top:", "bottom:")):
            deck = zone.split(":")[1]
            seen = table.text(looker(deck)).split(",")
            yield Secret(zone, deck, frozenset(int(seat) for seat in seen if seat))


def hidden_values(setting: Setting, table: Table, seat: int | None) -> Iterator[str]:
    """Yield the values hidden from a seat: there are none."""
    yield from ()
