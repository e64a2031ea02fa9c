"""Audit a match merged from two logs: whether every move comes from one of them, or from a settled difference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablescribe.domain.aligning.settling import strays
from tablescribe.domain.match.events import Settled
from tablescribe.domain.match.match import Match
from tablescribe.domain.words.text import both, say
from tablescribe.ledger.matches.source_logs import SourceLog
from tablescribe.replays.auditing.findings import Finding, about_match, about_move


def of_sources(match: Match, told: Sequence[SourceLog]) -> Iterator[Finding]:
    """Yield the source logs of a match, and every move that does not come from them.

    Args:
        match: the match.
        told: the source logs that are available.
    """
    if match.sourced is None:
        return
    at = match.sourced.originator_version
    names = both([f"{one.match} ({one.version}, {one.head[:12]}…)" for one in match.sourced.sources])
    rules, people = ([one for one in match.settled if one.how == how] for how in ("rule", "person"))
    why = say(
        "merged from two logs: {logs}; differences settled by a rule: {rules}, by a person: {people}",
        logs=names, rules=len(rules), people=len(people),
    )  # fmt: skip
    yield about_match("sources", "note", at, why)
    for one in told:
        if one.changed:
            why = say("source log {match} has changed since the merge", match=one.source.match)
            yield about_match("sources.wrong", "doubt", at, why)
    logs = [one.match for one in told if one.match is not None]
    if len(logs) < len(match.sourced.sources):
        missing = {one.match for one in match.sourced.sources} - {log.id for log in logs}
        why = say(
            "source logs are missing, so the match cannot be compared with them: {missing}",
            missing=both(sorted(missing)),
        )
        yield about_match("sources.missing", "note", at, why)
        return
    for event, why in strays(match, logs):
        if event is None:
            yield about_match("sources.wrong", "doubt", match.version, why)
        elif isinstance(event, Settled):
            yield about_match("sources.wrong", "doubt", event.originator_version, why)
        else:
            yield about_move(match, "sources.wrong", "doubt", event, "", why)
