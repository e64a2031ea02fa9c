"""What processes have used: processor time and memory, of those that are still there."""

from __future__ import annotations

from collections.abc import Sequence

import psutil

MIB = 2**20


def family(pid: int | None = None) -> list[psutil.Process]:
    """Return a process and all that it started; this one, if none is named."""
    first = psutil.Process(pid)
    return [first, *first.children(recursive=True)]


def seconds_of(processes: Sequence[psutil.Process]) -> float:
    """Return the seconds of processor time that these processes have used."""
    found = 0.0
    for one in processes:
        try:
            found += sum(one.cpu_times()[:2])
        except psutil.Error:  # it has just ended
            continue
    return found


def memory_of(processes: Sequence[psutil.Process]) -> int:
    """Return the bytes that each of these processes has for itself, together."""
    found = 0
    for one in processes:
        try:
            found += int(one.memory_full_info().uss)
        except psutil.Error:  # it has just ended
            continue
    return found
