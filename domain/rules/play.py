"""Play: the operations that rules may use, journalled and reverted if one raises.

A rule gets a `Play`, reads the table and changes it through this object. Every change is a fact, applied at once and
journalled. If anything raises, the journal is reverted and the table is unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import TracebackType
from typing import Any

import msgspec

from tablescribe.domain.rules.agenda import DueStep, due, put_on, written
from tablescribe.domain.rules.chance import UNKNOWN, Chance, Outcome, Question
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.rules.window import Window, awaited
from tablescribe.domain.table.names import AWAITS, DUE, deck_of, face_down, score, sealed, unseen
from tablescribe.domain.table.names import deck as deck_zone
from tablescribe.domain.table.table import BOX, HIDDEN, Fact, Impossible, Moved, Table, Turned, Value
from tablescribe.domain.words.text import Spoken, Text, Thing, listed, say


class Illegal(Spoken):
    """A rule forbids the action. The text has the rule's number and the reason; `str()` is English."""

    code = "rule.broken"

    def __init__(self, rule: str, why: Text, setting: Setting | None = None) -> None:
        super().__init__(say("{rule}: {why}", rule=rule, why=why))
        self.rule = rule
        self.why = why
        self._setting = setting

    def __str__(self) -> str:
        return self._setting.told(self.text) if self._setting is not None else str(self.text)


class Checked(Exception):
    """The action is legal, and the caller did not ask for its effects (`probing`)."""


