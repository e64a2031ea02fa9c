"""Ids of matches and tournaments: sixty random bits, easy to read out and to type."""

from __future__ import annotations

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32 in lower case, without letters that are easily confused."""

ID_LENGTH = 12
"""Letters of an id."""


def new_id() -> str:
    """Return a random id."""
    import secrets  # here: most commands only recognise ids

    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))
