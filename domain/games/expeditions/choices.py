"""The human's choices: the actions that take pending benefits, and whether an action is possible at all.

The rules use this to decide when a benefit lapses and when a turn ends. The offers show it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tablescribe.domain.games.expeditions import taking, zones
from tablescribe.domain.games.expeditions.board import Board
from tablescribe.domain.games.expeditions.components import Card
from tablescribe.domain.games.expeditions.effects import (
    All,
    AnyEffect,
    AnyWorker,
    CardGain,
    Choose,
    Cost,
    ExtraMove,
    ExtraPlay,
    Gain,
    GatherAdjacent,
    JudgeEffect,
    Objective,
    OneBenefit,
    OneByOne,
    Pay,
    Per,
    Return,
    Sweep,
    UseAdjacent,
    sides,
    slug,
)
from tablescribe.domain.games.expeditions.paths import ends
from tablescribe.domain.rules.action import Action

# --- exposed benefits -------------------------------------------------------------------------


def exposed(board: Board, place: str) -> list[AnyEffect]:
    """Return the benefits that a Gather gives at a place; none at Basecamp or face down (EX-35, EX-36, EX-76)."""
    location = board.location(place) if place else None
    if location is None:
        return []
    found = [location.gather]
    if location.covered is not None and not board.stack(place):
        found.append(Objective(do=location.covered))
    return found


def parts(effect: AnyEffect) -> list[AnyEffect]:
    """Return the parts of an effect, which can be taken in any order."""
    return [part for one in effect.of for part in parts(one)] if isinstance(effect, All) else [effect]


def is_plain(effect: AnyEffect) -> bool:
    """Return whether an effect leaves no choice, so that it is taken without asking (EX-38)."""
    return isinstance(effect, Gain | Per) or (isinstance(effect, CardGain) and effect.source == "deck")


def exceeds(board: Board, effect: AnyEffect) -> bool:
    """Return whether it matters when a plain gain is taken: part of it would be lost now, or it is counted (EX-38)."""
    if isinstance(effect, Gain):
        full = {zones.POWER: effect.power, zones.GUILE: effect.guile}
        return any(n and board.table.number(what) + n > zones.LIMIT for what, n in full.items())
    return isinstance(effect, Per)


def can_be_done(board: Board, name: zones.ActionName) -> bool:
    """Return whether an exposed action is possible, so that the human must take it (EX-23)."""
    if name == "move":
        return next(ends(board, board.reach), None) is not None
    if name == "play":
        return bool(board.hand)
    return any(could(board, part) for effect in exposed(board, board.here) for part in parts(effect))


def could(board: Board, effect: AnyEffect) -> bool:
    """Return whether an effect can do anything now."""
    return is_plain(effect) or next(choices(board, effect), None) is not None


# --- answers to a benefit ---------------------------------------------------------------------


def choices(board: Board, effect: AnyEffect) -> Iterator[Action]:
    """Yield the actions that take an effect, or part of it, now."""
    if isinstance(effect, Objective):
        yield from OBJECTIVES[effect.do](board)
    elif isinstance(effect, AnyWorker):
        yield from (taking.GainWorker(colour=colour) for colour in board.shelf)
    elif isinstance(effect, CardGain) and effect.source != "deck":
        yield from (taking.GainCard(card=piece) for piece in on_offer(board, effect))
    elif isinstance(effect, ExtraMove):
        yield from (taking.Travel(to=place) for place in within(board, effect))
    elif isinstance(effect, ExtraPlay):
        yield from (taking.PlayMore(card=piece, worker=colour) for piece, colour in plays(board))
    elif isinstance(effect, GatherAdjacent):
        yield from (taking.GatherAt(place=place) for place in gatherable(board))
    elif isinstance(effect, Return):
        yield from _returns(board, effect)
    elif isinstance(effect, Choose):
        yield from (taking.Take(benefit=slug(side)) for side in effect.of)
    elif isinstance(effect, JudgeEffect):
        yield taking.Take(benefit=slug(effect)) if board.first_edition else taking.Tell(benefit=slug(effect))
    elif isinstance(effect, Pay) and affords(board, effect.cost):
        yield taking.Take(benefit=slug(effect))
    elif isinstance(effect, OneBenefit | UseAdjacent | Sweep | OneByOne):
        yield from _of_the_box(board, effect)


def _of_the_box(board: Board, effect: OneBenefit | UseAdjacent | Sweep | OneByOne) -> Iterator[Action]:
    """Yield the actions for effects that only cards of the real box have (EX-106 to EX-110)."""
    if isinstance(effect, OneBenefit):
        yield from (taking.GatherOne(place=place, benefit=slug(part)) for place, part in benefits_beside(board))
    elif isinstance(effect, UseAdjacent):
        yield from (taking.UseAbility(card=piece) for piece in usable(board))
    elif isinstance(effect, Sweep):
        yield from (taking.SweepCard(card=piece) for _, piece in sweepable(board, effect))
    elif effect.do == "trash":
        yield from (taking.TrashCard(card=piece) for _, piece in board.controlled())
    else:
        yield from (taking.RescueCard(card=piece) for piece in sorted(board.table.pieces(zones.SWEPT)))


def affords(board: Board, cost: Cost) -> bool:
    """Return whether the human can pay."""
    return all(have >= n for _, have, n in bill(board, cost))


def bill(board: Board, cost: Cost) -> list[tuple[str, int, int]]:
    """Return the parts of a cost: what is paid, how much of it the human has, and how much is due."""
    table = board.table
    return [
        (zones.POWER, table.number(zones.POWER), cost.power),
        (zones.GUILE, table.number(zones.GUILE), cost.guile),
        (zones.COINS, table.number(zones.COINS), cost.coins),
        (zones.MAP, table.count(zones.maps(zones.HUMAN), zones.MAP), cost.maps),
    ]


def on_offer(board: Board, effect: CardGain) -> list[str]:
    """Return the face-up cards that an effect allows the human to gain (EX-41)."""
    everywhere = effect.source == "any" and board.options.face_up_cards == "any"
    here = board.here
    return [piece for name, piece in board.face_up if everywhere or board.touches(name, here)]


def within(board: Board, effect: ExtraMove) -> list[str]:
    """Return the places that a move by an ability can reach (EX-93)."""
    least, most = effect.range
    return [place for place, steps in ends(board, most) if steps >= least]


def plays(board: Board) -> Iterator[tuple[str, str | None]]:
    """Yield each way to play a card: without a worker, or with one that uses its ability (EX-32, EX-33)."""
    for piece in board.hand:
        yield piece, None
        card = board.card(piece)
        yield from ((piece, colour) for colour in board.free_workers if card and card.worker in ("any", colour))


def gatherable(board: Board) -> list[str]:
    """Return the adjacent places where an ability can gather: face up, without an Automa mech (EX-97)."""
    here = board.here
    if not here:
        return []
    return [p for p in board.beside(here) if not board.is_face_down(p) and not board.automa_at(p)]


def benefits_beside(board: Board) -> list[tuple[str, AnyEffect]]:
    """Return the benefits of adjacent locations, each with its place, of which one can be gained (EX-110)."""
    return [
        (place, part)
        for place in gatherable(board)
        for effect in exposed(board, place)
        for part in parts(effect)
        if not isinstance(part, GatherAdjacent | OneBenefit)
    ]


def usable(board: Board) -> list[str]:
    """Return the adjacent cards whose ability can be used, except those that use another card's ability (EX-109)."""
    here = board.here
    beside = [piece for name, piece in board.face_up if here and board.touches(name, here)]
    return [
        piece
        for piece in beside
        if (card := board.card(piece)) and not any(isinstance(one, UseAdjacent) for one in sides(card.ability))
    ]


