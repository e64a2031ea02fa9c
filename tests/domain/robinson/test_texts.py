"""Texts that only people can read stop play, and what they did is told in facts before it goes on (RC-B97)."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tablescribe.domain.games.robinson.actions.declaring import LeaveBlank
from tablescribe.domain.games.robinson.actions.effects import Tell
from tablescribe.domain.games.robinson.actions.placing import Explore, Rest
from tablescribe.domain.games.robinson.actions.using import UseItem, UseToken
from tablescribe.domain.games.robinson.brief import effect
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.declarations import read_declaration
from tablescribe.domain.rules.play import Illegal, Play
from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.table.table import Impossible
from tablescribe.ledger.matches.client_actions import read_action
from tablescribe.ledger.matches.fact_checks import foresee_ruling
from tablescribe.replays.auditing.audit import audit
from tests.domain.robinson.blank import PRINTED, blank_cards
from tests.domain.robinson.cases import CASES
from tests.domain.robinson.table import all_rest, given, go_on, goods, number, opened, play_it, when
from tests.support import STAMP, do

SINGS = "sing, then find food"
NAME = "sing,_then_find_food"


def with_text(kind: str, name: str, text: Any = SINGS) -> Any:
    """Return the built-in box with one component whose effect only people can read."""
    data = PRINTED.plain() | {"name": "texts"}
    said = {"do": "judge", "text": text} if isinstance(text, str) else text
    next(one for one in data[kind] if one["id"] == name)["effect"] = said
    return data


def asked(text: Any = SINGS, **position: Any) -> Match:
    """Return a match in which seat 1 has used the Biscuits, whose effect only people can read."""
    match = given(catalogue=with_text("starting_items", "biscuits", text), **position)
    return when(match, (1, UseItem(item="starting:biscuits")))


def found_wrong(match: Match) -> list[str]:
    """Return the findings of an audit, except the note that a prepared position is a ruling."""
    return [one.code for one in audit(match).findings if one.severity != "note"]


def tell(*facts: str, name: str = NAME) -> Tell:
    return Tell(benefit=name, facts=facts)


@CASES.obeys("RC-B97")
def a_text_is_carried_out_and_told_in_facts() -> Match:
    """Seat 1 finds 2 food and loses a determination; then it places its pawn."""
    match = asked(stock={1: {}}, levels={"determination:1": 2})
    assert (match.table.get(AWAITS), match.to_act) == ("judge", (1,))
    play_it(match, 1, tell("move food 2 supply stock:1", "set determination:1 1"))
    assert (goods(match, "stock:1"), number(match, "determination:1")) == ({"food": 2}, 1)
    assert (match.table.get(AWAITS), match.to_act) == (None, (1,))
    assert not found_wrong(match)
    return match


def killed_by_a_text(seats: int = 3, **position: Any) -> Match:
    """Return a match in which the text of seat 1's Biscuits, used in its turn to place a pawn, kills it."""
    return when(asked(seats=seats, **position), (1, tell("set hearts:1 0")))


def test_the_turn_of_a_player_who_dies_in_it_passes_to_the_next() -> None:
    """Death 1: whoever dies is out of the game. Action 1: the others place until all pawns are placed."""
    match = killed_by_a_text()
    assert (match.to_act, number(match, "first")) == ((2,), 2)
    all_rest(match)
    assert (number(match, "round"), match.is_over) == (2, False)
    assert not found_wrong(match)


def test_if_the_last_pawn_dies_with_its_player_the_actions_are_resolved() -> None:
    match = when(asked_at_the_last_pawn(), (1, tell("set hearts:1 0")))
    assert number(match, "round") == 2


def asked_at_the_last_pawn() -> Match:
    """Return a match in which seat 1 uses the Biscuits when the others have placed all their pawns."""
    match = given(seats=3, values={"first": 2, "turn": 2}, catalogue=with_text("starting_items", "biscuits"))
    when(match, (2, Rest()), (3, Rest()), (1, Rest()), (2, Rest()), (3, Rest()))
    return when(match, (1, UseItem(item="starting:biscuits")))


