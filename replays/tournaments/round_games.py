"""The games of a round in one file, in the game's notation, as clubs publish them after a round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tablescribe.domain.games import game
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.rules.notation import Notation
from tablescribe.domain.tournament.model.field import Ref
from tablescribe.domain.tournament.model.seating import Seating
from tablescribe.domain.tournament.model.tournament import Tournament
from tablescribe.domain.words.text import say
from tablescribe.ledger.log.errors import NoSuchMatch
from tablescribe.replays.reading.notations import written


@dataclass(frozen=True)
class RoundGames:
    """The games of a round in one text.

    Attributes:
        text: the games, in the order of their tables.
        tables: the tables whose games are included.
        without: the tables without recorded moves.
        notation: the notation of the text.
    """

    text: str
    tables: tuple[int, ...]
    without: tuple[int, ...]
    notation: Notation


def notation_of(now: Tournament, seating: Seating) -> Notation | None:
    """Return the notation in which the games of a round can be published; `None` if their game has none."""
    known = game(now.plan.stages[seating.paired.stage].game).notations()
    return next((one for one in known if one.ending), None)


def is_published(now: Tournament, seating: Seating) -> bool:
    """Return whether everybody may read the games of a round: it is over, and there is a notation for publishing."""
    return not seating.missing and not seating.untold and notation_of(now, seating) is not None


def has_games(now: Tournament, seating: Seating, read: Callable[[str], Match]) -> bool:
    """Return whether the file of a round has a game: it is published, and some table has recorded moves."""
    return is_published(now, seating) and any(_moves(read, match_id) for match_id in seating.matches)


def _moves(read: Callable[[str], Match], match_id: str) -> Match | None:
    """Return a match with recorded moves; `None` without, as for a result from a slip."""
    try:
        match = read(match_id)
    except NoSuchMatch:
        return None
    return match if match.line.after(0) else None


def round_games(
    now: Tournament, seating: Seating, names: Mapping[Ref, str], read: Callable[[str], Match], *, notes: bool = False
) -> RoundGames:
    """Return the games of a round, without moves that were taken back.

    Args:
        names: people's names.
        read: returns a match by its id.
        notes: whether to include notes.

    Raises:
        Refused: the round is not over, has no recorded moves, or its game has no notation for publishing.
    """
    notation = notation_of(now, seating)
    if notation is None:
        title = game(now.plan.stages[seating.paired.stage].game).title
        raise Refused(
            say("The games of a round cannot be published for {game}: it has no standard notation.", game=title)
        )
    if not is_published(now, seating):
        tables = ", ".join(map(str, seating.missing))
        why = say("Round {round} is not over. Tables that are still playing: {tables}.", round=seating.number,
                  tables=tables)  # fmt: skip
        raise Refused(why)
    texts: dict[int, str] = {}
    for table, match_id in enumerate(seating.matches, start=1):
        if (match := _moves(read, match_id)) is not None:
            called = [names.get(seat.ref, f"#{k}") for k, seat in enumerate(match.opened.seats, start=1)]
            texts[table] = written(match, notation, called, details=_details(now, seating, table), plain=not notes)
    if not texts:
        raise Refused(
            say("No moves were recorded in round {round}: its results came by slip only.", round=seating.number)
        )
    without = tuple(table for table in range(1, len(seating.pods) + 1) if table not in texts)
    return RoundGames("\n".join(texts.values()), tuple(texts), without, notation)


def _details(now: Tournament, seating: Seating, table: int) -> dict[str, str]:
    """Return the details of a game: the tournament, and round and table numbered as broadcasts do."""
    return {"event": now.plan.title, "round": f"{seating.number}.{table}", "table": str(table)}


def round_games_data(found: RoundGames, seating: Seating) -> dict[str, Any]:
    """Return the games of a round as plain data."""
    return {
        "round": seating.number, "notation": found.notation.name, "tables": list(found.tables),
        "without": list(found.without), "text": found.text,
    }  # fmt: skip
