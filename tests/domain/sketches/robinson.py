"""Robinson Crusoe on paper: an attack, the defender's palisade, the winner's reward (RC-42 to RC-50)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.rules import Rules
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.rules.window import Window, awaited
from tablescribe.domain.table.table import BOX, Table
from tablescribe.domain.words.text import Text, Thing, say
from tests.domain.sketches.sketch import opener, sketch

action = Rules()


class Attack(Action):
    do: Literal["attack"] = "attack"
    target: Annotated[int, Field(ge=1, le=2)]

    def text(self) -> Text:
        return say("attacks {seat}", seat=Thing(f"seat:{self.target}"))


class UsePalisade(Action):
    """Add the palisade level to the weapon level for this fight (RC-47)."""

    answers: ClassVar[str | None] = "palisade"
    do: Literal["use_palisade"] = "use_palisade"

    def text(self) -> Text:
        return say("fights behind the palisade")


class NoPalisade(Action):
    answers: ClassVar[str | None] = "palisade"
    do: Literal["no_palisade"] = "no_palisade"

    def text(self) -> Text:
        return say("fights in the open")


class TakeWood(Action):
    """The reward of a winning attacker: two wood (RC-49, HV-1)."""

    answers: ClassVar[str | None] = "reward"
    do: Literal["take_wood"] = "take_wood"

    def text(self) -> Text:
        return say("takes wood")


class NoReward(Action):
    answers: ClassVar[str | None] = "reward"
    do: Literal["no_reward"] = "no_reward"

    def text(self) -> Text:
        return say("takes nothing")


PALISADE = Window("palisade", "RC-47", say("whether the palisade is used"), unused="no_palisade")
REWARD = Window("reward", "RC-49", say("the reward"), unused="no_reward")


@action(Attack)
def attack(play: Play, seat: int, act: Attack) -> None:
    play.require("RC-43", act.target != seat, say("an attack goes against another player's camp"))
    play.checked()
    play.then("fight", attacker=seat, defender=act.target)
    play.then("palisade", defender=act.target)


@action.step("palisade")
def ask_for_the_palisade(play: Play, *, defender: int) -> None:
    play.ask(PALISADE, defender)


@action(UsePalisade)
def use_palisade(play: Play, seat: int, act: UsePalisade) -> None:
    palisade = play.table.number(f"palisade:{seat}")
    play.require("RC-47", palisade, say("there is no palisade to fight behind"))
    play.checked()
    play.set("bonus", palisade)
    play.cite("RC-48")
    play.add(f"palisade:{seat}", -1 if palisade else 0)
    play.answered(seat)


@action(NoPalisade)
def no_palisade(play: Play, seat: int, act: NoPalisade) -> None:
    play.checked()
    play.answered(seat)


@action.step("fight")
def fight(play: Play, *, attacker: int, defender: int) -> None:
    """No dice: the higher level wins, the loser loses the difference in hearts, equals lose nothing."""
    play.cite("RC-44")
    bonus = play.table.number("bonus")
    play.set("bonus", None)
    margin = play.table.number(f"weapon:{attacker}") - play.table.number(f"weapon:{defender}") - bonus
    loser = defender if margin > 0 else attacker
    play.cite("RC-45" if margin else "RC-46")
    play.add(f"hearts:{loser}", -abs(margin))
    if margin > 0:
        play.set("victim", defender)
        play.ask(REWARD, attacker)


@action(TakeWood)
def take_wood(play: Play, seat: int, act: TakeWood) -> None:
    play.cite("RC-49")
    play.checked()
    stock = f"stock:{play.table.number('victim')}"
    play.move("wood", min(2, play.table.count(stock, "wood")), stock, f"stock:{seat}")
    play.answered(seat)


@action(NoReward)
def no_reward(play: Play, seat: int, act: NoReward) -> None:
    play.checked()
    play.answered(seat)


def offers(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    if seat in awaited(table):
        yield from (UsePalisade(), NoPalisade(), TakeWood(), NoReward())
    else:
        yield from (Attack(target=other) for other in setting.opponents(seat))


def set_up(play: Play) -> None:
    for seat, weapon in ((1, 3), (2, 1)):
        play.set(f"weapon:{seat}", weapon)
        play.set(f"hearts:{seat}", 12)
        play.set(f"palisade:{seat}", seat)
        play.move("wood", 3, BOX, f"stock:{seat}")


ROBINSON = sketch(
    action,
    Annotated[Attack | UsePalisade | NoPalisade | TakeWood | NoReward, Field(discriminator="do")],
    [f"RC-{n}" for n in range(42, 51)],
    seats=2,
    box={"wood": 6},
    set_up=set_up,
    windows=(PALISADE, REWARD),
    offers=offers,
)
robinson = opener(ROBINSON)
