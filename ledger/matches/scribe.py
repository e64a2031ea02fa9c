"""The scribe: commands that clients send for matches (new, play, undo, redo, rule, note, close).

The scribe brings in what the domain may not ask for: the clock, random ids, salts and seeds, and who
records on what device. It is the one door for the command line and for a service.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, TypeVar

from tablescribe.domain.games import check_edition, game, opening
from tablescribe.domain.match.commuting import commutes
from tablescribe.domain.match.contributing import deal
from tablescribe.domain.match.description import described
from tablescribe.domain.match.events import (
    Closed,
    Described,
    Missed,
    Noted,
    Played,
    Restored,
    Ruled,
    Seat,
    Stamp,
    TakenBack,
)
from tablescribe.domain.match.match import Match, Refused
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.rules.duplicate_play import TITLE as TITLE_OF_MARKS
from tablescribe.domain.rules.game import TITLE
from tablescribe.domain.table.table import Fact
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import LedgerError, LedgerReadOnly, Stale
from tablescribe.ledger.matches.client_actions import ClientAction, steps_back
from tablescribe.ledger.matches.contributing import RequestedParts, ask_for
from tablescribe.ledger.matches.fact_checks import check_playable
from tablescribe.ledger.matches.idempotency import IdempotentCommands, Leave
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.match_cache import MatchCache
from tablescribe.ledger.matches.series import follow
from tablescribe.ledger.read_models.person_names import seated

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32 in lower case: no letter that is easily taken for another."""

Done = TypeVar("Done")


