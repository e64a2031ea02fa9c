"""Align two logs of one match: find what both say, what a rule settles, and what a person must decide."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from tablescribe.domain.aligning.deciding import CannotBe, Decider, Refusal
from tablescribe.domain.aligning.difference import Alignment, Candidate, Difference, How, Take
from tablescribe.domain.aligning.entries import Entry, check_one_match, entries_of
from tablescribe.domain.aligning.search import SLACK, Column, Logs, Onward, Place, Search
from tablescribe.domain.aligning.ways import Next, Way, Ways, content_of
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.table.table import Table
from tablescribe.domain.words.text import say


def align(first: Match, second: Match, takes: Mapping[int, Take] | None = None) -> Alignment:
    """Align two logs of one match.

    A difference is settled without a person only if all readings but one are refused, by a rule at once or by later
    entries. Otherwise it is `open`, and the alignment continues with the likelier reading.

    Args:
        first, second: the logs.
        takes: people's decisions, by the number of the difference.

    Raises:
        Refused: the logs are not of one match, or a decision is not needed or not possible.
    """
    check_one_match(first, second)
    table, drawn = first.line.beginning().table, len(first.opened.outcomes)
    return align_entries(Decider(first, second), table, drawn, entries_of(first), entries_of(second), takes)


def align_entries(
    decider: Decider,
    table: Table,
    drawn: int,
    first: Sequence[Entry],
    second: Sequence[Entry],
    takes: Mapping[int, Take] | None = None,
) -> Alignment:
    """Align the entries of two logs; see `align`.

    Args:
        decider: decides whether an entry can come next.
        table: the first table.
        drawn: the number of chance outcomes in the set-up.
        first, second: the entries of the logs.
        takes: people's decisions, by the number of the difference.
    """
    walk = _Walk(decider, Logs(first, second, decider), table, drawn, dict(takes or {}))
    while not walk.over:
        walk.go_on()
    if walk.takes:
        raise Refused(say("difference {number} needs no decision", number=min(walk.takes)))
    return Alignment(tuple(walk.ways[0].columns()), tuple(walk.differences))


class _Walk:
    """The alignment in progress, from the first table to the ends of both logs."""

    def __init__(self, decider: Decider, logs: Logs, table: Table, drawn: int, takes: dict[int, Take]) -> None:
        self.takes = takes
        self.differences: list[Difference] = []
        self.ways = [Way(Place(0, 0), 0)]
        self.over = False
        self._decider, self._logs, self._search = decider, logs, Search(logs)
        self._table, self._drawn, self._at = table, drawn, 0
        self._refused: dict[bytes | None, Refusal] = {}

    def go_on(self) -> None:
        """Advance by one entry: the one both logs agree on, or else the result of comparing readings."""
        way = self.ways[0]
        if len(self.ways) == 1 and self._logs.ended(way.place):
            self.over = True
            return
        step = self._logs.agree(way.place) if len(self.ways) == 1 else None
        if (
            step is not None
            and step.column.played is not None
            and (found := self._after(step.column.played)) is not None
        ):
            found.ways = [Way(step.to, way.cost, way, (step.column,))]
            self._follow(found)
        else:
            self._differ()

    def _after(self, entry: Entry | None, as_played: bool = False) -> Next | None:
        """Return the state after an entry (`None`: at the end of the match); `None` if it is refused."""
        table, drawn = self._table.copy(), self._drawn
        try:
            if entry is None:
                self._decider.end(table)
            else:
                drawn += self._decider.play(table, entry, drawn, as_played=as_played)
        except CannotBe as error:
            place = self.ways[0].place
            self._refused[content_of(entry)] = Refusal(error.rule, error.why, entry, place.i + place.j)
            return None
        return Next(entry, table, drawn)

    def _follow(self, chosen: Next, only: Way | None = None) -> None:
        self._table, self._drawn = chosen.table, chosen.drawn
        self.ways = chosen.ways if only is None else [only]
        self._at += chosen.entry is not None
        self.over = chosen.entry is None

    # --- where they differ ------------------------------------------------------------------

    def _differ(self) -> None:
        """Compare the readings of a difference and follow one: the only possible, the chosen, or the likeliest."""
        self._refused.clear()
        best = self._best()
        nexts = self._nexts((best.cost or 0) + SLACK)
        for one in nexts:
            places = [(way.place, way.cost) for way in one.ways]
            one.onward = self._search.onward(places, one.table, one.drawn, (best.cost or 0) + SLACK)
            if not best.known and one.onward.cost is None:  # the search limit was reached
                one.onward = Onward(best.cost, one.onward.refusal, known=False)
        alive = sorted((one for one in nexts if one.onward.cost is not None), key=lambda one: one.total)
        for one in alive:
            self._sort(one, (best.cost or 0) + SLACK)
        if len(alive) == 1 and best.known and not alive[0].ways[0].fresh:
            self._follow(alive[0])  # everything else is refused, so there is no difference
        else:
            self._decide(alive, [one for one in nexts if one.onward.cost is None], best)

    def _best(self) -> Onward:
        """Return the least number of mistakes on any path to the ends of both logs."""
        places = [(way.place, way.cost) for way in self.ways]
        found = self._search.onward(places, self._table, self._drawn)
        if found.cost is None:  # no reading leads to the recorded result: ignore the result
            self._decider.ending, self._search = None, Search(self._logs)
            found = self._search.onward(places, self._table, self._drawn)
        return found

    def _nexts(self, most: int) -> list[Next]:
        """Return the candidates for the next entry that need at most `most` mistakes and are not refused at once."""
        ahead = Ways(self._logs, most, self._after)
        for way in self.ways:
            ahead.add(way.place, Way(way.place, way.cost, way))
        while (found := ahead.pop()) is not None:
            place, way = found
            if ahead.agree(place, way):
                continue
            if self._logs.ended(place):
                ahead.propose(None, way)
            for step in self._logs.steps(place, self._table, self._drawn):
                ahead.step(step, way)
        return ahead.nexts()

    def _sort(self, one: Next, most: int) -> None:
        """Sort a candidate's ways, likeliest first, without dead ends and without several ways to one place."""
        if len(one.ways) > 1:
            onward = self._search.onward
            totals = [onward([(way.place, way.cost)], one.table, one.drawn, most).cost for way in one.ways]
            places: dict[Place, Way] = {}
            for _, k in sorted((cost, k) for k, cost in enumerate(totals) if cost is not None):
                places.setdefault(one.ways[k].place, one.ways[k])
            one.ways = [*places.values()] or one.ways

    def _decide(self, alive: list[Next], dead: list[Next], best: Onward) -> None:
        """Record a difference with its candidates, and follow one of its readings."""
        number, at = len(self.differences) + 1, self._at
        base = min(self.ways, key=lambda way: way.cost)
        asked = sorted([*alive, *dead], key=lambda one: one.column is None or one.column.agreed)
        labels = _labels(asked, self._logs.here(base.place))
        differing = [column for one in alive for column in one.ways[0].differing()]
        first = tuple(_once(column.first for column in differing))
        second = tuple(_once(column.second for column in differing))
        candidates = [
            Candidate(labels[one], one.entry, one.total, self._refused.get(content_of(one.entry)))
            for one in alive
            if one in labels
        ]
        candidates += [Candidate(labels[one], one.entry, None, one.onward.refusal) for one in dead if one in labels]
        candidates += self._refused_at_once(candidates, first, second)
        how: How = "rule"
        if len(alive) > 1 or not best.known:
            how = "open"
        elif all(column.kind == "order" for column in differing):
            how = "order"
        if how == "open" and (both := self._both(best)) is not None:
            candidates.insert(len(alive), Candidate("both", both.entry, both.total))
        given = not any(one.how == "open" for one in self.differences)
        take = labels.get(alive[0], "neither")
        if how == "open" and number in self.takes:
            how, take = "person", self.takes.pop(number)
            self._told(number, take, {labels[one]: one for one in alive if one in labels}, best)
        elif how == "open":
            self._follow(alive[0], alive[0].ways[0])  # provisionally
        else:
            self._follow(alive[0])
        self.differences.append(Difference(number, at, first, second, how, take, tuple(candidates), given))

    def _refused_at_once(
        self, candidates: Sequence[Candidate], first: Sequence[Entry], second: Sequence[Entry]
    ) -> Iterator[Candidate]:
        """Yield the readings whose next entry is refused at once: what one of the logs says, or both."""
        told = {one.take for one in candidates}
        mine = {"first": [one.content for one in first], "second": [one.content for one in second]}
        for content, refusal in self._refused.items():
            takes = [take for take in ("first", "second") if content in mine[take]]
            takes = takes or [take for take in ("first", "second", "neither") if not mine.get(take)]
            take = next((one for one in takes if one not in told), None)
            if take is not None:
                told.add(cast(Take, take))
                yield Candidate(cast(Take, take), refusal.entry, None, refusal)

    # --- what a person says -----------------------------------------------------------------

    def _told(self, number: int, take: Take, by_take: Mapping[Take, Next], best: Onward) -> None:
        """Follow the reading that a person chose."""
        chosen = by_take.get(take)
        if chosen is not None:
            self._follow(chosen, chosen.ways[0])
        elif take == "both" and (both := self._both(best)) is not None:
            self._follow(both)
        elif take == "neither" and (way := self._neither()) is not None:
            self.ways = [way]
        else:
            text = say(
                "difference {number} cannot be settled with {take}: the rest of the log would not follow",
                number=number,
                take=take,
            )
            raise Refused(text)

    def _both(self, best: Onward) -> Next | None:
        """Return the next entry if each log missed the other's entry, in the order that the rules allow."""
        base = min(self.ways, key=lambda way: way.cost)
        a, b = self._logs.here(base.place)
        if a is None or b is None or a.content == b.content or base.place.pending:
            return None
        columns = (Column(a, None, a), Column(None, b, b))
        for order in (columns, columns[::-1]):
            found = self._after(order[0].played)
            if found is None:
                continue
            place = Place(base.place.i + 1, base.place.j + 1, order[1:])
            found.ways = [Way(place, base.cost + 2, base, order[:1], True)]
            found.onward = self._search.onward([(place, base.cost + 2)], found.table, found.drawn)
            if found.onward.cost is not None and found.onward.cost <= (best.cost or 0) + SLACK:
                return found
        return None

    def _neither(self) -> Way | None:
        """Return the way in which neither log's entry happened."""
        base = min(self.ways, key=lambda way: way.cost)
        a, b = self._logs.here(base.place)
        if a is None or b is None:
            return None
        place = Place(base.place.i + 1, base.place.j + 1)
        on = self._search.onward([(place, base.cost + 2)], self._table, self._drawn)
        columns = (Column(a, None, None), Column(None, b, None))
        return None if on.cost is None else Way(place, base.cost + 2, base, columns, True)


def _labels(nexts: Sequence[Next], here: tuple[Entry | None, Entry | None]) -> dict[Next, Take]:
    """Return the label (`Take`) of each candidate; `here` is the next entry of each log.

    If both logs have the same next entry, an entry that comes before it is labelled with the log that has it.
    """
    labels: dict[Next, Take] = {}
    for one in nexts:
        wanted = _label(one, *here)
        takes: tuple[Take, ...] = (wanted, "neither") if wanted else ("first", "second", "neither")
        free = next((take for take in takes if take not in labels.values()), None)
        if free is not None:
            labels[one] = free
    return labels


def _label(one: Next, first: Entry | None, second: Entry | None) -> Take | None:
    content = content_of(one.entry)
    if content == content_of(first) == content_of(second):
        return None
    if content_of(first) != content_of(second) and content in (content_of(first), content_of(second)):
        return "first" if content == content_of(first) else "second"
    column = one.column
    if content_of(first) == content_of(second) and column is not None and not column.agreed:
        return "first" if column.first is column.played else "second"
    return "neither"


def _once(entries: Iterable[Entry | None]) -> list[Entry]:
    return list({entry.number: entry for entry in entries if entry is not None}.values())
