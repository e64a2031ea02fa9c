"""Freeform in words, in pictures, and as each seat may see it."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

import msgspec
import pytest

from tablescribe.domain.games import game, revive
from tablescribe.domain.games.freeform.actions import Draw, Finish, Move, Pass, Roll, Score, Tally
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.view import view
from tablescribe.domain.table.scene import WIDTH, Group, names
from tablescribe.replays.pictures.pictures import svg
from tests.domain.freeform.table import freeform, say
from tests.support import STAMP

SENTENCES: list[tuple[dict[str, Any], str]] = [
    ({"do": "bring", "piece": "meeple", "n": 3, "to": "forest"}, "brings 3 × meeple to forest"),
    ({"do": "move", "piece": "meeple", "src": "forest", "dst": "box"}, "moves meeple from forest to the box"),
    (
        {"do": "turn", "zone": "row", "face": "animal:fox", "to": "?animal"},
        "turns fox in row to an unknown animal card",
    ),
    ({"do": "set", "key": "round", "value": 2}, "sets round to 2"),
    ({"do": "set", "key": "round"}, "clears round"),
    ({"do": "score", "to": 2, "points": 5}, "gives 5 points to seat 2"),
    ({"do": "score", "to": 2, "points": -1}, "takes 1 point from seat 2"),
    ({"do": "roll", "die": "d6", "n": 2}, "rolls 2 × d6"),
    ({"do": "draw", "deck": "animal"}, "draws from the animal deck"),
    ({"do": "draw", "deck": "animal", "to": "hand:2"}, "draws from the animal deck to the hand of seat 2"),
    ({"do": "reveal", "zone": "hand:1", "card": "animal:fox"}, "turns fox face up in the hand of seat 1"),
    ({"do": "shuffle", "zone": "row", "deck": "animal"}, "shuffles row into the animal deck"),
    ({"do": "pass"}, "ends the turn"),
    ({"do": "pass", "to": 2}, "ends the turn; seat 2 is next"),
    ({"do": "finish", "winners": [1, 2]}, "ends the game: seat 1 and seat 2 won"),
    ({"do": "finish"}, "ends the game: nobody won"),
    ({"do": "count", "what": "round", "by": -2}, "round −2"),
    ({"do": "use", "macro": "shear", "times": 2}, "shear × 2"),
    ({"do": "draw", "deck": "animal", "n": 2}, "draws 2 from the animal deck"),
    ({"do": "result", "points": [3, 4], "winners": [2]}, "reports the result, 3 : 4: seat 2 won"),
    (
        {"do": "together", "parts": [{"do": "roll", "die": "d6"}, {"do": "pass"}]},
        "rolls d6 and ends the turn",
    ),
]


@pytest.mark.parametrize(("data", "sentence"), SENTENCES)
def test_every_action_is_a_sentence_and_survives_the_log(data: dict[str, Any], sentence: str) -> None:
    opening = freeform().opening
    action = opening.game.read_action(data)
    assert opening.told(action.text()) == sentence
    stored = msgspec.json.decode(msgspec.json.encode(action.data()))
    assert opening.game.read_action(stored) == action


def test_every_kind_of_action_has_a_rule_and_a_sentence_here() -> None:
    kinds = {kind.model_fields["do"].default for kind in game("freeform").rules.kinds()}
    assert kinds == {data["do"] for data, _ in SENTENCES}


def test_legal_actions_are_a_short_useful_list() -> None:
    match = freeform()
    offered = list(legal_actions(match.opening, match.table, 1))
    assert offered == [
        *(Score(to=seat, points=points) for seat in (1, 2) for points in (1, 5, 10, -1)),
        Roll(die="mood"), Draw(deck="animal"), Draw(deck="event"), Pass(), Finish(winners=(1,)), Finish(winners=(2,)),
    ]  # fmt: skip
    say(match, 1, "set", key="round", value=3)
    say(match, 1, "bring", piece="meeple", to="board")
    say(match, 1, "bring", piece="meeple", to="supply")
    offered = list(legal_actions(match.opening, match.table, 1))
    assert {(one.what, one.by) for one in offered if isinstance(one, Tally)} == {("round", 1), ("round", -1)}
    moves = {(one.src, one.dst) for one in offered if isinstance(one, Move)}
    assert moves == {(src, dst) for src in ("board", "supply") for dst in ("board", "supply", "hand:1", "hand:2")
                     if src != dst}  # fmt: skip
    say(match, 2, "draw", deck="event")
    assert Draw(deck="event") not in list(legal_actions(match.opening, match.table, 1))


def test_a_hand_is_seen_by_its_seat_alone() -> None:
    match = freeform(chance="open")
    say(match, 1, "draw", "animal:fox", deck="animal")
    assert view(match.opening, match.table, 1).pieces("hand:1") == {"animal:fox": 1}
    for viewer in (2, None):
        seen = view(match.opening, match.table, viewer)
        assert seen.pieces("hand:1") == {"?animal": 1}
        assert seen.pieces("unseen:animal") == {"animal:fox": 1, "animal:owl": 2}
        assert seen.total() == match.table.total()


def test_the_picture_names_zones_and_values_and_nothing_that_is_hidden() -> None:
    match = freeform()
    say(match, 1, "draw", deck="animal")
    say(match, 1, "roll", 4, die="d6")
    say(match, 1, "bring", piece="meeple", n=3, to="hill")
    say(match, 2, "set", key="round", value=2)
    text = drawn(svg(match.opening, match.table))
    for words in ("1 × an unknown animal card", "d6 shows: 4", "hill", "3 × meeple", "round", "2"):
        assert words in text, words
    assert not any("unseen" in words or "box" in words or "fox" in words for words in text)


def drawn(picture: str) -> list[str]:
    return [text for element in ET.fromstring(picture).iter() if (text := element.text)]


def test_small_zones_stand_side_by_side_and_large_ones_have_a_line_of_their_own() -> None:
    match = freeform()
    say(match, 1, "bring", piece="meeple", to="hill")
    for piece in ("a rather large piece", "another large piece"):
        say(match, 1, "bring", piece=piece, to="a long way")
    say(match, 1, "bring", piece="meeple", to="dale")
    (board, *_) = match.opening.game.panels(match.opening, match.table, None)
    at = {name: (shape.x, shape.y) for shape in board.shapes if isinstance(shape, Group) for name in names([shape])}
    assert at["a long way"] == (0, 0)
    assert at["dale"][1] == at["hill"][1] > 0
    assert at["hill"][0] > WIDTH / 2 - 10


def test_a_match_without_a_catalogue_file_has_dice_and_names_its_pieces() -> None:
    match = freeform(components=msgspec.to_builtins(game("freeform").catalogue.model_dump(mode="json")))
    say(match, 1, "roll", "heads", die="coin")
    say(match, 1, "bring", piece="pebble", n=20, to="pit:1")
    assert match.table.count("pit:1") == 20


def test_a_match_comes_back_from_its_events() -> None:
    match = freeform()
    say(match, 1, "bring", piece="castle", to="hill")
    say(match, 1, "draw", deck="animal")
    match.take_back(1, STAMP, judge=True)
    say(match, 2, "finish", winners=[1])
    match.close(STAMP)
    events = [msgspec.json.decode(msgspec.json.encode(e), type=type(e)) for e in match.collect_events()]
    again = revive(events)
    assert again is not None
    assert (again.table, again.result, again.line.numbers) == (match.table, match.result, [0, 1, 3])
