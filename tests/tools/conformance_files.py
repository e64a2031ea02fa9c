"""Cases about the whole file: ids, checkpoints, names."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from tablescribe.ledger.proofs.tree.merkle import Tree
from tablescribe.ledger.proofs.tree.signed_note import Checkpoint, Signer, cosign, sign
from tests.fuzz import samples
from tests.tools.conformance_seeds import (
    LEDGER,
    OTHER,
    SALT,
    SOUND,
    WRONG,
    Case,
    Document,
    body,
    log_of,
    plain,
    resealed,
    sealed,
)

# --- the file ----------------------------------------------------------------------------------------------------


def put(*path: str | int, to: Any) -> Callable[[Document], None]:
    def change(document: Any) -> None:
        for step in path[:-1]:
            document = document[step]
        document[path[-1]] = to(document[path[-1]]) if callable(to) else to

    return change


def changed(change: Callable[[Document], Any], make: Callable[[], Document] = plain) -> bytes:
    """Return a bundle that was changed after its hashes were made, and sealed again."""
    document = samples.sealed(make(), samples.SIGNER)
    change(document)
    return resealed(document)


def id_changed(where: str, text: str) -> bytes:
    """Return a bundle with another id of the match, or of the ledger in its events, from the start."""
    document = plain()
    if where == "match":
        document["streams"][1]["id"] = text
        for row in log_of(document):
            row[3] = body(with_id(json.loads(row[3]), text))
    else:
        for row in log_of(document):
            row[0] = text
    return sealed(document)


def with_id(said: list[Any], text: str) -> list[Any]:
    return [said[0], text, *said[2:]]


def with_names(names: list[Any], viewer: str = "everything") -> bytes:
    return sealed(plain() | {"names": names, "viewer": viewer})


def with_earlier(change: Callable[[Document, list[bytes]], None]) -> bytes:
    """Return a bundle that proves an earlier checkpoint, over the first three events."""
    document = samples.sealed(plain(), samples.SIGNER)
    leaves = [bytes.fromhex(row[6]) for stream in document["streams"] for row in stream["log"]]
    change(document, leaves)
    return resealed(document)


def earlier_of(document: Document, leaves: list[bytes], size: int = 3, signer: Signer = samples.SIGNER) -> None:
    tree = Tree(lambda start, stop: leaves[start:stop])
    note = sign(Checkpoint(samples.SIGNER.name, size, tree.root(size)).text(), [signer])
    proof = [step.hex() for step in tree.consistency(size, len(leaves))]
    document["earlier"].append({"checkpoint": note, "proof": proof})


def many_earlier(document: Document, leaves: list[bytes], count: int) -> None:
    for _ in range(count):
        earlier_of(document, leaves)


FILE: tuple[tuple[str, str, Callable[[Document], Any]], ...] = (
    ("nothing", SOUND, lambda d: None), ("format", WRONG, put("format", to="another")), ("version-2", WRONG, put("version", to=2)),
    ("version-0", WRONG, put("version", to=0)), ("version-true", WRONG, put("version", to=True)), ("version-1.0", WRONG, put("version", to=1.0)),
    ("more-fields", WRONG, lambda d: d.update(more=1)), ("a-field-missing", WRONG, lambda d: d.pop("names")),
    ("another-order", WRONG, lambda d: d.update(names=d.pop("names"))), ("another-ledger", WRONG, put("ledger", to="0" * 32)),
    ("no-streams", WRONG, put("streams", to=[])), ("no-keyring", WRONG, lambda d: d["streams"].pop(0)),
    ("no-match", SOUND, lambda d: d["streams"].pop()), ("the-keyring-last", WRONG, lambda d: d["streams"].reverse()),
    ("the-keyring-twice", WRONG, lambda d: d["streams"].append(d["streams"][0])), ("a-match-twice", WRONG, lambda d: d["streams"].append(d["streams"][1])),
    ("events-counted-wrong", WRONG, put("streams", 1, "events", to=7)), ("another-head", WRONG, put("streams", 1, "head", to="0" * 64)),
    ("a-head-in-capitals", WRONG, put("streams", 1, "head", to=str.upper)), ("position-0", WRONG, put("streams", 1, "position", to=0)),
    ("position-later", WRONG, put("streams", 1, "position", to=lambda p: p + 1)), ("position-huge", WRONG, put("streams", 1, "position", to=10**30)),
    ("position-negative", WRONG, put("streams", 1, "position", to=-1)), ("position-a-fraction", WRONG, put("streams", 1, "position", to=9.0)),
    ("no-proof", WRONG, put("streams", 1, "proof", to=[])), ("a-proof-too-long", WRONG, lambda d: d["streams"][1]["proof"].append("0" * 64)),
    ("a-proof-in-capitals", WRONG, put("streams", 1, "proof", 0, to=str.upper)), ("a-proof-with-spaces", WRONG, put("streams", 1, "proof", 0, to=lambda t: f"{t} ")),
    ("an-event-left-out", WRONG, lambda d: log_of(d).pop(3)), ("an-event-twice", WRONG, lambda d: log_of(d).insert(3, log_of(d)[3])),
    ("events-reversed", WRONG, lambda d: log_of(d).reverse()), ("the-end-cut-off", WRONG, lambda d: log_of(d).pop()),
    ("no-events", WRONG, lambda d: d["streams"][1].update(log=[], events=0)), ("an-event-too-long", WRONG, lambda d: log_of(d)[2].append("")),
    ("an-unknown-type", WRONG, put("streams", 1, "log", 2, 2, to="Cheated")), ("another-type", WRONG, put("streams", 1, "log", 2, 2, to="Noted")),
    ("another-version", WRONG, put("streams", 1, "log", 2, 1, to=7)), ("another-hash", WRONG, put("streams", 1, "log", 2, 6, to="0" * 64)),
    ("no-checkpoint", WRONG, put("checkpoint", to="")), ("a-checkpoint-cosigned", SOUND, put("checkpoint", to=lambda n: cosign(n, [OTHER]))),
    ("a-checkpoint-with-carriage-returns", WRONG, put("checkpoint", to=lambda n: n.replace("\n", "\r\n"))),
    ("a-checkpoint-without-its-last-newline", WRONG, put("checkpoint", to=lambda n: n[:-1])),
    ("a-checkpoint-with-a-hyphen", WRONG, put("checkpoint", to=lambda n: n.replace("—", "-"))),
    ("a-checkpoint-changed", WRONG, put("checkpoint", to=lambda n: n.replace("\n9\n", "\n8\n"))),
)  # fmt: skip


def line(name: str = "witness", blob: bytes = b"wxyz" + b"s" * 72) -> str:
    """Return a signature line, by default one that looks like a witness's."""
    return f"— {name} {b64encode(blob).decode()}\n"


