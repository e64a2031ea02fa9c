"""`witness` and `publish`: let others confirm that a ledger has a single history."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tablescribe.cli.proofs.quorum import at_of
from tablescribe.cli.terminal.help import Listing
from tablescribe.cli.terminal.key_options import notary, with_keys
from tablescribe.cli.terminal.language import told, wrong_use
from tablescribe.cli.terminal.state import as_json, out, progress
from tablescribe.domain.words.escaping import visible
from tablescribe.domain.words.text import Text, plural, say

if TYPE_CHECKING:
    from tablescribe.ledger.care.log_monitor import Observation
    from tablescribe.ledger.proofs.witnesses.witness import Witness

Function = TypeVar("Function", bound=Callable[..., Any])

KEY = "witness"
"""The name of the private key in a witness's folder."""


def with_folder(function: Function) -> Function:
    """Add the options for the witness's folder and the passphrase of its key."""
    folder = click.option("--folder", type=click.Path(path_type=Path), envvar="TABLESCRIBE_WITNESS",
                          help="Folder of the witness. Default: in your data folder.")  # fmt: skip
    lock = click.option("--passphrase", envvar="TABLESCRIBE_PASSPHRASE", help="Passphrase of the private key.")
    return folder(lock(function))


def _place(folder: Path | None, name: str) -> Path:
    if folder is not None:
        return folder
    from platformdirs import user_data_path

    return user_data_path("tablescribe") / name


def _witness(folder: Path | None, passphrase: str | None) -> Witness:
    """Return the witness with its files in a folder.

    Raises:
        BadKey: there is no witness in it.
    """
    from tablescribe.ledger.care.match_files import read_file
    from tablescribe.ledger.proofs.keys.key_files import BadKey, KeyStore
    from tablescribe.ledger.proofs.witnesses.cosignature import WitnessKey
    from tablescribe.ledger.proofs.witnesses.witness import Witness

    place = _place(folder, "witness")
    public = place / f"{KEY}.key"
    if not public.exists():
        raise BadKey(
            say("there is no witness in {folder}. Create one: `tablescribe witness new NAME`", folder=str(place))
        )
    key = WitnessKey.parse(read_file(public).decode("utf-8", "replace").strip())
    found = Witness(place, KeyStore(place).signer(KEY, owner=key.name, passphrase=passphrase, make=False))
    if found.key != key:
        raise BadKey(say("{path} is not the key of this witness", path=str(public)))
    return found


@click.group(
    cls=Listing,
    epilog="""\b
Examples:
  tablescribe witness new club.example/witness
  tablescribe witness add KEY
  tablescribe witness cosign request -o answer
  tablescribe witness watch https://club.example/log --key KEY""",
)
def witness() -> None:
    """Run a witness for other people's ledgers: cosign checkpoints, and watch for forks.

    A witness says nothing about the games. It vouches that a ledger has shown it one history. Only `watch` uses the
    network.
    """


@witness.command(
    epilog="""\b
Examples:
  tablescribe witness new club.example/witness
  tablescribe witness new club.example/witness --folder ~/witness"""
)
@click.argument("name")
@with_folder
@as_json
def new(name: str, folder: Path | None, passphrase: str | None) -> None:
    """Create a witness called NAME, such as a web address of yours, and print its public key."""
    from tablescribe.ledger.care.match_files import write_file
    from tablescribe.ledger.proofs.keys.key_files import BadKey, KeyStore
    from tablescribe.ledger.proofs.witnesses.cosignature import is_name, witness_key
    from tablescribe.ledger.proofs.witnesses.witness import make_folder

    if not is_name(name):
        raise click.UsageError("a witness's name has up to 100 signs of ASCII, without spaces and plus signs")
    place = _place(folder, "witness")
    make_folder(place)
    if (place / f"{KEY}.key").exists():
        raise BadKey(say("{folder} already contains a witness", folder=str(place)))
    key = witness_key(KeyStore(place).signer(KEY, owner=name, passphrase=passphrase))
    write_file(place / f"{KEY}.key", f"{key}\n".encode())
    words = (
        f"Witness {name} keeps what it cosigns in {place}. Its key, for policies:\n{key}\nNever bring the folder back "
    )
    out(words + "from an older copy: make a new witness instead.", {"key": str(key), "folder": str(place)})


