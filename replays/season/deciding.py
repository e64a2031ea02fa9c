"""Decide one match of an archive again: its chain, its place in the log, its form, its signatures, every move."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, cast

from tablescribe.domain.games import GAMES, game, revive
from tablescribe.domain.match.events import AnyEvent
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.game import Result
from tablescribe.ledger.log.chain import Row
from tablescribe.ledger.log.codec import BadEvent, decode
from tablescribe.ledger.log.text_marks import WITHHELD
from tablescribe.ledger.log.texts import BadText, filled, opened
from tablescribe.ledger.proofs.bundles.bundle import StoredEvent, Stream
from tablescribe.ledger.proofs.bundles.streams import CheckedStream, check_stream
from tablescribe.ledger.proofs.keys.signing import result_rows
from tablescribe.ledger.proofs.tree.log_tree import origin_of
from tablescribe.ledger.proofs.tree.merkle import BadProof
from tablescribe.ledger.proofs.tree.signed_note import BadNote, Checkpoint, VerifierKey, open_note
from tablescribe.ledger.proofs.witnesses.cosignature import by_the_log
from tablescribe.replays.auditing.audit import audit
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.season.archive import VOID, About, utc

FAULTS = ("facts.differ", "unnoticed", "chance.differs", "result.wrong", "seal.broken")
"""Findings that an honest recorder cannot produce, because it records broken rules as such."""


def stated_by(about: About, keys: Sequence[str] = ()) -> Checkpoint:
    """Return the checkpoint of an archive after checking its signature.

    Args:
        about: the archive's metadata.
        keys: public keys of ledgers that the reader trusts; without one of this ledger, the archive's own key is used.

    Raises:
        BadNote: it is not signed by that key, or belongs to another ledger.
    """
    origin = origin_of(about.ledger)
    trusted = [VerifierKey.parse(key) for key in keys]
    mine = [key for key in trusted if key.name == origin] or [VerifierKey.parse(about.key)]
    stated = Checkpoint.parse(open_note(by_the_log(about.checkpoint), mine))
    if stated.origin != origin:
        raise BadNote("its checkpoint belongs to another ledger")
    return stated


def decide_again(row: Mapping[str, Any], about: About, stated: Checkpoint) -> dict[str, Any]:
    """Return the verdict on a row of an archive.

    Errors in the row never raise an exception. `fault` lists failed proofs. If only the proof of inclusion in the log
    fails (`proved` is false), the match or one recorded near it was altered. `findings` are those of the audit.
    `sound` means no fault and no findings except notes. `suspect` means that an honest recorder cannot have written
    the row.
    """
    began = time.process_time()
    verdict: dict[str, Any] = {"ledger": about.ledger, "match": str(row["match"]), "findings": [], "proved": True}
    faults, checked = [], None
    try:
        checked = check_stream(_stream(row), stated, frozenset(about.keys), whole=False, play=False)
        if row["ledger"] != about.ledger or row["checkpoint"] != about.checkpoint:
            faults.append("its row is of another archive")
    except Exception as error:  # a row can contain anything, and the verdict reports it
        verdict["proved"] = not isinstance(error.__cause__, BadProof)
        faults.append(str(error) or type(error).__name__)
    try:
        match = revive(events_of(row))
        assert match is not None
        verdict |= _of_match(match)
        faults.extend(_retold(row, verdict))
        verdict |= _audited(match, row, checked)
    except Exception as error:
        faults.append(f"it tells no match: {error or type(error).__name__}")
    verdict["fault"] = "; ".join(faults)
    verdict["sound"] = not faults and all(one["severity"] == "note" for one in verdict["findings"])
    verdict["suspect"] = bool(faults) or any(one["code"] in FAULTS for one in verdict["findings"])
    verdict["seconds"] = time.process_time() - began
    return verdict


def _stream(row: Mapping[str, Any]) -> Stream:
    parts = ("ledgers", "types", "bodies", "digests", "shown", "hashes")
    log = tuple(
        StoredEvent(ledger, version, kind, body.decode(), digest, shown.decode(), link.hex())
        for version, (ledger, kind, body, digest, shown, link) in enumerate(
            zip(*(row[name] for name in parts), strict=True), start=1
        )
    )
    proof = tuple(step.hex() for step in row["proof"])
    return Stream(row["match"], row["events"], row["head"].hex(), row["position"], proof, log)


def events_of(row: Mapping[str, Any]) -> list[AnyEvent]:
    """Return the events of a row, redacted where the row has no more.

    Raises:
        BadEvent: an event cannot be read.
    """
    stored = enumerate(zip(row["types"], row["bodies"], strict=True), start=1)
    try:
        written = opened(row.get("texts") or (), ((row["match"], n, kind, body) for n, (kind, body) in stored))
        known = {one.commitment: one.text for one in written}
    except BadText as error:
        raise BadEvent(str(error)) from error
    told = zip(row["types"], row["bodies"], row["shown"], strict=True)
    return [cast(AnyEvent, decode(kind, filled(kind, shown or body, known, WITHHELD))) for kind, body, shown in told]


def _of_match(match: Match) -> dict[str, Any]:
    """Return the columns that follow from the events of a match."""
    opened, closed, result = match.opened, match.closed, match.result or Result("", "", (), ())
    if not match.counts:
        result = Result(VOID, "", (), result.scores)
    return {
        "game": opened.game, "edition": opened.edition, "chance": opened.chance, "seats": len(opened.seats),
        "opened": utc(opened.at), "closed": utc(closed.at) if closed else None, "moves": len(match.moves) - 1,
        "events": match.version, "ending": result.ending, "rule": result.rule, "winners": result.winners,
        "scores": result.scores,
    }  # fmt: skip


def _retold(row: Mapping[str, Any], told: Mapping[str, Any]) -> list[str]:
    """Return a fault if columns of a row differ from its events, because queries use the columns."""
    same = ("game", "edition", "chance", "moves", "events", "ending", "opened", "closed")
    wrong = [name for name in same if (row[name] or "") != (told[name] or "")]
    if tuple(row["winners"] or ()) != tuple(told["winners"]):
        wrong.append("winners")
    return [f"its columns tell otherwise than its events: {', '.join(wrong)}"] if wrong else []


def _audited(match: Match, row: Mapping[str, Any], checked: CheckedStream | None) -> dict[str, Any]:
    seed = row.get("round_seed")  # older archives have none; a wrong seed breaks the seal
    found = audit(match, results=checked.results if checked else _results(match, row), seed=seed)
    tell = Reader(match.opening).tell
    return {
        "findings": [
            {
                "code": one.code, "severity": one.severity, "move": one.move, "event": one.version, "rule": one.rule,
                "why": tell(one.why),
            }
            for one in found.findings
        ],
        "signed": len(checked.signed) if checked else 0,
        "unsigned": len(checked.unsigned) if checked else 0,
    }  # fmt: skip


def _results(match: Match, row: Mapping[str, Any]) -> tuple[Row, ...]:
    """Return the closing event and the corrections of a match as its row has them, if its proofs are broken."""
    if match.closed is None:
        return ()
    stored = (
        Row(
            0, row["ledgers"][at], match.id, at + 1, kind, row["shown"][at] or row["bodies"][at],
            row["hashes"][at - 1], row["hashes"][at],
        )
        for at, kind in enumerate(row["types"]) if at
    )  # fmt: skip
    return result_rows(stored)


def rules_now() -> str:
    """Return a digest of the rules of this program: its version, and each game's edition and rulebook."""
    from hashlib import sha256
    from importlib.metadata import PackageNotFoundError, version

    try:
        ours = version("tablescribe")
    except PackageNotFoundError:
        ours = "from its source"
    games = (f"{key} {game(key).edition} {game(key).rulebook.digest}" for key in GAMES)
    return sha256("\n".join((ours, *games)).encode()).hexdigest()
