"""Checks of facts entered by judges and recorders, before they are recorded."""

from __future__ import annotations

from collections.abc import Sequence

from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.events import Ruled
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import legal_actions, to_act, unused
from tablescribe.domain.rules.known_names import must_be_known, names_of
from tablescribe.domain.rules.typed_facts import BadFact, plain, read_facts, refuse_left_drawable
from tablescribe.domain.rules.view import view
from tablescribe.domain.table.table import BOX, Changed, Fact, Table
from tablescribe.domain.words.text import Thing, say


def check_playable(match: Match, facts: Sequence[Fact]) -> None:
    """Check that a game can continue from its table with facts already applied.

    Facts are recorded permanently and bypass the rules: `set turn two` would leave a match that cannot be read.

    Raises:
        BadFact: a fact names something that this game does not have; the game cannot compute who is to act, what is
            legal, what is hidden, or whether it is over; or a card that the facts reveal could still be drawn.
    """
    must_be_known(match.opening, facts, lambda: known_names(match, but=1))
    for fact in facts:
        if isinstance(fact, Changed) and isinstance(fact.was, int) and isinstance(fact.now, str):
            raise BadFact(say("{key} must be a number, not {value}", key=Thing(fact.key), value=repr(fact.now)))
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
        raise BadFact(
            say("{game} cannot continue from this table: {error}", game=game.title, error=str(error))
        ) from error
    if any(not 1 <= seat <= opening.seats for seat in seats):
        text = say("{game} cannot go on from there: the seats are 1 to {last}", game=game.title, last=opening.seats)
        raise BadFact(text)


def known_names(match: Match, *, but: int = 0) -> set[str]:
    """Return the names of pieces, zones and values used in a match, except in its last `but` moves."""
    told = names_of(fact for move in match.moves[: len(match.moves) - but] for fact in move.facts)
    return {BOX, *match.opening.game.box(match.opening), *told}


def foresee_ruling(match: Match, texts: Sequence[str], *, replaces: int | None = None) -> tuple[Match, Ruled]:
    """Return a copy of a match with a judge's ruling applied, and the ruling; the match itself is unchanged.

    Raises:
        BadFact, Impossible, Refused: the ruling cannot be recorded.
    """
    after = match.copy()
    facts = read_facts(table_before(match, replaces), texts)
    ruled = after.rule(facts, Stamp(match.opened.at, "", ""), clause="-", reason="-", replaces=replaces)
    check_playable(after, facts)
    return after, ruled


def result_kept(before: Match, after: Match) -> bool:
    """Return whether a game was over before a ruling, and is over in the same way, for the same winners, after it.

    No ruling makes a game decide its end again. A judge who wants that replaces a move, so that play goes on from
    before it, or closes the match and corrects the result.
    """
    if not before.is_over or not after.is_over:
        return False
    was, now = (one.opening.game.result(one.opening, one.table) for one in (before, after))
    return was is not None and now is not None and (was.ending, was.winners) == (now.ending, now.winners)


def table_before(match: Match, replaces: int | None) -> Table:
    """Return the table that a ruling applies to: the current one, or the one before the move that it replaces."""
    number = match.head
    if replaces is not None and 0 < replaces < len(match.moves):
        number = match.line.parent[replaces]
    line = match.line.cursor()
    line.go_to(number)
    return line.table


__all__ = [
    "BadFact",
    "check_playable",
    "foresee_ruling",
    "known_names",
    "plain",
    "read_facts",
    "table_before",
]  # fmt: skip
