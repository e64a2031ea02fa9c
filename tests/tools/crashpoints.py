"""Crash a command at each of its writes, and check that the ledger is intact afterwards.

python -m tests.tools.crashpoints [--on sqlite|postgresql] [--kill] [WORDS]

Runs each use case whose command contains WORDS. Each point runs in a separate process, which ends by an uncaught
exception, or with --kill by SIGKILL. Then the ledger must verify, the doctor must find nothing, and the command must
have taken effect completely or not at all (completely if it was acknowledged). Repeating it must lead to the same state
as without a crash. Exit: 1 if not.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import sys
import tempfile
import warnings
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

from tablescribe.ledger.care.doctor import examine
from tablescribe.ledger.log.database import connect
from tablescribe.ledger.log.errors import LedgerUnavailable
from tablescribe.ledger.log.schema import boxes, checkpoints, events, identities, imports, seeds, spellings
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tests.postgres_server import Server
from tests.tools.crash_worlds import USE_CASES, UseCase, World
from tests.tools.crash_writes import Crash, Writes, watch

State = dict[str, Any]
"""The content of a ledger without random values: ids, salts, times."""

OF_THE_MACHINE = {"space"}
"""Findings of the doctor that depend on the machine, not on the ledger."""


@dataclass
class Outcome:
    """What a process did before it ended: the number of writes, and whether it succeeded."""

    seen: list[str]
    acknowledged: bool


class Stage:
    """Runs use cases on one database. Each initial ledger is created once and then copied."""

    def __init__(self, database: str, folder: Path, server: Callable[[], Server]) -> None:
        self.database = database
        self.folder = folder
        self.server = server
        self._made: dict[tuple[tuple[str, ...], str], World] = {}
        self._numbers = count(1)

    def world(self, case: UseCase) -> World:
        """Return a fresh copy of the initial ledger of a use case."""
        key = (case.before, case.schema)
        if key not in self._made:
            folder = self.folder / f"made-{len(self._made)}"
            made = World(self.server().database() if self._serves else str(folder / "ledger.db"), folder)
            made.prepare()
            for words in case.before:
                done = made.run(words)
                assert done.exit_code == 0, (words, done.output)
            if case.schema:
                made.date_back(case.schema)
            self._made[key] = made
        made = self._made[key]
        like = self.server().database(_name_of(made.target)) if self._serves else ""
        return made.copy(self.folder / f"copy-{next(self._numbers)}", like)

    def target(self, case: UseCase, world: World) -> str:
        """Return the ledger that a use case changes."""
        if not case.elsewhere:
            return world.target
        return self.server().database() if self._serves else str(world.folder / "elsewhere.db")

    @property
    def _serves(self) -> bool:
        return self.database == "postgresql"


def _name_of(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[2]


def crash(world: World, words: str, target: str, at: int | None, *, kill: bool) -> Outcome:
    """Run a command in a process that crashes at its `at`-th write."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # about threads, whose locks the child does not use
        child = os.fork()
    if child == 0:
        _in_child(world, words, target, Writes(world.folder, at, kill=kill), reading, writing)
    os.close(writing)
    with open(reading, "rb") as pipe:  # noqa: PTH123  # a number
        said = pipe.read()
    os.waitpid(child, 0)
    found = json.loads(said) if said else {"seen": [], "code": None, "output": ""}
    assert at is not None or found["code"] == 0, (words, found["output"])
    return Outcome(found["seen"], found["code"] == 0)


def _in_child(world: World, words: str, target: str, writes: Writes, reading: int, writing: int) -> None:
    try:
        os.close(reading)
        watch(writes)
        try:
            done = world.run(words, target)
            said = {"seen": writes.seen, "code": done.exit_code, "output": done.output}
        except Crash:
            said = {"seen": writes.seen, "code": None, "output": ""}
        os.write(writing, json.dumps(said).encode())
    finally:
        os._exit(0)


def state_of(target: str, keys: Path) -> State:
    """Verify a ledger, examine it with the doctor, and return its state.

    Raises:
        AssertionError: the doctor found something.
        LedgerError: it does not verify.
    """
    if not _is_begun(target):
        return {"log": []}
    with closing(open_ledger(target, create=False)) as ledger:
        ledger.verify()
        ledger.lists.fresh()
        bad = [
            (one.what, one.words)
            for one in examine(ledger, KeyStore(keys), lambda _: lambda done, total: None)
            if one.state == "bad" and one.what not in OF_THE_MACHINE
        ]
        assert not bad, bad
        return _held(ledger)


def _is_begun(target: str) -> bool:
    """Return whether a ledger with an id exists, without creating one."""
    try:
        engine = connect(target, create=False)
    except LedgerUnavailable:
        return False
    try:
        with engine.connect() as connection:
            found = connection.exec_driver_sql("SELECT value FROM about WHERE key = 'ledger_id'").fetchall()
    except DBAPIError:  # it has no tables yet
        return False
    finally:
        engine.dispose()
    return bool(found)


