"""Common practice and our own additions are marked as such, and both are shown when a match is opened."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games import game
from tests.domain.ultime.table import given

BOOK = game("ultime").rulebook


@pytest.mark.parametrize("number", ["UP-16", "UP-25", "UP-30", "UP-36", "UP-42"])
def test_what_we_add_to_a_sentence_of_the_document_is_marked(number: str) -> None:
    heading, *added = BOOK[number].source.split("; ")
    assert heading in {"Carte movimento", "Come si gioca", "Difesa"}
    assert any(one.startswith("ruling: ") for one in added)


@pytest.mark.parametrize("number", ["UP-23", "UP-26", "UP-45"])
def test_practice_against_the_documents_sentence_is_not_called_the_documents(number: str) -> None:
    assert BOOK[number].source.startswith("practice; ")


DOCUMENT = {
    "pickaxe_owner_draws": False, "hand_limit_counts_power_cards": True, "swap_can_trigger_event": True,
    "split_may_move_two_pawns": True, "split_second_move_optional": True, "swap_draws_at_pickaxe": True,
    "redistribution_can_trigger_event": True, "redistribution_draws_at_pickaxe": True,
    "defended_attack_redistributes": False,
}  # fmt: skip
"""The options that follow the document's plain sentences, or their plain reading."""

TOLD = ["UP-16", "UP-16", "UP-23", "UP-25", "UP-37", "UP-37", "UP-42", "UP-45", "UP-45"]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, TOLD),
        (DOCUMENT, []),
        ({**DOCUMENT, "supporting_owner": "breaks_even"}, ["UP-30"]),
    ],
)
def test_the_options_are_told_when_a_match_is_opened(options: dict[str, Any], told: list[str]) -> None:
    match = given(**options)
    remarks = list(match.opening.game.remarks(match.opening))
    assert [one.rule for one in remarks] == told
    for one in remarks:
        name, _, value = one.otherwise.partition("=")
        assert str(getattr(match.opening.options, name)).lower() != value
        assert name in BOOK[one.rule].option
        assert str(one.words()).startswith(f"{one.rule}: ")
