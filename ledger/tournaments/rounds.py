"""Rounds: pair, adjust, report."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import cast

from tablescribe.domain.match.match import Refused
from tablescribe.domain.tournament import commands as act
from tablescribe.domain.tournament.attendance import check_in, proposed_byes, request_bye
from tablescribe.domain.tournament.model.events import (
    Adjusted,
    ByeRequested,
    CheckedIn,
    Clocked,
    Paired,
    Reported,
    Restated,
    Unsealed,
)
from tablescribe.domain.tournament.model.field import Bye, How, Pairing
from tablescribe.domain.tournament.model.folding import before
from tablescribe.domain.tournament.model.results import of_people, places_of, points_of, won_together
from tablescribe.domain.tournament.model.roles import DESK, HALL, ORGANISER, must_be_allowed
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.pairing_input import given
from tablescribe.domain.tournament.restating import restate
from tablescribe.domain.tournament.round_clock import set_clock
from tablescribe.domain.words.text import Spoken, say
from tablescribe.ledger.log.errors import NoSuchMatch
from tablescribe.ledger.matches.ids import new_id
from tablescribe.ledger.tournaments.seeds import sealing, tell
from tablescribe.ledger.tournaments.tables import Tables
from tablescribe.ledger.tournaments.tournament_store import command_of

WAITS = 1.0
"""Seconds to wait for the read models, which find the tournament of a match."""


def byes_of(tournament: Tournament, told: Mapping[str, Bye | None]) -> dict[str, Bye]:
    """Return the byes of the next round, by reference; `told` (from officials) overrides requests of entrants."""
    wanted: dict[str, Bye | None] = {**proposed_byes(tournament), **told}
    return {ref: kind for ref, kind in wanted.items() if kind is not None}


class Rounds(Tables):
    """Commands on rounds: pair, adjust, and report results; `Tables` opens the matches."""

    def pair(
        self,
        tournament_id: str,
        *,
        by: str = ORGANISER,
        byes: Mapping[str, Bye | None] | None = None,
        seed: int | None = None,
        expected: int | None = None,
        command_id: str | None = None,
    ) -> Paired:
        """Pair the next round, after collecting the results of closed matches.

        Args:
            byes: kind of bye by entrant; `None` pairs an entrant despite a request. All others get the bye that they
                requested. In round 1, absent entrants get a zero-point bye if officials checked people in.
            seed: seed of the pairing engine; by default a random one. It is recorded.

        Raises:
            Refused: a table has not reported, or the round was paired meanwhile.
        """
        must_be_allowed(by, "pair")
        told = dict(zip(self._refs(tournament_id, *(byes or {})), (byes or {}).values(), strict=True))
        command = command_of(command_id, "pair", told, seed, by)
        if (answer := self._answered(self.tournament(tournament_id), command)) is not None:
            return cast(Paired, answer[0])
        expected = self._collected(tournament_id, expected)
        wanted = act.must_be_pairable(self.tournament(tournament_id))
        commitment, seal_lot = sealing(self.ledger, self.tournament(tournament_id).plan, wanted)
        lot = self._lot(self.ledger.find_tournament(tournament_id), wanted) if seed is None else seed

        def do(tournament: Tournament) -> Paired:
            number = act.must_be_pairable(tournament, wanted)
            asked = byes_of(tournament, told)
            made = self._made(tournament, number, asked, lot)
            ids = [new_id() for _ in made.pods]
            paired = act.pair(tournament, made, ids, asked, self.scribe.stamp(), by=by, commitment=commitment)
            seal_lot(tournament, self.scribe.stamp(), by)
            return paired

        return self._record(tournament_id, do, expected, command=command)

    def check_in(
        self, tournament_id: str, who: str, here: bool = True, *, by: str = DESK, command_id: str | None = None
    ) -> CheckedIn:
        """Check an entrant in; with `here=False`, undo the check-in."""
        command = command_of(command_id, "check in", self._refs(tournament_id, who), here, by)
        return self._record(
            tournament_id, lambda t: check_in(t, self.person(t, who), here, self.scribe.stamp(), by=by),
            command=command,
        )  # fmt: skip

    def request_bye(
        self, tournament_id: str, who: str, round_number: int, kind: str, *, by: str = DESK,
        command_id: str | None = None,
    ) -> ByeRequested:  # fmt: skip
        """Record an entrant's request for a bye in a later round; an empty `kind` withdraws the request."""
        command = command_of(command_id, "request", self._refs(tournament_id, who), round_number, kind, by)
        return self._record(
            tournament_id,
            lambda t: request_bye(t, self.person(t, who), round_number, kind, self.scribe.stamp(), by=by),
            command=command,
        )

    def _lot(self, tournament_id: str, number: int) -> int:
        """Return the seed for pairing a round."""
        return secrets.randbelow(2**31)

    def _made(self, tournament: Tournament, number: int, asked: Mapping[str, Bye], lot: int) -> Pairing:
        """Return the pairing that the engine computes for the next round."""
        stage, people, rounds = given(tournament, number, asked)
        if not people:
            raise Refused(say("there are no entrants to pair. Add entrants first"))
        return self._engine()(stage, people, rounds, lot)

    def adjust(
        self,
        tournament_id: str,
        swap: tuple[str, str],
        *,
        by: str = ORGANISER,
        reason: str,
        expected: int | None = None,
        command_id: str | None = None,
    ) -> Adjusted:
        """Swap two entrants in the last round, at tables or byes. Tables that change get new matches."""

        def do(tournament: Tournament) -> Adjusted:
            seating = tournament.seating(max(tournament.round, 1))
            one, other = (self.person(tournament, who) for who in swap)
            other_way = {one: other, other: one}
            pods = [tuple(other_way.get(ref, ref) for ref in pod) for pod in seating.pods]
            byes = {other_way.get(ref, ref): kind for ref, kind in seating.byes.items()}
            ids = [
                was if pod == old else new_id()
                for was, pod, old in zip(seating.matches, pods, seating.pods, strict=True)
            ]
            if seating.commitment and set(self.ledger.match_ids()) & (set(seating.matches) - set(ids)):
                raise Refused(
                    say("that table has already seen the shuffle that all tables play, so its seating cannot change")
                )
            return act.adjust(tournament, seating.number, pods, byes, ids, self.scribe.stamp(), by=by, reason=reason)

        command = command_of(command_id, "adjust", self._refs(tournament_id, *swap), by, words=[reason])
        done = self._record(tournament_id, do, expected, command=command)
        old = before(self.tournament(tournament_id), done.originator_version).seating(done.round).matches
        for match_id in set(old) - set(done.matches):  # replaced by the new matches
            with suppress(NoSuchMatch, Refused):
                self.scribe.close(match_id, abandoned=True)
        return done

    def clock(
        self, tournament_id: str, does: str, *, seconds: int = 0, reason: str = "", by: str = ORGANISER,
        round_number: int | None = None, expected: int | None = None, command_id: str | None = None,
    ) -> Clocked:  # fmt: skip
        """Start, pause or resume the clock of the round, or add time to it."""

        def do(tournament: Tournament) -> Clocked:
            number = max(tournament.round, 1) if round_number is None else round_number
            stamp = self.scribe.stamp()
            return set_clock(tournament, does, stamp, by=by, round_number=number, seconds=seconds, reason=reason)

        command = command_of(command_id, "clock", does, seconds, round_number, by, words=[reason])
        return self._record(tournament_id, do, expected, command=command)

    def collect(self, tournament_id: str) -> list[Reported]:
        """Report the results of the round's matches that are closed or final by now; existing reports are unchanged.

        After the last report, the seed of a duplicate round is revealed.
        """
        return self._collect(tournament_id)[0]

    def _collect(self, tournament_id: str) -> tuple[list[Reported], list[Unsealed]]:
        def do(tournament: Tournament) -> tuple[list[Reported], list[Unsealed]]:
            reported = list[Reported]()
            if tournament.seatings and tournament.finished is None:
                seating = tournament.seatings[-1]
                readings = self._readings(seating)
                found = (self._of_match(tournament, seating, table, readings) for table in seating.missing)
                reported = [one for one in found if one is not None]
            return reported, tell(self.ledger, tournament, self.scribe.stamp())

        self.settle(self.tournament(tournament_id))
        self.ledger.lists.fresh(within=WAITS)
        return self._record(tournament_id, do)

    def _collected(self, tournament_id: str, expected: int | None) -> int | None:
        """Collect results, and return the expected version after that: collected reports are not a conflict.

        Raises:
            StaleTournament: the tournament is not at the expected version.
        """
        if expected is None:
            self.collect(tournament_id)
            return None
        self._must_be_at(self.tournament(tournament_id), expected)
        self._collect(tournament_id)
        now = self.tournament(tournament_id)
        told = [one for one in now.events[expected:] if isinstance(one, Unsealed) or getattr(one, "by", "") == HALL]
        self._must_be_at(now, expected + len(told))
        return now.version

    def _of_match(
        self, tournament: Tournament, seating: Seating, table: int, readings: Mapping[str, str]
    ) -> Reported | None:
        match_id = readings.get(seating.matches[table - 1], seating.matches[table - 1])
        head = self.ledger.head(match_id)
        if not head:
            return None
        match, seats = self.ledger.match(match_id), len(seating.pods[table - 1])
        assert match.closed is not None
        result = of_people(match.closed.result, match.opening.seats, match.opening.people)
        try:
            places = places_of(result, seats)
        except Refused:  # abandoned: an official has to enter the result
            return None
        return act.report(
            tournament, seating.number, table, How.PLAYED, places, self.scribe.stamp(), by=HALL,
            points=points_of(result, seats), match=match_id, version=match.closed.originator_version,
            head=head, together=bool(won_together(result)),
        )  # fmt: skip

    def _readings(self, seating: Seating) -> dict[str, str]:
        """Return, by planned match, the closed match that was reconciled from its log and reports in its place.

        The read models find the candidates; each match itself names its source logs.
        """
        planned, found = [seating.matches[table - 1] for table in seating.missing], dict[str, str]()
        for log, reading in self.ledger.asking.readings_of(planned).items():
            sourced = self.ledger.match(reading).sourced if self.ledger.head(reading) else None
            if sourced is not None and log in [one.match for one in sourced.sources]:
                found[log] = reading
        return found

    def closed(self, match_id: str) -> None:
        """Report a closed match to its tournament, if any; called by the scribe.

        This includes a match reconciled from the logs of a tournament's match. The read models find the tournament, so
        the cost does not grow with their number. If the report fails now or the read models lag behind, the result is
        collected when the next round is paired.
        """
        with suppress(Spoken):
            self.ledger.lists.fresh(within=WAITS)
            sourced = self.ledger.match(match_id).sourced
            logs = [one.match for one in sourced.sources] if sourced is not None else []
            found = [one for log in (match_id, *logs) for one in self.ledger.asking.tournaments_of(log)]
            for tournament_id in dict.fromkeys(found):
                self.collect(tournament_id)

    def report(
        self,
        tournament_id: str,
        table: int,
        places: Sequence[int],
        *,
        how: How = How.SLIP,
        points: Sequence[int | None] = (),
        absent: Iterable[int] = (),
        round_number: int | None = None,
        by: str = DESK,
        command_id: str | None = None,
        together: bool = False,
    ) -> Reported:
        """Record a result slip: a table's result without a match, or a forfeit.

        Args:
            places: each seat's place.
            how: kind of result.
            points: each seat's points.
            absent: seats of absent entrants.
            together: whether several winners won as a team, instead of tying.
        """
        missing = tuple(absent)

        def do(tournament: Tournament) -> Reported:
            number = tournament.round if round_number is None else round_number
            reported = act.report(
                tournament, number, table, how, places, self.scribe.stamp(), by=by, points=points, absent=missing,
                together=together,
            )  # fmt: skip
            tell(self.ledger, tournament, self.scribe.stamp())  # the seed of its round, if that was the last table
            return reported

        told = [table, list(places), how, list(points), missing, round_number, by, *(["together"] if together else [])]
        reported = self._record(tournament_id, do, command=command_of(command_id, "report", *told))
        seating = self.tournament(tournament_id).seating(reported.round)
        self.end(seating.matches[reported.table - 1])
        return reported

    def restate(
        self,
        tournament_id: str,
        table: int,
        places: Sequence[int],
        *,
        how: How = How.SLIP,
        points: Sequence[int | None] = (),
        absent: Iterable[int] = (),
        round_number: int | None = None,
        by: str = DESK,
        command_id: str | None = None,
        together: bool = False,
    ) -> Restated:
        """Replace a result slip; this needs no ruling until the next round is paired. See `report`."""
        missing = tuple(absent)

        def do(tournament: Tournament) -> Restated:
            number = tournament.round if round_number is None else round_number
            return restate(
                tournament, number, table, how, places, self.scribe.stamp(), by=by, points=points, absent=missing,
                together_won=together,
            )  # fmt: skip

        told = [table, list(places), how, list(points), missing, round_number, by, together]
        return self._record(tournament_id, do, command=command_of(command_id, "restate", *told))
