"""The bot of Root."""

from __future__ import annotations

from tablescribe.domain.games.root.actions.core import GoOn
from tablescribe.domain.games.root.actions.vagabond import Aid, Roam
from tablescribe.domain.games.root.bot import choose
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tests.domain.root.table import given


def chosen(match: Match) -> Action:
    """Return the bot's action for the first seat that may act."""
    return choose(match.opening, match.table, match.to_act[0], lambda n: 0)


def vagabond(at: int) -> Match:
    """Return a position in which the Marquise's only warriors are in 5 (rabbit), next to 1 (fox)."""
    return given(
        "VC", clearings={at: "vagabond:pawn", 5: "2 marquise:warrior"}, zones={"satchel:1": "item:boot, item:tea"},
        hands={1: ["root-tea-rabbit"]},
    )  # fmt: skip


def test_the_vagabond_goes_to_whom_it_can_aid() -> None:
    assert chosen(vagabond(1)) == Roam(to=5)


def test_the_vagabond_aids_for_points() -> None:
    match = given(
        "VC", clearings={5: "vagabond:pawn, 2 marquise:warrior"}, zones={"satchel:1": "item:boot"},
        hands={1: ["root-tea-rabbit"]},
    )  # fmt: skip
    assert isinstance(chosen(match), Aid)


def test_without_a_boot_it_goes_on() -> None:
    match = given("VC", clearings={1: "vagabond:pawn", 5: "2 marquise:warrior"}, zones={"satchel:1": "item:tea"})
    assert chosen(match) == GoOn()
