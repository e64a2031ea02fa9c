"""People's words are stored outside the log: each can be erased, and everything stays valid."""

import json
import re
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest
from eventsourcing.persistence import StoredEvent
from msgspec import UNSET, structs
from sqlalchemy import select

from tablescribe.domain.clock.control import read_control
from tablescribe.domain.match.events import Ruled
from tablescribe.domain.table.table import Changed
from tablescribe.ledger.care.backup import backup, restore
from tablescribe.ledger.care.importing import import_file
from tablescribe.ledger.care.match_files import export, match_in, verify_with_words
from tablescribe.ledger.log.codec import decode, encode
from tablescribe.ledger.log.errors import BadFile, CommandReused, LedgerDamaged
from tablescribe.ledger.log.schema import commands, consents, texts
from tablescribe.ledger.log.text_marks import ERASED
from tablescribe.ledger.log.texts import WORDS, StoredText, filled
from tablescribe.ledger.matches import corrections
from tablescribe.ledger.matches.clocks import Clocks
from tablescribe.ledger.matches.drafting import drafting
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.quick_read import read_quickly
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles.bundle import Bundle, contents_of, sealed_text
from tablescribe.ledger.proofs.bundles.parsing import parse
from tablescribe.ledger.proofs.bundles.redaction import without_words
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.tree.signed_note import sign
from tablescribe.ledger.proofs.verification.soundness import verify_ledger
from tablescribe.ledger.proofs.verifiers.verify_bundle import verify as verify_as_an_outsider
from tests.ledger.commands import run

NAME = "Zo\u00eb Quux"
SPELT = "quux"

PICTURED = "NotedWithPictures"
"""The type of notes with photos, which are tested in test_photos_beside.py."""


@pytest.fixture
def written(scribe: Scribe, tmp_path: Path) -> str:
    """A match in which the name is written wherever people can write."""
    match = scribe.new("freeform", ["Ada", "Ben"], data={"title": f"an evening of {NAME}", "place": f"at {NAME}'s"})
    scribe.play(match.id, 1, {"do": "score", "to": 1, "points": 1})
    scribe.play(match.id, 2, {"do": "score", "to": 2, "points": 2})
    scribe.undo(match.id, agreed=[1, 2], reason=f"{NAME} was distracted")
    scribe.redo(match.id, reason=f"{NAME} was not")
    Clocks(scribe).set(match.id, read_control("5+3"))
    Clocks(scribe).correct(match.id, 1, 60_000, reason=f"{NAME} pressed by accident")
    scribe.note(match.id, f"{NAME} was late")
    fact = Changed("score:1", 1, 3)
    scribe.ruling(match.id, [fact], clause=f"as {NAME} says", reason=f"{NAME} counted wrongly")
    scribe.missed(match.id, [Changed("score:1", 3, 4)], moves=1, reason=f"{NAME} forgot")
    scribe.describe(match.id, {"tags": [NAME, "cup"], "event": f"{NAME} cup", "round": NAME, "table": NAME})
    notary = Notary(scribe, KeyStore(tmp_path / "keys"))
    notary.enrol(match.id, "seat:1")
    scribe.close(match.id, abandoned=True)
    notary.revoke(match.id, "seat:1", f"{NAME} found it")
    corrections.correct(scribe, match.id, by="keeper", reason=f"{NAME} lost", winners=[2])
    corrections.void(scribe, match.id, by="keeper", reason=f"{NAME} was not there")
    corrections.reinstate(scribe, match.id, by="keeper", reason=f"{NAME} was there")
    return match.id


def test_no_word_that_people_write_is_in_the_log(scribe: Scribe, written: str) -> None:
    """Given every kind of event that has words, none of them is in the stored bytes; all are read as they were."""
    rows = list(scribe.ledger.log.rows(written))
    kinds = {kind.__name__.removesuffix("Openly") for kind in WORDS} - {"Settled", "RevokedBy", PICTURED} | {"Opened"}
    assert kinds <= {row.type.removesuffix("Openly").removesuffix("By") for row in rows}
    assert not [row.type for row in rows if SPELT in row.body.decode().casefold()]
    told = scribe.ledger.events_of(written)
    assert sum(SPELT in repr(event).casefold() for event in told) >= len(kinds)
    assert scribe.match(written).notes[0].text == f"{NAME} was late"
    assert scribe.match(written).opening.title == f"an evening of {NAME}"


