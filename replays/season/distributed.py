"""Audit a season on Dask, with one task and one file of verdicts per group of rows.

A file of verdicts is named by its ledger and group, and is written atomically. So a run that was killed or lost its
workers can be continued: finished groups are kept, missing ones are decided, and nothing is counted twice. A file made
by other rules, or from an archive written since, is decided again.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from typing import Any

import msgspec

from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.matches.ledger import Progress
from tablescribe.replays.season.archive import Archive, archive, archives
from tablescribe.replays.season.deciding import decide_again, rules_now, stated_by
from tablescribe.replays.season.errors import BadSeason, ClusterUnavailable, installed
from tablescribe.replays.season.places import HALF, Place, below, finished, made, place, readable, whole
from tablescribe.replays.season.progress import Count

VERDICTS = "verdicts"
AHEAD = 4
"""Number of tasks queued at the scheduler per worker."""

PATIENCE = 10
"""Seconds to wait for a remote scheduler and for its first worker."""

LOOK = 1000
"""Milliseconds between checks that every worker of this run has a supervisor (nanny)."""

EVERY = 1.0
"""Seconds between progress reports of a worker."""

SETTINGS = {
    "distributed.scheduler.allowed-failures": 20,  # a killed worker does not mean that its task is bad
    "distributed.worker.memory.terminate": False,
    "distributed.admin.large-graph-warning-threshold": "100MB",
    "distributed.worker.profile.enabled": False,  # would keep profiles of 1000 seconds, twice, in every worker
    "distributed.admin.low-level-log-length": 100,  # transitions and events of tasks, unused here
    "distributed.admin.system-monitor.log-length": 60,  # readings, two a second, of an hour otherwise
    "distributed.diagnostics.computations.max-history": 10,
}
"""Dask's settings: data for its dashboard must not grow with the season."""

PROGRESS = "tablescribe-season"
"""Topic of the workers' progress events."""

_ABOUT = b"tablescribe"


class Part(msgspec.Struct, frozen=True):
    """The metadata of a file of verdicts: its archive and group, its rules, and the number of verdicts."""

    digest: str
    group: int
    rules: str
    matches: int
    sound: int
    suspect: int


class Unreadable(msgspec.Struct, frozen=True):
    """A group that could not be decided because its archive is damaged."""

    archive: str
    why: Text | str


class Task(msgspec.Struct, frozen=True):
    """The input of a worker: only places, no data."""

    archive: str
    group: int
    to: str
    digest: str
    rules: str
    keys: tuple[str, ...]


@dataclass(frozen=True)
class Summary:
    """The result of a season's audit.

    Attributes:
        matches: the number of decided matches, in all runs together.
        sound: the number of those without faults, breaches or doubts.
        suspect: the number of those that an honest recorder cannot have written.
        now: the number decided in this run.
        unvouched: ledgers whose keys only their archive vouches for.
        unreadable: the reason for each archive that is damaged and could not be decided.
    """

    matches: int
    sound: int
    suspect: int
    now: int
    unvouched: tuple[str, ...]
    unreadable: tuple[Text | str, ...] = ()


