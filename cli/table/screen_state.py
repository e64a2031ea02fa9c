"""What the drawing thread and the recording thread of the table's screen share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tablescribe.domain.table.scene import Panel
    from tablescribe.replays.reading.reader import Reader


@dataclass
class Shown:
    """The content of the screen: written by the recording thread, read by the drawing thread.

    Attributes:
        log: the lines of the log; the last one may be incomplete.
        reader: who reads the table.
        panels: the table.
        prompt: the text before the input.
    """

    log: list[str] = field(default_factory=lambda: [""])
    reader: Reader | None = None
    panels: Sequence[Panel] = ()
    prompt: str = ""


class Recorder(Protocol):
    """The interface of the recording thread for the drawing thread."""

    shown: Shown

    def fits(self) -> bool:
        """Return whether the terminal is large enough."""

    def typed(self, text: str) -> None:
        """Pass a typed line."""

    def completed(self, words: Sequence[str]) -> dict[str, str]:
        """Return the possible next words."""

    def resized(self) -> None:
        """Request a new layout of the table."""

    def interrupt(self) -> None:
        """Leave the table, or leave a question unanswered."""

    def leave(self) -> None:
        """Leave the table."""
