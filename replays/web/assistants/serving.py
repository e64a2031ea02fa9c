"""Serve assistants by standard input and output or by HTTP, for this machine's ledger or a remote service."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.app import make_app
from tablescribe.replays.web.assistants.asking import BadLink, Service, elsewhere, in_this_process
from tablescribe.replays.web.assistants.tools import make_server

__all__ = ["BadLink", "local", "remote"]

DAYS = 1.0
"""The lifetime of a pass that a killed process could not revoke."""


def remote(link: str, port: int | None) -> None:
    """Serve an assistant with the rights of a remote service's link, until it ends.

    By HTTP (`port`), the link only identifies the service, and each request has its own token.

    Raises:
        BadLink: it is not a sign-in link.
    """
    service = elsewhere(link)

    @asynccontextmanager
    async def running() -> AsyncIterator[Service]:
        try:
            yield service
        finally:
            await service.close()

    _run(running, port)


def local(ledger: Ledger, role: str, port: int | None) -> None:
    """Serve an assistant on a ledger with a role's rights, until it ends. By HTTP, see `remote`."""

    @asynccontextmanager
    async def running() -> AsyncIterator[Service]:
        app, access = make_app(ledger), Access(ledger)
        async with app.router.lifespan_context(app):
            given, token = access.grant(role, label="assistant", days=DAYS)
            try:
                yield in_this_process(app, token)
            finally:
                access.revoke(given.id)

    _run(running, port)


def _run(running: Callable[[], AbstractAsyncContextManager[Service]], port: int | None) -> None:
    async def serve() -> None:
        async with running() as service:
            if port is None:
                await make_server(service).run_stdio_async()
                return
            service.token = ""  # each HTTP request has its own token
            await make_server(service).run_streamable_http_async(port=port, stateless_http=True)

    with suppress(KeyboardInterrupt):
        asyncio.run(serve())
