"""The effects of cards, locations and mechs: a small, closed vocabulary.

An effect is data with a `do`, validated with the catalogue and carried out by the rules. A text beyond this vocabulary
is a `judge` effect: the table carries it out, and records what it did before play goes on.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import ConfigDict, Field, TypeAdapter

from tablescribe.domain.box.catalogue import Worded
from tablescribe.domain.games.expeditions import amounts
from tablescribe.domain.words.text import Text, listed, say

Counter = Literal["workers", "maps", "corruption", "cards", "solved", "upgraded", "melded"]
"""What an effect can count: workers, map tokens, corruption except the 20, controlled cards, tucked cards (EX-54)."""

Some = Annotated[int, Field(ge=1, le=20)]
Any_ = Annotated[int, Field(ge=0, le=20)]


class Cost(Worded):
    """A price in power, guile, coins or map tokens (EX-102, EX-112)."""

    power: Any_ = 0
    guile: Any_ = 0
    coins: Any_ = 0
    maps: Any_ = 0

    def words(self) -> Text:
        """Return the cost in words."""
        wanted: list[tuple[int, Callable[[int], Text]]] = [
            (self.power, amounts.power), (self.guile, amounts.guile), (self.coins, amounts.coins),
            (self.maps, amounts.maps),
        ]  # fmt: skip
        paid = [say_so(n) for n, say_so in wanted if n]
        return listed(paid) if paid else say("nothing")


class Gain(Worded):
    """Gain power, guile, coins, map tokens, corruption from the bag, or workers of given colours."""

    do: Literal["gain"]
    power: Any_ = 0
    guile: Any_ = 0
    coins: Any_ = 0
    maps: Any_ = 0
    corruption: Any_ = 0
    workers: dict[str, Some] = Field(default={})

    def words(self) -> Text:
        """Return the effect in words."""
        plain: list[tuple[int, Callable[[int], Text]]] = [
            (self.power, amounts.power), (self.guile, amounts.guile), (self.coins, amounts.coins),
            (self.maps, amounts.maps), (self.corruption, amounts.corruption),
        ]  # fmt: skip
        coloured = (amounts.coloured_workers(n, colour) for colour, n in sorted(self.workers.items()))
        return listed([*(say_so(n) for n, say_so in plain if n), *coloured])


class AnyWorker(Worded):
    """Gain workers of any colour, one at a time."""

    do: Literal["worker"]
    n: Some = 1

    def words(self) -> Text:
        """Return the effect in words."""
        return amounts.workers(self.n)


class CardGain(Worded):
    """Gain a card: any face-up one, one adjacent to your location, or the top card of the deck (EX-39, EX-41)."""

    do: Literal["card"]
    source: Literal["any", "adjacent", "deck"]

    def words(self) -> Text:
        """Return the effect in words."""
        return {"any": say("a card"), "adjacent": say("an adjacent card"), "deck": say("the top card")}[self.source]


class Objective(Worded):
    """Vanquish, Solve, Upgrade, Meld or Boast; or cleanse: return the top token at your location to the bag."""

    do: Literal["vanquish", "solve", "upgrade", "meld", "boast", "cleanse"]

    def words(self) -> Text:
        """Return the effect in words."""
        return OBJECTIVES[self.do]


OBJECTIVES: dict[str, Text] = {
    "vanquish": say("vanquish"), "solve": say("solve"), "upgrade": say("upgrade"), "meld": say("meld"),
    "boast": say("boast"), "cleanse": say("cleanse"),
}  # fmt: skip


class ExtraMove(Worded):
    """Move once more, within the ability's own shortest and longest distance (EX-93)."""

    do: Literal["move"]
    range: tuple[Some, Some]

    def words(self) -> Text:
        """Return the effect in words."""
        return say("move {least}-{most}", least=self.range[0], most=self.range[1])


class ExtraPlay(Worded):
    """Play one more card from your hand (EX-103)."""

    do: Literal["play"]
    sentence = say("play a card")


