"""A table of the game as the second reading sees it; and a box in which every obstacle has a name of its own."""

from __future__ import annotations

import random
from typing import Any, cast

from tablescribe.domain.games.tomb_raider.board import (
    ACTIVE,
    DAMAGE,
    EMPTY,
    STUCK,
    TURN,
    WAYS,
    Way,
    block_marker,
    exit_marker,
    fought,
    halted,
    held,
    injury,
    is_alive,
    is_known,
    location_in,
    raider,
    steps,
    where,
)
from tablescribe.domain.games.tomb_raider.board import at as spot
from tablescribe.domain.games.tomb_raider.cards import block_of, card_of, damage_on, left_to_face, obstacles_in
from tablescribe.domain.games.tomb_raider.components import EDGES, Block, Location
from tablescribe.domain.games.tomb_raider.components import Obstacle as ObstacleCard
from tablescribe.domain.games.tomb_raider.level_map import LevelMap
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.agenda import due
from tablescribe.domain.table.names import bare, state_of
from tablescribe.domain.table.table import HIDDEN
from tests.domain.tomb_raider.box import BOX, HURT, STICK, block, injured, obstacle
from tests.domain.tomb_raider.second.model import Card, Explorer, Obstacle, State, Tile

NAMES = {"fight": "fight", "move": "movement", "search": "search", "think": "intelligence"}
"""The abilities, as the second reading calls them."""

EFFECTS = {"damage": "damage", "stick": "stuck"}


def a_box(choose: random.Random) -> dict[str, Any]:
    """Return a box whose draw decks are thirty obstacles, all different."""
    obstacles = []
    for n in range(30):
        abilities = choose.sample(list(NAMES), choose.randint(1, 2))
        tests = {one: choose.randint(5, 12) for one in abilities}
        fails: dict[str, Any] = choose.choice([HURT, STICK, injured(choose.choice(list(NAMES)))])
        health = choose.randint(1, 2) if "fight" in tests else None
        obstacles.append(obstacle(f"o{n}", choose.randint(1, 7), block(f"o{n}", "trap", tests, fails, health=health)))
    kept = [card for card in BOX["cards"] if card["type"] in ("location", "raider", "treasure")]
    deck = "raider max; hand o0, o1, o2; " + "; ".join(f"1 o{n}" for n in range(30))
    return {**BOX, "cards": [*kept, *obstacles], "deck": deck}


def as_obstacle(name: str, danger: int, of: Block) -> Obstacle:
    """Return an obstacle as the second reading has it."""
    effects = tuple(EFFECTS.get(one.do) or f"injured {NAMES[str(getattr(one, 'ability', ''))]}" for one in of.on_fail)
    tests = tuple((NAMES[one.ability], one.target) for one in of.tests)
    return Obstacle(name, danger, tests, effects, of.health or 0)


def as_card(match: Match, piece: str) -> Card:
    """Return a location as the second reading has it."""
    card = card_of(match.opening, match.table, piece)
    assert isinstance(card, Location)
    printed = card.printed_obstacle
    return Card(
        card.id, frozenset(EDGES.index(edge) for edge in card.exits or ()), card.danger or 0, card.search_bonus or 0,
        LevelMap(match.opening, match.table).level.min_depth_of(card), card.treasure_room, card.save_point,
        (as_obstacle("printed", 0, printed),) if printed else (),
    )  # fmt: skip


def name_of(piece: str) -> str:
    """Return an obstacle's name: the one that is printed on a location is called so."""
    return "printed" if piece.startswith("level") else bare(piece)


def as_tile(match: Match, zone: str) -> Tile:
    """Return what lies in a space."""
    table, piece = match.table, location_in(match.table, zone)
    if not is_known(table, zone):
        return Tile(as_card(match, piece), up=False)
    laid, damage = [], {}
    for one in obstacles_in(match.opening, table, zone):
        of = block_of(match.opening, table, one)
        assert of is not None
        card = card_of(match.opening, table, one)
        laid.append(as_obstacle(name_of(one), (card.danger or 0) if isinstance(card, ObstacleCard) else 0, of))
        if harm := damage_on(table, zone, one):
            damage[name_of(one)] = harm
    markers = table.zones.get(zone, {})
    return Tile(
        as_card(match, piece), WAYS.index(cast(Way, state_of(piece))),
        added=frozenset(k for k, way in enumerate(WAYS) if exit_marker(way) in markers),
        blocked=frozenset(k for k, way in enumerate(WAYS) if block_marker(way) in markers),
        obstacles=tuple(sorted(laid, key=lambda one: one.name)), damage=damage, empty=EMPTY in markers,
    )  # fmt: skip


def as_explorer(match: Match, seat: int, facing: frozenset[str]) -> Explorer:
    """Return a raider; `facing` are the obstacles that it still has to meet."""
    table, turn = match.table, match.table.number(TURN)
    markers = table.zones.get(raider(seat), {})
    old = STUCK in markers and table.get(held(seat)) is not None
    return Explorer(
        spot(where(table, seat)), (3, 3, 3, 3), tuple(markers.get(injury(one), 0) for one in NAMES),
        markers.get(DAMAGE, 0), entrance=(2, 1), dead=not is_alive(table, seat),
        stuck=turn - 1 if old else turn if STUCK in markers else 0, fought=table.get(fought(seat)) is not None,
        steps=table.number(steps(seat)), entered=table.number(steps(seat)) > 0, facing=facing,
    )  # fmt: skip


def as_state(match: Match) -> State:
    """Return the table in the action round of who acts."""
    table, level_map = match.table, LevelMap(match.opening, match.table)
    active, window = table.number(ACTIVE), table.text("awaits")
    over = table.get(halted(active)) is not None
    step = {"movement": "move", "offer": "offers", "attack": "attack"}.get(window, "meet" if over else "move")
    explorers = [as_explorer(match, seat, facing(match, seat, active)) for seat in match.opening.all_seats]
    left = [card for card in table.each("unseen:level") if not card.startswith(HIDDEN)]
    deck = [as_card(match, card) for card in left]
    tiles = {spot(zone): as_tile(match, zone) for zone in level_map.spaces if location_in(table, zone)}
    level = level_map.level
    return State(
        level.width, level.rows, tiles, tuple(explorers), tuple(deck), level.first_depth, table.number(TURN),
        active - 1, step,
    )  # fmt: skip


def facing(match: Match, seat: int, active: int) -> frozenset[str]:
    """Return the names of the obstacles that a raider still has to meet where it stands."""
    table, zone = match.table, where(match.table, seat)
    if seat != active or not zone or table.get(f"met:{seat}") is not None:
        return frozenset()
    entered, over = table.number(steps(seat)) > 0, table.get(halted(seat)) is not None
    steps_due = [one for one in due(table) if one.do == "face"]
    faced = list(steps_due[-1].arguments["faced"]) if steps_due else []
    if not steps_due and not (entered and over):
        return frozenset()
    return frozenset(name_of(one) for one in left_to_face(obstacles_in(match.opening, table, zone), faced))
