"""Actions of the advanced set-up (RO-16.1): landmarks, hirelings, factions by setup cards, cards put back."""

from typing import Literal

from tablescribe.domain.games.root.parts import Clearing, FactionKey, HirelingKey, LandmarkKey
from tablescribe.domain.rules.action import Action, Hidden
from tablescribe.domain.words.text import Text, Thing, say


class RaiseLandmark(Action):
    """Set up one of the landmarks that were dealt."""

    do: Literal["raise_landmark"] = "raise_landmark"
    landmark: LandmarkKey
    at: Clearing
    sentence = say("sets up {landmark} in {at}", landmark=Thing("landmark:{landmark}"), at=Thing("clearing:{at}"))
    points_at = ("landmark:{landmark}", "clearing:{at}")


class Hire(Action):
    """Choose the hireling to set up."""

    do: Literal["hire"] = "hire"
    hireling: HirelingKey
    sentence = say("sets up {hireling}", hireling=Thing("{hireling}"))
    points_at = ("controls:{hireling}",)


class Station(Action):
    """Choose where a hireling begins: a clearing, forest or path, by the name of the zone."""

    do: Literal["station"] = "station"
    place: str
    sentence = say("places it in {place}", place=Thing("{place}"))
    points_at = ("{place}",)


class Choose(Action):
    """Choose one of the factions that were dealt."""

    do: Literal["choose"] = "choose"
    faction: FactionKey
    sentence = say("chooses {faction}", faction=Thing("{faction}"))
    points_at = ("setup-card:{faction}",)


class Scatter(Action):
    """Choose where to place one of the pieces that cannot be split evenly."""

    answers = "scatter"
    do: Literal["scatter"] = "scatter"
    at: Clearing
    sentence = say("places one more in {at}", at=Thing("clearing:{at}"))
    points_at = ("clearing:{at}",)


class PutBack(Action):
    """Put one of the five cards back; you keep three. Name no card if it is not known."""

    answers = "first_hand"
    do: Literal["put_back"] = "put_back"
    card: Hidden[str]

    def text(self) -> Text:
        """Return what the seat does."""
        return say("puts back {card}", card=Thing(self.card)) if self.card else say("puts nothing back")

    def touches(self) -> tuple[str, ...]:
        """Return the names of pieces and places to select for this action."""
        return (self.card,) if self.card else ()


ACTIONS: tuple[type[Action], ...] = (RaiseLandmark, Hire, Station, Choose, Scatter, PutBack)