class GatherAdjacent(Worded):
    """Gain the exposed benefits of an adjacent location (EX-97)."""

    do: Literal["gather"]
    sentence = say("gather at an adjacent location")


class OneBenefit(Worded):
    """Gain one of the exposed benefits of an adjacent location (EX-110)."""

    do: Literal["benefit"]
    sentence = say("one benefit of an adjacent location")


class UseAdjacent(Worded):
    """Use the ability of an adjacent face-up card (EX-109)."""

    do: Literal["ability"]
    sentence = say("the ability of an adjacent card")


class Sweep(Worded):
    """Sweep adjacent face-up cards, each slot once (EX-106).

    Attributes:
        swept: the slots that this effect has swept so far.
    """

    do: Literal["sweep"]
    swept: tuple[str, ...] = ()
    sentence = say("sweep")


class OneByOne(Worded):
    """Trash controlled cards (EX-107), or rescue cards from the sweep pile (EX-108), one at a time."""

    do: Literal["trash", "rescue"]
    n: Some = 1

    def words(self) -> Text:
        """Return the effect in words."""
        if self.do == "trash":
            return say("trash 1 card") if self.n == 1 else say("trash {n} cards", n=self.n)
        return say("rescue 1 card") if self.n == 1 else say("rescue {n} cards", n=self.n)


class Return(Worded):
    """Return active cards to the hand with their workers, or only workers to the mat (EX-99)."""

    do: Literal["return_cards", "return_workers"]
    n: Some = 1

    def words(self) -> Text:
        """Return the effect in words."""
        if self.do == "return_cards":
            return say("return 1 card") if self.n == 1 else say("return {n} cards", n=self.n)
        return say("return 1 worker") if self.n == 1 else say("return {n} workers", n=self.n)


class All(Worded):
    """Several effects, all taken, in any order (EX-24)."""

    do: Literal["all"]
    of: "tuple[Effect, ...]" = Field(min_length=2)

    def words(self) -> Text:
        """Return the effect in words."""
        return listed(part.words() for part in self.of)


class Choose(Worded):
    """One side of a "/" (EX-35)."""

    do: Literal["choose"]
    of: "tuple[Effect, ...]" = Field(min_length=2)

    def words(self) -> Text:
        """Return the effect in words."""
        return alternatives([side.words() for side in self.of])


class Pay(Worded):
    """Pay a price to gain an effect, or decline (EX-102)."""

    do: Literal["pay"]
    cost: Cost
    then: "Effect"
    sentence = say("pay {cost} for {benefit}", cost="{cost}", benefit="{then}")


class Per(Worded):
    """Gain a number of one thing for each of another, up to a maximum (EX-101)."""

    do: Literal["per"]
    count: Counter
    gain: Literal["power", "guile", "coins"]
    each: Some = 1
    max: Some

    def words(self) -> Text:
        """Return the effect in words."""
        return say("{gain}, at most {most}", gain=FOR_EACH_OF[self.count](self.gained()), most=self.max)

    def gained(self) -> Text:
        """Return the phrase for the gain each time."""
        if self.gain == "coins":
            return say("1 coins") if self.each == 1 else amounts.coins(self.each)  # in the names of effects
        return amounts.power(self.each) if self.gain == "power" else amounts.guile(self.each)


FOR_EACH_OF: dict[Counter, Callable[[Text], Text]] = {
    "workers": lambda gain: say("{gain} for each of workers", gain=gain),
    "maps": lambda gain: say("{gain} for each of maps", gain=gain),
    "corruption": lambda gain: say("{gain} for each of corruption", gain=gain),
    "cards": lambda gain: say("{gain} for each of cards", gain=gain),
    "solved": lambda gain: say("{gain} for each of solved", gain=gain),
    "upgraded": lambda gain: say("{gain} for each of upgraded", gain=gain),
    "melded": lambda gain: say("{gain} for each of melded", gain=gain),
}


