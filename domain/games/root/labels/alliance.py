"""Display names of the Alliance's pieces, zones and values."""

from __future__ import annotations

from tablescribe.domain.words.text import Text, say

NAMES: dict[str, Text] = {
    "supporters": say("the supporters"), "officers": say("the officers"), "stage:operations": say("operations"),
}  # fmt: skip
