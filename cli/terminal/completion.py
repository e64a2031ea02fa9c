"""Shell completion of matches, games, people and rule numbers, wherever a command takes one."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from contextlib import closing
from typing import TYPE_CHECKING

import click
from click.types import StringParamType

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from tablescribe.ledger.matches.ledger import Ledger

Known = Callable[[click.Context], Iterable[tuple[str, str]]]
"""Returns the possible values of an argument, each with a description."""

MOST = 200
"""Maximum number of matches or people offered. Typing more letters finds the others."""

PATIENCE = 1.0
"""Seconds allowed for updating the lists. After that, completion uses what is known."""


class Word(StringParamType):
    """Any text, with completion of known values."""

    def __init__(self, known: Known) -> None:
        self.known = known

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return the known values that begin with the typed text; none on an error, as a shell cannot show one."""
        from click.shell_completion import CompletionItem

        try:
            found = [(word, what) for word, what in self.known(ctx) if word.lower().startswith(incomplete.lower())]
        except Exception:
            return []
        return [CompletionItem(as_typed(word), help=what) for word, what in found[:MOST]]


class MatchWord(Word):
    """A match's id, the start of one, or `last`."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the meant id, or the meant start of one."""
        from tablescribe.cli.terminal.match_words import as_meant

        return as_meant(str(value)) if value else ""


def as_typed(word: str) -> str:
    """Return a word escaped for Bash, which inserts it as it is. Other shells quote by themselves."""
    if not os.environ.get("_TABLESCRIBE_COMPLETE", "").startswith("bash"):
        return word
    begun = os.environ.get("COMP_WORDS", "").rpartition(" ")[2]
    return word if begun[:1] in ("'", '"') or _is_quoted(os.environ.get("COMP_WORDS", "")) else _escaped(word)


def _is_quoted(line: str) -> bool:
    """Return whether a line ends inside quotes."""
    import shlex

    try:
        shlex.split(line)
    except ValueError:
        return True
    return False


def _escaped(word: str) -> str:
    """Return a word with special characters escaped twice, as the script's `read` removes one backslash."""
    return re.sub(r"([^\w.,:/@%+=-])", r"\\\\\1", word)


def with_completion(command: click.Command) -> click.Command:
    """Add completion to the arguments and options of a command and its subcommands, by their names."""
    for param in command.params:
        known = KNOWN.get(f"{command.name} {param.name}") or KNOWN.get(param.name or "")
        if isinstance(param.type, StringParamType) and known is not None:
            one_match = known is _matches and (param.nargs == 1 or param.name == "match_ids")
            param.type = MatchWord(known) if one_match else Word(known)
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        with_completion(below)
    return command


def _ledger(ctx: click.Context) -> closing[Ledger]:
    from tablescribe.cli.terminal.state import default_ledger
    from tablescribe.ledger.matches.ledger import open_ledger

    target = ctx.find_root().params.get("ledger") or default_ledger()
    return closing(open_ledger(target, create=False, convert=False))


def _matches(ctx: click.Context) -> Iterable[tuple[str, str]]:
    with _ledger(ctx) as ledger:
        return [(match_id, "") for match_id in reversed(ledger.match_ids())]


def _people(ctx: click.Context) -> Iterable[tuple[str, str]]:
    """Return people's names, those with the most matches first."""
    with _ledger(ctx) as ledger:
        ledger.lists.fresh(within=PATIENCE)
        return [(name, "") for name in ledger.asking.names(MOST)]


def _games(_ctx: click.Context) -> Iterable[tuple[str, str]]:
    from tablescribe.domain.games import GAMES

    return GAMES.items()


def _templates(ctx: click.Context) -> Iterable[tuple[str, str]]:
    """Return the templates of the named game, or of all games."""
    from tablescribe.domain.games import GAMES, game, template

    keys = [key for key in GAMES if ctx.params.get("game") in (None, key)]
    return [(name, getattr(template(key, name), "about", "")) for key in keys for name in game(key).templates]


def _rules(ctx: click.Context) -> Iterable[tuple[str, str]]:
    from tablescribe.domain.games import game

    return [(rule.number, rule.chapter) for rule in game(ctx.params["game"]).rulebook.rules]


KNOWN: dict[str, Known] = {
    "match_id": _matches, "match_ids": _matches, "game": _games, "rules words": _rules,
    "person": _people, "against": _people, "template": _templates, "instead": _matches,
    "new names": _people, "result words": _people, "result winners": _people, "correct words": _people,
    "correct winners": _people, "rename name": _people, "merge name": _people, "merge other": _people,
    "erase name": _people, "list part": _people,
}  # fmt: skip
"""The values known for an argument or option, by its name, or by its command and its name."""
