"""Responses about scanned slips, which two people type, for the OpenAPI document."""

from __future__ import annotations

from typing import Literal

from tablescribe.replays.web.api.answers import Answer


class SlipBox(Answer):
    """A numbered box of a slip for two."""

    number: int
    means: str


class TypedNumberTold(Answer):
    """A number that a person typed from a slip; the recorder is the id of a pass."""

    number: str
    means: str
    recorder: str
    by: str
    at: str


class SlipTold(Answer):
    """The state of a table's slip.

    `numbers` are the typed numbers, once they may be shown: after the result is recorded, and to organisers and
    arbiters if two people differ.
    """

    round: int
    table: int
    match: str
    names: list[str]
    state: Literal["missing", "once", "differ", "typed", "reported"]
    typed: int
    typists: int
    boxes: list[SlipBox]
    by_points: bool
    numbers: list[TypedNumberTold]
    result: str | None
    version: int | None = None


class SlipsTold(Answer):
    """The slips of a round."""

    round: int
    slips: list[SlipTold]
    version: int
