"""Taking benefits that leave a choice: cards, workers, moves, sides of a "/", prices (EX-35 to EX-42, EX-93 on)."""

from __future__ import annotations

from tablescribe.domain.games.expeditions import taking
from tablescribe.domain.games.expeditions.amounts import worker_name
from tablescribe.domain.games.expeditions.board import Board
from tablescribe.domain.games.expeditions.choices import bill, gatherable, is_plain, on_offer
from tablescribe.domain.games.expeditions.effects import (
    AnyEffect,
    AnyWorker,
    CardGain,
    Choose,
    Cost,
    ExtraMove,
    JudgeEffect,
    OneByOne,
    Pay,
    Return,
    load,
    slug,
)
from tablescribe.domain.games.expeditions.rules.actions import check_place, gather_from, go, lay, must_be_declared
from tablescribe.domain.games.expeditions.rules.agenda import (
    add,
    begin_benefit,
    drop,
    fire,
    gain_workers,
    keep,
    take_plain,
    use,
    use_benefit,
)
from tablescribe.domain.games.expeditions.rules.cards import gain_face_up, slot_of, take_worker
from tablescribe.domain.games.expeditions.rules.turn import action
from tablescribe.domain.games.expeditions.zones import (
    COINS,
    GUILE,
    HAND,
    HUMAN,
    MAP,
    POWER,
    SUPPLY,
    benefit,
    cell,
    maps,
    worker,
)
from tablescribe.domain.rules.agenda import DueStep
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, listed, say


@action(taking.GainCard)
def gain_card(play: Play, seat: int, act: taking.GainCard) -> None:
    """Gain a face-up card: any, or one whose slot is adjacent to the mech's location (EX-39, EX-41)."""
    board, step = use_benefit(play, seat, act, "card", "EX-41", say("no benefit lets you gain a face-up card now"))
    effect = load(step.kept) if step is not None else None
    if isinstance(effect, CardGain):
        play.require("EX-41", act.card in on_offer(board, effect), say("its slot is not adjacent to your location"))
    name = slot_of(board, act.card)
    play.checked()
    drop(play, step)
    gain_face_up(play, act.card, name, HUMAN)
    fire(play, "card")


@action(taking.GainWorker)
def gain_worker(play: Play, seat: int, act: taking.GainWorker) -> None:
    """Gain one worker of a colour you choose (EX-96)."""
    _, step = use_benefit(play, seat, act, "worker", "EX-96", say("no benefit lets you choose a worker now"))
    if not play.table.count(SUPPLY, worker(act.colour)):
        raise Impossible(say("there is no {worker} in the supply", worker=worker_name(act.colour)))
    play.checked()
    count_down(play, step)
    gain_workers(play, act.colour, 1)


def count_down(play: Play, step: DueStep | None) -> None:
    """Reduce a benefit that is taken one at a time by one, and remove it after the last."""
    effect = load(step.kept) if step is not None else None
    if isinstance(effect, AnyWorker | Return | OneByOne) and effect.n > 1:
        keep(play, step, effect.model_copy(update={"n": effect.n - 1}))
    else:
        drop(play, step)


@action(taking.ReturnCard)
def return_card(play: Play, seat: int, act: taking.ReturnCard) -> None:
    """Return an active card to the hand, and its worker to the mat (EX-99)."""
    board, step = use_benefit(play, seat, act, "return_cards", "EX-99", say("no benefit lets you return a card now"))
    zone = active_zone(board, act.card)
    play.checked()
    count_down(play, step)
    take_worker(play, zone)
    play.move(act.card, 1, zone, HAND)


@action(taking.ReturnWorker)
def return_worker(play: Play, seat: int, act: taking.ReturnWorker) -> None:
    """Return the worker on an active card to your mat (EX-99)."""
    board, step = use_benefit(
        play, seat, act, "return_workers", "EX-99", say("no benefit lets you return a worker now")
    )
    zone = active_zone(board, act.card)
    if board.table.count(zone) == 1:
        raise Impossible(say("there is no worker on {card}", card=Thing(act.card)))
    play.checked()
    count_down(play, step)
    take_worker(play, zone)


def active_zone(board: Board, piece: str) -> str:
    """Return the zone of a card in the active row.

    Raises:
        Impossible: the card is not in the active row.
    """
    zone = next((zone for zone, card in board.row if card == piece), None)
    if zone is None:
        raise Impossible(say("{card} is not in your active row", card=Thing(piece)))
    return zone


@action(taking.Travel)
def travel(play: Play, seat: int, act: taking.Travel) -> None:
    """Move by an ability, with its own shortest and longest distance (EX-93)."""
    board, step = use_benefit(play, seat, act, "move", "EX-93", say("no benefit lets you move again now"))
    effect = load(step.kept) if step is not None else None
    least, most = effect.range if isinstance(effect, ExtraMove) else (1, board.reach)
    drop(play, step)
    go(play, act.to, least, most, "EX-93")


