"""Templates: components are laid out, counted and checked; shortcuts and several actions in one move."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games import WrongOptions, game, opening, template
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.replays.auditing.audit import audit
from tests.domain.freeform.table import freeform, say
from tests.support import STAMP

OURS: dict[str, Any] = {
    "name": "ours", "edition": "1", "origin": "house", "source": "tests", "title": "Shepherds",
    "counters": {"wool": 1, "wood": 0}, "tracks": {"round": 1, "weather": "sun"}, "pieces": {"robber": 1, "road": 3},
    "boards": {"board": "3x2"}, "places": ["desert", "ore-6"], "start": {"desert": {"robber": 1}},
    "decks": {"luck": {"good": 3, "bad": 2}}, "dice": {"d6": [1, 2, 3, 4, 5, 6]},
    "macros": {"shear": {"wool": 2}, "build": {"wool": -1, "wood": -1, "points": 1}, "age": {"round": 1}},
}  # fmt: skip


def lines(**told: Any) -> Match:
    """Open a match for two whose components come from options."""
    return Match.open("free", opening("freeform", 2, told), [Seat("a", "c"), Seat("b", "c")], STAMP)


def test_a_template_lays_out_counters_tracks_and_pieces_ff_7() -> None:
    match = freeform(3, OURS)
    assert [match.table.get(f"wool:{seat}") for seat in (1, 2, 3)] == [1, 1, 1]
    assert (match.table.get("round"), match.table.get("weather")) == (1, "sun")
    assert match.table.pieces("desert") == {"robber": 1}
    assert match.table.count(BOX, "road") == 3
    assert match.opening.title == "Shepherds"
    say(match, 1, "count", what="wool", by=3, of=2)
    say(match, 1, "count", what="wood")
    say(match, 1, "count", what="round", by=2)
    assert (match.table.get("wool:2"), match.table.get("wood:1"), match.table.get("round")) == (4, 1, 3)


def test_the_same_can_be_told_in_lines_of_options() -> None:
    match = lines(title="Catan", counters="wool, ore=2", tracks="round=1", pieces="robber", dice="d6, mood=glad/sad",
                  board="3 × 3")  # fmt: skip
    assert match.opening.title == "Catan"
    assert (match.table.get("wool:1"), match.table.get("ore:2"), match.table.get("round")) == (0, 2, 1)
    assert say(match, 1, "roll", "sad", die="mood").outcomes == ("sad",)
    say(match, 1, "bring", piece="robber", to="c3")
    assert match.table.pieces("c3") == {"robber": 1}


def test_a_short_cut_changes_all_that_it_says_as_one_move() -> None:
    match = freeform(2, OURS)
    say(match, 1, "use", macro="shear")
    say(match, 1, "count", what="wood", by=2)
    say(match, 1, "use", macro="build", times=2)
    assert (match.table.get("wool:1"), match.table.get("wood:1"), match.table.get("score:1")) == (1, 0, 2)
    match.take_back(2, STAMP)
    assert (match.table.get("wool:1"), match.table.get("wood:1"), match.table.get("score:1")) == (3, 2, 0)


def test_a_short_cut_takes_only_what_is_there_or_is_recorded_with_its_breach() -> None:
    match = freeform(2, OURS)
    with pytest.raises(Illegal, match="FF-7: build needs 1 wood; seat 1 has 0"):
        say(match, 1, "use", macro="build")
    played = say(match, 1, "use", macro="build", as_played=True)
    assert [one.rule for one in played.irregularities] == ["FF-7"]
    assert match.table.get("wood:1") == -1
    assert [one.rule for one in audit(match).findings] == ["FF-7"]


def test_several_things_are_one_move_or_none() -> None:
    match = freeform(2, OURS)
    parts = [{"do": "roll", "die": "d6", "n": 2}, {"do": "count", "what": "wool"}, {"do": "pass"}]
    say(match, 1, "together", 4, 3, parts=parts)
    assert (match.head, match.table.get("rolled:d6"), match.table.get("wool:1")) == (1, "4, 3", 2)
    assert match.to_act == (2,)
    before = match.table.copy()
    with pytest.raises(Impossible):
        say(match, 2, "together", parts=[{"do": "count", "what": "wool"}, {"do": "count", "what": "gold"}])
    assert match.table == before
    match.take_back(0, STAMP, judge=True)
    assert match.table.get("wool:1") == 1


def test_several_cards_are_drawn_at_once() -> None:
    match = freeform(2, OURS)
    say(match, 1, "draw", "luck:good", "luck:bad", deck="luck", to="row", n=2)
    assert match.table.pieces("row") == {"luck:good": 1, "luck:bad": 1}
    with pytest.raises(Impossible, match="is empty"):
        say(match, 1, "draw", deck="luck", n=4)


def test_pieces_alternate_and_take_what_stands_there() -> None:
    match = freeform(2, template("freeform", "chess").plain())
    for seat, piece, src, dst in ((1, "white pawn", "e2", "e4"), (2, "black pawn", "d7", "d5")):
        assert match.to_act == (seat,)
        say(match, seat, "move", piece=piece, src=src, dst=dst)
    say(match, 1, "move", piece="white pawn", src="e4", dst="d5")
    assert match.table.pieces("d5") == {"white pawn": 1}
    assert match.table.pieces("taken") == {"black pawn": 1}


def test_a_match_that_was_played_already_is_told_by_its_end() -> None:
    match = lines(title="Catan", played="2026-11-21 20:15", minutes=75)
    say(match, 1, "result", points=[10, 7], winners=[1])
    result = match.close(STAMP).result
    assert (result.winners, result.scores) == ((1,), (10, 7))
    with pytest.raises(Impossible, match="FF-5"):
        say(lines(), 1, "result", points=[1, 2, 3], winners=[1])


@pytest.mark.parametrize("name", game("freeform").templates)
def test_each_template_that_comes_with_it_opens_a_match_in_which_something_is_offered(name: str) -> None:
    found = template("freeform", name)
    assert found.origin == "house"
    match = freeform(2, found.plain())
    kinds = {type(one).__name__ for one in match.opening.game.offers(match.opening, match.table, 1)}
    assert {"Score", "Roll", "Pass"} <= kinds


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"counters": {"two words": 1}}, "counters.two words"),
    ({"counters": {"wool": "much"}}, "counters.wool"),
    ({"counters": {"roll": 1}}, "'roll' cannot be a counter: it is a word of every table already"),
    ({"counters": {"wool": 1}, "tracks": {"wool": 1}}, "'wool' cannot be a track: it is a counter already"),
    ({"macros": {"shear": {"wool": 2}}}, "the short cut 'shear' changes 'wool', which is no counter and no track"),
    ({"tracks": {"day": "monday"}, "macros": {"sleep": {"day": 1}}}, "changes 'day', which is no number"),
    ({"macros": {"shear": {}}}, "macros.shear"),
    ({"boards": {"board": "30x30"}}, "boards.board"),
    ({"start": {"hill": {"robber": 1}}}, "1 × 'robber' lie there at the start, but there are 0"),
    ({"pices": {"robber": 1}}, "pices"),
]


@pytest.mark.parametrize(("wrong", "why"), WRONG)
def test_a_template_that_makes_no_sense_is_refused_with_the_reason(wrong: dict[str, Any], why: str) -> None:
    data = {key: OURS[key] for key in ("name", "edition", "origin", "source")}
    with pytest.raises(WrongOptions) as refused:
        opening("freeform", 2, catalogue={**data, **wrong})
    assert why in str(refused.value)


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"counters": "wool, wool"}, "'wool' stands there twice"),
        ({"counters": "wool=much"}, "'wool' cannot be 'much': that is no number"),
        ({"counters": "wool,,ore"}, "'a gap' is no NAME or NAME=VALUE"),
        ({"counters": "two words"}, "counters"),
        ({"dice": "bone"}, "nobody knows the sides of 'bone'"),
        ({"board": "big"}, "board"),
        ({"played": "yesterday"}, "played"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_lines_that_cannot_be_read_are_refused_with_the_reason(told: dict[str, Any], why: str) -> None:
    with pytest.raises(WrongOptions) as refused:
        opening("freeform", 2, told)
    assert why in str(refused.value)


def test_a_line_that_does_not_fit_the_template_is_refused_when_the_match_is_opened() -> None:
    fixed = opening("freeform", 2, {"counters": "round"}, OURS)
    with pytest.raises(Impossible, match="'round' cannot be a track: it is a counter already"):
        Match.open("free", fixed, [Seat("a", "c"), Seat("b", "c")], STAMP)


def test_there_is_no_template_of_another_name() -> None:
    with pytest.raises(WrongOptions, match=r"Freeform has no template 'poker'\. Templates: points, resources"):
        template("freeform", "poker")


def test_a_game_whose_name_is_a_number_has_a_name() -> None:
    assert opening("freeform", 2, {"title": 1830}).title == "1830"
