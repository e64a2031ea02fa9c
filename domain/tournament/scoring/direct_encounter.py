"""Direct encounter between tied entrants (FIDE Handbook C.07, 6), by places for pods."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.scoring.fide_tie_breaks import Count
from tablescribe.domain.tournament.scoring.round_records import RoundRecord


def behind(count: Count, tied: Sequence[Ref]) -> dict[Ref, Fraction]:
    """Return, for each tied entrant, how many of the tied are behind them by direct encounter; equal if still tied."""
    found: dict[Ref, Fraction] = {}
    left = len(tied)
    for tier in tiers(count, tied):
        left -= len(tier)
        found |= dict.fromkeys(tier, Fraction(left))
    return found


def tiers(count: Count, tied: Sequence[Ref]) -> list[list[Ref]]:
    """Return tied entrants in order, in groups that their encounters cannot separate.

    If all have met, the sum of their encounters orders them, and again among those still tied (6.2). Otherwise, an
    entrant who would be first alone whatever the missing results comes first, then the next such entrant (6.3).
    """
    if len(tied) < 2:
        return [list(tied)] if tied else []
    scores, missing = _table(count, tied)
    if not any(missing.values()):
        found = []
        for score in sorted(set(scores.values()), reverse=True):
            same = [ref for ref in tied if scores[ref] == score]
            found += [same] if len(same) == len(tied) else tiers(count, same)
        return found
    for ref in tied:
        if all(scores[ref] > scores[other] + missing[other] * count.win for other in tied if other != ref):
            return [[ref], *tiers(count, [other for other in tied if other != ref])]
    return [list(tied)]


def _table(count: Count, tied: Sequence[Ref]) -> tuple[dict[Ref, Fraction], dict[Ref, int]]:
    """Return each entrant's score against the others (repeated encounters averaged), and how many they have not met."""
    scores, missing = dict.fromkeys(tied, Fraction(0)), dict.fromkeys(tied, 0)
    for ref in tied:
        met = _encounters(count, ref)
        for other in tied:
            if other == ref:
                continue
            if other in met:
                scores[ref] += sum(met[other], Fraction(0)) / len(met[other])
            else:
                missing[ref] += 1
    return scores, missing


def _encounters(count: Count, ref: Ref) -> dict[Ref, list[Fraction]]:
    found: dict[Ref, list[Fraction]] = {}
    for one in count.games(ref):
        for other in one.opponents:
            score = one.points if len(one.opponents) == 1 else _ahead(count, one, other)
            found.setdefault(other, []).append(score)
    return found


def _ahead(count: Count, one: RoundRecord, other: Ref) -> Fraction:
    """Return an entrant's points against another in a shared pod: a win for the better place, a draw for the same."""
    place = next(theirs.place for theirs in count.record[other] if theirs.round == one.round)
    return count.win if one.place < place else count.draw if one.place == place else Fraction(0)
