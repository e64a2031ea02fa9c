"""The prizes of a plan: categories, each with its prizes from the first place on, and how ties share them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from tablescribe.domain.tournament.model.strict import Model

MOST_MONEY = 10**12
"""The largest amount of one prize, in the smallest unit of the currency."""

Amount = Annotated[int, Field(ge=0, le=MOST_MONEY)]


class Prize(Model):
    """What one place wins.

    Attributes:
        amount: money, in the smallest unit of the currency (cents).
        thing: an object, such as a cup. It is not shared.
        worth: what the object counts for where a person may win one prize only, in the same unit; nobody pays it.
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
        """By which prizes are compared: what it is worth in all; if equal, whether there is a thing."""
        return self.amount + self.worth, bool(self.thing)


class Category(Model):
    """Who competes for some prizes, and how equals share them.

    Attributes:
        prizes: from the first place on; none is worth more than the one before.
        tag: only entrants with this tag, which officials give; empty: all.
        rated_from, rated_below: only entrants with such a rating; `unrated` lets those without one in as well.
        ties: `equal`: who has the same points shares equally. `hort`: who has the same points gets half of the prize of
            their own place, and shares the other half equally (Hort system). `rank`: tie-breaks decide; only who cannot
            be told apart by them shares, equally.
        besides: whether a person may win here besides another prize, also where each may win one only.
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
        """Whether a rating is asked for."""
        return self.rated_from is not None or self.rated_below is not None

    def admits(self, rating: int | None, tags: frozenset[str]) -> bool:
        """Return whether somebody with this rating and these tags competes in it."""
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
        currency: how amounts are written, `EUR`; `digits`: how many of an amount's digits are behind the point.
        unit: shares are rounded down to a multiple of this; what is left over is stated.
        one_each: whether a person competes in one category only: where they win most, or the first of several such.
        withdrawn: whether who withdrew can win.
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
