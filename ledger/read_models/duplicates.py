"""Likely duplicates: matches of the same game, day, people and result, as two phones or two imports record them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import timedelta

from tablescribe.domain.games import ANY, GAMES
from tablescribe.ledger.read_models.person_names import is_guest, spelt
from tablescribe.ledger.read_models.queries import MOST, MatchFilter, Queries
from tablescribe.ledger.read_models.summaries import Summary

NEAR = timedelta(hours=36)
"""Maximum time between two matches of one day; a day without a time counts as its noon."""

NameAndPoints = tuple[tuple[str, int | None, bool], ...]
"""Each person with points, and whether they won."""

PlayKey = tuple[str, str, int, tuple[int, ...]]
"""Key that all duplicates share: title, day, number of seats, and points."""


def duplicates_of(asking: Queries, match_id: str) -> list[Summary]:
    """Return matches that are likely the same play as this one, latest first. Bring the read models up to date first.

    Open, void and tournament matches are not considered. A match without names, as from a match file, is compared by
    its points alone.
    """
    mine = asking.matches(MatchFilter(match=match_id))
    if not mine or _play(mine[0]) is None:
        return []
    since, until = mine[0].opened - NEAR, mine[0].opened + NEAR
    near = _all(asking, MatchFilter(since=since, until=until, state="finished"))
    found = [one for one in near if one.id != match_id and _same(one, mine[0])]
    return [one for one in found if not asking.tournaments_of(one.id)]


def duplicates(asking: Queries, among: Collection[str] | None = None) -> list[list[Summary]]:
    """Return groups of matches that are likely the same play, latest first.

    Args:
        asking: queries on up-to-date read models.
        among: only groups with one of these matches.
    """
    plays: dict[PlayKey, list[Summary]] = {}
    for one in _all(asking, MatchFilter(state="finished")):
        if (key := _play(one)) is not None:
            plays.setdefault(key, []).append(one)
    groups = [group for found in plays.values() for group in _by_people(found)]
    groups = [alike for group in groups for alike in _by_moves(group)]
    found = [
        [one for one in group if not asking.tournaments_of(one.id)] for group in groups
        if len(group) > 1 and (among is None or any(one.id in among for one in group))
    ]  # fmt: skip
    return [group for group in found if len(group) > 1]


def _all(asking: Queries, wanted: MatchFilter) -> Iterator[Summary]:
    before = None
    while page := asking.matches(wanted, before=before, limit=MOST):
        yield from page
        before = page[-1].position


def _by_people(plays: list[Summary]) -> list[list[Summary]]:
    """Group matches of one key by people; if any match has no known names, all are one group."""
    if any(not _names(one) for one in plays):
        return [plays]
    groups: dict[NameAndPoints, list[Summary]] = {}
    for one in plays:
        groups.setdefault(_people(one), []).append(one)
    return list(groups.values())


def _same(one: Summary, other: Summary) -> bool:
    """Return whether two matches are likely the same play."""
    if _play(one) != _play(other) or not _can_have_the_same_moves(one, other):
        return False
    return not (_names(one) and _names(other)) or _people(one) == _people(other)


def _can_have_the_same_moves(one: Summary, other: Summary) -> bool:
    """Return whether the numbers of moves allow two matches to be the same play.

    They always do if the matches are scored, or if one of them was recorded by its result only.
    """
    return bool(_points(one)) or min(one.moves, other.moves) <= 1 or one.moves == other.moves


def _by_moves(plays: list[Summary]) -> list[list[Summary]]:
    """Group matches by number of moves; matches with only a result join the first group."""
    groups: list[list[Summary]] = []
    for one in sorted(plays, key=lambda play: play.moves <= 1):
        group = next((some for some in groups if _can_have_the_same_moves(some[0], one)), None)
        groups.append([one]) if group is None else group.append(one)
    return [sorted(group, key=plays.index) for group in groups]


def _names(one: Summary) -> list[str]:
    """Return the known names in a match, without guests."""
    return [name for name in one.seats if not is_guest(name) and not name.startswith("seat ")]


def _points(one: Summary) -> tuple[int, ...]:
    """Return the points of each seat; empty if the match was not scored, which is recorded as all zeros."""
    scores = one.result.scores if one.result is not None else ()
    return tuple(scores) if any(scores) else ()


def _people(one: Summary) -> NameAndPoints:
    scores = _points(one)
    points: list[int | None] = [*scores, *([None] * (len(one.seats) - len(scores)))]
    winners = one.result.winners if one.result is not None else ()
    won = [seat in winners for seat in range(1, len(one.seats) + 1)]
    return tuple(sorted(zip(map(spelt, one.seats), points, won, strict=False), key=str))


def _play(one: Summary) -> PlayKey | None:
    """Return the key of a match; `None` if it cannot have duplicates: open, void, abandoned, or without any data."""
    if one.void or one.result is None or one.result.ending == "abandoned" or not (_names(one) or _points(one)):
        return None
    title = one.title if one.game in ANY and one.title else GAMES.get(one.game, one.game)
    return spelt(title), one.day, len(one.seats), tuple(sorted(_points(one)))
