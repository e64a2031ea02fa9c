"""A Corral and a Shortcut whose owner dies or is robbed (RC-41, RC-56, RC-57, RC-98, RC-B89, RC-B90)."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.domain.games.robinson.actions.effects import LayShortcut
from tablescribe.domain.games.robinson.actions.fights import ClaimAll, NoBonus, NoReward, StealInvention, TakeReward
from tablescribe.domain.games.robinson.actions.placing import Arrange, Attack, Gather
from tablescribe.domain.match.match import Match
from tablescribe.domain.table.names import AWAITS
from tests.domain.robinson.table import all_arrange, given, go_on, goods, number, play_it, when

PARROT = "exhausted:tile:5:left"


def with_a_corral(edition: str = "", **position: Any) -> Match:
    """Return a match in round 2 in which seat 2's Corral has exhausted the parrot at space 2.

    Seat 2 camps at space 1 between it and seat 1's camp at space 0, seat 3 at space 8.
    """
    new: dict[str, Any] = {"items": {2: ["corral"]}, "values": {"fresh:invention:corral": "received"}}
    match = given(seats=3, camps={2: 1}, tiles={1: 7, 4: 1}, edition=edition, **new | position)
    go_on(all_arrange(match))
    assert (number(match, "round"), match.table.get(PARROT)) == (2, "invention:corral")
    assert number(match, "camp_token:2:food") == 1
    return match


def starved(edition: str = "") -> Match:
    """Return a match in which the owner of the Corral has then died of hunger."""
    return go_on(all_arrange(given(begun=with_a_corral(edition), levels={"hearts:2": 1}, stock={2: {}})))


def robbed(winner: int, loser: int, match: Match) -> Match:
    """Continue until this seat has won a fight against the other by 5 levels; the reward is asked."""
    given(begun=match, levels={f"weapon:{winner}": 5, f"weapon:{loser}": 0})
    while match.table.get(AWAITS) != "reward":
        seat = match.to_act[0]
        if AWAITS in match.table.values:
            play_it(match, seat, NoBonus())
        else:
            begun = match.table.count(f"task:{winner}:1:camp:{loser}")
            play_it(match, seat, Attack(target=loser) if seat == winner and not begun else Arrange())
    return match


def claimed(edition: str = "") -> Match:
    """Return a match in round 3: seat 1, which has a Snare, has killed seat 2 and claimed its Corral.

    No parrot is beside seat 1's camp, so that the Corral gives it nothing.
    """
    match = with_a_corral(edition, items={1: ["snare"], 2: ["corral"]}, values=BOTH_ARE_NEW)
    robbed(1, 2, given(begun=match, levels={"hearts:2": 3}))
    go_on(when(match, (1, NoReward()), (1, ClaimAll())))
    assert set(goods(match, "items:1")) == {"invention:snare", "invention:corral"}
    assert (number(match, "round"), number(match, "camp_token:1:food")) == (3, 1)
    return match


BOTH_ARE_NEW = {"fresh:invention:corral": "received", "fresh:invention:snare": "received"}

# --- the Corral -------------------------------------------------------------------------------


def test_the_parrots_of_a_dead_players_corral_come_back() -> None:
    """Death 2: the inventions of the dead go back to the board. An unbuilt Corral holds no parrots."""
    match = starved()
    assert match.table.get("dead:2")
    assert "invention:corral" in goods(match, "inventions")
    assert match.table.get(PARROT) is None
    given(begun=match, camps={1: 1})
    while match.to_act != (1,):
        play_it(match, match.to_act[0], Arrange())
    when(match, (1, Gather(space=2, side="left")))


def test_a_claimed_corral_exhausts_no_source_far_from_its_new_camp() -> None:
    """Stealing 3: its new owner gets its one-time gain as from a newly built card; here there is none."""
    assert claimed().table.get(PARROT) is None


def test_a_robbed_player_keeps_what_another_item_gave() -> None:
    """RC-98: seat 1 loses with the Corral what the Corral gave, which is nothing. Its Snare still gives 1 food."""
    match = robbed(3, 1, given(begun=claimed(), levels={"hearts:1": 12}, camps={3: 4}))
    when(match, (3, TakeReward(reward="take_item")), (3, StealInvention(invention="invention:corral")))
    assert goods(match, "items:1") == {"invention:snare": 1}
    assert number(match, "camp_token:1:food") == 1


@pytest.mark.parametrize("edition", ["1", "2", "3"])
def test_in_earlier_editions_the_source_stayed_exhausted(edition: str) -> None:
    """A record of those days is decided again as it was."""
    assert starved(edition).table.get(PARROT) == "invention:corral"
    assert claimed(edition).table.get(PARROT) == "invention:corral"


# --- the Shortcut -----------------------------------------------------------------------------


def without_its_shortcut(edition: str = "") -> Match:
    """Return a match in which seat 1 has stolen seat 2's Shortcut; former owners keep what an item gave once."""
    match = given(
        camps={1: 3, 2: 4}, tiles={0: 7, 4: 8}, items={2: ["shortcut"]}, edition=edition, revert_on_theft=False,
        more=lambda play: play.move("shortcut:2", 1, "box", "space:0"),
    )  # fmt: skip
    robbed(1, 2, match)
    when(match, (1, TakeReward(reward="take_item")), (1, StealInvention(invention="invention:shortcut")))
    return go_on(match)


def test_a_stolen_shortcut_serves_nobody_but_the_thief() -> None:
    """Requirements 2: nobody uses an item of another player. The tile gives its wood to seat 1 alone."""
    match = without_its_shortcut()
    assert not match.table.count("space:0", "shortcut:2")
    go_on(when(match, (1, LayShortcut(space=0))))
    assert number(match, "round") == 2
    assert (goods(match, "stock:1")["wood"], goods(match, "stock:2")["wood"]) == (1 + 1 + 1, 1 + 1)


@pytest.mark.parametrize("edition", ["1", "2", "3"])
def test_in_earlier_editions_the_former_owner_kept_the_token(edition: str) -> None:
    match = go_on(when(without_its_shortcut(edition), (1, LayShortcut(space=0))))
    assert goods(match, "stock:2")["wood"] == 1 + 1 + 1
