"""Display names of the Lizard Cult's pieces, zones and values."""

from __future__ import annotations

from tablescribe.domain.words.text import Text, say

NAMES: dict[str, Text] = {
    "acolytes": say("the acolytes"), "outcast": say("the outcast suit"), "hated": say("hatred of the outcast suit"),
}  # fmt: skip
