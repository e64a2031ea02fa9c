"""Processes that start in milliseconds, forked from a server that has imported the program once.

Tests of the start itself start the program as people do.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

forks = multiprocessing.get_context("forkserver")
forks.set_forkserver_preload(
    [
        "tests.forks",
        "tests.ledger.processes",
        "tablescribe.ledger.log.postgres",
        "tablescribe.domain.games.freeform",
        "tablescribe.cli.care.serve",
        "tablescribe.replays.web.app",
        "uvicorn",
        "alembic.command",
    ]
)


class Forked:
    """The command line in a forked process, with the methods of an asyncio process.

    Attributes:
        pid: the id of the process.
    """

    def __init__(self, words: Sequence[str], log: Path, program: str) -> None:
        """Run `tablescribe WORDS…`, or another Python program with these arguments. Output is appended to a file."""
        given = (list(words), str(log), program, dict(os.environ), str(Path.cwd()))
        self._process = forks.Process(target=_run, args=given, daemon=True)
        self._process.start()
        self.pid: int = self._process.pid or 0

    @property
    def returncode(self) -> int | None:
        """The exit status; `None` while it runs."""
        return self._process.exitcode

    def terminate(self) -> None:
        """Ask the process to end (SIGTERM)."""
        self._process.terminate()

    def kill(self) -> None:
        """End the process as a crash would (SIGKILL)."""
        self._process.kill()

    async def wait(self) -> None:
        """Wait until the process has ended."""
        await asyncio.to_thread(self._process.join)


def _run(words: list[str], log: str, program: str, environment: Mapping[str, str], folder: str) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = ["tablescribe", *words]
    with Path(os.devnull).open("wb") as nowhere, Path(log).open("ab") as errors:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(errors.fileno(), 2)
    if program:
        exec(compile(program, "program", "exec"), {"__name__": "__main__"})
        return
    from tablescribe.cli.main import main

    main()
