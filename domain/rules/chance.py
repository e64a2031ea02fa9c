"""Sources of outcomes: people at the table, a sealed seed, or a script.

Rules ask a `Question`, and a `Chance` answers it with one of the outcomes that the question allows. Outcomes are never
made up: a missing one raises `NeedsOutcome`, so that the client can ask for it and send the action again.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

import msgspec

from tablescribe.domain.table.names import deck
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.words.text import Spoken, Text, Thing, say, some_of

Outcome: TypeAlias = int | str
"""A die's face, or the name of a card or piece."""

UNKNOWN = "?"
"""The outcome of a secret draw: only its owner has seen the card, and the recorder is not told."""


class Question(msgspec.Struct, frozen=True):
    """A request for one outcome of chance.

    Attributes:
        kind: `roll` (a die), `draw` (a card from a deck) or `pick` (a random piece of a zone).
        what: the die, deck or zone, by its name on the table.
        seat: the seat that rolls, draws or picks.
        why: the reason, shown to the person who is asked.
        among: the possible outcomes, each with its weight (the number of such cards or faces).
        secret: whether only the seat may see the outcome.
        lot: whether it is a lot rather than a die. People draw lots in any way they like, and no seat does it.
    """

    kind: str
    what: str
    seat: int
    why: Text
    among: Mapping[Outcome, int]
    secret: bool = False
    lot: bool = False

    def text(self) -> Text:
        """Return the question as a sentence for the table."""
        who, what = Thing(seat_name(self.seat)), Thing(self.what)
        if self.lot:
            return say("Draw lots to see {why}", why=self.why)
        if self.kind == "roll":
            return say("{seat} rolls {what} ({why})", seat=who, what=what, why=self.why)
        if self.kind == "draw":
            return say("{seat} draws from {what} ({why})", seat=who, what=Thing(deck(self.what)), why=self.why)
        return say("{seat} picks blindly from {what} ({why})", seat=who, what=what, why=self.why)

    def asks_for_seat(self, seats: int) -> bool:
        """Return whether lots are drawn among the seats of a table, such as for who begins."""
        return self.lot and {*self.among} == {*range(1, seats + 1)}


class NeedsOutcome(Spoken):
    """The move depends on chance, and its outcome has not been entered yet."""

    code = "chance.needed"

    def __init__(self, question: Question) -> None:
        super().__init__(question.text())
        self.question = question


class WrongOutcome(Spoken):
    """An outcome was entered that is impossible, or was not asked for."""

    code = "chance.wrong"


class Chance(Protocol):
    """A source of outcomes."""

    def answer(self, question: Question) -> Outcome:
        """Return the outcome; raise `NeedsOutcome` or `WrongOutcome`."""
        ...

    def unused(self) -> Sequence[Outcome]:
        """Return outcomes that were entered but have not been asked for."""
        ...


class ScriptedChance:
    """Outcomes from a list, in the order asked. For tests, and for replaying the decision of a recorded move."""

    def __init__(self, outcomes: Iterable[Outcome] = ()) -> None:
        self._left = list(outcomes)

    def answer(self, question: Question) -> Outcome:
        """Return the next outcome of the list.

        Raises:
            NeedsOutcome: the list is used up.
            WrongOutcome: the question does not allow the next outcome.
        """
        if not self._left:
            raise NeedsOutcome(question)
        outcome = self._left[0]
        if outcome not in question.among and not (outcome == UNKNOWN and question.secret):
            if question.secret:  # what is possible is the secret: the cards of a hand
                raise WrongOutcome(
                    say("{question}: {outcome} is not possible", question=question.text(), outcome=repr(outcome))
                )
            text = say(
                "{question}: {outcome} is not possible; possible: {possible}",
                question=question.text(), outcome=repr(outcome), possible=_listed(question.among),
            )  # fmt: skip
            raise WrongOutcome(text)
        return self._left.pop(0)

    def unused(self) -> Sequence[Outcome]:
        """Return the rest of the list."""
        return tuple(self._left)


