"""The return of entrants who withdrew, or were withdrawn by mistake."""

from __future__ import annotations

from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.model.events import Returned
from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.possible import gone_on
from tablescribe.domain.tournament.model.preconditions import must_be_open, must_have_entered
from tablescribe.domain.tournament.model.roles import must_be_allowed
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import say


def return_entrant(tournament: Tournament, ref: Ref, stamp: Stamp, *, by: str, reason: str = "") -> Returned:
    """Let a withdrawn entrant return: they are paired again from the next round on. Rounds in between stay missed.

    Raises:
        Refused: the tournament is over, they have not withdrawn, or it is too late to return to this stage.
    """
    must_be_allowed(by, "return")
    must_be_open(tournament)
    must_have_entered(tournament, ref)
    left = tournament.withdrawn.get(ref)
    if left is None:
        raise Refused(say("this entrant has not withdrawn"))
    if missed := gone_on(tournament.plan, left.after, tournament.round):
        raise Refused(say("this entrant withdrew after round {round} and cannot return: round {missed} was paired "
                          "without them, and nobody can join this stage later",
                          round=left.after, missed=missed))  # fmt: skip
    return tournament.record(Returned, stamp, by=by, entrant=ref, reason=reason)


def may_return(tournament: Tournament, ref: Ref) -> bool:
    """Return whether an entrant has withdrawn and can still return."""
    left = tournament.withdrawn.get(ref)
    return (
        left is not None and tournament.finished is None and not gone_on(tournament.plan, left.after, tournament.round)
    )
