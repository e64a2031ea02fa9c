"""The Lizard Cult: what it may say beside what everybody may."""

from __future__ import annotations

from domain.action import Action
from domain.window import Window

ACTIONS: tuple[type[Action], ...] = ()
WINDOWS: tuple[Window, ...] = ()
