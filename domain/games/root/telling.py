"""Descriptions of moves, read from their facts: battles with dice and losses, points, cards, items.

What the action itself says, such as what is built, is not repeated. Counters that only the rules need are left out.
"""

from __future__ import annotations

from collections import Counter

from tablescribe.domain.games.root.actions.core import Craft, Move
from tablescribe.domain.games.root.board import (
    CARD,
    ENDING,
    PHASE,
    SETTING_UP,
    STAGE,
    THIS,
    TURN,
    WINNER,
    Board,
    clearing,
    supply,
)
from tablescribe.domain.games.root.labels import label_value
from tablescribe.domain.games.root.mechanisms import names, turmoil
from tablescribe.domain.games.root.pieces import kind_of, owner_of
from tablescribe.domain.games.root.rules.fights import ATTACKER, DEFENDER, EXTRA, ROLLED, key
from tablescribe.domain.rules.game import Seen, Telling
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import AWAITS, DUE, deck, hand, in_number_order
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.table import BOX, Changed, Fact, Moved, Turned
from tablescribe.domain.words.text import Slot, Text, Thing, listed, say

SILENT = (THIS, DUE, AWAITS, "battle:", "ready:", "home:", "setup-step", "sealed:", STAGE, SETTING_UP, "ruin-")
"""Prefixes of values that only the rules need."""


def tell(setting: Setting, seen: Seen) -> Telling:
    """Return the description of a move, and the facts that it leaves out.

    All facts of rulings and of the set-up are left out.
    """
    if seen.action is None:
        return [], list(seen.facts)
    story = _Story(setting, seen)
    fallen, covered = turmoil(setting, seen)
    for fact in seen.facts:
        if not any(fact is one for one in covered) and not story.hear(fact):
            story.rest.append(fact)
    return [*names(seen), *fallen, *story.told()], story.rest


