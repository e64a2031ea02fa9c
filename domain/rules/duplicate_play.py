"""Duplicate play: all tables of a round draw from one sealed seed.

It works like duplicate bridge (WBF, Laws of Duplicate Bridge, law 6), without carrying boards from table to table. The
tournament commits to a seed when it pairs the round, and each table derives its draws from it. The seed is revealed
when the last table has finished. The only nonce of such a match is the mark of the round. All tables therefore have the
same key, and the mark says which tournament will reveal the seed.

Each source of chance (a deck, the dice) has its own stream. The third card of a deck is the same at every table,
however often dice were rolled there. An outcome depends only on the seed, the source, and the number of earlier
outcomes of that source.
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
"""The prefix of a round's mark. No other nonce may begin with it."""

_MARK = rf"{TITLE} tournament ([0-9a-z]{{1,40}}) round ([1-9][0-9]{{0,2}})"


class DuplicateMark(NamedTuple):
    """The tournament round whose seed a match shares."""

    tournament: str
    round: int

    def text(self) -> str:
        """Return the mark as the nonce of a match."""
        return f"{TITLE} tournament {self.tournament} round {self.round}"


def marked(nonces: Sequence[str]) -> DuplicateMark | None:
    """Return the round whose seed a match shares, from its nonces; `None` if it has its own seed."""
    found = re.fullmatch(_MARK, nonces[0]) if len(nonces) == 1 else None
    return DuplicateMark(found[1], int(found[2])) if found is not None else None


def source_of(outcome: Outcome) -> str:
    """Return the source of an outcome: its deck or kind of piece; the empty text for dice."""
    return deck_of(outcome) if isinstance(outcome, str) else ""


def sources(outcomes: Iterable[Outcome]) -> Counter[str]:
    """Return the number of outcomes from each source."""
    return Counter(map(source_of, outcomes))


class DuplicateChance:
    """Outcomes derived from a sealed key, with a separate stream for each source.

    The stream of a source is `SealedChance` under the key HMAC-SHA-256(key, `tablescribe source 1 ` ‖ its name).
    A question about several sources at once uses the stream `*`, whose ordinal is the number of all earlier outcomes.
    """

    def __init__(self, key: bytes, drawn: Mapping[str, int]) -> None:
        """Continue after `drawn` outcomes of each source."""
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