@witness.command(
    epilog="""\b
Examples:
  tablescribe witness add KEY
  tablescribe witness add KEY --checkpoint first.checkpoint"""
)
@click.argument("key")
@click.option(
    "--checkpoint", type=click.Path(path_type=Path), help="First checkpoint. Default: the first that is cosigned."
)
@with_folder
@as_json
def add(key: str, checkpoint: Path | None, folder: Path | None, passphrase: str | None) -> None:
    """Add a ledger by its KEY (see `keys show`). Add it again when it changes its key."""
    from tablescribe.ledger.care.match_files import read_file
    from tablescribe.ledger.proofs.tree.signed_note import VerifierKey

    note = read_file(checkpoint).decode("utf-8", "replace") if checkpoint is not None else None
    parsed = VerifierKey.parse(key)
    stated = _witness(folder, passphrase).add(parsed, note)
    begins = say("the first checkpoint to cosign")
    if stated:
        begins = plural(stated.size, "its checkpoint of 1 event", "its checkpoint of {n} events")
    words = say(
        "{name} added. Its history before {begins} is trusted: it cannot be checked here.",
        name=parsed.name, begins=begins,
    )  # fmt: skip
    out(words, {"origin": parsed.name, "key": key, "size": stated.size if stated else None})


@witness.command(
    epilog="""\b
Examples:
  tablescribe witness cosign log.request -o log.answer
  tablescribe witness cosign - < log.request"""
)
@click.argument("request", type=click.Path(path_type=Path, allow_dash=True))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write the answer to this file, too.")
@with_folder
@as_json
def cosign(request: Path, output: Path | None, folder: Path | None, passphrase: str | None) -> None:
    """Check REQUEST (from `checkpoint --for-witness`, or - for standard input) and cosign it.

    Refused unless the ledger proves that it only grew. Two different logs of one size, signed by one key, are kept as
    evidence; the exit code is then 5.
    """
    from tablescribe.ledger.care.match_files import read_file, write_file
    from tablescribe.ledger.proofs.witnesses.cosignature import MOST_BYTES

    contents = sys.stdin.buffer.read(MOST_BYTES + 1) if str(request) == "-" else read_file(request)
    who = _witness(folder, passphrase)
    line = who.cosign(contents, int(time.time()))
    if output is not None:
        write_file(output, line.encode())
    out(line.rstrip("\n"), {"line": line, "witness": str(who.key)})


@witness.command(
    epilog="""\b
Examples:
  tablescribe witness show
  tablescribe witness show --json"""
)
@with_folder
@as_json
def show(folder: Path | None, passphrase: str | None) -> None:
    """Print the public key of the witness, and the last checkpoint of each ledger."""
    who = _witness(folder, passphrase)
    known = list(who.known())
    lines = [str(who.key)]
    for one in known:
        size: Text = plural(one.size, "1 event", "{n} events") if one.note else say("nothing yet")
        if one.note and one.at is not None:
            size = say("{events}, cosigned {at}", events=size, at=at_of(one.at))
        lines.append(f"{one.origin}: {told(size)}")
    data = {"key": str(who.key), "ledgers": [
        {"origin": one.origin, "keys": list(one.keys), "size": one.size, "at": one.at, "checkpoint": one.note}
        for one in known
    ]}  # fmt: skip
    out("\n".join(visible(line, one_line=True) for line in lines), data)


