"""YAML loaded as plain data, by libyaml where it is installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import yaml
from yaml.composer import Composer
from yaml.nodes import Node


class _Composer(Composer):
    """Composes without references: nine lines of them can stand for a thousand million items."""

    check_event: Callable[..., bool]
    peek_event: Callable[[], Any]

    def compose_node(self, parent: Node | None, index: int) -> Node | None:
        """Return the next node, unless it refers to another one."""
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark
            raise yaml.MarkedYAMLError(problem="write it out: references (*) are not read", problem_mark=mark)
        return super().compose_node(parent, index)


class PureLoader(_Composer, yaml.SafeLoader):
    """All of it in Python."""


def _compiled() -> type[yaml.CSafeLoader] | None:
    """Return the loader that turns characters to events in C, six times as fast, if PyYAML has it.

    Nodes are composed in Python: so references are refused here too, and nesting without end meets Python's limit of
    recursion, not the end of the C stack.
    """
    if not yaml.__with_libyaml__:
        return None

    class CompiledLoader(_Composer, yaml.CSafeLoader):
        def __init__(self, stream: str) -> None:
            Composer.__init__(self)
            yaml.CSafeLoader.__init__(self, stream)

    return CompiledLoader


CompiledLoader = _compiled()


def read_yaml(text: str) -> Any:
    """Return the plain data of a YAML text.

    Raises:
        yaml.YAMLError: it is none, or refers from one place to another.
        ValueError: a date or a number in it is none.
        RecursionError: it is nested too deeply.
    """
    if CompiledLoader is not None:
        try:
            return yaml.load(text, CompiledLoader)
        except (yaml.YAMLError, UnicodeError):
            pass  # the pure one shows the line in question, and takes characters that C cannot tell
    return yaml.load(text, PureLoader)
