"""Figures of a running service in Prometheus' text form; they tell how much, never what."""

from __future__ import annotations

import threading
from collections import defaultdict

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper bounds of the histogram of answering times, in seconds."""

METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "DELETE", "PUT", "PATCH"})
"""Counted by name; anybody can make others up, without end."""


class Metrics:
    """Counts requests and recorded moves."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._requests: defaultdict[tuple[str, str, int], int] = defaultdict(int)
        self._buckets = [0] * len(BOUNDS)
        self._seconds = 0.0
        self._answered = 0
        self._moves = 0

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request; streams are counted, their length is no answering time."""
        with self._lock:
            self._requests[method if method in METHODS else "other", route, status] += 1
            if route.endswith("/events"):
                return
            self._answered += 1
            self._seconds += seconds
            for k, bound in enumerate(BOUNDS):
                self._buckets[k] += seconds <= bound

    def recorded(self, moves: int = 1) -> None:
        """Count moves that were recorded and acknowledged."""
        with self._lock:
            self._moves += moves

    def text(self, *, followers: int, position: int) -> str:
        """Return all figures; how many streams are open and the ledger's last position are handed in."""
        with self._lock:
            lines = ["# TYPE tablescribe_requests_total counter"]
            lines += [
                f'tablescribe_requests_total{{method="{method}",route="{route}",status="{status}"}} {n}'
                for (method, route, status), n in sorted(self._requests.items())
            ]
            lines.append("# TYPE tablescribe_answer_seconds histogram")
            lines += [
                f'tablescribe_answer_seconds_bucket{{le="{bound}"}} {n}'
                for bound, n in zip(BOUNDS, self._buckets, strict=True)
            ]
            lines += [
                f'tablescribe_answer_seconds_bucket{{le="+Inf"}} {self._answered}',
                f"tablescribe_answer_seconds_sum {self._seconds:.6f}",
                f"tablescribe_answer_seconds_count {self._answered}",
                "# TYPE tablescribe_moves_total counter",
                f"tablescribe_moves_total {self._moves}",
                "# TYPE tablescribe_followers gauge",
                f"tablescribe_followers {followers}",
                "# TYPE tablescribe_ledger_position gauge",
                f"tablescribe_ledger_position {position}",
            ]
        return "\n".join(lines) + "\n"
