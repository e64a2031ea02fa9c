"""The effects of cards, tokens, abilities and scenarios: a small, closed vocabulary, validated as data.

An effect is data with a `do`. It applies to the player who meets it, unless it names others.
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, model_validator

from tablescribe.domain.box.catalogue import Worded
from tablescribe.domain.games.robinson import amounts
from tablescribe.domain.words.text import Text, Thing, listed, plural, say

Kind = Literal["hunt", "build", "gather", "explore"]
"""The kinds of action with neutral pawns and dice: red, brown, grey and green."""

Sign = Literal["a", "b", "c", "d"]
"""The four scenario signs on discovery tokens."""

Resource = Literal["food", "wood", "fur"]

Amount = Annotated[int, Field(ge=0, le=20)]
Some = Annotated[int, Field(ge=1, le=20)]


class _Amounts(Worded):
    """Base class of effects that consist of amounts."""

    def amounts(self) -> dict[str, int]:
        """Return the amounts by their field names."""
        return {key: n for key, n in self.model_dump(exclude={"do"}).items() if n}


class Gain(_Amounts):
    """Gain resources, determination, levels, hearts; a scenario's relics, or wood on the pyre.

    Attributes:
        preserved: food that is not lost at night (RC-B51).
        heal: wounds removed.
        palisade: levels; lost without a shelter (RC-B24).
        pyre: wood from the supply for the player's own pyre (RC-S4).
    """

    do: Literal["gain"]
    food: Amount = 0
    preserved: Amount = 0
    wood: Amount = 0
    fur: Amount = 0
    determination: Amount = 0
    palisade: Amount = 0
    weapon: Amount = 0
    heal: Amount = 0
    relics: Amount = 0
    pyre: Amount = 0

    def words(self) -> Text:
        """Return the effect in words."""
        return listed(amounts.amount(key, n) for key, n in self.amounts().items())

    @model_validator(mode="after")
    def _gives_something(self) -> "Gain":
        if not self.amounts():
            raise ValueError("a gain of nothing is `do: nothing`")
        return self


class Lose(_Amounts):
    """Lose resources, as far as there are any, and take wounds."""

    do: Literal["lose"]
    food: Amount = 0
    wood: Amount = 0
    fur: Amount = 0
    determination: Amount = 0
    palisade: Amount = 0
    wounds: Amount = 0

    def words(self) -> Text:
        """Return the effect in words."""
        lost = {key: n for key, n in self.amounts().items() if key != "wounds"}
        told = [say("lose {what}", what=listed(amounts.amount(key, n) for key, n in lost.items()))] * bool(lost)
        told += [say("take {wounds}", wounds=amounts.amount("wounds", self.wounds))] * bool(self.wounds)
        return listed(told)

    @model_validator(mode="after")
    def _takes_something(self) -> "Lose":
        if not self.amounts():
            raise ValueError("a loss of nothing is `do: nothing`")
        return self


class Nothing(Worded):
    """Nothing happens. With `morale`, the base game would change morale, which stays at 1 (RC-66)."""

    do: Literal["nothing", "morale"]

    def words(self) -> Text:
        """Return the effect in words."""
        return say("nothing") if self.do == "nothing" else say("morale, which stays at 1")


class All(Worded):
    """Several effects, one after another."""

    do: Literal["all"]
    of: "tuple[Effect, ...]" = Field(min_length=2)

    def words(self) -> Text:
        """Return the effect in words."""
        return listed((part.words() for part in self.of), "; ")


class Choose(Worded):
    """One of several effects, chosen by the player affected (RC-S9)."""

    do: Literal["choose"]
    of: "tuple[Effect, ...]" = Field(min_length=2, max_length=4)

    def words(self) -> Text:
        """Return the effect in words."""
        found = self.of[0].words()
        for side in self.of[1:]:
            found = say("{one} or {other}", one=found, other=side.words())
        return found


class When(Worded):
    """An effect that applies only at or above, or below, a weapon level."""

    do: Literal["when"]
    weapon_at_least: Amount | None = None
    weapon_below: Amount | None = None
    then: "Effect"

    def words(self) -> Text:
        """Return the effect in words."""
        if self.weapon_below is not None:
            return say("with a weapon level below {level}: {what}", level=self.weapon_below, what=self.then.words())
        return say("with a weapon level of at least {level}: {what}", level=self._least, what=self.then.words())

    @property
    def _least(self) -> int:
        return self.weapon_at_least or 0

    def holds(self, weapon: int) -> bool:
        """Return whether it applies at a weapon level."""
        return weapon < self.weapon_below if self.weapon_below is not None else weapon >= self._least

    @model_validator(mode="after")
    def _asks_one_thing(self) -> "When":
        if (self.weapon_at_least is None) == (self.weapon_below is None):
            raise ValueError("it asks for `weapon_at_least` or `weapon_below`")
        return self


class Others(Worded):
    """An effect on every other living player, in player order."""

    do: Literal["others"]
    then: Gain | Lose
    sentence = say("each other player: {what}", what="{then}")


class TakeFromRicher(Worded):
    """Take resources from a player you choose who has more of them; if nobody has, another effect applies."""

    do: Literal["take_from_richer"]
    what: Resource
    n: Some = 1
    otherwise: "Effect"

    def words(self) -> Text:
        """Return the effect in words."""
        return say(
            "take {what} from a player who has more; if nobody has, {otherwise}",
            what=amounts.amount(self.what, self.n), otherwise=self.otherwise.words(),
        )  # fmt: skip


class StartingItem(Worded):
    """Draw an unused starting item; if there is none, another effect applies."""

    do: Literal["starting_item"]
    otherwise: "Effect"
    sentence = say("an unused starting item; if there is none, {otherwise}", otherwise="{otherwise}")


class Beast(Worded):
    """Add the top card of the beast deck to the hunting deck: shuffled in, or on top (RC-B25, RC-B85)."""

    do: Literal["beast"]
    where: Literal["shuffled", "top"] = "shuffled"
    sentence = say("a beast joins the hunting deck")


class LookAtTiles(Worded):
    """Look at the top tiles and put them back in any order (RC-B80)."""

    do: Literal["look_at_tiles"]
    n: Annotated[int, Field(ge=1, le=5)]

    def words(self) -> Text:
        """Return the effect in words."""
        return plural(
            self.n,
            "look at the top tile and put it back",
            "look at the top {n} tiles and put them back in any order",
        )


class Discovery(Worded):
    """Draw discovery tokens and keep up to `keep` of them (RC-B81)."""

    do: Literal["discovery"]
    n: Annotated[int, Field(ge=1, le=4)]
    keep: Annotated[int, Field(ge=1, le=4)]

    def words(self) -> Text:
        """Return the effect in words."""
        if self.n == self.keep == 1:
            return say("a discovery token")
        return say("draw {n} discovery tokens and keep {keep}", n=self.n, keep=self.keep)


class Ideas(Worded):
    """Draw inventions and put one of them on the board (RC-B76)."""

    do: Literal["ideas"]
    n: Annotated[int, Field(ge=1, le=9)]

    def words(self) -> Text:
        """Return the effect in words."""
        return plural(
            self.n,
            "draw 1 invention and lay it on the board",
            "draw {n} inventions and lay one on the board",
        )


class Track(Worded):
    """Look at the top beast of the hunting deck; it stays, or goes to the bottom (RC-B82)."""

    do: Literal["track"]
    sentence = say("look at the top beast of the hunting deck")


class Pawn(Worded):
    """Gain a neutral pawn for one action of a kind this round (RC-B17)."""

    do: Literal["pawn"]
    kind: Kind

    def words(self) -> Text:
        """Return the effect in words."""
        return amounts.PAWNS[self.kind]


class Fight(Worded):
    """Gain weapon levels for one of your own fights (RC-B83)."""

    do: Literal["fight"]
    weapon: Some
    sentence = say("weapon +{n} for one fight", n="{weapon}")


class Soften(Worded):
    """Remove one rain cloud from your weather, or if you like turn one snow cloud into rain (RC-75)."""

    do: Literal["soften"]
    snow_to_rain: bool = False

    def words(self) -> Text:
        """Return the effect in words."""
        return say("1 rain cloud less, or snow becomes rain") if self.snow_to_rain else say("1 rain cloud less")


class Forecast(Worded):
    """Roll this round's weather dice before pawns are placed (RC-B91)."""

    do: Literal["forecast"]
    sentence = say("the weather dice are rolled at once")


