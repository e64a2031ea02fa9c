"""A load generator: sends the moves of many tables when they are due, whether or not the last ones were answered.

python -m tests.benchmarks.offering PORT RATE SECONDS < HALL > RESULT

HALL is a JSON list of match id, recorder's token and version. See `tests.benchmarks.scale`.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tests.replays.web.crowd import Caller, a_move

PATIENCE = 90.0
"""Seconds to wait for answers after the last move was due."""

Table = tuple[str, str, int]
"""A match's id, its recorder's token, its version."""


@dataclass
class Offered:
    """What a generator sent, with the results.

    Attributes:
        due: the number of moves that became due.
        missed: of these, those whose table was still waiting for an answer.
        acknowledged: for each acknowledged move, the second when it was due, and the seconds until its answer.
        refused: other answers by status; 0: the connection was lost twice.
        versions: the last acknowledged version of each match.
    """

    due: int = 0
    missed: int = 0
    acknowledged: list[tuple[float, float]] = field(default_factory=list)
    refused: Counter[int] = field(default_factory=Counter)
    versions: dict[str, int] = field(default_factory=dict)


async def play(one: Table, caller: Caller, first: float, every: float, began: float, until: float, to: Offered) -> None:
    """Send the moves of one table: the first when it is due, then one every so many seconds."""
    match, _, version = one
    due = first
    while due < until:
        await asyncio.sleep(due - time.monotonic())
        to.due += 1
        status, answer = await _asked(caller, match, version)
        now = time.monotonic()
        if status == 201:
            version = to.versions[match] = answer["version"]
            to.acknowledged.append((due - began, now - due))
        else:
            to.refused[status] += 1
        due += every
        while due < min(now, until):
            to.due, to.missed, due = to.due + 1, to.missed + 1, due + every
    caller.close()


async def _asked(caller: Caller, match: str, version: int) -> tuple[int, Any]:
    """Record a move. If the connection is lost, which may have been closed as idle, try once more."""
    for _ in range(2):
        with suppress(OSError, EOFError):
            return await caller.ask("POST", f"/api/v1/matches/{match}/moves", a_move(match, version))
    return 0, None


async def offer(port: int, tables: Sequence[Table], rate: float, seconds: float) -> Offered:
    """Send this many moves a second, with the tables spread evenly over time."""
    to, every = Offered(), len(tables) / rate
    began = time.monotonic() + 1
    until = began + seconds
    plays = [
        play(one, Caller(port, one[1]), began + k * every / len(tables), every, began, until, to)
        for k, one in enumerate(tables)
    ]
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds + PATIENCE):
            await asyncio.gather(*plays)
    return to


def main() -> None:
    """Send the load, and print the results as JSON."""
    port, rate, seconds = sys.argv[1:]
    tables = [(str(match), str(token), int(version)) for match, token, version in json.load(sys.stdin)]
    json.dump(vars(asyncio.run(offer(int(port), tables, float(rate), float(seconds)))), sys.stdout)


if __name__ == "__main__":
    main()
