"""Relationships of factions with a Vagabond (RO-9.2.9): aid, allies, infamy; and the coalition (RO-9.2.8)."""

from __future__ import annotations

from tablescribe.domain.games.root.abilities import Fight, Loss
from tablescribe.domain.games.root.actions.vagabond import Aid, Coalition
from tablescribe.domain.games.root.board import (
    DAYLIGHT,
    Board,
    catalogue_of,
    coalition,
    dominance,
    is_first_edition,
    item,
    items,
    options_of,
    this,
)
from tablescribe.domain.games.root.cards import is_dominance
from tablescribe.domain.games.root.pieces import is_warrior, owner_of, warrior
from tablescribe.domain.games.root.rules.fights import key, role_of
from tablescribe.domain.games.root.rules.hand import must_spend
from tablescribe.domain.games.root.rules.points import gain
from tablescribe.domain.games.root.rules.removal import let_follow, take_away
from tablescribe.domain.games.root.rules.turn import action, in_phase
from tablescribe.domain.games.root.rules.vagabond_items import (
    VAGABONDS,
    exhaust,
    must_be_vagabond,
    must_have_ready,
    receive,
)
from tablescribe.domain.rules.hand import lay, must_hold
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import bare, hand, score
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import Thing, say

HOSTILE, INDIFFERENT, ALLIED = "hostile", "indifferent", "allied"
STEPS = (INDIFFERENT, "1", "2", ALLIED)
"""The spaces of a relationship, in the order in which Aid moves the marker."""

SEATS_FOR_COALITION, POINTS_FOR_COALITION = 4, 10


def relation(seat: int, owner: str) -> str:
    """Return the key of a faction's relationship with a Vagabond."""
    return f"relation:{seat}:{owner}"


def relation_to(board: Board, seat: int, owner: str) -> str:
    """Return a faction's relationship with a Vagabond: indifferent at first (RO-9.2.9).

    Vagabonds and hirelings have none.
    """
    if owner in VAGABONDS or owner not in board.factions:
        return ""
    return board.table.text(relation(seat, owner)) or INDIFFERENT


def is_hostile(board: Board, seat: int, owner: str) -> bool:
    """Return whether a faction is hostile to a Vagabond."""
    return relation_to(board, seat, owner) == HOSTILE


def here(board: Board, seat: int) -> int:
    """Return the clearing of a Vagabond's pawn; 0 in a forest or before the set-up."""
    found = board.where(f"{board.faction(seat)}:pawn")
    return found[0] if found else 0


# --- aid (RO-9.5.4) -------------------------------------------------------------------------------


@action(Aid)
def aid(play: Play, seat: int, act: Aid) -> None:
    """Aid: give a card of the clearing's suit to a player with pieces there; may take an item (RO-9.5.4)."""
    board = in_phase(play, seat, "RO-9.5.4", DAYLIGHT)
    must_be_vagabond(play, seat)
    at = here(board, seat)
    other = board.factions.get(act.faction, 0)
    if not other or other == seat:
        raise Impossible(say("{faction} is not another player in this match", faction=Thing(act.faction)))
    play.require("RO-9.5.4", at, say("you can aid only in a clearing"))
    there = board.count(act.faction, at) if at else 0
    play.require("RO-9.5.4", there, say("{faction} has no pieces here", faction=Thing(act.faction)))
    must_have_ready(play, seat, "RO-9.5.4", act.item)
    must_spend(play, seat, "RO-9.5.4", act.card, *board.suits(at))
    crafted = [piece for piece in play.table.pieces(items(other)) if act.take and bare(piece) == item(act.take)]
    if act.take is not None and not crafted:
        raise Impossible(
            say("{faction} has not crafted {item}", faction=Thing(act.faction), item=Thing(item(act.take)))
        )
    play.checked()
    exhaust(play, seat, act.item)
    lay(play, seat, act.card, hand(other))
    if act.take is not None:
        play.turn(items(other), crafted[0], item(act.take))  # a taken item is ready
        receive(play, seat, items(other), item(act.take))
    grow_closer(play, seat, act.faction)


def grow_closer(play: Play, seat: int, owner: str) -> None:
    """Count an Aid: enough in one turn move the marker (RO-9.2.9-I); each to an ally scores (RO-9.2.9-II)."""
    board, tables = Board(play.opening, play.table), catalogue_of(play.opening).vagabond
    now = relation_to(board, seat, owner)
    if now == ALLIED:
        gain(play, seat, tables.allied, "RO-9.2.9-II")
    elif now == HOSTILE:
        play.cite("RO-9.2.9-IIIc")
    elif now in STEPS:
        step = STEPS.index(now)
        play.cite("RO-9.2.9-Ia")
        play.add(this(f"aid:{owner}"), 1)
        if play.table.number(this(f"aid:{owner}")) >= tables.aids[step]:
            play.set(this(f"aid:{owner}"), None)
            play.set(relation(seat, owner), STEPS[step + 1])
            gain(play, seat, tables.points[step], "RO-9.2.9-I")


# --- infamy (RO-9.2.9-III) ------------------------------------------------------------------------


def removed(me: str, play: Play, loss: Loss) -> None:
    """Make a faction hostile that lost a warrior to a Vagabond; score for hostile pieces removed in his battles."""
    board, owner = Board(play.opening, play.table), owner_of(loss.piece)
    seat = board.seat_of(me)
    if loss.by != me or not relation_to(board, seat, owner):
        return
    turned = 0
    if is_warrior(loss.piece) and not is_hostile(board, seat, owner):
        play.cite("RO-9.2.9-III")
        play.cite("RO-AMB-16")
        play.set(relation(seat, owner), HOSTILE)
        turned = 1
    if is_hostile(board, seat, owner) and scores_infamy(board, seat, loss):
        gain(play, seat, loss.n - turned, "RO-9.2.9-IIIa")