def _held(ledger: Ledger) -> State:
    e, i = events.c, imports.c
    streams: dict[str, int] = {}
    log = [
        (streams.setdefault(row[0], len(streams)), row[1], row[2])
        for row in ledger.log.select(select(e.match_id, e.version, e.type).order_by(e.position))
    ]
    origins = ledger.log.select(select(i.match_id, i.first_version, i.last_version, i.worth))
    return {
        "log": log,
        "names": sorted({row[0] for row in ledger.log.select(select(identities.c.name))}),
        "seeds": sorted(
            streams[row[0]] for row in ledger.log.select(select(seeds.c.match_id)) if row[0] in streams
        ),  # a seed stored before a match that was then not opened is never used
        "origins": sorted((streams[row[0]], *row[1:]) for row in origins),
        "spellings": sorted(map(tuple, ledger.log.select(select(spellings.c.spelt, spellings.c.called)))),
        "boxes": sorted(map(tuple, ledger.log.select(select(boxes.c.name, boxes.c.revision)))),
        "checkpoints": ledger.log.select(select(func.max(checkpoints.c.size)))[0][0],
        "people": [(one.name, one.matches) for one in ledger.asking.people()],
    }


class Trial:
    """One use case on one database, with the state before and after it."""

    def __init__(self, stage: Stage, case: UseCase) -> None:
        self.stage = stage
        self.case = case
        world = stage.world(case)
        target = stage.target(case, world)
        before = stage.world(case) if case.schema else world  # reading the state converts a ledger
        self.before = state_of(stage.target(case, before), before.folder / "keys")
        self.writes = crash(world, case.words, target, None, kill=False).seen
        self.after = state_of(target, world.folder / "keys")

    @property
    def points(self) -> range:
        """The numbers of its writes."""
        return range(1, len(self.writes) + 1)

    def at(self, point: int, *, kill: bool) -> None:
        """Crash at one write and check everything.

        Raises:
            AssertionError, LedgerError: a check failed.
        """
        world = self.stage.world(self.case)
        target = self.stage.target(self.case, world)
        answer = crash(world, self.case.words, target, point, kill=kill)
        assert not answer.acknowledged or answer.seen == self.writes
        now = state_of(target, world.folder / "keys")
        if self.case.atomic:
            assert now["log"] in (self.before["log"], self.after["log"]), (now["log"], self.after["log"])
        done = now == self.after and (not self.case.file or self._whole(world))
        assert done or not answer.acknowledged, (now, self.after)
        if self.case.again or not done:
            told = world.run(self.case.words, target)
            assert told.exit_code == 0, told.output
            now = state_of(target, world.folder / "keys")
            assert now == self.after, (now, self.after)
            assert not self.case.file or self._whole(world)

    def _whole(self, world: World) -> bool:
        """Return whether the file of the use case exists; if so, it must verify."""
        path = world.folder / self.case.file
        if not path.exists():
            return False
        if self.case.schema:
            with closing(sqlite3.connect(path)) as kept:
                assert kept.execute("PRAGMA integrity_check").fetchone() == ("ok",)
                assert kept.execute("SELECT version_num FROM alembic_version").fetchone() == (self.case.schema,)
                assert kept.execute("SELECT count(*) FROM events").fetchone() == (len(self.before["log"]),)
        elif path.suffix == ".db":
            state_of(str(path), world.folder / "keys")
        else:
            done = world.run(f"verify {path}")
            assert done.exit_code == 0, done.output
        return True


def cases_of(database: str, words: str = "") -> list[str]:
    """Return the use cases for a database whose commands contain these words."""
    return [name for name, case in USE_CASES.items() if words in name and (not case.schema or database == "sqlite")]


def main() -> int:
    """Run the selected use cases at all their points."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="?", default="")
    parser.add_argument("--on", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--kill", action="store_true")
    given = parser.parse_args()
    servers: list[Server] = []

    def server() -> Server:
        return servers[0] if servers else (servers.append(Server()) or servers[0])  # type: ignore[func-returns-value]

    faults = 0
    try:
        with tempfile.TemporaryDirectory(prefix="crashpoints-") as folder:
            stage = Stage(given.on, Path(folder), server)
            for name in cases_of(given.on, given.words):
                trial = Trial(stage, USE_CASES[name])
                print(f"{name}: {len(trial.writes)} points", flush=True)
                for point in trial.points:
                    try:
                        trial.at(point, kill=given.kill)
                    except Exception as error:
                        faults += 1
                        print(f"  {point} {trial.writes[point - 1]}: {type(error).__name__} {error}"[:1500], flush=True)
    finally:
        for one in servers:
            one.close()
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
