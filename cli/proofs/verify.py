"""`verify`: check that nothing was changed, in a file or in the ledger."""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from tablescribe.cli.terminal.key_options import with_keys
from tablescribe.cli.terminal.state import as_json


@click.command(
    epilog="Examples: tablescribe verify · tablescribe verify m.json · tablescribe verify m.bundle --key KEY · "
    "tablescribe verify log.checkpoint --policy witnesses.policy"
)
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--match", "match_id", help="The ledger: only this match, and only its chain.")
@click.option(
    "--key",
    "keys",
    multiple=True,
    help="The public key of the ledger (`keys show` prints it): of a bundle, or of --since.",
)
@click.option("--since", multiple=True, type=click.Path(path_type=Path), help="An earlier checkpoint you kept.")
@click.option("--policy", "policy_file", type=click.Path(path_type=Path),
              help="A policy of witnesses (C2SP tlog-policy): whether enough of them cosigned.")  # fmt: skip
@click.option("--seat", "seats", multiple=True, metavar="N=KEY", help="A bundle: the key that you know to be a seat's.")
@click.option("--authority", type=click.Path(path_type=Path), help="A bundle: root certificates (PEM) for time stamps.")
@click.option("--processes", type=click.IntRange(1), help="How many share the work on a bundle, or on the ledger.")
@click.option("--again", is_flag=True, help="The ledger: read what was verified before once more, too.")
@with_keys
@as_json
@click.pass_context
def verify(
    ctx: click.Context, file: Path | None, match_id: str | None, keys: tuple[str, ...], since: tuple[Path, ...],
    policy_file: Path | None, seats: tuple[str, ...], authority: Path | None, processes: int | None, again: bool,
    folder: Path | None, passphrase: str | None,
) -> None:  # fmt: skip
    """Check that nothing was changed: in an exported FILE, in a bundle, in a checkpoint, or in the whole ledger.

    The chain of hashes, every event's bytes, and that nothing is missing; of a ledger also the tree against every
    stored checkpoint and its signature, and names, seeds and commands against the log. What cannot be known from
    the ledger alone is said: only a checkpoint that was kept elsewhere (--since) shows that all of it was written anew.

    Where the ledger's private key is, a record of what was verified is kept beside it, signed by it. Next time these
    events are not read: only that their matches end as they did is looked at, which is said. --again reads everything.

    A file is checked without a database. An export proves that it is whole, not who wrote it; a bundle proves that
    too, with the ledger's key.
    """
    from tablescribe.cli.proofs.quorum import read_policy
    from tablescribe.cli.proofs.verdict import verify_file, verify_here

    given = {
        "--match": match_id, "--key": keys, "--since": since, "--policy": policy_file, "--seat": seats,
        "--authority": authority, "--processes": processes, "--again": again,
        "--keys": ctx.get_parameter_source("folder") is ParameterSource.COMMANDLINE,
    }  # fmt: skip
    options = {name for name, value in given.items() if value}
    policy = read_policy(policy_file)
    if file is not None:
        ctx.exit(verify_file(file, options, keys, since, seats, authority, processes or 1, policy))
    ctx.exit(verify_here(options, match_id, keys, since, policy, processes, again=again, folder=folder,
                         passphrase=passphrase))  # fmt: skip
