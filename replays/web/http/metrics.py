"""Metrics of a running service for Prometheus: quantities only, no contents."""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper bounds of the histogram of response times, in seconds."""

METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "DELETE", "PUT", "PATCH"})
"""Methods with a counter of their own; clients can invent others without end."""

disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """Counts the requests and recorded moves of one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        here = self._registry
        labels = ("method", "route", "status")
        self._requests = Counter("tablescribe_requests", "Answered requests.", labels, registry=here)
        self._seconds = Histogram(
            "tablescribe_answer_seconds", "How long answers took, streams apart.", buckets=BOUNDS, registry=here
        )
        self._moves = Counter("tablescribe_moves", "Events recorded and acknowledged.", registry=here)
        self._followers = Gauge("tablescribe_followers", "Open streams.", registry=here, multiprocess_mode="livesum")
        self._position = Gauge(
            "tablescribe_ledger_position", "The last position of the ledger.", registry=here, multiprocess_mode="max"
        )

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request; streams are counted without a response time."""
        self._requests.labels(method if method in METHODS else "other", route, status).inc()
        if not route.endswith("/events"):
            self._seconds.observe(seconds)

    def recorded(self, moves: int = 1) -> None:
        """Count recorded and acknowledged moves."""
        self._moves.inc(moves)

    def follow(self, followers: int) -> None:
        """Store the number of open streams of this process, for metrics that another process returns."""
        self._followers.set(followers)

    def text(self, *, followers: int, position: int) -> str:
        """Return all metrics, including those of the service's other processes.

        Args:
            followers: the number of open streams of this process.
            position: the ledger's last position.
        """
        self._followers.set(followers)
        self._position.set(position)
        if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:  # `serve --processes`
            return generate_latest(self._registry).decode()
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together).decode()
