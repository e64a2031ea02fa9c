"""The scribe: commands that clients send for matches (new, play, undo, redo, rule, note, close).

The scribe supplies what the domain has no access to: the clock, random ids, salts and seeds, and the references of
recorder and device. The command line and the web service both record through it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, TypeVar, Unpack

from tablescribe.domain.match import clocking
from tablescribe.domain.match.commuting import commutes
from tablescribe.domain.match.description import described
from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.events import Closed, Described, Missed, Noted, Played, Restored, Ruled, TakenBack
from tablescribe.domain.match.match import Match, Refused
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.table.table import Fact
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import LedgerError
from tablescribe.ledger.matches.client_actions import ClientAction, steps_back
from tablescribe.ledger.matches.clock_flags import lost_on_time
from tablescribe.ledger.matches.contributing import contribute
from tablescribe.ledger.matches.fact_checks import check_playable
from tablescribe.ledger.matches.idempotency import IdempotentCommands, Leave
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.match_cache import MatchCache
from tablescribe.ledger.matches.opening import Terms, open_match
from tablescribe.ledger.matches.photo_notes import note_pictures

Done = TypeVar("Done")


class Scribe:
    """Executes commands on matches and records their events in a ledger."""

    def __init__(
        self,
        ledger: Ledger,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        recorder: str = "",
        load: Callable[[str], Match] | None = None,
        closed: Callable[[str], None] = lambda match_id: None,
        leave: Leave = lambda match, recorded: None,
    ) -> None:
        """Create a scribe for a ledger.

        Args:
            ledger: the ledger to record in.
            clock: returns the current time.
            recorder: random reference of the person recording; by default that of this ledger.
            load: returns the current state of a match, by id or prefix; by default from a cache or the ledger.
            closed: called with the id of each match once it is closed.
            leave: with `load`, called with a match after a command on it was recorded; the scribe does not use that
                object again.
        """
        self.ledger = ledger
        self._clock = clock
        self._recorder = recorder
        self._cache = MatchCache(ledger)
        self._load = load or self._cache.take
        self._once = IdempotentCommands(ledger, self._load, leave if load else self._cache.leave)
        self._closed = closed

    # --- opening and reading ----------------------------------------------------------------

    def new(self, game: str, names: Sequence[str], **terms: Unpack[Terms]) -> Match:
        """Open a match of a game for these people, in seat order, and record it; see `opening.open_match`."""
        return open_match(self.ledger, self.now, self.stamp, game, names, **terms)

    def match(self, beginning: str) -> Match:
        """Return the current state of a match, by its id or a unique prefix."""
        return self.ledger.match(self.ledger.find(beginning))

    def names(self, match: Match) -> list[str]:
        """Return the names of the people in seat order; an erased or unknown person is `seat 2`."""
        known = self.ledger.called(seat.ref for seat in match.opened.seats)
        return [known.get(seat.ref, f"seat {k}") for k, seat in enumerate(match.opened.seats, start=1)]

    def legal(self, match: Match, seat: int) -> list[Action]:
        """Return the legal actions of a seat.

        Raises:
            NoSuchSeat: the match has no seat with that number.
        """
        return match.legal(seat)

    # --- recording --------------------------------------------------------------------------

    def play(
        self,
        match_id: str,
        seat: int | None,
        action: Mapping[str, Any],
        outcomes: Iterable[Outcome] = (),
        *,
        as_played: bool = False,
        keeper: bool = True,
        command_id: str | None = None,
        expected_version: int | None = None,
    ) -> list[Played]:
        """Record a seat's action; without a seat, the action of the only seat to act. See `play_said`."""
        return self.play_said(
            match_id, ClientAction(seat, action), outcomes, as_played=as_played, keeper=keeper, command_id=command_id,
            expected_version=expected_version,
        )  # fmt: skip

    def play_said(
        self,
        match_id: str,
        said: ClientAction,
        outcomes: Iterable[Outcome] = (),
        *,
        as_played: bool = False,
        keeper: bool = True,
        command_id: str | None = None,
        expected_version: int | None = None,
        lag: int = 0,
    ) -> list[Played]:
        """Record a seat's action as sent by a client.

        An answer to a simultaneous window is accepted if the window was open at the expected version, even if others
        have answered since. Only the keeper of the table (`keeper`) may close a window that is still open for others,
        by recording the next action.

        `lag` is the transmission time of the message in milliseconds; the clock compensates a limited amount. If the
        flag has fallen and the time control makes that a loss, the loss is recorded instead of the action.

        Returns:
            The moves recorded: the closing of a window, if the action implies one, and the action itself.

        Raises:
            BadAction, Illegal, Impossible, NeedsOutcome, WrongOutcome, Refused, Stale, CommandReused.
        """
        outcomes = tuple(outcomes)

        def do(match: Match) -> list[Played]:
            seat, action = said.acting(match)
            seed = self.ledger.seed(match.id) if match.opened.chance == "sealed" else None
            stamp = self.stamp()
            if lost := lost_on_time(match, stamp, seat, lag):
                return lost
            source = match.chance(outcomes, seed)
            played = match.play(seat, action, source, stamp, as_played=as_played, keeper=keeper)
            clocking.follow(match, stamp, played[-1], lag=lag)
            if getattr(action, "facts", ()):  # effects of a printed text, entered by hand and not checked by rules
                check_playable(match, played[-1].facts)
            return played

        def in_time(match: Match, version: int) -> bool:
            return commutes(match, version, *said.acting(match))

        content = ["play", said.seat, dict(said.said), outcomes, as_played]
        return self._once.record(match_id, do, command_id, content, expected_version, in_time)

    def undo(
        self,
        match_id: str,
        steps: int = 1,
        *,
        to: int | None = None,
        by: int | None = None,
        agreed: Iterable[int] = (),
        judge: bool = False,
        reason: str = "",
        command_id: str | None = None,
        expected_version: int | None = None,
    ) -> TakenBack:
        """Undo the last moves, or all moves after move `to`.

        The implied closing of a window is undone together with the move that implied it.
        """
        agreed = tuple(agreed)

        def do(match: Match) -> TakenBack:
            target, stamp = steps_back(match, steps) if to is None else to, self.stamp()
            taken = match.take_back(target, stamp, by=by, agreed=agreed, judge=judge, reason=reason)
            clocking.follow(match, stamp)
            return taken

        content = ["undo", steps, to, by, agreed, judge]
        return self._once.record(match_id, do, command_id, content, expected_version, words=[reason])

    def redo(
        self,
        match_id: str,
        *,
        to: int | None = None,
        by: int | None = None,
        reason: str = "",
        command_id: str | None = None,
        expected_version: int | None = None,
    ) -> Restored:
        """Redo undone moves: the line most recently undone at this point, or all moves up to move `to`."""

        def do(match: Match) -> Restored:
            target = match.redoable() if to is None else to
            if target is None:
                raise Refused(say("there is nothing to redo here"))
            stamp = self.stamp()
            restored = match.restore(target, stamp, by=by, reason=reason)
            clocking.follow(match, stamp)
            return restored

        return self._once.record(match_id, do, command_id, ["redo", to, by], expected_version, words=[reason])

    def ruling(
        self,
        match_id: str,
        facts: Sequence[Fact],
        *,
        clause: str,
        reason: str,
        replaces: int | None = None,
        command_id: str | None = None,
        expected_version: int | None = None,
    ) -> Ruled:
        """Record a judge's ruling.

        Raises:
            Impossible, BadFact: the facts contradict the table, or the game cannot continue from them.
        """

        def do(match: Match) -> Ruled:
            stamp = self.stamp()
            event = match.rule(facts, stamp, clause=clause, reason=reason, replaces=replaces)
            check_playable(match, facts)
            clocking.follow(match, stamp)
            return event

        content = ["ruling", list(facts), replaces]
        return self._once.record(match_id, do, command_id, content, expected_version, words=[clause, reason])

    def missed(
        self,
        match_id: str,
        facts: Sequence[Fact],
        *,
        moves: int,
        reason: str = "",
        command_id: str | None = None,
        expected_version: int | None = None,
    ) -> Missed:
        """Record that moves were missed, and the facts that restore the state of the table.

        Raises:
            Impossible, BadFact: see `ruling`.
        """

        def do(match: Match) -> Missed:
            stamp = self.stamp()
            event = match.miss(facts, stamp, moves=moves, reason=reason)
            check_playable(match, facts)
            clocking.follow(match, stamp)
            return event

        content = ["missed", list(facts), moves]
        return self._once.record(match_id, do, command_id, content, expected_version, words=[reason])

    def note(
        self,
        match_id: str,
        text: str,
        *,
        about_move: int | None = None,
        pictures: Sequence[bytes] = (),
        command_id: str | None = None,
    ) -> Noted:
        """Record a note, with pictures if there are any.

        Args:
            pictures: plain JPEG files, as `photo_encoding.encoded` returns them.

        Raises:
            BadPicture: a picture is not a plain JPEG file.
            Refused: there are more pictures than a note or a match may have.
        """
        if pictures:
            return note_pictures(self.ledger, self._once, self.stamp, match_id, text, pictures, about_move, command_id)

        def do(match: Match) -> Noted:
            return match.note(text, self.stamp(), about_move)

        return self._once.record(match_id, do, command_id, ["note", about_move], None, words=[text])

    def describe(self, match_id: str, data: Mapping[str, Any], *, command_id: str | None = None) -> Described:
        """Record details of a match: `title`, `event`, `place`, `round`, `table`, `tags`.

        Details that are not given are unchanged; an empty text or list removes a detail.

        Raises:
            Refused: a value is too long.
        """

        def do(match: Match) -> Described:
            return match.describe(self.stamp(), **described(match, data))

        content = ["describe", sorted(data)]
        words = [text for value in data.values() for text in (value if isinstance(value, list | tuple) else (value,))]
        return self._once.record(match_id, do, command_id, content, None, words=words)

    def close(
        self,
        match_id: str,
        *,
        abandoned: bool = False,
        command_id: str | None = None,
        expected_version: int | None = None,
    ) -> Closed:
        """Close a match with its result; reveal a sealed match's seed, and update boxes with declared components."""

        def do(match: Match) -> Closed:
            seed = self.ledger.seed(match.id) if match.opened.chance == "sealed" else None
            return match.close(self.stamp(), seed=seed, abandoned=abandoned)

        closed = self._once.record(match_id, do, command_id, ["close", abandoned], expected_version)
        from tablescribe.ledger.matches.boxes import BadBox, learn

        with suppress(BadBox, LedgerError):  # the match is closed in any case; `box learn` reports conflicts
            learn(self.ledger, self._load(match_id), self._clock())
        self._closed(closed.originator_id)
        return closed

    def contribute(self, match_id: str, do: Callable[[Match], Done]) -> tuple[Match, Done]:
        """Record a contribution to the shared seed; see `contributing.contribute`."""
        return contribute(self.ledger, self._load, self.stamp, match_id, do)

    def record(
        self,
        match_id: str,
        do: Callable[[Match], Done],
        content: list[Any],
        *,
        words: Sequence[str] = (),
        command_id: str | None = None,
        expected_version: int | None = None,
    ) -> Done:
        """Record the events that `do` decides on a match, atomically; a retry with the same `command_id` does nothing.

        A retry must have the same `content` and `words`; see `IdempotentCommands.record`.
        """
        return self._once.record(match_id, do, command_id, content, expected_version, words=words)

    # --- who, when, where ---------------------------------------------------------------------

    def now(self) -> datetime:
        """Return the current time."""
        return self._clock()

    def stamp(self) -> Stamp:
        """Return a stamp: time, references of recorder and device, and a source of salts for events."""
        recorder = self._recorder or self.ledger.reference("recorder")
        return Stamp(self._clock(), recorder, self.ledger.reference("device"), new_salt)


def new_salt() -> str:
    """Return a random salt of 128 bits for an event."""
    return secrets.token_urlsafe(16)
