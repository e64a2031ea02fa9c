"""Prize winners, as a pure function of the final standings, the plan, and the tags that officials gave.

In a category, prizes go to its entrants in the order of the standings. Tied entrants share as the category says. Shares
are exact fractions, rounded down once at the end. Unpaid amounts are stated, so that no cent is lost: paid amounts,
rounding remainders and unclaimed prizes add up to the prizes of the plan.

If a person may win one prize only (except in `besides` categories), the largest share is awarded first. Its winners
leave all other categories. Equal shares are awarded in the order of the plan. Entrants who are fully tied are awarded
in the same step, so that they are treated alike. Rules are cited by their path in the plan (`prizes.categories.2`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.plan import digest
from tablescribe.domain.tournament.model.prize_plan import Category, Prizes
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.scoring.standings import final

Tags = Mapping[Ref, frozenset[str]]
Value = tuple[Fraction, Fraction]
"""The value of a share, for comparison: money plus the worth of objects, then the number of objects."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entrant in the final standings.

    Attributes:
        rank: the entrant's place; equal for entrants whom no tie-break separates.
        tie: a key that is equal for entrants with the same points, whatever their tie-breaks.
    """

    ref: Ref
    rank: int
    tie: Hashable
    rating: int | None = None
    tags: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Share:
    """An entrant's share of the prizes of a category, before rounding.

    Attributes:
        places: the first and last place in the category of the entrants who share.
        money: the exact amount, in the smallest unit of the currency.
        things: the objects won; if `among` is more than 1, fully tied entrants draw lots for them.
        among: the number of entrants who draw lots for the objects; 1 if no lot is needed.
        worth, counted: the value and the number of the objects, divided by the number of entrants who draw lots.
    """

    places: tuple[int, int]
    money: Fraction
    things: tuple[str, ...]
    among: int
    worth: Fraction
    counted: Fraction

    @property
    def value(self) -> Value:
        """The sort key of a share."""
        return self.money + self.worth, self.counted


@dataclass(frozen=True, slots=True)
class Award:
    """An awarded prize: `amount` is the share rounded down to the plan's unit, `exact` the share. See `Share`."""

    category: int
    ref: Ref
    places: tuple[int, int]
    amount: int
    exact: Fraction
    things: tuple[str, ...]
    among: int

    @property
    def rule(self) -> str:
        """The path of its category in the plan."""
        return f"prizes.categories.{self.category + 1}"


@dataclass(frozen=True, slots=True)
class Remainder:
    """The unpaid part of a category: the rounding remainder, and the prizes of places without an entrant."""

    rounding: Fraction
    amount: int
    things: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Awarded:
    """All prizes of a tournament.

    Attributes:
        awards: the awards by category, in the order of the standings.
        remainders: the unpaid part of each category.
        by_tags: the categories that require a tag. Tags are not part of the log, so these awards cannot be recomputed
            from the log alone.
    """

    awards: tuple[Award, ...]
    remainders: tuple[Remainder, ...]
    by_tags: tuple[int, ...] = ()

    @property
    def paid(self) -> int:
        """The sum of all amounts."""
        return sum(one.amount for one in self.awards)

    @property
    def digest(self) -> str:
        """SHA-256 of the awards as canonical JSON: category, entrant, amount, objects, number who draw lots."""
        return digest([[one.category, one.ref, one.amount, list(one.things), one.among] for one in self.awards])


def shares(category: Category, people: Sequence[Candidate]) -> dict[Ref, Share]:
    """Return each entrant's share of the prizes of a category, without entrants who win nothing.

    Args:
        category: the category.
        people: its entrants, in the order of the standings.
    """
    found: dict[Ref, Share] = {}
    begins = 0
    for _, tied in groupby(people, key=lambda one: one.tie):
        group = list(tied)
        if begins >= len(category.prizes):
            break
        found.update(_of_tied(category, group, begins))
        begins += len(group)
    return {ref: share for ref, share in found.items() if share.money or share.things}


