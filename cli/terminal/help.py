"""Help texts: groups that list their commands, and a walk over all commands for man pages and the reference."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import click

EXAMPLES = r"(?m)^Examples?[^\n:]*:\n((?: {2,}\S[^\n]*(?:\n|$))+)"
"""The block of examples in a command's epilog. Each line begins with `  tablescribe`, or a program piped into it."""


MEANT = {
    "abandon": "close", "absent": "report", "add": "enter new result", "again": "new result",
    "analyse": "replay audit", "app": "serve", "assert": "verify", "back": "undo", "best": "stats ratings standings",
    "board": "show", "browser": "serve", "cancel": "void finish withdraw close", "change": "correct describe",
    "check": "verify audit", "close": "finish", "clubs": "serve", "config": "serve", "copy": "backup",
    "create": "new announce", "crosstable": "standings", "delete": "void erase finish withdraw", "diff": "compare",
    "draw": "move close", "drop": "withdraw", "edit": "correct describe", "end": "close finish", "ergebnis": "result",
    "explain": "rules audit", "film": "replay", "find": "matches", "finish": "close", "fix": "correct undo",
    "forfeit": "report", "forget": "erase people", "game": "games play", "gif": "replay", "gui": "serve",
    "h2h": "stats", "head": "stats", "history": "log replay", "html": "replay standings pairings", "image": "show",
    "info": "show", "init": "new", "invite": "serve", "join": "enter", "lan": "serve", "late": "enter",
    "leaderboard": "stats ratings standings", "leave": "withdraw", "link": "serve", "list": "matches",
    "login": "serve", "ls": "matches", "match": "matches show", "merge": "reconcile people",
    "migrate": "upgrade", "most": "stats", "next": "pair", "no-show": "report", "noshow": "report",
    "open": "new play", "pair": "tournament", "pairings": "pairings pair show", "partida": "matches",
    "partie": "matches", "partita": "matches", "password": "serve", "pdf": "replay standings pairings slips",
    "pgn": "import export", "phone": "serve", "phones": "serve", "picture": "show", "players": "people enter",
    "png": "show", "print": "slips standings pairings replay", "printout": "slips standings pairings",
    "publish": "public standings pairings", "qr": "serve", "quit": "withdraw close", "ranking": "ratings standings",
    "register": "enter", "rejoin": "return", "remove": "void withdraw erase", "rename": "people",
    "repeat": "new result", "resign": "move", "result": "report", "resultado": "result",
    "results": "report show standings matches", "risultato": "result", "rm": "void withdraw", "rollback": "undo",
    "round": "pair tournament", "rule": "rules", "rules": "rules", "save": "backup export", "score": "move result",
    "search": "matches", "send": "replay bundle", "share": "replay bundle", "spielen": "play",
    "standing": "standings", "start": "new play", "statistics": "stats", "statistik": "stats", "status": "show",
    "store": "backup", "svg": "show", "swiss": "tournament", "sync": "backup restore", "table": "show",
    "tables": "show pairings", "tag": "describe", "takeback": "undo", "teams": "team", "title": "describe",
    "top": "stats ratings", "tournaments": "tournament list", "transfer": "backup restore", "undo": "correct return",
    "unwithdraw": "return", "update": "upgrade", "validate": "verify", "versus": "stats", "video": "replay",
    "view": "show", "vs": "stats", "wall": "pairings standings", "watch": "replay", "web": "serve",
    "webhook": "hooks", "webhooks": "hooks", "who": "stats", "why": "rules audit", "win": "stats result",
    "winner": "stats correct", "winners": "stats", "wins": "stats", "won": "stats", "zug": "move",
}  # fmt: skip
"""Words that people often type, each with the commands that do it."""


def meant(word: str, names: Sequence[str], about: Mapping[str, str] | None = None) -> str:
    """Return a sentence that suggests commands for an unknown word; empty if none is similar.

    Args:
        word: the typed word.
        names: the existing commands.
        about: the one-line help of each. A word found there is a better guess than a similar name.
    """
    from difflib import get_close_matches

    low = word.lower()
    near = [name for name in MEANT.get(low, "").split() if name in names]
    near = near or get_close_matches(low, names, n=2, cutoff=0.8)
    near = near or [name for name, line in (about or {}).items() if _says(line, low)][:3]
    near = near or get_close_matches(low, names, n=2, cutoff=0.7)
    return f" Did you mean {' or '.join(near)}?" if near else ""


def _says(line: str, word: str) -> bool:
    """Return whether a line contains a word, in singular or plural."""
    return len(word) > 2 and any(one.rstrip("s") == word.rstrip("s") for one in re.findall(r"[a-z]+", line.lower()))


def examples(command: click.Command) -> list[str]:
    """Return the examples in a command's help, one per line, with their remarks in parentheses."""
    block = re.search(EXAMPLES, (command.epilog or "").replace("\b\n", ""))
    return re.sub(r"\\\n\s*", "", block[1]).rstrip().splitlines() if block is not None else []


def summary(command: click.Command) -> str:
    """Return the first sentence of a command's help in full."""
    paragraph = " ".join((command.help or "").partition("\n\n")[0].split())
    return re.split(r"(?<=\.)\s", paragraph, maxsplit=1)[0]


def with_plain_values(command: click.Command) -> click.Command:
    """Show `N` as the value of number options, in a command and its subcommands."""
    for param in command.params:
        number = param.type.name.startswith(("integer", "float"))
        if isinstance(param, click.Option) and number and not param.is_flag and not param.metavar:
            param.metavar = "N"
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        with_plain_values(below)
    return command


class Listing(click.Group):
    """A group whose help lists each command with its full first sentence, under headings if there are any."""

    def __init__(self, *args: Any, sections: Mapping[str, Sequence[str]] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sections = sections or {}

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, and suggest similar ones if there is none."""
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            known = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
            about = {name: summary(command) for name, command in known.items() if command is not None}
            ctx.fail(f"There is no command {args[0]!r}.{meant(args[0], list(known), about)}")
        return super().resolve_command(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, then the options."""
        self.format_commands(ctx, formatter)
        click.Command.format_options(self, ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands of each section. Commands without a section come last."""
        commands = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        told = {name: summary(command) for name, command in commands.items() if command is not None}
        widest = max(map(len, told), default=0)
        for heading, names in {**self.sections, "Commands": list(told)}.items():
            if rows := [(name.ljust(widest), told.pop(name)) for name in names if name in told]:
                with formatter.section(heading):
                    formatter.write_dl(rows)


def walk(command: click.Command, name: str, above: click.Context | None = None) -> Iterator[click.Context]:
    """Yield the context of a command and of all its subcommands, in the order of the help."""
    ctx = click.Context(command, info_name=name, parent=above, max_content_width=80, terminal_width=80)
    yield ctx
    if isinstance(command, click.Group):
        for below in command.list_commands(ctx):
            found = command.get_command(ctx, below)
            assert found is not None
            yield from walk(found, below, ctx)
