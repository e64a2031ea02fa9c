"""Events of a match: immutable, a closed list, stored as they were written.

Four of them are numbered *moves*, which carry facts: the set-up in `Opened` (number 0), `Played`,
`Ruled` and `Missed`. Each event is a msgspec array with its name first, so its bytes are canonical. Events
and facts hold plain values only, so they need no garbage collector (`gc=False`), which bulk reading feels.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, TypeAlias

import msgspec

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


class Event(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What all events say: which match, which version of it, when, recorded by whom, on what.

    `recorder` and `device` are random references, never names. `salt` is random: where an event's content is
    withheld, its hash alone is told, and nobody can find the content by hashing what it might be.
    """

    originator_id: str
    originator_version: int
    at: datetime
    recorder: str
    device: str
    salt: str


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
    """A remark with pictures, as evidence. The event has a salted hash of each, `picture:` and 64 hexadecimal digits.

    The pictures are beside the log, where each can be erased.
    """

    pictures: tuple[str, ...]


class Closed(Event, frozen=True, array_like=True, gc=False, tag="Closed"):
    """The match is over. A sealed seed is revealed, so that anybody can check every outcome."""

    result: Result
    seed: str


class Disclosed(Event, frozen=True, array_like=True, gc=False, tag="Disclosed"):
    """The seed (hex) of a sealed match is revealed, as the match is closed by the next event.

    All hidden information follows from it, so public bundles withhold this event, and nothing of the closing.
    """

    seed: str


class ClosedOpenly(Closed, frozen=True, array_like=True, gc=False, tag="ClosedOpenly"):
    """The match is over; `Disclosed` before it has the seed, if any. No bundle may withhold this.

    Older logs have the event above, which carries the seed, so that a public bundle had to withhold the result with it.
    """


class Voided(Event, frozen=True, array_like=True, gc=False, tag="Voided"):
    """A closed match does not count: it was recorded by mistake, or twice. What was recorded stays as it is.

    `by` is a role as in `EnrolledBy`. `instead` is the id of the match that counts in its place, or empty.
    """

    by: str
    reason: str
    instead: str


class Amended(Event, frozen=True, array_like=True, gc=False, tag="Amended"):
    """The result of a closed match was recorded wrongly: this one counts. The first one, and who signed it, stay.

    `played` is the day, or day and time, when the match was really played; empty if that was right.
    """

    result: Result
    played: str
    by: str
    reason: str


class Reinstated(Event, frozen=True, array_like=True, gc=False, tag="Reinstated"):
    """A match that was voided counts again, with the result that it had."""

    by: str
    reason: str


class VoidedOpenly(Voided, frozen=True, array_like=True, gc=False, tag="VoidedOpenly"):
    """A match was voided; its reason is beside the log, and no bundle may withhold this. The next two alike."""


class AmendedOpenly(Amended, frozen=True, array_like=True, gc=False, tag="AmendedOpenly"):
    """The result of a closed match was corrected; see `VoidedOpenly`."""


class ReinstatedOpenly(Reinstated, frozen=True, array_like=True, gc=False, tag="ReinstatedOpenly"):
    """A match that was voided counts again; see `VoidedOpenly`."""


class Enrolled(Event, frozen=True, array_like=True, gc=False, tag="Enrolled"):
    """From here on a public key (Ed25519, base64) speaks for a holder; one that did so before is retired."""

    holder: str
    key: str


class Revoked(Event, frozen=True, array_like=True, gc=False, tag="Revoked"):
    """A key is revoked from here on, as lost or stolen. Its earlier signatures stay valid."""

    key: str
    reason: str


class EnrolledBy(Enrolled, frozen=True, array_like=True, gc=False, tag="EnrolledBy"):
    """An enrolment that says by whom. Older logs have the event above, whose bytes stay as they are.

    `by` is whose pass it was: the holder's own, `organiser`, `recorder`, or `keeper` for a command line. `proof` is a
    signature (base64) by the key itself under `enrolment_text`: who enrolled it had it. Empty: nobody proved that.
    """

    by: str
    proof: str


class RevokedBy(Revoked, frozen=True, array_like=True, gc=False, tag="RevokedBy"):
    """A revocation that says by whom: the key's holder, or `judge`. Nobody else may."""

    by: str


class Signed(Event, frozen=True, array_like=True, gc=False, tag="Signed"):
    """A holder signed the result record of a closed match: the key, and the signature (base64)."""

    holder: str
    key: str
    signature: str


class TimeStamped(Event, frozen=True, array_like=True, gc=False, tag="TimeStamped"):
    """An authority says that the result record existed at a time: its token (RFC 3161, DER in base64)."""

    token: str


class Described(Event, frozen=True, array_like=True, gc=False, tag="Described"):
    """By what people find the match: the latest description is the one that holds. It changes nothing of the game.

    A title (what was played, where the game does not say it), the event and its place, the round, the table's name or
    number, and tags.
    """

    title: str
    event: str
    place: str
    round: str
    table: str
    tags: tuple[str, ...]


class Awaited(Event, frozen=True, array_like=True, gc=False, tag="Awaited"):
    """The draws of a sealed match wait for parts of others than the ledger: see `contributions.py`. Always event 2.

    `seats` are those that contribute. `chain` is the hash of a drand chain (empty: no beacon), `round` its round, `due`
    when that is published, in seconds since 1970 (UTC).
    """

    seats: tuple[int, ...]
    chain: str
    round: int
    due: int


