"""The match: an event-sourced aggregate of the `eventsourcing` library.

A match is a list of immutable events (see `events.py`); a move's number never changes. The moves that
count now are the *line*. Taking back cuts the line, never the log; a move played after that
begins a new line, and the old one stays readable as a *variation*.

Replaying applies facts only, so a later change of the rules never changes what happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from domain.chance import Chance, FromTable, Outcome, Sealed, commitment, sealed_key
from domain.events import (
    CHANCE_MODES,
    FORMAT,
    TAKE_BACK_POLICIES,
    AnyEvent,
    Closed,
    Missed,
    Move,
    Noted,
    Opened,
    Played,
    Restored,
    Ruled,
    Seat,
    Stamp,
    TakenBack,
    outcomes_of,
    shows_chance,
)
from domain.game import Action, Decision, Opening, Result, answers_window, decide, refuse_unused
from domain.play import Play
from domain.table import Fact, Impossible, Table

# --- refusals ---------------------------------------------------------------------------------


class Refused(Exception):
    """The match does not allow that now. `code` is stable; the text says what to do instead."""

    code = "match.refused"


class MatchIsClosed(Refused):
    """Nothing but notes can be added to a match that is over."""

    code = "match.closed"


class TakeBackRefused(Refused):
    """The take-back policy, or the barrier at what chance has shown, forbids it."""

    code = "match.take_back_refused"


# --- the aggregate ----------------------------------------------------------------------------


class Match:
    """One play of one game by its seats.

    Attributes:
        id, version: as the `eventsourcing` library wants them; the version is the number of events.
        opening: what was fixed at the start.
        table: what stands on the table now.
        moves: every numbered move there ever was; `moves[n]` has number n, and 0 is the set-up.
        parent: for each move, the one it followed.
        line: the numbers of the moves that count, from 0.
        result: the result once closed.
    """

    def __init__(self, opened: Opened, opening: Opening) -> None:
        self.id = opened.originator_id
        self.version = opened.originator_version
        self.opened = opened
        self.opening = opening
        self.moves: list[Move] = [opened]
        self.parent: list[int] = [-1]
        self.line: list[int] = [0]
        self.notes: list[Noted] = []
        self.result: Result | None = None
        self.seed = ""
        self.table = Table(opened.box)
        for fact in opened.facts:
            self.table.apply(fact)
        self._pending: list[AnyEvent] = []

    # --- reading --------------------------------------------------------------------------

    @property
    def head(self) -> int:
        """The number of the last move that counts."""
        return self.line[-1]

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that decide next; nobody once the match is closed or the game is over."""
        if self.result is not None or self.opening.game.result(self.opening, self.table) is not None:
            return ()
        return self.opening.game.to_act(self.opening, self.table)

    def path(self, number: int) -> list[int]:
        """Return the moves that lead from the set-up to a move, both included.

        Raises:
            Refused: there is no such move.
        """
        if not 0 <= number < len(self.moves):
            raise Refused(f"match {self.id} has no move {number}: they are numbered 0 to {len(self.moves) - 1}")
        path = [number]
        while path[-1]:
            path.append(self.parent[path[-1]])
        return path[::-1]

    def variations(self) -> list[list[int]]:
        """Return the lines that were left: for each last move of one, the moves it does not share with the line."""
        counted, has_successor = set(self.line), set(self.parent)
        return [
            [n for n in self.path(end) if n not in counted]
            for end in range(1, len(self.moves))
            if end not in has_successor and end not in counted
        ]

    def shown(self, numbers: Iterable[int]) -> bool:
        """Return whether these moves showed what chance gave: a die, a drawn or a turned-up card."""
        return any(shows_chance(self.moves[n]) for n in numbers)

    def chance(self, outcomes: Iterable[Outcome] = (), seed: bytes | None = None) -> Chance:
        """Return the chance this match is played with.

        Args:
            outcomes: what the people report, in the order asked.
            seed: the seed of a sealed match.

        Raises:
            Refused: outcomes for a sealed match, or its seed is missing or not the committed one.
        """
        if self.opened.chance != "sealed":
            return FromTable(outcomes, open_hands=self.opened.chance == "open")
        if tuple(outcomes):
            raise Refused("this match is sealed: its outcomes come from the seed, nobody tells them")
        if seed is None or commitment(seed) != self.opened.commitment:
            raise Refused("this match is sealed, and its seed is not here: only the ledger that opened it goes on")
        ordinal = sum(len(outcomes_of(self.moves[n])) for n in self.line)
        return Sealed(sealed_key(seed, self.opened.nonces), ordinal)

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
    ) -> Match:
        """Open a match: lay out the first table.

        Raises:
            Refused: the game cannot be played like that.
            NeedsOutcome: the set-up depends on chance that was not told.
        """
        game = opening.game
        if opening.seats not in game.seats or len(seats) != opening.seats:
            raise Refused(f"{game.title} is for {_or(game.seats)} seats, not {len(seats)}")
        if chance not in CHANCE_MODES or take_back not in TAKE_BACK_POLICIES:
            raise Refused(f"chance is {_or(CHANCE_MODES)}; take-back is {_or(TAKE_BACK_POLICIES)}")
        if (chance == "sealed") != (seed is not None):
            raise Refused("a sealed match, and only that, has a seed")
        source: Chance = FromTable(outcomes, open_hands=chance == "open")
        if seed is not None:
            source = Sealed(sealed_key(seed, nonces))
        box = opening.game.box(opening)
        play = Play(opening, Table(box), source)
        game.set_up(play)
        refuse_unused(source)
        opened = Opened(
            match_id, 1, stamp.at, stamp.recorder, stamp.device,
            format=FORMAT, game=game.key, edition=game.edition, rulebook=game.rulebook.digest,
            seats=tuple(seats), options=opening.options.model_dump(mode="json"),
            catalogue=opening.catalogue.model_dump(mode="json", exclude_none=True),
            chance=chance, commitment=commitment(seed) if seed is not None else "", nonces=tuple(nonces),
            take_back=take_back, box=tuple(sorted(box.items())), outcomes=tuple(play.outcomes),
            facts=tuple(play.facts), citations=tuple(play.citations),
        )  # fmt: skip
        match = cls(opened, opening)
        match._pending.append(opened)
        return match

    def play(self, seat: int, action: Action, chance: Chance, stamp: Stamp, *, as_played: bool = False) -> list[Played]:
        """Let a seat do something and return the moves it became.

        A window that is open and that this action does not answer closes first, as a move of its own
        (`implied`): at a table nobody says "pass" when play simply goes on.

        Raises:
            Illegal, Impossible, NeedsOutcome, WrongOutcome: see `decide`; nothing is recorded then.
            MatchIsClosed: the match is over.
        """
        self._must_be_open()
        if self.opening.game.result(self.opening, self.table) is not None and not as_played:
            raise MatchIsClosed(f"the game is over after move {self.head}: close the match, or take a move back")
        played: list[Played] = []
        before = (len(self._pending), self.version)
        try:
            while (closing := self._window_left_open(seat, action)) is not None:
                decision = decide(self.opening, self.table, *closing, chance, as_played=as_played)
                played.append(self._record_played(*closing, decision, stamp, implied=True))
            if played and self.opening.game.result(self.opening, self.table) is not None:
                raise MatchIsClosed("the window that closes first ends the game: record that it was not used")
            decision = decide(self.opening, self.table, seat, action, chance, as_played=as_played)
            refuse_unused(chance)
            played.append(self._record_played(seat, action, decision, stamp, implied=False))
            return played
        except Exception:
            self._forget(played, *before)
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
        if to not in self.line or to == self.head:
            raise Refused(f"move {to} is not an earlier move of the line: {self._line_in_words()}")
        undone = self.line[self.line.index(to) + 1 :]
        seen = self.shown(undone)
        agreed = tuple(sorted(set(agreed)))
        if not judge:
            self._check_take_back(undone, by, agreed, seen)
        event = TakenBack(**self._next(stamp), to=to, by=by, agreed=agreed, judge=judge, seen=seen, reason=reason)
        self._record(event)
        return event

    def restore(self, to: int, stamp: Stamp, *, by: int | None = None, reason: str = "") -> Restored:
        """Let moves that were taken back count again, up to and including move `to`.

        Raises:
            Refused: move `to` does not follow from where the line stands now.
        """
        self._must_be_open()
        path = self.path(to)
        if to in self.line or path[: len(self.line)] != self.line:
            raise Refused(f"move {to} does not follow move {self.head}, so it cannot be restored")
        event = Restored(**self._next(stamp), to=to, by=by, reason=reason)
        self._record(event)
        return event

    def redoable(self) -> int | None:
        """Return the move up to which a redo would restore: the end of the latest line left from here."""
        ends = [variation[-1] for variation in self.variations() if self.parent[variation[0]] == self.head]
        return max(ends, default=None)

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
        pending, version, head = len(self._pending), self.version, self.head
        try:
            if replaces is not None:
                if replaces not in self.line or not replaces:
                    raise Refused(f"move {replaces} is not on the line: {self._line_in_words()}")
                self.take_back(self.parent[replaces], stamp, judge=True, reason=reason)
            event = Ruled(
                **self._next(stamp), number=len(self.moves), facts=tuple(facts), clause=clause, reason=reason,
                replaces=replaces,
            )  # fmt: skip
            self._record(event)
        except (Impossible, Refused):
            self._go_to(head)
            del self._pending[pending:]
            self.version = version
            raise
        return event

    def miss(self, facts: Iterable[Fact], stamp: Stamp, *, moves: int, reason: str = "") -> Missed:
        """Record that moves were missed: the facts lead to what stands on the table now."""
        self._must_be_open()
        event = Missed(**self._next(stamp), number=len(self.moves), moves=moves, facts=tuple(facts), reason=reason)
        self._record(event)
        return event

    def note(self, text: str, stamp: Stamp, about: int | None = None) -> Noted:
        """Record a remark. This is the one thing that can still be added to a closed match."""
        if about is not None:
            self.path(about)
        event = Noted(**self._next(stamp), about=about, text=text)
        self._record(event)
        return event

    def close(self, stamp: Stamp, *, seed: bytes | None = None, abandoned: bool = False) -> Closed:
        """Close the match with the result that the rules give, or as abandoned.

        Raises:
            Refused: the game is not over, or a sealed match's seed is missing.
        """
        self._must_be_open()
        result = self.opening.game.result(self.opening, self.table)
        if result is None:
            if not abandoned:
                raise Refused("the game is not over: play on, or close it as abandoned")
            result = Result("abandoned", "", (), ())
        if self.opened.chance == "sealed":
            self.chance(seed=seed)
        event = Closed(**self._next(stamp), result=result, seed=seed.hex() if seed else "")
        self._record(event)
        return event

    # --- events ---------------------------------------------------------------------------

    def apply(self, event: AnyEvent) -> None:
        """Make a recorded event true of this match. No rule is asked.

        Raises:
            Impossible: the event does not fit what came before: the log is damaged.
        """
        if event.originator_version != self.version + 1:
            raise Impossible(f"event {event.originator_version} cannot follow event {self.version}")
        kind = type(event)
        if kind is Played or kind is Ruled or kind is Missed:
            self._apply_move(event)  # type: ignore[arg-type]
        elif isinstance(event, TakenBack | Restored):
            self._go_to(event.to)
        elif isinstance(event, Noted):
            self.notes.append(event)
        elif isinstance(event, Closed):
            self.result = event.result
            self.seed = event.seed
        else:
            raise Impossible("a match is opened once")
        self.version = event.originator_version

    def _apply_move(self, move: Played | Ruled | Missed) -> None:
        if move.number != len(self.moves):
            raise Impossible(f"move {move.number} cannot be number {len(self.moves)}")
        done = 0
        try:
            for fact in move.facts:
                self.table.apply(fact)
                done += 1
        except Impossible:
            for fact in reversed(move.facts[:done]):
                self.table.revert(fact)
            raise
        self.parent.append(self.line[-1])
        self.line.append(move.number)
        self.moves.append(move)

    def _go_to(self, number: int) -> None:
        """Bring the table to where it stood after a move, back along one line and forth along another."""
        path = self.path(number)
        shared = 0
        while shared < min(len(path), len(self.line)) and path[shared] == self.line[shared]:
            shared += 1
        while len(self.line) > shared:
            for fact in reversed(self.moves[self.line.pop()].facts):
                self.table.revert(fact)
        for n in path[shared:]:
            for fact in self.moves[n].facts:
                self.table.apply(fact)
            self.line.append(n)

    def collect_events(self) -> Sequence[AnyEvent]:
        """Return the new events and forget them: the library asks for them when it saves."""
        events, self._pending = self._pending, []
        return events

    # --- helpers --------------------------------------------------------------------------

    def _next(self, stamp: Stamp) -> dict[str, Any]:
        return {
            "originator_id": self.id,
            "originator_version": self.version + 1,
            "at": stamp.at,
            "recorder": stamp.recorder,
            "device": stamp.device,
        }

    def _record(self, event: AnyEvent) -> None:
        self.apply(event)
        self._pending.append(event)

    def _record_played(self, seat: int, action: Action, decision: Decision, stamp: Stamp, *, implied: bool) -> Played:
        event = Played(
            **self._next(stamp), number=len(self.moves), seat=seat, action=action.data(),
            outcomes=decision.outcomes, facts=decision.facts, citations=decision.citations,
            irregularities=decision.irregularities, implied=implied,
        )  # fmt: skip
        self._record(event)
        return event

    def _window_left_open(self, seat: int, action: Action) -> tuple[int, Action] | None:
        """Return what closes the open window, if there is one and the action does not answer it."""
        if answers_window(self.table, seat, action):
            return None
        return self.opening.game.decline(self.opening, self.table)

    def _forget(self, played: Sequence[Played], pending: int, version: int) -> None:
        """Take back moves that were recorded a moment ago and not saved."""
        for move in reversed(played):
            for fact in reversed(move.facts):
                self.table.revert(fact)
            self.line.pop()
            self.moves.pop()
            self.parent.pop()
        del self._pending[pending:]
        self.version = version

    def _must_be_open(self) -> None:
        if self.result is not None:
            raise MatchIsClosed(f"match {self.id} is closed ({self.result.ending}); only notes can be added")

    def _check_take_back(self, undone: Sequence[int], by: int | None, agreed: Sequence[int], seen: bool) -> None:
        policy = self.opened.take_back
        others = [seat for seat in range(1, self.opening.seats + 1) if seat != by]
        missing = [seat for seat in others if seat not in agreed]
        numbers = f"moves {undone[0]} to {undone[-1]}" if len(undone) > 1 else f"move {undone[0]}"
        if policy == "judge":
            raise TakeBackRefused(f"only a judge takes back {numbers} in this match")
        if not missing:
            return
        if seen:
            raise TakeBackRefused(
                f"{numbers} showed a die or a card: seats {_and(missing)} must agree, or a judge decides"
            )
        if policy == "consent":
            raise TakeBackRefused(f"seats {_and(missing)} must agree to take back {numbers}")
        if policy == "own" and not all(getattr(self.moves[n], "seat", None) == by for n in undone):
            raise TakeBackRefused(f"{numbers} are not all seat {by}'s own: seats {_and(missing)} must agree")

    def _line_in_words(self) -> str:
        return f"it has moves 0 to {self.head}" if self.line == list(range(self.head + 1)) else f"it is {self.line}"


def replay(match: Match, events: Iterable[AnyEvent]) -> Match:
    """Apply recorded events to a match and return it (the library's projector)."""
    for event in events:
        match.apply(event)
    return match


def _or(words: Iterable[object]) -> str:
    *others, last = [str(word) for word in words]
    return f"{', '.join(others)} or {last}" if others else last


def _and(words: Iterable[object]) -> str:
    *others, last = [str(word) for word in words]
    return f"{', '.join(others)} and {last}" if others else last
