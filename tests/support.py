"""Helpers shared by tests: a stamp, seats, and a toy game with a die, a deck, hands, a window and an end."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from tablescribe.domain.box.catalogue import Catalogue
from tablescribe.domain.box.rulebook import Rulebook
from tablescribe.domain.match.event import Stamp
from tablescribe.domain.match.events import Played, Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.rules.game import Game, Result, Secret
from tablescribe.domain.rules.opening import Opening
from tablescribe.domain.rules.play import Play, deck_box
from tablescribe.domain.rules.rules import Rules
from tablescribe.domain.rules.setting import Options, Setting
from tablescribe.domain.rules.window import Window, awaited
from tablescribe.domain.table import default_panels
from tablescribe.domain.table.table import Impossible, Table
from tablescribe.domain.words.text import Text, say

STAMP = Stamp(datetime(2026, 11, 21, 12, 0, tzinfo=UTC), "recorder", "device")

action = Rules()


class Step(Action):
    """Walk some fields: at most two (TT-1), and not backwards (TT-2)."""

    do: Literal["step"] = "step"
    fields: int

    def text(self) -> Text:
        return say("walks {fields}", fields=self.fields)


class RollOn(Action):
    """Roll a die and walk that far (TT-3)."""

    do: Literal["roll"] = "roll"

    def text(self) -> Text:
        return say("rolls")


class Take(Action):
    """Draw a card into the hand (TT-4)."""

    do: Literal["take"] = "take"

    def text(self) -> Text:
        return say("draws a card")


class Push(Action):
    """Push another player back by one field; this player may block first (TT-5)."""

    do: Literal["push"] = "push"
    seat: int

    def text(self) -> Text:
        return say("pushes {seat}", seat=self.seat)


class Block(Action):
    """Block a push (TT-5)."""

    answers: ClassVar[str | None] = "block"
    do: Literal["block"] = "block"

    def text(self) -> Text:
        return say("blocks")


class Let(Action):
    """Allow the push."""

    answers: ClassVar[str | None] = "block"
    do: Literal["let"] = "let"

    def text(self) -> Text:
        return say("lets it happen")


BLOCK = Window("block", "TT-5", say("whether the push is blocked"), unused="let")


def begin(play: Play, seat: int) -> None:
    play.require(
        "TT-0", seat == play.table.get("turn"), say("it is seat {seat}'s turn", seat=play.table.number("turn"))
    )


def finish(play: Play, seat: int) -> None:
    if play.table.number(f"field:{seat}") >= 10:
        play.set("winner", seat)
    play.set("turn", seat % play.opening.seats + 1)


@action(Step)
def step(play: Play, seat: int, act: Step) -> None:
    begin(play, seat)
    play.require("TT-1", act.fields <= 2, say("two fields at most"))
    play.require("TT-2", act.fields > 0, say("only forwards"))
    play.add(f"field:{seat}", act.fields)
    finish(play, seat)


@action(RollOn)
def roll_on(play: Play, seat: int, act: RollOn) -> None:
    begin(play, seat)
    play.add(f"field:{seat}", int(play.roll("d6", dict.fromkeys(range(1, 7), 1), seat, say("TT-3"))))
    finish(play, seat)


@action(Take)
def take(play: Play, seat: int, act: Take) -> None:
    begin(play, seat)
    play.draw("card", f"hand:{seat}", seat, say("TT-4"), secret=True)
    finish(play, seat)


@action(Push)
def push(play: Play, seat: int, act: Push) -> None:
    begin(play, seat)
    if act.seat == seat:
        raise Impossible(say("nobody pushes themselves"))
    play.set("pushed", act.seat)
    play.ask(BLOCK, act.seat)


@action(Block)
def block(play: Play, seat: int, act: Block) -> None:
    close(play, seat, 0)


@action(Let)
def let(play: Play, seat: int, act: Let) -> None:
    close(play, seat, -1)


def close(play: Play, seat: int, fields: int) -> None:
    play.answered(seat)
    play.set("pushed", None)
    play.add(f"field:{seat}", fields)
    finish(play, play.table.number("turn"))


class ToyCatalogue(Catalogue):
    """The components of the toy game: five cards."""

    cards: tuple[str, ...] = ("a", "b", "c", "d", "e")


class ToyOptions(Options):
    """The options of the toy game: a start field."""

    start: int = 0


def cards(opening: Setting) -> dict[str, int]:
    assert isinstance(opening.catalogue, ToyCatalogue)
    return {f"card:{card}": 1 for card in opening.catalogue.cards}


def set_up(play: Play) -> None:
    assert isinstance(play.opening.options, ToyOptions)
    play.lay_deck("card", cards(play.opening))
    for seat in range(1, play.opening.seats + 1):
        play.set(f"field:{seat}", play.opening.options.start)
    play.set("turn", 1)


def result(opening: Setting, table: Table) -> Result | None:
    winner = table.number("winner")
    fields = tuple(table.number(f"field:{seat}") for seat in range(1, opening.seats + 1))
    return Result("ten_fields", "TT-6", (winner,), fields) if winner else None


def offers(opening: Setting, table: Table, seat: int) -> list[Action]:
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
    actions=Annotated[Step | RollOn | Take | Push | Block | Let, Field(discriminator="do")],
    offers=offers,
    in_turn=lambda opening, table: (table.number("turn"),),
    result=result,
    secrets=lambda opening, table: [Secret(f"hand:{s}", "card", frozenset({s})) for s in range(1, opening.seats + 1)],
    hidden_values=lambda opening, table, seat: [f"field:{s}" for s in (1, 2) if table.get("hidden") and s != seat],
    label=lambda opening, name: name,
    panels=lambda setting, table, viewer: default_panels.panels(table),
    face=lambda setting, piece: None,
    windows=(BLOCK,),
)  # fmt: skip


def toy_opening(seats: int = 2, **options: Any) -> Opening:
    """Return the fixed data of a match of the toy game."""
    return Opening(TOY, seats, ToyOptions(**options), TOY.catalogue)


def toy_match(seats: int = 2, **arguments: Any) -> Match:
    """Open a match of the toy game."""
    return Match.open("toy-match", toy_opening(seats), [Seat(f"ref{n}", "c") for n in range(seats)], STAMP, **arguments)


def do(match: Match, seat: int, what: Action, *outcomes: Outcome, **arguments: Any) -> list[Played]:
    """Let a seat take an action in a match."""
    return match.play(seat, what, match.chance(outcomes), STAMP, **arguments)


def has_word(text: str | bytes, word: str) -> bool:
    """Return whether a text has a word that stands alone.

    Ids, keys and hashes are random letters: in a long bundle, three of them are now and then a name.
    """
    plain = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return re.search(rf"(?<![A-Za-z0-9_-]){re.escape(word)}(?![A-Za-z0-9_-])", plain) is not None