@witness.command(
    epilog="""\b
Examples:
  tablescribe witness watch https://club.example/log --key KEY
  tablescribe witness watch /srv/log mine.checkpoint --key KEY --times 24 --every 3600"""
)
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True)
@click.option("--key", "keys", multiple=True, required=True, help="Public key of a ledger. Repeat for more.")
@click.option("--keep", type=click.Path(path_type=Path), help="Folder for what was seen. Default: in your data folder.")
@click.option("--times", type=click.IntRange(1, 100_000), default=1, show_default=True, help="Number of checks.")
@click.option("--every", type=click.IntRange(1, 86_400), default=600, show_default=True, help="Seconds between checks.")
@as_json
@click.pass_context
def watch(
    ctx: click.Context, sources: tuple[str, ...], keys: tuple[str, ...], keep: Path | None, times: int, every: int
) -> None:
    """Check that every SOURCE shows the same ledger: checkpoint files, tile folders or addresses.

    Trees are rebuilt from their tiles and compared with each other and with earlier checks. Exit code 5: a fork (both
    checkpoints are kept) or damaged tiles; 1: out of date, or not comparable.
    """
    from tablescribe.ledger.care.log_monitor import make_folder
    from tablescribe.ledger.care.log_monitor import watch as look
    from tablescribe.ledger.proofs.tree.signed_note import VerifierKey

    trusted = [VerifierKey.parse(key) for key in keys]
    place = _place(keep, "watch")
    make_folder(place)
    for number in range(times):
        if number:
            time.sleep(every)
        found = look(sources, trusted, place)
        code = 5 if any(one.state in ("fork", "bad") for one in found) else 1 if _unsure(found) else 0
        if code == 5:
            break
    out("\n".join(map(_line, found)), {"looked": number + 1, "found": list(map(_seen, found))})
    ctx.exit(code)


def _unsure(found: list[Observation]) -> bool:
    return any(one.state == "unsure" for one in found)


def _line(one: Observation) -> str:
    sign = {"fork": "!!!", "bad": "✗", "unsure": "?", "good": "✓"}[one.state]
    kept = f". Both are kept in {one.evidence}: show them to everybody" if one.evidence is not None else ""
    return visible(f"{sign} {one.source}: {told(one.words)}{kept}", one_line=True)


def _seen(one: Observation) -> dict[str, Any]:
    evidence = str(one.evidence) if one.evidence is not None else None
    return {"state": one.state, "source": one.source, "why": str(one.words), "evidence": evidence}


@click.command(
    epilog="""\b
Examples:
  tablescribe publish /srv/www/log
  tablescribe publish /srv/www/log --cosigned"""
)
@click.argument("directory", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--cosigned", is_flag=True, help="Use the latest cosigned checkpoint, not a new one.")
@with_keys
@as_json
def publish(directory: Path, cosigned: bool, folder: Path | None, passphrase: str | None) -> None:
    """Publish the ledger's hash tree to DIR for any web server (C2SP tlog-tiles).

    Auditors can check that the log only grows, and that a bundle is part of it. The files contain hashes, the number
    of events, and the ledger's id; no moves and no names. Run it again to add new events.
    """
    from tablescribe.cli.terminal.match_words import match_named
    from tablescribe.ledger.care.publishing import publish as write
    from tablescribe.ledger.proofs.tree.log_tree import LogTree
    from tablescribe.ledger.proofs.witnesses.cosigned_checkpoints import with_cosignatures

    if not directory.exists() and match_named(str(directory)):
        raise wrong_use(say(
            "{word} is a match, and this publishes the whole log to a folder. To send one match: {command}",
            word=str(directory), command=f"tablescribe replay {directory} --html replay.html",
        ))  # fmt: skip
    with progress("Publishing") as tell:
        who = notary(folder)
        note = with_cosignatures(who.ledger, who.cosigned(passphrase) if cosigned else who.checkpoint(passphrase))
        written = write(LogTree(who.ledger), note, directory, tell)
    size = int(note.split("\n")[1])
    key = str(who.ledger_signer(passphrase).key)
    words = plural(
        size,
        "{folder} publishes the log of 1 event ({tiles}). Auditors can watch it with\n  {command}",
        "{folder} publishes the log of {n} events ({tiles}). Auditors can watch it with\n  {command}",
        folder=str(directory), tiles=plural(written, "1 tile written", "{n} tiles written"),
        command=f"tablescribe witness watch ADDRESS --key {key}",
    )  # fmt: skip
    out(words,
        {"folder": str(directory), "size": size, "tiles": written, "key": key, "note": note})  # fmt: skip
