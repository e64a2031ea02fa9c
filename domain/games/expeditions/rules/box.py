"""Effects of the real box only: sweep, trash, rescue, other cards' abilities, texts (EX-95, EX-106 to EX-110)."""

from __future__ import annotations

from tablescribe.domain.games.expeditions.choices import benefits_beside, sweepable, usable
from tablescribe.domain.games.expeditions.effects import JudgeEffect, Sweep, load, slug
from tablescribe.domain.games.expeditions.rules.actions import check_place, must_be_declared
from tablescribe.domain.games.expeditions.rules.agenda import add, begin_benefit, drop, fire, keep, use, use_benefit
from tablescribe.domain.games.expeditions.rules.benefits import count_down
from tablescribe.domain.games.expeditions.rules.cards import fill, slot_of, take_worker, zone_of
from tablescribe.domain.games.expeditions.rules.turn import action
from tablescribe.domain.games.expeditions.taking import GatherOne, RescueCard, SweepCard, Tell, TrashCard, UseAbility
from tablescribe.domain.games.expeditions.zones import HAND, HUMAN, SWEPT, TRASHED, cell, slot
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.typed_facts import make_true, read_told
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, listed, say


@action(SweepCard)
def sweep(play: Play, seat: int, act: SweepCard) -> None:
    """Move an adjacent face-up card to the sweep pile; the slot is refilled and not swept again (EX-106)."""
    board, step = use_benefit(play, seat, act, "sweep", "EX-106", say("no benefit lets you sweep now"))
    effect = load(step.kept) if step is not None else Sweep(do="sweep")
    assert isinstance(effect, Sweep)
    name = slot_of(board, act.card)
    there = [piece for _, piece in sweepable(board, effect)]
    play.require(
        "EX-106", act.card in there, say("its slot is not adjacent to your location, or has already been swept")
    )
    play.checked()
    keep(play, step, effect.model_copy(update={"swept": (*effect.swept, name)}))
    play.move(act.card, 1, slot(name), SWEPT)
    fill(play, name, HUMAN, say("the card that fills {slot}", slot=Thing(slot(name))))


@action(TrashCard)
def trash(play: Play, seat: int, act: TrashCard) -> None:
    """Remove a controlled card from the game; a worker on it returns (EX-107)."""
    board, step = use_benefit(play, seat, act, "trash", "EX-107", say("no benefit lets you trash a card now"))
    zone = zone_of(board, act.card)
    play.checked()
    count_down(play, step)
    if zone != HAND:
        take_worker(play, zone)
    play.move(act.card, 1, zone, TRASHED)


@action(RescueCard)
def rescue(play: Play, seat: int, act: RescueCard) -> None:
    """Take a card from the sweep pile to the right end of the active row (EX-108)."""
    board, step = use_benefit(play, seat, act, "rescue", "EX-108", say("no benefit lets you rescue a card now"))
    if not play.table.count(SWEPT, act.card):
        raise Impossible(say("{card} is not in the sweep pile", card=Thing(act.card)))
    play.checked()
    count_down(play, step)
    play.move(act.card, 1, SWEPT, board.row_end)
    fire(play, "card")


@action(UseAbility)
def use_ability(play: Play, seat: int, act: UseAbility) -> None:
    """Use the ability of an adjacent face-up card, without a worker (EX-109)."""
    board, step = use_benefit(
        play, seat, act, "ability", "EX-109", say("no benefit lets you use an adjacent card's ability now")
    )
    slot_of(board, act.card)
    there = usable(board)
    cards = listed(Thing(piece) for piece in there) if there else say("none")
    play.require(
        "EX-109", act.card in there, say("its ability cannot be used from here; possible: {cards}", cards=cards)
    )
    card = board.card(act.card)
    play.checked()
    drop(play, step)
    if card is not None:
        add(play, card.ability)


@action(GatherOne)
def gather_one(play: Play, seat: int, act: GatherOne) -> None:
    """Gain one exposed benefit of an adjacent location (EX-110)."""
    board, step = use_benefit(
        play, seat, act, "benefit", "EX-110", say("no benefit lets you take one from another location now")
    )
    check_place(board, act.place)
    must_be_declared(play, act.place)
    there = benefits_beside(board)
    found = next((part for place, part in there if (place, slug(part)) == (act.place, act.benefit)), None)
    names = (say("{place}: {benefit}", place=Thing(cell(place)), benefit=part.words()) for place, part in there)
    possible = listed(names, "; ") if there else say("none")
    play.require("EX-110", found, say("choose one benefit of an adjacent location: {possible}", possible=possible))
    if found is None:
        raise Impossible(say("there is no such benefit"))
    play.checked()
    drop(play, step)
    add(play, found)


@action(Tell)
def tell(play: Play, seat: int, act: Tell) -> None:
    """Record what a free text did, as the players enter it (EX-95)."""
    board = begin_benefit(play, seat)
    texts = [(step, effect) for step, effect in board.dues if isinstance(effect, JudgeEffect)]
    step = next((step for step, effect in texts if slug(effect) == act.benefit), None)
    waits = listed((effect.words() for _, effect in texts), "; ") if texts else say("nothing")
    use(play, "EX-95", step, say("no such text is waiting to be resolved; waiting now: {texts}", texts=waits))
    if step is None:
        raise Impossible(say("no benefit called {name} is available now", name=act.benefit))
    facts = read_told(play.table, act.facts)
    play.checked()
    drop(play, step)
    make_true(play, facts)
