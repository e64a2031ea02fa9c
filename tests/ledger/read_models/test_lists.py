"""Read models: every event is projected exactly once, errors are repaired, and no verification relies on them."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.table.table import Changed
from tablescribe.ledger.care.backup import backup, restore
from tablescribe.ledger.care.doctor import examine
from tablescribe.ledger.care.importing import import_file
from tablescribe.ledger.care.match_files import export
from tablescribe.ledger.log.errors import LedgerReadOnly, NoSuchMatch
from tablescribe.ledger.log.schema import LISTS, spellings, tallies
from tablescribe.ledger.matches.contributing import RequestedParts
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.verifiers.verify_bundle import verify as verify_as_an_outsider
from tablescribe.ledger.read_models.consistency import compare
from tablescribe.ledger.read_models.lists import Lists
from tablescribe.ledger.read_models.projection import EventBatch
from tablescribe.ledger.read_models.queries import MatchFilter, Queries
from tablescribe.ledger.read_models.summaries import Summary
from tablescribe.ledger.read_models.tallies import Share
from tests.depth import times
from tests.ledger.log.test_opening import house, only_rights_of_others

__all__ = ["house"]

BEGAN = datetime(2026, 3, 1, 20, tzinfo=UTC)


def listed(ledger: Ledger, wanted: MatchFilter | None = None, **more: Any) -> list[Summary]:
    ledger.lists.fresh()
    return ledger.asking.matches(wanted, **more)


def ids(ledger: Ledger, wanted: MatchFilter | None = None, **more: Any) -> list[str]:
    return [one.id for one in listed(ledger, wanted, **more)]


def on(ledger: Ledger, day: int) -> Scribe:
    """A scribe whose clock is fixed on a day."""
    return Scribe(ledger, clock=lambda: BEGAN + timedelta(days=day))


def won(scribe: Scribe, names: list[str], winner: int, game: str = "ultime") -> str:
    """Record a match with a winner, as ruled by the judge."""
    match = scribe.new(game, names, outcomes=[1])
    facts = [Changed(f"score:{winner}", 0, 12), Changed("winners", None, str(winner))]
    scribe.ruling(match.id, facts, clause="c", reason="r")
    scribe.close(match.id)
    return match.id


@pytest.fixture
def club(ledger: Ledger) -> list[str]:
    """Four matches, one a day: two won by Ada, one by Ben, one open."""
    found = [
        won(on(ledger, 0), ["Ada", "Ben", "Cleo"], 1),
        won(on(ledger, 1), ["ada", "Ben", "Dan"], 2),
        won(on(ledger, 2), ["Ben", "Ada", "guest"], 2),
    ]
    data = {"title": "Catan", "event": "Club Evening", "round": "2", "tags": ["cup", "late"]}
    found.append(on(ledger, 3).new("freeform", ["Cleo", "Eve"], data=data).id)
    return found


# --- what is listed -----------------------------------------------------------------------------


def test_matches_are_listed_the_latest_first_with_who_won(ledger: Ledger, club: list[str]) -> None:
    found = listed(ledger)
    assert [one.id for one in found] == club[::-1]
    assert [one.seats for one in found][::-1][:2] == [("Ada", "Ben", "Cleo"), ("ada", "Ben", "Dan")]
    first = found[-1]
    assert first.result is not None
    assert (first.result.winners, first.result.scores[0], first.moves, first.events) == ((1,), 12, 1, 3)
    assert (first.opened, first.closed, found[0].closed) == (BEGAN, BEGAN, None)


def test_only_moves_that_stand_are_counted_here_and_wherever_else_people_read_it(ledger: Ledger) -> None:
    """Given branches: what was taken back does not count, and counts again once it is restored."""
    scribe = Scribe(ledger)
    match = scribe.new("freeform", ["Ada", "Ben"]).id

    def play(n: int) -> None:
        for _ in range(n):
            scribe.play(match, 1, {"do": "score", "to": 1, "points": 1})

    def counted() -> int:
        (one,) = listed(ledger)
        stands = len(ledger.match(match).line.numbers) - 1
        (game,) = ledger.asking.games()
        assert (one.moves, game.moves) == (stands, stands)
        return stands

    play(5)
    assert counted() == 5
    scribe.undo(match, to=2, agreed=(1, 2))
    assert counted() == 2
    play(2)  # 6 and 7, after 2
    scribe.undo(match, to=6, agreed=(1, 2))
    play(1)
    assert counted() == 4
    scribe.undo(match, to=6, agreed=(1, 2))
    scribe.redo(match, to=7)
    assert counted() == 4
    scribe.undo(match, to=2, agreed=(1, 2))
    scribe.redo(match, to=5)
    assert counted() == 5
    ledger.lists.rebuild()
    assert counted() == 5


def test_pages_follow_each_other_without_gap_or_repetition(ledger: Ledger, club: list[str]) -> None:
    seen: list[str] = []
    before = None
    while page := listed(ledger, before=before, limit=3):
        seen += [one.id for one in page]
        before = page[-1].position
    assert seen == club[::-1]


FOUND: tuple[tuple[MatchFilter, list[int]], ...] = (
    (MatchFilter(state="open"), [3]), (MatchFilter(state="finished"), [2, 1, 0]),
    (MatchFilter(game="freeform"), [3]),
    (MatchFilter(person="ADA"), [2, 1, 0]), (MatchFilter(person="cle"), [3, 0]), (MatchFilter(person="nobody"), []),
    (MatchFilter(event="club  evening"), [3]), (MatchFilter(tag="CUP"), [3]),
    (MatchFilter(tag="cup", event="other"), []),
    (MatchFilter(since=BEGAN + timedelta(days=2)), [3, 2]), (MatchFilter(until=BEGAN + timedelta(days=1)), [0]),
    (MatchFilter(text="catan"), [3]), (MatchFilter(text="even"), [3]), (MatchFilter(text="dan"), [1]),
    (MatchFilter(text="zzz"), []),
    (MatchFilter(text="ultime"), [2, 1, 0]), (MatchFilter(person="cleo", state="finished"), [0]),
    (MatchFilter(person="ada", tag="cup"), []), (MatchFilter(person="eve", tag="late", state="open"), [3]),
)  # fmt: skip
"""Filters, each with those of the four matches that it finds."""


def test_matches_are_found(ledger: Ledger, club: list[str]) -> None:
    assert [ids(ledger, wanted) for wanted, _ in FOUND] == [[club[n] for n in expected] for _, expected in FOUND]


def test_a_match_is_found_by_the_beginning_of_its_id(ledger: Ledger, scribe: Scribe) -> None:
    for one in ("abc1", "abd", "abd2"):
        scribe.new("freeform", ["Ada"], match_id=one)
    assert ids(ledger, MatchFilter(text="ABD")) == ["abd2", "abd"]
    assert [ledger.find(text) for text in ("abc", "abd", "abd2")] == ["abc1", "abd", "abd2"]
    with pytest.raises(NoSuchMatch, match="several"):
        ledger.find("ab")
    with pytest.raises(NoSuchMatch, match="no match"):
        ledger.find("%")


def test_finding_a_match_does_not_read_the_index_of_all(path: Path, ledger: Ledger) -> None:
    """SQLite says how it would look: by the key, and by a range."""
    plan = ledger.log.read(
        lambda cursor: cursor.execute(
            "EXPLAIN QUERY PLAN SELECT match_id FROM events WHERE match_id >= 'ab' AND match_id < 'ac' "
            "AND version = 1 AND type = 'Opened' ORDER BY match_id LIMIT 6"
        ).fetchall()
    )
    assert "SEARCH" in plan[0][3]
    assert "first_events" in plan[0][3]


# --- statistics -----------------------------------------------------------------------------------


def test_statistics_by_person_game_and_seat(ledger: Ledger, club: list[str]) -> None:
    ledger.lists.fresh()
    asking = ledger.asking
    people = {one.name: (one.matches, one.finished, one.decided, one.won) for one in asking.people()}
    assert people == {
        "Ada": (3, 3, 3, 2), "Ben": (3, 3, 3, 1), "Cleo": (2, 1, 1, 0), "Dan": (1, 1, 1, 0), "Eve": (1, 0, 0, 0),
    }  # fmt: skip
    assert next(iter(people)) == "Ada", "who won most stands first; a guest is nobody"
    assert [(one.name, one.matches, one.moves) for one in asking.games()] == [
        ("ultime", 3, 3),
        ("freeform:Catan", 1, 0),
    ]
    assert [(one.name, one.matches, one.won) for one in asking.seats("ultime")] == [
        ("1", 3, 1),
        ("2", 3, 2),
        ("3", 3, 0),
    ]
    assert [(one.name, one.matches) for one in asking.games_of("cleo")] == [("freeform:Catan", 1), ("ultime", 1)]
    assert [one.name for one in asking.people(game="freeform")] == ["Cleo", "Eve"]
    assert [one.name for one in asking.people(after=1, limit=2)] == ["Ben", "Cleo"]


def test_head_to_head(ledger: Ledger, club: list[str]) -> None:
    ledger.lists.fresh()
    against = {one.name: (one.matches, one.ahead, one.behind) for one in ledger.asking.people(against="Ada")}
    assert against["Ben"] == (3, 1, 2)
    assert against["Cleo"] == (1, 0, 1)
    assert "Eve" not in against


@pytest.mark.parametrize(
    ("won_", "of", "least", "most"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (81, 263, 0.2553, 0.3662),
     (1, 1, 0.2065, 1.0)],
)  # fmt: skip
def test_intervals_are_those_of_the_literature(won_: int, of: int, least: float, most: float) -> None:
    """81 of 263: Newcombe (1998), Statistics in Medicine 17, table I, method 3; the others follow from the formula."""
    between = Share(won_, of).between
    assert between is not None
    assert between == pytest.approx((least, most), abs=6e-5)
    assert Share(0, 0).between is None


def test_an_abandoned_match_is_finished_and_decides_nothing(ledger: Ledger, scribe: Scribe) -> None:
    match = scribe.new("freeform", ["Ada", "Ben"])
    scribe.close(match.id, abandoned=True)
    ledger.lists.fresh()
    ada = next(one for one in ledger.asking.people() if one.name == "Ada")
    assert (ada.finished, ada.decided, ada.wins.share) == (1, 0, None)


# --- right, whatever happens ----------------------------------------------------------------------


def same(ledger: Ledger) -> None:
    """Check that the read models equal rebuilt ones."""
    ledger.lists.fresh()
    found = compare(ledger.lists)
    assert (found.wrong, found.come) == ((), found.last)


def test_lists_follow_take_backs_descriptions_and_the_end(ledger: Ledger, scribe: Scribe, match_id: str) -> None:
    same(ledger)
    scribe.redo(match_id) if scribe.match(match_id).redoable() else None
    scribe.describe(match_id, {"title": "One", "tags": ["a"]})
    same(ledger)
    scribe.describe(match_id, {"round": "3", "tags": ["b"]})
    scribe.close(match_id, abandoned=True)
    scribe.describe(match_id, {"title": "After the end"})
    same(ledger)
    (one,) = listed(ledger)
    assert (one.title, one.round, one.tags, one.result is not None) == ("After the end", "3", ("b",), True)
    assert ids(ledger, MatchFilter(tag="a")) == []
    assert ids(ledger, MatchFilter(tag="b")) == [match_id]


def test_taken_in_one_by_one_or_all_at_once_it_is_the_same(
    ledger: Ledger, club: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablescribe.ledger.read_models.lists.BATCH", 1)
    same(ledger)
    before = ledger.asking.people(), ledger.asking.matches()
    monkeypatch.setattr("tablescribe.ledger.read_models.lists.BATCH", 1000)
    assert ledger.lists.rebuild() == ledger.log.max_notification_id()
    assert (ledger.asking.people(), ledger.asking.matches()) == before
    same(ledger)


def test_many_readers_at_once_count_everything_once(
    target: str, ledger: Ledger, club: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given readers with connections of their own who all find lists behind, each event is taken in by one of them."""
    monkeypatch.setattr("tablescribe.ledger.read_models.lists.BATCH", 1)
    others = [open_ledger(target) for _ in range(4)]
    begin, failed = threading.Barrier(4), list[BaseException]()

    def read(other: Ledger) -> None:
        begin.wait()
        try:
            other.lists.fresh()
        except BaseException as error:
            failed.append(error)

    for _ in range(times(2, 5)):
        ledger.log.writer.run(lambda cursor, *, again: [cursor.execute(f"DELETE FROM {one.name}") for one in LISTS])
        ledger.log.writer.run(
            lambda cursor, *, again: cursor.execute("UPDATE tracking SET position = 0 WHERE name = 'lists/1'")
        )
        threads = [threading.Thread(target=read, args=(other,)) for other in others]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not failed
        same(ledger)
    for other in others:
        other.close()


