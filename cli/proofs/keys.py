"""`keys`: keys that sign: show, offer, enrol, revoke, rotate."""

from __future__ import annotations

from pathlib import Path

import click

from tablescribe.cli.terminal.key_options import holder_of, key_store, notary, with_holder, with_keys
from tablescribe.cli.terminal.state import as_json, out
from tablescribe.domain.words.escaping import visible


@click.group(epilog="Examples: tablescribe keys show · tablescribe keys enrol 7k2 --seat 2 · tablescribe keys rotate")
def keys() -> None:
    """Keys that sign: the ledger's own, and those of seats and judges. Private ones stay on this machine."""


@keys.command(epilog="Examples: tablescribe keys show · tablescribe keys show --json")
@with_keys
@as_json
def show(folder: Path | None, passphrase: str | None) -> None:
    """Print the ledger's public key: give it to everybody who is to verify bundles. It is made at first use."""
    who = notary(folder)
    key = str(who.ledger_signer(passphrase).key)
    data = {"key": key, "folder": str(who.store.folder), "here": who.store.names()}
    out(f"{key}\n\nPrivate keys in {who.store.folder}: {', '.join(who.store.names())}", data)


@keys.command(
    epilog="Example: tablescribe keys offer --ledger-id 0f3c… --match 7k2m4x9q3v1d --seat 2 --as ben -o ben.key"
)
@click.option("--ledger-id", required=True, help="The ledger's id: what follows `tablescribe/` in its key.")
@click.option("--match", "match_id", required=True, help="The match's whole id.")
@with_holder
@click.option("--as", "key", required=True, help="The key's name in the folder; it is made if it is not there.")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="The file to hand over.")
@with_keys
@as_json
def offer(
    ledger_id: str, match_id: str, seat: int | None, judge: bool, key: str, output: Path, folder: Path | None,
    passphrase: str | None,
) -> None:  # fmt: skip
    """Make a key on this device and offer it for a seat. No ledger is needed; the private key stays here.

    Who keeps the ledger takes the file with `tablescribe keys enrol MATCH --offer FILE`.
    """
    from tablescribe.ledger.care.match_files import write_file
    from tablescribe.ledger.proofs.keys.device import offer as made
    from tablescribe.ledger.proofs.keys.signing import fingerprint, key_text

    signer = key_store(folder).signer(key, passphrase=passphrase)
    holder = holder_of(seat, judge)
    write_file(output, made(signer, ledger_id, match_id, holder))
    public = key_text(signer)
    data = {"file": str(output), "match": match_id, "holder": holder, "key": public, "fingerprint": fingerprint(public)}
    words = f"Key {public} is offered for {holder} in {output}: hand it over, and tell others the key."
    out(f"{words}\nIts fingerprint, to compare: {fingerprint(public)}", data)


@keys.command(epilog="Examples: tablescribe keys enrol 7k2 --seat 2 · tablescribe keys enrol 7k2 --offer ben.key")
@click.argument("match_id", metavar="MATCH")
@with_holder
@click.option("--as", "key", default="", help="The key's name in the folder. Default: the person's name.")
@click.option("--offer", "offered", type=click.Path(path_type=Path), help="A key made on the seat's own device.")
@with_keys
@as_json
def enrol(
    match_id: str, seat: int | None, judge: bool, key: str, offered: Path | None, folder: Path | None,
    passphrase: str | None,
) -> None:  # fmt: skip
    """Let a key speak for a seat or the judge in MATCH. Best before the first move, and with an --offer.

    A key of this folder proves no more than your word: whoever keeps the ledger could sign for everybody.
    """
    from tablescribe.ledger.proofs.keys.signing import fingerprint

    who = notary(folder)
    if offered is None:
        event = who.enrol(match_id, holder_of(seat, judge), key, passphrase)
    else:
        from tablescribe.ledger.care.match_files import read_file
        from tablescribe.ledger.proofs.keys.device import read_offer

        found = read_offer(read_file(offered))
        if who.ledger.find(match_id) != found.match:
            raise click.UsageError(f"{offered} offers a key for match {visible(found.match, one_line=True)}")
        event = who.enrol_public(found.match, found.holder, found.key, found.proof)
    before = who.changed_key(event.originator_id, event.holder)
    data = {"match": event.originator_id, "version": event.originator_version, "holder": event.holder, "key": event.key,
            "fingerprint": fingerprint(event.key),
            "before": None if before is None else {"key": before.key, "match": before.match}}  # fmt: skip
    words = f"Key {event.key} speaks for {event.holder} in match {event.originator_id} from now on."
    words += f"\nIts fingerprint, to compare: {fingerprint(event.key)}"
    if before is not None:
        words += f"\nIn match {before.match} it was {before.key}: ask that person whether there is a new one."
    out(words, data)


@keys.command(epilog='Example: tablescribe keys revoke 7k2 --seat 2 --reason "the phone was lost" --by-judge')
@click.argument("match_id", metavar="MATCH", required=False)
@with_holder
@click.option("--as", "key", default="", help="The key's name in the folder. Default: the person's name.")
@click.option("--by-judge", is_flag=True, help="The judge revokes it. Else its holder does, who has the private key.")
@click.option("--ledger-key", is_flag=True, help="The ledger's own key, instead of one in a match.")
@click.option("--reason", required=True, help="Why: it is recorded for ever.")
@with_keys
@as_json
def revoke(
    match_id: str | None, seat: int | None, judge: bool, key: str, by_judge: bool, ledger_key: bool, reason: str,
    folder: Path | None, passphrase: str | None,
) -> None:  # fmt: skip
    """Let a key count no more from now on: in MATCH, or the ledger's own. What a seat's key signed before stands."""
    who = notary(folder)
    if ledger_key:
        gone = who.keyring.revoke(who.scribe.stamp(), reason)
    elif match_id is None:
        raise click.UsageError("name a match and who, or say --ledger-key")
    else:
        holder = holder_of(seat, judge)
        by = "judge" if by_judge else holder
        gone = who.revoke(match_id, holder, reason, by=by, key=key, passphrase=passphrase).key
    out(f"Key {gone} is revoked: {reason}", {"key": gone, "reason": reason})


@keys.command(epilog="Example: tablescribe keys rotate")
@with_keys
@as_json
def rotate(folder: Path | None, passphrase: str | None) -> None:
    """Make a new key for the ledger; the one before is retired, and what it signed stays good."""
    who = notary(folder)
    key = str(who.keyring.rotate(who.scribe.stamp(), passphrase).key)
    out(f"The ledger signs with a new key now. Give it to all who verify:\n{key}", {"key": key})
