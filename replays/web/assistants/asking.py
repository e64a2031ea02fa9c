"""Send requests to the API of a remote service, or of one in this process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx
from fastapi import FastAPI

API = "/api/v1"

WAITS = 60.0
"""Timeout of a request in seconds."""


class BadLink(ValueError):
    """The link is not one of this service."""


@dataclass(frozen=True)
class Answer:
    """A response of the API.

    Attributes:
        status: the HTTP status.
        body: the JSON document; for an error, problem details (RFC 9457).
    """

    status: int
    body: Any

    @property
    def is_refusal(self) -> bool:
        """Whether the request was refused."""
        return self.status >= 400


class Service:
    """Sends requests to the API of one service.

    Attributes:
        token: the default token, for requests without their own.
    """

    def __init__(self, client: httpx.AsyncClient, token: str = "") -> None:
        self._client = client
        self.token = token

    async def ask(self, method: str, path: str, token: str = "", **more: Any) -> Answer:
        """Send a request; `more` are `params` and `json` as in httpx."""
        headers = {"Authorization": f"Bearer {token or self.token}"} if token or self.token else {}
        try:
            found = await self._client.request(method, f"{API}{path}", headers=headers, **more)
        except httpx.HTTPError as error:
            return Answer(503, {"code": "service.away", "detail": f"the service cannot be reached: {error}"})
        return Answer(found.status_code, _document(found))

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()


def _document(found: httpx.Response) -> Any:
    """Return the JSON of a response, or a substitute if it has none."""
    try:
        return found.json()
    except ValueError:
        return {"code": "service.answer", "detail": f"the service answered {found.status_code}, and no JSON"}


def in_this_process(app: FastAPI, token: str = "") -> Service:
    """Return a client of a service in this process, whose lifespan must be running."""
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    return Service(httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=WAITS), token)


def elsewhere(link: str) -> Service:
    """Return a client of the service that issued a link, with that link's rights.

    Raises:
        BadLink: it is not a sign-in link.
    """
    place = urlsplit(link)
    *_, door, token = ("", *place.path.rstrip("/").rsplit("/", 2)[-2:])
    if place.scheme not in ("http", "https") or not place.netloc or door != "enter" or not token:
        raise BadLink(f"{link!r} is not a link that lets somebody in: they look like http://HOST/enter/TOKEN")
    return Service(httpx.AsyncClient(base_url=f"{place.scheme}://{place.netloc}", timeout=WAITS), token)


def refusal(answer: Answer) -> Mapping[str, Any]:
    """Return the problem details of a refused request; their `rule` and `legal` say what to do instead."""
    return answer.body if isinstance(answer.body, Mapping) else {"detail": answer.body}
