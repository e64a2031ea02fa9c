"""Freeform: only physical impossibility is refused, and no piece gets lost."""

from __future__ import annotations

import re
from typing import Any

import pytest
from pydantic import ValidationError

from tablescribe.domain.games import WrongOptions, opening
from tablescribe.domain.games.freeform.components import BLANKS
from tablescribe.domain.match.match import MatchIsClosed
from tablescribe.domain.rules.chance import NeedsOutcome, WrongOutcome
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.table.table import BOX, Impossible
from tests.domain.freeform.table import COMPONENTS, freeform, say
from tests.support import STAMP


@pytest.mark.parametrize("seats", range(1, 11))
def test_one_to_ten_seats_begin_with_no_points_and_seat_1_to_act(seats: int) -> None:
    match = freeform(seats)
    assert match.to_act == (1,)
    assert [match.table.get(f"score:{seat}") for seat in range(1, seats + 1)] == [0] * seats
    assert match.table.pieces("deck:animal") == {"?animal": 3}


# --- FF-1, FF-2: pieces -----------------------------------------------------------------------


def test_a_new_name_is_given_to_blanks_of_the_box_ff_2() -> None:
    match = freeform()
    total = match.table.total()
    say(match, 1, "bring", piece="castle", n=3, to="hill")
    assert match.table.pieces("hill") == {"castle": 3}
    assert match.table.count(BOX, "blank") == BLANKS - 3
    say(match, 1, "move", piece="castle", n=2, src="hill", dst=BOX)
    say(match, 2, "bring", piece="castle", n=3, to="shore")
    assert match.table.count(BOX, "blank") == BLANKS - 4, "two castles lay in the box already"
    assert match.table.total() == total


def test_there_are_as_many_pieces_as_the_catalogue_says_ff_2() -> None:
    match = freeform()
    say(match, 1, "bring", piece="meeple", n=4, to="hill")
    with pytest.raises(Impossible, match="1 × meeple cannot leave box: 0 there"):
        say(match, 1, "bring", piece="meeple", to="hill")


def test_pieces_move_turn_and_tracks_are_kept_as_the_table_says_ff_1() -> None:
    match = freeform()
    say(match, 1, "bring", piece="meeple", n=2, to="hill")
    moved = say(match, 2, "move", piece="meeple", src="hill", dst="shore")  # not seat 2's turn: the table knows
    say(match, 1, "turn", zone="shore", face="meeple", to="meeple lying")
    say(match, 1, "set", key="round", value=2)
    assert match.table.pieces("shore") == {"meeple lying": 1}
    assert match.table.get("round") == 2
    say(match, 1, "set", key="round")
    assert match.table.get("round") is None
    assert "FF-1" in moved.citations


@pytest.mark.parametrize("key", ["due:1", "due:", "due:soon"])
@pytest.mark.parametrize("value", ["Thursday", 5, '{"do": "battle"}', "{}"])
def test_a_value_may_have_the_name_of_the_kernels_agenda_ff_1(key: str, value: str | int) -> None:
    """Nothing is ever due at a freeform table: what it calls so is its own."""
    match = freeform()
    say(match, 1, "set", key=key, value=value)
    say(match, 1, "roll", "sad", die="mood")
    assert match.table.get(key) == value
    say(match, 1, "pass")
    assert match.to_act == (2,)
    say(match, 2, "set", key=key)
    assert match.table.get(key) is None


