"""Cases about words beside the events: version 3 of the form, with the texts that open commitments."""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from tests.tools.conformance_seeds import SOUND, WRONG, Case, Document, add, body, log_of, plain, sealed, spectators
from tests.tools.conformance_tournaments import tournament

SALT = "5a" * 32
OTHER_SALT = "a5" * 32


def text(words: str, salt: str = SALT) -> str:
    """Return words as they stand in `texts`."""
    return f"{salt} {words}"


def commitment(words: str, salt: str = SALT) -> str:
    """Return what stands in an event for words."""
    return "words:" + hmac.digest(bytes.fromhex(salt), words.encode(), "sha256").hex()


def with_texts(document: Document, texts: Any, version: int = 3) -> bytes:
    """Return a bundle with words beside its events."""
    seal = document.pop("seal")
    return sealed(document | {"version": version, "texts": texts, "seal": seal})


def noted(words: str = "a remark", salt: str = SALT) -> Document:
    """Return a bundle with a remark that stands beside its event."""
    document = plain()
    add(document, "Noted", None, commitment(words, salt))
    return document


def changed(document: Document, kind: str, field: int, value: Any) -> Document:
    """Return a bundle with another value in an event."""
    row = next(row for row in log_of(document) if row[2] == kind)
    said = json.loads(row[3])
    said[field] = value
    row[3] = body(said)
    return document


def everywhere() -> bytes:
    """Return a bundle with words in every field that may have some."""
    document, texts = plain(), []

    def new(words: str) -> str:
        texts.append(text(words))
        return commitment(words)

    changed(document, "Opened", 12, {"title": new("Sunday"), "a": 1})
    changed(document, "Ruled", 9, new("clause"))
    changed(document, "Ruled", 10, new("reason"))
    for kind, field in (("Missed", 10), ("TakenBack", 12), ("Restored", 9), ("Noted", 8)):
        changed(document, kind, field, new(kind))
    add(document, "Described", *(new(f"field {number}") for number in range(5)), [new("one tag"), new("another")])
    add(document, "VoidedOpenly", "keeper", new("twice"), "")
    add(document, "ReinstatedOpenly", "keeper", new("it counts"))
    add(document, "AmendedOpenly", ["done", "", [2], []], "", "keeper", new("wrong winner"))
    return with_texts(document, texts)


def for_what_is_withheld() -> bytes:
    """Return a bundle for spectators with the words of an event that is withheld."""
    document = spectators()
    row = next(row for row in log_of(document) if row[2] == "Noted")
    said = json.loads(row[5])
    said[8] = commitment("a remark")
    row[5] = body(said)
    return with_texts(document, [text("a remark")])


def without_texts() -> bytes:
    return sealed(noted() | {"version": 3})


def told_to_spectators() -> bytes:
    document = spectators()
    add(document, "Noted", None, commitment("a remark"))
    return with_texts(document, [text("a remark")])


def of_two_events() -> bytes:
    document = noted()
    add(document, "Noted", None, commitment("a remark"))
    return with_texts(document, [text("a remark")])


def cases() -> Iterator[Case]:
    """Yield bundles with words beside their events."""
    one = text("a remark")
    right: dict[str, Any] = {"told": [one], "not-told": []}
    for name, texts in right.items():
        yield f"words-{name}", SOUND, partial(_noted_with, texts)
    yield "words-everywhere", SOUND, everywhere
    yield "words-of-two-events", SOUND, of_two_events
    yield "words-told-to-spectators", SOUND, told_to_spectators
    for name, words in (("empty", ""), ("of-two-lines", "a\nb"), ("of-a-space", " "), ("umlauts", "öffentlich ☃")):
        yield f"words-{name}", SOUND, partial(_of, words)
    yield "words-where-there-are-none", SOUND, lambda: with_texts(plain(), [])
    yield "words-of-a-tournament", SOUND, lambda: with_texts(tournament(), [])
    wrong: dict[str, Any] = {
        "others": [text("another remark")], "another-salt": [text("a remark", OTHER_SALT)], "twice": [one, one],
        "one-too-many": [one, text("more")], "salt-in-capitals": [text("a remark", SALT.upper())],
        "salt-too-short": [text("a remark", SALT[2:])], "no-space": [SALT + "a remark"], "no-salt": ["a remark"],
        "a-number": [1], "no-list": one, "of-none": None, "an-object": {"a": one},
    }  # fmt: skip
    for name, texts in wrong.items():
        yield f"words-{name}", WRONG, partial(_noted_with, texts)
    yield "words-in-version-1", WRONG, lambda: with_texts(noted(), [one], version=1)
    yield "words-left-out", WRONG, without_texts
    yield "words-for-what-is-withheld", WRONG, for_what_is_withheld
    for kind, field in (("Opened", 10), ("Closed", 8)):
        document = partial(changed, kind=kind, field=field, value=commitment("a remark"))
        yield f"words-in-another-field-{kind}", WRONG, partial(_elsewhere, document)


def _noted_with(texts: Any) -> bytes:
    return with_texts(noted(), texts)


def _of(words: str) -> bytes:
    return with_texts(noted(words), [text(words)])


def _elsewhere(document: Any) -> bytes:
    return with_texts(document(plain()), [text("a remark")])
