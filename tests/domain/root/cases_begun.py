"""What is refused in a set-up: a second beginning, a place that a card does not allow, somebody else's time (Root)."""

from __future__ import annotations

from tablescribe.domain.games.root.actions.advanced import Choose, Hire, RaiseLandmark, Scatter, Station
from tablescribe.domain.games.root.actions.core import Settle
from tablescribe.domain.games.root.actions.corvids import Alight
from tablescribe.domain.games.root.actions.riverfolk import KeepPrices, Moor
from tablescribe.domain.games.root.actions.vagabond import Become, Camp
from tests.domain.root.cases import CASES
from tests.domain.root.cases_advanced import DEALT, advanced, drafted, opened
from tests.domain.root.cases_characters import QUESTS
from tests.domain.root.cases_corvids import plotting
from tests.domain.root.cases_homelands import as_it_falls, chosen
from tests.domain.root.cases_landmarks import raising
from tests.domain.root.cases_riverfolk import in_daylight, riverfolk_set_up
from tests.domain.root.table import when

# --- whose time it is -----------------------------------------------------------------------------


@CASES.breaks("RO-5.1.7")
def a_beginning_while_landmarks_are_set_up() -> None:
    when(raising("forge"), 2, Settle(at=3))


@CASES.breaks("RO-5.1.7")
def a_warrior_of_the_riverfolk_in_daylight() -> None:
    when(in_daylight({}, "marquise:warrior"), 1, Moor(at=4))


@CASES.breaks("RO-13.3")
def a_warrior_of_the_corvids_in_daylight() -> None:
    when(plotting(), 1, Alight(at=2))


@CASES.breaks("RO-9.3")
def a_character_while_landmarks_are_set_up() -> None:
    match = advanced(2, "forge", landmarks=1, factions="CV", draft=False)
    when(match, 2, Become(character="thief"))


# --- the Vagabonds --------------------------------------------------------------------------------


@CASES.breaks("RO-9.3")
def a_second_character() -> None:
    match = opened(2, *QUESTS, factions="VG")
    when(match, 1, Become(character="thief"))
    when(match, 1, Become(character="ranger"))


@CASES.breaks("RO-9.3")
def the_character_of_the_other_vagabond() -> None:
    match = opened(2, *QUESTS, factions="VG")
    when(match, 1, Become(character="thief"))
    when(match, 1, Camp(forest="1_2_5_10"))
    when(match, 2, Become(character="thief"))


@CASES.breaks("RO-9.3")
def a_second_camp() -> None:
    match = opened(2, *QUESTS, factions="VG")
    when(match, 1, Camp(forest="1_2_5_10"))
    when(match, 1, Camp(forest="3_6_11"))


# --- setup cards ----------------------------------------------------------------------------------


@CASES.breaks("RO-16.1.8-II")
def a_second_faction() -> None:
    match = drafted()
    when(match, 3, Choose(faction="marquise"))
    when(match, 3, Choose(faction="eyrie"))


@CASES.breaks("RO-A-C")
def the_keep_outside_the_homelands() -> None:
    match = drafted()
    when(match, 3, Choose(faction="marquise"))
    for number in (1, 5, 2, 8):
        when(match, 3, Settle(at=number))


@CASES.breaks("RO-A-C")
def the_keep_next_to_an_enemy_homeland() -> None:
    match = chosen("marquise", "lizards", "duchy")  # the Eyrie began in 1, beside 5
    for number in (2, 5, 6, 5):
        when(match, 2, Settle(at=number))


@CASES.breaks("RO-16.1.8-II-a")
def a_homeland_whose_slot_a_vault_fills() -> None:
    match = advanced(3, "vault", "protector", "band", "band", hirelings=True)
    when(match, 3, Hire(hireling="vault"))
    when(match, 3, Station(place="clearing:1"))
    when(match, 2, Hire(hireling="protector"))
    when(match, 2, Station(place="clearing:7"))
    when(match, 1, Hire(hireling="band"), *DEALT)  # demoted: it has no place
    when(match, 3, Choose(faction="eyrie"))
    when(match, 3, Settle(at=1))


@CASES.breaks("RO-A-P")
def a_second_homeland_of_the_corvids() -> None:
    match = chosen("corvids", "marquise", "duchy")
    when(match, 2, Settle(at=8))
    when(match, 2, Settle(at=3))


@CASES.breaks("RO-A-P")
def corvids_alight_before_their_homeland() -> None:
    when(chosen("corvids", "marquise", "duchy"), 2, Alight(at=8))


@CASES.breaks("RO-15.3")
def two_homelands_of_the_keepers_in_one_clearing() -> None:
    match = chosen("keepers", "marquise", "duchy")
    when(match, 2, Settle(at=3))
    as_it_falls(match, Settle(at=3))


@CASES.breaks("RO-1.5.4")
def a_warrior_that_is_shared_out_far_away() -> None:
    match = chosen("lizards", "marquise", "duchy")
    when(match, 2, Settle(at=8))
    when(match, 2, Scatter(at=1))


# --- landmarks, prices ----------------------------------------------------------------------------


@CASES.breaks("RO-16.1.5-I")
def a_landmark_that_there_is_not() -> None:
    advanced(2, factions="CE", draft=False, landmarks=1, landmark_pool="forge lighthouse")


@CASES.breaks("RO-16.1.5-III")
def a_landmark_that_was_not_dealt() -> None:
    when(raising("forge"), 2, RaiseLandmark(landmark="tower", at=12))


@CASES.breaks("RO-L")
def two_landmarks_in_a_clearing() -> None:
    match = raising("city", "forge")
    when(match, 2, RaiseLandmark(landmark="city", at=10))
    when(match, 1, RaiseLandmark(landmark="forge", at=10))


@CASES.breaks("RO-11.3")
def prices_are_kept_before_they_are_set() -> None:
    match = riverfolk_set_up()
    for number in (4, 5, 5, 11):
        when(match, 2, Moor(at=number))
    when(match, 2, KeepPrices())
