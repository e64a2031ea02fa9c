"""What a judge, or a recorder who missed moves, wants to be true: facts in words, checked before they are recorded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from domain.game import legal_actions, to_act, unused, view
from domain.match import Match
from domain.table import Changed, Fact, Moved, Turned, Value
from domain.text import Spoken, Thing, say


class BadFact(Spoken, ValueError):
    """What a judge or recorder wants to be true has not the form of a fact."""

    code = "fact.form"


def check_playable(match: Match, facts: Sequence[Fact]) -> None:
    """Look whether a game can go on from the table that it stands at after somebody said that these facts are true.

    What is ruled stays for ever, and no rule has checked it: `set turn two` would leave a match that nobody can read.

    Raises:
        BadFact: the game cannot tell who is to act, what is legal, what is hidden, or whether it is over.
    """
    for fact in facts:
        if isinstance(fact, Changed) and isinstance(fact.was, int) and isinstance(fact.now, str):
            raise BadFact(say("{key} is a number: {value} is none", key=Thing(fact.key), value=repr(fact.now)))
    opening, game, table = match.opening, match.opening.game, match.table.copy()
    try:
        unused(opening, table)
        seats = () if game.result(opening, table) is not None else to_act(opening, table)
        for seat in (None, *range(1, opening.seats + 1)):
            seen = view(opening, table, seat)
            seen.values.update(table.values)
            if seat in seats:
                for shown in (table, seen):
                    list(legal_actions(opening, shown, seat))
    except Exception as error:  # whatever the game's code raises where it meets what no rule of it leads to
        raise BadFact(say("{game} cannot go on from there: {error}", game=game.title, error=str(error))) from error
    if any(not 1 <= seat <= opening.seats for seat in seats):
        text = say("{game} cannot go on from there: the seats are 1 to {last}", game=game.title, last=opening.seats)
        raise BadFact(text)


def read_facts(values: Mapping[str, Value], texts: Iterable[str]) -> list[Fact]:
    """Return facts from words: `move PIECE N FROM TO`, `turn ZONE FACE TO N` or `set KEY VALUE`.

    Raises:
        BadFact: one is none.
    """
    facts: list[Fact] = []
    kept: dict[str, Value] = dict(values)
    readers: dict[str, Callable[..., Fact]] = {
        "move": lambda piece, n, src, dst: Moved(piece, int(n), src, dst),
        "turn": lambda zone, face, to, n: Turned(zone, face, to, int(n)),
        "set": lambda key, value: Changed(key, kept.get(key), plain(value)),
    }
    for text in texts:
        verb, *words = text.split() or [""]
        try:
            fact = readers[verb](*words)
        except (KeyError, TypeError, ValueError):
            form = "`move PIECE N FROM TO`, `turn ZONE FACE TO N` or `set KEY VALUE`"
            raise BadFact(say("{fact} is no fact: use {form}", fact=repr(text), form=form)) from None
        if isinstance(fact, Changed):
            kept[fact.key] = fact.now
        facts.append(fact)
    return facts


def plain(text: str) -> Any:
    """Return a number for what looks like one, true and false for themselves, nothing for `null`, else the text."""
    if re.fullmatch(r"-?[0-9]{1,18}", text):
        return int(text)
    return {"true": True, "false": False, "null": None}.get(text, text)
