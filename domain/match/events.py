"""Events of play, from opening to closing a match, and the closed list of all events of a match.

Four of them are numbered *moves*, which carry facts: the set-up in `Opened` (number 0), `Played`,
`Ruled` and `Missed`. Each event is a msgspec array with its name first, so its bytes are canonical. Events
and facts hold plain values only, so they need no garbage collector (`gc=False`), which bulk reading feels.
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
"""`table`: people report dice and open cards; hands stay theirs. `open`: they report every card.
`sealed`: every outcome is derived from a seed committed to at the start."""

TAKE_BACK_POLICIES = ("free", "own", "consent", "judge")
"""Who may take moves back. `free`: anybody; `own`: a seat its own latest moves; `consent`: with the
agreement of all other seats; `judge`: a judge only. What chance has shown always needs consent or a judge."""

FORMAT = 2
"""The version of the form of events. Stored events are never rewritten; new forms get new numbers.

1 kept the reasons of irregularities as finished English sentences, 2 keeps what they are made of."""


class Seat(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A seat: a random reference and a commitment to the person's name (HMAC-SHA-256 under a salt).

    Names and salts live outside the log and can be deleted; the log stays valid without them.
    """

    ref: str
    commitment: str


class Opened(Event, frozen=True, array_like=True, gc=False, tag="Opened"):
    """A match began: everything that was fixed then, and the first table."""

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
    """A seat did something. `implied`: playing on closed a window that was not used."""

    number: int
    seat: int
    action: dict[str, Any]
    outcomes: tuple[Outcome, ...]
    facts: tuple[Fact, ...]
    citations: tuple[str, ...]
    irregularities: tuple[Irregularity, ...]
    implied: bool


class Ruled(Event, frozen=True, array_like=True, gc=False, tag="Ruled"):
    """A judge's ruling: facts that no rule produced, the ground, and the move it replaces."""

    number: int
    facts: tuple[Fact, ...]
    clause: str
    reason: str
    replaces: int | None


class Missed(Event, frozen=True, array_like=True, gc=False, tag="Missed"):
    """Moves that were not recorded: about how many, and the facts that lead to the table now."""

    number: int
    moves: int
    facts: tuple[Fact, ...]
    reason: str


class TakenBack(Event, frozen=True, array_like=True, gc=False, tag="TakenBack"):
    """The moves after `to` no longer count. `seen`: they had shown what chance gave."""

    to: int
    by: int | None
    agreed: tuple[int, ...]
    judge: bool
    seen: bool
    reason: str


class Restored(Event, frozen=True, array_like=True, gc=False, tag="Restored"):
    """Moves taken back count again, up to and including `to`."""

    to: int
    by: int | None
    reason: str


class Noted(Event, frozen=True, array_like=True, gc=False, tag="Noted"):
    """A remark, about a move or in general. It changes nothing."""

    about: int | None
    text: str


class NotedWithPictures(Noted, frozen=True, array_like=True, gc=False, tag="NotedWithPictures"):
    """A remark with pictures, as evidence. The event has a salted hash of each: `picture:` and 64 hexadecimal digits.

    The pictures themselves are kept outside the log, where each can be erased.
    """

    pictures: tuple[str, ...]


class Closed(Event, frozen=True, array_like=True, gc=False, tag="Closed"):
    """The match is over. A sealed seed is revealed, so that anybody can check every outcome."""

    result: Result
    seed: str


class Disclosed(Event, frozen=True, array_like=True, gc=False, tag="Disclosed"):
    """The seed (hex) of a sealed match is revealed, as the match is closed by the next event.

    All hidden information follows from the seed, so public bundles withhold this event, but not the closing.
    """

    seed: str


class ClosedOpenly(Closed, frozen=True, array_like=True, gc=False, tag="ClosedOpenly"):
    """The match is over; the event before it, `Disclosed`, has the seed if there is one. No bundle may withhold this.

    Older logs have `Closed`, which carries the seed, so a public bundle had to withhold the result with it.
    """


class Described(Event, frozen=True, array_like=True, gc=False, tag="Described"):
    """Details by which people find the match. The latest description counts; it changes nothing in the game.

    `title` says what was played where the game leaves that open; `table` is the table's name or number.
    """

    title: str
    event: str
    place: str
    round: str
    table: str
    tags: tuple[str, ...]


class Source(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A log that a match was merged from: its id, how many events it had then, and the hash of the last one."""

    match: str
    version: int
    head: str


class Sourced(Event, frozen=True, array_like=True, gc=False, tag="Sourced"):
    """The match was merged from two logs by different recorders, which stay as they are. Always event 2."""

    sources: tuple[Source, ...]


class Settled(Event, frozen=True, array_like=True, gc=False, tag="Settled"):
    """How a difference between the two logs that a match was merged from was settled.

    `first` and `second` are the numbers of the moves that only that log has here. `moves` says where the next moves of
    this match come from: for each, the log (1 or 2) and the number there. `how` is `order` (it made no difference),
    `rule` (a rule refuses the other reading: `rule`, if it has a number), or `person` (`by`: the role, `reason`: why).
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
"""Every event there is: the ledger decodes these and nothing else."""

CLOSING = ("Closed", "ClosedOpenly")
"""Types of the event that closes a match."""

RESULTS = (*CLOSING, "Amended", "AmendedOpenly")
"""Types of the events that give a match a result."""

OPENLY: tuple[type[Event], ...] = (ClosedOpenly, VoidedOpenly, AmendedOpenly, ReinstatedOpenly)
"""Events that no bundle may withhold, as they decide who won. Each says the same as the event it derives from."""

FORMS: tuple[type[Event], ...] = (*OPENLY, NotedWithPictures)
"""Events that say the same as the event that each derives from, and may add to it."""


def kind_of(event: object) -> str:
    """Return an event's name for clients, which know only the event that a later form derives from."""
    kind = type(event)
    return (kind.__bases__[0] if kind in FORMS else kind).__name__


def outcomes_of(move: Move) -> tuple[Outcome, ...]:
    """Return the outcomes that chance gave in a move."""
    return move.outcomes if type(move) is Played or type(move) is Opened else ()


def shows_chance(move: Move) -> bool:
    """Return whether a move revealed an outcome of chance, or turned up an unknown card."""
    if outcomes_of(move):
        return True
    return any(
        isinstance(fact, Turned) and fact.face.startswith(HIDDEN) and not fact.zone.startswith("unseen:")
        for fact in move.facts
    )
