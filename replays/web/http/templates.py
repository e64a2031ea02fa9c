"""The Jinja templates of the pages."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from tablescribe.domain.match.limits import PICTURES_OF_A_NOTE
from tablescribe.replays.reading.compiled_templates import CompiledTemplates
from tablescribe.replays.reading.reader import percent


@lru_cache
def environment() -> Environment:
    """Return the template environment of the pages: escapes everything, fails on undefined names."""
    settings: dict[str, Any] = {"autoescape": True, "undefined": StrictUndefined}
    found = Environment(
        loader=PackageLoader("tablescribe.replays.web"),
        bytecode_cache=CompiledTemplates("pages"),
        trim_blocks=True,
        lstrip_blocks=True,
        **settings,
    )
    found.globals["icon"] = icon
    found.filters["sentence"] = sentence
    found.globals["seated"] = seated
    found.globals["percent"] = percent
    found.globals["most_photos"] = PICTURES_OF_A_NOTE
    return found


def icon(name: str) -> Markup:
    """Return an icon of `static/icons.svg`; the words beside it say what it means."""
    return Markup('<svg class="icon" aria-hidden="true"><use href="/static/icons.svg#{}"/></svg>').format(name)


def sentence(text: str) -> str:
    """Return an error's text as a complete sentence, with a capital letter and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!", "…")) else ".")


def seated(seat: Mapping[str, Any] | Any) -> str:
    """Return the label of a seat: the person, then the colour: `Ada (blue)`."""
    told = seat if isinstance(seat, Mapping) else vars(seat)
    name, label = str(told.get("name") or ""), str(told["label"])
    return f"{name} ({label})" if name and name != label else label
