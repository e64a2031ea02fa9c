"""Components that boxes learn when a match is closed, as sentences and data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tablescribe.domain.words.text import Text, plural, say

if TYPE_CHECKING:
    from tablescribe.domain.match.match import Match
    from tablescribe.ledger.matches.ledger import Ledger


@dataclass(frozen=True)
class LearntComponents:
    """What boxes learnt from a closed match, as sentences and as data."""

    words: list[Text]
    data: list[dict[str, Any]]


def learnt_of(ledger: Ledger, match: Match) -> LearntComponents:
    """Return what the boxes learn when a match is closed, and which components contradict them."""
    from tablescribe.domain.box.blanks import declared_in, merged
    from tablescribe.ledger.matches.boxes import box as find
    from tablescribe.ledger.matches.boxes import learnt_from, opened_with

    told = declared_in(match.table)
    if not told:
        return LearntComponents([], [])
    words, data = [], []
    for name in opened_with(ledger, match):
        found = merged(match.opening.game.blanks, find(ledger, name).read(), told)
        # Clients are notified of the close before the boxes are updated: until then, count what they lack.
        known = {one.name: n for one, n in learnt_from(ledger, match.id)}.get(name, len(found.added))
        words.append(knows_more(name, known))
        for part in found.contradicted:
            words.append(say("{part}: the box already has a different value and keeps it.", part=part))
        data.append({"name": name, "added": known, "contradicted": list(found.contradicted)})
    return LearntComponents(words, data)


def knows_more(name: str, n: int) -> Text:
    """Return a sentence on how many components a box has learnt."""
    return plural(n, "The box {box} knows 1 component more.", "The box {box} knows {n} components more.", box=name)
