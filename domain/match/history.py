"""The state of a match, folded from its events.

Facts only are applied, so a later change of the rules never changes what happened. What people do, and what of it is
refused, is `match.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Any, Self, TypeVar, cast

import msgspec

from tablescribe.domain.match.clock_events import Clocking
from tablescribe.domain.match.clock_records import ClockRecords
from tablescribe.domain.match.contribution_events import Awaited, Contribution, Dealt
from tablescribe.domain.match.contributions import Contributions
from tablescribe.domain.match.correction_events import Correction
from tablescribe.domain.match.correction_records import Corrections
from tablescribe.domain.match.event import Event, Stamp
from tablescribe.domain.match.events import (
    AnyEvent,
    Closed,
    Described,
    Disclosed,
    Missed,
    Noted,
    Opened,
    Played,
    Restored,
    Ruled,
    Settled,
    Sourced,
    TakenBack,
)
from tablescribe.domain.match.line import Line, Moves
from tablescribe.domain.match.opening import chance_of
from tablescribe.domain.match.refusals import Awaiting, MatchIsClosed, check_seats
from tablescribe.domain.match.signature_events import Paper
from tablescribe.domain.match.signature_records import SignatureRecords
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import Chance, Outcome
from tablescribe.domain.rules.deciding import legal_actions, to_act
from tablescribe.domain.rules.duplicate_play import DuplicateMark, marked
from tablescribe.domain.rules.game import Result
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.table.table import Impossible, Table
from tablescribe.domain.words.text import say

Kind = TypeVar("Kind", bound=Event)


class History:
    """The state of a match, with its moves.

    Attributes:
        id, version: as the `eventsourcing` library wants them; the version is the number of events.
        opened: the first event, with the first table even where that was laid out later (`Dealt`).
        opening: what was fixed at the start.
        line: the moves, those that count, and the table as it stands now.
        notes: the remarks.
        descriptions: by what people find it; the last one holds.
        take_backs: what was taken back and restored, in order.
        closed: the event that closed the match, if it is closed; `disclosed`: what revealed its seed just before.
        corrections: what was corrected of its result after it was closed, and whether it counts.
        papers: keys, signatures and time stamps.
        contributions: the parts of others than the ledger in its chance, if it was opened to have some.
        clock: its clock, if it has one.
        sourced: the two logs that it is a reading of, if it is one; `settled`: what was made of their differences.
    """

    def __init__(self, opened: Opened, opening: Opening) -> None:
        self.id = opened.originator_id
        self.version = opened.originator_version
        self.opened = opened
        self.opening = opening.of(self)
        self.line = Line(opened)
        self.notes: list[Noted] = []
        self.take_backs: list[TakenBack | Restored] = []
        self.descriptions: list[Described] = []
        self.closed: Closed | None = None
        self.disclosed: Disclosed | None = None
        self.corrections = Corrections()
        self.papers = SignatureRecords()
        self.contributions: Contributions | None = None
        self.clock: ClockRecords | None = None
        self.sourced: Sourced | None = None
        self.settled: list[Settled] = []
        self._pending: list[AnyEvent] = []

    def copy(self) -> Self:
        """Return the same match again, to go on with: what happens to one does not happen to the other."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.opening = self.opening.of(other)
        other.line, other.papers = self.line.copy(), self.papers.copy()
        other.clock = self.clock and self.clock.copy()
        other.corrections = self.corrections.copy()
        other.contributions = self.contributions and self.contributions.copy()
        other.notes, other.take_backs, other._pending = list(self.notes), list(self.take_backs), list(self._pending)
        other.descriptions, other.settled = list(self.descriptions), list(self.settled)
        return other

    # --- reading --------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """The table now."""
        return self.line.table

    @property
    def moves(self) -> Moves:
        """Every numbered move there ever was; `moves[n]` has number n, and 0 is the set-up."""
        return self.line.moves

    @property
    def head(self) -> int:
        """The number of the last move that counts."""
        return self.line.head

    @property
    def result(self) -> Result | None:
        """The result that holds, once the match is closed: the corrected one, if it was corrected."""
        return self.corrections.result or (self.closed.result if self.closed else None)

    @property
    def counts(self) -> bool:
        """Whether the match counts in statistics: it was not voided, or counts again."""
        return self.corrections.void is None

    @property
    def seed(self) -> str:
        """The seed of a sealed match in hexadecimal, once it is closed and revealed; not that of a whole round."""
        if self.disclosed is not None:
            return self.disclosed.seed
        return self.closed.seed if self.closed else ""

    @property
    def duplicate(self) -> DuplicateMark | None:
        """The round of a tournament whose seed it is dealt with, if its tables play the same shuffle."""
        return marked(self.opened.nonces)

    @property
    def waits(self) -> bool:
        """Whether the first table is not dealt yet, because a contribution to the seed is missing."""
        return self.contributions is not None and self.contributions.dealt is None

    def is_at(self, version: int) -> bool:
        """Return whether nothing has happened since a version but to the clock, on which no move depends."""
        clocked = self.clock.events if self.clock is not None else ()
        since = sum(1 for _ in takewhile(lambda event: event.originator_version > version, reversed(clocked)))
        return 0 <= version == self.version - since

    @property
    def is_over(self) -> bool:
        """Whether the rules say that the game has ended, or the match is closed."""
        return self.result is not None or self._ruled_result() is not None

    def _ruled_result(self) -> Result | None:
        return None if self.waits else self.opening.game.result(self.opening, self.table)

    def legal(self, seat: int) -> list[Action]:
        """Return what a seat may do now.

        Raises:
            NoSuchSeat: the match has none of that number.
        """
        check_seats(self.opening.seats, seat)
        return [] if self.waits or self.is_over else list(legal_actions(self.opening, self.table, seat))

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that decide next; none once the game is over, or before it is dealt."""
        return () if self.waits or self.is_over else to_act(self.opening, self.table)

    def chance(self, outcomes: Iterable[Outcome] = (), seed: bytes | None = None) -> Chance:
        """Return the chance this match is played with.

        Args:
            outcomes: what the people report, in the order asked.
            seed: the seed of a sealed match.

        Raises:
            Refused: outcomes for a sealed match, or its seed is missing or not the committed one, or parts are.
        """
        given = self.line.outcomes(self.head) if self.duplicate is not None else ()
        return chance_of(self.opened, self.line.drawn[self.head], outcomes, seed, self.contributions, given)

    # --- events ---------------------------------------------------------------------------

    def apply(self, event: AnyEvent) -> None:
        """Make a recorded event true of this match. No rule is asked.

        Raises:
            Impossible: the event does not fit what came before: the log is damaged.
        """
        version = event.originator_version
        if version != self.version + 1:
            raise Impossible(say("event {event} cannot follow event {last}", event=version, last=self.version))
        if type(event) is Played or type(event) is Ruled or type(event) is Missed:
            self.line.append(event, event.number)
        elif isinstance(event, TakenBack | Restored):
            self._go_to(event)
        elif isinstance(event, Noted | Described):
            self._add(event)
        elif isinstance(event, Closed | Disclosed):
            self._end(event)
        elif isinstance(event, Paper):
            self.papers.apply(event)
        elif isinstance(event, Correction) and self.closed is not None and self.corrections.fits(event):
            self.corrections.apply(event)
        elif isinstance(event, Clocking):
            self._run_clock(event)
        elif isinstance(event, Contribution):
            self._contribute(event)
        elif isinstance(event, Sourced) and self.version == 1:
            self.sourced = event
        elif isinstance(event, Settled) and self.sourced is not None:
            self.settled.append(event)
        else:
            text = say("a match can be opened only once, with its sources")
            raise Impossible(text)
        self.version = version

    def _go_to(self, event: TakenBack | Restored) -> None:
        """Let the line end where moves were taken back to, or restored up to."""
        self.line.go_to(event.to)
        self.take_backs.append(event)
        if self.clock is not None:
            self.clock.rewind(self.line.counts)

    def _add(self, event: Noted | Described) -> None:
        """Take in a remark or a description."""
        if isinstance(event, Noted):
            self.notes.append(event)
        else:
            self.descriptions.append(event)

    def _end(self, event: Closed | Disclosed) -> None:
        """Take in the end of the match, or the seed that is revealed just before it.

        Raises:
            Impossible: a seed is revealed twice, or after the end.
        """
        if isinstance(event, Closed):
            self.closed = event
            if self.clock is not None:
                self.clock.end(event.at)
        elif self.disclosed is None and self.closed is None:
            self.disclosed = event
        else:
            raise Impossible(say("event {event} reveals a seed that is not awaited", event=event.originator_version))

    def _run_clock(self, event: Clocking) -> None:
        """Take in what happened to the clock.

        Raises:
            Impossible: the match has no clock or one already, or is closed, or it has no such seat.
        """
        if self.closed is not None:
            raise Impossible(say("event {event} changes the clock after the end", event=event.originator_version))
        if self.clock is None:
            self.clock = ClockRecords.set(event, self.opening.seats)
        else:
            self.clock.apply(event)

    def _contribute(self, event: Contribution) -> None:
        """Take in a part in the chance, or the first table that followed from all of them.

        Raises:
            Impossible: nothing is awaited, or no more.
        """
        bare = not (self.opened.outcomes or self.opened.facts or self.opened.citations)
        if isinstance(event, Awaited) and self.version == 1 and self.opened.chance == "sealed" and bare:
            self.contributions = Contributions(event)
            return
        if self.contributions is None or not self.waits or isinstance(event, Awaited):
            raise Impossible(say("event {event} is a contribution that is not awaited", event=self.version + 1))
        if isinstance(event, Dealt):
            laid = {"outcomes": event.outcomes, "facts": event.facts, "citations": event.citations}
            opened = msgspec.structs.replace(self.opened, **laid)
            self.line.lay_out(opened)
            self.opened = opened
        self.contributions.apply(event)

    def collect_events(self) -> Sequence[AnyEvent]:
        """Return the new events and forget them: the library asks for them when it saves."""
        events, self._pending = self._pending, []
        return events

    # --- helpers --------------------------------------------------------------------------

    def record(self, kind: type[Kind], stamp: Stamp, **fields: Any) -> Kind:
        """Apply an event and keep it to be saved; the caller has checked it."""
        event = kind(
            originator_id=self.id, originator_version=self.version + 1, at=stamp.at, recorder=stamp.recorder,
            device=stamp.device, salt=stamp.salt(), **fields,
        )  # fmt: skip
        self.apply(cast(AnyEvent, event))
        self._pending.append(cast(AnyEvent, event))
        return event

    def check_open(self, *, dealt: bool = True) -> None:
        """Raise `MatchIsClosed` if only notes and signatures can be added, and `Awaiting` if nothing is dealt yet."""
        if self.result is not None:
            raise MatchIsClosed(
                say(
                    "match {match} is closed; only notes and signatures can be added. To correct the result: "
                    "{correct}. To void the match: {void}",
                    match=self.id, correct=f"tablescribe correct {self.id}", void=f"tablescribe void {self.id}",
                )
            )  # fmt: skip
        if dealt:
            self.check_dealt()

    def check_dealt(self) -> None:
        """Raise `Awaiting` if the first table is not laid out yet: then there is nothing to look at or to do."""
        if self.contributions is not None and self.contributions.dealt is None:
            missing = self.contributions.missing()
            raise Awaiting(say("match {match} has not been dealt yet: {missing}", match=self.id, missing=missing))
