"""The service on a ledger in each database, and people with links."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from fastapi import FastAPI
from starlette.routing import Route

from tablescribe.domain.tournament.model.roles import ORGANISER
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.app import make_app
from tests.ledger.conftest import empty_ledger, ledger, server, target
from tests.replays.web.documented import check_documented

if importlib.util.find_spec("sniffio") is None:
    sys.modules["sniffio"] = None  # type: ignore[assignment]  # httpx looks for it again at each request: a tenth of its time

__all__ = ["empty_ledger", "ledger", "server", "target"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests on both databases if a module asks for it, otherwise on SQLite."""
    if "database" in metafunc.fixturenames:
        metafunc.parametrize("database", getattr(metafunc.module, "DATABASES", ["sqlite"]))


@pytest.fixture
def access(ledger: Ledger) -> Access:
    return Access(ledger)


@dataclass
class Service:
    """The service, called through ASGI with all its middleware."""

    app: FastAPI
    access: Access
    portal: BlockingPortal
    commands: Iterator[int] = field(default_factory=lambda: iter(range(10**6)))

    def token(self, role: str = ORGANISER, **more: Any) -> str:
        return self.access.grant(role, **more)[1]

    def ask(self, method: str, path: str, token: str = "", **more: Any) -> httpx.Response:
        headers = more.pop("headers", {})
        if token:
            headers = {"Authorization": f"Bearer {token}", **headers}

        async def send() -> httpx.Response:
            transport = httpx.ASGITransport(app=self.app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url="http://table.test") as client:
                return await client.request(method, path, headers=headers, **more)

        answer: httpx.Response = self.portal.call(send)
        check_documented(method, path, answer)
        return answer

    def run(self, do: Callable[[], Awaitable[Any]]) -> Any:
        return self.portal.call(do)

    def routes(self) -> list[tuple[str, str]]:
        """Return the method and path of every route of the application."""
        return sorted(
            (method, route.path)
            for route in self.app.routes
            if isinstance(route, Route)
            for method in route.methods or ()
            if method != "HEAD"
        )

    def get(self, path: str, token: str = "", **more: Any) -> httpx.Response:
        return self.ask("GET", path, token, **more)

    def post(self, path: str, token: str, **body: Any) -> httpx.Response:
        return self.ask("POST", path, token, json=body)

    def command(self) -> str:
        return f"command-{next(self.commands)}"

    def record(self, match: str, token: str, what: str, **body: Any) -> httpx.Response:
        """Record an action on the current version of the match."""
        version = self.app.state.queries.cache.version(match)
        given = {"command_id": self.command(), "expected_version": version, **body}
        if what == "notes":
            del given["expected_version"]
        return self.post(f"/api/v1/matches/{match}/{what}", token, **given)


@pytest.fixture
def service(ledger: Ledger, access: Access) -> Iterator[Service]:
    yield from serving(make_app(ledger), access)


def serving(app: FastAPI, access: Access) -> Iterator[Service]:
    with start_blocking_portal() as portal, portal.wrap_async_context_manager(app.router.lifespan_context(app)):
        yield Service(app, access, portal)


@pytest.fixture
def organiser(service: Service) -> str:
    return service.token()


@pytest.fixture
def match(service: Service, organiser: str) -> str:
    """A match of Le ultime persone in which seat 1 begins."""
    body = {"game": "ultime", "names": ["Ada", "Ben", "Cleo"], "outcomes": [1]}
    answer = service.post("/api/v1/matches", organiser, **body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])