class Scribe:
    """Records matches in a ledger."""

    def __init__(
        self,
        ledger: Ledger,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        recorder: str = "",
        load: Callable[[str], Match] | None = None,
        closed: Callable[[str], None] = lambda match_id: None,
        leave: Leave = lambda match, recorded: None,
    ) -> None:
        """Record into a ledger.

        Args:
            ledger: where to.
            clock: tells the time.
            recorder: a random reference of who records, by default that of this ledger.
            load: returns a match as it stands now, to go on with, by what a client calls it; by default as it was
                left at hand, or from the ledger.
            closed: told the id of each match that was closed, when that is recorded.
            leave: where a match is loaded from elsewhere, takes it as it was left; it is not
                touched again.
        """
        self.ledger = ledger
        self._clock = clock
        self._recorder = recorder
        self._at_hand = MatchCache(ledger)
        self._load = load or self._at_hand.take
        self._once = IdempotentCommands(ledger, self._load, leave if load else self._at_hand.leave)
        self._closed = closed

    # --- opening and reading ----------------------------------------------------------------

    def new(
        self,
        game: str,
        names: Sequence[str],
        *,
        options: Mapping[str, Any] | None = None,
        catalogue: Mapping[str, Any] | None = None,
        chance: str = "table",
        take_back: str = "free",
        nonces: Sequence[str] = (),
        outcomes: Iterable[Outcome] = (),
        match_id: str | None = None,
        seats: Sequence[Seat] | None = None,
        data: Mapping[str, Any] | None = None,
        parts: RequestedParts | None = None,
        seed: bytes | None = None,
        edition: str = "",
    ) -> Match:
        """Open a match and record it; with `parts`, the chance of a sealed one waits for these.

        `data` is by what people find it, see `describe`. With `seats`, people keep the references that they have,
        as entrants of a tournament do. With `seed`, a sealed match is dealt with that of a round.
        `edition` is that of the rules, if not today's.

        Raises:
            UnknownGame, WrongOptions, Refused, Illegal, NeedsOutcome: see `Match.open`.
            Refused: it is to follow a match that is not here, or not over; a seat has no name, or
                two have the same; or its data are too long.
        """
        names = seated(names)
        options, data = titled(game, options or {}, data or {})
        if edition:
            check_edition(game, edition)
        fixed = opening(game, len(names), options, catalogue, edition)
        follow(self.ledger, fixed, names)
        said = described(None, data, title=str(getattr(fixed.options, TITLE, "")))
        if seed is None and any(one.startswith(TITLE_OF_MARKS) for one in nonces):
            raise Refused(say("that contribution is kept for the rounds of tournaments: choose another"))
        if chance == "sealed" and seed is None:
            seed = secrets.token_bytes(32)
        arguments: dict[str, Any] = {"chance": chance, "take_back": take_back, "seed": seed, "nonces": tuple(nonces)}
        arguments |= {"outcomes": tuple(outcomes), "waits": parts is not None}
        anonymous = [Seat("", "")] * len(names)
        Match.open(
            "trial", fixed, anonymous, Stamp(self._clock(), "", ""), **arguments
        )  # refuses before names are kept
        if seats is None:
            seats = [Seat(*self.ledger.introduce(name)) for name in names]
        match = Match.open(match_id or new_id(), fixed, seats, self.stamp(), **arguments)
        if parts is not None:
            ask_for(parts, match, seed, self.stamp())
        if any(said[name] for name in data if name in said):
            match.describe(self.stamp(), **said)
        if seed is not None:
            self.ledger.keep_seed(match.id, seed)
        self.ledger.save(match, expected_version=0)
        return match

    def match(self, beginning: str) -> Match:
        """Return a match by its id, or by as much of its beginning as tells it from others."""
        return self.ledger.match(self.ledger.find(beginning))

    def names(self, match: Match) -> list[str]:
        """Return what the people in the seats are called; an erased or unknown person is `seat 2`."""
        known = self.ledger.called(seat.ref for seat in match.opened.seats)
        return [known.get(seat.ref, f"seat {k}") for k, seat in enumerate(match.opened.seats, start=1)]

    def legal(self, match: Match, seat: int) -> list[Action]:
        """Return what a seat may do now.

        Raises:
            NoSuchSeat: the match has none of that number.
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
        """Let a seat do something; without a seat, the one that is to act, if it is only one. See `play_said`."""
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
    ) -> list[Played]:
        """Record what a client says that a seat does.

        Answers to a simultaneous window, decided on a version in which it was open already, are in time whatever
        others have answered since. `keeper`: it is recorded by who keeps the table, who alone may close a window
        that is open for others by going on.

        Returns:
            The moves it became: the window that closed by it, if any, and the action itself.

        Raises:
            BadAction, Illegal, Impossible, NeedsOutcome, WrongOutcome, Refused, Stale, CommandReused.
        """
        outcomes = tuple(outcomes)

        def do(match: Match) -> list[Played]:
            seat, action = said.acting(match)
            seed = self.ledger.seed(match.id) if match.opened.chance == "sealed" else None
            source = match.chance(outcomes, seed)
            played = match.play(seat, action, source, self.stamp(), as_played=as_played, keeper=keeper)
            if getattr(action, "facts", ()):  # what people say that a text did, no rule has checked
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
        """Take back the last moves, or all after move `to`.

        A window that closed by itself goes together with the move that closed it.
        """
        agreed = tuple(agreed)

        def do(match: Match) -> TakenBack:
            target = steps_back(match, steps) if to is None else to
            return match.take_back(target, self.stamp(), by=by, agreed=agreed, judge=judge, reason=reason)

        content = ["undo", steps, to, by, agreed, judge, reason]
        return self._once.record(match_id, do, command_id, content, expected_version)

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
        """Let moves that were taken back count again: the latest line left from here, or up to move `to`."""

        def do(match: Match) -> Restored:
            target = match.redoable() if to is None else to
            if target is None:
                raise Refused(say("there is nothing to redo here"))
            return match.restore(target, self.stamp(), by=by, reason=reason)

        return self._once.record(match_id, do, command_id, ["redo", to, by, reason], expected_version)

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
        """Record a judge's decision.

        Raises:
            Impossible, BadFact: the facts do not fit the table, or no game could go on from there.
        """

        def do(match: Match) -> Ruled:
            event = match.rule(facts, self.stamp(), clause=clause, reason=reason, replaces=replaces)
            check_playable(match, facts)
            return event

        content = ["ruling", list(facts), clause, reason, replaces]
        return self._once.record(match_id, do, command_id, content, expected_version)

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
        """Record that moves were missed, and what stands on the table now.

        Raises:
            Impossible, BadFact: see `ruling`.
        """

        def do(match: Match) -> Missed:
            event = match.miss(facts, self.stamp(), moves=moves, reason=reason)
            check_playable(match, facts)
            return event

        return self._once.record(match_id, do, command_id, ["missed", list(facts), moves, reason], expected_version)

    def note(self, match_id: str, text: str, *, about_move: int | None = None, command_id: str | None = None) -> Noted:
        """Record a remark."""

        def do(match: Match) -> Noted:
            return match.note(text, self.stamp(), about_move)

        return self._once.record(match_id, do, command_id, ["note", text, about_move], None)

    def describe(self, match_id: str, data: Mapping[str, Any], *, command_id: str | None = None) -> Described:
        """Record by what people find a match: `title`, `event`, `place`, `round`, `table`, `tags`.

        What is not among them stays as it was; an empty text, or no tags, takes it away.

        Raises:
            Refused: something of it is too long.
        """

        def do(match: Match) -> Described:
            return match.describe(self.stamp(), **described(match, data))

        return self._once.record(match_id, do, command_id, ["describe", dict(data)], None)

    def close(
        self,
        match_id: str,
        *,
        abandoned: bool = False,
        command_id: str | None = None,
        expected_version: int | None = None,
    ) -> Closed:
        """Close a match with its result; a sealed match's seed is revealed, and its box learns what was declared."""

        def do(match: Match) -> Closed:
            seed = self.ledger.seed(match.id) if match.opened.chance == "sealed" else None
            return match.close(self.stamp(), seed=seed, abandoned=abandoned)

        closed = self._once.record(match_id, do, command_id, ["close", abandoned], expected_version)
        from tablescribe.ledger.matches.boxes import BadBox, learn

        with suppress(BadBox, LedgerError):  # closed it is in any case; `box learn` tells what a box cannot take
            learn(self.ledger, self._load(match_id), self._clock())
        self._closed(closed.originator_id)
        return closed

    def contribute(self, match_id: str, do: Callable[[Match], Done]) -> tuple[Match, Done]:
        """Record a part in the chance of a match (`domain/match/contributing.py`); when it was the last, deal.

        The same part told again is no new one, so a retry does no harm; who comes in between makes it try again. Where
        this role may not look at seeds, somebody who may deals, by contributing nothing.

        Returns:
            The match as it stands then, and what `do` returned.

        Raises:
            Refused: it is no part that is awaited.
        """
        while True:
            match = self._load(match_id)
            version = match.version
            done = do(match)
            parts = match.contributions
            if parts is not None and parts.complete and match.waits and (seed := self._dealing_seed(match.id)):
                deal(match, seed, self.stamp())
            try:
                self.ledger.save(match, expected_version=version)
                return match, done
            except Stale:
                continue

    def _dealing_seed(self, match_id: str) -> bytes | None:
        try:
            return self.ledger.seed(match_id)
        except LedgerReadOnly:
            return None

    # --- who, when, where ---------------------------------------------------------------------

    def now(self) -> datetime:
        """Return the time."""
        return self._clock()

    def stamp(self) -> Stamp:
        """Return now, with the random references of this ledger's recorder and device, and salts for events."""
        recorder = self._recorder or self.ledger.reference("recorder")
        return Stamp(self._clock(), recorder, self.ledger.reference("device"), new_salt)


def titled(
    key: str, options: Mapping[str, Any], data: Mapping[str, Any]
) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Return options and data of a match to be opened: a title that the game itself takes is an option of it."""
    title = str(data.get(TITLE, ""))
    if not title or TITLE not in game(key).options.model_fields:
        return options, data
    return {TITLE: title, **options}, {name: value for name, value in data.items() if name != TITLE}


def new_id() -> str:
    """Return a random match id: 60 bits, easy to read out and to type."""
    return "".join(secrets.choice(ALPHABET) for _ in range(12))


def new_salt() -> str:
    """Return 128 random bits for an event."""
    return secrets.token_urlsafe(16)
