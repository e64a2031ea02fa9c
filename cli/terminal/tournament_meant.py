"""The `tournament` line that was probably meant: about the latest one, by its table, with the right command."""

from __future__ import annotations

from pathlib import PurePath

import click

from tablescribe.cli.terminal.line_parts import command_named
from tablescribe.cli.terminal.match_words import LAST

NO_SHOW = ("no-show", "noshow", "forfeit", "absent", "missing")
"""Words for a table where somebody did not come."""

FORFEITS = ("-+", "--+", "−+")
"""How the first at a table is reported absent, which looks like an option."""


def tournament_meant(rest: list[str]) -> list[str]:
    """Return the words of the likely line; none if there is no likely one.

    Args:
        rest: the words behind `tournament`.
    """
    first = rest[0]
    if first == "announce" and len(rest) > 1:
        return ["tournament", "new", PurePath(rest[1]).stem, "--game", "chess", "--rounds", "3", "Ada", "Ben"]
    if first == LAST:
        return ["tournament", *(["show", LAST] if len(rest) == 1 else [rest[1], LAST, *rest[2:]])]
    if first == "report":
        return _reported(rest) or _of_the_latest(rest)
    if first in NO_SHOW and len(rest) > 1:
        return ["tournament", "report", LAST, "TABLE", "--absent", rest[-1]]
    return _of_the_latest(rest)


def _reported(rest: list[str]) -> list[str]:
    """Return a report without the word `table`, or of somebody who did not come."""
    if "table" in rest[1:]:
        return ["tournament", *(word for word in rest if word != "table")]
    if len(rest) == 4 and rest[3] in FORFEITS:
        return ["tournament", *rest[:3], "--", "-+"]
    return ["tournament", *rest[:3], "--absent", "NAME"] if len(rest) == 4 and rest[3] in NO_SHOW else []


def _of_the_latest(rest: list[str]) -> list[str]:
    """Return the line about the latest tournament, where none is named."""
    more = _takes_one(rest[0]) and LAST not in rest and (len(rest) == 1 or _takes_more(rest[0]))
    return ["tournament", rest[0], LAST, *rest[1:]] if more else []


def _takes_one(word: str) -> bool:
    """Return whether a command of the tournament's takes which one it is about."""
    found = command_named("tournament", word)
    return found is not None and any(param.name == "tournament_id" for param in found.params)


def _takes_more(word: str) -> bool:
    """Return whether a command of the tournament's takes more words than which one it is about."""
    found = command_named("tournament", word)
    return found is not None and sum(isinstance(param, click.Argument) for param in found.params) > 1
