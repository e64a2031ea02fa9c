"""A hall of a large tournament: real matches by bots, the standings for many who look, and its whole audit.

Simulates a tournament of pods of four with matches of Le ultime persone, each choice legal and at random, recorded and
closed as in a hall; the engine that comes with us pairs. It goes on with a running service and clients on plain
sockets, who follow it and fetch the standings as soon as there are others; they share the machine with the service.
It prints how long it takes until standings are there after a result, limits beside them (for a machine that has nothing
else to do), then verifies everything: matches a second in the audit of the tournament against one core's audit of
the same matches alone, by the time of the process.

    python -m tests.benchmarks.hall [--entrants 500] [--rounds 9] [--viewers 2000] [--keep FOLDER]

The full size takes some ten minutes. It fails where a limit is broken.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from domain.tournament.plan import plan_from
from domain.tournament.standings import standings
from ledger.ledger import Ledger, open_ledger
from ledger.notary import Notary
from ledger.organiser import Organiser
from ledger.proofs import verify_tournament as outsider
from ledger.proofs.keys import KeyStore
from ledger.proofs.verifying import verify_bundle
from ledger.scribe import Scribe
from replays.audit import audit
from replays.tournament_audit import verify
from replays.tournament_record import of_bundles, of_ledger
from tests.web.crowd import HOST, running

POD = 4
AFTER_A_RESULT = 1.0
"""Seconds within which standings are there after a result (issue 16)."""

AUDIT_SHARE = 0.5
"""How much of one core's audit of the matches alone the audit of the whole tournament must reach."""

SAMPLE = 50
"""Matches of which the audit alone is timed."""


def note(text: str) -> None:
    """Print how far it is, over the line before where that is a terminal."""
    print(text, file=sys.stderr, end="\r" if sys.stderr.isatty() else "\n", flush=True)


class Timed:
    """Adds up how long kinds of work took."""

    def __init__(self) -> None:
        self.took: dict[str, list[float]] = {}

    def __call__(self, what: str, began: float) -> float:
        """Note how long it is since it began; return that."""
        self.took.setdefault(what, []).append(time.perf_counter() - began)
        return self.took[what][-1]

    def total(self, what: str) -> float:
        """Return how long all of it took."""
        return sum(self.took.get(what, ()))

    def most(self, what: str) -> float:
        """Return how long it took at most."""
        return max(self.took.get(what, (0.0,)))


# --- the tournament ------------------------------------------------------------------------------


def announced(organiser: Organiser, entrants: int, rounds: int) -> str:
    """Announce it, and let people in."""
    stage = {
        "name": "Open", "kind": "pods", "pods": [POD], "rounds": rounds, "game": "ultime", "chance": "sealed",
        "time_limit": 60, "scoring": {"kind": "places", "by_place": ["5", "3", "2", "1"]},
        "tie_breaks": ["opponents_average", "wins", "game_points"],
    }  # fmt: skip
    found = organiser.announce(plan_from({"title": "A large hall", "stages": [stage]})).id
    organiser.enter(found, [f"Person {n}" for n in range(1, entrants + 1)])
    return found


def play(scribe: Scribe, match_id: str, choose: random.Random) -> int:
    """Play a match to its end, each choice legal and at random, and close it; return how many moves it had."""
    ledger = scribe.ledger
    match, seed, moves = ledger.match(match_id), ledger.seed(match_id), 0
    version = match.version
    while not match.is_over:
        seat = match.to_act[0]
        match.play(seat, choose.choice(scribe.legal(match, seat)), match.chance(seed=seed), scribe.stamp())
        moves += 1
    match.close(scribe.stamp(), seed=seed)
    ledger.save(match, expected_version=version)
    return moves


def simulate(organiser: Organiser, found: str, rounds: int, timed: Timed) -> int:
    """Play all rounds but the last table of the last one; return how many moves there were."""
    choose, moves = random.Random(16), 0
    for number in range(1, rounds + 1):
        began = time.perf_counter()
        organiser.pair(found, seed=number)
        pairing = timed("pair", began)
        began = time.perf_counter()
        tables = organiser.start(found)
        timed("start", began)
        began = time.perf_counter()
        for done, one in enumerate(tables[: -1 if number == rounds else None], start=1):
            moves += play(organiser.scribe, one.match, choose)
            if done % 25 == 0:
                note(f"round {number} of {rounds}: paired in {pairing:.1f} s, {done} of {len(tables)} tables played")
        timed("play", began)
        began = time.perf_counter()
        organiser.collect(found)
        timed("collect", began)
    return moves


# --- those who look ------------------------------------------------------------------------------


