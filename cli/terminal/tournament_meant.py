"""Suggest the `tournament` line that was meant: for the latest tournament, by table, with the right command."""

from __future__ import annotations

from pathlib import PurePath

import click

from tablescribe.cli.terminal.line_parts import command_named, options_of, same_as
from tablescribe.cli.terminal.match_words import LAST
from tablescribe.cli.terminal.report_meant import NO_SHOW, report_meant

FORFEITS = ("-+", "--+", "−+")
"""Ways to write a forfeit of the first at a table, which look like an option."""


PAPERS = {
    "standings": "standings", "pairings": "pairings", "show": "pairings", "slips": "slips", "prizes": "prizes",
    "certificate": "certificate", "print": "pairings", "pdf": "standings", "html": "standings",
    "crosstable": "standings",
}  # fmt: skip
"""Words for printed documents, each with the command that prints it."""

PROVES = ("bundle", "proof", "archive")
"""Words for a file that proves a tournament."""

RULED = ("appeals", "rulings", "corrections", "penalties", "decisions", "log", "history")
"""Words for the decisions of officials and the requests to them."""

REOPENS = ("reopen", "unfinish", "resume")
"""Words for reopening a finished tournament, which a correction and another `finish` do."""

REPORTS = (".trf", ".trf16", ".trfx")
"""Suffixes of FIDE report files."""

OUTPUTS = ("-o", "--output", "--out", "--file")
"""Other commands' options for an output file."""

SHEETS = {".html": "--html", ".htm": "--html", ".pdf": "--pdf"}
"""The option for each suffix of a printed file."""


def tournament_meant(rest: list[str]) -> list[str]:
    """Return the words of the suggested line; none if none is likely.

    Args:
        rest: the words after `tournament`.
    """
    first = rest[0]
    if first == "announce" and len(rest) > 1:
        return ["tournament", "new", PurePath(rest[1]).stem, "--game", "chess", "--rounds", "3", "Ada", "Ben"]
    if first == LAST:
        return ["tournament", *(["show", LAST] if len(rest) == 1 else [rest[1], LAST, *rest[2:]])]
    if first in PAPERS and (papers := _on_paper(rest)):
        return papers
    if first == "report":
        return report_meant(rest) or _reported(rest) or _of_the_latest(rest)
    if first == "bye":
        return _bye(rest)
    if first in PROVES or first == "export":
        return _exported(rest)
    if first == "verify" and len(rest) == 2 and PurePath(rest[1]).suffix == ".bundle":
        return ["tournament", "export", LAST, "-o", rest[1]]
    if first in RULED:
        return ["tournament", "show", (rest[1:] or [LAST])[0], "--log"]
    if first in REOPENS:
        return ["tournament", "correct", "--help"]
    if first in NO_SHOW and rest[1:] in ([], [LAST]):
        return ["tournament", "pairings", LAST]
    if first in NO_SHOW:
        return ["tournament", "report", LAST, "TABLE", "--absent", rest[-1]]
    return _by_options(rest) or _of_the_latest(rest)


def _by_options(rest: list[str]) -> list[str]:
    """Return the line with hyphens added to the words that are options: `after 1`, `log`."""
    known = options_of(command_named("tournament", rest[0]))
    line = rest[:2]
    for k, word in enumerate(rest[2:], start=2):
        option = next((one for one in same_as(f"--{word}") if one in known), "") if word.isalpha() else ""
        if option == line[-1] or (option and known[option] and k + 1 == len(rest)):
            continue  # repeated, as in `after round 1`, or without its value
        line.append(option or word)
    return ["tournament", *line] if line != rest else []


def _reported(rest: list[str]) -> list[str]:
    """Return a report without the word `table`, or with the option for an absent entrant."""
    if "table" in rest[1:]:
        return ["tournament", *(word for word in rest if word != "table")]
    if len(rest) == 4 and rest[3] in FORFEITS:
        return ["tournament", *rest[:3], "--", "-+"]
    return ["tournament", *rest[:3], "--absent", "NAME"] if len(rest) == 4 and rest[3] in NO_SHOW else []


def _on_paper(rest: list[str]) -> list[str]:
    """Return the line that writes a document to a file, if the option is missing or another command was used."""
    command, files = PAPERS[rest[0]], [word for word in rest[1:] if PurePath(word).suffix.lower() in SHEETS]
    if not files:
        return []
    written = [part for file in files for part in (SHEETS[PurePath(file).suffix.lower()], file)]
    others = [word for word in rest[1:] if word not in (*files, *SHEETS.values(), *OUTPUTS)]
    return ["tournament", command, *(others or [LAST]), *written]


def _exported(rest: list[str]) -> list[str]:
    """Return the line that exports a tournament to a file, with the option `--trf` for a FIDE report file."""
    files = [word for word in rest[1:] if PurePath(word).suffix]
    which = [word for word in rest[1:] if word not in files and not word.startswith("-")]
    file = files[0] if files else "tournament.bundle"
    trf = ["--trf"] if PurePath(file).suffix.lower() in REPORTS or "--trf" in rest else []
    return ["tournament", "export", *(which or [LAST])[:1], *trf, "-o", file]


def _bye(rest: list[str]) -> list[str]:
    """Return a request for a bye with the round after the name, and its kind as an option."""
    kinds = [word for word in rest[1:] if word in ("zero", "half", "none")]
    numbers = [word for word in rest[2:] if word.isdecimal()]
    names = [word for word in rest[2:] if word not in (*numbers, *kinds, "round", "in", "--kind", "--round")]
    if len(numbers) != 1 or not names or any(name.startswith("-") for name in names):
        return []
    meant = ["bye", rest[1], " ".join(names), *numbers, *(part for kind in kinds for part in ("--kind", kind))]
    return ["tournament", *meant] if meant != rest else []


def _of_the_latest(rest: list[str]) -> list[str]:
    """Return the line with the latest tournament, if none is named."""
    more = _takes_one(rest[0]) and LAST not in rest and (len(rest) == 1 or _takes_more(rest[0]))
    return ["tournament", rest[0], LAST, *rest[1:]] if more else []


def _takes_one(word: str) -> bool:
    """Return whether a `tournament` command takes a tournament."""
    found = command_named("tournament", word)
    return found is not None and any(param.name == "tournament_id" for param in found.params)


def _takes_more(word: str) -> bool:
    """Return whether a `tournament` command takes more arguments than the tournament."""
    found = command_named("tournament", word)
    return found is not None and sum(isinstance(param, click.Argument) for param in found.params) > 1
