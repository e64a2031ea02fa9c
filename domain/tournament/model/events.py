"""Events of a tournament, in the same log, hash chain and Merkle tree as those of matches.

No name of a person stands in them. Points are fractions, told as texts (`"1"`, `"1/2"`), so that nobody rounds.
`by` is the role of who did it: see `roles.py`. What people write is stored beside the log (`ledger/log/texts.py`).
"""

from __future__ import annotations

from typing import Any, TypeAlias

from tablescribe.domain.match.event import Event

FORMAT = 4
"""The version of the form of these events, and the edition of our rules of counting. New forms get new numbers.

1 could not tell that people won together; who won a match as a coalition was reported as if they had tied.
1 and 2 kept clauses and reasons in the events that they are about; 3 keeps them in `Explained`, so that a public bundle
withholds nothing else. 3 counted what people write in a plan (titles, names of stages) into its digest and into the
input of pairings; 4 does not, so that these words can be erased: see `plan_words.py`."""

Seats: TypeAlias = tuple[str, ...]
"""References of entrants in the order of the seats."""


class Announced(Event, frozen=True, array_like=True, gc=False, tag="Announced"):
    """A tournament began: its plan as plain data, and SHA-256 of what decides in it (see `plan.plan_digest`)."""

    format: int
    by: str
    plan: dict[str, Any]
    digest: str


class Entered(Event, frozen=True, array_like=True, gc=False, tag="Entered"):
    """Somebody takes part from a round on: a random reference, and a commitment to the name, as for a seat.

    `number` is the starting number, which orders equals. `points` are those with which a late entry begins.
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
    """Somebody plays no more after a round (0: from the beginning)."""

    by: str
    entrant: str
    after: int
    reason: str


class Returned(Event, frozen=True, array_like=True, gc=False, tag="Returned"):
    """A withdrawal ends: the entrant plays on from the next round that is paired; the rounds since stay missed."""

    by: str
    entrant: str
    reason: str


class CheckedIn(Event, frozen=True, array_like=True, gc=False, tag="CheckedIn"):
    """An entrant is here, or was marked so by mistake. It decides nothing: officials pair whom they pair."""

    by: str
    entrant: str
    here: bool


class ByeRequested(Event, frozen=True, array_like=True, gc=False, tag="ByeRequested"):
    """An entrant asked not to play in a round that is not paired yet; the last request for a round counts.

    Attributes:
        bye: `half` or `zero`; empty if the request was taken back.
    """

    by: str
    entrant: str
    round: int
    bye: str


class Paired(Event, frozen=True, array_like=True, gc=False, tag="Paired"):
    """A round was paired: who sits where, and all that is needed to do it again.

    Attributes:
        pods: for each table the entrants in the order of the seats.
        matches: for each table the id that its match has, or will have once it is opened.
        byes: entrants who do not sit, and why.
        engine, engine_version, seed: what paired, and by which lot.
        input: SHA-256 of what was given to the engine (see `domain/tournament/pairing_input.py`).
        broken: what the engine could not keep, in its words.
        gap: how far from the optimum it may be; empty if it is exact.
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
    """A round was paired whose tables all play the same shuffle.

    `commitment` is the SHA-256 (hex) of the seed: see `domain/rules/duplicate_play.py`.
    """

    commitment: str


class Unsealed(Event, frozen=True, array_like=True, gc=False, tag="Unsealed"):
    """The seed (hex) of a duplicate round is revealed, as its last table is done."""

    by: str
    round: int
    seed: str


class Explained(Event, frozen=True, array_like=True, gc=False, tag="Explained"):
    """An official gave the clause and the reason of the event that follows, which has neither (from format 3 on)."""

    clause: str
    reason: str


class Adjusted(Event, frozen=True, array_like=True, gc=False, tag="Adjusted"):
    """An organiser changed who sits where in a round that was paired, for a reason."""

    by: str
    round: int
    pods: tuple[Seats, ...]
    matches: tuple[str, ...]
    byes: tuple[tuple[str, str], ...]
    reason: str


