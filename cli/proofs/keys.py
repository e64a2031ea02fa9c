"""`keys`: show, offer, enrol, revoke and rotate signing keys."""

from __future__ import annotations

from pathlib import Path

import click

from tablescribe.cli.terminal.help import Listing
from tablescribe.cli.terminal.key_options import holder_of, key_store, notary, with_holder, with_keys
from tablescribe.cli.terminal.state import as_json, out
from tablescribe.domain.words.escaping import visible


@click.group(
    cls=Listing,
    epilog="""\b
Examples:
  tablescribe keys show
  tablescribe keys enrol 7k2 --seat 2
  tablescribe keys rotate""",
)
def keys() -> None:
    """Manage signing keys: the ledger's own, and those of seats and judges.

    Private keys stay on this machine.
    """


@keys.command(
    epilog="""\b
Examples:
  tablescribe keys show
  tablescribe keys show --json"""
)
@with_keys
@as_json
def show(folder: Path | None, passphrase: str | None) -> None:
    """Print the ledger's public key, for those who verify. Created on first use."""
    who = notary(folder)
    key = str(who.ledger_signer(passphrase).key)
    data = {"key": key, "folder": str(who.store.folder), "here": who.store.names()}
    out(f"{key}\n\nPrivate keys in {who.store.folder}: {', '.join(who.store.names())}", data)


@keys.command(
    epilog="""\b
Examples:
  tablescribe keys offer --ledger-id 0f3c9a --match 7k2m4x9q3v1d --seat 2 --as ben -o ben.key
  tablescribe keys enrol 7k2 --offer ben.key      (what the organiser does with it)"""
)
@click.option("--ledger-id", required=True, help="Ledger id: the part after `tablescribe/` in its key.")
@click.option("--match", "match_id", required=True, help="Complete id of the match.")
@with_holder
@click.option("--as", "key", required=True, help="Name of the key in the folder. Created if missing.")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="File to hand over.")
@with_keys
@as_json
def offer(
    ledger_id: str, match_id: str, seat: int | None, judge: bool, key: str, output: Path, folder: Path | None,
    passphrase: str | None,
) -> None:  # fmt: skip
    """Create a key on this device and offer it for a seat.

    Needs no ledger; the private key stays here. The organiser enrols the file with `tablescribe keys enrol MATCH
    --offer FILE`.
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


@keys.command(
    epilog="""\b
Examples:
  tablescribe keys enrol 7k2 --offer ben.key
  tablescribe keys enrol 7k2 --seat 2"""
)
@click.argument("match_id", metavar="MATCH")
@with_holder
@click.option("--as", "key", default="", help="Name of the key in the folder. Default: the person's name.")
@click.option(
    "--offer", "offered", type=click.Path(path_type=Path), help="Key file from the seat's own device (`keys offer`)."
)
@with_keys
@as_json
def enrol(
    match_id: str, seat: int | None, judge: bool, key: str, offered: Path | None, folder: Path | None,
    passphrase: str | None,
) -> None:  # fmt: skip
    """Enrol a key for a seat or the judge in MATCH.

    Enrol keys before the first move, each from an --offer. A key in this folder proves little: you could sign for
    everyone.
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
        words += f"\nIn match {before.match} it was {before.key}: ask that person whether they changed keys."
    out(words, data)


@keys.command(
    epilog="""\b
Examples:
  tablescribe keys revoke 7k2 --seat 2 --reason "phone lost" --by-judge
  tablescribe keys revoke --ledger-key --reason "laptop stolen"
"""
)
@click.argument("match_id", metavar="MATCH", required=False)
@with_holder
@click.option("--as", "key", default="", help="Name of the key in the folder. Default: the person's name.")
@click.option("--by-judge", is_flag=True, help="Revoke as the judge, instead of with the private key.")
@click.option("--ledger-key", is_flag=True, help="Revoke the ledger's own key.")
@click.option("--reason", required=True, help="Reason. `words erase` can delete it.")
@with_keys
@as_json
def revoke(
    match_id: str | None, seat: int | None, judge: bool, key: str, by_judge: bool, ledger_key: bool, reason: str,
    folder: Path | None, passphrase: str | None,
) -> None:  # fmt: skip
    """Revoke a key in MATCH, or the ledger's own. Earlier signatures stay valid."""
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


@keys.command(
    epilog="""\b
Examples:
  tablescribe keys rotate
  tablescribe keys rotate --json"""
)
@with_keys
@as_json
def rotate(folder: Path | None, passphrase: str | None) -> None:
    """Create a new key for the ledger. The old one is retired; its signatures stay valid."""
    who = notary(folder)
    key = str(who.keyring.rotate(who.scribe.stamp(), passphrase).key)
    out(f"The ledger signs with a new key now. Give it to all who verify:\n{key}", {"key": key})
