"""The output of `verify` for the ledger and for an exported file; the import of both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.proofs.quorum import in_doubt, is_checkpoint, now, of_policy, policy_data, verify_checkpoint
from tablescribe.cli.terminal.language import told
from tablescribe.cli.terminal.state import out, progress, state
from tablescribe.domain.words.text import Text, listed, plural, say

MOST_LINES = 20
"""Maximum number of imported matches that get a line each."""

if TYPE_CHECKING:
    from tablescribe.ledger.proofs.verification.soundness import SoundLedger
    from tablescribe.ledger.proofs.witnesses.policy import Policy


def verify_here(
    options: set[str], match_id: str | None, keys: Sequence[str], since: Sequence[Path], policy: Policy | None,
    processes: int | None = None, *, again: bool = False, folder: Path | None = None, passphrase: str | None = None,
) -> int:  # fmt: skip
    """Verify the ledger, print what was checked and what cannot be known, and return the exit code: 1 if in doubt."""
    whole = {"--since", "--policy", "--processes", "--again", "--keys"} | ({"--key"} if since else set())
    allowed = {"--match"} if match_id else whole
    refuse_idle(options - allowed, "one match of the ledger" if match_id else "the ledger")
    ledger = state().scribe().ledger
    if match_id:
        with progress("Checking the chain") as tell:
            heads = ledger.verify(ledger.find(match_id), tell)
        words = say(
            "1 match: its chain is intact. To check it against checkpoints, names and seeds, too, run "
            "`tablescribe verify`."
        )
        out(words, {"matches": {one: head.hex() for one, head in heads.items()}})
        return 0
    from tablescribe.cli.terminal.key_options import key_store
    from tablescribe.ledger.care.match_files import read_file
    from tablescribe.ledger.proofs.keys.keyring import Keyring
    from tablescribe.ledger.proofs.tree.signed_note import VerifierKey
    from tablescribe.ledger.proofs.verification.soundness import verify_ledger

    notes = [read_file(path).decode("utf-8", "replace") for path in since]
    with progress("Checking the chain") as tell:
        trusted = [VerifierKey.parse(key) for key in keys]
        sound = verify_ledger(ledger, since=notes, keys=trusted, policy=policy, now=now(), progress=tell,
                              processes=processes, again=again,
                              memory=Keyring(ledger, key_store(folder)).memory(passphrase))  # fmt: skip
    out("\n".join(map(told, _of_ledger(sound))), _ledger_data(sound))
    return 1 if sound.doubts else 0


def _of_ledger(sound: SoundLedger) -> Iterator[Text]:
    matches = plural(len(sound.heads), "1 match, sound", "{n} matches, all sound")
    if sound.unread:
        yield plural(
            sound.events,
            "{matches}, as far as read: {unread} of 1 event was verified earlier and not read again "
                "(--again reads it).",
            "{matches}, as far as read: {unread} of {n} events were verified earlier and not read again "
                "(--again reads them).",
            matches=matches, unread=sound.unread,
        )  # fmt: skip
    else:
        yield say("{matches}.", matches=matches)
    if sound.tournaments:
        yield plural(
            len(sound.tournaments), "1 tournament: its chain is sound.", "{n} tournaments: their chains are sound."
        )
    yield _checked(sound)
    if sound.cosignatures and sound.witnessed is None:
        yield plural(
            sound.cosignatures,
            "1 witness cosignature. To require certain witnesses, pass a --policy.",
            "{n} witness cosignatures. To require certain witnesses, pass a --policy.",
        )
    yield from of_policy(sound.witnessed)
    for size in sound.since:
        yield plural(
            size,
            "The log extends the checkpoint of 1 event that you kept.",
            "The log extends the checkpoint of {n} events that you kept.",
        )
    yield from (say("Note: {what}.", what=clock) for clock in sound.clocks)
    yield from map(in_doubt, sound.doubts)
    yield from (say("Not proved: {what}.", what=unknown) for unknown in sound.unknown)


def _checked(sound: SoundLedger) -> Text:
    """Say how much of the ledger was checked."""
    beside, seeds = sound.beside, say("no seeds (this role may not read them)")
    if beside.seeds is not None:
        seeds = plural(beside.seeds, "1 seed", "{n} seeds")
    checked = say(
        "Checked: {events}; {checkpoints}; {names}; {seeds}.",
        events=plural(sound.events - sound.unread, "1 event", "{n} events"),
        checkpoints=plural(sound.checkpoints, "1 stored checkpoint", "{n} stored checkpoints"),
        names=plural(beside.named, "1 name", "{n} names"),
        seeds=seeds,
    )
    if not beside.pictures and not beside.pictureless:
        return checked
    photos = plural(beside.pictures, "1 photo, unchanged", "{n} photos, all unchanged")
    absent = plural(beside.pictureless, "1 missing (erased or left out)", "{n} missing (erased or left out)")
    told_photos = listed([photos, absent], "; ") if beside.pictureless else photos
    return listed([checked, say("{photos}.", photos=told_photos)], " ")


def _ledger_data(sound: SoundLedger) -> dict[str, Any]:
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
        "photos": {"there": sound.beside.pictures, "absent": sound.beside.pictureless},
        "clocks": list(map(str, sound.clocks)),
        "doubts": list(map(str, sound.doubts)),
        "unknown": list(map(str, sound.unknown)),
    }


def refuse_idle(options: set[str], what: str) -> None:
    """Refuse options that have no effect here, as the person would believe that they were checked."""
    if options:
        raise click.UsageError(f"{', '.join(sorted(options))} does nothing for {what}: leave it out")


def verify_file(
    file: Path,
    options: set[str],
    keys: Sequence[str],
    since: Sequence[Path],
    seats: Sequence[str],
    authority: Path | None,
    processes: int | None,
    policy: Policy | None,
) -> int:
    """Verify a file, print what it proves, and return the exit code: 1 if a signature or a key is in doubt."""
    from tablescribe.ledger.care.match_files import read_written
    from tablescribe.ledger.proofs.bundles.bundle import FORMAT

    contents = read_written(file)
    if FORMAT.encode() in contents[:100]:
        from tablescribe.cli.proofs.bundle_verdict import expected, verify_bundle

        refuse_idle(options & {"--match"}, "a bundle, which is verified as a whole")
        return verify_bundle(file, contents, keys, since, expected(seats), authority, processes, policy)
    if is_checkpoint(contents):
        refuse_idle(options - {"--key", "--policy"}, "a checkpoint")
        return verify_checkpoint(file, contents, keys, policy)
    from tablescribe.ledger.care.match_files import verified_pictures, verify
    from tablescribe.ledger.log.pictures import commitments

    refuse_idle(options, "an export, which has no key and no checkpoint")
    found, rows = verify(contents)
    there = len(verified_pictures(contents))
    absent = sum(len(commitments(row.type, row.body)) for row in rows) - there
    data: dict[str, Any] = {"match": found, "events": len(rows), "head": rows[-1].hash.hex()}
    words = plural(
        len(rows),
        "{file}: match {match}, 1 event, sound. Last hash {hash}",
        "{file}: match {match}, {n} events, all sound. Last hash {hash}",
        file=str(file), match=found, hash=rows[-1].hash.hex(),
    )  # fmt: skip
    if there or absent:
        data["photos"] = {"there": there, "absent": absent}
        words = listed([words, say("photos: {there} present, {absent} missing", there=there, absent=absent)], "; ")
    out(words, data)
    return 0


def taken_over(contents: bytes, keys: Sequence[str], *, ours: bool) -> None:
    """Import matches from a file, and print how far they can be trusted."""
    from tablescribe.cli.table.duplicates import groups_of, say_groups
    from tablescribe.ledger.care.importing import import_file
    from tablescribe.ledger.proofs.bundles.bundle import FORMAT
    from tablescribe.ledger.proofs.tree.signed_note import VerifierKey

    if keys and FORMAT.encode() not in contents[:100]:
        refuse_idle({"--key"}, "an export, which nobody signed")
    trusted = [VerifierKey.parse(key) for key in keys]
    ledger = state().scribe(create=True).ledger
    done = import_file(ledger, contents, trusted, ours=ours)
    lines = _each_match(done.matches)
    twice = groups_of(ledger, {match_id for match_id, added in done.matches if added})
    if done.names:
        lines.append(plural(done.names, "1 name imported.", "{n} names imported."))
    lines.append(
        {
            "export": say("An export proves that it is complete, but not who wrote it, or when."),
            "bundle": say(
                "Signed with {key}. That key comes only from the file itself: if you know the ledger's "
                "key, pass it with --key.",
                key=done.key,
            ),
            "vouched": say("Signed with {key}, which is trusted here.", key=done.key),
        }[done.worth]
    )
    lines.extend(map(in_doubt, done.faults))
    if twice:
        lines.append(say_groups(twice))
    first, added = done.matches[0] if done.matches else ("", 0)
    data = {
        "match": first, "events": added, "worth": done.worth, "ledger": done.ledger, "key": done.key,
        "names": done.names,
        "matches": [{"match": match_id, "events": new} for match_id, new in done.matches],
        "faults": list(map(str, done.faults)), "duplicates": [[one.id for one in group] for group in twice],
    }  # fmt: skip
    out("\n".join(map(told, lines)), data)


def _each_match(matches: Sequence[tuple[str, int]]) -> list[Text]:
    """Return the number of imported events, a line for each match; for many matches, one line in total."""
    if len(matches) > MOST_LINES:
        events = plural(sum(added for _, added in matches), "1 event", "{n} events")
        return [plural(len(matches), "1 match: {events} imported.", "{n} matches: {events} imported.", events=events)]
    return [
        plural(added, "Match {match}: 1 event imported.", "Match {match}: {n} events imported.", match=match_id)
        for match_id, added in matches
    ]
