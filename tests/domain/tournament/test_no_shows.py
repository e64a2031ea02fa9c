"""Officials are asked about no-shows before they are paired again."""

from tablescribe.domain.tournament import commands as act
from tablescribe.domain.tournament.model.field import How
from tablescribe.domain.tournament.no_shows import no_shows
from tests.domain.tournament.hall import Hall


def test_who_did_not_come_is_asked_about_until_they_leave_or_the_next_round_is_paired() -> None:
    hall = Hall()
    assert no_shows(hall.t) == []
    hall.pair("ab", "cd")
    hall.slip(1, 1, 2, absent=[2])
    hall.slip(2, 2, 1, absent=[1])
    assert no_shows(hall.t) == ["b", "c"]
    hall.correct(1, 1, 1, 2, how=How.SLIP)
    assert no_shows(hall.t) == ["c"], "as ruled"
    act.withdraw(hall.t, "c", hall.stamp(), by="desk")
    assert no_shows(hall.t) == []


def test_after_the_last_round_nobody_is_asked_about() -> None:
    hall = Hall()
    for tables in (("ab", "cd"), ("ac", "bd"), ("ad", "bc")):
        hall.pair(*tables)
        hall.slip(1, 1, 2, absent=[2])
        hall.slip(2, 1, 2)
    assert no_shows(hall.t) == []
