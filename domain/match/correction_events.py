"""Events that correct a closed match."""

from __future__ import annotations

from typing import TypeAlias

from tablescribe.domain.match.event import Event
from tablescribe.domain.rules.game import Result


class Voided(Event, frozen=True, array_like=True, gc=False, tag="Voided"):
    """A closed match no longer counts, for example because it was recorded twice. Its record stays unchanged.

    `by` is a role, as in `EnrolledBy`. `instead` is the id of the match that counts in its place, or empty.
    """

    by: str
    reason: str
    instead: str


class Amended(Event, frozen=True, array_like=True, gc=False, tag="Amended"):
    """The result of a closed match was corrected. The first result and its signatures stay in the log.

    `played` is the correct date, or date and time, of the match; empty if it is unchanged.
    """

    result: Result
    played: str
    by: str
    reason: str


class Reinstated(Event, frozen=True, array_like=True, gc=False, tag="Reinstated"):
    """A voided match counts again, with the result it had."""

    by: str
    reason: str


class VoidedOpenly(Voided, frozen=True, array_like=True, gc=False, tag="VoidedOpenly"):
    """A match was voided. The reason is kept outside the log, and no bundle may withhold the event."""


class AmendedOpenly(Amended, frozen=True, array_like=True, gc=False, tag="AmendedOpenly"):
    """The result of a closed match was corrected; see `VoidedOpenly`."""


class ReinstatedOpenly(Reinstated, frozen=True, array_like=True, gc=False, tag="ReinstatedOpenly"):
    """A voided match counts again; see `VoidedOpenly`."""


Correction: TypeAlias = Voided | VoidedOpenly | Amended | AmendedOpenly | Reinstated | ReinstatedOpenly


CORRECTIONS = ("Voided", "Amended", "Reinstated", "VoidedOpenly", "AmendedOpenly", "ReinstatedOpenly")
"""Types of events that correct a closed match."""
