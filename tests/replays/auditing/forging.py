"""Forged logs: matches with changed events, and the expected findings of the audit."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias
from unittest.mock import patch

import msgspec
import pytest
from rich.console import Console

from tablescribe.domain.match.events import AnyEvent, Opened, Played
from tablescribe.domain.match.match import Match, replay
from tablescribe.domain.match.refusals import Awaiting
from tablescribe.replays.auditing.audit import audit
from tablescribe.replays.auditing.findings import Audit, Finding
from tablescribe.replays.papers.report import html
from tablescribe.replays.pictures.pictures import svg
from tablescribe.replays.pictures.scenes import terminal
from tablescribe.replays.reading.discretion import EVERYTHING
from tablescribe.replays.reading.reader import Reader, printable
from tablescribe.replays.reading.timeline import Timeline
from tablescribe.replays.reading.wording import say_event
from tests.support import RollOn, Step, do, toy_match

Expected: TypeAlias = tuple[str, str, int | None, str]
"""The code, severity, move and rule of a finding."""


def events_of(match: Match) -> list[AnyEvent]:
    """Return the events of an unsaved match."""
    return list(match._pending)


def told_by(match: Match, events: Iterable[AnyEvent]) -> Match:
    """Return the match of these events, with the opening of another."""
    first, *others = events
    assert isinstance(first, Opened)
    again = replay(Match(first, match.opening), others)
    again._pending.extend([first, *others])
    return again


def retold(match: Match, version: int, **changes: Any) -> Match:
    """Return the match with one event changed."""
    return told_by(match, [_with(event, version, changes) for event in events_of(match)])


def _with(event: AnyEvent, version: int, changes: dict[str, Any]) -> AnyEvent:
    return msgspec.structs.replace(event, **changes) if event.originator_version == version else event


def reordered(match: Match, *versions: int) -> Match:
    """Return the match with only these of its events, in this order."""
    events, moves = [], 0
    for version, at in enumerate(versions, start=1):
        event = msgspec.structs.replace(events_of(match)[at - 1], originator_version=version)
        if hasattr(event, "number"):
            moves += 1
            event = msgspec.structs.replace(event, number=moves)
        events.append(event)
    return told_by(match, events)


def as_regular(match: Match) -> Match:
    """Return the match without its recorded irregularities."""
    events = events_of(match)
    return told_by(
        match, [msgspec.structs.replace(e, irregularities=()) if isinstance(e, Played) else e for e in events]
    )


def played(**arguments: Any) -> Match:
    """Return a match of three sound moves, the second with a die."""
    match = toy_match(**arguments)
    do(match, 1, Step(fields=2))
    do(match, 2, RollOn(), 4)
    do(match, 1, Step(fields=1))
    return match


def won() -> Match:
    """Return a match that seat 1 has won in three moves, not closed yet."""
    match = toy_match()
    do(match, 1, RollOn(), 6)
    do(match, 2, Step(fields=1))
    do(match, 1, RollOn(), 6)
    return match


def findings(match: Match) -> list[Expected]:
    """Return the findings of the audit in short form."""
    return in_short(audit(match).findings)


def audited_aside(match: Match) -> Audit:
    """Return the audit of a match, with every move including the set-up decided on a separate table."""
    with (
        patch("tablescribe.replays.auditing.audit._holds", return_value=False),
        patch("tablescribe.replays.auditing.audit._set_up_holds", return_value=False),
    ):
        return audit(match)


def in_short(some: Iterable[Finding]) -> list[Expected]:
    """Return findings in short form."""
    return [(one.code, one.severity, one.move, one.rule) for one in some]


def read_by_all(match: Match) -> None:
    """Read and draw everything of a match as several viewers. Nothing may fail, or contain control characters."""
    result, timeline = audit(match), Timeline(match)
    reader = Reader(match.opening)
    texts = [reader.tell(result.verdict()), result.text(reader), result.for_everybody().text(reader)]
    for viewer in (None, 1, EVERYTHING):
        texts.extend(reader.tell(say_event(match, event, viewer)) for event in events_of(match))
        for number in range(len(match.moves)):
            texts.extend(map(reader.tell, timeline.changes(number, viewer)))
        ET.fromstring(svg(match.opening, match.table, viewer=viewer, highlight=match.moves[-1].facts))
        Console(file=(screen := io.StringIO())).print(terminal(match.opening, match.table, viewer=viewer))
        texts.append(screen.getvalue())
    assert [text for text in texts if text != printable(text)] == []
    if match.contributions is not None and match.contributions.dealt is None:
        with pytest.raises(Awaiting):  # a report shows tables, and none has been dealt
            html(match, result)
    else:
        assert "<html" in html(match, result)


@dataclass(frozen=True)
class Forgery:
    """A way to forge a match (or a match that a judge should examine), and the expected findings.

    Attributes:
        name: the name of the forgery.
        honest: the match as it was played; its audit is clean.
        forge: changes the match.
        expected: the findings in addition to those of the honest match.
        said: a part of the first new finding's reason.
    """

    name: str
    honest: Callable[[], Match]
    forge: Callable[[Match], Match]
    expected: Sequence[Expected]
    said: str = ""

    def check(self) -> None:
        """Check that the audit finds exactly that, and nothing wrong in the honest match."""
        match = self.honest()
        before = audit(match)
        assert before.clean, before.text()
        after = audit(forgery := self.forge(match))
        assert (before, after) == (audited_aside(match), audited_aside(forgery))
        found = [one for one in after.findings if one not in before.findings]
        assert in_short(found) == list(self.expected)
        assert self.said in str(found[0].why)


def forged(version: int, **changes: Any) -> Callable[[Match], Match]:
    """Return a function that changes one event."""
    return lambda match: retold(match, version, **changes)


def then(*steps: Callable[[Match], object]) -> Callable[[Match], Match]:
    """Return a function that continues a match."""

    def go_on(match: Match) -> Match:
        again = told_by(match, events_of(match))
        for step in steps:
            step(again)
        return again

    return go_on
