"""Import of a log in a game's notation as a match; errors in the log are reported and do not stop the import."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from tablescribe.domain.words.text import say

if TYPE_CHECKING:
    from tablescribe.domain.rules.notation import Notation, Script, Step
    from tablescribe.domain.rules.opening import Opening
    from tablescribe.domain.words.text import Text
    from tablescribe.ledger.matches.scribe import Scribe


class Teller(Protocol):
    """Renders texts in the language of one reader."""

    def tell(self, text: Text | str, /) -> str:
        """Return a text as a sentence."""


Reads = Callable[["Opening | None"], Teller]
Progress = Callable[[int, int], object]

VARIATION = "a variation of the file"
"""Reason recorded with the undo of moves that are a variation in the file."""


def nothing_told(_done: int, _of: int) -> None:
    """Ignore progress: the default callback."""


@dataclass(frozen=True)
class Finding:
    """A finding about an entry of a log.

    Attributes:
        kind: `error`: it cannot be read, or cannot have happened, and was not carried out; `warning`: it was, and
            breaks a rule; `ruling`: the log says itself that the table erred, agreed or ruled; `omitted`: it is no
            move, and is not kept.
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


def record_script(
    scribe: Scribe, key: str, known: Notation, script: Script, above: int, reads: Reads, tell: Progress = nothing_told
) -> tuple[str, list[Finding], int]:
    """Record the match of a log; return its id, the findings sorted by line, and the number of entries.

    Args:
        scribe: records the match.
        key: key of the game.
        known: the notation.
        script: the parsed log.
        above: number of lines above the log in its file.
        reads: returns the `Teller` for texts of a match.
        tell: progress callback, called after each entry with the number recorded and the total.
    """
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
    for n, step in enumerate(steps, start=1):
        findings += _record(scribe, match.id, known, step, reads)
        tell(n, len(steps))
    findings += _declared(known, steps, findings, reads)
    if known.closes and scribe.match(match.id).is_over:
        scribe.close(match.id)
    told_at = [replace(one, line=one.line + above) for one in findings]
    return match.id, sorted(told_at, key=lambda one: (one.line, one.column)), len(steps)


def _record(scribe: Scribe, match_id: str, known: Notation, step: Step, reads: Reads) -> Iterator[Finding]:
    """Record one step, and yield findings; an impossible action is recorded as words with the reason."""
    from tablescribe.domain.table.table import Impossible

    match = scribe.match(match_id)
    told_by = reads(match.opening)
    if step.back:
        scribe.undo(match_id, step.back, reason=VARIATION)
    if step.if_open and match.is_over:
        return
    if step.action is None:
        if step.defect is not None:
            kind = "omitted" if step.beside else "error"
            yield Finding(kind, step.line, step.column, step.words, known.defects, told_by.tell(step.defect))
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


def _declared(known: Notation, steps: list[Step], findings: list[Finding], reads: Reads) -> Iterator[Finding]:
    """Yield a finding for each remark that declares a ruling or agreement on a line without one."""
    ruled = {one.line for one in findings if one.kind == "ruling"}
    for line, remark in {step.line: step.remark for step in steps}.items():
        if line not in ruled and known.is_ruled(remark):
            yield Finding("ruling", line, 1, f"// {remark}", "", reads(None).tell(say("declared in the log")))
