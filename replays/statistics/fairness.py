"""Test whether dice and shuffles were fair: chi-square tests over all outcomes of chance, by `scipy`.

Deciding every move again gives the question for each outcome. Each outcome is compared with its odds at that time, so a
shrinking deck is tested as correctly as a die: T = (O − E)ᵀ V⁻ (O − E). O is the observed count of each outcome, E the
expected count, and V the sum of the covariances of the single draws. For a die this is Pearson's chi-square. The
p-values of several tests are corrected by Holm's method (S. Holm, Scand. J. Statist. 6, 1979).

Sealed chance and outcomes entered by people are tested apart: sealed chance is also proved, entered outcomes are not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tablescribe.domain.match.events import Played
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import UNKNOWN, Outcome, Question, ScriptedChance
from tablescribe.domain.rules.deciding import decide
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import deck_of
from tablescribe.domain.table.table import Table
from tablescribe.domain.tournament.missing_package import NotInstalled
from tablescribe.domain.words.text import Text, say

EXPECTED = 5.0
"""The expected count from which an outcome is a category of its own; rarer outcomes are pooled."""

LEVEL, POWER = 0.05, 0.8
"""The level (false alarms over all tests together) and the power (detection of an unfair source)."""

COLUMNS = ("game", "chance", "source", "draws", "outcomes", "statistic", "freedom", "p", "holm", "found", "detectable")
"""The columns of a list of tests."""

Source = tuple[str, str, str]
"""A game, its kind of chance (`sealed`, or `told` by people), and the die or deck."""


@dataclass(frozen=True)
class SourceSample:
    """One question to chance, and its outcome."""

    source: Source
    among: Mapping[Outcome, int]
    outcome: Outcome


@dataclass(frozen=True)
class FairnessTest:
    """A test of one source.

    Attributes:
        draws: the number of draws; outcomes: the number of categories.
        p: the probability that a fair source deviates as much or more; holm: the same, corrected for the number of
            tests. `None`: too few draws.
        detectable: the bias that this many draws detect four times in five, as Cohen's w.
    """

    source: Source
    draws: int
    outcomes: int
    statistic: float | None = None
    freedom: int = 0
    p: float | None = None
    holm: float | None = None
    detectable: float | None = None

    @property
    def found(self) -> bool:
        """Whether it deviates more than chance alone explains, over all tests together."""
        return self.holm is not None and self.holm < LEVEL


def fairness(matches: Iterable[Match]) -> list[FairnessTest]:
    """Return the tests of all sources of chance in some matches, the most suspicious first.

    Raises:
        NotInstalled: scipy is not installed.
    """
    by_source: dict[Source, list[SourceSample]] = {}
    for one in asked_of(matches):
        by_source.setdefault(one.source, []).append(one)
    tests = [tried(source, draws) for source, draws in sorted(by_source.items())]
    return sorted(_holm(tests), key=lambda one: (one.holm is None, one.holm or 0.0, one.p or 0.0, one.source))


def asked_of(matches: Iterable[Match]) -> Iterator[SourceSample]:
    """Yield the questions to chance in some matches, with their outcomes; several tables with one seed count once.

    For sealed chance, only moves on the current line count, because a repeated move draws the same again. For outcomes
    entered by people, all moves count. Otherwise, taking back unwelcome outcomes would make a fair die look unfair.
    """
    seeds: set[object] = set()
    for match in matches:
        sealed = match.opened.chance == "sealed"
        if match.waits or (sealed and match.opened.commitment in seeds):
            continue
        seeds.add(match.opened.commitment if sealed else match.id)
        yield from _of_match(match, sealed=sealed)


def _of_match(match: Match, *, sealed: bool) -> Iterator[SourceSample]:
    line = match.line.beginning()
    heard = _Heard(match.opened.outcomes)
    try:
        match.opening.game.set_up(Play(match.opening, Table(match.opened.box), heard))
    except Exception:  # today's rules set up otherwise, which the audit reports
        heard.given.clear()
    yield from heard.told(match)
    for number in match.line.numbers[1:] if sealed else range(1, len(match.moves)):
        move = match.moves[number]
        if not isinstance(move, Played) or not move.outcomes:
            continue
        line.go_to(match.line.parent[number])
        heard = _Heard(move.outcomes)
        try:
            action = match.opening.game.read_action(move.action)
            decide(match.opening, line.table, move.seat, action, heard, as_played=bool(move.irregularities))
        except Exception:  # as above
            continue
        yield from heard.told(match)


class _Heard(ScriptedChance):
    """Replays recorded outcomes and keeps the questions that they answered."""

    def __init__(self, outcomes: Iterable[Outcome]) -> None:
        super().__init__(outcomes)
        self.given: list[tuple[Question, Outcome]] = []

    def answer(self, question: Question) -> Outcome:
        """Return the next outcome, and record its question."""
        outcome = super().answer(question)
        self.given.append((question, outcome))
        return outcome

    def told(self, match: Match) -> Iterator[SourceSample]:
        """Yield the samples; cards that only their owner saw are left out."""
        chance = "sealed" if match.opened.chance == "sealed" else "told"
        for question, outcome in self.given:
            if outcome != UNKNOWN and len(question.among) > 1:
                among = dict(question.among)
                yield SourceSample((match.opening.game.key, chance, _what(question)), among, outcome)


def _what(question: Question) -> str:
    """Return the name of a source: dice with different faces differ, a deck is the same whatever is left of it."""
    if question.kind == "draw":
        return f"draw {question.what}"
    faces = sorted(map(str, question.among))
    if question.kind == "roll":
        return f"roll {question.what} ({', '.join(faces)})"
    return f"pick {deck_of(question.what)}"


# --- one test -------------------------------------------------------------------------------------


def tried(source: Source, draws: Sequence[SourceSample]) -> FairnessTest:
    """Return the test of a source.

    Raises:
        NotInstalled: scipy is not installed.
    """
    try:
        import numpy as np
        from scipy.stats import chi2
    except ImportError as error:
        raise NotInstalled("scipy") from error
    expected: Counter[Outcome] = Counter()
    for one in draws:
        total = sum(one.among.values())
        expected.update({outcome: weight / total for outcome, weight in one.among.items()})
    alone = sorted((outcome for outcome, n in expected.items() if n >= EXPECTED), key=str)
    place = {outcome: k for k, outcome in enumerate(alone)}
    size = len(alone) + any(outcome not in place for outcome in expected)
    rare = sum(n for outcome, n in expected.items() if outcome not in place)
    if size < 2 or (size > len(alone) and rare < EXPECTED and len(alone) < 2):
        return FairnessTest(source, len(draws), size)
    deviation, covariance = np.zeros(size), np.zeros((size, size))
    for one in draws:
        odds = np.zeros(size)
        for outcome, weight in one.among.items():
            odds[place.get(outcome, size - 1)] += weight
        odds /= odds.sum()
        deviation -= odds
        deviation[place.get(one.outcome, size - 1)] += 1
        covariance += np.diag(odds) - np.outer(odds, odds)
    spread, axes = np.linalg.eigh(covariance)
    free = spread > 1e-9 * max(float(spread[-1]), 1.0)  # the counts have a fixed sum: one direction has no spread
    freedom = int(free.sum())
    if not freedom:
        return FairnessTest(source, len(draws), size)
    statistic = float(((axes.T @ deviation)[free] ** 2 / spread[free]).sum())
    p = float(chi2.sf(statistic, freedom))
    return FairnessTest(source, len(draws), size, statistic, freedom, p, None, _detectable(len(draws), freedom))


def _detectable(draws: int, freedom: int) -> float:
    """Return the smallest bias that a single test detects, at the level and power above, as Cohen's w."""
    from scipy.optimize import brentq
    from scipy.stats import chi2, ncx2

    limit = chi2.isf(LEVEL, freedom)
    needed = brentq(lambda nc: float(ncx2.sf(limit, freedom, nc)) - POWER, 1e-9, 1e4)
    return float((needed / draws) ** 0.5)


