"""The audit: every move decided again, and everything a judge should know about a match."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from domain.chance import Chance, Script, Sealed, commitment, sealed_key
from domain.events import Move, Opened, Played, TakenBack
from domain.game import Decision, decide, refuse_unused
from domain.match import Match
from domain.play import Illegal, Play
from domain.table import Table
from replays.words import say_facts

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Finding:
    """One thing that a judge should know.

    Attributes:
        code: stable: `irregular`, `unnoticed`, `facts.differ`, `chance.differs`, `undecidable`, `result.wrong`,
            `seal.broken`, `taken_back.seen`, `ruling`, `missed`, `rules.changed`.
        severity: `breach` (a rule was broken), `doubt` (the record is not what it should be), or `note`.
        move: the move's number, `None` for the match as a whole.
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


@dataclass(frozen=True)
class Audit:
    """What an audit found."""

    match: str
    moves: int
    line: tuple[int, ...]
    findings: tuple[Finding, ...]

    @property
    def clean(self) -> bool:
        """Whether nothing is wrong; notes do not count."""
        return all(finding.severity == "note" for finding in self.findings)

    def verdict(self) -> str:
        """Return one line: which moves of the line are sound, and what breaks at the others."""
        wrong = {f.move: f for f in reversed(self.findings) if f.move is not None and f.severity != "note"}
        parts = []
        for numbers, sound in _stretches(self.line[1:], wrong):
            if sound:
                parts.append(f"{_span(numbers)} sound")
            else:
                parts.extend(f"{n} {_breaks(wrong[n])}" for n in numbers)
        if not parts:
            return "no moves yet"
        whole = [f.why for f in self.findings if f.move is None and f.severity != "note"]
        return ("Moves " if "–" in parts[0].split()[0] else "Move ") + "; ".join([*parts, *whole])

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
            where = f"move {finding.move}" if finding.move is not None else "the match"
            rule = f" {finding.rule}" if finding.rule else ""
            lines.append(f"\n{finding.severity.upper()} at {where} (event {finding.version}){rule}: {finding.why}")
            if finding.text:
                lines.append(f"  {finding.rule}: {finding.text}")
            lines.extend(f"  should be: {words}" for words in finding.expected)
        return "\n".join(lines)


def audit(match: Match, progress: Progress | None = None) -> Audit:
    """Audit a match: decide every move again from the table it was made on, those of left lines included.

    The facts that were recorded are applied before going on, whatever deciding gave, so that one fault
    does not make all later moves look wrong.
    """
    findings = list(_of_rules(match))
    cursor = match.line.cursor()
    for number, move in enumerate(match.moves):
        if number:
            cursor.go_to(match.line.parent[number])
            findings.extend(_of_move(match, cursor.table, number, move))
        else:
            findings.extend(_of_set_up(match, move))
        if progress is not None:
            progress(number + 1, len(match.moves))
    findings.extend(_of_take_backs(match))
    findings.extend(_of_end(match))
    order = sorted(findings, key=lambda finding: (finding.move is None, finding.move or 0))
    return Audit(match.id, len(match.moves) - 1, tuple(match.line.numbers), tuple(order))


def _of_rules(match: Match) -> Iterator[Finding]:
    opened, game = match.opened, match.opening.game
    if (opened.edition, opened.rulebook) != (game.edition, game.rulebook.digest):
        why = f"opened under edition {opened.edition} of the rules; this audit uses edition {game.edition} as it is now"
        yield Finding("rules.changed", "note", None, 1, "", "", why)


def _of_set_up(match: Match, opened: Move) -> Iterator[Finding]:
    assert isinstance(opened, Opened)
    play = Play(match.opening, Table(opened.box), Script(opened.outcomes))
    try:
        if dict(opened.box) != match.opening.game.box(match.opening):
            yield Finding("facts.differ", "doubt", 0, 1, "", "", "the box does not hold what the catalogue says")
        match.opening.game.set_up(play)
    except Exception as error:
        yield Finding("undecidable", "doubt", 0, 1, "", "", f"the set-up cannot be laid out again: {error}")
        return
    if tuple(play.facts) != opened.facts:
        expected = tuple(say_facts(match.opening, play.facts))
        why = f"the set-up is not what the rules lay out ({', '.join(play.citations)})"
        yield Finding("facts.differ", "doubt", 0, 1, "", "", why, expected)
    if tuple(play.outcomes) != opened.outcomes or _wrong_seal(match, 0, opened.outcomes, None):
        yield Finding("chance.differs", "doubt", 0, 1, "", "", "the set-up's outcomes are not those of the seal")


