"""A real service on a real port, and a real Chromium."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Browser, sync_playwright


def chromium_path() -> str | None:
    """Return the system's Chromium; where there is none, install Playwright's own once and return nothing."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=True)
    return None


@contextmanager
def chromium() -> Iterator[Browser]:
    """Yield a running browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def running(app: FastAPI, **more: Any) -> Iterator[str]:
    """Serve an application on a free port, with more settings of uvicorn; yield its address."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="warning", timeout_graceful_shutdown=5, **more))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + 20
    while not server.started and time.monotonic() < until:
        time.sleep(0.02)
    assert server.started
    yield f"http://127.0.0.1:{port}"
    app.state.live.end()
    server.should_exit = True
    thread.join(20)
