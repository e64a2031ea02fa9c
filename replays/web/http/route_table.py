"""A table of routes: a request is tried with those of its folder and depth, not with all one after another.

Everything else is the framework's: a router of its own tries the few, with all that it answers besides (404, 405,
redirects with or without a slash at the end).
"""

from __future__ import annotations

from copy import copy

from fastapi import APIRouter
from starlette.routing import Route

from tablescribe.replays.web.http.limits import Receive, Scope, Send

API = ["api", "v1"]

Place = tuple[str, int]
"""The first word of a path, below the API's own; and how many words there are."""


class RouteTable:
    """Hands a request to a router that has only the routes which can be meant."""

    def __init__(self, router: APIRouter) -> None:
        """Take the routes of a router as they are now. Each begins with a word, and no parameter holds a slash."""
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
    """Return where the routes of a path are; a slash at its end is no matter, because the framework redirects then."""
    words = path.rstrip("/").split("/")
    return "".join(words[3:4] if words[1:3] == API else words[1:2]), len(words)
