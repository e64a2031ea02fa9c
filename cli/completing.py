"""What a shell completes: matches of the ledger, games, numbers of rules. Arguments are known by their names."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem
from click.types import StringParamType

Known = Callable[[click.Context], Iterable[tuple[str, str]]]
"""Returns what an argument can be, each with what it is."""

MOST = 200
"""Matches that are offered; a few letters more find the others."""


class Word(StringParamType):
    """Any text, of which some are known beforehand."""

    def __init__(self, known: Known) -> None:
        self.known = known

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return what begins so; nothing where that cannot be read, as a shell has no place for errors."""
        try:
            found = [(word, what) for word, what in self.known(ctx) if word.lower().startswith(incomplete.lower())]
        except Exception:
            return []
        return [CompletionItem(word, help=what) for word, what in found[:MOST]]


def with_completion(command: click.Command) -> click.Command:
    """Let the arguments of a command, and of those below it, complete by what they are called."""
    for param in command.params:
        if isinstance(param, click.Argument) and (known := KNOWN.get(param.name or "")) is not None:
            param.type = Word(known)
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        with_completion(below)
    return command


def _matches(ctx: click.Context) -> Iterable[tuple[str, str]]:
    from cli.state import default_ledger
    from ledger.ledger import open_ledger

    ledger = open_ledger(ctx.find_root().params.get("ledger") or default_ledger(), create=False)
    try:
        return [(match_id, "") for match_id in reversed(ledger.match_ids())]
    finally:
        ledger.close()


def _games(_ctx: click.Context) -> Iterable[tuple[str, str]]:
    from domain.games import GAMES

    return GAMES.items()


def _rules(ctx: click.Context) -> Iterable[tuple[str, str]]:
    from domain.games import game

    return [(rule.number, rule.chapter) for rule in game(ctx.params["game"]).rulebook.rules]


KNOWN: dict[str, Known] = {"match_id": _matches, "match_ids": _matches, "game": _games, "number": _rules}
"""What can complete an argument, by its name."""
