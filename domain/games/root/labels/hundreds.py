"""What people call the things of The Lord of the Hundreds."""

from __future__ import annotations

from domain.text import Text

NAMES: dict[str, Text] = {}