def test_who_reads_slowly_sets_nothing_back(target: str, ledger: Ledger, club: list[str]) -> None:
    """Given events that one has read, and another takes all in meanwhile, the first finds that and writes nothing."""
    slow, quick = ledger.lists, open_ledger(target)
    batch = EventBatch(slow._read(0, 2))
    quick.lists.fresh()
    slow._take_in(slow.store, 0, batch)
    come, last = slow.state()
    assert come == last
    same(ledger)
    quick.close()


def test_lists_go_on_where_a_process_died_that_read(path: Path, ledger: Ledger, club: list[str]) -> None:
    code = (
        "import os, sys, tablescribe.ledger.read_models.lists as l, tablescribe.ledger.read_models.store as s; "
        "from tablescribe.ledger.matches.ledger import open_ledger; "
        "l.BATCH = 3; keep, n = s.Cursor.keep, [0]\n"
        "def dying(self, *told):\n"
        "    keep(self, *told); n[0] += 1\n"
        "    if n[0] == 2: os._exit(9)\n"
        "s.Cursor.keep = dying; open_ledger(sys.argv[1]).lists.fresh()"
    )
    assert subprocess.run([sys.executable, "-c", code, str(path)], check=False).returncode == 9
    come, last = ledger.lists.state()
    assert 0 < come < last
    same(ledger)


