"""Responses about typed text and boxes, for the OpenAPI document; see `answers.py`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from tablescribe.replays.web.api.answers import Answer, Moment


class Offered(Answer):
    """A possible next word."""

    label: str
    line: Annotated[str, Field(description="The whole line with it.")]


class DeclaredField(Answer):
    """A field of a declaration."""

    name: str
    label: str
    said: bool


class Declaring(Answer):
    """A declaration while it is being typed."""

    of: Annotated[str, Field(description="The component; empty while it is not clear which one is meant.")]
    fields: Annotated[list[DeclaredField], Field(description="In the order in which they are said.")]
    at: Annotated[int, Field(description="How many are said.")]
    words: list[Offered]
    action: Annotated[dict[str, Any] | None, Field(description="What it comes to, once it is whole.")]
    seat: Annotated[int | None, Field(description="Who declares it, in a match.")]
    says: str
    problem: str


class FactTyped(Answer):
    """A fact while it is being typed."""

    words: list[Offered]
    fact: Annotated[str, Field(description="The fact, once it is one.")]
    problem: str


class MoveTyped(Answer):
    """A parsed move."""

    action: Annotated[
        dict[str, Any] | None, Field(description="What it means, legal or not; null if it means nothing.")
    ]
    seat: Annotated[int, Field(description="The seat that would play it.")]
    outcomes: Annotated[list[int | str], Field(description="Dice and cards that were typed with it.")]
    problem: Annotated[str, Field(description="What is wrong with the words; empty if they mean an action.")]
    legal: Annotated[list[str], Field(description="Examples of legal actions, if they mean none.")]


class Stock(Answer):
    """The components of one kind in a box: how many in total, blank, and with invented values."""

    kind: str
    all: int
    blank: int
    house: int


class BoxLine(Answer):
    """A table's own copy of a game."""

    name: str
    game: str
    revision: int
    at: Moment
    digest: str
    blank: int
    house: int
    kinds: list[Stock]


class BoxComponent(Answer):
    """A component of a box."""

    name: str
    label: str
    blank: bool
    house: Annotated[bool, Field(description="Its values are ours, not the printed ones.")]
    known: Annotated[list[str], Field(description="What is known of it, field by field, in words.")]


class BoxKind(Answer):
    """The components of one kind."""

    kind: str
    label: str
    parts: list[BoxComponent]


class BoxRevision(Answer):
    """A revision of a box."""

    revision: int
    at: Moment
    match: Annotated[str, Field(description="The match it was learnt from; empty where none was.")]


class BoxTold(BoxLine):
    """A box with everything known about it."""

    changed: Annotated[list[str], Field(description="Components that said something else before.")]
    learnt: list[BoxRevision]
    components: list[BoxKind]


class RuleFound(Answer):
    """A rule found by a search."""

    number: str
    chapter: str
    source: Annotated[str, Field(description="The section of the rule document it comes from.")]
    text: str
    language: Annotated[str, Field(description="The language of the text.")]
    kind: Annotated[Literal["enforced", "judge"], Field(description="Enforced by the program, or left to a judge.")]
    reason: Annotated[str, Field(description="Why a judge's rule cannot be enforced.")]
    option: Annotated[str, Field(description="The option of the match that chooses another reading.")]


class MoveCiting(Answer):
    """A move that cites or breaks a rule."""

    move: int
    words: str


class RuleCited(RuleFound):
    """A rule found by a search, with the moves of a match that cite it."""

    moves: list[MoveCiting]
