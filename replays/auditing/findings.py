"""The findings of an audit, as data and in words: "Moves 1–142 sound; 143 breaks UP-12"."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tablescribe.domain.match.events import Move, Opened
from tablescribe.domain.match.match import Match
from tablescribe.domain.words.text import Text, listed, say
from tablescribe.replays.reading.reader import Reader, printable

CODES: dict[str, Text] = {
    "irregular": say("a rule was broken, and recorded as broken"),
    "unnoticed": say("recorded as regular, but the rules refuse it"),
    "breaches.differ": say("the recorded rule breaches are wrong"),
    "opened.wrong": say("the opening is not valid"),
    "facts.differ": say("what was recorded is not what the rules give"),
    "citations.differ": say("the current rules give the same for other reasons"),
    "undecidable": say("it cannot be replayed"),
    "window": say("a window was skipped, or closed without being open"),
    "after_end": say("play went on after the end"),
    "chance.differs": say("its outcomes do not match the sealed seed: someone chose them"),
    "chance.told": say("an outcome is recorded that should be hidden, or hidden although it should be recorded"),
    "chance.early": say("a contribution was made, or play began, too early"),
    "chance.reveal": say("a contribution does not match its commitment"),
    "chance.missing": say("the setup was dealt before all contributions had arrived"),
    "chance.withheld": say("it was never dealt: a contribution was not revealed"),
    "chance.foreign": say("a contribution came from someone other than its seat"),
    "chance.one_party": say(
        "as far as the log shows, one party made all contributions and could know the draws in advance"
    ),
    "chance.beacon": say("the beacon's value is not the required one"),
    "chance.beacon_late": say("a seat committed to its contribution after the beacon's value was known"),
    "seal.broken": say("the revealed seed does not match the commitment"),
    "seal.waiting": say("the seed is not revealed yet, because other tables play the same shuffle"),
    "taken_back.seen": say("taken back after a die or a card had been seen"),
    "taken_back.denied": say("taken back, and the log is wrong about what had been seen"),
    "taken_back.refused": say("taken back or restored against the policy of the match"),
    "result.wrong": say("the result is not what the rules give"),
    "result.corrected": say("its result was corrected after it was closed"),
    "result.void": say("it was declared void after it was closed"),
    "series.missing": say("the previous match of the series is missing"),
    "series.wrong": say("it does not follow from the previous match of the series"),
    "signature.missing": say("signatures on the result are missing"),
    "signature.wrong": say("a signature on the result is not valid"),
    "signature.late": say("a key was enrolled only after the match was closed"),
    "signature.revoked": say("a key was revoked after it had signed"),
    "signature.foreign": say("a key was enrolled by someone other than its holder"),
    "key.changed": say("someone signs with a different key than in an earlier match"),
    "opening.again": say("the same people opened the same sealed match before and abandoned it"),
    "time.wrong": say("a time stamp does not match the result"),
    "time.unchecked": say("a time stamp was not checked"),
    "record.gap": say("events are missing"),
    "record.stray": say("an event refers to another match or to a missing move"),
    "clock.backwards": say("an event has an earlier time than the event before it"),
    "clock.flag": say("the time of a seat ran out"),
    "clock.corrected": say("a judge corrected the clock"),
    "clock.wrong": say("the recorded clock times are wrong"),
    "ruling": say("a judge ruled"),
    "ruling.stray": say("a ruling replaces a move that no judge took back"),
    "missed": say("moves were not recorded"),
    "sources": say("it was merged from two logs"),
    "sources.missing": say("a source log is missing"),
    "sources.wrong": say("part of the match comes neither from its source logs nor from a recorded decision"),
    "rules.changed": say("opened under rules other than the current ones"),
}
"""Every code a finding can have, and what it means."""

SEVERITIES = {"breach": say("breach"), "doubt": say("doubt"), "note": say("note")}
"""Names of the severities."""

_SAID_TO_ALL = (
    "opened.wrong", "taken_back.seen", "taken_back.denied", "taken_back.refused", "record.gap", "record.stray",
    "clock.flag", "clock.corrected", "clock.wrong",
    "clock.backwards", "ruling", "ruling.stray", "missed", "rules.changed", "signature.missing", "signature.wrong",
    "signature.late", "time.wrong", "time.unchecked", "series.missing", "chance.early", "chance.reveal",
    "chance.missing", "chance.withheld", "chance.foreign", "chance.one_party", "chance.beacon", "chance.beacon_late",
    "seal.waiting", "sources", "sources.missing", "sources.wrong", "result.corrected",
    "result.void",
)  # fmt: skip
"""Codes of findings whose reason is public and never names a hidden card."""

_NAMED_AT_MOST = 6  # moves that a verdict names; the others are in the findings


@dataclass(frozen=True)
class Finding:
    """One finding of an audit.

    Attributes:
        code: stable, one of `CODES`.
        severity: `breach` (a rule was broken), `doubt` (the record does not hold up), or `note`.
        move: the move's number; 0 for the set-up, `None` for the match as a whole.
        version: the event's number in the log.
        rule: the number of the rule; "" if it is about none.
        text: the text of that rule.
        why: the reason.
        expected: what the rules would have given, in words.
    """

    code: str
    severity: str
    move: int | None
    version: int
    rule: str
    text: str
    why: Text
    expected: tuple[Text, ...] = ()

    @property
    def breaks(self) -> bool:
        """Whether it names a broken rule."""
        return bool(self.rule) and self.severity == "breach"

    def verdict(self) -> Text:
        """Return the finding as a clause, to follow the number of its move."""
        if self.breaks:
            return say("breaks {rule}: {why}", rule=self.rule, why=self.why)
        return say("in doubt: {why}", why=self.why)


def about_move(
    match: Match, code: str, severity: str, move: Move, rule: str, why: Text | str, expected: Sequence[Text] = ()
) -> Finding:
    """Return a finding about a move, with the text of the rule if today's rulebook has it."""
    rulebook = match.opening.game.rulebook
    text = rulebook[rule].text if rule in rulebook else ""
    number = 0 if isinstance(move, Opened) else move.number
    said = why if isinstance(why, Text) else Text("{words}", {"words": why})
    return Finding(code, severity, number, move.originator_version, rule, text, said, tuple(expected))


