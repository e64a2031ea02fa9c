"""Answers to a simultaneous window: each is decided on the version that its seat saw, and none conflicts."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from types import ModuleType

import pytest

from tablescribe.domain import games
from tablescribe.ledger.log.errors import Stale
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.domain.sketches.auction import AUCTION, SEATS


@pytest.fixture
def scribe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scribe]:
    """Yield a scribe in whose registry the auction is."""
    module = ModuleType("tablescribe.domain.games.sketch")
    module.GAME = AUCTION  # type: ignore[attr-defined]
    monkeypatch.setitem(games.GAMES, "sketch", "Sketch")
    monkeypatch.setitem(sys.modules, "tablescribe.domain.games.sketch", module)
    ledger = open_ledger(tmp_path / "ledger.sqlite")
    yield Scribe(ledger)
    ledger.close()


@pytest.mark.parametrize("order", list(permutations(SEATS))[::5])
def test_bids_decided_on_the_same_version_are_all_recorded(scribe: Scribe, order: tuple[int, ...]) -> None:
    match = scribe.new("sketch", ["Ada", "Ben", "Cid", "Dee"])
    scribe.play(match.id, 1, {"do": "call"})
    seen = scribe.match(match.id).version
    for seat in order:
        scribe.play(match.id, seat, {"do": "bid", "amount": seat}, expected_version=seen)
    table = scribe.match(match.id).table
    assert (table.number("score:4"), table.count("coins:4"), table.get("awaits")) == (1, 1, None)


def test_a_bid_decided_before_a_bid_of_the_same_seat_or_for_another_lot_is_stale(scribe: Scribe) -> None:
    match = scribe.new("sketch", ["Ada", "Ben", "Cid", "Dee"])
    scribe.play(match.id, 1, {"do": "call"})
    seen = scribe.match(match.id).version
    for seat in SEATS:
        scribe.play(match.id, seat, {"do": "bid", "amount": 0}, expected_version=seen)
    scribe.play(match.id, 2, {"do": "call"})
    for seat in SEATS:
        with pytest.raises(Stale):
            scribe.play(match.id, seat, {"do": "bid", "amount": 5}, expected_version=seen)


def test_a_bid_taken_back_makes_what_was_decided_before_stale(scribe: Scribe) -> None:
    match = scribe.new("sketch", ["Ada", "Ben", "Cid", "Dee"])
    scribe.play(match.id, 1, {"do": "call"})
    scribe.play(match.id, 3, {"do": "bid", "amount": 5})
    seen = scribe.match(match.id).version
    scribe.undo(match.id)
    with pytest.raises(Stale):
        scribe.play(match.id, 1, {"do": "bid", "amount": 1}, expected_version=seen)