def test_of_two_players_the_other_wins() -> None:
    match = killed_by_a_text(seats=2)
    assert match.is_over
    assert match.table.get("winner:2")


@pytest.mark.parametrize("edition", ["1", "2", "3"])
def test_in_earlier_editions_nobody_had_the_turn_then(edition: str) -> None:
    """A record of those days is decided again as it was; a ruling gives somebody the turn."""
    assert killed_by_a_text(edition=edition).to_act == ()


def test_in_earlier_editions_a_ruling_says_whose_turn_it_is() -> None:
    """The README sends people there: the match goes on, and comes to the next round."""
    match = killed_by_a_text(edition="3")
    match, _ = foresee_ruling(match, ["set turn 2"])
    assert match.to_act == (2,)
    all_rest(match)
    assert number(match, "round") == 2
    assert not found_wrong(match)


def given_away(to: str, edition: str = "", **position: Any) -> Match:
    """Return a match in which a text has moved seat 2's Shield, which gave it 2 palisade levels."""
    position = {"items": {2: ["shield"]}, "values": {"gave:palisade:invention:shield": 2}, **position}
    match = asked(seats=3, edition=edition, levels={"palisade:2": 3, "palisade:1": 1}, **position)
    return when(match, (1, tell(f"move invention:shield 1 items:2 {to}")))


def test_a_text_that_gives_an_item_away_takes_its_one_time_gain_along() -> None:
    """Stealing 3: who loses a card loses its benefit; its new owner has it from the end of the phase."""
    match = given_away("items:1")
    assert (number(match, "palisade:2"), match.table.get("fresh:invention:shield")) == (1, "received")
    assert not found_wrong(match)


def test_a_text_that_takes_an_item_away_takes_its_one_time_gain_away() -> None:
    match = given_away("inventions")
    assert (number(match, "palisade:2"), match.table.get("fresh:invention:shield")) == (1, None)
    assert not found_wrong(match)


@pytest.mark.parametrize("edition", ["1", "2", "3"])
def test_in_earlier_editions_what_it_had_given_stayed(edition: str) -> None:
    match = given_away("items:1", edition)
    assert (number(match, "palisade:2"), match.table.get("fresh:invention:shield")) == (3, None)


@CASES.breaks("RC-B97")
def play_does_not_go_on_before_it_is_told() -> None:
    play_it(asked(), 1, Rest())


@CASES.breaks("RC-34")
def a_text_puts_a_camp_beside_another() -> None:
    play_it(asked(camps={2: 4}, tiles={4: 8}), 1, tell("move camp:1 1 space:3 space:4"))


def test_a_text_that_leaves_camps_apart_moves_them() -> None:
    match = asked(camps={2: 4}, tiles={4: 8, 5: 9})
    play_it(match, 1, tell("move camp:2 1 space:4 space:5", "move camp:1 1 space:3 space:4"))
    assert goods(match, "space:4") == {"camp:1": 1, "tile:8": 1}


def test_as_played_a_text_that_puts_a_camp_beside_another_is_a_breach() -> None:
    match = asked(camps={2: 4}, tiles={4: 8})
    do(match, 1, tell("move camp:1 1 space:3 space:4"), as_played=True)
    assert [one.rule for one in getattr(match.moves[-1], "irregularities", ())] == ["RC-34"]


def test_it_did_nothing() -> None:
    match = asked()
    offered = list(legal_actions(match.opening, match.table, 1))
    assert [one for one in offered if not one.beside] == [tell()], "but items are used at any moment"
    before = {zone: goods(match, zone) for zone in ("stock:1", "starting:1", "supply")}
    play_it(match, 1, tell())
    assert {zone: goods(match, zone) for zone in before} == before
    assert match.to_act == (1,)


