"""`verify` of a ledger: every manipulation is found, and unknowable facts are named."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tablescribe.ledger.log.chain import event_hash
from tablescribe.ledger.log.errors import LedgerDamaged, LedgerError
from tablescribe.ledger.log.schema import checkpoints, identities, seeds
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Checkpoint, VerifierKey, sign
from tablescribe.ledger.proofs.verification.soundness import verify_ledger
from tests.ledger.commands import run

Tamper = Callable[..., None]


@pytest.fixture
def notary(scribe: Scribe, tmp_path: Path) -> Notary:
    return Notary(scribe, KeyStore(tmp_path / "keys"))


@pytest.fixture
def note(notary: Notary, match_id: str) -> str:
    """A checkpoint over the ledger with its match."""
    return notary.checkpoint()


def rehash(ledger: Ledger, match_id: str, old: bytes, new: bytes) -> list[str]:
    """Return a function that changes a match's bytes and corrects every later hash: the chain itself is sound."""
    statements, previous = [], b""
    for row in ledger.log.rows(match_id):
        body = row.body.replace(old, new)
        link = event_hash(row.ledger_id, row.match_id, row.version, row.type, previous, body)
        statements.append(
            f"UPDATE events SET body = x'{body.hex()}', previous = x'{previous.hex()}', hash = x'{link.hex()}' "
            f"WHERE position = {row.position}"
        )
        previous = link
    return statements


def test_a_sound_ledger_says_what_was_checked_and_what_nobody_can_know(ledger: Ledger, note: str) -> None:
    sound = verify_ledger(ledger)
    assert (len(sound.heads), sound.events, sound.checkpoints, sound.vouched) == (1, 7, 1, 7)
    assert (sound.beside.named, sound.doubts) == (3, ())
    assert "kept elsewhere: --since" in str(sound.unknown[0])
    kept = verify_ledger(ledger, since=[note])
    assert kept.since == (7,)
    assert not any("--since" in str(one) for one in kept.unknown)


def test_without_any_checkpoint_it_is_said_that_a_rewriting_would_not_show(
    ledger: Ledger, match_id: str, tamper: Tamper
) -> None:
    """The honest limit: chains that are sound in themselves, and nothing that was kept."""
    tamper(*rehash(ledger, match_id, b'null,"words:', b'1,"words:'))
    assert "no checkpoint was ever signed" in str(verify_ledger(ledger).unknown[0])


def test_a_match_that_was_hashed_anew_is_found_by_the_stored_checkpoint(
    ledger: Ledger, match_id: str, note: str, tamper: Tamper
) -> None:
    tamper(*rehash(ledger, match_id, b'null,"words:', b'1,"words:'))
    assert ledger.verify(match_id), "its chain is sound in itself"
    with pytest.raises(LedgerDamaged, match="first 7 events do not match the checkpoint"):
        verify_ledger(ledger)


def test_a_tail_that_was_cut_off_is_found(
    ledger: Ledger, scribe: Scribe, match_id: str, note: str, notary: Notary, tamper: Tamper
) -> None:
    scribe.note(match_id, "one")
    scribe.note(match_id, "two")
    notary.checkpoint()
    tamper("DELETE FROM events WHERE position >= 9")
    with pytest.raises(LedgerDamaged, match="covers 9 events, but there are only 8: the end is missing"):
        verify_ledger(ledger)


def test_a_match_that_was_deleted_and_the_gap_closed_is_found(
    ledger: Ledger, scribe: Scribe, note: str, notary: Notary, tamper: Tamper
) -> None:
    scribe.new("freeform", ["Dan"])
    scribe.new("freeform", ["Eve"])
    notary.checkpoint()
    tamper("DELETE FROM events WHERE position = 8", "UPDATE events SET position = 8 WHERE position = 9")
    with pytest.raises(LedgerDamaged, match="the end is missing"):
        verify_ledger(ledger)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"name": "Zoe"}, "the stored name of seat 1 is not the one"),
        ({"salt": b"x" * 32}, "the stored name of seat 1 is not the one"),
    ],
)
def test_a_name_or_salt_that_was_exchanged_is_found(
    ledger: Ledger, match_id: str, change: dict[str, object], found: str
) -> None:
    ledger.log.write(identities.update().where(identities.c.name == "Ada").values(**change))
    with pytest.raises(LedgerDamaged, match=found):
        verify_ledger(ledger)


