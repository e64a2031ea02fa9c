"""The Vagabond's actions in Daylight (RO-9.5): moving, battling, exploring, quests, strikes, repairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from tablescribe.domain.games.root.abilities import Crafter, Journey, Loss
from tablescribe.domain.games.root.actions.core import Battle, loaded
from tablescribe.domain.games.root.actions.vagabond import Explore, Quest, Repair, Roam, Strike, TakeFind
from tablescribe.domain.games.root.board import DAYLIGHT, Board, clearing, item, this, under
from tablescribe.domain.games.root.cards import quest_of
from tablescribe.domain.games.root.components import Quest as QuestCard
from tablescribe.domain.games.root.paths import land
from tablescribe.domain.games.root.pieces import RUIN, is_warrior, kind_of, owner_of, pawn, warrior
from tablescribe.domain.games.root.rules.hand import draw
from tablescribe.domain.games.root.rules.moving import moved, must_carry, must_leave_and_enter, travel, ways_to
from tablescribe.domain.games.root.rules.points import gain
from tablescribe.domain.games.root.rules.removal import may_remove_one, remove_alone
from tablescribe.domain.games.root.rules.ruling import ways
from tablescribe.domain.games.root.rules.turn import action, awaiting, in_phase
from tablescribe.domain.games.root.rules.vagabond_items import (
    VAGABONDS,
    damage,
    damaged,
    exhaust,
    mend,
    must_be_vagabond,
    must_have_ready,
    ready,
    receive,
)
from tablescribe.domain.games.root.rules.vagabond_relations import ALLIED, here, is_hostile, permits_ally, relation_to
from tablescribe.domain.games.root.windows import FIND
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import deck, numbered
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import Thing, say

QUESTS = "quests"  # the face-up quests
OPEN_QUESTS = 3
IMPROVISED = "improvised"


completed = numbered("quests:")  # the zone of a Vagabond's completed quests


def in_daylight(play: Play, seat: int, rule: str) -> Board:
    """Require a Vagabond's Daylight (RO-9.5)."""
    play.cite("RO-9.5")
    board = in_phase(play, seat, rule, DAYLIGHT)
    must_be_vagabond(play, seat)
    return board


# --- moving (RO-9.5.1) ----------------------------------------------------------------------------


def stands_in(board: Board, me: str) -> str:
    """Return the zone of a Vagabond's pawn, a clearing or forest; the empty string before the set-up."""
    found = [zone for zone in board.table.where(pawn(me)) if zone.startswith(("clearing:", "forest:"))]
    return found[0] if found else ""


def ways_out(board: Board, me: str) -> Mapping[int, str]:
    """Return the clearings adjacent to his pawn, each with its way; from a forest, those that it touches."""
    zone = stands_in(board, me)
    kind, _, name = zone.partition(":")
    if kind == "forest":
        return dict.fromkeys(land(board.setting).clearings_at(name), "path")
    return ways(board, me, int(name)) if zone else {}


@action(Roam)
def roam(play: Play, seat: int, act: Roam) -> None:
    """Move to an adjacent clearing regardless of rule (RO-9.2.3), for a boot, two among hostile warriors (RO-9.5.1)."""
    board = in_daylight(play, seat, "RO-9.5.1")
    me = board.faction(seat)
    zone = stands_in(board, me)
    if zone == clearing(act.to) or not zone:
        raise Impossible(say("a move must end in another clearing"))
    boots = boots_needed(board, seat, act.to)
    if boots > 1:
        play.cite("RO-9.2.9-IIIb")
    must_have_ready(play, seat, "RO-9.5.1", "boot", boots)
    may_go(play, me, zone, act.to, act.how)
    if act.ally is not None:
        must_have_company(play, seat, act, zone)
    elif act.n or act.load:
        raise Impossible(say("choose whose warriors move with you"))
    play.cite("RO-9.2.3")
    play.checked()
    for _ in range(boots):
        exhaust(play, seat, "boot")
    go(play, seat, act, zone, act.how or ways_out(board, me).get(act.to, "path"))