def test_recording_writes_nothing_into_lists(ledger: Ledger, scribe: Scribe) -> None:
    scribe.new("freeform", ["Ada"])
    assert [ledger.log.select(select(func.count()).select_from(one))[0][0] for one in LISTS] == [0] * len(LISTS)
    assert ledger.lists.state() == (0, 1)


def test_what_is_no_match_is_not_listed(ledger: Ledger, scribe: Scribe, match_id: str, tmp_path: Path) -> None:
    Notary(scribe, KeyStore(tmp_path / "keys")).checkpoint()  # enrols the ledger's key, in a stream of its own
    assert ids(ledger) == [match_id]
    same(ledger)


def test_hands_and_outcomes_never_reach_a_list(ledger: Ledger, scribe: Scribe) -> None:
    """Given a sealed match with cards in hands, no list names any of them."""
    match = scribe.new("ultime", ["Ada", "Ben", "Cleo"], chance="sealed")
    scribe.play(match.id, None, {"do": "skip"})
    ledger.lists.fresh()
    told = " ".join(str(row) for one in LISTS for row in ledger.log.select(select(one)))
    assert "movement" not in told
    assert "card" not in told


# --- copies, imports ------------------------------------------------------------------------------


def test_lists_are_not_copied_but_made_anew(ledger: Ledger, club: list[str], tmp_path: Path) -> None:
    ledger.lists.rename("Cleo", "Cleopatra")
    before = listed(ledger)
    backup(ledger, tmp_path / "copy")
    restore(tmp_path / "copy", tmp_path / "again.db")
    again = open_ledger(tmp_path / "again.db")
    assert again.lists.state()[0] == 0
    assert listed(again) == before
    same(again)
    again.close()


