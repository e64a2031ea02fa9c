"""A game for tests of the service: secret bids, a guard that may parry, a secret kept for good, hands, a die."""

from __future__ import annotations

import sys
from typing import Annotated, ClassVar, Literal

import pytest
from pydantic import Field

from tablescribe.domain.box.catalogue import Catalogue
from tablescribe.domain.box.rulebook import Rulebook
from tablescribe.domain.games import GAMES
from tablescribe.domain.rules.action import Action, Hidden
from tablescribe.domain.rules.game import Game, Result, Secret
from tablescribe.domain.rules.play import Play, deck_box
from tablescribe.domain.rules.rules import Rules
from tablescribe.domain.rules.setting import Options, Setting
from tablescribe.domain.rules.window import Window, awaited
from tablescribe.domain.table import default_panels
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.table import Table
from tablescribe.domain.words.text import Text, Thing, say

KEY = "auction"
CARDS = {f"card:{name}": 1 for name in "abcdefgh"}
action = Rules()


class Offer(Action):
    """Put something up: all bid for it in secret (AU-2)."""

    do: Literal["offer"] = "offer"

    def text(self) -> Text:
        return say("puts something up")


class Bid(Action):
    """Bid some coins, at most those one has (AU-3)."""

    answers: ClassVar[str | None] = "bid"
    do: Literal["bid"] = "bid"
    amount: Hidden[int]

    def text(self) -> Text:
        return say("bids {amount}", amount=self.amount)


class Bury(Action):
    """Note a number that is never told (AU-7)."""

    do: Literal["bury"] = "bury"
    number: Hidden[int]

    def text(self) -> Text:
        return say("buries {number}", number=self.number)


class Attack(Action):
    """Attack another, who may parry (AU-4)."""

    do: Literal["attack"] = "attack"
    seat: int

    def text(self) -> Text:
        return say("attacks {seat}", seat=Thing(seat_name(self.seat)))


class Parry(Action):
    """Parry an attack (AU-4)."""

    answers: ClassVar[str | None] = "guard"
    do: Literal["parry"] = "parry"

    def text(self) -> Text:
        return say("parries")


class Yield(Action):
    """Let the attack hit, as hard as a die says (AU-4)."""

    answers: ClassVar[str | None] = "guard"
    do: Literal["yield"] = "yield"

    def text(self) -> Text:
        return say("is hit")


class Chase(Action):
    """Chase whoever was hit: as many fields as the die showed, at most (AU-5)."""

    do: Literal["chase"] = "chase"
    fields: int

    def text(self) -> Text:
        return say("chases for {fields}", fields=self.fields)


BID = Window("bid", "AU-2", say("the secret bids"), simultaneous=True, secret=True)
GUARD = Window("guard", "AU-4", say("whether the attack is parried"), unused="yield")


def begin(play: Play, seat: int) -> None:
    turn = Thing(seat_name(play.table.number("turn")))
    play.require("AU-1", seat == play.table.get("turn"), say("it is {seat}'s turn", seat=turn))


def finish(play: Play) -> None:
    play.set("turn", play.opening.next_seat(play.table.number("turn")))


@action(Offer)
def offer(play: Play, seat: int, act: Offer) -> None:
    begin(play, seat)
    play.ask(BID, *play.opening.all_seats)


@action(Bid)
def bid(play: Play, seat: int, act: Bid) -> None:
    coins = play.table.number(f"coins:{seat}")
    play.require("AU-3", act.amount <= coins, say("{n} is more than {coins}", n=act.amount, coins=coins))
    if not act.amount:
        play.cite("AU-6")
    play.seal(seat, f"bid:{seat}", act.amount)
    play.checked()
    if play.answered(seat):
        play.then("open")


@action.step("open")
def open_bids(play: Play) -> None:
    bids = {seat: play.unseal(seat, f"bid:{seat}") for seat in play.opening.all_seats}
    best = max(bids, key=lambda seat: (int(bids[seat] or 0), -seat))
    play.add(f"coins:{best}", -int(bids[best] or 0))
    play.score(best, 1)
    for seat in bids:
        play.set(f"bid:{seat}", None)
    finish(play)


