"""The Eyrie Dynasties: what they may say beside what everybody may."""

from typing import ClassVar, Literal

from tablescribe.domain.games.root.board import clearing
from tablescribe.domain.games.root.parts import Column, Leader, Place
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.window import Window
from tablescribe.domain.words.text import Text, Thing, say


class Crown(Action):
    """Choose a leader, in the set-up and after turmoil."""

    answers: ClassVar[str | None] = "leader"
    do: Literal["crown"] = "crown"
    leader: Leader

    def text(self) -> Text:
        """Return what the seat does."""
        return say("crowns {leader}", leader=Thing(f"leader:{self.leader}"))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (f"leader:{self.leader}",)


class Decree(Action):
    """Add a card to a column of the Decree."""

    do: Literal["decree"] = "decree"
    card: str
    column: Column

    def text(self) -> Text:
        """Return what the seat does."""
        return say("adds {card} to {column}", card=Thing(self.card), column=Thing(f"decree:{self.column}"))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (self.card, f"decree:{self.column}")


class NewRoost(Action):
    """Place a roost and three warriors, when no roost stands any more."""

    answers: ClassVar[str | None] = "new_roost"
    do: Literal["new_roost"] = "new_roost"
    at: Place

    def text(self) -> Text:
        """Return what the seat does."""
        return say("places a new roost in {at}", at=Thing(clearing(self.at)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (clearing(self.at),)


class Muster(Action):
    """Carry out a card of the Recruit column at a roost; `by` names its suit where several would do."""

    do: Literal["muster"] = "muster"
    at: Place
    by: str = ""

    def text(self) -> Text:
        """Return what the seat does."""
        return say("recruits in {at}", at=Thing(clearing(self.at)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (clearing(self.at),)


class Roost(Action):
    """Carry out a card of the Build column; `by` names its suit where several would do."""

    do: Literal["roost"] = "roost"
    at: Place
    by: str = ""

    def text(self) -> Text:
        """Return what the seat does."""
        return say("builds a roost in {at}", at=Thing(clearing(self.at)))

    def touches(self) -> tuple[str, ...]:
        """Return what a person points at."""
        return (clearing(self.at),)


LEADER = Window("leader", "RO-7.7.3", say("the new leader"))
NEW_ROOST = Window("new_roost", "RO-7.4.3", say("the place of a new roost"))

ACTIONS: tuple[type[Action], ...] = (Crown, Decree, NewRoost, Muster, Roost)
WINDOWS: tuple[Window, ...] = (LEADER, NEW_ROOST)