class _Story:
    """Reads the facts of a move one by one, and describes them."""

    def __init__(self, setting: Setting, seen: Seen) -> None:
        self.rest: list[Fact] = []
        self._setting = setting
        self._seen = seen
        self._board = Board(setting, seen.before)
        self._points: Counter[str] = Counter()
        self._drawn: Counter[str] = Counter()
        self._removed: Counter[tuple[str, str]] = Counter()  # (piece, zone) of pieces that left the map
        self._placed: Counter[tuple[str, str]] = Counter()
        self._dealt: dict[str, int] = {}
        self._said: list[Text] = []
        self._last: list[Text] = []

    # --- reading facts ------------------------------------------------------------------------

    def hear(self, fact: Fact) -> bool:
        """Read a fact, and return whether it needs no description of its own."""
        if isinstance(fact, Changed):
            return self._changed(fact)
        if isinstance(fact, Turned):
            return fact.zone.startswith("unseen:")
        return self._drew(fact) or self._stood(fact) or self._is_said(fact)

    def _changed(self, fact: Changed) -> bool:
        name, _, rest = fact.key.partition(":")
        if name == "score":
            now, was = fact.now or 0, fact.was or 0
            if isinstance(now, int) and isinstance(was, int) and fact.now is not None:
                self._points[rest] += now - was
            return True
        for role in (ATTACKER, DEFENDER):
            for what in (ROLLED, EXTRA):
                if fact.key == key(what, role) and isinstance(fact.now, int):
                    self._dealt[f"{what}:{role}"] = fact.now
        if fact.key == TURN:
            if fact.now in self._setting.all_seats:
                self._last.append(say("it is {seat}'s turn", seat=Thing(seat_name(int(fact.now or 0)))))
            return True
        if fact.key == ENDING and fact.now is not None:
            self._last.append(Text("{end}", {"end": label_value(self._setting, ENDING, fact.now)}))
            return True
        if fact.key == WINNER:
            if fact.now in self._setting.all_seats:
                self._last.append(say("{seat} has won", seat=Thing(seat_name(int(fact.now or 0)))))
            return True
        return fact.key == PHASE or fact.key.startswith(SILENT)

    def _drew(self, fact: Moved) -> bool:
        """Count cards that are drawn."""
        if fact.src == deck(CARD) and fact.dst.startswith(hand(1)[:-1]):
            self._drawn[fact.dst.partition(":")[2]] += fact.n
            return True
        return fact.src.startswith("unseen:") or fact.dst.startswith("unseen:")

    def _stood(self, fact: Moved) -> bool:
        """Collect pieces that leave or enter the map."""
        owner = owner_of(fact.piece)
        if not owner:
            return False
        on_map = ("clearing:", "forest:", "path:")
        leaves, comes = fact.src.startswith(on_map), fact.dst.startswith(on_map)
        if leaves and not comes:
            self._removed[(fact.piece, fact.src)] += fact.n
            return True
        if comes and not leaves and fact.src in (supply(owner), BOX):
            self._placed[(fact.piece, fact.dst)] += fact.n
            return True
        return False

    def _is_said(self, fact: Moved) -> bool:
        """Return whether the action itself says this: its own move, or the card that it names and spends."""
        action = self._seen.action
        if isinstance(action, Move):
            return fact.src == clearing(action.origin) and fact.dst == clearing(action.to)
        named = getattr(action, "card", "")
        if fact.piece == named and fact.src.startswith("hand:"):
            return True
        if isinstance(action, Craft) and fact.piece.startswith("item:"):
            return True
        to = getattr(action, "to", "")
        return kind_of(fact.piece) == "pawn" and fact.dst in (to, clearing(to) if isinstance(to, int) else "")

    # --- describing ---------------------------------------------------------------------------

    def told(self) -> list[Text]:
        """Return the description of all facts read so far."""
        if self._dealt:
            self._tell_battle()
        for zone, pieces in _by_zone(self._placed).items():
            if not self._places_what_it_says(pieces):
                self._said.append(say("{pieces} placed: {zone}", pieces=pieces_told(pieces), zone=Thing(zone)))
        for zone, pieces in _by_zone(self._removed).items():
            self._said.append(say("{pieces} removed: {zone}", pieces=pieces_told(pieces), zone=Thing(zone)))
        for seat, n in sorted(self._drawn.items()):
            who = Thing(seat_name(int(seat)))
            self._said.append(
                say("{seat} draws a card", seat=who)
                if n == 1
                else say("{seat} draws {n_cards} cards", seat=who, n_cards=n)
            )
        for seat, n in sorted(self._points.items()):
            if n:
                self._said.append(points_told(int(seat), n))
        return [*self._said, *self._last]

    def _tell_battle(self) -> None:
        """Add the rolled hits and extra hits of each side."""
        rolls = [roll for roll in self._seen.rolls if isinstance(roll, int)]
        if len(rolls) >= 2:
            high, low = max(rolls[:2]), min(rolls[:2])
            self._said.append(say("the dice: {high} and {low}", high=high, low=low))
        hits = {
            role: self._dealt.get(f"{ROLLED}:{role}", 0) + self._dealt.get(f"{EXTRA}:{role}", 0)
            for role in (ATTACKER, DEFENDER)
        }
        self._said.append(
            say("hits: attacker {attacker}, defender {defender}", attacker=hits[ATTACKER], defender=hits[DEFENDER])
        )

    def _places_what_it_says(self, pieces: list[tuple[str, int]]) -> bool:
        """Return whether the action itself names the piece that is placed: a building, sympathy, a tunnel."""
        building = getattr(self._seen.action, "building", "")
        return len(pieces) == 1 and pieces[0][1] == 1 and bool(building) and pieces[0][0].endswith(f":{building}")


def _by_zone(moved: Counter[tuple[str, str]]) -> dict[str, list[tuple[str, int]]]:
    found: dict[str, list[tuple[str, int]]] = {}
    for (piece, zone), n in sorted(moved.items(), key=lambda one: (one[0][0], in_number_order(one[0][1]))):
        found.setdefault(zone, []).append((piece, n))
    return found


def pieces_told(pieces: list[tuple[str, int]]) -> Text:
    """Return the phrase for pieces and their numbers."""
    told: list[Slot] = [say("{n} × {piece}", n=n, piece=Thing(piece)) if n > 1 else Thing(piece) for piece, n in pieces]
    return listed(told)


def points_told(seat: int, n: int) -> Text:
    """Return the sentence for points that a seat scores or loses."""
    who = Thing(seat_name(seat))
    if n == 1:
        return say("{seat} scores 1 point", seat=who)
    if n > 0:
        return say("{seat} scores {n_points} points", seat=who, n_points=n)
    if n == -1:
        return say("{seat} loses 1 point", seat=who)
    return say("{seat} loses {n_points} points", seat=who, n_points=-n)
