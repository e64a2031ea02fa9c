"""A real PostgreSQL for tests, from a package: started on a socket of its own, thrown away afterwards.

With LEDGER_TEST_PG_URL a server that runs already is used instead; its role must be allowed to make databases.
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
"""It would look whether there is anything to vacuum in each of hundreds of databases every minute."""


class Server:
    """A running server; each call of `database` makes a new, empty database on it."""

    def __init__(self, *, own: bool = False) -> None:
        """Start one, or use the given one; `own`: one that may be stopped."""
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
        """Return the folder of the server's programs; a copy, where the server's user may not reach the package."""
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
        """The folder of the server's programs, of those of its clients as well."""
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
        """Start it, and wait until it is ready."""
        assert self._folder is not None
        options = f"{SETTINGS} -k {self._folder / 'socket'}"
        self._run("pg_ctl", "-w", "-l", str(self._folder / "data" / "log"), "-o", options, "start")
        self.started = datetime.now(UTC)

    def stop(self, mode: str) -> None:
        """Stop it: `fast` ends the sessions, `immediate` is a crash."""
        self._run("pg_ctl", "-w", "-m", mode, "stop")

    def close(self) -> None:
        """Stop it and remove it."""
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
        """Make a database, empty or like another one, and return its URL."""
        name = f"test_{os.getpid()}_{next(self._numbers)}"
        # To copy the files is half the work of logging each page; but on a disk each of 300 files is synced.
        in_memory = self._folder is not None and MEMORY in self._folder.parents
        with psycopg.connect(self.given or self.url("postgres"), autocommit=True) as connection:
            connection.execute(
                f"CREATE DATABASE {name} TEMPLATE {like} ENCODING 'utf8' {'STRATEGY file_copy' if in_memory else ''}"
            )
        return self.url(name)

    def ledger(self) -> str:
        """Make a database with an empty ledger, a copy of one that is made once, and return its URL."""
        if not self._made:
            open_ledger(made := self.database()).close()
            self._made = made.partition("?")[0].rpartition("/")[2]
        return self.database(self._made)


@cache
def shared() -> Server:
    """Return the server that all tests of a process share, each in databases of its own; it ends with the process.

    A server of one's own, started and filled with a first ledger, costs 0.6 s of the processor. Whoever stops it or
    changes its settings takes one nevertheless.
    """
    server = Server()
    atexit.register(server.close)
    return server