class Committed(Event, frozen=True, array_like=True, gc=False, tag="Committed"):
    """A seat's device committed to a nonce. `by`: whose pass it was, as in `EnrolledBy`."""

    seat: int
    commitment: str
    by: str


class Revealed(Event, frozen=True, array_like=True, gc=False, tag="Revealed"):
    """A seat's device revealed its nonce, after all had committed to theirs."""

    seat: int
    nonce: str
    by: str


class BeaconGiven(Event, frozen=True, array_like=True, gc=False, tag="BeaconGiven"):
    """What the beacon published: randomness is the SHA-256 of the signature; both in hexadecimal."""

    chain: str
    round: int
    randomness: str
    signature: str


class Dealt(Event, frozen=True, array_like=True, gc=False, tag="Dealt"):
    """Every part was there, and the first table was laid out: what `Opened` has of other matches (move 0)."""

    outcomes: tuple[Outcome, ...]
    facts: tuple[Fact, ...]
    citations: tuple[str, ...]


class Source(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A log that a match was read from: its id, how many events it had then, and the hash of the last one."""

    match: str
    version: int
    head: str


class Sourced(Event, frozen=True, array_like=True, gc=False, tag="Sourced"):
    """The match is one reading of two logs, each written by another person, which stay as they are. Always event 2."""

    sources: tuple[Source, ...]


class Settled(Event, frozen=True, array_like=True, gc=False, tag="Settled"):
    """What is made of a difference between the logs that a match was read from.

    `first` and `second` are the numbers of the moves that only that log has here. `moves` tells where the next moves of
    this match come from: of each, the log (1 or 2) and the number there. `how`: `order` (it made no difference), `rule`
    (one refuses the other reading: `rule`, if it has a number), or `person` (`by`: in which role, `reason`: why).
    """

    first: tuple[int, ...]
    second: tuple[int, ...]
    moves: tuple[tuple[int, int], ...]
    how: str
    by: str
    rule: str
    reason: str


class ClockPeriod(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A period of a time control, as in `domain/clock/control.py`; times are in milliseconds."""

    turns: int
    time: int
    bonus: int


class TimeControlSet(Event, frozen=True, array_like=True, gc=False, tag="TimeControlSet"):
    """The time of the match: see `domain/clock/control.py`. It comes before all that happens to the clock.

    `loses`: a flag that falls loses by itself, where the game has a rule for it. `by` is a role as in `EnrolledBy`.
    """

    mode: str
    periods: tuple[ClockPeriod, ...]
    loses: bool
    by: str


class ClockPressed(Event, frozen=True, array_like=True, gc=False, tag="ClockPressed"):
    """Other clocks run from here on: `running` are their seats.

    `move` is the last move then. `seat` completed its turn number `turn` (0: nobody did, as after a take-back).
    `lag` are the milliseconds of the message's way that are made up for. `tapped`: the clock was pressed by hand,
    not by recording the move.
    """

    move: int
    seat: int
    turn: int
    running: tuple[int, ...]
    lag: int
    tapped: bool


class ClockAdjusted(Event, frozen=True, array_like=True, gc=False, tag="ClockAdjusted"):
    """Somebody started, paused, resumed or corrected the clock (`does`), in the role `by`.

    `running`: the seats whose clocks run when it goes on. `seat` and `shows`: whose clock was corrected (0: that of the
    table), and the milliseconds that it shows from here on.
    """

    does: str
    seat: int
    shows: int
    running: tuple[int, ...]
    by: str
    reason: str


class FlagFell(Event, frozen=True, array_like=True, gc=False, tag="FlagFell"):
    """The time of a seat (0: of the table) had run out, `over` milliseconds before. It decides nothing by itself."""

    seat: int
    over: int


Paper: TypeAlias = Enrolled | EnrolledBy | Revoked | RevokedBy | Signed | TimeStamped
Contribution: TypeAlias = Awaited | Committed | Revealed | BeaconGiven | Dealt
Reading: TypeAlias = Sourced | Settled
Correction: TypeAlias = Voided | VoidedOpenly | Amended | AmendedOpenly | Reinstated | ReinstatedOpenly
Clocking: TypeAlias = TimeControlSet | ClockPressed | ClockAdjusted | FlagFell
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

CORRECTIONS = ("Voided", "Amended", "Reinstated", "VoidedOpenly", "AmendedOpenly", "ReinstatedOpenly")
"""Types of events that correct a closed match."""

OPENLY: tuple[type[Event], ...] = (ClosedOpenly, VoidedOpenly, AmendedOpenly, ReinstatedOpenly)
"""Events that no bundle may withhold: they decide who won. Each says the same as the one that it is a form of."""

CLOCKING: tuple[type[Event], ...] = (TimeControlSet, ClockPressed, ClockAdjusted, FlagFell)
"""Events of the clock: no bundle may withhold them, either."""


FORMS: tuple[type[Event], ...] = (*OPENLY, NotedWithPictures)
"""Events that say the same as the one that each is a form of, and more."""


def kind_of(event: object) -> str:
    """Return the name under which an event is told to clients: that of the form of it which they know."""
    kind = type(event)
    return (kind.__bases__[0] if kind in FORMS else kind).__name__


def _no_salt() -> str:
    return ""


class Stamp(msgspec.Struct, frozen=True):
    """Who records, on what device, and when: handed in, as the domain asks no clock and no chance.

    Attributes:
        salt: gives a new random text for each event.
    """

    at: datetime
    recorder: str
    device: str
    salt: Callable[[], str] = _no_salt


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
