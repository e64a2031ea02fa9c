"""Private key files: created on first use, readable by their owner only.

A key is an Ed25519 key in PEM (PKCS #8), encrypted if a passphrase is given. Its file is created with mode 0600 in a
folder with mode 0700. A file that others may read is refused.
"""

from __future__ import annotations

import os
import re
import secrets
import stat
from pathlib import Path

from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import LedgerError
from tablescribe.ledger.proofs.tree.signed_note import Signer

FOLDER_MODE, FILE_MODE = 0o700, 0o600


class BadKey(LedgerError):
    """A private key cannot be used: its file is missing, readable by others, damaged, or needs a passphrase."""

    code = "key.bad"


class KeyStore:
    """The folder of a person's or a machine's private keys."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, name: str) -> Path:
        """Return the file of the key with that name."""
        safe = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
        if not safe:
            raise BadKey(say("{name} is not a valid name for a key. Use letters or digits", name=repr(name)))
        return self.folder / f"{safe}.pem"

    def names(self) -> list[str]:
        """Return the names of all keys in the folder."""
        return sorted(path.stem for path in self.folder.glob("*.pem"))

    def signer(self, name: str, *, owner: str = "", passphrase: str | None = None, make: bool = True) -> Signer:
        """Return the key with that name, creating it if it does not exist.

        Args:
            name: the key's name in this folder.
            owner: the name in its signatures; by default that of the file.
            passphrase: decrypts the key, or encrypts a new one.
            make: whether to create a missing key.

        Raises:
            BadKey: the key is missing, readable by others or damaged, or the passphrase is wrong or missing.
        """
        path = self.path(name)
        if not path.exists():
            if not make:
                raise BadKey(
                    say(
                        "there is no key {path}: is it on another machine, or in another folder (--keys)?",
                        path=str(path),
                    )
                )
            self._make(path, passphrase)
        return Signer(owner or path.stem, _read(path, passphrase))

    def _make(self, path: Path, passphrase: str | None) -> None:
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        lock: serialization.KeySerializationEncryption = serialization.NoEncryption()
        if passphrase:
            lock = serialization.BestAvailableEncryption(passphrase.encode())
        text = Ed25519PrivateKey.generate().private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, lock
        )
        try:
            self.folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
            _write_once(path, text)
        except FileExistsError:
            return  # another process created it a moment ago
        except OSError as error:
            raise BadKey(
                say("the key {path} cannot be made: {why}", path=str(path), why=str(error.strerror))
            ) from error


def _write_once(path: Path, contents: bytes) -> None:
    """Create a file atomically and durably. A partial key file would prevent the creation of a new key.

    Raises:
        FileExistsError: the file exists already; it is not changed.
    """
    half = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with open(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE), "wb") as file:  # noqa: PTH123
            file.write(contents)
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(half, path)  # unlike a rename, replaces nothing
        except FileExistsError:
            raise
        except OSError:  # a file system without links
            if path.exists():
                raise FileExistsError(path) from None
            half.replace(path)
    finally:
        half.unlink(missing_ok=True)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)  # otherwise a key that has signed may be lost in a power failure
        finally:
            os.close(folder)


def _read(path: Path, passphrase: str | None) -> bytes:
    from cryptography.exceptions import InternalError, UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise BadKey(
                say(
                    "other users can read the key {path}. Run `chmod 600` on it, or replace it if someone may "
                    "have read it",
                    path=str(path),
                )
            )
        text = path.read_bytes()
    except OSError as error:
        raise BadKey(say("the key {path} cannot be read: {why}", path=str(path), why=str(error.strerror))) from error
    try:
        key = load_pem_private_key(text, passphrase.encode() if passphrase else None)
    except TypeError as error:
        hint = "it is locked: give its passphrase" if not passphrase else "it is not locked: give no passphrase"
        raise BadKey(say("the key {path} cannot be opened: {hint}", path=str(path), hint=hint)) from error
    except (ValueError, UnsupportedAlgorithm, InternalError) as error:  # the last if a key is too short or too long
        raise BadKey(
            say(
                "the key {path} cannot be opened: the passphrase is wrong, or the file is damaged. Restore "
                "a damaged file from a copy, or continue with a new key: `tablescribe keys rotate`",
                path=str(path),
            )
        ) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise BadKey(say("the key {path} has the wrong type: it must be an Ed25519 key", path=str(path)))
    return key.private_bytes_raw()
