"""Every field of an action has an effect, and every move is offered once."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.ultime.actions import Decline
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.play import Illegal
from tablescribe.replays.auditing.audit import audit
from tests.domain.ultime.table import card, given, places, points, power, when


def three_on_one_card() -> Match:
    """Everybody brings a pawn to 5, beside yellow's village: black arrows and grey ones, all by the circle."""
    match = given()
    when(match, 1, card(8, 1, 2))
    when(match, 2, card(13, 2, 6))
    when(match, 3, card(23, 3, 10))
    assert all(5 in places(match, seat) for seat in (1, 2, 3))
    return match


def offered(match: Match, seat: int = 1) -> list[Action]:
    """Return the actions offered to a seat."""
    return list(legal_actions(match.opening, match.table, seat))


def test_who_stays_behind_where_the_pawn_stood_can_be_chosen_to_take_part() -> None:
    match = three_on_one_card()
    for opposite in (2, 3):
        assert card(4, 1, 5, opposite=opposite) in offered(match)
    assert card(4, 1, 5) not in offered(match), "UP-34: it has to be said whose pawn takes part"
    when(match, 1, card(4, 1, 5, opposite=3))
    when(match, 2, Decline(), "movement:3", "movement:5")
    assert points(match) == (2, 0, 1)


def test_nothing_is_offered_twice_where_no_event_is_possible() -> None:
    """Two opponents stand beyond blue's own village, where blue attacks nobody (UP-33)."""
    match = given({1: (4, 9), 2: (3, 8), 3: (3, 8)})
    to_1 = [one.data() for one in offered(match) if one.data().get("card") == "movement:2" and one.data()["at"] == 4]
    assert [(one["use"], one.get("opposite")) for one in to_1] == [("circle", None), ("square", None)]


@pytest.mark.parametrize("opposite", [99, 2, 1, 0, -1])
def test_nobodys_pawn_takes_part_where_no_event_comes_about(opposite: int) -> None:
    with pytest.raises(Illegal, match="UP-34: there is no choice of opposite pawn here: do not choose one"):
        when(given(), 1, card(2, 1, 2, opposite=opposite))


def test_naming_the_only_pawn_that_can_take_part_says_the_same() -> None:
    for opposite in (None, 2):
        match = given({1: (4, 6), 2: (3, 6)}, sneaky_on_own_village=True)
        when(match, 1, card(2, 1, 4, "square", opposite=opposite), "movement:8", "movement:12")
        assert points(match) == (1, 1, 0)
    with pytest.raises(Illegal, match="UP-34"):
        when(given({1: (4, 6), 2: (3, 6)}, sneaky_on_own_village=True), 1, card(2, 1, 4, "square", opposite=3))


def test_a_card_that_moves_no_pawns_names_none() -> None:
    with pytest.raises(Illegal, match="UP-39g: only Swap moves pawns: do not choose any for this card"):
        when(given(power={1: 1}), 1, power("thief", 2, own_at=99))
    with pytest.raises(Illegal, match="UP-39f"):
        when(given(power={1: 1}), 1, power("heal", other_at=2))


def test_a_field_without_meaning_is_a_breach_that_the_audit_names() -> None:
    match = given()
    when(match, 1, card(2, 1, 2, opposite=99), as_played=True)
    assert [(one.rule, one.severity) for one in audit(match).findings if one.severity != "note"] == [
        ("UP-34", "breach")
    ]