def test_imports_are_listed_with_the_names_that_come_with_them(ledger: Ledger, club: list[str], tmp_path: Path) -> None:
    """Given a match that came without names and then with them, lists call the people by them."""
    bundle = Notary(Scribe(ledger), KeyStore(tmp_path / "keys")).bundle([club[0]], names=True)
    other = open_ledger(tmp_path / "other.db")
    import_file(other, export(ledger, club[0]))
    assert listed(other)[0].seats == ("seat 1", "seat 2", "seat 3")
    import_file(other, bundle)
    assert listed(other)[0].seats == ("Ada", "Ben", "Cleo")
    assert [one.name for one in other.asking.people()] == ["Ada", "Ben", "Cleo"]
    same(other)
    other.close()


# --- people ---------------------------------------------------------------------------------------


def test_an_erased_name_is_in_no_list_and_no_file(path: Path, ledger: Ledger, scribe: Scribe) -> None:
    match = scribe.new("freeform", ["Zoe Quux", "Ben"])
    ledger.lists.fresh()
    assert ledger.asking.people_like("quux")
    ledger.lists.rename("Zoe Quux", "Zoe Quuxley")
    assert ledger.erase("zoe quuxley") == 1
    assert (listed(ledger)[0].seats, scribe.names(match)) == (("seat 1", "Ben"), ["seat 1", "Ben"])
    assert [one.name for one in ledger.asking.people()] == ["Ben"]
    assert not any(b"Quux" in file.read_bytes() for file in path.parent.glob(f"{path.name}*"))
    ledger.lists.rebuild()
    assert [one.name for one in ledger.asking.people()] == ["Ben"]
    same(ledger)


