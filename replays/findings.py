"""What an audit found: findings, and the words in which they reach people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from domain.events import Move, Opened
from domain.match import Match
from replays.words import printable

CODES: dict[str, str] = {
    "irregular": "a rule was broken, and it was recorded so",
    "unnoticed": "recorded as regular, but the rules refuse it",
    "breaches.differ": "its breaches of rules are recorded otherwise than they are",
    "opened.wrong": "no match can be opened like that",
    "facts.differ": "what was recorded is not what the rules give",
    "citations.differ": "today's rules give the same for other reasons",
    "undecidable": "it cannot be decided again",
    "window": "a window was passed over, or closed that was not open",
    "after_end": "play went on after the end",
    "chance.differs": "its outcomes are not those of the seal: somebody chose them",
    "chance.told": "an outcome is told that this match keeps secret, or kept secret though it tells all",
    "seal.broken": "the revealed seed is not the one committed to",
    "taken_back.seen": "taken back after a die or a card had been seen",
    "taken_back.denied": "taken back, and the log is wrong about what had been seen",
    "taken_back.refused": "taken back or restored against the policy of the match",
    "result.wrong": "the result is not what the rules give",
    "signature.missing": "the result is not signed by all who should",
    "signature.wrong": "a signature under the result is not right",
    "signature.late": "a key was enrolled only after the match was closed",
    "time.wrong": "a time stamp does not fit the result",
    "record.gap": "events are missing",
    "record.stray": "an event belongs to another match, or to a move that is not there",
    "ruling": "a judge ruled",
    "ruling.stray": "a ruling says that it replaces a move that no judge took back",
    "missed": "moves were not recorded",
    "rules.changed": "opened under other rules than today's",
}
"""Every code a finding can have, and what it means."""

_SAID_TO_ALL = (
    "opened.wrong", "taken_back.seen", "taken_back.denied", "taken_back.refused", "record.gap", "record.stray",
    "ruling", "ruling.stray", "missed", "rules.changed", "signature.missing", "signature.wrong", "signature.late",
    "time.wrong",
)  # fmt: skip
"""Findings whose reason tells nothing but what is said aloud at the table."""

_NAMED_AT_MOST = 6  # moves that a verdict names; the findings tell the others


@dataclass(frozen=True)
class Finding:
    """One thing that a judge should know.

    Attributes:
        code: stable, one of `CODES`.
        severity: `breach` (a rule was broken), `doubt` (the record is not what it should be), or `note`.
        move: the move's number, 0 for the set-up, `None` for the match as a whole.
        version: the event's number in the log.
        rule: the number of the rule in question.
        text: that rule, in our words.
        why: what is the matter.
        expected: what the rules would have given, in words.
    """

    code: str
    severity: str
    move: int | None
    version: int
    rule: str
    text: str
    why: str
    expected: tuple[str, ...] = ()

    def verdict(self) -> str:
        """Return what is the matter in half a sentence."""
        return f"breaks {self.rule}: {self.why}" if self.rule and self.severity == "breach" else f"in doubt: {self.why}"


def about_move(
    match: Match, code: str, severity: str, move: Move, rule: str = "", why: str = "", expected: Sequence[str] = ()
) -> Finding:
    """Return a finding about a move, with the text of the rule, if today's rulebook has it."""
    rulebook = match.opening.game.rulebook
    text = rulebook[rule].text if rule in rulebook else ""
    number = 0 if isinstance(move, Opened) else move.number
    return Finding(code, severity, number, move.originator_version, rule, text, why, tuple(expected))


def about_match(code: str, severity: str, version: int, why: str) -> Finding:
    """Return a finding about the match as a whole, to be seen at an event."""
    return Finding(code, severity, None, version, "", "", why)


