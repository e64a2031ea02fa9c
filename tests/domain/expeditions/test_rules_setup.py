"""Frame and set-up: EX-1 to EX-17."""

from __future__ import annotations

import pytest

from tablescribe.domain.games import opening
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import NeedsOutcome
from tests.domain.expeditions.cases import breaks, forged, obeys
from tests.domain.expeditions.table import CHARACTER, COMPANION, SLOTS, SOUTH, at, given, house, lies, number, when
from tests.support import STAMP

SETUP = [f"EX-{n}" for n in range(3, 17)]


def open_match(*outcomes: str | int, seats: int = 2, catalogue: object = None, **options: object) -> Match:
    fixed = opening("expeditions", seats, options, catalogue)  # type: ignore[arg-type]
    return Match.open("m", fixed, [Seat(f"r{n}", "c") for n in range(seats)], STAMP, outcomes=outcomes)


@obeys(*SETUP)
def the_first_table() -> Match:
    match = open_match("hauler", "p2", *SOUTH, *SLOTS, 1)
    table = match.table
    assert at(match, "human") == "basecamp"
    assert [table.pieces(f"cell:{place}") for place in ("S1", "C2", "N2")] == [
        {"south:1": 1}, {"?central": 1, "map": 1}, {"?north": 1, "map": 1},
    ]  # fmt: skip
    assert table.count("supply", "map") == 24 - 14
    assert [lies(match, f"slot:M{n}") for n in range(1, 6)] == [[card] for card in SLOTS]
    assert table.count("deck:card") == 60 - 5
    assert [table.count("supply", f"worker:{colour}") for colour in ("purple", "green", "red", "yellow", "blue")] == [
        10
    ] * 5
    assert (table.count("deck:corruption"), lies(match, "beside")) == (36, ["twenty"])
    assert table.get("mech") == "hauler"
    assert lies(match, "hand:1") == ["starter:p2-character", "starter:p2-companion"]
    assert (table.count("mat:1", "glory:1"), table.get("token")) == (4, "refresh")
    assert [number(match, key) for key in ("power", "guile", "coins")] == [0, 0, 0]
    assert (at(match, "north"), at(match, "central")) == ("N1", "C7")
    assert (table.count("deck:decision"), lies(match, "aside")) == (12, ["?decision"] * 2)
    assert [lies(match, f"glorycard:{n}") for n in range(1, 9)] == [["glory:2"]] * 8
    assert (number(match, "progress"), table.get("turn")) == (0, 1)
    return match


forged(*(rule for rule in SETUP if rule not in ("EX-3", "EX-10", "EX-11", "EX-14")))


@breaks("EX-10")
def a_mech_that_does_not_exist() -> None:
    given(mech="highlander")


@breaks("EX-11")
def a_pair_that_does_not_exist() -> None:
    given(pair="p9")


@breaks("EX-14")
def a_level_without_its_card() -> None:
    data = house()
    data["levels"] = data["levels"][:3]
    given(catalogue=data, level=4)


def test_everything_random_is_asked_for_in_turn() -> None:
    told: list[str | int] = []
    asked = []
    outcomes: list[str | int] = ["tatanka", "p1", *SOUTH, *SLOTS, 2]
    for outcome in outcomes:
        with pytest.raises(NeedsOutcome) as needs:
            open_match(*told)
        asked.append(needs.value.question.what)
        told.append(outcome)
    assert asked == ["the mech", "the character", *["south"] * 6, *["card"] * 5, "the first player"]
    assert open_match(*told).table.get("turn") == 2


@breaks("EX-3")
def it_is_a_game_for_one_and_the_automa() -> None:
    open_match("tatanka", "p1", *SOUTH, *SLOTS, 1, seats=3)


# --- whose part, whose turn ----------------------------------------------------------------------


@obeys("EX-2", "EX-17")
def human_and_automa_alternate() -> Match:
    match = given(values={"token": "move"}, more=lambda play: play.move_all("hand:1", "box"))
    assert match.to_act == (1,)
    when(match, "shift", to="gather")  # no card in hand; the one location in reach must be moved to
    when(match, "move", to="S3")
    assert match.to_act == (2,)
    when(match, "automa", "decision:7")
    assert match.to_act == (1,)
    assert not any(match.table.get(key) for key in ("power", "guile", "coins"))
    return match


@breaks("EX-2")
def the_human_does_not_play_the_automas_turn() -> None:
    when(given(turn=2), "automa", seat=1)


@breaks("EX-17")
def the_automa_waits_for_its_turn() -> None:
    when(given(), "automa", "decision:7")


def test_the_starting_cards_are_the_chosen_pairs() -> None:
    assert lies(given(pair="p1"), "hand:1") == [CHARACTER, COMPANION]
