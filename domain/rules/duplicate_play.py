"""Duplicate play: all tables of a round draw from one sealed seed.

As in duplicate bridge (WBF, Laws of Duplicate Bridge, law 6), but nobody carries boards: the tournament commits to a
seed when it pairs the round, each table derives its draws from it, and the seed is told when the last table is done.
A match of such a round has the mark of the round as its only nonce, so that all tables have the same key, and whoever
reads one of them knows where its seed will be told.

Each source of chance (a deck, the dice) has a stream of its own: the third card of a deck is the same at every table,
however often dice were rolled there. What a stream gives hangs on nothing but the seed, the source and how often the
source has given something; whoever does the same draws the same.
"""

from __future__ import annotations

import hmac
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tablescribe.domain.rules.chance import Outcome, Question, SealedChance
from tablescribe.domain.table.names import deck_of

TITLE = "tablescribe duplicate 1"
"""How the mark of a round begins: nobody else's nonce may."""

_MARK = re.compile(rf"{TITLE} tournament ([0-9a-z]{{1,40}}) round ([1-9][0-9]{{0,2}})")


class DuplicateMark(NamedTuple):
    """Which round of which tournament a match is dealt with."""

    tournament: str
    round: int

    def text(self) -> str:
        """Return the nonce that says so."""
        return f"{TITLE} tournament {self.tournament} round {self.round}"


def marked(nonces: Sequence[str]) -> DuplicateMark | None:
    """Return the round that a match says it is dealt with; `None` if it is dealt by itself."""
    found = _MARK.fullmatch(nonces[0]) if len(nonces) == 1 else None
    return DuplicateMark(found[1], int(found[2])) if found is not None else None


def source_of(outcome: Outcome) -> str:
    """Return the source that an outcome is from: the deck or the kind of piece; the empty text for dice."""
    return deck_of(outcome) if isinstance(outcome, str) else ""


def sources(outcomes: Iterable[Outcome]) -> Counter[str]:
    """Return how often each source has given something."""
    return Counter(map(source_of, outcomes))


class DuplicateChance:
    """Outcomes derived from a sealed key, a stream for each source.

    The stream of a source is `SealedChance` under the key HMAC-SHA-256(key, `tablescribe source 1 ` ‖ its name).
    Where one question is about several sources at once, it has a stream of its own (`*`), by all that was drawn before.
    """

    def __init__(self, key: bytes, drawn: Mapping[str, int]) -> None:
        """Go on where so much was drawn from each source."""
        self._key = key
        self._drawn = Counter(drawn)

    def answer(self, question: Question) -> Outcome:
        """Return the derived outcome.

        Raises:
            WrongOutcome: there is nothing to choose from.
        """
        names = set(map(source_of, question.among))
        name = names.pop() if len(names) == 1 else "*"
        ordinal = self._drawn.total() if name == "*" else self._drawn[name]
        key = hmac.digest(self._key, f"tablescribe source 1 {name}".encode(), "sha256")
        outcome = SealedChance(key, ordinal).answer(question)
        self._drawn[source_of(outcome)] += 1
        return outcome

    def unused(self) -> Sequence[Outcome]:
        """Return nothing: outcomes come from the seal."""
        return ()