@dataclass(frozen=True)
class Audit:
    """What an audit found.

    Attributes:
        match: the match's id.
        moves: how many moves there are, those of left lines included.
        line: the numbers of the moves that count, the set-up (0) first.
        findings: by move; those about the whole match come last.
    """

    match: str
    moves: int
    line: tuple[int, ...]
    findings: tuple[Finding, ...]

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong; notes do not count."""
        return all(finding.severity == "note" for finding in self.findings)

    @property
    def sound(self) -> str:
        """The sound moves of the line, and what breaks at the others: `Moves 1–142 sound; 143 breaks UP-12: …`."""
        if len(self.line) == 1:
            return "no moves yet"
        wrong, parts, moves = self._wrong(), list[str](), self.line[1:]
        named = [n for n in moves if n in wrong][:_NAMED_AT_MOST]
        shown = moves.index(named[-1]) + 1 if len(named) == _NAMED_AT_MOST else len(moves)
        for numbers, sound in _stretches(moves[:shown], wrong):
            parts.extend([f"{_span(numbers)} sound"] if sound else [f"{n} {wrong[n].verdict()}" for n in numbers])
        if rest := moves[shown:]:
            more = sum(n in wrong for n in rest)
            count = "" if more == len(rest) else f"{more} of "
            parts.append(f"{count}{_span(rest)} in question, see the findings" if more else f"{_span(rest)} sound")
        return ("Moves " if "–" in parts[0].split()[0] else "Move ") + "; ".join(parts)

    def verdict(self) -> str:
        """Return one line: the set-up if it is wrong, `sound`, then lines that were left, then the match as a whole."""
        wrong, line = self._wrong(), set(self.line)
        left = [n for n in wrong if n not in line]
        parts = [f"The set-up is {wrong[0].verdict()}"] if 0 in wrong else []
        parts.append(self.sound)
        parts.extend(f"{n}, taken back, {_is(wrong[n])}{wrong[n].verdict()}" for n in left[:_NAMED_AT_MOST])
        if len(left) > _NAMED_AT_MOST:
            parts.append(f"{len(left) - _NAMED_AT_MOST} more of those taken back in question, see the findings")
        parts.extend(f.why for f in self.findings if f.move is None and f.severity != "note")
        return printable("; ".join(parts))

    def for_everybody(self) -> Audit:
        """Return the audit without anything that only some may know: reasons and expectations may name hidden cards."""
        return replace(
            self,
            findings=tuple(
                finding if finding.code in _SAID_TO_ALL else replace(finding, why=CODES[finding.code], expected=())
                for finding in self.findings
            ),
        )

    def data(self) -> dict[str, Any]:
        """Return the audit as plain data."""
        return {
            "match": self.match,
            "moves": self.moves,
            "clean": self.clean,
            "verdict": self.verdict(),
            "findings": [asdict(finding) for finding in self.findings],
        }

    def text(self) -> str:
        """Return the audit for people, a paragraph a finding."""
        lines = [f"Match {self.match}: {self.verdict()}"]
        for finding in self.findings:
            where = place(finding)
            rule = f" {finding.rule}" if finding.rule else ""
            lines.append(f"\n{finding.severity.upper()} at {where} (event {finding.version}){rule}: {finding.why}")
            if finding.text:
                lines.append(f"  {finding.rule}: {finding.text}")
            lines.extend(f"  should be: {words}" for words in finding.expected)
        return printable("\n".join(lines))

    def _wrong(self) -> dict[int, Finding]:
        """Return the first finding that is no note of each move that has one, by number."""
        wrong = {f.move: f for f in reversed(self.findings) if f.move is not None and f.severity != "note"}
        return dict(sorted(wrong.items()))


def place(finding: Finding) -> str:
    """Return what a finding is about, in words."""
    if finding.move is None:
        return "the match"
    return f"move {finding.move}" if finding.move else "the set-up"


def _is(finding: Finding) -> str:
    return "" if finding.verdict().startswith("breaks") else "is "


def _stretches(numbers: Sequence[int], wrong: dict[int, Finding]) -> Iterator[tuple[list[int], bool]]:
    """Yield stretches of neighbouring moves that are all sound, or all not."""
    stretch: list[int] = []
    for number in numbers:
        if stretch and (stretch[-1] in wrong) != (number in wrong):
            yield stretch, stretch[-1] not in wrong
            stretch = []
        stretch.append(number)
    if stretch:
        yield stretch, stretch[-1] not in wrong


def _span(numbers: Sequence[int]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
