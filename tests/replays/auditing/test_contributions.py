"""The audit of contributions to a match's chance: forged logs, each with its honest twin."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tablescribe.domain.match.events import Missed
from tablescribe.domain.match.match import Match
from tablescribe.replays.auditing.audit import audit
from tests.domain.parts import ROUND, commitment, committed, contributed, waiting
from tests.domain.random_play import SEED
from tests.replays.auditing.forging import (
    Expected,
    Forgery,
    events_of,
    findings,
    forged,
    read_by_all,
    reordered,
    retold,
    told_by,
)
from tests.support import STAMP

OPENED, AWAITED, COMMITTED_1, COMMITTED_2, REVEALED_1, REVEALED_2, DEALT, ROLLED, TAKEN, TOLD, CLOSED = range(1, 12)
"""The events of `contributed`; the beacon's contribution, if any, comes before `DEALT`."""

BEACON = 7
DIFFERS: list[Expected] = [("chance.differs", "doubt", 1, ""), ("chance.differs", "doubt", 2, "")]
LATE = STAMP.at + timedelta(hours=1)


def with_beacon() -> Match:
    return contributed(beacon=True)


def doubt(code: str) -> Expected:
    return code, "doubt", None, ""


def note(code: str) -> Expected:
    return code, "note", None, ""


def another_part(match: Match) -> Match:
    """The ledger's owner put another part in a seat's place, commitment and all; but the draws stay as they were."""
    told = "77" * 32
    return retold(retold(match, COMMITTED_2, commitment=commitment(match, 2, told)), REVEALED_2, nonce=told)


def played_undealt(match: Match) -> Match:
    """Something was recorded as missed in place of the deal."""
    events = events_of(match)[:6]
    missed = Missed(match.id, 7, STAMP.at, "", "", "", number=1, moves=1, facts=(), reason="")
    return told_by(match, [*events, missed])


CONTRIBUTIONS = [
    Forgery("a part that was not committed to", contributed, forged(REVEALED_1, nonce="ff" * 32),
            [*DIFFERS, doubt("chance.reveal")], "its outcomes do not match the sealed seed"),
    Forgery("another commitment", contributed, forged(COMMITTED_2, commitment="00" * 32),
            [doubt("chance.reveal")], "the number that seat:2 revealed does not match its commitment"),
    Forgery("another part in a seat's place", contributed, another_part, DIFFERS),
    Forgery("another opening", contributed, forged(OPENED, commitment="00" * 32),
            [doubt("chance.reveal"), doubt("chance.reveal"), doubt("seal.broken")]),
    Forgery("a part revealed before all had committed", contributed,
            lambda match: reordered(match, 1, 2, 3, 5, 4, 6, 7, 8, 9, 10, 11), [doubt("chance.early")],
            "a contribution was revealed before seat:2 had committed to theirs"),
    Forgery("a part told twice", contributed, lambda match: reordered(match, 1, 2, 3, 4, 4, 5, 6, 7, 8, 9, 10, 11),
            [doubt("chance.early")], "1 repeated contribution was ignored"),
    Forgery("a part that is missing", contributed, lambda match: reordered(match, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11),
            [*DIFFERS, doubt("chance.missing")]),
    Forgery("a part of nobody", contributed, forged(REVEALED_2, seat=7),
            [*DIFFERS, doubt("chance.foreign"), doubt("chance.missing"), doubt("chance.reveal"),
             doubt("chance.foreign")]),
    Forgery("a part awaited of nobody", contributed, forged(AWAITED, seats=(1, 2, 3)),
            [*DIFFERS, doubt("chance.missing"), doubt("chance.early"), doubt("chance.missing")]),
    Forgery("another seat's pass", contributed, forged(REVEALED_2, by="seat:1"), [doubt("chance.foreign")],
            "seat:1 entered the contribution of seat:2"),
    Forgery("the recorder's pass", contributed, forged(REVEALED_2, by="recorder"), [note("chance.foreign")],
            "the contributions of seat:2 came from the recorder"),
    Forgery("one device for all", contributed, lambda match: contributed("keeper"), [note("chance.one_party")],
            "as far as the log shows, one party made all contributions"),
    Forgery("one that never revealed", contributed, lambda match: reordered(match, 1, 2, 3, 4, 5),
            [note("chance.withheld")], "it was never dealt: seat:2 must reveal"),
    Forgery("play before the deal", contributed, played_undealt,
            [("missed", "note", 1, ""), doubt("chance.early"), note("chance.withheld")]),
    Forgery("another round", with_beacon, forged(BEACON, round=ROUND + 1), [doubt("chance.beacon")],
            "from another round or chain"),
    Forgery("another chain", with_beacon, forged(BEACON, chain="00" * 32), [doubt("chance.beacon")],
            "from another round or chain"),
    Forgery("what no beacon gave", with_beacon, forged(BEACON, randomness="00" * 32),
            [*DIFFERS, doubt("chance.beacon")]),
    Forgery("another signature", with_beacon, forged(BEACON, signature="8e" * 48), [doubt("chance.beacon")],
            "its randomness does not match its signature"),
    Forgery("a round that was known", with_beacon, forged(AWAITED, due=1),
            [doubt("chance.beacon"), note("chance.beacon_late")], "was already published when the match was opened"),
    Forgery("a round that comes at another time", with_beacon, forged(AWAITED, due=2_000_000_000),
            [doubt("chance.beacon")], "is not published at the recorded time"),
    Forgery("a commitment when the beacon was known", with_beacon, forged(COMMITTED_1, at=LATE),
            [note("chance.beacon_late"), note("clock.backwards")]),
    Forgery("a beacon that is missing", with_beacon,
            lambda match: reordered(match, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12), [*DIFFERS, doubt("chance.missing")]),
]  # fmt: skip


@pytest.mark.parametrize("forgery", CONTRIBUTIONS, ids=lambda forgery: forgery.name)
def test_forged_parts_are_found(forgery: Forgery) -> None:
    forgery.check()
    read_by_all(forgery.forge(forgery.honest()))


def test_a_match_that_waits_can_be_audited_and_read() -> None:
    """Nothing is drawn yet, so there is nothing to decide again; but who keeps all waiting stands there."""
    for match in (waiting(), committed(), waiting(0, beacon=True)):
        assert findings(match) == [note("chance.withheld")]
        assert audit(match).clean
    match = committed()
    match.close(STAMP, seed=SEED, abandoned=True)
    assert findings(match) == [note("chance.withheld")]


def test_what_the_seats_told_has_changed_what_was_dealt() -> None:
    """The same ledger's part with other nonces gives other draws: seen, so that the tests above cannot pass idly."""
    match = contributed()
    alone = [move.outcomes for move in match.moves if hasattr(move, "outcomes")]
    other = [move.outcomes for move in contributed(beacon=True).moves if hasattr(move, "outcomes")]
    assert alone != other
