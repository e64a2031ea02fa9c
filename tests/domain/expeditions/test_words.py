"""Names and pictures that people read."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable

from tablescribe.domain.games.expeditions.telling import tell
from tablescribe.domain.games.expeditions.zones import CATEGORIES
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.game import Seen
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.scene import names
from tablescribe.domain.table.table import Changed, Fact, Moved, Table, Turned
from tablescribe.replays.pictures.pictures import svg
from tablescribe.replays.pictures.scenes import terminal
from tablescribe.replays.reading.discretion import EVERYTHING, Viewer
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.timeline import Timeline
from tests.domain.expeditions import test_rules_end
from tests.domain.expeditions.table import given, said, when, with_ability
from tests.domain.expeditions.test_rules_cards import LANTERN, own_box
from tests.domain.random_play import open_match, random_move


def test_everything_in_the_box_has_a_name_for_people() -> None:
    match = given()
    label = Reader(match.opening).name
    for piece, _ in match.opened.box:
        assert label(piece) != piece, piece
    for name in (
        "supply",
        "beside",
        "swept",
        "decided",
        "aside",
        "deck:north",
        "glorycard:3",
        "active:2",
        "stack:N1:2",
    ):
        assert label(name) not in ("", name)
    for key in ("left", "due:1", "begun", "gathering", "trigger", "printed:card:b1"):
        assert label(key) == ""
    assert all(label(f"category:{name}") != f"category:{name}" for name in CATEGORIES)
    assert (label("tatanka"), label("p1")) == ("Tatanka", "Ilse Kranz")
    assert label("whatever:else") == "whatever else"


def test_kept_values_are_said_as_people_say_them() -> None:
    value = Reader(given().opening).value
    assert [value(key, seat) for key in ("turn", "winner", "trigger") for seat in (1, 2)] == 3 * [
        "the human", "the Automa"
    ]  # fmt: skip
    lies_on = ["Refresh", "the blank space", "Move", "Play", "Gather"]
    assert [value("token", where) for where in ("refresh", "blank", "move", "play", "gather")] == lies_on
    assert value("mech", "marsh_strider") == "Marsh Strider"
    assert value("ending", "fourth_glory") == "the human's fourth glory token"
    assert (value("power", 7), value("whatever", "x"), value("turn", "forged")) == ("7", "x", "forged")


def changes(match: Match, number: int = 0, viewer: Viewer = EVERYTHING) -> list[str]:
    """Return the changes of a move, by default the last, as people read them in English."""
    reader = Reader(match.opening)
    return [reader.sentence(words) for words in Timeline(match).changes(number or match.head, viewer)]


def test_the_automas_turn_is_told_as_what_to_do_with_the_pieces() -> None:
    match = given(turn=2, glory=1, values={"progress": 5})
    when(match, "automa", "decision:12", "card:q20", "central:9", "corruption:orange6")
    told = [
        "It draws decision card 12",
        "Put the progress token on space 6, put the glory token from space 2 at Basecamp",
        "Move the north mech east, from N1 to N4",
        "Sweep Bear-Tooth Saw from M2, Voice of the Crater fills M2",
        "The central mech stays at C7",
        "It explores C7 and keeps the map token, turn it up: 9 Lost Chapel, put orange 6 on it",
        "It is the human's turn",
    ]
    for viewer in ("everything", None, 1, 2):
        assert changes(match, viewer=viewer) == told


def test_vanquishing_and_the_20_are_told() -> None:
    stack = ["orange3", "turquoise4", "orange6"]
    match = given(turn=2, glory=3, automa={"north": "N1"}, tiles={"N2": 16}, stacks={"N2": stack})
    when(match, "automa", "decision:8")
    told = changes(match)
    assert told[1:4] == [
        "Move the north mech east, from N1 to N2", "It takes from N2: orange 6, turquoise 4",
        "Move the central mech west, from C7 to C6",
    ]  # fmt: skip
    match = given(turn=2, glory=1)
    when(match, "automa", "decision:1", "north:20")
    assert "turn it up: 20 Heart of the Crater, put the 20 token on it" in changes(match)[2]


def test_shuffling_is_told() -> None:
    def use_up(play: Play) -> None:
        for n in range(1, 13):
            play.move("?decision", 1, "deck:decision", "discard:decision")
            play.reveal("discard:decision", "decision", f"decision:{n}")
        play.move("?card", 55, "deck:card", "box")

    match = given(turn=2, more=use_up)
    when(match, "automa", "decision:4", "card:i01")
    told = changes(match)
    assert told[:2] == ["Shuffle all decision cards and set two aside face down", "It draws decision card 4"]
    assert told[3:5] == [
        "Sweep Brass Sextant from M1",
        "Shuffle the sweep pile into a new deck, Brass Sextant fills M1",
    ]


def test_exploring_is_told_as_people_say_it() -> None:
    match = given()
    when(match, "move", "central:8", "corruption:orange3", "corruption:turquoise5", to="C4")
    assert changes(match) == [
        "The action token moves to the blank space", "Explores C4: 8 Singing Quarry, orange 3 and turquoise 5 on it",
        "Gains 1 map",
    ]  # fmt: skip


def test_what_is_paid_gained_and_taken_is_told() -> None:
    match = given(
        "C2", tiles={"C2": 9}, stacks={"C2": ["orange3", "turquoise4"]},
        values={"power": 10, "guile": 10, "token": "move"},
        hand=["card:i01"], workers={"red": 1}, catalogue=with_ability({"do": "vanquish"}),
    )  # fmt: skip
    when(match, "shift", to="gather")
    assert changes(match) == []
    when(match, "play", card="card:i01", worker="red")
    assert changes(match) == ["Due: vanquish"]
    when(match, "vanquish")
    assert changes(match) == ["Pays 4 guile", "Takes turquoise 4 from C2"]
    when(match, "move", to="S2")
    assert changes(match, match.head - 1) == [], "the window closed unused: nothing was taken"
    assert changes(match) == ["It is the Automa's turn"]


def test_cards_and_workers_that_come_and_go_are_told() -> None:
    match = given("S1", values={"token": "move"}, active=[("card:i03", "red"), ("card:i05", "")])
    when(match, "shift", to="refresh")
    assert changes(match) == [
        "Returns Field Stove and Cable Winch to hand", "Returned to the mat: red worker", "It is the Automa's turn"
    ]  # fmt: skip
    match = given("S1")
    when(match, "gather")
    assert changes(match) == ["The action token moves to the blank space", "Due: 1 red worker or 1 blue worker"]
    when(match, "take", benefit="1_red_worker")
    assert changes(match) == ["Gains 1 red worker"]
    gained = {"do": "all", "of": [{"do": "card", "source": "any"}, {"do": "gain", "corruption": 1}, {"do": "worker"}]}
    match = given("S1", hand=["card:i01"], workers={"red": 1}, catalogue=with_ability(gained))
    when(match, "play", "corruption:orange4", card="card:i01", worker="red")
    assert changes(match)[1:] == ["Gains 1 power and orange 4", "Due: a card; 1 worker"]
    when(match, "gain_card", "card:q20", card="card:m01")
    assert changes(match) == ["Voice of the Crater fills M3"]
    when(match, "gain_worker", colour="blue")
    assert changes(match) == [], "the action says it"


def test_corruption_goes_back_into_the_bag() -> None:
    effect = {"do": "cleanse"}
    for tokens, told in ((["orange3"], "Returns orange 3 to the bag"),
                         (["twenty"], "Returns the 20 token beside the bag")):  # fmt: skip
        match = given("C2", tiles={"C2": 9}, stacks={"C2": tokens}, hand=["card:i01"], workers={"red": 1},
                      catalogue=with_ability(effect))  # fmt: skip
        when(match, "play", card="card:i01", worker="red")
        when(match, "cleanse")
        assert changes(match) == [told]


def test_the_end_is_told() -> None:
    match = test_rules_end.each_has_one_more_turn_and_then_coins_are_counted()
    told = [words for number in match.line.numbers if number for words in changes(match, number)]
    assert [words for words in told if "end" in words or "left" in words] == [
        "The Automa triggers the end", "2 turns left", "1 turn left"
    ]  # fmt: skip
    assert told[-4:] == [
        "That was the last turn", "The human has 0 coins in total", "The Automa has 39 coins in total", "The Automa "
        "wins"
    ]  # fmt: skip


def test_what_nobody_expects_is_left_to_be_told_fact_by_fact() -> None:
    setting = given().opening
    for action in (said("automa"), said("gather"), said("move", to="N1"), said("shift", to="play"), None):
        for fact in STRANGE:
            assert tell(setting, Seen(1, action, (), Table(), (fact,))) == ([], [fact]), fact


STRANGE: tuple[Fact, ...] = (
    Turned("box", "a", "b", 1), Moved("map", 2, "nowhere", ""), Moved("mech:north", 1, "box", "supply"),
    Changed("turn", 1, "nobody"), Changed("power", None, "much"), Changed("progress", 1, None),
    Changed("winner", None, 7), Moved("glory:2", 1, "a", "b"), Moved("?card", 3, "x:y", "active:"),
    Moved("worker:", 1, "", "workers:1"), Changed("token", "blank", 12), Moved("twenty", 1, "taken:1", "taken:2"),
)  # fmt: skip


def on_screen(match: Match) -> str:
    from io import StringIO

    from rich.console import Console

    shown = Console(width=220, file=StringIO(), record=True)
    shown.print(terminal(match.opening, match.table))
    return " ".join(shown.export_text().split())


def drawn(match: Match, *, highlight: Iterable[Fact] = ()) -> str:
    return " | ".join(ET.fromstring(svg(match.opening, match.table, highlight=highlight)).itertext())


def test_the_terminal_shows_map_cards_and_both_sides() -> None:
    match = given(
        "C2", tiles={"C2": 9}, stacks={"C2": ["orange3", "turquoise4"], "N2": ["twenty"]}, active=[("card:i03", "red")],
        workers={"blue": 2}, values={"power": 4},
    )  # fmt: skip
    shown = ("C2 9 t4o3 ▲you", "power 4", "Field Stove (red worker)", "2 blue", "camp", "glory 0 of 8", "▶ the human")
    for words in shown:
        assert words in on_screen(match), words
    match = given("S1")
    when(match, "gather")
    assert "due: 1 red worker or" in on_screen(match)


def test_the_picture_can_be_drawn_at_any_move() -> None:
    choose = random.Random(3)
    match = open_match("expeditions", 2, level=5)
    while not match.is_over:
        random_move(match, choose)
    timeline = Timeline(match)
    for number in (*range(0, match.head, 9), match.head):
        panels = match.opening.game.panels(match.opening, timeline.at(number), None)
        found = [name for panel in panels for name in names(panel.shapes)]
        assert sum(name.startswith("cell:") for name in found) == 20
        assert sum(name.startswith("category:") for name in found) == 7
        assert sum(name.startswith("mech:") for name in found) == 3
    last = match.moves[match.head]
    assert isinstance(last, Played)
    assert " won | " in drawn(match)


def test_the_picture_says_what_is_due_and_marks_what_was_touched() -> None:
    match = given("S1")
    (gathered,) = when(match, "gather")
    assert "due: 1 red worker or 1 blue worker | " in drawn(match)
    moved = given()
    (move,) = when(moved, "move", to="S3")
    marked = re.findall(r'data-name="([^"]+)" class="touched"', svg(moved.opening, moved.table, highlight=move.facts))
    assert {"basecamp", "cell:S3", "token"} <= set(marked)
    assert "cell:S1" not in marked
    assert gathered.action == said("gather").data()


def test_a_declared_card_is_drawn_as_it_was_declared() -> None:
    match = given("S1", catalogue=own_box(), hand=["card:b1"])
    assert "Lantern" not in drawn(match)
    when(match, "declare", card="card:b1", says=LANTERN)
    assert "Lantern" in on_screen(match)
    for words in ("| Lantern |", "| red: vanquish |", "Lantern: item; worker red; vanquish; upgraded: reach +1"):
        assert words in drawn(match), words
