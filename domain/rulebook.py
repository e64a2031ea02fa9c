"""The numbered rules of a game, in our own words, each with its source."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cached_property
from importlib.resources import files
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, model_validator


class Rule(BaseModel):
    """One rule.

    Attributes:
        number: its stable number, cited by code, tests, refusals and reports.
        chapter: the heading under which a reader looks for it.
        source: the section of the rule document it comes from, or `ruling` where that is silent.
        text: what it says, in our words.
        kind: `enforced` by the program, or left to the `judge`: the table decides and we record it.
        reason: why a judge's rule cannot be enforced.
        option: the option of the match that chooses another reading.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    number: str = Field(pattern=r"^[A-Z]{2,3}-?[0-9A-Za-z.\-]+$")
    chapter: str
    source: str
    text: str
    kind: Literal["enforced", "judge"] = "enforced"
    reason: str = ""
    option: str = ""

    @model_validator(mode="after")
    def _a_judges_rule_says_why(self) -> Rule:
        if (self.kind == "judge") != bool(self.reason):
            raise ValueError(f"{self.number}: a judge's rule, and only that, gives its reason")
        return self


class Rulebook(BaseModel):
    """All rules of a game, in the order of the rule document."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    game: str
    title: str
    edition: str
    source: str
    rules: tuple[Rule, ...]

    @model_validator(mode="after")
    def _numbers_are_unique(self) -> Rulebook:
        numbers = [rule.number for rule in self.rules]
        twice = sorted({n for n in numbers if numbers.count(n) > 1})
        if twice:
            raise ValueError(f"numbered twice: {', '.join(twice)}")
        return self

    @cached_property
    def _by_number(self) -> dict[str, Rule]:
        return {rule.number: rule for rule in self.rules}

    def __contains__(self, number: str) -> bool:
        return number in self._by_number

    def __getitem__(self, number: str) -> Rule:
        """Return a rule by its number; raise `KeyError` if there is none."""
        return self._by_number[number]

    def chapters(self) -> Iterator[tuple[str, list[Rule]]]:
        """Yield each chapter with its rules, in order."""
        for chapter in dict.fromkeys(rule.chapter for rule in self.rules):
            yield chapter, [rule for rule in self.rules if rule.chapter == chapter]

    @cached_property
    def digest(self) -> str:
        """The SHA-256 of the rulebook's contents, in hexadecimal."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()


def load_rulebook(package: str) -> Rulebook:
    """Load `rules.yaml` from a game's package.

    Raises:
        pydantic.ValidationError: the file does not have the form of a rulebook.
    """
    return Rulebook.model_validate(yaml.safe_load(files(package).joinpath("rules.yaml").read_text("utf-8")))