@action(taking.PlayMore)
def play_more(play: Play, seat: int, act: taking.PlayMore) -> None:
    """Play one more card by an ability (EX-103)."""
    _, step = use_benefit(play, seat, act, "play", "EX-103", say("no benefit lets you play another card now"))
    drop(play, step)
    lay(play, act.card, act.worker)


@action(taking.GatherAt)
def gather_at(play: Play, seat: int, act: taking.GatherAt) -> None:
    """Gather the exposed benefits of an adjacent location (EX-97)."""
    board, step = use_benefit(
        play, seat, act, "gather", "EX-97", say("no benefit lets you gather at another location now")
    )
    check_place(board, act.place)
    there = gatherable(board)
    places = listed(Thing(cell(place)) for place in there) if there else say("none")
    elsewhere = say("choose an adjacent face-up location without an Automa mech: {places}", places=places)
    play.require("EX-97", act.place in there, elsewhere)
    must_be_declared(play, act.place)
    play.checked()
    drop(play, step)
    gather_from(play, act.place, again=False)


@action(taking.Take)
def take(play: Play, seat: int, act: taking.Take) -> None:
    """Take one side of a "/" (EX-35), a plain gain now (EX-38), or an effect with a price (EX-102)."""
    board = begin_benefit(play, seat)
    found = next(
        ((step, one) for step, effect in board.dues if (one := _named(effect, act.benefit, texts=board.first_edition))),
        None,
    )
    names = [Thing(benefit(name)) for _, effect in board.dues for name in _names(effect)]
    there = listed(names) if names else say("nothing")
    use(
        play,
        "EX-38",
        found[0] if found else None,
        say("no benefit of that name is available; available now: {there}", there=there),
    )
    if found is None:
        raise Impossible(say("no benefit called {name} is available now", name=act.benefit))
    step, effect = found
    if isinstance(effect, Pay):
        afford(play, "EX-102", effect.cost)
    play.checked()
    if is_plain(effect):
        take_plain(play, step, effect)
    else:
        drop(play, step)
        _take_choice(play, effect)


def _take_choice(play: Play, effect: AnyEffect) -> None:
    """Carry out a chosen side, a paid effect, or in the first edition a free text (EX-35, EX-95, EX-102)."""
    if isinstance(effect, Pay):
        pay(play, effect.cost)
        add(play, effect.then)
    elif not isinstance(effect, JudgeEffect):
        play.cite("EX-35")
        add(play, effect)


def afford(play: Play, rule: str, cost: Cost) -> None:
    """Require that a cost can be paid in full (EX-46, EX-102), coins and map tokens included (EX-112)."""
    for what, have, n in bill(Board(play.opening, play.table), cost):
        lacks = say("it costs {n} {track}; you have {have}", n=n, track=Thing(what), have=have)
        if what in (POWER, GUILE):
            play.require(rule, have >= n, lacks)
        elif n:
            play.require("EX-112", have >= n, lacks)


def pay(play: Play, cost: Cost) -> None:
    """Pay a cost; map tokens go to the supply (EX-112). As played, pay what is there."""
    for track, n in ((POWER, cost.power), (GUILE, cost.guile), (COINS, cost.coins)):
        play.set(track, max(0, play.table.number(track) - n))
    if cost.coins or cost.maps:
        play.cite("EX-112")
        play.move(MAP, min(cost.maps, play.table.count(maps(HUMAN), MAP)), maps(HUMAN), SUPPLY)


def _named(effect: AnyEffect, name: str, *, texts: bool) -> AnyEffect | None:
    """Return what an effect gives under a name: itself or one of its sides; with `texts`, free texts too."""
    sides = effect.of if isinstance(effect, Choose) else (effect,)
    takable = isinstance(effect, Choose | Pay) or is_plain(effect) or (isinstance(effect, JudgeEffect) and texts)
    return next((side for side in sides if takable and slug(side) == name), None)


def _names(effect: AnyEffect) -> list[str]:
    return [slug(side) for side in (effect.of if isinstance(effect, Choose) else (effect,))]


@action(taking.Done)
def done(play: Play, seat: int, act: taking.Done) -> None:
    """Give up the remaining choices; plain gains are still taken (EX-24, EX-38)."""
    board = begin_benefit(play, seat)
    play.require("EX-24", board.asks, say("there is no benefit to take now"))
    play.cite("EX-38")
    if not board.first_edition:
        untold = [effect.words() for _, effect in board.dues if isinstance(effect, JudgeEffect)]
        first = say("first record what this did, or that it did nothing: {text}", text=listed(untold, "; "))
        play.require("EX-95", not untold, first)
    play.checked()
    for step, effect in board.dues:
        if not is_plain(effect):
            drop(play, step)
