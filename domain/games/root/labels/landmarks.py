"""What people call landmarks and their things."""

from __future__ import annotations

from domain.text import Text

NAMES: dict[str, Text] = {}