def audit_season(
    season: Place,
    processes: int = 1,
    scheduler: str = "",
    *,
    keys: Sequence[str] = (),
    again: bool = False,
    progress: Progress | None = None,
) -> Summary:
    """Decide every match of a season again, and write the verdicts to its folder.

    Args:
        season: the place of the season.
        processes: the number of processes on this machine; with 1, the work runs in this process.
        scheduler: the address of a Dask scheduler whose workers can access the same season and have this program.
        keys: public keys of trusted ledgers.
        again: decide again even what was decided by these rules.
        progress: called with the number of matches done, and the total.

    Raises:
        BadSeason: no archive can be read, or a worker has other rules.
        BadNote: the checkpoint of an archive does not have a valid signature.
        ClusterUnavailable: the scheduler cannot be reached, has no workers, or was lost. Verdicts written so far are
            kept, and the next run continues from them.
    """
    damaged: dict[Place, BadSeason] = {}
    rules, found = rules_now(), archives(season, damaged)
    for one in found:
        stated_by(one.about, keys)  # report errors of whole archives before deciding anything
    parts = dict(_parts(season, found, rules, tuple(keys)))
    made(season / VERDICTS)
    valid = _valid(season, parts)
    done = {} if again else valid
    todo = [task for path, task in parts.items() if path not in done]
    count = Count(sum(one.about.matches for one in found), sum(part.matches for part in done.values()), progress)
    undecided: dict[str, Text | str] = {}
    if todo:
        with _client(processes, scheduler) as client:
            _remove_others(season, valid)
            client.subscribe_topic(PROGRESS, lambda event: count.partly(*event[1]))
            for outcome in _decided(client, todo):
                if isinstance(outcome, Part):
                    count.whole(outcome.digest, outcome.group, outcome.matches)
                else:
                    undecided[outcome.archive] = outcome.why
    else:
        _remove_others(season, valid)
    every = _valid(season, parts).values()
    decided = sum(part.matches for part in every)
    if decided != count.total and not undecided:  # an archive has fewer matches than it claims
        raise BadSeason(say("there are {n} verdicts on {total} matches: try again", n=decided, total=count.total))
    named = {key.split("+")[0].removeprefix("tablescribe/") for key in keys}
    return Summary(
        decided, sum(part.sound for part in every), sum(part.suspect for part in every),
        count.now, tuple(one.about.ledger for one in found if one.about.ledger not in named),
        (*(error.text for error in damaged.values()), *undecided.values()),
    )  # fmt: skip


def _parts(season: Place, found: Iterable[Archive], rules: str, keys: tuple[str, ...]) -> Iterator[tuple[Place, Task]]:
    for one in found:
        for group in range(one.groups):
            path = whole(season / VERDICTS / f"{one.about.ledger}-{group:06}.parquet")
            yield path, Task(str(whole(one.path)), group, str(path), one.about.digest, rules, keys)


def _valid(season: Place, parts: dict[Place, Task]) -> dict[Place, Part]:
    """Return the verdicts already written from these archives by these rules."""
    done = {}
    for path in _files(season):
        task, part = parts.get(path), _about(path)
        if task is not None and part is not None and (part.digest, part.rules) == (task.digest, task.rules):
            done[path] = part
    return done


def _remove_others(season: Place, valid: dict[Place, Part]) -> None:
    """Delete all verdicts except valid ones, and unfinished files of killed workers."""
    for path in _files(season):
        if path not in valid:
            path.unlink(missing_ok=True)
    for left in below(season / VERDICTS, f"{HALF}*"):
        left.unlink(missing_ok=True)


def _files(season: Place) -> list[Place]:
    return below(whole(season / VERDICTS), "*.parquet")


def _about(path: Place) -> Part | None:
    """Return the metadata of a file of verdicts; `None` if there is no valid file."""
    with installed():
        import pyarrow
        import pyarrow.parquet
    try:
        with readable(path) as source, pyarrow.parquet.ParquetFile(source) as file:
            return msgspec.json.decode((file.metadata.metadata or {}).get(_ABOUT, b""), type=Part)
    except (OSError, pyarrow.ArrowException, msgspec.DecodeError):
        return None


# --- workers ----------------------------------------------------------------------------------


@contextmanager
def _client(processes: int, scheduler: str) -> Iterator[Any]:
    """Yield a client of the cluster at an address, or of a local one for the duration of this run."""
    with installed():
        import dask
        import distributed
    dask_: Any = distributed

    with dask.config.set(SETTINGS):
        if scheduler:
            with _elsewhere(dask_, scheduler) as client:
                yield client
            return
        with (
            tempfile.TemporaryDirectory() as scratch,
            dask_.LocalCluster(
                n_workers=processes, threads_per_worker=1, processes=processes > 1, memory_limit=0,
                dashboard_address="127.0.0.1:0",  # any free port: several seasons may be audited at the same time
                local_directory=scratch, silence_logs="CRITICAL",
            ) as cluster,
            dask_.Client(cluster) as client,
        ):  # fmt: skip
            if processes > 1:
                _keep_workers(dask_, cluster)
            yield client