def test_lists_that_lag_behind_do_not_bring_a_name_back(ledger: Ledger, scribe: Scribe) -> None:
    scribe.new("freeform", ["Zoe", "Ben"])
    assert ledger.lists.state()[0] == 0
    ledger.erase("Zoe")
    assert listed(ledger)[0].seats == ("seat 1", "Ben")
    assert ledger.asking.people_like("zoe") == []


def test_names_do_not_reach_the_statistics_of_the_database(target: str, ledger: Ledger, club: list[str]) -> None:
    if "://" not in target:
        pytest.skip("SQLite keeps none unless it is asked to, and those are deleted: test_forgetting.py")
    import psycopg

    ledger.lists.rename("Cleo", "Cleopatra")
    with psycopg.connect(target, autocommit=True) as server:
        server.execute("ANALYZE")
        look = "SELECT count(*) FROM pg_stats WHERE concat(most_common_vals, histogram_bounds) ILIKE '%cleo%'"
        assert server.execute(look).fetchone() == (0,)


def test_people_are_called_the_same_whatever_it_is_thought_that_they_were_called(ledger: Ledger) -> None:
    """One of them is named like the reference of another, who is then called otherwise."""
    (ada, _), *_ = ledger.introduce_all(["Ada"])
    (ben, _), (like_ada, _) = ledger.introduce_all(["Ben", ada])
    refs, right = [ada, ben, like_ada], {ada: "Ada", ben: "Ben", like_ada: ada}
    for likely in ([], [*right.values()], ["Ben"], ["Cleo", ada], ["BEN", " ada"]):
        assert ledger.called(refs, likely) == right
    into = ledger.log.into(spellings)
    ledger.log.write_all(into.values(spelt=spelt, called=called) for spelt, called in [(ada, "Dan"), ("ben", "Benno")])
    for likely in ([], ["Ada", "Benno", "Dan"], ["Ada", "Ben", ada]):
        assert ledger.called(refs, likely) == {ada: "Ada", ben: "Benno", like_ada: "Dan"}
    assert ledger.called([], ["Ada"]) == {}


def test_a_person_is_called_otherwise_everywhere_and_from_then_on(ledger: Ledger, club: list[str]) -> None:
    assert ledger.lists.rename("ada", "Ada Lovelace") == 3
    assert listed(ledger, MatchFilter(person="ada lovelace"))[-1].seats == ("Ada Lovelace", "Ben", "Cleo")
    again = on(ledger, 9).new("freeform", ["ADA", "Eve"])
    assert listed(ledger)[0].seats == ("Ada Lovelace", "Eve")
    assert Scribe(ledger).names(again)[0] == "Ada Lovelace"
    same(ledger)
    assert ledger.verify()


def test_two_spellings_become_one_person_and_two_again(ledger: Ledger, club: list[str]) -> None:
    with pytest.raises(Refused, match="merge them"):
        ledger.lists.rename("Eve", "Dan")
    assert ledger.lists.rename("Eve", "Dan", merge=True) == 1
    people = {one.name: one.matches for one in ledger.asking.people()}
    assert (people["Dan"], "Eve" in people) == (2, False)
    same(ledger)
    assert ledger.lists.split("eve") == 2
    assert {one.name: one.matches for one in ledger.asking.people()}["Eve"] == 1
    same(ledger)


