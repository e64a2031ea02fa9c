"""The depth of the tests: by default each kind of test runs a few times, with `--all` as often as is useful.

`pytest --all`, which `./dev test --all` calls, sets TABLESCRIBE_TESTS=all in the environment before any test is
imported (`tests/conftest.py`). It is an environment variable for two reasons. Parameter lists are built while modules
are imported, before options are available, and the processes of pytest-xdist inherit it. You can also set it yourself.

By default only repetition is reduced: seeds, kills, examples. Each kind of test stays. `@pytest.mark.deep` marks a
whole test that repeats at length what another test does at least once. It also marks a browser test of a detail of a
page if another test makes the journey through that page. Nothing that the README promises counts as a detail. Without
`--all`, deep tests are deselected.
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
"""Whether the tests run in full depth."""


def times(quick: int, deep: int) -> int:
    """Return how often to repeat something, such as seeds, examples, kills or rounds: `deep` times with `--all`."""
    return deep if ALL else quick


def a_few(choices: Iterable[One], quick: int) -> list[One]:
    """Return all choices with `--all`; otherwise this many, evenly spread, with the first and the last."""
    found = list(choices)
    if ALL or len(found) <= quick:
        return found
    if quick == 1:
        return found[:1]
    return [found[round(n * (len(found) - 1) / (quick - 1))] for n in range(quick)]


def each_with(some: Iterable[One], others: Iterable[Other]) -> list[tuple[One, Other]]:
    """Return all pairs with `--all`; otherwise each of `some` with one of `others` in turn."""
    return list(product(some, others)) if ALL else list(zip(some, cycle(others), strict=False))
