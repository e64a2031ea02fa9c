"""What people call the things of The Vagabond, and the second one."""

from __future__ import annotations

from domain.text import Text

NAMES: dict[str, Text] = {}
