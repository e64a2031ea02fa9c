"""A bot for one or more raiders: it takes the shortest known way to the treasure, and tries to survive.

It uses only what its seat knows, and looks no further than the current decision.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablescribe.domain.games.tomb_raider.actions.choosing import Throw
from tablescribe.domain.games.tomb_raider.actions.keeping import (
    Discard,
    Discover,
    Draw,
    EndSearch,
    PlayOn,
    Reset,
    Search,
)
from tablescribe.domain.games.tomb_raider.actions.moving import Attack, LetBegin, Offer, RollOrder, Stay, Step
from tablescribe.domain.games.tomb_raider.actions.playing import AllowReroll, AskReroll, Declare, PlayCard, UseCard
from tablescribe.domain.games.tomb_raider.actions.prizes import NoSave, NoTreasure, TakeTreasure
from tablescribe.domain.games.tomb_raider.actions.start import KeepCard
from tablescribe.domain.games.tomb_raider.actions.testing import Face
from tablescribe.domain.games.tomb_raider.board import (
    CARRIER,
    EMPTY,
    Ability,
    entrance,
    is_known,
    location_in,
    options_of,
    where,
)
from tablescribe.domain.games.tomb_raider.cards import a, abilities, block_of, card_of, health, location, obstacles_in
from tablescribe.domain.games.tomb_raider.components import Discovery, Obstacle, Treasure, Upgrade
from tablescribe.domain.games.tomb_raider.level_map import LevelMap
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.agenda import due
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.table.table import HIDDEN, Table

Pick = Callable[[int], int]
"""Returns a number from 0 to n-1."""

FAR = 100


def choose(opening: Opening, table: Table, seat: int, pick: Pick) -> Action:
    """Return a seat's best action; ties are broken at random."""
    legal = list(legal_actions(opening, table, seat))
    worth = [value(opening, table, seat, action) for action in legal]
    best = [action for action, one in zip(legal, worth, strict=True) if one == max(worth)]
    return best[pick(len(best))]


def value(setting: Setting, table: Table, seat: int, action: Action) -> float:
    """Return the value of an action."""
    for kinds, worth in VALUES:
        if isinstance(action, kinds):
            return float(worth(setting, table, seat, action))
    return 0.0


# --- paths ------------------------------------------------------------------------------------


def goals(setting: Setting, table: Table, seat: int) -> set[str]:
    """Return the spaces the raider wants to reach: the treasure or where it may be; with the treasure, an entrance."""
    level_map = LevelMap(setting, table)
    if table.get(CARRIER) == seat:
        return {table.text(entrance(seat))}
    if alone := to_do(setting, table, level_map):
        return alone
    rooms = {zone for zone in level_map.spaces if level_map.is_treasure_room(zone)}
    return rooms or {zone for deck in level_map.treasure_decks() for zone in level_map.treasure_spaces(deck)}


def to_do(setting: Setting, table: Table, level_map: LevelMap) -> set[str]:
    """Return the spaces with something left to do for a goal other than the treasure (TR-106)."""
    options = options_of(setting)
    if setting.seats > 1 or not (options.search_all or options.clear != "nothing"):
        return set()
    left = {zone for zone in level_map.spaces if not is_known(table, zone) and level_map.can_map(zone)}
    known = {zone for zone in level_map.spaces if is_known(table, zone)}
    if options.search_all:
        left |= {zone for zone in known if not table.count(zone, EMPTY)}
    if options.clear != "nothing":
        left |= {zone for zone in known if obstacles_in(setting, table, zone)}
    return left


def distance(setting: Setting, table: Table, start: str, wanted: set[str]) -> int:
    """Return the number of steps to the nearest goal, assuming that unknown spaces lead in all directions."""
    level_map, found, rest, steps = LevelMap(setting, table), {start}, [start], 0
    while rest:
        if wanted & set(rest):
            return steps
        steps += 1
        new = []
        for here in rest:
            ways = level_map.adjacent(here) if is_known(table, here) else _all_round(level_map, here)
            new += [one for one in ways if one not in found]
            found.update(new)
        rest = new
    return FAR


def _all_round(level_map: LevelMap, zone: str) -> list[str]:
    return [other for way in ("forward", "right", "left", "back") if (other := level_map.beside(zone, way))]


def step(setting: Setting, table: Table, seat: int, action: Step) -> float:
    """Prefer the shorter way, and on it fewer obstacles."""
    here = where(table, seat)
    there = LevelMap(setting, table).beside(here, action.way)
    wanted = goals(setting, table, seat)
    nearer = distance(setting, table, here, wanted) - distance(setting, table, there, wanted)
    danger = sum(risk(setting, table, seat, piece) for piece in obstacles_in(setting, table, there))
    return nearer - 0.4 * danger - (0.2 if action.stop else 0.0)


def stay(setting: Setting, table: Table, seat: int, action: Stay) -> float:
    """Stay at a goal, or rather than move away from it."""
    return 5.0 if where(table, seat) in goals(setting, table, seat) else -0.5


def reset(setting: Setting, table: Table, seat: int, action: Action) -> float:
    """Reset if no way leads to a goal."""
    here, home = where(table, seat), table.text(entrance(seat))
    lost = distance(setting, table, here, goals(setting, table, seat)) >= FAR and here != home
    return 1.0 if lost == isinstance(action, Reset) else 0.0


