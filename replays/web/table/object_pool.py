"""A pool of reusable objects, each lent to one thread at a time in the state in which it was last used."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

Thing = TypeVar("Thing")


class ObjectPool(Generic[Thing]):
    """The most recently used objects by key; a caller gets a new one if it is already lent. Broken ones are dropped."""

    def __init__(self, most: int) -> None:
        """Keep at most this many objects."""
        self._most = most
        self._kept: OrderedDict[Hashable, Thing] = OrderedDict()
        self._lock = threading.Lock()

    @contextmanager
    def lend(
        self, key: Hashable, make: Callable[[], Thing], fits: Callable[[Thing], bool] = lambda _: True
    ) -> Iterator[Thing]:
        """Lend the object of a key; create it if there is none, or none that fits."""
        with self._lock:
            kept = self._kept.pop(key, None)
        thing = kept if kept is not None and fits(kept) else make()
        yield thing
        with self._lock:
            self._kept[key] = thing
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
