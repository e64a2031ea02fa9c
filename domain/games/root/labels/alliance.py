"""What people call the things of The Woodland Alliance."""

from __future__ import annotations

from domain.text import Text

NAMES: dict[str, Text] = {}
