"""Imports: what a file proves is reported and stored, and no crafted file harms the ledger."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from tablescribe.ledger.care.importing import import_file
from tablescribe.ledger.care.match_files import export
from tablescribe.ledger.log.chain import event_hash
from tablescribe.ledger.log.errors import BadFile, LedgerDamaged
from tablescribe.ledger.log.schema import imports
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.verification.soundness import verify_ledger
from tests.ledger.commands import run


@pytest.fixture
def notary(scribe: Scribe, tmp_path: Path) -> Notary:
    return Notary(scribe, KeyStore(tmp_path / "keys"))


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Ledger]:
    """Another person's ledger."""
    other = open_ledger(tmp_path / "other.db")
    yield other
    other.close()


def origin(ledger: Ledger) -> list[tuple[object, ...]]:
    columns = (
        imports.c.match_id,
        imports.c.first_version,
        imports.c.last_version,
        imports.c.worth,
        imports.c.ledger_id,
    )
    return [tuple(row) for row in ledger.log.select(imports.select().with_only_columns(*columns))]


def test_an_export_is_its_own_word_and_stays_known_as_that(ledger: Ledger, match_id: str, other: Ledger) -> None:
    done = import_file(other, export(ledger, match_id))
    assert (done.worth, done.matches, done.names) == ("export", ((match_id, 6),), 0)
    assert origin(other) == [(match_id, 1, 6, "export", ledger.ledger_id)]
    assert any("imported from an export" in str(one) for one in verify_ledger(other).unknown)
    Scribe(ledger).note(match_id, "more")
    import_file(other, export(ledger, match_id))
    assert origin(other)[1:] == [(match_id, 7, 7, "export", ledger.ledger_id)]


def test_a_bundle_is_verified_and_brings_its_names(
    ledger: Ledger, scribe: Scribe, match_id: str, notary: Notary, other: Ledger
) -> None:
    contents, key = notary.bundle([match_id], names=True), notary.ledger_signer().key
    assert import_file(other, contents).worth == "bundle"
    assert Scribe(other).names(other.match(match_id)) == ["Ada", "Ben", "Cleo"]
    assert verify_ledger(other).beside.named == 3
    scribe.note(match_id, "more")
    done = import_file(other, notary.bundle([match_id]), [key])
    assert (done.worth, done.key, done.matches) == ("vouched", str(key), ((match_id, 1),))
    assert other.verify() | {} == {match_id: ledger.verify(match_id)[match_id]}


def test_a_bundle_that_was_changed_or_is_of_another_key_brings_nothing(
    match_id: str, notary: Notary, other: Ledger, tmp_path: Path
) -> None:
    contents = notary.bundle([match_id])
    stranger = KeyStore(tmp_path / "strangers").signer("x", owner=f"tablescribe/{other.ledger_id}").key
    for wrong, keys in ((contents.replace(b"skip", b"slip", 1), []), (contents, [stranger])):
        with pytest.raises((BadFile, LedgerDamaged)):
            import_file(other, wrong, keys)
    with pytest.raises(BadFile, match="for a spectator and withholds events"):
        import_file(other, notary.bundle([match_id], redacted=True))
    assert other.match_ids() == []


def relinked(contents: bytes, change: Callable[[list[list[object]]], object]) -> bytes:
    """Return a forged export: the log is changed, and every hash is right."""
    document = json.loads(contents)
    change(document["log"])
    previous = b""
    for version, entry in enumerate(document["log"], start=1):
        fields = json.loads(entry[3])
        fields[2] = entry[1] = version
        entry[3] = json.dumps(fields, separators=(",", ":"), ensure_ascii=False)
        link = event_hash(entry[0], document["match"], version, entry[2], previous, entry[3].encode())
        entry[4:6] = [previous.hex(), link.hex()]
        previous = link
    document |= {"events": len(document["log"]), "head": previous.hex()}
    return msgspec.json.format(msgspec.json.encode(document), indent=1) + b"\n"


def test_a_file_cannot_claim_that_this_ledger_recorded_what_it_did_not(
    ledger: Ledger, scribe: Scribe, match_id: str, other: Ledger
) -> None:
    """Given events with this ledger's own id, they are refused, unless `ours` is set, as after a restore."""

    def claim(log: list[list[object]]) -> None:
        for entry in log:
            entry[0] = other.ledger_id

    forged = relinked(export(ledger, match_id), claim)
    with pytest.raises(BadFile, match="claims that this ledger recorded it, but the ledger does not have it"):
        import_file(other, forged)
    assert other.match_ids() == []
    assert import_file(other, forged, ours=True).matches == ((match_id, 6),)


def test_what_the_ledger_s_own_key_signed_is_ours(
    scribe: Scribe, match_id: str, notary: Notary, tmp_path: Path
) -> None:
    """After a restore of an older copy, a newer bundle of the same ledger brings the match up to date."""
    from tablescribe.ledger.care.backup import backup, restore

    notary.checkpoint()
    backup(scribe.ledger, tmp_path / "monday")
    scribe.note(match_id, "on Tuesday")
    contents = notary.bundle([match_id])
    restore(tmp_path / "monday", tmp_path / "restored.db")
    restored = open_ledger(tmp_path / "restored.db")
    done = import_file(restored, contents)
    assert (done.worth, done.matches) == ("vouched", ((match_id, 1),))
    restored.close()


def closed_twice(log: list[list[object]]) -> None:
    log.append(list(log[-1]))


def without_seats(log: list[list[object]]) -> None:
    fields = json.loads(str(log[0][3]))
    fields[10] = []
    log[0][3] = json.dumps(fields)


def no_opening(log: list[list[object]]) -> None:
    log.append(list(log[0]))


@pytest.mark.parametrize("craft", [closed_twice, without_seats, no_opening])
def test_a_crafted_export_cannot_make_later_bundles_fail(
    scribe: Scribe, match_id: str, other: Ledger, tmp_path: Path, craft: Callable[[list[list[object]]], None]
) -> None:
    """Given a file with valid hashes that no bundle can hold, it is refused."""
    scribe.close(match_id, abandoned=True)
    crafted = relinked(export(scribe.ledger, match_id), craft)
    ours = Scribe(other).new("freeform", ["Dan"])
    with pytest.raises((BadFile, LedgerDamaged)):
        import_file(other, crafted)
    assert other.match_ids() == [ours.id]
    notary = Notary(Scribe(other), KeyStore(tmp_path / "keys"))
    assert verify_bundle(notary.bundle(other.match_ids())).faults == ()


def test_the_command_says_what_a_file_is_worth(ledger: Ledger, match_id: str, notary: Notary, tmp_path: Path) -> None:
    (tmp_path / "m.json").write_bytes(export(ledger, match_id))
    (tmp_path / "m.bundle").write_bytes(notary.bundle([match_id], names=True))
    key = str(notary.ledger_signer().key)
    first, second = tmp_path / "one.db", tmp_path / "two.db"
    assert "An export proves that it is complete" in run(first, "import", str(tmp_path / "m.json")).output
    assert run(first, "import", str(tmp_path / "m.json"), "--key", key).exit_code == 2
    words = run(second, "import", str(tmp_path / "m.bundle"), "--key", key).output
    assert "which is trusted here" in words
    assert "3 names imported" in words
    assert "Ada" in run(second, "matches").output
