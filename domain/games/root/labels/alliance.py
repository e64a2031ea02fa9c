"""What people call the things of the Alliance."""

from __future__ import annotations

from tablescribe.domain.words.text import Text, say

NAMES: dict[str, Text] = {
    "supporters": say("the supporters"), "officers": say("the officers"), "stage:operations": say("operations"),
}  # fmt: skip
