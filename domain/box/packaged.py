"""Data files that come with a game's package, and how clients spare themselves parsing them again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

Parse: TypeAlias = Callable[[bytes], Any]

Remember: TypeAlias = Callable[[bytes, Parse], Any]
"""Returns what a function makes of the contents of a file, from an earlier time or by calling it."""


def _parse_again(content: bytes, parse: Parse) -> Any:
    return parse(content)


_remember: Remember = _parse_again


def remember_by(remember: Remember) -> None:
    """Set how parsed files are remembered. The domain itself has no access to a disk, and parses in each process."""
    global _remember
    _remember = remember


def packaged_data(package: str, file: str) -> Any:
    """Return the plain data of a YAML file of a package.

    Raises:
        yaml.YAMLError, ValueError, RecursionError: it is not YAML; see `read_yaml`.
    """
    from importlib.resources import files  # here: a match brings its catalogue along

    return _remember(files(package).joinpath(file).read_bytes(), _parsed)


def _parsed(content: bytes) -> Any:
    from tablescribe.domain.box.yaml_data import read_yaml  # here: what is remembered needs no parser

    return read_yaml(content.decode("utf-8"))