def test_two_people_whose_names_were_swapped_are_found(ledger: Ledger, match_id: str) -> None:
    for was, now in (("Ada", "?"), ("Ben", "Ada"), ("?", "Ben")):
        ledger.log.write(identities.update().where(identities.c.name == was).values(name=now))
    with pytest.raises(LedgerDamaged, match="the stored name of seat"):
        verify_ledger(ledger)


def test_a_seed_that_was_exchanged_is_found(ledger: Ledger, scribe: Scribe) -> None:
    scribe.new("ultime", ["Ada", "Ben", "Cleo"], chance="sealed")
    assert verify_ledger(ledger).beside.seeds == 1
    ledger.log.write(seeds.update().values(seed=b"x" * 32))
    with pytest.raises(LedgerDamaged, match="the stored seed is not the one"):
        verify_ledger(ledger)


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE commands SET first_version = 1",
        "UPDATE commands SET first_version = 6, count = 2",
        "UPDATE commands SET digest = x'00'",
        "UPDATE commands SET first_version = 7 WHERE command_id = 'c2'",
        "UPDATE commands SET match_id = 'nowhere'",
    ],
)
def test_a_command_that_was_given_other_events_is_found(
    ledger: Ledger, scribe: Scribe, match_id: str, tamper: Tamper, change: str
) -> None:
    scribe.note(match_id, "first", command_id="c1")
    scribe.note(match_id, "second", command_id="c2")
    assert verify_ledger(ledger)
    tamper(change)
    with pytest.raises(LedgerDamaged, match=r"command c[12] of match"):
        verify_ledger(ledger)


def test_a_stored_checkpoint_must_have_a_signature_of_the_ledger_s_own(
    ledger: Ledger, notary: Notary, note: str
) -> None:
    """Given a stored checkpoint that says the truth but was signed by nobody, or a stranger, it is found."""
    text = note[: note.index("\n\n") + 1]
    stranger = notary.store.signer("stranger", owner=Checkpoint.parse(text).origin)
    for false in (sign(text, [stranger]), note[:-20] + "A" * 18 + "=\n", text, "nonsense"):
        ledger.log.write(checkpoints.update().values(note=false))
        with pytest.raises(LedgerDamaged, match="the stored checkpoint over 7 events is not signed by this ledger"):
            verify_ledger(ledger)
    ledger.log.write(checkpoints.update().values(note=note, size=6))
    with pytest.raises(LedgerDamaged, match="belongs to another log"):
        verify_ledger(ledger)


def test_a_checkpoint_signed_with_a_key_that_was_revoked_is_in_doubt(ledger: Ledger, notary: Notary, note: str) -> None:
    notary.keyring.revoke(notary.scribe.stamp(), "stolen")
    assert "a key that was revoked" in str(verify_ledger(ledger).doubts[0])


def test_a_kept_checkpoint_tells_what_a_thief_of_the_key_did(
    ledger: Ledger, notary: Notary, match_id: str, note: str, tamper: Tamper
) -> None:
    """Given who rewrote the log and signed it again with the stolen key, the ledger is sound; not for who kept one."""
    tamper(*rehash(ledger, match_id, b'null,"words:', b'1,"words:'), "DELETE FROM checkpoints")
    for mark in notary.store.folder.glob("*.signed"):
        mark.unlink()
    notary.checkpoint()
    assert verify_ledger(ledger).checkpoints == 1
    with pytest.raises(LedgerDamaged, match="first 7 events do not match"):
        verify_ledger(ledger, since=[note])


