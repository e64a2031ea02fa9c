"""The effects of a move in everyday words, without hidden information."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tablescribe.domain.games.ultime.actions import Decline, Defend, Discard, Skip
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.game import Seen, Telling
from tablescribe.domain.rules.view import view
from tablescribe.domain.table.table import HIDDEN, Changed, Fact, Moved, Table, difference
from tablescribe.domain.words.text import things
from tests.domain.random_play import open_match, random_move
from tests.domain.ultime.table import card, given, power, when
from tests.domain.ultime.test_options import REDISTRIBUTED, squares

EVERYTHING = 0
"""A viewer who sees everything, step by step."""


def seen_by(match: Match, number: int, viewer: int | None) -> Seen:
    """Return a move as seen by a seat, a spectator (`None`), or a viewer who sees everything."""
    move = match.moves[number]
    assert isinstance(move, Played)
    cursor = match.line.cursor()
    cursor.go_to(match.line.parent[number])
    before, facts = cursor.table.copy(), move.facts
    if viewer != EVERYTHING:
        hidden = view(match.opening, before, viewer)
        cursor.go_to(number)
        facts = tuple(difference(hidden, view(match.opening, cursor.table, viewer)))
        before = hidden
    return Seen(move.seat, match.opening.game.read_action(move.action), (), before, facts)


def told(match: Match, seen: Seen) -> Telling:
    """Return the game's words for it."""
    assert match.opening.game.tell is not None
    return match.opening.game.tell(match.opening, seen)


def said(match: Match, viewer: int | None = None, number: int | None = None) -> list[str]:
    """Return what a viewer reads of a move, by default the last."""
    sentences, left = told(match, seen_by(match, match.head if number is None else number, viewer))
    assert left == []
    return [match.opening.told(one) for one in sentences]


# --- sentences -----------------------------------------------------------------------------------


def test_a_movement_an_attack_and_its_end() -> None:
    match = given({1: (5, 6)}, scores={2: 4}, score_visibility="visible")
    when(match, 1, card(2, 1, 6))
    assert said(match) == [
        "blue pawn moves from 6 (village Dune) to 7",
        "Noble attack on Dune",
        "yellow may defend",
    ]
    when(match, 2, Decline(), "movement:8", "movement:12")
    for viewer in (None, 1, 2, EVERYTHING):
        assert said(match, viewer) == [
            "Noble attack on Dune: blue +3, yellow −1",
            "redistributed: blue pawn to 1",  # the other one came to stand where the first had stood
            "blue draws a movement card",
            "it is yellow's turn",
        ]


def test_of_hidden_points_the_reader_learns_what_the_rules_give() -> None:
    match = given({1: (5, 6)}, scores={2: 4})
    when(match, 1, card(2, 1, 6))
    when(match, 2, Decline(), "movement:8", "movement:17")
    assert said(match)[0] == "Noble attack on Dune: blue +3, yellow −1 if possible"
    assert said(match, 2)[0] == "Noble attack on Dune: blue +3, yellow −1"
    nothing_to_lose = given({1: (5, 6)})
    when(nothing_to_lose, 1, card(2, 1, 6))
    when(nothing_to_lose, 2, Decline(), "movement:8", "movement:17")
    assert said(nothing_to_lose) == said(match)
    assert said(nothing_to_lose, 2)[0] == "Noble attack on Dune: blue +3"


def test_a_supply_at_once_and_a_defended_attack() -> None:
    match = given({1: (1, 2)}, score_visibility="visible")
    when(match, 1, card(2, 1, 2), "movement:17", "movement:5")
    for viewer in (None, EVERYTHING):
        assert said(match, viewer)[:2] == [
            "Supply at Frost: blue +2",
            "redistributed: blue pawn to 12 (pickaxe), blue pawn to 8 (pickaxe)",
        ]
    match = given({1: (5, 6)}, scores={2: 4}, power={2: 1})
    when(match, 1, card(2, 1, 6))
    when(match, 2, Defend(), "movement:8", "movement:17")
    assert said(match)[0] == "Noble attack on Dune: no points"


def test_power_cards() -> None:
    scores = {1: 3, 2: 3}
    for name, target, outcomes, sentences in (
        ("strength", None, (), ["Strength: blue +2"]),
        ("heal", None, (), ["Heal: blue +1"]),
        ("luck", None, (), ["blue draws a movement card", "blue draws a power card"]),
        ("speed", None, (), ["blue will take another turn"]),
        ("thief", 2, (), ["Thief: blue +1, yellow −1"]),
        ("curse", 2, (), ["Curse: yellow −1"]),
        ("mace", 2, (), ["yellow will skip a turn"]),
        ("bandit", 2, ("?power",), ["blue takes a power card from yellow"]),
        ("black_magic", 2, ("?movement", "movement:9"),
         ["yellow discards movement card 9 [opponent +3 □10]"]),
        ("barter", 2, (), ["blue and yellow swap hands"]),
    ):  # fmt: skip
        match = given(power={1: 1, 2: 1}, scores=scores, score_visibility="visible")
        when(match, 1, power(name, target))
        if target is not None:
            assert said(match) == ["yellow may defend"]
            when(match, 2, Decline(), *outcomes)
        for viewer in (None, EVERYTHING):
            assert said(match, viewer) == sentences


