"""What cards, locations and mechs can do: a small, closed vocabulary, checked as data and carried out by the rules.

An effect is data with a `do`; a card whose text this vocabulary cannot say is a `judge` effect: the table carries it
out and records what it did as a ruling.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

Counter = Literal["workers", "maps", "corruption", "cards", "solved", "upgraded", "melded"]
"""What can be counted (EX-54): workers, map tokens, corruption but the 20, controlled cards, tucked cards."""

Trigger = Literal["explore", "vanquish", "solve", "upgrade", "meld", "worker", "card", "refresh"]
"""What an ongoing ability can wait for (EX-100): exploring, a vanquished token, a tucked card, a worker or card gained,
a Refresh."""

Some = Annotated[int, Field(ge=1, le=20)]
Any_ = Annotated[int, Field(ge=0, le=20)]


class _Part(BaseModel):
    """Part of the vocabulary: unknown words are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Cost(_Part):
    """What is paid, in power and guile."""

    power: Any_ = 0
    guile: Any_ = 0

    def words(self) -> str:
        """Return the cost in words."""
        return _listed((self.power, "power"), (self.guile, "guile")) or "nothing"


class Gain(_Part):
    """Gain power, guile, coins, map tokens, corruption from the bag, workers of these colours."""

    do: Literal["gain"]
    power: Any_ = 0
    guile: Any_ = 0
    coins: Any_ = 0
    maps: Any_ = 0
    corruption: Any_ = 0
    workers: dict[str, Some] = {}

    def words(self) -> str:
        """Return the effect in words."""
        plain = ((self.power, "power"), (self.guile, "guile"), (self.coins, "coin"), (self.maps, "map"))
        colours = ((n, f"{colour} worker") for colour, n in sorted(self.workers.items()))
        return _listed(*plain, (self.corruption, "corruption"), *colours)


class AnyWorker(_Part):
    """Gain workers of any colours, one by one."""

    do: Literal["worker"]
    n: Some = 1

    def words(self) -> str:
        """Return the effect in words."""
        return _listed((self.n, "worker"))


class CardGain(_Part):
    """Gain a card: any face-up one, one beside your location, or the top one of the deck (EX-39, EX-41)."""

    do: Literal["card"]
    source: Literal["any", "adjacent", "deck"]

    def words(self) -> str:
        """Return the effect in words."""
        return {"any": "a card", "adjacent": "an adjacent card", "deck": "the top card"}[self.source]


class Objective(_Part):
    """Vanquish, Solve, Upgrade, Meld or Boast; or cleanse: the top token at your location goes back into the bag."""

    do: Literal["vanquish", "solve", "upgrade", "meld", "boast", "cleanse"]

    def words(self) -> str:
        """Return the effect in words."""
        return self.do


class ExtraMove(_Part):
    """Move once more, so far at least and so far at most (EX-93)."""

    do: Literal["move"]
    range: tuple[Some, Some]

    def words(self) -> str:
        """Return the effect in words."""
        return f"move {self.range[0]}-{self.range[1]}"


class ExtraPlay(_Part):
    """Play one more card from the hand (EX-103)."""

    do: Literal["play"]

    def words(self) -> str:
        """Return the effect in words."""
        return "play a card"


class GatherAdjacent(_Part):
    """Gain the exposed benefits of an adjacent location (EX-97)."""

    do: Literal["gather"]

    def words(self) -> str:
        """Return the effect in words."""
        return "gather at an adjacent location"


class Return(_Part):
    """Take active cards back to the hand, with their workers, or only workers back to the mat (EX-99)."""

    do: Literal["return_cards", "return_workers"]
    n: Some = 1

    def words(self) -> str:
        """Return the effect in words."""
        return f"return {_listed((self.n, self.do.removeprefix('return_').removesuffix('s')))}"


class All(_Part):
    """All of these, in any order (EX-24)."""

    do: Literal["all"]
    of: tuple[Effect, ...] = Field(min_length=2)

    def words(self) -> str:
        """Return the effect in words."""
        return ", ".join(part.words() for part in self.of)


class Choose(_Part):
    """One side of a "/" (EX-35)."""

    do: Literal["choose"]
    of: tuple[Effect, ...] = Field(min_length=2)

    def words(self) -> str:
        """Return the effect in words."""
        return " or ".join(part.words() for part in self.of)


class Pay(_Part):
    """Pay, and then something happens; nobody has to (EX-102)."""

    do: Literal["pay"]
    cost: Cost
    then: Effect

    def words(self) -> str:
        """Return the effect in words."""
        return f"pay {self.cost.words()} for {self.then.words()}"


