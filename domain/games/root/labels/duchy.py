"""What people call the things of The Underground Duchy."""

from __future__ import annotations

from domain.text import Text

NAMES: dict[str, Text] = {}