LINE = line()


def behind(note: str, lines: str) -> str:
    return note + lines


def cosignatures() -> Iterator[Case]:
    """Yield lines after the ledger's own signature: those of unknown witnesses."""
    own = line(samples.SIGNER.name, samples.SIGNER.key.id + b"x" * 64)
    many = "".join(line(f"w{number}") for number in range(32))
    rows: tuple[tuple[str, str, str], ...] = (
        ("one", SOUND, LINE), ("two", SOUND, LINE + line("other")), ("one-name-two-keys", SOUND, LINE + line(blob=b"abcd" + b"s" * 72)),
        ("the-same-twice", WRONG, LINE + LINE), ("the-same-key-twice", WRONG, LINE + line(blob=b"wxyz" + b"t" * 72)),
        ("of-the-ledger-again", WRONG, own), ("of-another-key-called-so", SOUND, line(samples.SIGNER.name)),
        ("31", SOUND, many[: many.index("— w31")]), ("32", WRONG, many), ("a-short-one", SOUND, line(blob=b"wxyzs")),
        ("four-bytes", WRONG, line(blob=b"wxyz")), ("no-bytes", WRONG, "— witness \n"), ("8192-bytes", SOUND, line(blob=b"w" * 8192)),
        ("8193-bytes", WRONG, line(blob=b"w" * 8193)), ("no-base64", WRONG, "— witness wxyz!xyz\n"),
        ("spare-bits", WRONG, "— witness d3h5enN=\n"), ("no-padding", WRONG, "— witness d3h5enM\n"),
        ("a-hyphen", WRONG, LINE.replace("—", "-")), ("two-spaces", WRONG, LINE.replace(" w", "  w")), ("no-newline", WRONG, LINE[:-1]),
        ("an-empty-line", WRONG, "\n" + LINE), ("a-name-of-100", SOUND, line("w" * 100)), ("a-name-of-101", WRONG, line("w" * 101)),
        ("a-name-with-a-plus", WRONG, line("a+b")), ("a-name-not-of-ascii", WRONG, line("wö")), ("a-name-that-deletes", WRONG, line("w\x7f")),
        ("a-tab", WRONG, LINE.replace(" w", "\tw")), ("a-carriage-return", WRONG, LINE.replace("\n", "\r\n")),
    )  # fmt: skip
    for name, verdict, lines in rows:
        yield f"cosigned-{name}", verdict, partial(changed, put("checkpoint", to=partial(behind, lines=lines)))
    first = put("checkpoint", to=lambda note: note.replace("\n\n", f"\n\n{LINE}"))
    yield "cosigned-before-the-ledger", WRONG, partial(changed, first)
    sealed_by_two = json.loads(sealed(plain()))
    sealed_by_two["seal"] += LINE
    yield "cosigned-the-seal", WRONG, partial(samples.as_file, sealed_by_two)


