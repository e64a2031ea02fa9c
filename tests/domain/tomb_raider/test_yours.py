"""The examples of `YOURS.md` can be read and played."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

from tablescribe.domain.box.catalogue import plain_data, read_catalogue
from tablescribe.domain.games.tomb_raider.components import TombRaiderCatalogue
from tablescribe.domain.games.tomb_raider.decks import read_deck
from tests.domain.tomb_raider.opened import lies, opened

PAGE = (Path(import_module("tablescribe.domain.games.tomb_raider").__path__[0]) / "YOURS.md").read_text("utf-8")


def examples(kind: str) -> list[str]:
    """Return the examples of a kind."""
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, flags=re.S)


def test_the_deck_is_played() -> None:
    (deck,) = examples("deck")
    assert (read_deck(deck).size, read_deck(deck).hand) == (30, ("057", "068"))
    match = opened("introductory", 2, 6, 1, decks=f"{deck}---{deck}")
    assert lies(match, "hand:2") == {"draw2:057": 1, "draw2:068": 1}


def test_the_cards_are_part_of_a_catalogue() -> None:
    cards, _ = examples("yaml")
    found = read_catalogue(TombRaiderCatalogue, cards)
    assert [found.by_id[one].blank for one in ("sw-901", "h-901", "h-902")] == [(), (), ()]
    assert found.by_id["068"].blank == ("effects",)


def test_the_level_is_played() -> None:
    _, level = examples("yaml")
    match = opened("the_well", 2, catalogue=plain_data(level), bonus="067, 066")
    assert "level:001.forward" in lies(match, "space:2-3")
    assert lies(match, "saved:2") == {"draw2:066": 1}
