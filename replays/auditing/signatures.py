"""Audit the signatures and time stamps under a result."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tablescribe.domain.match.correction_events import Amended
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.signature_events import EnrolledBy
from tablescribe.domain.words.text import Thing, both, listed, say
from tablescribe.ledger.log.chain import Row
from tablescribe.ledger.proofs.keys.signing import SignatureCheck, check_signatures, row_signed, unsigned
from tablescribe.ledger.proofs.keys.timestamps import BadToken, StampsUnavailable, check_token
from tablescribe.replays.auditing.findings import Finding, about_match
from tablescribe.replays.reading.wording import by_whom, say_correction


def of_signatures(match: Match, results: Sequence[Row]) -> Iterator[Finding]:
    """Yield missing, wrong and late signatures under the results of a closed match.

    Args:
        match: the match.
        results: its stored closing event and corrections; without them signatures cannot be checked, and nothing is
            reported.
    """
    if not results or match.closed is None:
        return
    checks = check_signatures(match.opened, match.papers, results)
    for check in checks:
        if check.fault is not None:
            why = say("the signature of {holder} is not valid: {fault}", holder=Thing(check.holder), fault=check.fault)
            yield about_match("signature.wrong", "doubt", check.version, why)
            continue
        holder = Thing(check.holder)
        if check.revoked is not None:
            why = say(
                "{holder} signed before the key was revoked ({reason}): the signature stays valid",
                holder=holder, reason=check.revoked.reason,
            )  # fmt: skip
            yield about_match("signature.revoked", "note", check.version, why)
        if check.late:
            why = say(
                "the key of {holder} was enrolled only after the match was closed: ask whose it is", holder=holder
            )
            yield about_match("signature.late", "note", check.version, why)
    yield from _of_strangers(match, checks)
    yield from _of_corrections(match, checks)
    yield from _of_missing(match, checks, results)
    for stamped in match.papers.tokens:
        try:
            check_token(stamped.token, match.opened, row_signed(results, stamped.originator_version))
        except BadToken as error:
            why = say("a time stamp is not valid: {fault}", fault=error.text)
            yield about_match("time.wrong", "doubt", stamped.originator_version, why)
        except StampsUnavailable as error:
            why = say("a time stamp was not checked: {fault}", fault=error.text)
            yield about_match("time.unchecked", "note", stamped.originator_version, why)


def _of_corrections(match: Match, checks: Sequence[SignatureCheck]) -> Iterator[Finding]:
    """Yield a note for each correction after the match was closed, with those who had signed the result before it."""
    counted = match.closed.originator_version if match.closed is not None else 0
    for event in match.corrections.events:
        kind = "result.corrected" if isinstance(event, Amended) else "result.void"
        said = say_correction(match.opening, event)
        if isinstance(event, Amended):
            before = [Thing(check.holder) for check in checks if check.fault is None and check.of == counted]
            if before:
                said = say("{said}; the result before was signed by {holders}", said=said, holders=both(before))
            counted = event.originator_version
        yield about_match(kind, "note", event.originator_version, said)


def _of_missing(match: Match, checks: Sequence[SignatureCheck], results: Sequence[Row]) -> Iterator[Finding]:
    """Yield the missing signatures under the result that counts; a note if nobody has signed it."""
    missing = unsigned(match.opened, match.papers, checks, results)
    if not missing:
        return
    nobody = all(check.of != results[-1].version for check in checks)
    if nobody:
        why = say("the corrected result is not signed") if results[1:] else say("the result is not signed")
    else:
        why = say("signatures are missing: {holders}", holders=listed(map(Thing, missing)))
    yield about_match("signature.missing", "note" if nobody else "doubt", results[-1].version, why)


def _of_strangers(match: Match, checks: list[SignatureCheck]) -> Iterator[Finding]:
    """Yield a note if others enrolled the keys of holders: such signatures rest on the word of the enrollers."""
    enrolled = [match.papers.enrolled[check.key] for check in checks if check.fault is None]
    others = [one for one in enrolled if isinstance(one, EnrolledBy) and one.by != one.holder]
    if others:
        why = say(
            "other people ({by}) enrolled the keys of {holders}: these signatures rest on their "
            "word, unless you know the keys",
            holders=listed(Thing(one.holder) for one in others),
            by=listed(map(by_whom, sorted({one.by for one in others}))),
        )  # fmt: skip
        yield about_match("signature.foreign", "note", others[-1].originator_version, why)
