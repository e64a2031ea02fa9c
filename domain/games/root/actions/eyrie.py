"""Actions of the Eyrie Dynasties, besides those of every seat."""

from typing import Literal

from tablescribe.domain.games.root.parts import Column, Leader, Place
from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Thing, say


class Crown(Action):
    """Choose a leader, during setup and after turmoil."""

    answers = "leader"
    do: Literal["crown"] = "crown"
    leader: Leader
    sentence = say("crowns {leader}", leader=Thing("leader:{leader}"))
    points_at = ("leader:{leader}",)


class Decree(Action):
    """Add a card to a column of the Decree."""

    do: Literal["decree"] = "decree"
    card: str
    column: Column
    sentence = say("adds {card} to {column}", card=Thing("{card}"), column=Thing("decree:{column}"))
    points_at = ("{card}", "decree:{column}")


class NewRoost(Action):
    """Place a roost and three warriors when you have no roosts on the map."""

    answers = "new_roost"
    do: Literal["new_roost"] = "new_roost"
    at: Place
    sentence = say("places a new roost in {at}", at=Thing("clearing:{at}"))
    points_at = ("clearing:{at}",)


class Muster(Action):
    """Resolve a card of the Recruit column at a roost; `by` names its suit if several fit."""

    do: Literal["muster"] = "muster"
    at: Place
    by: str = ""
    sentence = say("recruits in {at}", at=Thing("clearing:{at}"))
    points_at = ("clearing:{at}",)


class Roost(Action):
    """Resolve a card of the Build column; `by` names its suit if several fit."""

    do: Literal["roost"] = "roost"
    at: Place
    by: str = ""
    sentence = say("builds a roost in {at}", at=Thing("clearing:{at}"))
    points_at = ("clearing:{at}",)


ACTIONS: tuple[type[Action], ...] = (Crown, Decree, NewRoost, Muster, Roost)
