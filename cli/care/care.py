"""`doctor`, `backup` and `restore`: maintain a ledger."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack, closing
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec import structs

from tablescribe.cli.terminal.key_options import key_store, with_keys
from tablescribe.cli.terminal.language import in_language, told
from tablescribe.cli.terminal.state import (
    as_json,
    default_ledger,
    echo,
    keeps_a_copy,
    out,
    progress,
    say_converted,
    state,
)
from tablescribe.domain.words.text import plural, say

if TYPE_CHECKING:
    from tablescribe.ledger.log.database import Migration

MARKS = {"good": ("✓", "green"), "note": ("·", "yellow"), "bad": ("✗", "red")}


@click.command(
    epilog="""\b
Examples:
  tablescribe doctor
  tablescribe doctor --json
  tablescribe doctor --rights scribe"""
)
@click.option("--rights", metavar="ROLE", help="Print the SQL that lets a PostgreSQL role record, and stop.")
@click.option(
    "--to",
    "tasks",
    multiple=True,
    type=click.Choice(["deal", "serve", "sign", "erase", "people"]),
    help="With --rights: additional right. deal: sealed matches, with their seeds; serve: the "
    "service, with every pass; sign: checkpoints and bundles; erase: names; people: renames and merges.",
)
@with_keys
@in_language
@as_json
@click.pass_context
def doctor(
    ctx: click.Context, rights: str | None, tasks: tuple[str, ...], folder: Path | None, passphrase: str | None
) -> None:
    """Check the ledger for problems, and say how to fix them. The exit code is 5 if there are any."""
    if rights is not None:
        from tablescribe.ledger.log.database import postgres

        granted = postgres().rights(rights, tasks)
        out("\n".join(f"{statement};" for statement in granted), {"statements": granted})
        return
    if tasks:
        raise click.UsageError("--to says what a role may do: name it with --rights")
    from tablescribe.ledger.care.doctor import data_of, examine

    ledger = state().scribe().ledger
    with ExitStack() as bars:

        def bar(what: str) -> Callable[[int, int], None]:
            return bars.enter_context(progress(f"Looking at {what}"))

        found = list(examine(ledger, key_store(folder), bar))

    names = {
        "schema": say("schema"), "guards": say("guards"), "safety": say("safety"), "storage": say("storage"),
        "chains": say("chains"), "tree": say("tree"), "key": say("signing key"), "forks": say("forks"),
        "names": say("names"),
        "lists": say("lists"), "seeds": say("seeds"), "boxes": say("boxes"), "space": say("disk space"),
    }  # fmt: skip
    widest = max(len(told(names[one.what])) for one in found)

    def words() -> None:
        echo(ledger.log.where)
        for one in found:
            mark, colour = MARKS[one.state]
            echo(f"{click.style(mark, fg=colour)} {told(names[one.what]):<{widest}} {told(one.found)}")
            if one.remedy:
                echo(f"{'':<{widest + 3}}{told(one.remedy)}")

    bad = any(one.state == "bad" for one in found)
    out(words, {"ledger": ledger.log.where, "sound": not bad, "found": [data_of(one) for one in found]})
    ctx.exit(5 if bad else 0)


@click.command(
    epilog="""\b