@pytest.mark.parametrize(
    ("name", "called", "merge", "why"),
    [("Ada", "Ben", True, "at one table"), ("Nobody", "Ben", True, "nobody called Nobody"),
     ("Ada", "Nobody", True, "nobody called Nobody"), ("Ada", " ", False, "no name"),
     ("Ada", "Guest 2", False, "no name")],
)  # fmt: skip
def test_people_who_cannot_be_one(
    ledger: Ledger, club: list[str], name: str, called: str, merge: bool, why: str
) -> None:
    with pytest.raises(Refused, match=why):
        ledger.lists.rename(name, called, merge=merge)
    same(ledger)


@pytest.mark.parametrize(
    ("names", "why"),
    [
        (["Ada", "ada"], "same name"),
        (["Ada", " ADA "], "same name"),
        (["Ada", "  "], "seat 2 has no name"),
        ([""], "has no"),
    ],
)
def test_nobody_sits_there_twice_or_without_a_name(scribe: Scribe, names: list[str], why: str) -> None:
    """Both were recorded before, and statistics took the twins for one person, or for none."""
    with pytest.raises(Refused, match=why):
        scribe.new("freeform", names)
    assert scribe.ledger.match_ids() == []


def test_several_guests_may_sit_at_one_table_and_are_nobody(ledger: Ledger, scribe: Scribe) -> None:
    scribe.new("freeform", ["guest", "Ada", "Guest", "guest"])
    assert listed(ledger)[0].seats == ("guest", "Ada", "Guest 2", "guest 3")
    assert [one.name for one in ledger.asking.people()] == ["Ada"]


def test_an_automaton_is_no_person(ledger: Ledger, scribe: Scribe) -> None:
    scribe.new("expeditions", ["Ada", "Automa"], chance="sealed")
    ledger.lists.fresh()
    assert [one.name for one in ledger.asking.people()] == ["Ada"]


# --- match data -----------------------------------------------------------------------------------


def test_match_data_prove_themselves_and_are_withheld_as_words_are(
    ledger: Ledger, club: list[str], tmp_path: Path
) -> None:
    notary = Notary(Scribe(ledger), KeyStore(tmp_path / "keys"))
    Scribe(ledger).describe(club[0], {"title": "Said after the end"})
    for words in (False, True):
        contents = notary.bundle([club[3], club[0]], redacted=True, words=words)
        assert verify_bundle(contents).faults == ()
        verify_as_an_outsider(contents, [])
        assert (b"Said after the end" in contents, b"cup" in contents) == (words, words)
        assert b"Catan" in contents, "the name of a printed game names nobody"


def test_a_match_that_waits_for_parts_in_its_chance_can_be_described(
    ledger: Ledger, scribe: Scribe, tmp_path: Path
) -> None:
    match = scribe.new(
        "ultime", ["Ada", "Ben", "Cleo"], chance="sealed", parts=RequestedParts(seats=True), data={"title": "X"}
    )
    assert listed(ledger)[0].title == "X"
    contents = Notary(scribe, KeyStore(tmp_path / "keys")).bundle([match.id])
    assert verify_bundle(contents).faults == ()
    verify_as_an_outsider(contents, [])
    same(ledger)


@pytest.mark.parametrize("data", [{"title": "x" * 121}, {"tags": ["x" * 121]}, {"tags": [str(n) for n in range(21)]}])
def test_match_data_have_limits(scribe: Scribe, match_id: str, data: dict[str, Any]) -> None:
    with pytest.raises(Refused, match="at most"):
        scribe.describe(match_id, data)


