"""What cards, locations and mechs can do: a small, closed vocabulary, checked as data and carried out by the rules.

An effect is data with a `do`; a text that this vocabulary cannot say is a `judge` effect: the table carries it
out, and says what it did before play goes on.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import ConfigDict, Field, TypeAdapter

from tablescribe.domain.box.catalogue import Worded
from tablescribe.domain.games.expeditions import amounts
from tablescribe.domain.words.text import Text, listed, say

Counter = Literal["workers", "maps", "corruption", "cards", "solved", "upgraded", "melded"]
"""What can be counted (EX-54): workers, map tokens, corruption but the 20, controlled cards, tucked cards."""

Some = Annotated[int, Field(ge=1, le=20)]
Any_ = Annotated[int, Field(ge=0, le=20)]


class Cost(Worded):
    """What is paid: power, guile, coins, map tokens (EX-102, EX-112)."""

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
    """Gain power, guile, coins, map tokens, corruption from the bag, workers of these colours."""

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
    """Gain workers of any colours, one by one."""

    do: Literal["worker"]
    n: Some = 1

    def words(self) -> Text:
        """Return the effect in words."""
        return amounts.workers(self.n)


class CardGain(Worded):
    """Gain a card: any face-up one, one beside your location, or the top one of the deck (EX-39, EX-41)."""

    do: Literal["card"]
    source: Literal["any", "adjacent", "deck"]

    def words(self) -> Text:
        """Return the effect in words."""
        return {"any": say("a card"), "adjacent": say("an adjacent card"), "deck": say("the top card")}[self.source]


class Objective(Worded):
    """Vanquish, Solve, Upgrade, Meld or Boast; or cleanse: the top token at your location goes back into the bag."""

    do: Literal["vanquish", "solve", "upgrade", "meld", "boast", "cleanse"]

    def words(self) -> Text:
        """Return the effect in words."""
        return OBJECTIVES[self.do]


OBJECTIVES: dict[str, Text] = {
    "vanquish": say("vanquish"), "solve": say("solve"), "upgrade": say("upgrade"), "meld": say("meld"),
    "boast": say("boast"), "cleanse": say("cleanse"),
}  # fmt: skip


class ExtraMove(Worded):
    """Move once more, so far at least and so far at most (EX-93)."""

    do: Literal["move"]
    range: tuple[Some, Some]

    def words(self) -> Text:
        """Return the effect in words."""
        return say("move {least}-{most}", least=self.range[0], most=self.range[1])


class ExtraPlay(Worded):
    """Play one more card from the hand (EX-103)."""

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
    """Use the ability of a face-up card beside your location (EX-109)."""

    do: Literal["ability"]
    sentence = say("the ability of an adjacent card")


class Sweep(Worded):
    """Sweep face-up cards beside your location, each once (EX-106).

    Attributes:
        swept: the slots that were swept already, while it is due.
    """

    do: Literal["sweep"]
    swept: tuple[str, ...] = ()
    sentence = say("sweep")


class OneByOne(Worded):
    """Trash controlled cards (EX-107), or rescue cards from the sweep pile (EX-108), one by one."""

    do: Literal["trash", "rescue"]
    n: Some = 1

    def words(self) -> Text:
        """Return the effect in words."""
        if self.do == "trash":
            return say("trash 1 card") if self.n == 1 else say("trash {n} cards", n=self.n)
        return say("rescue 1 card") if self.n == 1 else say("rescue {n} cards", n=self.n)


class Return(Worded):
    """Take active cards back to the hand, with their workers, or only workers back to the mat (EX-99)."""

    do: Literal["return_cards", "return_workers"]
    n: Some = 1

    def words(self) -> Text:
        """Return the effect in words."""
        if self.do == "return_cards":
            return say("return 1 card") if self.n == 1 else say("return {n} cards", n=self.n)
        return say("return 1 worker") if self.n == 1 else say("return {n} workers", n=self.n)


class All(Worded):
    """All of these, in any order (EX-24)."""

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
    """Pay, and then something happens; nobody has to (EX-102)."""

    do: Literal["pay"]
    cost: Cost
    then: "Effect"
    sentence = say("pay {cost} for {benefit}", cost="{cost}", benefit="{then}")


class Per(Worded):
    """Gain so many of one kind for each of something, up to a maximum (EX-101)."""

    do: Literal["per"]
    count: Counter
    gain: Literal["power", "guile", "coins"]
    each: Some = 1
    max: Some

    def words(self) -> Text:
        """Return the effect in words."""
        return say("{gain}, at most {most}", gain=FOR_EACH_OF[self.count](self.gained()), most=self.max)

    def gained(self) -> Text:
        """Return what is gained each time, in words."""
        if self.gain == "coins":
            return say("1 coins") if self.each == 1 else amounts.coins(self.each)  # so actions name the effect
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
    """What this vocabulary cannot say: the table carries it out, and says what it did before play goes on (EX-95)."""

    do: Literal["judge"]
    text: str

    def words(self) -> Text:
        """Return the effect in words: the table's own."""
        return listed([self.text])


