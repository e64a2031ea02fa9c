"""`serve`: the service and its pages."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from socket import socket

import click

from tablescribe.cli.terminal.state import as_json, default_ledger, keeps_a_copy, out, say_converted, state
from tablescribe.domain.words.text import Text, listed, say


@click.command(
    epilog="""\b
Examples:
  tablescribe serve                                    (this machine only)
  tablescribe serve --host 0.0.0.0                     (all devices on your network)
  tablescribe serve --host 0.0.0.0 --public-url http://192.168.1.20:8765
  tablescribe --ledger postgresql://scribe@db/league serve --delay 30 --processes 2"""
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8765, show_default=True, type=click.IntRange(0, 65535), help="Port to listen on.")
@click.option("--public-url", default="", help="Address that people open, if different.")
@click.option(
    "--delay", default=0.0, show_default=True, type=click.FloatRange(min=0), help="Delay for spectators in seconds."
)
@click.option(
    "--open/--no-open", "open_", default=True, help="Open the organiser's page in a browser at the first start."
)
@click.option("--new-link", is_flag=True, help="Print a new organiser's link.")
@click.option(
    "--log-requests/--no-log-requests",
    default=None,
    help="Log each request to standard error. Default off a terminal.",
)
@click.option(
    "--processes", default=1, show_default=True, type=click.IntRange(1, 64),
    help="Number of processes. More than one needs PostgreSQL.",
)  # fmt: skip
@click.option(
    "--match-memory", default=75.0, show_default=True, type=click.FloatRange(min=1), metavar="MB",
    help="Memory for matches in use, per process (1.5 KB per event).",
)  # fmt: skip
@click.option(
    "--keys", "folder", type=click.Path(path_type=Path), envvar="TABLESCRIBE_KEYS", help="Folder of private keys."
)
@click.option(
    "--private-hooks", is_flag=True, help="Let web hooks use http, and lead to this machine and private networks."
)
@as_json
def serve(
    host: str,
    port: int,
    public_url: str,
    delay: float,
    open_: bool,
    new_link: bool,
    log_requests: bool | None,
    processes: int,
    match_memory: float,
    folder: Path | None,
    private_hooks: bool,
) -> None:
    """Start the web service: live tables, replays, spectators, judges and an API.

    Nothing is visible without a link. The first start prints the organiser's link; the organiser creates all others.
    For other devices on your network, use --host 0.0.0.0.
    """
    try:
        import uvicorn  # noqa: F401  # said here, before anything is opened

        from tablescribe.replays.web.app import first_link
        from tablescribe.replays.web.http.public_address import reach_of
    except ImportError as error:
        raise click.UsageError(f"the service needs more: install tablescribe[web] ({error.name} is missing)") from error
    from tablescribe.cli.care.service_process import Served, free_port, reserve, run_one, run_several
    from tablescribe.cli.terminal.key_options import key_store
    from tablescribe.ledger.care.service_lock import the_only_service
    from tablescribe.ledger.log.coordination import may_be_several
    from tablescribe.ledger.matches.ledger import open_ledger

    target = state().target or default_ledger()
    ledger = open_ledger(target, convert=keeps_a_copy(target), converted=say_converted)
    try:
        several = may_be_several(ledger.log)
        port = port or free_port(host)
        kept = _address_for(processes, host, port, reserve, several=several) if processes > 1 else None
        port = kept.getsockname()[1] if kept is not None else port
        reach = public_url.rstrip("/") or reach_of(host, port)
        base = reach or f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{port}"
        quiet = sys.stderr.isatty() if log_requests is None else not log_requests
        with nullcontext() if several else the_only_service(ledger):
            link = first_link(ledger, base, again=new_link)
            where = str(ledger.log.where)
            data = {"ledger": where, "address": base, "organiser": link or None, "reached": bool(reach)}
            out(_said(where, base, link, reached=bool(reach)), data)
            served = Served(str(target), host, port, key_store(folder).folder, delay, public_url, reach, quiet,
                            private_hooks, match_memory)  # fmt: skip
            if link and open_ and _has_a_desktop():
                click.launch(link)
            if kept is None:
                run_one(ledger, served)
                return
            ledger.close()
            run_several(processes, served)
    finally:
        ledger.close()


def _has_a_desktop() -> bool:
    """Return whether a browser can be opened; where none can, the system's tool for it prints its own complaints."""
    if sys.platform in ("darwin", "win32"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))


def _address_for(processes: int, host: str, port: int, reserve: Callable[..., socket], *, several: bool) -> socket:
    """Reserve the address at which several processes listen.

    Raises:
        click.UsageError: only one process is possible here, or the address is in use.
    """
    if not several:
        raise click.UsageError(
            "a ledger in a file is served by one process. For more, put it into PostgreSQL: tablescribe backup COPY, "
            "then tablescribe --ledger postgresql://… restore COPY"
        )
    from tablescribe.cli.care.service_process import can_share_a_port

    if not can_share_a_port():
        raise click.UsageError(
            f"--processes is for Linux. Here start it {processes} times, each with a --port of its own, behind a proxy"
        )
    try:
        return reserve(host, port)
    except OSError as error:
        raise click.UsageError(f"{host}:{port} cannot be listened at: {error.strerror}") from error


def _said(where: str, base: str, link: str, *, reached: bool) -> Text:
    """Return what is printed at the start: the address, the organiser's link, and who can reach the service."""
    lines = [say("Tablescribe serves {ledger} at {address}", ledger=where, address=base)]
    if link:
        lines.append(say("Organiser link: {link}", link=link))
    else:
        lines.append(say("The organiser already has a link. To replace a lost link, restart with --new-link."))
    if not reached:
        lines.append(
            say("Other devices cannot reach this service. To let them in, restart with --host 0.0.0.0 or --public-url.")
        )
    return listed(lines, "\n")
