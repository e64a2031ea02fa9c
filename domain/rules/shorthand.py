"""Shorthand: moves typed in a few words, and what may be typed next."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Table
from tablescribe.domain.words.text import Slot, Spoken, Text


class Unclear(Spoken, ValueError):
    """The words begin like a move but cannot be completed to one."""

    code = "action.unclear"


class Speaker(msgspec.Struct, frozen=True):
    """The context of a typed move.

    Attributes:
        setting: the seats, options and components of the match.
        table: the table as the typist sees it.
        seat: the seat that moves, unless the words name another.
        people: the names of the people, in seat order.
        language: the typist's language, as letters of pieces depend on it.
    """

    setting: Setting
    table: Table
    seat: int
    people: Sequence[str]
    language: str = "en"


class Heard(msgspec.Struct, frozen=True):
    """The meaning of a typed move: an action, and the chance outcomes typed with it."""

    action: Action
    outcomes: tuple[Outcome, ...] = ()


class Shorthand(msgspec.Struct, frozen=True):
    """A game's parser for short moves.

    Attributes:
        hear: returns the action that words mean; `None` if it does not know the first word. Raises `Unclear`.
        next_words: returns the possible next words, each with its meaning.
        examples: returns examples that are valid at this table, each with its effect, for the help.
        written: returns the legal moves in the game's usual notation; empty if it has none.
    """

    hear: Callable[[Speaker, Sequence[str]], Heard | None]
    next_words: Callable[[Speaker, Sequence[str]], dict[str, Slot]]
    examples: Callable[[Speaker], dict[str, Text]]
    written: Callable[[Speaker], dict[str, Action]] = lambda _: {}
