"""Cases about words outside the events: version 3 of the format, with the texts that open commitments."""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tests.tools.conformance_seeds import SOUND, WRONG, Case, Document, add, body, log_of, plain, sealed, spectators
from tests.tools.conformance_tournaments import PLAN, bundle_of, of_form, public, tournament
from tests.tools.conformance_tournaments import SALT as AFTER

SALT = "5a" * 32
OTHER_SALT = "a5" * 32


def text(words: str, salt: str = SALT) -> str:
    """Return words as an entry of `texts`."""
    return f"{salt} {words}"


def commitment(words: str, salt: str = SALT) -> str:
    """Return the commitment to words, as events have it."""
    return "words:" + hmac.digest(bytes.fromhex(salt), words.encode(), "sha256").hex()


def with_texts(document: Document, texts: Any, version: int = 3) -> bytes:
    """Return a bundle with words outside its events."""
    seal = document.pop("seal")
    return sealed(document | {"version": version, "texts": texts, "seal": seal})


def noted(words: str = "a remark", salt: str = SALT) -> Document:
    """Return a bundle with a remark whose words are outside its event."""
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
    """Return a bundle with words in every field that can have some."""
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
    """Return a spectator's bundle with the words of a withheld event."""
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


def of_a_plan(form: int = 4) -> tuple[Document, list[str]]:
    """Return a bundle of a tournament with all its words outside the events, and these words."""
    texts: list[str] = []

    def new(words: str) -> str:
        texts.append(text(words, f"{len(texts):064x}"))
        return commitment(words, f"{len(texts) - 1:064x}")

    stage = PLAN["stages"][0] | {
        "name": new("stage"), "overtime": {"clause": new("clause")}, "options": {"title": new("game"), "a": 1},
    }  # fmt: skip
    plan = {"title": new("title"), "stages": [stage, stage | {"name": new("final"), "overtime": None, "options": 1}]}
    document = bundle_of(of_form(form))
    for row in document["streams"][1]["log"]:
        said = json.loads(row[3])
        if row[2] == "Announced":
            said[AFTER + 3] = plan
        elif row[2] == "Explained":
            said[AFTER + 1 :] = [words and new(f"{words} {len(texts)}") for words in said[AFTER + 1 :]]
        row[3] = body(said)
    return document, texts


def of_a_tournament(change: Callable[[list[str]], list[str]], form: int = 4) -> bytes:
    """Return the bundle with changed words."""
    document, texts = of_a_plan(form)
    return with_texts(document, change(texts))


def of_a_public_tournament() -> bytes:
    """Return the bundle for the public: the words of its plan are shown, those of rulings are not."""
    document, texts = of_a_plan()
    return with_texts(public_seed(document), texts[:5])


def public_seed(document: Document) -> Document:
    """Return a tournament for spectators in which only the seed is withheld."""
    rows = document["streams"][1]["log"]
    kept = {at: [*row] for at, row in enumerate(rows) if row[2] != "Unsealed"}
    shown = public(document)
    for at, row in kept.items():
        shown["streams"][1]["log"][at] = row
    return shown


def in_a_plan(plan: Any) -> bytes:
    """Return a bundle with a text for a field of a plan that contains no words."""
    document, _ = of_a_plan()
    row = document["streams"][1]["log"][0]
    said = json.loads(row[3])
    said[AFTER + 3] = plan
    row[3] = body(said)
    return with_texts(document, [text("a remark")])


def of_a_ruling_of_form_2() -> bytes:
    """Return a tournament of format 2 that continued once words were outside events: a ruling contains its words."""
    document = tournament()
    row = next(row for row in document["streams"][1]["log"] if row[2] == "Penalised")
    said = json.loads(row[3])
    said[-1] = commitment("a remark")
    row[3] = body(said)
    return with_texts(document, [text("a remark")])


def of_tournaments() -> Iterator[Case]:
    """Yield tournaments with words outside their events."""
    yield "words-of-a-plan", SOUND, partial(of_a_tournament, lambda texts: texts)
    yield "words-of-a-plan-erased", SOUND, partial(of_a_tournament, lambda texts: [])
    yield "words-of-a-plan-in-part", SOUND, partial(of_a_tournament, lambda texts: texts[1::2])
    yield "words-of-a-plan-told-to-spectators", SOUND, of_a_public_tournament
    yield "words-of-a-ruling-of-form-2", SOUND, of_a_ruling_of_form_2
    yield "words-of-a-plan-of-form-3", WRONG, partial(of_a_tournament, lambda texts: texts, form=3)
    yield "words-of-rulings-of-form-3", SOUND, partial(of_a_tournament, lambda texts: texts[5:], form=3)
    for at, name in enumerate(("stage", "clause", "game", "title", "final", "ruling")):
        yield f"words-of-a-plan-other-{name}", WRONG, partial(of_a_tournament, partial(_another, at))
        yield f"words-of-a-plan-twice-{name}", WRONG, partial(of_a_tournament, partial(_twice, at))
    committed, stage = commitment("a remark"), PLAN["stages"][0]
    elsewhere: dict[str, Any] = {
        "more": {**PLAN, "place": committed}, "game": {**PLAN, "stages": [{**stage, "game": committed}]},
        "options": {**PLAN, "stages": [{**stage, "options": {"house": committed}}]},
        "a-list": {**PLAN, "title": [committed]}, "stages": {"title": "T", "stages": {"name": committed}},
        "no-stage": {"title": "T", "stages": [committed]}, "scoring": {**PLAN, "scoring": {"clause": committed}},
    }  # fmt: skip
    for name, plan in elsewhere.items():
        yield f"words-of-a-plan-in-{name}", WRONG, partial(in_a_plan, plan)


def _another(at: int, texts: list[str]) -> list[str]:
    return [line + "?" if n == at else line for n, line in enumerate(texts)]


def _twice(at: int, texts: list[str]) -> list[str]:
    return [*texts, texts[at]]


def cases() -> Iterator[Case]:
    """Yield bundles with words outside their events."""
    yield from of_tournaments()
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
