"""`serve`: the service and its pages."""

from __future__ import annotations

import gc
import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.state import as_json, default_ledger, out, state
from domain.text import Text, listed, say

if TYPE_CHECKING:
    from fastapi import FastAPI

    from ledger.ledger import Ledger


@click.command(
    epilog="""\b
Examples:
  tablescribe serve                                    (this machine only)
  tablescribe serve --host 0.0.0.0                     (all devices in the network here)
  tablescribe serve --host 0.0.0.0 --public-url http://192.168.1.20:8765
  tablescribe --ledger postgresql://scribe@db/league serve --delay 30"""
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8765, show_default=True, type=click.IntRange(0, 65535))
@click.option("--public-url", default="", help="Under which people reach it, if that is another address.")
@click.option(
    "--delay", default=0.0, show_default=True, type=click.FloatRange(min=0), help="Seconds that spectators are behind."
)
@click.option(
    "--open/--no-open", "open_", default=True, help="Open the organiser's page in a browser at the first start."
)
@click.option("--new-link", is_flag=True, help="Give another organiser's link, when the first one is lost.")
@click.option(
    "--log-requests/--no-log-requests",
    default=None,
    help="Write a line for each request to standard error; by default unless that is a terminal.",
)
@click.option(
    "--beside-another", is_flag=True, help="Start although another service serves this ledger; each counts by itself."
)
@click.option(
    "--keys", "folder", type=click.Path(path_type=Path), envvar="TABLESCRIBE_KEYS", help="The folder of private keys."
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
    beside_another: bool,
    folder: Path | None,
) -> None:
    """Serve the live table, replays, spectators and judges in a browser, and an API.

    Nobody sees anything without a link. The first start prints the organiser's, who gives all others; --new-link
    prints another one. Other devices reach the service at --public-url, or with --host 0.0.0.0 in the network here.
    """
    try:
        import uvicorn

        from replays.web.app import first_link, make_app
        from replays.web.reach import reach_of
    except ImportError as error:
        raise click.UsageError(f"the service needs more: install tablescribe[web] ({error.name} is missing)") from error
    from cli.proofs import key_store
    from ledger.care.serving import the_only_service
    from ledger.ledger import open_ledger

    ledger = open_ledger(state().target or default_ledger())
    reach = public_url.rstrip("/") or reach_of(host, port)
    base = reach or f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{port}"
    try:
        with the_only_service(ledger, beside=beside_another):
            link = first_link(ledger, base, again=new_link)
            app = make_app(ledger, keys=key_store(folder).folder, delay=delay, public_url=public_url, reach=reach)
            where = str(ledger.log.where)
            data = {"ledger": where, "address": base, "organiser": link or None, "reached": bool(reach)}
            out(_said(where, base, link, reached=bool(reach)), data)
            quiet = sys.stderr.isatty() if log_requests is None else not log_requests
            server = _server(uvicorn, app, ledger, host, port, quiet=quiet)
            if link and open_:
                click.launch(link)
            _collect_less_often()
            server.run()
    finally:
        ledger.close()


def _said(where: str, base: str, link: str, *, reached: bool) -> Text:
    """Return what is said before the first request: how to come in, and who else can."""
    lines = [say("Tablescribe serves {ledger} at {address}", ledger=where, address=base)]
    if link:
        lines.append(say("Organiser, come in by: {link}", link=link))
    else:
        lines.append(
            say("The organiser has a link already. If it is lost, stop this and start it once with --new-link.")
        )
    if not reached:
        lines.append(say("Other devices do not reach it: for them start it with --host 0.0.0.0, or with --public-url."))
    return listed(lines, "\n")


def _collect_less_often() -> None:
    """Let the collector of garbage leave alone what stays anyway: it took a fifth of the time under load."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


def _server(uvicorn: Any, app: FastAPI, ledger: Ledger, host: str, port: int, *, quiet: bool) -> Any:
    """Return a server that ends its streams before it waits for open requests, and lets nothing wait for a database."""

    class Server(uvicorn.Server):  # type: ignore[misc]
        should_exit: bool

        def handle_exit(self, sig: int, frame: Any) -> None:  # the original's would kill us before we clear up
            if self.should_exit:
                self.force_exit = sig == signal.SIGINT
                return
            self.should_exit = True
            self.config.timeout_keep_alive = 0  # who connects at this moment is overlooked when connections are closed
            ledger.log.hurry()
            if hasattr(app.state, "live"):  # else it is starting still
                app.state.live.end()

    from replays.web.patience import Patient

    config = uvicorn.Config(
        app, host=host, port=port, loop="asyncio", http=Patient, log_config=logging_of(quiet=quiet), access_log=False,
        server_header=False, timeout_graceful_shutdown=20, proxy_headers=True,
        forwarded_allow_ips=os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1"),
    )  # fmt: skip
    return Server(config)


def logging_of(*, quiet: bool) -> dict[str, Any]:
    """Return how the service logs: `quiet`, what went wrong only, so that a terminal keeps the organiser's link."""
    ours = {"tablescribe.web": {"level": "WARNING" if quiet else "INFO"}}
    return {**LOGGING, "loggers": {**LOGGING["loggers"], **ours}}


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "replays.web.limits.Structured"}},
    "handlers": {"err": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["err"], "level": "WARNING"},
    "loggers": {
        "tablescribe.web": {"level": "INFO"},
        "uvicorn": {"level": "WARNING"},
        "weasyprint": {"level": "ERROR"},
    },
}
"""One JSON object a line, on standard error, whoever says it."""
