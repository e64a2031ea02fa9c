"""The prizes of a plan: categories, each with its prizes from first place on, and how ties share them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from tablescribe.domain.tournament.model.strict import Model

MOST_MONEY = 10**12
"""Maximum amount of one prize, in the smallest unit of the currency."""

Amount = Annotated[int, Field(ge=0, le=MOST_MONEY)]


class Prize(Model):
    """The prize for one place.

    Attributes:
        amount: money, in the smallest unit of the currency (cents).
        thing: an object, such as a cup. It is never shared.
        worth: the value of the object in the same unit, used only to compare prizes if a person may win only one.
    """

    amount: Amount = 0
    thing: str = Field(default="", max_length=100)
    worth: Amount = 0

    @model_validator(mode="after")
    def _fits(self) -> Prize:
        if not self.amount and not self.thing:
            raise ValueError("a prize has an amount, a thing or both")
        if self.worth and not self.thing:
            raise ValueError("worth is what a thing counts for: an amount counts by itself")
        return self

    @property
    def value(self) -> tuple[int, bool]:
        """The sort key of a prize: its total value, then whether it has an object."""
        return self.amount + self.worth, bool(self.thing)


class Category(Model):
    """A prize category: who competes in it, and how tied entrants share its prizes.

    Attributes:
        prizes: the prizes from first place on; none is worth more than the one before.
        tag: only entrants with this tag, which officials assign; empty: all entrants.
        rated_from, rated_below: only entrants with a rating in this range; `unrated` also admits entrants without one.
        ties: `equal`: entrants with equal points share equally. `hort`: each gets half of the prize of their own place,
            and entrants with equal points share the other halves equally (Hort system). `rank`: tie-breaks decide;
            entrants still tied share equally.
        besides: whether a person may win here in addition to another prize, even if the plan allows only one.
    """

    name: str = Field(min_length=1, max_length=100)
    prizes: tuple[Prize, ...] = Field(min_length=1, max_length=1000)
    tag: str = Field(default="", max_length=40)
    rated_from: int | None = Field(default=None, ge=0, le=1_000_000)
    rated_below: int | None = Field(default=None, ge=1, le=1_000_000)
    unrated: bool = False
    ties: Literal["equal", "hort", "rank"] = "equal"
    besides: bool = False

    @model_validator(mode="after")
    def _fits(self) -> Category:
        values = [one.value for one in self.prizes]
        if values != sorted(values, reverse=True):
            raise ValueError(f"prizes of {self.name}: no place wins more than the place before it")
        if self.ties != "rank" and any(one.thing for one in self.prizes):
            raise ValueError(f"prizes of {self.name}: a thing cannot be shared, so write ties: rank")
        return self

    @property
    def is_rated(self) -> bool:
        """Whether the category depends on ratings."""
        return self.rated_from is not None or self.rated_below is not None

    def admits(self, rating: int | None, tags: frozenset[str]) -> bool:
        """Return whether an entrant with this rating and these tags competes in it."""
        if self.tag and self.tag not in tags:
            return False
        if not self.is_rated:
            return True
        if rating is None:
            return self.unrated
        return (self.rated_from or 0) <= rating and (self.rated_below is None or rating < self.rated_below)


class Prizes(Model):
    """The prizes of a tournament.

    Attributes:
        currency: the currency, such as `EUR`; `digits`: the number of decimal places of an amount.
        unit: shares are rounded down to a multiple of this; the remainder is stated.
        one_each: whether a person may win in one category only: the one with their largest prize, the first if equal.
        withdrawn: whether withdrawn entrants can win.
    """

    currency: str = Field(default="EUR", pattern=r"^[A-Z]{3}$")
    digits: int = Field(default=2, ge=0, le=3)
    unit: int = Field(default=1, ge=1, le=1_000_000)
    one_each: bool = True
    withdrawn: bool = False
    categories: tuple[Category, ...] = Field(min_length=1, max_length=50)

    @model_validator(mode="after")
    def _fits(self) -> Prizes:
        names = [one.name for one in self.categories]
        if len(set(names)) != len(names):
            raise ValueError("a category is named twice")
        return self
