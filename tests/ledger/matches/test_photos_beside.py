"""Photos of notes are stored outside the log: each can be erased, everything stays valid, and changes are found."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, update

from tablescribe.domain.match.events import NotedWithPictures
from tablescribe.domain.match.limits import PICTURES_OF_A_MATCH, PICTURES_OF_A_NOTE
from tablescribe.domain.match.match import Refused
from tablescribe.ledger.care.backup import backup, restore
from tablescribe.ledger.care.importing import import_file
from tablescribe.ledger.care.match_files import export, verify_with_words
from tablescribe.ledger.log.errors import BadFile, BundleTooLarge, CommandReused, LedgerDamaged
from tablescribe.ledger.log.picture_checks import pictures_there, states_of
from tablescribe.ledger.log.pictures import BadPicture, StoredPicture
from tablescribe.ledger.log.schema import pictures
from tablescribe.ledger.log.side_table_checks import check_side_tables
from tablescribe.ledger.matches.drafting import drafting
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles import limits
from tablescribe.ledger.proofs.bundles.parsing import parse
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.verification.soundness import verify_ledger
from tablescribe.ledger.proofs.verifiers.verify_bundle import verify as verify_as_an_outsider
from tests import photos

IN_TURN = True  # which database: conftest.py

ONE, TWO = photos.plain(64, 48), photos.plain(30, 80)


@pytest.fixture
def noted(scribe: Scribe) -> str:
    """A match with two photos in one note, and one in another."""
    match = scribe.new("freeform", ["Ada", "Ben"], data={"title": "Catan"})
    scribe.note(match.id, "the board", pictures=[ONE, TWO])
    scribe.play(match.id, 1, {"do": "score", "to": 1, "points": 1})
    scribe.note(match.id, "", about_move=1, pictures=[TWO])
    return match.id


@pytest.fixture
def notary(scribe: Scribe, tmp_path: Path) -> Notary:
    return Notary(scribe, KeyStore(tmp_path / "keys"))


def states(ledger: Ledger, match_id: str) -> list[tuple[int, int, str]]:
    return [(one.version, one.number, one.state) for one in states_of(ledger.log, match_id)]


THERE = [(2, 1, "there"), (2, 2, "there"), (4, 1, "there")]


def test_the_log_has_salted_hashes_and_the_photos_are_beside_it(scribe: Scribe, noted: str) -> None:
    ledger = scribe.ledger
    assert states(ledger, noted) == THERE
    assert [one.data for one in pictures_there(ledger.log, noted)] == [ONE, TWO, TWO]
    bodies = b"".join(row.body for row in ledger.log.rows(noted))
    assert b"the board" not in bodies
    assert bodies.count(b'"picture:') == 3
    hashes = {one.commitment for one in states_of(ledger.log, noted)}
    assert len(hashes) == 3  # the same photo twice has two salts
    first, second = scribe.match(noted).notes
    assert isinstance(first, NotedWithPictures)
    assert (first.text, len(first.pictures), second.text, second.about) == ("the board", 2, "", 1)
    report = check_side_tables(ledger.log)
    assert (report.pictures, report.pictureless) == (3, 0)
    verify_ledger(ledger)


def test_only_plain_jpegs_are_recorded(path: Path, scribe: Scribe, noted: str) -> None:
    version = scribe.match(noted).version
    for odd in (b"", b"<svg/>", photos.of_a_phone(), photos.png(3, 3), ONE + b"more"):
        with pytest.raises(BadPicture):
            scribe.note(noted, "", pictures=[ONE, odd])
    assert scribe.match(noted).version == version
    assert states(scribe.ledger, noted) == THERE


def test_a_note_and_a_match_have_so_many_photos(path: Path, scribe: Scribe) -> None:
    match = scribe.new("freeform", ["Ada"])
    with pytest.raises(Refused, match="second note"):
        scribe.note(match.id, "", pictures=[ONE] * (PICTURES_OF_A_NOTE + 1))
    for _ in range(PICTURES_OF_A_MATCH // PICTURES_OF_A_NOTE):
        scribe.note(match.id, "", pictures=[ONE] * PICTURES_OF_A_NOTE)
    with pytest.raises(Refused, match="Write the note without a photo"):
        scribe.note(match.id, "", pictures=[ONE])
    scribe.note(match.id, "and on")
    assert len(states(scribe.ledger, match.id)) == PICTURES_OF_A_MATCH


def test_a_retry_is_recorded_once_and_other_photos_are_another_command(scribe: Scribe, noted: str) -> None:
    first = scribe.note(noted, "again", pictures=[ONE], command_id="a-command")
    assert scribe.note(noted, "again", pictures=[ONE], command_id="a-command") == first
    for text, some in (("again", [TWO]), ("again", [ONE, ONE]), ("otherwise", [ONE])):
        with pytest.raises(CommandReused):
            scribe.note(noted, text, pictures=some, command_id="a-command")
    scribe.ledger.erase_words(noted, first.originator_version)
    assert scribe.note(noted, "again", pictures=[TWO], command_id="a-command").originator_version == 5
    assert states(scribe.ledger, noted) == [*THERE, (5, 1, "absent")]


def test_erased_photos_are_gone_and_everything_verifies(scribe: Scribe, notary: Notary, noted: str) -> None:
    ledger = scribe.ledger
    assert ledger.erase_words(noted, 2) == 3
    assert ledger.erase_words(noted, 2) == 0
    assert states(ledger, noted) == [(2, 1, "absent"), (2, 2, "absent"), (4, 1, "there")]
    report = verify_ledger(ledger).beside
    assert (report.pictures, report.pictureless) == (1, 2)
    contents = notary.bundle([noted], pictures=True)
    assert len(verify_bundle(contents).pictures) == 1
    assert "  event 2 of " + noted + ": picture 1 is absent, 2 is absent" in verify_as_an_outsider(contents, [])


def test_an_erased_photo_is_in_no_file_of_the_ledger(path: Path, scribe: Scribe, noted: str) -> None:
    mark = TWO[-200:-20]
    files = [path, path.with_name(path.name + "-wal")]

    def left() -> bool:
        return any(mark in file.read_bytes() for file in files if file.exists())

    assert left()
    for version in (2, 4):
        scribe.ledger.erase_words(noted, version)
    assert not left()


def test_erasing_a_person_takes_the_photos_of_notes_that_name_them(path: Path, scribe: Scribe, noted: str) -> None:
    scribe.note(noted, "Ada's hand", pictures=[ONE])
    scribe.ledger.erase("ada")
    assert states(scribe.ledger, noted) == [*THERE, (5, 1, "absent")]
    verify_ledger(scribe.ledger)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda p: update(pictures).values(data=ONE).where(p.version == 4), "changed"),
        (lambda p: update(pictures).values(salt=b"s" * 32).where(p.version == 4), "changed"),
        (lambda p: update(pictures).values(version=3).where(p.version == 4), "changed"),
        (lambda p: delete(pictures).where(p.version == 4), "absent"),
    ],
)
def test_verify_says_which_is_changed_or_absent(
    scribe: Scribe, noted: str, change: Callable[[Any], Any], what: str
) -> None:
    with scribe.ledger.log.engine.begin() as connection:
        connection.execute(change(pictures.c))
    assert states(scribe.ledger, noted) == [*THERE[:2], (4, 1, what)]
    if what == "absent":
        assert check_side_tables(scribe.ledger.log).pictureless == 1
        return
    with pytest.raises(LedgerDamaged, match=r"photo 1 of event 4 differs from the recorded one"):
        check_side_tables(scribe.ledger.log)


def test_a_photo_of_no_event_is_found(path: Path, scribe: Scribe, noted: str) -> None:
    stranger = StoredPicture("ab" * 32, noted, 2, b"s" * 32, ONE)
    scribe.ledger.log.write(pictures.insert().values(**stranger._asdict()))
    with pytest.raises(LedgerDamaged, match="the event does not have"):
        check_side_tables(scribe.ledger.log)


# --- files ------------------------------------------------------------------------------------------------


def test_a_backup_has_the_photos(scribe: Scribe, noted: str, tmp_path: Path) -> None:
    backup(scribe.ledger, tmp_path / "copy.db")
    restore(tmp_path / "copy.db", tmp_path / "restored.db")
    for name in ("copy.db", "restored.db"):
        copy = open_ledger(tmp_path / name)
        assert [one.data for one in pictures_there(copy.log, noted)] == [ONE, TWO, TWO]
        copy.close()


def test_an_export_brings_the_photos_along(path: Path, scribe: Scribe, noted: str, tmp_path: Path) -> None:
    contents = export(scribe.ledger, noted)
    verify_with_words(contents)
    other = open_ledger(tmp_path / "other.db")
    import_file(other, contents)
    assert [one.data for one in pictures_there(other.log, noted)] == [ONE, TWO, TWO]
    assert export(other, noted) == contents
    other.erase_words(noted, 2)
    import_file(other, contents)  # what was erased does not come back with an older file
    assert states(other, noted) == [(2, 1, "absent"), (2, 2, "absent"), (4, 1, "there")]
    other.close()


def with_photo(contents: bytes, data: bytes) -> bytes:
    """Return an export with another picture in the place of its first."""
    document = msgspec.json.decode(contents)
    document["pictures"][0]["data"] = b64encode(data).decode()
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def test_a_changed_export_is_refused(path: Path, scribe: Scribe, noted: str, tmp_path: Path) -> None:
    contents, other = export(scribe.ledger, noted), open_ledger(tmp_path / "other.db")
    for odd in (TWO, b"<svg/>", b""):
        with pytest.raises(LedgerDamaged, match="photo 1 of event 2"):
            import_file(other, with_photo(contents, odd))
    document = msgspec.json.decode(contents)
    document["version"] = 2
    with pytest.raises(BadFile):
        import_file(other, msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n")
    assert not other.match_ids()
    other.close()


def test_a_bundle_has_photos_only_if_asked(
    path: Path, scribe: Scribe, notary: Notary, noted: str, tmp_path: Path
) -> None:
    scribe.note(noted, "no photo")
    key = notary.ledger_signer().key
    every: tuple[dict[str, Any], ...] = (
        {},
        {"redacted": True},
        {"redacted": True, "words": True},
        {"redacted": True, "viewer": 1},
    )
    for options in every:
        contents = notary.bundle([noted], **options)
        found = parse(contents)
        assert (found.version, found.pictures) == (4, ())
        assert b64encode(ONE)[:100] not in contents
        assert verify_bundle(contents, [key]).pictures == ()
        assert "Pictures: 3, of which 0 are there; others are left out or erased." in verify_as_an_outsider(
            contents, []
        )
        with_them = verify_bundle(notary.bundle([noted], pictures=True, **options), [key])
        assert [one.data for one in with_them.pictures] == [ONE, TWO, TWO]
    other = open_ledger(tmp_path / "other.db")
    import_file(other, notary.bundle([noted], pictures=True), [key])
    assert states(other, noted) == THERE
    other.close()


def test_matches_without_photos_are_bundled_as_before(path: Path, scribe: Scribe, notary: Notary) -> None:
    match = scribe.new("freeform", ["Ada"])
    assert parse(notary.bundle([match.id], pictures=True)).version == 1
    scribe.note(match.id, "a note")
    assert parse(notary.bundle([match.id], pictures=True)).version == 3


def test_a_bundle_that_is_too_large_says_what_to_leave_out(
    path: Path, notary: Notary, noted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LARGEST", 7000)
    notary.bundle([noted])
    with pytest.raises(BundleTooLarge, match="--photos"):
        notary.bundle([noted], pictures=True)


def test_a_hostile_picture_in_a_bundle_is_proved_but_not_taken_over(
    path: Path, scribe: Scribe, notary: Notary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given a ledger that recorded what ours would not, its bundle verifies, but is not imported."""
    odd = photos.of_a_phone()[: -len(photos.TRAILING)]
    match = scribe.new("freeform", ["Ada"])
    with monkeypatch.context() as its_own:
        its_own.setattr("tablescribe.ledger.matches.photo_notes.check_plain", lambda data: (1, 1))
        scribe.note(match.id, "", pictures=[odd])
    contents = notary.bundle([match.id], pictures=True)
    assert [one.data for one in verify_bundle(contents).pictures] == [odd]
    verify_bundle(contents)
    other = open_ledger(tmp_path / "other.db")
    for file in (contents, export(scribe.ledger, match.id)):
        with pytest.raises(LedgerDamaged, match="not a plain JPEG"):
            import_file(other, file)
    other.close()


def test_a_draft_is_taken_over_with_its_photos(scribe: Scribe) -> None:
    with drafting(scribe) as draft:
        match = draft.new("freeform", ["Ada"])
        draft.note(match.id, "from a log", pictures=[ONE])
    assert states(scribe.ledger, match.id) == [(2, 1, "there")]
