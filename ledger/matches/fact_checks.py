"""Checks of facts stated by judges and recorders, before they are recorded."""

from __future__ import annotations

from collections.abc import Sequence

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import legal_actions, to_act, unused
from tablescribe.domain.rules.game import view
from tablescribe.domain.rules.typed_facts import BadFact, plain, read_facts, refuse_left_drawable
from tablescribe.domain.table.table import Changed, Fact
from tablescribe.domain.words.text import Thing, say


def check_playable(match: Match, facts: Sequence[Fact]) -> None:
    """Look whether a game can go on from the table that it stands at after somebody said that these facts are true.

    What is ruled stays for ever, and no rule has checked it: `set turn two` would leave a match that nobody can read.

    Raises:
        BadFact: the game cannot tell who is to act, what is legal, what is hidden, or whether it is over; or a card
            that they lay open could still be drawn.
    """
    for fact in facts:
        if isinstance(fact, Changed) and isinstance(fact.was, int) and isinstance(fact.now, str):
            raise BadFact(say("{key} is a number: {value} is none", key=Thing(fact.key), value=repr(fact.now)))
    refuse_left_drawable(match.table, facts)
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


__all__ = ["BadFact", "check_playable", "plain", "read_facts"]
