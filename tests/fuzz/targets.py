"""What must hold for every parser of strangers' bytes, whatever the bytes are.

A parser gives either a value, which is written as the same bytes again, or the error that its docstring names, with a
stable `code` or a class of its own; never another exception. Each target takes bytes: the first one says whether the
others are read as they are, or choose what is changed in a real document, sealed anew or not.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from tablescribe.domain.match.events import EVENTS
from tests.fuzz import samples
from tests.fuzz.inputs import as_it_is, in_form
from tests.fuzz.mutating import written
from tests.fuzz.of_people import actions, catalogues, sessions
from tests.fuzz.of_proofs import bundles, events, keys, match_files, notes, real_bundles, tokens

Target = Callable[[bytes], None]

TARGETS: dict[str, Target] = {
    "events": events, "match_files": match_files, "bundles": bundles, "notes": notes, "keys": keys, "tokens": tokens,
    "catalogues": catalogues, "actions": actions, "sessions": sessions,
}  # fmt: skip
"""Each family of parsers with its property."""


def beginnings(name: str) -> list[bytes]:
    """Return inputs to begin with: documents as they are, bombs, and some choices."""
    files = {
        "match_files": [samples.as_file(samples.match_file())],
        "bundles": list(real_bundles()),
        "notes": [
            samples.note().encode(),
            str(samples.SIGNER.key).encode(),
            samples.policy().encode(),
            samples.request().encode(),
        ],
        "keys": list(samples.pem_files()),
        "tokens": [samples.answer(*samples.closing())],
        "catalogues": [b"\0" + in_form(samples.CATALOGUE), *(b"\0" + bomb for bomb in YAML_BOMBS)],
        "actions": [b"\0" + written(action).encode() for action in samples.ACTIONS],
        "sessions": [b"\0\0\0" + written(line).encode() for line in samples.LINES],
        "events": [bytes([[kind.__name__ for kind in EVENTS].index(row.type)]) + row.body for row in samples.stored()],
    }
    whole = [as_it_is(contents) for contents in [*files[name], *BOMBS]]
    return whole + [bytes([how, *range(seed, seed + 12)]) for how in range(4) for seed in range(0, 240, 30)]


BOMBS = (
    b"[" * 60_000,
    b'{"a":' * 10_000,
    b"9" * 60_000,
    b'"' + b"\\u0000" * 10_000,
    b"\x1f\x8b" + bytes(1000),
    b"PK" * 100,
)
"""What is small and wants to be large: nesting, numbers, packed files."""

_LAUGHS = [f"{name}: &{name} [{','.join(['*' + before] * 10)}]" for before, name in pairwise("abcdefghij")]
YAML_BOMBS = ("\n".join(["a: &a [x,x,x,x,x,x,x,x,x,x]", *_LAUGHS]).encode(), b"&a [*a]", b"- " * 20_000)
"""References that stand for a thousand million items, for themselves, and nesting."""
