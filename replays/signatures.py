"""The audit of signatures and time stamps under a result."""

from __future__ import annotations

from collections.abc import Iterator

from domain.match import Match
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
        if check.fault:
            why = f"the signature of {check.holder} is not right: {check.fault}"
            yield about_match("signature.wrong", "doubt", check.version, why)
        elif check.late:
            why = f"the key of {check.holder} was enrolled only after the match was closed: ask whose it is"
            yield about_match("signature.late", "note", check.version, why)
    missing = unsigned(match, checks)
    if missing:
        nobody = not match.papers.signatures
        why = "nobody signed the result" if nobody else f"signatures are missing: {', '.join(missing)}"
        severity = "note" if nobody else "doubt"
        yield about_match("signature.missing", severity, match.closed.originator_version, why)
    for stamped in match.papers.tokens:
        try:
            check_token(stamped.token, match.opened, closing)
        except BadToken as error:
            yield about_match("time.wrong", "doubt", stamped.originator_version, f"a time stamp is not right: {error}")
