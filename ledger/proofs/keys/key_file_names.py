"""Key files named after people, renamed when a person is erased."""

from __future__ import annotations

import secrets
import unicodedata
from pathlib import Path

from tablescribe.ledger.proofs.keys.key_files import BadKey, KeyStore


def rename_keys(folder: Path, name: str) -> dict[str, str]:
    """Rename key files named after a person to random names; return the new names by the old ones.

    The keys are kept, so that their holder can still prove ownership of the signatures.
    """
    store, renamed = KeyStore(folder), {}
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        try:
            path = store.path(unicodedata.normalize(form, name).strip())
        except BadKey:  # the name has no letters or digits for a file name
            continue
        if path.exists():
            new = path.with_stem(f"person-{secrets.token_hex(4)}")
            path.rename(new)
            renamed[path.stem] = new.stem
    return renamed
