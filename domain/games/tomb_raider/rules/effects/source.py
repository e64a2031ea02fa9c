"""Where an effect comes from, and choosing what it is about."""

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
    """Return an effect from plain data, as a step keeps it."""
    return _EFFECT.validate_python(data, strict=False)


@dataclass(frozen=True)
class Source:
    """Where an effect comes from.

    Attributes:
        seat: who is concerned: who failed against the obstacle, or who played the card.
        card: the card.
        zone: the space where it happens.
        played: it was played, used or discovered by the seat, and not failed against.
    """

    seat: int
    card: str
    zone: str
    played: bool


def choose(play: Play, seat: int, among: list[str], then: str, rule: str, **arguments: Any) -> None:
    """Let a seat choose one of several things by their names; the step `then` goes on with it as `chosen`.

    With one thing there is nothing to ask, and with none nothing happens.
    """
    if len(among) == 1:
        play.then(then, chosen=among[0], seat=seat, **arguments)
    elif among:
        play.then("choice", seat=seat, among=among, then=then, rule=rule, arguments=arguments)


def moved_by(arguments: Mapping[str, Any]) -> Iterable[int]:
    """Return the raider that is moved by what a choice is about; none if it moves nobody."""
    return [whom] if (whom := arguments["arguments"].get("whom")) else []


@action.step("choice", of=moved_by)
def ask_to_choose(play: Play, *, seat: int, among: list[str], then: str, rule: str, arguments: dict[str, Any]) -> None:
    """Ask what the card is about; raiders who died in between are no part of it (TR-92)."""
    left = [one for one in among if not (one.startswith("raider:") and is_gone(play, seat_of(one)))]
    if len(left) < len(among):
        choose(play, seat, left, then, rule, **arguments)
        return
    ask_by(play, "choice", CHOICE, seat, seat=seat, among=among, then=then, rule=rule, arguments=arguments)


@action(Choose)
def chosen(play: Play, seat: int, act: Choose) -> None:
    """Choose one of the things that the card can be about (TR-103)."""
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
    """Return the living raiders of others in the location of a seat's raider."""
    zone = where(play.table, seat)
    return [one for one in raiders_in(play.opening, play.table, zone) if one != seat] if zone else []


def others(play: Play, seat: int) -> list[int]:
    """Return the living raiders of others."""
    return [one for one in play.opening.opponents(seat) if is_alive(play.table, one) and where(play.table, one)]


def as_names(seats: list[int]) -> list[str]:
    """Return raiders as they are pointed at."""
    return [raider(seat) for seat in seats]


def seat_of(name: str) -> int:
    """Return the seat of a raider that was pointed at."""
    return int(name.partition(":")[2])


def pointed_at(arguments: Mapping[str, Any]) -> Iterable[int]:
    """Return the seat of the raider that was chosen for a step."""
    return [seat_of(arguments["chosen"])]
