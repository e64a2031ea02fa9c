"""Compare two logs of one match: their differences as data and in words, as a viewer may read them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tablescribe.domain.aligning.deciding import Refusal
from tablescribe.domain.aligning.difference import Alignment, Candidate, Difference, Take
from tablescribe.domain.aligning.entries import Entry
from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import UNKNOWN
from tablescribe.domain.words.text import Slot, Text, Thing, listed, plural, say
from tablescribe.replays.reading.discretion import EVERYTHING, Discretion, Viewer
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.wording import say_action, say_event

SAYS: dict[Take, Text] = {
    "first": say("as the first log says"),
    "second": say("as the second log says"),
    "both": say("as both logs: each lacks what the other recorded"),
    "neither": say("as neither log says"),
}
"""What each way to settle a difference means."""


class Comparison:
    """Words the differences between two aligned logs for a viewer."""

    def __init__(self, first: Match, second: Match, alignment: Alignment, viewer: Viewer = EVERYTHING) -> None:
        """Prepare to word an alignment.

        Args:
            first, second: the logs.
            alignment: their alignment.
            viewer: who reads; what is hidden from this viewer is left out.
        """
        self.first, self.second, self.alignment, self.viewer = first, second, alignment, viewer

    def verdict(self) -> Text:
        """Return in one line how far both logs agree."""
        differences = self.alignment.differences
        agreed = sum(column.agreed for column in self.alignment.columns)
        if not differences:
            return plural(agreed, "Both logs tell the same match: 1 move.", "Both logs tell the same match: {n} moves.")
        settled = len(differences) - len(self.alignment.questions)
        return say(
            "{agreed} {differing}: {settled} settled, {open} for a person to decide.",
            agreed=plural(agreed, "The logs agree on 1 move", "The logs agree on {n} moves"),
            differing=plural(len(differences), "and differ in 1 place", "and differ in {n} places"),
            settled=settled, open=len(self.alignment.questions),
        )  # fmt: skip

    def lines(self, one: Difference) -> Iterator[Text]:
        """Yield the lines of a difference: where it is, what each log says, and how it is settled."""
        yield plural(one.at, "{number}. after 1 move", "{number}. after {n} moves", number=one.number)
        ends = {candidate.take for candidate in one.candidates if candidate.entry is None}
        yield say("first: {moves}", moves=self._told(self.first, one.first, ends="first" in ends))
        yield say("second: {moves}", moves=self._told(self.second, one.second, ends="second" in ends))
        if one.how == "order":
            yield say("only the order differs, and that makes no difference")
        elif one.how == "rule":
            yield say("settled {take}: {why}", take=SAYS[one.take], why=self.refused(one.refusal))
        elif one.how == "person":
            yield say("settled by a person, {take}", take=SAYS[one.take])
        else:
            yield from self.question(one)

    def question(self, one: Difference) -> Iterator[Text]:
        """Yield the readings that a person can choose between, and why the others are impossible."""
        if not one.given:
            yield say("if the earlier assumptions hold:")
        for candidate in one.candidates:
            if candidate.cost is None:
                yield say("not {take}: {why}", take=candidate.take, why=self.refused(candidate.refusal))
                continue
            line = say("{take}: then comes {move}", take=candidate.take, move=self._next(candidate))
            yield (
                line
                if candidate.refusal is None
                else say("{line}, though {why}", line=line, why=self.refused(candidate.refusal))
            )

    def refused(self, refusal: Refusal | None) -> Slot:
        """Return why a reading is impossible; viewers who may not see everything read only the rule's number."""
        if refusal is None:
            return say("the other reading assumes more mistakes")
        where: Slot = self._told_entry(refusal.entry) if refusal.entry else say("the end")
        why: Slot = refusal.why if self.viewer == EVERYTHING else say("impossible")
        if refusal.rule:
            return say("{move} would break {rule}: {why}", move=where, rule=refusal.rule, why=why)
        return say("{move} would be impossible: {why}", move=where, why=why)

    def _next(self, candidate: Candidate) -> Slot:
        return say("the end") if candidate.entry is None else self._told_entry(candidate.entry)

    def _told(self, log: Match, entries: tuple[Entry, ...], *, ends: bool) -> Slot:
        if not entries:
            return say("it ends here") if ends else say("nothing")
        parts: list[Text] = [self._entry(log, entry) for entry in entries[:3]]
        if len(entries) > 3:
            parts.append(say("and {n} more", n=len(entries) - 3))
        return listed(parts, "; ")

    def _told_entry(self, entry: Entry) -> Text:
        """Return an entry of either log in words."""
        mine = any(entry.move is move for move in self.first.moves)
        return self._entry(self.first if mine else self.second, entry)

    def _entry(self, log: Match, entry: Entry) -> Text:
        return say("{number} {move}", number=entry.number, move=self._move(log, entry))

    def _move(self, log: Match, entry: Entry) -> Text:
        """Return a move as a log has it: the action and the outcomes of chance, without what the rules made of them."""
        move = entry.move
        if not isinstance(move, Played):
            return say_event(log, move, self.viewer)
        told = say_action(log, move, self.viewer)
        shown = [Thing(one) if isinstance(one, str) else one for one in move.outcomes if one != UNKNOWN]
        if not shown:
            return told
        given = Discretion(log, move, self.viewer).of(listed(shown))
        return say("{move} ({outcomes})", move=told, outcomes=given)

    # --- as data ------------------------------------------------------------------------------

    def data(self, reader: Reader) -> dict[str, Any]:
        """Return the comparison as plain data."""
        return {
            "first": self.first.id,
            "second": self.second.id,
            "agreed": sum(column.agreed for column in self.alignment.columns),
            "questions": [one.number for one in self.alignment.questions],
            "differences": [self.difference(one, reader) for one in self.alignment.differences],
        }

    def rows(self, reader: Reader) -> Iterator[dict[str, Any]]:
        """Yield both logs side by side in the order of play: runs of moves on which they agree, and differences.

        Each row has `first` and `second`, the moves of that log. A difference also has the fields of `difference`
        and `settled`, the result in words.
        """
        for stretch in self.alignment.stretches():
            logs = {
                "first": [column.first for column in stretch.columns if column.first is not None],
                "second": [column.second for column in stretch.columns if column.second is not None],
            }
            told = {
                side: [self._entry_data(self.first if side == "first" else self.second, entry, reader)
                       for entry in entries]
                for side, entries in logs.items()
            }  # fmt: skip
            if stretch.difference is None:
                yield {"agreed": stretch.columns[0].agreed, "number": None, **told}
                continue
            one = stretch.difference
            settled = [] if one.how == "open" else [*self.lines(one)][3:]
            yield {"agreed": False, **self.difference(one, reader), **told,
                   "settled": " ".join(map(reader.sentence, settled))}  # fmt: skip

    def difference(self, one: Difference, reader: Reader) -> dict[str, Any]:
        """Return a difference as plain data."""
        return {
            "number": one.number,
            "after": one.at,
            "how": one.how,
            "take": one.take,
            "given": one.given,
            "first": [self._entry_data(self.first, entry, reader) for entry in one.first],
            "second": [self._entry_data(self.second, entry, reader) for entry in one.second],
            "candidates": [
                {
                    "take": candidate.take,
                    "possible": candidate.cost is not None,
                    "next": reader.tell(self._next(candidate)),
                    "rule": candidate.refusal.rule if candidate.refusal else "",
                    "why": "" if candidate.refusal is None else reader.tell(self.refused(candidate.refusal)),
                }
                for candidate in one.candidates
            ],
        }

    def _entry_data(self, log: Match, entry: Entry, reader: Reader) -> dict[str, Any]:
        return {"move": entry.number, "words": reader.tell(self._move(log, entry))}
