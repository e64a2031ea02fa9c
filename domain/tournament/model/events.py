"""Events of a tournament, in the same log, hash chain and Merkle tree as those of matches.

They have no names of people. Points are fractions written as text (`"1"`, `"1/2"`), so that nothing is rounded. `by` is
the role of the person: see `roles.py`. Free text is stored beside the log (`ledger/log/texts.py`).
"""

from __future__ import annotations

from typing import Any, TypeAlias

from tablescribe.domain.match.event import Event

FORMAT = 4
"""The version of the format of these events, and of our rules for counting. A new format gets a new number.

- Format 1 could not record a coalition: its members were reported as tied.
- Formats 1 and 2 had clauses and reasons in the events that they explain. Since format 3 they are in `Explained`, so
  that a public bundle withholds nothing else.
- Formats up to 3 included free text of the plan (titles, names of stages) in its digest and in the input of pairings.
  Since format 4 they do not, so that this text can be erased: see `plan_words.py`."""

Seats: TypeAlias = tuple[str, ...]
"""References of entrants, in seat order."""


class Announced(Event, frozen=True, array_like=True, gc=False, tag="Announced"):
    """The tournament was announced: its plan as plain data, and the plan's SHA-256 (see `plan.plan_digest`)."""

    format: int
    by: str
    plan: dict[str, Any]
    digest: str


class Entered(Event, frozen=True, array_like=True, gc=False, tag="Entered"):
    """An entrant takes part from a round on: a random reference, and a commitment to the name, as for a seat.

    `number` is the starting number, which orders entrants who are otherwise equal. `points` are the points that a late
    entrant starts with.
    """

    by: str
    entrant: str
    commitment: str
    number: int
    rating: int | None
    entered_in: int
    points: str
    may_not_meet: tuple[str, ...]


class Withdrawn(Event, frozen=True, array_like=True, gc=False, tag="Withdrawn"):
    """An entrant withdrew after a round (0: before the first)."""

    by: str
    entrant: str
    after: int
    reason: str


class Returned(Event, frozen=True, array_like=True, gc=False, tag="Returned"):
    """A withdrawn entrant returned, and plays from the next round to be paired. The rounds in between stay missed."""

    by: str
    entrant: str
    reason: str


class CheckedIn(Event, frozen=True, array_like=True, gc=False, tag="CheckedIn"):
    """An entrant checked in, or the check-in was undone. It is information only: officials decide whom they pair."""

    by: str
    entrant: str
    here: bool


class ByeRequested(Event, frozen=True, array_like=True, gc=False, tag="ByeRequested"):
    """An entrant requested a bye in a round that is not paired yet. The last request for a round counts.

    Attributes:
        bye: `half` or `zero`; empty if the request was cancelled.
    """

    by: str
    entrant: str
    round: int
    bye: str


class Paired(Event, frozen=True, array_like=True, gc=False, tag="Paired"):
    """A round was paired: its seating, and everything needed to repeat the pairing.

    Attributes:
        pods: for each table, the entrants in seat order.
        matches: for each table, the id that its match has or will have.
        byes: the entrants with a bye, each with its kind.
        engine, engine_version, seed: the pairing engine, and the seed of its lots.
        input: SHA-256 of the engine's input (see `domain/tournament/pairing_input.py`).
        broken: the pairing rules that the engine relaxed, in its words.
        gap: the maximum distance from the optimum; empty if the result is optimal.
    """

    by: str
    round: int
    stage: int
    pods: tuple[Seats, ...]
    matches: tuple[str, ...]
    byes: tuple[tuple[str, str], ...]
    engine: str
    engine_version: str
    seed: int
    input: str
    broken: tuple[str, ...]
    gap: str


class PairedAlike(Paired, frozen=True, array_like=True, gc=False, tag="PairedAlike"):
    """A round of duplicate play was paired: all its tables share one shuffle.

    `commitment` is the SHA-256 (hex) of the seed: see `domain/rules/duplicate_play.py`.
    """

    commitment: str


class Unsealed(Event, frozen=True, array_like=True, gc=False, tag="Unsealed"):
    """The seed (hexadecimal) of a duplicate round was revealed, after its last table had finished."""

    by: str
    round: int
    seed: str


class Explained(Event, frozen=True, array_like=True, gc=False, tag="Explained"):
    """The clause and the reason of the next event, which has neither itself (since format 3)."""

    clause: str
    reason: str


class Adjusted(Event, frozen=True, array_like=True, gc=False, tag="Adjusted"):
    """An organiser changed the seating of a paired round, and gave a reason."""

    by: str
    round: int
    pods: tuple[Seats, ...]
    matches: tuple[str, ...]
    byes: tuple[tuple[str, str], ...]
    reason: str


class Reported(Event, frozen=True, array_like=True, gc=False, tag="Reported"):
    """The result of a table was reported, from its match (by version and head hash) or from a slip.

    Attributes:
        table: the table, from 1, in the order of the pods.
        how: `played` (proved by the match), `slip` or `forfeit` (entered by a person).
        match, version, head: the match as it was closed; empty and 0 without a match.
        places: the place of each seat; tied seats have equal places.
        points: the points of each seat in the game, if it has points.
        absent: the seats (from 1) that did not come.
    """

    by: str
    round: int
    table: int
    how: str
    match: str
    version: int
    head: str
    places: tuple[int, ...]
    points: tuple[int | None, ...]
    absent: tuple[int, ...]


class ReportedTogether(Reported, frozen=True, array_like=True, gc=False, tag="ReportedTogether"):
    """A report with winners who won together as a coalition, not tied. `coalition` has their seats, all on place 1."""

    coalition: tuple[int, ...]


