"""`people erase`."""

from __future__ import annotations

import click

from cli.state import as_json, out, state


@click.group(epilog='Example: tablescribe people erase "Ada Lovelace"')
def people() -> None:
    """Names of people. They are kept beside the log, never in it, so that they can be erased."""


@people.command(epilog='Example: tablescribe people erase "Ada Lovelace" --yes')
@click.argument("name")
@click.option("--yes", is_flag=True, help="Do not ask.")
@as_json
def erase(name: str, yes: bool) -> None:
    """Forget a person: NAME and all that could tell it. Matches stay, and every hash stays valid."""
    scribe = state().scribe()
    if not yes and not state().json:
        click.confirm(f"Forget {name} in every match of this ledger? This cannot be undone", abort=True)
    erased = scribe.ledger.erase(name)
    if not erased:
        raise click.UsageError(f"nobody called {name} is known in this ledger")
    out(f"{name} is forgotten ({erased} references). All matches still verify.", {"erased": erased})