IMPOSSIBLE: list[tuple[str, dict[str, Any], str]] = [
    ("move", {"piece": "meeple", "src": "hill", "dst": "shore"}, "1 × meeple cannot leave hill"),
    ("move", {"piece": "animal:fox", "src": "unseen:animal", "dst": "hill"}, "FF-2: unseen:animal is not a place"),
    ("bring", {"piece": "animal:fox", "to": "hill"}, "FF-2: animal:fox is a card"),
    ("bring", {"piece": "?ghost", "to": "hill"}, "FF-2"),
    ("turn", {"zone": "box", "face": "blank", "to": "animal:fox"}, "FF-2"),
    ("turn", {"zone": "deck:animal", "face": "?animal", "to": "event:rain"}, "FF-4: .* has no face event:rain"),
    ("roll", {"die": "bone"}, "FF-3: the faces of bone are not known: roll mood"),
    ("roll", {"die": "d0"}, "FF-3"),
    ("draw", {"deck": "plant"}, "FF-4: there is no deck plant; there are animal, event"),
    ("reveal", {"zone": "hand:1", "card": "meeple"}, "FF-4: meeple is not a card"),
    ("reveal", {"zone": "hand:1", "card": "animal:fox"}, "cannot leave the hand of seat 1"),
    ("reveal", {"zone": "deck:animal", "card": "animal:bear"}, "the animal deck has no such card"),
    ("shuffle", {"zone": "box", "deck": "animal"}, "FF-4: blank, meeple in the box cannot go into the animal deck"),
    ("set", {"key": "turn", "value": 2}, "FF-5: the turn cannot be set"),
    ("set", {"key": "score:1", "value": "many"}, "FF-5"),
    ("score", {"to": 3, "points": 1}, "FF-5: there is no seat 3: seats are 1 to 2"),
    ("pass", {"to": 0}, "FF-5"),
    ("finish", {"winners": [1, 3]}, "FF-5: there is no seat 3"),
    ("count", {"what": "wool"}, "FF-7: there is no counter wool; there are"),
    ("use", {"macro": "shear"}, "FF-7: there is no shortcut shear; there are none"),
]


@pytest.mark.parametrize("as_played", [False, True])
@pytest.mark.parametrize(("do", "fields", "why"), IMPOSSIBLE)
def test_what_is_not_there_is_refused_in_both_ways_of_playing(
    do: str, fields: dict[str, Any], why: str, as_played: bool
) -> None:
    match = freeform()
    before = match.table.copy()
    with pytest.raises(Impossible) as refused:
        say(match, 1, do, as_played=as_played, **fields)
    assert re.search(why, match.opening.told(refused.value.text))
    assert match.table == before
    assert match.head == 0


def test_only_seats_of_the_match_act_ff_5() -> None:
    with pytest.raises(Impossible, match="no seat 3"):
        say(freeform(), 3, "pass")


# --- FF-3: dice -------------------------------------------------------------------------------


def test_a_die_shows_one_of_its_sides_ff_3() -> None:
    match = freeform()
    assert say(match, 1, "roll", "sad", die="mood").outcomes == ("sad",)
    assert match.table.get("rolled:mood") == "sad"
    with pytest.raises(WrongOutcome, match="possible: glad, sad"):
        say(match, 1, "roll", "angry", die="mood")
    with pytest.raises(NeedsOutcome, match="seat:2 rolls mood"):
        say(match, 2, "roll", die="mood")


def test_several_dice_are_rolled_one_by_one_and_any_numbered_die_is_known_ff_3() -> None:
    match = freeform()
    say(match, 1, "roll", 30, 7, die="d30", n=2)
    assert match.table.get("rolled:d30") == "30, 7"
    with pytest.raises(WrongOutcome):
        say(match, 1, "roll", 31, die="d30")


def test_a_sealed_match_rolls_and_draws_by_itself() -> None:
    seed = b"s" * 32
    match = freeform(chance="sealed", seed=seed)
    for data in ({"do": "roll", "die": "mood"}, {"do": "draw", "deck": "animal"}):
        match.play(1, match.opening.game.read_action(data), match.chance(seed=seed), STAMP)
    assert match.table.get("rolled:mood") in ("glad", "sad")
    assert match.table.count("hand:1", "?animal") == 0, "the seal knows the card"


# --- FF-4: cards ------------------------------------------------------------------------------


def test_a_card_drawn_into_a_hand_stays_unknown_until_it_is_played_ff_4() -> None:
    match = freeform()
    assert say(match, 1, "draw", deck="animal").outcomes == ("?",)
    assert match.table.pieces("hand:1") == {"?animal": 1}
    say(match, 1, "move", piece="animal:fox", src="hand:1", dst="discard")
    assert match.table.pieces("discard") == {"animal:fox": 1}
    assert match.table.pieces("unseen:animal") == {"animal:owl": 2, "?animal": 1}


def test_a_card_dealt_into_another_hand_is_a_secret_of_that_hand_ff_4() -> None:
    match = freeform()
    say(match, 1, "draw", deck="animal", to="hand:2")
    assert match.table.pieces("hand:2") == {"?animal": 1}