def note_of(text: str, signer: Signer = samples.SIGNER) -> Callable[[Document], None]:
    return put("checkpoint", to=lambda _: sign(text, [signer]))


def files() -> Iterator[Case]:
    """Yield cases about the whole file."""
    for name, verdict, change in FILE:
        yield f"file-{name}", verdict, partial(changed, change)
    whole = sealed(plain())
    edits: tuple[tuple[str, bytes], ...] = (
        ("unsealed", samples.as_file(samples.sealed(plain(), samples.SIGNER) | {"seal": ""})), ("cut", whole[:-10]),
        ("one-newline-less", whole[:-1]), ("one-newline-more", whole + b"\n"), ("a-byte-order-mark", b"\xef\xbb\xbf" + whole),
        ("compact", body(json.loads(whole)).encode()), ("two-spaces", whole.replace(b"\n ", b"\n  ")),
        ("carriage-returns", whole.replace(b"\n", b"\r\n")), ("escaped", json.dumps(json.loads(whole), indent=1).encode() + b"\n"),
        ("a-field-twice", whole.replace(b' "version": 1,\n', b' "version": 1,\n "version": 1,\n')), ("empty", b""), ("null", b"null\n"),
        ("no-utf8", whole.replace("ö".encode(), b"\xf6")), ("brackets", b"[" * 100_000), ("a-number", b"9" * 100_000),
        ("by-a-stranger", samples.as_file(samples.sealed(plain(), samples.STRANGER))), ("a-list", b"[]\n"),
    )  # fmt: skip
    for name, contents in edits:
        yield f"file-{name}", WRONG, partial(bytes, contents)
    for where, text, verdict in (
        ("match", "x" * 100, SOUND), ("match", "x" * 101, WRONG), ("match", "a b", WRONG), ("match", "a+b", WRONG),
        ("match", "é", WRONG), ("match", "", WRONG), ("match", "\x1b[31m", WRONG), ("match", "~!*,-", SOUND), ("match", "a\n", WRONG),
        ("ledger", "x" * 100, SOUND), ("ledger", "x" * 101, WRONG), ("ledger", "a b", WRONG), ("ledger", "", WRONG),
        ("ledger", "another", SOUND), ("ledger", "\u202e", WRONG),
    ):  # fmt: skip
        shown_as = text[:5].encode("unicode_escape").decode().replace("\\", "").replace(" ", "_").replace("*", "s")
        yield f"id-of-{where}-{len(text)}-{shown_as}", verdict, partial(id_changed, where, text)
    root = "A" * 43 + "="
    for number, text in enumerate((f"tablescribe/{LEDGER}\n0\n{root}\n", f"tablescribe/other\n9\n{root}\n",
                                   f"tablescribe/{LEDGER}\n09\n{root}\n", f"tablescribe/{LEDGER}\n9\n{root}\nmore\n",
                                   f"tablescribe/{LEDGER}\n9\nAAAA\n", f"tablescribe/{LEDGER}\n{10**18}\n{root}\n")):  # fmt: skip
        yield f"checkpoint-{number}", WRONG, partial(changed, note_of(text))


