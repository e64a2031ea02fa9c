"""Disputed sentences of the Law and of cards, and how the room implements them."""

from __future__ import annotations

import pytest

from tablescribe.domain.games import opening
from tablescribe.domain.games.root.actions.core import Battle, NoEffect, UseEffect
from tablescribe.domain.games.root.actions.corvids import Admit, Deny, Expose
from tablescribe.domain.games.root.actions.hirelings import (
    Employ,
    Envoy,
    HireBattle,
    HireMove,
    HirePass,
    HirePlace,
    HireTake,
)
from tablescribe.domain.games.root.board import catalogue_of
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Impossible
from tests.domain.root.cases_hireling_cards import begins
from tests.domain.root.cases_hirelings import hiring
from tests.domain.root.table import at, given, when

# --- who uses effects first (RO-4.3.3) ------------------------------------------------------------


def both_could_use_effects() -> Match:
    """Return a battle after the roll: the attacker has Brutal Tactics, the defender Armorers."""
    match = given(
        "CE", clearings={8: "3 marquise:warrior, 3 eyrie:warrior"},
        zones={"crafted:1": "card:brutal-tactics", "crafted:2": "card:armorers"},
    )  # fmt: skip
    when(match, 1, Battle(at=8, defender="eyrie"), 2, 0)
    assert match.to_act == (1,)
    return match


def test_the_attacker_may_let_the_defender_go_first() -> None:
    """Who waits is asked again once the defender has said what it uses: extra hits are not ignored by Armorers."""
    match = both_could_use_effects()
    when(match, 1, NoEffect())
    when(match, 2, UseEffect(effect="card:armorers"))
    when(match, 1, UseEffect(effect="card:brutal-tactics"))
    assert at(match, 8) == {"marquise:warrior": 3, "eyrie:warrior": 2}
    assert match.table.get("score:2") == 1


def test_who_waited_may_use_what_the_defender_does_not() -> None:
    match = both_could_use_effects()
    when(match, 1, NoEffect())
    when(match, 2, NoEffect())
    assert match.to_act == (1,)
    when(match, 1, NoEffect())
    assert at(match, 8) == {"marquise:warrior": 3, "eyrie:warrior": 1}


def test_who_went_first_is_not_asked_again() -> None:
    match = both_could_use_effects()
    when(match, 1, UseEffect(effect="card:brutal-tactics"))
    assert match.to_act == (2,)
    when(match, 2, NoEffect())
    assert match.table.get("awaits") is None
    assert at(match, 8) == {"marquise:warrior": 3}


def test_a_defender_without_effects_is_not_waited_for() -> None:
    match = given(
        "CE", clearings={8: "3 marquise:warrior, 3 eyrie:warrior"}, zones={"crafted:1": "card:brutal-tactics"}
    )
    when(match, 1, Battle(at=8, defender="eyrie"), 2, 0)
    when(match, 1, NoEffect())
    assert match.table.get("awaits") is None


# --- the top five of the discard pile (RO-H-ENVOYS) -----------------------------------------------

FOXES = ("card:anvil", "card:foxfolk-steel", "card:tax-collector")


@pytest.mark.parametrize(
    ("pile", "able"),
    [
        ((*FOXES, "card:bake-sale"), False),
        ((*FOXES, "card:bake-sale", "card:sword-mouse", "card:sappers"), False),
        ((*FOXES, "card:bake-sale", "card:cobbler", "card:sword-mouse"), True),
        ((*FOXES, "card:travel-gear-fox", "card:gently-used-knapsack", "card:bake-sale", "card:cobbler"), False),
    ],
)
def test_a_card_of_a_suit_that_could_lead_the_top_five(pile: tuple[str, ...], able: bool) -> None:
    """What lies on top of what only the table knows: a rabbit is refused where no five cards could make it lead."""
    match = begins("prophets", down=True, zones={"discard:card": ", ".join(pile)})
    if able:
        when(match, 1, Envoy(card="card:bake-sale"))
        assert match.table.count("hand:1", "card:bake-sale") == 1
    else:
        with pytest.raises(Illegal, match="RO-H-ENVOYS"):
            when(match, 1, Envoy(card="card:bake-sale"))


def test_birds_lead_as_birds_and_the_envoys_may_take_nothing() -> None:
    pile = "card:sappers, card:armorers, card:anvil"
    match = begins("prophets", down=True, zones={"discard:card": pile})
    with pytest.raises(Illegal, match="RO-H-ENVOYS"):
        when(match, 1, Envoy(card="card:anvil"))
    when(match, 1, HirePass())
    assert match.table.count("discard:card") == 3


