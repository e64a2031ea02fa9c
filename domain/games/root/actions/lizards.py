"""Actions of the Lizard Cult: conspiracies, rituals, its first outcast suit. Crusades are moves and battles."""

from typing import Literal

from tablescribe.domain.games.root.parts import Place, Suit
from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Thing, say


class ChooseOutcast(Action):
    """Choose the suit that is outcast at the beginning."""

    answers = "outcast"
    do: Literal["choose_outcast"] = "choose_outcast"
    suit: Suit
    sentence = say("makes {suit} the outcast", suit=Thing("suit-of:{suit}"))


class Convert(Action):
    """Replace an enemy warrior in an outcast clearing with one of yours."""

    do: Literal["convert"] = "convert"
    at: Place
    piece: str
    sentence = say("converts {piece} in {at}", piece=Thing("{piece}"), at=Thing("clearing:{at}"))
    points_at = ("clearing:{at}", "{piece}")


class Sanctify(Action):
    """Replace an enemy building in an outcast clearing with a garden."""

    do: Literal["sanctify"] = "sanctify"
    at: Place
    piece: str
    sentence = say("sanctifies {piece} in {at}", piece=Thing("{piece}"), at=Thing("clearing:{at}"))
    points_at = ("clearing:{at}", "{piece}")


class PlantGarden(Action):
    """Reveal a card to build a garden of its suit."""

    do: Literal["plant_garden"] = "plant_garden"
    card: str
    at: Place
    sentence = say("reveals {card} for a garden in {at}", card=Thing("{card}"), at=Thing("clearing:{at}"))
    points_at = ("{card}", "clearing:{at}")


class Gather(Action):
    """Reveal a card to recruit a warrior in a clearing of its suit."""

    do: Literal["gather"] = "gather"
    card: str
    at: Place
    sentence = say("reveals {card} for a warrior in {at}", card=Thing("{card}"), at=Thing("clearing:{at}"))
    points_at = ("{card}", "clearing:{at}")


class ScoreGardens(Action):
    """Spend a card to score for the gardens of its suit."""

    do: Literal["score_gardens"] = "score_gardens"
    card: str
    sentence = say("scores its gardens with {card}", card=Thing("{card}"))
    points_at = ("{card}",)


class Sacrifice(Action):
    """Reveal a bird card to turn a warrior from your supply into an acolyte."""

    do: Literal["sacrifice"] = "sacrifice"
    card: str
    sentence = say("reveals {card} for an acolyte", card=Thing("{card}"))
    points_at = ("{card}", "acolytes")


ACTIONS: tuple[type[Action], ...] = (
    ChooseOutcast, Convert, Sanctify, PlantGarden, Gather, ScoreGardens, Sacrifice,
)  # fmt: skip
