"""Make a season: ledgers with matches of all games, by random play and by bots, with real chains and signatures.

`python -m tests.tools.season FOLDER --matches 100000 --ledgers 20 --processes 2`

The number of a match determines everything in it: game, seats, options, source of chance, every choice, its id, seed
and salts. A run that was stopped continues, and makes nothing again. Each ledger is a database `FOLDER/club-07.db`,
written by one process with several matches in a transaction. It ends with a checkpoint by its own key in `FOLDER/keys`.

Every move is decided by the real rules, which end most matches. One in six is abandoned by agreement after 4 to 40
moves. One in forty has a take-back, one in sixty a move against the rules recorded as played. In one of eight, each
seat has a key and signs the result. `--forge` plants two forgeries and says where: see `forge`.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import closing
from pathlib import Path

import msgspec

from tablescribe.domain.match.events import Played
from tablescribe.ledger.log.chain import event_hash
from tablescribe.ledger.log.codec import decode, encode
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tests.tools.season_matches import Made, id_of

BATCH = 50


def path_of(folder: Path, ledger: int) -> Path:
    """Return the path of a ledger."""
    return folder / f"club-{ledger:02}.db"


def numbers_of(ledger: int, ledgers: int, matches: int) -> range:
    """Return the numbers of a ledger's matches."""
    return range(matches * ledger // ledgers, matches * (ledger + 1) // ledgers)


def fill(folder: Path, ledger: int, ledgers: int, matches: int, nice: int = 0, *, small: bool = False) -> Iterator[int]:
    """Make the missing matches of a ledger, and sign a checkpoint; yield how many matches it has."""
    os.nice(nice)
    opened = open_ledger(path_of(folder, ledger))
    try:
        opened.log.writer.connection.cursor().execute("PRAGMA synchronous=OFF")  # what a crash loses is made again
        here, numbers = set(opened.match_ids()), numbers_of(ledger, ledgers, matches)
        lacking = [number for number in numbers if id_of(number) not in here]
        for at in range(0, len(lacking), BATCH):
            _record(opened, lacking[at : at + BATCH], small=small)
            yield len(numbers) - len(lacking) + min(at + BATCH, len(lacking))
        notary = Notary(Scribe(opened), KeyStore(folder / "keys"))
        notary.checkpoint()
        yield len(numbers)
    finally:
        opened.close()


def _record(ledger: Ledger, numbers: list[int], *, small: bool) -> None:
    made = [Made(number, ledger.ledger_id, small=small) for number in numbers]
    events = [event for one in made for event in one.played()._pending]
    names = [(ref, name, salt) for one in made for ref, (name, salt) in one.names.items()]
    cursor = ledger.log.writer.connection.cursor()
    cursor.execute("BEGIN")
    cursor.executemany("INSERT INTO identities (ref, name, salt) VALUES (?, ?, ?)", names)
    cursor.execute("COMMIT")
    ledger.log.insert_events([ledger.mapper.to_stored_event(event) for event in events])


def work(folder: Path, ledger: int, ledgers: int, matches: int, nice: int, *, small: bool = False) -> int:
    """Fill a ledger in a separate process; write the progress to a file next to it."""
    done = 0
    for done in fill(folder, ledger, ledgers, matches, nice, small=small):
        path_of(folder, ledger).with_suffix(".done").write_text(str(done))
    return done


def told(folder: Path) -> int:
    """Return how many matches all processes have made."""
    return sum(int(path.read_text() or 0) for path in folder.glob("club-*.done"))


# --- forging ----------------------------------------------------------------------------------


def forge(path: Path, *, rebuilt: bool) -> str:
    """Alter a move in the middle of a ledger, bypassing all its guards; return the match.

    Args:
        path: the ledger's database.
        rebuilt: recompute the chain up to the end, so that only rules, signatures and checkpoints reveal the change.
    """
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("DROP TRIGGER IF EXISTS events_refuse_update")
        match_id, version = _altered(raw)
        rows = raw.execute(
            "SELECT position, ledger_id, version, type, body, previous FROM events WHERE match_id = ? ORDER BY version",
            (match_id,),
        ).fetchall()
        link = b""
        for position, ledger_id, at, kind, body, previous in rows:
            if at == version:
                event = decode(kind, body)
                assert isinstance(event, Played)
                body = encode(msgspec.structs.replace(event, facts=event.facts[:-1]))
                raw.execute("UPDATE events SET body = ? WHERE position = ?", (body, position))
            if rebuilt:
                previous, link = link, event_hash(ledger_id, match_id, at, kind, link, body)
                raw.execute("UPDATE events SET previous = ?, hash = ? WHERE position = ?", (previous, link, position))
        raw.commit()
    return match_id


def _altered(raw: sqlite3.Connection) -> tuple[str, int]:
    """Return a match in the middle of a ledger, and the version of its last move that the rules decide."""
    opened = raw.execute("SELECT match_id, body FROM events WHERE version = 1 ORDER BY position").fetchall()
    for match_id, body in opened[len(opened) // 2 :]:
        if any(b'"%s"' % key in body[:300] for key in (b"ultime", b"expeditions", b"robinson")):
            last = (
                "SELECT version, body FROM events WHERE match_id = ? AND type = 'Played' ORDER BY version DESC LIMIT 1"
            )
            version, played = raw.execute(last, (match_id,)).fetchone()
            event = decode("Played", played)
            if isinstance(event, Played) and len(event.facts) > 1:
                return str(match_id), int(version)
    raise SystemExit("there is nothing to forge")


def main() -> None:
    """Make the season."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--ledgers", type=int, default=20)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--nice", type=int, default=0)
    parser.add_argument("--small", action="store_true", help="only matches of a few moves, as people note scores")
    parser.add_argument("--forge", action="store_true", help="plant a forgery in each of the first two ledgers")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    if args.forge:
        for ledger, rebuilt in ((0, True), (1, False)):
            match = forge(path_of(args.folder, ledger), rebuilt=rebuilt)
            print(f"{path_of(args.folder, ledger)}: {match}, its chain {'rebuilt' if rebuilt else 'broken'}")
        return
    began, before = time.monotonic(), told(args.folder)
    with ProcessPoolExecutor(args.processes) as pool:
        how = (args.ledgers, args.matches, args.nice)
        jobs = [pool.submit(work, args.folder, ledger, *how, small=args.small) for ledger in range(args.ledgers)]
        while not all(job.done() for job in jobs):
            time.sleep(5)
            made, passed = told(args.folder), time.monotonic() - began
            print(f"{made:,} of {args.matches:,} matches, {(made - before) / passed:.0f} a second", flush=True)
        for job in as_completed(jobs):
            job.result()


if __name__ == "__main__":
    main()