def _keep_workers(dask_: Any, cluster: Any) -> None:
    """Replace lost workers of this run's own cluster.

    Dask restarts a killed worker. But if that fails, or takes longer than `distributed.deploy.lost-worker-timeout`, it
    gives the worker up, and without workers a run would wait forever.
    """
    from tornado.ioloop import PeriodicCallback

    status = dask_.core.Status

    def look() -> None:
        if cluster.status != status.running:
            return
        for name, nanny in list(cluster.workers.items()):
            if nanny.status in (status.closed, status.failed):
                del cluster.workers[name]
        if cluster.worker_spec.keys() - cluster.workers.keys():
            cluster.scale(len(cluster.worker_spec))

    cluster.periodic_callbacks["keep-workers"] = looking = PeriodicCallback(look, LOOK)
    cluster.loop.add_callback(looking.start)


@contextmanager
def _elsewhere(dask_: Any, scheduler: str) -> Iterator[Any]:
    """Yield a client of the cluster at an address.

    Raises:
        ClusterUnavailable: it cannot be reached, has no workers, or is lost during the run.
    """
    try:
        client = dask_.Client(scheduler, timeout=PATIENCE)
    except (OSError, TimeoutError, TypeError, ValueError) as error:  # TypeError: no certificates for tls://
        text = say("the scheduler {address} cannot be reached: {why}", address=scheduler, why=str(error))
        raise ClusterUnavailable(text) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError as error:
            text = say("the scheduler {address} has no workers. Start some: `dask worker {address}`", address=scheduler)
            raise ClusterUnavailable(text) from error
        try:
            yield client
        except (dask_.client.FutureCancelledError, dask_.comm.CommClosedError, OSError, TimeoutError) as error:
            text = say(
                "the scheduler {address} is gone. Verdicts so far are kept. To continue, run the same command",
                address=scheduler,
            )
            raise ClusterUnavailable(text) from error


def _decided(client: Any, tasks: Sequence[Task]) -> Iterator[Part | Unreadable]:
    """Yield the result of each task when it is done."""
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


@lru_cache(maxsize=4)  # footers of large archives are large
def _archive(path: str, digest: str) -> Archive:
    found = archive(place(path))
    if found.about.digest != digest:
        raise BadSeason(say("{file} was rewritten in the meantime. Try again", file=path))
    return found


def decide_group(task: Task) -> Part | Unreadable:
    """Decide a group of matches again and write their verdicts: the task of a worker.

    Raises:
        BadSeason: the archive was rewritten meanwhile, or this worker has other rules than the client.
    """
    if _rules() != task.rules:
        raise BadSeason(say("a worker uses different rules. Install the same version everywhere"))
    found = _archive(task.archive, task.digest)
    stated = stated_by(found.about, task.keys)
    try:
        rows = found.rows(task.group)
    except BadSeason as error:
        return Unreadable(task.archive, error.text)
    verdicts, told = [], time.monotonic()
    for row in rows:
        verdicts.append(decide_again(row, found.about, stated))
        if time.monotonic() - told >= EVERY:
            _report(task, len(verdicts))
            told = time.monotonic()
    part = Part(
        task.digest, task.group, task.rules, len(verdicts), sum(one["sound"] for one in verdicts),
        sum(one["suspect"] for one in verdicts),
    )  # fmt: skip
    _write(place(task.to), verdicts, part)
    return part


def _report(task: Task, matches: int) -> None:
    """Report the number of decided matches of a group to the client."""
    import distributed

    dask_: Any = distributed
    with suppress(ValueError):  # not running on a worker
        dask_.get_worker().log_event(PROGRESS, (task.digest, task.group, matches))


def _write(path: Place, verdicts: list[dict[str, Any]], part: Part) -> None:
    import pyarrow
    import pyarrow.parquet

    schema = verdict_schema().with_metadata({_ABOUT: msgspec.json.encode(part)})
    with finished(path) as half:
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(verdicts, schema), half, compression="zstd")


def verdict_schema() -> Any:
    """Return the Parquet schema of verdicts."""
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
