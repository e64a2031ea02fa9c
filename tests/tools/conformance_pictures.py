"""Cases about photos of notes: version 4 of the format, with the photos that open commitments."""

from __future__ import annotations

import hmac
from base64 import b64encode
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from tests.tools.conformance_seeds import SOUND, WRONG, Case, Document, add, log_of, plain, sealed, spectators
from tests.tools.conformance_tournaments import tournament
from tests.tools.conformance_words import SALT
from tests.tools.conformance_words import commitment as words
from tests.tools.conformance_words import text as words_told

SALTS = (SALT, "a5" * 32, "0f" * 32)
PICTURE = b"\xff\xd8\xff\xe0 a picture \xff\xd9"
OTHER = b"\xff\xd8\xff\xe0 another picture \xff\xd9"
LARGEST = b"\xff\xd8\xff" + b"\0" * (2_000_000 - 5) + b"\xff\xd9"


def commitment(data: bytes = PICTURE, salt: str = SALT) -> str:
    """Return the commitment to a photo in hexadecimal digits, as events have it."""
    return hmac.digest(bytes.fromhex(salt), data, "sha256").hex()


def told(data: bytes = PICTURE, salt: str = SALT, **other: Any) -> dict[str, Any]:
    """Return a photo as an entry of `pictures`."""
    return {"commitment": commitment(data, salt), "salt": salt, "data": b64encode(data).decode(), **other}


def note(*digits: str, text: str = "") -> tuple[Any, ...]:
    """Return the fields of a note with photos."""
    return None, text, [f"picture:{one}" for one in digits]


def with_pictures(
    document: Document, pictures: Any, texts: Sequence[str] = (), version: int = 4, *notes: tuple[Any, ...]
) -> bytes:
    """Return a bundle with notes that have photos, and the photos."""
    for one in notes:
        add(document, "NotedWithPictures", *one)
    seal = document.pop("seal")
    return sealed(document | {"version": version, "texts": [*texts], "pictures": pictures, "seal": seal})


def noted(pictures: Any, *notes: tuple[Any, ...], texts: Sequence[str] = (), version: int = 4) -> bytes:
    """Return a bundle with one note that has a photo, or with these notes."""
    return with_pictures(plain(), pictures, texts, version, *(notes or [note(commitment())]))


def to_spectators(*, withheld: bool) -> bytes:
    """Return a spectator's bundle with a photo, whose event is shown or withheld."""
    document = spectators()
    add(document, "NotedWithPictures", *note(commitment()))
    if withheld:
        row = document["streams"][1]["log"][-1]
        row[4], row[5], row[3] = "ab" * 32, row[3].replace('"salt"', '""'), ""
    return with_pictures(document, [told()])


def without_pictures(version: int) -> bytes:
    """Return a bundle of an earlier version, whose format has no photos, with a note that has photos."""
    document = plain()
    add(document, "NotedWithPictures", *note(commitment()))
    seal = document.pop("seal")
    return sealed(document | {"version": version} | ({"texts": []} if version > 2 else {}) | {"seal": seal})


def many(count: int) -> bytes:
    """Return a bundle with this many photos, four per note."""
    digits = [commitment(PICTURE, f"{number:064x}") for number in range(count)]
    return noted([], *(note(*digits[at : at + 4]) for at in range(0, count, 4)))


def before_the_end() -> bytes:
    """Return a bundle of an open match."""
    document = plain()
    log_of(document).pop()
    return with_pictures(document, [told()], (), 4, note(commitment()))


def put(name: str, value: Any) -> bytes:
    """Return a bundle with another value in a photo's entry; without the value if it is `None`."""
    one = told() | {name: value}
    return noted([{key: said for key, said in one.items() if said is not None}])


