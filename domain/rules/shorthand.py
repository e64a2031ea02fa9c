"""Shorthand: moves typed in a few words, and what may be typed next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Table
from tablescribe.domain.words.text import Slot, Spoken, Text


class Unclear(Spoken, ValueError):
    """Words begin as something that can be said, and go on as nothing that can."""

    code = "action.unclear"


@dataclass(frozen=True)
class Speaker:
    """Who says something, and where.

    Attributes:
        setting: what was fixed when the match was opened.
        table: the table as the speaker sees it.
        seat: whose move it is, unless the words say otherwise.
        people: what the people are called, in the order of the seats.
        language: the language that they type in: pieces may have other letters in it.
    """

    setting: Setting
    table: Table
    seat: int
    people: Sequence[str]
    language: str = "en"


@dataclass(frozen=True)
class Heard:
    """What words mean: an action, and what chance gave, as far as it was said with it."""

    action: Action
    outcomes: tuple[Outcome, ...] = ()


@dataclass(frozen=True)
class Shorthand:
    """What a game understands of few words.

    Attributes:
        hear: the action that words mean; `None` where not even the first of them says anything. Raises `Unclear`.
        next_words: what may come after some words, each with what it stands for.
        examples: what can be said at this table, each with what it does, for the help.
        written: the legal moves as players write them down; empty where they have no way of their own.
    """

    hear: Callable[[Speaker, Sequence[str]], Heard | None]
    next_words: Callable[[Speaker, Sequence[str]], dict[str, Slot]]
    examples: Callable[[Speaker], dict[str, Text]]
    written: Callable[[Speaker], dict[str, Action]] = lambda _: {}
