"""The rights of officials, and what a tournament refuses."""

from collections.abc import Callable

import msgspec
import pytest

from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.tournament import commands as act
from tablescribe.domain.tournament import rulings
from tablescribe.domain.tournament.model.field import Bye, How, Pairing, Pod
from tablescribe.domain.tournament.model.folding import revive
from tablescribe.domain.tournament.model.roles import MAY, ROLES, RoleRefused
from tablescribe.domain.tournament.returns import return_entrant
from tests.domain.tournament.hall import Hall, plan


def test_a_tournament_lives_again_from_its_events() -> None:
    hall = Hall()
    hall.play("ab", "cd")
    hall.correct(1, 1, 2, 1)
    again = revive(hall.t.events)
    assert (again.version, again.round, again.said(again.reports[7]).places) == (10, 1, (2, 1))
    assert again.collect_events() == []
    assert list(hall.t.collect_events()) == hall.t.events


def test_events_that_do_not_follow_each_other_are_damage() -> None:
    hall = Hall()
    hall.play("ab", "cd")
    events = hall.t.events
    for wrong in (events[1:], [events[0], *events[2:]], [*events[:5], *events[6:]], [*events, events[0]]):
        with pytest.raises(Impossible):
            revive(wrong)


@pytest.mark.parametrize("version", [2, 6, 7])
def test_what_can_be_said_once_is_not_said_again(version: int) -> None:
    """Nobody enters twice, no round is paired twice, no table reports twice: whoever wrote that wrote no tournament."""
    hall = Hall()
    hall.play("ab", "cd")
    again = msgspec.structs.replace(hall.t.events[version - 1], originator_version=hall.t.version + 1)
    with pytest.raises(Impossible):
        revive([*hall.t.events, again])


@pytest.mark.parametrize("role", ROLES)
def test_each_role_does_what_it_may_and_nothing_else(role: str) -> None:
    """Each thing is tried by each role: it is refused for its role, or done."""
    hall = Hall("abcd", plan(late={"until": 3}))
    hall.pair("ab", "cd")
    hall.slip(1, 1, 2)
    penalty = hall.penalise("a", "1")
    act.withdraw(hall.t, "c", hall.stamp(), by="desk")
    stamp = hall.stamp()
    tries: dict[str, Callable[[], object]] = {
        "announce": lambda: act.announce("x", plan(), stamp, by=role),
        "adjust": lambda: act.adjust(hall.t, 1, ["ab", "dc"], {}, ["m1-1", "x"], stamp, by=role, reason="r"),
        "report": lambda: act.report(hall.t, 1, 2, How.SLIP, (1, 1), stamp, by=role),
        "enter": lambda: act.enter(hall.t, "e", "c", stamp, by=role),
        "correct": lambda: rulings.correct(hall.t, 1, 1, How.SLIP, (2, 1), stamp, by=role, clause="c", reason="r"),
        "penalise": lambda: rulings.penalise(hall.t, "b", "1", stamp, by=role, round_number=1, clause="c", reason="r"),
        "appeal": lambda: rulings.appeal(hall.t, "a", penalty, stamp, by=role, reason="r"),
        "withdraw": lambda: act.withdraw(hall.t, "d", stamp, by=role),
        "return": lambda: return_entrant(hall.t, "c", stamp, by=role),
    }
    for what, do in tries.items():
        if what in MAY[role]:
            do()
        else:
            with pytest.raises(RoleRefused) as refused:
                do()
            assert role in str(refused.value)


def test_a_round_is_paired_only_when_the_one_before_is_over() -> None:
    hall = Hall()
    hall.pair("ab", "cd")
    hall.slip(1, 1, 2)
    with pytest.raises(Refused, match="table 2 has not reported"):
        hall.pair("ac", "bd")
    hall.slip(2, 1, 1)
    hall.pair("ac", "bd")
    assert hall.t.round == 2


@pytest.mark.parametrize(
    ("pods", "byes", "why"),
    [
        (["ab", "ac"], {}, "seated twice: a"),
        (["ab"], {"c": Bye.PAIRING}, "neither seated nor with a bye: d"),
        (["ab", "cx"], {"d": Bye.PAIRING}, "not playing in round 1: x"),
        (["ab", "cd"], {"d": Bye.PAIRING}, "seated twice: d"),
    ],
)
def test_everybody_who_plays_has_one_seat_or_one_bye(pods: list[str], byes: dict[str, Bye], why: str) -> None:
    with pytest.raises(Refused, match=why):
        Hall().pair(*pods, byes=byes)


def test_who_withdrew_is_not_seated_and_who_asked_for_a_bye_is_not_given_to_the_engine() -> None:
    hall = Hall("abcde")
    hall.pair("ab", "cd", asked={"e": Bye.HALF})
    for table in (1, 2):
        hall.slip(table, 1, 2)
    act.withdraw(hall.t, "e", hall.stamp(), by="player")
    with pytest.raises(Refused, match="already withdrawn after round 1"):
        act.withdraw(hall.t, "e", hall.stamp(), by="player")
    hall.pair("ac", "bd")
    assert hall.points()["e"] == "1/2"


