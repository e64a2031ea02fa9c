"""Suggest the `tournament report` line that was meant if people are named instead of their table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tablescribe.cli.terminal.match_words import LAST
from tablescribe.cli.terminal.player_words import BETWEEN, WINS
from tablescribe.domain.tournament.told_results import DRAWS

if TYPE_CHECKING:
    from tablescribe.domain.tournament.model.seating import Seating
    from tablescribe.ledger.matches.ledger import Ledger

NO_SHOW = ("no-show", "noshow", "forfeit", "absent", "missing")
"""Words for an entrant who did not come."""

WON = ("1-0", "1:0", *WINS)
LOST = ("0-1", "0:1", "lost", "loses")
EVEN = ("½-½", "1/2-1/2", "0.5-0.5", "½", "1/2", *DRAWS)
"""Words and signs for a draw, between two names or after them."""


SAYS = frozenset({*WON, *LOST, *EVEN, *NO_SHOW, *BETWEEN, "against", "table", "at", "did", "not", "come"})
"""Words of a result that are no names."""


class At(NamedTuple):
    """A table of the current round: its number, its people, and whether it has reported."""

    table: int
    people: tuple[str, ...]
    reported: bool


def report_meant(rest: Sequence[str]) -> list[str]:
    """Return the words of the suggested line; none if none is likely.

    Args:
        rest: the words after `tournament`, beginning with `report`.
    """
    plain = [word for word in rest[1:] if not word.startswith("-") or word in ("-", "–")]
    which = plain[0] if plain and (plain[0] == LAST or _seating(plain[0]) is not None) else LAST
    words = plain[1:] if plain[:1] == [which] else plain
    tables = _tables(which)
    named, others = _people(words, [name for one in tables for name in one.people])
    found = next((one for one in tables if named and all(name in one.people for name in named)), None)
    if found is None or any(word.casefold() not in SAYS for word in others):
        numbered = any(word.isdecimal() for word in words)
        return ["tournament", "pairings", which] if tables and words and not numbered else []
    line = ["tournament", "report", which, str(found.table), *_told(found, named, others)]
    return [*line, "--change"] if found.reported else line


def _told(at: At, named: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return the result of a table as options of `report`."""
    low = [word.casefold() for word in others if word not in BETWEEN]
    if any(word in NO_SHOW for word in low):
        return ["--absent", named[-1]]
    if any(word in EVEN for word in low):
        return ["--draw"]
    if any(word in LOST for word in low):
        better = [name for name in at.people if name != named[0]]
        return [part for name in better for part in ("--winner", name)] if len(better) == 1 else ["--winner", "NAME"]
    return ["--winner", named[0] if len(named) == 1 or any(word in WON for word in low) else "NAME"]


def _people(words: Sequence[str], known: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the known people among the words, in the order named, and the remaining words."""
    spelt = {name.casefold(): name for name in known}
    left, named = [word.rstrip(",") for word in words], list[str]()
    others = list[str]()
    while left:
        size = next((n for n in range(len(left), 0, -1) if " ".join(left[:n]).casefold() in spelt), 0)
        if size:
            named.append(spelt[" ".join(left[:size]).casefold()])
        else:
            others.append(left[0])
        del left[: size or 1]
    return named, others


def _tables(which: str) -> list[At]:
    """Return the tables of the current round."""
    if (found := _seating(which)) is None:
        return []
    seating, names = found
    return [
        At(table, tuple(names[ref] for ref in pod), table in seating.reports)
        for table, pod in enumerate(seating.pods, start=1)
    ]


def _seating(which: str) -> tuple[Seating, dict[str, str]] | None:
    """Return the current round of a tournament with the names of its entrants; `None` if there is none."""
    from tablescribe.cli.terminal.state import state
    from tablescribe.ledger.log.errors import LedgerError
    from tablescribe.ledger.tournaments.commands import TournamentCommands

    try:
        ledger = state().reading().ledger
        found = _id(ledger, which)
        if found is None:
            return None
        who = TournamentCommands(state().reading())
        now = who.tournament(found)
        return (now.seatings[-1], who.names(now)) if now.seatings else None
    except (LedgerError, OSError):
        return None


def _id(ledger: Ledger, which: str) -> str | None:
    """Return the id of a tournament from its id, a prefix of it, or its title; `None` if there is none.

    Raises:
        NoSuchTournament: there are several.
    """
    from tablescribe.cli.terminal.tournament_titles import titled
    from tablescribe.ledger.log.errors import NoSuchTournament

    if which == LAST:
        return next(reversed(ledger.tournament_ids()), None)
    try:
        return ledger.find_tournament(which)
    except NoSuchTournament:
        return titled(ledger, which)
