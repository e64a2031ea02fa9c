"""A large tournament: real matches by bots, the standings for many viewers, and the whole audit.

Simulates a tournament of pods of four with matches of Le ultime persone. Each choice is legal and random, and matches
are recorded and closed as in a hall; our own engine pairs. Then a service runs, and clients on plain sockets follow the
tournament and fetch the standings whenever they change. They share the machine with the service.
Prints how long it takes until the standings are there after a result (the shortest and the median of several; also in
processor time of the service, as the machine may be busy), each with its limit. Then it verifies
everything: the audit of the tournament in matches a second, against one core's audit of the same matches alone, in
processor time; and bundles with everything and for the public, with both programs.

python -m tests.benchmarks.hall [--entrants 500] [--rounds 9] [--viewers 2000] [--keep FOLDER]

The full size takes about ten minutes, half of them for playing. `--keep` stores the tournament as it is before
its last tables, and the next run with that folder begins there, on a copy. Fails if a limit is exceeded.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import tempfile
import time
from functools import partial
from pathlib import Path

from tablescribe.domain.tournament.model.plan_parsing import plan_from
from tablescribe.domain.tournament.scoring.standings import standings
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.ledger.proofs.verifiers import verify_tournament as outsider
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.replays.auditing.audit import audit
from tablescribe.replays.tournaments.audit import verify
from tablescribe.replays.tournaments.audit_source import of_bundles, of_ledger
from tests.benchmarks.readings import note
from tests.benchmarks.viewers import Watched, watched

POD = 4
AFTER_A_RESULT = 1.0
"""Maximum seconds from a result to the new standings (issue 16)."""

RESULTS = 5
"""Number of tables of the last round that report while people look."""

AUDIT_SHARE = 0.5
"""Minimum speed of the audit of the whole tournament, as a share of one core's audit of its matches alone."""

SAMPLE = 50
"""Number of matches for timing the audit alone."""


class Timed:
    """Adds up the time of kinds of work."""

    def __init__(self) -> None:
        self.took: dict[str, list[float]] = {}

    def __call__(self, what: str, began: float) -> float:
        """Record the time since a start, and return it."""
        self.took.setdefault(what, []).append(time.perf_counter() - began)
        return self.took[what][-1]

    def total(self, what: str) -> float:
        """Return the total time."""
        return sum(self.took.get(what, ()))

    def most(self, what: str) -> float:
        """Return the longest time."""
        return max(self.took.get(what, (0.0,)))


# --- the tournament ------------------------------------------------------------------------------


def announced(organiser: TournamentCommands, entrants: int, rounds: int) -> str:
    """Announce a tournament, and enter people."""
    stage = {
        "name": "Open", "kind": "pods", "pods": [POD], "rounds": rounds, "game": "ultime", "chance": "sealed",
        "time_limit": 60, "scoring": {"kind": "places", "by_place": ["5", "3", "2", "1"]},
        "tie_breaks": ["opponents_average", "wins", "game_points"],
    }  # fmt: skip
    found = organiser.announce(plan_from({"title": "A large hall", "stages": [stage]})).id
    organiser.enter(found, [f"Person {n}" for n in range(1, entrants + 1)])
    return found


def play(scribe: Scribe, match_id: str, choose: random.Random) -> int:
    """Play a match to its end with random legal choices, and close it; return the number of moves."""
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


def simulate(organiser: TournamentCommands, found: str, rounds: int, timed: Timed) -> int:
    """Play all rounds except the last tables of the last one; return the number of moves."""
    choose, moves = random.Random(16), 0
    for number in range(1, rounds + 1):
        began = time.perf_counter()
        organiser.pair(found, seed=number)
        pairing = timed("pair", began)
        began = time.perf_counter()
        tables = organiser.start(found)
        timed("start", began)
        began = time.perf_counter()
        for done, one in enumerate(tables[: -RESULTS if number == rounds else None], start=1):
            moves += play(organiser.scribe, one.match, choose)
            if done % 25 == 0:
                note(f"round {number} of {rounds}: paired in {pairing:.1f} s, {done} of {len(tables)} tables played")
        timed("play", began)
        began = time.perf_counter()
        organiser.collect(found)
        timed("collect", began)
    return moves


# --- proofs --------------------------------------------------------------------------------------


