"""Tables of a round: open their matches, with outcomes of chance in the set-up; close those whose results count."""

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
    """A question about an outcome of chance that must be answered before a table's match can be opened.

    Attributes:
        opening: the opening of the match, for names of components.
        people: names by seat, including automata.
        told: the outcomes entered so far.
        question: the next question.
    """

    opening: Opening
    people: tuple[str, ...]
    told: tuple[Outcome, ...]
    question: Question


@dataclass(frozen=True)
class OpenedTable:
    """The result of opening a table.

    Attributes:
        table: number of the table.
        match: id of its match.
        new: whether the match was opened now; if not, it was open already, or waits for an outcome (`asks`).
        asks: question for the outcome of chance that must be entered before the set-up can continue.
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
        """Open the matches of the round, or of one table; open matches are not changed.

        Match ids were recorded with the pairing. So starting a round again, even after a crash, opens no match twice.
        A player may open one table only, and only with the outcomes that its set-up requires.
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
        """Return the names at a table, in seat order, including automata."""
        names, pod = self.names(tournament), seating.pods[table - 1]
        called = [names[ref] for ref in pod]
        for seat in game(tournament.plan.stages[seating.paired.stage].game).automata if len(pod) == 1 else ():
            called.insert(seat - 1, AUTOMATON)
        return called

    def settle(self, tournament: Tournament) -> list[str]:
        """Close the matches of the last round whose results are final; return their ids.

        A result is final once all seats confirmed it, or nobody objected within the plan's time; see
        `result_answers.py`.
        """
        if self._settling or not tournament.seatings or tournament.finished is not None:
            return []
        self._settling = True  # closing a match collects results, which calls `settle` again
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
                with suppress(Stale, MatchIsClosed):  # closed, or moves undone, concurrently
                    self.scribe.close(match.id, expected_version=match.version)
                    closed.append(match.id)
        return closed

    def end(self, match_id: str) -> None:
        """Close the match of a table that was reported by a slip: as finished if the game is over, else abandoned."""
        for _ in range(TRIES):
            match = self._open_match(match_id)
            if match is None:
                return
            with suppress(Stale, Refused):  # a concurrent write
                self.scribe.close(match_id, abandoned=not match.is_over, expected_version=match.version)

    def _open_match(self, match_id: str) -> Match | None:
        """Return an open match; `None` if it does not exist or is closed."""
        with suppress(NoSuchMatch):
            match = self.ledger.match(match_id)
            return match if match.closed is None else None
        return None

    def question(
        self, tournament: Tournament, seating: Seating, table: int, told: Sequence[Outcome] = ()
    ) -> OpeningQuestion | None:
        """Return the next question of a table's set-up after these outcomes; `None` if there is none.

        Raises:
            WrongOutcome: one of the outcomes is impossible.
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
"""Name of an automaton at a table."""
