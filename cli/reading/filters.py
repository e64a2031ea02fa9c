"""Filters of `matches`, `stats` and `ratings` as people type them, and the message if nothing matches."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.terminal.language import language, wrong_use
from tablescribe.cli.terminal.state import progress, state
from tablescribe.cli.terminal.times import Period
from tablescribe.domain.words.text import listed, say

if TYPE_CHECKING:
    from tablescribe.domain.words.text import Text
    from tablescribe.ledger.matches.ledger import Ledger
    from tablescribe.ledger.read_models.queries import Queries


def asking() -> Queries:
    """Return the queries on the lists, after updating the lists."""
    return with_fresh_lists().asking


def with_fresh_lists() -> Ledger:
    """Return the ledger, after updating the lists."""
    ledger = state().reading().ledger
    with progress("Reading the log") as tell:
        ledger.lists.fresh(tell)
    return ledger


def end_of(until: datetime | None) -> datetime | None:
    """Return the moment that ends `--until`: the end of a day given without a time, else the next minute."""
    if until is None:
        return None
    whole = (until.hour, until.minute) == (0, 0)
    return (until.replace(tzinfo=None) + (timedelta(days=1) if whole else timedelta(minutes=1))).astimezone()


def the_person(ask: Queries, name: str) -> str:
    """Return the full name of the person that a name means; an empty string for an empty name."""
    if not name:
        return ""
    found = ask.called_like(name)
    if not found:
        from tablescribe.ledger.read_models.person_names import nobody

        raise nobody(name, ask.some_names())
    if len(found) > 1:
        raise wrong_use(say("{name} could be {people}. Use the full name", name=name, people=", ".join(found[:8])))
    return found[0]


def no_matches(ask: Queries, *, person: str = "", game: str = "") -> Text:
    """Say that no matches were found, with suggestions for unknown names."""
    from tablescribe.domain.words.suggestions import suggestion

    none = say("No matches found.")
    near = [suggestion(person, ask.some_names())] if person and not ask.people_like(person) else []
    near += [suggestion(game, played)] if game and game.lower() not in map(str.lower, played := ask.played()) else []
    found = listed(filter(None, near))
    return say("{sentence} Did you mean {near}?", sentence=none, near=found) if any(near) else none


def the_game(word: str) -> str:
    """Return the key of a game by its key or title in any spelling; any other word unchanged, as a free-form title."""
    from tablescribe.domain.games import named

    return named(word) or word


def with_rules(word: str) -> str:
    """Return the key of a game with its own rules, by its key or title; an empty string for an empty word.

    Raises:
        UnknownGame: there is no such game.
    """
    from tablescribe.domain.games import game

    return game(the_game(word)).key if word else ""


def share_text(row: dict[str, Any]) -> str:
    """Return a win rate with its confidence interval."""
    if row["share"] is None:
        return "–"
    from tablescribe.replays.reading.reader import percent

    share, least, most = (percent(row[key], language()) for key in ("share", "least", "most"))
    return f"{share} ({least}–{most})"


def in_a_month(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `--month` to a command with `--since` and `--until`. It sets both."""

    @wraps(command)
    def narrowed(*args: Any, month: tuple[datetime, datetime] | None, **more: Any) -> Any:
        if month is not None:
            more["since"], more["until"] = more["since"] or month[0], more["until"] or month[1]
        return command(*args, **more)

    return click.option("--month", type=Period(), metavar="MONTH",
                        help="Only this month or year: 2026-10, October, 'last month', 2026.")(narrowed)  # fmt: skip
