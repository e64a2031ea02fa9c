"""A real service on a real port, and a real Chromium."""

from __future__ import annotations

import asyncio
import atexit
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from tests.depth import ALL

OF_ITS_WINDOW = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup")
"""Pages that Chromium loads for the address bar of each window: a third of all its work, and invisible here."""

OF_PLAYWRIGHT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled",
    "PreconnectToSearch",
)  # fmt: skip
"""Features that Playwright also disables: of two such switches Chromium uses only the last."""

SWITCHES = ("--no-sandbox", f"--disable-features={','.join(OF_PLAYWRIGHT + OF_ITS_WINDOW)}")


def chromium_path() -> str | None:
    """Return the path of the system's Chromium; without one, install Playwright's own once and return `None`.

    By default the headless shell comes first: the same browser without its own user interface, which takes a fifth of
    the work of each new context. With `--all` it is the full browser, as people have it.
    """
    whole, bare = ("chromium", "chromium-browser", "google-chrome"), ("chromium-headless-shell",)
    for name in whole + bare if ALL else bare + whole:
        if found := shutil.which(name):
            return found
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)
    return None


@cache
def _started() -> tuple[Browser, asyncio.AbstractEventLoop]:
    """Start the browser of this process and Playwright's event loop; both end with the process."""
    playwright = sync_playwright().start()
    browser = playwright.chromium.launch(executable_path=chromium_path(), args=SWITCHES)
    atexit.register(_ended, playwright, browser, loop := asyncio.get_running_loop())
    return browser, loop


def _ended(playwright: Playwright, browser: Browser, loop: asyncio.AbstractEventLoop) -> None:
    asyncio._set_running_loop(loop)
    browser.close()
    playwright.stop()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Yield the browser of this process. Starting one for each module was a quarter of the cost of browser tests.

    While Playwright is in use, its event loop counts as running in this thread, and no other loop can run. So between
    two uses it is marked as not running; it has nothing to do then, as all windows are closed.
    """
    before = asyncio._get_running_loop()
    browser, loop = _started()
    asyncio._set_running_loop(loop)
    try:
        yield browser
    finally:
        for context in browser.contexts:
            context.close()
        asyncio._set_running_loop(before)


class House:
    """A service at one address that can be stopped and started again, as after a power cut."""

    def __init__(self, make: Callable[[], FastAPI], **more: Any) -> None:
        """Prepare a service for an application, with settings for uvicorn."""
        self._make = make
        self._more = {"log_level": "warning", "timeout_graceful_shutdown": 5, **more}
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self._port = found.getsockname()[1]
        self.base = f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start serving."""
        self._app = self._make()
        self._server = uvicorn.Server(uvicorn.Config(self._app, port=self._port, **self._more))
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        until = time.monotonic() + 60
        while not self._server.started and time.monotonic() < until:
            time.sleep(0.02)
        assert self._server.started

    @property
    def serves(self) -> bool:
        """Whether it is serving."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """End all streams, and stop serving."""
        self._app.state.live.end()
        self._server.should_exit = True
        self._thread.join(60)


@contextmanager
def running(app: FastAPI, **more: Any) -> Iterator[str]:
    """Serve an application on a free port, with settings for uvicorn; yield its address."""
    house = House(lambda: app, **more)
    house.start()
    yield house.base
    house.stop()


def weigh(page: Page, address: str) -> int:
    """Return the bytes transferred when a new visitor opens an address."""
    session, came = page.context.new_cdp_session(page), list[int]()
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Network.setBypassServiceWorker", {"bypass": True})
    session.on("Network.loadingFinished", lambda told: came.append(int(told["encodedDataLength"])))
    page.goto(address)
    page.wait_for_load_state("load")
    page.wait_for_timeout(2000)
    session.detach()
    return sum(came)