Examples:
  tablescribe backup monday.tablescribe
  tablescribe backup copies/                 (a file in this folder, named by the ledger and the time)
  tablescribe backup --again month.tablescribe"""
)
@click.argument("file")
@click.option("--again", is_flag=True, help="Read everything again, also what was verified before.")
@with_keys
@as_json
def backup(file: str, again: bool, folder: Path | None, passphrase: str | None) -> None:
    """Back up the ledger to FILE while it is in use, and verify the copy.

    If FILE is a folder, the backup is a new file in it, such as ledger-2026-11-27-201500.tablescribe.

    The file contains names and secret seeds, but no private keys. Keep it private.

    Where the ledger's private key is, events verified before are not read again; --again reads everything.
    """
    from tablescribe.ledger.care.backup import backup as copy
    from tablescribe.ledger.proofs.keys.keyring import Keyring

    ledger = state().scribe().ledger
    path = _backup_file(file, ledger.log.where)
    with progress("Copying") as tell:
        found = copy(ledger, path, tell, memory=Keyring(ledger, key_store(folder)).memory(passphrase), again=again)
    read = found.events - found.unread
    copied = plural(
        found.events,
        "1 event copied to {file} and verified.",
        "{n} events copied to {file} and verified.",
        file=str(path),
    )
    lines = [told(copied)]
    if found.unread:
        copied = plural(found.events, "1 event copied to {file}.", "{n} events copied to {file}.", file=str(path))
        anew = plural(read, "1 event checked, intact", "{n} events checked, all intact")
        before = plural(
            found.unread,
            "{anew}; 1 was verified earlier and not read again (--again reads it).",
            "{anew}; {n} were verified earlier and not read again (--again reads them).",
            anew=anew,
        )
        lines = [told(copied), told(before)]
    lines.extend(told(say("Not proved: {what}.", what=one)) for one in found.unknown)
    unknown = list(map(str, found.unknown))
    data = {"file": str(path), "events": found.events, "unread": found.unread, "unknown": unknown}
    out("\n".join(lines), data)


def _backup_file(name: str, where: str) -> Path:
    """Return the file to write: the one that was named, or a new one in the folder that was named."""
    from tablescribe.ledger.log.errors import LedgerUnavailable

    path = Path(name)
    if not (path.is_dir() or name.endswith(("/", os.sep))):
        return path
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = say("{path} cannot be written: {why}", path=name, why=str(error.strerror))
        raise LedgerUnavailable(why) from error
    stem = "ledger" if where.startswith("postgres") else Path(where).stem
    return path / f"{stem}-{datetime.now():%Y-%m-%d-%H%M%S}.tablescribe"


@click.command(
    epilog="""\b
Examples:
  tablescribe upgrade
  tablescribe --ledger club.db upgrade"""
)
@as_json
def upgrade() -> None:
    """Upgrade the ledger to the schema of this version. Events stay as they are. In an empty PostgreSQL, create it.

    A file is copied first: club.db with schema 0011 to club.db.schema-0011. Older versions of Tablescribe can read the
    copy, not the upgraded ledger: to go back, put the copy in its place. `compare` with the copy shows what was
    recorded since. Commands that record upgrade a file by themselves.

    A PostgreSQL ledger is not copied. Stop its services and back it up with pg_dump before you upgrade it, as the role
    that owns its tables.
    """
    from tablescribe.ledger.matches.ledger import open_ledger

    migrations: list[Migration] = []
    target = state().target or default_ledger()
    create = not keeps_a_copy(target)  # a missing file is a typo; a missing schema in an existing database is not
    with closing(open_ledger(target, create=create, converted=migrations.append)) as ledger:
        where = ledger.log.where
    for one in migrations:
        say_converted(one)
    done = say("{where} is up to date.", where=where)
    out(done, {"ledger": where, "converted": [structs.asdict(one) for one in migrations]})


@click.command(
    epilog="""\b
Examples:
  tablescribe restore monday.tablescribe
  tablescribe restore monday.tablescribe --to new.db"""
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--to", metavar="PATH-OR-URL", help="The new ledger. Default: that of --ledger.")
@click.option("--older", is_flag=True, help="Restore it although newer checkpoints were signed.")
@with_keys
@as_json
def restore(file: Path, to: str | None, older: bool, folder: Path | None, passphrase: str | None) -> None:
    """Restore a new ledger (--to, a file or a PostgreSQL URL) from the backup FILE, and verify it.

    Refused if the ledger's key has signed newer checkpoints than the backup has; --older restores it anyway. Then
    create a new key with `keys rotate`: the old one does not sign for such a copy.

    FILE can also be a ledger whose write-ahead log is damaged. Everything before the damage is restored.
    """
    from tablescribe.ledger.care.backup import restore as copy

    target = to or state().target or default_ledger()
    with progress("Copying") as tell:
        found = copy(file, target, tell, keys=key_store(folder).folder, older=older)
    words = plural(
        found.events,
        "1 event restored to {where} and verified.",
        "{n} events restored to {where} and verified.",
        where=found.where,
    )
    out(words, {"file": str(file), "ledger": found.where, "events": found.events})
