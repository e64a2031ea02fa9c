"""Run the service as one process, or as several on one port that are restarted if they end and stopped together.

Each of several processes has its own listening socket on the same address (SO_REUSEPORT), and the kernel distributes
the connections. So no connection waits for a process that has ended, and none takes all connections.
"""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
from dataclasses import dataclass
from multiprocessing.connection import wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from tablescribe.ledger.matches.ledger import Ledger

MULTIPLE = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable for the folder in which the processes share their metrics."""

PAUSE = 1.0
"""Seconds until a process that has ended is restarted."""

STOPS = 30.0
"""Seconds that processes have to stop."""

log = logging.getLogger("tablescribe.web")


@dataclass(frozen=True)
class Served:
    """What a process serves, and where; see `make_app`.

    Attributes:
        quiet: log only warnings and errors.
        match_memory: MiB for matches in use.
    """

    target: str
    host: str
    port: int
    keys: Path
    delay: float
    public_url: str
    reach: str
    quiet: bool
    private_hooks: bool
    match_memory: float


def can_share_a_port() -> bool:
    """Return whether the kernel distributes connections over processes on one address, as Linux does."""
    return sys.platform == "linux"


def reserve(host: str, port: int) -> socket.socket:
    """Reserve an address for processes to share; return a bound socket that does not listen.

    Raises:
        OSError: another program uses the address.
    """
    with _socket(host) as alone:
        alone.bind((host, port))  # not shared, so that another instance of the service is refused as well
    return _shared(host, port)


def free_port(host: str) -> int:
    """Return a free port, for `--port 0`."""
    with _socket(host) as one:
        one.bind((host, 0))
        return int(one.getsockname()[1])


def _socket(host: str) -> socket.socket:
    found = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    return found


def _shared(host: str, port: int) -> socket.socket:
    found = _socket(host)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    found.bind((host, port))
    return found


# --- one process ---------------------------------------------------------------------------------


def run_one(ledger: Ledger, served: Served, *, shares: bool = False) -> None:
    """Serve until told to stop. With `shares`, other processes listen at the same address."""
    import uvicorn

    from tablescribe.replays.web.app import make_app
    from tablescribe.replays.web.table.match_cache import EVENT_KIB

    app = make_app(
        ledger, keys=served.keys, delay=served.delay, public_url=served.public_url, reach=served.reach,
        private_hooks=served.private_hooks, most_events=int(served.match_memory * 1024 / EVENT_KIB),
    )  # fmt: skip
    server = _server(uvicorn, app, ledger, served)
    _collect_less_often()
    try:
        server.run(sockets=[_shared(served.host, served.port)] if shares else None)
    finally:
        for handler in logging.getLogger().handlers:
            handler.flush()  # log lines are buffered; none is lost however the process ends


def _collect_less_often() -> None:
    """Exclude permanent objects from garbage collection, which took a fifth of the time under load."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


def _server(uvicorn: Any, app: Any, ledger: Ledger, served: Served) -> Any:
    """Return a server that closes its streams before it waits for open requests, and hurries the database on exit."""

    class Server(uvicorn.Server):  # type: ignore[misc]
        should_exit: bool

        def handle_exit(self, sig: int, frame: Any) -> None:  # the original would end the process before the clean-up
            if self.should_exit:
                self.force_exit = sig == signal.SIGINT
                return
            self.should_exit = True
            self.config.timeout_keep_alive = 0  # connections opened right now would otherwise not be closed
            ledger.log.hurry()
            if hasattr(app.state, "live"):  # otherwise it is still starting
                app.state.live.end()

    from tablescribe.replays.web.http.idle_connections import IdleTimeoutProtocol

    config = uvicorn.Config(
        app, host=served.host, port=served.port, loop="asyncio", http=IdleTimeoutProtocol,
        log_config=logging_of(quiet=served.quiet), access_log=False, server_header=False,
        timeout_graceful_shutdown=20, proxy_headers=True,
        forwarded_allow_ips=os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1"),
    )  # fmt: skip
    return Server(config)


# --- several -------------------------------------------------------------------------------------


def run_several(many: int, served: Served) -> None:
    """Serve with several processes until told to stop. A process that ends is restarted."""
    from logging.config import dictConfig

    from prometheus_client import multiprocess

    dictConfig(logging_of(quiet=served.quiet))
    ends = threading.Event()
    for sig in (signal.SIGTERM, signal.SIGINT):
        signal.signal(sig, lambda *_: ends.set())
    with tempfile.TemporaryDirectory(prefix="tablescribe-figures-") as folder:
        os.environ[MULTIPLE] = folder
        processes = [_start(served) for _ in range(many)]
        while not ends.is_set():
            wait([one.sentinel for one in processes], timeout=PAUSE / 2)
            for n, one in enumerate(processes):
                if one.is_alive() or ends.is_set():
                    continue
                log.error("a process of the service has ended; it is started again",
                          extra={"facts": {"process": one.pid, "exit": one.exitcode}})  # fmt: skip
                multiprocess.mark_process_dead(one.pid, folder)  # type: ignore[no-untyped-call]
                if not ends.wait(PAUSE):
                    processes[n] = _start(served)
        _stop(processes)


def _start(served: Served) -> BaseProcess:
    found = multiprocessing.get_context("spawn").Process(target=_child, args=(served,))
    found.start()
    return found


def _stop(processes: list[BaseProcess]) -> None:
    for one in processes:
        one.terminate()
    for one in processes:
        one.join(STOPS)
        if one.is_alive():
            one.kill()
            one.join()


def _child(served: Served) -> None:
    """Run as one of several processes, until the parent process ends."""
    from tablescribe.ledger.matches.ledger import open_ledger

    threading.Thread(target=_end_with_parent, daemon=True).start()
    ledger = open_ledger(served.target)
    try:
        run_one(ledger, served, shares=True)
    finally:
        ledger.close()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


# --- logging -------------------------------------------------------------------------------------


def logging_of(*, quiet: bool) -> dict[str, Any]:
    """Return the logging configuration. `quiet` logs only warnings, so that the organiser's link stays visible."""
    ours = {"tablescribe.web": {"level": "WARNING" if quiet else "INFO"}}
    return {**LOGGING, "loggers": {**LOGGING["loggers"], **ours}}


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "tablescribe.replays.web.http.request_log.JsonLogFormatter"}},
    "handlers": {"err": {"class": "tablescribe.replays.web.http.request_log.GatheringHandler", "formatter": "json"}},
    "root": {"handlers": ["err"], "level": "WARNING"},
    "loggers": {
        "tablescribe.web": {"level": "INFO"},
        "uvicorn": {"level": "WARNING"},
        "weasyprint": {"level": "ERROR"},
    },
}
"""One JSON object per line on standard error, from all loggers."""
