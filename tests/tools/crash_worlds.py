"""The use cases of the crash tests: commands, and the ledgers on which they run.

Words in braces are replaced with values of the ledger: `{freeform}` is the id of its match of Freeform, `{there}` the
folder of files.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner, Result

from tablescribe.cli.main import cli
from tests.earlier_schema import as_of_schema

PLAN = """
title: Autumn Open
stages:
  - {name: Swiss, kind: swiss, rounds: 1, game: freeform, tie_breaks: [wins, lot]}
"""
PLAYS = {
    "games": [{"id": 1, "name": "Catan"}],
    "players": [{"id": 1, "name": "Ada"}, {"id": 2, "name": "Yan"}],
    "plays": [
        {"gameRefId": 1, "uuid": f"play {n}", "playDate": f"2026-10-0{n} 20:00:00", "durationMin": 60, "comments": "",
         "playerScores": [{"playerRefId": 1, "score": "7", "winner": True}, {"playerRefId": 2, "score": "5"}]}
        for n in (1, 2)
    ],
}  # fmt: skip
ROOTLOG = """\
Map: Fall
Deck: Standard
C: Ada
E: Ben

C:t_k->1/b_s->1/b_w->5/b_r->9/w->1+2+4+5+6+7+8+9+10+11+12
E:b+6w->3/#despot->$

C:t->1/t1->/b_s->5/++/#->C
E:B#E->$_r/w->3/#->E

