"""Result slips that two people enter independently: commands to record an entry, and to decide where they differ."""

from __future__ import annotations

from collections.abc import Sequence

from tablescribe.domain.tournament.model.events import Reported, SlipTyped
from tablescribe.domain.tournament.model.roles import DESK, ORGANISER
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.typed_slips import TypedSlip, decide_slip, type_slip, typed_slip
from tablescribe.ledger.tournaments.seeds import tell
from tablescribe.ledger.tournaments.tables import Tables
from tablescribe.ledger.tournaments.tournament_store import command_of


class TypedSlips(Tables):
    """Commands on result slips that two people enter independently."""

    def type_slip(
        self, tournament_id: str, round_number: int, table: int, text: str, *, by: str = DESK, match: str = "",
        same_person: Sequence[str] = (), command_id: str | None = None,
    ) -> TypedSlip:  # fmt: skip
        """Record one person's entry of a slip; return the current state of the slip.

        Once the entries agree, the table's result is reported and its match is closed.

        Raises:
            Refused: the slip cannot be entered now.
        """

        def do(tournament: Tournament) -> SlipTyped:
            stamp = self.scribe.stamp()
            typed = type_slip(tournament, round_number, table, text, stamp, by=by, match=match, same_person=same_person)
            tell(self.ledger, tournament, stamp)  # the seed of its round, if that was the last table
            return typed

        self._record(
            tournament_id, do, command=command_of(command_id, "type slip", round_number, table, text, match, by)
        )
        return self._after(tournament_id, round_number, table)

    def decide_slip(
        self, tournament_id: str, round_number: int, table: int, text: str, *, by: str = ORGANISER, match: str = "",
        command_id: str | None = None,
    ) -> TypedSlip:  # fmt: skip
        """Decide a slip on which two entries differ; return the current state of the slip.

        Raises:
            RoleRefused: only an organiser or arbiter may decide.
            Refused: the entries of this slip do not differ.
        """

        def do(tournament: Tournament) -> Reported:
            stamp = self.scribe.stamp()
            reported = decide_slip(tournament, round_number, table, text, stamp, by=by, match=match)
            tell(self.ledger, tournament, stamp)
            return reported

        self._record(
            tournament_id, do, command=command_of(command_id, "decide slip", round_number, table, text, match, by)
        )
        return self._after(tournament_id, round_number, table)

    def _after(self, tournament_id: str, round_number: int, table: int) -> TypedSlip:
        tournament = self.tournament(tournament_id)
        seating = tournament.seating(round_number)
        found = typed_slip(tournament, seating, table)
        if found.report is not None:
            self.end(seating.matches[table - 1])
        return found