def about_match(code: str, severity: str, version: int, why: Text) -> Finding:
    """Return a finding about the match as a whole, located at an event."""
    return Finding(code, severity, None, version, "", "", why)


@dataclass(frozen=True)
class Audit:
    """The result of an audit.

    Attributes:
        match: the match's id.
        moves: the number of moves, including those that were taken back.
        line: the numbers of the moves on the current line, the set-up (0) first.
        findings: ordered by move; those about the whole match come last.
    """

    match: str
    moves: int
    line: tuple[int, ...]
    findings: tuple[Finding, ...]

    @property
    def clean(self) -> bool:
        """Whether there are no findings except notes."""
        return all(finding.severity == "note" for finding in self.findings)

    @property
    def sound(self) -> Text:
        """The verdict on the current line: `Moves 1–142 sound; 143 breaks UP-12: …`."""
        if len(self.line) == 1:
            return say("no moves yet")
        wrong, parts, moves = self._wrong(), list[Text](), self.line[1:]
        named = [n for n in moves if n in wrong][:_NAMED_AT_MOST]
        shown = moves.index(named[-1]) + 1 if len(named) == _NAMED_AT_MOST else len(moves)
        stretches = list(_stretches(moves[:shown], wrong))
        for numbers, sound in stretches:
            parts.extend([_sound(numbers)] if sound else [_wrongly(n, wrong[n]) for n in numbers])
        if rest := moves[shown:]:
            more = sum(n in wrong for n in rest)
            parts.append(_in_question(more, rest) if more else _sound(rest))
        numbers, sound = stretches[0]
        said = listed(parts, "; ")
        return say("Moves {verdicts}", verdicts=said) if sound and len(numbers) > 1 else say(
            "Move {verdicts}", verdicts=said
        )  # fmt: skip

    def verdict(self) -> Text:
        """Return one line: the set-up if it is wrong, `sound`, moves taken back, then the match as a whole."""
        wrong, line = self._wrong(), set(self.line)
        left = [n for n in wrong if n not in line]
        parts = [say("The set-up is {verdict}", verdict=wrong[0].verdict())] if 0 in wrong else []
        parts.append(self.sound)
        parts.extend(_taken_back(n, wrong[n]) for n in left[:_NAMED_AT_MOST])
        if len(left) > _NAMED_AT_MOST:
            more = len(left) - _NAMED_AT_MOST
            parts.append(say("{n} more taken-back moves in question, see the findings", n=more))
        parts.extend(f.why for f in self.findings if f.move is None and f.severity != "note")
        return listed(parts, "; ")

    def for_everybody(self, hidden: Collection[int] = ()) -> Audit:
        """Return the audit without reasons and expectations that may name hidden cards.

        Findings about `hidden` moves, whose actions are secret, are left out: a breach could reveal the action.
        """
        return replace(
            self,
            findings=tuple(
                finding if finding.code in _SAID_TO_ALL else replace(finding, why=CODES[finding.code], expected=())
                for finding in self.findings
                if finding.move not in hidden
            ),
        )

    def data(self, reader: Reader | None = None) -> dict[str, Any]:
        """Return the audit as plain data in the reader's language; by default in English."""
        tell = (reader or Reader()).tell
        return {
            "match": self.match,
            "moves": self.moves,
            "clean": self.clean,
            "verdict": tell(self.verdict()),
            "findings": [
                {**vars(finding), "why": tell(finding.why), "expected": tuple(map(tell, finding.expected))}
                for finding in self.findings
            ],
        }

    def text(self, reader: Reader | None = None) -> str:
        """Return the audit as text, one paragraph per finding, in the reader's language; by default in English."""
        tell = (reader or Reader()).tell
        lines = [tell(say("Match {match}: {verdict}", match=self.match, verdict=self.verdict()))]
        for finding in self.findings:
            severity = tell(SEVERITIES[finding.severity]).upper()
            head = say(
                "{severity} at {place} (event {event})",
                severity=severity, place=place(finding), event=finding.version,
            )  # fmt: skip
            rule = f" {finding.rule}" if finding.rule else ""
            lines.append(f"\n{tell(head)}{rule}: {tell(finding.why)}")
            if finding.text:
                lines.append(f"  {finding.rule}: {finding.text}")
            lines.extend("  " + tell(say("should be: {words}", words=words)) for words in finding.expected)
        return printable("\n".join(lines))

    def _wrong(self) -> dict[int, Finding]:
        """Map each move with a breach or doubt to its first one."""
        wrong = {f.move: f for f in reversed(self.findings) if f.move is not None and f.severity != "note"}
        return dict(sorted(wrong.items()))


def place(finding: Finding) -> Text:
    """Return what a finding is about, in words."""
    if finding.move is None:
        return say("the match")
    return say("move {number}", number=finding.move) if finding.move else say("the set-up")


def _sound(numbers: Sequence[int]) -> Text:
    return say("{moves} sound", moves=_span(numbers))


def _wrongly(number: int, finding: Finding) -> Text:
    return Text("{move} {verdict}", {"move": number, "verdict": finding.verdict()})


def _in_question(wrong: int, moves: Sequence[int]) -> Text:
    if wrong == len(moves):
        return say("{moves} in question, see the findings", moves=_span(moves))
    return say("{n} of {moves} in question, see the findings", n=wrong, moves=_span(moves))


def _taken_back(number: int, finding: Finding) -> Text:
    if finding.breaks:
        return say("{move}, taken back, {verdict}", move=number, verdict=finding.verdict())
    return say("{move}, taken back, is {verdict}", move=number, verdict=finding.verdict())


def _stretches(numbers: Sequence[int], wrong: dict[int, Finding]) -> Iterator[tuple[list[int], bool]]:
    """Yield runs of consecutive moves that are all sound, or all not."""
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
