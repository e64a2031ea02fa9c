"""Recording: once, in order, by one of several; people can be erased."""

import sqlite3
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tablescribe.domain.games import GAMES, UnknownGame, WrongOptions
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Refused
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Changed
from tablescribe.ledger.log.codec import BadEvent, EventMapper, decode, encode
from tablescribe.ledger.log.errors import CommandReused, LedgerLocked, NoSuchMatch, Stale
from tablescribe.ledger.matches.client_actions import BadAction
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.domain.rules.test_drawn_and_refused import TEMPTING
from tests.support import has_word

SKIP = {"do": "skip"}


def test_a_recorded_match_is_there_after_opening_the_ledger_again(path: Path, scribe: Scribe, match_id: str) -> None:
    before = scribe.match(match_id)
    scribe.ledger.close()
    other = open_ledger(path)
    assert other.ledger_id == scribe.ledger.ledger_id
    again = other.match(match_id)
    other.close()
    assert (again.table, again.version, again.line.numbers) == (before.table, before.version, before.line.numbers)


def test_the_same_command_is_recorded_once_and_gets_the_first_answer(scribe: Scribe, match_id: str) -> None:
    first = scribe.play(match_id, 3, SKIP, command_id="one")
    version = scribe.match(match_id).version
    assert scribe.play(match_id, 3, SKIP, command_id="one") == first
    taken = scribe.undo(match_id, agreed=[1, 2, 3], command_id="two")
    assert scribe.undo(match_id, agreed=[1, 2, 3], command_id="two") == taken
    assert scribe.match(match_id).version == version + 1
    with pytest.raises(CommandReused):
        scribe.play(match_id, 1, SKIP, command_id="one")


def test_a_stale_version_is_refused_with_the_new_tail(scribe: Scribe, match_id: str) -> None:
    seen = scribe.match(match_id).version
    scribe.play(match_id, 3, SKIP, expected_version=seen)
    with pytest.raises(Stale) as stale:
        scribe.play(match_id, 1, SKIP, expected_version=seen)
    assert (stale.value.expected, stale.value.tail) == (seen, seen + 1)


def test_a_refused_move_records_nothing(scribe: Scribe, match_id: str) -> None:
    version = scribe.match(match_id).version
    refused: list[tuple[int, dict[str, Any], type[Exception]]] = [
        (1, SKIP, Illegal),
        (3, {"do": "dance"}, BadAction),
        (3, {"do": "discard", "card": 4}, BadAction),
        (3, {"do": "skip", "more": 1}, BadAction),
        (3, {}, BadAction),
    ]
    for seat, action, error in refused:
        with pytest.raises(error):
            scribe.play(match_id, seat, action, command_id="x")
    assert scribe.match(match_id).version == version
    assert scribe.play(match_id, 3, SKIP, command_id="x")


def test_undo_and_redo_go_over_windows_that_closed_by_themselves(scribe: Scribe) -> None:
    match = scribe.new("ultime", ["a", "b", "c"], outcomes=[1], options={"score_visibility": "visible"})
    for seat, card, at, use in [(1, 13, 2, "circle"), (2, 8, 6, "square"), (3, 10, 10, "circle")]:
        action = {"do": "play_movement", "card": f"movement:{card}", "pawn": seat, "at": at, "use": use}
        scribe.play(match.id, seat, action)
    scribe.play(match.id, 1, {"do": "play_movement", "card": "movement:2", "pawn": 1, "at": 2, "use": "circle"},
                ["movement:5", "movement:17"])  # fmt: skip
    before = scribe.match(match.id)
    assert before.table.number("score:1") == 2
    scribe.undo(match.id, agreed=[1, 2, 3])
    scribe.redo(match.id)
    assert scribe.match(match.id).table == before.table
    with pytest.raises(Refused, match="nothing to redo"):
        scribe.redo(match.id)
    with pytest.raises(Refused, match="99 moves cannot be taken back: only 4 can"):  # the window went with its move
        scribe.undo(match.id, steps=99, agreed=[1, 2, 3])
    assert scribe.undo(match.id, steps=4, agreed=[1, 2, 3]).to == 0


