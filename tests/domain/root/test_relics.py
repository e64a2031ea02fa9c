"""Relics carried by warriors (RO-15.2.4): offers, words, notation, and impossible cases."""

from __future__ import annotations

import pytest

from tablescribe.domain.games import game
from tablescribe.domain.games.root.actions.cards import FalseOrders
from tablescribe.domain.games.root.actions.core import Move
from tablescribe.domain.games.root.actions.hirelings import Employ, HireTake
from tablescribe.domain.games.root.actions.vagabond import Roam
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.table.table import Impossible
from tests.domain.root.cases_hirelings import hiring
from tests.domain.root.cases_keepers import cobbling, escorted, ordering
from tests.domain.root.table import at, given, when


def loads(match: Match, seat: int, n: int) -> set[str]:
    """Return the relics with which this many warriors may go from clearing 1 to 9."""
    offered = legal_actions(match.opening, match.table, seat)
    return {one.load for one in offered if isinstance(one, Move) and (one.origin, one.to, one.n) == (1, 9, n)}


def test_none_each_one_and_what_is_worth_most_are_offered() -> None:
    """Two of three warriors carry two of four relics: those of the greatest value; others can still be said."""
    match = cobbling("3 keepers:warrior, figure:1, tablet:2, 2 jewelry:3")
    singles = {"", "figure:1", "tablet:2", "jewelry:3"}
    assert loads(match, 1, 1) == singles
    assert loads(match, 1, 2) == {*singles, "jewelry:3,jewelry:3"}
    assert loads(match, 1, 3) == {*singles, "jewelry:3,jewelry:3,tablet:2"}
    when(match, 1, Move(origin=1, to=9, n=2, by="card:cobbler", load="figure:1,tablet:2"))
    assert at(match, 9) == {"keepers:warrior": 2, "figure:1": 1, "tablet:2": 1}


def test_others_are_offered_no_relics() -> None:
    match = given("KC", clearings={1: "3 marquise:warrior, keepers:warrior, figure:1"}, turn=2)
    assert loads(match, 2, 3) == {""}


def test_who_forces_a_move_is_offered_the_loads() -> None:
    orders = ordering()
    offered = legal_actions(orders.opening, orders.table, 2)
    assert {one.load for one in offered if isinstance(one, FalseOrders)} == {
        "", "figure:1", "tablet:2", "figure:1,tablet:2",
    }  # fmt: skip
    match = escorted()
    alone = {one.load for one in legal_actions(match.opening, match.table, 2) if isinstance(one, Roam) and one.n == 1}
    assert alone == {"", "figure:1", "tablet:2"}


@pytest.mark.parametrize("load", ["tablet:1", "figure:1,figure:1"])
def test_a_relic_that_does_not_lie_there_cannot_be_carried(load: str) -> None:
    match = cobbling("3 keepers:warrior, figure:1")
    with pytest.raises(Impossible, match="is not there"):
        when(match, 1, Move(origin=1, to=9, n=2, by="card:cobbler", load=load))


def test_what_is_chosen_without_a_move_carries_nothing() -> None:
    match = hiring("prophets", factions="CK", clearings={12: "prophets:warrior, keepers:warrior, figure:1"})
    when(match, 1, Employ(hireling="prophets", how="lead"))
    with pytest.raises(Impossible, match="nothing can be carried along there"):
        when(match, 1, HireTake(at=12, piece="keepers:warrior", load="figure:1"))


def test_a_move_without_a_load_is_written_as_it_always_was() -> None:
    """Records from before loads could be named are read, and give the same words and data."""
    old = {"do": "move", "origin": 1, "to": 9, "n": 2, "by": "", "how": ""}
    read = game("root").read_action(old)
    assert (read.data(), read) == (old, Move(origin=1, to=9, n=2))
    assert read.touches() == ("clearing:1", "clearing:9")


def test_a_load_is_said_pointed_at_and_read_back() -> None:
    act = Move(origin=1, to=9, n=2, load="figure:1,figure:1")
    assert game("root").read_action(act.data()) == act
    assert str(act.text()).endswith("and carries figure:1, figure:1 along")
    assert act.touches() == ("clearing:1", "clearing:9", "figure:1")
