"""The design page: tokens, icons, and every component of the pages with its class."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Literal

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from tablescribe.replays.web.pages.pages import page

designing = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)

Part = Literal["shared", "lists", "table", "tournaments", "wall", "comparison"]

SHEETS = {
    "shared": {"name": "Shared", "sign": "overview", "styles": []},
    "lists": {"name": "Matches and replay", "sign": "replay", "styles": ["replay.css"]},
    "table": {"name": "Table", "sign": "board", "styles": ["table.css"]},
    "tournaments": {"name": "Tournaments", "sign": "tournament", "styles": ["hall.css", "board.css", "teams.css"]},
    "wall": {"name": "Wall", "sign": "wall", "styles": ["board.css", "wall.css", "festival.css"]},
    "comparison": {"name": "Comparison", "sign": "compare", "styles": ["compare.css"]},
}
"""The tabs of the page, each with its style sheets besides `style.css`."""


@designing.get("/design")
def design(request: Request, part: Part = "shared") -> Response:
    """Show the components of pages, in English, as documentation for their authors."""
    styles = SHEETS[part]["styles"]
    return page(request, "design/page.html.j2", None, part=part, sheets=SHEETS, styles=styles, icons=icons())


@cache
def icons() -> list[str]:
    """Return the names of all icons."""
    text = files("tablescribe.replays.web").joinpath("static", "icons.svg").read_text("utf-8")
    return re.findall(r'<symbol id="([a-z]+)"', text)
