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
    """Check that a game can continue after facts were applied to its table.

    Facts are recorded permanently and bypass the rules: `set turn two` would leave a match that cannot be read.

    Raises:
        BadFact: the game cannot compute who is to act, what is legal, what is hidden, or whether it is over; or a card
            that the facts lay open could still be drawn.
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
    except Exception as error:  # game code may raise anything in a state that its rules never reach
        raise BadFact(say("{game} cannot go on from there: {error}", game=game.title, error=str(error))) from error
    if any(not 1 <= seat <= opening.seats for seat in seats):
        text = say("{game} cannot go on from there: the seats are 1 to {last}", game=game.title, last=opening.seats)
        raise BadFact(text)


__all__ = ["BadFact", "check_playable", "plain", "read_facts"]
