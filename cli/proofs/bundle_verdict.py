"""The output of `verify` for a bundle."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.proofs.quorum import in_doubt, now, of_policy, policy_data
from tablescribe.cli.terminal.language import told
from tablescribe.cli.terminal.state import out, progress
from tablescribe.domain.match.correction_events import CORRECTIONS
from tablescribe.domain.match.events import CLOSING
from tablescribe.domain.match.pictures import pictures_of
from tablescribe.domain.match.signature_events import Enrolled, EnrolledBy, Revoked, RevokedBy
from tablescribe.domain.words.escaping import visible
from tablescribe.domain.words.text import Text, listed, plural, say

if TYPE_CHECKING:
    from tablescribe.ledger.proofs.bundles.streams import VerifiedStream
    from tablescribe.ledger.proofs.bundles.verifying import Verified
    from tablescribe.ledger.proofs.witnesses.policy import Policy
    from tablescribe.replays.auditing.findings import Finding


DECIDE_A_RESULT = (*CLOSING, *CORRECTIONS)
COLUMNS = 60
"""Maximum length of a name on one line."""


def expected(seats: Sequence[str]) -> dict[str, str]:
    """Return the expected keys by holder, from words such as `1=KEY` and `judge=KEY`."""
    from tablescribe.ledger.proofs.keys.signing import public_key
    from tablescribe.ledger.proofs.tree.signed_note import BadNote

    found = {}
    for seat in seats:
        who, _, key = seat.partition("=")
        try:
            public_key(key)
        except BadNote as error:
            raise click.UsageError(f"a seat's key is written 1=KEY, or judge=KEY: {error.why}") from None
        if who != "judge" and not re.fullmatch("[1-9][0-9]{0,2}", who):
            raise click.UsageError("a seat's key is written 1=KEY, or judge=KEY")
        found[who if who == "judge" else f"seat:{who}"] = key
    return found


def verify_bundle(
    file: Path, contents: bytes, keys: Sequence[str], since: Sequence[Path], expected: dict[str, str],
    authority: Path | None, processes: int | None, policy: Policy | None,
) -> int:  # fmt: skip
    """Verify a bundle, print what it proves, and return the exit code: 1 if a signature or a key is in doubt."""
    from tablescribe.ledger.care.match_files import read_file
    from tablescribe.ledger.proofs.bundles import verifying
    from tablescribe.ledger.proofs.bundles.worker_pool import processes_for
    from tablescribe.ledger.proofs.tree.signed_note import VerifierKey

    notes = [read_file(path).decode("utf-8", "replace") for path in since]
    trusted = [VerifierKey.parse(key) for key in keys] + (policy.logs if policy is not None else [])
    with progress("Verifying"):
        proved = verifying.verify_bundle(
            contents,
            trusted,
            since=notes,
            expected=expected,
            policy=policy,
            now=now(),
            processes=processes or processes_for(len(contents)),
        )
    times = {match.id: _times(match, authority) for match in proved.matches}
    series = {match.id: _series(match, proved) for match in proved.matches}
    lines = [visible(told(line), one_line=True) for line in _words(file, proved, times, series)]
    out("\n".join(lines), _data(file, proved, times, series))
    return 1 if proved.faults or any(one.code == "series.wrong" for one in series.values() if one) else 0


def _series(match: VerifiedStream, proved: Verified) -> Finding | None:
    """Return the finding about the previous match of the series, which may be missing from the bundle."""
    from tablescribe.replays.auditing.series import former_among, of_series

    replayed = match.match()
    return next(of_series(replayed, former_among(proved.matches, replayed, proved.names)), None)


def _times(match: VerifiedStream, authority: Path | None) -> list[str]:
    """Return the trusted timestamps of a match's result, and whether their authority is confirmed."""
    from tablescribe.ledger.proofs.keys.signing import row_signed
    from tablescribe.ledger.proofs.keys.timestamps import check_token, read_certificates, verify_token

    found = []
    replayed = match.match()
    for stamped in replayed.papers.tokens if match.results else ():
        result = row_signed(match.results, stamped.originator_version)
        if authority is None:
            at = check_token(stamped.token, replayed.opened, result)
            text = say("{at} (authority not confirmed: pass its certificates with --authority)", at=at.isoformat())
        else:
            at = verify_token(stamped.token, replayed.opened, result, read_certificates(authority))
            text = say("{at} (authority confirmed)", at=at.isoformat())
        found.append(told(text))
    return found


