"""What is refused because it has been done: once in a turn, once in each clearing, once for good (Root)."""

from __future__ import annotations

from tablescribe.domain.games.root.actions.advanced import Hire, Station
from tablescribe.domain.games.root.actions.corvids import Flock
from tablescribe.domain.games.root.actions.duchy import Bank
from tablescribe.domain.games.root.actions.eyrie import Decree
from tablescribe.domain.games.root.actions.hundreds import Incite, Lead
from tablescribe.domain.games.root.actions.keepers import Join, March, Shift
from tablescribe.domain.games.root.actions.riverfolk import Buy
from tablescribe.domain.games.root.actions.vagabond import Quest
from tests.domain.root.cases import CASES
from tests.domain.root.cases_corvids import MOUSE, RABBITS, plotting
from tests.domain.root.cases_duchy import digging
from tests.domain.root.cases_hireling_setup import dealt
from tests.domain.root.cases_hundreds import led
from tests.domain.root.cases_keepers import FOX, keeping
from tests.domain.root.cases_riverfolk import buying
from tests.domain.root.cases_vagabond import roaming
from tests.domain.root.table import given, when

# --- Eyrie, Corvids -------------------------------------------------------------------------------


def add_three(edition: str = "") -> None:
    match = given(
        "EC", clearings={3: "eyrie:roost"}, hands={1: ["anvil", "bake-sale", "investments"]},
        values={"leader": "builder"}, stage="birdsong", edition=edition,
    )  # fmt: skip
    for card in ("anvil", "bake-sale", "investments"):
        when(match, 1, Decree(card=f"card:{card}", column="move"))


@CASES.breaks("RO-7.4.2")
def a_third_card_for_the_decree() -> None:
    """After the second one the time for it is over."""
    add_three()


@CASES.breaks("RO-7.4.2")
def a_third_card_where_going_on_has_to_be_said() -> None:
    """In the first three editions Birdsong lasted as long as a card was left."""
    add_three(edition="3")


@CASES.breaks("RO-13.4.3")
def warriors_in_clearings_of_two_suits() -> None:
    match = plotting("scheming", MOUSE, *RABBITS, clearings={6: "corvids:warrior, ?plot"})
    when(match, 1, Flock(card=f"card:{MOUSE}", suit="mouse"))
    when(match, 1, Flock(card=f"card:{RABBITS[0]}", suit="rabbit"))


# --- Duchy ----------------------------------------------------------------------------------------


@CASES.breaks("RO-12.5.2")
def the_banker_spends_again_after_the_mayor_as_banker() -> None:
    cards = ("anvil", "travel-gear-fox", "root-tea-fox")
    match = digging(*cards, stage="parliament", ministers="minister:banker, minister:mayor")
    when(match, 1, Bank(card="card:anvil"))
    when(match, 1, Bank(card="card:travel-gear-fox", by="mayor:banker"))
    when(match, 1, Bank(card="card:root-tea-fox"))


# --- Hundreds, Keepers ----------------------------------------------------------------------------


@CASES.breaks("RO-14.5.3")
def a_second_advance_without_the_prowess() -> None:
    match = led({7: "hundreds:warrior"}, stage="advance")
    when(match, 1, Lead(to=7, n=1))
    when(match, 1, Lead(to=8, n=1))


@CASES.breaks("RO-14.6.1")
def a_second_mob_in_a_clearing() -> None:
    match = led({8: "hundreds:warlord, hundreds:warrior, hundreds:mob"}, hands={1: ["anvil"]}, stage="incite")
    when(match, 1, Incite(at=8, card="card:anvil"))


@CASES.breaks("RO-15.5.2")
def a_card_of_the_retinue_is_carried_out_twice() -> None:
    match = keeping("retinue-1", zones={"retinue:1": f"{FOX}, card:root-tea-fox"})
    when(match, 1, March(card=FOX, origin=1, to=5, n=1))
    when(match, 1, March(card=FOX, origin=1, to=5, n=1))


@CASES.breaks("RO-15.6.2")
def a_card_joins_after_one_was_shifted() -> None:
    match = keeping("gathering", hands={1: ["root-tea-mouse"]})
    when(match, 1, Shift(card=FOX, column=1, to=2))
    when(match, 1, Join(card="card:root-tea-mouse", column=1))


@CASES.breaks("RO-15.6.2")
def a_second_card_is_shifted() -> None:
    match = keeping("gathering", hands={1: ["root-tea-mouse"]})
    when(match, 1, Shift(card=FOX, column=1, to=2))
    when(match, 1, Shift(card=FOX, column=2, to=3))


# --- Riverfolk, Vagabond --------------------------------------------------------------------------


@CASES.breaks("RO-11.2.7-III")
def mercenaries_twice() -> None:
    match = buying(clearings={5: "marquise:warrior, riverfolk:post.rabbit"})
    when(match, 2, Buy(service="mercenaries"))
    when(match, 2, Buy(service="mercenaries"))


@CASES.breaks("RO-16.3.7-II")
def the_adventurer_improvises_twice_in_a_turn() -> None:
    match = roaming(
        "2 item:boot, item:hammer, item:torch", values={"character:2": "adventurer"},
        zones={"quests": "quest:fox-errand, quest:fox-logistics-help"},
    )  # fmt: skip
    when(match, 2, Quest(quest="quest:fox-errand", reward="points", instead="hammer", of="tea"))
    when(match, 2, Quest(quest="quest:fox-logistics-help", reward="points", instead="torch", of="bag"))


# --- the advanced set-up --------------------------------------------------------------------------


@CASES.breaks("RO-16.1.6-III")
def a_second_hireling_before_the_first_stands() -> None:
    match = dealt("vault")
    when(match, 2, Hire(hireling="vault"))
    when(match, 2, Hire(hireling="protector"))


@CASES.breaks("RO-16.1.6-III")
def a_place_for_no_hireling() -> None:
    when(dealt("vault"), 2, Station(place="clearing:1"))
