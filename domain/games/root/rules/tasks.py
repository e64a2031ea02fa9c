"""Tasks of a hireling, one after another: its controller makes the choices, or passes (RO-16.4.2).

A task is a step with plain arguments. `seat` decides for the hireling `key`. `what` is the kind of choice: a move, a
battle, a place, a piece to take, a card. `rule` is the rule it follows from, and `must` whether it is compulsory. `at`
limits it to some clearings, `each` repeats it once in each of them. `pieces` are placed at places named `where`.
`force` is the faction it forces.
`lost` are the pieces that it has removed so far: all that it removes is one event.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from tablescribe.domain.games.root.abilities import Fight, Loss
from tablescribe.domain.games.root.actions.hirelings import Envoy, HireBattle, HireMove, HirePass, HirePlace, HireTake
from tablescribe.domain.games.root.board import (
    CARD,
    CLEARINGS,
    Board,
    clearing,
    is_by_fifth_edition,
    is_by_fourth_edition,
    supply,
)
from tablescribe.domain.games.root.cards import held, is_ambush, suit_of
from tablescribe.domain.games.root.numbers import HIRELING_CARDS
from tablescribe.domain.games.root.pieces import FACTIONS, is_warrior, kind_of, owner_of, pawn, warrior
from tablescribe.domain.games.root.rules.battle import must_battle, start
from tablescribe.domain.games.root.rules.hand import must_spend, spend
from tablescribe.domain.games.root.rules.moving import loads, must_travel, travel
from tablescribe.domain.games.root.rules.places import PLACES
from tablescribe.domain.games.root.rules.removal import event_over, may_remove, plain, read, remove, wipe
from tablescribe.domain.games.root.rules.turn import action, awaiting, could
from tablescribe.domain.games.root.windows import HIRELING
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import discard, hand
from tablescribe.domain.table.table import Impossible, Table
from tablescribe.domain.words.text import Thing, say

Task = dict[str, Any]

MOVE, BATTLE, PLACE, REMOVE, PULL, PICK, RISE, ENVOY = (
    "move", "battle", "place", "remove", "pull", "pick", "rise", "envoy",
)  # fmt: skip
LEAD = "lead"
SEEN = 5
"""The number of discarded cards that the Envoys look at (RO-H-ENVOYS)."""

NEXT: dict[str, Callable[[Play, dict[str, Any], str, str], None]] = {}
"""The consequences of a choice, by their names in tasks; called with the task, the chosen zone and the owner."""


def number(key: str, when: str = "D") -> str:
    """Return the rule of a promoted hireling's card: when hired (H), in Birdsong (B) or in Daylight (D)."""
    return HIRELING_CARDS[key][when]


def task(seat: int, key: str, what: str, rule: str, **more: Any) -> Task:
    """Return a new task for a hireling."""
    return {"seat": seat, "key": key, "what": what, "rule": rule, **more}


def placing(seat: int, key: str, where: str, rule: str, n: int = 1, kind: str = "warrior", **more: Any) -> Task:
    """Return a task to place pieces of a hireling."""
    return task(seat, key, PLACE, rule, where=where, pieces={f"{key}:{kind}": n}, **more)


def line_up(play: Play, *tasks: dict[str, Any]) -> None:
    """Queue tasks in the given order."""
    for one in reversed(tasks):
        play.then("hireling_task", **one)


def at_each(play: Play, places: Sequence[int], one: Task) -> None:
    """Queue a task once for each of some clearings, in an order that its seat chooses (RO-1.1.3).

    In the first three editions, the given order applies.
    """
    if not is_by_fourth_edition(play.opening):
        line_up(play, *({**one, "at": [at]} for at in places))
    elif places:
        line_up(play, {**one, "at": list(places), "each": True})


def leave_the_others(play: Play, task: Task, at: int) -> None:
    """Queue an `each` task again for the clearings that are left."""
    left = others_left(task, at)
    if left["at"]:
        line_up(play, left)


def others_left(task: Task, at: int) -> Task:
    """Return an `each` task for the clearings that are left."""
    others = list(task["at"]) if task.get("each") else []
    if others:
        others.remove(at)
    return {**task, "at": others}


def asked(table: Table) -> dict[str, Any]:
    """Return the task being asked; empty if there is none."""
    return dict(awaiting(table, "hireling_asked"))


