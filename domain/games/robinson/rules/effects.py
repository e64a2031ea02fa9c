"""Carrying out effects of cards, tokens, abilities and scenarios (RC-S8, RC-S9, RC-B72 to RC-B85).

`apply` never asks a question directly: questions are steps. So callers put later steps on the agenda before calling it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from pydantic import ConfigDict, TypeAdapter

from tablescribe.domain.games.robinson import amounts
from tablescribe.domain.games.robinson.actions.effects import ChooseSide, TakeFrom
from tablescribe.domain.games.robinson.board import (
    GOODS,
    INVENTIONS,
    RELIC,
    STARTING,
    SUPPLY,
    Board,
    goods,
    helper,
    items,
    pawns,
    planned,
    softened,
    starting,
    stock,
)
from tablescribe.domain.games.robinson.costs import CHEAPER
from tablescribe.domain.games.robinson.effects import (
    All,
    AnyEffect,
    Beast,
    BuildFree,
    Cheaper,
    Choose,
    Discovery,
    Effect,
    Gain,
    Ideas,
    JudgeEffect,
    LookAtTiles,
    Lose,
    Nothing,
    OfScenario,
    Others,
    Pawn,
    Pay,
    Soften,
    StartingItem,
    TakeFromRicher,
    Track,
    When,
)
from tablescribe.domain.games.robinson.island import Island
from tablescribe.domain.games.robinson.marks import CHOICE
from tablescribe.domain.games.robinson.rules import pyres
from tablescribe.domain.games.robinson.rules.base import action
from tablescribe.domain.games.robinson.rules.declaring import ask_what_it_shows, mark
from tablescribe.domain.games.robinson.rules.gains import (
    gain,
    gain_determination,
    heal,
    lose,
    lower_track,
    raise_track,
    store,
    wound,
)
from tablescribe.domain.games.robinson.rules.stacks import beast_on_top, shuffle_in_a_beast
from tablescribe.domain.games.robinson.windows import RICHER, SIDE
from tablescribe.domain.rules.agenda import due as dues
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import deck, face_down, who
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import either, say

_READ: TypeAdapter[AnyEffect] = TypeAdapter(Effect, config=ConfigDict(defer_build=True))


def written(effect: AnyEffect) -> dict[str, Any]:
    """Return an effect as plain data for the arguments of a step."""
    return effect.model_dump(mode="json", exclude_none=True)


def read(data: Any) -> AnyEffect:
    """Return the effect in plain data."""
    return _read(msgspec.json.encode(data))


@lru_cache(maxsize=256)
def _read(data: bytes) -> AnyEffect:
    return _READ.validate_json(data)


def apply(play: Play, seat: int, effect: AnyEffect) -> None:
    """Apply an effect to a seat; parts that ask a question become steps."""
    board = Board(play.opening, play.table)
    if not board.is_alive(seat):
        return
    match effect:
        case Gain():
            take(play, seat, effect)
        case Lose():
            suffer(play, seat, effect)
        case Nothing():
            play.cite("RC-66" if effect.do == "morale" else "RC-61")
        case When():
            if effect.holds(board.level("weapon", seat)):
                apply(play, seat, effect.then)
        case Others():
            for other in board.rivals(seat):
                apply(play, other, effect.then)
        case Pay():
            suffer(play, seat, effect.cost)
            apply(play, seat, effect.then)
        case All() | Choose() | TakeFromRicher() | LookAtTiles() | Discovery() | Ideas() | Track() | JudgeEffect():
            _later(play, seat, effect)
        case _:
            _other_things(play, board, seat, effect)


def _later(play: Play, seat: int, effect: AnyEffect) -> None:
    """Put on the agenda an effect that asks a question or has several parts."""
    match effect:
        case All():
            for part in reversed(effect.of):
                play.then("effect", seat=seat, effect=written(part))
        case Choose():
            play.then("choose", seat=seat, sides=[written(side) for side in effect.of])
        case TakeFromRicher():
            play.then("take_from_richer", seat=seat, effect=written(effect))
        case JudgeEffect():
            play.then("judge", seat=seat, text=effect.text)
        case _:
            play.then("look", seat=seat, effect=written(effect))


def _other_things(play: Play, board: Board, seat: int, effect: AnyEffect) -> None:
    """Apply effects on cards, pawns and the weather, and those of the scenario."""
    match effect:
        case StartingItem():
            if not draw_starting_item(play, seat):
                apply(play, seat, effect.otherwise)
        case Beast():
            if effect.where == "top":
                beast_on_top(play)
            else:
                shuffle_in_a_beast(play)
        case Pawn():
            play.cite("RC-B17")
            n = min(1, play.table.count(SUPPLY, helper(effect.kind)))
            play.move(helper(effect.kind), n, SUPPLY, pawns(seat))
        case Soften():
            play.add(softened(seat, "rain"), 1)
        case Cheaper():
            play.set(planned(seat, CHEAPER), effect.wood)
        case BuildFree():
            build_free(play, seat, f"invention:{effect.item}")
        case OfScenario():
            play.cite("RC-S8")
            said = board.scenario.treasure if effect.sign is None else board.scenario.signs.get(effect.sign)
            if said is not None:
                apply(play, seat, said)


@action.step("effect", of="seat")
def step(play: Play, *, seat: int, effect: Any) -> None:
    """Carry out a part of an effect."""
    apply(play, seat, read(effect))


# --- gains and losses -------------------------------------------------------------------------


def take(play: Play, seat: int, effect: Gain) -> None:
    """Gain what an effect gives."""
    for what, n in effect.amounts().items():
        if what in GOODS:
            gain(play, seat, what, n)
        elif what == "determination":
            gain_determination(play, seat, n)
        elif what == "heal":
            heal(play, seat, n)
        elif what == "relics":
            play.cite("RC-S6")
            play.move(RELIC, min(n, play.table.count(SUPPLY, RELIC)), SUPPLY, goods(seat))
        elif what == "pyre":
            pyres.lay(play, seat, n, SUPPLY)
        else:
            raise_track(play, seat, "palisade" if what == "palisade" else "weapon", n)


def suffer(play: Play, seat: int, effect: Lose) -> None:
    """Lose what an effect takes, as far as possible, and take its wounds."""
    for what, n in effect.amounts().items():
        if what in GOODS:
            lose(play, seat, what, n)
        elif what == "determination":
            gain_determination(play, seat, -n)
        elif what == "palisade":
            lower_track(play, seat, "palisade", n)
        else:
            wound(play, seat, n)


def can_be_carried_out(board: Board, seat: int, effect: AnyEffect) -> bool:
    """Return whether a side can be carried out: its cost is available and its gain is not lost (RC-S9)."""
    match effect:
        case Lose():
            return all(_has(board, seat, what, n) for what, n in effect.amounts().items())
        case Gain():
            sheltered = Island(board.setting, board.table).is_sheltered(seat)
            return sheltered or set(effect.amounts()) != {"palisade"}
        case All():
            return all(can_be_carried_out(board, seat, part) for part in effect.of)
        case Pay():
            return can_be_carried_out(board, seat, effect.cost)
        case _:
            return True


def _has(board: Board, seat: int, what: str, n: int) -> bool:
    if what in GOODS:
        return board.has(seat, what) >= n
    if what == "determination":
        return board.determination(seat) >= n
    return what == "wounds" or board.level("palisade", seat) >= n


# --- cards ------------------------------------------------------------------------------------


def draw_starting_item(play: Play, seat: int) -> bool:
    """Draw an unused starting item, and return whether there was one."""
    if not play.table.count(deck(STARTING), face_down(STARTING)):
        return False
    item = play.draw(STARTING, starting(seat), seat, say("an unused starting item"))
    mark(play, item)
    ask_what_it_shows(play, seat, item)
    return True


def build_free(play: Play, seat: int, piece: str) -> None:
    """Take an invention from the board without a price; it can be used at once (RC-26, RC-27, RC-B72)."""
    for rule in ("RC-26", "RC-27"):
        play.cite(rule)
    if play.table.count(INVENTIONS, piece):
        play.move(piece, 1, INVENTIONS, items(seat))
        ask_what_it_shows(play, seat, piece)


# --- choices ----------------------------------------------------------------------------------


@action.step("choose", of="seat")
def choose(play: Play, *, seat: int, sides: list[Any]) -> None:
    """Ask which side to carry out; with only one possible, take it without asking (RC-S9)."""
    board = Board(play.opening, play.table)
    chosen = play.table.get(CHOICE)
    play.set(CHOICE, None)
    if not board.is_alive(seat):
        return
    play.cite("RC-S9")
    codes, able = coded(sides), open_sides(board, seat, sides)
    if chosen in codes:
        apply(play, seat, codes[str(chosen)])
    elif len(able) == 1:
        apply(play, seat, codes[able[0]])
    else:
        play.then("choose", seat=seat, sides=sides)
        play.ask(SIDE, seat)


def coded(sides: list[Any]) -> dict[str, AnyEffect]:
    """Return the sides of a choice by short codes such as `determination+1`; by numbers where codes are not enough."""
    effects = [read(side) for side in sides]
    codes = [code(effect) for effect in effects]
    numbers = "" in codes or len(set(codes)) < len(codes)
    return {str(k) if numbers else codes[k - 1]: effect for k, effect in enumerate(effects, start=1)}


def code(effect: AnyEffect) -> str:
    """Return the short code of an effect that only gains and loses; the empty string for others."""
    if isinstance(effect, Gain | Lose):
        sign = 1 if isinstance(effect, Gain) else -1
        return " ".join(f"{what}{sign * n:+d}" for what, n in effect.amounts().items())
    parts = [code(part) for part in effect.of] if isinstance(effect, All) else [""]
    return " ".join(parts) if all(parts) else ""


def open_sides(board: Board, seat: int, sides: list[Any]) -> list[str]:
    """Return the sides that can be carried out; all of them if none can (RC-S9)."""
    codes = coded(sides)
    return [one for one, effect in codes.items() if can_be_carried_out(board, seat, effect)] or list(codes)


def sides_of(board: Board, seat: int) -> list[str]:
    """Return the sides between which a seat is asked to choose."""
    return open_sides(board, seat, asked(board, "choose").get("sides", []))


def asked(board: Board, do: str) -> dict[str, Any]:
    """Return the arguments of the step that is asking; empty if none is."""
    due = next((one for one in reversed(dues(board.table)) if one.do == do), None)
    return dict(due.arguments) if due is not None else {}


@action(ChooseSide)
def choose_side(play: Play, seat: int, act: ChooseSide) -> None:
    """Carry out one side of an effect (RC-S9)."""
    board = Board(play.opening, play.table)
    sides = asked(board, "choose").get("sides", [])
    codes = coded(sides)
    if act.side not in codes:
        raise Impossible(
            say("that is not one of the choices; choose {sides}", sides=either(map(amounts.changes, codes or [""])))
        )
    able = act.side in open_sides(board, seat, sides)
    play.require("RC-S9", able, say("you cannot do that; choose a side that you can"))
    play.checked()
    play.set(CHOICE, act.side)
    play.answered(seat)


@action.step("take_from_richer", of="seat")
def take_from_richer(play: Play, *, seat: int, effect: Any) -> None:
    """Take from a player with more, whom the taker chooses; if there is none, apply the other effect."""
    board, said = Board(play.opening, play.table), read(effect)
    chosen = play.table.get(CHOICE)
    play.set(CHOICE, None)
    if not isinstance(said, TakeFromRicher) or not board.is_alive(seat):
        return
    able = richer(board, seat, said)
    other = chosen if isinstance(chosen, int) else able[0] if len(able) == 1 else 0
    if not able:
        apply(play, seat, said.otherwise)
    elif other in able:
        _take_from(play, seat, other, said)
    else:
        play.then("take_from_richer", seat=seat, effect=effect)
        play.ask(RICHER, seat)


def richer(board: Board, seat: int, effect: TakeFromRicher) -> list[int]:
    """Return the living players with more of the resource than this one, in player order."""
    return [other for other in board.rivals(seat) if board.has(other, effect.what) > board.has(seat, effect.what)]


def _take_from(play: Play, seat: int, other: int, effect: TakeFromRicher) -> None:
    n = min(effect.n, play.table.count(stock(other), effect.what))
    play.move(effect.what, n, stock(other), store(Board(play.opening, play.table), seat))


@action(TakeFrom)
def take_from(play: Play, seat: int, act: TakeFrom) -> None:
    """Choose the player to take from (RC-S9)."""
    board = Board(play.opening, play.table)
    effect = asked(board, "take_from_richer").get("effect")
    said = read(effect) if effect is not None else None
    if not isinstance(said, TakeFromRicher):
        raise Impossible(say("there is no such decision to make now"))
    able = act.target in richer(board, seat, said)
    play.require("RC-S9", able, say("{seat} does not have more than you", seat=who(act.target)))
    play.checked()
    play.set(CHOICE, act.target)
    play.answered(seat)