class Per(_Part):
    """Gain so many of one kind for each of something, up to a maximum (EX-101)."""

    do: Literal["per"]
    count: Counter
    gain: Literal["power", "guile", "coins"]
    each: Some = 1
    max: Some

    def words(self) -> str:
        """Return the effect in words."""
        return f"{self.each} {self.gain} for each of {self.count}, at most {self.max}"


class JudgeEffect(_Part):
    """What this vocabulary cannot say: the table carries it out and records a ruling (EX-95)."""

    do: Literal["judge"]
    text: str

    def words(self) -> str:
        """Return the effect in words."""
        return self.text


AnyEffect: TypeAlias = (
    Gain
    | AnyWorker
    | CardGain
    | Objective
    | ExtraMove
    | ExtraPlay
    | GatherAdjacent
    | Return
    | All
    | Choose
    | Pay
    | Per
    | JudgeEffect
)

Effect: TypeAlias = Annotated[AnyEffect, Field(discriminator="do")]


class EndGame(_Part):
    """Coins at the end of the game for each of something (EX-72)."""

    per: Counter
    coins: Some
    max: Some = 20


class Ongoing(_Part):
    """A permanent ability of an upgraded item or of the mech: exactly one of these.

    Attributes:
        on, then: what it waits for, and what is gained each time (EX-100).
        move_range: added to the reach of the Move action.
        discount: what a vanquished token costs less, by kind; the 20 costs what it costs.
        solve_reach: quests of adjacent locations can be solved as well.
        tuck_limit: how many cards each edge of the mat takes (EX-49 to EX-51).
        end_game: coins at the end.
        text: what this vocabulary cannot say (EX-95).
    """

    on: Trigger | None = None
    then: Gain | AnyWorker | None = None
    move_range: Any_ = 0
    discount: Cost | None = None
    solve_reach: bool = False
    tuck_limit: Any_ = 0
    end_game: EndGame | None = None
    text: str = ""

    def words(self) -> str:
        """Return the ability in words."""
        if self.on is not None and self.then is not None:
            return f"{self.then.words()} for each {self.on}"
        if self.discount is not None:
            return f"Vanquish for {self.discount.words()} less"
        if self.end_game is not None:
            return f"{self.end_game.coins} coins at the end for each of {self.end_game.per}"
        plain = {self.move_range: f"reach +{self.move_range}", self.tuck_limit: f"{self.tuck_limit} cards at each edge"}
        return next((words for n, words in plain.items() if n), self.text or "solves at adjacent locations too")


for _model in (All, Choose, Pay):
    _model.model_rebuild()

_EFFECT: TypeAdapter[AnyEffect] = TypeAdapter(Effect)


def dump(effect: AnyEffect) -> str:
    """Return an effect as text, as it is kept on the table while it is due."""
    return effect.model_dump_json(exclude_defaults=True)


@lru_cache(maxsize=2048)
def load(text: str) -> AnyEffect:
    """Return an effect from its text."""
    return _EFFECT.validate_json(text)


def slug(effect: AnyEffect) -> str:
    """Return an effect's words as one word, as an action names it: `2_power`."""
    return effect.words().replace(",", "").replace(" ", "_")


def brief(effect: AnyEffect, letters: int) -> str:
    """Return an effect's words; where there is no room for so many letters, the parts that fit, and `…`."""
    words = effect.words()
    if len(words) <= letters:
        return words
    joint = " or " if isinstance(effect, Choose) else ", "
    parts = [part.words() for part in effect.of] if isinstance(effect, All | Choose) else _gist(effect).split(joint)
    beginnings = (joint.join(parts[:n]) for n in range(len(parts), 0, -1))
    return next((begun for begun in beginnings if len(begun) < letters), _gist(effect)[: letters - 1]) + "…"


def _gist(effect: AnyEffect) -> str:
    """Return how the words of an effect begin that has no parts which could be left out."""
    if isinstance(effect, All | Choose):
        return _gist(effect.of[0])
    if isinstance(effect, Pay):
        return f"pay {effect.cost.words()}"
    if isinstance(effect, Per):
        return f"{effect.each} {effect.gain}"
    return "gather" if isinstance(effect, GatherAdjacent) else effect.words()


def _listed(*amounts: tuple[int, str]) -> str:
    """Return amounts in words: `2 power, 1 coin`."""
    uncounted = ("power", "guile", "corruption")
    return ", ".join(f"{n} {what}{'s' if n > 1 and what not in uncounted else ''}" for n, what in amounts if n)
