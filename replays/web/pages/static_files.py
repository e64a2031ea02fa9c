"""Serve the static files of the pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import Response
from rcssmin import cssmin
from rjsmin import jsmin

from tablescribe.replays.pictures.drawing import palette

static_files = APIRouter(include_in_schema=False)

STATIC = {
    "style.css": "text/css",
    "htmx.min.js": "text/javascript",
    "forms.js": "text/javascript",
    "new.js": "text/javascript",
    "table.js": "text/javascript",
    "typed.js": "text/javascript",
    "common.js": "text/javascript",
    "contribute.js": "text/javascript",
    "clock.js": "text/javascript",
    "clock-face.js": "text/javascript",
    "clock.css": "text/css",
    "say.js": "text/javascript",
    "queue.js": "text/javascript",
    "pad.js": "text/javascript",
    "ask.js": "text/javascript",
    "photos.js": "text/javascript",
    "point.js": "text/javascript",
    "page.js": "text/javascript",
    "replay.css": "text/css",
    "compare.css": "text/css",
    "festival.css": "text/css",
    "teams.css": "text/css",
    "festival.js": "text/javascript",
    "replay.js": "text/javascript",
    "motion.js": "text/javascript",
    "hand.js": "text/javascript",
    "ruling.js": "text/javascript",
    "key.js": "text/javascript",
    "table.css": "text/css",
    "board.css": "text/css",
    "wall.css": "text/css",
    "wall.js": "text/javascript",
    "hall.css": "text/css",
    "hall.js": "text/javascript",
    "starts.js": "text/javascript",
    "draft.js": "text/javascript",
    "slip.js": "text/javascript",
    "figtree.woff2": "font/woff2",
    "icon.svg": "image/svg+xml",
    "icons.svg": "image/svg+xml",
    "icon-512.png": "image/png",
    "manifest.webmanifest": "application/manifest+json",
}


@static_files.get("/static/{name}")
def static(request: Request, name: str) -> Response:
    """Return a static file, or 304 if the browser has this version (RFC 9110, 13.1.2).

    Browsers revalidate each time, so after an upgrade no page mixes scripts of two versions.
    """
    if name not in STATIC:
        return Response(status_code=404)
    content = static_file(name)
    tag = f'W/"{sha256(content).hexdigest()[:16]}"'
    headers = {"Cache-Control": "no-cache", "ETag": tag}
    if tag in request.headers.get("If-None-Match", ""):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=STATIC[name], headers=headers)


@static_files.get("/worker.js")
def worker() -> Response:
    """Return the service worker; its address is at the root because it serves all pages."""
    headers = {"Cache-Control": "no-cache", "Service-Worker-Allowed": "/"}
    return Response(static_file("worker.js"), media_type="text/javascript", headers=headers)


@cache
def static_file(name: str) -> bytes:
    """Return a static file as it is sent, with our own scripts and styles minified."""
    content = files("tablescribe.replays.web").joinpath("static", name).read_bytes()
    if name == "style.css":
        content += palette().encode()
    smaller: dict[str, Callable[[bytes], bytes]] = {".js": jsmin, ".css": cssmin}
    return content if ".min." in name else smaller.get(Path(name).suffix, bytes)(content)
