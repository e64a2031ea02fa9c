"""The match: an event-sourced aggregate of the `eventsourcing` library.

A match is a list of immutable events (see `events.py`); a move's number never changes. The moves that
count now are the *line*. Taking back cuts the line, never the log; a move played after that
begins a new line, and the old one stays readable as a *variation*.

Replaying applies facts only, so a later change of the rules never changes what happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, TypeVar, cast

import msgspec

from domain.action import Action
from domain.beginning import chance_of, check_seed, first_event
from domain.chance import Chance, Outcome
from domain.contributions import Contributions
from domain.events import (
    AnyEvent,
    Awaited,
    Closed,
    Contribution,
    Dealt,
    Described,
    Event,
    Missed,
    Move,
    Noted,
    Opened,
    Paper,
    Played,
    Restored,
    Ruled,
    Seat,
    Stamp,
    TakenBack,
    shows_chance,
)
from domain.game import Decision, Opening, Result, to_act
from domain.line import Line
from domain.papers import Papers
from domain.playing import play_on
from domain.refusals import Awaiting, MatchIsClosed, Refused, TakeBackRefused, check_seats, check_take_back
from domain.table import Fact, Impossible, Table
from domain.text import Spoken, say

Kind = TypeVar("Kind", bound=Event)

__all__ = ["Match", "MatchIsClosed", "Refused", "TakeBackRefused", "replay"]


class Match:
    """One play of one game by its seats.

    Attributes:
        id, version: as the `eventsourcing` library wants them; the version is the number of events.
        opened: the first event, with the first table even where that was laid out later (`Dealt`).
        opening: what was fixed at the start.
        line: the moves, those that count, and the table as it stands now.
        notes: the remarks.
        descriptions: by what people find it; the last one holds.
        take_backs: what was taken back and restored, in order.
        closed: the event that closed the match, if it is closed.
        papers: keys, signatures and time stamps.
        contributions: the parts of others than the ledger in its chance, if it was opened to have some.
    """

    def __init__(self, opened: Opened, opening: Opening) -> None:
        self.id = opened.originator_id
        self.version = opened.originator_version
        self.opened = opened
        self.opening = opening
        self.line = Line(opened)
        self.notes: list[Noted] = []
        self.take_backs: list[TakenBack | Restored] = []
        self.descriptions: list[Described] = []
        self.closed: Closed | None = None
        self.papers = Papers()
        self.contributions: Contributions | None = None
        self._pending: list[AnyEvent] = []

    def copy(self) -> Match:
        """Return the same match again, to go on with: what happens to one does not happen to the other."""
        other = object.__new__(Match)
        other.__dict__.update(self.__dict__)
        other.line, other.papers = self.line.copy(), self.papers.copy()
        other.contributions = self.contributions and self.contributions.copy()
        other.notes, other.take_backs, other._pending = list(self.notes), list(self.take_backs), list(self._pending)
        other.descriptions = list(self.descriptions)
        return other

    # --- reading --------------------------------------------------------------------------

    @property
    def table(self) -> Table:
        """What stands on the table now."""
        return self.line.table

    @property
    def moves(self) -> list[Move]:
        """Every numbered move there ever was; `moves[n]` has number n, and 0 is the set-up."""
        return self.line.moves

    @property
    def head(self) -> int:
        """The number of the last move that counts."""
        return self.line.head

    @property
    def result(self) -> Result | None:
        """The result, once the match is closed."""
        return self.closed.result if self.closed else None

    @property
    def seed(self) -> str:
        """The seed of a sealed match in hexadecimal, once it is closed and revealed."""
        return self.closed.seed if self.closed else ""

    @property
    def waits(self) -> bool:
        """Whether the first table is not laid out yet, as somebody's part in the chance is missing."""
        return self.contributions is not None and self.contributions.dealt is None

    @property
    def is_over(self) -> bool:
        """Whether the rules say that the game has ended, or the match is closed."""
        return self.result is not None or self._ruled_result() is not None

    def _ruled_result(self) -> Result | None:
        return None if self.waits else self.opening.game.result(self.opening, self.table)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that decide next; nobody once the game is over, or before it is dealt."""
        return () if self.waits or self.is_over else to_act(self.opening, self.table)

    def chance(self, outcomes: Iterable[Outcome] = (), seed: bytes | None = None) -> Chance:
        """Return the chance this match is played with.

        Args:
            outcomes: what the people report, in the order asked.
            seed: the seed of a sealed match.

        Raises:
            Refused: outcomes for a sealed match, or its seed is missing or not the committed one, or parts are.
        """
        return chance_of(self.opened, self.line.drawn[self.head], outcomes, seed, self.contributions)

    # --- commands -------------------------------------------------------------------------

    @classmethod
    def open(
        cls,
        match_id: str,
        opening: Opening,
        seats: Sequence[Seat],
        stamp: Stamp,
        *,
        chance: str = "table",
        take_back: str = "free",
        outcomes: Iterable[Outcome] = (),
        seed: bytes | None = None,
        nonces: Sequence[str] = (),
        waits: bool = False,
    ) -> Match:
        """Open a match: lay out the first table, unless it waits for parts of others in its chance.

        Raises:
            Refused: the game cannot be played like that.
            NeedsOutcome: the set-up depends on chance that was not told.
        """
        opened = first_event(
            match_id, opening, seats, stamp,
            chance=chance, take_back=take_back, outcomes=outcomes, seed=seed, nonces=nonces,
            waits=waits,
        )  # fmt: skip
        match = cls(opened, opening)
        match._pending.append(opened)
        return match

    def play(
        self,
        seat: int,
        action: Action,
        chance: Chance,
        stamp: Stamp,
        *,
        as_played: bool = False,
        keeper: bool = True,
    ) -> list[Played]:
        """Let a seat do something and return the moves it became.

        A window that is open and that this action does not answer closes first, as a move of its own
        (`implied`): at a table nobody says "pass" when play simply goes on. In the same way a window that
        this action opens closes at once when outcomes are told of what comes after it: a battle with its dice.

        In a sealed match what closing a window drew stays recorded even if the action is refused then: else a
        refusal would tell dice that were never rolled. The error's `recorded` has those moves, to be saved.

        Args:
            seat: who acts.
            action: what it does.
            chance: where outcomes come from.
            stamp: who records, and when.
            as_played: note broken rules, and go on.
            keeper: it is recorded by who keeps the table: only that person may go on where others are asked.

        Raises:
            Illegal, Impossible, NeedsOutcome, WrongOutcome: see `decide`; nothing else is recorded then.
            MatchIsClosed: the match is over.
        """
        self._must_be_open()
        if self.is_over and not as_played:
            raise MatchIsClosed(
                say("the game is over after move {move}: close the match, or take a move back", move=self.head)
            )
        played: list[Played] = []
        pending, version = len(self._pending), self.version

        def record(seat: int, action: Action, decision: Decision, implied: bool) -> None:
            event = self.record(
                Played, stamp, number=len(self.moves), seat=seat, action=action.data(),
                outcomes=decision.outcomes, facts=decision.facts, citations=decision.citations,
                irregularities=decision.irregularities, implied=implied,
            )  # fmt: skip
            played.append(event)

        try:
            play_on(self.opening, self.line, seat, action, chance, record, as_played=as_played, keeper=keeper)
            return played
        except Exception as error:
            if isinstance(error, Spoken) and self.opened.chance == "sealed" and any(one.outcomes for one in played):
                error.recorded = tuple(played)
            else:
                for _ in played:
                    self.line.forget_last()
                del self._pending[pending:]
                self.version = version
            raise

    def take_back(
        self,
        to: int,
        stamp: Stamp,
        *,
        by: int | None = None,
        agreed: Iterable[int] = (),
        judge: bool = False,
        reason: str = "",
    ) -> TakenBack:
        """Take back the moves after move `to`.

        Args:
            to: the last move that stays; it must be on the line.
            by: the seat that asks; `None` for the recorder of the table.
            agreed: the seats that agreed.
            judge: a judge decides it.
            reason: why, in a few words.

        Raises:
            TakeBackRefused: the policy of the match forbids it.
        """
        self._must_be_open()
        agreed = tuple(sorted(set(agreed)))
        if not self.line.counts(to) or to == self.head:
            raise Refused(
                say("move {to} is not an earlier move of the line, which ends at move {head}", to=to, head=self.head)
            )
        check_seats(self.opening.seats, by, *agreed)
        undone = [self.moves[n] for n in self.line.after(to)]
        seen = any(shows_chance(move) for move in undone)
        if not judge:
            check_take_back(self.opened.take_back, undone, self.opening.people, by, agreed, seen=seen)
        return self.record(TakenBack, stamp, to=to, by=by, agreed=agreed, judge=judge, seen=seen, reason=reason)

    def restore(self, to: int, stamp: Stamp, *, by: int | None = None, reason: str = "") -> Restored:
        """Let moves that were taken back count again, up to and including move `to`.

        Raises:
            Refused: move `to` does not follow from where the line stands now.
        """
        self._must_be_open()
        check_seats(self.opening.seats, by)
        branch = self.line.branch(to)
        if not branch or self.line.parent[branch[0]] != self.head:
            raise Refused(say("move {to} does not follow move {head}, so it cannot be restored", to=to, head=self.head))
        return self.record(Restored, stamp, to=to, by=by, reason=reason)

    def redoable(self) -> int | None:
        """Return the move up to which a redo would restore: the end of the latest line left from here."""
        return self.line.redoable()

    def rule(
        self, facts: Iterable[Fact], stamp: Stamp, *, clause: str, reason: str, replaces: int | None = None
    ) -> Ruled:
        """Record a judge's decision: facts, on what ground and why.

        With `replaces`, that move and all after it are taken back by the judge first, so that the log
        keeps both readings: as played (the variation) and as ruled (the line).

        Raises:
            Impossible: the facts do not fit the table; nothing is recorded then.
        """
        self._must_be_open()
        pending, version, head, taken = len(self._pending), self.version, self.head, len(self.take_backs)
        try:
            if replaces is not None:
                if not self.line.counts(replaces) or not replaces:
                    raise Refused(
                        say("move {move} is not on the line, which ends at move {head}", move=replaces, head=self.head)
                    )
                self.take_back(self.line.parent[replaces], stamp, judge=True, reason=reason)
            return self.record(
                Ruled, stamp, number=len(self.moves), facts=tuple(facts), clause=clause, reason=reason,
                replaces=replaces,
            )  # fmt: skip
        except (Impossible, Refused):
            self.line.go_to(head)
            del self._pending[pending:], self.take_backs[taken:]
            self.version = version
            raise

    def miss(self, facts: Iterable[Fact], stamp: Stamp, *, moves: int, reason: str = "") -> Missed:
        """Record that moves were missed: the facts lead to what stands on the table now."""
        self._must_be_open()
        return self.record(Missed, stamp, number=len(self.moves), moves=moves, facts=tuple(facts), reason=reason)

    def note(self, text: str, stamp: Stamp, about: int | None = None) -> Noted:
        """Record a remark. Like signatures, it can still be added to a closed match."""
        if about is not None:
            self.line.counts(about)
        return self.record(Noted, stamp, about=about, text=text)

    def describe(
        self,
        stamp: Stamp,
        *,
        title: str = "",
        event: str = "",
        place: str = "",
        round: str = "",
        table: str = "",
        tags: Iterable[str] = (),
    ) -> Described:
        """Record by what people find the match. Like a remark, it can still be changed when the match is closed."""
        return self.record(
            Described, stamp, title=title, event=event, place=place, round=round, table=table, tags=tuple(tags)
        )

    def close(self, stamp: Stamp, *, seed: bytes | None = None, abandoned: bool = False) -> Closed:
        """Close the match with the result that the rules give, or as abandoned.

        Raises:
            Refused: the game is not over, or a sealed match's seed is missing.
        """
        self._must_be_open(dealt=False)
        result = self._ruled_result()
        if result is None:
            if not abandoned:
                raise Refused(say("the game is not over: play on, or close it as abandoned"))
            result = Result("abandoned", "", (), ())
        if self.opened.chance == "sealed":
            check_seed(self.opened, seed)
        return self.record(Closed, stamp, result=result, seed=seed.hex() if seed else "")

    # --- events ---------------------------------------------------------------------------

    def apply(self, event: AnyEvent) -> None:
        """Make a recorded event true of this match. No rule is asked.

        Raises:
            Impossible: the event does not fit what came before: the log is damaged.
        """
        version = event.originator_version
        if version != self.version + 1:
            raise Impossible(say("event {event} cannot follow event {last}", event=version, last=self.version))
        kind = type(event)
        if kind is Played or kind is Ruled or kind is Missed:
            self.line.append(event, event.number)  # type: ignore[arg-type, union-attr]
        elif isinstance(event, TakenBack | Restored):
            self.line.go_to(event.to)
            self.take_backs.append(event)
        elif isinstance(event, Noted):
            self.notes.append(event)
        elif isinstance(event, Described):
            self.descriptions.append(event)
        elif isinstance(event, Closed):
            self.closed = event
        elif isinstance(event, Paper):
            self.papers.apply(event)
        elif isinstance(event, Contribution):
            self._contribute(event)
        else:
            raise Impossible(say("a match is opened once"))
        self.version = version

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
            raise Impossible(say("event {event} is a part in the chance that nobody waits for", event=self.version + 1))
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
        """Make an event true of this match and keep it to be saved; whoever calls this has checked it."""
        event = kind(
            originator_id=self.id, originator_version=self.version + 1, at=stamp.at, recorder=stamp.recorder,
            device=stamp.device, salt=stamp.salt(), **fields,
        )  # fmt: skip
        self.apply(cast(AnyEvent, event))
        self._pending.append(cast(AnyEvent, event))
        return event

    def _must_be_open(self, *, dealt: bool = True) -> None:
        if self.result is not None:
            raise MatchIsClosed(say("match {match} is closed; only notes and signatures can be added", match=self.id))
        if dealt:
            self.check_dealt()

    def check_dealt(self) -> None:
        """Raise `Awaiting` if the first table is not laid out yet: then there is nothing to look at or to do."""
        if self.contributions is not None and self.contributions.dealt is None:
            missing = self.contributions.missing()
            raise Awaiting(say("match {match} is not dealt yet: {missing}", match=self.id, missing=missing))


def replay(match: Match, events: Iterable[AnyEvent]) -> Match:
    """Apply recorded events to a match and return it (the library's projector).

    Raises:
        Impossible: they do not follow each other: the log is damaged.
    """
    for kind, some in groupby(events, type):
        if kind is Played:  # nearly all events are moves, and go faster together
            match.version = match.line.extend(cast(list[Played], [*some]), match.version)
        else:
            for event in some:
                match.apply(event)
    return match
