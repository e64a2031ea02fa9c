"""Death, the claim of a fight's winner, and who is left (RC-55 to RC-58, RC-86, RC-90 to RC-96, RC-S1)."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games import opening
from tablescribe.domain.games.robinson.actions.fights import ClaimAll, ClaimNothing, NoReward, TakeReward
from tablescribe.domain.games.robinson.actions.placing import Arrange, Attack, Build
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.agenda import written
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.table.table import Changed
from tests.domain.robinson.cases import CASES
from tests.domain.robinson.forging import besides, instead, lacking
from tests.domain.robinson.table import all_arrange, given, go_on, goods, number, play_it, set_up_outcomes, when
from tests.support import STAMP


def three(levels: dict[str, int], **position: Any) -> Match:
    """Return a match of three with neighbouring camps at 4, 5 and 8."""
    return given(seats=3, camps={1: 4, 2: 5, 3: 8}, tiles={4: 1, 5: 2, 8: 3}, levels=levels, **position)


def killed(**position: Any) -> Match:
    """Return a match of three in which seat 1 has killed seat 2 in a fight; the reward is asked."""
    match = three({"weapon:1": 3, "hearts:2": 2}, **position)
    when(match, (1, Attack(target=2)), (2, Arrange()), (3, Arrange()), (1, Arrange()), (2, Arrange()))
    play_it(match, 3, Arrange())
    return match


# --- out of the game --------------------------------------------------------------------------


@CASES.obeys("RC-55", "RC-56", "RC-90")
def who_starves_is_out_and_the_others_play_on() -> Match:
    """Seat 2 has one heart and nothing to eat: its inventions go to the board, its wood to the supply."""
    match = three({"hearts:2": 1}, stock={2: {"wood": 2}}, items={2: ["rope", "knife"]})
    all_arrange(match)
    assert match.table.get("dead:2")
    assert {"invention:rope", "invention:knife", "invention:fireplace"} <= set(goods(match, "inventions"))
    assert not any(goods(match, zone) for zone in ("stock:2", "items:2", "starting:2", "pawns:2"))
    assert not match.table.count("space:5", "camp:2")
    assert not match.is_over
    return match


CASES.forged("RC-56", by=instead("the_inventions_leave_the_game", "inventions", "box"))
CASES.forged("RC-90")


WAITS = written("effect", {"seat": 2, "effect": {"do": "gain", "heal": 1}})


def starved_while_something_waits(edition: str = "") -> Match:
    """Return a match in which seat 2 has starved while something of its own is last among the pending steps."""
    fixed = opening("robinson", 3, {"scenario": "idols"}, edition=edition)
    people = [Seat(name, "c") for name in ("a", "b", "c")]
    begun = Match.open("m", fixed, people, STAMP, outcomes=set_up_outcomes(fixed))
    match = three({"hearts:2": 1}, stock={2: {}}, begun=begun)
    when(match, *((seat, Arrange()) for seat in (1, 2, 3, 1, 2)))
    match.rule([Changed("due:0", None, WAITS)], STAMP, clause="a prepared position", reason="test")
    play_it(match, 3, Arrange())
    assert match.table.get("dead:2")
    return match


def test_what_waits_for_the_dead_falls_away_at_once() -> None:
    assert starved_while_something_waits().table.get("due:0") is None


@pytest.mark.parametrize("edition", ["1", "2"])
def test_in_a_match_of_an_earlier_edition_it_stays_due(edition: str) -> None:
    """A record of those days is decided again as it was."""
    assert starved_while_something_waits(edition).table.get("due:0") == WAITS


@CASES.obeys("RC-92")
def the_first_player_dies_and_the_next_one_leads_at_once() -> Match:
    match = three({"hearts:1": 1}, stock={1: {}})
    all_arrange(match)
    assert match.table.get("dead:1")
    assert not match.is_over
    assert number(match, "first") == 2
    return match


CASES.forged("RC-92", by=lacking("nobody_leads", "first"))


@CASES.obeys("RC-S6")
def relics_of_the_dead_go_to_the_supply() -> Match:
    match = three({"hearts:2": 1}, stock={2: {}}, more=lambda play: play.move("relic", 2, "supply", "goods:2"))
    supply = match.table.count("supply", "relic")
    all_arrange(match)
    assert match.table.get("dead:2")
    assert goods(match, "goods:2") == {}
    assert match.table.count("supply", "relic") == supply + 2
    return match


CASES.forged("RC-S6", by=lacking("relics_of_the_dead_stay", "goods:2"))


def test_the_pyre_of_the_dead_falls_apart() -> None:
    def a_pyre(play: Play) -> None:
        play.move("wood", 1, "supply", "pyre:2:1")
        play.move("wood", 1, "supply", "pyre:2:2")

    match = go_on(three({"hearts:2": 1}, stock={2: {}}, scenario="signal_race", more=a_pyre))
    wood = match.table.count("supply", "wood")
    all_arrange(match)
    assert match.table.get("dead:2")
    assert not match.table.zones_of("pyre:2:")
    assert match.table.count("supply", "wood") >= wood + 2


@CASES.breaks("RC-55")
def the_dead_do_nothing_more() -> None:
    match = who_starves_is_out_and_the_others_play_on()
    go_on(match)
    play_it(match, 2, Arrange())


def test_if_the_first_player_dies_the_next_one_leads() -> None:
    match = three({"hearts:1": 1}, stock={1: {}})
    all_arrange(match)
    assert match.table.get("dead:1")
    go_on(match)
    assert number(match, "first") == 3, "seat 2 led the rest of round 1, seat 3 leads round 2"


def test_where_tables_say_so_personal_cards_leave_the_game() -> None:
    match = three({"hearts:2": 1}, stock={2: {}}, personal_cards_of_the_dead=False)
    all_arrange(match)
    assert "invention:fireplace" not in goods(match, "inventions")


# --- the end ----------------------------------------------------------------------------------


@CASES.obeys("RC-1", "RC-S1")
def the_last_one_standing_wins() -> Match:
    match = all_arrange(given(levels={"hearts:2": 1}, stock={2: {}}))
    assert match.is_over
    assert match.table.get("winner:1")
    assert match.table.get("ending") == "last_one_standing"
    return match


CASES.forged("RC-1", "RC-S1")


def test_if_the_last_die_together_nobody_wins() -> None:
    match = all_arrange(given(levels={"hearts:1": 1, "hearts:2": 2}, stock={1: {}, 2: {}}))
    result = match.close(STAMP).result
    assert (result.ending, result.winners) == ("all_dead", ())


# --- the claim --------------------------------------------------------------------------------


@CASES.obeys("RC-57", "RC-94", "RC-95", "RC-96", "RC-93", "RC-54")
def the_winner_takes_a_reward_and_then_all() -> Match:
    """T-12, T-16, T-19: food, wood that is reserved too, every card; 1 of 2 markers stays on the item."""
    match = three(
        {"weapon:1": 3, "hearts:2": 2, "shelter:2": 1},
        stock={1: {"food": 1}, 2: {"wood": 3, "fur": 1}}, items={1: ["pot"], 2: ["rope"]},
        values={"uses:starting:empty_bottle": 1}, scenario="signal_race",
    )  # fmt: skip
    when(
        match,
        (1, Attack(target=2)),
        (2, Build(track="roof", pay="wood")),
        (3, Arrange()),
        (1, Arrange()),
        (2, Arrange()),
    )
    play_it(match, 3, Arrange())
    when(match, (1, TakeReward(reward="trophy")))
    assert (match.table.get(AWAITS), match.to_act) == ("claim", (1,))
    play_it(match, 1, ClaimAll())
    assert goods(match, "stock:1") == {"food": 1, "fur": 1, "wood": 3}
    assert goods(match, "items:1") == {"invention:pot": 1, "invention:rope": 1}
    assert {"starting:empty_bottle", "starting:pipe_and_tobacco"} <= set(goods(match, "starting:1"))
    assert number(match, "uses:starting:empty_bottle") == 1
    assert number(match, "determination:1") == 1 + 2 + 2, "the trophy, and arranging; not what the dead had"
    return match


CASES.forged("RC-54", by=besides("the_boxes_are_filled_again", Changed("uses:starting:empty_bottle", 1, 2)))
CASES.forged("RC-93", "RC-94", "RC-95", "RC-96")


@CASES.breaks("RC-57")
def a_third_claims() -> None:
    match = killed()
    when(match, (1, NoReward()))
    play_it(match, 3, ClaimAll())


def test_declined_all_goes_its_usual_way() -> None:
    match = killed(items={2: ["rope"]}, stock={2: {"wood": 2}})
    when(match, (1, NoReward()), (1, ClaimNothing()))
    assert "invention:rope" in goods(match, "inventions")
    assert not goods(match, "items:1")


def test_where_the_claim_replaces_the_reward_none_is_asked() -> None:
    match = killed(claim_replaces_reward=True)
    assert match.table.get(AWAITS) == "claim"


@CASES.obeys("RC-58")
def a_defender_who_kills_may_claim_and_has_no_reward() -> Match:
    """T-13: the attacker loses the last heart."""
    match = three({"weapon:2": 3, "hearts:1": 2}, items={1: ["rope"]})
    when(match, (1, Attack(target=2)), (2, Arrange()), (3, Arrange()), (1, Arrange()), (2, Arrange()))
    play_it(match, 3, Arrange())
    assert (match.table.get(AWAITS), match.to_act) == ("claim", (2,))
    play_it(match, 2, ClaimAll())
    assert goods(match, "items:2") == {"invention:rope": 1}
    return match


CASES.forged("RC-58", "RC-86")


@CASES.obeys("RC-86")
def an_attack_on_the_dead_does_not_happen() -> Match:
    """Seat 1 attacks seat 2 and dies of it; then seat 3's attack on seat 1 comes up."""
    match = three({"weapon:2": 3, "hearts:1": 2})
    when(match, (1, Attack(target=2)), (2, Arrange()), (3, Attack(target=1)), (1, Arrange()), (2, Arrange()))
    play_it(match, 3, Arrange())
    when(match, (2, ClaimNothing()))
    assert match.table.get("dead:1")
    assert number(match, "hearts:3") == 12 - 1, "no fight has cost it any heart, the open has"
    return match


def test_t12_the_attack_of_a_dead_attacker_does_not_happen() -> None:
    match = three({"weapon:1": 3, "hearts:2": 2})
    when(match, (1, Attack(target=2)), (2, Attack(target=3)), (3, Arrange()), (1, Arrange()), (2, Arrange()))
    play_it(match, 3, Arrange())
    when(match, (1, NoReward()), (1, ClaimNothing()))
    assert number(match, "hearts:3") == 12 - 1


def test_t14_dice_give_nobody_a_claim() -> None:
    """Seat 2 has lost hearts to a fight, and dies of the own wound die."""
    match = three({"weapon:1": 3, "hearts:2": 4}, stock={2: {"wood": 1, "food": 1}}, items={2: ["rope"]})
    when(match, (1, Attack(target=2)), (2, Build(track="weapon")), (3, Arrange()), (1, Arrange()), (2, Arrange()))
    play_it(match, 3, Arrange())
    play_it(match, 1, NoReward(), "wound", "success", "blank")
    assert match.table.get("dead:2")
    assert "invention:rope" in goods(match, "inventions")
    assert not goods(match, "items:1")
