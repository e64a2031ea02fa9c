"""The clock of a round as data and as texts: its state, and what the plan proposes to an arbiter."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.round_clock import STATES, Proposal, proposals, read_clock
from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.log.errors import LedgerDamaged
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.reading.thinking_time import duration_text, thought
from tablescribe.replays.tournaments.tournament import points_text


def limit_of(tournament: Tournament, seating: Seating) -> int:
    """Return the time limit of a round by the plan, in minutes; 0 for none."""
    return tournament.plan.stages[seating.paired.stage].time_limit


def clock_data(tournament: Tournament, seating: Seating, now: datetime) -> dict[str, Any]:
    """Return a clock as plain data; a device counts on from the service's time, whatever its own time is."""
    clock, limit = read_clock(seating), limit_of(tournament, seating)
    left = clock.left(now, limit)
    return {
        "round": clock.round,
        "state": clock.state,
        "limit": limit * 60,
        "extended": round(clock.extended.total_seconds()),
        "elapsed": round(clock.elapsed(now).total_seconds(), 1),
        "left": round(left.total_seconds(), 1) if left is not None else None,
        "started": clock.started.isoformat(timespec="seconds") if clock.started is not None else None,
        "now": now.isoformat(timespec="milliseconds"),
    }


def clock_lines(tournament: Tournament, seating: Seating, now: datetime) -> Iterator[Text]:
    """Yield the state of a clock in words."""
    clock = read_clock(seating)
    left = clock.left(now, limit_of(tournament, seating))
    state, elapsed = STATES[clock.state], duration_text(clock.elapsed(now))
    if left is None:
        yield say("Round {round}: the timer is {state}, at {elapsed}; the plan has no limit.", round=clock.round,
                  state=state, elapsed=elapsed)  # fmt: skip
    else:
        yield say("Round {round}: the timer is {state}, at {elapsed}, {left} left.", round=clock.round, state=state,
                  elapsed=elapsed, left=duration_text(left))  # fmt: skip
    if seating.missing and clock.started is not None:
        yield say("Still playing: tables {tables}.", tables=", ".join(map(str, seating.missing)))


def proposed(ledger: Ledger, tournament: Tournament, now: datetime) -> list[Proposal]:
    """Return the plan's proposals for the last round; thinking times are read only if the plan limits them."""
    if not tournament.seatings:
        return []
    seating = tournament.seatings[-1]
    rule = tournament.plan.stages[seating.paired.stage].overtime
    times: Mapping[int, Mapping[int, timedelta]] = {}
    if rule is not None and rule.seat:
        pauses = read_clock(seating).pauses
        times = {table: _thought(ledger, match, pauses) for table, match in enumerate(seating.matches, start=1)}
    return proposals(tournament, now, times)


def _thought(ledger: Ledger, match_id: str, pauses: Any) -> dict[int, timedelta]:
    try:
        return thought(ledger.events_of(match_id), pauses)
    except LedgerDamaged:  # `tournament verify` reports the reason
        return {}


def proposal_text(one: Proposal, names: Mapping[Ref, str]) -> Text:
    """Return a proposal of the plan in words, for an arbiter."""
    over, who = duration_text(one.over), ", ".join(names[ref] for ref in one.refs)
    if one.seat:
        ground = say("table {table}: {name} (seat {seat}) used {over} too much thinking time",
                     table=one.table, seat=one.seat, name=who, over=over)  # fmt: skip
    else:
        ground = say("table {table} is {over} over the time limit", table=one.table, over=over)
    if not one.points:
        return say("{ground}. The arbiter must decide the result of the table", ground=ground)
    return say("{ground}. Proposed: {points} for each of {people} ({clause}). The arbiter decides", ground=ground,
               points=points_text(one.points), people=who, clause=one.clause)  # fmt: skip


def proposal_data(one: Proposal, names: Mapping[Ref, str]) -> dict[str, Any]:
    """Return a proposal of the plan as plain data, with what the arbiter would have to enter."""
    return {
        "round": one.round, "table": one.table, "seat": one.seat, "points": str(one.points), "clause": one.clause,
        "plan": one.plan, "over": round(one.over.total_seconds(), 1),
        "entrants": [{"entrant": ref, "name": names[ref]} for ref in one.refs],
    }  # fmt: skip
