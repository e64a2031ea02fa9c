"""Validity rules of a bundle beyond its types: times, ids and the order of events.

BUNDLE.md specifies them; `verify_bundle.py` implements them independently. The input is untrusted, so sizes are checked
before anything is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import timedelta
from itertools import pairwise
from typing import NoReturn

import msgspec

from tablescribe.domain.clock.control import MODES
from tablescribe.domain.match.clock_events import ClockAdjusted, Clocking, TimeControlSet
from tablescribe.domain.match.clock_records import DOES
from tablescribe.domain.match.contribution_events import Awaited, BeaconGiven, Committed, Contribution, Dealt, Revealed
from tablescribe.domain.match.contributions import Contributions, contribution_commitment, is_randomness
from tablescribe.domain.match.correction_events import Amended, Correction, Reinstated, Voided
from tablescribe.domain.match.event import Event
from tablescribe.domain.match.events import (
    EVENTS,
    AnyEvent,
    Closed,
    ClosedOpenly,
    Described,
    Disclosed,
    Missed,
    Noted,
    NotedWithPictures,
    Opened,
    Played,
    Restored,
    Ruled,
    Settled,
    Sourced,
    TakenBack,
)
from tablescribe.domain.match.limits import PICTURES_OF_A_MATCH, PICTURES_OF_A_NOTE
from tablescribe.domain.match.pictures import PICTURE
from tablescribe.domain.match.signature_events import (
    Enrolled,
    EnrolledBy,
    Paper,
    Revoked,
    RevokedBy,
    Signed,
    TimeStamped,
)
from tablescribe.domain.match.signature_records import JUDGE, LEDGER, seat_holder
from tablescribe.domain.rules.chance import commitment
from tablescribe.domain.words.text import Text, say
from tablescribe.ledger.log.errors import BadFile, LedgerDamaged
from tablescribe.ledger.proofs.bundles.limits import SEATS, SIGNED
from tablescribe.ledger.proofs.keys.signing import is_proved, public_key
from tablescribe.ledger.proofs.tree.signed_note import BadNote

ID = re.compile(r"[!-*,-~]{1,100}")
VIEWER = re.compile(r"everything|spectator|seat:[1-9][0-9]{0,2}")
BY = re.compile(r"seat:[1-9][0-9]{0,2}|judge|organiser|recorder|keeper")
HASH = re.compile(r"[0-9a-f]{64}")
SIZE = re.compile(r"[1-9][0-9]{0,17}")

_SIGNATURE = re.compile(r"[A-Za-z0-9+/]{85}[AQgw]==")


def check_written(contents: bytes) -> None:
    """Check that a file has the canonical indentation, one line for each value, so that its lines bound its values.

    Raises:
        BadFile: the file has another form, or is not JSON.
    """
    try:
        formatted = msgspec.json.format(contents, indent=1)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise BadFile(say("it is not a bundle, or it is incomplete: {why}", why=str(error))) from error
    if len(formatted) + 1 != len(contents) or not contents.startswith(formatted):
        raise BadFile(say("it was changed after it was written"))


def check_time(event: Event) -> None:
    """Check that the time of an event is in UTC.

    Raises:
        LedgerDamaged: it is not.
    """
    if event.at.utcoffset() != timedelta(0):
        _bad(say("its time is not in UTC"))


def check_ids(ids: Iterable[str]) -> None:
    """Check the syntax of ids of ledgers and matches.

    Raises:
        LedgerDamaged: one is invalid.
    """
    for text in ids:
        if not ID.fullmatch(text):
            _bad(
                say(
                    "{id} is not a valid id. An id has up to 100 ASCII characters, without spaces and plus signs",
                    id=repr(text[:100]),
                )
            )


# --- order of events -----------------------------------------------------------------------------


def check_keyring(events: Sequence[AnyEvent]) -> None:
    """Check that all events enrol or revoke keys of the ledger, each key at most once.

    Raises:
        LedgerDamaged: one does not.
    """
    known: set[str] = set()
    revoked: set[str] = set()
    for event in events:
        if type(event) is Enrolled and event.holder == LEDGER and event.key not in known:
            known.add(_key(event.key))
        elif type(event) is Revoked and event.key in known - revoked:
            revoked.add(event.key)
        else:
            _bad(say("event {version} does not belong among them", version=event.originator_version))


def check_match(events: Sequence[AnyEvent]) -> None:
    """Check the order of events in a match, by their types and move numbers.

    Raises:
        LedgerDamaged: an event is out of place, or there are too many seats or signatures.
        BadFile: the events have a newer format.
    """
    opened, closed, moves, signed = _first(events[0]), False, 0, 0
    for event in events[1:]:
        if type(event) is Played and not closed and event.number == moves + 1:  # nearly all are: no other test applies
            moves += 1
            continue
        if isinstance(event, Closed) and not closed:
            closed = True
            continue
        if not isinstance(event, EVENTS):
            _bad(say("event {version} is not allowed there", version=event.originator_version))
        late = isinstance(event, Signed | TimeStamped | Correction)
        always = isinstance(event, Noted | Described | Enrolled | Revoked)
        if isinstance(event, Opened) or (not always and late != closed):
            _bad(say("event {version} is not allowed there", version=event.originator_version))
        if isinstance(event, Sourced | Settled) and not _is_read(event, events[1]):
            _bad(
                say(
                    "event {version} does not name its source logs, or its places in them",
                    version=event.originator_version,
                )
            )
        if isinstance(event, Played | Ruled | Missed):
            moves += 1
            if event.number != moves:
                _bad(say("move {number} cannot be number {next}", number=event.number, next=moves))
        signed += isinstance(event, Signed)
    if signed > SIGNED:
        _bad(say("it has more than {n} signatures", n=SIGNED))
    _check_clock([event for event in events if isinstance(event, Clocking)])
    _check_pictures([event for event in events if isinstance(event, NotedWithPictures)])
    _check_disclosed(opened, events)
    _check_corrections([event for event in events if isinstance(event, Correction)], len(opened.seats))


def _first(opened: AnyEvent) -> Opened:
    """Check the first event of a match and return it."""
    if not isinstance(opened, Opened):
        _bad(say("it does not begin with its opening"))
    if opened.format not in (1, 2):
        raise BadFile(say("its events have format {n}. A newer Tablescribe may read it", n=opened.format))
    if len(opened.seats) > SEATS:
        _bad(say("it has more than {n} seats", n=SEATS))
    return opened


def _check_pictures(events: Sequence[NotedWithPictures]) -> None:
    """Check that notes have an allowed number of pictures, each with its own salted hash."""
    found = [one for event in events for one in event.pictures]
    if not all(map(PICTURE.fullmatch, found)) or len({*found}) != len(found):
        _bad(say("a photo has no salted hash, or two photos have the same one"))
    if not all(1 <= len(event.pictures) <= PICTURES_OF_A_NOTE for event in events):
        _bad(say("a note with photos has none, or more than {n}", n=PICTURES_OF_A_NOTE))
    if len(found) > PICTURES_OF_A_MATCH:
        _bad(say("it has more than {n} photos", n=PICTURES_OF_A_MATCH))


def _check_disclosed(opened: Opened, events: Sequence[AnyEvent]) -> None:
    """Check that a seed is revealed only just before the end of the match that was sealed with it."""
    for event, after in zip(events, (*events[1:], None), strict=True):
        wrong = isinstance(event, ClosedOpenly) and bool(event.seed)
        if isinstance(event, Disclosed):
            wrong = opened.chance != "sealed" or not isinstance(after, ClosedOpenly)
            if event.seed and not _opens(opened, event.seed):
                _bad(say("the seed revealed at its end is not the one from its opening"))
        if wrong:
            _bad(say("event {version} is not allowed there", version=event.originator_version))


def _check_clock(events: Sequence[Clocking]) -> None:
    """Check that a match's time control is set once, before other clock events, and that roles are valid."""
    for number, event in enumerate(events):
        fits = isinstance(event, TimeControlSet) == (number == 0)
        if isinstance(event, TimeControlSet):
            fits = fits and event.mode in MODES and bool(BY.fullmatch(event.by))
        if isinstance(event, ClockAdjusted):
            fits = fits and event.does in DOES and bool(BY.fullmatch(event.by))
        if not fits:
            _bad(say("event {version} is not allowed there", version=event.originator_version))


