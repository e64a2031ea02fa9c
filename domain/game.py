"""What every game offers, and the two questions asked of it: is this legal, and what is legal?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias, TypeVar

import msgspec
from pydantic import BaseModel, ConfigDict, TypeAdapter

from domain.catalogue import Catalogue
from domain.chance import Chance, NeedsOutcome, Outcome, Unasked, WrongOutcome
from domain.play import AWAITS, Illegal, Irregularity, Play
from domain.rulebook import Rulebook
from domain.scene import Panel
from domain.table import HIDDEN, Fact, Impossible, Table


class Action(BaseModel):
    """What a seat says it does: one decision. Games derive their actions, each with a `do` literal.

    Attributes:
        answers: the window that this action answers (a defence, an ambush); `None` for an action of
            one's own turn, which closes any window that nobody used.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    answers: ClassVar[str | None] = None

    def say(self, label: Callable[[str], str]) -> str:
        """Return the action in words; `label` names pieces and zones as people do."""
        raise NotImplementedError

    def touches(self) -> tuple[str, ...]:
        """Return what a person would point at to say the action: pieces, zones and values, in that order."""
        return ()

    def data(self) -> dict[str, Any]:
        """Return the action as plain data, as it stands in the log."""
        return self.model_dump(mode="json", exclude_none=True)


class Options(BaseModel):
    """Options of a match, fixed when it is opened. A game derives its own."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Result(msgspec.Struct, frozen=True, array_like=True):
    """How a match ended.

    Attributes:
        ending: the way it ended, a word of the game (`twelve_points`), or `abandoned`.
        rule: the number of the rule that ended it, empty when no rule did.
        winners: the seats that won.
        scores: each seat's points, in the order of the seats.
    """

    ending: str
    rule: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Secret:
    """A zone whose cards of a deck only some seats may see. A deck's cards are named `<deck>:<card>`."""

    zone: str
    deck: str
    seats: frozenset[int]


Rule: TypeAlias = Callable[[Play, int, Any], None]
AnyAction = TypeVar("AnyAction", bound=Action)


class Rules:
    """The rules of a game: one function per action.

    `action = Rules()`, then `@action(PlayCard)` above the function that carries it out.
    """

    def __init__(self) -> None:
        self._by_action: dict[type[Action], Rule] = {}

    def __call__(
        self, kind: type[AnyAction]
    ) -> Callable[[Callable[[Play, int, AnyAction], None]], Callable[[Play, int, AnyAction], None]]:
        """Register the function below as the rule of that action."""

        def register(rule: Callable[[Play, int, AnyAction], None]) -> Callable[[Play, int, AnyAction], None]:
            self._by_action[kind] = rule
            return rule

        return register

    def carry_out(self, play: Play, seat: int, action: Action) -> None:
        """Let a seat carry out an action."""
        self._by_action[type(action)](play, seat, action)

    def kinds(self) -> tuple[type[Action], ...]:
        """Return the actions that have a rule."""
        return tuple(self._by_action)


@dataclass(frozen=True)
class Game:
    """A game, as the kernel sees it.

    Attributes:
        key: its short name, as in `tablescribe new ultime`.
        title: its name for people.
        edition: the version of its rules as we enforce them; every match is opened under one.
        seats: the numbers of seats it can be played with.
        rulebook: its numbered rules.
        options: the model of its options.
        catalogue: the components that come with it; `type(catalogue)` checks a table's own file.
        box: what is in the box.
        set_up: lays out the first table.
        rules: one function per action.
        actions: reads an action from data (a discriminated union over `do`).
        offers: candidates for what a seat may do; may offer too much, never too little.
        to_act: the seats that decide next.
        decline: the seat and action by which the open window closes when nobody uses it.
        result: the result, once the game is over.
        secrets: zones whose cards only some seats may see.
        hidden_values: kept values that a seat (`None`: a spectator) may not see.
        label: names a piece, zone or value for people; the empty text for what is no concern of theirs.
        panels: draws the table as a viewer (`None`: a spectator) sees it, who is given so that the own side comes
            first: a panel never knows more than the table it is given.
        face: draws a card, once for wherever it is shown; `None` for what is no card.
        tell: says in the game's own words what a move (its action, and its facts as a viewer sees them) asks of
            people, and returns the facts left to be told one by one; without it, all are.
        automata: the seats that nobody sits at, because the rules play them: nobody asks them to agree.
    """

    key: str
    title: str
    edition: str
    seats: tuple[int, ...]
    rulebook: Rulebook
    options: type[Options]
    catalogue: Catalogue
    box: Callable[[Opening], dict[str, int]]
    set_up: Callable[[Play], None]
    rules: Rules
    actions: TypeAdapter[Any]
    offers: Callable[[Opening, Table, int], Iterable[Action]]
    to_act: Callable[[Opening, Table], tuple[int, ...]]
    decline: Callable[[Opening, Table], tuple[int, Action] | None]
    result: Callable[[Opening, Table], Result | None]
    secrets: Callable[[Opening, Table], Iterable[Secret]]
    hidden_values: Callable[[Opening, Table, int | None], Iterable[str]]
    label: Callable[[Opening, str], str]
    panels: Callable[[Opening, Table, int | None], list[Panel]]
    face: Callable[[Opening, str], Panel | None]
    tell: Callable[[Opening, Mapping[str, Any], Sequence[Fact]], tuple[list[str], list[Fact]]] | None = None
    automata: tuple[int, ...] = ()

    def read_action(self, data: Mapping[str, Any]) -> Action:
        """Return an action from plain data, as it stands in the log or comes from a client.

        Raises:
            pydantic.ValidationError: it is none of the game's, or a field is missing, unknown or of a wrong type.
        """
        action: Action = self.actions.validate_json(msgspec.json.encode(data))
        return action


