"""The input of a tournament's audit, from a ledger or from bundles, one match at a time to save memory."""

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
    """The data of a match that the audit of its tournament needs, without keeping its moves in memory.

    Attributes:
        closing: the stored event that closed it.
        withheld: whether parts of it are withheld, so that its moves cannot be decided again.
        audited: returns the verdict of its own audit; `None` if it is sound.
        duplicate: the round of duplicate play whose shuffle it has, if any.
        seed: the seed that it revealed itself when it was closed; empty if none.
        people: the seats without automata.
        sources: the logs that it was merged from, if any.
        control: its time control, if it has a clock.
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
        """Return the data of a match; `opened` is the recorded first event, if the match itself is redacted."""
        return cls(
            match.id, opened or match.opened, match.closed, closing, withheld, audited, match.duplicate, match.seed,
            match.opening.people, tuple(one.match for one in match.sourced.sources) if match.sourced else (),
            match.clock.control if match.clock is not None else None,
        )  # fmt: skip

    def sat(self, people: int) -> tuple[int, ...]:
        """Return the seats of the pod's people: all seats, or in a solo game only those without automata."""
        seats = len(self.opened.seats)
        return self.people if seats != people == len(self.people) else tuple(range(1, seats + 1))


@dataclass(frozen=True)
class AuditSource:
    """The input of a tournament's audit.

    Attributes:
        heard: returns a match by its id, if it is available and readable.
        damaged: the reasons why matches cannot be read, by id.
        unproved: versions of rulings that a bundle withholds, so that nothing proves the summary it shows.
        tags: the tags of entrants, which a ledger keeps outside its log; `None` for a bundle.
    """

    tournament: Tournament
    heard: Callable[[str], AuditedMatch | None]
    damaged: Mapping[str, Text] = field(default_factory=dict)
    unproved: tuple[int, ...] = ()
    tags: Mapping[Ref, frozenset[str]] | None = None


def of_ledger(ledger: Ledger, tournament_id: str) -> AuditSource:
    """Return the audit's input from a ledger; damaged matches are listed, a damaged tournament is an error.

    Matches are read on demand, one at a time: those of a large tournament do not fit in memory.

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
    """Return the revealed seed of the round that a match was dealt with, if any."""
    return tournament.seed_of(match.duplicate) if tournament is not None and match.duplicate is not None else None


def of_bundles(parts: Iterable[Verified]) -> list[AuditSource]:
    """Return the audit's input from verified bundles, for each tournament; a large one may be split over several.

    The bundles are read one after the other, and each can be freed after its matches are audited.

    Raises:
        BadFile: they do not belong together: different ledgers, keys, checkpoints or viewers.
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
    """Return the data of a match with its verdict; or with the match itself, until the seed of its round is known."""
    match = one.match()

    def audited() -> Text | None:
        told = tournaments.get(match.duplicate.tournament) if match.duplicate is not None else None
        return _audited(match, one.results, seed=_seed_of(told, match))

    if one.withheld or (match.duplicate is not None and match.duplicate.tournament not in tournaments):
        return AuditedMatch.of(match, one.closing, bool(one.withheld), audited, one.opened)
    verdict = audited()
    return AuditedMatch.of(match, one.closing, False, lambda: verdict, one.opened)
