"""Likely duplicates: matches of the same game, day, people and points, as two phones or two imports record them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import timedelta

from tablescribe.domain.games import ANY, GAMES
from tablescribe.ledger.read_models.person_names import is_guest, spelt
from tablescribe.ledger.read_models.queries import MOST, MatchFilter, Queries, Summary

NEAR = timedelta(hours=36)
"""Two matches of one day begin at most so far apart: a day without a time counts as its noon."""

DuplicateKey = tuple[str, str, tuple[tuple[str, int | None], ...]]


def duplicates_of(asking: Queries, match_id: str) -> list[Summary]:
    """Return matches that are likely the same play as this one, latest first. Bring the read models up to date first.

    Void matches, open ones, and those of a tournament are not considered.
    """
    mine = asking.matches(MatchFilter(match=match_id))
    wanted = _key(mine[0]) if mine else None
    if wanted is None:
        return []
    since, until = mine[0].opened - NEAR, mine[0].opened + NEAR
    near = _all(asking, MatchFilter(since=since, until=until, state="finished"))
    found = [one for one in near if one.id != match_id and _key(one) == wanted]
    return [one for one in found if not asking.tournaments_of(one.id)]


def duplicates(asking: Queries, among: Collection[str] | None = None) -> list[list[Summary]]:
    """Return groups of matches that are likely the same play, latest first.

    Args:
        asking: queries of read models that are up to date.
        among: only groups with one of these matches.
    """
    groups: dict[DuplicateKey, list[Summary]] = {}
    for one in _all(asking, MatchFilter(state="finished")):
        if (key := _key(one)) is not None:
            groups.setdefault(key, []).append(one)
    found = [
        [one for one in group if not asking.tournaments_of(one.id)] for group in groups.values()
        if len(group) > 1 and (among is None or any(one.id in among for one in group))
    ]  # fmt: skip
    return [group for group in found if len(group) > 1]


def _all(asking: Queries, wanted: MatchFilter) -> Iterator[Summary]:
    before = None
    while page := asking.matches(wanted, before=before, limit=MOST):
        yield from page
        before = page[-1].position


def _key(one: Summary) -> DuplicateKey | None:
    """Return what is the same for duplicates; `None` if a match can have none: it is open, void or without people."""
    people = [spelt(name) for name in one.seats if not is_guest(name) and not name.startswith("seat ")]
    if one.void or one.result is None or one.result.ending == "abandoned" or not people:
        return None
    title = one.title if one.game in ANY and one.title else GAMES.get(one.game, one.game)
    scores = list(one.result.scores) if any(one.result.scores) else []  # points that were not counted are noughts
    points = [*scores, *([None] * (len(one.seats) - len(scores)))]
    return spelt(title), one.day, tuple(sorted(zip(map(spelt, one.seats), points, strict=False), key=str))