def boots_needed(board: Board, seat: int, to: int) -> int:
    """Return the boots that a move takes: one more into warriors of a hostile faction (RO-9.2.9-IIIb)."""
    hostile = any(is_hostile(board, seat, owner) and board.warriors(owner, to) for owner in board.owners(to))
    return 2 if hostile else 1


def may_go(play: Play, me: str, zone: str, to: int, how: str) -> None:
    """Require an adjacent clearing that no rule forbids him to enter."""
    board = Board(play.opening, play.table)
    kind, _, name = zone.partition(":")
    adjacent = to in ways_out(board, me)
    if adjacent and how:
        adjacent = kind == "clearing" and how in ways_to(board, me, int(name), to)
    play.require("RO-9.5.1", adjacent, say("{to} is not adjacent", to=Thing(clearing(to))))
    must_leave_and_enter(play, me, int(name) if kind == "clearing" else 0, to)


def must_have_company(play: Play, seat: int, act: Roam, zone: str) -> None:
    """Require warriors of one allied faction in his clearing to take along (RO-9.2.9-IIb)."""
    board = Board(play.opening, play.table)
    ally = str(act.ally)
    if not act.n:
        raise Impossible(say("enter how many warriors move with you"))
    allied = relation_to(board, seat, ally) == ALLIED
    play.require("RO-9.2.9-IIb", allied, say("{faction} is not allied", faction=Thing(ally)))
    kind, _, name = zone.partition(":")
    if kind != "clearing" or board.at(int(name), warrior(ally)) < act.n:
        raise Impossible(say("there are not that many {piece} in {at}", piece=Thing(warrior(ally)), at=Thing(zone)))
    must_carry(play, ally, int(name), act.n, act.load)
    must_leave_and_enter(play, ally, int(name), act.to, act.n)


def go(play: Play, seat: int, act: Roam, zone: str, way: str) -> None:
    """Move the pawn and the warriors taken along, which count as moved by their owner (RO-8.2.6)."""
    me = Board(play.opening, play.table).faction(seat)
    kind, _, name = zone.partition(":")
    if kind == "clearing" and act.ally is not None:
        play.cite("RO-9.2.9-IIb")
        pieces = {warrior(str(act.ally)): act.n, **Counter(sorted(loaded(act.load)))}
        travel(play, Journey(seat, str(act.ally), int(name), act.to, pieces, way, company=True))
    wander(play, seat, me, zone, clearing(act.to), way)


def wander(play: Play, seat: int, me: str, zone: str, to: str, way: str) -> None:
    """Move the pawn between clearings or forests, and queue what follows a move between clearings."""
    play.move(pawn(me), 1, zone, to)
    if zone.startswith("clearing:") and to.startswith("clearing:"):
        origin, goal = int(zone.partition(":")[2]), int(to.partition(":")[2])
        moved(play, Journey(seat, me, origin, goal, {pawn(me): 1}, way))


# --- battle (RO-9.5.2) ----------------------------------------------------------------------------


def sources(me: str, board: Board, seat: int, deed: str) -> list[str]:
    """Return the source of his battles: his own Daylight."""
    return [""] if deed == "battle" and board.faction(seat) == me and board.phase == DAYLIGHT else []


def permits(me: str, play: Play, seat: int, act: Action) -> bool:
    """Require a sword for a battle in his Daylight (RO-9.5.2)."""
    board = Board(play.opening, play.table)
    if not isinstance(act, Battle) or act.by or board.faction(seat) != me or board.phase != DAYLIGHT:
        return False
    must_have_ready(play, seat, "RO-9.5.2", "sword")
    permits_ally(play, seat, act.at, act.defender, act.how)
    return True


def spends(me: str, play: Play, seat: int, act: Action) -> None:
    """Exhaust the sword of a battle."""
    if isinstance(act, Battle) and not act.by and Board(play.opening, play.table).faction(seat) == me:
        exhaust(play, seat, "sword")


# --- exploring (RO-9.5.3) -------------------------------------------------------------------------


