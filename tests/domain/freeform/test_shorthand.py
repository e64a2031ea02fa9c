"""Shorthand: at most ten keystrokes for frequent moves."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games import template
from tablescribe.domain.games.freeform.actions import Pass, Score, Tally, Together
from tablescribe.domain.games.freeform.examples import SHORTHAND
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.shorthand import Heard, Speaker, Unclear
from tablescribe.domain.words.text import tell
from tests.domain.freeform.table import COMPONENTS, freeform, say

PEOPLE = ("Ann", "Ben", "Cleo Marie")


def speaker(match: Match) -> Speaker:
    return Speaker(match.opening, match.table, match.to_act[0], PEOPLE[: match.opening.seats])


def heard(match: Match, line: str) -> Heard:
    found = SHORTHAND.hear(speaker(match), line.split())
    assert found is not None, line
    return found


def catan() -> Match:
    return freeform(3, template("freeform", "resources").plain())


SAID: list[tuple[str, dict[str, Any], tuple[Any, ...]]] = [
    ("roll 4 3", {"do": "roll", "die": "d6", "n": 2}, (4, 3)),
    ("ro", {"do": "roll", "die": "d6", "n": 2}, ()),
    ("r 3d20", {"do": "roll", "die": "d20", "n": 3}, ()),
    ("score Ben 5", {"do": "score", "to": 2, "points": 5}, ()),
    ("ben 5", {"do": "score", "to": 2, "points": 5}, ()),
    ("cl -2", {"do": "score", "to": 3, "points": -2}, ()),
    ("score 5", {"do": "score", "to": 1, "points": 5}, ()),
    ("robber ore-8", {"do": "move", "piece": "robber", "n": 1, "src": "desert", "dst": "ore-8"}, ()),
    ("rob ore-8", {"do": "move", "piece": "robber", "n": 1, "src": "desert", "dst": "ore-8"}, ()),
    ("wool 2", {"do": "count", "what": "wool", "by": 2, "of": 1}, ()),
    ("2 wool", {"do": "count", "what": "wool", "by": 2, "of": 1}, ()),
    ("wool ben -1", {"do": "count", "what": "wool", "by": -1, "of": 2}, ()),
    ("ben wool -1", {"do": "count", "what": "wool", "by": -1, "of": 2}, ()),
    ("ann wool", {"do": "count", "what": "wool", "by": 1, "of": 1}, ()),
    ("city", {"do": "use", "macro": "city", "times": 1}, ()),
    ("road 2", {"do": "use", "macro": "road", "times": 2}, ()),
    ("pass", {"do": "pass"}, ()), ("next", {"do": "pass"}, ()), ("done", {"do": "pass"}, ()),
    ("build road", {"do": "use", "macro": "road", "times": 1}, ()),
    ("buy road 2", {"do": "use", "macro": "road", "times": 2}, ()),
    ("pass cleo", {"do": "pass", "to": 3}, ()),
    ("won ann", {"do": "finish", "winners": [1]}, ()),
    ("won nobody", {"do": "finish", "winners": []}, ()),
    ("bring castle 2 desert", {"do": "bring", "piece": "castle", "n": 2, "to": "desert"}, ()),
    ("set weather fine rain", {"do": "set", "key": "weather", "value": "fine rain"}, ()),
]  # fmt: skip


@pytest.mark.parametrize(("line", "action", "outcomes"), SAID)
def test_words_in_their_order_are_an_action(line: str, action: dict[str, Any], outcomes: tuple[Any, ...]) -> None:
    found = heard(catan(), line)
    assert (found.action.data(), found.outcomes) == (action, outcomes)


def test_several_things_between_commas_are_one_move_with_all_their_outcomes() -> None:
    found = heard(catan(), "roll 4 3, wool 2; pass")
    assert [part["do"] for part in found.action.data()["parts"]] == ["roll", "count", "pass"]
    assert found.outcomes == (4, 3)


def test_on_a_board_squares_are_enough() -> None:
    chess = freeform(2, template("freeform", "chess").plain())
    move = {"do": "move", "piece": "white pawn", "n": 1, "src": "e2", "dst": "e4"}
    assert heard(chess, "e2 e4").action.data() == move
    grid = freeform(2, template("freeform", "grid").plain())
    assert heard(grid, "x b2").action.data() == {"do": "bring", "piece": "x", "n": 1, "to": "b2"}


def test_cards_are_drawn_played_and_shuffled() -> None:
    match = freeform(2, COMPONENTS)
    assert heard(match, "draw 2 animal").action.data() == {"do": "draw", "deck": "animal", "n": 2}
    say(match, 1, "draw", "animal:owl", deck="animal", to="row")
    owl = {"do": "move", "piece": "animal:owl", "n": 1, "src": "row", "dst": "hand:2"}
    assert heard(match, "owl ben").action.data() == owl
    assert heard(match, "shuffle row").action.data() == {"do": "shuffle", "zone": "row", "deck": "animal"}


KEYS = ("roll 4 3", "ben 5", "rob ore-8", "wool 2", "wool ben", "city", "pass", "won ann", "e2 e4", "x b2", "draw 2")


@pytest.mark.parametrize("line", KEYS)
def test_a_move_takes_at_most_ten_keys_and_enter_is_one_of_them(line: str) -> None:
    match = {"e2 e4": "chess", "x b2": "grid"}.get(line)
    table = freeform(2, template("freeform", match).plain()) if match else catan()
    table = freeform(2, {**COMPONENTS, "decks": {"animal": {"fox": 3}}, "pieces": {}}) if line == "draw 2" else table
    assert heard(table, line)
    assert len(line) + len("\n") <= 10


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("s 5", "s could be score, shuffle, set: type more letters"),
        ("score zoe 5", "zoe is not known here; there are ann, ben, cleo-marie"),
        ("robber", "name the place that robber goes to"),
        ("robber hell", "hell is not known here; there are desert"),
        ("ann many", "enter points as one number"),
        ("draw", "choose a deck to draw from: none"),
        ("won", "name the winners, or write: won nobody"),
        ("roll 13", "13 is not known here; there are 1, 2, 3, 4, 5, 6"),
        ("robber ore-6", "there are ore-3, ore-5, ore-8, desert, wood-3, wood-4, wood-6"),
        ("robber ore-6", " … and 7 more"),
        ("robber desert", "robber is already in desert"),
        ("desert", "robber is in desert: name the place it goes to"),
        ("desert desert", "robber is already in desert"),
        ("robber desert desert", "robber is already in desert"),
        ("wool 2, hum", "hum is not known here"),
    ],
)
def test_what_is_unclear_is_said_with_what_there_is(line: str, why: str) -> None:
    with pytest.raises(Unclear) as unclear:
        heard(catan(), line)
    assert why in str(unclear.value)


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (Tally(what="wool", by=2, of=1), "wool +2"),
        (Tally(what="wool", by=-2, of=2), "wool of seat 2 −2"),
        (Score(to=1, points=3), "scores 3 points"),
        (Score(to=1, points=1), "scores 1 point"),
        (Score(to=1, points=-1), "loses 1 point"),
        (Score(to=1, points=-2), "loses 2 points"),
        (Score(to=2, points=3), "gives 3 points to seat 2"),
        (Together(parts=(Pass(), Tally(what="ore", of=1))), "ends the turn and ore +1"),
    ],
)
def test_whose_it_is_is_not_said_twice(action: Action, said: str) -> None:
    """The sentence begins with the one who counts."""
    assert tell(action.deed(1), catan().opening.label) == said


def test_what_is_no_word_of_the_table_is_nothing() -> None:
    assert SHORTHAND.hear(speaker(catan()), ["xyzzy"]) is None


def test_completion_speaks_of_this_table() -> None:
    match = catan()
    first = SHORTHAND.next_words(speaker(match), [])
    assert {"roll", "wool", "settlement", "ann", "robber"} <= first.keys()
    assert {"ann", "ben", "cleo-marie"} == SHORTHAND.next_words(speaker(match), ["score"]).keys()
    assert {"desert", "ore-8"} <= SHORTHAND.next_words(speaker(match), ["robber"]).keys()
    assert "wool" in SHORTHAND.next_words(speaker(match), ["roll", "4", "3,"])


@pytest.mark.parametrize("name", ["points", "resources", "grid", "chess"])
def test_every_example_of_the_help_can_be_said(name: str) -> None:
    match = freeform(3, template("freeform", name).plain())
    for line in SHORTHAND.examples(speaker(match)):
        assert heard(match, line)
