"""`import` and `export` in the notation of a game: from a written log to a match, and back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tablescribe.cli.terminal.errors import INCOMPLETE
from tablescribe.cli.terminal.language import reader, told
from tablescribe.cli.terminal.state import echo, out, progress, state
from tablescribe.domain.words.text import plural, say

if TYPE_CHECKING:
    from tablescribe.ledger.exchange.notation_logs import Finding

Function = TypeVar("Function", bound=Callable[..., Any])

KINDS = ("error", "warning", "ruling", "omitted")
"""The kinds of findings, in the order of their words."""

LARGEST = 4_000_000
"""Maximum size of a file in bytes; the rest is not read."""


def with_notations(verb: str) -> Callable[[Function], Function]:
    """Add an option for each game notation; `verb` says in its help what the command does with it."""

    def add(function: Function) -> Function:
        from tablescribe.domain.games import GAMES, NOTATIONS

        for name, key in NOTATIONS.items():
            help_ = f"{verb} a log of {GAMES[key]} in the notation {name.title()}."
            function = click.option(f"--{name}", "notation", flag_value=name, help=help_)(function)
        return function

    return add


# --- import ---------------------------------------------------------------------------------------


def take_over(file: Path, name: str, people: Sequence[str] = (), *, again: bool = False) -> None:
    """Record a file in a notation as matches. Report errors in it and continue after them.

    If entries were rejected, exit with code 6.

    Args:
        file: the file.
        name: the name of the notation.
        people: names for the seats, instead of those in the file.
        again: record matches that are already recorded once more.
    """
    from tablescribe.domain.games import notation
    from tablescribe.ledger.care.match_files import read_file
    from tablescribe.ledger.exchange.notation_logs import record_script
    from tablescribe.ledger.exchange.recorded_already import recorded_already, with_people
    from tablescribe.ledger.matches.drafting import drafting

    game, known = notation(name)
    text = known.decoded(read_file(file)[:LARGEST])
    games = list(known.games(text)) or [(0, text)]
    scripts = [(above, with_people(known.read(one), people)) for above, one in games]
    told: list[tuple[dict[str, Any], list[Finding]]] = []
    ledger = state().scribe(create=True).ledger
    with drafting(state().scribe()) as scribe, progress("Recording") as tell:
        for above, script in scripts:
            if not again and (there := recorded_already(ledger, game.key, script)):
                told.append(({"match": there, "lines": script.lines, "entries": 0, "error": 0, "warning": 0,
                              "ruling": 0, "omitted": 0, "already": True}, []))  # fmt: skip
                continue
            match_id, findings, entries = record_script(scribe, game.key, known, script, above, reader, tell)
            counts = {kind: sum(one.kind == kind for one in findings) for kind in KINDS}
            told.append(({"match": match_id, "lines": script.lines, "entries": entries, **counts, "already": False},
                         findings))  # fmt: skip
    data = [{**one, "findings": [asdict(finding) for finding in findings]} for one, findings in told]
    out(lambda: _say(told), data[0] if len(data) == 1 else {"matches": data})
    if any(one["error"] for one in data):
        click.get_current_context().exit(INCOMPLETE)


def _say(told_of: Iterable[tuple[dict[str, Any], list[Finding]]]) -> None:
    for data, findings in told_of:
        _say_one(data, findings)


def _say_one(data: dict[str, Any], findings: list[Finding]) -> None:
    if data.get("already"):
        text = say("Match {match} already has this game: nothing is recorded. To record it once more, add --again.",
                   match=data["match"])  # fmt: skip
        echo(told(text))
        return
    words = plural(
        data["entries"],
        "Match {match}: 1 entry from {lines} lines recorded.\nErrors, not recorded: {error}. Warnings, "
            "recorded: {warning}. Rulings by the table: {ruling}.",
        "Match {match}: {n} entries from {lines} lines recorded.\nErrors, not recorded: {error}. Warnings, "
            "recorded: {warning}. Rulings by the table: {ruling}.",
        match=data["match"], lines=data["lines"], error=data["error"], warning=data["warning"],
        ruling=data["ruling"],
    )  # fmt: skip
    echo(told(words))
    kinds = dict(zip(KINDS, map(told, (say("error"), say("warning"), say("ruling"), say("left out"))), strict=True))
    for one in findings:
        rule = f" [{one.rule}]" if one.rule else ""
        echo(f"  {one.line}:{one.column} {kinds[one.kind]}{rule} {one.words}: {one.why}")
    if data["error"]:
        is_open = state().reading().match(data["match"]).closed is None
        command = f"close {data['match']} --abandoned" if is_open else f"void {data['match']} --because 'a wrong file'"
        echo(told(say("To import a corrected file in its place, first set this match aside: {command}",
                      command=f"tablescribe {command}")))  # fmt: skip


# --- export ---------------------------------------------------------------------------------------


def write_out(match_id: str, name: str, output: Path | None) -> None:
    """Write a match in a notation of its game, to a file or to standard output."""
    from tablescribe.domain.games import notation
    from tablescribe.ledger.care.match_files import write_file
    from tablescribe.replays.reading.notations import written

    scribe = state().scribe()
    match = scribe.match(match_id)
    game, known = notation(name)
    if match.opening.game.key != game.key:
        names = {"notation": known.title, "game": game.title, "other": match.opening.game.title}
        wrong = say("{notation} is a notation for {game}, but this match is {other}", **names)
        raise click.UsageError(told(wrong))
    text = written(match, known, scribe.names(match))
    if output is None:
        out(text.rstrip("\n"), {"text": text})
        return
    contents = text.encode()
    write_file(output, contents)
    words = say("Written to {file} ({n} bytes).", file=str(output), n=len(contents))
    out(words, {"file": str(output), "bytes": len(contents)})
