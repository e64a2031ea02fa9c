"""Monitor: compares published trees, saved checkpoints and earlier views, to detect forks.

A source is a file with a checkpoint, or a folder or URL with tiles. Sources are untrusted: time and memory are limited,
and only checkpoints signed with a known key are accepted. The largest checkpoint seen of each ledger is stored.
"""

from __future__ import annotations

import hashlib
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING

from tablescribe.domain.words.text import Text, plural, say
from tablescribe.ledger.log.errors import LedgerDamaged, LedgerUnavailable
from tablescribe.ledger.proofs.tree.high_water_mark import text_of, write_durably
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Checkpoint, VerifierKey, signed_by
from tablescribe.ledger.proofs.tree.tiles import CHECKPOINT, BadTiles, Read, reader_of, rebuild
from tablescribe.ledger.proofs.witnesses.witness import keep_evidence

if TYPE_CHECKING:
    from http.client import HTTPMessage

MOST_EVENTS = 2**22
"""Maximum number of events of a log that is rebuilt; their tiles take 128 MiB."""

MOST_NOTE = 2**17
"""Maximum size of a checkpoint in bytes."""

SECONDS = 30
"""Timeout of a request in seconds."""

SECONDS_A_SOURCE = 600
"""Timeout of a source in seconds."""

SUFFIX = ".seen"

FORK, BAD, UNSURE, GOOD = "fork", "bad", "unsure", "good"


@dataclass(frozen=True)
class Observation:
    """Finding about one source, or about two contradicting ones.

    Attributes:
        state: `fork`, `bad` (unreadable, or its tiles do not match its checkpoint), `unsure` or `good`.
        source: file, folder or URL.
        words: the finding as a sentence.
        evidence: path where both checkpoints of a fork are stored.
    """

    state: str
    source: str
    words: Text
    evidence: Path | None = None


@dataclass
class _View:
    source: str
    note: str
    stated: Checkpoint
    read: Read | None
    roots: dict[int, bytes] = field(default_factory=dict)


def watch(sources: Sequence[str], keys: Sequence[VerifierKey], folder: Path) -> list[Observation]:
    """Check sources once and return the findings. The largest good checkpoint of each ledger is stored in the folder.

    Args:
        sources: files, folders, or URLs that begin with http:// or https://.
        keys: public keys of ledgers. A checkpoint signed with none of them is bad.
        folder: existing folder for the largest checkpoint of each ledger, and for evidence.

    Raises:
        LedgerUnavailable: the folder cannot be written.
        LedgerDamaged: a stored checkpoint cannot be read.
    """
    found: list[Observation] = []
    views: dict[str, list[_View]] = {}
    for source in sources:
        try:
            view = _looked_at(source, keys)
        except (BadNote, OSError, BadTiles, ValueError) as error:
            why = getattr(error, "why", None) or getattr(error, "reason", None) or error
            found.append(Observation(BAD, source, say("it shows no signed checkpoint: {why}", why=str(why))))
            continue
        views.setdefault(view.stated.origin, []).append(view)
    for origin, shown in views.items():
        path = folder / f"{hashlib.sha256(origin.encode()).hexdigest()[:32]}{SUFFIX}"
        before = _remembered(path, keys)
        of_this = _compared(shown, before, folder)
        found += of_this
        if all(one.state == GOOD for one in of_this):
            largest = max(shown, key=lambda one: one.stated.size)
            if before is None or largest.stated.size > before.stated.size:
                _remember(path, largest.note)
    return found


def _looked_at(source: str, keys: Sequence[VerifierKey]) -> _View:
    read: Read | None
    if source.startswith(("http://", "https://")):
        read = _fetched(source.rstrip("/"))
    elif Path(source).is_dir():
        read = reader_of(Path(source))
    else:
        read = None
    contents = read(CHECKPOINT, MOST_NOTE) if read else reader_of(Path(source).parent)(Path(source).name, MOST_NOTE)
    if contents is None:
        raise BadNote("there is none")
    if len(contents) > MOST_NOTE:
        raise BadNote("it is too large")
    note = contents.decode()
    stated = Checkpoint.parse(text_of(note))
    signed_by(note, [key for key in keys if key.name == stated.origin])
    return _View(source, note, stated, read)


def _remembered(path: Path, keys: Sequence[VerifierKey]) -> _View | None:
    try:
        note = path.read_text("utf-8")
        stated = Checkpoint.parse(text_of(note))
        signed_by(note, [key for key in keys if key.name == stated.origin])
    except FileNotFoundError:
        return None
    except (BadNote, OSError, UnicodeDecodeError) as error:
        raise LedgerDamaged(
            say("the record of earlier checkpoints, {path}, cannot be read: {why}", path=str(path), why=str(error))
        ) from error
    return _View(str(path), note, stated, None, {stated.size: stated.root})


def _remember(path: Path, note: str) -> None:
    try:
        write_durably(path, note)
    except OSError as error:
        raise LedgerUnavailable(
            say("{path} cannot be written: {why}", path=str(path), why=str(error.strerror))
        ) from error