def test_titles_of_games_are_no_words(scribe: Scribe) -> None:
    match = scribe.new("freeform", ["Ada"], data={"title": "Catan"})
    assert not scribe.ledger.log.texts(match.id)
    assert b'"Catan"' in next(iter(scribe.ledger.log.rows(match.id))).body


def test_erased_words_are_nowhere_in_the_ledgers_files(path: Path, scribe: Scribe, written: str) -> None:
    """Given lists that tell them, they are gone from all files, and are in no backup and no export made after."""
    ledger = scribe.ledger
    ledger.lists.fresh()
    row = {"request": "r", "version": 3, "target": 1, "seat": 1, "agreed": "[]", "at": "2026"}
    ledger.log.write(consents.insert().values(match_id=written, reason=f"{NAME} was distracted", **row))
    assert _left(path) > 10
    for event in ledger.events_of(written):
        ledger.erase_words(written, event.originator_version)
    assert not ledger.erasure_is_unfinished()
    assert _left(path) == 0
    backup(ledger, path.parent / "after.backup")
    (path.parent / "after.json").write_bytes(export(ledger, written))
    notary = Notary(scribe, KeyStore(path.parent / "keys"))
    (path.parent / "after.bundle").write_bytes(notary.bundle([written]))
    assert not any(_left(file) for file in path.parent.glob("after.*"))
    for said in (("matches",), ("stats",), ("log", written), ("show", written), ("words", "list", written)):
        assert SPELT not in run(path, *said).output.casefold() + run(path, *said, "--json").output.casefold(), said
    assert f"note: {ERASED}" in run(path, "log", written).stdout


