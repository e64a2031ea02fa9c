"""Both readings of every option."""

from collections.abc import Callable
from typing import Any

import pytest

from tablescribe.domain.games.ultime.actions import Decline, Defend, Discard, Skip
from tablescribe.domain.games.ultime.components import UltimeCatalogue, UltimeOptions
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.rules.view import view
from tablescribe.domain.table.table import Changed, Impossible
from tests.domain.ultime.table import card, given, held, places, points, power, when
from tests.support import STAMP

TESTED: set[str] = set()


def option(name: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Note that a test is about an option."""
    TESTED.add(name)
    return lambda test: test


@option("first_player")
def test_who_begins_is_drawn_by_lot_or_chosen() -> None:
    assert [given(turn=seat).to_act for seat in (1, 2, 3)] == [(1,), (2,), (3,)]
    with pytest.raises(Illegal, match="UP-9: black cannot begin"):
        given(turn=5)


@option("score_visibility")
def test_scores_are_hidden_until_the_end_or_shown() -> None:
    hidden, shown = given(scores={1: 3}), given(scores={1: 3}, score_visibility="visible")
    for match, seen in ((hidden, "?"), (shown, 3)):
        assert view(match.opening, match.table, 2).get("score:1") == seen
        assert view(match.opening, match.table, None).get("score:1") == seen
        assert view(match.opening, match.table, 1).get("score:1") == 3
    over = given(scores={1: 12}, more=[Changed("winners", None, "1")])
    assert view(over.opening, over.table, 2).get("score:1") == 12


@option("hand_limit_counts_power_cards")
def test_power_cards_count_for_the_limit_or_not() -> None:
    match = given(movement={1: 4}, power={1: 3})
    when(match, 1, Skip())
    assert match.to_act == (2,)
    match = given(movement={1: 4}, power={1: 3}, hand_limit_counts_power_cards=True)
    when(match, 1, Skip())
    when(match, 1, Discard(card="power:heal"))
    when(match, 1, Discard(card="movement:4"))
    assert (match.to_act, held(match, 1)) == ((2,), {"?movement": 5, "?power": 2})


@option("hand_limit_method")
def test_above_the_limit_one_discards_or_draws_less() -> None:
    match = given(movement={1: 6}, hand_limit_method="draw_only_to_limit")
    when(match, 1, Skip())
    assert (match.to_act, held(match, 1)) == ((2,), {"?movement": 7})
    match = given(
        {1: (4, 2)}, movement={1: 7}, hand_limit_method="draw_only_to_limit", hand_limit_counts_power_cards=True
    )
    when(match, 1, card(13, 1, 4, "square"))
    assert held(match, 1) == {"?movement": 6, "?power": 1}, "the pickaxe's card filled the hand"


@option("events_need_active_pawn")
@pytest.mark.parametrize(
    ("pawns", "owner_of_village", "gains"),
    [
        ({2: (9, 8)}, 3, (0, 3, 1)),  # two pawns of one opponent: as a Noble attack of theirs
        ({2: (8, 6), 3: (9, 2)}, 3, (0, 2, 2)),  # two opponents, one the owner: 2 and 1 - 1
    ],
)
def test_other_peoples_pawns_complete_an_event_or_not(
    pawns: dict[int, tuple[int, int]], owner_of_village: int, gains: tuple[int, ...]
) -> None:
    match = given(pawns, scores={3: 2})
    when(match, 1, card(9, 2, 8))
    assert (match.table.get("awaits"), points(match)) == (None, (0, 0, 2))
    match = given(pawns, scores={3: 2}, events_need_active_pawn=False)
    when(match, 1, card(9, 2, 8))
    when(match, owner_of_village, Decline(), "movement:8", "movement:12")
    assert points(match) == gains


def test_two_strangers_pawns_around_their_own_village_are_supply_in_that_reading() -> None:
    match = given({2: (5, 6)}, events_need_active_pawn=False)
    when(match, 1, card(3, 2, 6), "movement:8", "movement:12")
    assert points(match) == (0, 2, 0)


@option("supporting_owner")
def test_an_owner_without_points_who_supports_an_attack_gains_or_breaks_even() -> None:
    """Blue brings a pawn to 5; yellow's own stands on 7, on the other side of yellow's village."""
    for reading, with_none in (("keeps_support", 1), ("breaks_even", 0)):
        for score, comes_to in ((0, with_none), (1, 1), (4, 4)):
            match = given({1: (4, 2), 2: (7, 6)}, scores={2: score}, supporting_owner=reading)
            when(match, 1, card(2, 1, 4))
            when(match, 2, Decline(), "movement:8", "movement:12")
            assert points(match) == (2, comes_to, 0)


@option("sneaky_on_own_village")
def test_a_sneaky_attack_on_the_own_village_counts_or_not() -> None:
    pawns = {1: (4, 6), 2: (3, 6)}
    match = given(pawns)
    when(match, 1, card(2, 1, 4, "square"))
    assert points(match) == (0, 0, 0)
    match = given(pawns, sneaky_on_own_village=True)
    when(match, 1, card(2, 1, 4, "square"), "movement:8", "movement:12")
    assert points(match) == (1, 1, 0)


@option("swap_can_trigger_event")
def test_swap_completes_an_event_or_not() -> None:
    pawns = {1: (1, 5), 2: (3, 6)}
    match = given(pawns, power={1: 1})
    when(match, 1, power("swap", 2, 5, 3))
    when(match, 2, Decline())
    assert points(match) == (0, 0, 0)
    match = given(pawns, power={1: 1}, swap_can_trigger_event=True)
    when(match, 1, power("swap", 2, 5, 3))
    when(match, 2, Decline(), "movement:8", "movement:12")
    assert (points(match), match.to_act) == ((2, 0, 0), (1,)), "the movement step is still to come"
    when(match, 1, Skip())
    assert match.to_act == (2,)


def two_attacks_by_a_swap(edition: str = "") -> Match:
    """Blue's pawn on 5 and yellow's on 9 change places: with red on 11 and blue on 7 that makes two pairs."""
    pawns = {1: (5, 7), 2: (9, 6), 3: (11, 10)}
    match = given(pawns, power={1: 1}, swap_can_trigger_event=True, edition=edition)
    when(match, 1, power("swap", 2, 5, 9))
    when(match, 2, Decline())
    when(match, 3, Decline(), "movement:8", "movement:12")
    return match


def test_swap_completes_the_events_of_both_pairs() -> None:
    match = two_attacks_by_a_swap()
    assert (match.to_act, match.table.get("awaits")) == ((2,), "defence"), "yellow's village is attacked, too"
    when(match, 2, Decline(), "movement:1", "movement:3")
    assert (points(match), match.to_act) == ((4, 1, 1), (1,))


def test_a_pawn_takes_part_in_one_event_of_a_swap() -> None:
    """Blue's pawn on 5 and yellow's on 7 change places: that is one pair, whichever of the two one looks at."""
    match = given({1: (5, 2), 2: (7, 6)}, scores={2: 3}, power={1: 1}, swap_can_trigger_event=True)
    when(match, 1, power("swap", 2, 5, 7))
    when(match, 2, Decline())
    when(match, 2, Decline(), "movement:8", "movement:12")
    assert (points(match), match.table.get("awaits")) == ((2, 3, 0), None)


def test_a_match_of_the_first_edition_goes_on_as_it_was_played_then() -> None:
    from tablescribe.replays.auditing.audit import audit

    match = two_attacks_by_a_swap("1")
    assert (points(match), match.table.get("awaits")) == ((2, 0, 0), None), "one pair, and the owner breaks even"
    when(match, 1, card(2, 1, places(match, 1)[0], "square", opposite=99))
    found = audit(match)
    assert (found.clean, [one.code for one in found.findings]) == (True, ["ruling", "rules.changed"])
    assert "opened and audited under edition 1 of the rules" in str(found.findings[-1].why)


@option("defence_mode")
def test_defence_answers_or_is_laid_out_beforehand() -> None:
    match = given({1: (5, 6)}, power={2: 1}, scores={2: 3}, turn=2, defence_mode="armed")
    when(match, 2, power("defence"))
    when(match, 2, Skip())
    when(match, 3, Skip())
    when(match, 1, card(2, 1, 6), "movement:8", "movement:12")
    assert (points(match), match.table.get("awaits")) == ((0, 3, 0), None)
    assert match.table.pieces("discard:power") == {"power:defence": 1}
    match = given({1: (5, 6)}, scores={2: 3}, power={1: 1}, defence_mode="armed")
    when(match, 1, power("thief", 2))
    assert points(match) == (1, 2, 0), "nobody is asked"
    when(match, 1, card(2, 1, 6), "movement:8", "movement:12")
    assert points(match) == (4, 1, 0)
    match = given(power={1: 1, 2: 1}, scores={2: 3}, turn=2, defence_mode="armed")
    when(match, 2, power("defence"))
    when(match, 2, Skip())
    when(match, 3, Skip())
    when(match, 1, power("thief", 2))
    assert points(match) == (0, 3, 0)


@option("defence_stops_attackers_points")
def test_a_defended_attack_brings_points_or_not() -> None:
    for stops, gain in ((True, 0), (False, 3)):
        match = given({1: (5, 6)}, power={2: 1}, scores={2: 4}, defence_stops_attackers_points=stops)
        when(match, 1, card(2, 1, 6))
        when(match, 2, Defend(), "movement:8", "movement:12")
        assert points(match) == (gain, 4, 0)


@option("defence_stops_swap")
def test_swap_can_be_defended_or_not() -> None:
    match = given(power={1: 1, 2: 1})
    when(match, 1, power("swap", 2, 2, 6))
    when(match, 2, Defend())
    assert places(match, 1) == [2, 2]
    match = given(power={1: 1, 2: 1}, defence_stops_swap=False)
    when(match, 1, power("swap", 2, 2, 6))
    assert (places(match, 1), match.to_act) == ([2, 6], (1,))


@option("defended_attack_redistributes")
def test_the_pawns_of_a_defended_attack_are_redistributed_or_stay() -> None:
    match = given({1: (5, 6)}, power={2: 1}, scores={2: 4})
    when(match, 1, card(2, 1, 6))
    when(match, 2, Defend(), "movement:8", "movement:12")
    assert places(match, 1) != [5, 7]
    match = given({1: (5, 6)}, power={2: 1}, scores={2: 4}, defended_attack_redistributes=False)
    when(match, 1, card(2, 1, 6))
    when(match, 2, Defend())
    assert (places(match, 1), points(match), match.to_act) == ([5, 7], (0, 4, 0), (2,))
    assert held(match, 1) == {"?movement": 2}, "the played card is replaced all the same"
    match = given({1: (5, 6)}, defended_attack_redistributes=False)
    when(match, 1, card(2, 1, 6))
    when(match, 2, Decline(), "movement:8", "movement:12")
    assert (places(match, 1), points(match)) != ([5, 7], (0, 0, 0)), "an attack that is carried out redistributes"


def printed() -> UltimeCatalogue:
    """Return the printed deck."""
    catalogue = given().opening.catalogue
    assert isinstance(catalogue, UltimeCatalogue)
    return catalogue


def steps() -> tuple[int, int]:
    """Return the two small numbers of movement card 7."""
    card = printed().movement("movement:7")
    assert card is not None
    assert card.steps is not None
    return card.steps


@option("split_may_move_two_pawns")
def test_a_split_card_moves_one_pawn_or_two() -> None:
    apart = card(7, 1, 2, "split", second_at=9)
    with pytest.raises(Illegal, match="UP-16: in this match both moves of a split card are made with the same pawn"):
        when(given({1: (2, 9)}), 1, apart)
    match = given({1: (2, 9)}, split_may_move_two_pawns=True)
    first, second = steps()
    when(match, 1, apart)
    assert places(match, 1) == sorted([2 + first, 9 + second])
    when(given({1: (2, 9)}, split_may_move_two_pawns=True), 1, card(7, 1, 2, "split"))


def test_the_second_pawn_of_a_split_card_completes_an_event_with_the_first() -> None:
    match = given({1: (1, 12)}, split_may_move_two_pawns=True)
    when(match, 1, card(7, 1, 1, "split", second_at=12), "movement:8", "movement:13")
    assert points(match) == (2, 0, 0), "from 1 to 3, from 12 to 1: Supply"


def test_a_second_pawn_is_named_only_where_there_is_one_and_it_makes_a_difference() -> None:
    def refused(pawns: tuple[int, int], second_at: int, use: str = "split") -> str:
        match = given({1: pawns, 2: (7, 6)}, split_may_move_two_pawns=True)
        with pytest.raises((Illegal, Impossible)) as refusal:
            when(match, 1, card(7, 1, pawns[0], use, second_at=second_at))
        return str(refusal.value)

    first = steps()[0]
    assert "UP-16: only a split card has a second move" in refused((2, 9), 9, "square")
    assert "has no other pawn on terrain 2" in refused((2, 9), 2)
    assert "UP-16: both pawns are on the same card after the first move" in refused((2, 2 + first), 2 + first)
    assert "UP-17: the first move completes an event" in refused((5 - first, 9), 9)


@option("split_second_move_optional")
def test_the_second_move_of_a_split_card_is_compulsory_or_optional() -> None:
    with pytest.raises(Illegal, match="UP-16: in this match both moves of a split card must be made"):
        when(given(), 1, card(7, 1, 2, "first"))
    match = given(split_second_move_optional=True)
    first = steps()[0]
    when(match, 1, card(7, 1, 2, "first"))
    assert places(match, 1) == sorted([2, 2 + first])
    with pytest.raises(Illegal, match="UP-15"):
        when(given(split_second_move_optional=True), 1, card(10, 1, 2, "first"))


REDISTRIBUTED = {1: (1, 2), 2: (11, 6)}
"""Blue's pawn from 2 to 3 completes Supply; put on 5 and 7 the two attack yellow."""


def squares(*wanted: int) -> list[str]:
    """Return movement cards with these squares, one for each, of those that are not used as they are."""
    cards = [one for one in printed().movement_cards if one.from_players == 3 and one.id > 2]
    found: list[str] = []
    for square in wanted:
        found.append(next(f"movement:{one.id}" for one in cards if one.square == square))
        cards = [one for one in cards if f"movement:{one.id}" != found[-1]]
    return found


@option("redistribution_can_trigger_event")
def test_redistributed_pawns_complete_an_event_or_not() -> None:
    for triggers in (False, True):
        match = given(REDISTRIBUTED, scores={2: 2}, redistribution_can_trigger_event=triggers)
        when(match, 1, card(2, 1, 2), *squares(5, 7))
        assert (points(match), places(match, 1)) == ((2, 2, 0), [5, 7])
        assert match.table.get("awaits") == ("defence" if triggers else None), "yellow may defend"
    assert held(match, 1) == {"?movement": 1}, "the played card is replaced once all is settled"
    when(match, 2, Decline(), *squares(8, 12))
    assert (points(match), match.to_act, held(match, 1)) == ((5, 1, 0), (2,), {"?movement": 2})


@option("redistribution_draws_at_pickaxe")
def test_a_pawn_redistributed_onto_a_pickaxe_draws_or_not() -> None:
    for draws in (False, True):
        match = given(REDISTRIBUTED, redistribution_draws_at_pickaxe=draws)
        when(match, 1, card(2, 1, 2), *squares(8, 10))
        assert match.table.count("hand:1", "?power") == draws


@option("swap_draws_at_pickaxe")
def test_swap_onto_a_pickaxe_draws_or_not() -> None:
    for draws in (False, True):
        match = given({1: (4, 2), 2: (8, 6)}, power={1: 1}, swap_draws_at_pickaxe=draws)
        when(match, 1, power("swap", 2, 4, 8))
        when(match, 2, Decline())
        assert [match.table.count(f"hand:{seat}", "?power") for seat in (1, 2)] == [draws, draws]
        assert match.to_act == (1,)


@option("pickaxe_owner_draws")
def test_the_owner_of_a_pawn_moved_to_a_pickaxe_draws_or_not() -> None:
    for draws, cards in ((True, 1), (False, 0)):
        match = given({2: (7, 6)}, pickaxe_owner_draws=draws)
        when(match, 1, card(3, 2, 7))
        assert match.table.count("hand:2", "?power") == cards
        match = given({1: (3, 2)}, pickaxe_owner_draws=draws)
        when(match, 1, card(2, 1, 3))
        assert match.table.count("hand:1", "?power") == 1, "an own pawn draws in both readings"


@option("victory_check")
def test_twelve_points_win_at_once_or_at_the_end_of_the_turn() -> None:
    match = given({1: (1, 2)}, scores={1: 10}, power={1: 1}, victory_check="end_of_turn")
    when(match, 1, card(2, 1, 2), "movement:8", "movement:12")
    assert match.close(STAMP).result.winners == (1,)
    match = given(scores={1: 11}, power={1: 1}, victory_check="end_of_turn")
    when(match, 1, power("heal"))
    assert not match.is_over
    when(match, 1, Skip())
    assert not match.to_act


@option("tie_at_twelve")
def test_two_at_twelve_share_or_the_highest_wins() -> None:
    for reading, winners in (("highest_then_active", (1,)), ("shared", (1, 2))):
        match = given({1: (9, 2), 2: (8, 6)}, scores={1: 11, 2: 11, 3: 1}, tie_at_twelve=reading)
        when(match, 1, card(9, 2, 8))
        when(match, 3, Decline())
        assert match.close(STAMP).result.winners == winners


@option("whole_move_on_two_move_cards")
def test_a_two_move_card_may_be_used_as_a_whole_or_not() -> None:
    when(given(), 1, card(7, 1, 2))
    with pytest.raises(Illegal, match="UP-15"):
        when(given(whole_move_on_two_move_cards=False), 1, card(7, 1, 2))


def test_every_option_is_tested() -> None:
    assert set(UltimeOptions.model_fields) == TESTED


# --- as played, and what even a table cannot do --------------------------------------------------


@pytest.mark.parametrize(
    ("make", "seat", "action", "rule"),
    [
        (lambda: given(turn=2), 1, Skip(), "UP-9"),
        (lambda: given(), 1, card(10, 2, 6), "UP-11"),
        (lambda: given(), 1, card(6, 1, 2), "UP-11"),
        (lambda: given(), 1, card(10, 1, 2, "split"), "UP-15"),
        (lambda: given(whole_move_on_two_move_cards=False), 1, card(7, 1, 2), "UP-15"),
        (lambda: given({1: (8, 2), 2: (9, 6), 3: (9, 10)}), 1, card(8, 1, 8), "UP-34"),
        (lambda: given(power={1: 1}, more=[Changed("step", "power", "movement")]), 1, power("heal"), "UP-20"),
        (lambda: given(power={1: 1}, more=[Changed("step", "power", "movement"), Changed("drew_power", None, 1)]),
         1, power("heal"), "UP-24"),
        (lambda: given(power={1: 1}), 1, power("heal", 2), "UP-39f"),
        (lambda: given(power={1: 1}), 1, power("curse", 1), "UP-40"),
        (lambda: given(power={1: 1}), 1, power("defence"), "UP-41"),
        (lambda: given(movement={1: 3}), 1, Discard(card="movement:4"), "UP-25"),
        (lambda: given(power={1: 1}, movement={1: 8}), 1, Discard(card="power:heal"), "UP-25"),
        (lambda: given(scores={1: 12}, more=[Changed("winners", None, "1")]), 1, Skip(), "UP-51"),
    ],
)  # fmt: skip
def test_each_irregular_move_can_be_recorded_as_it_was_played(
    make: Callable[[], Match], seat: int, action: Any, rule: str
) -> None:
    from tablescribe.replays.auditing.audit import audit

    match = make()
    move = when(match, seat, action, as_played=True)[-1]
    assert rule in [broken.rule for broken in move.irregularities]
    found = [finding for finding in audit(match).findings if finding.code == "irregular"]
    assert rule in [finding.rule for finding in found]
    assert all(finding.text for finding in found)


@pytest.mark.parametrize(
    ("make", "seat", "action"),
    [
        (given, 1, card(99, 1, 2)),
        (given, 1, card(10, 1, 3)),
        (given, 1, power("heal")),
        (lambda: given(power={1: 1}), 1, power("dance")),
        (lambda: given(power={1: 1}), 1, power("thief")),
        (lambda: given(power={1: 1}), 1, power("swap", 2, 3, 6)),
        (given, 2, Defend()),
        (given, 2, Decline()),
        (lambda: given(movement={1: 8}), 1, Discard(card="power:heal")),
        (lambda: given(seats=3), 1, card(30, 1, 2)),
    ],
)
def test_what_cannot_be_is_impossible_even_as_played(make: Callable[[], Match], seat: int, action: Any) -> None:
    match = make()
    before = match.table.copy()
    with pytest.raises(Impossible):
        when(match, seat, action, as_played=True)
    assert match.table == before