def test_rulings_missed_moves_and_the_close(scribe: Scribe, match_id: str) -> None:
    scribe.ruling(match_id, [Changed("score:1", 0, 12), Changed("winners", None, "1")], clause="c", reason="r")
    assert scribe.match(match_id).to_act == ()
    with pytest.raises(Refused, match="game is over"):
        scribe.play(match_id, None, SKIP)
    scribe.undo(match_id, judge=True)
    assert scribe.missed(match_id, [Changed("score:1", 0, 3)], moves=2).moves == 2
    assert scribe.close(match_id, abandoned=True).result.ending == "abandoned"
    scribe.ledger.lists.fresh()
    assert scribe.ledger.asking.matches()[0].result is not None


def test_a_sealed_match_is_dealt_from_a_seed_that_is_kept_beside_the_log(path: Path, scribe: Scribe) -> None:
    match = scribe.new("ultime", ["a", "b", "c"], chance="sealed", nonces=["n1", "n2", "n3"])
    scribe.play(match.id, None, SKIP)
    assert not scribe.match(match.id).table.count(f"hand:{match.to_act[0]}", "?movement")
    seed = scribe.ledger.seed(match.id)
    assert seed is not None
    assert all(seed.hex().encode() not in row.body for row in scribe.ledger.log.rows())
    scribe.close(match.id, abandoned=True)
    assert scribe.match(match.id).seed == seed.hex()


@pytest.fixture
def dares(monkeypatch: pytest.MonkeyPatch) -> str:
    """The key of a game in which a window that closes unused rolls a die, and the action after it is refused."""
    module = ModuleType(f"tablescribe.domain.games.{TEMPTING.key}")
    module.__dict__["GAME"] = TEMPTING
    monkeypatch.setitem(GAMES, TEMPTING.key, TEMPTING.title)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    return TEMPTING.key


def test_what_a_closing_drew_from_the_seal_is_saved_though_the_action_is_refused(dares: str, scribe: Scribe) -> None:
    match = scribe.new(dares, ["Ada", "Ben"], chance="sealed")
    scribe.play(match.id, 1, {"do": "dare"})
    before = scribe.match(match.id)
    with pytest.raises(Illegal, match="TT-2: one dare a game") as refused:
        scribe.play(match.id, 1, {"do": "dare"}, command_id="one")
    after = scribe.match(match.id)
    assert after.version == before.version + 1
    closing = after.moves[after.head]
    assert isinstance(closing, Played)
    assert ((closing,), closing.implied) == (refused.value.recorded, True)
    assert closing.outcomes == (after.table.number("shown"),)
    with pytest.raises(Illegal, match="TT-2") as again:  # the refusal was no answer: a retry is decided anew
        scribe.play(match.id, 1, {"do": "dare"}, command_id="one")
    assert (again.value.recorded, scribe.match(match.id).version) == ((), after.version)
    scribe.ledger.verify()


def test_what_people_told_for_a_closing_is_not_saved_when_the_action_is_refused(dares: str, scribe: Scribe) -> None:
    match = scribe.new(dares, ["Ada", "Ben"])
    scribe.play(match.id, 1, {"do": "dare"})
    before = scribe.match(match.id).version
    with pytest.raises(Illegal, match="TT-2"):
        scribe.play(match.id, 1, {"do": "dare"}, [4])
    assert scribe.match(match.id).version == before


def test_forgetting_a_person_leaves_every_hash_valid(path: Path, scribe: Scribe, match_id: str) -> None:
    assert scribe.names(scribe.match(match_id)) == ["Ada", "Ben", "Cleo"]
    heads = scribe.ledger.verify()
    assert scribe.ledger.erase("Ben") == 1
    assert scribe.names(scribe.match(match_id)) == ["Ada", "seat 2", "Cleo"]
    assert scribe.ledger.verify() == heads
    assert scribe.ledger.erase("Nobody") == 0
    with sqlite3.connect(path) as raw:
        assert raw.execute("SELECT count(*) FROM identities WHERE name = 'Ben'").fetchone() == (0,)
        bodies = b"".join(body for (body,) in raw.execute("SELECT body FROM events"))
    assert not any(has_word(bodies, name) for name in ("Ada", "Ben", "Cleo"))


