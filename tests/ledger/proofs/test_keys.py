"""Private keys: created on first use, protected from others, and never replaced by accident."""

import stat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import BadKey, KeyStore
from tablescribe.ledger.proofs.keys.keyring import STREAM, Keyring
from tablescribe.ledger.proofs.tree.signed_note import VerifierKey


@pytest.fixture
def store(tmp_path: Path) -> KeyStore:
    return KeyStore(tmp_path / "private" / "keys")


def test_a_key_is_made_at_first_use_and_readable_by_its_owner_alone(store: KeyStore) -> None:
    signer = store.signer("Ada Lovelace")
    path = store.path("Ada Lovelace")
    assert path.name == "ada-lovelace.pem"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.folder.stat().st_mode) == 0o700
    assert store.signer("Ada Lovelace") == signer
    assert store.signer("ben") != signer
    assert store.names() == ["ada-lovelace", "ben"]


def test_a_locked_key_needs_its_passphrase(store: KeyStore) -> None:
    signer = store.signer("ada", passphrase="horse")
    assert b"ENCRYPTED" in store.path("ada").read_bytes()
    assert store.signer("ada", passphrase="horse") == signer
    with pytest.raises(BadKey, match="it is locked: give its passphrase"):
        store.signer("ada")
    with pytest.raises(BadKey, match="passphrase is wrong"):
        store.signer("ada", passphrase="cow")
    store.signer("ben")
    with pytest.raises(BadKey, match="give no passphrase"):
        store.signer("ben", passphrase="horse")


def test_a_key_that_others_may_read_is_not_used(store: KeyStore) -> None:
    store.signer("ada")
    store.path("ada").chmod(0o640)
    with pytest.raises(BadKey, match="other users can read"):
        store.signer("ada")


def test_keys_that_are_none(store: KeyStore) -> None:
    store.signer("ada")
    with pytest.raises(BadKey, match="there is no key"):
        store.signer("nobody", make=False)
    with pytest.raises(BadKey, match="not a valid name for a key"):
        store.signer("¿?")
    store.path("ada").write_text("-----BEGIN PRIVATE KEY-----\nnonsense\n-----END PRIVATE KEY-----\n")
    with pytest.raises(BadKey, match="damaged"):
        store.signer("ada")
    other = ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    store.path("ada").write_bytes(other)
    with pytest.raises(BadKey, match="has the wrong type"):
        store.signer("ada")


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BadKey, match="cannot be made"):
        KeyStore(tmp_path / "file" / "keys").signer("ada")


def test_the_ledger_s_key_is_enrolled_once_changed_and_revoked_by_events(
    ledger: Ledger, scribe: Scribe, store: KeyStore
) -> None:
    keyring = Keyring(ledger, store)
    first = keyring.signer(scribe.stamp())
    assert keyring.signer(scribe.stamp()) == first
    second = keyring.rotate(scribe.stamp())
    assert second != first == keyring.store.signer(f"ledger-{ledger.ledger_id[:8]}-1", owner=first.name)
    assert keyring.signer(scribe.stamp()) == second
    keyring.revoke(scribe.stamp(), "the machine was stolen")
    with pytest.raises(BadKey, match="the ledger's key was revoked"):
        keyring.signer(scribe.stamp())
    with pytest.raises(BadKey, match="no key that could be revoked"):
        keyring.revoke(scribe.stamp(), "again")
    third = keyring.rotate(scribe.stamp())
    assert keyring.signer(scribe.stamp()) == third
    assert [row.type for row in ledger.log.rows(STREAM)] == ["Enrolled", "Enrolled", "Revoked", "Enrolled"]
    assert ledger.verify()[STREAM]
    assert VerifierKey.parse(str(third.key)) == third.key


def test_on_a_machine_without_the_ledger_s_key_nobody_signs_for_it(
    ledger: Ledger, scribe: Scribe, store: KeyStore, tmp_path: Path
) -> None:
    Keyring(ledger, store).signer(scribe.stamp())
    elsewhere = Keyring(ledger, KeyStore(tmp_path / "elsewhere"))
    with pytest.raises(BadKey, match="sign on the machine that has it"):
        elsewhere.signer(scribe.stamp())
    elsewhere.store.signer(f"ledger-{ledger.ledger_id[:8]}-1")
    with pytest.raises(BadKey, match="is not the ledger's key, though it is called so"):
        elsewhere.signer(scribe.stamp())
