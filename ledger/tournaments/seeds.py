"""Seeds of duplicate rounds and of lots: created at pairing, stored outside the log, revealed at the end.

A seed is stored under its commitment, so that two organisers who pair at once do not overwrite each other's. It is
readable only for database roles that may read the seeds of open matches, and never for players.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.rules.chance import commitment
from tablescribe.domain.rules.duplicate_play import DuplicateMark
from tablescribe.domain.tournament.draws import draw_lot, seal_lot, unseal
from tablescribe.domain.tournament.model.events import LotDrawn, Unsealed
from tablescribe.domain.tournament.model.plan import Plan
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.scoring.lots import wants_lot
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import LedgerReadOnly, NoSuchMatch, NoSuchTournament
from tablescribe.ledger.matches.ledger import Ledger


def new_seed(ledger: Ledger, *, wanted: bool) -> str:
    """Create and store a seed; return its commitment, or an empty string if none is wanted."""
    if not wanted:
        return ""
    seed = secrets.token_bytes(32)
    ledger.keep_seed(commitment(seed), seed)
    return commitment(seed)


def sealing(ledger: Ledger, plan: Plan, number: int) -> tuple[str, Callable[[Tournament, Stamp, str], object]]:
    """Return the seed commitment of a round, and a function that also commits to the lot of its stage.

    The lot is committed to when the stage's first round is paired, before any tie is known.
    """
    index = plan.stage_of(number)
    stage = plan.stages[index]
    lot = new_seed(ledger, wanted=wants_lot(stage) and number == plan.first_round(index))

    def seal(tournament: Tournament, stamp: Stamp, by: str) -> object:
        return seal_lot(tournament, index, lot, stamp, by=by) if lot else None

    return new_seed(ledger, wanted=stage.duplicate), seal


def draw(ledger: Ledger, tournament: Tournament, stage: int, stamp: Stamp, *, by: str) -> LotDrawn:
    """Draw the lot of a stage from its committed seed.

    Raises:
        Refused: this ledger does not have the seed.
    """
    seal = tournament.lot_seals.get(stage)
    seed = ledger.seed(seal.commitment) if seal is not None else None
    if seed is None and wants_lot(tournament.plan.stages[stage]):
        raise Refused(say("there is no seed for the lots here. Let people draw lots and enter the order"))
    return draw_lot(tournament, stage, stamp, by=by, seed=seed or b"")


def dealing(ledger: Ledger, tournament: Tournament, seating: Seating) -> dict[str, Any]:
    """Return the additional arguments for opening matches of a duplicate round; empty for other rounds.

    Raises:
        Refused: this ledger does not have the seed, because another ledger paired the round.
    """
    if not seating.commitment:
        return {}
    seed = ledger.seed(seating.commitment)
    if seed is None:
        why = say(
            "the seed of round {round} is not here. Only the ledger that paired the round can deal it",
            round=seating.number,
        )
        raise Refused(why)
    return {"seed": seed, "nonces": (DuplicateMark(tournament.id, seating.number).text(),)}


def tell(ledger: Ledger, tournament: Tournament, stamp: Stamp) -> list[Unsealed]:
    """Reveal the seed of each round whose tables have all reported and whose matches are all closed."""
    found = []
    for seating in tournament.seatings:
        if not seating.untold or seating.missing or any(_is_open(ledger, one) for one in seating.matches):
            continue
        try:
            seed = ledger.seed(seating.commitment)
        except LedgerReadOnly:  # a role that may not read seeds: another role reveals it
            continue
        if seed is not None:
            found.append(unseal(tournament, seating.number, seed, stamp))
    return found


def _is_open(ledger: Ledger, match_id: str) -> bool:
    try:
        return ledger.match(match_id).closed is None
    except NoSuchMatch:
        return False


def told_seed(ledger: Ledger, match: Match) -> bytes | None:
    """Return the seed that a match of a duplicate round was dealt with; `None` until its tournament reveals it."""
    return seed_of_round(ledger, match.duplicate)


def seed_of_round(ledger: Ledger, mark: DuplicateMark | None) -> bytes | None:
    """Return the seed of a duplicate round, if its tournament is in this ledger and has revealed it."""
    if mark is None:
        return None
    try:
        return ledger.tournament(mark.tournament).seed_of(mark)
    except NoSuchTournament:
        return None
