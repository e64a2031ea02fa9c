"""The memory of a season's audit: constant after four times the matches, in Dask's processes and in a worker's caches.

Entries and objects are counted, never bytes or seconds: a list that grows with each task is noticed after a few
hundred. `tests.benchmarks.season_scale` measures the memory of whole seasons.
"""

from __future__ import annotations

import functools
import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.keys.key_files import KeyStore
from tablescribe.ledger.proofs.notary import Notary
from tablescribe.replays.season import archive as archiving
from tablescribe.replays.season import distributed
from tablescribe.replays.season.archive import Archive, write
from tablescribe.replays.season.deciding import decide_again, stated_by
from tablescribe.replays.season.distributed import Part, Task
from tablescribe.replays.season.progress import Count
from tests.tools.season import fill, path_of

TASKS = 300
"""More than any of the logs that Dask keeps here is long."""

MATCHES, GROUP = 80, 20


def told(task: Task) -> Part:
    """Decide nothing, and say four times how far it is."""
    for matches in range(0, 64, 16):
        distributed._report(task, matches)
    return Part(task.digest, task.group, task.rules, 64, 64, 0)


def kept(client: Any, count: Count) -> dict[str, int]:
    """Return how many entries client, scheduler and worker keep for each task or moment."""
    scheduler, (worker,) = client.cluster.scheduler, client.cluster.workers.values()
    return {
        "futures": len(client.futures),
        "groups that are counted": len(count._partly),
        "tasks": len(scheduler.tasks),
        "groups of tasks": len(scheduler.task_groups) + sum(len(one.groups) for one in spans(scheduler)),
        "transitions": len(scheduler.transition_log),
        "computations": len(scheduler.computations),
        "events of a topic": max(len(topic.events) for topic in scheduler._broker._topics.values()),
        "tasks of the worker": len(worker.state.tasks) + len(worker.data),
        "log of the worker": len(worker.state.log) + len(worker.state.stimulus_log),
        "profiles": len(worker.profile_history) + len(worker.profile_keys_history) + len(worker.io_loop.profile),
    }


def spans(scheduler: Any) -> list[Any]:
    return list(scheduler.extensions["spans"].spans.values())


def test_client_scheduler_and_worker_keep_no_more_after_four_times_the_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distributed, "decide_group", told)
    tasks = [Task("a.parquet", number, f"{number}.parquet", "d", "r", ()) for number in range(4 * TASKS)]
    count, seen = Count(64 * len(tasks), 0, None), list[dict[str, int]]()
    with distributed._client(1, "") as client:
        client.subscribe_topic(distributed.PROGRESS, lambda event: count.partly(*event[1]))
        for done, part in enumerate(distributed._decided(client, tasks), start=1):
            assert isinstance(part, Part)
            count.whole(part.digest, part.group, part.matches)
            if done % TASKS == 0:
                seen.append(kept(client, count))
    early, late = seen[0], seen[-1]
    assert count.now == count.total
    assert late["profiles"] == 0, "each second would have its own, up to a thousand of them"
    assert {name: n for name, n in late.items() if n > early[name] + distributed.AHEAD} == {}


def unbounded() -> Iterator[tuple[str, int]]:
    """Yield each cache of ours without a limit, and how many entries it has."""
    for one in gc.get_objects():
        if isinstance(one, functools._lru_cache_wrapper) and one.__module__.startswith("tablescribe"):
            about = one.cache_info()
            if about.maxsize is None:
                yield f"{one.__module__}.{one.__qualname__}", about.currsize


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """Return the archive of a ledger of small matches, all of other people."""
    folder = tmp_path_factory.mktemp("small")
    list(fill(folder, 0, 1, MATCHES, small=True))
    opened = open_ledger(path_of(folder, 0))
    notary = Notary(Scribe(opened), KeyStore(folder / "keys"))
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(archiving, "GROUP", GROUP)
        found = write(opened, Path(folder / "season"), notary.checkpoint(), str(notary.ledger_signer().key))
    opened.close()
    return found


def test_a_worker_keeps_nothing_of_a_match_that_it_has_decided(small: Archive) -> None:
    stated = stated_by(small.about)

    def decide(group: int) -> tuple[dict[str, int], int]:
        """Decide a group; return the entries of unbounded caches, and how many objects there are."""
        for row in small.rows(group):
            assert decide_again(row, small.about, stated)["fault"] == ""
        gc.collect()
        return dict(unbounded()), len(gc.get_objects())

    decide(0)
    caches, objects = decide(0)
    for group in range(1, MATCHES // GROUP):
        later, more = decide(group)
        assert later == caches
    assert more - objects < 3 * GROUP, "less than one for each match that was added"
