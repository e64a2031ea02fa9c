"""The audit of a season on Dask: a task for each group of rows, whose verdicts are a file of their own.

A file of verdicts is called by its ledger and its group, and is there whole or not at all. So a run that was killed, or
lost its workers, goes on: what is there is kept, what lacks is decided, and nothing stands there twice. A file by other
rules, or of an archive that was written anew, is decided again.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from secrets import token_hex
from typing import Any

import msgspec

from tablescribe.domain.words.text import say
from tablescribe.replays.season.archive import Archive, archive, archives
from tablescribe.replays.season.deciding import decide_again, rules_now, stated_by
from tablescribe.replays.season.errors import BadSeason, installed

VERDICTS = "verdicts"
AHEAD = 4
"""Tasks that are handed to the scheduler for each worker, before it has done others."""

PATIENCE = 10
"""Seconds that a scheduler elsewhere is waited for."""

_ABOUT = b"tablescribe"
_HALF = ".half."

Progress = Callable[[int, int], None]


class Part(msgspec.Struct, frozen=True):
    """What a file of verdicts says of itself: of which archive and group, by which rules, and how many they are."""

    digest: str
    group: int
    rules: str
    matches: int
    sound: int
    suspect: int


class Task(msgspec.Struct, frozen=True):
    """What a worker needs: no more than where things are."""

    archive: str
    group: int
    to: str
    digest: str
    rules: str
    keys: tuple[str, ...]


@dataclass(frozen=True)
class Summary:
    """What an audit of a season came to.

    Attributes:
        matches: how many were decided, in all runs together.
        sound: how many have neither a fault nor a breach or doubt.
        suspect: how many no honest recorder can have written so.
        now: how many were decided in this run.
        unvouched: ledgers for whose keys nobody but their archive vouches.
    """

    matches: int
    sound: int
    suspect: int
    now: int
    unvouched: tuple[str, ...]


def audit_season(
    season: Path,
    processes: int = 1,
    scheduler: str = "",
    *,
    keys: Sequence[str] = (),
    again: bool = False,
    progress: Progress | None = None,
) -> Summary:
    """Decide every match of a season again; the verdicts lie in its folder then.

    Args:
        season: the folder.
        processes: how many processes of this machine share the work; one works inside this one.
        scheduler: the address of a Dask scheduler whose workers see the same folder, and have this program.
        keys: the public keys of ledgers that are trusted.
        again: whether to decide again what was decided by these rules.
        progress: told how many matches are done, and of how many.

    Raises:
        BadSeason: there is no archive, or one cannot be read, or a worker has other rules.
        BadNote: the checkpoint of an archive is not signed as it must be.
    """
    rules, found = rules_now(), archives(season)
    for one in found:
        stated_by(one.about, keys)  # what is wrong with a whole archive is said before anything is decided
    parts = dict(_parts(season, found, rules, tuple(keys)))
    (season / VERDICTS).mkdir(exist_ok=True)
    done = _clean(season, parts, again=again)
    todo = [task for path, task in parts.items() if path not in done]
    total, ready = sum(one.about.matches for one in found), sum(part.matches for part in done.values())
    tell = progress or (lambda done, total: None)
    tell(ready, total)
    now = 0
    if todo:
        with _client(processes, scheduler) as client:
            for part in _decided(client, todo):
                now += part.matches
                tell(ready + now, total)
    every = [_about(path) for path in parts]
    decided = sum(part.matches for part in every if part is not None)
    if decided != total:  # cannot be: each group has its file, or an error was raised
        raise BadSeason(say("there are {n} verdicts on {total} matches: try again", n=decided, total=total))
    named = {key.split("+")[0].removeprefix("tablescribe/") for key in keys}
    return Summary(
        total, sum(part.sound for part in every if part), sum(part.suspect for part in every if part), now,
        tuple(one.about.ledger for one in found if one.about.ledger not in named),
    )  # fmt: skip


def _parts(season: Path, found: Iterable[Archive], rules: str, keys: tuple[str, ...]) -> Iterator[tuple[Path, Task]]:
    for one in found:
        for group in range(one.groups):
            path = (season / VERDICTS / f"{one.about.ledger}-{group:06}.parquet").resolve()
            yield path, Task(str(one.path.resolve()), group, str(path), one.about.digest, rules, keys)


def _clean(season: Path, parts: dict[Path, Task], *, again: bool) -> dict[Path, Part]:
    """Return which verdicts are there; delete those of other archives or by other rules."""
    done = {}
    for path in (season / VERDICTS).resolve().glob("*.parquet"):
        if path.name.startswith("."):
            continue
        task, part = parts.get(path), _about(path)
        if again or task is None or part is None or (part.digest, part.rules) != (task.digest, task.rules):
            path.unlink()
        else:
            done[path] = part
    for left in (season / VERDICTS).glob(f"{_HALF}*"):
        left.unlink(missing_ok=True)  # of a worker that was killed
    return done


def _about(path: Path) -> Part | None:
    """Return what a file of verdicts says of itself; `None` if it is not there, or none."""
    with installed():
        import pyarrow
        import pyarrow.parquet
    try:
        with pyarrow.parquet.ParquetFile(path) as file:
            return msgspec.json.decode((file.metadata.metadata or {}).get(_ABOUT, b""), type=Part)
    except (OSError, pyarrow.ArrowException, msgspec.DecodeError):
        return None


# --- workers ----------------------------------------------------------------------------------


@contextmanager
def _client(processes: int, scheduler: str) -> Iterator[Any]:
    """Yield a client of a cluster: of the one at an address, or of one that lives as long as this run."""
    with installed():
        import dask
        import distributed
    dask_: Any = distributed

    settings = {
        "distributed.scheduler.allowed-failures": 20,  # a worker that is killed says nothing about its task
        "distributed.worker.memory.terminate": False,
        "distributed.admin.large-graph-warning-threshold": "100MB",
    }
    with dask.config.set(settings):
        if scheduler:
            try:
                client = dask_.Client(scheduler, timeout=PATIENCE)
            except (OSError, TimeoutError, ValueError) as error:
                text = say("the scheduler {address} cannot be reached: {why}", address=scheduler, why=str(error))
                raise BadSeason(text) from error
            with client:
                yield client
            return
        with (
            tempfile.TemporaryDirectory() as scratch,
            dask_.LocalCluster(
                n_workers=processes, threads_per_worker=1, processes=processes > 1, memory_limit=0,
                dashboard_address="127.0.0.1:0",  # any port that is free: several seasons may be audited at once
                local_directory=scratch, silence_logs="CRITICAL",
            ) as cluster,
            dask_.Client(cluster) as client,
        ):  # fmt: skip
            yield client


def _decided(client: Any, tasks: Sequence[Task]) -> Iterator[Part]:
    """Yield what each task came to, as it is done."""
    import distributed

    dask_: Any = distributed
    left = iter(tasks)
    ahead = AHEAD * max(1, len(client.scheduler_info(n_workers=-1)["workers"]))
    going = dask_.as_completed([client.submit(decide_group, task, pure=False) for task in islice(left, ahead)])
    for future in going:
        yield future.result()
        future.release()
        for task in islice(left, 1):
            going.add(client.submit(decide_group, task, pure=False))


@cache
def _rules() -> str:
    return rules_now()


@cache
def _archive(path: str, digest: str) -> Archive:
    found = archive(Path(path))
    if found.about.digest != digest:
        raise BadSeason(say("{file} was written anew meanwhile: try again", file=path))
    return found


def decide_group(task: Task) -> Part:
    """Decide a group of matches again, and write their verdicts: the work of a worker.

    Raises:
        BadSeason: the archive is another one meanwhile, or this worker has other rules than who asks.
    """
    if _rules() != task.rules:
        raise BadSeason(say("a worker decides by other rules: install the same version everywhere"))
    found = _archive(task.archive, task.digest)
    stated = stated_by(found.about, task.keys)
    verdicts = [decide_again(row, found.about, stated) for row in found.rows(task.group)]
    part = Part(
        task.digest, task.group, task.rules, len(verdicts), sum(one["sound"] for one in verdicts),
        sum(one["suspect"] for one in verdicts),
    )  # fmt: skip
    _write(Path(task.to), verdicts, part)
    return part


def _write(path: Path, verdicts: list[dict[str, Any]], part: Part) -> None:
    import pyarrow
    import pyarrow.parquet

    schema = verdict_schema().with_metadata({_ABOUT: msgspec.json.encode(part)})
    half = path.with_name(f"{_HALF}{token_hex(8)}")
    try:
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(verdicts, schema), half, compression="zstd")
        half.replace(path)
    finally:
        half.unlink(missing_ok=True)


def verdict_schema() -> Any:
    """Return the form of verdicts."""
    import pyarrow as pa

    finding = pa.struct(
        [
            ("code", pa.string()), ("severity", pa.string()), ("move", pa.int32()), ("event", pa.int32()),
            ("rule", pa.string()), ("why", pa.string()),
        ]
    )  # fmt: skip
    time = pa.timestamp("us")
    return pa.schema(
        [
            ("ledger", pa.string()), ("match", pa.string()), ("game", pa.string()), ("edition", pa.string()),
            ("chance", pa.string()), ("seats", pa.int32()), ("opened", time), ("closed", time), ("moves", pa.int32()),
            ("events", pa.int32()), ("ending", pa.string()), ("rule", pa.string()),
            ("winners", pa.list_(pa.int32())), ("scores", pa.list_(pa.int64())), ("signed", pa.int32()),
            ("unsigned", pa.int32()), ("sound", pa.bool_()), ("proved", pa.bool_()), ("suspect", pa.bool_()),
            ("fault", pa.string()), ("findings", pa.list_(finding)), ("seconds", pa.float64()),
        ]
    )  # fmt: skip