@action(Bury)
def bury(play: Play, seat: int, act: Bury) -> None:
    begin(play, seat)
    if act.number > 50:
        play.cite("AU-6")
    play.seal(seat, "buried", act.number)
    finish(play)


@action(Attack)
def attack(play: Play, seat: int, act: Attack) -> None:
    begin(play, seat)
    play.require("AU-4", act.seat != seat, say("nobody attacks themselves"))
    play.ask(GUARD, act.seat)


@action(Parry)
def parry(play: Play, seat: int, act: Parry) -> None:
    play.answered(seat)
    finish(play)


@action(Yield)
def hit(play: Play, seat: int, act: Yield) -> None:
    play.answered(seat)
    play.set("lead", int(play.roll("d6", dict.fromkeys(range(1, 7), 1), seat, say("how hard it hits"))))


@action(Chase)
def chase(play: Play, seat: int, act: Chase) -> None:
    begin(play, seat)
    lead = play.table.number("lead")
    play.require("AU-5", 0 < act.fields <= lead, say("the lead is {lead}", lead=lead))
    play.score(seat, 1)
    play.set("lead", None)
    finish(play)


def set_up(play: Play) -> None:
    play.lay_deck("card", CARDS)
    for seat in play.opening.all_seats:
        play.set(f"coins:{seat}", 9)
        play.set(f"score:{seat}", 0)
        play.draw("card", f"hand:{seat}", seat, say("the first card"), secret=True)
    play.set("turn", 1)


def result(opening: Setting, table: Table) -> Result | None:
    scores = tuple(table.number(f"score:{seat}") for seat in opening.all_seats)
    best = [seat for seat in opening.all_seats if scores[seat - 1] >= 3]
    return Result("three", "AU-1", tuple(best), scores) if best else None


def offers(opening: Setting, table: Table, seat: int) -> list[Action]:
    if seat in awaited(table):
        return [Bid(amount=n) for n in range(10)] if table.get("awaits") == "bid" else [Parry(), Yield()]
    others = [Attack(seat=other) for other in opening.opponents(seat)]
    return [Offer(), Bury(number=7), *others, *(Chase(fields=n) for n in range(1, 7))]


GAME = Game(
    key=KEY,
    title="Auction",
    edition="1",
    seats=(2, 3, 4),
    rulebook=Rulebook.model_validate(
        {"game": KEY, "title": "Auction", "edition": "1", "source": "ours", "rules": [
            {"number": f"AU-{n}", "chapter": "All", "source": "ours", "text": f"Rule {n}."} for n in range(1, 8)
        ]}
    ),
    options=Options,
    catalogue=Catalogue(name="auction", edition="1", origin="house", source="ours"),
    box=lambda opening: deck_box("card", CARDS),
    set_up=set_up,
    rules=action,
    actions=Annotated[Offer | Bid | Bury | Attack | Parry | Yield | Chase, Field(discriminator="do")],
    offers=offers,
    in_turn=lambda opening, table: (table.number("turn"),),
    result=result,
    secrets=lambda opening, table: [Secret(f"hand:{s}", "card", frozenset({s})) for s in opening.all_seats],
    hidden_values=lambda opening, table, seat: [],
    label=lambda opening, name: name.replace(":", " "),
    panels=lambda opening, table, viewer: default_panels.panels(table),
    face=lambda setting, piece: None,
    windows=(BID, GUARD),
)  # fmt: skip


@pytest.fixture(name="auction")
def registered(monkeypatch: pytest.MonkeyPatch) -> str:
    """The key of this game, which the registry has while a test runs."""
    monkeypatch.setitem(GAMES, KEY, GAME.title)
    monkeypatch.setitem(sys.modules, f"tablescribe.domain.games.{KEY}", sys.modules[__name__])
    return KEY
