"""The Jinja templates of papers."""

from __future__ import annotations

from functools import lru_cache

from jinja2 import Environment, PackageLoader, Template

from tablescribe.replays.pictures import pictures
from tablescribe.replays.reading.compiled_templates import CompiledTemplates


def template(name: str) -> Template:
    """Return a template by its file's name."""
    return _environment().get_template(name)


@lru_cache
def _environment() -> Environment:
    loader, kept = PackageLoader("tablescribe.replays.papers"), CompiledTemplates("papers")
    return pictures.environment().overlay(loader=loader, bytecode_cache=kept)