@action.step("hireling_task")
def ask_for_it(play: Play, **task: Any) -> None:
    """Ask the controller about a task; skip it if nothing of it can be done."""
    play.then("hireling_asked", **task)
    board = Board(play.opening, play.table)
    seat = int(task["seat"])
    if any(could(board, _RULES[type(one)], seat, one) for one in candidates(board)):
        play.ask(HIRELING, seat)
    else:
        play.drop(play.dues[-1])
        event_over(play, [read(loss) for loss in task.get("lost", ())])


@action.step("hireling_asked")
def was_asked(play: Play, **task: Any) -> None:
    """Do nothing; the step's arguments hold the task for its answer."""


def must_be_asked(play: Play, what: str) -> dict[str, Any]:
    """Return the task being asked, if it is of these kinds.

    Raises:
        Impossible: another decision is being asked, or none.
    """
    task = asked(play.table)
    if not task or task["what"] not in what.split():
        raise Impossible(say("that is not the decision to make for the hireling"))
    return task


# --- candidate answers ----------------------------------------------------------------------------


def candidates(board: Board) -> Iterator[Action]:
    """Yield candidate answers to the task being asked; the rules filter out illegal ones."""
    task = asked(board.table)
    match task.get("what", ""):
        case "move":
            yield from _moves(board, task)
        case "battle":
            yield from _battles(board, task)
        case "pick":
            yield from _takes(board, board.where(warrior(task["key"])))
        case "rise":
            yield from (HirePlace(place=place) for place in PLACES[task["where"]](board, task))
            yield from (HireTake(at=at, piece=warrior(task["key"])) for at in task["at"])
        case "place":
            yield from (HirePlace(place=place) for place in PLACES[task["where"]](board, task))
        case "remove":
            yield from _takes(board, task["at"])
        case "pull":
            yield from _pulls(board, task["at"])
        case "envoy":
            yield from (Envoy(card=card) for card in board.table.pieces(discard(CARD)))
        case _:
            return


def _battles(board: Board, task: Task) -> Iterator[HireBattle]:
    owner = task.get("force") or task["key"]
    for at in task.get("at") or CLEARINGS:
        for other in board.owners(at):
            if other != owner:
                cards = held(board, task["seat"], *board.suits(at)) if costs_a_card(board, other) else [""]
                yield from (HireBattle.model_validate({"at": at, "defender": other, "how": card}) for card in cards)


def _takes(board: Board, places: Iterable[int]) -> Iterator[HireTake]:
    for at in dict.fromkeys(places):
        yield from (HireTake(at=at, piece=piece) for piece in board.table.pieces(clearing(at)))


def _pulls(board: Board, places: Iterable[int]) -> Iterator[HireTake]:
    for one in _takes(board, places):
        carried = loads(board, owner_of(one.piece), one.at, 1) if is_warrior(one.piece) else [""]
        yield from (HireTake(at=one.at, piece=one.piece, load=load) for load in carried)


def _moves(board: Board, task: dict[str, Any]) -> Iterator[HireMove]:
    piece = moving(board, task)
    for origin in task.get("at") or CLEARINGS:
        there = board.at(origin, piece)
        for n in range(there if task.get("all") else 1, there + 1) if there else ():
            carried = loads(board, owner_of(piece), origin, n if is_warrior(piece) else 0)
            ends = [to for to in CLEARINGS if to != origin]
            yield from (HireMove(origin=origin, to=to, n=n, load=load) for to in ends for load in carried)


def moving(board: Board, task: dict[str, Any]) -> str:
    """Return the piece that a task moves: a pawn if the hireling or the forced player has one, else a warrior."""
    owner = task.get("force") or task["key"]
    return pawn(owner) if board.on_map(pawn(owner)) else warrior(owner)


@action(HirePass)
def let_it_be(play: Play, seat: int, act: HirePass) -> None:
    """Decline a task that is optional (RO-16.4.2-I, RO-16.4.2-III)."""
    task = asked(play.table)
    rule = str(task.get("rule", "RO-16.4.2"))
    play.require(rule, not task.get("must"), say("the hireling must do that"))
    play.checked()
    event_over(play, [read(loss) for loss in task.get("lost", ())])
    play.answered(seat)


# --- moving and battling --------------------------------------------------------------------------


