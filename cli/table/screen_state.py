"""What the table's screen shows, and what its keys ask for: between the thread that draws and the one that records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tablescribe.domain.table.scene import Panel
    from tablescribe.replays.reading.reader import Reader


@dataclass
class Shown:
    """What the screen shows: written by the thread that records, read by the one that draws.

    Attributes:
        log: the lines of the log, the last one perhaps not at its end.
        reader: who reads the table.
        panels: the table.
        prompt: what stands before the input.
    """

    log: list[str] = field(default_factory=lambda: [""])
    reader: Reader | None = None
    panels: Sequence[Panel] = ()
    prompt: str = ""


class Recorder(Protocol):
    """The thread that records, as the one that draws knows it."""

    shown: Shown

    def fits(self) -> bool:
        """Return whether the terminal is large enough."""

    def typed(self, text: str) -> None:
        """Hand a line over."""

    def completed(self, words: Sequence[str]) -> dict[str, str]:
        """Return what may come after some words."""

    def resized(self) -> None:
        """Have the table laid out anew."""

    def interrupt(self) -> None:
        """Leave the table, or a question without an answer."""

    def leave(self) -> None:
        """Leave the table."""
