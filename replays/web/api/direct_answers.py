"""A fast path for well-formed moves that skips the framework's general machinery.

Routing, dependencies and validation in the framework cost more than deciding a move. Here, only the body's model is
checked. Any other request goes on to the normal route, which explains what is wrong. So all responses are the same, and
the OpenAPI document describes the normal route.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from inspect import iscoroutinefunction
from typing import Any, cast

from fastapi import FastAPI, Request, Response
from pydantic import BaseModel
from starlette.concurrency import run_in_threadpool
from starlette.routing import Route

from tablescribe.replays.web.http.limits import App, Message, Receive, Scope, Send


class DirectAnswers:
    """Answers POST requests to one route if their bodies are well-formed."""

    def __init__(
        self, app: App, *, path: str, model: type[BaseModel], answer: Callable[[Request, Any], Awaitable[Response]]
    ) -> None:
        """Answer in place of an application where possible.

        Args:
            app: the application, which answers all other requests.
            path: the path of the route, with `{match_id}`.
            model: the model of its bodies.
            answer: does the same as the route; its errors are answered like the route's.
        """
        self.app = app
        self.model = model
        self.answer = answer
        self._path = path
        self._like = re.compile(re.escape(path).replace(r"\{match_id\}", "([0-9A-Za-z_-]{1,64})"))
        self._route: Route | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        found = self._like.fullmatch(scope["path"]) if scope["type"] == "http" and scope["method"] == "POST" else None
        if found is None or not _is_plain_json(scope):
            await self.app(scope, receive, send)
            return
        scope["route"], scope["path_params"] = self._route_of(scope["app"]), {"match_id": found[1]}
        messages = [message async for message in _read(receive)]
        body = self._body(messages)
        if body is None:
            await self.app(scope, _again(messages, receive), send)
            return
        request = Request(scope, receive)
        try:
            answer = await self.answer(request, body)
        except Exception as error:
            answer = await _explained(request, error)
        await answer(scope, receive, send)

    def _route_of(self, app: FastAPI) -> Route:
        """Return the normal route, under whose path requests are counted and logged."""
        if self._route is None:
            self._route = next(one for one in app.routes if isinstance(one, Route) and one.path == self._path)
        return self._route

    def _body(self, messages: list[Message]) -> BaseModel | None:
        """Return the body if it is well-formed; else `None`."""
        if messages[-1]["type"] != "http.request":
            return None
        try:
            return self.model.model_validate_json(b"".join([one.get("body", b"") for one in messages]))
        except ValueError:
            return None


def _is_plain_json(scope: Scope) -> bool:
    return any(name == b"content-type" and value == b"application/json" for name, value in scope["headers"])


async def _read(receive: Receive) -> AsyncIterator[Message]:
    """Yield the messages of a body, or another message that arrived instead."""
    while True:
        message = await receive()
        yield message
        if message["type"] != "http.request" or not message.get("more_body", False):
            return


def _again(messages: list[Message], receive: Receive) -> Receive:
    """Return a `receive` that repeats messages already read before new ones."""
    before: Iterator[Message] = iter(messages)

    async def receiving() -> Message:
        for message in before:
            return message
        return await receive()

    return receiving


async def _explained(request: Request, error: Exception) -> Response:
    """Return the application's response to an error; raise errors for which it has none."""
    handlers = request.app.exception_handlers
    handle = next((handlers[kind] for kind in type(error).__mro__ if kind in handlers), None)
    if handle is None:
        raise error
    if iscoroutinefunction(handle):
        return cast(Response, await handle(request, error))
    return cast(Response, await run_in_threadpool(handle, request, error))
