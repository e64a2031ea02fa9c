"""The actions with which the human takes pending benefits. Each takes one benefit, or part of one."""

from typing import Literal

from tablescribe.domain.games.expeditions.amounts import gains_worker, with_worker
from tablescribe.domain.games.expeditions.zones import (
    BENEFIT,
    CORRUPTION,
    HAND,
    HUMAN,
    HUMAN_MECH,
    MELDED,
    SOLVED,
    SWEPT,
    TRASHED,
    UPGRADED,
    WORKERS,
    Category,
    benefit,
    deck,
    taken,
    worker,
)
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.typed_facts import ToldFacts, told_of
from tablescribe.domain.words.text import Text, Thing, say


class _Benefit(Action):
    """Base class of actions that answer the window for pending benefits."""

    answers = BENEFIT


class Travel(_Benefit):
    """Move using an ability (EX-93)."""

    do: Literal["travel"] = "travel"
    to: str
    sentence = say("moves on to {place}", place=Thing("cell:{to}"))
    points_at = (HUMAN_MECH, "cell:{to}")


class PlayMore(_Benefit):
    """Play another card using an ability (EX-103)."""

    do: Literal["play_more"] = "play_more"
    card: str
    worker: str | None = None

    def text(self) -> Text:
        """Return the action in words."""
        if self.worker is None:
            return say("also plays {card}", card=Thing(self.card))
        return say("also plays {card} {with_worker}", card=Thing(self.card), with_worker=with_worker(self.worker))

    def touches(self) -> tuple[str, ...]:
        """Return the card and the worker to select for this action."""
        return touched(self.card, self.worker)


class GatherAt(_Benefit):
    """Gather at an adjacent location using an ability (EX-97)."""

    do: Literal["gather_at"] = "gather_at"
    place: str
    sentence = say("gathers at {place}", place=Thing("cell:{place}"))
    points_at = ("cell:{place}",)


class Vanquish(_Benefit):
    """Pay for the top token at your location and take it (EX-45)."""

    do: Literal["vanquish"] = "vanquish"
    sentence = say("vanquishes the top corruption token")
    points_at = (taken(HUMAN),)


class Cleanse(_Benefit):
    """Return the top token at your location to the bag (EX-48)."""

    do: Literal["cleanse"] = "cleanse"
    sentence = say("returns the top corruption token to the bag")
    points_at = (deck(CORRUPTION),)


class Solve(_Benefit):
    """Solve a quest (EX-49)."""

    do: Literal["solve"] = "solve"
    card: str
    sentence = say("solves {card}", card=Thing("{card}"))
    points_at = ("{card}", SOLVED)


class Upgrade(_Benefit):
    """Tuck an item (EX-50)."""

    do: Literal["upgrade"] = "upgrade"
    card: str
    sentence = say("upgrades {card}", card=Thing("{card}"))
    points_at = ("{card}", UPGRADED)


class Meld(_Benefit):
    """Tuck a meteorite (EX-51)."""

    do: Literal["meld"] = "meld"
    card: str
    sentence = say("melds {card}", card=Thing("{card}"))
    points_at = ("{card}", MELDED)


class Boast(_Benefit):
    """Place a glory token on a category you meet (EX-52)."""

    do: Literal["boast"] = "boast"
    category: Category
    sentence = say("boasts: {category}", category=Thing("category:{category}"))
    points_at = ("category:{category}",)


class GainCard(_Benefit):
    """Gain a face-up card (EX-39)."""

    do: Literal["gain_card"] = "gain_card"
    card: str
    sentence = say("gains {card}", card=Thing("{card}"))
    points_at = ("{card}",)


class GainWorker(_Benefit):
    """Gain a worker of a colour you choose (EX-96)."""

    do: Literal["gain_worker"] = "gain_worker"
    colour: str
    points_at = ("worker:{colour}",)

    def text(self) -> Text:
        """Return the action in words."""
        return gains_worker(self.colour)


class GatherOne(_Benefit):
    """Gain one benefit of an adjacent location, by its words (EX-110)."""

    do: Literal["gather_one"] = "gather_one"
    place: str
    benefit: str
    sentence = say(
        "takes a benefit at {place}: {benefit}", place=Thing("cell:{place}"), benefit=Thing("benefit:{benefit}")
    )
    points_at = ("cell:{place}",)


class UseAbility(_Benefit):
    """Use the ability of a face-up card adjacent to your location (EX-109)."""

    do: Literal["use_ability"] = "use_ability"
    card: str
    sentence = say("uses the ability of {card}", card=Thing("{card}"))
    points_at = ("{card}",)


class SweepCard(_Benefit):
    """Sweep a face-up card adjacent to your location (EX-106)."""

    do: Literal["sweep"] = "sweep"
    card: str
    sentence = say("sweeps {card}", card=Thing("{card}"))
    points_at = ("{card}", SWEPT)


class TrashCard(_Benefit):
    """Trash a card you control (EX-107)."""

    do: Literal["trash"] = "trash"
    card: str
    sentence = say("trashes {card}", card=Thing("{card}"))
    points_at = ("{card}", TRASHED)


class RescueCard(_Benefit):
    """Take a card from the sweep pile (EX-108)."""

    do: Literal["rescue"] = "rescue"
    card: str
    sentence = say("rescues {card}", card=Thing("{card}"))
    points_at = ("{card}", SWEPT)


class ReturnCard(_Benefit):
    """Return an active card to your hand, and its worker to your mat (EX-99)."""

    do: Literal["return_card"] = "return_card"
    card: str
    sentence = say("returns {card} to hand", card=Thing("{card}"))
    points_at = ("{card}", HAND)


class ReturnWorker(_Benefit):
    """Return the worker on an active card to your mat (EX-99)."""

    do: Literal["return_worker"] = "return_worker"
    card: str
    sentence = say("returns the worker on {card} to the mat", card=Thing("{card}"))
    points_at = ("{card}", WORKERS)


class Take(_Benefit):
    """Take one side of a "/", pay for an effect, or take a gain now. Name it by its words, joined by `_`."""

    do: Literal["take"] = "take"
    benefit: str
    sentence = say("takes: {benefit}", benefit=Thing("benefit:{benefit}"))


class Tell(_Benefit):
    """Record what a free text did, as facts; none if it did nothing (EX-95)."""

    do: Literal["tell"] = "tell"
    benefit: str
    facts: ToldFacts = ()

    def text(self) -> Text:
        """Return the action in words."""
        return told_of(Thing(benefit(self.benefit)), self.facts)


class Done(_Benefit):
    """Decline the remaining benefits (EX-24, EX-38). Playing on does the same."""

    do: Literal["done"] = "done"
    sentence = say("takes no more benefits")


def touched(card: str, colour: str | None) -> tuple[str, ...]:
    """Return the names of a card and of the worker that goes with it, to select for an action."""
    return (card, worker(colour)) if colour else (card,)


ACTIONS = (
    Travel | PlayMore | GatherAt | Vanquish | Cleanse | Solve | Upgrade | Meld | Boast | GainCard | GainWorker
    | ReturnCard | ReturnWorker | SweepCard | TrashCard | RescueCard | UseAbility | GatherOne | Take | Tell | Done
)  # fmt: skip