def _check_corrections(events: Sequence[Correction], seats: int) -> None:
    void = False
    for event in events:
        if not _is_correction(event, seats, void):
            _bad(say("event {version} corrects a result that was not recorded", version=event.originator_version))
        void = isinstance(event, Voided)


def _is_correction(event: Correction, seats: int, void: bool) -> bool:
    """Return whether a correction is valid; `void` says whether the match is void before it."""
    fits = isinstance(event, Reinstated) == void and bool(BY.fullmatch(event.by))
    if isinstance(event, Voided):
        return fits and (not event.instead or bool(ID.fullmatch(event.instead)))
    if isinstance(event, Amended):
        fits = fits and len(event.result.scores) in (0, seats)
        return fits and all(1 <= seat <= seats for seat in event.result.winners)
    return fits


def _is_read(event: Sourced | Settled, second: AnyEvent) -> bool:
    """Return whether an event of a reconciled match is valid; the second event names its two source logs."""
    if isinstance(event, Settled):
        by = BY.fullmatch(event.by) if event.how == "person" else not event.by
        return isinstance(second, Sourced) and event.how in ("order", "rule", "person") and bool(by)
    named = all(ID.fullmatch(one.match) and HASH.fullmatch(one.head) for one in event.sources)
    return event is second and named and len({one.match for one in event.sources}) == len(event.sources) == 2


