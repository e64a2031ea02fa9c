"""The Jinja templates of the pages."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined


@lru_cache
def environment() -> Environment:
    """Return the pages' templates: everything escaped, nothing undefined."""
    settings: dict[str, Any] = {"autoescape": True, "undefined": StrictUndefined}
    return Environment(
        loader=PackageLoader("tablescribe.replays.web"), trim_blocks=True, lstrip_blocks=True, **settings
    )