Winner: C
"""

COMMON = [
    "new freeform Ada Ben",
    "new ultime Ada Ben Cleo --outcome 1",
    "result Azul Ada 3 Dora 5 --won Dora",
    "move {ultime} skip",
    "box new expeditions ours",
]
HALL = [
    "tournament announce {there}/plan.yaml",
    "tournament enter last Ada Ben Cleo Dora",
]
ROUND = [*HALL, "tournament pair last --seed 1"]
PLAYED = [*ROUND, "tournament report last 1 1 2", "tournament report last 2 1 2", "tournament lot last"]
FILES = [
    *COMMON,
    "export {ultime} -o {there}/ultime.json",
    "bundle {ultime} {azul} --names -o {there}/two.bundle",
    "backup {there}/kept.db",
]


@dataclass(frozen=True)
class UseCase:
    """A command that must take effect completely or not at all.

    Attributes:
        words: the command.
        before: the commands that create the ledger.
        elsewhere: run the command on another, empty ledger.
        atomic: its events are recorded in one transaction; otherwise a repetition completes them.
        again: repeat the command even if it was completed; otherwise only missing effects are repeated.
        file: a file that it writes, which must be complete or missing.
        schema: the schema of the ledger before, on SQLite; empty for the current one.
    """

    words: str
    before: tuple[str, ...]
    elsewhere: bool = False
    atomic: bool = True
    again: bool = False
    file: str = ""
    schema: str = ""


def _of(before: list[str], *words: str, **more: object) -> list[UseCase]:
    return [UseCase(one, tuple(before), **more) for one in words]  # type: ignore[arg-type]


USE_CASES: dict[str, UseCase] = {
    one.words: one
    for one in [
        *_of(
            COMMON,
            "new freeform Zoe Yan",
            "new ultime Ada Ben Cleo --chance sealed",
            "undo {ultime} --all-agree",
            "note {freeform} remark",
            "ruling {ultime} --clause UP-50 --reason miscounted --fact 'set score:1 5'",
            "close {ultime} --abandoned",
            "describe {ultime} --title evening",
            "void {azul} --because twice",
            "correct {azul} Ada 9 Dora 5 --won Ada --because miscounted",
            "box new expeditions theirs",
        ),
        *_of(
            COMMON,
            "move {ultime} skip --command-id one",
            "result Azul Ada 4 Ben 2 --won Ada --command-id two",
            "lists rebuild",
            "checkpoint",
            again=True,
        ),
        *_of(COMMON, "people rename Ada Eva", "people merge Cleo Dora", "people erase Ada --yes"),
        *_of([*COMMON, "checkpoint"], "keys rotate"),
        *_of([*COMMON, "void {azul} --because twice"], "reinstate {azul} --because wrong"),
        *_of([*COMMON, "close {ultime} --abandoned"], "sign {ultime} --seat 1", atomic=False),
        *_of(COMMON, "tournament announce {there}/plan.yaml"),
        *_of(
            HALL,
            "tournament enter last Egon Fee",
            "tournament withdraw last Dora",
        ),
        *_of([*HALL, "tournament withdraw last Dora"], "tournament return last Dora"),
        *_of(HALL, "tournament pair last --seed 1"),
        *_of(ROUND, "tournament start last", atomic=False, again=True),
        *_of(
            ROUND,
            "tournament report last 1 1 2",
            "tournament penalise last Ada 1 --clause 4.2 --reason late",
        ),
        *_of(PLAYED, "tournament finish last", "tournament correct last 1 1 2 1 --clause 4.3 --reason misread"),
        *_of(
            COMMON,
            "import --bgstats {there}/plays.json",
            atomic=False,
        ),
        *_of(COMMON, "import --rootlog {there}/evening.rootlog"),
        *_of(
            FILES, "import {there}/ultime.json", "import {there}/two.bundle", elsewhere=True, atomic=False, again=True
        ),
        *_of(FILES, "restore {there}/kept.db", elsewhere=True),
        *_of(COMMON, "upgrade", again=True, schema="0011", file="ledger.db.schema-0011"),
        *_of(FILES, "backup {there}/new.db", file="new.db"),
        *_of(FILES, "export {ultime} -o {there}/new.json", file="new.json"),
        *_of(FILES, "bundle {ultime} -o {there}/new.bundle", file="new.bundle"),
        *_of(FILES, "publish {there}/tree", again=True),
    ]
}


class World:
    """A ledger with its folder of files.

    Attributes:
        target: the ledger's path or URL.
        folder: the folder of files and keys, and of the ledger if it is a file.
    """

    def __init__(self, target: str, folder: Path) -> None:
        self.target = target
        self.folder = folder

    def prepare(self) -> None:
        """Write the files that the commands read."""
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "plan.yaml").write_text(PLAN)
        (self.folder / "plays.json").write_text(json.dumps(PLAYS))
        (self.folder / "evening.rootlog").write_text(ROOTLOG)

    def run(self, words: str, target: str = "") -> Result:
        """Run a command in this process, on the ledger or on another one."""
        known = {"there": str(self.folder)}
        if any(f"{{{game}}}" in words for game in ("ultime", "freeform", "azul")):
            for one in json.loads(self._invoke(["matches", "--json"]).stdout):  # the latest first
                known |= {one["game"]: one["id"], str(one["title"]).lower(): one["id"]}
        return self._invoke([word.format(**known) if "{" in word else word for word in shlex.split(words)], target)

    def _invoke(self, words: list[str], target: str = "") -> Result:
        env = {"TABLESCRIBE_KEYS": str(self.folder / "keys"), "TABLESCRIBE_LEDGER": target or self.target}
        return CliRunner(env=env).invoke(cli, words)

    def date_back(self, schema: str) -> None:
        """Convert the ledger to an earlier schema; it must be a file."""
        path = Path(self.target)
        now = path.rename(path.with_name("now.db"))
        as_of_schema(now, path, schema)
        now.unlink()

    def copy(self, folder: Path, like: str = "") -> World:
        """Return a copy; `like` is the URL of a database that has already been copied."""
        shutil.copytree(self.folder, folder)
        for name in ("plan.yaml",):
            assert (folder / name).exists()
        target = like or os.path.join(folder, os.path.relpath(self.target, self.folder))  # noqa: PTH118
        return World(target, folder)
