"""Corrections of a closed match, folded from their events."""

from __future__ import annotations

from tablescribe.domain.match.correction_events import Amended, Correction, Reinstated, Voided
from tablescribe.domain.rules.game import Result


class Corrections:
    """The corrections of one match, in order.

    Attributes:
        events: all corrections.
        void: the event that voided the match; `None` while it counts.
        amended: the last correction of its result.
    """

    def __init__(self) -> None:
        self.events: list[Correction] = []
        self.void: Voided | None = None
        self.amended: Amended | None = None

    @property
    def result(self) -> Result | None:
        """The corrected result; `None` if the result was never corrected."""
        return self.amended.result if self.amended is not None else None

    @property
    def played(self) -> str:
        """The corrected date of the match; empty if it was never corrected."""
        return next((one.played for one in reversed(self.events) if isinstance(one, Amended) and one.played), "")

    def copy(self) -> Corrections:
        """Return an independent copy."""
        other = Corrections()
        other.events, other.void, other.amended = list(self.events), self.void, self.amended
        return other

    def fits(self, event: Correction) -> bool:
        """Return whether an event can follow. A void match can only be reinstated, and no other match can be."""
        return isinstance(event, Reinstated) == (self.void is not None)

    def apply(self, event: Correction) -> None:
        """Apply a recorded event."""
        self.events.append(event)
        if isinstance(event, Amended):
            self.amended = event
        else:
            self.void = event if isinstance(event, Voided) else None
