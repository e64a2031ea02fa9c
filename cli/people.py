"""`people erase`."""

from __future__ import annotations

from pathlib import Path

import click

from cli.proofs import key_store, with_keys
from cli.state import as_json, out, state


@click.group(epilog='Example: tablescribe people erase "Ada Lovelace"')
def people() -> None:
    """Names of people. They are kept beside the log, never in it, so that they can be erased."""


@people.command(epilog='Example: tablescribe people erase "Ada Lovelace" --yes')
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_keys
@as_json
def erase(name: str, yes: bool, folder: Path | None, passphrase: str | None) -> None:
    """Forget a person: NAME, however it was typed, and all that could tell it. Matches stay, every hash stays valid.

    Labels of passes that hold the name are emptied, and private keys in files of that name get another one. Backups and
    other copies, and bundles that tell names, keep the name until you delete them; so do texts that people wrote.
    """
    from ledger.proofs.nameless import rename_keys

    ledger = state().scribe().ledger
    if not yes and not state().json:
        click.confirm(f"Forget {name} in every match of this ledger? This cannot be undone", abort=True)
    unfinished = ledger.erasure_is_unfinished()
    erased = ledger.erase(name)
    keys = rename_keys(key_store(folder).folder, name)
    if not erased and not keys and not unfinished:
        raise click.UsageError(f"nobody called {name} is known in this ledger")
    words = [f"{name} is forgotten ({erased} references). All matches still verify."]
    if not erased:
        words = ["It is done: nothing of what was erased before lies in the ledger's files any more."]
    words += [f"The private key {was} is called {now} now: name it with --as." for was, now in keys.items()]
    words.append("Backups and other copies made before still have it: delete them, or erase there, too.")
    out("\n".join(words), {"erased": erased, "keys": keys, "finished": unfinished})
