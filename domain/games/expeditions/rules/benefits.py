"""Taking benefits that leave a choice: cards, workers, moves, sides of a "/", prices (EX-35 to EX-42, EX-93 on)."""

from __future__ import annotations

from domain.games.expeditions.actions import (
    Done,
    GainCard,
    GainWorker,
    GatherAt,
    PlayMore,
    ReturnCard,
    ReturnWorker,
    Take,
    Travel,
)
from domain.games.expeditions.board import GUILE, HAND, HUMAN, POWER, SUPPLY, Board, worker
from domain.games.expeditions.choices import gatherable, is_plain, on_offer
from domain.games.expeditions.effects import (
    AnyEffect,
    AnyWorker,
    CardGain,
    Choose,
    ExtraMove,
    JudgeEffect,
    Pay,
    Return,
    load,
    slug,
)
from domain.games.expeditions.rules.actions import gather_from, go, lay
from domain.games.expeditions.rules.agenda import (
    add,
    begin_benefit,
    drop,
    due_for,
    fire,
    gain_workers,
    keep,
    settle,
    take_plain,
    use,
)
from domain.games.expeditions.rules.cards import gain_face_up, take_worker
from domain.games.expeditions.rules.turn import action
from domain.play import Play
from domain.table import Impossible


@action(GainCard)
def gain_card(play: Play, seat: int, act: GainCard) -> None:
    """Gain a face-up card: any, or one whose slot touches the mech's location (EX-39, EX-41)."""
    board = begin_benefit(play, seat)
    key = due_for(board, "card", act)
    use(play, "EX-41", key, "nothing lets you gain a face-up card now")
    effect = load(play.table.text(key)) if key is not None else None
    if isinstance(effect, CardGain):
        play.require("EX-41", act.card in on_offer(board, effect), "its slot does not touch your location")
    drop(play, key)
    gain_face_up(play, act.card, HUMAN)
    fire(play, "card")
    settle(play)


@action(GainWorker)
def gain_worker(play: Play, seat: int, act: GainWorker) -> None:
    """Gain one worker of a colour of one's choice (EX-96)."""
    board = begin_benefit(play, seat)
    key = due_for(board, "worker", act)
    use(play, "EX-96", key, "nothing lets you choose a worker now")
    if not play.table.count(SUPPLY, worker(act.colour)):
        raise Impossible(f"there is no {act.colour} worker in the supply")
    count_down(play, key)
    gain_workers(play, act.colour, 1)
    settle(play)


def count_down(play: Play, key: str | None) -> None:
    """Take one of several off a benefit that gives them one by one."""
    effect = load(play.table.text(key)) if key is not None else None
    if isinstance(effect, AnyWorker | Return) and effect.n > 1:
        keep(play, key, effect.model_copy(update={"n": effect.n - 1}))
    else:
        drop(play, key)


@action(ReturnCard)
def return_card(play: Play, seat: int, act: ReturnCard) -> None:
    """Take an active card back to the hand, its worker to the mat (EX-99)."""
    board = begin_benefit(play, seat)
    key = due_for(board, "return_cards", act)
    use(play, "EX-99", key, "nothing lets you return a card now")
    count_down(play, key)
    zone = active_zone(board, act.card)
    take_worker(play, zone)
    play.move(act.card, 1, zone, HAND)
    settle(play)


@action(ReturnWorker)
def return_worker(play: Play, seat: int, act: ReturnWorker) -> None:
    """Take the worker of an active card back to the mat (EX-99)."""
    board = begin_benefit(play, seat)
    key = due_for(board, "return_workers", act)
    use(play, "EX-99", key, "nothing lets you return a worker now")
    count_down(play, key)
    zone = active_zone(board, act.card)
    if board.table.count(zone) == 1:
        raise Impossible(f"no worker stands on {act.card}")
    take_worker(play, zone)
    settle(play)


def active_zone(board: Board, piece: str) -> str:
    """Return where a card lies in the active row.

    Raises:
        Impossible: it does not lie there.
    """
    zone = next((zone for zone, card in board.row if card == piece), None)
    if zone is None:
        raise Impossible(f"{piece} does not lie in the active row")
    return zone