class JudgeEffect(Worded):
    """A text beyond this vocabulary. The table carries it out and records what it did before play goes on (EX-95)."""

    do: Literal["judge"]
    text: str

    def words(self) -> Text:
        """Return the text itself."""
        return listed([self.text])


AnyEffect: TypeAlias = (
    Gain | AnyWorker | CardGain | Objective | ExtraMove | ExtraPlay | GatherAdjacent | OneBenefit | UseAdjacent | Sweep
    | OneByOne | Return | All | Choose | Pay | Per | JudgeEffect
)  # fmt: skip

Effect: TypeAlias = Annotated[AnyEffect, Field(discriminator="do")]


class TuckQuest(Worded):
    """A solved quest that is tucked after its benefit has been taken (EX-49). It is not printed on any card."""

    do: Literal["tuck"]
    card: str
    sentence = say("tuck")


AnyStep: TypeAlias = AnyEffect | TuckQuest
"""The type of all pending steps."""


_LATER = ConfigDict(defer_build=True)  # built only when a step is pending: viewing a match needs neither
_EFFECT: TypeAdapter[AnyEffect] = TypeAdapter(Effect, config=_LATER)
_STEP: TypeAdapter[AnyStep] = TypeAdapter(Annotated[AnyStep, Field(discriminator="do")], config=_LATER)


def arguments(effect: AnyStep) -> dict[str, Any]:
    """Return the arguments of a pending step for an effect; its `do` is the name of the step."""
    return effect.model_dump(mode="json", exclude_defaults=True, exclude={"do"})


@lru_cache(maxsize=2048)
def load(text: str) -> AnyEffect:
    """Return an effect from its JSON text."""
    return _EFFECT.validate_json(text)


@lru_cache(maxsize=2048)
def load_step(text: str) -> AnyStep:
    """Return a pending step from its JSON text."""
    return _STEP.validate_json(text)


def slug(effect: AnyEffect) -> str:
    """Return the name of an effect in actions: its words as one word, such as `2_power`."""
    return str(effect.words()).replace(",", "").replace(" ", "_")


def sides(effect: AnyEffect) -> Iterator[AnyEffect]:
    """Yield an effect and all effects inside it: its parts, its alternatives, and what a price buys."""
    yield effect
    inner = effect.of if isinstance(effect, All | Choose) else (effect.then,) if isinstance(effect, Pay) else ()
    for one in inner:
        yield from sides(one)


def alternatives(sides: list[Text]) -> Text:
    """Return the phrase that joins alternatives with "or"."""
    *others, last = sides
    return say("{these} or {that}", these=alternatives(others), that=last) if others else last


def brief(effect: AnyEffect, letters: int) -> Text:
    """Return the words of an effect, shortened to about this many letters: the parts that fit, and `…`."""
    words = effect.words()
    if len(str(words)) <= letters:
        return words
    join = alternatives if isinstance(effect, Choose) else listed
    parts = _parts(effect)
    while parts and len(str(join(parts))) >= letters:
        parts.pop()
    return say("{begun}…", begun=join(parts) if parts else _gist(effect, letters - 1))


def _parts(effect: AnyEffect) -> list[Text]:
    """Return the parts of an effect's words in order; trailing ones can be left out."""
    if isinstance(effect, All | Choose):
        return [part.words() for part in effect.of]
    return [slot for slot in effect.words().slots.values() if isinstance(slot, Text)] if effect.do == "gain" else []


def _gist(effect: AnyEffect, letters: int) -> Text:
    """Return the beginning of an effect's words when it has no parts to leave out."""
    if isinstance(effect, All | Choose):
        return _gist(effect.of[0], letters)
    if isinstance(effect, Pay):
        return say("pay {cost}", cost=effect.cost.words())
    if isinstance(effect, Per):
        return effect.gained()
    if isinstance(effect, JudgeEffect):
        return listed([effect.text[:letters]])
    return say("gather") if isinstance(effect, GatherAdjacent) else effect.words()
