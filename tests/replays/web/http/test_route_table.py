"""The table of routes finds what the framework finds by trying all routes: any route, method and spelling of a path."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi import APIRouter, FastAPI, Request
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tablescribe.replays.web.app import make_app
from tablescribe.replays.web.http.route_table import RouteTable
from tests.depth import times

OTHERS = ("", "/", "//", "/api", "/api/", "/api/v1", "/api/v1/", "/api/v1/matches/", "/m", "/m/", "/t/x/y/z/w/v",
          "/nowhere", "/api/v1/nowhere/x", "/people//", "/static/a/b", "/{x}", "m/x")  # fmt: skip


@pytest.fixture
def app(tmp_path: Path) -> Iterator[FastAPI]:
    """The service, with routes that only say which they are. Some are shared by all applications of a process."""
    found = make_app(tmp_path / "ledger.db")
    before = [(route, route.app) for route in found.routes if isinstance(route, Route)]
    for route, _ in before:

        async def say(scope: Any, receive: Any, send: Any, path: str = route.path) -> None:
            told = scope["path_params"], str(Request(scope).url_for("healthz"))
            await PlainTextResponse(f"{path} {told}")(scope, receive, send)

        route.app = say
    yield found
    for route, answers in before:
        route.app = answers


async def answer(app: FastAPI, handle: Any, method: str, path: str) -> tuple[object, ...]:
    """Return what a router comes to, as an application with it would answer."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": method, "path": path, "root_path": "", "query_string": b"q=1", "app": app,
             "headers": [(b"host", b"table.test")], "scheme": "http", "server": ("table.test", 80)}  # fmt: skip
    try:
        await handle(scope, None, send)
    except HTTPException as error:
        return error.status_code, sorted((error.headers or {}).items()), None
    head, *_ = sent
    return (
        head["status"],
        sorted(head["headers"]),
        b"".join(one.get("body", b"") for one in sent[1:]),
        scope.get("route"),
    )


def test_every_path_is_answered_as_by_trying_all_routes(app: FastAPI) -> None:
    table = app.router.middleware_stack
    assert isinstance(table, RouteTable), "the service has the table"
    paths = sorted({re.sub(r"\{.*?\}", "x1", route.path) for route in app.routes if isinstance(route, Route)})
    asked = [(method, path) for path in (*paths, *OTHERS) for method in ("GET", "HEAD", "POST")]
    asked += [("GET", path + more) for path in paths[:: times(6, 1)] for more in ("/", "/more")]

    async def statuses() -> set[object]:
        seen = set()
        for method, path in asked:
            found = await answer(app, table, method, path)
            assert found == await answer(app, app.router.app, method, path), (method, path)
            seen.add(found[0])
        return seen

    assert asyncio.run(statuses()) == {200, 307, 404, 405}


def test_routes_are_tried_in_their_order_and_only_those_of_their_place() -> None:
    tried: list[str] = []

    class Noted(Route):
        def matches(self, scope: Any) -> Any:
            tried.append(self.path)
            return super().matches(scope)

    async def endpoint(request: Request) -> Response:
        return PlainTextResponse("found")

    paths = ["/a/{x}", "/a/new", "/b/{x}", "/a/{x}/y", "/api/v1/a/{x}", "/api/v1/b/{x}"]
    table = RouteTable(APIRouter(routes=[Noted(path, endpoint) for path in paths]))
    for path, meant in (("/a/new", ["/a/{x}"]), ("/b/1", ["/b/{x}"]), ("/api/v1/b/1", ["/api/v1/b/{x}"]), ("/c/1", [])):
        tried.clear()
        asyncio.run(answer(FastAPI(), table, "GET", path))
        assert tried == meant, path


@pytest.mark.parametrize("path", ["/{x}", "/files/{x:path}"])
def test_a_route_that_could_be_anywhere_is_refused(path: str) -> None:
    async def endpoint(request: Request) -> Response:
        raise NotImplementedError

    with pytest.raises(AssertionError, match="x"):
        RouteTable(APIRouter(routes=[Route(path, endpoint)]))
