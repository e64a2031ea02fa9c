"""Automatic starts of rounds, as data and as texts."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.round_starts import (
    LATE,
    RoundStart,
    State,
    Times,
    has_begun,
    next_start,
    planned,
    round_start,
    times,
)
from tablescribe.domain.words.text import Text, plural, say


def start_data(one: RoundStart, now: datetime) -> dict[str, Any]:
    """Return a start as plain data, with the time left, from which a device counts down by itself."""
    return {
        "round": one.round, "at": one.at.isoformat(timespec="seconds"), "state": str(one.state),
        "published": one.published, "left": round((one.at - now).total_seconds(), 1),
    }  # fmt: skip


def start_text(one: RoundStart, clock: str) -> Text:
    """Return the state of a start in words; `clock` is its time on the reader's clock."""
    if one.state is State.MISSED:
        return plural(
            LATE.seconds // 60,
            "Round {round} did not start at {time}: the service was down for more than 1 minute. Start it now, or set "
            "another time.",
            "Round {round} did not start at {time}: the service was down for more than {n} minutes. Start it now, or "
            "set another time.",
            round=one.round, time=clock,
        )  # fmt: skip
    if one.state is State.LATE_PAIRING and one.published:
        return say("Round {round} did not start at {time}: it was published later. Start it now, or set another time.",
                   round=one.round, time=clock)  # fmt: skip
    if one.state is State.LATE_PAIRING:
        return say("Round {round} was due at {time} but is not published. Publish it, then start it or set a new time.",
                   round=one.round, time=clock)  # fmt: skip
    if one.state is State.DUE:
        return say("Round {round} starts now.", round=one.round)
    if not one.published:
        return say("Round {round} starts at {time}, if it is published by then.", round=one.round, time=clock)
    return say("Round {round} starts at {time}.", round=one.round, time=clock)


def waiting_text(one: RoundStart, clock: str) -> Text:
    """Return the state of a missed start for readers who are not officials."""
    return say("Round {round} is late: it was due at {time}. The officials will start it.", round=one.round, time=clock)


def schedule_data(tournament: Tournament, told: Times, now: datetime) -> dict[str, Any]:
    """Return the times of all rounds as plain data, with who set each."""
    found, of_plan, ahead = times(tournament, told), planned(tournament), next_start(tournament, told, now)
    rounds = []
    for number in range(1, tournament.plan.rounds + 1):
        start = round_start(tournament, number, told, now)
        at = found.get(number)
        rounds.append({
            "round": number,
            "at": at.isoformat(timespec="seconds") if at is not None else None,
            "by": ("officials" if number in told else "plan") if at is not None else None,
            "stopped": number in told and told[number] is None and number in of_plan,
            "begun": has_begun(tournament, number),
            "state": str(start.state) if start is not None else None,
        })  # fmt: skip
    return {
        "tournament": tournament.id, "version": tournament.version, "now": now.isoformat(timespec="seconds"),
        "next": start_data(ahead, now) if ahead is not None else None, "rounds": rounds,
    }  # fmt: skip
