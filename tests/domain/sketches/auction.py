"""An auction on paper: four seats bid in secret, in any order; the bids are opened together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from tablescribe.domain.rules.action import Action, Hidden
from tablescribe.domain.rules.game import Result
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.rules import Rules
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.rules.window import Window, awaited
from tablescribe.domain.table.names import score
from tablescribe.domain.table.table import BOX, Table
from tablescribe.domain.words.text import Text, say
from tests.domain.sketches.sketch import opener, sketch

SEATS, LOTS, COINS = (1, 2, 3, 4), 3, 5

action = Rules()


class Call(Action):
    """Call the next lot (AU-1)."""

    do: Literal["call"] = "call"

    def text(self) -> Text:
        return say("calls the next lot")


class Bid(Action):
    """Bid in secret (AU-2)."""

    answers: ClassVar[str | None] = "bids"
    do: Literal["bid"] = "bid"
    amount: Hidden[Annotated[int, Field(ge=0, le=COINS)]]

    def text(self) -> Text:
        return say("bids {amount}", amount=self.amount)


BIDS = Window("bids", "AU-2", say("the secret bid"), simultaneous=True, secret=True)


@action(Call)
def call(play: Play, caller: int, act: Call) -> None:
    play.require("AU-1", caller == play.table.number("turn"), say("the lots are called in turn"))
    play.checked()
    play.then("open", caller=caller)
    play.ask(BIDS, *SEATS)


@action(Bid)
def bid(play: Play, bidder: int, act: Bid) -> None:
    enough = act.amount <= play.table.count(f"coins:{bidder}", "coin")
    play.require("AU-2", enough, say("nobody bids more than they have"))
    play.checked()
    play.seal(bidder, f"bid:{bidder}", act.amount)
    play.answered(bidder)


@action.step("open")
def open_bids(play: Play, *, caller: int) -> None:
    """The highest bid pays and takes the lot; equal bids go to who comes first from the caller on."""
    play.cite("AU-3")
    order = play.opening.clockwise_from(caller)
    bids = {bidder: int(play.unseal(bidder, f"bid:{bidder}") or 0) for bidder in SEATS}
    winner = max(order, key=lambda bidder: bids[bidder])
    if list(bids.values()).count(bids[winner]) > 1:
        play.cite("AU-4")
    play.move("coin", min(bids[winner], play.table.count(f"coins:{winner}", "coin")), f"coins:{winner}", BOX)
    play.score(winner, 1)
    play.add("lots", 1)
    play.set("turn", play.opening.next_seat(caller))


def set_up(play: Play) -> None:
    for bidder in SEATS:
        play.move("coin", COINS, BOX, f"coins:{bidder}")
        play.set(score(bidder), 0)
    play.set("turn", 1)


def offers(setting: Setting, table: Table, bidder: int) -> Iterator[Action]:
    if bidder in awaited(table):
        yield from (Bid(amount=amount) for amount in range(COINS + 1))
    elif not awaited(table):
        yield Call()


def result(setting: Setting, table: Table) -> Result | None:
    if table.number("lots") < LOTS:
        return None
    points = tuple(table.number(score(bidder)) for bidder in setting.all_seats)
    return Result("all_lots", "AU-5", tuple(n for n in setting.all_seats if points[n - 1] == max(points)), points)


AUCTION = sketch(
    action,
    Annotated[Call | Bid, Field(discriminator="do")],
    [f"AU-{n}" for n in range(1, 6)],
    seats=4,
    box={"coin": COINS * len(SEATS)},
    set_up=set_up,
    windows=(BIDS,),
    offers=offers,
    in_turn=lambda setting, table: (table.number("turn"),),
    result=result,
)
auction = opener(AUCTION)
