"""`import` and `export` in a notation of a game: a log that people wrote becomes a match, and a match a log."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tablescribe.cli.terminal.language import reader, told
from tablescribe.cli.terminal.state import echo, out, progress, state
from tablescribe.domain.words.text import plural, say

if TYPE_CHECKING:
    from tablescribe.domain.rules.notation import Notation, Script, Step
    from tablescribe.ledger.matches.scribe import Scribe

Function = TypeVar("Function", bound=Callable[..., Any])

VARIATION = "a variation of the file"
"""Why moves are taken back that a file has as a variation."""

LARGEST = 4_000_000
"""Files above this many bytes are refused."""


def with_notations(verb: str) -> Callable[[Function], Function]:
    """Add an option for each notation that a game has; `verb` says what the command does with it."""

    def add(function: Function) -> Function:
        from tablescribe.domain.games import GAMES, NOTATIONS

        for name, key in NOTATIONS.items():
            help_ = f"{verb} a log of {GAMES[key]} in the notation {name.title()}."
            function = click.option(f"--{name}", "notation", flag_value=name, help=help_)(function)
        return function

    return add


# --- a log becomes a match ------------------------------------------------------------------------


@dataclass(frozen=True)
class Finding:
    """What is to be said about an entry of a log.

    Attributes:
        kind: `error`: it cannot be read, or cannot have happened, and was not carried out; `warning`: it was, and
            breaks a rule; `ruling`: the log says itself that the table erred, agreed or ruled.
        line, column: where it stands, from 1.
        words: the entry, or the remark.
        rule: the number of the rule, empty for none.
        why: the reason.
    """

    kind: str
    line: int
    column: int
    words: str
    rule: str
    why: str


def take_over(file: Path, name: str) -> None:
    """Record a file in a notation as matches, past everything that is wrong in it, and say what that is."""
    from tablescribe.domain.games import notation
    from tablescribe.ledger.care.match_files import read_file
    from tablescribe.ledger.matches.drafting import drafting

    game, known = notation(name)
    text = known.decoded(read_file(file)[:LARGEST])
    games = list(known.games(text)) or [(0, text)]
    scripts = [(above, known.read(one)) for above, one in games]
    told: list[tuple[dict[str, Any], list[Finding]]] = []
    with drafting(state().scribe(create=True)) as scribe:
        for above, script in scripts:
            match_id, findings, entries = record_script(scribe, game.key, known, script, above)
            counts = {kind: sum(one.kind == kind for one in findings) for kind in ("error", "warning", "ruling")}
            told.append(({"match": match_id, "lines": script.lines, "entries": entries, **counts}, findings))
    data = [{**one, "findings": [asdict(finding) for finding in findings]} for one, findings in told]
    out(lambda: _say(told), data[0] if len(data) == 1 else {"matches": data})


def record_script(
    scribe: Scribe, key: str, known: Notation, script: Script, above: int
) -> tuple[str, list[Finding], int]:
    """Record a match as a log tells it; return its id, what is odd in it, and how many entries it has."""
    from tablescribe.domain.games import template

    match = scribe.new(
        key, list(script.people), options=script.options, outcomes=script.outcomes, data=dict(script.details),
        catalogue=template(key, script.template).plain() if script.template else None,
    )  # fmt: skip
    for note in filter(None, (script.kept, script.remark)):
        if known.keeps_remarks:
            scribe.note(match.id, note, about_move=0)
    findings: list[Finding] = []
    steps = list(script.steps())
    with progress("Recording") as tell:
        for n, step in enumerate(steps, start=1):
            findings += _record(scribe, match.id, known, step)
            tell(n, len(steps))
    findings += _declared(known, steps, findings)
    if known.closes and scribe.match(match.id).is_over:
        scribe.close(match.id)
    told_at = [replace(one, line=one.line + above) for one in findings]
    return match.id, sorted(told_at, key=lambda one: (one.line, one.column)), len(steps)


def _record(scribe: Scribe, match_id: str, known: Notation, step: Step) -> Iterator[Finding]:
    """Record one step; where it cannot be, its words are kept with the reason."""
    from tablescribe.domain.table.table import Impossible

    match = scribe.match(match_id)
    told_by = reader(match.opening)
    if step.back:
        scribe.undo(match_id, step.back, reason=VARIATION)
    if step.if_open and match.is_over:
        return
    if step.action is None:
        if step.defect is not None:
            yield Finding("error", step.line, step.column, step.words, known.defects, told_by.tell(step.defect))
        return
    action, words, error = step.action.data(), step.words, ""
    try:
        played = scribe.play(match_id, step.seat, action, as_played=True)
    except Impossible as impossible:
        error = told_by.tell(impossible.text)
        kept = step.otherwise(match.opening.told(impossible.text))
        played = scribe.play(match_id, step.seat, kept.data(), as_played=True)
    if step.remark and known.keeps_remarks:
        scribe.note(match_id, step.remark, about_move=played[-1].number)
    if step.defect is not None:
        error = told_by.tell(step.defect)
    if error:
        yield Finding("error", step.line, step.column, words, known.defects, error)
        return
    for one in played[-1].irregularities:
        kind = "error" if one.rule == known.defects else "ruling" if known.is_ruled(step.remark) else "warning"
        yield Finding(kind, step.line, step.column, words, one.rule, told_by.tell(one.why))


def _declared(known: Notation, steps: list[Step], findings: list[Finding]) -> Iterator[Finding]:
    """Yield the remarks that declare something as ruled or agreed, where nothing odd was found."""
    ruled = {one.line for one in findings if one.kind == "ruling"}
    for line, remark in {step.line: step.remark for step in steps}.items():
        if line not in ruled and known.is_ruled(remark):
            yield Finding("ruling", line, 1, f"// {remark}", "", told(say("declared in the log")))


def _say(told_of: Iterable[tuple[dict[str, Any], list[Finding]]]) -> None:
    for data, findings in told_of:
        _say_one(data, findings)


def _say_one(data: dict[str, Any], findings: list[Finding]) -> None:
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
    kinds = {"error": told(say("error")), "warning": told(say("warning")), "ruling": told(say("ruling"))}
    for one in findings:
        rule = f" [{one.rule}]" if one.rule else ""
        echo(f"  {one.line}:{one.column} {kinds[one.kind]}{rule} {one.words}: {one.why}")


# --- a match becomes a log ------------------------------------------------------------------------


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