@action(HireMove)
def hire_move(play: Play, seat: int, act: HireMove) -> None:
    """Move a hireling's own pieces (RO-16.4.3-IV), or those of a player it forces (RO-1.5.5)."""
    task, board = must_be_asked(play, MOVE), Board(play.opening, play.table)
    rule, owner = task["rule"], task.get("force") or task["key"]
    piece = moving(board, task)
    within = not task.get("at") or act.origin in task["at"]
    play.require(rule, within, say("it must move from its own clearing"))
    whole = not task.get("all") or act.n == board.at(act.origin, piece)
    play.require(rule, whole, say("all of them must move"))
    way = "river" if task.get("river") else ""
    free = bool(task.get("free"))
    journey = must_travel(
        play, seat, owner, act.origin, act.to, {piece: act.n}, way=way, without_rule=free, load=act.load
    )
    play.checked()
    if piece == pawn(owner):
        play.cite("RO-16.6.17")
    for number in (rule, "RO-16.4.3-IV", *(["RO-1.5.5"] if task.get("force") else [])):
        play.cite(number)
    if task.get("battle"):
        play.then("hireling_task", **{**task, "what": BATTLE, "at": [act.to], "must": False})
    travel(play, journey)
    play.answered(seat)


@action(HireBattle)
def hire_battle(play: Play, seat: int, act: HireBattle) -> None:
    """Battle with a hireling's own pieces (RO-16.4.3-IV), without the controller's abilities (RO-16.4.3-V)."""
    task, board = must_be_asked(play, BATTLE), Board(play.opening, play.table)
    attacker = task.get("force") or task["key"]
    play.require(task["rule"], act.at in (task.get("at") or CLEARINGS), say("it must battle in its own clearing"))
    must_battle(play, attacker, act.defender, act.at)
    must_pay(play, seat, act.at, act.defender, act.how)
    play.checked()
    if act.how:
        spend(play, seat, act.how)
    play.cite(task["rule"])
    for number in ("RO-1.5.5",) if task.get("force") else ("RO-16.4.3-IV", "RO-16.4.3-V"):
        play.cite(number)
    leave_the_others(play, task, act.at)
    start(play, Fight(act.at, attacker, act.defender, board.seat_of(attacker) or seat, ""))
    play.answered(seat)


def costs_a_card(board: Board, defender: str) -> bool:
    """Return whether a battle by the hireling, or one that it forces, costs its controller a card (RO-H-UPRISING-A).

    In the first four editions, only battles of players did.
    """
    return defender == "uprising" and is_by_fifth_edition(board.setting)


def must_pay(play: Play, seat: int, at: int, defender: str, card: str) -> None:
    """Require the card that a battle against the Spring Uprising costs, and none for another (RO-H-UPRISING-A)."""
    board = Board(play.opening, play.table)
    if costs_a_card(board, defender):
        play.require("RO-H-UPRISING-A", card, say("spend a card of the clearing's suit"))
        if card:
            must_spend(play, seat, "RO-H-UPRISING-A", card, *board.suits(at))
    elif card:
        raise Impossible(say("you cannot declare that battle here"))


# --- placing, removing, forcing -------------------------------------------------------------------


@action(HirePlace)
def hire_place(play: Play, seat: int, act: HirePlace) -> None:
    """Place pieces of a hireling or its controller where the task allows (RO-16.6.19)."""
    task, board = must_be_asked(play, f"{PLACE} {RISE}"), Board(play.opening, play.table)
    play.require(task["rule"], act.place in PLACES[task["where"]](board, task), say("nothing can be placed there"))
    if act.place not in PLACES["everywhere"](board, task):
        raise Impossible(say("{place} is not a place on the map", place=Thing(act.place)))
    play.checked()
    play.cite(task["rule"])
    play.cite("RO-16.6.19")
    if act.place.startswith("forest:"):
        play.cite("RO-16.6.11")
    for piece, n in task["pieces"].items():
        source = task.get("source") or supply(owner_of(piece))
        play.move(piece, min(int(n), play.table.count(source, piece)), source, act.place)
    if task.get("then"):
        NEXT[task["then"]](play, task, act.place, "")
    play.answered(seat)


