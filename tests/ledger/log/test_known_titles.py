"""Titles that are names of published games, and so may be public; all others may name people."""

import pytest

from tablescribe.domain.games import GAMES, game, template
from tablescribe.ledger.log.known_titles import is_printed


@pytest.mark.parametrize(
    "title", ["Catan", "catan ", "AZUL", "Azul - Summer Pavilion", "Orleans", "1830", "Zug um Zug", "Root"]
)
def test_the_name_of_a_printed_game_is_known_however_it_is_typed(title: str) -> None:
    assert is_printed(title)


@pytest.mark.parametrize(
    "title", ["", " ", "!", "Ann", "Ann's Catan", "Catan with Ben", "Catan ♥ Ann", "Catan 🅰🅽🅽", "Go Ann", "Root (Ann)"]
)
def test_what_holds_a_word_more_may_name_somebody(title: str) -> None:
    assert not is_printed(title)


def test_the_titles_of_all_games_and_templates_here_are_known() -> None:
    titles = [getattr(template(key, one), "title", None) for key in GAMES for one in game(key).templates]
    assert "Chess" in titles
    assert all(is_printed(title) for title in (*GAMES.values(), *titles) if title)
