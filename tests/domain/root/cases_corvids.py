"""Cases of Root's rules: the Corvid Conspiracy (RO-13)."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games.root.actions.core import Battle, Craft, GoOn, Move
from tablescribe.domain.games.root.actions.corvids import (
    Admit,
    Alight,
    Deny,
    Expose,
    Flip,
    Flock,
    Plot,
    SpringRaid,
    Trick,
)
from tablescribe.domain.games.root.cards import matches
from tablescribe.domain.match.match import Match
from tests.domain.root.cases import CASES
from tests.domain.root.cases_advanced import go_on_until, opened
from tests.domain.root.table import at, given, when

FOX, MOUSE, RABBITS = "anvil", "root-tea-mouse", ("root-tea-rabbit", "smugglers-trail")


def plotting(stage: str = "daylight", *cards: str, **more: Any) -> Match:
    """Return a match of Corvids and Marquise: corvids in clearings 1 (fox) and 5 (rabbit)."""
    clearings = {1: "3 corvids:warrior", 5: "3 corvids:warrior", **more.pop("clearings", {})}
    hands = {1: list(cards), **more.pop("hands", {})}
    given_ = {"factions": "PC", "stage": stage, "seats": 2, **more}
    return given(clearings=clearings, hands=hands, **given_)


@CASES.obeys("RO-13.2.1")
def a_plot_crafts() -> Match:
    match = plotting("craft", "crossbow-bird", clearings={1: "3 corvids:warrior, ?plot"})
    when(match, 1, Craft(card="card:crossbow-bird"))
    assert match.table.count("items:1", "item:crossbow") == 1
    return match


CASES.forged("RO-13.2.1")


@CASES.obeys("RO-13.2.2", "RO-13.5.3", "RO-13.5")
def the_second_plot_costs_two_warriors() -> Match:
    match = plotting()
    when(match, 1, Plot(at=1, plot="bomb"))
    when(match, 1, Plot(at=5, plot="raid"))
    assert at(match, 1) == {"corvids:warrior": 2, "?plot": 1}
    assert at(match, 5) == {"corvids:warrior": 1, "?plot": 1}
    return match


@CASES.breaks("RO-13.2.2")
def a_second_plot_in_a_clearing() -> None:
    when(plotting(clearings={1: "3 corvids:warrior, ?plot"}), 1, Plot(at=1))


@CASES.breaks("RO-13.5.3")
def a_plot_without_a_warrior() -> None:
    when(plotting(), 1, Plot(at=2))


@CASES.breaks("RO-13.5")
def a_fourth_action() -> None:
    when(plotting(values={"this:actions": 3}), 1, Move(origin=1, to=9, n=1))


@CASES.obeys("RO-13.2.3")
def a_move_whoever_rules() -> Match:
    match = plotting(clearings={1: "corvids:warrior, 4 marquise:warrior", 9: "3 marquise:warrior"})
    when(match, 1, Move(origin=1, to=9, n=1))
    assert at(match, 9)["corvids:warrior"] == 1
    return match


CASES.forged("RO-13.2.3")


def exposing() -> Match:
    """A cat at a face-down plot in clearing 4 (rabbit), with two rabbit cards."""
    return plotting(turn=2, clearings={4: "?plot, marquise:warrior"}, hands={2: list(RABBITS)})


@CASES.obeys("RO-13.2.4", "RO-AMB-36")
def a_wrong_guess_then_a_right_one() -> Match:
    match = exposing()
    when(match, 2, Expose(at=4, card=f"card:{RABBITS[0]}", plot="bomb"))
    when(match, 1, Deny())
    assert match.table.pieces("hand:1") == {f"card:{RABBITS[0]}": 1}
    when(match, 2, Expose(at=4, card=f"card:{RABBITS[1]}", plot="raid"))
    when(match, 1, Admit())
    assert at(match, 4) == {"marquise:warrior": 1}  # no raid takes effect
    assert match.table.get("score:2") == 1
    assert match.table.count("hand:2", f"card:{RABBITS[1]}") == 1
    return match


@CASES.breaks("RO-13.2.4")
def a_guess_with_a_card_of_another_suit() -> None:
    match = plotting("daylight", factions="PC", turn=2, clearings={4: "?plot, marquise:warrior"}, hands={2: [FOX]})
    when(match, 2, Expose(at=4, card=f"card:{FOX}", plot="bomb"))


def exposing_with(card: str = RABBITS[0], seat: int = 2, stage: str = "daylight", **more: Any) -> None:
    """Guess a bomb in clearing 4, in another position than `exposing`."""
    match = plotting(stage, **{"turn": 2, "hands": {2: list(RABBITS)}, **more})
    when(match, seat, Expose(at=4, card=f"card:{card}", plot="bomb"))


@CASES.breaks("RO-13.2.4")
def a_guess_where_no_plot_lies() -> None:
    exposing_with(clearings={4: "marquise:warrior"})


@CASES.breaks("RO-13.2.4")
def a_guess_after_drawing() -> None:
    exposing_with(clearings={4: "?plot, marquise:warrior"}, stage="turn_end")


@CASES.breaks("RO-13.2.4")
def a_guess_of_the_corvids_themselves() -> None:
    clearings = {4: "?plot, corvids:warrior"}
    exposing_with(seat=1, turn=1, clearings=clearings, hands={1: list(RABBITS)})


@CASES.breaks("RO-13.2.4")
def a_guess_from_elsewhere() -> None:
    exposing_with(clearings={4: "?plot", 3: "marquise:warrior"})


TWO_BOMBS = {2: "corvids:plot.bomb", 6: "corvids:plot.bomb"}


@CASES.breaks("RO-13.2.4")
def a_guess_of_a_third_bomb() -> None:
    exposing_with(clearings={4: "?plot, marquise:warrior", **TWO_BOMBS})


@CASES.breaks("RO-13.2.4")
def a_guess_with_an_unseen_card_when_all_rabbits_and_birds_lie_open() -> None:
    match = plotting(turn=2, clearings={4: "?plot, marquise:warrior"}, hands={2: ["?card"]})
    open_cards = [card for card in unseen(match) if matches(match.opening, card, ("rabbit",))]
    match = plotting(
        turn=2, clearings={4: "?plot, marquise:warrior"}, hands={2: ["?card"]},
        zones={"discard:card": ", ".join(open_cards)},
    )  # fmt: skip
    when(match, 2, Expose(at=4, card="?card", plot="bomb"))


def unseen(match: Match) -> list[str]:
    """Return the cards that nobody has seen, each as often as there are."""
    return [card for card, n in match.table.pieces("unseen:card").items() for _ in range(n)]


@CASES.obeys("RO-13.2.5")
def a_hit_more_at_an_own_plot() -> Match:
    match = plotting(turn=2, stage="daylight", clearings={1: "corvids:warrior, ?plot, 3 marquise:warrior"})
    when(match, 2, Battle(at=1, defender="corvids"), 1, 1)
    assert at(match, 1) == {"?plot": 1, "marquise:warrior": 1}
    return match


CASES.forged("RO-13.2.5")


def setting_up() -> Match:
    """The Marquise has begun; the Corvids are to begin."""
    return go_on_until(opened(2, factions="PC"), lambda match: match.table.get("setting-up") == 1)


@CASES.obeys("RO-13.3")
def a_warrior_in_a_clearing_of_each_suit() -> Match:
    match = setting_up()
    for number in (6, 2, 3):
        when(match, 1, Alight(at=number))
    assert [at(match, number)["corvids:warrior"] for number in (6, 2, 3)] == [1, 1, 1]
    return match


@CASES.breaks("RO-13.3")
def two_warriors_for_the_foxes() -> None:
    match = setting_up()
    when(match, 1, Alight(at=6))
    when(match, 1, Alight(at=8))


@CASES.obeys("RO-13.4.2", "RO-13.7.1")
def a_bomb_goes_off() -> Match:
    match = plotting(
        "scheming", factions="PCV", seats=3, zones={"satchel:3": "item:boot, item:torch, item:sword"},
        clearings={7: "corvids:warrior, ?plot, marquise:sawmill, marquise:warrior, vagabond:pawn"},
        values={"character:3": "thief"},
    )  # fmt: skip
    when(match, 1, Flip(at=7, plot="bomb"))
    assert at(match, 7) == {"corvids:warrior": 1, "vagabond:pawn": 1}
    assert match.table.get("score:1") == 1 + 1  # a plot face up, and a sawmill
    assert match.table.count("damaged:3") == 3
    return match


@CASES.breaks("RO-13.4.2")
def a_plot_turned_up_without_a_warrior() -> None:
    when(plotting("scheming", clearings={7: "?plot"}), 1, Flip(at=7, plot="bomb"))


CASES.forged("RO-13.7.1")


@CASES.obeys("RO-13.4.3")
def warriors_in_all_mouse_clearings() -> Match:
    match = plotting("scheming", MOUSE)
    when(match, 1, Flock(card=f"card:{MOUSE}", suit="mouse"))
    assert [at(match, number)["corvids:warrior"] for number in (2, 7, 9, 11)] == [1, 1, 1, 1]
    return match


@CASES.breaks("RO-13.4.3")
def warriors_of_another_suit() -> None:
    when(plotting("scheming", MOUSE), 1, Flock(card=f"card:{MOUSE}", suit="fox"))


CASES.forged("RO-16.6.31")


@CASES.obeys("RO-13.5.4", "RO-16.6.31")
def two_plots_change_places() -> Match:
    match = plotting(clearings={1: "corvids:warrior, corvids:plot.snare", 5: "corvids:plot.bomb"})
    when(match, 1, Trick(one=1, other=5))
    assert at(match, 5) == {"corvids:plot.snare": 1}
    return match


@CASES.breaks("RO-13.5.4")
def a_trick_with_both_sides() -> None:
    match = plotting(clearings={1: "corvids:warrior, corvids:plot.snare", 5: "?plot"})
    when(match, 1, Trick(one=1, other=5))


@CASES.obeys("RO-13.6.1")
def an_action_instead_of_drawing() -> Match:
    match = plotting("exerting")
    when(match, 1, Move(origin=1, to=9, n=1))
    when_over(match)
    assert match.table.count("hand:1") == 0
    return match


def when_over(match: Match) -> None:
    """Let the Corvids end their turn, if it is not over."""
    if match.table.get("turn") == 1:
        when(match, 1, GoOn())


@CASES.breaks("RO-13.6.1")
def two_actions_in_evening() -> None:
    match = plotting("exerting", values={"this:exerted": 1})
    when(match, 1, Move(origin=1, to=9, n=1))


@CASES.obeys("RO-13.6.2")
def a_card_more_for_extortion() -> Match:
    match = plotting("exerting", clearings={1: "corvids:warrior, corvids:plot.extortion"})
    when(match, 1, GoOn())
    assert match.table.count("hand:1") == 2
    return match


CASES.forged("RO-13.6.2")


@CASES.obeys("RO-13.7.2")
def a_snare_holds_and_lets_in() -> Match:
    match = plotting("scheming", clearings={1: "corvids:warrior, ?plot, marquise:warrior", 9: "2 marquise:warrior"})
    when(match, 1, Flip(at=1, plot="snare"))
    while match.table.get("turn") == 1:
        when(match, 1, GoOn())
    when(match, 2, Move(origin=9, to=1, n=1))  # moving in is not forbidden
    assert at(match, 1)["marquise:warrior"] == 2
    return match


@CASES.breaks("RO-13.7.2")
def out_of_a_snare() -> None:
    match = plotting(turn=2, clearings={1: "corvids:plot.snare, 2 marquise:warrior"})
    when(match, 2, Move(origin=1, to=9, n=1))


@CASES.obeys("RO-13.7.3", "RO-AMB-27")
def a_card_is_extorted() -> Match:
    match = plotting("scheming", clearings={5: "corvids:warrior, ?plot, marquise:warrior"}, hands={2: [FOX]})
    when(match, 1, Flip(at=5, plot="extortion"))
    assert match.table.pieces("hand:1") == {f"card:{FOX}": 1}
    return match


CASES.forged("RO-13.7.3", "RO-AMB-27")


@CASES.obeys("RO-13.7.4")
def a_raid_places_warriors_around() -> Match:
    match = plotting(turn=2, clearings={1: "?plot, 2 marquise:warrior"})
    when(match, 2, Battle(at=1, defender="corvids"), 0, 0)  # defenceless: one hit
    when(match, 1, SpringRaid())
    assert [at(match, number).get("corvids:warrior") for number in (5, 9, 10)] == [4, 1, 1]
    assert match.table.get("score:2") == 1
    return match


CASES.forged("RO-13.7.4")


@CASES.breaks("RO-13.7.4")
def a_third_raid() -> None:
    clearings = {1: "?plot, ?plot, 2 marquise:warrior", 2: "corvids:plot.raid", 6: "corvids:plot.raid"}
    match = plotting(turn=2, clearings=clearings)
    when(match, 2, Battle(at=1, defender="corvids"), 0, 0)
    when(match, 1, SpringRaid())
