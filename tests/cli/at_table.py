"""Helpers for tests of the interactive commands: a ledger with a match, and lines typed into `play`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pexpect
from click.testing import CliRunner, Result

from tablescribe.cli.main import cli
from tablescribe.domain.match.match import Match
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe

ROOT = Path(__file__).parent.parent.parent

SUPPLY = [
    {"seat": 1, "do": "play_movement", "card": "movement:2", "pawn": 1, "at": 2, "use": "circle"},
    {"seat": 2, "do": "play_movement", "card": "movement:13", "pawn": 2, "at": 6, "use": "circle"},
    {"seat": 3, "do": "play_movement", "card": "movement:23", "pawn": 3, "at": 10, "use": "square"},
]
"""Three moves. Then card 14 brings blue's second pawn to the other side of its own village: Supply."""

ATTACK = [
    {"seat": 1, "do": "skip"},
    {"seat": 2, "do": "play_movement", "card": "movement:11", "pawn": 2, "at": 6, "use": "square"},
    {"seat": 3, "do": "skip"},
    {"seat": 1, "do": "play_movement", "card": "movement:10", "pawn": 1, "at": 2, "use": "square"},
]
"""Yellow is on 9 and blue moves to 11: a Sneaky attack on red's village 10, which may be defended."""


USUAL: list[Any] = []
"""The file of a ledger with the usual match, and the match's id, once a test of this process has made them."""


class Table:
    """A ledger with one match in it."""

    def __init__(self, folder: Path, **options: Any) -> None:
        self.path = str(folder / "ledger.db")
        if not options and USUAL:
            contents, self.id = USUAL
            Path(self.path).write_bytes(contents)
            return
        opening = {"outcomes": [1], "options": {"score_visibility": "visible"}, **options}
        with self.scribe() as scribe:
            self.id = scribe.new("ultime", ["Ada", "Ben", "Cleo"], **opening).id
        if not options:
            USUAL[:] = [Path(self.path).read_bytes(), self.id]

    @contextmanager
    def scribe(self) -> Iterator[Scribe]:
        """Open the ledger temporarily."""
        ledger = open_ledger(self.path)
        try:
            yield Scribe(ledger)
        finally:
            ledger.close()

    def record(self, *lines: dict[str, Any]) -> Table:
        """Record some actions, each with its seat."""
        with self.scribe() as scribe:
            for line in lines:
                action = {key: value for key, value in line.items() if key not in ("seat", "outcomes")}
                scribe.play(self.id, line["seat"], action, line.get("outcomes", ()))
        return self

    def match(self) -> Match:
        """Return the match as it is now."""
        with self.scribe() as scribe:
            return scribe.match(self.id)

    def run(self, *words: str, typed: str = "") -> Result:
        """Run a command on the ledger."""
        return CliRunner().invoke(cli, ["--ledger", self.path, *words], input=typed)

    def play(self, *lines: str, seat: int | None = None) -> str:
        """Type lines into `play` and return its output. Its exit code says whether one was refused."""
        words = ["play", self.id, *(["--seat", str(seat)] if seat is not None else [])]
        done = self.run(*words, typed="".join(f"{line}\n" for line in lines))
        assert done.exception is None or isinstance(done.exception, SystemExit), done.output
        assert f"is recorded up to move {self.match().head}.\n" in done.output, done.output
        return done.output

    def terminal(self, *words: str, size: tuple[int, int] = (24, 80)) -> pexpect.spawn[str]:
        """Start a command in a terminal of this size."""
        environment = {**os.environ, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", "PYTHONPATH": str(ROOT)}
        command = ["-m", "tablescribe.cli.main", "--ledger", self.path, *words]
        return pexpect.spawn(
            sys.executable, command, env=environment, cwd=str(ROOT), encoding="utf-8", timeout=60, dimensions=size
        )


def script(name: str) -> list[dict[str, Any]]:
    """Return the lines of a golden match."""
    text = (ROOT / f"tests/matches/ultime/{name}.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]
