"""Actions on the map: opening a closed path, trading at the Black Market."""

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.domain.games.root.board import path
from tablescribe.domain.games.root.parts import Clearing
from tablescribe.domain.rules.action import Action, Hidden
from tablescribe.domain.words.text import Text, Thing, say


class OpenPath(Action):
    """Spend a card to open a closed path, named by its two clearings."""

    do: Literal["open_path"] = "open_path"
    one: Clearing
    other: Clearing
    card: str
    points_at = ("clearing:{one}", "clearing:{other}", "{card}")

    def text(self) -> Text:
        """Return what the seat does."""
        return say("opens {path} with {card}", path=Thing(path(self.one, self.other)), card=Thing(self.card))


class Trade(Action):
    """Trade a card from your hand for one of the three at the Black Market, unseen."""

    do: Literal["trade"] = "trade"
    card: Hidden[str]
    position: Annotated[int, Field(ge=1, le=3)]
    sentence = say("trades {card} for card {n} of the Black Market", card=Thing("{card}"), n="{position}")
    points_at = ("{card}", "market:{position}")


ACTIONS: tuple[type[Action], ...] = (OpenPath, Trade)
