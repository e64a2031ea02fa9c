"""Properties that must hold for every parser of untrusted bytes, whatever the bytes are.

A parser returns either a value, which is written as the same bytes again, or raises the error that its docstring names,
with a stable `code` or its own class; never another exception. Each target takes bytes. The first byte says whether the
others are used unchanged, or determine the changes of a real document, which may be sealed again.
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
    """Return initial inputs: unchanged documents, bombs, and some choices."""
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
"""Small inputs that expand: nesting, numbers, compressed files."""

_LAUGHS = [f"{name}: &{name} [{','.join(['*' + before] * 10)}]" for before, name in pairwise("abcdefghij")]
YAML_BOMBS = ("\n".join(["a: &a [x,x,x,x,x,x,x,x,x,x]", *_LAUGHS]).encode(), b"&a [*a]", b"- " * 20_000)
"""YAML references that expand to a thousand million items or to themselves, and nesting."""
