"""Playing, gathering, refreshing, and what effects do: EX-32 to EX-44, EX-78, EX-85, EX-86, EX-93 to EX-105."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games import opening
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import decide, legal_actions
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Changed, Impossible
from tablescribe.replays.auditing.audit import audit
from tablescribe.replays.reading.timeline import Timeline
from tests.domain.expeditions.cases import breaks, forged, obeys
from tests.domain.expeditions.table import (
    CHARACTER,
    COMPANION,
    at,
    cited,
    due,
    given,
    house,
    lies,
    number,
    row,
    said,
    when,
    with_ability,
)
from tests.support import STAMP


def using(effect: dict[str, Any], here: str = "S1", **position: Any) -> Match:
    """Return a match in which a card with that ability has just been played with a red worker."""
    position.setdefault("workers", {"red": 1})
    match = given(here, hand=["card:i01"], catalogue=with_ability(effect), **position)
    when(match, "play", card="card:i01", worker="red")
    return match


def nothing_is_due(match: Match) -> bool:
    """Return whether no benefit and no decision is pending."""
    return not due(match) and match.table.get("awaits") is None


def test_a_gain_waits_only_where_some_of_it_would_be_lost() -> None:
    both = {"do": "all", "of": [{"do": "gain", "power": 2}, {"do": "worker"}]}
    for power, waits in ((7, False), (8, True)):  # the card itself brings 1
        match = using(both, values={"power": power})
        assert ([str(one.words()) for one in due(match)] == ["2 power", "1 worker"]) is waits
        assert number(match, "power") == (power + 1 if waits else 10)


# --- Play ----------------------------------------------------------------------------------------


@obeys("EX-32", "EX-33", "EX-34")
def a_card_with_its_worker() -> Match:
    match = given("S1", hand=["card:i05"], active=[("card:q03", "")], workers={"red": 1, "blue": 1})
    when(match, "play", card="card:i05", worker="red")  # Cable Winch: 2 power; a red worker brings 3 coins
    assert row(match) == ["card:q03", "card:i05"]
    assert (number(match, "power"), number(match, "coins")) == (2, 3)
    assert (lies(match, "active:2"), lies(match, "workers:1")) == (["card:i05", "worker:red"], ["worker:blue"])
    match = given("S1", hand=["card:i05"], workers={"red": 1})
    when(match, "play", card="card:i05")
    assert (number(match, "power"), number(match, "coins")) == (2, 0)
    match = given("S1", hand=["card:i05"], active=[("card:q03", "")], workers={"red": 1, "blue": 1})
    when(match, "play", card="card:i05", worker="red")
    return match


forged("EX-32", "EX-34")


@breaks("EX-33")
def a_worker_of_another_colour() -> None:
    when(given(hand=["card:i05"], workers={"blue": 1}), "play", card="card:i05", worker="blue")


def test_a_card_that_is_not_in_the_hand_and_a_worker_that_is_not_there() -> None:
    with pytest.raises(Impossible, match="card:i01 is not in your hand; it is here: slot:M1"):
        when(given(), "play", card="card:i01")
    with pytest.raises(Impossible, match="there is no red worker on your mat"):
        when(given(), "play", card=CHARACTER, worker="red")


@obeys("EX-78")
def power_beyond_ten_is_lost() -> Match:
    match = given(hand=["card:m01"], values={"power": 7})
    when(match, "play", card="card:m01")
    assert number(match, "power") == 10
    assert "EX-78" not in cited(match), "nothing is lost"
    match = given(hand=["card:m01"], values={"power": 9})
    when(match, "play", card="card:m01")
    assert number(match, "power") == 10
    return match


forged("EX-78", by=lambda facts: [Changed("power", 9, 12) if one == Changed("power", 9, 10) else one for one in facts])


# --- Gather --------------------------------------------------------------------------------------


@obeys("EX-35", "EX-42", "EX-86")
def one_side_is_taken() -> Match:
    match = given("S1")
    when(match, "gather")
    assert [str(effect.words()) for effect in due(match)] == ["1 red worker or 1 blue worker"]
    when(match, "take", benefit="1_blue_worker")
    assert lies(match, "workers:1") == ["worker:blue"]
    return match


forged("EX-35", "EX-42")


@obeys("EX-36", "EX-37")
def what_corruption_covers_is_not_gained() -> Match:
    match = given("C2", tiles={"C2": 7}, stacks={"C2": ["orange3"]}, hand=["card:i03"])
    when(match, "gather")
    assert (number(match, "power"), due(match)) == (2, [])
    free = given("C2", tiles={"C2": 7}, hand=["card:i03"])
    when(free, "gather")
    assert [str(effect.words()) for effect in due(free)] == ["upgrade"]
    return match


forged("EX-36")


def gather_and_vanquish(*stack: str, **options: Any) -> Match:
    """Sunken Rails: Vanquish; Boast underneath."""
    hand = [f"card:m0{n}" for n in range(1, 7)]
    stacks = {"C2": stack or ["orange3"]}
    match = given("C2", tiles={"C2": 12}, stacks=stacks, hand=hand, values={"power": 5}, **options)
    when(match, "gather")
    when(match, "vanquish")
    return match


def test_a_benefit_uncovered_meanwhile_waits_unless_the_option_says_otherwise() -> None:
    match = gather_and_vanquish()
    assert due(match) == []
    match = gather_and_vanquish("orange5", "orange3", uncovered_in_same_gather=True)
    assert due(match) == [], "one token still covers it, and costs too much"
    match = gather_and_vanquish(uncovered_in_same_gather=True)
    assert [str(effect.words()) for effect in due(match)] == ["boast"]


forged("EX-37")


@obeys("EX-39", "EX-41")
def a_card_is_gained_and_replaced() -> Match:
    match = given("S3")
    when(match, "gather")
    when(match, "gain_card", "card:q20", card="card:i02")
    assert (row(match), lies(match, "slot:M2")) == (["card:i02"], ["card:q20"])
    assert nothing_is_due(match)
    return match


forged("EX-39")


@breaks("EX-41")
def adjacent_means_adjacent() -> None:
    match = given("C2", tiles={"C2": 9}, stacks={"C2": ["orange3"]})
    when(match, "gather")
    when(match, "gain_card", card="card:i02")


def test_any_card_may_mean_adjacent_ones_only() -> None:
    match = given("S3", face_up_cards="adjacent")
    when(match, "gather")
    offered = {one.card for one in legal_actions(match.opening, match.table, 1) if hasattr(one, "card")}
    assert offered == {"card:q01"}, "only slot M4 touches S3"


def test_a_card_that_does_not_lie_open_cannot_be_gained() -> None:
    match = given("S3")
    when(match, "gather")
    with pytest.raises(Illegal, match="EX-41"):
        when(match, "gain_card", card="card:i20")


def without_deck(swept: int, **position: Any) -> Match:
    """Return a match with an empty deck and this many cards in the sweep pile, at Smoke Market."""

    def arrange(play: Any) -> None:
        for n in range(1, swept + 1):
            play.move("?card", 1, "deck:card", "swept")
            play.reveal("swept", "card", f"card:q1{n}")
        play.move("?card", play.table.count("deck:card"), "deck:card", "box")

    return given("S3", more=arrange, workers={"red": 1}, **position)


@obeys("EX-40")
def the_sweep_pile_becomes_the_deck() -> Match:
    match = without_deck(swept=2)
    when(match, "gather")
    when(match, "gain_card", "card:q12", card="card:i02")
    assert (lies(match, "slot:M2"), match.table.count("deck:card"), lies(match, "swept")) == (
        ["card:q12"],
        1,
        [],
    )
    empty = without_deck(swept=0)
    when(empty, "gather")
    when(empty, "gain_card", card="card:i02")
    assert lies(empty, "slot:M2") == []
    return match


forged("EX-40")


# --- Refresh, control ----------------------------------------------------------------------------


@obeys("EX-43", "EX-44")
def workers_and_cards_come_back() -> Match:
    match = given("S1", active=[("card:i03", "yellow"), ("card:m02", "")], values={"token": "move"})
    when(match, "shift", to="refresh")
    assert lies(match, "hand:1") == ["card:i03", "card:m02", CHARACTER, COMPANION]
    assert lies(match, "workers:1") == ["worker:yellow"]
    assert match.to_act == (2,)
    return match


forged("EX-43", "EX-44")


# --- effects -------------------------------------------------------------------------------------


@obeys("EX-85")
def corruption_from_the_bag() -> Match:
    match = given("S1", hand=["card:i01"], catalogue=with_ability({"do": "gain", "corruption": 1}), workers={"red": 1})
    when(match, "play", "corruption:orange5", card="card:i01", worker="red")
    assert lies(match, "taken:1") == ["corruption:orange5"]
    assert match.table.count("deck:corruption") == 35
    return match


@obeys("EX-93")
def a_move_with_its_own_reach() -> Match:
    match = using({"do": "move", "range": [1, 2]}, "S1")
    assert due(match)
    when(match, "travel", to="S3")
    assert at(match, "human") == "S3"
    assert nothing_is_due(match)
    return match


@breaks("EX-93")
def not_further_than_it_says() -> None:
    when(using({"do": "move", "range": [1, 1]}, "S1"), "travel", to="S3")


@obeys("EX-96")
def any_worker_one_by_one() -> Match:
    match = using({"do": "worker", "n": 2})
    when(match, "gain_worker", colour="red")
    when(match, "gain_worker", colour="blue")
    assert lies(match, "workers:1") == ["worker:blue", "worker:red"]
    assert nothing_is_due(match)
    return match


@breaks("EX-96")
def no_worker_without_a_benefit() -> None:
    when(given(), "gain_worker", colour="red")


@obeys("EX-97")
def gathering_next_door() -> Match:
    match = given("N2", tiles={"N2": 19, "C2": 7, "C3": 8}, stacks={"N2": ["orange3"]}, automa={"central": "C3"})
    when(match, "gather")
    when(match, "gather_at", place="C2")
    assert number(match, "power") == 2
    assert nothing_is_due(match)
    return match


@breaks("EX-97")
def not_where_an_automa_mech_stands() -> None:
    match = given("N2", tiles={"N2": 19, "C2": 7, "C3": 8}, stacks={"N2": ["orange3"]}, automa={"central": "C3"})
    when(match, "gather")
    when(match, "gather_at", place="C3")


@obeys("EX-99")
def cards_and_workers_come_back_one_by_one() -> Match:
    match = using({"do": "return_cards", "n": 2}, active=[("card:i03", "yellow"), ("card:m02", "")])
    when(match, "return_card", card="card:i03")
    assert (row(match), lies(match, "workers:1")) == (["card:m02", "card:i01"], ["worker:yellow"])
    when(match, "return_card", card="card:m02")
    assert nothing_is_due(match)
    match = using({"do": "return_workers", "n": 1}, active=[("card:i03", "yellow")])
    when(match, "return_worker", card="card:i03")
    assert (row(match), lies(match, "workers:1")) == (["card:i03", "card:i01"], ["worker:yellow"])
    assert nothing_is_due(match)
    return match


@breaks("EX-99")
def nothing_returns_by_itself() -> None:
    when(given(active=[("card:i03", "yellow")]), "return_card", card="card:i03")


@obeys("EX-100")
def ongoing_abilities() -> Match:
    match = given("S1", tucked={"upgraded": ["card:i13", "card:i18"]})  # a coin, and a guile, for each worker
    when(match, "gather")
    when(match, "take", benefit="1_red_worker")
    assert (number(match, "coins"), number(match, "guile")) == (1, 1)
    return match


def test_the_musterer_gains_a_worker_with_each_refresh() -> None:
    match = given("S1", mech="musterer", values={"token": "move"})
    when(match, "shift", to="refresh")
    assert match.to_act == (1,)
    when(match, "gain_worker", colour="green")
    assert match.to_act == (2,)


@obeys("EX-101")
def counted_when_it_is_taken() -> Match:
    match = using({"do": "per", "count": "melded", "gain": "coins", "each": 2, "max": 5},
                  tucked={"melded": ["card:m02", "card:m03", "card:m04"]})  # fmt: skip
    assert number(match, "coins") == 5
    return match


@obeys("EX-102")
def an_effect_with_a_price() -> Match:
    match = using({"do": "pay", "cost": {"guile": 2}, "then": {"do": "gain", "maps": 1}}, values={"guile": 3})
    when(match, "take", benefit="pay_2_guile_for_1_map")
    assert (number(match, "guile"), match.table.count("maps:1")) == (1, 1)
    assert nothing_is_due(match)
    return match


@breaks("EX-102")
def that_cannot_be_paid() -> None:
    match = using(
        {"do": "all", "of": [{"do": "pay", "cost": {"guile": 2}, "then": {"do": "gain", "maps": 1}}, {"do": "worker"}]}
    )
    when(match, "take", benefit="pay_2_guile_for_1_map")


@obeys("EX-103")
def one_more_card() -> Match:
    match = using({"do": "play"})
    when(match, "play_more", card=CHARACTER)
    assert row(match) == ["card:i01", CHARACTER]
    assert nothing_is_due(match)
    return match


@breaks("EX-103")
def no_second_card_by_itself() -> None:
    when(given(), "play_more", card=CHARACTER)


@obeys("EX-104")
def what_nothing_can_come_of_lapses() -> Match:
    match = using({"do": "solve"})
    assert not due(match)
    assert "EX-104" in cited(match)
    return match


forged("EX-85", "EX-86", "EX-100", "EX-101", "EX-104")


def test_the_top_card_of_the_deck() -> None:
    match = given("S1", hand=["card:i01"], catalogue=with_ability({"do": "card", "source": "deck"}), workers={"red": 1})
    when(match, "play", "card:m20", card="card:i01", worker="red")
    assert row(match) == ["card:i01", "card:m20"]
    empty = without_deck(swept=0, hand=["card:i01"], catalogue=with_ability({"do": "card", "source": "deck"}))
    when(empty, "play", card="card:i01", worker="red")
    assert row(empty) == ["card:i01"]


def test_abilities_that_wait_for_a_card() -> None:
    goggles: dict[str, Any] = {"tucked": {"upgraded": ["card:i15"]}}  # Frost Goggles: a guile for each card
    match = given("S3", **goggles)
    when(match, "gather")
    when(match, "gain_card", "card:q20", card="card:i02")
    assert number(match, "guile") == 1
    drawing = with_ability({"do": "card", "source": "deck"})
    match = given("S1", hand=["card:i01"], catalogue=drawing, workers={"red": 1}, **goggles)
    when(match, "play", "card:m20", card="card:i01", worker="red")
    assert number(match, "guile") == 1


def test_a_supply_that_is_used_up() -> None:
    data = house()
    data["workers_per_colour"] = 1
    match = given("S1", catalogue=data, workers={"red": 1})
    when(match, "gather")
    when(match, "take", benefit="1_red_worker")
    assert lies(match, "workers:1") == ["worker:red"]
    del data["workers_per_colour"], data["map_tokens"]
    unlimited = given(catalogue=data)
    assert unlimited.table.count("supply", "worker:red") == 99


# --- a table's own box ---------------------------------------------------------------------------

LANTERN = {"id": "b1", "kind": "item", "name": "Lantern", "power": 2, "worker": "red", "ability": {"do": "vanquish"},
           "ongoing": {"move_range": 1}, "coins": 3, "origin": "printed"}  # fmt: skip


def own_box() -> Any:
    """Return the catalogue of a table whose first cards are blank."""
    data = house()
    ability = {"do": "judge", "text": "as printed"}
    blank = {"kind": "blank", "worker": "any", "ability": ability}
    data["cards"] = [{"id": f"b{n}", "name": f"card {n}", **blank} for n in (1, 2)] + data["cards"]
    return data


@obeys("EX-105")
def a_card_is_declared_when_it_shows() -> Match:
    match = given("S3", catalogue=own_box(), values={"token": "move"})
    when(match, "shift", to="play")
    when(match, "gather")
    when(match, "gain_card", "card:b1", card="card:i02")
    assert lies(match, "slot:M2") == ["card:b1"]
    when(match, "declare", card="card:b1", says=LANTERN)
    assert match.to_act == (1,)
    return match


@breaks("EX-105")
def a_card_of_the_catalogue_needs_no_declaring() -> None:
    when(given(), "declare", card="card:i01", says=LANTERN)


def test_a_declared_card_counts_as_what_it_says() -> None:
    match = given("S1", catalogue=own_box(), hand=["card:b1"], workers={"red": 1})
    when(match, "declare", card="card:b1", says=LANTERN)
    with pytest.raises(Illegal, match="EX-33"):
        decide(match.opening, match.table, 1, said("play", card="card:b1", worker="blue"), match.chance())
    when(match, "play", card="card:b1", worker="red")
    assert number(match, "power") == 2


@breaks("EX-105")
def what_is_declared_is_not_declared_anew() -> None:
    match = given(catalogue=own_box(), hand=["card:b1"])
    when(match, "declare", card="card:b1", says=LANTERN)
    when(match, "declare", card="card:b1", says={**LANTERN, "coins": 9})


def told_of(match: Match) -> str:
    """Return the changes of the last move, in words."""
    return "; ".join(match.opening.told(one) for one in Timeline(match).changes(match.head))


def test_a_declaration_is_corrected_by_a_ruling_that_everybody_sees() -> None:
    match = given("S1", catalogue=own_box(), hand=["card:b1"])
    when(match, "declare", card="card:b1", says=LANTERN)
    key = "printed:card:b1"
    with pytest.raises(Illegal, match=f"EX-105: .* has already been declared; .*: set {key} null"):
        when(match, "declare", card="card:b1", says={**LANTERN, "power": 1})
    match.rule([Changed(key, match.table.get(key), None)], STAMP, clause="EX-105", reason="misread")
    assert "the declaration of card 1 is withdrawn" in told_of(match)
    when(match, "declare", card="card:b1", says={**LANTERN, "power": 1})
    when(match, "play", card="card:b1")
    assert number(match, "power") == 1
    found = audit(match)
    assert found.clean
    assert [one.code for one in found.findings].count("ruling") == 2, "the prepared position is one, too"


def test_what_is_declared_is_called_so_from_then_on() -> None:
    match = given("S1", catalogue=own_box(), hand=["card:b1"], workers={"red": 1})
    assert match.opening.label("card:b1") == "card 1"
    when(match, "declare", card="card:b1", says=LANTERN)
    assert match.opening.told(Timeline(match).say(match.head)).startswith("the human declares b1: item Lantern")
    assert "plays Lantern" in str([match.opening.told(one.text()) for one in match.legal(1)])
    match.take_back(1, STAMP, judge=True)
    assert match.opening.label("card:b1") == "card 1"


def test_only_cards_of_the_deck_that_show_are_declared() -> None:
    match = given(catalogue=own_box(), hand=["card:b1"])
    with pytest.raises(Illegal, match="EX-105: card 2 has not been revealed yet"):
        when(match, "declare", card="card:b2", says=LANTERN)
    says = {"id": "b1", "kind": "companion", "name": "x", "worker": "any", "ability": {"do": "vanquish"}}
    with pytest.raises(Illegal, match="cannot be declared as companion"):
        when(match, "declare", card="card:b1", says=says)
    with pytest.raises(Impossible, match="there is no card card:b9"):
        when(match, "declare", card="card:b9", says=LANTERN)


def test_an_opening_with_a_tables_own_box_comes_back_from_the_log() -> None:
    fixed = opening("expeditions", 2, {}, own_box())
    again = opening("expeditions", 2, {}, fixed.catalogue.model_dump(mode="json", exclude_none=True))
    assert again.catalogue == fixed.catalogue
