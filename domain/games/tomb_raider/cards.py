"""Look-ups of cards: what is printed or declared on them, and what raiders can do with those in play."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeVar

from tablescribe.domain.games.tomb_raider import board, effects
from tablescribe.domain.games.tomb_raider.components import (
    AnyCard,
    Block,
    Location,
    Obstacle,
    Raider,
    Upgrade,
    read_card,
)
from tablescribe.domain.games.tomb_raider.effects import AbilityBonus, AnyEffect, ExtraHealth, ExtraMovement
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import bare, deck_of, state_of
from tablescribe.domain.table.table import Table

Kind = TypeVar("Kind")
AnyPart = TypeVar("AnyPart")


@lru_cache(maxsize=1024)
def _declared(printed: str) -> AnyCard:
    return read_card(printed)


def card_of(setting: Setting, table: Table, piece: str) -> AnyCard | None:
    """Return the card of a piece, as declared or from the catalogue; `None` if it is unknown."""
    name = board.card_id(piece)
    if not name:
        return None
    told = table.values.get(board.declared(name))
    return _declared(told) if isinstance(told, str) else board.catalogue_of(setting).by_id.get(name)


def a(kind: type[Kind], setting: Setting, table: Table, piece: str) -> Kind | None:
    """Return the card of a piece if it is of this kind."""
    card = card_of(setting, table, piece)
    return card if isinstance(card, kind) else None


def location(setting: Setting, table: Table, piece: str) -> Location | None:
    """Return the location card of a piece; `None` if it is unknown."""
    return a(Location, setting, table, piece)


# --- obstacles --------------------------------------------------------------------------------


def block_of(setting: Setting, table: Table, piece: str) -> Block | None:
    """Return the obstacle that a card is, or that is printed on a location; `None` if there is none."""
    card = card_of(setting, table, piece)
    if isinstance(card, Obstacle):
        return card.block
    return card.printed_obstacle if isinstance(card, Location) else None


def obstacles_in(setting: Setting, table: Table, zone: str) -> list[str]:
    """Return the obstacles of a mapped location: placed cards, and the location itself for a printed one (TR-55)."""
    if not board.is_known(table, zone):
        return []
    found = []
    for piece in table.each(zone):
        if board.is_of_level(piece):
            if not table.count(zone, board.SKULL) and block_of(setting, table, piece) is not None:
                found.append(piece)
        elif a(Obstacle, setting, table, piece) is not None:
            found.append(piece)
    return found


def damage_on(table: Table, zone: str, piece: str) -> int:
    """Return the damage on an obstacle (TR-60)."""
    if board.is_of_level(piece):
        return table.count(zone, board.DAMAGE)
    state = state_of(piece)
    return int(state) if state.isdecimal() else 0


def left_to_face(obstacles: list[str], faced: list[str]) -> list[str]:
    """Return the obstacles still to be faced; each of two equal ones is faced (TR-57)."""
    left, done = [], list(faced)
    for piece in obstacles:
        if bare(piece) in done:
            done.remove(bare(piece))
        else:
            left.append(piece)
    return left


# --- raiders ----------------------------------------------------------------------------------


def raider_card(setting: Setting, table: Table, seat: int) -> Raider | None:
    """Return a seat's raider card."""
    for piece in table.zones.get(board.raider(seat), ()):
        if deck_of(piece) == board.RAIDER:
            return a(Raider, setting, table, piece)
    return None


def in_play(setting: Setting, table: Table, seat: int) -> Iterator[tuple[str, AnyCard]]:
    """Yield the known cards in a raider's rows, each with its piece."""
    for piece in board.rows(table, seat):
        card = card_of(setting, table, piece)
        if card is not None:
            yield piece, card


def effects_in_play(setting: Setting, table: Table, seat: int, kind: type[AnyPart]) -> Iterator[AnyPart]:
    """Yield the automatic effects of one kind for a raider; items work while in play (TR-72)."""
    for _, card in in_play(setting, table, seat):
        if getattr(card, "use", None) is None:
            yield from (effect for effect in effects_of(card) if isinstance(effect, kind))


def effects_of(card: AnyCard) -> tuple[AnyEffect, ...]:
    """Return the effects of a card; raiders, locations and obstacles have none."""
    return getattr(card, "effects", None) or ()


def ability(setting: Setting, table: Table, seat: int, which: effects.Ability) -> int:
    """Return a raider's current ability: printed, raised by cards in play, lowered by injuries (TR-18, TR-93)."""
    return abilities(setting, table, seat)[which]


def abilities(setting: Setting, table: Table, seat: int) -> dict[effects.Ability, int]:
    """Return a raider's four current abilities (TR-18, TR-93)."""
    card = raider_card(setting, table, seat)
    began: dict[effects.Ability, int] = {
        one: getattr(card.abilities, one) if card and card.abilities else 0 for one in effects.ABILITIES
    }
    hurt = table.zones.get(board.raider(seat), {})
    now = {one: n - hurt.get(board.injury(one), 0) for one, n in began.items()}
    for bonus in effects_in_play(setting, table, seat, AbilityBonus):
        for one in effects.ABILITIES:
            if one in bonus.abilities or began[one] == bonus.began_at:
                now[one] += bonus.amount
    return {one: max(0, n) for one, n in now.items()}


def most_health(setting: Setting, table: Table, seat: int) -> int:
    """Return a raider's maximum health: lowest ability plus extra health (TR-21); 0 with an ability at 0 (TR-93)."""
    lowest = min(abilities(setting, table, seat).values())
    extra = sum(effect.amount for effect in effects_in_play(setting, table, seat, ExtraHealth))
    return lowest + extra + table.count(board.raider(seat), board.HEALTH) if lowest else 0


def health(setting: Setting, table: Table, seat: int) -> int:
    """Return a raider's health (TR-21)."""
    return most_health(setting, table, seat) - table.count(board.raider(seat), board.DAMAGE)


def power(setting: Setting, table: Table, seat: int) -> int:
    """Return a raider's power: the highest of its card and its upgrades (TR-88)."""
    card = raider_card(setting, table, seat)
    upgrades = [one.power or 2 for _, one in in_play(setting, table, seat) if isinstance(one, Upgrade)]
    return max([card.power if card else 1, *upgrades])


def steps_to_go(setting: Setting, table: Table, seat: int) -> int:
    """Return how many locations a raider may still move this turn (TR-39)."""
    more = sum(effect.steps for effect in effects_in_play(setting, table, seat, ExtraMovement))
    reach = ability(setting, table, seat, "move") + table.number(board.extra_steps(seat)) + more
    return reach - table.number(board.steps(seat))


def looked_at(table: Table, deck: str) -> str:
    """Return the zone of the top card of a deck if it has been looked at; else the empty string."""
    zone = board.top_of(deck, 1)
    return zone if zone in table.zones else ""


# --- hands ------------------------------------------------------------------------------------


def is_unread(setting: Setting, card: AnyCard) -> bool:
    """Return whether a card's effects have not been read yet, so that it may fit any moment (TR-5)."""
    return bool(card.blank) and not board.is_earlier_edition(setting)


def might_hold(setting: Setting, table: Table, seat: int, kind: type[Kind]) -> Iterator[Kind]:
    """Yield the cards of a kind that could be in a seat's hand.

    Only public information is used, so that asking reveals nothing.
    """
    printed = board.catalogue_of(setting).of_kind(kind)
    for piece in board.not_accounted_for(table, seat):
        name = board.card_id(piece)
        if name in printed or board.declared(name) in table.values:
            card = card_of(setting, table, piece)
            if isinstance(card, kind):
                yield card
