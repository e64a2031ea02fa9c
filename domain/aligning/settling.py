"""Record the merge of two logs as a third match that names both, and check such a match against its logs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tablescribe.domain.aligning.difference import Alignment, Difference, Stretch
from tablescribe.domain.aligning.entries import Entry, entries_of, entry_of
from tablescribe.domain.aligning.search import Column
from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.events import Missed, Move, Opened, Played, Ruled, Settled, Source, Sourced
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.rules.chance import ScriptedChance
from tablescribe.domain.rules.deciding import decide, unused
from tablescribe.domain.words.text import Text, say


class Undecided(Refused):
    """A difference between two logs needs a person's decision; nothing is recorded until then."""

    code = "logs.undecided"

    def __init__(self, questions: Sequence[Difference]) -> None:
        numbers = ", ".join(str(one.number) for one in questions)
        super().__init__(say("decide which log is right about difference {numbers}", numbers=numbers))
        self.questions = questions


def settle(
    match: Match,
    sources: tuple[Source, Source],
    alignment: Alignment,
    stamp: Stamp,
    *,
    by: str,
    reasons: Mapping[int, str] | None = None,
    seed: bytes | None = None,
) -> None:
    """Record the merge of two logs in a match that was opened like them.

    The rules decide every move again. A `Settled` event comes before the moves of each difference.

    Args:
        match: the match, just opened.
        sources: the logs.
        alignment: their alignment, without open differences.
        stamp: who records, and when.
        by: the role of the person who decided open differences.
        reasons: the reasons for these decisions, by the number of the difference.
        seed: the seed of a sealed match.

    Raises:
        Undecided: a difference is still open.
    """
    if alignment.questions:
        raise Undecided(alignment.questions)
    match.record(Sourced, stamp, sources=sources)
    for stretch in alignment.stretches():
        if not stretch.columns[0].agreed:
            _record_settled(match, stretch, stamp, by, reasons or {})
        for column in stretch.columns:
            if column.played is not None:
                _record_entry(match, column, stamp, seed)


def _record_settled(match: Match, stretch: Stretch, stamp: Stamp, by: str, reasons: Mapping[int, str]) -> None:
    about, how = stretch.difference, stretch.difference.how if stretch.difference else "rule"
    told = how == "person"
    match.record(
        Settled, stamp,
        first=_numbers(column.first for column in stretch.columns),
        second=_numbers(column.second for column in stretch.columns),
        moves=tuple(_from(column) for column in stretch.columns if column.played is not None),
        how=how, by=by if told else "",
        rule=about.refusal.rule if about and about.refusal and how == "rule" else "",
        reason=reasons.get(about.number, "") if about and told else "",
    )  # fmt: skip


def _numbers(entries: Iterator[Entry | None]) -> tuple[int, ...]:
    return tuple(sorted(entry.number for entry in entries if entry is not None))


def _from(column: Column) -> tuple[int, int]:
    assert column.played is not None
    return (1 if column.played is column.first else 2, column.played.number)


def _record_entry(match: Match, column: Column, stamp: Stamp, seed: bytes | None) -> None:
    entry = column.played
    assert entry is not None
    move, number = entry.move, len(match.moves)
    if isinstance(move, Ruled):
        match.record(
            Ruled, stamp, number=number, facts=move.facts, clause=move.clause, reason=move.reason, replaces=None
        )  # fmt: skip
        return
    if isinstance(move, Missed):
        match.record(Missed, stamp, number=number, moves=move.moves, facts=move.facts, reason=move.reason)
        return
    assert entry.action is not None
    chance = ScriptedChance(move.outcomes) if match.opened.chance != "sealed" else match.chance(seed=seed)
    decision = decide(match.opening, match.table, move.seat, entry.action, chance, as_played=column.as_played)
    match.record(
        Played, stamp, number=number, seat=move.seat, action=move.action, outcomes=decision.outcomes,
        facts=decision.facts, citations=decision.citations, irregularities=decision.irregularities,
        implied=move.implied and unused(match.opening, match.table) == (move.seat, entry.action),
    )  # fmt: skip


# --- looked at again ----------------------------------------------------------------------------


def strays(match: Match, sources: Sequence[Match]) -> Iterator[tuple[Settled | Move | None, Text]]:
    """Check a merged match against its two logs: yield the first event that comes from neither log nor a settlement.

    Moves and take-backs after the ends of both logs are normal play and are not checked.

    Args:
        match: the merged match.
        sources: both logs, as of the merge.

    Yields:
        The event, or `None` if the match ends too early, and what is wrong.
    """
    logs = [entries_of(source) for source in sources]
    at, owed = [0, 0], list[tuple[int, int]]()
    events: list[Settled | Move] = sorted([*match.moves[1:], *match.settled], key=lambda one: one.originator_version)
    for event in events:
        if isinstance(event, Settled):
            if owed or not _possible(event) or not _stands_there(event, logs, at):
                yield event, say("it settles something that is not in the logs")
                return
            at, owed = [at[0] + len(event.first), at[1] + len(event.second)], [*event.moves]
            continue
        assert not isinstance(event, Opened)
        content = entry_of(match.opening, event).content
        if owed:
            log, number = owed.pop(0)
            if content not in [one.content for one in logs[log - 1] if one.number == number]:
                yield event, say("it differs from what was settled")
                return
        elif [len(log) for log in logs] == at:
            return
        elif [log[n].content for log, n in zip(logs, at, strict=True) if n < len(log)] == [content, content]:
            at = [at[0] + 1, at[1] + 1]
        else:
            yield event, say("it comes neither from the logs nor from what was settled")
            return
    if owed or [len(log) for log in logs] != at:
        yield None, say("it ends earlier than its source logs")


def _stands_there(event: Settled, logs: Sequence[Sequence[Entry]], at: Sequence[int]) -> bool:
    """Return whether the entries that a settlement names come next in both logs."""
    told = ((logs[0], at[0], event.first), (logs[1], at[1], event.second))
    return all(tuple(sorted(one.number for one in log[n : n + len(wanted)])) == wanted for log, n, wanted in told)


def _possible(event: Settled) -> bool:
    """Return whether a settlement takes its moves from the entries that it names, each at most once."""
    sides = {1: event.first, 2: event.second}
    return len(set(event.moves)) == len(event.moves) and all(n in sides.get(log, ()) for log, n in event.moves)
