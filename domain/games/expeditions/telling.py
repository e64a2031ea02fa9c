"""The Automa's turn as what people do with the pieces, in order: read from the facts of the move."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from domain.game import Opening
from domain.games.expeditions.board import ASIDE, AUTOMA, CARD, DECIDED, DECISION, MAP, PROGRESS, TWENTY, glory, taken
from domain.games.expeditions.components import ExpeditionsCatalogue
from domain.games.expeditions.rules.cards import SWEPT
from domain.table import HIDDEN, Changed, Fact, Moved, Turned

WAYS = {"north": "east", "central": "west"}


def tell(opening: Opening, action: Mapping[str, Any], facts: Sequence[Fact]) -> tuple[list[str], list[Fact]]:
    """Return what to do with the pieces in the Automa's turn, and the facts that this does not tell.

    All other moves are told fact by fact: people did them themselves.
    """
    if action.get("do") != "automa":
        return [], list(facts)
    telling = _Telling(opening)
    for fact in facts:
        telling.hear(fact)
    return [words[:1].upper() + words[1:] for words in telling.said], telling.rest


class _Telling:
    """Hears the facts of an Automa turn one after another, and says what each asks of people."""

    def __init__(self, opening: Opening) -> None:
        self.said: list[str] = []
        self.rest: list[Fact] = []
        self._catalogue = cast(ExpeditionsCatalogue, opening.catalogue)
        self._label: Callable[[str], str] = opening.label
        self._placed: set[str] = set()  # the mechs of which was said where they stand
        self._from = ""  # the place that tokens are being taken from

    def hear(self, fact: Fact) -> None:
        """Say what a fact asks of people."""
        if isinstance(fact, Turned):
            self._turned(fact)
        elif isinstance(fact, Moved):
            self._moved(fact)
        elif isinstance(fact, Changed) and fact.key == PROGRESS:
            self.said.append(f"put the progress token on space {fact.now}")
        else:
            self.rest.append(fact)

    def _turned(self, fact: Turned) -> None:
        kind, _, place = fact.zone.partition(":")
        if kind == "unseen" or fact.to.startswith(HIDDEN):
            return
        name = self._label(fact.to)
        if fact.zone == DECIDED:
            self.said.append(f"it draws {name}")
        elif kind in ("slot", "cell", "stack"):
            words = {"slot": f"{name} fills {place}", "cell": f"turn it up: {name}", "stack": f"put {name} on it"}
            self._go_on(words[kind])
        else:
            self.rest.append(fact)

    def _moved(self, fact: Moved) -> None:
        kind, _, place = fact.src.partition(":")
        if fact.piece.startswith("mech:"):
            self._mech(fact)
        elif fact.piece == MAP and kind == "cell":
            self._stands(place)
            self.said.append(f"it explores {place}: the map token is its own")
        elif fact.dst == taken(AUTOMA) and kind == "stack":
            self._take(fact, place.partition(":")[0])
        elif fact.piece == TWENTY and fact.dst.startswith("stack:"):
            self._go_on("put the 20 token on it")
        elif fact.piece == glory(AUTOMA):
            self._go_on(f"put the glory token of space {place} at Basecamp")
        elif fact.dst == SWEPT:
            self.said.append(f"sweep {self._label(fact.piece)} from {place}")
        elif not self._is_pile(fact):
            self.rest.append(fact)

    def _is_pile(self, fact: Moved) -> bool:
        """Say that a pile is shuffled; return whether the fact is about piles, or a card whose face comes next."""
        if fact.src == SWEPT:
            self._once("shuffle the sweep pile into a new deck")
        elif fact.dst == f"deck:{DECISION}":
            self._once("shuffle all decision cards and set two aside, unseen")
        piles = (SWEPT, DECIDED, ASIDE, f"deck:{DECISION}", f"deck:{CARD}", "deck:corruption")
        return fact.src in piles or fact.dst in piles

    def _mech(self, fact: Moved) -> None:
        region = fact.piece.removeprefix("mech:")
        src, dst = fact.src.removeprefix("cell:"), fact.dst.removeprefix("cell:")
        self._placed.add(region)
        self.said.append(f"move {self._label(fact.piece)} {WAYS.get(region, 'on')}, from {src} to {dst}")

    def _stands(self, place: str) -> None:
        """Say that the mech of a region acts without moving, if nothing was said of it yet."""
        region = self._catalogue.by_cell[place].region
        if region not in self._placed:
            self._placed.add(region)
            self.said.append(f"{self._label(f'mech:{region}')} stays at {place}")

    def _take(self, fact: Moved, place: str) -> None:
        if self._from == place:
            self._go_on(self._label(fact.piece))
            return
        self._from = place
        self._stands(place)
        self.said.append(f"it takes from {place}: {self._label(fact.piece)}")

    def _once(self, words: str) -> None:
        if words not in self.said:
            self.said.append(words)

    def _go_on(self, words: str) -> None:
        if self.said:
            self.said[-1] += f", {words}"
        else:
            self.said.append(words)