def scores_infamy(board: Board, seat: int, loss: Loss) -> bool:
    """Return whether a removal is part of a battle on his own turn (RO-9.2.9-IIIa, RO-AMB-19)."""
    if loss.cause not in ("battle", "ambush") or board.turn != seat:
        return False
    stirred = board.table.text(key("how")) == "instigate"
    takes_part = board.faction(seat) in (board.table.text(key("attacker")), board.table.text(key("defender")))
    return takes_part or not stirred or options_of(board.setting).vagrant == "pieces"


# --- allies in battle (RO-9.2.9-IIc) --------------------------------------------------------------


def ally_of(board: Board, fight: Fight, me: str) -> str:
    """Return the ally whose warriors he treats as his own in this battle, as attacker; else the empty string."""
    kind, _, ally = fight.how.partition(":")
    return ally if kind == "ally" and fight.attacker == me else ""


def permits_ally(play: Play, seat: int, at: int, defender: str, how: str) -> None:
    """Require an allied faction with warriors there that is not the defender (RO-9.2.9-IIc)."""
    board = Board(play.opening, play.table)
    ally = how.partition(":")[2]
    if not how:
        return
    if not how.startswith("ally:") or ally not in board.factions:
        raise Impossible(say("you cannot battle together with {ally}", ally=how))
    allied = relation_to(board, seat, ally) == ALLIED
    play.require("RO-9.2.9-IIc", allied, say("{faction} is not allied", faction=Thing(ally)))
    play.require("RO-9.2.9-IIc", ally != defender, say("an ally cannot fight itself"))
    there = board.warriors(ally, at) > 0
    play.require("RO-9.2.9-IIc", there, say("{faction} has no warrior there", faction=Thing(ally)))


def hit_ally(play: Play, fight: Fight, me: str, piece: str) -> None:
    """Take a hit on an ally's warrior."""
    play.cite("RO-9.2.9-IIc")
    loss = Loss(piece, 1, fight.at, fight.enemy(me), "battle")
    play.add(key("allies", role_of(fight, me)), 1)
    take_away(play, loss)
    let_follow(play, loss)


def battle_over(me: str, play: Play, fight: Fight) -> None:
    """Make an ally hostile that lost more warriors than items were damaged (RO-9.2.9-IIc)."""
    board = Board(play.opening, play.table)
    ally = ally_of(board, fight, me)
    role = role_of(fight, me)
    if ally and play.table.number(key("allies", role)) > play.table.number(key("items", role)):
        play.cite("RO-9.2.9-IIc")
        play.set(relation(board.seat_of(me), ally), HOSTILE)


def ally_warriors(board: Board, fight: Fight, me: str) -> int:
    """Return the number of an ally's warriors that fight for him."""
    ally = ally_of(board, fight, me)
    return board.at(fight.at, warrior(ally)) if ally else 0


# --- the coalition (RO-9.2.8) ---------------------------------------------------------------------


@action(Coalition)
def form_coalition(play: Play, seat: int, act: Coalition) -> None:
    """Form a coalition with a player who has the fewest points, with four players or more (RO-9.2.8)."""
    board = in_phase(play, seat, "RO-9.2.8", DAYLIGHT)
    must_be_vagabond(play, seat)
    must_hold(play, seat, act.card)
    if not is_dominance(play.opening, act.card):
        raise Impossible(say("{card} is not a dominance card", card=Thing(act.card)))
    other = board.factions.get(act.faction, 0)
    if not other or other == seat:
        raise Impossible(say("{faction} is not another player in this match", faction=Thing(act.faction)))
    seats = play.opening.seats
    play.require("RO-9.2.8", seats >= SEATS_FOR_COALITION, say("a coalition needs at least four players"))
    enough = board.score(seat) >= POINTS_FOR_COALITION or not options_of(play.opening).coalition_10
    play.require("RO-AMB-11", enough, say("you need {n_points} points", n_points=POINTS_FOR_COALITION))
    formed = board.table.number(coalition(seat)) or (is_first_edition(board.setting) and board.partners(seat))
    play.require("RO-9.2.8", not formed, say("you have already formed a coalition"))
    must_be_able(play, board, other)
    play.require("RO-9.2.8", other in poorest(board, seat), say("choose a player with the fewest points"))
    play.checked()
    lay(play, seat, act.card, BOX)
    play.set(dominance(seat), act.card)
    play.set(score(seat), None)
    play.set(coalition(seat), other)
    if is_hostile(board, seat, act.faction):
        play.cite("RO-9.2.9-IIId")
        play.set(relation(seat, act.faction), INDIFFERENT)


def must_be_able(play: Play, board: Board, other: int) -> None:
    """Require a possible partner: in no coalition, with a score marker on the track (RO-AMB-11)."""
    if is_first_edition(board.setting):  # the first edition checked all this as part of "fewest points"
        return
    free, marked = not board.partners(other), not board.table.get(dominance(other))
    play.require("RO-AMB-11", free, say("{seat} is already in a coalition", seat=Thing(seat_name(other))))
    play.require("RO-AMB-11", marked, say("{seat} has activated a dominance card", seat=Thing(seat_name(other))))


def poorest(board: Board, seat: int) -> list[int]:
    """Return the other players with the fewest points, another Vagabond included."""
    barred = VAGABONDS if is_first_edition(board.setting) else ()
    able = [
        other for other in board.setting.opponents(seat)
        if not board.partners(other) and not board.table.get(dominance(other)) and board.faction(other) not in barred
    ]  # fmt: skip
    fewest = min((board.score(other) for other in able), default=0)
    return [other for other in able if board.score(other) == fewest]
