"""How a match begins: its first event, and the chance that was agreed on for it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.chance import Chance, FromTable, Outcome, Sealed, commitment, sealed_key
from domain.events import CHANCE_MODES, FORMAT, TAKE_BACK_POLICIES, Opened, Seat, Stamp
from domain.game import Opening, refuse_unused
from domain.play import Play
from domain.refusals import Refused
from domain.table import Table
from domain.text import either, say


def first_event(
    match_id: str,
    opening: Opening,
    seats: Sequence[Seat],
    stamp: Stamp,
    *,
    chance: str,
    take_back: str,
    outcomes: Iterable[Outcome],
    seed: bytes | None,
    nonces: Sequence[str],
) -> Opened:
    """Return the event that opens a match: what is fixed, and the first table as it is laid out.

    Raises:
        Refused: the game cannot be played like that.
        NeedsOutcome: the set-up depends on chance that was not told.
    """
    game = opening.game
    if len(seats) != opening.seats:
        raise Refused(say("{wanted} seats are wanted, {given} given", wanted=opening.seats, given=len(seats)))
    if chance not in CHANCE_MODES or take_back not in TAKE_BACK_POLICIES:
        text = say(
            "chance is {chance}; take-back is {policy}",
            chance=either(CHANCE_MODES), policy=either(TAKE_BACK_POLICIES),
        )  # fmt: skip
        raise Refused(text)
    if (chance == "sealed") != (seed is not None):
        raise Refused(say("a sealed match, and only that, has a seed"))
    source: Chance = FromTable(outcomes, open_hands=chance == "open")
    if seed is not None:
        source = Sealed(sealed_key(seed, nonces))
    box = opening.game.box(opening)
    play = Play(opening, Table(box), source)
    game.set_up(play)
    refuse_unused(source)
    if opening.seats not in game.seats:  # after the set-up, which may name the rule
        text = say(
            "{game} is for {allowed} seats, not {seats}",
            game=game.title, allowed=either(game.seats), seats=opening.seats,
        )  # fmt: skip
        raise Refused(text)
    return Opened(
        match_id, 1, stamp.at, stamp.recorder, stamp.device, stamp.salt(),
        format=FORMAT, game=game.key, edition=opening.edition, rulebook=game.rulebook.digest,
        seats=tuple(seats), options=opening.options.model_dump(mode="json"),
        catalogue=opening.catalogue.model_dump(mode="json", exclude_none=True),
        chance=chance, commitment=commitment(seed) if seed is not None else "", nonces=tuple(nonces),
        take_back=take_back, box=tuple(sorted(box.items())), outcomes=tuple(play.outcomes),
        facts=tuple(play.facts), citations=tuple(play.citations),
    )  # fmt: skip


def chance_of(opened: Opened, drawn: int, outcomes: Iterable[Outcome], seed: bytes | None) -> Chance:
    """Return the chance that a match is played with, after so many outcomes; see `Match.chance`.

    Raises:
        Refused: outcomes for a sealed match, or its seed is missing or not the committed one.
    """
    if opened.chance != "sealed":
        return FromTable(outcomes, open_hands=opened.chance == "open")
    if tuple(outcomes):
        raise Refused(say("this match is sealed: its outcomes come from the seed, nobody tells them"))
    if seed is None or commitment(seed) != opened.commitment:
        raise Refused(say("this match is sealed, and its seed is not here: only the ledger that opened it goes on"))
    return Sealed(sealed_key(seed, opened.nonces), drawn)
