"""Pending benefits: plain gains are taken at once, the human takes the rest in any order (EX-24, EX-38, EX-100)."""

from __future__ import annotations

from tablescribe.domain.games.expeditions.board import Board
from tablescribe.domain.games.expeditions.choices import choices, could, exceeds, is_plain, parts
from tablescribe.domain.games.expeditions.effects import AnyEffect, AnyStep, CardGain, Gain, Per, TuckQuest, arguments
from tablescribe.domain.games.expeditions.ongoing import Trigger
from tablescribe.domain.games.expeditions.rules.cards import gain_top_card, tuck
from tablescribe.domain.games.expeditions.rules.turn import action, begin, carry_on
from tablescribe.domain.games.expeditions.windows import WHAT_IS_DUE
from tablescribe.domain.games.expeditions.zones import (
    BEGUN,
    COINS,
    CORRUPTION,
    GATHERING,
    GUILE,
    HUMAN,
    LIMIT,
    MAP,
    POWER,
    SOLVED,
    SUPPLY,
    WORKERS,
    maps,
    taken,
    worker,
)
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.agenda import DueStep
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import deck
from tablescribe.domain.words.text import Text, say


def add(play: Play, effect: AnyStep) -> None:
    """Make an effect pending, each of its parts separately."""
    for part in (effect,) if isinstance(effect, TuckQuest) else parts(effect):
        play.then(part.do, **arguments(part))


def fire(play: Play, event: Trigger, times: int = 1) -> None:
    """Trigger the ongoing abilities that wait for an event (EX-100).

    Plain gains apply at once; all other benefits become pending.
    """
    for ability in Board(play.opening, play.table).abilities:
        gives = ability.gives
        if ability.on == event and gives is not None:
            play.cite("EX-100")
            for _ in range(times):
                if isinstance(gives, Gain):
                    gain(play, gives)
                else:
                    add(play, gives)


# --- taking pending benefits ------------------------------------------------------------------


def begin_benefit(play: Play, seat: int) -> Board:
    """Require that the human may take a benefit now, and return the board.

    While benefits are asked for, the human answers.
    """
    return begin(play, HUMAN if Board(play.opening, play.table).asks else seat, HUMAN)


def use_benefit(play: Play, seat: int, act: Action, do: str, rule: str, why: Text) -> tuple[Board, DueStep | None]:
    """Require a pending benefit of a kind; return the board and the benefit, which may be missing as played."""
    board = begin_benefit(play, seat)
    step = due_for(board, do, act)
    use(play, rule, step, why)
    return board, step


def use(play: Play, rule: str, step: DueStep | None, why: Text) -> None:
    """Require a benefit that allows the action. Another benefit that was begun is finished by this (EX-24)."""
    play.require(rule, step is not None, why)
    begun = play.table.get(BEGUN)
    if begun is not None and (step is None or begun != step.key):
        play.cite("EX-24")
        leave_begun(play)


def leave_begun(play: Play) -> None:
    """Remove the benefit that was begun."""
    for step in play.dues:
        if step.key == play.table.get(BEGUN):
            play.drop(step)
    play.set(BEGUN, None)


def drop(play: Play, step: DueStep | None) -> None:
    """Remove a benefit that has been taken or given up."""
    if step is not None:
        play.drop(step)
        if play.table.get(BEGUN) == step.key:
            play.set(BEGUN, None)


def keep(play: Play, step: DueStep | None, effect: AnyEffect | None = None) -> None:
    """Mark a benefit as begun, to continue as `effect`."""
    if step is not None:
        if effect is not None:
            play.go_on_with(step, **arguments(effect))
        play.set(BEGUN, step.key)


@action.goes_on
def settle(play: Play) -> None:
    """After every action, take plain gains, ask the human if there is a choice, and otherwise continue the turn."""
    board = Board(play.opening, play.table)
    while (dues := board.dues) or board.tucks:
        if _tuck_what_is_solved(play, board):
            continue
        if _lapse_what_was_begun(play, board, dues) or _take_plain(play, board, dues):
            continue
        if any(could(board, effect) for _, effect in dues if not is_plain(effect)):
            if not board.asks:
                play.ask(WHAT_IS_DUE, HUMAN)
            return
        waiting = next((due for due in dues if is_plain(due[1])), None)
        if waiting is not None:
            take_plain(play, *waiting)
            continue
        for step, effect in dues:
            play.cite("EX-89" if effect.do == "boast" else "EX-104")
            drop(play, step)
    if board.asks:
        play.answered(HUMAN)
    play.set(GATHERING, None)
    carry_on(play)


