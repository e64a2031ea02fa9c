"""Reconciliation: two logs of one match are merged into a new match that names both as sources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tablescribe.domain.aligning.alignment import align
from tablescribe.domain.aligning.difference import Alignment, Take
from tablescribe.domain.aligning.settling import settle
from tablescribe.domain.match.description import DATA
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.rules.chance import UNKNOWN
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import CommandReused, NoSuchMatch, Stale
from tablescribe.ledger.matches.ids import new_id
from tablescribe.ledger.matches.results import id_from
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.matches.source_logs import source_of

KEEPER, JUDGE = "keeper", "judge"
"""Roles that may decide which log is right."""


@dataclass(frozen=True)
class ComparedLogs:
    """Two logs of one match, with their alignment.

    Attributes:
        first, second: the logs.
        alignment: their entries in pairs, and their differences.
    """

    first: Match
    second: Match
    alignment: Alignment


def compare(first: Match, second: Match, takes: Mapping[int, Take] | None = None) -> ComparedLogs:
    """Compare two logs of one match; see `align`."""
    return ComparedLogs(first, second, align(first, second, takes))


def reconcile(
    scribe: Scribe,
    first_id: str,
    second_id: str,
    takes: Mapping[int, Take] | None = None,
    *,
    by: str = KEEPER,
    reasons: Mapping[int, str] | None = None,
    command_id: str | None = None,
) -> Match:
    """Reconcile two logs of one match into a new match; the logs stay as they are.

    Seats and details (title, event, tags) are those of the first log. If a log was closed and the game is over, the
    new match is closed, too. If either log is the match of a tournament table, that table then reports its result.

    Args:
        scribe: records the match.
        first_id, second_id: the logs, by id or unique prefix.
        takes: the decision on each difference, by its number.
        by: the role that decides.
        reasons: the reason for each decision, by the number of the difference.
        command_id: idempotency key; the id of the new match is derived from it, so that a retry finds the match.

    Raises:
        Undecided: a difference is undecided; nothing is recorded.
        Refused: these are not two logs of one match.
        CommandReused: the command was used for other logs.
    """
    first, second = scribe.match(first_id), scribe.match(second_id)
    match_id = id_from(f"reconcile {scribe.stamp().recorder} {command_id}") if command_id else new_id()
    if command_id and (known := _known(scribe, match_id, first, second)) is not None:
        return _closed(scribe, known, first, second)
    alignment = align(first, second, takes)
    sources = (source_of(scribe.ledger, first.id), source_of(scribe.ledger, second.id))
    seed = bytes.fromhex(first.seed or second.seed) if first.opened.chance == "sealed" else None
    match = _opened(scribe, match_id, first, seed)
    settle(match, sources, alignment, scribe.stamp(), by=by, reasons=reasons, seed=seed)
    if first.descriptions:
        match.describe(scribe.stamp(), **{name: getattr(first.descriptions[-1], name) for name in DATA})
    if seed is not None:
        scribe.ledger.keep_seed(match.id, seed)
    try:
        scribe.ledger.save(match, expected_version=0)
    except Stale:  # the same command was sent twice at once, and the other was faster
        known = _known(scribe, match_id, first, second)
        if known is None:
            raise
        match = known
    return _closed(scribe, match, first, second)


def _known(scribe: Scribe, match_id: str, first: Match, second: Match) -> Match | None:
    """Return the match that an earlier attempt of this command recorded, if any."""
    try:
        known = scribe.match(match_id)
    except NoSuchMatch:
        return None
    if known.sourced is None or [one.match for one in known.sourced.sources] != [first.id, second.id]:
        raise CommandReused(say("that command read other logs: use a new id"))
    return known


def _closed(scribe: Scribe, match: Match, first: Match, second: Match) -> Match:
    """Close a reconciled match if its game is over and a source log is closed; return the match."""
    if match.closed is None and match.is_over and (first.closed or second.closed):
        scribe.close(match.id)
        return scribe.match(match.id)
    return match


def _opened(scribe: Scribe, match_id: str, first: Match, seed: bytes | None) -> Match:
    """Open a match with the settings of another.

    Raises:
        Refused: the current rules set it up differently.
    """
    opened, outcomes = first.opened, first.opened.outcomes
    if opened.chance == "table":  # an outcome that only one player saw is not copied
        outcomes = tuple(one for one in outcomes if one != UNKNOWN)
    match = Match.open(
        match_id, first.opening, opened.seats, scribe.stamp(), chance=opened.chance, take_back=opened.take_back,
        outcomes=() if seed is not None else outcomes, seed=seed, nonces=opened.nonces,
    )  # fmt: skip
    if match.opened.facts != opened.facts:
        raise Refused(say("the set-up is not what the current rules lay out"))
    return match
