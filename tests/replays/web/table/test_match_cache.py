"""The service's cache of matches: recently used ones, updated instead of read again, within limits."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import StoredEvent
from msgspec.structs import astuple

from tablescribe.cli.table.record import Session, lines_of
from tablescribe.domain.games import revive
from tablescribe.domain.match.events import Opened, Played
from tablescribe.domain.match.match import Match
from tablescribe.ledger.log.codec import encode
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.reading.discretion import EVERYTHING
from tablescribe.replays.web.table.lru_cache import LruCache
from tablescribe.replays.web.table.match_cache import MatchCache


def test_values_beyond_the_limit_go_the_longest_unused_first() -> None:
    kept: LruCache[str] = LruCache(10, size=len)
    kept.put("a", "four")
    kept.put("b", "four")
    assert kept.peek("a") == "four"  # used now
    kept.put("c", "four")
    assert (kept.peek("a"), kept.peek("b"), kept.peek("c")) == ("four", None, "four")
    kept.put("a", "it has grown")
    assert (kept.peek("a"), kept.peek("c")) == ("it has grown", None)


def test_a_match_is_read_on_and_whoever_has_it_keeps_what_they_have(tmp_path: Path) -> None:
    ledger = open_ledger(tmp_path / "ledger.db")
    cache, scribe = MatchCache(ledger), Scribe(ledger)
    match = scribe.new("freeform", ["Ada", "Ben"]).id
    before = cache.now(match)
    table = before.match.table.copy()
    scribe.play(match, 1, {"do": "pass"})
    scribe.undo(match)
    scribe.note(match, "well")
    scribe.play(match, 1, {"do": "pass"})

    after = cache.now(match)

    assert after.events == tuple(ledger.events_of(match))
    assert all(now is then for now, then in zip(after.events, before.events, strict=False))  # not read again
    assert (before.match.version, [*before.match.moves], before.match.table) == (1, [before.events[0]], table)
    anew = revive(after.events)
    assert anew is not None
    assert (after.match.table, after.match.line.numbers) == (anew.table, anew.line.numbers)
    assert (after.match.notes, after.match.take_backs) == (anew.notes, anew.take_backs)
    assert [line["position"] for line in cache.lines(after, None, 2)] == list(after.positions[2:])
    ledger.close()


def test_what_others_recorded_is_taken_in_from_the_log_as_it_would_be_read(tmp_path: Path) -> None:
    """Given news of several matches, each that is kept goes on; after a gap, or with words, it is left to be read."""
    ledger = open_ledger(tmp_path / "ledger.db")
    scribe, cache = Scribe(ledger), MatchCache(ledger)
    plain, gap, worded, unknown = (scribe.new("freeform", ["Ada", "Ben"]).id for _ in range(4))
    before = {match: cache.now(match) for match in (plain, gap, worded)}
    known = ledger.log.max_notification_id()
    for match in (plain, gap, worded, unknown):
        scribe.play(match, 1, {"do": "pass"})
        scribe.note(match, "well") if match == worded else scribe.undo(match)
        scribe.play(match, 1, {"do": "pass"})
    recorded = ledger.log.select_notifications(known, 100, inclusive_of_start=False)
    missed = next(one.id for one in recorded if one.originator_id == gap)

    come = cache.take_in(one for one in recorded if one.id != missed)

    assert [match.id for match in come] == [plain]
    at = {match: cache.kept_at(match, before[match].positions[-1]) for match in (plain, gap)}
    assert at[gap] is before[gap]
    read = MatchCache(ledger).now(plain)
    kept = at[plain]
    assert kept is not None
    assert (kept.events, kept.positions, kept.match.table) == (read.events, read.positions, read.match.table)
    assert before[plain].match.version == 1, "who looks at the earlier one is not disturbed"
    assert cache.take_in(recorded) == [cache.now(gap).match], "what is known already is passed over"
    assert cache.now(worded).match.notes[-1].text == "well"
    ledger.close()


def test_people_of_several_matches_are_called_as_they_are_now(tmp_path: Path) -> None:
    ledger = open_ledger(tmp_path / "ledger.db")
    scribe, cache = Scribe(ledger), MatchCache(ledger)
    matches = [scribe.new("freeform", [f"Ada{n}", f"Ben{n}"]).id for n in range(12)]
    for match in matches[:11]:
        cache.people(cache.now(match).match)
    ledger.lists.rename("Ada3", "Cleo")
    for match in matches:
        scribe.play(match, 1, {"do": "pass"})

    cache.called.recall(cache.now(match).match for match in matches)

    called = [cache.called.kept(cache.now(match).match) for match in matches]
    assert called == [*(("Cleo" if n == 3 else f"Ada{n}", f"Ben{n}") for n in range(11)), None]
    ledger.close()


def until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.001)


def test_tables_that_ask_in_the_same_moment_share_a_look_at_the_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = open_ledger(tmp_path / "ledger.db")
    scribe, cache = Scribe(ledger), MatchCache(ledger)
    matches = [cache.now(scribe.new("freeform", [f"Ada{n}", f"Ben{n}"]).id).match for n in range(12)]
    rounds: list[int] = []
    go, called = threading.Semaphore(0), ledger.called

    def slow(refs: Iterable[str], likely: Iterable[str] = ()) -> dict[str, str]:
        refs = [*refs]
        rounds.append(len(refs))
        assert go.acquire(timeout=60)
        return called(refs, likely)

    monkeypatch.setattr(ledger, "called", slow)
    with ThreadPoolExecutor(12) as pool:
        first = pool.submit(cache.people, matches[0])
        until(lambda: rounds == [2])
        others = pool.map(cache.people, matches[1:])
        until(lambda: len(cache.called._reading._threads._waiting) == 11)
        ledger.lists.rename("Ada3", "Cleo")
        go.release(12)
        assert [first.result(60), *others] == [("Cleo" if n == 3 else f"Ada{n}", f"Ben{n}") for n in range(12)]
    assert rounds == [2, 16, 6], "as many share a statement as it has room for"
    ledger.close()


def test_more_matches_than_there_is_memory_for_are_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = open_ledger(tmp_path / "ledger.db")
    scribe, cache = Scribe(ledger), MatchCache(ledger, most_events=4)
    one, other = (scribe.new("freeform", ["Ada", "Ben"]).id for _ in range(2))
    for match in (one, other):
        scribe.play(match, 1, {"do": "pass"})
        scribe.play(match, 2, {"do": "pass"})
    read: list[tuple[str, int]] = []
    rows_told = ledger.rows_told

    def noted(match: str, after: int) -> Any:
        read.append((match, after))
        return rows_told(match, after=after)

    monkeypatch.setattr(ledger, "rows_told", noted)
    for match in (one, one, other, one):
        assert len(cache.now(match).events) == 3
    assert read == [(one, 0), (one, 3), (other, 0), (one, 0)]
    ledger.close()


@pytest.mark.parametrize("record", ["ultime/three_players", "freeform/two_players", "expeditions/a_tie"])
def test_events_share_their_names_and_are_the_same_events(record: str, tmp_path: Path) -> None:
    """Given two matches of a game, their events tell what was recorded, byte by byte, by names that are kept once."""
    ledger = open_ledger(tmp_path / "ledger.db")
    source = Path(__file__).parents[3] / "matches" / f"{record}.jsonl"
    for _ in range(2):
        session = Session(Scribe(ledger))
        for line in lines_of(source):
            session.play(line)
    cache = MatchCache(ledger)
    first, second = (cache.now(match).events for match in ledger.match_ids())
    for match, events in zip(ledger.match_ids(), (first, second), strict=True):
        assert [encode(event) for event in events] == [row.body for row in ledger.rows_told(match)]
        assert list(events) == ledger.events_of(match)
    names: dict[str, str] = {}
    for fact in (fact for event in (*first, *second) if isinstance(event, Played) for fact in event.facts):
        for name in (one for one in astuple(fact) if isinstance(one, str)):
            assert names.setdefault(name, name) is name
    assert isinstance(first[0], Opened)
    assert isinstance(second[0], Opened)
    assert first[0].catalogue is second[0].catalogue
    ledger.close()


@pytest.mark.parametrize("record", ["ultime/three_players", "freeform/two_players", "expeditions/a_tie"])
def test_a_match_as_a_recorder_left_it_is_as_it_would_be_read(record: str, tmp_path: Path) -> None:
    """Whoever records through the service leaves its match here, and the rest of it is as the stored bytes tell it."""
    ledger = open_ledger(tmp_path / "ledger.db")
    cache, others = MatchCache(ledger), Scribe(ledger)
    taken = list[Match]()

    def leave(match: Match, recorded: Sequence[tuple[StoredEvent, int]]) -> None:
        cache.leave(match, recorded)
        taken.append(match)

    session = Session(Scribe(ledger, load=lambda one: cache.now(one).match.copy(), leave=leave))
    kept = 0
    for number, line in enumerate(lines_of(Path(__file__).parents[3] / "matches" / f"{record}.jsonl")):
        session.play(line)
        (match,) = ledger.match_ids()
        now, anew = cache.now(match), MatchCache(ledger).now(match)
        kept += bool(taken) and now.match is taken[-1]
        assert (now.events, now.positions) == (anew.events, anew.positions)
        for name in ("id", "version", "table", "to_act", "is_over", "notes", "take_backs", "descriptions", "closed"):
            assert getattr(now.match, name) == getattr(anew.match, name), name
        for name in ("moves", "parent", "depth", "drawn", "numbers"):
            assert getattr(now.match.line, name) == getattr(anew.match.line, name), name
        assert [encode(one) for one in now.match.moves] == [encode(one) for one in anew.match.moves]
        events = {id(event) for event in now.events}
        assert all(id(one) in events for one in now.match.moves), "kept once, and not beside what was decided"
        if number % 5 == 4 and now.match.closed is None:
            others.note(match, "somebody else records in between")
    assert kept > 5
    ledger.close()


def test_nothing_that_is_kept_has_words_that_were_erased(tmp_path: Path) -> None:
    """Given a match that many read, and words that another process erases, nobody reads them, and none is kept."""
    ledger, other = open_ledger(tmp_path / "ledger.db"), open_ledger(tmp_path / "ledger.db")
    cache, scribe = MatchCache(ledger), Scribe(other)
    match = scribe.new("freeform", ["Ada", "Ben"], data={"title": "of Quux", "tags": ["Quux"]}).id
    scribe.note(match, "Quux was late")
    for viewer in (None, EVERYTHING):
        assert "Quux was late" in repr(cache.lines(cache.now(match), viewer))
    assert "Quux" in repr(cache.summary_of(cache.now(match)))
    other.erase("Quux")
    cache.forget_erased()
    assert not any("Quux" in repr(one) for one in _kept(cache))
    for viewer in (None, EVERYTHING):
        told = repr(cache.lines(cache.now(match), viewer))
        assert "(erased)" in told
        assert "Quux" not in told
    assert "Quux" not in repr(cache.summary_of(cache.now(match)))
    scribe.note(match, "Quux again")
    assert "Quux again" in repr(cache.lines(cache.now(match), EVERYTHING))
    other.erase("Quux")
    assert "Quux" not in repr(cache.lines(cache.now(match), EVERYTHING)), "without waiting for anything"


def _kept(cache: MatchCache) -> Iterator[object]:
    """Yield all that a cache keeps."""
    for value in vars(cache).values():
        if isinstance(value, LruCache):
            for one, _ in value._kept.values():
                yield vars(one) if hasattr(one, "__dict__") else one


def test_a_match_that_is_kept_as_far_as_needed_is_not_looked_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = open_ledger(tmp_path / "ledger.db")
    scribe, cache = Scribe(ledger), MatchCache(ledger)
    match = scribe.new("freeform", ["Ada", "Ben"]).id
    kept = cache.now(match)
    scribe.play(match, 1, {"do": "pass"})
    with monkeypatch.context() as nothing:
        nothing.setattr(ledger, "rows_told", None)
        assert cache.at(match, 1) is kept
        assert cache.come_to(match, kept.positions[-1]) is kept
    assert cache.at(match, 2).match.version == 2
    scribe.play(match, 2, {"do": "pass"})
    position = ledger.log.max_notification_id() or 0
    assert cache.come_to(match, position).positions[-1] == position
    ledger.close()


def test_a_match_that_is_kept_is_read_again_after_words_of_it_are_erased(tmp_path: Path) -> None:
    ledger = open_ledger(tmp_path / "ledger.db")
    scribe, cache = Scribe(ledger), MatchCache(ledger)
    match = scribe.new("freeform", ["Ada", "Ben"]).id
    scribe.note(match, "Ada was late")
    kept = cache.now(match)
    ledger.erase("Ada")
    for again in (cache.at(match, 2), cache.come_to(match, 2)):
        assert again is not kept
        assert "late" not in str(again.events)
    ledger.close()