class ReportedChance(ScriptedChance):
    """Outcomes that people report.

    A card drawn in secret is not asked for, and stays unknown to the recorder. With open hands (`open_hands`), the
    table reports every card.
    """

    def __init__(self, outcomes: Iterable[Outcome] = (), *, open_hands: bool = False) -> None:
        super().__init__(outcomes)
        self._open_hands = open_hands

    def answer(self, question: Question) -> Outcome:
        """Return the reported outcome, or `UNKNOWN` for a secret draw."""
        if question.kind == "draw" and question.secret and not self._open_hands:
            return UNKNOWN
        return super().answer(question)


class NoChance:
    """No outcomes at all. Enough to decide whether an action is legal, as rules check before they ask chance."""

    def answer(self, question: Question) -> Outcome:
        """Raise `NeedsOutcome`."""
        raise NeedsOutcome(question)

    def unused(self) -> Sequence[Outcome]:
        """Return nothing."""
        return ()


def commitment(seed: bytes) -> str:
    """Return the SHA-256 of a seed, in hexadecimal: published before the match, checked after it."""
    return hashlib.sha256(seed).hexdigest()


def sealed_key(seed: bytes, nonces: Sequence[str] = ()) -> bytes:
    """Return the key of a sealed match: HMAC-SHA-256 of all seats' nonces under the committed seed.

    The seed was committed to before the seats chose their nonces, so neither side controls the key.
    """
    message = b"".join(len(n.encode()).to_bytes(4, "big") + n.encode() for n in nonces)
    return hmac.new(seed, b"tablescribe/seed/1" + message, hashlib.sha256).digest()


class SealedChance:
    """Outcomes derived from a sealed key and their ordinal number in the match.

    Outcome k is derived from HMAC-SHA-256(key, k ‖ attempt), a 256-bit number. Rejection sampling makes each outcome
    exactly as likely as its weight. The same ordinal gives the same number, so a move that is taken back and played
    again draws the same card.
    """

    def __init__(self, key: bytes, ordinal: int = 0) -> None:
        self._key = key
        self._ordinal = ordinal

    def answer(self, question: Question) -> Outcome:
        """Return the derived outcome."""
        weights = question.among
        total = sum(weights.values())
        if not total:
            raise WrongOutcome(say("{question}: there is nothing to choose from", question=question.text()))
        number = self.number(total)
        self._ordinal += 1
        urn = _in_urn_order(weights)  # an urn that has each outcome as often as its weight
        if total == len(urn) and max(weights.values()) == 1:
            return urn[number]
        for outcome in urn:
            number -= weights[outcome]
            if number < 0:
                return outcome
        raise AssertionError("the number is below the sum of all weights")

    def unused(self) -> Sequence[Outcome]:
        """Return nothing: outcomes come from the seal."""
        return ()

    def number(self, below: int) -> int:
        """Return the number in 0 … below−1 for the current ordinal."""
        limit = (1 << 256) // below * below
        attempt = 0
        while True:
            message = self._ordinal.to_bytes(8, "big") + attempt.to_bytes(4, "big")
            number = int.from_bytes(hmac.digest(self._key, message, "sha256"), "big")
            if number < limit:
                return number % below
            attempt += 1


def _in_urn_order(outcomes: Collection[Any]) -> list[Outcome]:
    """Return outcomes in a canonical order, numbers before names, so that every verifier derives the same outcome."""
    try:
        return sorted(outcomes)
    except TypeError:  # Python cannot compare numbers with names
        names = [one for one in outcomes if isinstance(one, str)]
        return [*sorted([one for one in outcomes if isinstance(one, int)]), *sorted(names)]


def _listed(among: Mapping[Outcome, int]) -> Text:
    """Return the possible outcomes as a list for people, in the form in which they are typed."""
    return some_of(_in_urn_order(among))
