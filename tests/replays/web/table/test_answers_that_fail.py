"""A page that is told of an event shows it, even if its first question about it fails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from fastapi import Request, Response
from playwright.sync_api import expect
from starlette.middleware.base import RequestResponseEndpoint

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.app import make_app
from tests.replays.web.browser import running
from tests.replays.web.visitors import People, browser, ledger, match, people

__all__ = ["browser", "ledger", "match", "people"]

LONG = 60_000


@pytest.fixture(scope="module")
def broken() -> Event:
    """While it is set, the service has no answer to who asks for the table."""
    return Event()


@pytest.fixture(scope="module")
def refused() -> Event:
    """It is set as soon as somebody asked for the table in vain."""
    return Event()


@pytest.fixture(scope="module")
def base(ledger: Ledger, broken: Event, refused: Event) -> Iterator[str]:
    app = make_app(ledger)

    @app.middleware("http")
    async def fail(request: Request, answer: RequestResponseEndpoint) -> Response:
        if request.url.path.endswith("/part") and broken.is_set():
            refused.set()
            return Response(status_code=503)
        return await answer(request)

    with running(app) as base:
        yield base


def test_an_event_is_shown_when_the_service_answers_again(
    people: People, ledger: Ledger, match: str, broken: Event, refused: Event
) -> None:
    page = people.come("recorder", match)
    expect(page.locator("#link-state")).to_have_text("live", timeout=LONG)
    page.evaluate("navigator.serviceWorker.ready")
    broken.set()
    Scribe(ledger).note(match, "a card fell down")
    assert refused.wait(60)
    expect(page.locator(".moves")).not_to_contain_text("a card fell down")
    broken.clear()
    expect(page.locator(".moves")).to_contain_text("a card fell down", timeout=LONG)
    expect(page.locator("#link-state")).to_have_text("live", timeout=LONG)
