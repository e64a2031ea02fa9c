"""The 24 windows: where each opens, who is asked, and how it closes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tablescribe.domain.games import game
from tablescribe.domain.games.root.actions.cards import Charm
from tablescribe.domain.games.root.actions.core import Ambush, Battle, Craft, GoOn, Move, NoAmbush
from tablescribe.domain.games.root.actions.corvids import Expose, SpringRaid
from tablescribe.domain.games.root.actions.hirelings import Employ, HireBattle, HireTake
from tablescribe.domain.games.root.actions.keepers import Venture
from tablescribe.domain.games.root.actions.vagabond import Roam
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import NeedsOutcome
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.rules.window import Window, awaited
from tests.domain.root.cases_advanced import advanced, go_on_until
from tests.domain.root.cases_cards import with_card
from tests.domain.root.cases_corvids import plotting
from tests.domain.root.cases_duchy import failing
from tests.domain.root.cases_hireling_cards import begins
from tests.domain.root.cases_hireling_sides import down, fallen
from tests.domain.root.cases_hirelings import hiring, turn_over
from tests.domain.root.cases_hundreds import AT_HOME, led
from tests.domain.root.cases_riverfolk import PRICES
from tests.domain.root.cases_vagabond import favour, roaming
from tests.domain.root.table import at, given, when

Opening = Callable[[], Match]
ASKED: dict[str, tuple[str, int, Opening]] = {}
"""By its number: the name of the window, the seat that is asked, and a position in which it has just opened."""

AUTOMATIC = {
    "W-19": "who is at the Flotilla draws: nobody is known to have declined a card",
    "W-22": "what cards do to others asks them nothing",
}
"""Decisions for which nobody is asked, with the reason; automatic effects have a case below."""


def asks(number: str, window: str, seat: int) -> Callable[[Opening], Opening]:
    """Register a position in which a window has just opened."""

    def register(position: Opening) -> Opening:
        ASKED[number] = (window, seat, position)
        return position

    return register


# --- in a battle ----------------------------------------------------------------------------------


@asks("W-1", "ambush", 2)
def a_battle_is_declared() -> Match:
    match = given("CE", clearings={12: "2 marquise:warrior, 3 eyrie:warrior"}, hands={2: ["anvil"]})
    when(match, 1, Battle(at=12, defender="eyrie"))
    return match


@asks("W-2", "foil", 1)
def an_ambush_is_played() -> Match:
    match = given("CE", clearings={12: "2 marquise:warrior, 3 eyrie:warrior"}, hands={1: ["anvil"], 2: ["ambush-fox"]})
    when(match, 1, Battle(at=12, defender="eyrie"))
    when(match, 2, Ambush(card="card:ambush-fox"))
    return match


@asks("W-3", "effects", 3)
def an_arbiter_stands_there() -> Match:
    match = given(
        "CVE", clearings={5: "vagabond:pawn, 3 marquise:warrior, eyrie:warrior"},
        zones={"satchel:2": "item:sword"}, values={"character:2": "arbiter"},
    )  # fmt: skip
    when(match, 1, Battle(at=5, defender="eyrie"))
    return match


@asks("W-4", "effects", 2)
def scouts_defend() -> Match:
    match = down("uprising", seat=2, clearings={12: "marquise:warrior, eyrie:warrior"}, hands={2: ["anvil"]})
    when(match, 1, Battle(at=12, defender="eyrie"))
    when(match, 2, NoAmbush())
    return match


@asks("W-5", "effects", 1)
def a_bitter_warlord_battles() -> Match:
    match = led({8: AT_HOME + ", 2 marquise:warrior", 7: "hundreds:mob"}, mood="bitter")
    when(match, 1, Battle(at=8, defender="marquise"))
    return match


@asks("W-6", "effects", 2)
def sappers_after_the_roll() -> Match:
    match = given("CE", clearings={8: "3 marquise:warrior, eyrie:warrior"}, zones={"crafted:2": "card:sappers"})
    when(match, 1, Battle(at=8, defender="eyrie"), 1, 1)
    return match


@asks("W-7", "casualty", 2)
def a_building_or_a_token_falls() -> Match:
    match = given(
        "EC", clearings={8: "eyrie:warrior, marquise:sawmill, marquise:wood"}, stage="decree",
        zones={"decree:battle": "loyal-vizier"},
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="marquise"), 0, 0)
    return match


# --- after a removal ------------------------------------------------------------------------------


@asks("W-8", "hospitals", 2)
def cats_fall() -> Match:
    match = given(
        "EC", clearings={8: "3 eyrie:warrior, 2 marquise:warrior", 1: "marquise:keep"}, hands={2: ["anvil"]},
        zones={"decree:battle": "loyal-vizier"}, stage="decree",
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="marquise"))
    when(match, 2, NoAmbush(), 2, 0)
    return match


asks("W-9", "physicians", 2)(fallen)


@asks("W-10", "outrage", 1)
def cats_enter_a_sympathetic_clearing() -> Match:
    match = given("CA", clearings={9: "alliance:sympathy", 1: "marquise:warrior"}, hands={1: ["anvil"]})
    when(match, 1, Move(origin=1, to=9, n=1))
    return match


@asks("W-11", "supporters_lost", 2)
def the_last_base_falls() -> Match:
    others = "card:investments, card:sword-mouse, card:crossbow-mouse, card:bake-sale, card:cobbler"
    match = given(
        "CA", clearings={8: "marquise:warrior, alliance:base.fox"},
        zones={"supporters": f"card:anvil, {others}, card:root-tea-mouse"},
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="alliance"), 0, 0)
    return match


@asks("W-12", "funds_lost", 2)
def a_post_falls() -> Match:
    match = given(
        "CO", clearings={5: "2 marquise:warrior, riverfolk:post.rabbit"}, values=PRICES,
        zones={"funds": "3 marquise:warrior, 2 riverfolk:warrior"},
    )  # fmt: skip
    when(match, 1, Battle(at=5, defender="riverfolk"), 0, 0)
    return match


@asks("W-13", "price_of_failure", 1)
def a_market_falls() -> Match:
    return failing("minister:captain, minister:brigadier, minister:mayor")


@asks("W-14", "exposure", 1)
def a_plot_is_guessed() -> Match:
    match = plotting(turn=2, clearings={4: "?plot, marquise:warrior"}, hands={2: ["root-tea-rabbit"]})
    when(match, 2, Expose(at=4, card="card:root-tea-rabbit", plot="bomb"))
    return match


@asks("W-15", "short_supply", 1)
def a_raid_with_two_warriors_left() -> Match:
    match = plotting(turn=2, clearings={1: "?plot, 2 marquise:warrior", 5: "13 corvids:warrior"})
    when(match, 2, Battle(at=1, defender="corvids"), 0, 0)
    when(match, 1, SpringRaid())
    return match


@asks("W-16", "item_hit", 2)
def a_favour_where_he_stands() -> Match:
    return favour("item:boot, item:torch, 2 item:sword")


@asks("W-17", "loose_relic", 1)
def a_relic_falls() -> Match:
    match = given("CK", clearings={6: "keepers:warrior, figure:2, 4 marquise:warrior"})
    when(match, 1, Battle(at=6, defender="keepers"), 3, 0)
    return match


# --- hirelings, setting up ------------------------------------------------------------------------


@asks("W-18", "hand_on", 1)
def a_marker_runs_out() -> Match:
    match = hiring("spies", factions="CEA", values={"markers:spies": 1, "score:1": 2}, hands={2: ["anvil"]})
    return turn_over(match)


@asks("W-20", "foil", 2)
def a_forced_attacker_is_ambushed() -> Match:
    match = hiring(
        "prophets", clearings={12: "prophets:warrior, 2 eyrie:warrior, marquise:warrior"},
        hands={1: ["ambush-fox"], 2: ["anvil"]},
    )  # fmt: skip
    when(match, 1, Employ(hireling="prophets", how="force"))
    when(match, 1, HireTake(at=12, piece="eyrie:warrior"))
    when(match, 1, HireBattle(at=12, defender="marquise"))
    when(match, 1, Ambush(card="card:ambush-fox"))
    return match


@asks("W-21", "item_hit", 2)
def the_vagabond_meets_bandits() -> Match:
    match = hiring(
        "bandits", factions="CV", seat=1, turn=2, clearings={1: "vagabond:pawn"},
        zones={"path:1-5": "bandits:warrior", "satchel:2": "item:boot, item:torch"}, values={"character:2": "thief"},
    )  # fmt: skip
    when(match, 2, Roam(to=5))
    return match


@asks("W-23", "first_hand", 2)
def two_of_five_go_back() -> Match:
    match = advanced(factions="CE", draft=False)
    return go_on_until(match, lambda match: match.table.get("awaits") == "first_hand")


@asks("W-24", "loose_relic", 1)
def nobodys_hireling_removes_a_relic() -> Match:
    """Who decides is not said: the player in turn does (RO-1.1.3)."""
    match = given(
        "KC", setup="advanced", draft=False, hirelings=True, outcomes=["spies", "flotilla", "band"],
        clearings={1: "keepers:warrior, figure:2, 3 spies:warrior"}, zones={"retinue:2": "card:anvil"},
        stage="retinue-2",
    )  # fmt: skip
    when(match, 1, Venture(card="card:anvil", at=1, defender="spies"), 3, 3)
    return match


# --- what holds of all of them --------------------------------------------------------------------

OPTIONAL = ("W-1", "W-2", "W-3", "W-4", "W-5", "W-6", "W-8", "W-9", "W-20")
"""Decisions that are declined where play goes on without an answer; the others must be made."""


def window_of(name: str) -> Window:
    """Return a window of the game."""
    return next(one for one in game("root").windows if one.name == name)


def test_each_of_the_24_decisions_has_a_window_or_a_reason() -> None:
    assert {f"W-{n}" for n in range(1, 25)} == ASKED.keys() | AUTOMATIC.keys()
    assert not ASKED.keys() & AUTOMATIC.keys()


@pytest.mark.parametrize("number", ASKED)
def test_it_opens_for_who_decides(number: str) -> None:
    name, seat, position = ASKED[number]
    match = position()
    assert match.table.get("awaits") == name
    assert seat in awaited(match.table)
    answers = {act.answers for act in legal_actions(match.opening, match.table, seat)}
    assert name in answers


@pytest.mark.parametrize("number", ASKED)
def test_it_is_declined_by_playing_on_or_comes_first(number: str) -> None:
    """An optional one closes when the player in turn goes on; a forced one is named by its rule instead."""
    name, _, position = ASKED[number]
    match = position()
    window, turn = window_of(name), match.table.number("turn")
    assert (window.unused is not None) == (number in OPTIONAL)
    if window.unused is None:
        with pytest.raises(Illegal) as refused:
            when(match, turn, GoOn())
        assert refused.value.rule == window.rule
        assert match.table.get("awaits") == name
    else:
        asked = len(match.moves)
        play_on(match)
        assert window.unused in [move.action["do"] for move in match.moves[asked:] if hasattr(move, "action")]


@pytest.mark.parametrize("number", OPTIONAL)
def test_going_on_declines_what_is_asked_and_spends_nothing_else(number: str) -> None:
    """The same as the answer that declines; the phase of who comes next is theirs."""
    name, seat, position = ASKED[number]
    going, declining, unused = position(), position(), window_of(name).unused
    assert unused is not None
    answer = game("root").kind(unused)()
    before, rolled = len(going.moves), list[Any]()
    while True:
        try:
            when(going, going.table.number("turn"), GoOn(), *rolled)
            break
        except NeedsOutcome as needed:
            rolled.append(next(iter(needed.question.among)))
    when(declining, seat, answer, *rolled)
    assert [(move.seat, move.action, move.implied) for move in going.moves[before:] if isinstance(move, Played)] == [
        (seat, answer.data(), True)
    ]
    assert going.table == declining.table


def play_on(match: Match) -> None:
    """Let the seat in turn continue, whatever was asked; dice show nothing."""
    rolled: list[Any] = []
    while True:
        try:
            when(match, match.table.number("turn"), GoOn(), *rolled, as_played=True)
            return
        except NeedsOutcome as needed:
            rolled.append(next(iter(needed.question.among)))


@pytest.mark.parametrize("number", [number for number in ASKED if ASKED[number][0] != "first_hand"])
def test_nobody_else_answers(number: str) -> None:
    name, seat, position = ASKED[number]
    match = position()
    answers = [act for act in legal_actions(match.opening, match.table, seat) if act.answers == name]
    for other in match.opening.opponents(seat):
        for act in answers[:3]:
            with pytest.raises(Illegal):
                when(match, other, act)


# --- what asks nobody -----------------------------------------------------------------------------


def test_who_is_at_the_flotilla_draws() -> None:
    """W-19: the seats from the controller's on, each with faction pieces there."""
    match = begins("flotilla", clearings={4: "flotilla:pawn, marquise:warrior, eyrie:warrior"})
    assert [match.table.count(f"hand:{seat}") for seat in (1, 2)] == [1, 1]
    assert match.table.get("awaits") == "hireling"


def test_a_named_player_scores_unasked() -> None:
    """W-22."""
    match = with_card("charm-offensive", deck="exiles", stage="evening_start")
    when(match, 1, Charm(partner=3))
    assert match.table.get("score:3") == 1
    assert match.table.get("awaits") is None


def test_an_ambush_is_not_asked_of_an_empty_hand() -> None:
    """W-1 stays closed: there is nothing to decide."""
    match = given("CE", clearings={12: "2 marquise:warrior, 3 eyrie:warrior"})
    when(match, 1, Battle(at=12, defender="eyrie"), 0, 0)
    assert at(match, 12) == {"marquise:warrior": 2, "eyrie:warrior": 3}


def test_items_are_damaged_unasked_where_there_is_no_choice() -> None:
    """W-16 stays closed: of one kind on one side three are three."""
    match = roaming(
        "4 item:boot", turn=1, stage="craft", hands={1: ["favor-of-the-foxes"]},
        clearings={1: "vagabond:pawn, marquise:workshop", 6: "marquise:workshop", 8: "marquise:workshop"},
    )  # fmt: skip
    when(match, 1, Craft(card="card:favor-of-the-foxes"))
    assert match.table.count("damaged:2") == 3
    assert match.table.get("awaits") is None
