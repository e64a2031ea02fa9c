"""Names and pictures: what people read."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable

from domain.events import Played
from domain.games.expeditions.board import CATEGORIES
from domain.games.expeditions.telling import tell
from domain.match import Match
from domain.play import Play
from domain.scene import names
from domain.table import Fact, Turned
from replays.pictures import svg, terminal
from replays.timeline import Timeline
from tests.domain.expeditions.table import given, said, when
from tests.domain.expeditions.test_rules_cards import LANTERN, own_box
from tests.domain.random_play import open_match, random_move


def test_everything_in_the_box_has_a_name_for_people() -> None:
    match = given()
    label = match.opening.label
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
    assert label("whatever:else") == "whatever:else"


def test_the_automas_turn_is_told_as_what_to_do_with_the_pieces() -> None:
    match = given(turn=2, glory=1, values={"progress": 5})
    when(match, "automa", "decision:12", "card:q20", "central:9", "corruption:orange6")
    told = [
        "It draws decision card 12",
        "Put the progress token on space 6, put the glory token of space 2 at Basecamp",
        "Move the north mech east, from N1 to N4",
        "Sweep Bear-Tooth Saw from M2, Voice of the Crater fills M2",
        "The central mech stays at C7",
        "It explores C7: the map token is its own, turn it up: 9 Lost Chapel, put orange 6 on it",
        "the turn: 2 → 1",
    ]
    for viewer in ("everything", None, 1, 2):
        assert Timeline(match).changes(match.head, viewer) == told


def test_vanquishing_and_the_20_are_told() -> None:
    stack = ["orange3", "turquoise4", "orange6"]
    match = given(turn=2, glory=3, automa={"north": "N1"}, tiles={"N2": 16}, stacks={"N2": stack})
    when(match, "automa", "decision:8")
    told = Timeline(match).changes(match.head)
    assert told[1:4] == [
        "Move the north mech east, from N1 to N2", "It takes from N2: orange 6, turquoise 4",
        "Move the central mech west, from C7 to C6",
    ]  # fmt: skip
    match = given(turn=2, glory=1)
    when(match, "automa", "decision:1", "north:20")
    assert "turn it up: 20 Heart of the Crater, put the 20 token on it" in Timeline(match).changes(match.head)[2]


def test_shuffling_is_told() -> None:
    def use_up(play: Play) -> None:
        for n in range(1, 13):
            play.move("?decision", 1, "deck:decision", "discard:decision")
            play.reveal("discard:decision", "decision", f"decision:{n}")
        play.move("?card", 55, "deck:card", "box")

    match = given(turn=2, more=use_up)
    when(match, "automa", "decision:4", "card:i01")
    told = Timeline(match).changes(match.head)
    assert told[:2] == ["Shuffle all decision cards and set two aside, unseen", "It draws decision card 4"]
    assert told[3:5] == [
        "Sweep Brass Sextant from M1",
        "Shuffle the sweep pile into a new deck, Brass Sextant fills M1",
    ]


def test_what_is_not_the_automas_is_told_fact_by_fact() -> None:
    match = given()
    when(match, "move", to="S3")
    assert Timeline(match).changes(1) == ["the action token: refresh → blank", "the human's mech: Basecamp → S3"]
    (moved,) = match.moves[1:]
    assert tell(match.opening, {"do": "automa"}, [*moved.facts, Turned("box", "a", "b", 1)])[1]


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
