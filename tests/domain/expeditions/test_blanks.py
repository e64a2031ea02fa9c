"""Blank tiles, mechs and people of a table's own box (EX-105): play stops where the rules need an unknown value."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.box.blanks import with_blanks
from tablescribe.domain.games import game, opening
from tablescribe.domain.games.expeditions.board import Board
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Impossible
from tablescribe.replays.reading.timeline import Timeline
from tests.domain.expeditions.table import CHARACTER, cited, given, house, number, when

COINS = {"do": "gain", "coins": 2}


def blank(*kinds: str) -> Any:
    """Return the catalogue with all components of these kinds blank."""
    return with_blanks(game("expeditions").blanks, game("expeditions").catalogue, kinds).plain()


def printed(number: int) -> dict[str, Any]:
    """Return the declaration of the tile with that number."""
    return {**next(one for one in house()["locations"] if one["id"] == number), "origin": "printed"}


def explored() -> Match:
    """The human has entered C4, where the blank tile 8 lay."""
    match = given("S3", catalogue=blank("tiles"), values={"token": "play"})
    when(match, "shift", to="gather")
    when(match, "move", "central:8", to="C4")
    return match


def test_a_blank_tile_that_is_explored_gets_its_corruption_when_it_is_declared() -> None:
    match = explored()
    assert Board(match.opening, match.table).stack("C4") == []
    level = printed(8)["level"]
    assert level > 0
    tokens = ["corruption:orange3", "corruption:turquoise5"]
    when(match, "declare_tile", *tokens[: 1 if level <= 3 else 2], says=printed(8))
    board = Board(match.opening, match.table)
    assert sum(board.worth(token)[1] for _, token in board.stack("C4")) >= level
    assert board.location("C4").name == printed(8)["name"]  # type: ignore[union-attr]


def test_nothing_is_done_before_it_is_declared_neither_by_the_human_nor_by_the_automa() -> None:
    match = explored()
    assert list(legal_actions(match.opening, match.table, 1)) == []
    with pytest.raises(Illegal, match=r"EX-105: 8 \? has not been declared yet: declare it first"):
        when(match, "play", card=CHARACTER)
    with pytest.raises(Illegal, match="EX-105"):
        when(match, "automa", "decision:11")


def test_a_tile_of_the_south_is_asked_for_only_where_somebody_gathers() -> None:
    match = given("S3", catalogue=blank("tiles"), values={"token": "move"})
    when(match, "shift", to="play")
    with pytest.raises(Illegal, match=r"EX-105: 3 \? has not been declared yet: declare it first"):
        when(match, "gather")
    when(match, "declare_tile", says=printed(3))
    when(match, "gather")


def test_a_tile_is_declared_once_as_the_one_it_is_and_once_it_lies_there() -> None:
    match = explored()
    with pytest.raises(Impossible, match="central:9 has not been revealed yet"):
        when(match, "declare_tile", says=printed(9))
    with pytest.raises(Impossible, match="no location 8 in that region"):
        when(match, "declare_tile", says=printed(8) | {"region": "north"})
    with pytest.raises(Illegal, match="EX-105: enter its level"):
        when(match, "declare_tile", says=printed(8) | {"level": "twenty"})
    when(match, "declare_tile", says=printed(8) | {"level": 0})
    with pytest.raises(Illegal, match=r"EX-105: .* has already been declared"):
        when(match, "declare_tile", says=printed(8))


def test_a_blank_mech_can_do_nothing_until_it_is_declared() -> None:
    match = given(catalogue=blank("mechs"), mech="marsh_strider")
    assert Board(match.opening, match.table).reach == 3
    says = {"id": "marsh_strider", "name": "Strider", "ability": {"move_range": 1}}
    with pytest.raises(Illegal, match="EX-105: enter what it does"):
        when(match, "declare_mech", says=says | {"blank": True})
    with pytest.raises(Impossible, match="you do not have the mech tatanka"):
        when(match, "declare_mech", says=says | {"id": "tatanka"})
    when(match, "declare_mech", says=says)
    assert Board(match.opening, match.table).reach == 4


def test_people_are_declared_as_who_they_are() -> None:
    match = given("S1", catalogue=blank("people"), values={"token": "move"})
    says = {"id": "x", "kind": "character", "name": "Ann", "power": 2, "worker": "any", "ability": {"do": "solve"}}
    with pytest.raises(Illegal, match="EX-105: this card is the character; it cannot be declared as companion"):
        when(match, "declare", card=CHARACTER, says=says | {"kind": "companion"})
    when(match, "declare", card=CHARACTER, says=says)
    when(match, "shift", to="gather")
    when(match, "play", card=CHARACTER)
    assert number(match, "power") == 2


def test_what_no_catalogue_takes_is_no_declaration() -> None:
    match = given(catalogue=blank("people"))
    says = {"id": "x", "kind": "character", "name": "Ann", "worker": "pink", "ability": {"do": "solve"}}
    with pytest.raises(Illegal, match=r"EX-105: this description does not fit the component: .*no worker 'pink'"):
        when(match, "declare", card=CHARACTER, says=says)


def test_what_a_blank_tile_gives_when_it_is_revealed_is_due_once_it_is_declared() -> None:
    """EX-111, and the turn is not over before: Move was the last action that was left."""
    match = given("S3", catalogue=blank("tiles"), values={"token": "play", "left": "move"})
    when(match, "move", "central:8", to="C4")
    assert number(match, "turn") == 1
    when(match, "declare_tile", "corruption:orange3", says=printed(8) | {"level": 3, "revealed": COINS})
    assert (number(match, "coins"), number(match, "turn"), "EX-111" in cited(match)) == (2, 2, True)


def test_the_automa_gets_nothing_of_a_blank_tile_that_it_reveals() -> None:
    match = given("S1", turn=2, catalogue=blank("tiles"))
    when(match, "automa", "decision:11", "central:9")
    when(match, "declare_tile", "corruption:orange6", says=printed(9) | {"level": 6, "revealed": COINS})
    assert number(match, "coins") == 0


@pytest.mark.parametrize(
    ("effect", "action"),
    [("gather", {"do": "gather_at", "place": "S2"}), ("benefit", {"do": "gather_one", "place": "S2", "benefit": "…"})],
)
def test_a_blank_tile_gives_nothing_to_those_beside_it_either(effect: str, action: dict[str, Any]) -> None:
    catalogue = blank("tiles")
    next(one for one in catalogue["locations"] if one["id"] == 3).update(
        gather={"do": "all", "of": [{"do": effect}, {"do": "worker"}]}, blank=False
    )
    match = given("S3", catalogue=catalogue, values={"token": "move"})
    when(match, "shift", to="play")
    when(match, "gather")
    with pytest.raises(Illegal, match=r"EX-105: 2 \? has not been declared yet: declare it first"):
        when(match, **action)


def test_what_nobody_has_told_is_no_house_value() -> None:
    """The remarks of a match tell what in it is ours; a blank of a box is not."""
    kinds = ("cards", "tiles", "mechs", "people")
    setting = opening("expeditions", 2, {}, blank(*kinds))
    told = [str(one.text) for one in setting.game.remarks(setting)]
    assert "house values, not the printed ones: the map and the token mix" in told
    setting = opening("expeditions", 2, {}, blank(*kinds[1:]))
    told = [str(one.text) for one in setting.game.remarks(setting)]
    assert "house values, not the printed ones: cards, the map and the token mix" in told


def test_a_blank_mech_and_blank_people_are_declared_once() -> None:
    match = given(catalogue=blank("mechs", "people"), mech="marsh_strider")
    mat = {"id": "marsh_strider", "name": "Highlander", "ability": {"text": "gain a card"}}
    when(match, "declare_mech", says=mat)
    with pytest.raises(Illegal, match="EX-105: Highlander has already been declared"):
        when(match, "declare_mech", says={**mat, "ability": {"move_range": 3}})
    says = {"id": "x", "kind": "character", "name": "Ann", "power": 2, "worker": "any", "ability": {"do": "solve"}}
    when(match, "declare", card=CHARACTER, says=says)
    with pytest.raises(Illegal, match="EX-105: Ann has already been declared"):
        when(match, "declare", card=CHARACTER, says=says | {"power": 3})


def test_the_set_up_of_a_blank_box_asks_without_names_that_we_invented() -> None:
    setting = opening("expeditions", 2, {}, blank("people"))
    assert [setting.label(name) for name in ("p1", CHARACTER)] == ["p1", "p1-character"]
    assert opening("expeditions", 2).label("p1") == "Ilse Kranz"


@pytest.mark.parametrize(
    ("ability", "hint"),
    [
        ({"text": "when you explore gain a card"}, "without a trigger"),
        ({"on": "explore", "text": "gain a card"}, ""),
        ({"on": "explore", "then": {"do": "judge", "text": "gain a card"}}, "you will be asked what it did"),
        ({"move_range": 1}, ""),
    ],
)  # fmt: skip
def test_a_text_says_when_somebody_is_asked_for_it(ability: dict[str, Any], hint: str) -> None:
    match = given(catalogue=blank("mechs"), mech="marsh_strider")
    when(match, "declare_mech", says={"id": "marsh_strider", "name": "Highlander", "ability": ability})
    told = "; ".join(match.opening.told(one) for one in Timeline(match).changes(match.head))
    assert (hint in told) if hint else (told == "")
    assert ("explore:when you" in told) == (hint == "without a trigger")
