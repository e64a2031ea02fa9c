"""Play: the hands of the rules.

A rule is handed a `Play`. It reads the table and acts through it; every change becomes a fact, applied
at once and journalled. If anything raises, the journal is reverted and the table is as it was.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING

import msgspec

from domain.chance import UNKNOWN, Chance, Outcome, Question
from domain.table import HIDDEN, Changed, Fact, Impossible, Moved, Table, Turned, Value

if TYPE_CHECKING:
    from domain.game import Opening

AWAITS = "awaits"
"""The value that names the open window (an ambush, a defence), if there is one."""


class Illegal(Exception):
    """The rules forbid the action: which rule, and why."""

    code = "rule.broken"

    def __init__(self, rule: str, why: str) -> None:
        super().__init__(f"{rule}: {why}")
        self.rule = rule
        self.why = why


class Irregularity(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A breach of a rule that happened at the table and was recorded as played."""

    rule: str
    why: str


class Play:
    """One action being carried out on a table.

    In strict mode a broken rule raises `Illegal`. As played (recording what a table really did), it
    is noted as an irregularity and the action goes on: one code path, both uses. What is physically
    impossible raises `Impossible` in both.
    """

    def __init__(self, opening: Opening, table: Table, chance: Chance, *, as_played: bool = False) -> None:
        self.opening = opening
        self.table = table
        self.as_played = as_played
        self.facts: list[Fact] = []
        self.outcomes: list[Outcome] = []
        self.citations: list[str] = []
        self.irregularities: list[Irregularity] = []
        self._chance = chance

    def __enter__(self) -> Play:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if error is not None:
            self.take_back()

    def take_back(self) -> None:
        """Revert every fact of this action, last one first."""
        while self.facts:
            self.table.revert(self.facts.pop())

    # --- rules --------------------------------------------------------------------------------

    def require(self, rule: str, holds: object, why: str) -> None:
        """Demand what a rule demands.

        Raises:
            Illegal: it does not hold, in strict mode.
        """
        self.cite(rule)
        if holds:
            return
        if not self.as_played:
            raise Illegal(rule, why)
        self.irregularities.append(Irregularity(rule, why))

    def cite(self, rule: str) -> None:
        """Say that what happens here follows from that rule."""
        if rule not in self.citations:
            self.citations.append(rule)

    # --- facts --------------------------------------------------------------------------------

    def _do(self, fact: Fact) -> None:
        self.table.apply(fact)
        self.facts.append(fact)

    def move(self, piece: str, n: int, src: str, dst: str) -> None:
        """Move `n` pieces from one zone to another; 0 pieces or the same zone are no move."""
        if n and src != dst:
            self._do(Moved(piece, n, src, dst))

    def move_all(self, src: str, dst: str) -> None:
        """Move everything in a zone to another."""
        for piece, n in sorted(self.table.pieces(src).items()):
            self.move(piece, n, src, dst)

    def turn(self, zone: str, face: str, to: str, n: int = 1) -> None:
        """Let `n` pieces of a zone show another face."""
        if n and face != to:
            self._do(Turned(zone, face, to, n))

    def set(self, key: str, now: Value) -> None:
        """Keep a value under a key; `None` stops keeping it."""
        was = self.table.get(key)
        if was != now or type(was) is not type(now):
            self._do(Changed(key, was, now))

    def add(self, key: str, n: int) -> None:
        """Add to a kept number."""
        self.set(key, self.table.number(key) + n)

    def score(self, seat: int, points: int) -> None:
        """Add points to a seat's score (`score:<seat>`)."""
        self.add(f"score:{seat}", points)

    # --- chance -------------------------------------------------------------------------------

    def _ask(self, question: Question) -> Outcome:
        outcome = self._chance.answer(question)
        self.outcomes.append(outcome)
        return outcome

    def roll(self, die: str, faces: Mapping[Outcome, int], seat: int, why: str) -> Outcome:
        """Roll a die with these faces (each with how many sides show it)."""
        return self._ask(Question("roll", die, seat, why, faces))

    def pick(self, zone: str, seat: int, why: str, *, secret: bool = False) -> str:
        """Pick one piece of a zone blindly and return its name; it stays where it is.

        Where all pieces look alike there is nothing to ask.

        Raises:
            Impossible: the zone is empty.
        """
        among: dict[Outcome, int] = dict(self.table.pieces(zone).items())
        if not among:
            raise Impossible(f"nothing can be picked from {zone}: it is empty")
        if len(among) == 1:
            return str(next(iter(among)))
        return str(self._ask(Question("pick", zone, seat, why, among, secret)))

    def draw(self, deck: str, to: str, seat: int, why: str, *, secret: bool = False) -> str:
        """Draw the top card of a deck into a zone and return it, `?<deck>` if it stays unknown.

        A deck's cards lie face down in `deck:<deck>`; which cards are still unaccounted for stands in
        the pool `unseen:<deck>`, and a draw samples that pool. Cards are named `<deck>:<card>`.

        Raises:
            Impossible: the deck is empty.
        """
        hidden = HIDDEN + deck
        if not self.table.count(f"deck:{deck}", hidden):
            raise Impossible(f"the {deck} deck is empty")
        outcome = self._ask(Question("draw", deck, seat, why, self._unseen(deck), secret))
        self.move(hidden, 1, f"deck:{deck}", to)
        if outcome == UNKNOWN:
            return hidden
        self.reveal(to, deck, str(outcome))
        return str(outcome)

    # --- what lies face down ------------------------------------------------------------------

    def reveal(self, zone: str, deck: str, card: str) -> None:
        """Turn up an unknown card of a zone: it is `card`, and leaves the pool of unseen cards.

        Raises:
            Impossible: no unknown card lies there, or that card is accounted for elsewhere.
        """
        hidden = HIDDEN + deck
        if not self.table.count(f"unseen:{deck}", card):
            places = self.table.where(card)
            where = f"it lies in {', '.join(places)}" if places else f"the {deck} deck has no such card"
            raise Impossible(f"{card} cannot be turned up in {zone}: {where}")
        self.turn(zone, hidden, card)
        self.turn(f"unseen:{deck}", card, hidden)

    def turn_up(self, zone: str, piece: str, seat: int, why: str) -> str:
        """Turn up one face-down card of a zone for all to see, asking which it is; return its name.

        A card that lies open already (`piece` is no `?<deck>`) is returned as it is.
        """
        if not piece.startswith(HIDDEN):
            return piece
        deck = piece.removeprefix(HIDDEN)
        card = str(self._ask(Question("draw", deck, seat, why, self._unseen(deck))))
        self.reveal(zone, deck, card)
        return card

    def _unseen(self, deck: str) -> dict[Outcome, int]:
        unseen: dict[Outcome, int] = dict(self.table.pieces(f"unseen:{deck}").items())
        unseen.pop(HIDDEN + deck, None)
        return unseen

    def conceal(self, zone: str, deck: str, card: str, n: int = 1) -> None:
        """Turn known cards face down again: they go back into the pool of unseen cards."""
        hidden = HIDDEN + deck
        self.turn(zone, card, hidden, n)
        self.turn(f"unseen:{deck}", hidden, card, n)

    def shuffle_in(self, zone: str, deck: str) -> None:
        """Shuffle all cards of a zone face down into their deck."""
        hidden = HIDDEN + deck
        for card, n in sorted(self.table.pieces(zone).items()):
            if card != hidden:
                self.conceal(zone, deck, card, n)
        self.move(hidden, self.table.count(zone, hidden), zone, f"deck:{deck}")

    def lay_deck(self, deck: str, cards: Mapping[str, int], box: str = "box") -> None:
        """Lay out a shuffled deck from the box: its cards face down, their identities as the pool."""
        self.move(HIDDEN + deck, sum(cards.values()), box, f"deck:{deck}")
        for card, n in sorted(cards.items()):
            self.move(card, n, box, f"unseen:{deck}")

    # --- windows ------------------------------------------------------------------------------

    def await_(self, what: str, *seats: int) -> None:
        """Open a window: the next decision belongs to these seats (a defence card, an ambush).

        A window that nobody uses closes when play goes on; see `Match.play`.
        """
        self.set(AWAITS, what)
        for seat in seats:
            self.set(f"{AWAITS}:{seat}", 1)

    def answered(self, seat: int) -> bool:
        """Note that a seat has answered; return whether the window is closed by that."""
        self.set(f"{AWAITS}:{seat}", None)
        if awaited(self.table):
            return False
        self.set(AWAITS, None)
        return True


def awaited(table: Table) -> tuple[int, ...]:
    """Return the seats whose answer the open window still waits for, in order."""
    prefix = AWAITS + ":"
    return tuple(sorted(int(key[len(prefix) :]) for key in table.values if key.startswith(prefix)))


def deck_box(deck: str, cards: Mapping[str, int]) -> dict[str, int]:
    """Return what a box must hold for `Play.lay_deck`: the cards' backs and their identities."""
    return {HIDDEN + deck: sum(cards.values()), **cards}
