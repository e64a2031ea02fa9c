"""The status of an entrant's appeals, and whether the entrant may appeal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.events import Appealed, Decided
from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import say

State = Literal["open", "dismissed", "upheld", "corrected"]


@dataclass(frozen=True)
class AppealStatus:
    """The status of an appeal.

    Attributes:
        appeal: the event of the appeal; `decision`: the event that decided it, with its reason.
        state: `upheld` means that a report still needs its correction. `corrected` means that the correction has been
            made, or a penalty lifted.
    """

    appeal: Appealed
    state: State
    decision: Decided | None = None


def appeals_of(tournament: Tournament, ref: Ref) -> list[AppealStatus]:
    """Return the status of an entrant's appeals, in the order in which they were made."""
    return [
        AppealStatus(appeal, _state(tournament, appeal), tournament.decisions.get(version))
        for version, appeal in tournament.appeals.items()
        if appeal.entrant == ref
    ]


def _state(tournament: Tournament, appeal: Appealed) -> State:
    decision = tournament.decisions.get(appeal.originator_version)
    if decision is None:
        return "open"
    if not decision.upheld:
        return "dismissed"
    return "upheld" if appeal in tournament.owed() else "corrected"


def must_be_new(tournament: Tournament, ref: Ref, about: int) -> None:
    """Refuse a second appeal by an entrant against the same report or penalty, unless that was corrected since.

    Raises:
        Refused: the first appeal is open, or was decided.
    """
    for version, decision in _earlier(tournament, ref, about):
        if decision is None:
            raise Refused(say("appeal {appeal} is already open: an arbiter must decide it", appeal=version))
        last = max((one.originator_version for one in tournament.corrections.get(about, ())), default=0)
        if last < decision.originator_version:
            raise Refused(say("appeal {appeal} has already been decided: the decision is final", appeal=version))


def may_appeal(tournament: Tournament, ref: Ref, about: int) -> bool:
    """Return whether an entrant may appeal against a report or a penalty, for the first time or again."""
    try:
        must_be_new(tournament, ref, about)
    except Refused:
        return False
    return True


def _earlier(tournament: Tournament, ref: Ref, about: int) -> Iterator[tuple[int, Decided | None]]:
    for version, appeal in tournament.appeals.items():
        if (appeal.entrant, appeal.about) == (ref, about):
            yield version, tournament.decisions.get(version)
