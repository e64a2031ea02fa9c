"""The options for private keys: their folder, their passphrase, and the signer."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tablescribe.cli.terminal.state import state

if TYPE_CHECKING:
    from tablescribe.ledger.proofs.notary import Notary

Function = TypeVar("Function", bound=Callable[..., Any])


FOLDER = "TABLESCRIBE_KEYS"
"""The environment variable with the folder of private keys."""


def with_keys(function: Function) -> Function:
    """Add the options for the folder of private keys and its passphrase."""
    folder = click.option("--keys", "folder", type=click.Path(path_type=Path), envvar=FOLDER,
                          help="Folder of private keys. Default: in your configuration folder.")  # fmt: skip
    lock = click.option("--passphrase", envvar="TABLESCRIBE_PASSPHRASE", help="Passphrase of the private key.")
    return folder(lock(function))


def notary(folder: Path | None) -> Notary:
    """Return a notary for the ledger and a folder of private keys."""
    from tablescribe.ledger.proofs.notary import Notary

    return Notary(state().scribe(), key_store(folder))


def key_store(folder: Path | None) -> Any:
    """Return the store of private keys in a folder; by default the one of $TABLESCRIBE_KEYS, else the user's own."""
    from tablescribe.ledger.proofs.keys.key_files import KeyStore

    if folder is None and (named := os.environ.get(FOLDER)):
        folder = Path(named)
    if folder is None:
        from platformdirs import user_config_path

        folder = user_config_path("tablescribe") / "keys"
    return KeyStore(folder)


def forget_verified() -> None:
    """Make the next `verify` read all events again, because this command found the ledger damaged."""
    if (ledger := state().opened) is not None:
        from tablescribe.ledger.proofs.keys.keyring import Keyring

        Keyring(ledger, key_store(None)).forget_verified()


def holder_of(seat: int | None, judge: bool) -> str:
    """Return the signer: a seat, or the judge."""
    if (seat is None) == (not judge):
        raise click.UsageError("say who: --seat N, or --judge")
    return "judge" if judge else f"seat:{seat}"


def with_holder(function: Function) -> Function:
    """Add the options that name the signer."""
    seat = click.option("--seat", type=click.IntRange(1), help="Seat number.")
    return seat(click.option("--judge", is_flag=True, help="The judge, instead of a seat.")(function))
