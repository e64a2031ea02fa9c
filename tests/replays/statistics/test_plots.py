"""Plots of points over rounds and of shares: well-formed, for any names, and readable without colours."""

from __future__ import annotations

from xml.etree import ElementTree as Tree

import pytest

from tablescribe.domain.words.text import say
from tablescribe.replays.statistics.balance import Balance
from tablescribe.replays.statistics.plots import MOST, points_over_rounds, shares
from tests.domain.tournament.hall import Hall, plan

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: str) -> list[str]:
    return [one.text or "" for one in Tree.fromstring(picture).iter(f"{SVG}text")]


def test_everybody_has_a_curve_that_ends_at_their_points() -> None:
    hall = Hall("abcd")
    hall.play("ab", "cd")
    hall.play("ac", "bd", results=((1, 1), (2, 1)))
    picture = points_over_rounds(hall.t, {one: f"Person <{one}>" for one in "abcd"})
    told = texts(picture)
    assert told[0] == "Open, Swiss: points after each round"
    assert {"Person <a> 1.5", "Person <b> 0", "Person <c> 1.5", "Person <d> 1"} <= set(told)
    curves = [one for one in Tree.fromstring(picture).iter(f"{SVG}path") if one.get("fill") == "none"]
    assert len([one for one in curves if one.get("stroke-width")]) == 4


def test_a_stage_with_the_name_of_its_tournament_is_not_named_besides() -> None:
    hall = Hall("abcd", plan(name="Open"))
    hall.play("ab", "cd")
    assert texts(points_over_rounds(hall.t, {one: one for one in "abcd"}))[0] == "Open: points after each round"


@pytest.mark.parametrize("people", ["ab", "abcdefghijklmnopqrst"])
def test_it_is_drawn_for_few_and_many_and_before_the_first_round(people: str) -> None:
    hall = Hall(people, plan(rounds=2))
    names = dict.fromkeys(people, "x" * 60)
    assert "no rounds yet" in texts(points_over_rounds(hall.t, names))
    hall.play(*(people[k : k + 2] for k in range(0, len(people), 2)))
    told = [one for one in texts(points_over_rounds(hall.t, names)) if one.startswith("x")]
    assert len(told) == min(len(people), MOST)
    assert all(len(one) <= 20 for one in told)


def test_shares_have_their_interval_and_a_star_where_it_leaves_out_the_even_share() -> None:
    found = [Balance("root", 4, "side", name, won, 40, 0.25) for name, won in (("Eyrie", 4), ("Alliance & co", 19))]
    found.append(Balance("root", 4, "side", "nobody", 0, 0, 0.25))
    told = texts(shares(found, say("Root, by side")))
    assert {"Root, by side", "Eyrie", "4 / 40 *", "Alliance & co", "19 / 40 *", "nobody", "25%"} <= set(told)
    assert len(list(Tree.fromstring(shares(found, say("x"))).iter(f"{SVG}circle"))) == 2


def test_names_cannot_break_out_of_a_picture() -> None:
    hall = Hall("ab")
    hall.play("ab")
    wicked = {"a": "<script>alert(1)</script>", "b": "\x1b[31m\0"}
    picture = points_over_rounds(hall.t, wicked)
    assert "<script" not in picture
    Tree.fromstring(picture)
