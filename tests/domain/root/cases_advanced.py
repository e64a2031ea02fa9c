"""Cases of Root's rules: the usual set-up, and the advanced one in its steps (16.1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tablescribe.domain.games import opening
from tablescribe.domain.games.root.actions.advanced import Choose, PutBack
from tablescribe.domain.games.root.actions.core import Settle
from tablescribe.domain.games.root.actions.marquise import Build
from tablescribe.domain.games.root.board import Board
from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.rules.deciding import legal_actions
from tests.domain.root.cases import CASES
from tests.domain.root.table import at, when
from tests.support import STAMP


def opened(seats: int = 2, *outcomes: Outcome, **options: Any) -> Match:
    """Return a match whose set-up has just begun; chance gave these outcomes."""
    fixed = opening("root", seats, options)
    return Match.open("m", fixed, [Seat(f"s{k}", "c") for k in range(seats)], STAMP, outcomes=list(outcomes))


def advanced(seats: int = 2, *outcomes: Outcome, **options: Any) -> Match:
    """Return a match in which the advanced set-up has just begun."""
    return opened(seats, *outcomes, setup="advanced", **options)


def go_on_until(match: Match, awaited: Callable[[Match], bool]) -> Match:
    """Let everybody do the first thing that is legal, until something has come."""
    while not awaited(match):
        seat = match.to_act[0]
        when(match, seat, next(iter(legal_actions(match.opening, match.table, seat))))
    return match


def numbers(match: Match) -> set[str]:
    """Return all rules that moves of the match cite."""
    return {rule for move in match.moves for rule in getattr(move, "citations", ())}


# --- the usual set-up (5.1) ------------------------------------------------------------------------


@CASES.obeys("RO-5.1.2", "RO-5.1.4", "RO-5.1.5", "RO-5.1.6")
def map_items_and_dice() -> Match:
    match = opened(factions="CE")
    assert [match.table.get(f"score:{seat}") for seat in (1, 2)] == [0, 0]
    assert Board(match.opening, match.table).where("ruin") == [6, 10, 11, 12]
    assert match.table.pieces("items") == {
        "item:bag": 2, "item:boot": 2, "item:coin": 2, "item:crossbow": 1, "item:hammer": 1,
        "item:sword": 2, "item:tea": 2,
    }  # fmt: skip
    return match


@CASES.obeys("RO-5.1.1")
def the_first_player_by_lot() -> Match:
    match = opened(2, 2, factions="CE", first_player=None)
    assert match.table.get("first") == 2
    return match


@CASES.obeys("RO-5.1.3")
def two_players_without_dominance_draw_three() -> Match:
    match = opened(factions="CE")
    assert [match.table.count(f"hand:{seat}") for seat in (1, 2)] == [3, 3]
    assert match.table.count("deck:card") == 54 - 4 - 6
    assert not [card for card in match.table.pieces("unseen:card") if "dominance" in card]
    assert opened(3, factions="CEA").table.count("unseen:card", "card:dominance-bird") == 1
    return match


@CASES.obeys("RO-5.1.7")
def factions_in_the_order_of_their_letters() -> Match:
    match = opened(factions="EC")
    assert match.to_act == (2,)  # the Marquise is C
    go_on_until(match, lambda match: match.to_act == (1,))
    return match


@CASES.breaks("RO-5.1.7")
def a_set_up_that_is_over() -> None:
    match = go_on_until(opened(factions="CE"), lambda match: match.table.get("stage") != "setup")
    when(match, match.to_act[0], Settle(at=1))


CASES.forged("RO-5.1.1", "RO-5.1.2", "RO-5.1.3", "RO-5.1.4", "RO-5.1.5", "RO-5.1.6")


# --- map, deck, seats (16.1.1 to 16.1.4, 16.1.7, 16.1.9) --------------------------------------------

MARKERS = ["fox", "fox", "fox", "fox", "mouse", "mouse", "mouse", "mouse", "rabbit", "rabbit", "rabbit", "rabbit"]


@CASES.obeys("RO-16.1", "RO-16.1.1", "RO-16.1.2", "RO-16.1.4", "RO-16.1.9", "RO-16.2.3-I")
def a_variant_map_with_markers() -> Match:
    match = opened(
        2, *MARKERS, 2, setup="advanced", map="mountain", deck="exiles", factions="CE", draft=False, first_player=None
    )
    assert [match.table.get(f"suit:{number}") for number in (1, 4, 5, 12)] == ["fox", "fox", "mouse", "rabbit"]
    assert match.table.count("unseen:card", "card:soup-kitchens") == 1
    assert [match.table.get(f"score:{seat}") for seat in (1, 2)] == [0, 0]
    closed = [zone for zone in match.table.zones_of("path:") if match.table.count(zone, "closed")]
    assert sorted(closed) == ["path:11-12", "path:2-5", "path:3-7", "path:5-9", "path:6-11", "path:8-9"]
    assert at(match, 10)["landmark:tower"] == 1
    return match


@CASES.obeys("RO-16.2.2-I")
def the_ferry_at_its_corner() -> Match:
    match = opened(2, *MARKERS, map="lake", factions="CE")
    assert at(match, 1) == {"landmark:ferry": 1}
    return match


@CASES.obeys("RO-AMB-1")
def autumn_keeps_its_suits() -> Match:
    covered = advanced(2, *MARKERS, autumn_markers=True, factions="CE", draft=False)
    assert covered.table.get("suit:2") == "fox"
    match = advanced(factions="CE", draft=False)
    assert match.table.get("suit:2") == "mouse"
    return match


@CASES.obeys("RO-16.1.7", "RO-16.1.8")
def five_cards_each() -> Match:
    match = advanced(factions="CE", draft=False)
    assert [match.table.count(f"hand:{seat}") for seat in (1, 2)] == [5, 5]
    assert not [card for card in match.table.pieces("unseen:card") if "dominance" in card]
    return match


CASES.forged(
    "RO-16.1", "RO-16.1.1", "RO-16.1.2", "RO-16.1.4", "RO-16.1.7", "RO-16.1.8", "RO-16.1.9", "RO-16.2.2-I",
    "RO-16.2.3-I", "RO-AMB-1",
)  # fmt: skip


# --- factions by setup cards (16.1.8) --------------------------------------------------------------

DEALT = ["marquise", "eyrie", "duchy", "alliance"]


def drafted(*outcomes: Outcome, seats: int = 3, **options: Any) -> Match:
    """Return a match in which the factions have been dealt: the middle, then one for each player."""
    return advanced(seats, *(outcomes or DEALT), **options)


@CASES.obeys("RO-16.1.8-I")
def one_militant_and_one_for_each_player() -> Match:
    match = drafted("marquise", "lizards", "alliance", "eyrie")
    assert sorted(match.table.pieces("pool")) == [
        f"setup-card:{key}" for key in ("alliance", "eyrie", "lizards", "marquise")
    ]
    when(match, 3, Choose(faction="alliance"))
    return match


@CASES.breaks("RO-16.1.8-I")
def a_faction_that_was_not_dealt() -> None:
    when(drafted(), 3, Choose(faction="keepers"))


@CASES.obeys("RO-16.1.8-I-a")
def two_players_without_insurgents() -> Match:
    match = drafted("marquise", "eyrie", "duchy", seats=2)
    assert len(match.table.pieces("pool")) == 3
    return match


@CASES.obeys("RO-16.1.8-I-b")
def a_locked_insurgent_after_a_militant() -> Match:
    match = drafted()
    assert match.table.count("pool", "setup-card:alliance.locked") == 1
    when(match, 3, Choose(faction="eyrie"))
    go_on_until(match, lambda match: match.to_act == (2,))
    when(match, 2, Choose(faction="alliance"))
    assert match.table.get("faction:2") == "alliance"
    return match


@CASES.breaks("RO-16.1.8-I-b")
def a_locked_insurgent_before_any_militant() -> None:
    when(drafted(), 3, Choose(faction="alliance"))


@CASES.obeys("RO-16.1.8-I-c", "RO-A-V")
def the_character_that_was_dealt() -> Match:
    match = drafted("marquise", "vagabond", "ronin", "eyrie", "duchy")
    when(match, 3, Choose(faction="vagabond"), "quest:fox-errand", "quest:fox-fundraising", "quest:mouse-escort")
    assert match.table.get("character:3") == "ronin"
    return match


@CASES.obeys("RO-16.1.8-II", "RO-A-A")
def from_the_last_player_on() -> Match:
    match = drafted("marquise", "alliance", "eyrie", "duchy")
    assert match.to_act == (3,)
    when(match, 3, Choose(faction="alliance"))
    assert match.table.count("supporters") == 3
    assert match.to_act == (2,)
    return match


@CASES.breaks("RO-16.1.8-II")
def the_first_player_chooses_first() -> None:
    when(drafted(), 1, Choose(faction="marquise"))


def builds(match: Match, sawmill: int, workshop: int, recruiter: int) -> None:
    """Let the third seat place its first buildings."""
    when(match, 3, Build(building="sawmill", at=sawmill))
    when(match, 3, Build(building="workshop", at=workshop))
    when(match, 3, Build(building="recruiter", at=recruiter))


@CASES.obeys("RO-A-C")
def three_homelands_of_the_marquise() -> Match:
    match = drafted()
    when(match, 3, Choose(faction="marquise"))
    for number in (10, 12, 11):
        when(match, 3, Settle(at=number))
    assert {number: at(match, number).get("marquise:warrior") for number in (10, 11, 12, 1, 3)} == {
        10: 2, 11: 2, 12: 2, 1: 1, 3: 1
    }  # fmt: skip
    when(match, 3, Settle(at=12))
    assert at(match, 12)["marquise:keep"] == 1
    builds(match, 12, 10, 11)
    assert match.to_act == (2,)
    return match


@CASES.breaks("RO-A-C")
def homelands_that_are_not_adjacent() -> None:
    match = drafted()
    when(match, 3, Choose(faction="marquise"))
    when(match, 3, Settle(at=1))
    when(match, 3, Settle(at=5))
    when(match, 3, Settle(at=8))


def the_marquise_in_the_north() -> Match:
    """Return a match in which the last player begins in 1, 5 and 2 with her keep in 1."""
    match = drafted()
    when(match, 3, Choose(faction="marquise"))
    for number in (1, 5, 2, 1):
        when(match, 3, Settle(at=number))
    builds(match, 1, 5, 2)
    return match


@CASES.obeys("RO-A-E", "RO-16.1.8-II-a", "RO-16.1.8-II-b", "RO-AMB-3")
def the_eyrie_far_away() -> Match:
    match = the_marquise_in_the_north()
    when(match, 2, Choose(faction="eyrie"))
    when(match, 2, Settle(at=8))
    assert at(match, 8) == {"eyrie:roost": 1, "eyrie:warrior": 6, "marquise:warrior": 1}
    return match


@CASES.breaks("RO-16.1.8-II-a")
def a_homeland_of_an_opponent() -> None:
    match = the_marquise_in_the_north()
    when(match, 2, Choose(faction="eyrie"))
    when(match, 2, Settle(at=2))


@CASES.breaks("RO-16.1.8-II-b")
def a_homeland_next_to_one_of_an_enemy() -> None:
    match = the_marquise_in_the_north()
    when(match, 2, Choose(faction="eyrie"))
    when(match, 2, Settle(at=9))


@CASES.breaks("RO-A-E")
def a_homeland_that_is_not_on_the_edge() -> None:
    match = the_marquise_in_the_north()
    when(match, 2, Choose(faction="eyrie"))
    when(match, 2, Settle(at=12))


CASES.forged("RO-16.1.8-I-a", "RO-16.1.8-I-c", "RO-A-A", "RO-A-V", "RO-AMB-3")


# --- the hands that are kept (16.1.10) -------------------------------------------------------------


def first_hands() -> Match:
    """Return a match in which everybody has to put two cards back."""
    return go_on_until(advanced(factions="CE", draft=False), lambda match: match.table.get("awaits") == "first_hand")


@CASES.obeys("RO-16.1.10")
def two_cards_are_shuffled_back() -> Match:
    match = first_hands()
    before = match.table.count("deck:card")
    for seat in (2, 1, 2, 1):
        when(match, seat, PutBack(card="?card"))
    assert [match.table.count(f"hand:{seat}") for seat in (1, 2)] == [3, 3]
    assert match.table.count("deck:card") == before + 4
    assert match.to_act == (1,)
    return match


@CASES.breaks("RO-16.1.10")
def a_third_card_is_put_back() -> None:
    match = first_hands()
    for _ in range(3):
        when(match, 2, PutBack(card="?card"))
