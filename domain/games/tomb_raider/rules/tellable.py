"""What a free text can do: which pieces go where, and which values it changes (TR-135)."""

from __future__ import annotations

from collections.abc import Sequence

from tablescribe.domain.games.tomb_raider.board import (
    ABILITIES,
    DAMAGE,
    EMPTY,
    FIRST,
    HEALTH,
    OBSTACLES,
    PRIZE_PIECE,
    SAVE_POINT,
    SKULL,
    STUCK,
    TREASURE,
    WAYS,
    at,
    block_marker,
    exit_marker,
    extra_steps,
    fought,
    halted,
    injury,
    is_alive,
    is_known,
    is_of_level,
    owner_of,
    raider,
    save_space,
    where,
)
from tablescribe.domain.games.tomb_raider.cards import block_of, card_of
from tablescribe.domain.games.tomb_raider.components import Discovery, Obstacle, SecretMove, Upgrade
from tablescribe.domain.games.tomb_raider.level_map import LevelMap
from tablescribe.domain.games.tomb_raider.levels import level_of
from tablescribe.domain.games.tomb_raider.scoring import secrets
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.rules.typed_facts import plain
from tablescribe.domain.table.names import bare, deck_of, discard, face_down, hand, score, state_of
from tablescribe.domain.table.names import deck as deck_zone
from tablescribe.domain.table.table import BOX, HIDDEN, Impossible, Table, Value
from tablescribe.domain.words.text import Thing, say

ON_RAIDER = (DAMAGE, STUCK, HEALTH, *(injury(one) for one in ABILITIES))
ON_SPACE = (DAMAGE, SKULL, EMPTY, SAVE_POINT, *map(exit_marker, WAYS), *map(block_marker, WAYS))
ONCE = frozenset({*ON_SPACE, STUCK} - {DAMAGE})
"""Markers of which a place has at most one."""

MOST_STEPS, MOST_POINTS = 9, 99


