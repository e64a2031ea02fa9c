"""Report the processor time of each test file: `pytest -p tests.tools.processor_time PATHS`.

On a shared machine, elapsed time says little. Counted is the processor time of this process and all its descendants,
including those still running. A PostgreSQL server is not included, as it detaches from its parent (the tests start one
for each process of pytest-xdist).
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
SHOWN = 40


def of_running_children(pid: int | str) -> float:
    """Return the processor seconds used so far by the descendants of a process; 0 without /proc."""
    found = 0.0
    for listed in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = listed.read_text().split()
        except OSError:  # a thread that has ended
            continue
        for child in children:
            try:
                fields = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()
            except OSError:  # it has ended, and is soon counted as waited for
                continue
            found += sum(map(int, fields[11:15])) / TICKS + of_running_children(child)
    return found


def used() -> float:
    """Return the processor seconds used by this process and its descendants."""
    now = os.times()
    return now.user + now.system + now.children_user + now.children_system + of_running_children(os.getpid())


class ProcessorTime:
    """Adds up processor time by file. Processes of pytest-xdist send theirs when they end."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Count the use of a test, with its fixtures."""
        before = used()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid.partition("::")[0]] += used() - before

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Send the totals to the controller."""
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["processor_time"] = dict(self.seconds)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Receive the totals of a process."""
        for file, seconds in getattr(node, "workeroutput", {}).get("processor_time", {}).items():
            self.seconds[file] += seconds

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print the most expensive files."""
        whole = sum(self.seconds.values())
        terminalreporter.section(f"processor time: {whole:.0f} s in {len(self.seconds)} files")
        for file, seconds in sorted(self.seconds.items(), key=lambda one: -one[1])[:SHOWN]:
            terminalreporter.line(f"{seconds:8.1f} s  {file}")


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugin in this process."""
    config.pluginmanager.register(ProcessorTime())