@action(Explore)
def explore(play: Play, seat: int, act: Explore) -> None:
    """Explore: with a torch, take an item from a ruin in his clearing and score a point (RO-9.5.3)."""
    board = in_daylight(play, seat, "RO-9.5.3")
    at = here(board, seat)
    play.require("RO-9.5.3", at and board.at(at, RUIN), say("there is no ruin here"))
    if not at or not play.table.count(under(at)):
        raise Impossible(say("there is no ruin here"))
    must_have_ready(play, seat, "RO-9.5.3", "torch")
    play.checked()
    exhaust(play, seat, "torch")
    why = say("what lies under the ruin")
    lies = [piece for piece, n in play.table.pieces(under(at)).items() for _ in range(n)]
    found = [play.turn_up(under(at), piece, seat, why) for piece in lies]
    free = [one for one in dict.fromkeys(found) if not play.table.number(taken(seat, one))]
    if len(found) > 1:
        play.cite("RO-9.7")
    if len(free) > 1:
        play.then("find", seat=seat, at=at)
        play.ask(FIND, seat)
    else:
        take_find(play, seat, at, free[0] if free else "")


def taken(seat: int, piece: str) -> str:
    """Return the key for whether a Vagabond has taken an item of this kind from a ruin (RO-9.7)."""
    return f"ruin-taken:{seat}:{piece.partition(':')[2]}"


@action.step("find")
def find(play: Play, *, seat: int, at: int) -> None:
    """Do nothing; the step's arguments identify the ruin for the answer."""


@action(TakeFind)
def choose_find(play: Play, seat: int, act: TakeFind) -> None:
    """Take one of the two items under a ruin, of a kind not taken from a ruin before (RO-9.7)."""
    at = int(awaiting(play.table, "find").get("at", 0))
    piece = f"ruin:{act.item}"
    if not play.table.count(under(at), piece):
        raise Impossible(say("{item} is not there", item=Thing(item(act.item))))
    again = play.table.number(taken(seat, piece))
    play.require("RO-9.7", not again, say("you already have such an item from a ruin"))
    play.checked()
    take_find(play, seat, at, piece)
    play.answered(seat)


def take_find(play: Play, seat: int, at: int, piece: str) -> None:
    """Take an item from under a ruin and score. A remaining item is hidden again; an empty ruin is removed."""
    if piece:
        name = piece.partition(":")[2]
        play.move(piece, 1, under(at), BOX)
        receive(play, seat, BOX, item(name))
        play.set(taken(seat, piece), 1)
        gain(play, seat, 1, "RO-9.5.3")
    for other in list(play.table.pieces(under(at))):
        if not other.startswith("?"):
            play.conceal(under(at), "ruin", other)
    if not play.table.count(under(at)):
        play.move(RUIN, 1, clearing(at), BOX)


# --- quests (RO-9.5.5) ----------------------------------------------------------------------------


@action(Quest)
def quest(play: Play, seat: int, act: Quest) -> None:
    """Exhaust the items of a face-up quest in a clearing of its suit, for points or two cards (RO-9.5.5)."""
    board = in_daylight(play, seat, "RO-9.5.5")
    card = quest_of(play.opening, act.quest)
    if card is None or not play.table.count(QUESTS, act.quest):
        raise Impossible(say("{quest} is not an open quest", quest=Thing(act.quest)))
    at = here(board, seat)
    fits = bool(at) and (card.suit in board.suits(at))
    play.require("RO-9.5.5", fits, say("you must be in a clearing of its suit"))
    needed = needs(play, seat, card, act)
    for name in sorted(set(needed)):
        must_have_ready(play, seat, "RO-9.5.5", name, needed.count(name))
    play.checked()
    for name in needed:
        exhaust(play, seat, name)
    if act.instead is not None:
        damage(play, seat, f"{item(act.instead)}.exhausted")
        play.set(this(IMPROVISED), 1)
    play.move(act.quest, 1, QUESTS, completed(seat))
    if act.reward == "points":
        suited = [one for one in play.table.each(completed(seat)) if suit_of_quest(board, one) == card.suit]
        gain(play, seat, len(suited), "RO-9.5.5")
    else:
        draw(play, seat, 2, say("the reward of a quest"), "RO-9.5.5")
    open_quest(play, seat)


