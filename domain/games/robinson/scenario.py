"""Scenarios as data: length, aim, and what fights, events, totems and books do (RC-59 to RC-62).

A table can write its own in the same form, in its catalogue.
"""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from tablescribe.domain.box.catalogue import Component, Origin
from tablescribe.domain.games.robinson.effects import Effect, Sign, Some
from tablescribe.domain.words.text import Text, say

Die = Literal["orange", "white", "red"]
"""The weather dice: rain, winter, animals."""

Counted = Literal[
    "lit", "stages", "hearts", "two_hearts", "weapon", "roof", "palisade", "shelter", "items", "relics", "explored"
]
"""What a score can count: a lit pyre, its full stages, remaining hearts, levels, inventions, relics, explored tiles."""

Tie = Literal["hearts", "items", "relics", "later"]
"""Tie-breaks between equal scores: more of something, or a later place in player order."""

Who = Literal["all", "first_player", "fewest_stages", "relic_holders", "without_relics"]
"""The living players that a book reaches."""

Round = Annotated[int, Field(ge=1, le=20)]


class Start(Component):
    """Where the camps start, and on which tiles.

    Attributes:
        spaces: the start spaces for each layout and number of seats, from the first player clockwise.
        pool: the tiles shuffled and placed there, one on each; the others join the stack.
    """

    spaces: dict[str, dict[str, tuple[int, ...]]]
    pool: tuple[int, ...]

    def of(self, layout: str, seats: int) -> tuple[int, ...]:
        """Return the start spaces on a layout; empty if the scenario names none."""
        return self.spaces.get(layout, {}).get(str(seats), ())


class Light(Component):
    """How to light a full pyre: with an item, or by paying determination (RC-S5)."""

    item: str
    determination: Some


class Aim(Component):
    """What wins at the end of a night (RC-S3).

    Attributes:
        rounds: the rounds in which it is checked; empty: in all.
        lit: a full pyre that can be lit.
        relics: the number of relics required.
        shelter: whether a built shelter is required as well.
    """

    rounds: tuple[Round, ...] = ()
    lit: bool = False
    relics: int = Field(default=0, ge=0)
    shelter: bool = False

    @model_validator(mode="after")
    def _asks_something(self) -> "Aim":
        if not (self.lit or self.relics or self.shelter):
            raise ValueError("an aim asks for something: a lit pyre, relics, a shelter")
        return self


class Points(Component):
    """Points for each of something (RC-S2)."""

    per: Counted
    points: int


class Reward(Component):
    """A reward for a winning attacker (RC-49, RC-59).

    Attributes:
        id: its name.
        do: `raid`: resources from the loser's stock; `scatter`: wood from the loser's pyre, the newest stage first;
            `item`: an invention; `relic`: relics; `trophy`: determination from the supply.
        n: the most that can be taken.
        margin: the difference between the levels that is required (RC-S7).
    """

    id: str = Field(pattern=r"^[a-z_]+$")
    do: Literal["raid", "scatter", "item", "relic", "trophy"]
    n: Some = 1
    margin: int = Field(default=1, ge=1, le=10)

    def words(self) -> Text:
        """Return the reward in words."""
        return _REWARDS[self.do, self.n == 1](self.n)


_REWARDS = {
    ("raid", True): lambda n: say("1 resource of the loser"),
    ("raid", False): lambda n: say("up to {n} resources of the loser", n=n),
    ("scatter", True): lambda n: say("1 wood from the loser's pyre"),
    ("scatter", False): lambda n: say("up to {n} wood from the loser's pyre", n=n),
    ("item", True): lambda n: say("an invention of the loser"),
    ("item", False): lambda n: say("an invention of the loser"),
    ("relic", True): lambda n: say("a relic of the loser"),
    ("relic", False): lambda n: say("up to {n} relics of the loser", n=n),
    ("trophy", True): lambda n: say("1 determination"),
    ("trophy", False): lambda n: say("{n} determination", n=n),
}


