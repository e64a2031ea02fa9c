"""The turn, the acting raider's location, and the current test with its dice."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games.tomb_raider.board import (
    ACTION,
    ACTIVE,
    DRAW,
    ENDING,
    FIRST,
    OBSTACLES,
    OFFERING,
    READY,
    ROUND,
    SEARCH,
    TURN,
    WINNERS,
    is_known,
    location_in,
    where,
)
from tablescribe.domain.games.tomb_raider.cards import location, obstacles_in
from tablescribe.domain.games.tomb_raider.level_map import LevelMap
from tablescribe.domain.games.tomb_raider.panels import signs
from tablescribe.domain.games.tomb_raider.panels.tunnels import obstacle_words
from tablescribe.domain.rules.agenda import due
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import AWAITS, who
from tablescribe.domain.table.names import deck as deck_zone
from tablescribe.domain.table.scene import WIDTH, Colour, Panel, Rectangle, Said, Shape, Words, group, on, one_column
from tablescribe.domain.table.table import Table
from tablescribe.domain.words.text import Slot, Text, Thing, listed, say

ROUNDS: dict[str, Text] = {
    READY: say("ready"), ACTION: say("action"), SEARCH: say("search"), DRAW: say("draw"),
}  # fmt: skip


def turn(setting: Setting, table: Table) -> Panel:
    """Return the panel of the turn: its four rounds, who acts, and the size of the level deck."""
    now = str(table.get(ROUND) or "")
    shapes: list[Shape] = []
    for k, (name, words) in enumerate(ROUNDS.items()):
        ground: Colour = "orange" if name == now else "paper"
        shapes.append(Rectangle(k * 85.0 + 1, 1, 83, 26, ground, "faint", round=6))
        shapes.append(Said(k * 85.0 + 42.5, 18.5, words, 12, on(ground), "middle", bold=name == now, width=79))
    head = status(setting, table)
    level = LevelMap(setting, table)
    left: list[Slot] = [
        say("{deck}: {n}", deck=Thing(deck_zone(deck.name)), n=table.count(deck_zone(deck.name)))
        for deck in level.level.decks
    ]
    if table.pieces(deck_zone(OBSTACLES)):
        left.append(say("{deck}: {n}", deck=Thing(deck_zone(OBSTACLES)), n=table.count(deck_zone(OBSTACLES))))
    piles = listed(left, "; ")
    drawn = (
        group(
            *shapes, name=ROUND, title=say("turn {n}, {round} round", n=table.number(TURN), round=ROUNDS.get(now, ""))
        ),
        group(Said(2, 48, head, 13, "accent", bold=True, width=WIDTH - 4), name=ACTIVE, title=head),
        group(
            Said(2, 66, piles, 12, "soft", width=WIDTH - 4, lines=2),
            name=deck_zone(level.level.decks[0].name),
            title=piles,
        ),
    )
    told: list[Words] = [head, piles]
    return Panel("turn", "track", say("The turn"), WIDTH, 84, drawn, one_column(say("turn"), told))


def status(setting: Setting, table: Table) -> Words:
    """Return a line on who acts in which round, or who won."""
    if ENDING in table.values:
        winners = [int(seat) for seat in str(table.get(WINNERS) or "").split(",") if seat.isdecimal()]
        if not winners:
            return say("nobody won")
        names: list[Slot] = [who(seat) for seat in winners]
        return say("{seat} won", seat=names[0]) if len(names) == 1 else say("winners: {seats}", seats=listed(names))
    round_ = ROUNDS.get(str(table.get(ROUND)), say("set-up"))
    turn_ = say("turn {n}: {round}", n=table.number(TURN), round=round_)
    acts = table.number(ACTIVE)
    if acts:
        return say("{turn}, {seat}", turn=turn_, seat=who(acts))
    first = table.number(FIRST)
    return say("{turn}, {seat} moves first", turn=turn_, seat=who(first)) if first else turn_


# --- the raider's location ---------------------------------------------------------------------------


def here(setting: Setting, table: Table) -> list[Panel]:
    """Return the panels of what the acting raider faces and the current test; none if nobody acts."""
    found: list[Panel] = []
    seat = table.number(ACTIVE)
    zone = where(table, seat) if seat else ""
    if zone and is_known(table, zone) and ENDING not in table.values:
        found.append(_location(setting, table, seat, zone))
    tests = [step for step in due(table) if step.do == "test"]
    if tests:
        found.append(_test(setting, dict(tests[-1].arguments)))
    return found


def _location(setting: Setting, table: Table, seat: int, zone: str) -> Panel:
    """Return the panel of a raider's location: limits for obstacles and searches, and its obstacles."""
    card = location(setting, table, location_in(table, zone))
    limit = LevelMap(setting, table).limit(zone)
    lines: list[Words] = []
    if table.get(AWAITS) == OFFERING:
        lines.append(say("obstacles of danger up to {n} can be placed here now", n=limit))
    if card and card.treasure_room and card.treasure_difficulty is not None:
        lines.append(say("a search result of {n} finds the treasure", n=card.treasure_difficulty))
    for piece in obstacles_in(setting, table, zone):
        lines.append(obstacle_words(setting, table, zone, piece))
    shapes: list[Shape] = [
        Rectangle(0.75, 0.75, WIDTH - 1.5, 28 + 32 * len(lines), "card", "faint", round=8),
        Said(10, 20, card.name if card else Thing(zone), 14, bold=True, width=WIDTH - 20),
    ]
    for k, words in enumerate(lines):
        shapes.append(Said(10, 38 + 32 * k, words, 12, width=WIDTH - 20, lines=2))
    title = say("Location of {seat}", seat=who(seat))
    return Panel("here", "row", title, WIDTH, 30 + 32 * len(lines), tuple(shapes), one_column(title, lines))


def _test(setting: Setting, step: dict[str, Any]) -> Panel:
    """Return the panel of a test: who makes it, its ability, its target and the dice."""
    ability, colour = signs.ABILITIES[step["ability"]]
    target = step.get("target")
    shapes: list[Shape] = []
    lines: list[Words] = []
    height = 4.0
    for roller in step["rollers"]:
        seat, rolled = roller["seat"], list(roller.get("rolled", ()))
        words = say("{seat} tests {ability}", seat=who(seat), ability=ability)
        lines.append(words)
        shapes.append(Rectangle(0.75, height, WIDTH - 1.5, 62 if rolled else 28, "card", colour, 2, 8))
        shapes.append(Said(10, height + 19, words, 13, bold=True, width=WIDTH - 110))
        if target is not None:
            shapes.append(Said(WIDTH - 10, height + 19, say("needs {n}", n=target), 13, anchor="end", width=96))
        for k, shown in enumerate(rolled):
            shapes += signs.die(10 + 30.0 * k, height + 30, int(shown))
        if rolled:
            total = sum(int(one) for one in rolled)
            lines.append(say("{dice} = {sum}", dice=listed([int(one) for one in rolled], " + "), sum=total))
            shapes.append(Said(WIDTH - 10, height + 49, str(total), 20, anchor="end", bold=True))
        height += 68 if rolled else 34
    return Panel("test", "row", say("The test"), WIDTH, height, tuple(shapes), one_column(say("test"), lines))
