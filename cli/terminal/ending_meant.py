"""Suggest the line that was meant by `resign`, `forfeit`, or `close` with a result.

A match is not closed with a typed result. The rules give the result, after a move that ends the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tablescribe.cli.terminal.match_words import LAST, as_meant, means_an_id
from tablescribe.domain.tournament.told_results import DRAWS

if TYPE_CHECKING:
    from tablescribe.domain.match.match import Match

RESIGNS = frozenset({"resign", "resigns", "concede", "surrender", "forfeit", "aufgeben", "abbandona", "desistir"})
"""Words for giving up a game."""

SCORES = {"1-0": 1, "1:0": 1, "0-1": 2, "0:1": 2}
"""Scores of a game for two, each with the seat that wins."""

LITTLE = frozenset({"won", "wins", "for", "resigned", "resigns", "lost", "loses", "winner", "--won", "--winner"})
"""Other words that people type next to a name."""

LATEST = 20
"""Number of latest matches searched for an open one if no match is named."""

WRONG = ("--because", "the wrong result was entered")


def ending_meant(command: str, rest: Sequence[str]) -> list[str]:
    """Return the words of the suggested line; none if none is likely.

    Args:
        command: `close`, `move`, or a word of `RESIGNS`.
        rest: the words after it.
    """
    named = next((word for word in rest if word == LAST or means_an_id(word)), "")
    if command == "close" and (not rest or (len(rest) == 1 and named)):
        return []
    said = [word for word in rest if word not in (named, *LITTLE) and not word.startswith("-")]
    gives_up = command in RESIGNS or any(word in RESIGNS for word in said)
    said = [word for word in said if word not in RESIGNS]
    match, people = _match(named)
    if match is None or (command == "close" and not said and not gives_up):
        return []
    at = named or match.id
    if match.closed is not None:
        return _corrected(at, said)
    if match.is_over:
        return ["close", at]
    seats = _seats(said, people)
    loses = gives_up or any(word in ("lost", "loses") for word in rest)
    return _ended(match, at, seats, people, loses=loses, drawn=any(one.casefold() in DRAWS for one in said))


def _match(named: str) -> tuple[Match | None, tuple[str, ...]]:
    """Return the named match, or else the last open one, with its people by seat."""
    from tablescribe.cli.terminal.state import state
    from tablescribe.ledger.log.errors import LedgerError

    try:
        reading = state().reading()
        if named and named != LAST:
            matches = iter([reading.match(as_meant(named))])
        else:
            matches = map(reading.match, reading.ledger.match_ids()[: -LATEST - 1 : -1])
        match = next((one for one in matches if named or one.closed is None), None)
        return match, tuple(reading.names(match)) if match is not None else ()
    except (LedgerError, OSError):
        return None, ()


def _seats(said: Sequence[str], people: Sequence[str]) -> list[int]:
    """Return the seats that the words name: people by name, or the winner by a score."""
    low = [name.casefold() for name in people]
    by_name = [low.index(word.casefold()) + 1 for word in said if word.casefold() in low]
    return by_name or [SCORES[word] for word in said if word in SCORES and len(people) == 2]


def _corrected(match: str, said: Sequence[str]) -> list[str]:
    """Return the line that corrects the result of a closed match."""
    if not said:
        return []
    if any(word.casefold() in DRAWS for word in said):
        return ["correct", match, "--draw", *WRONG]
    scored = [word for word in said if word in SCORES]
    return ["correct", match, *(scored[:1] or ("--won", " ".join(said))), *WRONG]


def _ended(
    match: Match, named: str, seats: Sequence[int], people: Sequence[str], *, loses: bool, drawn: bool
) -> list[str]:
    """Return the move that ends an open game so; where the game has none, how the match is abandoned."""
    moves = match.opening.game.action_names
    if "resign" in moves:
        if drawn:
            return ["move", named, "draw?"]
        loser = [seat if loses else 3 - seat for seat in seats[:1]]
        return ["move", named, "resign", *(part for seat in loser for part in ("--seat", str(seat)))]
    if "result" in moves:
        others = [seat for seat in range(1, len(people) + 1) if seat not in seats]
        winners = [] if drawn else others if loses and seats else list(seats)
        if drawn or winners:
            return ["move", named, "won", *([people[seat - 1] for seat in winners] or ["nobody"])]
    return ["close", named, "--abandoned"]
