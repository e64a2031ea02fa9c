"""How deep the tests go: by default each kind of test runs a few times, with `--all` as often as it pays.

`pytest --all`, which `./dev test --all` calls, sets TABLESCRIBE_TESTS=all in the environment before any test is
imported (`tests/conftest.py`). It is an environment variable because lists of parameters are made while modules are
imported, when no option can be asked for, and because the processes of pytest-xdist inherit it. It can also be set
by hand.

What is cut by default is repetition: seeds, kills, examples. Each kind of test stays. A whole test that repeats at
length what another test does at least once has `@pytest.mark.deep` above it; without `--all` it is deselected. So has
a browser test of a detail of a page, where another test makes the journey through that page; nothing that the README
promises is a detail.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import cycle, product
from typing import TypeVar

One = TypeVar("One")
Other = TypeVar("Other")

VARIABLE = "TABLESCRIBE_TESTS"

ALL = os.environ.get(VARIABLE) == "all"
"""Whether the tests run in their whole depth."""


def times(quick: int, deep: int) -> int:
    """Return how often something is tried: how many seeds, examples, kills or rounds."""
    return deep if ALL else quick


def a_few(choices: Iterable[One], quick: int) -> list[One]:
    """Return all choices with `--all`, else this many of them, evenly spread, the first and the last among them."""
    found = list(choices)
    if ALL or len(found) <= quick:
        return found
    if quick == 1:
        return found[:1]
    return [found[round(n * (len(found) - 1) / (quick - 1))] for n in range(quick)]


def each_with(some: Iterable[One], others: Iterable[Other]) -> list[tuple[One, Other]]:
    """Return each of some things with each of others with `--all`, else each with one of the others in turn."""
    return list(product(some, others)) if ALL else list(zip(some, cycle(others), strict=False))
