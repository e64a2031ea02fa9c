"""Processor time and memory of running processes."""

from __future__ import annotations

from collections.abc import Sequence

import psutil

MIB = 2**20


def family(pid: int | None = None) -> list[psutil.Process]:
    """Return a process and all its descendants; by default this process."""
    first = psutil.Process(pid)
    return [first, *first.children(recursive=True)]


def seconds_of(processes: Sequence[psutil.Process]) -> float:
    """Return the processor seconds that these processes have used."""
    found = 0.0
    for one in processes:
        try:
            found += sum(one.cpu_times()[:2])
        except psutil.Error:  # it has just ended
            continue
    return found


def memory_of(processes: Sequence[psutil.Process]) -> int:
    """Return the private memory of these processes in bytes, in total."""
    found = 0
    for one in processes:
        try:
            found += int(one.memory_full_info().uss)
        except psutil.Error:  # it has just ended
            continue
    return found
