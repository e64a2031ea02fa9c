"""What people call the things of The Eyrie Dynasties."""

from __future__ import annotations

from domain.text import Text

NAMES: dict[str, Text] = {}