class Arrange(Worded):
    """A better gain of arranging the camp (RC-B92)."""

    do: Literal["arrange"]
    determination: Amount
    heal: Amount

    def words(self) -> Text:
        """Return the effect in words."""
        gives = listed(
            amounts.amount(key, n) for key, n in (("determination", self.determination), ("heal", self.heal))
        )
        return say("arranging the camp: {gives}", gives=gives)


class Reroll(Worded):
    """Reroll one die of your own action of a kind (RC-B74)."""

    do: Literal["reroll"]
    kind: Literal["build", "gather", "explore"]

    def words(self) -> Text:
        """Return the effect in words."""
        return {
            "build": say("roll a building die again"),
            "gather": say("roll a gathering die again"),
            "explore": say("roll an exploring die again"),
        }[self.kind]


class Cheaper(Worded):
    """Pay less wood for one of your own building actions (RC-B75)."""

    do: Literal["cheaper"]
    wood: Some
    sentence = say("building costs {n} wood less", n="{wood}")


class BuildFree(Worded):
    """Build an invention from the board without its cost (RC-B72)."""

    do: Literal["build_free"]
    item: str
    sentence = say("build {item} for nothing", item=Thing("invention:{item}"))


class Pay(Worded):
    """Pay a price to gain an effect."""

    do: Literal["pay"]
    cost: Lose
    then: "Effect"
    sentence = say("{cost}, then {then}", cost="{cost}", then="{then}")


class OfScenario(Worded):
    """The scenario's effect for a treasure or sign (RC-S8)."""

    do: Literal["treasure", "sign"]
    sign: Sign | None = None
    sentence = say("as the scenario says")

    @model_validator(mode="after")
    def _a_sign_has_its_letter(self) -> "OfScenario":
        if (self.do == "sign") != (self.sign is not None):
            raise ValueError("a sign, and only a sign, has its letter")
        return self


class JudgeEffect(Worded):
    """A text beyond this vocabulary. The table carries it out and records what it did before play goes on (RC-B97)."""

    do: Literal["judge"]
    text: Annotated[str, Field(min_length=1, max_length=300)]

    def words(self) -> Text:
        """Return the text itself."""
        return listed([self.text])


AnyEffect: TypeAlias = (
    Gain | Lose | Nothing | All | Choose | When | Others | TakeFromRicher | StartingItem | Beast | LookAtTiles
    | Discovery | Ideas | Track | Pawn | Fight | Soften | Forecast | Arrange | Reroll | Cheaper | BuildFree | Pay
    | OfScenario | JudgeEffect
)  # fmt: skip

Effect: TypeAlias = Annotated[AnyEffect, Field(discriminator="do")]