async def fetch(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, tag: str
) -> tuple[int, str, int]:
    """Ask for a page on an open connection; return status, tag and how many bytes came."""
    asked = f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept: text/html\r\nAccept-Encoding: gzip\r\n"
    writer.write((asked + (f"If-None-Match: {tag}\r\n" if tag else "") + "\r\n").encode())
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    told = {name.lower(): value.strip() for name, _, value in (one.partition(":") for one in head.splitlines()[1:])}
    length = int(told.get("content-length", 0))
    if length:
        await reader.readexactly(length)
    return int(head.split(" ", 2)[1]), told.get("etag", ""), length


class Viewer:
    """Somebody who follows the tournament and looks at the standings whenever there are others."""

    def __init__(self, port: int, path: str) -> None:
        self.port, self.path, self.tag = port, path, ""
        self.seen: list[tuple[float, int]] = []
        self.followed = asyncio.Event()

    async def look(self) -> tuple[int, int]:
        """Fetch the standings; return status and bytes."""
        reader, writer = await asyncio.open_connection(HOST, self.port)
        try:
            status, tag, length = await fetch(reader, writer, f"{self.path}/standings", self.tag)
            self.tag = tag or self.tag
            return status, length
        finally:
            writer.close()

    async def follow(self) -> None:
        """Follow until cancelled."""
        reader, writer = await asyncio.open_connection(HOST, self.port)
        writer.write(f"GET {self.path}/events HTTP/1.1\r\nHost: {HOST}\r\nAccept: text/event-stream\r\n\r\n".encode())
        try:
            while line := await reader.readline():
                if line.startswith(b"event: changed"):
                    if not self.followed.is_set():  # how it stands when somebody comes
                        self.followed.set()
                        continue
                    status, _ = await self.look()
                    self.seen.append((time.perf_counter(), status))
        finally:
            writer.close()


async def watched(
    folder: Path, found: str, viewers: int, organiser: Organiser, last: str, timed: Timed
) -> dict[str, Any]:
    """Let viewers look and follow while the last table reports; return what was measured."""
    async with running(str(folder / "ledger.db"), folder) as served:
        people = [Viewer(served.port, f"/t/{found}") for _ in range(viewers)]
        began = time.perf_counter()
        status, length = await people[0].look()
        first = time.perf_counter() - began
        assert status == 200, status
        began = time.perf_counter()
        answers = await in_turns(people, 200)
        fresh = time.perf_counter() - began
        began = time.perf_counter()
        again = await in_turns(people, 200)
        same = time.perf_counter() - began
        assert {status for status, _ in answers[1:]} == {200}, "everybody gets the page"
        assert {status for status, _ in again} == {304}, "nothing is sent twice"
        tasks = [asyncio.create_task(one.follow()) for one in people]
        for one in people:
            await asyncio.wait_for(one.followed.wait(), 60)
        choose = random.Random(99)
        began = time.perf_counter()
        await asyncio.to_thread(play, organiser.scribe, last, choose)
        timed("last match", began)
        began = time.perf_counter()
        await asyncio.to_thread(organiser.collect, found)
        timed("report", began)
        while not all(one.seen for one in people) and time.perf_counter() - began < 60:
            await asyncio.sleep(0.05)
        delays = sorted(at - began for one in people for at, _ in one.seen[:1])
        for task in tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)
    return {"first": first, "fresh": fresh, "same": same, "bytes": length, "delays": delays}


async def in_turns(people: list[Viewer], at_once: int) -> list[tuple[int, int]]:
    """Let all look, so many at a time."""
    room = asyncio.Semaphore(at_once)

    async def one(viewer: Viewer) -> tuple[int, int]:
        async with room:
            return await viewer.look()

    return list(await asyncio.gather(*map(one, people)))


# --- proofs --------------------------------------------------------------------------------------