def names() -> Iterator[Case]:
    """Yield cases about names and earlier checkpoints."""
    ada, ben = ({"ref": ref, "name": name, "salt": SALT.hex()} for ref, name in (("r1", "Ada"), ("r2", "Bén")))
    rows: tuple[tuple[str, str, list[Any], str], ...] = (
        ("both", SOUND, [ada, ben], "everything"), ("the other way round", SOUND, [ben, ada], "everything"),
        ("twice", WRONG, [ada, ada], "everything"), ("another", WRONG, [ada | {"name": "Eve"}], "everything"),
        ("of nobody", WRONG, [ada | {"ref": "r3"}], "everything"), ("of the other", WRONG, [ada | {"ref": "r2"}], "everything"),
        ("salt in capitals", WRONG, [ada | {"salt": "AB" * 32}], "everything"), ("short salt", WRONG, [ada | {"salt": "73"}], "everything"),
        ("not composed", WRONG, [ben | {"name": "Be\u0301n"}], "everything"), ("a number", WRONG, [ada | {"name": 5}], "everything"),
        ("for spectators", WRONG, [ada], "spectator"), ("for a seat", WRONG, [ada], "seat:1"),
    )  # fmt: skip
    for name, verdict, some, viewer in rows:
        yield f"names-{name.replace(' ', '-')}", verdict, partial(with_names, some, viewer)
    for size in (1, 2, 3, 4, 8, 9):
        yield f"earlier-{size}", SOUND, partial(with_earlier, partial(earlier_of, size=size))
    yield "earlier-a-stranger", WRONG, partial(with_earlier, partial(earlier_of, signer=samples.STRANGER))

    def spoilt(document: Document, leaves: list[bytes], how: Callable[[Any], Any]) -> None:
        earlier_of(document, leaves)
        how(document["earlier"][0])

    spoilings: tuple[tuple[str, Callable[[Any], Any]], ...] = (
        ("no-proof", lambda e: e.update(proof=[])), ("short", lambda e: e["proof"].pop()), ("long", lambda e: e["proof"].append("0" * 64)),
        ("reversed", lambda e: e["proof"].reverse()), ("cosigned-twice", lambda e: e.update(checkpoint=behind(e["checkpoint"], LINE + LINE))),
        ("capitals", lambda e: e.update(proof=[step.upper() for step in e["proof"]])), ("empty", lambda e: e.update(checkpoint="")),
    )  # fmt: skip
    for name, how in spoilings:
        yield f"earlier-spoilt-{name}", WRONG, partial(with_earlier, partial(spoilt, how=how))
    cosigned = partial(spoilt, how=lambda e: e.update(checkpoint=behind(e["checkpoint"], LINE)))
    yield "earlier-cosigned", SOUND, partial(with_earlier, cosigned)
    yield (
        "earlier-a-hundred",
        SOUND,
        partial(with_earlier, partial(many_earlier, count=100)),
    )
    yield (
        "earlier-more",
        WRONG,
        partial(with_earlier, partial(many_earlier, count=101)),
    )
