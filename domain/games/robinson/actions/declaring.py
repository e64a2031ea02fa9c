"""Actions that declare what is printed on a component of the table's own box (RC-B96)."""

from typing import Literal

from tablescribe.domain.games.robinson.cards import BeastCard, Discovery, Invention, StartingItem
from tablescribe.domain.games.robinson.land import Tile
from tablescribe.domain.rules.action import Action
from tablescribe.domain.words.text import Text, Thing, say


class DeclareTile(Action):
    """Declare what a blank tile shows (RC-B96).

    Attributes:
        says: the tile: its number, its terrain, its sides, its tokens.
    """

    answers = "declaration"
    do: Literal["declare_tile"] = "declare_tile"
    says: Tile
    sentence = say("declares a tile: {terrain}", terrain=Thing("terrain:{says.terrain}"))
    points_at = ("tile:{says.id}",)


class DeclareBeast(Action):
    """Declare what is printed on a blank beast card (RC-B96).

    Attributes:
        says: the beast: its name, strength and what it gives.
    """

    answers = "declaration"
    do: Literal["declare_beast"] = "declare_beast"
    says: BeastCard
    sentence = say("declares a beast: {name}, strength {n}", name="{says.name}", n="{says.strength}")
    points_at = ("beast:{says.id}",)


class DeclareInvention(Action):
    """Declare what is printed on a blank invention card (RC-B96).

    Attributes:
        says: the invention: its name, what it requires, costs and gives.
    """

    answers = "declaration"
    do: Literal["declare_invention"] = "declare_invention"
    says: Invention
    sentence = say("declares an invention: {name}", name="{says.name}")
    points_at = ("invention:{says.id}",)


class DeclareItem(Action):
    """Declare what is printed on a blank starting item (RC-B96).

    Attributes:
        says: the item: its name, its markers and what a use does.
    """

    answers = "declaration"
    do: Literal["declare_item"] = "declare_item"
    says: StartingItem
    points_at = ("starting:{says.id}",)

    def text(self) -> Text:
        """Return what the seat does."""
        return say("declares a starting item: {name}; {effect}", name=self.says.name, effect=self.says.effect.words())


class DeclareToken(Action):
    """Declare what is printed on a blank discovery token (RC-B96).

    Attributes:
        says: the token: its name, and what it does.
    """

    answers = "declaration"
    do: Literal["declare_token"] = "declare_token"
    says: Discovery
    points_at = ("discovery:{says.id}",)

    def text(self) -> Text:
        """Return what the seat does."""
        return say("declares a discovery token: {name}; {effect}", name=self.says.name, effect=self.says.effect.words())


class LeaveBlank(Action):
    """Leave it blank: it shows nothing and cannot be used until somebody declares it."""

    answers = "declaration"
    do: Literal["leave_blank"] = "leave_blank"
    sentence = say("leaves it blank")


ACTIONS = DeclareTile | DeclareBeast | DeclareInvention | DeclareItem | DeclareToken | LeaveBlank
