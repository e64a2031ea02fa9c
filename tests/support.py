"""What tests share: a stamp, seats, a toy game with a die, a deck, hands, a window and an end."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, ClassVar, Literal

from pydantic import TypeAdapter

from domain import plain
from domain.catalogue import Catalogue
from domain.chance import Outcome
from domain.events import Played, Seat, Stamp
from domain.game import Action, Game, Opening, Options, Result, Rules, Secret
from domain.match import Match
from domain.play import Play, awaited, deck_box
from domain.rulebook import Rulebook
from domain.table import Table

STAMP = Stamp(datetime(2026, 11, 21, 12, 0, tzinfo=UTC), "recorder", "device")

action = Rules()


class Step(Action):
    """Walk some fields; two at most (TT-1), and not backwards (TT-2)."""

    do: Literal["step"] = "step"
    fields: int

    def say(self, label: Any) -> str:
        return f"walks {self.fields}"


class RollOn(Action):
    """Roll a die and walk that far (TT-3)."""

    do: Literal["roll"] = "roll"

    def say(self, label: Any) -> str:
        return "rolls"


class Take(Action):
    """Draw a card into the hand (TT-4)."""

    do: Literal["take"] = "take"

    def say(self, label: Any) -> str:
        return "draws a card"


class Push(Action):
    """Push another back by one; it may block first (TT-5)."""

    do: Literal["push"] = "push"
    seat: int

    def say(self, label: Any) -> str:
        return f"pushes {self.seat}"


class Block(Action):
    """Block a push (TT-5)."""

    answers: ClassVar[str | None] = "block"
    do: Literal["block"] = "block"

    def say(self, label: Any) -> str:
        return "blocks"


class Let(Action):
    """Let the push happen."""

    answers: ClassVar[str | None] = "block"
    do: Literal["let"] = "let"

    def say(self, label: Any) -> str:
        return "lets it happen"


def begin(play: Play, seat: int) -> None:
    play.require("TT-0", seat == play.table.get("turn"), f"it is seat {play.table.get('turn')}'s turn")


def finish(play: Play, seat: int) -> None:
    if play.table.number(f"field:{seat}") >= 10:
        play.set("winner", seat)
    play.set("turn", seat % play.opening.seats + 1)


@action(Step)
def step(play: Play, seat: int, act: Step) -> None:
    begin(play, seat)
    play.require("TT-1", act.fields <= 2, "two fields at most")
    play.require("TT-2", act.fields > 0, "only forwards")
    play.add(f"field:{seat}", act.fields)
    finish(play, seat)


@action(RollOn)
def roll_on(play: Play, seat: int, act: RollOn) -> None:
    begin(play, seat)
    play.add(f"field:{seat}", int(play.roll("d6", dict.fromkeys(range(1, 7), 1), seat, "TT-3")))
    finish(play, seat)


@action(Take)
def take(play: Play, seat: int, act: Take) -> None:
    begin(play, seat)
    play.draw("card", f"hand:{seat}", seat, "TT-4", secret=True)
    finish(play, seat)


@action(Push)
def push(play: Play, seat: int, act: Push) -> None:
    begin(play, seat)
    play.set("pushed", act.seat)
    play.await_("block", act.seat)


@action(Block)
def block(play: Play, seat: int, act: Block) -> None:
    play.require("TT-5", seat in awaited(play.table), "nobody pushes you")
    close(play, seat, 0)


@action(Let)
def let(play: Play, seat: int, act: Let) -> None:
    play.require("TT-5", seat in awaited(play.table), "nobody pushes you")
    close(play, seat, -1)


def close(play: Play, seat: int, fields: int) -> None:
    play.answered(seat)
    play.set("pushed", None)
    play.add(f"field:{seat}", fields)
    finish(play, play.table.number("turn"))


class ToyCatalogue(Catalogue):
    """Five cards."""

    cards: tuple[str, ...] = ("a", "b", "c", "d", "e")


class ToyOptions(Options):
    """A start field."""

    start: int = 0


def cards(opening: Opening) -> dict[str, int]:
    assert isinstance(opening.catalogue, ToyCatalogue)
    return {f"card:{card}": 1 for card in opening.catalogue.cards}


def set_up(play: Play) -> None:
    assert isinstance(play.opening.options, ToyOptions)
    play.lay_deck("card", cards(play.opening))
    for seat in range(1, play.opening.seats + 1):
        play.set(f"field:{seat}", play.opening.options.start)
    play.set("turn", 1)


def result(opening: Opening, table: Table) -> Result | None:
    winner = table.number("winner")
    fields = tuple(table.number(f"field:{seat}") for seat in range(1, opening.seats + 1))
    return Result("ten_fields", "TT-6", (winner,), fields) if winner else None


def offers(opening: Opening, table: Table, seat: int) -> list[Action]:
    if seat in awaited(table):
        return [Block(), Let()]
    others = [other for other in range(1, opening.seats + 1) if other != seat]
    return [Step(fields=1), Step(fields=2), Step(fields=3), RollOn(), Take(), *(Push(seat=other) for other in others)]


TOY = Game(
    key="toy",
    title="Toy",
    edition="1",
    seats=(2, 3),
    rulebook=Rulebook.model_validate(
        {"game": "toy", "title": "Toy", "edition": "1", "source": "ours", "rules": [
            {"number": f"TT-{n}", "chapter": "All", "source": "ours", "text": f"Rule {n}."} for n in range(7)
        ]}
    ),
    options=ToyOptions,
    catalogue=ToyCatalogue(name="toy", edition="1", origin="house", source="ours"),
    box=lambda opening: deck_box("card", cards(opening)),
    set_up=set_up,
    rules=action,
    actions=TypeAdapter(Step | RollOn | Take | Push | Block | Let),
    offers=offers,
    to_act=lambda opening, table: awaited(table) or (table.number("turn"),),
    decline=lambda opening, table: (awaited(table)[0], Let()) if awaited(table) else None,
    result=result,
    secrets=lambda opening, table: [Secret(f"hand:{s}", "card", frozenset({s})) for s in range(1, opening.seats + 1)],
    hidden_values=lambda opening, table, seat: [f"field:{s}" for s in (1, 2) if table.get("hidden") and s != seat],
    label=lambda opening, name: name,
    panels=lambda opening, table, viewer: plain.panels(table),
    face=lambda opening, piece: None,
)  # fmt: skip


def toy_opening(seats: int = 2, **options: Any) -> Opening:
    """Return what fixes a match of the toy game."""
    return Opening(TOY, seats, ToyOptions(**options), TOY.catalogue)


def toy_match(seats: int = 2, **arguments: Any) -> Match:
    """Open a match of the toy game."""
    return Match.open("toy-match", toy_opening(seats), [Seat(f"ref{n}", "c") for n in range(seats)], STAMP, **arguments)


def do(match: Match, seat: int, what: Action, *outcomes: Outcome, **arguments: Any) -> list[Played]:
    """Let a seat do something in a match."""
    return match.play(seat, what, match.chance(outcomes), STAMP, **arguments)