AnyEffect: TypeAlias = (
    Gain | AnyWorker | CardGain | Objective | ExtraMove | ExtraPlay | GatherAdjacent | OneBenefit | UseAdjacent | Sweep
    | OneByOne | Return | All | Choose | Pay | Per | JudgeEffect
)  # fmt: skip

Effect: TypeAlias = Annotated[AnyEffect, Field(discriminator="do")]


class TuckQuest(Worded):
    """A quest whose benefit is being taken, and which is tucked after that (EX-49). No card says this."""

    do: Literal["tuck"]
    card: str
    sentence = say("tuck")


AnyStep: TypeAlias = AnyEffect | TuckQuest
"""What can be due."""


_LATER = ConfigDict(defer_build=True)  # when something is due: to look at a match needs neither
_EFFECT: TypeAdapter[AnyEffect] = TypeAdapter(Effect, config=_LATER)
_STEP: TypeAdapter[AnyStep] = TypeAdapter(Annotated[AnyStep, Field(discriminator="do")], config=_LATER)


def arguments(effect: AnyStep) -> dict[str, Any]:
    """Return an effect as a step that is due keeps it: its `do` names the step, the rest are its arguments."""
    return effect.model_dump(mode="json", exclude_defaults=True, exclude={"do"})


@lru_cache(maxsize=2048)
def load(text: str) -> AnyEffect:
    """Return an effect from its text."""
    return _EFFECT.validate_json(text)


@lru_cache(maxsize=2048)
def load_step(text: str) -> AnyStep:
    """Return what is due from its text."""
    return _STEP.validate_json(text)


def slug(effect: AnyEffect) -> str:
    """Return an effect's words as one word, as an action names it: `2_power`."""
    return str(effect.words()).replace(",", "").replace(" ", "_")


def sides(effect: AnyEffect) -> Iterator[AnyEffect]:
    """Yield what an effect may come down to, itself among it: its parts, its sides, what it is paid for."""
    yield effect
    inner = effect.of if isinstance(effect, All | Choose) else (effect.then,) if isinstance(effect, Pay) else ()
    for one in inner:
        yield from sides(one)


def alternatives(sides: list[Text]) -> Text:
    """Return sides of a "/" in words."""
    *others, last = sides
    return say("{these} or {that}", these=alternatives(others), that=last) if others else last


def brief(effect: AnyEffect, letters: int) -> Text:
    """Return an effect's words; where there is no room for so many letters, the parts that fit, and `…`."""
    words = effect.words()
    if len(str(words)) <= letters:
        return words
    join = alternatives if isinstance(effect, Choose) else listed
    parts = _parts(effect)
    while parts and len(str(join(parts))) >= letters:
        parts.pop()
    return say("{begun}…", begun=join(parts) if parts else _gist(effect, letters - 1))


def _parts(effect: AnyEffect) -> list[Text]:
    """Return the parts of an effect's words that can be left out one by one, the last ones first."""
    if isinstance(effect, All | Choose):
        return [part.words() for part in effect.of]
    return [slot for slot in effect.words().slots.values() if isinstance(slot, Text)] if effect.do == "gain" else []


def _gist(effect: AnyEffect, letters: int) -> Text:
    """Return how the words of an effect begin that has no parts which could be left out."""
    if isinstance(effect, All | Choose):
        return _gist(effect.of[0], letters)
    if isinstance(effect, Pay):
        return say("pay {cost}", cost=effect.cost.words())
    if isinstance(effect, Per):
        return effect.gained()
    if isinstance(effect, JudgeEffect):
        return listed([effect.text[:letters]])
    return say("gather") if isinstance(effect, GatherAdjacent) else effect.words()