def _of_move(match: Match, table: Table, number: int, move: Move) -> Iterator[Finding]:
    if not isinstance(move, Played):
        if not isinstance(move, Opened):
            code = "ruling" if hasattr(move, "clause") else "missed"
            rule = getattr(move, "clause", "")
            yield _finding(match, code, "note", number, move, rule, getattr(move, "reason", "") or "moves were missed")
        return
    for broken in move.irregularities:
        yield _finding(match, "irregular", "breach", number, move, broken.rule, broken.why)
    try:
        decision = _again(match, table, move, Script(move.outcomes))
    except Illegal as error:
        why = f"recorded as regular, but the rules refuse it: {error.why}"
        yield _finding(match, "unnoticed", "breach", number, move, error.rule, why)
        return
    except Exception as error:
        yield _finding(match, "undecidable", "doubt", number, move, "", f"it cannot be decided again: {error}")
        return
    if decision.facts != move.facts:
        rules = ", ".join(decision.citations)
        why = f"what was recorded is not what the rules give ({rules})"
        expected = tuple(say_facts(match.opening, decision.facts)) or ("nothing",)
        yield _finding(match, "facts.differ", "doubt", number, move, "", why, expected)
    elif decision.irregularities != move.irregularities:
        now = ", ".join(one.rule for one in decision.irregularities) or "none"
        why = f"its breaches of rules are recorded otherwise than they are: {now}"
        yield _finding(match, "facts.differ", "doubt", number, move, "", why)
    if _wrong_seal(match, match.line.drawn[match.line.parent[number]], move.outcomes, (table, move)):
        why = "its outcomes are not those of the seal: somebody chose them"
        yield _finding(match, "chance.differs", "doubt", number, move, "", why)


def _again(match: Match, table: Table, move: Played, chance: Chance) -> Decision:
    action = match.opening.game.read_action(move.action)
    as_played = bool(move.irregularities)
    decision = decide(match.opening, table, move.seat, action, chance, as_played=as_played)
    refuse_unused(chance)
    return decision


def _wrong_seal(match: Match, ordinal: int, outcomes: Sequence[Any], made: tuple[Table, Played] | None) -> bool:
    """Return whether an opened seal gives other outcomes than those recorded."""
    if not match.seed:
        return False
    chance = Sealed(sealed_key(bytes.fromhex(match.seed), match.opened.nonces), ordinal)
    if made is not None:
        return _again(match, *made, chance).outcomes != tuple(outcomes)
    play = Play(match.opening, Table(match.opened.box), chance)
    match.opening.game.set_up(play)
    return tuple(play.outcomes) != tuple(outcomes)


def _of_take_backs(match: Match) -> Iterator[Finding]:
    for event in match.take_backs:
        if isinstance(event, TakenBack) and event.seen:
            seats = [str(seat) for seat in event.agreed]
            who = "by a judge" if event.judge else f"with the consent of seats {', '.join(seats) or 'nobody'}"
            why = f"taken back to move {event.to} {who} after a die or a card had been seen"
            why += f": {event.reason}" if event.reason else ""
            yield Finding("taken_back.seen", "note", None, event.originator_version, "", "", why)


def _of_end(match: Match) -> Iterator[Finding]:
    if match.closed is None or match.result is None:
        return
    version = match.closed.originator_version
    if match.opened.chance == "sealed" and commitment(bytes.fromhex(match.seed)) != match.opened.commitment:
        yield Finding("seal.broken", "doubt", None, version, "", "", "the revealed seed is not the one committed to")
    rules = match.opening.game.result(match.opening, match.table)
    if match.result != rules and not (rules is None and match.result.ending == "abandoned"):
        given = f"winners {rules.winners}, scores {rules.scores}" if rules else "the game is not over"
        why = f"closed with winners {match.result.winners}, scores {match.result.scores}; the rules give: {given}"
        yield Finding("result.wrong", "doubt", None, version, match.result.rule, "", why)


def _finding(
    match: Match, code: str, severity: str, number: int, move: Move, rule: str, why: str, expected: tuple[str, ...] = ()
) -> Finding:
    rulebook = match.opening.game.rulebook
    text = rulebook[rule].text if rule in rulebook else ""
    return Finding(code, severity, number, move.originator_version, rule, text, why, expected)


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


def _span(numbers: list[int]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


def _breaks(finding: Finding) -> str:
    return f"breaks {finding.rule}: {finding.why}" if finding.severity == "breach" else f"in doubt: {finding.why}"