# --- the Prophets and the Popular Band ------------------------------------------------------------


def prophesying(how: str, there: str) -> Match:
    """Return a match in which the Prophets of the first seat, in clearing 12, force somebody to battle or move."""
    match = hiring("prophets", clearings={12: f"prophets:warrior, {there}"})
    when(match, 1, Employ.model_validate({"hireling": "prophets", "how": how}))
    return match


def test_all_warriors_go_where_the_prophets_say() -> None:
    """As many as can are warriors; buildings stay, and who is moved rules there or where they go as always."""
    match = prophesying("lead", "3 eyrie:warrior, eyrie:roost")
    when(match, 1, HireTake(at=12, piece="eyrie:roost"))
    with pytest.raises(Illegal, match="RO-H-PROPHETS-D"):
        when(match, 1, HireMove(origin=12, to=4, n=2))
    when(match, 1, HireMove(origin=12, to=4, n=3))
    assert (at(match, 12), at(match, 4)) == ({"prophets:warrior": 1, "eyrie:roost": 1}, {"eyrie:warrior": 3})


def test_the_prophets_force_their_own_controller() -> None:
    """Any player means the controller, too; who is forced scores as always."""
    match = prophesying("force", "2 marquise:warrior, eyrie:roost")
    when(match, 1, HireTake(at=12, piece="marquise:warrior"))
    when(match, 1, HireBattle(at=12, defender="eyrie"), 0, 0)
    assert at(match, 12) == {"prophets:warrior": 1, "marquise:warrior": 2}
    assert match.table.get("score:1") == 1


def test_the_band_pulls_along_paths_and_no_warlord() -> None:
    """It pulls one warrior of any faction, the controller's too, from each clearing that a path joins with it."""
    match = hiring(
        "band", factions="CH",
        clearings={4: "band:warrior", 8: "2 marquise:warrior", 9: "hundreds:warlord, hundreds:warrior",
                   7: "hundreds:warrior"},
    )  # fmt: skip
    when(match, 1, Employ(hireling="band"))
    when(match, 1, HirePlace(place="clearing:4"))
    when(match, 1, HireTake(at=8, piece="marquise:warrior"))
    with pytest.raises(Illegal, match="RO-H-BAND-D"):
        when(match, 1, HireTake(at=9, piece="hundreds:warlord"))
    when(match, 1, HireTake(at=9, piece="hundreds:warrior"))
    assert at(match, 4) == {"band:warrior": 1, "marquise:warrior": 1, "hundreds:warrior": 1}
    assert at(match, 7) == {"hundreds:warrior": 1}  # a river is no path


# --- a card is shown to one (RO-16.6.27, RO-13.2.4) -----------------------------------------------


def exposed_unseen(*left: str) -> Match:
    """Return a match in which the Marquise has shown the Corvids a card hidden from all others."""
    match = given(
        "PC", clearings={4: "?plot, marquise:warrior"}, hands={2: ["?card"]}, turn=2,
        zones={"discard:card": ", ".join(left)} if left else {},
    )  # fmt: skip
    when(match, 2, Expose(at=4, card="?card", plot="bomb"))
    return match


@pytest.mark.parametrize(("answer", "hands"), [(Deny(), [1, 0]), (Admit(), [0, 1])])
def test_only_the_corvids_see_the_card_of_an_exposure(answer: Action, hands: list[int]) -> None:
    """It is shown to them alone: at the table it need not be named, and goes face down or stays."""
    match = exposed_unseen()
    when(match, 1, answer)
    assert [match.table.count(f"hand:{seat}", "?card") for seat in (1, 2)] == hands


def test_a_card_that_is_known_is_not_shown_as_another() -> None:
    match = given("PC", clearings={4: "?plot, marquise:warrior"}, hands={2: ["root-tea-rabbit"]}, turn=2)
    with pytest.raises(Impossible):
        when(match, 2, Expose(at=4, card="?card", plot="bomb"))


def test_no_rabbit_is_shown_when_all_are_known() -> None:
    """What nobody has seen must be able to match."""
    deck = catalogue_of(opening("root", 2)).decks["standard"]
    fitting = [
        f"{card.n} {card.piece}" for card in deck if card.suit in ("rabbit", "bird") and card.kind != "dominance"
    ]
    with pytest.raises(Illegal, match=r"RO-13\.2\.4"):
        exposed_unseen(*fitting)
