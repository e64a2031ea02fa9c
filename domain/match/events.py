"""Events of play, from opening to closing a match, and the closed list of all events of a match.

Four of them are numbered *moves*, which carry facts: `Opened` (the set-up, number 0), `Played`, `Ruled` and `Missed`.
Each event is encoded as a msgspec array with its name first, so its bytes are canonical. Events and facts hold plain
values only. They opt out of the garbage collector (`gc=False`), which makes bulk reading faster.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from tablescribe.domain.match.clock_events import ClockAdjusted, Clocking, ClockPressed, FlagFell, TimeControlSet
from tablescribe.domain.match.contribution_events import Awaited, BeaconGiven, Committed, Contribution, Dealt, Revealed
from tablescribe.domain.match.correction_events import (
    Amended,
    AmendedOpenly,
    Correction,
    Reinstated,
    ReinstatedOpenly,
    Voided,
    VoidedOpenly,
)
from tablescribe.domain.match.event import Event
from tablescribe.domain.match.signature_events import (
    Enrolled,
    EnrolledBy,
    Paper,
    Revoked,
    RevokedBy,
    Signed,
    TimeStamped,
)
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.rules.game import Result
from tablescribe.domain.rules.play import Irregularity
from tablescribe.domain.table.table import HIDDEN, Fact, Turned

CHANCE_MODES = ("table", "open", "sealed")
"""Sources of chance. `table`: people report dice and face-up cards, and keep their hands secret.
`open`: they report every card. `sealed`: all outcomes are derived from a seed committed to at the start."""

TAKE_BACK_POLICIES = ("free", "own", "consent", "judge")
"""Who may take moves back. `free`: anyone. `own`: a seat may take back its own latest moves. `consent`: all other
seats must agree. `judge`: only a judge. Moves that revealed an outcome of chance always need consent or a judge."""

FORMAT = 2
"""The version of the event format. Stored events are never rewritten; a new format gets a new number.

Version 1 stored the reasons of irregularities as finished English sentences; version 2 stores their templates."""


class Seat(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A seat: a random reference and a commitment to the person's name (HMAC-SHA-256 under a salt).

    Names and salts live outside the log and can be deleted; the log stays valid without them.
    """

    ref: str
    commitment: str


class Opened(Event, frozen=True, array_like=True, gc=False, tag="Opened"):
    """The match began. The event has everything that is fixed from then on, and the set-up of the table."""

    format: int
    game: str
    edition: str
    rulebook: str
    seats: tuple[Seat, ...]
    options: dict[str, Any]
    catalogue: dict[str, Any]
    chance: str
    commitment: str
    nonces: tuple[str, ...]
    take_back: str
    box: tuple[tuple[str, int], ...]
    outcomes: tuple[Outcome, ...]
    facts: tuple[Fact, ...]
    citations: tuple[str, ...]


class Played(Event, frozen=True, array_like=True, gc=False, tag="Played"):
    """A seat played an action. `implied`: nobody declared it; playing on closed an unanswered window."""

    number: int
    seat: int
    action: dict[str, Any]
    outcomes: tuple[Outcome, ...]
    facts: tuple[Fact, ...]
    citations: tuple[str, ...]
    irregularities: tuple[Irregularity, ...]
    implied: bool


class Ruled(Event, frozen=True, array_like=True, gc=False, tag="Ruled"):
    """A judge's ruling: facts set by the judge, the clause it rests on, and the move it replaces."""

    number: int
    facts: tuple[Fact, ...]
    clause: str
    reason: str
    replaces: int | None


class Missed(Event, frozen=True, array_like=True, gc=False, tag="Missed"):
    """Moves were missed: roughly how many, and the facts that bring the table up to date."""

    number: int
    moves: int
    facts: tuple[Fact, ...]
    reason: str


class TakenBack(Event, frozen=True, array_like=True, gc=False, tag="TakenBack"):
    """The moves after `to` no longer count. `seen`: they had revealed outcomes of chance."""

    to: int
    by: int | None
    agreed: tuple[int, ...]
    judge: bool
    seen: bool
    reason: str


class Restored(Event, frozen=True, array_like=True, gc=False, tag="Restored"):
    """Moves that were taken back count again, up to and including `to`."""

    to: int
    by: int | None
    reason: str


class Noted(Event, frozen=True, array_like=True, gc=False, tag="Noted"):
    """A note about a move or the whole match. It changes nothing in the game."""

    about: int | None
    text: str


class NotedWithPictures(Noted, frozen=True, array_like=True, gc=False, tag="NotedWithPictures"):
    """A note with pictures as evidence. The event has a salted hash of each: `picture:` and 64 hexadecimal digits.

    The pictures are kept outside the log, where each can be erased.
    """

    pictures: tuple[str, ...]


