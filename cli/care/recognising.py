"""Recognise a file given to `import`: how it is imported, or which command takes it instead."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tablescribe.cli.terminal.language import wrong_use
from tablescribe.domain.words.text import Text, say

if TYPE_CHECKING:
    from tablescribe.ledger.exchange.recognising import FileKind

HERE = ("match", "bundle", "json", "unknown")
"""Kinds of files that the importer of matches and bundles takes, or refuses with its own message."""

PLAYS = ("bgstats", "bgg", "table")
"""Kinds of files with many plays, which are recorded by their results."""


def way_in(file: Path, contents: bytes) -> str:
    """Return how a file is imported: `match`, one of `PLAYS`, or the name of a notation.

    Raises:
        click.UsageError: `import` does not take it; the message names the command that does.
    """
    from tablescribe.domain.games import NOTATIONS
    from tablescribe.ledger.exchange.recognising import recognised

    kind = recognised(contents)
    if kind in HERE:
        return "match"
    if kind in PLAYS or kind in NOTATIONS:
        return kind
    raise other_way(kind, file)


def other_way(kind: FileKind, file: Path) -> click.UsageError:
    """Return the error that names the right command for a file that `import` does not take."""
    name = str(file)
    ways: dict[str, Text] = {
        "ledger": say(
            "{file} is a complete ledger or a backup. To work in it: {open}. To restore a backup: "
                "{restore}. To import its matches: {bundle}, then import that file",
            file=name, open=" ".join(("tablescribe", "--ledger", name, "matches")),
            restore=f"tablescribe --ledger NEW.db restore {name}",
            bundle=f"tablescribe --ledger {name} bundle --all -o all.bundle",
        ),
        "trf": say(
            "{file} is a tournament report (TRF). Import it with {command}",
            file=name, command=f"tablescribe tournament import {name}",
        ),
        "archive": say("{file} is an archive. Unpack it and import the file inside", file=name),
    }  # fmt: skip
    return wrong_use(ways[kind])
