"""Returns after a withdrawal: from which round an entrant plays, what stays missed, and when it is too late."""

from typing import Any

import pytest

from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.tournament import commands as act
from tablescribe.domain.tournament.acceleration import accelerated_group
from tablescribe.domain.tournament.model.events import Explained, Returned
from tablescribe.domain.tournament.model.field import Bye
from tablescribe.domain.tournament.model.folding import before, revive
from tablescribe.domain.tournament.no_shows import no_shows
from tablescribe.domain.tournament.pairing_input import pairing_input
from tablescribe.domain.tournament.returns import return_entrant
from tests.domain.tournament.hall import NOON, Hall, plan

SWISS = {"name": "Swiss", "kind": "swiss", "rounds": 2, "game": "morris", "cut": 4}
LAST = {"name": "Last", "kind": "elimination", "rounds": 2, "game": "morris"}


def leave(hall: Hall, ref: str) -> None:
    act.withdraw(hall.t, ref, hall.stamp(), by="desk")


def come_back(hall: Hall, ref: str, reason: str = "") -> Returned:
    return return_entrant(hall.t, ref, hall.stamp(), by="desk", reason=reason)


def test_who_returns_before_the_next_round_misses_nothing() -> None:
    hall = Hall()
    hall.play("ab", "cd")
    leave(hall, "d")
    come_back(hall, "d", "a mistake")
    assert (hall.t.entrant("d").withdrawn_after, hall.t.entrant("d").missed) == (None, frozenset())
    assert isinstance(hall.t.events[-2], Explained)
    hall.play("ac", "bd")
    assert revive(hall.t.events).entrant("d") == hall.t.entrant("d")


def test_rounds_that_were_paired_meanwhile_stay_missed() -> None:
    hall = Hall("abcde")
    hall.pair("ab", "cd", byes={"e": Bye.PAIRING})
    for table in (1, 2):
        hall.slip(table, 1, 2)
    leave(hall, "e")
    hall.pair("ac", "bd")
    come_back(hall, "e")
    assert [hall.t.entrant("e").plays_in(number) for number in (1, 2, 3)] == [True, False, True]
    with pytest.raises(Refused, match="not playing in round 2: e"):
        act.adjust(hall.t, 2, ["ac", "be"], {}, ["x", "y"], hall.stamp(), by="organiser", reason="r")
    act.adjust(hall.t, 2, ["ad", "bc"], {}, ["x", "y"], hall.stamp(), by="organiser", reason="r")
    for table in (1, 2):
        hall.slip(table, 1, 2)
    with pytest.raises(Refused, match="neither seated nor with a bye: e"):
        hall.pair("ac", "bd")
    hall.pair("ac", "be", byes={"d": Bye.PAIRING})
    assert hall.points()["e"] == "1", "the bye of round 1, and nothing for the round they missed"


def test_a_pairing_of_the_past_has_the_same_input_after_a_return() -> None:
    hall = Hall("abcde", plan(acceleration="baku"))
    leave(hall, "e")
    hall.play("ab", "cd")
    come_back(hall, "e")
    paired = hall.t.seatings[0].paired
    then = before(hall.t, paired.originator_version)
    assert pairing_input(hall.t, 1, [], 7) == pairing_input(then, 1, [], 7)
    stage = hall.t.plan.stages[0]
    assert "e" not in accelerated_group(stage, hall.t.field(), 1)


def test_who_leaves_and_returns_twice_has_two_gaps() -> None:
    hall = Hall("abcdef", plan(rounds=5))
    for rounds in (("ab", "cd"), ("ac", "bd")):
        for one in "ef":
            leave(hall, one)
        hall.play(*rounds)
        for one in "ef":
            come_back(hall, one)
        hall.play("ae", "bf", "cd") if hall.t.round == 1 else None
    assert [number for number in range(1, 6) if not hall.t.entrant("e").plays_in(number)] == [1, 3]


def test_who_returns_as_absent_is_asked_about_no_more_than_before() -> None:
    hall = Hall()
    hall.pair("ab", "cd")
    hall.slip(1, 1, 2)
    hall.slip(2, 1, 2, absent=[2])
    assert no_shows(hall.t) == ["d"]
    leave(hall, "d")
    assert no_shows(hall.t) == []
    come_back(hall, "d")
    assert no_shows(hall.t) == ["d"]


def test_nobody_returns_who_has_not_withdrawn_nor_twice_nor_after_the_end() -> None:
    hall = Hall("abcd", plan(rounds=1))
    with pytest.raises(Refused, match="has not withdrawn"):
        come_back(hall, "d")
    with pytest.raises(Refused, match="is not an entrant"):
        come_back(hall, "x")
    leave(hall, "d")
    come_back(hall, "d")
    with pytest.raises(Refused, match="has not withdrawn"):
        come_back(hall, "d")
    hall.play("ab", "cd")
    leave(hall, "d")
    act.finish(hall.t, hall.stamp(), by="organiser")
    with pytest.raises(Refused, match="is finished"):
        come_back(hall, "d")


def knockout(*stages: dict[str, Any]) -> Hall:
    hall = Hall("abcdef", plan(*stages))
    if len(stages) > 1:
        hall.play("ab", "cd", "ef")
        hall.play("ac", "eb", "df")
    return hall


@pytest.mark.parametrize(("stages", "paired"), [((LAST,), 0), ((SWISS, LAST), 2)])
def test_an_elimination_waits_for_nobody(stages: tuple[dict[str, Any], ...], paired: int) -> None:
    hall = knockout(*stages)
    leave(hall, "a")
    come_back(hall, "a")  # its first round is not paired
    leave(hall, "a")
    playing = [one for one in "abcdef" if one != "a"]
    there = playing if paired == 0 else [ref for ref in "cedbf" if ref in playing][:4]
    hall.play("".join(there[:2]), "".join(there[2:4])) if paired else hall.pair("bc", "de", byes={"f": Bye.FULL})
    with pytest.raises(Refused, match=f"round {paired + 1} was paired without them"):
        come_back(hall, "a")


def test_who_was_not_there_when_a_later_stage_began_is_not_in_it() -> None:
    hall = knockout(SWISS, {"name": "Final", "kind": "swiss", "rounds": 3, "game": "morris"})
    leave(hall, "f")
    hall.play("ac", "eb")
    with pytest.raises(Refused, match="round 3 was paired without them"):
        come_back(hall, "f")
    leave(hall, "c")
    hall.pair("ae", byes={"b": Bye.PAIRING})
    hall.slip(1, 1, 2)
    come_back(hall, "c")  # was in the stage, and this is no elimination
    hall.play("ac", "eb")


@pytest.mark.parametrize("ref", ["a", "x"])
def test_a_return_without_a_withdrawal_is_damage(ref: str) -> None:
    hall = Hall()
    stamp = Stamp(NOON, "r", "d")
    forged = Returned(
        hall.t.id, hall.t.version + 1, stamp.at, "r", "d", stamp.salt(), by="desk", entrant=ref, reason=""
    )
    with pytest.raises(Impossible):
        revive([*hall.t.events, forged])
