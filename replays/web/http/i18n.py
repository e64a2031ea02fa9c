"""Translate the interface, from gettext catalogues that are read at startup."""

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
    """Map English texts to a language's; empty for English."""
    if language == "en" or language not in LANGUAGES:
        return {}
    return read_catalogue(files("tablescribe.replays.web").joinpath(f"locale/{language}.po"))


def translator(language: str) -> Translate:
    """Return the function that translates English texts into a language; missing texts stay English."""
    texts = catalogue(language)
    return lambda text: texts.get(text, text)


def language_of(request: Request) -> str:
    """Return the language for the response to a request."""
    return wanted(request.cookies.get("lang", ""), request.headers.get("accept-language", ""))


def wanted(cookie: str, header: str) -> str:
    """Return the language to use: the one chosen, else the browser's first available language."""
    return cookie if cookie in LANGUAGES else _first_of(header[:200])


@lru_cache(maxsize=256)
def _first_of(header: str) -> str:
    """Return the first available language of an `Accept-Language` header."""
    ranked = []
    for n, part in enumerate(header.split(",")):
        name, _, quality = part.strip().partition(";q=")
        try:
            ranked.append((-float(quality or 1), n, name[:2].lower()))
        except ValueError:
            continue
    return next((name for _, _, name in sorted(ranked) if name in LANGUAGES), "en")
