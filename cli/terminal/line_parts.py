"""Split a typed line into its plain words and its options with their values."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import click

ONE_DASH = re.compile(r"-(\w[\w-]+)(=.*)?", re.S)
LONG_DASH = re.compile(r"[–—−]+([^\W\d][\w-]*)(=.*)?", re.S)

SAME = (
    "--played --date --on --when --day", "--steps --moves --count --n -n --number", "--since --from --after --start",
    "--until --to --before --end", "-o --output --out --file", "--person --player --name --who --with",
    "--won --winner --win --winners", "--because --reason --why", "--month --in --during --period",
    "--note --comment --remark --text", "--html --web --page", "--limit --max --top", "--minutes --duration --time",
    "--against --vs --versus --opponent", "--absent --no-show --forfeit --missing", "--at --move --after --step",
    "--draw --tie --drawn", "--after --round",
)  # fmt: skip
"""Options with the same meaning in different commands."""


class Parts(NamedTuple):
    """The words of a line after the command.

    Attributes:
        plain: the words that belong to no option.
        options: the options, each followed by its value if it takes one.
    """

    plain: list[str]
    options: list[str]


def command_named(*names: str) -> click.Command | None:
    """Return the command or subcommand with these names; `None` if there is none."""
    here = click.get_current_context(silent=True)
    found: click.Command | None = here.find_root().command if here is not None else None
    for name in names:
        found = found.get_command(click.Context(found), name) if isinstance(found, click.Group) else None
    return found


def same_as(name: str) -> list[str]:
    """Return the options with the same meaning as one, itself first."""
    return [name, *(one for group in SAME if name in group.split() for one in group.split())]


def options_of(command: click.Command | None) -> dict[str, bool]:
    """Return the names of a command's options, and whether each takes a value."""
    found = command.params if command is not None else ()
    return {
        name: not (param.is_flag or param.count)
        for param in found if isinstance(param, click.Option) for name in (*param.opts, *param.secondary_opts)
    }  # fmt: skip


def parts_of(rest: Sequence[str], known: dict[str, bool]) -> Parts:
    """Split words into plain words and the options that a command knows. All words after `--` are plain."""
    plain, options, words = list[str](), list[str](), list(rest)
    while words:
        word = words.pop(0)
        if word == "--":
            plain += words
            break
        if not word.startswith("-") or word == "-" or word[1:2].isdecimal():
            plain.append(word)
            continue
        options.append(word)
        if known.get(word) and words:
            options.append(words.pop(0))
    return Parts(plain, options)


def with_hyphens(rest: Sequence[str], known: dict[str, bool]) -> list[str]:
    """Return words with two hyphens before each option that was typed with one, or with a long dash."""
    words = list[str]()
    for word in rest:
        found = LONG_DASH.fullmatch(word) or (None if word in known else ONE_DASH.fullmatch(word))
        meant = f"--{found[1]}" if found is not None else ""
        words.append(meant + (found[2] or "") if found is not None and meant in known else word)
    return words
