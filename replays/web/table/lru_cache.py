"""A thread-safe cache of bounded size that evicts the least recently used values."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class LruCache(Generic[Value]):
    """The most recently used values by key; a missing value is created by the first caller."""

    def __init__(self, most: int, size: Callable[[Value], int] = lambda _: 1) -> None:
        """Keep values up to a total size, but always the most recently used one."""
        self._most, self._size, self._total = most, size, 0
        self._kept: OrderedDict[Hashable, tuple[Value, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return the value of a key; create it if it is missing."""
        found = self.peek(key)
        if found is None:
            found = make()  # outside the lock: two threads may create equal values
            self.put(key, found)
        return found

    def peek(self, key: Hashable) -> Value | None:
        """Return the value of a key; `None` if it is missing."""
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key][0]

    def put(self, key: Hashable, value: Value) -> None:
        """Store a value; call it again when the value has grown."""
        with self._lock:
            _, before = self._kept.pop(key, (None, 0))
            self._kept[key] = value, self._size(value)
            self._total += self._kept[key][1] - before
            while self._total > self._most and len(self._kept) > 1:
                _, (_, freed) = self._kept.popitem(last=False)
                self._total -= freed

    def clear(self) -> None:
        """Remove all values."""
        with self._lock:
            self._kept.clear()
            self._total = 0