@dataclass(frozen=True)
class Opening:
    """What was fixed when a match was opened: the game, the number of seats, options and catalogue."""

    game: Game
    seats: int
    options: Options
    catalogue: Catalogue

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that somebody sits at."""
        return tuple(seat for seat in range(1, self.seats + 1) if seat not in self.game.automata)

    def label(self, name: str) -> str:
        """Name a piece, zone or value for people."""
        return self.game.label(self, name)


@dataclass(frozen=True)
class Decision:
    """What an action comes to, the table being as it was."""

    facts: tuple[Fact, ...]
    outcomes: tuple[Outcome, ...]
    citations: tuple[str, ...]
    irregularities: tuple[Irregularity, ...]


def decide(
    opening: Opening, table: Table, seat: int, action: Action, chance: Chance, *, as_played: bool = False
) -> Decision:
    """Decide what an action comes to, and leave the table as it was.

    Raises:
        Illegal: a rule forbids it (strict mode only).
        Impossible: the pieces are not there.
        NeedsOutcome: a die or card has to be told first.
        WrongOutcome: an outcome that was told cannot have come up.
    """
    play = Play(opening, table, chance, as_played=as_played)
    try:
        if not 1 <= seat <= opening.seats:
            raise Impossible(f"there is no seat {seat}: seats are 1 to {opening.seats}")
        opening.game.rules.carry_out(play, seat, action)
        return Decision(tuple(play.facts), tuple(play.outcomes), tuple(play.citations), tuple(play.irregularities))
    finally:
        play.take_back()


def refuse_unused(chance: Chance) -> None:
    """Raise `WrongOutcome` when outcomes were told that no rule asked for."""
    if left := chance.unused():
        told = ", ".join(str(outcome) for outcome in left)
        raise WrongOutcome(f"nothing asked for {told}: leave it out, or check what came before")


def may(opening: Opening, table: Table, seat: int, action: Action) -> bool:
    """Return whether the action is legal now. Rules check before they ask chance, so no outcome is needed."""
    try:
        decide(opening, table, seat, action, Unasked())
    except NeedsOutcome:
        return True
    except (Illegal, Impossible):
        return False
    return True


def legal_actions(opening: Opening, table: Table, seat: int) -> Iterator[Action]:
    """Yield what a seat may do now: the game's candidates, filtered through `decide`."""
    return (action for action in opening.game.offers(opening, table, seat) if may(opening, table, seat, action))


def answers_window(table: Table, action: Action) -> bool:
    """Return whether the action answers the open window. Whether this seat may is for the game's rules to say:
    a wrong seat's answer must be refused, not close the window for those who have not answered yet."""
    return action.answers is not None and action.answers == table.get(AWAITS)


def view(opening: Opening, table: Table, seat: int | None) -> Table:
    """Return the table as a seat may see it (`None`: as a spectator may).

    Cards it may not see lie face down, and are back among the unseen ones; values it may not see
    read `?`.
    """
    seen = table.copy()
    play = Play(opening, seen, Unasked())
    for secret in opening.game.secrets(opening, table):
        if seat in secret.seats:
            continue
        for card, n in sorted(seen.pieces(secret.zone).items()):
            if card.startswith(secret.deck + ":"):
                play.conceal(secret.zone, secret.deck, card, n)
    for key in opening.game.hidden_values(opening, table, seat):
        if key in seen.values:
            play.set(key, HIDDEN)
    return seen
