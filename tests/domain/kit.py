"""The settings and helpers for the tests of every game: random matches, and all possible actions in them."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from tablescribe.domain import games
from tablescribe.domain.match.events import AnyEvent, Opened, Played, Seat
from tablescribe.domain.match.match import Match, MatchIsClosed, replay
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import NeedsOutcome, Outcome, ReportedChance
from tablescribe.domain.rules.deciding import decide, legal_actions
from tablescribe.domain.rules.game import Game
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Fact, Impossible
from tablescribe.domain.words.text import Spoken, Text
from tests.domain.cases import Cases
from tests.domain.sayable import everything
from tests.domain.symmetry import Symmetry
from tests.support import STAMP

SEED = b"random play" * 3
MATCHES = Path(__file__).parent.parent / "matches"
ROOMS = Path(games.__file__).parent
MODES = ("table", "open", "sealed")


Liking: TypeAlias = Callable[[Match, int, Action], float]
"""How much a player likes an action, more than 0. A random player likes all actions equally."""


@dataclass(frozen=True)
class Way:
    """A strategy of random matches that aims for an ending which others seldom reach.

    Attributes:
        options: options of the match, instead of random ones.
        changed: changes the components as plain data: a longer track, an easier treasure.
        likes: the preferences of its players.
        longest: the maximum number of moves of such a match.
        quick: the ending is reached soon enough for every run.
        seats: the number of seats; empty for any number.
    """

    options: Mapping[str, Any] = field(default_factory=dict)
    likes: Liking = lambda match, seat, action: 1.0
    longest: int = 3000
    changed: Callable[[dict[str, Any]], dict[str, Any]] | None = None
    quick: bool = False
    seats: tuple[int, ...] = ()


@dataclass(frozen=True)
class Kit:
    """The settings for the tests of a game.

    Attributes:
        game: the game.
        options: for each option the values that random matches choose from.
        catalogue: plain data of another catalogue, for games without a usable one.
        cases: the obeyed and broken cases of its rules.
        endings: all its endings; if none, random matches are cut off after `longest` moves.
        rounds: the number of random matches.
        longest: the maximum number of moves of a random match.
        looks: the number of moves of a random match at which all possible actions are tried.
        unoffered: actions that are legal but not offered, because there are endlessly many.
        hides: hands are hidden, or something is decided in secret.
        words: more names for actions than those on the table.
        gone: the seats (`seat:2`) and pieces that are out of play on a table; nothing may wait for them.
        plays_on: a seat that is out of play still decides (a dead raider's player holds cards). Only steps that need
            a seat in play may not wait for it.
        ways: strategies for endings that random play seldom reaches.
        rare: endings that no strategy reaches often, each with the reason.
        turned_by: the windows whose answer may pass the turn on, each with the rule that says so.
        symmetries: symmetric layouts of the same match; see `a_game_symmetries`.
    """

    game: Game
    options: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    catalogue: Mapping[str, Any] | None = None
    cases: Cases | None = None
    endings: tuple[str, ...] = ()
    rounds: int = 6
    longest: int = 2000
    looks: int = 3
    unoffered: Callable[[Action], bool] = lambda action: False
    hides: bool = False
    words: tuple[str, ...] = ()
    gone: Callable[[Match], set[str]] = lambda match: set()
    plays_on: bool = False
    ways: Mapping[str, Way] = field(default_factory=dict)
    rare: Mapping[str, str] = field(default_factory=dict)
    turned_by: Mapping[str, str] = field(default_factory=dict)
    symmetries: tuple[Symmetry, ...] = ()

    # --- play -----------------------------------------------------------------------------

    def opening(self, number: int, **fixed: Any) -> Opening:
        """Return the opening of a random match. The number determines seats and options that are not given."""
        choose = random.Random(number)
        seats = self.game.seats[number % len(self.game.seats)]
        options = {name: choose.choice(list(values)) for name, values in self.options.items()} if number else {}
        catalogue = self.game.catalogue
        if self.catalogue is not None:
            catalogue = type(catalogue).model_validate_json(msgspec.json.encode(self.catalogue))
        return Opening(self.game, seats, self.game.options(**options | fixed), catalogue)

    def open(self, number: int, mode: str = "", **fixed: Any) -> Match:
        """Open a random match. The number determines seats, options and, unless given, the source of chance."""
        opening, mode = self.opening(number, **fixed), mode or MODES[number % len(MODES)]
        choose, told = random.Random(number), list[Outcome]()
        people = [Seat(f"r{n}", "c") for n in opening.all_seats]
        while True:
            source: dict[str, Any] = {"seed": SEED} if mode == "sealed" else {"outcomes": told}
            try:
                return Match.open("m", opening, people, STAMP, chance=mode, **source)
            except NeedsOutcome as needs:
                told.append(drawn(choose, needs))

    def moves(self, match: Match, choose: random.Random) -> Iterator[int]:
        """Continue a match at random, and yield the number of moves after each."""
        for n in range(1, self.longest + 1):
            if match.is_over:
                return
            legal = [(seat, action) for seat in match.to_act for action in self.legal(match, seat)]
            assert legal, f"nobody can do anything: {match.table.values}"
            carry_on(match, *choose.choice(legal), choose)
            yield n

    def played(self, number: int, way: Way) -> Match:
        """Return a match played with the preferences of a strategy, to its end if it reaches one."""
        kit = replace(self, game=replace(self.game, seats=way.seats)) if way.seats else self
        if way.changed is not None:
            kit = replace(kit, catalogue=way.changed(self.game.catalogue.model_dump(mode="json", exclude_none=True)))
        choose, match = random.Random(number), kit.open(number, **way.options)
        for _ in range(way.longest):
            if match.is_over:
                break
            legal = [(seat, action) for seat in match.to_act for action in self.legal(match, seat)]
            carry_on(match, *choose.choices(legal, [way.likes(match, *one) for one in legal])[0], choose)
        return match

    def legal(self, match: Match, seat: int) -> list[Action]:
        """Return the actions offered to a seat."""
        return list(legal_actions(match.opening, match.table, seat))

    def at_some_tables(self, number: int) -> Iterator[tuple[Match, random.Random]]:
        """Yield a random match at intervals, at most `looks` times."""
        choose = random.Random(number)
        match, wait, left = self.open(number), 0, self.looks
        for n in self.moves(match, choose):
            if n > wait and not match.is_over:
                yield match, choose
                wait, left = n + choose.randrange(12), left - 1
                if not left:
                    return

    def said(self, match: Match, choose: random.Random) -> list[Action]:
        """Return all actions that can be expressed on a table."""
        return everything(match, choose, self.words)

    def cited(self) -> set[str]:
        """Return the rule numbers that are string literals in the game's code."""
        prefix = self.game.rulebook.rules[0].number.partition("-")[0]
        trees = (ast.parse(file.read_text("utf-8")) for file in sorted((ROOMS / self.game.key).rglob("*.py")))
        strings = {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}
        return {one for one in strings if isinstance(one, str) and re.fullmatch(rf"{prefix}-[\w.\-]+", one)}


def drawn(choose: random.Random, needs: NeedsOutcome) -> Outcome:
    """Return a possible outcome of chance."""
    return choose.choice([outcome for outcome, n in needs.question.among.items() for _ in range(n)])


def carry_on(
    match: Match, seat: int, action: Action, choose: random.Random, *, as_played: bool = False
) -> list[Played]:
    """Carry out a seat's action with random outcomes."""
    told: list[Outcome] = []
    seed = SEED if match.opened.chance == "sealed" else None
    while True:
        try:
            return match.play(seat, action, match.chance(told, seed), STAMP, as_played=as_played)
        except NeedsOutcome as needs:
            told.append(drawn(choose, needs))


def again(match: Match) -> Match:
    """Return a match replayed from the bytes of its events."""
    events = [msgspec.json.decode(msgspec.json.encode(one), type=type(one)) for one in match._pending]
    return replayed(match, events)


def replayed(match: Match, events: Sequence[AnyEvent]) -> Match:
    """Return the match of these events, opened like this one."""
    first = events[0]
    assert isinstance(first, Opened)
    return replay(Match(first, match.opening), events[1:])


def number_of(event: AnyEvent) -> int:
    """Return a move's number; 0 for the set-up and for other events."""
    return getattr(event, "number", 0)


def decides(match: Match, seat: int, action: Action, choose: random.Random) -> bool:
    """Return whether an action is legal including all its consequences, with random outcomes."""
    told: list[Outcome] = []
    while True:
        try:
            source = ReportedChance(told, open_hands=match.opened.chance == "open")
            return bool(decide(match.opening, match.table, seat, action, source)) or True
        except NeedsOutcome as needs:
            told.append(drawn(choose, needs))
        except (Illegal, Impossible):
            return False


def refusal(match: Match, seat: int, action: Action) -> Text | str | None:
    """Return why an action is refused; `None` if it is not refused before chance is asked."""
    try:
        decide(match.opening, match.table, seat, action, ReportedChance([]))
    except (Illegal, Impossible) as error:
        return error.text
    except NeedsOutcome:
        return None
    return None


def facts_of(match: Match, seat: int, action: Action, choose: random.Random) -> tuple[Fact, ...]:
    """Return the facts of a legal action, with random outcomes."""
    told: list[Outcome] = []
    while True:
        try:
            source = ReportedChance(told, open_hands=match.opened.chance == "open")
            return tuple(decide(match.opening, match.table, seat, action, source).facts)
        except NeedsOutcome as needs:
            told.append(drawn(choose, needs))


def dead_seats(match: Match) -> set[str]:
    """Return the seats that are out of the game: those with a value `dead:<seat>`."""
    return {f"seat:{seat}" for seat in match.opening.all_seats if match.table.get(f"dead:{seat}")}


def consequence(match: Match, seat: int, action: Action) -> str:
    """Return the effects of an action in words, with fixed outcomes."""
    told: list[Outcome] = []
    while True:
        try:
            source = ReportedChance(told, open_hands=match.opened.chance == "open")
            return repr(decide(match.opening, match.table, seat, action, source).facts)
        except NeedsOutcome as needs:
            told.append(drawn(random.Random(0), needs))
        except (Illegal, Impossible) as error:
            return str(error)


def irregular(match: Match, seat: int, action: Action, choose: random.Random) -> bool:
    """Carry out an action that the rules may forbid; return whether it was possible at all."""
    before, version = match.table.digest(), match.version
    try:
        carry_on(match, seat, action, choose, as_played=True)
    except (Impossible, MatchIsClosed) as error:
        if not error.recorded:
            assert (match.table.digest(), match.version) == (before, version), "what cannot be done leaves no trace"
        return False
    except Spoken as error:
        raise AssertionError(f"as played, seat {seat} is refused {action!r}: {error}") from error
    return True


def names_of(match: Match) -> Iterable[str]:
    """Return the names of everything on a table."""
    table = match.table
    return {*table.zones, *table.values, *(piece for zone in table.zones.values() for piece in zone)}
