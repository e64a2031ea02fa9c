"""The match: an event-sourced aggregate of the `eventsourcing` library.

A match is a list of immutable events (see `events.py`). A move's number never changes. The moves that count now are the
*line*. A take-back shortens the line, never the log. A move played afterwards begins a new line, and the old one stays
readable as a *variation*.

Replaying applies recorded facts only, so a later change of the rules never changes what happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import cast

from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.events import (
    AnyEvent,
    Closed,
    ClosedOpenly,
    Described,
    Disclosed,
    Missed,
    Noted,
    NotedWithPictures,
    Played,
    Restored,
    Ruled,
    Seat,
    TakenBack,
    shows_chance,
)
from tablescribe.domain.match.history import History
from tablescribe.domain.match.opening import check_seed, first_event
from tablescribe.domain.match.pictures import check_pictures
from tablescribe.domain.match.playing import play_on
from tablescribe.domain.match.refusals import MatchIsClosed, Refused, TakeBackRefused, check_seats, check_take_back
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import Chance, Outcome
from tablescribe.domain.rules.deciding import Decision
from tablescribe.domain.rules.game import Result
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.table.table import Fact, Impossible
from tablescribe.domain.words.text import Spoken, say

__all__ = ["Match", "MatchIsClosed", "Refused", "TakeBackRefused", "replay", "replay_stored"]


class Match(History):
    """A match of one game: its commands. Each checks its preconditions and records an event."""

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
        """Open a match and lay out the first table, unless the match waits for contributions to its seed.

        Raises:
            Refused: the game cannot be played with these seats, this chance mode or this take-back policy.
            NeedsOutcome: the set-up needs an outcome of chance that was not given.
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
        """Play an action for a seat and return the resulting moves.

        An open window that the action does not answer is closed first, as a separate move (`implied`): at a table,
        nobody says "pass" when play simply continues. If outcomes were given for what comes after a window that the
        action itself opens, such as the dice of a battle, that window is closed as well.

        In a sealed match, outcomes drawn while closing a window stay recorded even if the action is then refused.
        Otherwise a refusal would reveal dice that were never rolled. The error's `recorded` has these moves, for the
        caller to save.

        Args:
            seat: the seat that acts.
            action: the action.
            chance: the source of outcomes.
            stamp: who records, and when.
            as_played: note broken rules as irregularities instead of refusing.
            keeper: whether the table's recorder records it. Nobody else may play on while another seat is asked.

        Raises:
            Illegal, Impossible, NeedsOutcome, WrongOutcome: see `decide`; nothing else is recorded then.
            MatchIsClosed: the match is over.
        """
        self.check_open()
        if self.is_over and not as_played:
            raise MatchIsClosed(
                say("the game is over after move {move}: close the match, or undo a move", move=self.head)
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
            to: the last move that is kept; it must be on the line.
            by: the seat that asks; `None` for the recorder of the table.
            agreed: the seats that agreed.
            judge: whether a judge decides it, whatever the policy.
            reason: why, in a few words.

        Raises:
            TakeBackRefused: the policy of the match forbids it.
        """
        self.check_open()
        agreed = tuple(sorted(set(agreed)))
        if not self.line.counts(to) or to == self.head:
            raise Refused(
                say("move {to} is not an earlier move of the match, whose last move is {head}", to=to, head=self.head)
            )
        check_seats(self.opening.seats, by, *agreed)
        undone = [self.moves[n] for n in self.line.after(to)]
        seen = any(shows_chance(move) for move in undone)
        if not judge:
            check_take_back(self.opened.take_back, undone, self.opening.people, by, agreed, seen=seen)
        return self.record(TakenBack, stamp, to=to, by=by, agreed=agreed, judge=judge, seen=seen, reason=reason)

    def restore(self, to: int, stamp: Stamp, *, by: int | None = None, reason: str = "") -> Restored:
        """Restore moves that were taken back, up to and including move `to`.

        Raises:
            Refused: move `to` does not descend from the current head.
        """
        self.check_open()
        check_seats(self.opening.seats, by)
        branch = self.line.branch(to)
        if not branch or self.line.parent[branch[0]] != self.head:
            raise Refused(say("move {to} does not follow move {head}, so it cannot be restored", to=to, head=self.head))
        return self.record(Restored, stamp, to=to, by=by, reason=reason)

    def redoable(self) -> int | None:
        """Return the move that a redo would restore up to; `None` if there is nothing to redo."""
        return self.line.redoable()

    def rule(
        self, facts: Iterable[Fact], stamp: Stamp, *, clause: str, reason: str, replaces: int | None = None
    ) -> Ruled:
        """Record a judge's ruling: its facts, the clause it rests on, and the reason.

        With `replaces`, the judge first takes back that move and all after it. The log then has both versions: as
        played (the variation) and as ruled (the line).

        Raises:
            Impossible: the facts do not fit the table; nothing is recorded then.
        """
        self.check_open()
        pending, version, head, taken = len(self._pending), self.version, self.head, len(self.take_backs)
        try:
            if replaces is not None:
                if not self.line.counts(replaces) or not replaces:
                    raise Refused(
                        say(
                            "move {move} was taken back or does not exist; the last move is {head}",
                            move=replaces,
                            head=self.head,
                        )
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
        """Record missed moves: about how many, and the facts that bring the table up to date."""
        self.check_open()
        return self.record(Missed, stamp, number=len(self.moves), moves=moves, facts=tuple(facts), reason=reason)

    def note(self, text: str, stamp: Stamp, about: int | None = None) -> Noted:
        """Record a note. Like signatures, notes can still be added to a closed match."""
        if about is not None:
            self.line.counts(about)
        return self.record(Noted, stamp, about=about, text=text)

    def note_pictures(
        self, text: str, pictures: Sequence[str], stamp: Stamp, about: int | None = None
    ) -> NotedWithPictures:
        """Record a note with pictures, each referenced by its salted hash; the text may be empty.

        Raises:
            Refused: there are no pictures, or more than a note or a match may have.
        """
        if about is not None:
            self.line.counts(about)
        check_pictures(self.notes, len(pictures))
        return self.record(NotedWithPictures, stamp, about=about, text=text, pictures=tuple(pictures))

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
        """Record the details of the match. Like notes, they can be changed after it is closed."""
        return self.record(
            Described, stamp, title=title, event=event, place=place, round=round, table=table, tags=tuple(tags)
        )

    def close(self, stamp: Stamp, *, seed: bytes | None = None, abandoned: bool = False) -> Closed:
        """Close the match with the result by the rules, or as abandoned.

        The seed is revealed. In duplicate play, other tables may still use it, so the tournament reveals it later.

        Raises:
            Refused: the game is not over, or a sealed match's seed is missing.
        """
        self.check_open(dealt=False)
        result = self._ruled_result()
        if result is None:
            if not abandoned:
                raise Refused(say("the game is not over: play on, or abandon the match"))
            result = Result("abandoned", "", (), ())
        if self.opened.chance == "sealed":
            check_seed(self.opened, seed)
        if seed and self.duplicate is None:
            self.record(Disclosed, stamp, seed=seed.hex())
        return self.record(ClosedOpenly, stamp, result=result, seed="")


def replay(match: Match, events: Iterable[AnyEvent]) -> Match:
    """Apply recorded events to a match and return it (a projector function of the `eventsourcing` library).

    Raises:
        Impossible: the events do not follow each other, so the log is damaged.
    """
    for kind, some in groupby(events, type):
        if kind is Played:  # nearly all events are moves; in bulk they are faster
            match.version = match.line.extend(cast(list[Played], [*some]), match.version)
        else:
            for event in some:
                match.apply(event)
    return match


def replay_stored(match: Match, stored: Iterable[tuple[AnyEvent, bytes]]) -> Match:
    """Apply recorded events like `replay`, but keep moves as bytes until they are read.

    Args:
        match: the match to apply them to.
        stored: the events, each with its stored bytes.

    Raises:
        Impossible: the events do not follow each other, so the log is damaged.
    """
    rest = iter(stored)
    while True:
        match.version, other = match.line.extend_stored(rest, match.version)
        if other is None:
            return match
        match.apply(other)