class Closed(Event, frozen=True, array_like=True, gc=False, tag="Closed"):
    """The match is over. The seed of a sealed match is revealed, so that anyone can check every outcome."""

    result: Result
    seed: str


class Disclosed(Event, frozen=True, array_like=True, gc=False, tag="Disclosed"):
    """The seed (hexadecimal) of a sealed match is revealed. The next event closes the match.

    All hidden information follows from the seed, so public bundles withhold this event. They keep the closing event.
    """

    seed: str


class ClosedOpenly(Closed, frozen=True, array_like=True, gc=False, tag="ClosedOpenly"):
    """The match is over. A seed is in the event before it, `Disclosed`. No bundle may withhold this event.

    Older logs have `Closed` instead, which carries the seed. A public bundle had to withhold the result with it.
    """


class Described(Event, frozen=True, array_like=True, gc=False, tag="Described"):
    """The details of the match, for lists and search. The latest description counts; the game is not affected.

    `title` is the title of the game played, where the recorded game is generic. `table` is the table's name or number.
    """

    title: str
    event: str
    place: str
    round: str
    table: str
    tags: tuple[str, ...]


class Source(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A log that a match was merged from: its id, its number of events at that time, and the hash of the last one."""

    match: str
    version: int
    head: str


class Sourced(Event, frozen=True, array_like=True, gc=False, tag="Sourced"):
    """The match was merged from the logs of two recorders. Both logs stay unchanged. Always event 2."""

    sources: tuple[Source, ...]


class Settled(Event, frozen=True, array_like=True, gc=False, tag="Settled"):
    """A difference between the two logs of a merged match was settled.

    `first` and `second` are the numbers of the moves that only log 1 or log 2 has here. `moves` gives the origin of
    each following move of this match: the log (1 or 2) and the move's number there. `how` is `order` (only the order
    differed, without effect), `rule` (a rule refuses the other reading; `rule` is its number, if it has one) or
    `person` (a person decided; `by` is the role, `reason` the reason).
    """

    first: tuple[int, ...]
    second: tuple[int, ...]
    moves: tuple[tuple[int, int], ...]
    how: str
    by: str
    rule: str
    reason: str


Reading: TypeAlias = Sourced | Settled
AnyEvent: TypeAlias = (
    Opened
    | Played
    | Ruled
    | Missed
    | TakenBack
    | Restored
    | Noted
    | NotedWithPictures
    | Described
    | Closed
    | ClosedOpenly
    | Disclosed
    | Paper
    | Contribution
    | Reading
    | Correction
    | Clocking
)
Move: TypeAlias = Opened | Played | Ruled | Missed

EVENTS: tuple[type[Event], ...] = (
    Opened, Played, Ruled, Missed, TakenBack, Restored, Noted, Closed, Enrolled, EnrolledBy, Revoked, RevokedBy,
    Signed, TimeStamped, Described, Awaited, Committed, Revealed, BeaconGiven, Dealt, Sourced, Settled,
    Voided, Amended, Reinstated, Disclosed, ClosedOpenly, VoidedOpenly, AmendedOpenly, ReinstatedOpenly,
    TimeControlSet, ClockPressed, ClockAdjusted, FlagFell,
    NotedWithPictures,
)  # fmt: skip
"""All events of a match. The ledger decodes these and nothing else."""

CLOSING = ("Closed", "ClosedOpenly")
"""Types of the event that closes a match."""

RESULTS = (*CLOSING, "Amended", "AmendedOpenly")
"""Types of the events that give a match a result."""

OPENLY: tuple[type[Event], ...] = (ClosedOpenly, VoidedOpenly, AmendedOpenly, ReinstatedOpenly)
"""Events that no bundle may withhold, because they decide who won. Each means the same as its base class."""

FORMS: tuple[type[Event], ...] = (*OPENLY, NotedWithPictures)
"""Later forms of events. Each means the same as its base class and may add fields."""


def kind_of(event: object) -> str:
    """Return the event name that clients see: for a later form of an event, the name of its base class."""
    kind = type(event)
    return (kind.__bases__[0] if kind in FORMS else kind).__name__


def outcomes_of(move: Move) -> tuple[Outcome, ...]:
    """Return the chance outcomes of a move: dice, cards and picks."""
    return move.outcomes if type(move) is Played or type(move) is Opened else ()


def shows_chance(move: Move) -> bool:
    """Return whether a move revealed an outcome of chance or turned an unknown card face up."""
    if outcomes_of(move):
        return True
    return any(
        isinstance(fact, Turned) and fact.face.startswith(HIDDEN) and not fact.zone.startswith("unseen:")
        for fact in move.facts
    )
