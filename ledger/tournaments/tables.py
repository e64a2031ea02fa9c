"""Tables of a round: open their matches, with what chance gave where a set-up asks, and close those that count."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from tablescribe.domain.games import game, opening, seats_for
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.refusals import MatchIsClosed, Refused
from tablescribe.domain.match.result_answers import counts, counts_from
from tablescribe.domain.rules.chance import NeedsOutcome, Outcome, Question
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.tournament.model.roles import DESK, ORGANISER, PLAYER, must_be_allowed
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import Text
from tablescribe.ledger.log.errors import NoSuchMatch, Stale
from tablescribe.ledger.matches.result_answers import answers_of
from tablescribe.ledger.tournaments.seeds import dealing
from tablescribe.ledger.tournaments.tournament_store import TRIES, TournamentStore


@dataclass(frozen=True)
class OpeningQuestion:
    """What the set-up of a table asks before its match can be opened.

    Attributes:
        opening: gives things their names.
        people: who sits there, by seat; an automaton among them.
        told: the outcomes that were entered so far.
        question: the next one.
    """

    opening: Opening
    people: tuple[str, ...]
    told: tuple[Outcome, ...]
    question: Question


@dataclass(frozen=True)
class OpenedTable:
    """The result of opening a table.

    Attributes:
        table: its number.
        match: the id of its match.
        new: whether it was opened now; if not, it was open already, or waits for an outcome (`asks`).
        asks: the outcome of chance that must be entered before the set-up can continue.
    """

    table: int
    match: str
    new: bool
    asks: Text | None = None


class Tables(TournamentStore):
    """Commands on the tables of a round."""

    _settling = False

    def start(
        self, tournament_id: str, *, by: str = DESK, table: int | None = None, outcomes: Sequence[Outcome] = ()
    ) -> list[OpenedTable]:
        """Open the matches of the round, or that of one table; matches already open stay as they are.

        Match ids were recorded with the pairing, so starting a round again, also after a crash, opens none twice. A
        player opens one table, and only by entering what its set-up asks.
        """
        must_be_allowed(by, "open" if by == PLAYER and table is not None and outcomes else "start")
        tournament = self.tournament(tournament_id)
        seating = tournament.seating(max(tournament.round, 1))
        if table is not None:
            seating.must_have(table)
        here = set(self.ledger.match_ids())
        wanted = range(1, len(seating.pods) + 1) if table is None else [table]
        return [self._open(tournament, seating, one, here, outcomes) for one in wanted if one not in seating.reports]

    def _open(
        self, tournament: Tournament, seating: Seating, table: int, here: set[str], outcomes: Sequence[Outcome]
    ) -> OpenedTable:
        match_id, stage = seating.matches[table - 1], tournament.plan.stages[seating.paired.stage]
        if match_id in here:
            return OpenedTable(table, match_id, False)
        people = [tournament.entrants[ref] for ref in seating.pods[table - 1]]
        seats = [Seat(one.entrant, one.commitment) for one in people]
        for seat in game(stage.game).automata if len(people) == 1 else ():
            seats.insert(seat - 1, Seat(*self.ledger.introduce(AUTOMATON)))
        try:
            self.scribe.new(
                stage.game, self._called(tournament, seating, table), options=stage.options, catalogue=stage.catalogue,
                chance=stage.chance, take_back=stage.take_back, outcomes=outcomes, match_id=match_id, seats=seats,
                clock=stage.control, clock_by=ORGANISER, **dealing(self.ledger, tournament, seating),
            )  # fmt: skip
        except NeedsOutcome as needs:
            return OpenedTable(table, match_id, False, needs.question.text())
        except Stale:  # another process opened it a moment ago
            return OpenedTable(table, match_id, False)
        return OpenedTable(table, match_id, True)

    def _called(self, tournament: Tournament, seating: Seating, table: int) -> list[str]:
        """Return what the seats of a table are called, an automaton among them."""
        names, pod = self.names(tournament), seating.pods[table - 1]
        called = [names[ref] for ref in pod]
        for seat in game(tournament.plan.stages[seating.paired.stage].game).automata if len(pod) == 1 else ():
            called.insert(seat - 1, AUTOMATON)
        return called

    def settle(self, tournament: Tournament) -> list[str]:
        """Close the matches of the last round whose results count; return their ids.

        All seats have agreed, or the plan's time to object is over and none has: see `result_answers.py`.
        """
        if self._settling or not tournament.seatings or tournament.finished is not None:
            return []
        self._settling = True  # each that is closed here collects results, which comes here again
        try:
            return self._settle(tournament, tournament.seatings[-1])
        finally:
            self._settling = False

    def _settle(self, tournament: Tournament, seating: Seating) -> list[str]:
        minutes, closed = tournament.plan.stages[seating.paired.stage].objection, list[str]()
        for table in seating.missing:
            match = self._open_match(seating.matches[table - 1])
            if match is None or not match.is_over:
                continue
            due = counts_from(self.ledger.events_of(match.id)[-1].at, minutes)
            if counts(answers_of(self.ledger, match), match.opening.people, due, self.scribe.now()):
                with suppress(Stale, MatchIsClosed):  # somebody closed it, or took moves back, a moment ago
                    self.scribe.close(match.id, expected_version=match.version)
                    closed.append(match.id)
        return closed

    def end(self, match_id: str) -> None:
        """End the match of a table that has reported otherwise: with its result if it has one, else as abandoned."""
        for _ in range(TRIES):
            match = self._open_match(match_id)
            if match is None:
                return
            with suppress(Stale, Refused):  # somebody records at this moment
                self.scribe.close(match_id, abandoned=not match.is_over, expected_version=match.version)

    def _open_match(self, match_id: str) -> Match | None:
        """Return a match that is open; `None` if there is none, or it is closed."""
        with suppress(NoSuchMatch):
            match = self.ledger.match(match_id)
            return match if match.closed is None else None
        return None

    def question(
        self, tournament: Tournament, seating: Seating, table: int, told: Sequence[Outcome] = ()
    ) -> OpeningQuestion | None:
        """Return what the set-up of a table asks after some outcomes; `None` if it asks nothing more.

        Raises:
            WrongOutcome: one of the outcomes cannot come up.
        """
        stage = tournament.plan.stages[seating.paired.stage]
        if stage.chance == "sealed":
            return None
        size = len(seating.pods[table - 1])
        fixed = opening(stage.game, seats_for(stage.game, size), stage.options, stage.catalogue)
        try:
            Match.open("trial", fixed, [Seat("", "")] * fixed.seats, self.scribe.stamp(), chance=stage.chance,
                       take_back=stage.take_back, outcomes=tuple(told))  # fmt: skip
        except NeedsOutcome as needs:
            return OpeningQuestion(fixed, tuple(self._called(tournament, seating, table)), tuple(told), needs.question)
        return None


AUTOMATON = "Automa"
"""What an automaton is called that sits at a table."""