def _compared(shown: list[_View], before: _View | None, folder: Path) -> list[Observation]:
    """Compare all views of one ledger: rebuild each tree, and compare its roots at the sizes that the views state."""
    everything = [*shown, before] if before else shown
    sizes = {one.stated.size for one in everything}
    found = {one.source: _rebuilt(one, sizes) for one in shown}
    forks = [
        _fork(one, other, folder)
        for number, one in enumerate(everything)
        for other in everything[number + 1 :]
        if _contradict(one, other)
    ]
    told = [seen for seen in found.values() if seen is not None]
    if forks or told:
        return [*forks, *told]
    return [_judged(one, everything, before) for one in shown]


def _rebuilt(view: _View, sizes: Iterable[int]) -> Observation | None:
    if view.read is None:
        view.roots = {view.stated.size: view.stated.root}
        return None
    try:
        if view.stated.size > MOST_EVENTS:
            raise BadTiles(f"more than {MOST_EVENTS} events")
        view.roots = rebuild(view.read, view.stated.size, {*sizes, view.stated.size})
        if view.roots[view.stated.size] != view.stated.root:
            raise BadTiles("they give another root")
    except (BadTiles, OSError, ValueError) as error:
        view.roots = {view.stated.size: view.stated.root}
        return Observation(BAD, view.source, say("its tiles do not match its checkpoint: {why}", why=str(error)))
    return None


def _contradict(one: _View, other: _View) -> bool:
    """Return whether one view has a different root at the signed size of the other."""
    return any(a.roots.get(b.stated.size, b.stated.root) != b.stated.root for a, b in ((one, other), (other, one)))


def _fork(one: _View, other: _View, folder: Path) -> Observation:
    why = plural(
        one.stated.size,
        "{origin} HAS FORKED: {one} shows a log of 1 event and {other} a log of {m}, and neither "
        "continues the other. Both are signed",
        "{origin} HAS FORKED: {one} shows a log of {n} events and {other} a log of {m}, and "
        "neither continues the other. Both are signed",
        origin=one.stated.origin, one=one.source, other=other.source, m=other.stated.size,
    )  # fmt: skip
    kept = keep_evidence(folder, why, {"one.checkpoint": one.note, "other.checkpoint": other.note})
    return Observation(FORK, one.source, why, kept)


def _judged(view: _View, everything: Sequence[_View], before: _View | None) -> Observation:
    if before is not None and view.stated.size < before.stated.size:
        text = plural(
            view.stated.size, "it shows 1 event, but {m} were seen before: it is outdated or an older copy",
            "it shows {n} events, but {m} were seen before: it is outdated or an older copy", m=before.stated.size,
        )  # fmt: skip
        return Observation(UNSURE, view.source, text)
    apart = [
        other.source
        for other in everything
        if other is not view and other.stated.size not in view.roots and view.stated.size not in other.roots
        and not _shown_by_a_third(view, other, everything)
    ]  # fmt: skip
    if apart:
        text = say("it is not proved that this log and {other} are the same; tiles would prove it", other=apart[0])
        return Observation(UNSURE, view.source, text)
    if view.read is None:
        text = plural(
            view.stated.size,
            "a checkpoint over 1 event, consistent with all others",
            "a checkpoint over {n} events, consistent with all others",
        )
        return Observation(GOOD, view.source, text)
    text = plural(
        view.stated.size,
        "1 event; the tiles match the signed root",
        "{n} events; the tiles match the signed root",
    )
    return Observation(GOOD, view.source, text)


def _shown_by_a_third(one: _View, other: _View, everything: Sequence[_View]) -> bool:
    return any({one.stated.size, other.stated.size} <= third.roots.keys() for third in everything)


class _NoFiles(urllib.request.HTTPRedirectHandler):
    """Follows redirects only to http and https."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> urllib.request.Request | None:
        if not newurl.startswith(("http://", "https://")):
            raise urllib.error.URLError(f"it leads to {newurl[:100]!r}")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _fetched(address: str) -> Callable[[str, int], bytes | None]:
    """Return a function that reads files below a URL."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.HTTPHandler, urllib.request.HTTPSHandler, urllib.request.ProxyHandler,
        urllib.request.HTTPErrorProcessor, urllib.request.HTTPDefaultErrorHandler, _NoFiles,
    ):  # fmt: skip
        opener.add_handler(handler())
    until = time.monotonic() + SECONDS_A_SOURCE

    def read(path: str, most: int) -> bytes | None:
        request = urllib.request.Request(f"{address}/{path}", headers={"User-Agent": "tablescribe"})
        try:
            with opener.open(request, timeout=SECONDS) as answer:
                contents = b""
                while part := answer.read1(most + 1 - len(contents)):  # bounds slow servers, too
                    contents += part
                    if time.monotonic() > until:
                        raise TimeoutError(f"it took more than {SECONDS_A_SOURCE} seconds")
                return contents
        except urllib.error.HTTPError as error:
            with error:
                if error.code == 404:
                    return None
            raise

    return read


def make_folder(folder: Path) -> None:
    """Create the folder for a monitor's stored checkpoints and evidence.

    Raises:
        LedgerUnavailable: it cannot be created or written.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError(13, os.strerror(13))
    except OSError as error:
        raise LedgerUnavailable(
            say("{path} cannot be written: {why}", path=str(folder), why=str(error.strerror))
        ) from error
