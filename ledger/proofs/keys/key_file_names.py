"""Key files named after people, renamed when a person is erased."""

from __future__ import annotations

import secrets
import unicodedata
from pathlib import Path

from tablescribe.ledger.proofs.keys.key_files import BadKey, KeyStore


def rename_keys(folder: Path, name: str) -> dict[str, str]:
    """Give key files that are called like a person a random name; return the old and the new names.

    The key itself stays: what it signed can still be proved to be of whoever holds it.
    """
    store, renamed = KeyStore(folder), {}
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        try:
            path = store.path(unicodedata.normalize(form, name).strip())
        except BadKey:  # a name that cannot name a key
            continue
        if path.exists():
            new = path.with_stem(f"person-{secrets.token_hex(4)}")
            path.rename(new)
            renamed[path.stem] = new.stem
    return renamed
