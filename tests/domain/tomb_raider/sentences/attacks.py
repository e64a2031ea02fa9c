"""Raider against raider: PASSO 4."""

from __future__ import annotations

from tablescribe.domain.match.match import Match
from tests.domain.tomb_raider.sentences.rows import (
    DICE,
    FOLLOWS,
    Heading,
    acts,
    asks,
    health,
    instead,
    tries,
    without,
)
from tests.domain.tomb_raider.table import given

HIT = "marker:damage"
attack = Heading("PASSO 4: LUTE CONTRA OUTRO EXPLORADOR")


def together(**more: object) -> Match:
    """Return a match in which two raiders stand in one location, and a third elsewhere."""
    return given({"2-2": "cross", "2-3": "cross"}, {1: "2-2", 2: "2-2", 3: "2-3"}, seats=3, **more)  # type: ignore[arg-type]


@attack.obeys("1.1")
def who_ends_beside_a_raider_may_attack_it_or_not() -> Match:
    for answer in ("1 no_attack", "1 attack 2: 6 6 1 1"):
        match = acts(given({"2-2": "cross"}, {2: "2-2"}), "1 step forward stop=true")
        assert asks(match) == ("attack", (1,))
        acts(match, answer)
    return match


@attack.breaks("1.1", "TR-50")
def attacking_a_raider_in_another_location() -> None:
    tries(acts(together(), "1 stay"), "1 attack 3")


@attack.obeys("1.2")
def both_roll_their_fight_dice() -> Match:
    match = acts(together(), "1 stay", "1 attack 2: 6 5 2 1")
    assert match.moves[-1].outcomes == (6, 5, 2, 1), "two dice each"  # type: ignore[union-attr]
    assert (match.table.get("fought:1"), match.table.get("fought:2")) == (True, None)
    return match


attack.record("1.2", "TR-50", without("the_attacker_used_no_fight", "fought:1"), FOLLOWS)


@attack.obeys("1.3")
def the_higher_result_deals_one_damage_to_the_other() -> Match:
    lost = acts(together(), "1 stay", "1 attack 2: 1 2 2 2")
    assert (health(lost, 1), health(lost, 2)) == (1, 2)
    won = acts(together(), "1 stay", "1 attack 2: 6 1 3 3")
    assert (health(won, 1), health(won, 2)) == (2, 1)
    return won


attack.record("1.3", "TR-50", instead("the_winner_is_damaged", "raider:2", "raider:1"), DICE)


@attack.obeys("1.4")
def a_weapon_deals_one_more() -> Match:
    match = acts(together(rows={"unsaved:1": ["pistols"]}), "1 stay", "1 attack 2: 1 1 2 1")
    assert match.table.get("dead:2"), "2 and 2 by the pistols are above 3, and 2 damage kill"
    return match


attack.record("1.4", "TR-50", without("the_weapon_does_nothing", HIT, "dead:2", "figure:2"), FOLLOWS)
