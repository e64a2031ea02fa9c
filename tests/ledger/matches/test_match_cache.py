"""A recorder continues with its cached match, unless the log has another one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablescribe.domain.match.match import Match, MatchIsClosed
from tablescribe.domain.rules.play import Illegal
from tablescribe.ledger.log.errors import Stale
from tablescribe.ledger.log.recorder import EventRecorder
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe

SKIP = {"do": "skip"}


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return open_ledger(tmp_path / "ledger.db")


def same(one: Match, other: Match) -> bool:
    lines = [(m.version, m.table, m.line.numbers, m.line.moves, m.line.parent, m.line.drawn) for m in (one, other)]
    return lines[0] == lines[1]


def test_a_move_reads_what_came_since_and_not_the_match(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    scribe = Scribe(ledger)
    match = scribe.new("ultime", ["Ada", "Ben", "Cleo"], outcomes=[1]).id
    scribe.play(match, 1, SKIP)
    read, rows = list[int](), EventRecorder.rows

    def watched(self: EventRecorder, match_id: str | None = None, after: int = 0) -> object:
        read.append(after)
        return rows(self, match_id, after)

    monkeypatch.setattr(EventRecorder, "rows", watched)
    for seat, version in ((2, 2), (3, 3), (1, 4)):
        scribe.play(match, seat, SKIP)
        assert read == [version]
        read.clear()


def test_what_others_recorded_meanwhile_is_there(ledger: Ledger) -> None:
    """Given two recorders of one match, when they take turns, take back and note, each goes on with all of it."""
    mine, other = Scribe(ledger), Scribe(ledger)
    match = mine.new("freeform", ["Ada", "Ben"]).id
    for turn in range(4):
        for k, scribe in enumerate((mine, other, mine, other)):
            scribe.play(match, 1, {"do": "score", "to": 1, "points": k})
            if k == turn:
                scribe.undo(match)
                other.note(match, "again")
    taken = mine._cache.take(match)
    assert same(taken, ledger.match(match))
    assert taken.notes == ledger.match(match).notes


def test_one_that_was_refused_or_stale_is_read_anew(ledger: Ledger) -> None:
    scribe = Scribe(ledger)
    match = scribe.new("ultime", ["Ada", "Ben", "Cleo"], outcomes=[1]).id
    scribe.play(match, 1, SKIP)
    with pytest.raises(Illegal):
        scribe.play(match, 1, SKIP)  # it is another's turn
    with pytest.raises(Stale):
        scribe.play(match, 2, SKIP, expected_version=1)
    scribe.play(match, 2, SKIP)
    assert same(scribe._cache.take(match), ledger.match(match))
    Scribe(ledger).close(match, abandoned=True)
    with pytest.raises(MatchIsClosed):
        scribe.play(match, 3, SKIP)


def test_a_seed_is_read_once_however_many_moves_draw_from_it(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    scribe = Scribe(ledger)
    match = scribe.new("ultime", ["Ada", "Ben", "Cleo"], chance="sealed").id
    asked, fetched = list[str](), EventRecorder.fetched

    def watched(self: EventRecorder, statement: str, *values: object) -> object:
        asked.append(statement)
        return fetched(self, statement, *values)

    monkeypatch.setattr(EventRecorder, "fetched", watched)
    for _ in range(3):
        scribe.play(match, None, SKIP)
    assert sum("FROM seeds" in one for one in asked) == 1
