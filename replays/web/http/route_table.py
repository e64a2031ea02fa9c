"""Route requests by the first word and the depth of their path, instead of trying all routes in turn.

Each group of routes has a router of the framework, which also gives all other answers: 404, 405, and redirects to a
path with or without a trailing slash.
"""

from __future__ import annotations

from copy import copy

from fastapi import APIRouter
from starlette.routing import Route

from tablescribe.replays.web.http.limits import Receive, Scope, Send

API = ["api", "v1"]

Place = tuple[str, int]
"""The first word of a path (in the API: after `/api/v1`), and its number of words."""


class RouteTable:
    """Passes each request to a router that has only the routes with the place of its path."""

    def __init__(self, router: APIRouter) -> None:
        """Group the current routes of a router. Each must begin with a literal word; no parameter may match a slash."""
        self._router = router
        self._none = _with_routes(router, [])
        self._routers: dict[Place, APIRouter] = {}
        for route in router.routes:
            assert isinstance(route, Route), route
            place = place_of(route.path)
            assert "{" not in place[0], route.path
            assert ":path}" not in route.path, route.path
            self._routers.setdefault(place, _with_routes(router, [])).routes.append(route)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http" or scope.get("root_path"):
            await self._router.app(scope, receive, send)
            return
        scope.setdefault("router", self._router)  # it knows the addresses of all
        await self._routers.get(place_of(scope["path"]), self._none).app(scope, receive, send)


def _with_routes(router: APIRouter, routes: list[Route]) -> APIRouter:
    found = copy(router)
    found.routes = [*routes]
    return found


def place_of(path: str) -> Place:
    """Return the place of a path; a trailing slash is ignored, because the framework redirects it."""
    words = path.rstrip("/").split("/")
    return "".join(words[3:4] if words[1:3] == API else words[1:2]), len(words)