# --- dangers ----------------------------------------------------------------------------------


def margin(setting: Setting, table: Table, seat: int, piece: str, tested: Ability) -> float:
    """Return how far the average roll is above the target of an obstacle."""
    block = block_of(setting, table, piece)
    target = next((one.target for one in block.tests if one.ability == tested), FAR) if block else FAR
    return 3.5 * abilities(setting, table, seat)[tested] - target


def risk(setting: Setting, table: Table, seat: int, piece: str) -> float:
    """Return the danger of an obstacle to a raider: 0 is harmless, 1 and above is not."""
    block = block_of(setting, table, piece)
    if block is None:
        return 0.0
    best = max(margin(setting, table, seat, piece, one.ability) for one in block.tests)
    return min(2.0, max(0.0, (4.0 - best) / 4.0))


def face(setting: Setting, table: Table, seat: int, action: Face) -> float:
    """Test the ability most likely to succeed; using Fight prevents a search."""
    fights = (-3.0 if options_of(setting).clear != "nothing" else 1.0) if action.ability == "fight" else 0.0
    return margin(setting, table, seat, action.obstacle, action.ability) - fights


def offer(setting: Setting, table: Table, seat: int, action: Offer) -> float:
    """Offer the most dangerous obstacle known to be legal."""
    card = a(Obstacle, setting, table, action.card)
    return -1.0 if action.card.startswith(HIDDEN) else float(card.danger or 0) if card else -1.0


def attack(setting: Setting, table: Table, seat: int, action: Attack) -> float:
    """Attack the raider with the treasure, or one almost dead."""
    weak = health(setting, table, action.raider) == 1 and health(setting, table, seat) > 1
    return 1.0 if weak or table.get(CARRIER) == action.raider else -1.0


# --- cards ------------------------------------------------------------------------------------


def play_card(setting: Setting, table: Table, seat: int, action: PlayCard) -> float:
    """Play upgrades at once, and cards that reduce damage or help in a test when asked."""
    if isinstance(card_of(setting, table, action.card), Upgrade):
        return 2.0
    return helps(table)


def use_card(setting: Setting, table: Table, seat: int, action: UseCard) -> float:
    """Use what heals or helps in a test."""
    card = card_of(setting, table, action.card)
    heals = any(effect.do == "heal" for effect in getattr(card, "effects", None) or ())
    return 6.0 if heals else helps(table)


def helps(table: Table) -> float:
    """Return the value of a card for the current question: before a hit or a hard test, else 0."""
    window = table.get(AWAITS)
    return 1.0 if window == "hit" or (window == "before_roll" and is_hard(table)) else -2.0


def is_hard(table: Table) -> bool:
    """Return whether the current test is a hard one."""
    steps = due(table)
    what: dict[str, Any] = dict(steps[-1].arguments) if steps else {}
    return int(what.get("target") or 0) >= 9


def discover(setting: Setting, table: Table, seat: int, action: Discover) -> float:
    """Prefer the treasure, then the most difficult discovery, with items first."""
    card = a(Discovery, setting, table, action.card)
    if card is None or at_the_treasure(setting, table, seat):
        return -1.0
    return (card.difficulty or 0) + (5.0 if card.discovery_kind == "item" else 0.0)


def at_the_treasure(setting: Setting, table: Table, seat: int) -> bool:
    """Return whether the current search finds the treasure."""
    room = location(setting, table, location_in(table, where(table, seat)))
    steps = due(table)
    result = int(steps[-1].arguments.get("result") or 0) if steps else 0
    if options_of(setting).search_all:
        return False
    return room is not None and room.treasure_room and result >= (room.treasure_difficulty or FAR)


def discard(setting: Setting, table: Table, seat: int, action: Discard | Throw) -> float:
    """Discard only when required; solo, obstacles first."""
    return -1.0 if isinstance(card_of(setting, table, action.card), Discovery) else -0.5


def keep(setting: Setting, table: Table, seat: int, action: KeepCard) -> float:
    """Take discoveries with moderate difficulty into the first hand."""
    card = a(Discovery, setting, table, action.card)
    return 1.0 if card is not None and (card.difficulty or FAR) <= 12 else -1.0


def prize(setting: Setting, table: Table, seat: int, action: TakeTreasure) -> float:
    """Take the treasure with the highest power."""
    card = a(Treasure, setting, table, action.card)
    return float(card.power) if card else 0.0


VALUES: tuple[tuple[Any, Callable[[Setting, Table, int, Any], float]], ...] = (
    (Step, step), (Stay, stay), ((Reset, PlayOn), reset), (Face, face), (Offer, offer), (Attack, attack),
    (PlayCard, play_card), (UseCard, use_card), (Discover, discover), ((Discard, Throw), discard), (KeepCard, keep),
    (TakeTreasure, prize), (Search, lambda *_: 1.0), (Draw, lambda *_: 0.0), (EndSearch, lambda *_: 0.0),
    ((RollOrder, LetBegin, NoTreasure, NoSave, AskReroll, AllowReroll, Declare), lambda *_: -3.0),
)  # fmt: skip
"""The value function of each kind of action. Others have value 0, and are taken only if nothing is better."""