class SlipTyped(Event, frozen=True, array_like=True, gc=False, tag="SlipTyped"):
    """A person typed a table's result slip. It counts for nothing alone: a report follows once two typists agree.

    Attributes:
        match: the id of the table's match, which changes if the table is reseated.
        how: `slip` or `forfeit`.
        places, points, absent: as in `Reported`.
    """

    by: str
    round: int
    table: int
    match: str
    how: str
    places: tuple[int, ...]
    points: tuple[int | None, ...]
    absent: tuple[int, ...]


class Corrected(Event, frozen=True, array_like=True, gc=False, tag="Corrected"):
    """A report was corrected by a ruling. The corrected result counts as ruled; the report stays as played.

    Attributes:
        report: the version of the report's event.
        ruling: the number of the match's move that the ruling is about, or `None`.
        appeal: the version of the upheld appeal, or `None`.
        clause: the rule that it rests on.
    """

    by: str
    report: int
    how: str
    places: tuple[int, ...]
    points: tuple[int | None, ...]
    absent: tuple[int, ...]
    ruling: int | None
    appeal: int | None
    clause: str
    reason: str


class CorrectedTogether(Corrected, frozen=True, array_like=True, gc=False, tag="CorrectedTogether"):
    """A correction with winners who won together: see `ReportedTogether`."""

    coalition: tuple[int, ...]


class Restated(Event, frozen=True, array_like=True, gc=False, tag="Restated"):
    """An official who may enter slips changed a result slip before the next round was paired.

    No ruling is needed. The new entry replaces the first one, as played and as ruled. Both stay in the log.

    Attributes:
        report: the version of the report's event.
        how: `slip` or `forfeit`.
        places, points, absent: as in `Reported`.
        coalition: the seats that won together; empty if none did.
    """

    by: str
    report: int
    how: str
    places: tuple[int, ...]
    points: tuple[int | None, ...]
    absent: tuple[int, ...]
    coalition: tuple[int, ...]


Said: TypeAlias = Reported | Restated | Corrected
"""A table's result: as reported, as re-entered, or as ruled."""


def together(said: Said | SlipTyped) -> tuple[int, ...]:
    """Return the seats that won together, by a report or its correction; empty if none did."""
    return said.coalition if isinstance(said, ReportedTogether | CorrectedTogether | Restated) else ()


class LotSealed(Event, frozen=True, array_like=True, gc=False, tag="LotSealed"):
    """The commitment to the seed of a stage's lot (SHA-256, hexadecimal), recorded before its first round is played."""

    by: str
    stage: int
    commitment: str


class LotDrawn(Event, frozen=True, array_like=True, gc=False, tag="LotDrawn"):
    """A lot was drawn among entrants of a stage.

    Attributes:
        order: the entrants in the order drawn, best first.
        seed: the seed (hexadecimal); empty if people drew the lot and an official entered the order.
        how: how people drew it, such as from a hat or with cards, and the witnesses; empty for a lot from the seed.
    """

    by: str
    stage: int
    order: tuple[str, ...]
    seed: str
    how: str


class Penalised(Event, frozen=True, array_like=True, gc=False, tag="Penalised"):
    """An arbiter deducted points from an entrant in a round."""

    by: str
    entrant: str
    round: int
    points: str
    clause: str
    reason: str


class Appealed(Event, frozen=True, array_like=True, gc=False, tag="Appealed"):
    """An entrant appealed against a report or a penalty, given by the version of its event."""

    by: str
    entrant: str
    about: int
    reason: str


class Decided(Event, frozen=True, array_like=True, gc=False, tag="Decided"):
    """An appeal was decided. If upheld, it lifts a penalty; against a report, a correction must follow."""

    by: str
    appeal: int
    upheld: bool
    clause: str
    reason: str


class Clocked(Event, frozen=True, array_like=True, gc=False, tag="Clocked"):
    """The clock of a round was started, paused, resumed or extended. It affects no points: see `round_clock.py`.

    Attributes:
        does: `start`, `pause`, `resume` or `extend`.
        seconds: the extension in seconds; otherwise 0.
    """

    by: str
    round: int
    does: str
    seconds: int
    reason: str


class Finished(Event, frozen=True, array_like=True, gc=False, tag="Finished"):
    """The tournament is over. The event has rank, entrant and points, as ruled, and the SHA-256 of the whole table."""

    by: str
    table: tuple[tuple[int, str, str], ...]
    digest: str


TournamentEvent: TypeAlias = (
    Announced
    | Entered
    | Withdrawn
    | Returned
    | CheckedIn
    | ByeRequested
    | Paired
    | PairedAlike
    | Unsealed
    | Explained
    | Adjusted
    | Reported
    | ReportedTogether
    | Restated
    | SlipTyped
    | Corrected
    | CorrectedTogether
    | LotSealed
    | LotDrawn
    | Penalised
    | Appealed
    | Decided
    | Clocked
    | Finished
)

TOURNAMENT_EVENTS: tuple[type[Event], ...] = (
    Announced, Entered, Withdrawn, Paired, Adjusted, Reported, Corrected, Penalised, Appealed, Decided, Clocked,
    Finished, PairedAlike, Unsealed, ReportedTogether, CorrectedTogether, LotSealed, LotDrawn, Explained,
    Restated, CheckedIn, ByeRequested, SlipTyped, Returned,
)  # fmt: skip
"""All events of a tournament. The ledger decodes these and those of matches, and nothing else."""
