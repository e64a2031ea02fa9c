"""Responses about two logs of one match, for the OpenAPI document; see `answers.py`."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from tablescribe.replays.web.api.answers import Answer


class OfLog(Answer):
    """A move as recorded in one log."""

    move: int
    words: str


class LogReading(Answer):
    """One way to read a difference between two logs."""

    take: Literal["first", "second", "both", "neither"]
    possible: bool
    next: str
    rule: str
    why: str


class LogDifference(Answer):
    """A place where two logs differ."""

    number: int
    after: Annotated[int, Field(description="How many moves were read before it.")]
    how: Literal["order", "rule", "person", "open"]
    take: Literal["first", "second", "both", "neither"]
    given: Annotated[bool, Field(description="Whether all differences before it are settled.")]
    first: list[OfLog]
    second: list[OfLog]
    candidates: list[LogReading]


class LogsCompared(Answer):
    """The comparison of two logs of one match."""

    first: str
    second: str
    agreed: int
    questions: Annotated[list[int], Field(description="The differences that a person has to settle.")]
    differences: list[LogDifference]
    verdict: str


class ReadingRecorded(Answer):
    """The merged match of two logs."""

    match: str
    sources: list[str]
    version: int
    move: int
    closed: bool
    settled: dict[str, int]