def _of_tied(category: Category, group: Sequence[Candidate], begins: int) -> Iterator[tuple[Ref, Share]]:
    """Yield the shares of entrants with equal points, who take the places from index `begins` on."""
    pool = category.prizes[begins : begins + len(group)]
    even = Fraction(sum(one.amount for one in pool), len(group))
    first = begins
    for _, alike in groupby(group, key=lambda one: one.rank):
        equals = list(alike)
        prizes = category.prizes[first : first + len(equals)]
        own = Fraction(sum(one.amount for one in prizes), len(equals))
        things = tuple(one.thing for one in prizes if one.thing)
        worth = Fraction(sum(one.worth for one in prizes), len(equals))
        money = {"rank": own, "equal": even, "hort": (own + even) / 2}[category.ties]
        places = (first + 1, first + len(equals)) if category.ties == "rank" else (begins + 1, begins + len(group))
        for one in equals:
            counted = Fraction(len(things), len(equals))
            yield one.ref, Share(places, money, things, len(equals) if things else 1, worth, counted)
        first += len(equals)


def award(prizes: Prizes, people: Sequence[Candidate]) -> Awarded:
    """Award all prizes to entrants, who are given in the order of the standings."""
    fields = [[one for one in people if each.admits(one.rating, one.tags)] for each in prizes.categories]
    if prizes.one_each:
        fields = _one_each(prizes.categories, fields)
    awards, remainders = list[Award](), list[Remainder]()
    for index, (category, field) in enumerate(zip(prizes.categories, fields, strict=True)):
        won = shares(category, field)
        for ref, share in won.items():
            amount = int(share.money // prizes.unit) * prizes.unit
            awards.append(Award(index, ref, share.places, amount, share.money, share.things, share.among))
        untaken = category.prizes[len(field) :]
        paid = sum(one.amount for one in awards if one.category == index)
        left = sum(one.amount for one in untaken)
        rounding = Fraction(sum(one.amount for one in category.prizes) - left - paid)
        things = tuple(one.thing for one in untaken if one.thing)
        remainders.append(Remainder(rounding, left, things))
    tags = tuple(index for index, category in enumerate(prizes.categories) if category.tag)
    return Awarded(tuple(awards), tuple(remainders), tags)


def _one_each(categories: Sequence[Category], fields: Sequence[list[Candidate]]) -> list[list[Candidate]]:
    """Return the entrants left in each category so that nobody wins in two, except in `besides` categories."""
    now = [list(field) for field in fields]
    won = [{} if category.besides else shares(category, field) for category, field in zip(categories, now, strict=True)]
    settled: set[Ref] = set()
    while True:
        best = max(
            (share.value for each in won for ref, share in each.items() if ref not in settled),
            default=(Fraction(0), Fraction(0)),
        )
        if not any(best):
            return now
        index = next(
            index for index, each in enumerate(won)
            if any(share.value == best and ref not in settled for ref, share in each.items())
        )  # fmt: skip
        here = {ref for ref, share in won[index].items() if share.value == best and ref not in settled}
        settled |= here
        for other, field in enumerate(now):
            if other != index and not categories[other].besides and any(one.ref in here for one in field):
                now[other] = [one for one in field if one.ref not in here]
                won[other] = shares(categories[other], now[other])


def candidates(tournament: Tournament, tags: Tags, *, withdrawn: bool) -> list[Candidate]:
    """Return the entrants who can win prizes, in the order of the final standings as ruled."""
    return [
        Candidate(
            line.ref, line.rank, (line.stage, line.points), tournament.entrants[line.ref].rating,
            tags.get(line.ref, frozenset()),
        )
        for line in final(tournament)
        if withdrawn or line.ref not in tournament.withdrawn
    ]  # fmt: skip


def awarded(tournament: Tournament, tags: Tags) -> Awarded | None:
    """Award the prizes by the current standings as ruled; `None` without prizes in the plan, or before round 1."""
    prizes = tournament.plan.prizes
    if prizes is None or not tournament.round:
        return None
    return award(prizes, candidates(tournament, tags, withdrawn=prizes.withdrawn))


def total(prizes: Prizes) -> int:
    """Return the sum of all prize money of a plan."""
    return sum(one.amount for category in prizes.categories for one in category.prizes)


def known_tags(prizes: Prizes | None) -> list[str]:
    """Return the tags that categories require, in order."""
    wanted: Iterable[str] = (one.tag for one in prizes.categories) if prizes is not None else ()
    return list(dict.fromkeys(tag for tag in wanted if tag))
