"""A declared component cannot be declared again with other values, by `record` or `move`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tablescribe.domain.box.blanks import declared_in
from tablescribe.ledger.matches.boxes import for_match, make
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.cli.table.test_declaring import SET_UP
from tests.domain.box.test_blanks import empty
from tests.domain.robinson import table as robinson
from tests.domain.robinson.blank import blank_cards

Ask = Callable[..., Any]

AXE = {"id": "b01", "kind": "item", "name": "Axe", "power": 2, "worker": "red", "ability": {"do": "vanquish"},
       "ongoing": {"move_range": 1}, "coins": 3}  # fmt: skip
BIBLE = {"id": "biscuits", "name": "Biscuits", "uses": 2, "effect": {"do": "gain", "food": 1}}
TWICE: dict[str, tuple[str, str, list[dict[str, Any]]]] = {
    "expeditions": ("EX-105", "card:b01", [
        {"do": "declare", "card": "card:b01", "says": AXE},
        {"do": "declare", "card": "card:b01", "says": {**AXE, "coins": 9}},
    ]),
    "robinson": ("RC-B96", "starting:biscuits", [
        {"do": "declare_item", "says": BIBLE},
        {"do": "declare_item", "says": {**BIBLE, "effect": {"do": "gain", "food": 9}}},
    ]),
}  # fmt: skip
"""For each game the rule, the component, and two declarations of it."""


@pytest.fixture(params=list(TWICE))
def opened(request: pytest.FixtureRequest, ledger: str) -> tuple[str, str]:
    """Return the game and a match of it whose components are blank."""
    opened = open_ledger(ledger)
    scribe = Scribe(opened)
    if request.param == "expeditions":
        make(opened, "ours", "expeditions", empty("expeditions"), scribe.stamp().at)
        catalogue = for_match(opened, "ours", "expeditions")
        match = scribe.new("expeditions", ["Ada", "Automa"], catalogue=catalogue, outcomes=SET_UP)
    else:
        begun = robinson.opened(catalogue=blank_cards())
        match = scribe.new("robinson", ["Ada", "Ben"], options={"scenario": "idols"}, catalogue=blank_cards(),
                           outcomes=list(begun.opened.outcomes))  # fmt: skip
    opened.close()
    return request.param, match.id


def test_a_second_declaration_is_refused_by_record(ask: Ask, ledger: str, opened: tuple[str, str]) -> None:
    game, match = opened
    rule, piece, twice = TWICE[game]
    lines = "".join(json.dumps({"seat": 1, **one}) + "\n" for one in twice)
    fault = ask("record", "-", "--match", match, stdin=lines, code=3)["error"]
    assert (fault["rule"], fault["line"], fault["recorded"]) == (rule, 2, 1)
    assert known(ledger, match)[piece]["name"] == twice[0]["says"]["name"]
    assert known(ledger, match)[piece].get("coins", 0) in (0, 3)


def test_a_second_declaration_is_refused_by_move(ask: Ask, ledger: str, opened: tuple[str, str]) -> None:
    game, match = opened
    rule, piece, (first, second) = TWICE[game]
    ask("move", match, json.dumps(first), "--seat", "1")
    before = known(ledger, match)[piece]
    assert ask("move", match, json.dumps(second), "--seat", "1", code=3)["error"]["rule"] == rule
    assert known(ledger, match)[piece] == before


def known(ledger: str, match: str) -> dict[str, Any]:
    """Return the declarations of a match."""
    opened = open_ledger(ledger)
    try:
        return dict(declared_in(opened.match(match).table))
    finally:
        opened.close()