class Reported(Event, frozen=True, array_like=True, gc=False, tag="Reported"):
    """What a table gave: its match by version and head hash, or a slip without one.

    Attributes:
        table: from 1, in the order of the pods.
        how: `played` (the match proves it), `slip` or `forfeit` (somebody wrote it down).
        match, version, head: the match as it was closed; empty and 0 without one.
        places: each seat's place; equal places share.
        points: each seat's points in the game, if it has any.
        absent: the seats (from 1) that were not there.
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
    """A report in which the winners won together, and did not tie: `coalition` are their seats, all on place 1."""

    coalition: tuple[int, ...]


class SlipTyped(Event, frozen=True, array_like=True, gc=False, tag="SlipTyped"):
    """Somebody typed what is ticked on a table's result slip. It decides nothing: a report follows where two agree.

    Attributes:
        match: the id of the table's match: a slip of another seating is of another match.
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
    """A report reads otherwise from here on: as ruled. What was reported stays, as played.

    Attributes:
        report: the version of the event that reported.
        ruling: the number of the move in the match that the ruling is about, or `None`.
        appeal: the version of the appeal that was upheld, or `None`.
        clause: the rule on which it rests.
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
    """A correction by which the winners won together: see `ReportedTogether`."""

    coalition: tuple[int, ...]


class Restated(Event, frozen=True, array_like=True, gc=False, tag="Restated"):
    """A result slip was changed by an official who may enter slips, before the next round was paired.

    It needs no ruling: it replaces what was entered, as played and as ruled, and the first entry stays in the log.

    Attributes:
        report: the version of the event that reported.
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
"""What a table's result reads as: as entered, as entered anew, or as ruled."""


def together(said: Said | SlipTyped) -> tuple[int, ...]:
    """Return the seats that won together, by a report or its correction; none without a winner."""
    return said.coalition if isinstance(said, ReportedTogether | CorrectedTogether | Restated) else ()


class LotSealed(Event, frozen=True, array_like=True, gc=False, tag="LotSealed"):
    """The seed of a stage's lot was committed to (SHA-256, hex), before its first round was played."""

    by: str
    stage: int
    commitment: str


class LotDrawn(Event, frozen=True, array_like=True, gc=False, tag="LotDrawn"):
    """A lot was drawn, among people of a stage.

    Attributes:
        order: who was drawn, who comes first ahead.
        seed: from which it was drawn (hex); empty where people drew, and an official tells what came out.
        how: how people drew it: a hat, cards, and who looked on; empty where it was drawn from the seed.
    """

    by: str
    stage: int
    order: tuple[str, ...]
    seed: str
    how: str


class Penalised(Event, frozen=True, array_like=True, gc=False, tag="Penalised"):
    """An arbiter deducted points from an entrant, in a round."""

    by: str
    entrant: str
    round: int
    points: str
    clause: str
    reason: str


class Appealed(Event, frozen=True, array_like=True, gc=False, tag="Appealed"):
    """Somebody contests a report or a penalty, by the version of its event."""

    by: str
    entrant: str
    about: int
    reason: str


class Decided(Event, frozen=True, array_like=True, gc=False, tag="Decided"):
    """An appeal was decided. Upheld against a penalty it lifts it; against a report, a correction follows."""

    by: str
    appeal: int
    upheld: bool
    clause: str
    reason: str


class Clocked(Event, frozen=True, array_like=True, gc=False, tag="Clocked"):
    """The clock of a round was started, stopped, or given more time. Nothing is counted by it: see `round_clock.py`.

    Attributes:
        does: `start`, `pause`, `resume` or `extend`.
        seconds: by how much longer the round is, where it is extended; else 0.
    """

    by: str
    round: int
    does: str
    seconds: int
    reason: str


class Finished(Event, frozen=True, array_like=True, gc=False, tag="Finished"):
    """The tournament is over: rank, entrant and points, as ruled, and SHA-256 of the whole table."""

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
"""Every event of a tournament that there is: the ledger decodes these and those of matches, and nothing else."""
