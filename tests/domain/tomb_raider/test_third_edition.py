"""The changes of the fourth edition; matches of the third continue under it."""

from __future__ import annotations

import pytest

from tablescribe.domain.games import opening
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.play import Illegal
from tablescribe.replays.auditing.audit import audit
from tests.domain.tomb_raider.opened import PEOPLE
from tests.domain.tomb_raider.sentences.rows import acts, asks, health, tries, turn_over
from tests.domain.tomb_raider.table import at, given
from tests.support import STAMP

HIT = "marker:damage"


def is_sound(match: Match) -> bool:
    return not [one for one in audit(match).findings if one.severity != "note"]


def dying(edition: str = "") -> Match:
    """Return a match in which a blow falls on seat 1 that takes its last health."""
    match = given(
        {"2-2": "ledge"}, {1: "2-2"}, {1: ["flip"]}, lies={"raider:1": [HIT]}, rows={"unsaved:1": ["balm"]},
        edition=edition,
    )  # fmt: skip
    return acts(match, "1 stay", "1 face level:ledge.forward move: 1 1 1", "1 accept")


def test_while_a_blow_falls_nothing_heals() -> None:
    match = dying()
    assert "use_card" not in {one.data()["do"] for one in legal_actions(match.opening, match.table, 1)}
    with pytest.raises(Illegal, match="TR-96: the damage is being dealt"):
        tries(match, "1 use_card @balm")
    acts(match, "1 take_hit")
    assert at(match, 1) == "off"


def test_in_the_third_edition_it_healed() -> None:
    match = acts(dying("3"), "1 use_card @balm", "1 take_hit")
    assert (at(match, 1), health(match, 1)) == ("2-2", 1)
    assert is_sound(match)


def test_another_heals_while_a_blow_falls_on_somebody() -> None:
    """The balm of seat 2 heals seat 2."""
    match = given(
        {"2-2": "ledge"}, {1: "2-2"}, {1: ["flip"]}, lies={"raider:1": [HIT], "raider:2": [HIT]},
        rows={"unsaved:2": ["balm"]},
    )  # fmt: skip
    acts(match, "1 stay", "1 face level:ledge.forward move: 1 1 1", "1 accept", "2 use_card @balm", "1 no_cancel")
    assert (health(match, 2), asks(match)) == (2, ("hit", (1,)))


def stuck_first(edition: str = "") -> Match:
    """Return a match in which the first raider of the new turn is stuck."""
    match = given({"2-2": "hole", "2-3": "cross"}, {1: "2-2", 2: "2-3"}, edition=edition)
    return turn_over(acts(match, "1 stay", "1 face level:hole.forward move: 1 1 1", "2 stay"), 2)


def test_a_new_order_is_asked_for_though_the_first_is_stuck() -> None:
    match = stuck_first()
    offered = {one.data()["do"] for one in legal_actions(match.opening, match.table, 1)}
    assert ("stay" in offered, "roll_order" in offered, "step" in offered) == (True, True, False)
    acts(match, "2 roll_order: 1 1 1 6 6 6", "2 move_first", "2 stay")
    assert asks(match) == ("face", (1,)), "where it is stuck it only faces what is there"
    assert is_sound(match)


def test_in_the_third_edition_the_stuck_one_faced_its_obstacle_at_once() -> None:
    match = stuck_first("3")
    assert asks(match) == ("face", (1,))
    assert is_sound(acts(match, "1 face level:hole.forward move: 6 6 6"))


def test_a_level_of_one_power_is_played_at_no_other() -> None:
    with pytest.raises(Illegal, match="TR-108"):
        Match.open("m", opening("tomb_raider", 3, {"level": "into_the_caves", "power": 3}), PEOPLE[:3], STAMP)
    then = opening("tomb_raider", 3, {"level": "into_the_caves", "power": 3}, edition="3")
    assert is_sound(Match.open("m", then, PEOPLE[:3], STAMP, outcomes=()))
