"""Audit chance: which outcomes were recorded, and whether they are those of the sealed seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import cast

from pydantic import ValidationError

from tablescribe.domain.match.events import Opened, Played, outcomes_of
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.opening import key_of
from tablescribe.domain.rules.chance import UNKNOWN, Chance, Outcome, Question, ScriptedChance, SealedChance, commitment
from tablescribe.domain.rules.duplicate_play import DuplicateChance, sources
from tablescribe.domain.words.text import Slot, Spoken, Text, Thing, listed, say
from tablescribe.replays.auditing.findings import CODES, Finding, about_move
from tablescribe.replays.reading.wording import CHANCE


class RecordedChance(ScriptedChance):
    """Replays the recorded outcomes of a move; collects those that the match's mode of chance does not allow."""

    def __init__(self, match: Match, move: Opened | Played) -> None:
        super().__init__(move.outcomes)
        self._match, self._move = match, move
        self._odd: list[Text] = []

    def answer(self, question: Question) -> Outcome:
        """Return the next recorded outcome."""
        outcome, chance = super().answer(question), self._match.opened.chance
        keeps = chance == "table" and question.kind == "draw" and question.secret
        if keeps != (outcome == UNKNOWN):
            mode, asked = CHANCE.get(chance, chance), question.text()
            if keeps:
                why = say(
                    "chance is {mode}, but this outcome is recorded although only that seat may know it: "
                        "{question}",
                    mode=mode, question=asked,
                )  # fmt: skip
            else:
                why = say(
                    "chance is {mode}, but this outcome is hidden although every card is entered: {question}",
                    mode=mode, question=asked,
                )  # fmt: skip
            self._odd.append(why)
        return outcome

    def findings(self) -> Iterator[Finding]:
        """Yield the outcomes that should have been secret, or public."""
        for why in self._odd:
            yield about_move(self._match, "chance.told", "doubt", self._move, "", why)


class Seal:
    """The source of chance of a sealed match whose seed is revealed."""

    def __init__(self, match: Match, key: bytes) -> None:
        self._line, self._key = match.line, key
        self._by_source: dict[int, Counter[str]] | None = {-1: Counter()} if match.duplicate is not None else None

    def before(self, number: int) -> Chance:
        """Return the chance in its state before a move; 0 is the set-up."""
        parent = self._line.parent[number]
        if self._by_source is not None:
            return DuplicateChance(self._key, self._sources(parent))
        return SealedChance(self._key, self._line.drawn[parent] if number else 0)

    def _sources(self, number: int) -> Counter[str]:
        """Return how many outcomes each source had given after a move; -1: before the set-up."""
        known, path = cast(dict[int, Counter[str]], self._by_source), list[int]()
        while number not in known:
            path.append(number)
            number = self._line.parent[number]
        for one in reversed(path):
            known[one] = known[self._line.parent[one]] + sources(outcomes_of(self._line.moves[one]))
            number = one
        return known[number]


def opened_seal(match: Match, told: bytes | None) -> Seal | None:
    """Return the seal of a match whose seed is revealed, by itself or by its round, and matches its commitment."""
    if match.opened.chance != "sealed" or match.closed is None:
        return None
    try:
        seed = told if told is not None and match.duplicate is not None else bytes.fromhex(match.seed)
    except ValueError:
        return None
    if commitment(seed) != match.opened.commitment:
        return None
    return Seal(match, key_of(match.opened, match.contributions, seed))


def of_outcomes(match: Match, move: Opened | Played, sealed: Sequence[Outcome]) -> Iterator[Finding]:
    """Yield a finding if a move's outcomes are not those of the seal."""
    if tuple(sealed) == move.outcomes:
        return
    told, given = _outcomes(move.outcomes), _outcomes(sealed)
    why = say("{what} ({outcomes})", what=CODES["chance.differs"], outcomes=told)
    expected = [say("outcomes {outcomes}", outcomes=given)]
    yield about_move(match, "chance.differs", "doubt", move, "", why, expected)


def _outcomes(outcomes: Sequence[Outcome]) -> Text:
    """Return outcomes in words, cards by their names."""
    return listed(Thing(one) if isinstance(one, str) else one for one in outcomes) if outcomes else say("none")


def with_the_seal(error: Exception) -> Text:
    """Return why a move cannot be decided with the outcomes of the seal."""
    return say("{what}; with those of the seal, {why}", what=CODES["chance.differs"], why=in_words(error))


def in_words(error: Exception) -> Slot:
    """Return an error in one line; an unexpected error of a game's code as Python words it."""
    if isinstance(error, ValidationError):
        return say("the current rules do not have this action")
    return error.text if isinstance(error, Spoken) else str(error) or type(error).__name__
