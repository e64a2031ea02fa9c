"""Headings of groups of buttons are in the reader's language, like the buttons."""

from __future__ import annotations

import random

import pytest

from tablescribe.replays.reading.discretion import EVERYTHING
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.web.table.choices import Group, grouped, legal_choices
from tests.domain.random_play import open_match, random_move

WORDS = {"en": {"origin", "building"}, "pt": {"origem", "construção"}}
"""Fields that group many moves and buildings of the Marquise, in words."""


def titles(groups: tuple[Group, ...]) -> set[str]:
    """Return the first words of the headings below others."""
    return {below.title.split()[0] for group in groups for below in group.groups}


@pytest.mark.parametrize("language", WORDS)
def test_a_field_that_tells_buttons_apart_is_named_in_the_language(language: str) -> None:
    match, choose = open_match("root", 3), random.Random(1)
    seen: set[str] = set()
    while match.head < 40 and not match.is_over:
        reader = Reader(match.opening, language)
        seen |= titles(tuple(grouped(legal_choices(match, EVERYTHING, match.to_act, reader), reader)))
        random_move(match, choose)
    assert seen >= WORDS[language]
    assert language == "en" or not seen & WORDS["en"]