def _holm(tests: Sequence[FairnessTest]) -> list[FairnessTest]:
    """Return tests with p-values corrected for all of them together."""
    order = sorted((k for k, one in enumerate(tests) if one.p is not None), key=lambda k: tests[k].p or 0.0)
    found, worst = list(tests), 0.0
    for rank, k in enumerate(order):
        worst = max(worst, min(1.0, (len(order) - rank) * (tests[k].p or 0.0)))
        found[k] = replace(tests[k], holm=worst)
    return found


# --- in words -------------------------------------------------------------------------------------


def trial_data(one: FairnessTest) -> dict[str, Any]:
    """Return a test as plain data."""
    game, chance, source = one.source
    return {
        "game": game, "chance": chance, "source": source, "draws": one.draws, "outcomes": one.outcomes,
        "statistic": one.statistic, "freedom": one.freedom, "p": one.p, "holm": one.holm, "found": one.found,
        "detectable": one.detectable,
    }  # fmt: skip


def verdict(one: FairnessTest) -> Text:
    """Return the result of a test in words."""
    if one.p is None or one.holm is None:
        return say("too few draws ({n}) to say anything", n=one.draws)
    if one.found:
        return say("deviates more than chance explains ({n} draws, p = {p}, of all tests together {holm})", n=one.draws,
                   p=f"{one.p:.4f}", holm=f"{one.holm:.4f}")  # fmt: skip
    return say("nothing found ({n} draws, p = {p}, of all tests together {holm})", n=one.draws, p=f"{one.p:.4f}",
               holm=f"{one.holm:.4f}")  # fmt: skip


def caveats(tests: Sequence[FairnessTest]) -> Iterator[Text]:
    """Yield what such tests can show, and what they cannot."""
    done = [one for one in tests if one.p is not None]
    yield say(
        "{n} sources were tested; by chance alone, {percent} % of fair ledgers would still show one that deviates.",
        n=len(done), percent=round(100 * LEVEL),
    )  # fmt: skip
    yield say("No finding does not mean fair: few draws reveal only large deviations.")
    worst = max((one for one in done), key=lambda one: one.detectable or 0.0, default=None)
    if worst is not None and worst.detectable is not None:
        yield say(
            "With the {n} draws of {source}, a bias between two sides must be {percent} percentage points "
                "to be found four times in five.", n=worst.draws, source=worst.source[2],
            percent=min(50, round(50 * worst.detectable)),
        )  # fmt: skip
    yield say("Entered outcomes are only as reliable as the people who entered them: a biased die and a wrong entry "
        "look alike. Sealed chance is proved by the audit.")  # fmt: skip
