"""The Automa's turn as instructions for moving the pieces, in order, read from the facts of the move."""

from __future__ import annotations

from typing import cast

from tablescribe.domain.games.expeditions import zones
from tablescribe.domain.games.expeditions.components import ExpeditionsCatalogue
from tablescribe.domain.rules.game import Seen
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import deck
from tablescribe.domain.table.table import HIDDEN, Fact, Moved, Turned
from tablescribe.domain.words.text import Slot, Text, Thing, listed, say

PILES = (zones.SWEPT, zones.DECIDED, zones.ASIDE, deck(zones.DECISION), deck(zones.CARD), deck(zones.CORRUPTION))


def orders(setting: Setting, seen: Seen) -> tuple[list[Text], list[Fact]]:
    """Return the instructions for the Automa's turn, and the facts that they leave out."""
    told = _Orders(setting)
    for fact in seen.facts:
        told.hear(fact)
    return [listed(parts) for parts in told.said], told.rest


class _Orders:
    """Reads the facts of an Automa turn one by one, and collects the instruction for each."""

    def __init__(self, setting: Setting) -> None:
        self.said: list[list[Text]] = []
        self.rest: list[Fact] = []
        self._catalogue = cast(ExpeditionsCatalogue, setting.catalogue)
        self._placed: set[str] = set()  # the mechs whose place has been mentioned
        self._from = ""  # the place whose tokens are being taken

    def hear(self, fact: Fact) -> None:
        """Add the instruction for a fact."""
        if isinstance(fact, Turned):
            self._turned(fact)
        elif isinstance(fact, Moved):
            self._moved(fact)
        elif fact.key == zones.PROGRESS and isinstance(fact.now, int):
            self._say(say("put the progress token on space {space}", space=fact.now))
        else:
            self.rest.append(fact)

    def _turned(self, fact: Turned) -> None:
        kind, _, name = fact.zone.partition(":")
        piece = Thing(fact.to)
        if kind == "unseen" or fact.to.startswith(HIDDEN):
            return
        if fact.zone == zones.DECIDED:
            self._say(say("it draws {card}", card=piece))
        elif kind == "slot":
            self._go_on(say("{card} fills {slot}", card=piece, slot=name))
        elif kind == "cell":
            self._go_on(say("turn it up: {location}", location=piece))
        elif kind == "stack":
            self._go_on(say("put {token} on it", token=piece))
        else:
            self.rest.append(fact)

    def _moved(self, fact: Moved) -> None:
        kind, _, place = fact.src.partition(":")
        piece = Thing(fact.piece)
        if fact.piece in (zones.NORTH_MECH, zones.CENTRAL_MECH) and kind == "cell" and fact.dst.startswith(zones.CELL):
            self._mech(fact)
        elif fact.piece == zones.MAP and kind == "cell":
            self._stands(place)
            self._say(say("it explores {place} and keeps the map token", place=Thing(fact.src)))
        elif fact.dst == zones.taken(zones.AUTOMA) and kind == "stack":
            self._take(piece, place.partition(":")[0])
        elif fact.piece == zones.TWENTY and fact.dst.startswith("stack:"):
            self._go_on(say("put {token} on it", token=piece))
        elif fact.piece == zones.glory(zones.AUTOMA) and kind == "glorycard":
            self._go_on(say("put the glory token from space {space} at Basecamp", space=place))
        elif fact.dst == zones.SWEPT and kind == "slot":
            self._say(say("sweep {card} from {slot}", card=piece, slot=place))
        elif not self._is_pile(fact):
            self.rest.append(fact)

    def _is_pile(self, fact: Moved) -> bool:
        """Return whether a fact concerns only piles, or a card about to be turned up; mention shuffled piles."""
        if fact.src == zones.SWEPT:
            self._once(say("shuffle the sweep pile into a new deck"))
        elif fact.dst == deck(zones.DECISION):
            self._once(say("shuffle all decision cards and set two aside face down"))
        return fact.src in PILES or fact.dst in PILES

    def _mech(self, fact: Moved) -> None:
        src, dst = Thing(fact.src), Thing(fact.dst)
        if fact.piece == zones.NORTH_MECH:
            self._placed.add("north")
            self._say(say("move the north mech east, from {src} to {dst}", src=src, dst=dst))
        else:
            self._placed.add("central")
            self._say(say("move the central mech west, from {src} to {dst}", src=src, dst=dst))

    def _stands(self, place: str) -> None:
        """Say that a region's mech acts without moving, if it has not been mentioned yet."""
        cell = self._catalogue.by_cell.get(place)
        if cell is not None and cell.region not in self._placed:
            self._placed.add(cell.region)
            there = Thing(zones.CELL + place)
            north = say("the north mech stays at {place}", place=there)
            self._say(north if cell.region == "north" else say("the central mech stays at {place}", place=there))

    def _take(self, token: Slot, place: str) -> None:
        if self._from == place:
            self._go_on(listed([token]))
            return
        self._from = place
        self._stands(place)
        self._say(say("it takes from {place}: {token}", place=Thing(zones.CELL + place), token=token))

    def _say(self, words: Text) -> None:
        self.said.append([words])

    def _once(self, words: Text) -> None:
        if [words] not in self.said:
            self._say(words)

    def _go_on(self, words: Text) -> None:
        if self.said:
            self.said[-1].append(words)
        else:
            self._say(words)