def test_a_late_entry_has_the_points_of_the_plan_and_comes_in_time() -> None:
    hall = Hall("ab", plan(late={"until": 2, "points": "1/2"}))
    hall.play("ab")
    hall.enter("c")
    assert (hall.t.entrants["c"].entered_in, hall.points()["c"]) == (2, "1/2")
    made = Pairing((Pod(("a", "c")),), {"b": Bye.PAIRING}, "by hand", "1", 1)
    act.pair(hall.t, made, ["x"], {}, hall.stamp(), by="organiser")
    with pytest.raises(Refused, match="until round 2"):
        hall.enter("d")


def test_a_table_reports_once_and_what_it_tells_is_a_result() -> None:
    hall = Hall()
    hall.pair("ab", "cd")
    for places, absent, why in [
        ((1,), (), "2 seats need 2 places"), ((2, 2), (), "2 seats"), ((1, 3), (), "2 seats"),
        ((1, 2), (3,), "name the absent seats"),
    ]:  # fmt: skip
        with pytest.raises(Refused, match=why):
            hall.slip(1, *places, absent=absent)
    hall.slip(1, 1, 2)
    with pytest.raises(Refused, match=r"has already reported \(event 7\)"):
        hall.slip(1, 2, 1)
    with pytest.raises(Refused, match="tables 1 to 2"):
        hall.slip(3, 1, 2)


def test_a_correction_has_a_clause_a_reason_and_something_to_correct() -> None:
    hall = Hall()
    hall.pair("ab", "cd")
    with pytest.raises(Refused, match="nothing to correct"):
        hall.correct(1, 1, 2, 1)
    hall.slip(1, 1, 2)
    with pytest.raises(Refused, match="already has this result"):
        hall.correct(1, 1, 1, 2)
    with pytest.raises(Refused, match="was not upheld"):
        hall.correct(1, 1, 2, 1, appeal=99)
    for clause, reason in (("", "r"), ("c", " ")):
        with pytest.raises(Refused):
            rulings.correct(hall.t, 1, 1, How.SLIP, (2, 1), hall.stamp(), by="arbiter", clause=clause, reason=reason)
    hall.correct(1, 1, 2, 1)
    hall.correct(1, 1, 1, 1)
    assert (hall.points(), hall.points(ruled=False)["a"]) == ({"a": "1/2", "b": "1/2", "c": "0", "d": "0"}, "1")


def test_an_appeal_that_is_upheld_lifts_a_penalty_and_one_that_is_dismissed_does_not() -> None:
    hall = Hall()
    hall.play("ab", "cd")
    for ref, upheld in (("a", True), ("c", False)):
        about = hall.penalise(ref, "1/2")
        rulings.appeal(hall.t, ref, about, hall.stamp(), by="player", reason="I was there")
        opened = hall.t.version
        assert [one.entrant for one in hall.t.open_appeals()] == [ref]
        rulings.decide(hall.t, opened, hall.stamp(), by="arbiter", upheld=upheld, reason="as it was")
        with pytest.raises(Refused, match="already been decided"):
            rulings.decide(hall.t, opened, hall.stamp(), by="arbiter", upheld=upheld, reason="again")
    assert hall.points() == {"a": "1", "b": "0", "c": "1/2", "d": "0"}
    assert hall.points(ruled=False)["c"] == "1"


def test_it_is_finished_when_all_is_played_and_decided_and_once_more_after_a_correction() -> None:
    hall = Hall("abcd", plan(rounds=1))
    with pytest.raises(Refused, match="not all rounds"):
        act.finish(hall.t, hall.stamp(), by="organiser")
    hall.play("ab", "cd")
    rulings.appeal(hall.t, "b", 7, hall.stamp(), by="player", reason="no")
    with pytest.raises(Refused, match="appeals are open: 10"):
        act.finish(hall.t, hall.stamp(), by="organiser")
    rulings.decide(hall.t, 10, hall.stamp(), by="arbiter", upheld=False, reason="yes")
    first = act.finish(hall.t, hall.stamp(), by="organiser")
    with pytest.raises(Refused, match="nothing has been corrected since"):
        act.finish(hall.t, hall.stamp(), by="organiser")
    with pytest.raises(Refused, match="is finished"):
        hall.enter("e")
    hall.correct(1, 1, 2, 1)
    second = act.finish(hall.t, hall.stamp(), by="organiser")
    assert first.table[0][:2] == (1, "a")
    assert [row[1] for row in second.table[:2]] == ["b", "c"]
    assert first.digest != second.digest


def test_who_changes_seats_sits_there_and_a_table_that_reported_stays() -> None:
    hall = Hall()
    hall.pair("ab", "cd")
    act.adjust(hall.t, 1, ["ac", "bd"], {}, ["x", "y"], hall.stamp(), by="organiser", reason="family")
    assert hall.t.seating(1).pods == (("a", "c"), ("b", "d"))
    hall.slip(1, 1, 2)
    with pytest.raises(Refused, match="table 1 has already reported"):
        act.adjust(hall.t, 1, ["ab", "cd"], {}, ["x", "y"], hall.stamp(), by="organiser", reason="family")
    assert hall.t.table_of("y") == (1, 2)
    assert hall.t.table_of("m1-2") is None