def sweepable(board: Board, effect: Sweep) -> list[tuple[str, str]]:
    """Return the adjacent face-up cards that this effect has not swept yet, each with the name of its slot (EX-106)."""
    here = board.here
    beside = [(name, piece) for name, piece in board.face_up if here and board.touches(name, here)]
    return [(name, piece) for name, piece in beside if name not in effect.swept]


def _returns(board: Board, effect: Return) -> Iterator[Action]:
    for zone, piece in board.row:
        if effect.do == "return_cards":
            yield taking.ReturnCard(card=piece)
        elif board.table.count(zone) > 1:
            yield taking.ReturnWorker(card=piece)


# --- objectives -------------------------------------------------------------------------------


def solvable_at(board: Board, card: Card) -> bool:
    """Return whether the mech stands at a quest's location, or adjacent to it with an ability for that (EX-49)."""
    here = board.here
    places = [here]
    if here and any(one.solve_reach for one in board.abilities):
        places += board.beside(here)
    return card.location in (board.number(place) for place in places)


def _vanquish(board: Board) -> Iterator[Action]:
    here = board.here
    stack = board.stack(here) if here else []
    if stack:
        power, guile = board.price(stack[-1][1])
        if affords(board, Cost(power=power, guile=guile)):
            yield taking.Vanquish()


def _cleanse(board: Board) -> Iterator[Action]:
    here = board.here
    if here and board.stack(here):
        yield taking.Cleanse()


def _solve(board: Board) -> Iterator[Action]:
    waiting = [piece for _, piece in board.tucks]
    if board.counted("solved") + len(waiting) < board.tuck_limit:
        for _, piece in board.controlled("quest"):
            card = board.card(piece) if piece not in waiting else None
            if card and card.cost and affords(board, card.cost) and solvable_at(board, card):
                yield taking.Solve(card=piece)


def _upgrade(board: Board) -> Iterator[Action]:
    if board.table.count(zones.UPGRADED) < board.tuck_limit:
        yield from (taking.Upgrade(card=piece) for _, piece in board.controlled("item"))


def _meld(board: Board) -> Iterator[Action]:
    if board.table.count(zones.MELDED) < board.tuck_limit:
        yield from (taking.Meld(card=piece) for _, piece in board.controlled("meteorite"))


def _boast(board: Board) -> Iterator[Action]:
    yield from (taking.Boast(category=name) for name in board.boasts)


OBJECTIVES: dict[str, Callable[[Board], Iterator[Action]]] = {
    "vanquish": _vanquish, "cleanse": _cleanse, "solve": _solve, "upgrade": _upgrade, "meld": _meld, "boast": _boast,
}  # fmt: skip
