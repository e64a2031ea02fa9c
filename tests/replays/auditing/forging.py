"""Forged logs: a match as if its events had been recorded otherwise, and what the audit must say to it."""

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
"""Of a finding: code, severity, move, rule."""


def events_of(match: Match) -> list[AnyEvent]:
    """Return the events of a match that was not saved."""
    return list(match._pending)


def told_by(match: Match, events: Iterable[AnyEvent]) -> Match:
    """Return the match that these events tell, under the opening of another."""
    first, *others = events
    assert isinstance(first, Opened)
    again = replay(Match(first, match.opening), others)
    again._pending.extend([first, *others])
    return again


def retold(match: Match, version: int, **changes: Any) -> Match:
    """Return the match as if one event had been recorded otherwise."""
    return told_by(match, [_with(event, version, changes) for event in events_of(match)])


def _with(event: AnyEvent, version: int, changes: dict[str, Any]) -> AnyEvent:
    return msgspec.structs.replace(event, **changes) if event.originator_version == version else event


def reordered(match: Match, *versions: int) -> Match:
    """Return the match as if only these of its events had been recorded, in this order."""
    events, moves = [], 0
    for version, at in enumerate(versions, start=1):
        event = msgspec.structs.replace(events_of(match)[at - 1], originator_version=version)
        if hasattr(event, "number"):
            moves += 1
            event = msgspec.structs.replace(event, number=moves)
        events.append(event)
    return told_by(match, events)


def as_regular(match: Match) -> Match:
    """Return the match as if nobody had noted any irregularity."""
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
    """Return a match that seat 1 has won in three moves; it is not closed yet."""
    match = toy_match()
    do(match, 1, RollOn(), 6)
    do(match, 2, Step(fields=1))
    do(match, 1, RollOn(), 6)
    return match


def findings(match: Match) -> list[Expected]:
    """Return what the audit finds, in short."""
    return in_short(audit(match).findings)


def audited_aside(match: Match) -> Audit:
    """Return what an audit finds that decides every move aside, none of them in place, the set-up among them."""
    with (
        patch("tablescribe.replays.auditing.audit._holds", return_value=False),
        patch("tablescribe.replays.auditing.audit._set_up_holds", return_value=False),
    ):
        return audit(match)


def in_short(some: Iterable[Finding]) -> list[Expected]:
    """Return findings in short."""
    return [(one.code, one.severity, one.move, one.rule) for one in some]


def read_by_all(match: Match) -> None:
    """Read and draw everything of a match as several viewers: nothing may raise, or command a terminal."""
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
        with pytest.raises(Awaiting):  # a report shows tables, and none was laid out
            html(match, result)
    else:
        assert "<html" in html(match, result)


@dataclass(frozen=True)
class Forgery:
    """A way to forge a match (or to play one that a judge should know of), and what the audit says to it.

    Attributes:
        name: what was forged.
        honest: the match as it was played; its audit is clean.
        forge: what somebody made of it.
        expected: what the audit finds besides what it found in the honest match.
        said: a part of the first new finding's reason.
    """

    name: str
    honest: Callable[[], Match]
    forge: Callable[[Match], Match]
    expected: Sequence[Expected]
    said: str = ""

    def check(self) -> None:
        """Check that the audit finds just that, and nothing wrong in the honest match."""
        match = self.honest()
        before = audit(match)
        assert before.clean, before.text()
        after = audit(forgery := self.forge(match))
        assert (before, after) == (audited_aside(match), audited_aside(forgery))
        found = [one for one in after.findings if one not in before.findings]
        assert in_short(found) == list(self.expected)
        assert self.said in str(found[0].why)


def forged(version: int, **changes: Any) -> Callable[[Match], Match]:
    """Return what records one event otherwise."""
    return lambda match: retold(match, version, **changes)


def then(*steps: Callable[[Match], object]) -> Callable[[Match], Match]:
    """Return what lets a match go on."""

    def go_on(match: Match) -> Match:
        again = told_by(match, events_of(match))
        for step in steps:
            step(again)
        return again

    return go_on