def _words(
    file: Path, proved: Verified, times: dict[str, list[str]], series: dict[str, Finding | None]
) -> Iterator[Text]:
    from tablescribe.replays.tournaments.findings import unproved_rulings

    yield plural(
        len(proved.matches),
        "{file}: 1 match of ledger {ledger}: nothing was changed, nothing is missing.",
        "{file}: {n} matches of ledger {ledger}: nothing was changed, nothing is missing.",
        file=str(file), ledger=proved.ledger,
    )  # fmt: skip
    if proved.viewer != "everything":
        viewer = say("a spectator") if proved.viewer == "spectator" else proved.viewer
        yield say("Made for {viewer}: what this viewer may not see is withheld.", viewer=viewer)
    for one in proved.tournaments:
        text = plural(
            one.stream.events,
            "{id}: a tournament, 1 event, {withheld} withheld, head {head}…; to recompute its standings: "
                "`tablescribe tournament verify {file}`.",
            "{id}: a tournament, {n} events, {withheld} withheld, head {head}…; to recompute its "
                "standings: `tablescribe tournament verify {file}`.",
            id=one.id, withheld=len(one.withheld), head=one.head.hex()[:16], file=str(file),
        )  # fmt: skip
        yield _indented(text, 2)
        if one.unproved:
            yield _indented(unproved_rulings(one.unproved), 4)
    for match in proved.matches:
        head, *more = _of_match(match, proved, times[match.id], series[match.id])
        yield _indented(head, 2)
        yield from (_indented(text, 4) for text in more)
    for size in proved.earlier:
        yield plural(
            size, "The log has only grown since it had 1 event.", "The log has only grown since it had {n} events."
        )
    yield plural(
        proved.checkpoint.size,
        "Part of a log of 1 event, by a checkpoint signed with {key}",
        "Part of a log of {n} events, by a checkpoint signed with {key}",
        key=str(proved.key),
    )
    if not proved.vouched:
        yield say(
            "That key comes only from the file itself. Ask the ledger's owner for the key and pass it with --key."
        )
    yield from of_policy(proved.witnessed)
    yield from map(in_doubt, proved.faults)


def _of_match(match: VerifiedStream, proved: Verified, times: Sequence[str], found: Finding | None) -> Iterator[Text]:
    from tablescribe.replays.auditing.contributions import whose_chance
    from tablescribe.replays.reading.wording import say_correction

    signed = match.signed
    yield say(
        "{id}: {events}; {closed}, {by}; head {head}…",
        id=match.id,
        events=_how_many(match),
        closed=say("closed") if match.closing is not None else say("still open (more may have been recorded since)"),
        by=say("signed by {who}", who=", ".join(signed)) if signed else say("not signed"),
        head=match.head.hex()[:16],
    )
    if match.unproved:
        yield plural(
            len(match.unproved),
            "1 event is withheld: what is shown of it rests on the word of the ledger's owner",
            "{n} events are withheld: what is shown of them rests on the word of the ledger's owner",
        )
        if any(one.digest and one.type in DECIDE_A_RESULT for one in match.stream.log):
            yield say("its result is one of them; only the players' signatures, if any, prove it")
    if signed and match.unsigned:
        yield say("signatures are missing: {who}", who=", ".join(match.unsigned))
    yield from _of_keys(match)
    replayed = match.match()
    for event in replayed.corrections.events:
        yield say(
            "{correction} (event {event})",
            correction=say_correction(replayed.opening, event),
            event=event.originator_version,
        )
    for version in [row.version for row in match.results[:-1]]:
        before = [one.holder for one in match.signatures if not one.fault and one.of == version]
        if before:
            yield say("the result of event {event} was signed by {who}", event=version, who=", ".join(before))
    if (chance := whose_chance(replayed)) is not None:
        yield say("Chance: {chance}.", chance=chance)
    there = {one.commitment for one in proved.pictures}
    for note in (one for one in replayed.notes if pictures_of(one)):
        told_of = [
            say("photo {number} is included", number=n) if one in there
            else say("photo {number} is missing (left out or erased)", number=n)
            for n, one in enumerate(pictures_of(note), start=1)
        ]  # fmt: skip
        yield say("event {event}: {photos}", event=note.originator_version, photos=listed(told_of))
    yield from (say("its result existed at {at}", at=at) for at in times)
    if found is not None:
        yield in_doubt(found.why) if found.code == "series.wrong" else listed([found.why])
    for number, seat in enumerate(match.opened.seats, start=1):
        if seat.ref in proved.names:
            first, *more = _folded(proved.names[seat.ref])
            yield say("{seat} is {name}", seat=f"seat:{number}", name=first)
            yield from (Text("  | {more}", {"more": one}) for one in more)


