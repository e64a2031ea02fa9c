"""`verify`: check that nothing was changed, in a file or in the ledger."""

from __future__ import annotations

from pathlib import Path

import click
from click.core import ParameterSource

from tablescribe.cli.terminal.key_options import with_keys
from tablescribe.cli.terminal.state import as_json


@click.command(
    epilog="""\b
Examples:
  tablescribe verify
  tablescribe verify match.bundle --key KEY
  tablescribe verify match.json
  tablescribe verify log.checkpoint --policy witnesses.policy"""
)
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--match", "match_id", help="Ledger: only the chain of this match.")
@click.option(
    "--key",
    "keys",
    multiple=True,
    help="Public key of the ledger (see `keys show`).",
)
@click.option("--since", multiple=True, type=click.Path(path_type=Path), help="Checkpoint that you kept.")
@click.option("--policy", "policy_file", type=click.Path(path_type=Path),
              help="Witness policy (C2SP tlog-policy) to satisfy.")  # fmt: skip
@click.option("--seat", "seats", multiple=True, metavar="N=KEY", help="Bundle: public key you know a seat by.")
@click.option("--authority", type=click.Path(path_type=Path), help="Bundle: root certificates (PEM) for timestamps.")
@click.option("--processes", type=click.IntRange(1), help="Number of processes.")
@click.option("--again", is_flag=True, help="Ledger: read everything again, also what was verified before.")
@with_keys
@as_json
@click.pass_context
def verify(
    ctx: click.Context, file: Path | None, match_id: str | None, keys: tuple[str, ...], since: tuple[Path, ...],
    policy_file: Path | None, seats: tuple[str, ...], authority: Path | None, processes: int | None, again: bool,
    folder: Path | None, passphrase: str | None,
) -> None:  # fmt: skip
    """Check that nothing was changed: in a bundle, an export or a checkpoint FILE, or in the whole ledger.

    For a ledger: the hash chain, every event's bytes, missing events, the tree against each signed checkpoint, and
    names, seeds and command answers against the log. Only a checkpoint kept elsewhere (--since) reveals a ledger that
    was rewritten as a whole.

    Where the ledger's private key is, verified events are remembered and not read again; --again reads everything.

    For a file: no database is needed. An export proves that it is complete. A bundle also proves who signed it, if you
    know the ledger's key.
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
        ctx.exit(verify_file(file, options, keys, since, seats, authority, processes, policy))
    ctx.exit(verify_here(options, match_id, keys, since, policy, processes, again=again, folder=folder,
                         passphrase=passphrase))  # fmt: skip