def test_postgresql_keeps_no_erased_words(target: str, scribe: Scribe, written: str) -> None:
    """Given statistics of lists, no table and no statistics have them afterwards."""
    if "://" not in target:
        pytest.skip("SQLite: see the test before")
    import psycopg

    scribe.ledger.lists.fresh()
    with psycopg.connect(target, autocommit=True) as server:
        server.execute("ANALYZE")
        assert scribe.ledger.erase(NAME) == 0
        tables = [row[0] for row in server.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
        for table in (*tables, "pg_stats"):
            found = server.execute(f"SELECT count(*) FROM {table} AS t WHERE t::text ILIKE '%{SPELT}%'")
            assert found.fetchone() == (0,), table


def _left(path: Path) -> int:
    return sum(file.read_bytes().lower().count(SPELT.encode()) for file in path.parent.glob(f"{path.name}*"))


def test_an_erased_event_stays_and_everything_verifies(scribe: Scribe, written: str, tmp_path: Path) -> None:
    """Given one erased event, heads and results are the same, bundles from before and after verify, others are told."""
    ledger, notary = scribe.ledger, Notary(scribe, KeyStore(tmp_path / "keys"))
    before, head, table = notary.bundle([written]), ledger.verify(), scribe.match(written).table
    note = next(event.originator_version for event in ledger.events_of(written) if type(event).__name__ == "Noted")
    assert ledger.erase_words(written, note) == 1
    assert ledger.verify() == head | {"keyring": ledger.verify()["keyring"]}
    assert scribe.match(written).table == table
    assert [one.text for one in scribe.match(written).notes] == [ERASED]
    assert scribe.match(written).corrections.events[0].reason == f"{NAME} lost"
    assert not verify_ledger(ledger).doubts
    after = notary.bundle([written])
    for contents, text in ((before, f"{NAME} was late"), (after, ERASED)):
        verified = verify_bundle(contents)
        assert verified.matches[0].match().notes[0].text == text
        assert verify_as_an_outsider(contents, [])[0].startswith("Sound")
    assert json.loads(after)["version"] == 3


def test_words_can_be_withheld_without_their_events(scribe: Scribe, written: str, tmp_path: Path) -> None:
    """Given a bundle for spectators, every event is told and no word; both verifiers say so. With words, all are."""
    notary = Notary(scribe, KeyStore(tmp_path / "keys"))
    without, with_words = (notary.bundle([written], redacted=True, words=told) for told in (False, True))
    assert SPELT not in without.decode().casefold()
    assert SPELT in with_words.decode().casefold()
    for contents, text in ((without, "(withheld)"), (with_words, f"{NAME} was late")):
        match = verify_bundle(contents).matches[0]
        assert (match.withheld, match.unproved) == ((), ())
        assert match.match().notes[0].text == text
    told = verify_as_an_outsider(without, [])
    many = len(scribe.ledger.log.texts(written))
    assert f"Words that people wrote: {many}, of which 0 are told; others are withheld or erased." in told


def test_no_words_can_be_shown_for_what_is_withheld(scribe: Scribe, tmp_path: Path) -> None:
    """Given a ruling that is withheld for a hidden card, nobody can say what was written in it, though it is right."""
    match = scribe.new("ultime", ["Ada", "Ben", "Cleo"], chance="sealed", data={"title": f"of {NAME}"})
    notary = Notary(scribe, KeyStore(tmp_path / "keys"))
    bundle = parse(notary.bundle([match.id], redacted=True, words=True))
    assert bundle.texts == tuple(text.line for text in _texts(scribe, match.id))
    body = bundle.streams[1].log[1]
    withheld = structs.replace(body, body="", digest=sha256(body.body.encode()).hexdigest(), shown=_unsalted(body.body))
    stream = structs.replace(bundle.streams[1], log=(bundle.streams[1].log[0], withheld))
    contents = resealed(structs.replace(bundle, streams=(bundle.streams[0], stream)), notary)
    with pytest.raises(LedgerDamaged, match="the words"):
        verify_bundle(contents)
    with pytest.raises(ValueError, match="words"):
        verify_as_an_outsider(contents, [])


def _texts(scribe: Scribe, match_id: str) -> list[StoredText]:
    found = scribe.ledger.log.select(select(texts).where(texts.c.match_id == match_id).order_by(texts.c.version))
    return [StoredText(*row) for row in found]


def _unsalted(body: str) -> str:
    said = json.loads(body)
    said[6] = ""
    return json.dumps(said, separators=(",", ":"), ensure_ascii=False)


def resealed(bundle: Bundle, notary: Notary) -> bytes:
    """Return a bundle as its owner seals it again."""
    changed = structs.replace(bundle, seal="")
    seal = sign(sealed_text(bundle.ledger, contents_of(changed)), [notary.ledger_signer()])
    return contents_of(structs.replace(changed, seal=seal))


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line[:65] + "another text",
        lambda line: "0" * 64 + line[64:],
        lambda line: line[:64] + line[65:],
        lambda line: line.upper(),
    ],
)
def test_no_other_words_can_be_shown_for_an_event(scribe: Scribe, written: str, tmp_path: Path, change: object) -> None:
    """Given a bundle that its owner seals again with another text or salt, or one twice, both verifiers refuse it."""
    assert callable(change)
    notary = Notary(scribe, KeyStore(tmp_path / "keys"))
    bundle = parse(notary.bundle([written]))
    assert isinstance(bundle.texts, tuple)
    first, *others = bundle.texts
    for forged, version in (
        ((change(first), *others), 3),
        ((first, first, *others), 3),
        ((first, *others), 1),
        ((first, *others), 4),
        (UNSET, 3),
    ):
        contents = resealed(structs.replace(bundle, texts=forged, version=version), notary)
        with pytest.raises((LedgerDamaged, BadFile)):
            verify_bundle(contents)
        with pytest.raises(ValueError, match=r"words|no bundle"):
            verify_as_an_outsider(contents, [])


