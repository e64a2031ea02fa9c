"""Only the Corvids know which plot a face-down plot is (RO-13.2.2), also after it has left the map face down."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games.root.actions.core import Battle
from tablescribe.domain.games.root.actions.corvids import Expose, Flip, Plot
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.secrecy import told_data
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.table.table import Changed, Fact
from tablescribe.ledger.proofs.bundles.redaction import as_seen
from tests.domain.root.table import given, when
from tests.support import STAMP


def with_a_plot(kind: Any, turn: int) -> tuple[Match, Played]:
    """Return a match in which the Corvids have placed a plot in clearing 12 with that move, and a seat is in turn."""
    match = given("PCE", clearings={12: "2 corvids:warrior, 3 marquise:warrior"}, turn=1, stage="daylight")
    (placed,) = when(match, 1, Plot(at=12, plot=kind))
    begun: list[Fact] = [Changed(key, value, None) for key, value in match.table.values.items() if "this:" in key]
    if turn == 1:
        begun += [Changed("stage", "daylight", "scheming"), Changed("phase", "daylight", "birdsong")]
    else:
        begun.append(Changed("turn", 1, turn))
    match.rule(begun, STAMP, clause="a prepared position", reason="test")
    return match, placed


@pytest.mark.parametrize("viewer", [2, 3, None])
def test_a_plot_that_is_removed_face_down_stays_secret(viewer: int | None) -> None:
    told, exported = [], []
    for kind in ("bomb", "snare"):
        match, placed = with_a_plot(kind, 2)
        when(match, 2, Battle(at=12, defender="corvids"), 3, 0)
        assert not match.table.count("clearing:12", "?plot")
        told.append(told_data(match.opening.game, match.moves, placed, viewer))
        exported.append([event for event, _ in as_seen(match, viewer)])
    assert told == [{"do": "plot", "at": 12}] * 2
    assert exported[0] == exported[1]


def test_a_plot_that_is_flipped_is_known_from_then_on() -> None:
    match, placed = with_a_plot("snare", 1)
    when(match, 1, Flip(at=12, plot="snare"))
    assert told_data(match.opening.game, match.moves, placed, 2) == {"do": "plot", "at": 12, "plot": "snare"}


def test_what_may_be_guessed_does_not_tell_which_plots_are_recorded_elsewhere() -> None:
    def guesses(kind: str) -> set[str]:
        match = given(
            "PCE", clearings={4: "?plot, marquise:warrior", 6: "?plot", 12: "?plot"}, turn=2, hands={2: ["?card"]},
            values={"sealed:1:plot:6": kind, "sealed:1:plot:12": kind},
        )  # fmt: skip
        legal = legal_actions(match.opening, match.table, 2)
        return {one.plot for one in legal if isinstance(one, Expose) and one.at == 4}

    assert guesses("bomb") == guesses("snare") == {"bomb", "snare", "extortion", "raid"}