def audited(ledger: Ledger, found: str) -> tuple[float, float, int]:
    """Return matches a second in the audit of the tournament and of some matches alone, and the number of matches."""
    ids = [one for one in ledger.tournament(found).match_ids() if ledger.head(one)]
    began = time.process_time()  # of this process, as others share the machine
    some = ids[:: max(1, len(ids) // SAMPLE)]
    for one in some:
        assert audit(ledger.match(one)).clean
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


def bundled(organiser: TournamentCommands, found: str, folder: Path) -> None:
    """Write the tournament with everything and for the public, and verify both files with both programs."""
    notary = Notary(organiser.scribe, KeyStore(folder / "keys"))
    key = notary.ledger_signer().key
    for name, public in (("of everything", False), ("for the public", True)):
        began, files = time.process_time(), list[Path]()
        for number, contents in enumerate(notary.tournament_parts(found, redacted=public), start=1):
            files.append(folder / f"{'public' if public else 'whole'}.{number}.bundle")
            files[-1].write_bytes(contents)
            note(f"bundle: part {number}, {len(contents) / 2**20:.1f} MiB")
        size, wrote = sum(one.stat().st_size for one in files), time.process_time() - began
        print(f"bundle {name}: {len(files)} files, {size / 2**20:.0f} MiB, written in {wrote:.0f} s")
        began = time.process_time()
        (record,) = of_bundles(verify_bundle(one.read_bytes(), [key]) for one in files)
        assert verify(record).clean
        print(f"  verified from the files in {time.process_time() - began:.0f} s")
        began = time.process_time()
        lines = outsider.verify(files[0].read_bytes(), str(key), more=(one.read_bytes() for one in files[1:]))
        assert lines[0].startswith("Sound"), lines[0]
        print(f"  counted by the outsider's program in {time.process_time() - began:.0f} s")


def played(folder: Path, args: argparse.Namespace) -> str:
    """Play the tournament in a folder except its last table, or use the one there; return its id.

    Raises:
        SystemExit: the one there has another size.
    """
    kept, size = folder / "played.json", [args.entrants, args.rounds]
    if kept.exists():
        told = json.loads(kept.read_text())
        if told["size"] != size:
            raise SystemExit(f"{folder} has a tournament of {told['size']} entrants and rounds, not of {size}")
        print(f"the tournament in {folder}: {told['moves']} moves")
        return str(told["id"])
    timed, ledger = Timed(), open_ledger(folder / "ledger.db")
    organiser = TournamentCommands(Scribe(ledger))
    found = announced(organiser, args.entrants, args.rounds)
    moves = simulate(organiser, found, args.rounds, timed)
    ledger.close()
    print(f"{args.entrants} entrants, pods of {POD}, {args.rounds} rounds, {moves} moves")
    print(f"  paired: at most {timed.most('pair'):.1f} s a round (limit 10 s and what the engine is given)")
    print(f"  played and recorded: {moves / timed.total('play'):.0f} moves/s; started: {timed.most('start'):.1f} s a "
          f"round; results taken over: {timed.most('collect'):.1f} s a round")  # fmt: skip
    kept.write_text(json.dumps({"id": found, "moves": moves, "size": size}))
    return found


def shown(seen: Watched, viewers: int) -> list[str]:
    """Print what was measured while people looked; return the limits that were exceeded."""
    first, computed = sorted(one[0] for one in seen.delays), sorted(seen.computed)
    fewest, last = min(map(len, seen.delays)), min(one[-1] for one in seen.delays)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, service and viewers among them")
    print(f"standings page: made in {seen.first:.2f} s, {seen.size / 1024:.0f} KiB packed")
    print(f"  {viewers} viewers fetch it in {seen.fresh:.1f} s ({viewers / seen.fresh:.0f}/s), and ask "
          f"whether it is the same in {seen.same:.1f} s ({viewers / seen.same:.0f}/s)")  # fmt: skip
    print(f"  after a result: recorded in {max(seen.reported):.2f} s; the first viewer has the new standings after "
          f"{first[0]:.2f} s, in the middle {first[len(first) // 2]:.2f} s (limit {AFTER_A_RESULT} s), for which the "
          f"service works {computed[0]:.2f} s; all of them after {last:.2f} s")  # fmt: skip
    if first[0] > AFTER_A_RESULT or fewest < viewers:
        return [f"standings after a result: {first[0]:.2f} s, seen by {fewest} of {viewers}"]
    return []


def measure(base: Path, args: argparse.Namespace) -> list[str]:
    """Run everything; return the limits that were exceeded."""
    found, folder = played(base, args), base / "now"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copy(base / "ledger.db", folder)
    ledger, broken = open_ledger(folder / "ledger.db"), list[str]()
    organiser = TournamentCommands(Scribe(ledger))
    began = time.perf_counter()
    now = organiser.tournament(found)
    standings(now)
    counted = time.perf_counter() - began
    print(f"  read and counted from the ledger: {counted:.3f} s")
    seating = now.seatings[-1]
    last = [seating.matches[table - 1] for table in seating.missing]
    choose = random.Random(99)
    seen = asyncio.run(watched(
        folder, found, args.viewers, last, partial(play, organiser.scribe, choose=choose),
        partial(organiser.collect, found),
    ))  # fmt: skip
    broken += shown(seen, args.viewers)
    if args.standings:
        ledger.close()
        return broken
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
    parser.add_argument("--standings", action="store_true", help="measure the standings only: no audit, no bundles")
    parser.add_argument("--keep", type=Path, help="keep all in this folder, and begin with what it keeps")
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
