"""Symmetries: layouts of a match that the rules cannot distinguish.

Seats are numbered from another person, the map is mirrored, cards have other names, suits change places; or
something is added that nobody uses. The legal actions must stay the same, with the other names. No sentence of a rule
document says so and no case is needed: two matches are played side by side, and each is the other's oracle.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field
from operator import and_
from typing import Any, TypeAlias

import msgspec

from tablescribe.domain.match.events import Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import UNKNOWN, Chance, NeedsOutcome, Outcome, Question
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.rules.opening import Opening
from tests.support import STAMP

Plain: TypeAlias = dict[str, Any]
Change: TypeAlias = Callable[[Plain, int], Plain]
"""Rewrites plain data in the other layout, given the number of seats."""


def unchanged(data: Plain, seats: int) -> Plain:
    """Say plain data as it was."""
    return data


@dataclass(frozen=True)
class Symmetry:
    """A way to lay out the same match otherwise.

    Attributes:
        name: what it does.
        catalogue, options, action: say these in the other names.
        seat: the other number of a seat; the number of seats is given.
        outcome: another name of what chance gave; whose question it answers is given.
        begins: brings the other match to where the first one is when it is opened.
        fixed: options of both matches.
        fits: whether it holds for so many seats.
        unused: what is added to the other match, and drawn by nobody. Hands have to be known then: an unknown card
            might be what was added.
        besides: what may be said in one of both matches only, because of something that nobody uses.
        avoids: what is never chosen, because what comes of it may depend on names: an order that nobody has said.
        anybody: tells where it does not matter who acts, so that the seat with the lowest number is named.
        turns: things may be asked in another order, so that less or more is left where each of them is drawn.
        why: says otherwise why something is asked, so that it is known as the same in another order.
    """

    name: str
    catalogue: Change = unchanged
    options: Change = unchanged
    action: Change = unchanged
    seat: Callable[[int, int], int] = lambda seat, seats: seat
    outcome: Callable[[Outcome, Question, int], Outcome] = lambda outcome, question, seats: outcome
    begins: Callable[[Match], None] = lambda match: None
    fixed: Mapping[str, Any] = field(default_factory=dict)
    fits: Callable[[int], bool] = lambda seats: True
    unused: frozenset[str] = frozenset()
    besides: Callable[[Plain], bool] = lambda data: False
    avoids: Callable[[Plain], bool] = lambda data: False
    anybody: Callable[[Match], bool] = lambda match: False
    turns: bool = False
    why: Callable[[str], str] = lambda why: why

    def of(self, opening: Opening) -> Opening:
        """Return how the other match is opened."""
        seats, model = opening.seats, type(opening.catalogue)
        options = self.options(opening.options.model_dump(mode="json"), seats)
        catalogue = self.catalogue(opening.catalogue.model_dump(mode="json", exclude_none=True), seats)
        read = opening.catalogue if self.catalogue is unchanged else model.model_validate_json(_json(catalogue))
        kind = type(opening.options)
        return Opening(opening.game, seats, kind.model_validate_json(_json(options)), read, opening.edition)


def _json(data: Any) -> bytes:
    return msgspec.json.encode(data, order="sorted")


# --- rewriting plain data -----------------------------------------------------------------------


def deep(data: Any, change: Callable[[Any], Any]) -> Any:
    """Return plain data with every text and number in it changed, keys included."""
    if isinstance(data, dict):
        return {change(key): deep(value, change) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [deep(value, change) for value in data]
    return change(data)


def at(keys: Container[str], data: Any, change: Callable[[Any], Any]) -> Any:
    """Return plain data with the values of some keys changed."""
    if isinstance(data, dict):
        return {key: deep(one, change) if key in keys else at(keys, one, change) for key, one in data.items()}
    return [at(keys, one, change) for one in data] if isinstance(data, list | tuple) else data


def words(names: Mapping[str, str]) -> Callable[[Any], Any]:
    """Return a function that replaces these words in a text, all at once, between any punctuation."""
    some = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    found = re.compile(rf"(?<![A-Za-z0-9])({some})(?![A-Za-z0-9])")
    return lambda one: found.sub(lambda hit: names[hit[1]], one) if isinstance(one, str) else one


def fields(**changes: Callable[[Any], Any]) -> Callable[[Plain], Plain]:
    """Return a function that changes some fields of an action, if present."""
    return lambda data: {key: changes[key](value) if key in changes else value for key, value in data.items()}


def renamed(names: Mapping[str, str], name: str, **more: Any) -> Symmetry:
    """Return the symmetry that renames components: in the catalogue, in options, actions and draws."""
    say = words(names)
    return Symmetry(
        name,
        catalogue=lambda data, seats: deep(data, say),
        options=lambda data, seats: deep(data, say),
        action=lambda data, seats: deep(data, say),
        outcome=lambda outcome, question, seats: say(outcome),
        **more,
    )


def shuffled(some: list[str], seed: int = 1) -> dict[str, str]:
    """Return a permutation of the names."""
    others = some[1:] + some[:1]
    random.Random(seed).shuffle(others)
    return dict(zip(some, others, strict=True))


# --- playing side by side ----------------------------------------------------------------------


class Drawing:
    """Draws random outcomes, and records questions and answers."""

    def __init__(self, choose: random.Random, *, open_hands: bool) -> None:
        self.choose, self.open_hands = choose, open_hands
        self.told: list[tuple[Question, Outcome]] = []

    def answer(self, question: Question) -> Outcome:
        """Return one of the outcomes, with its weight as probability."""
        if question.kind == "draw" and question.secret and not self.open_hands:
            return UNKNOWN
        found = self.choose.choices(list(question.among), list(question.among.values()))[0]
        self.told.append((question, found))
        return found

    def unused(self) -> tuple[Outcome, ...]:
        """Return nothing."""
        return ()


class UsedUp(Exception):
    """Only pieces added by a symmetry are left of a deck. From here on both matches differ, as they must."""


class Mirrored:
    """Gives the first match's outcomes with the other names, and checks that both were asked the same.

    If seats have other numbers, people may be asked in another order. Then each gets what was drawn for them.
    """

    def __init__(
        self, symmetry: Symmetry, seats: int, told: list[tuple[Question, Outcome]], *, open_hands: bool = True
    ) -> None:
        self.symmetry, self.seats, self.told, self.open_hands = symmetry, seats, [*told], open_hands

    def answer(self, question: Question) -> Outcome:
        """Return the outcome that answered the same question."""
        if question.kind == "draw" and question.secret and not self.open_hands:
            return UNKNOWN
        if self.symmetry.unused.issuperset(question.among):
            raise UsedUp
        place = self._same(question) if self.symmetry.turns else 0
        if place is None:
            return self._left(question)
        assert self.told, f"only the other match asks: {question.text()!s}"
        asked, found = self.told.pop(place)
        assert (asked.kind, self._turned(asked.seat)) == (question.kind, question.seat) or self.symmetry.turns
        among = {self.symmetry.outcome(one, asked, self.seats): n for one, n in asked.among.items()}
        mine = self.symmetry.outcome(found, asked, self.seats)
        same = among == question.among or (mine in question.among and (self.symmetry.unused or self.symmetry.turns))
        assert same, f"{question.text()!s}: {among} against {dict(question.among)}"
        return mine

    def _same(self, question: Question) -> int | None:
        """Return the index of this question: the same one of the same seat, or else the same one."""
        seats, why = [self._turned(asked.seat) for asked, _ in self.told], str(question.why)
        whys = [self._about(str(asked.why)) for asked, _ in self.told]
        about, of_seat = [one == why for one in whys], [seat == question.seat for seat in seats]
        for fits in ([*map(and_, about, of_seat)], about):
            for place, (asked, _) in enumerate(self.told):
                if fits[place] and asked.kind == question.kind:
                    return place
        return None

    def _left(self, question: Question) -> Outcome:
        """Return the one outcome that answers no later question; once the rest are alike, nobody is asked."""
        later = Counter(self.symmetry.outcome(found, asked, self.seats) for asked, found in self.told)
        found = [*Counter(question.among) - later]
        assert len(found) == 1, f"only the other match asks: {question.text()!s}"
        return found[0]

    def _turned(self, seat: int) -> int:
        return self.symmetry.seat(seat, self.seats)

    def _about(self, why: str) -> str:
        why = re.sub(r"seat:(\d+)", lambda found: f"seat:{self._turned(int(found[1]))}", why)
        return self.symmetry.why(why)

    def unused(self) -> tuple[Outcome, ...]:
        """Return nothing."""
        return ()


class SideBySide:
    """A random match and its symmetric counterpart."""

    def __init__(self, symmetry: Symmetry, opening: Opening, choose: random.Random, mode: str) -> None:
        self.symmetry, self.choose, self.mode = symmetry, choose, mode
        self.seats = opening.seats
        chance = Drawing(choose, open_hands=True)
        self.first = self._open(opening, chance)
        self.other = self._open(symmetry.of(opening), Mirrored(symmetry, self.seats, chance.told))
        symmetry.begins(self.other)

    def _open(self, opening: Opening, chance: Chance) -> Match:
        told, people = list[Outcome](), [Seat(f"r{n}", "c") for n in opening.all_seats]
        while True:
            try:
                return Match.open("m", opening, people, STAMP, chance=self.mode, outcomes=told)
            except NeedsOutcome as needs:
                told.append(chance.answer(needs.question))

    def turns(self, longest: int) -> Iterator[int]:
        """Continue both at random, and yield the number of moves before each."""
        for n in range(longest):
            yield n
            if self.first.is_over:
                return
            offered = [(seat, one) for seat in self.first.to_act for one in self._legal(self.first, seat)]
            try:
                self.play(*self.choose.choice([one for one in offered if not self.symmetry.avoids(one[1].data())]))
            except UsedUp:
                return

    def play(self, seat: int, action: Action) -> None:
        """Carry out the same action in both matches."""
        open_hands = self.mode == "open"
        chance = Drawing(self.choose, open_hands=open_hands)
        self.first.play(seat, action, chance, STAMP)
        same = self.first.opening.game.read_action(self.symmetry.action(action.data(), self.seats))
        mirror = Mirrored(self.symmetry, self.seats, chance.told, open_hands=open_hands)
        self.other.play(self.symmetry.seat(seat, self.seats), same, mirror, STAMP)
        assert not mirror.told, f"only the first match asks: {mirror.told[0][0].text()!s}"

    def must_agree(self, move: int, seats: tuple[int, ...]) -> None:
        """Check that the same seats have the same legal actions, and that both matches end in the same way."""
        other = self.symmetry.seat
        if self.symmetry.anybody(self.first):
            return
        acts = {other(seat, self.seats) for seat in self.first.to_act}
        assert {*self.other.to_act} == acts, f"move {move}: to act {acts}, in the other match {self.other.to_act}"
        for seat in seats:
            mine = {
                _said(self.symmetry.action(data, self.seats))
                for data in map(Action.data, self._legal(self.first, seat))
                if not self.symmetry.besides(data)
            }
            theirs = {_said(data) for data in map(Action.data, self._legal(self.other, other(seat, self.seats)))
                      if not self.symmetry.besides(data)}  # fmt: skip
            lost, new = sorted(mine - theirs)[:3], sorted(theirs - mine)[:3]
            told = f"move {move}, seat {seat}, {self.symmetry.name}: legal no more {lost}, legal only now {new}"
            assert (lost, new) == ([], []), told
        self._must_end_alike()

    def _must_end_alike(self) -> None:
        mine, theirs = (one.opening.game.result(one.opening, one.table) for one in (self.first, self.other))
        assert (mine is None) == (theirs is None)
        if mine is None or theirs is None:
            return
        won = sorted(self.symmetry.seat(seat, self.seats) for seat in mine.winners)
        assert (theirs.ending, theirs.rule, sorted(theirs.winners)) == (mine.ending, mine.rule, won)
        scores = {self.symmetry.seat(seat, self.seats): n for seat, n in enumerate(mine.scores, start=1)}
        assert dict(enumerate(theirs.scores, start=1)) == scores

    def _legal(self, match: Match, seat: int) -> list[Action]:
        return list(legal_actions(match.opening, match.table, seat))


def _said(data: Plain) -> str:
    return _json(data).decode()