def _folded(name: str) -> list[str]:
    """Return a long name in pieces, so that a wrapped part of it cannot look like a line of our own."""
    return [name[at : at + COLUMNS] for at in range(0, max(len(name), 1), COLUMNS)]


def _how_many(match: VerifiedStream) -> Text:
    events = plural(len(match.events), "1 event", "{n} events")
    if not match.withheld:
        return events
    return say("{events}, {withheld} withheld", events=events, withheld=len(match.withheld))


def _of_keys(match: VerifiedStream) -> Iterator[Text]:
    """Yield each seat's key: who enrolled it, when, and whether it was revoked."""
    from tablescribe.ledger.proofs.keys.signing import fingerprint

    for one in match.papers.events:
        if isinstance(one, Enrolled):
            late = match.closing is not None and one.originator_version > match.closing.version
            yield say(
                "{holder} signs with {key} ({print}): enrolled {by} ({at}, {event})",
                holder=one.holder, key=one.key, print=fingerprint(one.key), at=one.at.isoformat(),
                by=say("by {who}", who=one.by) if isinstance(one, EnrolledBy) else say("by a person not recorded"),
                event=say("event {n}, after the end", n=one.originator_version) if late
                else say("event {n}", n=one.originator_version),
            )  # fmt: skip
        elif isinstance(one, Revoked):
            about: dict[str, str | int] = {"key": one.key, "event": one.originator_version}
            if isinstance(one, RevokedBy):
                yield say(
                    "{key} was revoked by {who} at event {event}: earlier signatures stay valid", who=one.by, **about
                )
            else:
                yield say("{key} was revoked at event {event}: earlier signatures stay valid", **about)


def _indented(text: Text, by: int) -> Text:
    return Text(f"{' ' * by}{{text}}", {"text": text})


def _data(
    file: Path, proved: Verified, times: dict[str, list[str]], series: dict[str, Finding | None]
) -> dict[str, Any]:
    from tablescribe.ledger.proofs.keys.signing import fingerprint
    from tablescribe.replays.auditing.contributions import whose_chance

    return {
        "file": str(file),
        "ledger": proved.ledger,
        "viewer": proved.viewer,
        "size": proved.checkpoint.size,
        "key": str(proved.key),
        "vouched": proved.vouched,
        "policy": policy_data(proved.witnessed),
        "faults": list(map(str, proved.faults)),
        "names": proved.names,
        "tournaments": [
            {
                "tournament": one.id,
                "events": one.stream.events,
                "withheld": list(one.withheld),
                "unproved": list(one.unproved),
                "head": one.head.hex(),
            }
            for one in proved.tournaments
        ],
        "matches": [
            {
                "match": match.id,
                "events": len(match.events),
                "withheld": list(match.withheld),
                "unproved": list(match.unproved),
                "head": match.head.hex(),
                "closed": match.closing is not None,
                "signed": match.signed,
                "unsigned": list(match.unsigned),
                "keys": [
                    {
                        "holder": one.holder,
                        "key": one.key,
                        "fingerprint": fingerprint(one.key),
                        "by": one.by if isinstance(one, EnrolledBy) else None,
                        "at": one.at.isoformat(),
                        "version": one.originator_version,
                    }
                    for one in match.papers.events
                    if isinstance(one, Enrolled)
                ],
                "photos": [
                    {
                        "event": note.originator_version,
                        "number": n,
                        "commitment": one,
                        "state": "there" if one in {photo.commitment for photo in proved.pictures} else "absent",
                    }
                    for note in match.match().notes
                    for n, one in enumerate(pictures_of(note), start=1)
                ],
                "void": not match.match().counts,
                "corrected": match.match().corrections.amended is not None,
                "times": times[match.id],
                "chance": str(chance) if (chance := whose_chance(match.match())) is not None else None,
                "series": {"code": found.code, "why": str(found.why)} if (found := series[match.id]) else None,
            }
            for match in proved.matches
        ],
    }