def audited(ledger: Ledger, found: str) -> tuple[float, float, int]:
    """Return matches a second: in the audit of the tournament, in that of some matches alone; how many there are."""
    ids = [one for one in ledger.tournament(found).match_ids() if ledger.head(one)]
    began = time.process_time()  # of this process: others on the machine do not count
    some = ids[:: max(1, len(ids) // SAMPLE)]
    for one in some:
        assert audit(ledger.quick_match(one)).clean
    alone = len(some) / (time.process_time() - began)
    began = time.process_time()
    record = of_ledger(ledger, found)

    def tell(done: int, total: int) -> None:
        if done % 200 == 0:
            note(f"audit: {done} of {total} events")

    verdict = verify(record, progress=tell)
    assert verdict.clean, verdict.findings[:3]
    assert verdict.audited == len(ids)
    return verdict.audited / (time.process_time() - began), alone, len(ids)


def bundled(organiser: Organiser, found: str, folder: Path) -> None:
    """Write the tournament for the public, and verify it from its files, by both programs."""
    notary = Notary(organiser.scribe, KeyStore(folder / "keys"))
    began, files = time.perf_counter(), list[Path]()
    for number, contents in enumerate(notary.tournament_parts(found), start=1):
        files.append(folder / f"hall.{number}.bundle")
        files[-1].write_bytes(contents)
        note(f"bundle: part {number}, {len(contents) / 2**20:.1f} MiB")
    size, wrote = sum(one.stat().st_size for one in files), time.perf_counter() - began
    print(f"bundle for the public: {len(files)} files, {size / 2**20:.0f} MiB, written in {wrote:.0f} s")
    key = notary.ledger_signer().key
    began = time.perf_counter()
    (record,) = of_bundles(verify_bundle(one.read_bytes(), [key]) for one in files)
    assert verify(record).clean
    print(f"  verified from the files in {time.perf_counter() - began:.0f} s")
    began = time.perf_counter()
    lines = outsider.verify(files[0].read_bytes(), str(key), more=(one.read_bytes() for one in files[1:]))
    assert lines[0].startswith("Sound"), lines[0]
    print(f"  counted by the outsider's program in {time.perf_counter() - began:.0f} s")


def measure(folder: Path, args: argparse.Namespace) -> list[str]:
    """Run it all; return what is beyond its limit."""
    ledger, timed, broken = open_ledger(folder / "ledger.db"), Timed(), list[str]()
    organiser = Organiser(Scribe(ledger))
    found = announced(organiser, args.entrants, args.rounds)
    moves = simulate(organiser, found, args.rounds, timed)
    now = organiser.tournament(found)
    print(f"{args.entrants} entrants, {len(now.seatings[0].pods)} pods of {POD}, {args.rounds} rounds, {moves} moves")
    print(f"  paired: at most {timed.most('pair'):.1f} s a round (limit 10 s and what the engine is given)")
    print(f"  played and recorded: {moves / timed.total('play'):.0f} moves/s; started: {timed.most('start'):.1f} s a "
          f"round; results taken over: {timed.most('collect'):.1f} s a round")  # fmt: skip
    began = time.perf_counter()
    standings(organiser.tournament(found))
    counted = time.perf_counter() - began
    print(f"  read and counted from the ledger: {counted:.3f} s")
    last = now.seatings[-1].matches[-1]
    seen = asyncio.run(watched(folder, found, args.viewers, organiser, last, timed))
    delays, load = seen["delays"], os.getloadavg()[0]
    print(f"{os.cpu_count()} cores, load {load:.1f}, service and viewers among them")
    all_of_them = f"{len(delays)} of {args.viewers}"
    print(f"standings page: made in {seen['first']:.2f} s, {seen['bytes'] / 1024:.0f} KiB packed")
    print(f"  {args.viewers} viewers fetch it in {seen['fresh']:.1f} s ({args.viewers / seen['fresh']:.0f}/s), and ask "
          f"whether it is the same in {seen['same']:.1f} s ({args.viewers / seen['same']:.0f}/s)")  # fmt: skip
    print(f"  after a result: recorded in {timed.most('report'):.2f} s; the first viewer has the new standings after "
          f"{delays[0]:.2f} s (limit {AFTER_A_RESULT} s), half after {delays[len(delays) // 2]:.2f} s, {all_of_them} "
          f"after {delays[-1]:.2f} s")  # fmt: skip
    if delays[0] > AFTER_A_RESULT or len(delays) < args.viewers:
        broken.append(f"standings after a result: {delays[0]:.2f} s, seen by {all_of_them}")
    organiser.finish(found)
    rate, alone, matches = audited(ledger, found)
    print(f"verified: {matches} matches, {rate:.1f} matches/s, {rate / alone:.2f} of one core's audit alone "
          f"({alone:.1f}/s; limit {AUDIT_SHARE})")  # fmt: skip
    if rate < AUDIT_SHARE * alone:
        broken.append(f"audit: {rate / alone:.2f} of one core's")
    bundled(organiser, found, folder)
    ledger.close()
    return broken


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--entrants", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--viewers", type=int, default=2000)
    parser.add_argument("--keep", type=Path, help="keep ledger and bundles in this folder")
    args = parser.parse_args()
    if args.keep is not None:
        args.keep.mkdir(parents=True, exist_ok=True)
        broken = measure(args.keep, args)
    else:
        with tempfile.TemporaryDirectory() as folder:
            broken = measure(Path(folder), args)
    if broken:
        raise SystemExit("beyond the limit: " + "; ".join(broken))


if __name__ == "__main__":
    main()