def test_it_is_taken_back_and_told_again() -> None:
    match = asked(stock={1: {}})
    waits = match.table.digest()
    play_it(match, 1, tell("move food 2 supply stock:1"))
    told, head = match.table.digest(), match.head
    match.take_back(head - 1, STAMP)
    assert match.table.digest() == waits
    match.restore(head, STAMP)
    assert match.table.digest() == told
    assert not found_wrong(match)


def test_a_table_that_played_on_forgot_it_and_the_audit_says_so() -> None:
    match = asked()
    match.play(1, Rest(), match.chance([]), STAMP, as_played=True)
    assert "RC-B97" in {one.rule for one in audit(match).findings if one.severity == "breach"}
    while match.table.get(AWAITS) == "judge":
        play_it(match, 1, tell())
    assert match.to_act == (2,)


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        (["move food 999 supply stock:1"], "cannot leave"),
        (["set awaits 3"], "a text cannot change"),
        (["set turn 2"], "a text cannot change"),
        (["set hearts:1 three"], "a text cannot change"),
        (["set hearts:1 99"], "cannot be 99"),
        (["set determination:1 -1"], "cannot be"),
        (["move food 1 supply stock:9"], "does not belong"),
        (["move food 1 supply nowhere"], "does not belong"),
        (["move pawn:1 1 pawns:1 supply"], "does not belong"),
        (["move tile:8 1 deck:tile space:3"], "the game could not continue"),
        (["move tile:8 1 deck:tile space:99"], "the game could not continue"),
        (["move ?discovery 1 deck:discovery tokens:1"], "the game could not continue"),
        (["move camp:1 1 space:3 space:4"], "would not be on a tile"),
        (["turn inventions invention:bricks invention:knife 1"], "cannot become"),
        (["move beast:fox 1 hunting discard:beast"], "you cannot reveal"),
        (["move tile:8 1 unseen:tile space:4"], "you cannot reveal"),
        (["move ?tile 1 look:2 deck:tile"], "you cannot reveal"),
        (["turn deck:tile ?tile tile:8 1"], "you cannot reveal"),
    ],
)
def test_facts_are_checked(facts: list[str], why: str) -> None:
    match = asked(hunting=1)
    before = match.table.digest()
    for as_played in (False, True):
        with pytest.raises(Impossible, match=why):
            match.play(1, tell(*facts), match.chance([]), STAMP, as_played=as_played)
    assert match.table.digest() == before


def test_a_card_that_a_text_turns_up_is_drawn_no_second_time() -> None:
    match = asked()
    play_it(match, 1, tell("move discovery:goat 1 deck:discovery tokens:1", "move tile:8 1 deck:tile space:4"))
    assert goods(match, "tokens:1") == {"discovery:goat": 1}
    assert not match.table.count("unseen:tile", "tile:8")
    assert match.table.count("deck:tile") == match.table.count("unseen:tile") - match.table.count(
        "unseen:tile", "?tile"
    )
    assert not found_wrong(match)


def test_an_item_that_a_text_brings_has_its_markers() -> None:
    match = asked()
    play_it(
        match,
        1,
        tell("move starting:pipe_and_tobacco 1 starting:2 box", "move starting:bible 1 deck:starting starting:1"),
    )
    assert number(match, "uses:starting:bible") == PRINTED.starting_item("starting:bible").uses


def test_who_has_no_heart_left_is_dead() -> None:
    match = asked()
    play_it(match, 1, tell("set hearts:2 0"))
    assert match.table.get("ending") == "last_one_standing"


def test_nobody_learns_by_a_refusal_which_tile_another_knows() -> None:
    """Given a tile that seat 2 alone knows, then a text names no tile face down, whichever it is."""
    for known in (8, 9):
        match = asked(chance="open", more=partial(_on_top, tile=known))
        for tile in (8, 9, 11):
            with pytest.raises(Impossible, match="you cannot reveal which card"):
                play_it(match, 1, tell(f"move tile:{tile} 1 deck:tile space:4"))