def test_words_travel_with_their_match(scribe: Scribe, written: str, tmp_path: Path) -> None:
    """Given an export, a bundle and a backup, the words are there again; what was erased since does not come back."""
    ledger, notary = scribe.ledger, Notary(scribe, KeyStore(tmp_path / "keys"))
    files = {"export": export(ledger, written), "bundle": notary.bundle([written])}
    told = ledger.events_of(written)
    assert match_in(*verify_with_words(files["export"])[1:]).notes[0].text == f"{NAME} was late"
    for name, contents in files.items():
        other = open_ledger(tmp_path / f"{name}.db")
        assert import_file(other, contents).matches[0][1] == len(told)
        assert other.events_of(written) == told
        assert not verify_ledger(other).doubts
        assert other.erase(NAME) == 0
        assert import_file(other, contents).matches[0][1] == 0
        assert SPELT not in repr(other.events_of(written)).casefold()
        other.close()
    backup(ledger, tmp_path / "whole.backup")
    restore(tmp_path / "whole.backup", tmp_path / "again.db")
    again = open_ledger(tmp_path / "again.db")
    assert again.events_of(written) == told
    again.close()


def test_an_export_with_other_words_is_refused(scribe: Scribe, written: str) -> None:
    document = json.loads(export(scribe.ledger, written))
    assert document["version"] == 2
    document["texts"][0] = document["texts"][0][:65] + "another"
    with pytest.raises(LedgerDamaged, match="its texts are not those that were recorded"):
        verify_with_words(json.dumps(document, indent=1, ensure_ascii=False).encode())


def test_a_match_that_is_drafted_brings_its_words(scribe: Scribe) -> None:
    with drafting(scribe) as draft:
        match = draft.new("freeform", ["Ada"])
        draft.note(match.id, f"{NAME} was late")
    assert scribe.match(match.id).notes[0].text == f"{NAME} was late"


def test_details_that_are_repeated_are_erased_with_the_first(scribe: Scribe) -> None:
    """Given a title that later descriptions repeat, erasing it once is enough; a later change writes nothing of it."""
    ledger = scribe.ledger
    match = scribe.new("freeform", ["Ada"], data={"title": f"of {NAME}"})
    scribe.describe(match.id, {"tags": ["cup"]})
    ledger.lists.fresh()
    assert ledger.erase_words(match.id, 1) == 2
    ledger.lists.fresh()
    described = scribe.describe(match.id, {"tags": []})
    assert described.title == ERASED
    assert not without_words(described)[1], "that says nothing that a spectator may not read"
    ledger.lists.fresh()
    assert ledger.asking.matches()[0].title == ERASED
    assert not ledger.log.select(select(texts.c.text).where(texts.c.text.contains("erased")))
    assert not verify_ledger(ledger).doubts


def test_people_who_are_erased_are_erased_in_words(target: str, scribe: Scribe, written: str) -> None:
    """Given words that name them, these go with the name, and only these; the command says of which events."""
    scribe.note(written, f"{NAME}ley came later")
    told = json.loads(run(target, "people", "erase", NAME.upper(), "--keys", "none", "--json").stdout)
    assert (told["erased"], told["still"], len(told["words"])) == (0, [], 13)
    notes = [one.text for one in scribe.match(written).notes]
    assert notes == [ERASED, f"{NAME}ley came later"]
    assert run(target, "people", "erase", NAME, "--yes", "--keys", "none").exit_code == 2, "now nobody is known"


def test_a_retry_of_what_was_erased_is_still_one(scribe: Scribe, written: str) -> None:
    """Given a command with words, no hash of them is kept; another text is refused until they are erased."""
    ledger = scribe.ledger
    first = scribe.note(written, f"{NAME} came", command_id="c1")
    second = scribe.note(written, "another", command_id="c2")
    digests = ledger.log.select(select(commands.c.digest).where(commands.c.command_id.in_(("c1", "c2"))))
    assert digests[0] == digests[1], "the words are not in it"
    assert scribe.note(written, f"{NAME} came", command_id="c1") == first
    with pytest.raises(CommandReused):
        scribe.note(written, "what else", command_id="c1")
    ledger.erase_words(written, first.originator_version)
    assert scribe.note(written, f"{NAME} came", command_id="c1").text == ERASED
    assert scribe.note(written, "another", command_id="c2") == second
    described = scribe.describe(written, {"place": "  the   club "}, command_id="c3")
    assert scribe.describe(written, {"place": "  the   club "}, command_id="c3") == described


