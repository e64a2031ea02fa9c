"""A cache of bounded size that keeps what was used last; many threads share it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class LruCache(Generic[Value]):
    """The values used last, by key; made by whoever asks first."""

    def __init__(self, most: int, size: Callable[[Value], int] = lambda _: 1) -> None:
        """Keep values of so much size together at most, but always the one used last."""
        self._most, self._size, self._total = most, size, 0
        self._kept: OrderedDict[Hashable, tuple[Value, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Value]) -> Value:
        """Return the value of a key, making it if it is not here."""
        found = self.peek(key)
        if found is None:
            found = make()  # outside the lock: two may make the same, and both are right
            self.put(key, found)
        return found

    def peek(self, key: Hashable) -> Value | None:
        """Return the value of a key, if it is here."""
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key][0]

    def put(self, key: Hashable, value: Value) -> None:
        """Keep a value; say it again when it has grown."""
        with self._lock:
            _, before = self._kept.pop(key, (None, 0))
            self._kept[key] = value, self._size(value)
            self._total += self._kept[key][1] - before
            while self._total > self._most and len(self._kept) > 1:
                _, (_, freed) = self._kept.popitem(last=False)
                self._total -= freed

    def clear(self) -> None:
        """Keep nothing any more."""
        with self._lock:
            self._kept.clear()
            self._total = 0