def cases() -> Iterator[Case]:
    """Yield bundles with photos of notes."""
    first, second = commitment(), commitment(OTHER, SALTS[1])
    yield "pictures-there", SOUND, partial(noted, [told()])
    yield "pictures-absent", SOUND, partial(noted, [])
    yield "pictures-one-of-two-there", SOUND, partial(noted, [told(OTHER, SALTS[1])], note(first, second))
    yield "pictures-in-another-order", SOUND, partial(
        noted, [told(OTHER, SALTS[1]), told()], note(first, second, text="both"))  # fmt: skip
    yield "pictures-of-two-notes", SOUND, partial(noted, [told(), told(OTHER, SALTS[1])], note(first), note(second))
    yield "pictures-with-words", SOUND, partial(
        noted, [told()], note(first, text=words("a remark")), texts=[words_told("a remark")])  # fmt: skip
    yield "pictures-of-the-largest-size", SOUND, partial(noted, [told(LARGEST)], note(commitment(LARGEST)))
    yield "pictures-where-there-are-none", SOUND, lambda: with_pictures(plain(), [])
    yield "pictures-of-a-tournament", SOUND, lambda: with_pictures(tournament(), [])
    yield "pictures-told-to-spectators", SOUND, partial(to_spectators, withheld=False)
    yield "pictures-of-what-is-withheld", WRONG, partial(to_spectators, withheld=True)
    yield "pictures-24", SOUND, partial(many, 24)
    yield "pictures-25", WRONG, partial(many, 25)
    yield "pictures-before-the-end", SOUND, before_the_end
    for number in (0, 5):
        digits = [commitment(PICTURE, f"{one:064x}") for one in range(number)]
        yield f"pictures-{number}-in-a-note", WRONG, partial(noted, [], note(*digits))
    yield "pictures-the-same-twice-in-a-note", WRONG, partial(noted, [], note(first, first))
    yield "pictures-the-same-in-two-notes", WRONG, partial(noted, [], note(first), note(first))
    yield "pictures-told-twice", WRONG, partial(noted, [told(), told()])
    yield "pictures-one-too-many", WRONG, partial(noted, [told(), told(OTHER)])
    yield "pictures-changed", WRONG, partial(put, "data", b64encode(OTHER).decode())
    yield "pictures-another-salt", WRONG, partial(put, "salt", SALTS[1])
    yield "pictures-no-jpeg", WRONG, partial(noted, [told(b"<svg/>")], note(commitment(b"<svg/>")))
    yield "pictures-cut-off", WRONG, partial(noted, [told(PICTURE[:-2])], note(commitment(PICTURE[:-2])))
    yield "pictures-too-large", WRONG, partial(noted, [told(LARGEST[:3] + b"\0" + LARGEST[3:])],
                                              note(commitment(LARGEST[:3] + b"\0" + LARGEST[3:])))  # fmt: skip
    data = b64encode(PICTURE).decode()
    odd: dict[str, tuple[str, Any]] = {
        "empty": ("data", ""), "with-a-space": ("data", data + " "), "with-a-line": ("data", data[:8] + "\n" + data[8:]),
        "without-padding": ("data", data.rstrip("=")), "of-another-alphabet": ("data", data.replace("/", "_")),
        "salt-in-capitals": ("salt", SALT.upper()), "salt-too-short": ("salt", SALT[2:]), "no-salt": ("salt", None),
        "no-data": ("data", None), "digits-in-capitals": ("commitment", first.upper()), "more": ("more", ""),
        "a-number": ("data", 1), "marked": ("commitment", f"picture:{first}"),
    }  # fmt: skip
    assert "/" in data
    for name, (field, value) in odd.items():
        yield f"pictures-{name}", WRONG, partial(put, field, value)
    for name, value in (("no-list", told()), ("texts", [data]), ("null", None)):
        yield f"pictures-{name}", WRONG, partial(noted, value)
    for name, value in (("unmarked", first), ("words", words("a remark")), ("a-hash-of-63", f"picture:{first[1:]}")):
        yield f"pictures-{name}-in-the-note", WRONG, partial(noted, [], (None, "", [value]))
    for version in (1, 2, 3):
        yield f"pictures-in-version-{version}", WRONG, partial(noted, [told()], version=version)
        yield f"pictures-of-a-note-in-version-{version}", WRONG, partial(without_pictures, version)
    yield "pictures-left-out", WRONG, partial(without_pictures, 4)
    yield "pictures-in-version-5", WRONG, partial(noted, [told()], version=5)
