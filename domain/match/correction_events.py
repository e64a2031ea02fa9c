"""Events that correct a closed match."""

from __future__ import annotations

from typing import TypeAlias

from tablescribe.domain.match.event import Event
from tablescribe.domain.rules.game import Result


class Voided(Event, frozen=True, array_like=True, gc=False, tag="Voided"):
    """A closed match does not count, for example because it was recorded twice. Its record stays as it is.

    `by` is a role as in `EnrolledBy`. `instead` is the id of the match that counts in its place, or empty.
    """

    by: str
    reason: str
    instead: str


class Amended(Event, frozen=True, array_like=True, gc=False, tag="Amended"):
    """The result of a closed match was wrong: this one counts. The first one and its signatures stay in the log.

    `played` is the day, or day and time, when the match was really played; empty if that was right.
    """

    result: Result
    played: str
    by: str
    reason: str


class Reinstated(Event, frozen=True, array_like=True, gc=False, tag="Reinstated"):
    """A match that was voided counts again, with the result that it had."""

    by: str
    reason: str


class VoidedOpenly(Voided, frozen=True, array_like=True, gc=False, tag="VoidedOpenly"):
    """A match was voided. The reason is kept outside the log, and no bundle may withhold the event."""


class AmendedOpenly(Amended, frozen=True, array_like=True, gc=False, tag="AmendedOpenly"):
    """The result of a closed match was corrected; see `VoidedOpenly`."""


class ReinstatedOpenly(Reinstated, frozen=True, array_like=True, gc=False, tag="ReinstatedOpenly"):
    """A match that was voided counts again; see `VoidedOpenly`."""


Correction: TypeAlias = Voided | VoidedOpenly | Amended | AmendedOpenly | Reinstated | ReinstatedOpenly


CORRECTIONS = ("Voided", "Amended", "Reinstated", "VoidedOpenly", "AmendedOpenly", "ReinstatedOpenly")
"""Types of events that correct a closed match."""