# --- damage ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE listed_matches SET ending = 'forged'",
        "DELETE FROM listed_seats WHERE seat = 1",
        "UPDATE tallies SET won = won + 1",
        "UPDATE listed_people SET name = 'Mallory', spelt = 'mallory' WHERE spelt = 'ada'",
        "DELETE FROM listed_labels",
        "UPDATE tracking SET position = 999 WHERE name = 'lists/1'",
    ],
)
def test_the_doctor_finds_lists_that_were_changed_and_a_command_mends_them(
    ledger: Ledger, club: list[str], tmp_path: Path, change: str
) -> None:
    ledger.lists.fresh()
    expected = listed(ledger), ledger.asking.people()
    ledger.log.writer.run(lambda cursor, *, again: cursor.execute(change))
    found = looked_at(ledger, tmp_path)
    assert (found.state, "lists rebuild" in found.do) == ("bad", True)
    assert ledger.verify(), "nothing that is verified believes a list"
    ledger.lists.rebuild()
    assert looked_at(ledger, tmp_path).state == "good"
    assert (listed(ledger), ledger.asking.people()) == expected


def looked_at(ledger: Ledger, folder: Path) -> Any:
    found = examine(ledger, KeyStore(folder / "keys"), lambda _: lambda done, total: None)
    return next(one for one in found if one.what == "lists")


def test_lists_ahead_of_a_log_that_was_put_back_are_made_anew(ledger: Ledger, club: list[str]) -> None:
    ledger.lists.fresh()
    expected = ids(ledger)
    ledger.log.writer.run(
        lambda cursor, *, again: cursor.execute("UPDATE tracking SET position = 999 WHERE name = 'lists/1'")
    )
    assert ids(ledger) == expected
    same(ledger)


def test_an_event_that_cannot_be_read_keeps_no_other_match_from_being_listed(
    ledger: Ledger, club: list[str], tamper: Callable[..., None]
) -> None:
    tamper(f"UPDATE events SET body = x'5b5d' WHERE match_id = '{club[1]}' AND version = 1")
    assert ids(ledger) == [club[3], club[2], club[0]]


# --- where nothing can be written ------------------------------------------------------------------


def test_a_ledger_that_may_only_be_read_is_listed(house: Path) -> None:
    (house / "full").mkdir()
    ledger = open_ledger(house / "full" / "ledger.db")
    match = Scribe(ledger).new("freeform", ["Ada", "Ben"]).id
    ledger.close()
    (house / "full" / "ledger.db").chmod(0o444)
    (house / "full").chmod(0o555)
    with only_rights_of_others():
        reader = open_ledger(house / "full" / "ledger.db")
        found = listed(reader)
        assert ([one.id for one in found], found[0].seats) == ([match], ("Ada", "Ben"))
        assert [one.name for one in reader.asking.people()] == ["Ada", "Ben"]
        with pytest.raises(LedgerReadOnly):
            reader.lists.rebuild()
        reader.close()


def test_a_list_is_told_while_another_program_holds_the_ledger(
    path: Path, ledger: Ledger, club: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import sqlite3
    from contextlib import closing

    monkeypatch.setattr("tablescribe.ledger.log.file_access.LOCK_TIMEOUT", 0.2)
    other = open_ledger(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        assert other.lists.fresh(within=0.1) > 0, "a page says how far behind it is"
        assert ids(other) == club[::-1], "a command makes lists of its own"
        holder.execute("ROLLBACK")
    other.close()


def test_tallies_of_nothing_do_not_stay(ledger: Ledger, club: list[str]) -> None:
    ledger.lists.fresh()
    ledger.lists.rename("Eve", "Dan", merge=True)
    assert not ledger.log.select(select(tallies).where(tallies.c.matches <= 0))


def test_lists_of_one_ledger_are_asked_without_the_recorder(ledger: Ledger, club: list[str]) -> None:
    """Given another pair of lists and questions over the same log, as a program of one's own would make them."""
    lists = Lists(ledger.log)
    lists.fresh()
    assert [one.id for one in Queries(lists).matches(limit=1)] == [club[3]]
    lists.close()


def test_a_game_that_is_typed_in_several_ways_is_counted_as_one_by_the_name_used_most(ledger: Ledger) -> None:
    for title in ("Catan", "catan", "Catan", "CATAN ", "Azul"):
        on(ledger, 1).new("freeform", ["Ada", "Ben"], options={"title": title})
    ledger.lists.fresh()
    told = [("freeform:Catan", 4), ("freeform:Azul", 1)]
    assert [(one.name, one.matches) for one in ledger.asking.games()] == told
    assert [(one.name, one.matches) for one in ledger.asking.games_of("ada")] == told