class Irregularity(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A broken rule in a move recorded as played. Logs of format 1 have `why` as a plain string."""

    rule: str
    why: Text | str


class Play:
    """One action that is being carried out on a table.

    In strict mode, a broken rule raises `Illegal`. As played (recording what really happened), it is noted as an
    irregularity and the action continues. Anything physically impossible raises `Impossible` in both modes.
    """

    def __init__(
        self, opening: Setting, table: Table, chance: Chance, *, as_played: bool = False, probing: bool = False
    ) -> None:
        """Begin an action.

        Args:
            opening: the seats, options and components fixed when the match was opened.
            table: the table, which is changed.
            chance: the source of outcomes.
            as_played: note broken rules as irregularities instead of raising.
            probing: only check whether the action is legal; `checked` then ends it.

        `ends_below` is the number of the lowest step on the agenda that is still carried out; see `foresee`.
        """
        self.opening = opening
        self.table = table
        self.as_played = as_played
        self.probing = probing
        self.is_checked = False
        self.facts: list[Fact] = []
        self.outcomes: list[Outcome] = []
        self.irregularities: list[Irregularity] = []
        self.ends_below: int | None = None
        self._cited: dict[str, None] = {}
        self._dues: tuple[DueStep, ...] | None = None
        self._chance = chance

    @property
    def citations(self) -> list[str]:
        """The numbers of the rules checked or cited so far, each once, in order."""
        return list(self._cited)

    def __enter__(self) -> Play:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if error is not None:
            self.take_back()

    def take_back(self) -> None:
        """Revert all facts of this action, in reverse order."""
        self.table.revert_all(self.facts)
        self.facts.clear()
        self._dues = None

    # --- rules --------------------------------------------------------------------------------

    def require(self, rule: str, holds: object, why: Text) -> None:
        """Check a condition of a rule. If it does not hold, refuse the action, or note an irregularity as played.

        Args:
            rule: the rule's number.
            holds: whether the condition holds.
            why: the reason for the refusal, worded to follow the rule's number.

        Raises:
            Illegal: the condition does not hold, in strict mode.
        """
        self._cited[rule] = None
        if holds:
            return
        if not self.as_played:
            raise Illegal(rule, why, self.opening)
        self.irregularities.append(Irregularity(rule, why))

    def cite(self, rule: str) -> None:
        """Cite a rule as the reason for what happens."""
        self._cited[rule] = None

    def checked(self) -> None:
        """Mark the end of the checks. What follows are consequences, which cannot be refused.

        Raises:
            Checked: the caller only asked whether the action is legal.
        """
        self.is_checked = True
        if self.probing:
            raise Checked

    # --- facts --------------------------------------------------------------------------------

    def _do(self, fact: Fact) -> None:
        self.table.apply(fact)
        self.facts.append(fact)

    def move(self, piece: str, n: int, src: str, dst: str) -> None:
        """Move `n` pieces from one zone to another. Does nothing for 0 pieces or the same zone."""
        if n and src != dst:
            self._do(Moved(piece, n, src, dst))

    def move_all(self, src: str, dst: str) -> None:
        """Move all pieces of a zone to another zone."""
        for piece, n in self.table.pieces(src).items():
            self.move(piece, n, src, dst)

    def turn(self, zone: str, face: str, to: str, n: int = 1) -> None:
        """Turn `n` pieces of a zone to another face."""
        if n and face != to:
            self._do(Turned(zone, face, to, n))

    def set(self, key: str, now: Value) -> None:
        """Set the value of a key; `None` deletes it."""
        fact = self.table.keep(key, now)
        if fact is not None:
            self.facts.append(fact)
            if key.startswith(DUE):
                self._dues = None

    def add(self, key: str, n: int) -> None:
        """Add to the number stored under a key."""
        self.set(key, self.table.number(key) + n)

    def score(self, seat: int, points: int) -> None:
        """Add points to a seat's score (`score:<seat>`)."""
        self.add(score(seat), points)

    # --- chance -------------------------------------------------------------------------------

    def _ask(self, question: Question) -> Outcome:
        outcome = self._chance.answer(question)
        self.outcomes.append(outcome)
        return outcome

    def roll(self, die: str, faces: Mapping[Outcome, int], seat: int, why: Text) -> Outcome:
        """Roll a die; `faces` maps each face to the number of sides that show it."""
        return self._ask(Question("roll", die, seat, why, faces))

    def lot(self, what: str, among: Iterable[Outcome], why: Text) -> Outcome:
        """Draw lots among equally likely outcomes; a match records it as it does the roll of a die."""
        return self._ask(Question("roll", what, 1, why, dict.fromkeys(among, 1), lot=True))

    def pick(self, zone: str, seat: int, why: Text, *, secret: bool = False) -> str:
        """Pick a random piece of a zone and return its name. The piece stays in the zone.

        Chance is not asked if all pieces are alike.

        Raises:
            Impossible: the zone is empty.
        """
        among: dict[Outcome, int] = dict(self.table.pieces(zone).items())
        if not among:
            raise Impossible(say("nothing can be picked from {zone}: it is empty", zone=Thing(zone)))
        if len(among) == 1:
            return str(next(iter(among)))
        return str(self._ask(Question("pick", zone, seat, why, among, secret)))

    def draw(self, deck: str, to: str, seat: int, why: Text, *, secret: bool = False) -> str:
        """Draw the top card of a deck into a zone and return its name, or `?<deck>` if it stays unknown.

        A deck's cards are face down in `deck:<deck>`. The zone `unseen:<deck>` is the pool of cards that nobody has
        seen yet, and a draw samples that pool. Cards are named `<deck>:<card>`.

        Raises:
            Impossible: the deck is empty.
        """
        hidden = face_down(deck)
        if not self.table.count(deck_zone(deck), hidden):
            raise Impossible(say("{deck} is empty", deck=Thing(deck_zone(deck))))
        outcome = self._ask(Question("draw", deck, seat, why, self._unseen(deck), secret))
        self.move(hidden, 1, deck_zone(deck), to)
        if outcome == UNKNOWN:
            return hidden
        self.reveal(to, deck, str(outcome))
        return str(outcome)

    # --- what lies face down ------------------------------------------------------------------

    def reveal(self, zone: str, deck: str, card: str) -> None:
        """Turn a face-down card of a zone face up as `card`, which leaves the pool of unseen cards.

        Raises:
            Impossible: the zone has no face-down card of the deck, or that card is known to be elsewhere.
        """
        hidden = face_down(deck)
        self.must_be_unseen(zone, deck, card)
        self.turn(zone, hidden, card)
        self.turn(unseen(deck), card, hidden)

    def must_be_unseen(self, zone: str, deck: str, card: str) -> None:
        """Check that a face-down card of a zone can be this card.

        Raises:
            Impossible: that card is known to be elsewhere.
        """
        if not self.table.count(unseen(deck), card):
            raise Impossible(self._accounted_for(zone, deck, card))

    def _accounted_for(self, zone: str, deck: str, card: str) -> Text:
        places = self.table.where(card)
        if not places:
            return say(
                "{card} cannot be turned up in {zone}: {deck} has no such card",
                card=Thing(card), zone=Thing(zone), deck=Thing(deck_zone(deck)),
            )  # fmt: skip
        where = listed(Thing(place) for place in places)
        return say(
            "{card} cannot be turned up in {zone}: it is in {where}", card=Thing(card), zone=Thing(zone), where=where
        )

    def turn_up(self, zone: str, piece: str, seat: int, why: Text) -> str:
        """Turn one card of a zone face up for everyone and return its name, asking chance which card it is.

        A card that is face up already (`piece` is not `?<deck>`) is returned unchanged.
        """
        if not piece.startswith(HIDDEN):
            return piece
        deck = deck_of(piece)
        card = str(self._ask(Question("draw", deck, seat, why, self._unseen(deck))))
        self.reveal(zone, deck, card)
        return card

    def _unseen(self, deck: str) -> dict[Outcome, int]:
        hidden = face_down(deck)
        return {card: n for card, n in self.table.pieces(unseen(deck)).items() if card != hidden}

    def conceal(self, zone: str, deck: str, card: str, n: int = 1) -> None:
        """Turn known cards face down again, and put them back into the pool of unseen cards."""
        hidden = face_down(deck)
        self.turn(zone, card, hidden, n)
        self.turn(unseen(deck), hidden, card, n)

    def shuffle_in(self, zone: str, deck: str) -> None:
        """Shuffle all cards of a zone face down into their deck."""
        hidden = face_down(deck)
        for card, n in self.table.pieces(zone).items():
            if card != hidden:
                self.conceal(zone, deck, card, n)
        self.move(hidden, self.table.count(zone, hidden), zone, deck_zone(deck))

    def lay_deck(self, deck: str, cards: Mapping[str, int]) -> None:
        """Lay out a shuffled deck from the box: face-down cards, and their identities in the pool of unseen cards."""
        self.move(face_down(deck), sum(cards.values()), BOX, deck_zone(deck))
        for card, n in sorted(cards.items()):
            self.move(card, n, BOX, unseen(deck))

    # --- what is decided in secret ------------------------------------------------------------

    def seal(self, seat: int, key: str, value: Value) -> None:
        """Store a seat's secret decision. Other seats cannot see the value until `unseal`."""
        self.set(sealed(seat, key), value)

    def unseal(self, seat: int, key: str) -> Value:
        """Make a sealed value visible to everyone under `key` and return it; `None` if nothing was sealed."""
        value = self.table.get(sealed(seat, key))
        self.set(sealed(seat, key), None)
        self.set(key, value)
        return value

    # --- windows ------------------------------------------------------------------------------

    def ask(self, window: Window, *seats: int) -> None:
        """Open a window, so that these seats must decide next (a defence card, an ambush).

        A window with an implied answer (`Window.unused`) closes when play continues; see `Match.play`. As played, a new
        window replaces one that was never answered.

        Raises:
            ValueError: no seat is asked, or one twice; or (strict mode) another window is open.
            Impossible: one of the seats does not exist at this table.
        """
        for seat in seats:
            if seat not in self.opening.all_seats:
                last = self.opening.seats
                raise Impossible(say("there is no seat {seat}. Seats are 1 to {last}", seat=seat, last=last))
        if not seats or len(set(seats)) < len(seats):
            raise ValueError(f"{window.name} asks {seats}: each seat once, and at least one")
        if AWAITS in self.table.values:
            if not self.as_played:
                raise ValueError(f"{window.name} cannot be asked while {self.table.get(AWAITS)} is open")
            for seat in awaited(self.table):
                self.set(f"{AWAITS}:{seat}", None)
        self.set(AWAITS, window.name)
        for place, seat in enumerate(seats, start=1):
            self.set(f"{AWAITS}:{seat}", 1 if window.simultaneous else place)

    def answered(self, seat: int) -> bool:
        """Note that a seat has answered, and return whether this closed the window."""
        self.set(f"{AWAITS}:{seat}", None)
        if awaited(self.table):
            return False
        self.set(AWAITS, None)
        return True

    # --- the agenda ---------------------------------------------------------------------------

    def then(self, step: str, /, **arguments: Any) -> None:
        """Put a step (`@action.step(…)`) on the agenda, before all steps that are due already.

        Due steps are carried out after the action, one after another, until one of them asks a seat. Arguments are
        plain data: strings, numbers, and lists and dictionaries of them.
        """
        steps = self.dues
        put = put_on(steps, step, arguments)
        self.set(put.key, put.kept)
        self._dues = (*steps, put)

    def go_on_with(self, step: DueStep, /, **arguments: Any) -> None:
        """Replace the arguments of a due step, and keep its place on the agenda."""
        self.set(step.key, written(step.do, arguments))

    @property
    def dues(self) -> tuple[DueStep, ...]:
        """The steps that are due. The last one comes next.

        They are read from the table once and then cached, as the table changes only through this object.
        """
        if self._dues is None:
            self._dues = tuple(due(self.table))
        return self._dues

    def drop(self, step: DueStep) -> None:
        """Remove a step from the agenda, because it is being carried out or no longer applies."""
        steps = self.dues
        self.set(step.key, None)
        self._dues = tuple([one for one in steps if one.number != step.number])


def deck_box(deck: str, cards: Mapping[str, int]) -> dict[str, int]:
    """Return the pieces that the box needs for `Play.lay_deck`: the cards' backs and their identities."""
    return {face_down(deck): sum(cards.values()), **cards}
