"""Permanent abilities of upgraded items and of the mech (EX-100)."""

from collections.abc import Callable
from typing import Literal

from pydantic import model_validator

from tablescribe.domain.box.catalogue import Component
from tablescribe.domain.games.expeditions import amounts
from tablescribe.domain.games.expeditions.effects import (
    FOR_EACH_OF,
    Any_,
    AnyEffect,
    Cost,
    Counter,
    Effect,
    JudgeEffect,
    Some,
)
from tablescribe.domain.words.text import Text, listed, say

Trigger = Literal["explore", "vanquish", "solve", "upgrade", "meld", "worker", "card", "refresh"]
"""The triggers of ongoing abilities (EX-100). `worker` and `card`: one is gained; `vanquish`: a token is taken."""


class EndGame(Component):
    """Coins at the end of the game for each of something (EX-72)."""

    per: Counter
    coins: Some
    max: Some = 20


class Ongoing(Component):
    """A permanent ability of an upgraded item or of the mech: exactly one of these.

    Attributes:
        on, then: its trigger and the effect each time (EX-100); without `then`, its text applies.
        move_range: added to the longest distance of the Move action.
        discount: how much less vanquishing a token costs, for each kind; the 20 has no discount.
        solve_reach: quests of adjacent locations can be solved as well.
        tuck_limit: the number of cards that fit at each edge of the mat (EX-49 to EX-51).
        end_game: coins at the end.
        text: a text beyond this vocabulary (EX-95). The program asks what it did whenever `on` happens; without `on`,
            the table applies it.
    """

    on: Trigger | None = None
    then: Effect | None = None
    move_range: Any_ = 0
    discount: Cost | None = None
    solve_reach: bool = False
    tuck_limit: Any_ = 0
    end_game: EndGame | None = None
    text: str = ""

    @model_validator(mode="after")
    def _can_be_had(self) -> "Ongoing":
        if self.discount is not None and (self.discount.coins or self.discount.maps):
            raise ValueError("a discount is in power and guile: Vanquish costs nothing else")
        return self

    @property
    def gives(self) -> AnyEffect | None:
        """The effect each time: one from the vocabulary, or a text that the table carries out."""
        if self.on is None or self.then is not None or not self.text:
            return self.then
        return JudgeEffect(do="judge", text=self.text)

    def words(self) -> Text:
        """Return the ability in words."""
        if self.on is not None and self.gives is not None:
            return FOR_EACH_TIME[self.on](self.gives.words())
        if self.discount is not None:
            return say("Vanquish for {cost} less", cost=self.discount.words())
        if self.end_game is not None:
            at_the_end = say("{gain} at the end", gain=amounts.coins(self.end_game.coins))
            return FOR_EACH_OF[self.end_game.per](at_the_end)
        if self.move_range:
            return say("reach +{n}", n=self.move_range)
        if self.tuck_limit:
            return say("{n} cards at each edge", n=self.tuck_limit)
        return listed([self.text]) if self.text else say("solves at adjacent locations too")


FOR_EACH_TIME: dict[Trigger, Callable[[Text], Text]] = {
    "explore": lambda gain: say("{gain} for each explore", gain=gain),
    "vanquish": lambda gain: say("{gain} for each vanquish", gain=gain),
    "solve": lambda gain: say("{gain} for each solve", gain=gain),
    "upgrade": lambda gain: say("{gain} for each upgrade", gain=gain),
    "meld": lambda gain: say("{gain} for each meld", gain=gain),
    "worker": lambda gain: say("{gain} for each worker", gain=gain),
    "card": lambda gain: say("{gain} for each card", gain=gain),
    "refresh": lambda gain: say("{gain} for each refresh", gain=gain),
}