def _on_top(play: Play, tile: int) -> None:
    play.move("?tile", 1, "deck:tile", "top:tile:1")
    play.reveal("top:tile:1", "tile", f"tile:{tile}")
    play.set("knows:top:tile:1", 2)


# --- where a text can stand ---------------------------------------------------------------------


def test_a_token_that_takes_effect_when_it_is_drawn_stops_play_there() -> None:
    match = given(catalogue=with_text("discoveries", "nourishing_larvae"), stock={1: {}})
    when(match, (1, Explore(space=4)), (2, Rest()), (1, Rest()))
    play_it(match, 2, Rest(), "blank", "success", "blank", "tile:6", "discovery:nourishing_larvae")
    assert (match.table.get(AWAITS), match.to_act) == ("judge", (1,))
    play_it(match, 1, tell("move food 1 supply future:1"))
    assert match.table.get(AWAITS) != "judge"


@pytest.mark.parametrize("do", ["all", "choose"])
def test_a_text_may_be_a_part_or_a_side(do: str) -> None:
    part = {"do": "gain", "food": 1}
    match = asked({"do": do, "of": [{"do": "judge", "text": SINGS}, part]})
    if do == "choose":
        when(match, (1, _side(match)))
    assert match.table.get(AWAITS) == "judge"
    play_it(match, 1, tell())
    assert match.to_act == (1,)


def _side(match: Match) -> Any:
    return next(one for one in legal_actions(match.opening, match.table, 1) if one.data().get("side") == "1")


def test_it_is_used_in_the_own_turn_of_placing() -> None:
    match = given(catalogue=with_text("starting_items", "empty_bottle"))
    with pytest.raises(Illegal, match="RC-B95"):
        play_it(match, 2, UseItem(item="starting:empty_bottle"))


# --- a blank of the table's own box ---------------------------------------------------------------


def test_a_blank_item_with_a_text_is_declared_in_a_few_keys_and_used() -> None:
    match = opened(catalogue=blank_cards())
    when(match, (1, LeaveBlank()))
    match = given(begun=match, stock={1: {}})
    line = "biscuits Old_Rusks 2 sing_for_it"
    assert len("d " + line) <= 40
    play_it(match, 1, read_action(match, read_declaration(match.opening, match.table, line.split())))
    play_it(match, 1, UseItem(item="starting:biscuits"))
    assert match.table.get(AWAITS) == "judge"
    with pytest.raises(Illegal, match=r"RC-B97: .* must first decide what the text did"):
        play_it(match, 1, Rest())
    play_it(match, 1, tell("move wood 1 supply stock:1", name="sing_for_it"))
    assert goods(match, "stock:1") == {"wood": 1}
    assert number(match, "uses:starting:biscuits") == 1


def test_a_blank_token_with_a_text_is_declared_when_it_is_drawn() -> None:
    match = opened(catalogue=blank_cards())
    when(match, (1, LeaveBlank()))
    match = given(begun=match)
    when(match, (1, Explore(space=4)), (2, Rest()), (1, Rest()))
    play_it(match, 2, Rest(), "blank", "success", "blank", "tile:6", "discovery:goat")
    play_it(match, 1, read_action(match, read_declaration(match.opening, match.table, ["goat", "Goat", "it_follows"])))
    when(go_on(match), (2, Rest()))
    play_it(match, 1, UseToken(token="discovery:goat"))
    play_it(match, 1, tell(name="it_follows"))
    assert goods(match, "tokens:1") == {}


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("dig_a_hole", {"do": "judge", "text": "dig a hole"}),
        ("2food,dig_a_hole", {"do": "all", "of": [{"do": "gain", "food": 2}, {"do": "judge", "text": "dig a hole"}]}),
        ("2rolls", "2rolls"),
        ("2food", {"do": "gain", "food": 2}),
    ],
)
def test_what_the_words_cannot_say_is_a_text(word: str, says: Any) -> None:
    assert effect(word) == says
