"""The state of a match, folded from its events.

Only recorded facts are applied, so a later change of the rules never changes what happened. The commands, and their
refusals, are in `match.py`.
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
    """The state of a match, folded from its events.

    Attributes:
        id, version: required by the `eventsourcing` library; the version is the number of events.
        opened: the first event. It includes the first table, even if that was laid out later (`Dealt`).
        opening: game, seats, options and components, fixed when the match was opened.
        line: the tree of moves, the current line and the current table.
        notes: the notes, in order.
        descriptions: title, event, round and tags; the last description counts.
        take_backs: take-backs and their reversals, in order.
        closed: the event that closed the match; `disclosed`: the event before it that revealed the seed.
        corrections: corrections of the result after closing, and whether the match counts.
        papers: keys, signatures and time stamps.
        contributions: contributions to a shared seed, if the match was opened to wait for them.
        clock: the clock, if the match has one.
        sourced: the two logs a merged match came from; `settled`: how their differences were settled.
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
        """Return an independent copy of the match."""
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
        """The table after the last move that counts."""
        return self.line.table

    @property
    def moves(self) -> Moves:
        """All numbered moves, taken back or not; `moves[n]` has number n, and 0 is the set-up."""
        return self.line.moves

    @property
    def head(self) -> int:
        """The number of the last move that counts."""
        return self.line.head

    @property
    def result(self) -> Result | None:
        """The result of a closed match, as last corrected; `None` while the match is open."""
        return self.corrections.result or (self.closed.result if self.closed else None)

    @property
    def counts(self) -> bool:
        """Whether the match counts in statistics: it was never voided, or was reinstated."""
        return self.corrections.void is None

    @property
    def seed(self) -> str:
        """The seed of a sealed match in hexadecimal, empty until it is revealed. Never the shared seed of a round."""
        if self.disclosed is not None:
            return self.disclosed.seed
        return self.closed.seed if self.closed else ""

    @property
    def duplicate(self) -> DuplicateMark | None:
        """The tournament round whose seed this match shares in duplicate play; `None` otherwise."""
        return marked(self.opened.nonces)

    @property
    def waits(self) -> bool:
        """Whether the match is not dealt yet because a contribution to the seed is missing."""
        return self.contributions is not None and self.contributions.dealt is None

    def is_at(self, version: int) -> bool:
        """Return whether nothing but clock events was recorded since a version. No move depends on the clock."""
        clocked = self.clock.events if self.clock is not None else ()
        since = sum(1 for _ in takewhile(lambda event: event.originator_version > version, reversed(clocked)))
        return 0 <= version == self.version - since

    @property
    def is_over(self) -> bool:
        """Whether the game has ended by its rules, or the match is closed."""
        return self.result is not None or self._ruled_result() is not None

    def _ruled_result(self) -> Result | None:
        return None if self.waits else self.opening.game.result(self.opening, self.table)

    def legal(self, seat: int) -> list[Action]:
        """Return the legal actions of a seat now.

        Raises:
            NoSuchSeat: the match has no seat with that number.
        """
        check_seats(self.opening.seats, seat)
        return [] if self.waits or self.is_over else list(legal_actions(self.opening, self.table, seat))

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that decide next; none once the game is over, or before it is dealt."""
        return () if self.waits or self.is_over else to_act(self.opening, self.table)

    def chance(self, outcomes: Iterable[Outcome] = (), seed: bytes | None = None) -> Chance:
        """Return the source of chance for the next move.

        Args:
            outcomes: outcomes reported by people, in the order they are asked for.
            seed: the seed of a sealed match.

        Raises:
            Refused: outcomes were given for a sealed match, its seed is missing or not the committed one, or a
                contribution is missing.
        """
        given = self.line.outcomes(self.head) if self.duplicate is not None else ()
        return chance_of(self.opened, self.line.drawn[self.head], outcomes, seed, self.contributions, given)

    # --- events ---------------------------------------------------------------------------

    def apply(self, event: AnyEvent) -> None:
        """Fold a recorded event into the state, without consulting the rules.

        Raises:
            Impossible: the event does not follow the previous ones, so the log is damaged.
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
        """Apply a take-back or a restoration: move the head, and rewind the clock's turns."""
        self.line.go_to(event.to)
        self.take_backs.append(event)
        if self.clock is not None:
            self.clock.rewind(self.line.counts)

    def _add(self, event: Noted | Described) -> None:
        """Apply a note or a description."""
        if isinstance(event, Noted):
            self.notes.append(event)
        else:
            self.descriptions.append(event)

    def _end(self, event: Closed | Disclosed) -> None:
        """Apply the closing of the match, or the seed revealed just before it.

        Raises:
            Impossible: a seed is revealed twice, or after the closing.
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
        """Apply an event of the clock.

        Raises:
            Impossible: the match is closed, has no clock or has one already, or the event names an unknown seat.
        """
        if self.closed is not None:
            raise Impossible(say("event {event} changes the clock after the end", event=event.originator_version))
        if self.clock is None:
            self.clock = ClockRecords.set(event, self.opening.seats)
        else:
            self.clock.apply(event)

    def _contribute(self, event: Contribution) -> None:
        """Apply a contribution to the seed, or the first table that was dealt from all of them.

        Raises:
            Impossible: the match does not wait for contributions, or no longer does.
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
        """Return the unsaved events and clear them; the `eventsourcing` library calls this when it saves."""
        events, self._pending = self._pending, []
        return events

    # --- helpers --------------------------------------------------------------------------

    def record(self, kind: type[Kind], stamp: Stamp, **fields: Any) -> Kind:
        """Create an event, apply it, and queue it for saving. The caller has checked the command."""
        event = kind(
            originator_id=self.id, originator_version=self.version + 1, at=stamp.at, recorder=stamp.recorder,
            device=stamp.device, salt=stamp.salt(), **fields,
        )  # fmt: skip
        self.apply(cast(AnyEvent, event))
        self._pending.append(cast(AnyEvent, event))
        return event

    def check_open(self, *, dealt: bool = True) -> None:
        """Raise `MatchIsClosed` if the match is closed, and `Awaiting` if it is not dealt yet."""
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
        """Raise `Awaiting` if the first table is not dealt yet, so that there is nothing to show or play."""
        if self.contributions is not None and self.contributions.dealt is None:
            missing = self.contributions.missing()
            raise Awaiting(say("match {match} has not been dealt yet: {missing}", match=self.id, missing=missing))