def suit_of_quest(board: Board, piece: str) -> str:
    """Return a quest's suit."""
    card = quest_of(board.setting, piece)
    return card.suit if card else ""


def needs(play: Play, seat: int, card: QuestCard, act: Quest) -> list[str]:
    """Return the items to exhaust: the quest's, one of them replaced if improvised (RO-16.3.7-II)."""
    needed: list[str] = list(card.items)
    if act.instead is None and act.of is None:
        return needed
    if act.instead is None or act.of is None or act.of not in needed or act.instead == act.of:
        raise Impossible(say("choose the item you use and the item it counts as"))
    adventurer = play.table.text(f"character:{seat}") == "adventurer"
    play.require("RO-16.3.7-II", adventurer, say("only the Adventurer can improvise"))
    first = not play.table.number(this(IMPROVISED))
    play.require("RO-16.3.7-II", first, say("you can improvise only one item each turn"))
    needed.remove(act.of)
    return [*needed, act.instead]


def open_quest(play: Play, seat: int) -> None:
    """Turn up a new quest, if any are left."""
    if play.table.count(deck("quest")):
        drawn = play.draw("quest", QUESTS, seat, say("the next quest"))
        if drawn.startswith("?"):
            play.turn_up(QUESTS, drawn, seat, say("the next quest"))


# --- strikes and repairs (RO-9.5.6, RO-9.5.7) -----------------------------------------------------


@action(Strike)
def strike(play: Play, seat: int, act: Strike) -> None:
    """Strike: remove an enemy warrior here; without warriors, a building or token (RO-9.5.6, RO-AMB-17)."""
    board = in_daylight(play, seat, "RO-9.5.6")
    me, at, owner = board.faction(seat), here(board, seat), owner_of(act.piece)
    if not at or not owner or not board.at(at, act.piece):
        raise Impossible(say("{piece} is not here", piece=Thing(act.piece)))
    play.require("RO-9.5.6", board.are_enemies(me, owner), say("you can strike only an enemy"))
    last = is_warrior(act.piece) or not board.warriors(owner, at)
    play.require("RO-9.5.6", last, say("strike warriors first"))
    hits_pawn = owner in VAGABONDS and kind_of(act.piece) == "pawn"
    falls = hits_pawn or may_remove_one(board, act.piece, me, at)
    play.require("RO-9.5.6", falls, say("{piece} cannot be removed", piece=Thing(act.piece)))
    must_have_ready(play, seat, "RO-9.5.6", "crossbow")
    play.checked()
    exhaust(play, seat, "crossbow")
    if hits_pawn:
        play.cite("RO-AMB-17")
        play.then("items_hit", seat=board.seat_of(owner), n=1)
    else:
        remove_alone(play, Loss(act.piece, 1, at, me, "effect"))


@action(Repair)
def repair(play: Play, seat: int, act: Repair) -> None:
    """Repair a damaged item with a hammer (RO-9.5.7)."""
    in_daylight(play, seat, "RO-9.5.7")
    must_have_ready(play, seat, "RO-9.5.7", "hammer")
    if not play.table.count(damaged(seat), act.item):
        raise Impossible(say("{item} is not damaged", item=Thing(act.item)))
    play.checked()
    exhaust(play, seat, "hammer")
    mend(play, seat, act.item)


# --- crafting (RO-9.5.8) --------------------------------------------------------------------------


def crafters(board: Board, seat: int) -> list[Crafter]:
    """Return his ready hammers, all for the suit of his clearing (RO-9.2.1)."""
    at, n = here(board, seat), ready(board, seat, "hammer")
    return [Crafter("hammer", board.suits(at), n)] if at and n else []


def activate(play: Play, seat: int, name: str, suit: str) -> None:
    """Exhaust a hammer (RO-9.2.1)."""
    play.cite("RO-9.5.8")
    exhaust(play, seat, "hammer")


def gain_item(play: Play, seat: int, zone: str, piece: str, points: int) -> None:
    """Take a crafted item ready, and score its points (RO-9.2.1)."""
    play.cite("RO-9.2.1")
    receive(play, seat, zone, piece)
    gain(play, seat, points, "RO-3.2.2")
