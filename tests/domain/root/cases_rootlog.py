"""Logs: what is recorded as they tell it, and what is refused where nobody records as played."""

from __future__ import annotations

from tablescribe.domain.games.root.actions.rootlog import KeptWords, LogEnds, Logged
from tablescribe.domain.match.match import Match
from tests.domain.root.cases import CASES
from tests.domain.root.logs import HEAD, record
from tests.domain.root.table import given
from tests.support import do


def after(*entries: str) -> Match:
    """Return a match after the set-up of Marquise and Eyrie, and entries of a turn of the Marquise."""
    match = record(HEAD["CE"], as_played=False).match
    for entry in entries:
        do(match, 1, Logged(line=20, owner="C", entry=entry))
    return match


@CASES.obeys("RO-LOG-1", "RO-LOG-3")
def an_entry_is_carried_out() -> Match:
    match = after("w5->2", "w->1")
    assert match.table.count("clearing:2", "marquise:warrior") == 2
    return match


@CASES.breaks("RO-LOG-1")
def an_entry_in_a_match_that_is_played() -> None:
    do(given("CE"), 1, Logged(line=1, owner="C", entry="w->1"))


@CASES.obeys("RO-LOG-2")
def a_card_of_the_hand_is_spent() -> Match:
    match = after("F#C->")
    assert match.table.count("hand:1", "?card") == 2
    return match


@CASES.breaks("RO-LOG-2")
def a_fourth_card_of_three() -> None:
    after("4#C->")


@CASES.breaks("RO-LOG-3")
def a_sawmill_that_is_called_a_workshop() -> None:
    after("b_w1->")


@CASES.obeys("RO-LOG-4")
def the_points_are_those_of_the_second_workshop() -> Match:
    match = after()
    do(match, 1, Logged(line=20, owner="C", entry="b_w->10"))
    do(match, 1, Logged(line=20, owner="C", entry="++2", last=True))
    return match


@CASES.breaks("RO-LOG-4")
def three_points_for_the_second_workshop() -> None:
    match = after("b_w->10")
    do(match, 1, Logged(line=20, owner="C", entry="++3", last=True))


@CASES.obeys("RO-LOG-5")
def a_remark_is_kept() -> Match:
    match = after()
    do(match, 1, KeptWords(line=20, owner="C", words="", last=True, remark="a long turn"))
    return match


@CASES.breaks("RO-LOG-5")
def an_entry_that_cannot_have_happened() -> None:
    do(after(), 1, KeptWords(line=20, owner="C", words="9w12->1", why="there are not so many"))


@CASES.obeys("RO-LOG-6")
def the_winner_has_thirty_points() -> Match:
    match = after("++30")
    do(match, 1, LogEnds(line=21, winners="C"))
    assert match.is_over
    return match


@CASES.breaks("RO-LOG-6")
def a_winner_with_nothing() -> None:
    do(after(), 1, LogEnds(line=21, winners="C"))


# --- what entries tell, by the rule of what they tell ----------------------------------------------


@CASES.breaks("RO-4.3")
def a_battle_that_nobody_fights() -> None:
    after("XE3")


@CASES.breaks("RO-4.3.1")
def an_ambush_of_another_suit_in_a_log() -> None:
    after("w->3", "XE3M@")


@CASES.breaks("RO-4.3.2")
def a_die_that_shows_four() -> None:
    after("w->3", "XE3(4,1)")


@CASES.breaks("RO-4.3.4")
def a_building_that_falls_before_a_warrior() -> None:
    after("w->3", "XE3", "Eb3->")


@CASES.breaks("RO-4.1.4")
def a_second_one_of_the_same_name_in_a_log() -> None:
    after("Zarmor", "Zarmor")


@CASES.breaks("RO-4.2")
def a_march_across_the_map() -> None:
    after("w1->12")


@CASES.breaks("RO-4.2.1")
def a_march_of_one_who_rules_neither_end() -> None:
    after("3Ew->1+5", "w1->5")


@CASES.breaks("RO-LOG-6")
def two_winners_without_a_coalition() -> None:
    match = after("++30")
    do(match, 1, LogEnds(line=21, winners="CE"))
