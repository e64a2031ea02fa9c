"""The audit of signatures and time stamps under a result."""

from __future__ import annotations

from collections.abc import Iterator

from domain.match import Match
from domain.text import Thing, listed, say
from ledger.log.chain import Row
from ledger.proofs.signing import check_signatures, unsigned
from ledger.proofs.timestamps import BadToken, check_token
from replays.findings import Finding, about_match


def of_signatures(match: Match, closing: Row | None) -> Iterator[Finding]:
    """Yield missing, wrong and late signatures under the result of a closed match.

    Args:
        match: the match.
        closing: its stored closing event; without it signatures cannot be checked, and nothing is said of them.
    """
    if closing is None or match.closed is None:
        return
    checks = check_signatures(match, closing)
    for check in checks:
        if check.fault is not None:
            why = say("the signature of {holder} is not right: {fault}", holder=Thing(check.holder), fault=check.fault)
            yield about_match("signature.wrong", "doubt", check.version, why)
        elif check.late:
            holder = Thing(check.holder)
            why = say(
                "the key of {holder} was enrolled only after the match was closed: ask whose it is", holder=holder
            )
            yield about_match("signature.late", "note", check.version, why)
    missing = unsigned(match, checks)
    if missing:
        nobody = not match.papers.signatures
        holders = listed(map(Thing, missing))
        why = say("nobody signed the result") if nobody else say("signatures are missing: {holders}", holders=holders)
        severity = "note" if nobody else "doubt"
        yield about_match("signature.missing", severity, match.closed.originator_version, why)
    for stamped in match.papers.tokens:
        try:
            check_token(stamped.token, match.opened, closing)
        except BadToken as error:
            why = say("a time stamp is not right: {fault}", fault=error.text)
            yield about_match("time.wrong", "doubt", stamped.originator_version, why)
