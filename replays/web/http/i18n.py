"""The interface in the reader's language, from gettext catalogues read when the service starts."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files

from starlette.requests import Request

from tablescribe.replays.reading.reader import LANGUAGES
from tablescribe.replays.reading.word_catalogues import read_catalogue

__all__ = ["LANGUAGES", "catalogue", "language_of", "translator", "wanted"]

Translate = Callable[[str], str]


@lru_cache
def catalogue(language: str) -> dict[str, str]:
    """Return a language's texts by the English ones; English has none of its own."""
    if language == "en" or language not in LANGUAGES:
        return {}
    return read_catalogue(files("tablescribe.replays.web").joinpath(f"locale/{language}.po"))


def translator(language: str) -> Translate:
    """Return the function that puts an English text into a language; what it lacks stays English."""
    texts = catalogue(language)
    return lambda text: texts.get(text, text)


def language_of(request: Request) -> str:
    """Return the language in which a request is to be answered."""
    return wanted(request.cookies.get("lang", ""), request.headers.get("accept-language", ""))


def wanted(cookie: str, header: str) -> str:
    """Return the language to use: the one chosen, else the first of the browser's that we have."""
    return cookie if cookie in LANGUAGES else _first_of(header[:200])


@lru_cache(maxsize=256)
def _first_of(header: str) -> str:
    """Return the first language of a header that we have."""
    ranked = []
    for n, part in enumerate(header.split(",")):
        name, _, quality = part.strip().partition(";q=")
        try:
            ranked.append((-float(quality or 1), n, name[:2].lower()))
        except ValueError:
            continue
    return next((name for _, _, name in sorted(ranked) if name in LANGUAGES), "en")
