"""The rulebook of a game, loaded on first use. Its models are loaded with it: most commands read no rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from tablescribe.domain.box.lazy import lazy_part

if TYPE_CHECKING:
    from tablescribe.domain.box.rulebook import Rulebook


def rulebook_of(package: str) -> Rulebook:
    """Return the rulebook of a game's package, loaded on first use."""

    def load() -> Rulebook:
        from tablescribe.domain.box.rulebook import load_rulebook

        return load_rulebook(package)

    return cast("Rulebook", lazy_part(object, load))
