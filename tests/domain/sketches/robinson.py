"""Robinson Crusoe on paper: an attack, the defender's palisade, the winner's reward (RC-42 to RC-50)."""

from __future__ import annotations

from typing import ClassVar, Literal

from domain.game import Rules
from domain.play import Play
from domain.table import BOX
from tests.domain.sketches.sketch import Said, sketch

action = Rules()


class Attack(Said):
    do: Literal["attack"] = "attack"
    target: int


class UsePalisade(Said):
    """Add the palisade level to the weapon level for this fight (RC-47)."""

    answers: ClassVar[str | None] = "palisade"
    do: Literal["use_palisade"] = "use_palisade"


class NoPalisade(Said):
    answers: ClassVar[str | None] = "palisade"
    do: Literal["no_palisade"] = "no_palisade"


class TakeWood(Said):
    """The reward of a winning attacker: two wood (RC-49, HV-1)."""

    answers: ClassVar[str | None] = "reward"
    do: Literal["take_wood"] = "take_wood"


class NoReward(Said):
    answers: ClassVar[str | None] = "reward"
    do: Literal["no_reward"] = "no_reward"


@action(Attack)
def attack(play: Play, seat: int, act: Attack) -> None:
    play.require("RC-43", act.target != seat, "an attack goes against another player's camp")
    play.set("attacker", seat)
    play.await_("palisade", act.target)


@action(UsePalisade)
def use_palisade(play: Play, seat: int, act: UsePalisade) -> None:
    palisade = play.table.number(f"palisade:{seat}")
    play.require("RC-47", palisade, "there is no palisade to fight behind")
    fight(play, seat, bonus=palisade)
    play.cite("RC-48")
    play.add(f"palisade:{seat}", -1 if palisade else 0)


@action(NoPalisade)
def no_palisade(play: Play, seat: int, act: NoPalisade) -> None:
    fight(play, seat, bonus=0)


def fight(play: Play, defender: int, bonus: int) -> None:
    """No dice: the higher level wins, the loser loses the difference in hearts, equals lose nothing."""
    play.answered(defender)
    attacker = play.table.number("attacker")
    play.cite("RC-44")
    margin = play.table.number(f"weapon:{attacker}") - play.table.number(f"weapon:{defender}") - bonus
    loser = defender if margin > 0 else attacker
    play.cite("RC-45" if margin else "RC-46")
    play.add(f"hearts:{loser}", -abs(margin))
    if margin > 0:
        play.set("victim", defender)
        play.await_("reward", attacker)


@action(TakeWood)
def take_wood(play: Play, seat: int, act: TakeWood) -> None:
    play.cite("RC-49")
    stock = f"stock:{play.table.number('victim')}"
    play.move("wood", min(2, play.table.count(stock, "wood")), stock, f"stock:{seat}")
    play.answered(seat)


@action(NoReward)
def no_reward(play: Play, seat: int, act: NoReward) -> None:
    play.answered(seat)


def set_up(play: Play) -> None:
    for seat, weapon in ((1, 3), (2, 1)):
        play.set(f"weapon:{seat}", weapon)
        play.set(f"hearts:{seat}", 12)
        play.set(f"palisade:{seat}", seat)
        play.move("wood", 3, BOX, f"stock:{seat}")


robinson = sketch(
    action,
    [f"RC-{n}" for n in range(42, 51)],
    seats=2,
    box={"wood": 6},
    set_up=set_up,
    declines={"palisade": NoPalisade(), "reward": NoReward()},
)
