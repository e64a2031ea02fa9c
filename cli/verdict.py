"""What `verify` says: of the ledger, of an export, of a bundle."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.language import told
from cli.quorum import is_checkpoint, now, of_policy, policy_data, verify_checkpoint
from cli.state import out, progress, state
from domain.events import Enrolled, EnrolledBy, Revoked, RevokedBy
from domain.visible import visible

if TYPE_CHECKING:
    from ledger.proofs.policy import Policy
    from ledger.proofs.soundness import Sound
    from ledger.proofs.streams import VerifiedStream
    from ledger.proofs.verifying import Verified
    from replays.findings import Finding


def verify_here(
    options: set[str], match_id: str | None, keys: Sequence[str], since: Sequence[Path], policy: Policy | None,
    processes: int | None = None, *, again: bool = False, folder: Path | None = None, passphrase: str | None = None,
) -> int:  # fmt: skip
    """Verify the ledger, say what was checked and what cannot be known, and return the exit code: 1 if in doubt."""
    whole = {"--since", "--policy", "--processes", "--again", "--keys"} | ({"--key"} if since else set())
    allowed = {"--match"} if match_id else whole
    refuse_idle(options - allowed, "one match of the ledger" if match_id else "the ledger")
    ledger = state().scribe().ledger
    if match_id:
        with progress("Checking the chain") as tell:
            heads = ledger.verify(ledger.find(match_id), tell)
        words = "1 match, its chain is sound. `tablescribe verify` checks it against checkpoints, names and seeds, too."
        out(words, {"matches": {one: head.hex() for one, head in heads.items()}})
        return 0
    from cli.proofs import key_store
    from ledger.care.files import read_file
    from ledger.proofs.keyring import Keyring
    from ledger.proofs.note import VerifierKey
    from ledger.proofs.soundness import verify_ledger

    notes = [read_file(path).decode("utf-8", "replace") for path in since]
    with progress("Checking the chain") as tell:
        trusted = [VerifierKey.parse(key) for key in keys]
        sound = verify_ledger(ledger, since=notes, keys=trusted, policy=policy, now=now(), progress=tell,
                              processes=processes, again=again,
                              memory=Keyring(ledger, key_store(folder)).memory(passphrase))  # fmt: skip
    out("\n".join(_of_ledger(sound)), _ledger_data(sound))
    return 1 if sound.doubts else 0


def _of_ledger(sound: Sound) -> list[str]:
    count, beside = len(sound.heads), sound.beside
    seeds = f"{beside.seeds} seeds" if beside.seeds is not None else "no seeds, which this role may not read"
    matches = "1 match, sound" if count == 1 else f"{count} matches, all sound"
    lines = [f"{matches}."]
    if sound.unread:
        before = f"{sound.unread} of {sound.events} events were verified before and not read again"
        lines = [f"{matches} as far as they were read: {before} (--again reads them)."]
    lines += [
        *([f"{len(sound.tournaments)} tournaments: their chains are sound."] if sound.tournaments else []),
        f"Checked: {sound.events - sound.unread} events; {sound.checkpoints} stored checkpoints; "
        f"{beside.named} names; {seeds}.",
    ]
    if sound.cosignatures and sound.witnessed is None:
        lines.append(f"{sound.cosignatures} cosignatures of witnesses: what they are worth, a --policy says.")
    lines.extend(of_policy(sound.witnessed))
    lines.extend(f"The log begins with the checkpoint over {size} events that you kept." for size in sound.since)
    lines.extend(f"To be known: {told(clock)}." for clock in sound.clocks)
    lines.extend(f"IN DOUBT: {told(doubt)}" for doubt in sound.doubts)
    lines.extend(f"Not known: {told(unknown)}." for unknown in sound.unknown)
    return lines


def _ledger_data(sound: Sound) -> dict[str, Any]:
    return {
        "matches": {one: head.hex() for one, head in sound.heads.items()},
        "tournaments": {one: head.hex() for one, head in sound.tournaments.items()},
        "events": sound.events,
        "unread": sound.unread,
        "checkpoints": sound.checkpoints,
        "vouched": sound.vouched,
        "since": list(sound.since),
        "cosignatures": sound.cosignatures,
        "policy": policy_data(sound.witnessed),
        "names": sound.beside.named,
        "nameless": sound.beside.nameless,
        "seeds": sound.beside.seeds,
        "clocks": list(map(str, sound.clocks)),
        "doubts": list(map(str, sound.doubts)),
        "unknown": list(map(str, sound.unknown)),
    }


def refuse_idle(options: set[str], what: str) -> None:
    """Refuse options that would do nothing: whoever gives one believes that it was looked at."""
    if options:
        raise click.UsageError(f"{', '.join(sorted(options))} does nothing for {what}: leave it out")


def verify_file(
    file: Path,
    options: set[str],
    keys: Sequence[str],
    since: Sequence[Path],
    seats: Sequence[str],
    authority: Path | None,
    processes: int,
    policy: Policy | None,
) -> int:
    """Verify a file, say what it proves, and return the exit code: 1 if a signature or a key is in doubt."""
    from ledger.care.files import read_file
    from ledger.proofs.bundle import FORMAT

    contents = read_file(file)
    if FORMAT.encode() in contents[:100]:
        refuse_idle(options & {"--match"}, "a bundle, which is verified as a whole")
        return _bundle(file, contents, keys, since, _expected(seats), authority, processes, policy)
    if is_checkpoint(contents):
        refuse_idle(options - {"--key", "--policy"}, "a checkpoint")
        return verify_checkpoint(file, contents, keys, policy)
    from ledger.care.files import verify

    refuse_idle(options, "an export, which has no key and no checkpoint")
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
    authority: Path | None, processes: int, policy: Policy | None,
) -> int:  # fmt: skip
    from ledger.care.files import read_file
    from ledger.proofs.note import VerifierKey
    from ledger.proofs.verifying import verify_bundle

    notes = [read_file(path).decode("utf-8", "replace") for path in since]
    trusted = [VerifierKey.parse(key) for key in keys] + (policy.logs if policy is not None else [])
    with progress("Verifying"):
        proved = verify_bundle(
            contents, trusted, since=notes, expected=expected, policy=policy, now=now(), processes=processes
        )
    times = {match.id: _times(match, authority) for match in proved.matches}
    series = {match.id: _series(match, proved) for match in proved.matches}
    lines = [visible(line, one_line=True) for line in _words(file, proved, times, series)]
    out("\n".join(lines), _data(file, proved, times, series))
    return 1 if proved.faults or any(one.code == "series.wrong" for one in series.values() if one) else 0


def _series(match: VerifiedStream, proved: Verified) -> Finding | None:
    """Return what is to be said about the match that one follows: the bundle may bring it, or not."""
    from replays.series import former_among, of_series

    replayed = match.match()
    return next(of_series(replayed, former_among(proved.matches, replayed, proved.names)), None)


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


def _words(file: Path, proved: Verified, times: dict[str, list[str]], series: dict[str, Finding | None]) -> list[str]:
    from replays.contributions import whose_chance

    lines = [
        f"{file}: {_matches(len(proved.matches))} of ledger {proved.ledger}: nothing was changed, nothing is missing."
    ]
    if proved.viewer != "everything":
        lines.append(f"It is for a {proved.viewer}: what that viewer may not see is withheld.")
    for one in proved.tournaments:
        lines.append(
            f"  {one.id}: a tournament, {one.stream.events} events, {len(one.withheld)} withheld; "
            f"head {one.head.hex()[:16]}…. Its standings are computed again by `tablescribe tournament verify {file}`."
        )
    for match in proved.matches:
        held = f", {len(match.withheld)} withheld" if match.withheld else ""
        closed = "closed, " if match.closing is not None else "still open (there may be more by now), "
        signed = [one.holder for one in match.signatures if not one.fault]
        by = f"signed by {', '.join(signed)}" if signed else "signed by nobody"
        lines.append(f"  {match.id}: {len(match.events)} events{held}; {closed}{by}; head {match.head.hex()[:16]}…")
        if signed and match.unsigned:
            lines.append(f"    signatures are missing: {', '.join(match.unsigned)}")
        lines.extend(_of_keys(match))
        if (chance := whose_chance(match.match())) is not None:
            lines.append(f"    Chance: {chance!s}.")
        lines.extend(f"    its result existed at {at}" for at in times[match.id])
        if (found := series[match.id]) is not None:
            lines.append(f"    {'IN DOUBT: ' if found.code == 'series.wrong' else ''}{found.why!s}")
        for number, seat in enumerate(match.opened.seats, start=1):
            if seat.ref in proved.names:
                lines.append(f"    seat:{number} is {proved.names[seat.ref]}")
    lines.extend(f"The log has only grown since it had {size} events." for size in proved.earlier)
    lines.append(f"In the log of {proved.checkpoint.size} events, by a checkpoint signed with {proved.key}")
    if not proved.vouched:
        lines.append("Nobody vouched for that key but the file itself: ask the ledger's owner, and give it with --key.")
    lines.extend(of_policy(proved.witnessed))
    lines.extend(f"IN DOUBT: {fault!s}" for fault in proved.faults)
    return lines


def _of_keys(match: VerifiedStream) -> list[str]:
    """Return each seat's key, by whose pass it was enrolled and when, and whether it was revoked."""
    from ledger.proofs.signing import fingerprint

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
            lines.append(f"    {one.holder} signs with {one.key} ({fingerprint(one.key)}): enrolled {by} ({at})")
        elif isinstance(one, Revoked):
            by = f" by {one.by}" if isinstance(one, RevokedBy) else ""
            lines.append(
                f"    {one.key} was revoked{by} at event {one.originator_version}: what it signed before counts"
            )
    return lines