@action(Travel)
def travel(play: Play, seat: int, act: Travel) -> None:
    """Move by an ability, with its own reach (EX-93)."""
    board = begin_benefit(play, seat)
    key = due_for(board, "move", act)
    use(play, "EX-93", key, "nothing lets you move once more now")
    effect = load(play.table.text(key)) if key is not None else None
    least, most = effect.range if isinstance(effect, ExtraMove) else (1, board.reach)
    drop(play, key)
    go(play, act.to, least, most, "EX-93")
    settle(play)


@action(PlayMore)
def play_more(play: Play, seat: int, act: PlayMore) -> None:
    """Play one more card (EX-103)."""
    board = begin_benefit(play, seat)
    key = due_for(board, "play", act)
    use(play, "EX-103", key, "nothing lets you play one more card now")
    drop(play, key)
    lay(play, act.card, act.worker)
    settle(play)


@action(GatherAt)
def gather_at(play: Play, seat: int, act: GatherAt) -> None:
    """Gather what an adjacent location exposes (EX-97)."""
    board = begin_benefit(play, seat)
    key = due_for(board, "gather", act)
    use(play, "EX-97", key, "nothing lets you gather elsewhere now")
    if act.place not in board.catalogue.by_cell:
        raise Impossible(f"there is no place {act.place}")
    there = ", ".join(gatherable(board)) or "none"
    play.require(
        "EX-97", act.place in gatherable(board), f"an adjacent face-up location without an Automa mech: {there}"
    )
    drop(play, key)
    gather_from(play, act.place, again=False)
    settle(play)


@action(Take)
def take(play: Play, seat: int, act: Take) -> None:
    """Take a side of a "/", a gain now, or what has a price (EX-35, EX-38, EX-102)."""
    board = begin_benefit(play, seat)
    found = next(((key, one) for key, effect in board.dues if (one := _named(effect, act.benefit))), None)
    names = ", ".join(name for _, effect in board.dues for name in _names(effect))
    use(play, "EX-38", found[0] if found else None, f"nothing of that name is due; there is: {names or 'nothing'}")
    if found is None:
        raise Impossible(f"nothing is due that is called {act.benefit}")
    key, effect = found
    if is_plain(effect):
        take_plain(play, key, effect)
    else:
        drop(play, key)
        _take_choice(play, effect)
    settle(play)


def _take_choice(play: Play, effect: AnyEffect) -> None:
    """Carry out what was chosen: a side, an effect that is paid for, or what only people can read (EX-95)."""
    if isinstance(effect, Pay):
        pay(play, "EX-102", effect.cost.power, effect.cost.guile)
        add(play, effect.then)
    elif not isinstance(effect, JudgeEffect):
        play.cite("EX-35")
        add(play, effect)


def pay(play: Play, rule: str, power: int, guile: int) -> None:
    """Pay power and guile in full (EX-46, EX-102)."""
    for track, n in ((POWER, power), (GUILE, guile)):
        have = play.table.number(track)
        play.require(rule, have >= n, f"it costs {n} {track}; there is {have}")
        play.set(track, max(0, have - n))


def _named(effect: AnyEffect, name: str) -> AnyEffect | None:
    """Return what an effect gives under that name: itself, or one of its sides."""
    sides = effect.of if isinstance(effect, Choose) else (effect,)
    takable = isinstance(effect, Choose | Pay | JudgeEffect) or is_plain(effect)
    return next((side for side in sides if takable and slug(side) == name), None)


def _names(effect: AnyEffect) -> list[str]:
    return [slug(side) for side in (effect.of if isinstance(effect, Choose) else (effect,))]


@action(Done)
def done(play: Play, seat: int, act: Done) -> None:
    """Leave what there is to choose; plain gains are still taken (EX-24, EX-38)."""
    board = begin_benefit(play, seat)
    play.require("EX-24", board.window, "nothing is due")
    play.cite("EX-38")
    for key, effect in board.dues:
        if not is_plain(effect):
            drop(play, key)
    settle(play)
