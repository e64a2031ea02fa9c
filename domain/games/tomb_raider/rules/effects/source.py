"""The source of an effect, and choices that effects leave."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ConfigDict, TypeAdapter

from tablescribe.domain.games.tomb_raider.actions.choosing import Choose
from tablescribe.domain.games.tomb_raider.board import is_alive, raider, raiders_in, where
from tablescribe.domain.games.tomb_raider.effects import AnyEffect, Effect
from tablescribe.domain.games.tomb_raider.rules.core import action, ask_by, is_gone, latest, settled
from tablescribe.domain.games.tomb_raider.windows import CHOICE
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, either, say

_EFFECT: TypeAdapter[AnyEffect] = TypeAdapter(Effect, config=ConfigDict(defer_build=True))


def read_effect(data: dict[str, Any]) -> AnyEffect:
    """Return an effect from the plain data in a step."""
    return _EFFECT.validate_python(data, strict=False)


@dataclass(frozen=True)
class Source:
    """The source of an effect.

    Attributes:
        seat: the affected seat: who failed against the obstacle, or who played the card.
        card: the card.
        zone: the space where it takes effect.
        played: whether the seat played, used or discovered the card, instead of failing against it.
    """

    seat: int
    card: str
    zone: str
    played: bool


def choose(play: Play, seat: int, among: list[str], then: str, rule: str, **arguments: Any) -> None:
    """Ask a seat to choose one of several things; the step `then` continues with it as `chosen`.

    A single option is taken without a question. Without any, nothing happens.
    """
    if len(among) == 1:
        play.then(then, chosen=among[0], seat=seat, **arguments)
    elif among:
        play.then("choice", seat=seat, among=among, then=then, rule=rule, arguments=arguments)


def moved_by(arguments: Mapping[str, Any]) -> Iterable[int]:
    """Return the raider that a choice will move; none if it moves no raider."""
    return [whom] if (whom := arguments["arguments"].get("whom")) else []


@action.step("choice", of=moved_by)
def ask_to_choose(play: Play, *, seat: int, among: list[str], then: str, rule: str, arguments: dict[str, Any]) -> None:
    """Ask what the card affects. Raiders that have died in between are left out (TR-92)."""
    left = [one for one in among if not (one.startswith("raider:") and is_gone(play, seat_of(one)))]
    if len(left) < len(among):
        choose(play, seat, left, then, rule, **arguments)
        return
    ask_by(play, "choice", CHOICE, seat, seat=seat, among=among, then=then, rule=rule, arguments=arguments)


@action(Choose)
def chosen(play: Play, seat: int, act: Choose) -> None:
    """Choose one of the things that the card can affect (TR-103)."""
    step = latest(play, "choice")
    among = list(step.arguments["among"]) if step is not None else []
    if act.what not in among:
        text = (
            say("choose {things}", things=either(Thing(one) for one in among))
            if among
            else say("there is nothing to choose")
        )
        play.require("TR-103", False, text)
        raise Impossible(text)
    play.checked()
    asked = settled(play, "choice", seat)
    if asked:
        play.then(asked["then"], chosen=act.what, seat=seat, **asked["arguments"])


# --- raiders to choose from -------------------------------------------------------------------


def others_here(play: Play, seat: int) -> list[int]:
    """Return the other living raiders in the location of a seat's raider."""
    zone = where(play.table, seat)
    return [one for one in raiders_in(play.opening, play.table, zone) if one != seat] if zone else []


def others(play: Play, seat: int) -> list[int]:
    """Return the other living raiders."""
    return [one for one in play.opening.opponents(seat) if is_alive(play.table, one) and where(play.table, one)]


def as_names(seats: list[int]) -> list[str]:
    """Return the names of raiders for a choice."""
    return [raider(seat) for seat in seats]


def seat_of(name: str) -> int:
    """Return the seat of a raider's name."""
    return int(name.partition(":")[2])


def pointed_at(arguments: Mapping[str, Any]) -> Iterable[int]:
    """Return the seat of the raider that was chosen for a step."""
    return [seat_of(arguments["chosen"])]