@action(HireTake)
def hire_take(play: Play, seat: int, act: HireTake) -> None:
    """Remove an enemy piece of the hireling, or force a faction warrior into its clearing."""
    task, board = must_be_asked(play, f"{REMOVE} {PULL} {PICK} {RISE}"), Board(play.opening, play.table)
    rule, owner = task["rule"], owner_of(act.piece)
    if not board.at(act.at, act.piece) or not owner:
        raise Impossible(say("there is nothing to take"))
    if act.load and task["what"] != PULL:
        raise Impossible(say("nothing can be carried along there"))
    if task["what"] == PICK:
        picks = owner in FACTIONS and board.at(act.at, warrior(task["key"]))
        play.require(rule, picks, say("choose a player's pieces in the hireling's clearing"))
        play.checked()
        NEXT[task["then"]](play, task, clearing(act.at), owner)
    elif act.at not in task["at"]:
        raise Impossible(say("there is nothing to take"))
    elif task["what"] == RISE:
        play.require(
            rule, act.piece == warrior(task["key"]), say("one of its warriors is removed with all enemy pieces")
        )
        play.checked()
        play.move(act.piece, 1, clearing(act.at), supply(owner))
        wipe(play, [act.at], task["key"], "effect")
    elif task["what"] == PULL:
        fits = is_warrior(act.piece) and owner in FACTIONS and act.piece == warrior(owner)
        play.require(rule, fits, say("choose a faction's warrior"))
        to, pieces = int(task["to"]), {act.piece: 1}
        journey = must_travel(play, seat, owner, act.at, to, pieces, without_rule=True, load=act.load)
        play.checked()
        play.cite("RO-1.5.5")
        leave_the_others(play, task, act.at)
        travel(play, journey)
    else:
        fitting = removable(board, task["key"], act.at, task.get("whose", ""))
        play.require(rule, act.piece in fitting, say("remove enemy warriors first"))
        play.checked()
        loss = Loss(act.piece, 1, act.at, task["key"], "effect")
        if is_by_fifth_edition(play.opening):
            play.then("hireling_task", **{**others_left(task, act.at), "lost": [*task.get("lost", ()), plain(loss)]})
        else:  # nothing followed when all were removed
            leave_the_others(play, task, act.at)
        remove(play, loss)
    play.cite(rule)
    play.answered(seat)


def removable(board: Board, key: str, at: int, whose: str = "") -> list[str]:
    """Return what a hireling may remove next in a clearing, warriors first; of one owner only if named."""
    found = []
    for piece in board.table.pieces(clearing(at)):
        owner = owner_of(piece)
        mine = owner == whose if whose else bool(owner) and board.are_enemies(key, owner)
        if mine and kind_of(piece) != "pawn" and may_remove(board, piece, key, "effect", at):
            found.append(piece)
    warriors = [piece for piece in found if is_warrior(piece)]
    return warriors or ([] if whose else found)


@action(Envoy)
def envoy(play: Play, seat: int, act: Envoy) -> None:
    """Lizard Envoys: take a card of the most common suit among the top five discards, no ambush (RO-H-ENVOYS).

    The order of the pile is not recorded. The check is whether the suit could be the most common of five cards.
    """
    must_be_asked(play, ENVOY)
    pile = play.table.pieces(discard(CARD))
    if act.card not in pile:
        raise Impossible(say("{card} is not there", card=Thing(act.card)))
    play.require("RO-H-ENVOYS", not is_ambush(play.opening, act.card), say("you cannot take an ambush card"))
    most = could_be_most_frequent(play.opening, pile, str(suit_of(play.opening, act.card)))
    play.require("RO-H-ENVOYS", most, say("choose a card of the most frequent suit"))
    play.checked()
    play.cite("RO-H-ENVOYS")
    play.move(act.card, 1, discard(CARD), hand(seat))
    play.answered(seat)


def could_be_most_frequent(setting: Setting, pile: Mapping[str, int], suit: str) -> bool:
    """Return whether a suit could be the most common, or tie for it, among a pile's top five (RO-H-ENVOYS)."""
    count: Counter[str] = Counter()
    for card, n in pile.items():
        count[str(suit_of(setting, card))] += n
    top = min(SEEN, count.total())
    most = min(count[suit], top)
    return sum(min(n, most) for n in count.values()) >= top


_RULES: dict[type[Action], Any] = {
    HireMove: hire_move, HireBattle: hire_battle, HirePlace: hire_place, HireTake: hire_take, Envoy: envoy,
}  # fmt: skip
