"""Landmarks: what may be said with them."""

from __future__ import annotations

from domain.action import Action
from domain.window import Window

ACTIONS: tuple[type[Action], ...] = ()
WINDOWS: tuple[Window, ...] = ()
