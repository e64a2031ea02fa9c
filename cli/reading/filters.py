"""What `matches`, `stats` and `ratings` ask the read models: filters as people type them, and what nothing fits."""

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
    from tablescribe.ledger.read_models.queries import Queries


def asking() -> Queries:
    """Return who answers questions about the lists, which are up to date."""
    ledger = state().reading().ledger
    with progress("Reading the log") as tell:
        ledger.lists.fresh(tell)
    return ledger.asking


def end_of(until: datetime | None) -> datetime | None:
    """Return the moment before which matches are wanted: the end of a day without a time, else the next minute."""
    if until is None:
        return None
    whole = (until.hour, until.minute) == (0, 0)
    return (until.replace(tzinfo=None) + (timedelta(days=1) if whole else timedelta(minutes=1))).astimezone()


def the_person(ask: Queries, name: str) -> str:
    """Return what the person is called whom a name means; the empty text if there was none."""
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
    """Return that nothing is like what was asked for, with what was perhaps meant by names that nobody has."""
    from tablescribe.domain.words.suggestions import suggestion

    none = say("No matches found.")
    near = [suggestion(person, ask.some_names())] if person and not ask.people_like(person) else []
    near += [suggestion(game, played)] if game and game.lower() not in map(str.lower, played := ask.played()) else []
    found = listed(filter(None, near))
    return say("{sentence} Did you mean {near}?", sentence=none, near=found) if any(near) else none


def the_game(word: str) -> str:
    """Return a game's key, if a word is that or its title, however it is typed; else the word: what tables call it."""
    from tablescribe.domain.games import named

    return named(word) or word


def with_rules(word: str) -> str:
    """Return the key of a game that has rules of its own, by that or its title; the empty text if none is asked for.

    Raises:
        UnknownGame: there is none.
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
    """Add `--month` to a command that takes `--since` and `--until`: both at once."""

    @wraps(command)
    def narrowed(*args: Any, month: tuple[datetime, datetime] | None, **more: Any) -> Any:
        if month is not None:
            more["since"], more["until"] = more["since"] or month[0], more["until"] or month[1]
        return command(*args, **more)

    return click.option("--month", type=Period(), metavar="MONTH",
                        help="Only this month or year: 2026-10, October, 'last month', 2026.")(narrowed)  # fmt: skip
