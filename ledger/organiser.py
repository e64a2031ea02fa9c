"""What officials do with tournaments, for clients: it brings in clock, ids, names, lot, engines and matches.

Two officials may work at once. What does not depend on what the other did is simply recorded after it; what does is
refused by what stands then ("round 2 is paired already"), or by the version that somebody looked at (`expected`).
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar, cast

import msgspec

from domain.chance import NeedsOutcome, Outcome
from domain.events import Seat, Stamp
from domain.games import UnknownGame, WrongOptions, opening
from domain.match import Match, Refused
from domain.play import Illegal
from domain.text import Spoken, Text, say
from domain.tournament import officiating as act
from domain.tournament.consequences import Consequences, consequences
from domain.tournament.events import (
    Adjusted,
    Appealed,
    Corrected,
    Decided,
    Entered,
    Finished,
    Paired,
    Penalised,
    Reported,
    TournamentEvent,
    Withdrawn,
)
from domain.tournament.field import Bye, How, Pairing, Ref
from domain.tournament.inputs import given
from domain.tournament.plan import BadPlan, Plan, Stage, digest
from domain.tournament.results import places_of, points_of
from domain.tournament.roles import ARBITER, DESK, HALL, ORGANISER, must_be_allowed
from domain.tournament.tournament import Seating, Tournament, before
from ledger.ledger import Ledger
from ledger.log.errors import NoSuchMatch, Stale, StaleTournament
from ledger.log.recorder import Command
from ledger.scribe import Scribe, new_id

Done = TypeVar("Done")
Engine = Callable[..., Pairing]

TRIES = 20
"""How often something is tried again if somebody else recorded in between."""


@dataclass(frozen=True)
class Opened:
    """A table that was to be opened.

    Attributes:
        match: the id of its match.
        new: whether it was opened now; otherwise it was open, or is not (`asks`).
        asks: what its set-up asks of chance, which somebody has to tell first.
    """

    table: int
    match: str
    new: bool
    asks: Text | None = None


def engines() -> Engine:
    """Return what pairs a round: the engines that come with us."""
    from domain.tournament.pairing import pair

    return cast(Engine, pair)


class Organiser:
    """Runs tournaments in a ledger."""

    def __init__(self, scribe: Scribe, engine: Callable[[], Engine] = engines) -> None:
        """Run them with a scribe, who opens their matches; `engine` gives what pairs a round, when it is needed."""
        self.scribe = scribe
        self.ledger: Ledger = scribe.ledger
        self._engine = engine

    # --- reading --------------------------------------------------------------------------

    def tournament(self, beginning: str) -> Tournament:
        """Return a tournament by its id, or by as much of its beginning as tells it from others."""
        return self.ledger.tournament(self.ledger.find_tournament(beginning))

    def names(self, tournament: Tournament) -> dict[Ref, str]:
        """Return what people are called; somebody who was erased is the starting number."""
        known = self.ledger.names(tournament.entrants)
        return {ref: known.get(ref, f"#{one.number}") for ref, one in tournament.entrants.items()}

    def person(self, tournament: Tournament, who: str) -> Ref:
        """Return the reference of an entrant by reference, starting number (`#3`) or name.

        Raises:
            Refused: nobody is called so, or several are.
        """
        if who in tournament.entrants:
            return who
        found = [ref for ref, one in tournament.entrants.items() if who == f"#{one.number}"]
        if not found:
            names = self.names(tournament)
            found = [ref for ref in tournament.entrants if names[ref].casefold() == who.strip().casefold()]
        if len(found) == 1:
            return found[0]
        if found:
            numbers = ", ".join(f"#{tournament.entrants[ref].number}" for ref in found)
            raise Refused(say("several are called {who}: say the number, {numbers}", who=who, numbers=numbers))
        raise Refused(say("nobody is called {who} here: `tablescribe tournament show` has names and numbers", who=who))

    # --- before it begins -----------------------------------------------------------------

    def announce(self, plan: Plan, *, by: str = ORGANISER) -> Tournament:
        """Announce a tournament. Each game is tried first, so that no round fails to start.

        Raises:
            BadPlan: a game is not here, or cannot be played like that; which stage, and why.
        """
        checked = Plan(title=plan.title, stages=tuple(self._checked(stage) for stage in plan.stages))
        new = act.announce(new_id(), checked, self.scribe.stamp(), by=by)
        self.ledger.save(cast(Any, new), expected_version=0)
        return new

    def _checked(self, stage: Stage) -> Stage:
        box = ""
        for size in stage.pods:
            try:
                fixed = opening(stage.game, size, stage.options, stage.catalogue)
                seed = bytes(32) if stage.chance == "sealed" else None
                with suppress(NeedsOutcome):
                    Match.open("trial", fixed, [Seat("", "")] * size, Stamp(self.scribe.stamp().at, "", ""),
                               chance=stage.chance, take_back=stage.take_back, seed=seed)  # fmt: skip
            except (UnknownGame, WrongOptions, Refused, Illegal) as error:
                raise BadPlan(
                    say("stage {stage}: {n} cannot play it: {why}", stage=stage.name, n=size, why=error.text)
                ) from error
            box = digest(fixed.catalogue.plain())
        if stage.box and stage.box != box:
            raise BadPlan(say("stage {stage}: its box is another one ({box})", stage=stage.name, box=box))
        return stage.model_copy(update={"box": box})

    def enter(
        self,
        tournament_id: str,
        names: Sequence[str],
        *,
        ratings: Mapping[str, int] | None = None,
        may_not_meet: Sequence[str] = (),
        by: str = DESK,
    ) -> list[Entered]:
        """Let people take part from the next round on. All of them, or none.

        Raises:
            Refused: it is too late, or somebody of that name is in it.
        """
        found = self.ledger.find_tournament(tournament_id)
        now = self.ledger.tournament(found)
        self._refuse_twice(now, names)
        must_be_allowed(by, "enter")
        act.enter(now, "trial", "", self.scribe.stamp(), by=by)  # refuses before names are kept
        known = [(name, *self.ledger.introduce(name.strip())) for name in names]

        def do(tournament: Tournament) -> list[Entered]:
            self._refuse_twice(tournament, names)
            apart = [self.person(tournament, who) for who in may_not_meet]
            rated = ratings or {}
            return [
                act.enter(tournament, ref, commitment, self.scribe.stamp(), by=by, rating=rated.get(name),
                          may_not_meet=apart)
                for name, ref, commitment in known
            ]  # fmt: skip

        return self._record(found, do)

    def _refuse_twice(self, tournament: Tournament, names: Sequence[str]) -> None:
        """Refuse names of which two cannot be told apart."""
        here = {name.casefold() for name in self.names(tournament).values()}
        for name in names:
            if not name.strip():
                raise Refused(say("a name is empty"))
            if name.strip().casefold() in here:
                raise Refused(say("{name} is in it already: tell namesakes apart, as in `Ada L.`", name=name))
            here.add(name.strip().casefold())

    def withdraw(self, tournament_id: str, who: str, *, by: str = DESK, reason: str = "") -> Withdrawn:
        """Let somebody play no more after the round that is paired now."""
        return self._record(
            tournament_id, lambda t: act.withdraw(t, self.person(t, who), self.scribe.stamp(), by=by, reason=reason)
        )

    # --- rounds ---------------------------------------------------------------------------

    def pair(
        self,
        tournament_id: str,
        *,
        by: str = ORGANISER,
        byes: Mapping[str, Bye] | None = None,
        seed: int | None = None,
        expected: int | None = None,
    ) -> Paired:
        """Pair the next round. Matches that were closed report themselves first.

        Args:
            byes: who asked not to sit, and the kind of bye.
            seed: of the lot; by default a random one, which is recorded.

        Raises:
            Refused: a table has not reported, or somebody else has paired the round meanwhile.
        """
        must_be_allowed(by, "pair")
        self.collect(tournament_id)
        wanted = act.must_be_pairable(self.tournament(tournament_id))
        lot = secrets.randbelow(2**31) if seed is None else seed

        def do(tournament: Tournament) -> Paired:
            number = act.must_be_pairable(tournament, wanted)
            asked = {self.person(tournament, who): kind for who, kind in (byes or {}).items()}
            stage, people, rounds = given(tournament, number, asked)
            if not people:
                raise Refused(say("nobody is to sit: enter people first"))
            made = self._engine()(stage, people, rounds, lot)
            ids = [new_id() for _ in made.pods]
            return act.pair(tournament, made, ids, asked, self.scribe.stamp(), by=by)

        return self._record(tournament_id, do, expected)

    def adjust(
        self,
        tournament_id: str,
        swap: tuple[str, str],
        *,
        by: str = ORGANISER,
        reason: str,
        expected: int | None = None,
    ) -> Adjusted:
        """Let two people change seats in the last round; a bye is a seat, too. Tables that change get new matches."""
        stale: list[str] = []

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
            stale[:] = [was for was, now in zip(seating.matches, ids, strict=True) if was != now]
            return act.adjust(tournament, seating.number, pods, byes, ids, self.scribe.stamp(), by=by, reason=reason)

        done = self._record(tournament_id, do, expected)
        for match_id in stale:  # nobody plays it any more
            with suppress(NoSuchMatch, Refused):
                self.scribe.close(match_id, abandoned=True)
        return done

    def start(
        self, tournament_id: str, *, by: str = DESK, table: int | None = None, outcomes: Sequence[Outcome] = ()
    ) -> list[Opened]:
        """Open all matches of the round, or that of one table; those that are open already stay as they are.

        Their ids were recorded with the pairing: whoever starts a round twice, or after a crash, opens none twice.
        """
        must_be_allowed(by, "start")
        tournament = self.tournament(tournament_id)
        seating = tournament.seating(max(tournament.round, 1))
        if table is not None and not 1 <= table <= len(seating.pods):
            raise Refused(say("round {round} has the tables 1 to {n}", round=seating.number, n=len(seating.pods)))
        here = set(self.ledger.match_ids())
        wanted = range(1, len(seating.pods) + 1) if table is None else [table]
        return [self._open(tournament, seating, one, here, outcomes) for one in wanted if one not in seating.reports]

    def _open(
        self, tournament: Tournament, seating: Seating, table: int, here: set[str], outcomes: Sequence[Outcome]
    ) -> Opened:
        match_id, stage = seating.matches[table - 1], tournament.plan.stages[seating.paired.stage]
        if match_id in here:
            return Opened(table, match_id, False)
        people = [tournament.entrants[ref] for ref in seating.pods[table - 1]]
        names = self.names(tournament)
        try:
            self.scribe.new(
                stage.game, [names[one.entrant] for one in people], options=stage.options, catalogue=stage.catalogue,
                chance=stage.chance, take_back=stage.take_back, outcomes=outcomes, match_id=match_id,
                seats=[Seat(one.entrant, one.commitment) for one in people],
            )  # fmt: skip
        except NeedsOutcome as needs:
            return Opened(table, match_id, False, needs.question.text())
        except Stale:  # somebody else has opened it a moment ago
            return Opened(table, match_id, False)
        return Opened(table, match_id, True)

    def collect(self, tournament_id: str) -> list[Reported]:
        """Let the matches of the round that were closed report themselves; those that did stay as they are."""

        def do(tournament: Tournament) -> list[Reported]:
            if not tournament.seatings or tournament.finished is not None:
                return []
            seating = tournament.seatings[-1]
            found = (self._of_match(tournament, seating, table) for table in seating.missing)
            return [one for one in found if one is not None]

        return self._record(tournament_id, do)

    def _of_match(self, tournament: Tournament, seating: Seating, table: int) -> Reported | None:
        match_id = seating.matches[table - 1]
        head = self.ledger.head(match_id)
        if not head:
            return None
        match, seats = self.ledger.quick_match(match_id), len(seating.pods[table - 1])
        assert match.closed is not None
        try:
            places = places_of(match.closed.result, seats)
        except Refused:  # abandoned: somebody has to say what that gives
            return None
        return act.report(
            tournament, seating.number, table, How.PLAYED, places, self.scribe.stamp(), by=HALL,
            points=points_of(match.closed.result, seats), match=match_id, version=match.closed.originator_version,
            head=head,
        )  # fmt: skip

    def closed(self, match_id: str) -> None:
        """Let a match that was closed report itself, if it is one of a tournament: told by the scribe.

        What cannot be recorded now is collected when the next round is paired.
        """
        with suppress(Spoken):
            for tournament_id in self.ledger.tournament_ids():
                tournament = self.ledger.tournament(tournament_id)
                if tournament.finished is None and tournament.table_of(match_id) is not None:
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
    ) -> Reported:
        """Record a slip: what a table gave without a match, or who did not come."""
        missing = tuple(absent)

        def do(tournament: Tournament) -> Reported:
            number = tournament.round if round_number is None else round_number
            return act.report(
                tournament, number, table, how, places, self.scribe.stamp(), by=by, points=points, absent=missing
            )

        content = ["report", table, list(places), str(how), list(points), missing, round_number, by]
        return self._record(tournament_id, do, command_id=command_id, content=content)

    # --- officials ------------------------------------------------------------------------

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
    ) -> tuple[Corrected, Consequences]:
        """Let a report read otherwise, and return what that changes; with `preview` nothing is recorded."""
        missing = tuple(absent)

        def do(tournament: Tournament) -> Corrected:
            was = tournament.seating(round_number).reports.get(table)
            kind = how or (How.FORFEIT if missing else How(was.how) if was is not None else How.SLIP)
            same = tournament.said(was).points if was is not None else ()
            return act.correct(
                tournament, round_number, table, kind, places, self.scribe.stamp(), by=by, clause=clause,
                reason=reason, points=same if points is None else points, absent=missing, ruling=ruling, appeal=appeal,
            )  # fmt: skip

        return self._with_consequences(tournament_id, do, preview, expected)

    def penalise(
        self, tournament_id: str, who: str, points: Fraction, *, clause: str, reason: str,
        round_number: int | None = None, by: str = ARBITER, preview: bool = False,
    ) -> tuple[Penalised, Consequences]:  # fmt: skip
        """Take points from somebody, and return what that changes."""

        def do(tournament: Tournament) -> Penalised:
            number = tournament.round if round_number is None else round_number
            return act.penalise(
                tournament, self.person(tournament, who), str(points), self.scribe.stamp(), by=by, round_number=number,
                clause=clause, reason=reason,
            )  # fmt: skip

        return self._with_consequences(tournament_id, do, preview)

    def appeal(self, tournament_id: str, who: str, about: int, *, reason: str, by: str = DESK) -> Appealed:
        """Let somebody contest a report or a penalty."""
        return self._record(
            tournament_id,
            lambda t: act.appeal(t, self.person(t, who), about, self.scribe.stamp(), by=by, reason=reason),
        )

    def decide(
        self, tournament_id: str, appeal: int, *, upheld: bool, reason: str, clause: str = "", by: str = ARBITER
    ) -> tuple[Decided, Consequences]:
        """Decide an appeal, and return what that changes: upheld, it lifts a penalty."""

        def do(tournament: Tournament) -> Decided:
            return act.decide(
                tournament, appeal, self.scribe.stamp(), by=by, upheld=upheld, clause=clause, reason=reason
            )

        return self._with_consequences(tournament_id, do, False)

    def finish(self, tournament_id: str, *, by: str = ORGANISER, expected: int | None = None) -> Finished:
        """End the tournament. Matches that were closed report themselves first."""
        self.collect(tournament_id)
        return self._record(tournament_id, lambda t: act.finish(t, self.scribe.stamp(), by=by), expected)

    # --- helpers --------------------------------------------------------------------------

    def _with_consequences(
        self, tournament_id: str, do: Callable[[Tournament], Done], preview: bool, expected: int | None = None
    ) -> tuple[Done, Consequences]:
        found: list[Consequences] = []

        def done(tournament: Tournament) -> Done:
            event = do(tournament)
            found[:] = [consequences(before(tournament, tournament.version), tournament)]
            return event

        if preview:
            return done(self.tournament(tournament_id)), found[0]
        return self._record(tournament_id, done, expected), found[0]

    def _record(
        self,
        tournament_id: str,
        do: Callable[[Tournament], Done],
        expected: int | None = None,
        *,
        command_id: str | None = None,
        content: Sequence[Any] = (),
    ) -> Done:
        """Carry out something on a tournament as it stands and save it; once more if somebody else was quicker.

        Raises:
            StaleTournament: it is not at the version that was looked at (`expected`).
        """
        found, command = self.ledger.find_tournament(tournament_id), None
        if command_id is not None:
            command = Command(command_id, hashlib.sha256(msgspec.json.encode(content, order="sorted")).digest())
        for left in reversed(range(TRIES)):
            tournament = self.ledger.tournament(found)
            version = tournament.version
            if command is not None and (answer := self.ledger.log.answer(found, command)) is not None:
                return cast(Done, tournament.events[answer.first_version - 1])
            if expected not in (None, version):
                raise StaleTournament(found, expected, version, _kinds(tournament.events[expected:]))
            done = do(tournament)
            if tournament.version == version:
                return done
            try:
                self.ledger.save(cast(Any, tournament), expected_version=version, command=command)
            except Stale as stale:
                if not left:
                    now = self.ledger.tournament(found)
                    raise StaleTournament(found, version, now.version, _kinds(now.events[version:])) from stale
            else:
                return done
        raise AssertionError("it was recorded, or not")


def _kinds(events: Iterable[TournamentEvent]) -> list[str]:
    return list(dict.fromkeys(type(event).__name__ for event in events))
