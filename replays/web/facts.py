"""What a judge, or a recorder who missed moves, wants to be true: facts in words, checked before they are recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from domain.game import Opening, legal_actions, view
from domain.table import Changed, Fact, Moved, Table, Turned, Value


class BadFact(ValueError):
    """What a judge or recorder wants to be true has not the form of a fact."""

    code = "fact.form"


def check_playable(opening: Opening, table: Table, facts: Sequence[Fact]) -> None:
    """Look whether a game can go on from the table that some facts lead to; the table given is changed.

    A ruling stays for ever, and no rule has checked it: `set turn two` would leave a match that nobody can read.

    Raises:
        Impossible: the facts do not fit the table.
        BadFact: the game cannot tell who is to act, what is legal, what is hidden, or whether it is over.
    """
    for fact in facts:
        if isinstance(fact, Changed) and isinstance(fact.was, int) and isinstance(fact.now, str):
            raise BadFact(f"{fact.key} is a number: {fact.now!r} is none")
        table.apply(fact)
    game = opening.game
    try:
        game.decline(opening, table)
        seats = () if game.result(opening, table) is not None else game.to_act(opening, table)
        for seat in (None, *range(1, opening.seats + 1)):
            seen = view(opening, table, seat)
            seen.values.update(table.values)
            if seat in seats:
                for shown in (table, seen):
                    list(legal_actions(opening, shown, seat))
    except Exception as error:  # whatever the game's code raises where it meets what no rule of it leads to
        raise BadFact(f"{game.title} cannot go on from there: {error}") from error
    if any(not 1 <= seat <= opening.seats for seat in seats):
        raise BadFact(f"{game.title} cannot go on from there: the seats are 1 to {opening.seats}")


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
        "set": lambda key, value: Changed(key, kept.get(key), _plain(value)),
    }
    for text in texts:
        verb, *words = text.split() or [""]
        try:
            fact = readers[verb](*words)
        except (KeyError, TypeError, ValueError):
            raise BadFact(
                f"{text!r} is no fact: use `move PIECE N FROM TO`, `turn ZONE FACE TO N` or `set KEY VALUE`"
            ) from None
        if isinstance(fact, Changed):
            kept[fact.key] = fact.now
        facts.append(fact)
    return facts


def _plain(text: str) -> Value:
    if text.lstrip("-").isdecimal() and len(text) < 18:
        return int(text)
    named: dict[str, Value] = {"true": True, "false": False, "null": None}
    return named.get(text, text)