class Told:
    """Checks entered facts word by word, so that a refusal reveals no more than the seat knows."""

    def __init__(self, setting: Setting, table: Table, seat: int) -> None:
        self.setting = setting
        self.table = table
        self.seat = seat

    def must_be_sayable(self, words: Sequence[str]) -> None:
        """Refuse a fact that no text can cause, or about cards that the seat does not know.

        Raises:
            Impossible: it is such a fact.
        """
        verb, *rest = words
        if verb == "set":
            self._must_be_changed(rest[0], plain(rest[1]))
        elif verb == "turn":
            self._must_be_turned(*rest[:3])
        else:
            piece, _, src, dst = rest
            self._must_be_moved(piece, src, dst)
            looked_into = src == deck_zone(deck_of(piece)) or src.startswith("hand:")
            if looked_into and not self.is_a_draw(words):
                self._must_be_open(piece, src)

    def is_a_draw(self, words: Sequence[str]) -> bool:
        """Return whether unseen cards go from a deck into a hand."""
        verb, *rest = words
        drawn = verb == "move" and rest[0].startswith(HIDDEN)
        return drawn and rest[2] == deck_zone(deck_of(rest[0])) and rest[3].startswith("hand:")

    # --- pieces ---------------------------------------------------------------------------

    def _must_be_moved(self, piece: str, src: str, dst: str) -> None:
        if piece.startswith("figure:"):
            self._must_be_reached(piece, dst)
            return
        for zone in (src, dst):
            if piece == self.table.get(PRIZE_PIECE) or not self._may_lie(piece, zone):
                raise Impossible(say("{piece} does not belong in {zone}", piece=Thing(piece), zone=Thing(zone)))

    def _must_be_reached(self, piece: str, zone: str) -> None:
        """Refuse to move a raider that is off the map, or to where it cannot be."""
        number, level_map = piece.partition(":")[2], LevelMap(self.setting, self.table)
        seat = int(number) if self._is_a_seat(number) else 0
        there = level_map.in_grid(zone) and (is_known(self.table, zone) or level_map.can_map(zone))
        if not seat or not is_alive(self.table, seat) or not where(self.table, seat) or not there:
            raise Impossible(say("{piece} does not belong in {zone}", piece=Thing(piece), zone=Thing(zone)))

    def _may_lie(self, piece: str, zone: str) -> bool:
        """Return whether a marker or card can be in a zone."""
        kind, _, number = zone.partition(":")
        known = at(zone) != (0, 0) and LevelMap(self.setting, self.table).in_grid(zone) and is_known(self.table, zone)
        if piece.startswith("marker:"):
            on_raider = piece in ON_RAIDER and kind == "raider" and self._is_a_seat(number)
            return zone == BOX or on_raider or (piece in ON_SPACE and known)
        if deck_of(piece) == TREASURE:
            return zone == BOX or (kind == "saved" and self._is_a_seat(number))
        owner, deck = owner_of(piece), deck_of(piece)
        if owner not in self.setting.all_seats and deck != OBSTACLES:
            return False
        if piece.startswith(HIDDEN):
            return zone == deck_zone(deck) or (owner > 0 and zone == hand(owner))
        card = card_of(self.setting, self.table, piece)
        if known:
            return isinstance(card, Obstacle)
        if state_of(piece):
            return False
        piles = {deck_zone(deck), discard(deck), BOX} | ({hand(owner)} if owner else set())
        return zone in piles or self._lies_in_row(card, kind, number)

    def _lies_in_row(self, card: object, kind: str, number: str) -> bool:
        """Return whether a card can be in a raider's row (TR-72, TR-90)."""
        rows = {"saved": (Discovery, Upgrade, SecretMove), "unsaved": (Discovery,)}
        return kind in rows and self._is_a_seat(number) and isinstance(card, rows[kind])

    def _is_a_seat(self, number: str) -> bool:
        return number.isdecimal() and number.isascii() and len(number) < 3 and int(number) in self.setting.all_seats

    def _must_be_open(self, piece: str, zone: str) -> None:
        """Refuse facts about cards in a deck or another hand, of which others know some that the seat does not."""
        deck = deck_of(piece)
        if zone != hand(self.seat) and self._is_known_to_others(deck):
            raise Impossible(say("you cannot reveal which card {piece} is", piece=Thing(face_down(deck))))

    def _is_known_to_others(self, deck: str) -> bool:
        return any(
            piece.startswith(deck + ":")
            for secret in secrets(self.setting, self.table)
            if secret.deck == deck and self.seat not in secret.seats
            for piece in self.table.zones.get(secret.zone, ())
        )

    # --- faces and values -----------------------------------------------------------------

    def _must_be_turned(self, zone: str, face: str, to: str) -> None:
        """Refuse a turn that is not of a location's direction, an obstacle's damage, or a card in the seat's hand."""
        if at(zone) == (0, 0):
            fits = zone == hand(self.seat) and face == face_down(draw := deck_of(to)) and to.startswith(draw + ":")
            fits = fits and not state_of(to)
        elif is_of_level(face):
            fits = bare(face) == bare(to) and {state_of(face), state_of(to)} <= set(WAYS)
        else:
            block = block_of(self.setting, self.table, to)
            hits = int(state_of(to)) if state_of(to).isdecimal() and len(state_of(to)) < 3 else 0
            below = block is not None and block.health is not None and 0 < hits < block.health
            whole = to == bare(to) or (below and to == f"{bare(to)}.{hits}")
            fits = bare(face) == bare(to) and self._may_lie(to, zone) and whole
        if not fits:
            raise Impossible(say("{card} cannot become {other}", card=Thing(face), other=Thing(to)))

    def _must_be_changed(self, key: str, now: Value) -> None:
        """Refuse values that a text cannot change, or that they cannot have."""
        number = key.partition(":")[2]
        seat = int(number) if self._is_a_seat(number) else 0
        number_ = now if isinstance(now, int) and not isinstance(now, bool) else -1
        bounty = level_of(self.setting).objective == "bounty"
        can: dict[str, bool] = {
            FIRST: isinstance(self.table.get(FIRST), int) and number_ in self.setting.all_seats,
        }
        if seat:
            can |= {
                extra_steps(seat): 0 <= number_ <= MOST_STEPS,
                halted(seat): now is True or now is None,
                fought(seat): now is True or now is None,
                save_space(seat): isinstance(now, str) and at(now) != (0, 0) and is_known(self.table, now),
                **({score(seat): 0 <= number_ <= MOST_POINTS} if bounty else {}),
            }
        if key not in can:
            raise Impossible(say("a text cannot change {key}", key=key))
        if not can[key]:
            raise Impossible(say("{key} cannot be {n}", key=Thing(key), n=str(now)))


def must_be_playable(setting: Setting, before: Table, after: Table) -> None:
    """Refuse results with two markers where at most one can be.

    Raises:
        Impossible: there are two.
    """
    zones = [*(raider(seat) for seat in setting.all_seats), *after.zones_of("space:")]
    for zone in zones:
        pieces = after.zones.get(zone, {})
        if any(pieces[marker] > max(1, before.count(zone, marker)) for marker in ONCE & pieces.keys()):
            raise Impossible(say("the game could not continue with that in {zone}", zone=Thing(zone)))