def check_contributions(events: Sequence[AnyEvent]) -> Contributions | None:
    """Check the contributions to a match's shared seed, and that no move precedes the deal.

    Returns:
        The contributions; `None` if the match has none.

    Raises:
        LedgerDamaged: a contribution is wrong or out of order, or a move precedes the deal.
    """
    if not any(isinstance(event, Contribution) for event in events):
        return None
    opened, awaited = events[0], events[1] if len(events) > 1 else None
    assert isinstance(opened, Opened)
    laid = opened.nonces or opened.outcomes or opened.facts or opened.citations
    if opened.chance != "sealed" or laid or not HASH.fullmatch(opened.commitment) or not isinstance(awaited, Awaited):
        _bad(say("it was not opened for contributions to its chance"))
    _check_awaited(awaited, len(opened.seats))
    parts = Contributions(awaited)
    for event in events[2:]:
        if isinstance(event, Closed) and event.seed and not _opens(opened, event.seed):
            _bad(say("the seed revealed at its end is not the one from its opening"))
        if isinstance(event, Played | Ruled | Missed | TakenBack | Restored) and parts.dealt is None:
            _bad(say("event {version} was recorded before the deal", version=event.originator_version))
        if isinstance(event, Contribution):
            if not _fits(event, parts, opened):
                _bad(
                    say(
                        "event {version} is not a contribution to its chance, or it came too early",
                        version=event.originator_version,
                    )
                )
            parts.apply(event)
    return parts


def _check_awaited(event: Awaited, seats: int) -> None:
    rising = all(before < seat for before, seat in pairwise((0, *event.seats, seats + 1)))
    beacon = HASH.fullmatch(event.chain) and event.round > 0 and event.due > event.at.timestamp()
    if not rising or not (beacon if event.chain else event.seats and (event.round, event.due) == (0, 0)):
        _bad(say("event {version} waits for contributions that no seat can make", version=event.originator_version))


def _opens(opened: Opened, seed: str) -> bool:
    return bool(HASH.fullmatch(seed)) and commitment(bytes.fromhex(seed)) == opened.commitment


def _fits(event: Contribution, parts: Contributions, opened: Opened) -> bool:
    """Return whether a contribution is valid after the earlier ones."""
    if isinstance(event, Committed):
        fits = event.seat in parts.uncommitted and not parts.revealed
        return fits and bool(HASH.fullmatch(event.commitment) and BY.fullmatch(event.by))
    if isinstance(event, Revealed):
        if parts.uncommitted or event.seat not in parts.unrevealed or not BY.fullmatch(event.by):
            return False
        made = contribution_commitment(event.originator_id, opened.commitment, event.seat, event.nonce)
        return bool(HASH.fullmatch(event.nonce)) and made == parts.committed[event.seat].commitment
    if isinstance(event, BeaconGiven):
        wanted = (parts.awaited.chain, parts.awaited.round)
        right = parts.wants_beacon and (event.chain, event.round) == wanted
        return right and is_randomness(event.randomness, event.signature)
    return isinstance(event, Dealt) and parts.complete and parts.dealt is None


def check_papers(opened: Opened, papers: Sequence[Paper], ledgers: Iterable[str], enrolled_in: Sequence[str]) -> None:
    """Check the ownership of a match's keys.

    Args:
        opened: the match's first event.
        papers: its key and signature events, in order.
        ledgers: the ledger's own keys, which no seat may use.
        enrolled_in: for each of `papers`, the ledger that recorded it.

    Raises:
        LedgerDamaged: a key is invalid, has two holders, or is the ledger's; or a holder revoked another's key.
    """
    holders = {JUDGE, *map(seat_holder, range(1, len(opened.seats) + 1))}
    owner: dict[str, str] = {}
    revoked: set[str] = set()
    for event, ledger_id in zip(papers, enrolled_in, strict=True):
        where = event.originator_version
        if isinstance(event, Enrolled | Signed) and event.holder not in holders:
            _bad(say("event {version}: there is no {holder} in this match", version=where, holder=repr(event.holder)))
        if isinstance(event, Enrolled):
            if owner.setdefault(_key(event.key), event.holder) != event.holder or event.key in revoked:
                _bad(say("event {version} enrols a key that belongs to someone else or was revoked", version=where))
            if event.key in ledgers:
                _bad(
                    say("event {version} enrols the ledger's own key for {holder}", version=where, holder=event.holder)
                )
            if isinstance(event, EnrolledBy) and not (BY.fullmatch(event.by) and is_proved(event, ledger_id)):
                _bad(say("event {version} enrols a key, but does not prove possession of it", version=where))
        elif isinstance(event, Revoked):
            if event.key not in owner or event.key in revoked:
                _bad(say("event {version} revokes a key that was never enrolled", version=where))
            if isinstance(event, RevokedBy) and event.by not in (owner[event.key], JUDGE):
                _bad(say("event {version} revokes someone else's key", version=where))
            revoked.add(event.key)
        elif isinstance(event, Signed):
            _key(event.key)
            if not _SIGNATURE.fullmatch(event.signature):
                _bad(say("event {version} has no signature", version=where))


def _key(text: str) -> str:
    try:
        public_key(text)
    except BadNote as error:
        _bad(say("{key} is not a key: {why}", key=repr(text[:80]), why=error.why))
    return text


def _bad(why: Text) -> NoReturn:
    raise LedgerDamaged(why)
