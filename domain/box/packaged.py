"""Data files in a game's package, with a hook for clients to cache the parsed result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

Parse: TypeAlias = Callable[[bytes], Any]

Remember: TypeAlias = Callable[[bytes, Parse], Any]
"""Returns the result of parsing a file's contents, cached or by calling the parser."""


def _parse_again(content: bytes, parse: Parse) -> Any:
    return parse(content)


_remember: Remember = _parse_again


def remember_by(remember: Remember) -> None:
    """Set a cache for parsed files. Without one, each process parses them, as the domain has no access to a disk."""
    global _remember
    _remember = remember


def packaged_data(package: str, file: str) -> Any:
    """Return the plain data of a YAML file of a package.

    Raises:
        yaml.YAMLError, ValueError, RecursionError: it is not YAML; see `read_yaml`.
    """
    from importlib.resources import files  # imported late: a recorded match does not need it

    return _remember(files(package).joinpath(file).read_bytes(), _parsed)


def _parsed(content: bytes) -> Any:
    from tablescribe.domain.box.yaml_data import read_yaml  # imported late: cached data need no parser

    return read_yaml(content.decode("utf-8"))