def test_no_cache_keeps_what_another_process_erased(target: str, scribe: Scribe, written: str) -> None:
    """Given a recorder that has the match in memory, what it records and reads next has nothing of it."""
    scribe.note(written, "fine")
    other = open_ledger(target)
    other.erase(NAME)
    assert SPELT not in repr(scribe.describe(written, {"place": "here"})).casefold()
    scribe.note(written, "also fine")
    assert SPELT not in repr(scribe._cache.take(written).descriptions).casefold()
    if "://" not in target:
        quick = read_quickly(target, written)
        assert quick is not None
        assert SPELT not in repr(quick.events).casefold()
    other.close()


def test_words_that_were_changed_are_found(path: Path, scribe: Scribe, written: str) -> None:
    """Given another text, salt, event or match in the table, `verify` names the event."""
    for change in ("text = '\"x\"'", "salt = zeroblob(32)", "version = 1", "match_id = 'x'", "text = 'x'", "text = 1"):
        with closing(sqlite3.connect(path)) as raw:
            raw.execute("CREATE TABLE kept AS SELECT * FROM texts")
            raw.execute(f"UPDATE texts SET {change} WHERE text LIKE '%was late%'")
            raw.commit()
            with pytest.raises(LedgerDamaged, match="the stored text of event"):
                verify_ledger(scribe.ledger)
            raw.execute("DELETE FROM texts")
            raw.execute("INSERT INTO texts SELECT * FROM kept")
            raw.execute("DROP TABLE kept")
            raw.commit()
    verify_ledger(scribe.ledger)


def test_words_in_an_old_log_stay_and_are_told(target: str, ledger: Ledger, scribe: Scribe) -> None:
    """Given an event that an earlier version recorded with its words, it stays, and nobody can erase it."""
    match = scribe.new("freeform", ["Ada"])
    noted = scribe.match(match.id).note(f"{NAME} was late", scribe.stamp())
    ledger.log.insert_events([StoredEvent(match.id, 2, "Noted", encode(noted))], expected_version=1)
    assert scribe.match(match.id).notes[0].text == f"{NAME} was late"
    assert json.loads(run(target, "words", "list", match.id, "--json").stdout)["words"][0]["in_log"]
    told = run(target, "words", "erase", match.id, "2", "--yes")
    assert (told.exit_code, "The log never changes" in " ".join(told.stderr.split())) == (2, True)
    assert json.loads(run(target, "people", "erase", NAME, "--keys", "none", "--json").stdout)["still"] == [
        {"match_id": match.id, "version": 2, "type": "Noted"}
    ]


def test_a_thing_that_is_called_like_a_commitment_stays_what_it_is() -> None:
    """Given a piece on the table with such a name, it is no word: facts are never read otherwise."""
    name, at = "words:" + "0" * 64, datetime(2026, 11, 26, tzinfo=UTC)
    ruled = Ruled("m", 2, at, "r", "d", "s", 1, (Changed(name, None, name),), "1", name, None)
    event = decode("Ruled", filled("Ruled", encode(ruled), {}))
    assert event == structs.replace(ruled, reason=ERASED)


def test_words_are_erased_from_the_command_line(target: str, scribe: Scribe, written: str) -> None:
    """Given the number of an event, its words go after a question; once more says that they are gone."""
    listed = run(target, "words", "list", written).stdout
    number = re.search(r"(\d+)  Noted", listed)
    assert number is not None
    assert run(target, "words", "erase", written, number[1], stdin="n\n").exit_code == 1
    assert f"{NAME} was late" in run(target, "words", "list", written).stdout
    assert "1 text erased" in run(target, "words", "erase", written, number[1], stdin="y\n").stdout
    assert f"{NAME} was late" not in run(target, "words", "list", written).stdout
    assert "have already been erased" in run(target, "words", "erase", written, number[1], "--yes").stdout
    told = run(target, "words", "erase", written, "2", "--yes", "--json")
    assert json.loads(told.stdout)["erased"] > 0
    assert run(target, "words", "erase", written, "999", "--yes").exit_code == 2
