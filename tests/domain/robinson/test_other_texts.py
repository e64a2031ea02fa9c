"""Texts of beasts, inventions and tiles stop play, too, and what they did is told (RC-B97)."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games import opening
from tablescribe.domain.games.robinson.actions.declaring import LeaveBlank
from tablescribe.domain.games.robinson.actions.effects import Tell
from tablescribe.domain.games.robinson.actions.placing import Explore, Hunt, Invent, Rest
from tablescribe.domain.games.robinson.panels import face
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.declarations import read_declaration
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.table.scene import Panel, all_words
from tablescribe.ledger.matches.client_actions import read_action
from tablescribe.replays.pictures.scenes import scene
from tests.domain.robinson.blank import PRINTED, blank_cards
from tests.domain.robinson.table import given, go_on, goods, opened, play_it, when

SINGS, NAME = "sing, then find food", "sing,_then_find_food"
SURE = ("blank", "success", "blank")


def with_text(kind: str, name: Any) -> Any:
    """Return the built-in box with one component whose full effect only people can read."""
    data = PRINTED.plain() | {"name": "texts"}
    next(one for one in data[kind] if one["id"] == name)["text"] = SINGS
    return data


def words_of(panel: Panel) -> str:
    """Return all texts on a panel, including those shown on selection."""
    return " ".join([*(str(one.words) for one in all_words(panel.shapes)), str(panel.title)])


def shown_text(match: Match) -> Panel | None:
    """Return the panel of the text whose effect is asked for."""
    return next((one for one in scene(match.opening, match.table) if one.name == "text"), None)


def is_told(match: Match) -> None:
    """Check that a match stops for the text of seat 1, and continues once its effect is entered."""
    assert (match.table.get(AWAITS), match.to_act) == ("judge", (1,))
    shown = shown_text(match)
    assert shown is not None, "the table shows what it is asked about"
    assert SINGS in words_of(shown)
    with pytest.raises(Illegal, match=r"RC-B97: .* must first decide what the text did"):
        play_it(match, 1, Rest())
    had = goods(match, "stock:1").get("wood", 0)
    play_it(match, 1, Tell(benefit=NAME, facts=("move wood 1 supply stock:1",)))
    assert match.table.get(AWAITS) != "judge"
    assert shown_text(match) is None
    assert goods(match, "stock:1").get("wood", 0) >= had + 1


def test_a_beast_that_was_fought() -> None:
    match = given(catalogue=with_text("beasts", "wild_dog"), hunting=2, levels={"weapon:1": 1}, stock={1: {}})
    when(match, (1, Hunt()), (2, Rest()), (1, Hunt()))
    play_it(match, 2, Rest(), "beast:wild_dog")
    is_told(match)


def test_a_tile_that_was_discovered() -> None:
    match = given(catalogue=with_text("tiles", 6), stock={1: {}})
    when(match, (1, Explore(space=4)), (2, Rest()), (1, Rest()))
    play_it(match, 2, Rest(), *SURE, "tile:6", "discovery:goat")
    if match.table.get(AWAITS) != "judge":
        go_on(match)
    is_told(match)


def test_an_invention_when_it_gives_what_it_gives_once() -> None:
    match = given(catalogue=with_text("inventions", "bricks"), stock={1: {"wood": 3}})
    when(match, (1, Invent(invention="invention:bricks")), (2, Rest()), (1, Rest()))
    play_it(match, 2, Rest(), *SURE)
    is_told(match)


def test_a_text_of_a_blank_beast_is_declared_as_its_last_word() -> None:
    match = opened(catalogue=blank_cards())
    when(match, (1, LeaveBlank()))
    match = given(begun=match, hunting=2, levels={"weapon:1": 1}, stock={1: {}})
    when(match, (1, Hunt()), (2, Rest()), (1, Hunt()))
    play_it(match, 2, Rest(), "beast:wild_dog")
    line = "wild_dog Dog 3 1 2 1 0 0 sing,_then_find_food"
    play_it(match, 1, read_action(match, read_declaration(match.opening, match.table, line.split())))
    is_told(match)


def test_what_has_no_text_is_recorded_as_before() -> None:
    """A catalogue without texts has the same data, and so the same digest."""
    assert "text" not in PRINTED.plain()["beasts"][0].keys() | PRINTED.plain()["tiles"][0].keys()
    data = with_text("beasts", "wild_dog")
    kept = opening("robinson", 2, {"scenario": "idols"}, data).catalogue.plain()
    assert SINGS in {one.get("text") for one in kept["beasts"]}


@pytest.mark.parametrize(
    ("kind", "name", "piece"),
    [("beasts", "wild_dog", "beast:wild_dog"), ("tiles", 6, "tile:6"), ("inventions", "bricks", "invention:bricks")],
)
def test_a_face_shows_the_text_that_its_card_carries(kind: str, name: Any, piece: str) -> None:
    drawn = [
        face(opening("robinson", 2, {"scenario": "idols"}, catalogue), piece)
        for catalogue in (with_text(kind, name), PRINTED.plain())
    ]
    told, plain = (words_of(one) for one in drawn if one is not None)
    assert told.count(SINGS) == 2, "drawn, and told to whoever points at it"
    assert SINGS not in plain
