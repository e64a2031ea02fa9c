"""What people call the things of The Corvid Conspiracy."""

from __future__ import annotations

from domain.text import Text

NAMES: dict[str, Text] = {}
