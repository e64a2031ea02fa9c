"""The options that describe a match: title, event, place, round, table, tags."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

Function = TypeVar("Function", bound=Callable[..., Any])

_OPTIONS = {
    "title": "Title of the match; for a game without rules, its name.",
    "event": "Event, such as a club evening.",
    "place": "Place.",
    "round": "Round.",
    "table": "Table name or number.",
}


def with_data(function: Function) -> Function:
    """Add the options that describe a match to a command."""
    option = click.option("--tag", "tags", multiple=True, help="Tag. Repeat for more; an empty tag removes all.")
    function = option(function)
    for name, about in reversed(_OPTIONS.items()):
        function = click.option(f"--{name}", help=about)(function)
    return function


def told_data(options: dict[str, Any]) -> dict[str, Any]:
    """Return the description that the options give."""
    told = {name: options[name] for name in _OPTIONS if options[name] is not None}
    return {**told, "tags": list(options["tags"])} if options["tags"] else told
