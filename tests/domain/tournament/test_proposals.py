"""The plan proposed for a game fits that game."""

from __future__ import annotations

import pytest

from tablescribe.domain.games import GAMES, people_for
from tablescribe.domain.tournament.model.plan_parsing import plan_from
from tablescribe.domain.tournament.model.tie_break_names import CALLED, TIE_BREAKS
from tablescribe.domain.tournament.proposals import kinds_for, sizes_for, stage_of
from tablescribe.replays.reading.reader import Reader


@pytest.mark.parametrize(
    ("people", "kinds", "sizes"),
    [
        ((2,), ("swiss", "round_robin", "pods", "elimination"), (2,)),
        ((3, 4, 5), ("pods", "elimination"), (4, 3, 5)),
        ((1,), ("pods",), (1,)),
        ((2, 3, 4), ("swiss", "round_robin", "pods", "elimination"), (2,)),
    ],
)
def test_the_first_kind_and_its_sizes_are_those_of_the_game(
    people: tuple[int, ...], kinds: tuple[str, ...], sizes: tuple[int, ...]
) -> None:
    assert kinds_for(people) == kinds
    assert sizes_for(kinds[0], people) == sizes


def test_pods_are_of_more_than_two_where_the_game_lets_them() -> None:
    assert sizes_for("pods", range(1, 11)) == (4, 3, 5, 6)
    assert sizes_for("pods", (2,)) == (2,)


def test_whoever_plays_against_automata_is_one() -> None:
    assert people_for("expeditions") == (1,)
    assert people_for("ultime") == (3, 4, 5)


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_that_is_proposed_for_a_game_is_a_plan(game: str) -> None:
    for kind in kinds_for(people_for(game)):
        stage = stage_of(kind=kind, sizes=sizes_for(kind, people_for(game)), name="Open", rounds=3, game=game)
        assert plan_from({"title": "Open", "stages": [stage]}).stages[0].pods == sizes_for(kind, people_for(game))


def test_every_tie_break_has_a_name_in_the_words_of_its_readers() -> None:
    assert CALLED.keys() == TIE_BREAKS.keys()
    for language, called in (("de", "direkter Vergleich"), ("it", "scontro diretto"), ("pt", "confronto direto")):
        assert Reader(None, language).tell(CALLED["direct_encounter"]) == called
