"""Draw preview cards: the pictures that other programs show beside a shared link (Open Graph), 1200 by 630 pixels."""

from __future__ import annotations

import io
from functools import cache
from importlib.util import find_spec

from tablescribe.replays.pictures.film import images_of

WIDE, HIGH = 1200, 630


@cache
def can_draw() -> bool:
    """Return whether this installation can draw cards, which needs the film libraries. It does not import them."""
    return all(find_spec(name) for name in ("weasyprint", "pypdfium2", "PIL"))


def card_png(html: str) -> bytes:
    """Return the first page of a document as a PNG file.

    Raises:
        FilmMissing: the libraries that draw films are not installed.
    """
    made = io.BytesIO()
    images_of(html, WIDE)[0].crop((0, 0, WIDE, HIGH)).save(made, "PNG", optimize=True)
    return made.getvalue()