def test_a_card_that_is_cancelled_or_does_nothing() -> None:
    match = given(power={1: 1, 2: 1})
    when(match, 1, power("thief", 2))
    when(match, 2, Defend())
    assert said(match) == ["Thief is cancelled"]
    match = given(power={1: 1}, score_visibility="visible")
    when(match, 1, power("thief", 2))
    when(match, 2, Decline())
    assert said(match) == ["Thief has no effect"]
    match = given({1: (1, 2), 2: (3, 4)}, power={1: 1})
    when(match, 1, power("swap", 2, 2, 3))
    when(match, 2, Decline())
    assert said(match) == [
        "blue pawn moves from 2 (village Frost) to 3",
        "yellow pawn moves from 3 to 2 (village Frost)",
    ]


def test_turns_hands_and_shuffling() -> None:
    match = given(movement={1: 7}, more=[Changed("skips:2", None, 1)])
    when(match, 1, Skip())
    assert said(match) == ["blue must discard"]
    when(match, 1, Discard(card="movement:4"))
    when(match, 1, Discard(card="movement:5"))
    assert said(match) == ["yellow skips this turn", "it is red's turn"]
    match = given(more=[Moved("?movement", 17, "deck:movement", "discard:movement")])
    when(match, 1, Skip())
    assert said(match)[0] == "the movement discard pile is shuffled"


def test_the_end_and_what_everybody_had() -> None:
    match = given(scores={1: 10, 3: 4}, power={1: 1})
    when(match, 1, power("strength"))
    final = ["Strength: blue +2", "winner: blue", "final score: blue 12, yellow 0, red 4"]
    assert said(match) == final
    assert [said(match, seat) for seat in (1, 2, 3)] == [final] * 3  # with the points that a seat knew before


# --- all moves, all viewers ----------------------------------------------------------------------

TABLES: list[dict[str, Any]] = [
    {},
    {"score_visibility": "visible", "defence_mode": "armed", "defence_stops_attackers_points": False},
    {"swap_can_trigger_event": True, "events_need_active_pawn": False, "hand_limit_counts_power_cards": True},
]


def played(options: dict[str, Any]) -> Iterator[tuple[Match, int]]:
    """Yield each move of a random match, which is played on meanwhile."""
    choose = random.Random(str(options))
    match = open_match("ultime", 4, first_player=1, **options)
    for _ in range(150):
        if match.is_over:
            return
        random_move(match, choose)
        yield match, match.head


def lying_open(*tables: Table) -> set[str]:
    """Return every piece in a zone, except in the list of unseen cards."""
    zones = [(zone, pieces) for table in tables for zone, pieces in table.zones.items()]
    return {piece for zone, pieces in zones if not zone.startswith("unseen:") for piece in pieces}


@pytest.mark.parametrize("options", TABLES)
def test_every_move_is_told_whole_and_names_no_card_that_its_reader_does_not_see(options: dict[str, Any]) -> None:
    for match, number in played(options):
        for viewer in (None, 1, 2, EVERYTHING):
            seen = seen_by(match, number, viewer)
            sentences, left = told(match, seen)
            assert left == [], [match.opening.told(one) for one in sentences]
            after = seen.before.copy()
            for fact in seen.facts:
                after.apply(fact)
            named = {name for one in sentences for name in things(one) if name.startswith(("movement:", "power:"))}
            by_action = set(things(seen.action.text())) if seen.action is not None else set()
            assert named <= lying_open(seen.before, after) | by_action


@pytest.mark.parametrize("options", TABLES)
def test_whatever_a_forged_log_holds_is_told_or_left(options: dict[str, Any]) -> None:
    choose, strays = random.Random(7), 0
    stray: list[Fact] = [
        Moved("pawn:1", 1, "box", "terrain:99"), Changed("score:9", None, "many"), Changed("pending", None, "event 1"),
        Changed("winners", None, "x,2"), Changed("turn", 1, "blue"), Changed("awaits", None, "what"),
        Moved("?movement", 1, "hand:1", "hand:2"), Moved("power:thief", 1, "announced", "hand:3"),
        Changed("skips:2", "a", "b"), Changed("extra_turns", None, HIDDEN), Moved("sword", 2, "a", "b"),
    ]  # fmt: skip
    for match, number in played(options):
        seen = seen_by(match, number, EVERYTHING)
        facts = (*choose.sample(seen.facts, choose.randint(0, len(seen.facts))), choose.choice(stray))
        sentences, left = told(match, Seen(choose.randint(1, 4), seen.action, (), seen.before, facts))
        assert all(match.opening.told(one) for one in sentences)
        assert set(left) <= set(facts)
        strays += facts[-1] in left
    assert strays, "a fact that no rule gives stays to be told by itself"


def test_each_event_of_a_chain_is_told_and_one_that_waits_after_them() -> None:
    for visible in ("visible", "hidden"):
        match = given(REDISTRIBUTED, redistribution_can_trigger_event=True, score_visibility=visible)
        when(match, 1, card(2, 1, 2), *squares(5, 7))
        assert said(match, 1)[0] == "Supply at Frost: blue +2"
        assert said(match, 3)[-2:] == ["Noble attack on Dune", "yellow may defend"]
        when(match, 2, Decline(), *squares(1, 3), *squares(8, 12))
        assert said(match, 3)[0].startswith("Noble attack on Dune and Supply at Frost: blue +5"), visible
        assert said(match, 3)[1] == "redistributed: blue pawn to 12 (pickaxe), blue pawn to 8 (pickaxe)"


def test_a_defended_attack_may_lead_to_an_event_that_nobody_defends() -> None:
    match = given({1: (5, 6)}, power={2: 1}, redistribution_can_trigger_event=True)
    when(match, 1, card(2, 1, 6))
    when(match, 2, Defend(), *squares(1, 3), *squares(8, 12))
    assert said(match, 3)[0] == "Noble attack on Dune and Supply at Frost: blue +2"
