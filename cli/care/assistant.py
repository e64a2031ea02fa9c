"""`mcp`: a Model Context Protocol server, with which an AI assistant looks up and records matches."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from tablescribe.cli.terminal.state import as_json, default_ledger, keeps_a_copy, out, say_converted, state
from tablescribe.domain.words.text import say

if TYPE_CHECKING:
    from tablescribe.ledger.matches.ledger import Ledger

ROLES = ("spectator", "recorder", "judge", "organiser")


@click.command(
    epilog="""\b
Examples:
  tablescribe mcp                                      (this machine's ledger)
  tablescribe mcp --link http://192.168.1.20:8765/enter/TOKEN
  tablescribe mcp --port 8766                          (by HTTP, for several people)
\b
Configuration for an assistant's program:
  {"command": "tablescribe", "args": ["mcp"]}"""
)
@click.option("--link", default="", metavar="LINK", help="Link of a running service. The assistant gets its rights.")
@click.option(
    "--as", "role", type=click.Choice(ROLES), default="recorder", show_default=True,
    help="Role of the assistant in this machine's ledger. A link has its own role.",
)  # fmt: skip
@click.option(
    "--port", type=click.IntRange(1, 65535), metavar="PORT",
    help="Answer by HTTP at http://127.0.0.1:PORT/mcp, each request with the rights of its bearer token.",
)  # fmt: skip
@as_json
def mcp(link: str, role: str, port: int | None) -> None:
    """Let an assistant read matches, look up rules, record moves and undo them.

    The assistant starts this command and talks to it over standard input and output. It has the rights of the link,
    or of --as. To stop it, press Ctrl-C, which also revokes its pass for this machine's ledger.
    """
    try:
        from tablescribe.replays.web.assistants import serving
    except ImportError as error:
        raise click.UsageError(
            f"assistants need more: install tablescribe[assistants] ({error.name} is missing)"
        ) from error
    if port is not None:
        where = f"http://127.0.0.1:{port}/mcp"
        out(say("Assistants can connect at {address}. To stop, press Ctrl-C.", address=where), {"address": where})
    try:
        if link:
            serving.remote(link, port)
            return
        with _ledger() as target:
            serving.local(target, role, port)
    except serving.BadLink as error:
        raise click.UsageError(str(error)) from error


@contextmanager
def _ledger() -> Iterator[Ledger]:
    """Open the ledger for a single service, as `serve` does."""
    from tablescribe.ledger.care.service_lock import the_only_service
    from tablescribe.ledger.log.coordination import may_be_several
    from tablescribe.ledger.matches.ledger import open_ledger

    target = state().target or default_ledger()
    ledger = open_ledger(target, convert=keeps_a_copy(target), converted=say_converted)
    try:
        if may_be_several(ledger.log):
            yield ledger
        else:
            with the_only_service(ledger):
                yield ledger
    finally:
        ledger.close()
