"""What a tournament is audited by, read from a ledger or from bundles: one match at a time, as all are too many."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tablescribe.domain.clock.control import TimeControl
from tablescribe.domain.match.events import Closed, Opened
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.duplicate_play import DuplicateMark
from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.log.chain import Row
from tablescribe.ledger.log.errors import BadFile, LedgerDamaged, NoSuchMatch
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.series import former_of
from tablescribe.ledger.matches.source_logs import sources_of
from tablescribe.ledger.proofs.bundles.streams import VerifiedStream
from tablescribe.ledger.proofs.bundles.verifying import Verified
from tablescribe.ledger.proofs.keys.signing import result_rows
from tablescribe.ledger.tournaments.tags import tags_of
from tablescribe.replays.auditing.audit import audit


@dataclass(frozen=True)
class AuditedMatch:
    """What of a match its tournament is audited by; its moves need not stay in memory for that.

    Attributes:
        closing: the stored event that closed it.
        withheld: whether something of it is withheld, so that its moves cannot be decided again.
        audited: tells what its own audit finds; nothing if it is sound.
        duplicate: the round whose shuffle it plays, if all tables of it play the same.
        seed: what it told of its own when it was closed; empty if nothing.
        people: the seats that no automaton has.
        sources: the logs that it was read from, if it is what two recorders' logs came to.
        control: its time, if it has a clock.
    """

    id: str
    opened: Opened
    closed: Closed | None
    closing: Row | None
    withheld: bool
    audited: Callable[[], Text | None]
    duplicate: DuplicateMark | None
    seed: str
    people: tuple[int, ...]
    sources: tuple[str, ...] = ()
    control: TimeControl | None = None

    @classmethod
    def of(
        cls, match: Match, closing: Row | None, withheld: bool, audited: Callable[[], Text | None],
        opened: Opened | None = None,
    ) -> AuditedMatch:  # fmt: skip
        """Return what is kept of a match; `opened` is how it was recorded, if the match is as somebody saw it."""
        return cls(
            match.id, opened or match.opened, match.closed, closing, withheld, audited, match.duplicate, match.seed,
            match.opening.people, tuple(one.match for one in match.sourced.sources) if match.sourced else (),
            match.clock.control if match.clock is not None else None,
        )  # fmt: skip

    def sat(self, people: int) -> tuple[int, ...]:
        """Return the seats that are those of a pod: all, or of who plays alone those without automata."""
        seats = len(self.opened.seats)
        return self.people if seats != people == len(self.people) else tuple(range(1, seats + 1))


@dataclass(frozen=True)
class AuditSource:
    """What a tournament is audited by: from a ledger, or from bundles.

    Attributes:
        heard: tells of a match by its id, if it is here and can be read.
        damaged: what cannot be read, and why: ids of matches.
        unproved: versions of rulings that a bundle withholds: what it shows of them is its sealer's word.
        tags: the tags of entrants, which a ledger keeps beside its log; a bundle has none.
    """

    tournament: Tournament
    heard: Callable[[str], AuditedMatch | None]
    damaged: Mapping[str, Text] = field(default_factory=dict)
    unproved: tuple[int, ...] = ()
    tags: Mapping[Ref, frozenset[str]] | None = None


def of_ledger(ledger: Ledger, tournament_id: str) -> AuditSource:
    """Return what a ledger has of a tournament; damaged matches are told, a damaged tournament is an error.

    Matches are read when they are asked for, one at a time: those of a large tournament are more than fit in memory.

    Raises:
        LedgerDamaged: the tournament's own events were changed.
    """
    ledger.verify(tournament_id)
    tournament = ledger.tournament(tournament_id)
    damaged: dict[str, Text] = {}
    for match_id in tournament.match_ids():
        try:
            ledger.verify(match_id)
        except NoSuchMatch:
            continue
        except LedgerDamaged as error:
            damaged[match_id] = error.text if isinstance(error.text, Text) else Text(error.text)

    def heard(match_id: str) -> AuditedMatch | None:
        if match_id in damaged:
            return None
        try:
            match = ledger.match(match_id)
        except NoSuchMatch:
            return None
        results = result_rows(ledger.log.rows(match_id))
        found = partial(
            _audited, match, results, former=former_of(ledger, match), sources=sources_of(ledger, match),
            seed=_seed_of(tournament, match),
        )  # fmt: skip
        return AuditedMatch.of(match, results[0] if results else None, False, found)

    return AuditSource(tournament, heard, damaged, tags=tags_of(ledger, tournament_id))


def _audited(match: Match, results: Sequence[Row], **known: Any) -> Text | None:
    result = audit(match, results=results, **known)
    return None if result.clean else result.verdict()


def _seed_of(tournament: Tournament | None, match: Match) -> bytes | None:
    """Return the seed of the round that a match was dealt with, if its tournament has told it."""
    return tournament.seed_of(match.duplicate) if tournament is not None and match.duplicate is not None else None


def of_bundles(parts: Iterable[Verified]) -> list[AuditSource]:
    """Return what verified bundles have of their tournaments; one large tournament may lie in several.

    They are asked for one after the other, and each may be forgotten then: its matches are audited at once.

    Raises:
        BadFile: they are not parts of one: of several ledgers, keys or checkpoints.
    """
    known: dict[str, AuditedMatch] = {}
    tournaments: dict[str, Tournament] = {}
    unproved: dict[str, tuple[int, ...]] = {}
    first: Verified | None = None
    for proved in parts:
        first = first or proved
        same = (proved.ledger, proved.key, proved.checkpoint) == (first.ledger, first.key, first.checkpoint)
        if not same or proved.viewer != first.viewer:
            raise BadFile(
                say(
                    "these bundles do not belong together: they come from different logs, or were made for "
                    "different people"
                )
            )
        tournaments |= {one.id: one.tournament() for one in proved.tournaments}
        unproved |= {one.id: one.unproved for one in proved.tournaments}
        known |= {one.id: _kept(one, tournaments) for one in proved.matches}
    return [AuditSource(one, known.get, unproved=unproved[one.id]) for one in tournaments.values()]


def _kept(one: VerifiedStream, tournaments: Mapping[str, Tournament]) -> AuditedMatch:
    """Return what is kept of a match: its verdict, or itself while nobody has told yet what it was dealt from."""
    match = one.match()

    def audited() -> Text | None:
        told = tournaments.get(match.duplicate.tournament) if match.duplicate is not None else None
        return _audited(match, one.results, seed=_seed_of(told, match))

    if one.withheld or (match.duplicate is not None and match.duplicate.tournament not in tournaments):
        return AuditedMatch.of(match, one.closing, bool(one.withheld), audited, one.opened)
    verdict = audited()
    return AuditedMatch.of(match, one.closing, False, lambda: verdict, one.opened)
