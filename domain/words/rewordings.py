"""The current wording of sentences stored in logs.

A log stores the reason of each irregularity as a template with slots, and never changes. When a release rewords a
reason, `rewordings.json` maps the old template to the current one. Old and new logs then read alike in every language,
and an audit does not mistake a new wording for a different reason. Both templates have the same slots.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tablescribe.domain.words.text import DEEPEST, Slot, Text


@cache
def rewordings() -> Mapping[str, str]:
    """Return the mapping from old templates to current ones."""
    import json
    from importlib.resources import files

    found: dict[str, str] = json.loads(files(__package__).joinpath("rewordings.json").read_text("utf-8"))
    return found


def reworded(text: Text, depth: int = DEEPEST) -> Text:
    """Return a stored sentence in its current wording, including the texts in its slots down to `depth`."""
    slots: dict[str, Slot] = {
        key: reworded(slot, depth - 1) if depth and isinstance(slot, Text) else slot for key, slot in text.slots.items()
    }
    return Text(rewordings().get(text.template, text.template), slots)
