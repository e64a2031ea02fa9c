"""Draws declared by officials: the seed of a duplicate round, and lots."""

from __future__ import annotations

from collections.abc import Sequence

from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.rules.chance import commitment as sealed_by
from tablescribe.domain.tournament.model.events import LotDrawn, LotSealed, Unsealed
from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.roles import HALL, must_be_allowed
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.tournament.scoring.lots import drawn_order, straddling, tied, wants_lot
from tablescribe.domain.tournament.scoring.standings import participants, standings
from tablescribe.domain.words.text import listed, say


def unseal(tournament: Tournament, round_number: int, seed: bytes, stamp: Stamp) -> Unsealed:
    """Reveal the seed that all tables of a round share, after the last of them has reported.

    Raises:
        Refused: the round has no seed to reveal, a table is still playing, or the seed is not the committed one.
    """
    seating = tournament.seating(round_number)
    if not seating.untold:
        raise Refused(say("round {round} has no seed to reveal", round=round_number))
    if seating.missing:
        raise Refused(say("the seed of round {round} is revealed after its last table: {tables} still playing",
                          round=round_number, tables=listed(seating.missing)))  # fmt: skip
    if sealed_by(seed) != seating.commitment:
        raise Refused(say("this is not the seed of round {round}", round=round_number))
    return tournament.record(Unsealed, stamp, by=HALL, round=round_number, seed=seed.hex())


def seal_lot(tournament: Tournament, stage: int, commitment: str, stamp: Stamp, *, by: str) -> LotSealed:
    """Commit to the seed of a stage's lot, when its first round is paired."""
    return tournament.record(LotSealed, stamp, by=by, stage=stage, commitment=commitment)


def draw_lot(
    tournament: Tournament, stage: int, stamp: Stamp, *, by: str, seed: bytes | None = None,
    order: Sequence[Ref] = (), how: str = "",
) -> LotDrawn:  # fmt: skip
    """Draw the lot of a stage from its sealed seed, for all entrants, or record the order drawn by hand.

    Args:
        seed: the committed seed; `None` for a lot drawn by hand.
        order: the entrants in the order drawn by hand, best first; `how`: the method and the witnesses.

    Raises:
        Refused: the plan has no lot there, an entrant has drawn already, or the seed is not the committed one.
    """
    must_be_allowed(by, "draw")
    if not 0 <= stage < len(tournament.plan.stages) or not wants_lot(tournament.plan.stages[stage]):
        raise Refused(say("stage {stage} has no lot among its tie-breaks", stage=stage + 1))
    here, drawn = {one.ref for one in participants(tournament, stage)}, tournament.lots(stage)
    if seed is None:
        if not how.strip():
            raise Refused(say("describe how the lot was drawn and who witnessed it: this becomes part of the record"))
        if len(order) < 2 or len(set(order)) != len(order) or not here.issuperset(order):
            raise Refused(say("name at least two entrants of the stage, each once, in the order drawn"))
    else:
        seal = tournament.lot_seals.get(stage)
        if seal is None or sealed_by(seed) != seal.commitment:
            raise Refused(say("this is not the committed seed of the lot of stage {stage}", stage=stage + 1))
        if tournament.round < tournament.plan.rounds_of(stage)[-1] or tournament.seatings[-1].missing:
            raise Refused(
                say("the lot can be drawn only when the last round of stage {stage} is over", stage=stage + 1)
            )
        order = drawn_order(tournament.id, stage, seed.hex(), here)
    if again := [ref for ref in order if ref in drawn]:
        raise Refused(say("the lot has already been drawn: {who}", who=", ".join(again)))
    told = seed.hex() if seed is not None else ""
    return tournament.record(LotDrawn, stamp, by=by, stage=stage, order=tuple(order), seed=told, how=how)


def must_be_told_apart(tournament: Tournament, stage: int, cut: int | None) -> None:
    """Refuse to continue while a tie must be broken by a lot that is not drawn: at the cut, or anywhere if no cut."""
    if not wants_lot(tournament.plan.stages[stage]):
        return
    found, drawn = standings(tournament, stage=stage), tournament.lots(stage)
    groups = [straddling(found, drawn, cut)] if cut is not None else tied(found, drawn)
    for refs in filter(None, groups):
        who = ", ".join(f"#{tournament.entrants[ref].number}" for ref in refs)
        raise Refused(say("a lot must decide between {who}. Draw it first: `tournament lot`", who=who))
