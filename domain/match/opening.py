"""Opening a match: its first event, its first table, and its source of chance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tablescribe.domain.match.contributions import Contributions
from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.events import CHANCE_MODES, FORMAT, TAKE_BACK_POLICIES, Opened, Seat
from tablescribe.domain.match.refusals import Awaiting, Refused
from tablescribe.domain.rules.chance import Chance, Outcome, ReportedChance, SealedChance, commitment, sealed_key
from tablescribe.domain.rules.deciding import refuse_unused
from tablescribe.domain.rules.duplicate_play import DuplicateChance, marked, sources
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.table import Table
from tablescribe.domain.words.text import either, plural, say


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
    waits: bool = False,
) -> Opened:
    """Return the event that opens a match, with the first table laid out.

    If the match waits for contributions to its seed (`waits`), the table is laid out only as a check, then discarded.

    Raises:
        Refused: the game cannot be played with these seats, this chance mode or this take-back policy.
        NeedsOutcome: the set-up needs an outcome of chance that was not given.
    """
    game = opening.game
    if len(seats) != opening.seats:
        raise Refused(
            plural(
                opening.seats,
                "expected 1 seat, got {given}",
                "expected {n} seats, got {given}",
                given=len(seats),
            )
        )
    if chance not in CHANCE_MODES or take_back not in TAKE_BACK_POLICIES:
        text = say(
            "chance must be {chance}; take-back must be {policy}",
            chance=either(CHANCE_MODES), policy=either(TAKE_BACK_POLICIES),
        )  # fmt: skip
        raise Refused(text)
    if (chance == "sealed") != (seed is not None):
        raise Refused(say("a sealed match needs a seed, and no other match can have one"))
    if waits and (seed is None or nonces):
        raise Refused(say("only a sealed match can have contributed randomness"))
    source: Chance = ReportedChance(outcomes, open_hands=chance == "open")
    if seed is not None:
        source = drawing(tuple(nonces), sealed_key(seed, nonces), 0, ())
    play = lay_out(opening, source)
    if opening.seats not in game.seats:  # after the set-up, whose refusal may cite a rule
        text = say(
            "{game} is for {allowed} seats, not {seats}",
            game=game.title, allowed=either(game.seats), seats=opening.seats,
        )  # fmt: skip
        raise Refused(text)
    told = Play(opening, Table(opening.game.box(opening)), source) if waits else play
    return Opened(
        match_id, 1, stamp.at, stamp.recorder, stamp.device, stamp.salt(),
        format=FORMAT, game=game.key, edition=opening.edition, rulebook=game.rulebook.digest,
        seats=tuple(seats), options=opening.options.model_dump(mode="json"),
        catalogue=opening.catalogue.model_dump(mode="json", exclude_none=True),
        chance=chance, commitment=commitment(seed) if seed is not None else "", nonces=tuple(nonces),
        take_back=take_back, box=tuple(sorted(opening.game.box(opening).items())), outcomes=tuple(told.outcomes),
        facts=tuple(told.facts), citations=tuple(told.citations),
    )  # fmt: skip


def lay_out(opening: Opening, source: Chance) -> Play:
    """Set up a game with outcomes from a source of chance.

    Raises:
        NeedsOutcome: the set-up needs an outcome that was not given.
        WrongOutcome: more outcomes were given than it needs.
    """
    play = Play(opening, Table(opening.game.box(opening)), source)
    opening.game.set_up(play)
    refuse_unused(source)
    return play


def key_of(opened: Opened, parts: Contributions | None, seed: bytes) -> bytes:
    """Return the key that a sealed match derives outcomes from: the ledger's seed and all other contributions."""
    return sealed_key(seed, opened.nonces) if parts is None else parts.key(opened.originator_id, seed)


def drawing(nonces: Sequence[str], key: bytes, drawn: int, given: Iterable[Outcome]) -> Chance:
    """Return the source of chance of a sealed match; in duplicate play, each deck or die is a stream of its own.

    Args:
        nonces: the nonces that the match was opened with.
        key: see `key_of`.
        drawn, given: the number of outcomes so far, and the outcomes.
    """
    if marked(nonces) is not None:
        return DuplicateChance(key, sources(given))
    return SealedChance(key, drawn)


def chance_of(
    opened: Opened,
    drawn: int,
    outcomes: Iterable[Outcome],
    seed: bytes | None,
    parts: Contributions | None = None,
    given: Iterable[Outcome] = (),
) -> Chance:
    """Return the source of chance of a match after `drawn` outcomes; see `Match.chance` and `drawing`.

    Raises:
        Refused: outcomes were given for a sealed match, or its seed is missing or not the committed one.
    """
    if opened.chance != "sealed":
        return ReportedChance(outcomes, open_hands=opened.chance == "open")
    if tuple(outcomes):
        raise Refused(say("this match is sealed: its outcomes come from the seed and cannot be entered"))
    if parts is not None and not parts.complete:
        raise Awaiting(say("nothing can be drawn yet: {missing}", missing=parts.missing()))
    check_seed(opened, seed)
    assert seed is not None
    return drawing(opened.nonces, key_of(opened, parts, seed), drawn, given)


def check_seed(opened: Opened, seed: bytes | None) -> None:
    """Raise `Refused` unless this is the seed that a sealed match committed to when it was opened."""
    if seed is None or commitment(seed) != opened.commitment:
        raise Refused(say("this match is sealed and its seed is not here: continue it in the ledger that opened it"))