def _matches(count: int) -> str:
    return "1 match" if count == 1 else f"{count} matches"


def _data(
    file: Path, proved: Verified, times: dict[str, list[str]], series: dict[str, Finding | None]
) -> dict[str, Any]:
    from ledger.proofs.signing import fingerprint
    from replays.contributions import whose_chance

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
            {"tournament": one.id, "events": one.stream.events, "withheld": list(one.withheld), "head": one.head.hex()}
            for one in proved.tournaments
        ],
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
                        "fingerprint": fingerprint(one.key),
                        "by": one.by if isinstance(one, EnrolledBy) else None,
                        "at": one.at.isoformat(),
                        "version": one.originator_version,
                    }
                    for one in match.papers.events
                    if isinstance(one, Enrolled)
                ],
                "times": times[match.id],
                "chance": str(chance) if (chance := whose_chance(match.match())) is not None else None,
                "series": {"code": found.code, "why": str(found.why)} if (found := series[match.id]) else None,
            }
            for match in proved.matches
        ],
    }


def taken_over(contents: bytes, keys: Sequence[str], *, ours: bool) -> None:
    """Take matches over from a file, and say what that is worth."""
    from ledger.care.taking_over import take_over
    from ledger.proofs.bundle import FORMAT
    from ledger.proofs.note import VerifierKey

    if keys and FORMAT.encode() not in contents[:100]:
        refuse_idle({"--key"}, "an export, which nobody signed")
    trusted = [VerifierKey.parse(key) for key in keys]
    done = take_over(state().scribe(create=True).ledger, contents, trusted, ours=ours)
    lines = [f"Match {match_id}: {added} events taken over." for match_id, added in done.matches]
    if done.names:
        lines.append(f"{done.names} names of people came along.")
    lines.append(
        {
            "export": "Nobody vouches for it: an export proves that it is whole. Who wrote it, and when, is its word.",
            "bundle": f"Signed with {done.key}; nobody vouches for that key but the file: if you know it, say --key.",
            "vouched": f"Signed with {done.key}, which is trusted here.",
        }[done.worth]
    )
    lines.extend(f"IN DOUBT: {told(fault)}" for fault in done.faults)
    first, added = done.matches[0] if done.matches else ("", 0)
    data = {
        "match": first, "events": added, "worth": done.worth, "ledger": done.ledger, "key": done.key,
        "names": done.names,
        "matches": [{"match": match_id, "events": new} for match_id, new in done.matches],
        "faults": list(map(str, done.faults)),
    }  # fmt: skip
    out("\n".join(lines), data)
