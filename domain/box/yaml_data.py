"""Load YAML as plain data, with libyaml if it is installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import yaml
from yaml.composer import Composer
from yaml.nodes import Node


class _Composer(Composer):
    """Refuses references (aliases): nine lines of them can expand to a thousand million items."""

    check_event: Callable[..., bool]
    peek_event: Callable[[], Any]

    def compose_node(self, parent: Node | None, index: int) -> Node | None:
        """Return the next node; raise an error if it is a reference."""
        if self.check_event(yaml.AliasEvent):
            mark = self.peek_event().start_mark
            raise yaml.MarkedYAMLError(problem="write it out: references (*) are not read", problem_mark=mark)
        return super().compose_node(parent, index)


class PureLoader(_Composer, yaml.SafeLoader):
    """The loader in pure Python."""


def _compiled() -> type[yaml.CSafeLoader] | None:
    """Return the loader that parses in C, six times as fast, if PyYAML has it.

    Nodes are composed in Python. References are therefore refused here too, and endless nesting meets Python's
    recursion limit instead of overflowing the C stack.
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
        yaml.YAMLError: the text is not YAML, or has references.
        ValueError: it has an invalid date or number.
        RecursionError: it is nested too deeply.
    """
    if CompiledLoader is not None:
        try:
            return yaml.load(text, CompiledLoader)
        except (yaml.YAMLError, UnicodeError):
            pass  # the pure one names the line, and accepts more characters
    return yaml.load(text, PureLoader)
