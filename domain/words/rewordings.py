"""Today's wording of stored sentences.

A log keeps the reason of each breach as a template with slots, and never changes. When a release rewords a reason,
`rewordings.json` maps the former template to today's, so that old and new logs read alike, in every language, and an
audit does not take a new wording for another reason. The slots of both are the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tablescribe.domain.words.text import DEEPEST, Slot, Text


@cache
def rewordings() -> Mapping[str, str]:
    """Return today's template for each former one."""
    import json
    from importlib.resources import files

    found: dict[str, str] = json.loads(files(__package__).joinpath("rewordings.json").read_text("utf-8"))
    return found


def reworded(text: Text, depth: int = DEEPEST) -> Text:
    """Return a stored sentence in today's wording; the texts in its slots, too, as deep as texts are told."""
    slots: dict[str, Slot] = {
        key: reworded(slot, depth - 1) if depth and isinstance(slot, Text) else slot for key, slot in text.slots.items()
    }
    return Text(rewordings().get(text.template, text.template), slots)
