"""What people should know of a declaration: what in it is a text for them; and what a ruling says of one."""

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
    """Say which words of a declaration are a text for people, and whether somebody is asked for what it did (EX-95)."""
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
    """Yield the texts of effects that no word can say, however deep they stand."""
    if isinstance(data, dict):
        if data.get("do") == "judge":
            yield str(data["text"])
        for one in data.values():
            yield from _judged(one)
    elif isinstance(data, list | tuple):
        for one in data:
            yield from _judged(one)


def ruled(facts: tuple[Fact, ...]) -> tuple[list[Text], list[Fact]]:
    """Say which declarations a ruling withdraws or corrects (EX-105); also return the other facts."""
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
