"""A real PostgreSQL server for tests, from a package: it listens on its own socket, and is removed afterwards.

Set LEDGER_TEST_PG_URL to use a running server instead. Its role must be allowed to create databases.
"""

from __future__ import annotations

import atexit
import importlib.util
import os
import shutil
import subprocess
import tempfile
from datetime import UTC, datetime
from functools import cache
from itertools import count
from pathlib import Path

import psycopg

from tablescribe.ledger.matches.ledger import open_ledger

MEMORY = Path("/dev/shm")
NOBODY = 65534  # PostgreSQL refuses to run as root
SETTINGS = "-c listen_addresses= -c max_connections=200 -c shared_buffers=32MB -c fsync=on -c autovacuum_naptime=1h"
"""Autovacuum is rare, as it would check hundreds of databases every minute."""


class Server:
    """A running server. Each call of `database` creates a new database on it."""

    def __init__(self, *, own: bool = False) -> None:
        """Start a server, or use the given one; with `own`, one that may be stopped."""
        self._numbers = count(1)
        self.given = "" if own else os.environ.get("LEDGER_TEST_PG_URL", "")
        self.started = datetime.now(UTC)
        self._folder: Path | None = None
        self._made = ""
        if not self.given:
            self._start()

    def _start(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="tablescribe-pg-"))
        self._folder.chmod(0o755)
        self._as = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        self._bin = self._programs()
        for name in ("data", "socket"):
            (self._folder / name).mkdir()
            if self._as:
                os.chown(self._folder / name, NOBODY, NOBODY)
        self._run("initdb", "-U", "tester", "--auth=trust", "--encoding=utf8", "--locale=C")
        self.start()

    def _programs(self) -> Path:
        """Return the folder of the server's programs; a copy if the server's user may not read the package."""
        assert self._folder is not None
        spec = importlib.util.find_spec("pgserver")
        assert spec is not None
        assert spec.origin is not None
        installed = Path(spec.origin).parent / "pginstall"
        reachable = subprocess.run([installed / "bin" / "postgres", "--version"], capture_output=True, **self._as)  # type: ignore[call-overload]
        if reachable.returncode:
            shutil.copytree(installed, self._folder / "pginstall")
            installed = self._folder / "pginstall"
        return installed / "bin"

    @property
    def programs(self) -> Path:
        """The folder with the programs of the server and its clients."""
        return self._bin

    def _run(self, program: str, *words: str) -> None:
        assert self._folder is not None
        command = [self._bin / program, "-D", self._folder / "data", *words]
        with tempfile.TemporaryFile() as output:  # a pipe would stay open as long as the server runs
            done = subprocess.run(  # type: ignore[call-overload]
                command, stdout=output, stderr=output, cwd=self._folder, **self._as
            )
            output.seek(0)
            assert done.returncode == 0, output.read().decode()

    def start(self) -> None:
        """Start the server, and wait until it is ready."""
        assert self._folder is not None
        options = f"{SETTINGS} -k {self._folder / 'socket'}"
        self._run("pg_ctl", "-w", "-l", str(self._folder / "data" / "log"), "-o", options, "start")
        self.started = datetime.now(UTC)

    def stop(self, mode: str) -> None:
        """Stop the server: `fast` ends the sessions, `immediate` is a crash."""
        self._run("pg_ctl", "-w", "-m", mode, "stop")

    def close(self) -> None:
        """Stop the server and delete its files."""
        if self._folder is not None:
            self.stop("immediate")
            shutil.rmtree(self._folder)

    def url(self, database: str) -> str:
        """Return a database's URL."""
        if self.given:
            return self.given.rsplit("/", 1)[0] + f"/{database}"
        assert self._folder is not None
        return f"postgresql://tester@/{database}?host={self._folder / 'socket'}"

    def database(self, like: str = "template0") -> str:
        """Create a database, empty or as a copy of another one, and return its URL."""
        name = f"test_{os.getpid()}_{next(self._numbers)}"
        # Copying files is half the work of logging each page. But on a disk, each of 300 files is then synced.
        in_memory = self._folder is not None and MEMORY in self._folder.parents
        with psycopg.connect(self.given or self.url("postgres"), autocommit=True) as connection:
            connection.execute(
                f"CREATE DATABASE {name} TEMPLATE {like} ENCODING 'utf8' {'STRATEGY file_copy' if in_memory else ''}"
            )
        return self.url(name)

    def ledger(self) -> str:
        """Create a database with an empty ledger, as a copy of a template created once, and return its URL."""
        if not self._made:
            open_ledger(made := self.database()).close()
            self._made = made.partition("?")[0].rpartition("/")[2]
        return self.database(self._made)


@cache
def shared() -> Server:
    """Return the server shared by all tests of a process, each with its own databases. It ends with the process.

    Starting a separate server with a first ledger costs 0.6 s of processor time. Tests that stop the server or change
    its settings need one nevertheless.
    """
    server = Server()
    atexit.register(server.close)
    return server
