"""Damaged items (RO-9.2.2-I): the Vagabond chooses them, unless all must be damaged."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.root.actions.core import Craft
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.window import awaited
from tests.domain.root.table import given, when


def favour(items: str, *, edition: str = "") -> Match:
    """Let the Marquise craft Favor of the Foxes, which damages three of the Vagabond's items."""
    match = given(
        "CV", clearings={1: "vagabond:pawn, marquise:workshop", 6: "marquise:workshop", 8: "marquise:workshop"},
        zones={"satchel:2": items}, values={"character:2": "thief"}, hands={1: ["favor-of-the-foxes"]}, stage="craft",
        edition=edition,
    )  # fmt: skip
    when(match, 1, Craft(card="card:favor-of-the-foxes"))
    return match


@pytest.mark.parametrize(
    ("items", "n"),
    [
        ("item:boot, item:torch", 2),
        ("item:boot, item:torch, item:sword", 3),
        ("2 item:sword, item:sword.exhausted", 3),
    ],
)
def test_nobody_is_asked_where_all_items_are_damaged(items: str, n: int) -> None:
    match = favour(items)
    assert not awaited(match.table)
    assert (match.table.count("satchel:2"), match.table.count("damaged:2")) == (0, n)


@pytest.mark.parametrize("items", ["item:boot, item:torch, 2 item:sword", "item:boot, 3 item:sword"])
def test_the_vagabond_is_asked_where_one_is_left(items: str) -> None:
    match = favour(items)
    assert awaited(match.table) == (2,)
    assert not match.table.count("damaged:2")


def test_the_first_edition_asked() -> None:
    match = favour("item:boot, item:torch", edition="1")
    assert awaited(match.table) == (2,)
