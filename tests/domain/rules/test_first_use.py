"""Models are built when they are first used, by however many threads at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Literal

import pytest
from pydantic import ValidationError

from tablescribe.domain.rules.action import Action

THREADS = 8


def test_an_action_first_made_by_many_threads_is_the_same_in_all() -> None:
    """Given actions that nobody has made yet, when threads make each at once, all check its own fields and no other's.

    pydantic before 2.14 could check a thread's with those of the class that it is derived from.
    """
    for _ in range(30):

        class Fresh(Action):
            do: Literal["fresh"] = "fresh"
            at: int

        assert not Fresh.__pydantic_complete__
        together = Barrier(THREADS, timeout=60)

        def make(n: int, kind: type[Fresh] = Fresh, together: Barrier = together) -> dict[str, object]:
            together.wait()
            with pytest.raises(ValidationError, match="stray"):
                kind.model_validate({"at": n, "stray": 1})
            return kind(at=n).data()

        with ThreadPoolExecutor(THREADS) as pool:
            assert list(pool.map(make, range(THREADS))) == [{"do": "fresh", "at": n} for n in range(THREADS)]