def test_a_kept_checkpoint_of_another_ledger_or_key_is_refused(ledger: Ledger, notary: Notary, note: str) -> None:
    origin = Checkpoint.parse(note[: note.index("\n\n") + 1]).origin
    other = notary.store.signer("other", owner="tablescribe/other")
    with pytest.raises(LedgerError, match="this is a checkpoint of"):
        verify_ledger(ledger, since=[sign(Checkpoint("tablescribe/other", 7, b"x" * 32).text(), [other])])
    with pytest.raises(BadNote):
        verify_ledger(ledger, since=[note], keys=[VerifierKey(origin, other.key.public)])
    with pytest.raises(BadNote):
        verify_ledger(ledger, since=["nonsense"])


# --- on the command line --------------------------------------------------------------------------


@pytest.fixture
def kept(note: str, ledger: Ledger, target: str, tmp_path: Path) -> tuple[str, str]:
    """The ledger at rest, and the file of a checkpoint that somebody kept."""
    file = tmp_path / "kept.checkpoint"
    file.write_text(note)
    return target, str(file)


def test_verify_since_tests_a_ledger_against_a_kept_checkpoint(
    kept: tuple[str, str], ledger: Ledger, match_id: str, tamper: Tamper
) -> None:
    target, file = kept
    said = run(target, "verify", "--since", file, "--json")
    assert (said.exit_code, json.loads(said.stdout)["since"]) == (0, [7])
    assert "extends the checkpoint of 7 events" in run(target, "verify", "--since", file).output
    tamper(*rehash(ledger, match_id, b'null,"words:', b'1,"words:'), "DELETE FROM checkpoints")
    assert run(target, "verify").exit_code == 0, "nothing in the ledger itself tells"
    assert run(target, "verify", "--since", file).exit_code == 5


def test_a_ledger_is_verified_by_as_many_processes_as_are_wished(kept: tuple[str, str]) -> None:
    alone, shared = (run(kept[0], "verify", "--processes", many, "--json") for many in ("1", "2"))
    assert (shared.exit_code, shared.stdout) == (alone.exit_code, alone.stdout)
    assert alone.exit_code == 0, alone.output


@pytest.mark.parametrize(
    "words",
    [
        ("--key", "tablescribe/x+12345678+AZC3GPFCTK2s4q6rQ45/8PMfNBU3c6W0GqmNfEymyfU9"),
        ("--authority", "roots.pem"),
        ("--processes", "2", "--match", "MATCH"),
        ("--since", "FILE", "--match", "MATCH"),
    ],
)
def test_an_option_that_would_do_nothing_for_a_ledger_is_refused(
    kept: tuple[str, str], match_id: str, words: tuple[str, ...]
) -> None:
    target, file = kept
    words = tuple({"MATCH": match_id, "FILE": file}.get(word, word) for word in words)
    done = run(target, "verify", *words)
    assert (done.exit_code, words[0] in done.stderr) == (2, True), done.output


@pytest.mark.parametrize("option", ["--key", "--since", "--authority", "--processes", "--match"])
def test_an_option_that_would_do_nothing_for_an_export_is_refused(
    kept: tuple[str, str], match_id: str, tmp_path: Path, option: str
) -> None:
    target, file = kept
    export = str(tmp_path / "m.json")
    assert run(target, "export", match_id, "-o", export).exit_code == 0
    done = run(target, "verify", export, option, "2" if option == "--processes" else file)
    assert (done.exit_code, option in done.stderr) == (2, True), done.output


def test_a_match_cannot_be_chosen_in_a_bundle(
    kept: tuple[str, str], notary: Notary, match_id: str, tmp_path: Path
) -> None:
    bundle = tmp_path / "b.bundle"
    bundle.write_bytes(notary.bundle([match_id]))
    done = run(kept[0], "verify", str(bundle), "--match", match_id)
    assert (done.exit_code, "--match" in done.stderr) == (2, True)