def _tuck_what_is_solved(play: Play, board: Board) -> bool:
    """Tuck a solved quest once everything pending since then, its benefit, has been taken (EX-49)."""
    for step, piece in reversed(board.tucks):
        if any(due.number > step.number for due, _ in board.dues):
            return False
        play.cite("EX-49")
        play.drop(step)
        if piece in [card for _, card in board.controlled()]:
            tuck(play, piece, SOLVED)
            fire(play, "solve")
        return True
    return False


def _lapse_what_was_begun(play: Play, board: Board, dues: list[tuple[DueStep, AnyEffect]]) -> bool:
    begun = play.table.get(BEGUN)
    if begun is None or any(step.key == begun and could(board, effect) for step, effect in dues):
        return False
    leave_begun(play)
    return True


def _take_plain(play: Play, board: Board, dues: list[tuple[DueStep, AnyEffect]]) -> bool:
    """Take a plain gain that loses nothing now, unless a benefit has been begun."""
    if play.table.get(BEGUN) is not None:
        return False
    for step, effect in dues:
        if is_plain(effect) and not exceeds(board, effect):
            take_plain(play, step, effect)
            return True
    return False


def take_plain(play: Play, step: DueStep, effect: AnyEffect) -> None:
    """Take a gain that leaves no choice."""
    drop(play, step)
    if isinstance(effect, Per):
        play.cite("EX-101")
        n = min(effect.max, effect.each * Board(play.opening, play.table).counted(effect.count))
        gain(play, Gain.model_validate({"do": "gain", effect.gain: n}))
    elif isinstance(effect, Gain):
        gain(play, effect)
    elif isinstance(effect, CardGain) and gain_top_card(play):
        fire(play, "card")


def gain(play: Play, what: Gain) -> None:
    """Gain power and guile up to 10, coins, maps, corruption from the bag, and workers (EX-78, EX-85, EX-86)."""
    for track, n in ((POWER, what.power), (GUILE, what.guile)):
        raise_track(play, track, n)
    play.add(COINS, what.coins)
    if what.maps:
        play.cite("EX-86")
        play.move(MAP, min(what.maps, play.table.count(SUPPLY, MAP)), SUPPLY, maps(HUMAN))
    for _ in range(what.corruption):
        play.cite("EX-85")
        if play.table.count(deck(CORRUPTION)):
            play.draw(CORRUPTION, taken(HUMAN), HUMAN, say("gaining corruption from the bag"))
    for colour, n in sorted(what.workers.items()):
        gain_workers(play, colour, n)


def raise_track(play: Play, track: str, n: int) -> None:
    """Raise power or guile; the excess over 10 is lost (EX-78)."""
    have = play.table.number(track)
    if have + n > LIMIT:
        play.cite("EX-78")
    play.set(track, min(LIMIT, have + n))


def gain_workers(play: Play, colour: str, n: int) -> None:
    """Gain workers of a colour, as many as the supply has (EX-42, EX-86)."""
    play.cite("EX-42")
    play.cite("EX-86")
    n = min(n, play.table.count(SUPPLY, worker(colour)))
    play.move(worker(colour), n, SUPPLY, WORKERS)
    fire(play, "worker", n)


def due_for(board: Board, do: str, act: Action) -> DueStep | None:
    """Return the pending benefit of a kind that an action takes; of several, the one with the fewest choices."""
    kinds = [(step, effect) for step, effect in board.dues if effect.do == do]
    if len(kinds) > 1:
        fitting = [(len(offered), step) for step, effect in kinds if act in (offered := list(choices(board, effect)))]
        if fitting:
            return min(fitting, key=lambda one: (one[0], one[1].number))[1]
    return kinds[0][0] if kinds else None