def left_of(path: Path, *secrets: bytes) -> int:
    """Count traces in the ledger's files as they lie on the disk, write-ahead log included."""
    return sum(file.read_bytes().count(secret) for file in path.parent.glob(f"{path.name}*") for secret in secrets)


def test_an_erased_person_is_in_none_of_the_ledgers_files(path: Path, scribe: Scribe) -> None:
    """Not in free pages and not in the write-ahead log, though the ledger is still open."""
    scribe.new("freeform", ["Zebediah Quux", "Ben"])
    with sqlite3.connect(path) as raw:
        salts = raw.execute("SELECT salt FROM identities WHERE name LIKE 'Zeb%'").fetchall()
    raw.close()
    secrets = (b"Zebediah Quux", salts[0][0])
    assert left_of(path, *secrets) >= 2
    assert scribe.ledger.erase("Zebediah Quux") == 1
    assert left_of(path, *secrets) == 0
    with scribe.ledger.log.writer.transaction() as cursor:
        assert cursor.execute("PRAGMA secure_delete").fetchone() == (1,)


def test_erasing_while_another_program_reads_is_told_and_can_be_finished(
    path: Path, scribe: Scribe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablescribe.ledger.log.file_access.LOCK_TIMEOUT", 0.2)
    ledger = open_ledger(path)
    scribe.new("freeform", ["Zebediah Quux"])
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM identities").fetchall()
    with pytest.raises(LedgerLocked, match="still contains it because another program is using it"):
        ledger.erase("Zebediah Quux")
    reader.execute("COMMIT")
    reader.close()
    assert ledger.erasure_is_unfinished()
    assert ledger.erase("Zebediah Quux") == 0, "it was deleted before"
    assert not ledger.erasure_is_unfinished()
    assert left_of(path, b"Zebediah Quux") == 0
    ledger.close()


def test_matches_are_found_by_the_beginning_of_their_id(scribe: Scribe) -> None:
    for match_id in ("abc1", "abd2", "abd"):
        scribe.new("freeform", ["Ada"], match_id=match_id)
    assert [scribe.ledger.find(text) for text in ("abc", "abd", "abd2")] == ["abc1", "abd", "abd2"]
    for text, why in (("ab", "several"), ("z", "there is no match z"), ("%", "there is no match")):
        with pytest.raises(NoSuchMatch, match=why):
            scribe.ledger.find(text)
    with pytest.raises(NoSuchMatch):
        scribe.ledger.match("zz")


def test_wrong_games_and_options_are_refused_before_anybodys_name_is_kept(path: Path, scribe: Scribe) -> None:
    with pytest.raises(UnknownGame, match=f"there is no game 'skat'. Games: {', '.join(GAMES)}"):
        scribe.new("skat", ["Ada"])
    for options in ({"hand_limit": 8}, {"events_need_active_pawn": "yes"}):
        with pytest.raises(WrongOptions):
            scribe.new("ultime", ["a", "b", "c"], options=options)
    with pytest.raises(WrongOptions, match="catalogue"):
        scribe.new("ultime", ["a", "b", "c"], catalogue={"name": "x"})
    with pytest.raises(Illegal, match="UP-1"):
        scribe.new("ultime", ["a", "b"])
    with sqlite3.connect(path) as raw:
        assert raw.execute("SELECT count(*) FROM identities").fetchone() == (0,)


def test_the_codec_knows_a_closed_list_and_one_form(ledger: Ledger, match_id: str) -> None:
    mapper = EventMapper(ledger.construct_transcoder())
    event = ledger.events_of(match_id)[1]
    stored = mapper.to_stored_event(event)
    assert mapper.to_domain_event(stored) == event
    assert decode("Played", encode(event)) == event
    with pytest.raises(BadEvent, match="no event type 'os:system'"):
        decode("os:system", b"[]")
    import dataclasses

    with pytest.raises(BadEvent, match="tell event 2"):
        mapper.to_domain_event(dataclasses.replace(stored, originator_version=3))


def test_the_library_reads_the_log_in_commit_order(ledger: Ledger, match_id: str) -> None:
    notifications = ledger.recorder.select_notifications(start=1, limit=100)
    assert [one.id for one in notifications] == list(range(1, ledger.match(match_id).version + 1))