def test_a_card_drawn_openly_is_told_and_turns_up_nowhere_else_ff_4() -> None:
    match = freeform()
    with pytest.raises(NeedsOutcome):
        say(match, 1, "draw", deck="animal", to="row")
    say(match, 1, "draw", "animal:fox", deck="animal", to="row")
    say(match, 2, "draw", deck="animal")
    with pytest.raises(Impossible, match="animal:fox cannot be turned up in hand:2: it is in row"):
        say(match, 2, "reveal", zone="hand:2", card="animal:fox")
    say(match, 2, "reveal", zone="hand:2", card="animal:owl")
    assert match.table.pieces("hand:2") == {"animal:owl": 1}


def test_cards_are_turned_face_down_and_up_again_ff_4() -> None:
    match = freeform()
    say(match, 1, "draw", "animal:owl", deck="animal", to="row")
    say(match, 1, "turn", zone="row", face="animal:owl", to="?animal")
    assert match.table.count("unseen:animal", "animal:owl") == 2
    say(match, 1, "turn", zone="row", face="?animal", to="animal:fox")  # somebody had swapped it: the table says so
    assert match.table.pieces("row") == {"animal:fox": 1}


def test_shuffling_and_putting_back_hide_cards_in_their_deck_ff_4() -> None:
    match = freeform()
    before = match.table.copy()
    say(match, 1, "draw", "animal:owl", deck="animal", to="row")
    say(match, 1, "draw", "animal:fox", deck="animal", to="row")
    say(match, 1, "move", piece="animal:fox", src="row", dst="deck:animal")
    say(match, 1, "shuffle", zone="row", deck="animal")
    assert match.table == before


def test_an_empty_deck_is_empty() -> None:
    match = freeform()
    say(match, 1, "draw", "event:rain", deck="event", to="row")
    with pytest.raises(Impossible, match="deck:event is empty"):
        say(match, 1, "draw", deck="event", to="row")


# --- FF-5, FF-6: turns, points, the end -------------------------------------------------------


def test_the_turn_passes_clockwise_or_to_whom_it_is_said_ff_5() -> None:
    match = freeform(3)
    say(match, 1, "pass")
    say(match, 2, "pass", to=1)
    say(match, 1, "pass", to=3)
    say(match, 3, "pass")
    assert match.to_act == (1,)


@pytest.mark.parametrize(("winners", "won"), [([], ()), ([2], (2,)), ([2, 1, 2], (1, 2)), (2, (2,)), ("1,2", (1, 2))])
def test_the_table_says_who_won_ff_6(winners: Any, won: tuple[int, ...]) -> None:
    match = freeform()
    say(match, 1, "score", to=2, points=5)
    say(match, 2, "score", to=1, points=-1)
    say(match, 1, "finish", winners=winners)
    assert not list(legal_actions(match.opening, match.table, 1))
    with pytest.raises(MatchIsClosed):
        say(match, 2, "pass")
    result = match.close(STAMP).result
    assert (result.ending, result.rule, result.winners, result.scores) == ("declared", "FF-6", won, (-1, 5))


# --- FF-7: counters; more in test_templates.py ---------------------------------------------------


def test_a_number_that_is_kept_is_counted_up_and_down_ff_7() -> None:
    match = freeform()
    say(match, 1, "set", key="round", value=2)
    counted = say(match, 1, "count", what="round", by=-1)
    assert match.table.get("round") == 1
    assert "FF-7" in counted.citations


# --- the catalogue ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "wrong",
    [
        {"pieces": {"meeple": 0}},
        {"pieces": {"blank": 3}},
        {"pieces": {"?meeple": 3}},
        {"pieces": {"animal:fox": 1}, "decks": {"animal": {"fox": 1}}},
        {"decks": {"animal": {}}},
        {"decks": {"animal:wild": {"fox": 1}}},
        {"dice": {"mood": []}},
        {"dice": {"mood": [True]}},
    ],
)
def test_components_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    data = {key: COMPONENTS[key] for key in ("name", "edition", "origin", "source")}
    with pytest.raises(WrongOptions, match="catalogue of Freeform"):
        opening("freeform", 2, catalogue={**data, **wrong})


@pytest.mark.parametrize(
    "data",
    [
        {"do": "move", "piece": "meeple", "n": 0, "src": "a", "dst": "b"},
        {"do": "set", "key": "round", "value": True},
        {"do": "score", "to": 1, "points": 10**30},
        {"do": "finish", "winners": ["1"]},
        {"do": "finish", "winners": "Ada"},
        {"do": "fly"},
    ],
)
def test_actions_that_make_no_sense_are_refused(data: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        opening("freeform", 2).game.read_action(data)
