"""Descriptions of declarations: warnings about free text, and what a ruling changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablescribe.domain.box.blanks import PRINTED
from tablescribe.domain.games.expeditions.actions import Declare, DeclareMech, DeclareTile
from tablescribe.domain.games.expeditions.ongoing import Ongoing
from tablescribe.domain.games.expeditions.zones import mech_mat
from tablescribe.domain.rules.action import Action
from tablescribe.domain.table.table import Changed, Fact
from tablescribe.domain.words.text import Text, Thing, say


def texts(action: Action | None) -> Iterator[Text]:
    """Yield warnings about free text in a declaration, and whether the program will ask what it did (EX-95)."""
    if not isinstance(action, Declare | DeclareTile | DeclareMech):
        return
    for text in _judged(action.says.model_dump()):
        yield say("“{text}” is free text: each time it is used, you will be asked what it did", text=text)
    lasting = getattr(action.says, "ongoing" if isinstance(action, Declare) else "ability", None)
    if isinstance(lasting, Ongoing) and lasting.text and lasting.on is None:
        yield say(
            "“{text}” is free text without a trigger. If it waits for something, undo this and put the trigger "
            "first: {example}{text}",
            text=lasting.text, example="explore:",
        )  # fmt: skip


def _judged(data: Any) -> Iterator[str]:
    """Yield the free texts of all effects in nested data."""
    if isinstance(data, dict):
        if data.get("do") == "judge":
            yield str(data["text"])
        for one in data.values():
            yield from _judged(one)
    elif isinstance(data, list | tuple):
        for one in data:
            yield from _judged(one)


def ruled(facts: tuple[Fact, ...]) -> tuple[list[Text], list[Fact]]:
    """Describe the declarations that a ruling withdraws or corrects (EX-105), and return the facts left over."""
    said: list[Text] = []
    rest: list[Fact] = []
    for fact in facts:
        if not isinstance(fact, Changed) or not fact.key.startswith(PRINTED) or fact.was is None:
            rest.append(fact)
            continue
        card = Thing(fact.key.removeprefix(PRINTED).removeprefix(mech_mat("")))
        if fact.now is None:
            said.append(say("the declaration of {card} is withdrawn", card=card))
        else:
            said.append(say("the declaration of {card} is corrected", card=card))
    return said, rest