class Event(Component):
    """A special event: its name and its effect on the player who meets it (RC-60)."""

    name: str
    effect: Effect


class Book(Component):
    """The effect of a book on some of the players (RC-14)."""

    who: Who
    effect: Effect

    def whom(self) -> Text:
        """Return whom it reaches, in words."""
        return _WHOM[self.who]


_WHOM: dict[Who, Text] = {
    "all": say("every player"), "first_player": say("the first player"),
    "fewest_stages": say("the players with the fewest full stages"),
    "relic_holders": say("each player with a relic"), "without_relics": say("each player without a relic"),
}  # fmt: skip


class Scenario(Component):
    """A versus scenario.

    Attributes:
        id: its name in the options.
        players: the numbers of players it supports.
        rounds: the number of rounds.
        weather: the weather dice of each round.
        pyre: the wood for each stage of a pyre; empty: there is none.
        light: how to light a pyre.
        aim: what wins before the last round ends; `None`: nothing.
        score: what counts at the end.
        ties: the tie-breaks between equal scores, in order.
        events: the special event of each kind of action.
        totems: the effects of the first, second … totem of the match; the last one also applies to all later ones.
        book_name, books: the effects of a book icon.
        signs, treasure: the effects of the four signs and of treasures.
    """

    id: str = Field(pattern=r"^[a-z0-9_]+$")
    title: str
    origin: Origin = "house"
    players: tuple[int, ...] = (2, 3, 4)
    rounds: Round
    start: Start
    weather: dict[str, tuple[Die, ...]]
    pyre: tuple[Some, ...] = ()
    light: Light | None = None
    aim: Aim | None = None
    score: tuple[Points, ...] = Field(min_length=1)
    ties: tuple[Tie, ...] = ("hearts", "items", "later")
    rewards: tuple[Reward, ...]
    events: dict[Literal["build", "gather", "explore"], Event]
    totems: tuple[Effect, ...]
    book_name: str
    books: tuple[Book, ...]
    signs: dict[Sign, Effect]
    treasure: Effect

    def dice(self, number: int) -> tuple[Die, ...]:
        """Return the weather dice of a round."""
        return self.weather.get(str(number), ())

    def totem(self, nth: int) -> Effect | None:
        """Return the effect of the n-th totem of the match, counted from 1."""
        return self.totems[min(nth, len(self.totems)) - 1] if self.totems else None

    def reward(self, name: str) -> Reward | None:
        """Return a reward by its name."""
        return next((one for one in self.rewards if one.id == name), None)

    @property
    def cards_of_each_icon(self) -> int:
        """The number of book cards, and of adventure cards, in the event deck (RC-B2)."""
        return (self.rounds + 1) // 2

    @model_validator(mode="after")
    def _fits_together(self) -> "Scenario":
        if any(not number.isdecimal() or not 1 <= int(number) <= self.rounds for number in self.weather):
            raise ValueError(f"scenario {self.id}: weather is given for its rounds, 1 to {self.rounds}")
        if any(len(set(dice)) < len(dice) for dice in self.weather.values()):
            raise ValueError(f"scenario {self.id}: each weather die is rolled once a round")
        if bool(self.pyre) != (self.light is not None):
            raise ValueError(f"scenario {self.id}: a pyre, and only a pyre, is lit")
        if self.aim and (max(self.aim.rounds, default=1) > self.rounds or (self.aim.lit and not self.pyre)):
            raise ValueError(f"scenario {self.id}: its aim can be reached in its rounds, with what it has")
        if len({reward.id for reward in self.rewards}) < len(self.rewards):
            raise ValueError(f"scenario {self.id}: two rewards have one name")
        for layout, starts in self.start.spaces.items():
            for seats, spaces in starts.items():
                if not seats.isdecimal() or len(spaces) != int(seats) or len(self.start.pool) < len(spaces):
                    raise ValueError(f"scenario {self.id}, {layout}: a start space and a tile for each of {seats}")
        return self
