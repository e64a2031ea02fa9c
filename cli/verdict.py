"""What `verify` says of a file: an export, or a bundle."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.state import out, progress
from domain.events import Enrolled, EnrolledBy, Revoked, RevokedBy
from domain.visible import visible

if TYPE_CHECKING:
    from ledger.proofs.streams import VerifiedStream
    from ledger.proofs.verifying import Verified


def verify_file(
    file: Path, keys: Sequence[str], since: Sequence[Path], seats: Sequence[str], authority: Path | None, processes: int
) -> int:
    """Verify a file, say what it proves, and return the exit code: 1 if a signature or a key is in doubt."""
    from ledger.care.files import read_file
    from ledger.proofs.bundle import FORMAT

    contents = read_file(file)
    if FORMAT.encode() in contents[:100]:
        return _bundle(file, contents, keys, since, _expected(seats), authority, processes)
    from ledger.care.files import verify

    found, rows = verify(contents)
    data = {"match": found, "events": len(rows), "head": rows[-1].hash.hex()}
    out(f"{file}: match {found}, {len(rows)} events, all sound. Last hash {rows[-1].hash.hex()}", data)
    return 0


def _expected(seats: Sequence[str]) -> dict[str, str]:
    """Return the keys that are expected by holder, from words such as `1=KEY` and `judge=KEY`."""
    from ledger.proofs.note import BadNote
    from ledger.proofs.signing import public_key

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


def _bundle(
    file: Path, contents: bytes, keys: Sequence[str], since: Sequence[Path], expected: dict[str, str],
    authority: Path | None, processes: int,
) -> int:  # fmt: skip
    from ledger.care.files import read_file
    from ledger.proofs.note import VerifierKey
    from ledger.proofs.verifying import verify_bundle

    notes = [read_file(path).decode("utf-8", "replace") for path in since]
    trusted = [VerifierKey.parse(key) for key in keys]
    with progress("Verifying"):
        proved = verify_bundle(contents, trusted, since=notes, expected=expected, processes=processes)
    times = {match.id: _times(match, authority) for match in proved.matches}
    lines = [visible(line, one_line=True) for line in _words(file, proved, times)]
    out("\n".join(lines), _data(file, proved, times))
    return 1 if proved.faults else 0


def _times(match: VerifiedStream, authority: Path | None) -> list[str]:
    """Return the times that authorities stamped under a match's result, and whether we know whose they are."""
    from ledger.proofs.timestamps import check_token, read_certificates, verify_token

    told = []
    replayed = match.match()
    for stamped in replayed.papers.tokens if match.closing is not None else ():
        assert match.closing is not None
        if authority is None:
            at = check_token(stamped.token, replayed.opened, match.closing)
            told.append(
                f"{at.isoformat()} (by an authority that was not checked: give its certificates with --authority)"
            )
        else:
            at = verify_token(stamped.token, replayed.opened, match.closing, read_certificates(authority))
            told.append(f"{at.isoformat()} (the authority is vouched for)")
    return told


def _words(file: Path, proved: Verified, times: dict[str, list[str]]) -> list[str]:
    lines = [
        f"{file}: {_matches(len(proved.matches))} of ledger {proved.ledger}: nothing was changed, nothing is missing."
    ]
    if proved.viewer != "everything":
        lines.append(f"It is for a {proved.viewer}: what that viewer may not see is withheld.")
    for match in proved.matches:
        held = f", {len(match.withheld)} withheld" if match.withheld else ""
        closed = "closed, " if match.closing is not None else "still open (there may be more by now), "
        signed = [one.holder for one in match.signatures if not one.fault]
        by = f"signed by {', '.join(signed)}" if signed else "signed by nobody"
        lines.append(f"  {match.id}: {len(match.events)} events{held}; {closed}{by}; head {match.head.hex()[:16]}…")
        if signed and match.unsigned:
            lines.append(f"    signatures are missing: {', '.join(match.unsigned)}")
        lines.extend(_of_keys(match))
        lines.extend(f"    its result existed at {at}" for at in times[match.id])
        for number, seat in enumerate(match.opened.seats, start=1):
            if seat.ref in proved.names:
                lines.append(f"    seat:{number} is {proved.names[seat.ref]}")
    lines.extend(f"The log has only grown since it had {size} events." for size in proved.earlier)
    lines.append(f"In the log of {proved.checkpoint.size} events, by a checkpoint signed with {proved.key}")
    if not proved.vouched:
        lines.append("Nobody vouched for that key but the file itself: ask the ledger's owner, and give it with --key.")
    lines.extend(f"IN DOUBT: {fault!s}" for fault in proved.faults)
    return lines


def _of_keys(match: VerifiedStream) -> list[str]:
    """Return each seat's key, by whose pass it was enrolled and when, and whether it was revoked."""
    lines = []
    for one in match.papers.events:
        if isinstance(one, Enrolled):
            by = f"by {one.by}" if isinstance(one, EnrolledBy) else "nobody says by whom"
            late = (
                ", after the end"
                if match.closing is not None and one.originator_version > match.closing.version
                else ""
            )
            at = f"{one.at.isoformat()}, event {one.originator_version}{late}"
            lines.append(f"    {one.holder} signs with {one.key}: enrolled {by} ({at})")
        elif isinstance(one, Revoked):
            by = f" by {one.by}" if isinstance(one, RevokedBy) else ""
            lines.append(
                f"    {one.key} was revoked{by} at event {one.originator_version}: what it signed before counts"
            )
    return lines


def _matches(count: int) -> str:
    return "1 match" if count == 1 else f"{count} matches"


def _data(file: Path, proved: Verified, times: dict[str, list[str]]) -> dict[str, Any]:
    return {
        "file": str(file),
        "ledger": proved.ledger,
        "viewer": proved.viewer,
        "size": proved.checkpoint.size,
        "key": str(proved.key),
        "vouched": proved.vouched,
        "faults": list(map(str, proved.faults)),
        "names": proved.names,
        "matches": [
            {
                "match": match.id,
                "events": len(match.events),
                "withheld": list(match.withheld),
                "head": match.head.hex(),
                "closed": match.closing is not None,
                "signed": [one.holder for one in match.signatures if not one.fault],
                "unsigned": list(match.unsigned),
                "keys": [
                    {
                        "holder": one.holder,
                        "key": one.key,
                        "by": one.by if isinstance(one, EnrolledBy) else None,
                        "at": one.at.isoformat(),
                        "version": one.originator_version,
                    }
                    for one in match.papers.events
                    if isinstance(one, Enrolled)
                ],
                "times": times[match.id],
            }
            for match in proved.matches
        ],
    }
