"""Descriptions of rule mechanisms by their names, with the numbers that decided.

Each part of the rules is a step of the agenda, and logs record when a step was carried out (`crossed_off`). So fights,
beasts, dice, the weather and scenario events can be described from any log, using the table at the start of the step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from tablescribe.domain.games.robinson.board import Board, Work, behind, bonus, hearts
from tablescribe.domain.games.robinson.cards import Discovery
from tablescribe.domain.games.robinson.effects import AnyEffect, OfScenario
from tablescribe.domain.games.robinson.island import Island
from tablescribe.domain.games.robinson.labels import called
from tablescribe.domain.games.robinson.marks import TOTEMS
from tablescribe.domain.games.robinson.requirements import pawns_needed
from tablescribe.domain.games.robinson.rules import cards, effects
from tablescribe.domain.games.robinson.rules.weather import BEAST_OF_THE_DIE, clouds
from tablescribe.domain.games.robinson.rules.works import MET, work_of
from tablescribe.domain.games.robinson.tasks import Task
from tablescribe.domain.table.names import who
from tablescribe.domain.words.text import Slot, Text, Thing, listed, say

Arguments: TypeAlias = Mapping[str, Any]


def told(board: Island, step: str, arguments: Arguments) -> Iterator[Text]:
    """Yield the description of a step that begins on a table."""
    if step in _TOLD:
        yield from _TOLD[step](board, arguments)


def is_told(step: str) -> bool:
    """Return whether a step of this kind is described."""
    return step in _TOLD


# --- fights -----------------------------------------------------------------------------------


def attacks(attacker: int, defender: int) -> Text:
    """Return the sentence for an attack that begins and is still undecided."""
    return say("{attacker} attacks {defender}", attacker=who(attacker), defender=who(defender))


def _compare(board: Island, of: Arguments) -> Iterator[Text]:
    """Describe an attack: both strengths, and the margin of the winner (RC-44 to RC-47)."""
    attacker, defender = int(of["attacker"]), int(of["defender"])
    walls = board.level("palisade", defender) if board.table.get(behind(defender)) else None
    margin = _level(board, attacker) - _level(board, defender) - (walls or 0)
    against = _weapon(board, defender)
    if walls is not None:
        against = say("{weapon} and palisade {n}", weapon=against, n=walls)
    result = say("nobody wins")
    if margin:
        result = say("{seat} wins by {n}", seat=who(attacker if margin > 0 else defender), n=abs(margin))
    yield say(
        "{attacker} attacks {defender}: {weapon} against {other}, {result}",
        attacker=who(attacker), defender=who(defender), weapon=_weapon(board, attacker), other=against, result=result,
    )  # fmt: skip


def _level(board: Board, seat: int) -> int:
    return board.level("weapon", seat) + board.table.number(bonus(seat))


def _weapon(board: Board, seat: int) -> Text:
    """Return a weapon level with its bonus for this fight, in words."""
    level, more = board.level("weapon", seat), board.table.number(bonus(seat))
    return say("weapon {n} + {more}", n=level, more=more) if more else say("weapon {n}", n=level)


def _beast(board: Island, of: Arguments) -> Iterator[Text]:
    """Describe a hunted beast: its strength against the weapon (RC-B30)."""
    card = board.beast_card(of["beast"])
    yield say(
        "{seat} hunts {beast}: strength {n} against {weapon}",
        seat=who(of["seat"]), beast=called(board, of["beast"]), n=card.strength, weapon=_weapon(board, of["seat"]),
    )  # fmt: skip


def _weather_beast(board: Island, of: Arguments) -> Iterator[Text]:
    """Describe the beast of the red die (RC-B42)."""
    if board.table.number(hearts(of["seat"])):
        yield say(
            "a beast attacks {seat}: strength {n} against {weapon}",
            seat=who(of["seat"]), n=BEAST_OF_THE_DIE, weapon=_weapon(board, of["seat"]),
        )  # fmt: skip


# --- work -------------------------------------------------------------------------------------


def _work(board: Island, of: Arguments) -> Iterator[Text]:
    """Describe an action that succeeds without dice, by one more pawn (RC-B12, RC-B13)."""
    task = Task(of["seat"], of["where"], of["n"])
    if board.pawns_on(task) > pawns_needed(board, task.seat, task.where):
        yield _does(task, say("without dice"))


def _dice(board: Island, of: Arguments) -> Iterator[Text]:
    """Describe the results of the three dice once no reroll is left (RC-B19)."""
    task = Task(of["seat"], of["where"], of["n"])
    if not board.table.get(f"kept:{task.seat}") and cards.can_reroll(board, task.seat, work_of(task)):
        return
    shown: list[Slot] = [say("wound")] * (of["wound"] == "wound")
    shown.append(say("success") if of["success"] == "success" else say("no success"))
    shown += [say("adventure")] * (of["adventure"] == "adventure")
    yield _does(task, listed(shown))


def _does(task: Task, how: Text) -> Text:
    """Return a sentence for how an action goes."""
    seat, where = who(task.seat), Thing(task.where)
    match work_of(task):
        case "build":
            return say("{seat} builds {what}: {how}", seat=seat, what=where, how=how)
        case "gather":
            return say("{seat} gathers from {what}: {how}", seat=seat, what=where, how=how)
        case "explore":
            return say("{seat} explores {what}: {how}", seat=seat, what=where, how=how)


# --- the scenario -----------------------------------------------------------------------------


def _event_after(board: Island, of: Arguments) -> Iterator[Text]:
    """Describe the special event of a die or token (RC-35, RC-36)."""
    if of["must"] and board.is_alive(of["seat"]):
        yield from meets(board, of["seat"], of["work"])


def _if_met(board: Island, of: Arguments) -> Iterator[Text]:
    """Describe a special event that was chosen (RC-37)."""
    if board.table.get(MET) and board.is_alive(of["seat"]):
        yield from meets(board, of["seat"], of["work"])


def meets(board: Board, seat: int, work: Work) -> Iterator[Text]:
    """Yield the special event that a seat meets for a kind of action, if the scenario has one."""
    event = board.scenario.events.get(work)
    if event is not None:
        yield say("{seat} meets {event}: {effect}", seat=who(seat), event=event.name, effect=event.effect.words())


def _discovered(board: Island, of: Arguments) -> Iterator[Text]:
    """Describe the totem of a new tile, by its number in the match (RC-29)."""
    n = board.table.number(TOTEMS) + 1
    effect = board.scenario.totem(n)
    if board.tile_card(of["tile"]).totem and effect is not None:
        yield say("{seat} reveals totem {n}: {effect}", seat=who(of["seat"]), n=n, effect=effect.words())


def book(board: Board) -> Iterator[Text]:
    """Describe the effect of a book, and whom it reaches (RC-14)."""
    for one in board.scenario.books:
        yield say("{book}: {whom}: {effect}", book=board.scenario.book_name, whom=one.whom(), effect=one.effect.words())


def at_once(board: Board, token: str) -> Text | None:
    """Return the effect of a discovery token when drawn; `None` if it is kept or still blank (RC-B72)."""
    card = board.card(token)
    if not isinstance(card, Discovery) or card.blank or not (card.immediate or isinstance(card.effect, OfScenario)):
        return None
    said: AnyEffect | None = card.effect
    if isinstance(said, OfScenario):
        said = board.scenario.treasure if said.sign is None else board.scenario.signs.get(said.sign)
    return said.words() if said is not None else None


def _look(board: Island, of: Arguments) -> Iterator[Text]:
    """Describe that a seat looks at cards (RC-B80 to RC-B82)."""
    if board.is_alive(of["seat"]):
        yield say("{seat}: {effect}", seat=who(of["seat"]), effect=effects.read(of["effect"]).words())


# --- weather ----------------------------------------------------------------------------------


def _strike(board: Island, of: Arguments) -> Iterator[Text]:
    """Describe the clouds over each camp after softening, against its roof (RC-B40, RC-B41)."""
    for seat in board.living:
        rain, snow = clouds(board, seat)
        if rain + snow:
            yield say(
                "weather for {seat}: rain {rain}, snow {snow}, roof {roof}",
                seat=who(seat), rain=rain, snow=snow, roof=board.level("roof", seat),
            )  # fmt: skip


_TOLD: dict[str, Callable[[Island, Arguments], Iterator[Text]]] = {
    "compare": _compare, "beast_fight": _beast, "weather_beast": _weather_beast, "work": _work, "dice": _dice,
    "event_after": _event_after, "if_met": _if_met, "discovered": _discovered, "look": _look, "strike": _strike,
}  # fmt: skip
