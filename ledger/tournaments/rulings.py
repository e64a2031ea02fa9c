"""Rulings of arbiters, and their consequences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from tablescribe.domain.tournament import rulings
from tablescribe.domain.tournament.consequences import Consequences
from tablescribe.domain.tournament.model.events import Appealed, Corrected, Decided, Penalised
from tablescribe.domain.tournament.model.field import How
from tablescribe.domain.tournament.model.roles import ARBITER, DESK
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.ledger.tournaments.tournament_store import TournamentStore, command_of


class Rulings(TournamentStore):
    """Commands of arbiters: correct reports, penalise entrants, record and decide appeals."""

    def correct(
        self,
        tournament_id: str,
        round_number: int,
        table: int,
        places: Sequence[int],
        *,
        clause: str,
        reason: str,
        how: How | None = None,
        points: Sequence[int | None] | None = None,
        absent: Iterable[int] = (),
        ruling: int | None = None,
        appeal: int | None = None,
        by: str = ARBITER,
        preview: bool = False,
        expected: int | None = None,
        command_id: str | None = None,
        together: bool = False,
    ) -> tuple[Corrected, Consequences]:
        """Correct a report; return the ruling and its consequences. With `preview`, nothing is recorded."""
        missing = tuple(absent)

        def do(tournament: Tournament) -> Corrected:
            was = tournament.seating(round_number).reports.get(table)
            played = How(was.how) if was is not None and was.how != How.FORFEIT else How.SLIP  # the present have played
            kind = how or (How.FORFEIT if missing else played)
            same = tournament.said(was).points if was is not None else ()
            return rulings.correct(
                tournament, round_number, table, kind, places, self.scribe.stamp(), by=by, clause=clause,
                reason=reason, points=same if points is None else points, absent=missing, ruling=ruling, appeal=appeal,
                together=together,
            )  # fmt: skip

        told = [round_number, table, list(places), how, points, missing, ruling, appeal, by]
        told += ["together"] if together else []
        command = command_of(command_id, "correct", *told, words=[clause, reason])
        return self._with_consequences(tournament_id, do, preview, expected, command=command)

    def penalise(
        self, tournament_id: str, who: str, points: Fraction, *, clause: str, reason: str,
        round_number: int | None = None, by: str = ARBITER, preview: bool = False, command_id: str | None = None,
    ) -> tuple[Penalised, Consequences]:  # fmt: skip
        """Deduct points from an entrant; return ruling and consequences. With `preview`, nothing is recorded."""

        def do(tournament: Tournament) -> Penalised:
            number = tournament.round if round_number is None else round_number
            return rulings.penalise(
                tournament, self.person(tournament, who), str(points), self.scribe.stamp(), by=by, round_number=number,
                clause=clause, reason=reason,
            )  # fmt: skip

        command = command_of(
            command_id, "penalise", self._refs(tournament_id, who), points, round_number, by, words=[clause, reason]
        )
        return self._with_consequences(tournament_id, do, preview, command=command)

    def appeal(
        self, tournament_id: str, who: str, about: int, *, reason: str, by: str = DESK, command_id: str | None = None
    ) -> Appealed:
        """Record an entrant's appeal against a report or a penalty."""
        return self._record(
            tournament_id,
            lambda t: rulings.appeal(t, self.person(t, who), about, self.scribe.stamp(), by=by, reason=reason),
            command=command_of(command_id, "appeal", self._refs(tournament_id, who), about, by, words=[reason]),
        )

    def decide(
        self,
        tournament_id: str,
        appeal: int,
        *,
        upheld: bool,
        reason: str,
        clause: str = "",
        by: str = ARBITER,
        command_id: str | None = None,
    ) -> tuple[Decided, Consequences]:
        """Decide an appeal; return the decision and its consequences. Upholding an appeal lifts the penalty."""

        def do(tournament: Tournament) -> Decided:
            return rulings.decide(
                tournament, appeal, self.scribe.stamp(), by=by, upheld=upheld, clause=clause, reason=reason
            )

        command = command_of(command_id, "decide", appeal, upheld, by, words=[clause, reason])
        return self._with_consequences(tournament_id, do, False, command=command)
