"""What closing a match taught the boxes that it was opened with, for whoever closes it to be told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from domain.text import Text, say

if TYPE_CHECKING:
    from domain.match import Match
    from ledger.ledger import Ledger


@dataclass(frozen=True)
class Told:
    """What boxes learnt of a match that was closed, in words and as data."""

    words: list[Text]
    data: list[dict[str, Any]]


def learnt_of(ledger: Ledger, match: Match) -> Told:
    """Return what closing a match taught its boxes, and what contradicts them."""
    from domain.blanks import declared_in, merged
    from ledger.boxes import box as find
    from ledger.boxes import learnt_from, opened_with

    told = declared_in(match.table)
    if not told:
        return Told([], [])
    words, data = [], []
    news = {one.name: n for one, n in learnt_from(ledger, match.id)}
    for name in opened_with(ledger, match):
        found = find(ledger, name)
        odd = merged(match.opening.game.blanks, found.read(), told).contradicted
        words.append(knows_more(name, news.get(name, 0)))
        for part in odd:
            words.append(say("{part}: the box says something else, and keeps it.", part=part))
        data.append({"name": name, "added": news.get(name, 0), "contradicted": list(odd)})
    return Told(words, data)


def knows_more(name: str, n: int) -> Text:
    """Return how much more a box knows."""
    if n == 1:
        return say("The box {box} knows 1 component more.", box=name)
    return say("The box {box} knows {n} components more.", box=name, n=n)
