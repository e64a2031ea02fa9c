"""The Riverfolk Company: what no single rule's case covers."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.root.actions.core import Ambush, Battle, Craft, GoOn, Move
from tablescribe.domain.games.root.actions.marquise import Build
from tablescribe.domain.games.root.actions.riverfolk import Buy, CommitFund, Enlist, OpenPost, PayItem
from tablescribe.domain.games.root.board import Board
from tablescribe.domain.games.root.reign import ruler
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.play import Illegal
from tests.domain.root.cases_riverfolk import PRICES, buying, in_daylight, vagabond_buying, with_mercenaries
from tests.domain.root.table import at, given, when


def asked(match: Match) -> str:
    """Return the name of the window that is open."""
    return match.table.text("awaits")


def test_what_can_be_paid_with_three_warriors() -> None:
    """T-28: two trade posts with own pieces permit three services, three warriors pay for a hand card and another."""
    match = buying(clearings={
        5: "marquise:warrior, riverfolk:post.rabbit", 7: "marquise:sawmill, riverfolk:post.mouse",
        12: "21 marquise:warrior",
    })  # fmt: skip
    when(match, 2, Buy(service="hand", card="card:anvil"))
    when(match, 2, Buy(service="boats"))
    assert match.table.count("payments", "marquise:warrior") == 3
    assert asked(match) == ""


def test_nobody_has_to_decline_services_aloud() -> None:
    match = buying()
    assert asked(match) == "services"
    played = when(match, 2, Build(building="sawmill", at=8), as_played=True)
    assert [one.action["do"] for one in played] == ["no_service", "build"]


def test_who_cannot_pay_is_not_asked() -> None:
    match = given("OC", values=PRICES, zones={"funds": "25 marquise:warrior"}, stage="turn_end")
    when(match, 1, GoOn())
    assert asked(match) == ""


def test_the_vagabond_pays_with_items_and_the_riverfolk_with_warriors() -> None:
    match = vagabond_buying()
    when(match, 2, Buy(service="hand", card="card:anvil"))
    when(match, 2, PayItem(item="torch"))
    assert match.table.count("satchel:2", "item:sword.exhausted") == 1
    assert match.table.count("satchel:2", "item:torch.exhausted") == 1
    assert match.table.pieces("payments") == {"riverfolk:warrior": 2}
    assert match.table.pieces("hand:2") == {"card:anvil": 1}


def test_one_hit_falls_on_the_own_warrior() -> None:
    """T-29: of one hit none falls on the mercenaries."""
    match = with_mercenaries()
    when(match, 1, Battle(at=5, defender="eyrie"), 3, 1)
    assert at(match, 5) == {"eyrie:warrior": 1, "riverfolk:warrior": 2}


def test_hits_alternate_while_both_are_there() -> None:
    match = with_mercenaries("3 marquise:warrior")
    when(match, 1, Battle(at=5, defender="eyrie"), 3, 3)
    assert at(match, 5) == {"eyrie:warrior": 1, "marquise:warrior": 1, "riverfolk:warrior": 1}


def test_a_building_falls_only_when_all_warriors_are_gone() -> None:
    match = with_mercenaries("marquise:sawmill")
    when(match, 1, Battle(at=5, defender="eyrie"), 3, 1)
    assert at(match, 5) == {"eyrie:warrior": 2, "marquise:sawmill": 1, "riverfolk:warrior": 1}


def test_mercenaries_do_not_fight_the_riverfolk() -> None:
    match = given(
        "CO", clearings={5: "marquise:warrior, 2 riverfolk:warrior"}, values={**PRICES, "this:mercenaries": 1}
    )
    when(match, 1, Battle(at=5, defender="riverfolk"), 3, 3)
    assert at(match, 5) == {"riverfolk:warrior": 1}


def test_mercenaries_rule_in_daylight_only() -> None:
    match = given("CO", clearings={5: "2 riverfolk:warrior"}, values={**PRICES, "this:mercenaries": 1})
    board = Board(match.opening, match.table)
    assert ruler(board, 5) == "marquise"
    match = given(
        "CO", clearings={5: "2 riverfolk:warrior"}, values={**PRICES, "this:mercenaries": 1}, stage="birdsong_end"
    )
    assert ruler(Board(match.opening, match.table), 5) == "riverfolk"


def test_riverboats_still_need_rule() -> None:
    match = given(
        "CO", clearings={4: "2 riverfolk:warrior, marquise:warrior", 7: "riverfolk:warrior"},
        values={**PRICES, "this:boats": 1},
    )  # fmt: skip
    with pytest.raises(Illegal) as refused:
        when(match, 1, Move(origin=4, to=7, n=1))
    assert refused.value.rule == "RO-4.2.1"


def test_which_fund_is_committed_is_asked_where_several_lie_there() -> None:
    match = in_daylight({8: "riverfolk:post.fox"}, "2 marquise:warrior, riverfolk:warrior", "anvil")
    when(match, 1, Craft(card="card:anvil"))
    when(match, 1, CommitFund(fund="riverfolk"))
    assert match.table.pieces("committed:fox") == {"riverfolk:warrior": 1}


def test_a_space_with_a_fund_is_not_empty() -> None:
    match = in_daylight({8: "riverfolk:post.fox"}, "4 marquise:warrior", "anvil", "foxfolk-steel")
    with pytest.raises(Illegal) as refused:
        when(match, 1, Craft(card="card:foxfolk-steel"))
    assert refused.value.rule == "RO-4.1.1"
    when(match, 1, Craft(card="card:anvil"))
    assert Craft(card="card:crossbow-mouse") not in list(legal_actions(match.opening, match.table, 1))


def test_funds_for_a_whole_card_are_needed() -> None:
    match = in_daylight({8: "riverfolk:post.fox", 6: "riverfolk:post.fox"}, "marquise:warrior", "foxfolk-steel")
    with pytest.raises(Illegal) as refused:
        when(match, 1, Craft(card="card:foxfolk-steel"))
    assert refused.value.rule == "RO-4.1.1"


def test_the_last_warrior_may_be_the_fund_that_is_spent() -> None:
    match = in_daylight({}, "15 riverfolk:warrior")
    when(match, 1, Enlist(at=5, fund="riverfolk"))
    assert at(match, 5) == {"riverfolk:warrior": 1}


def test_a_second_post_in_a_clearing() -> None:
    match = in_daylight({8: "marquise:warrior, riverfolk:post.fox"}, "2 marquise:warrior")
    with pytest.raises(Illegal) as refused:
        when(match, 1, OpenPost(at=8))
    assert refused.value.rule == "RO-11.5.4"


def test_an_ambush_falls_on_mercenaries_too() -> None:
    match = given(
        "COE", clearings={5: "marquise:warrior, 2 riverfolk:warrior, 4 eyrie:warrior"}, hands={3: ["ambush-rabbit"]},
        values={**PRICES, "this:mercenaries": 1},
    )  # fmt: skip
    when(match, 1, Battle(at=5, defender="eyrie"))
    when(match, 3, Ambush(card="card:ambush-rabbit"), 3, 0)
    assert at(match, 5) == {"eyrie:warrior": 3, "riverfolk:warrior": 1}
