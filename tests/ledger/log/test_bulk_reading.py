"""Streams read together have the same rows as each read alone, sound or damaged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tablescribe.ledger.log import bulk_reading
from tablescribe.ledger.log.bulk_reading import (
    about_lengths,
    beginnings,
    first_positions,
    lengths_of,
    rows_of_streams,
    shares,
)
from tablescribe.ledger.log.chain import Row
from tablescribe.ledger.log.errors import LedgerDamaged
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe


@pytest.fixture
def ids(scribe: Scribe) -> list[str]:
    """Five matches whose moves were recorded in turns."""
    matches = [scribe.new("freeform", ["Ada", "Ben"]).id for _ in range(5)]
    for points in (1, 5):
        for match in matches:
            scribe.play(match, 1, {"do": "score", "to": 1, "points": points})
    return matches


def alone(ledger: Ledger, one: str, size: int) -> list[Row]:
    return [row for row in ledger.log.rows(one) if row.position <= size]


def end(ledger: Ledger) -> int:
    return ledger.log.max_notification_id() or 0


@pytest.mark.parametrize("most", [1, 7, 200])
def test_the_rows_are_those_of_each_stream_alone(
    ledger: Ledger, ids: list[str], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bulk_reading, "TOGETHER", most)
    monkeypatch.setattr(bulk_reading, "COUNTED", 3)
    asked = [ids[3], "unknown-id", *reversed(ids[:3]), ids[4]]
    for size in (end(ledger), 9, 0):
        assert [*rows_of_streams(ledger.log, asked, size)] == [alone(ledger, one, size) for one in asked]


def test_lengths_count_the_events_up_to_a_size(ledger: Ledger, ids: list[str]) -> None:
    assert lengths_of(ledger.log, end(ledger), ids) == dict.fromkeys(ids, 3)
    assert lengths_of(ledger.log, 6, ids[:2]) == {ids[0]: 2, ids[1]: 1}


def test_streams_begin_where_their_first_events_are(ledger: Ledger, ids: list[str]) -> None:
    assert [*beginnings(ledger.log, 0, end(ledger)).items()] == [(one, n) for n, one in enumerate(ids, start=1)]
    assert [*beginnings(ledger.log, 1, 3)] == ids[1:3]
    assert first_positions(ledger.log, end(ledger)) == [1, 2, 3, 4, 5]
    assert first_positions(ledger.log, 2) == [1, 2]


def test_where_the_index_is_damaged_a_log_is_one_share(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(*_: object) -> list[Any]:
        raise LedgerDamaged("the index cannot be read")

    monkeypatch.setattr(ledger.log, "select_many", damaged)
    assert shares(first_positions(ledger.log, 300), 300, 16) == [(0, 300)]


STARTS = {
    "none": [],
    "one": [1],
    "one after the other": [*range(1, 70_000, 7)],
    "in turns, all from the beginning": [*range(1, 1001)],
    "in turns, a few at a time": [n * 100 + k for n in range(700) for k in range(1, 9)],
    "a long one, then short ones": [1, *range(60_000, 70_000, 10)],
    "short ones, then a long one": [*range(1, 10_000, 10)],
}


@pytest.mark.parametrize("starts", STARTS.values(), ids=STARTS)
@pytest.mark.parametrize("number", [1, 2, 16, 56])
def test_shares_are_the_whole_log_without_a_gap(starts: list[int], number: int) -> None:
    found = shares(starts, 70_000, number)
    assert [after for after, _ in found] == [0, *(until for _, until in found[:-1])]
    assert found[-1][1] == 70_000
    assert all(after < until for after, until in found)
    assert len(found) <= number + 1 + bool(starts)
    assert not starts or found[0] == (0, starts[0]), "the first stream alone: what checking needs is loaded with it"


@pytest.mark.parametrize(
    "kind", ["one after the other", "in turns, all from the beginning", "in turns, a few at a time"]
)
def test_shares_have_about_equally_many_streams(kind: str) -> None:
    starts = STARTS[kind]
    counts = [sum(after < one <= until for one in starts) for after, until in shares(starts, 70_000, 16)[1:]]
    assert max(counts) <= len(starts) / 16 * 1.3


def test_lengths_are_estimated_from_beginnings() -> None:
    one_after_the_other = {"a": 1, "b": 11, "c": 12}
    assert about_lengths(one_after_the_other, 30, 10) == {"a": 10, "b": 10, "c": 19}
    in_turns = {"a": 1, "b": 2, "c": 3}
    assert about_lengths(in_turns, 300, 100) == {"a": 100, "b": 100, "c": 298}
    assert about_lengths({"b": 11}, 11, 4) == {"b": 4}, "the share ends where it begins"
    assert about_lengths({}, 0, 0) == {}


def test_many_streams_take_few_statements(ledger: Ledger, ids: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    asked, size = list[str](), end(ledger)
    fetched = ledger.log.fetched

    def counted(statement: str, *values: object) -> list[Any]:
        asked.append(statement)
        return fetched(statement, *values)

    monkeypatch.setattr(ledger.log, "fetched", counted)
    assert sum(map(len, rows_of_streams(ledger.log, ids, size))) == 15
    assert len(asked) == 1


@pytest.mark.parametrize(
    "damage",
    ["version = 'two'", "match_id = 'another'", "body = 7"],
)
def test_a_damaged_row_is_read_as_if_alone(
    ledger: Ledger, ids: list[str], tamper: Callable[..., None], target: str, damage: str
) -> None:
    if "://" in target and not damage.startswith("match_id"):
        pytest.skip("PostgreSQL stores values of the column's type only")
    size = end(ledger)
    tamper(f"UPDATE events SET {damage} WHERE position = 8")

    def told(read: Callable[[], list[Row]]) -> object:
        try:
            return read()
        except Exception as error:
            return repr(error)

    together: Iterator[list[Row]] = rows_of_streams(ledger.log, ids, size)
    for one in ids:
        assert told(lambda: next(together)) == told(lambda one=one: alone(ledger, one, size))  # type: ignore[misc]
