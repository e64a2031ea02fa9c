"""Services that the Riverfolk sell (RO-11.2.6): hand cards, riverboats, mercenaries in rule and battle."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.abilities import Fight, Loss, Tiers
from tablescribe.domain.games.root.actions.riverfolk import Buy, NoService, PayItem
from tablescribe.domain.games.root.board import Board, supply, this
from tablescribe.domain.games.root.paths import land
from tablescribe.domain.games.root.pieces import RIVERFOLK, VAGABOND, VAGABOND2, kind_of, warrior
from tablescribe.domain.games.root.reign import MERCENARIES, employer
from tablescribe.domain.games.root.rules.citing import cite_now
from tablescribe.domain.games.root.rules.fights import key, read_fight, stands
from tablescribe.domain.games.root.rules.funds import PAYMENTS, SERVICES_SOLD, WARRIOR, open_hand, posts_at, price
from tablescribe.domain.games.root.rules.turn import action, awaiting, drop
from tablescribe.domain.games.root.rules.vagabond_items import exhaust, ready, ready_items
from tablescribe.domain.games.root.windows import ITEMS_PAID, SERVICES
from tablescribe.domain.rules.hand import must_hold
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import deck_of, hand
from tablescribe.domain.table.table import HIDDEN, Impossible
from tablescribe.domain.words.text import say

BOUGHT, BOATS = "services", "boats"
"""The counters of a turn: services bought, and whether riverboats were among them."""

ON_MERCENARIES = key("on-mercenaries")
"""In a battle, the hits taken by the buyer's own warriors minus those taken by mercenaries."""


def is_vagabond(board: Board, seat: int) -> bool:
    """Return whether a seat pays with items (RO-11.2.6)."""
    return board.faction(seat) in (VAGABOND, VAGABOND2)


# --- buying (RO-11.2.6) ---------------------------------------------------------------------------


def most_services(board: Board, seat: int) -> int:
    """Return how many services a seat may buy: one, and one for each clearing with a trade post and its pieces."""
    owner = board.faction(seat)
    return 1 + sum(bool(posts_at(board, at) and board.count(owner, at)) for at in range(1, 13))


def means(board: Board, seat: int) -> int:
    """Return what a seat can pay: warriors in its supply, or ready items."""
    if is_vagabond(board, seat):
        return sum(ready(board, seat, name) for name in ready_items(board, seat))
    return board.left(board.faction(seat))


def is_sold(board: Board, seat: int, service: str) -> bool:
    """Return whether a service is on sale to a seat now, apart from its price."""
    match service:
        case "hand":
            return board.hand(board.seat_of(RIVERFOLK)) > 0
        case "boats":
            return not board.done(BOATS)
        case _:
            return not board.done(MERCENARIES) and not is_vagabond(board, seat)


def can_buy(board: Board, seat: int) -> bool:
    """Return whether a seat can buy any service now."""
    if board.done(BOUGHT) >= most_services(board, seat):
        return False
    most = means(board, seat)
    return any(is_sold(board, seat, one) and board.table.number(price(one)) <= most for one in SERVICES_SOLD)


@action.step("services")
def ask_services(play: Play, *, seat: int) -> None:
    """Ask whether to buy a service, if one is affordable (RO-11.2.6). The Riverfolk's hand is revealed first."""
    open_hand(play)
    if can_buy(Board(play.opening, play.table), seat):
        play.ask(SERVICES, seat)


@action(Buy)
def buy(play: Play, seat: int, act: Buy) -> None:
    """Buy a service at the start of Birdsong (RO-11.2.6)."""
    board = Board(play.opening, play.table)
    seller = board.seat_of(RIVERFOLK)
    enough = board.done(BOUGHT) < most_services(board, seat)
    play.require("RO-11.2.6", enough, say("you cannot buy more services this turn"))
    cost = board.table.number(price(act.service))
    can_pay = means(board, seat) >= cost
    play.require("RO-11.2.6", can_pay, say("that costs {price}, more than you can pay", price=cost))
    if not can_pay or not seller:
        raise Impossible(say("you cannot pay for that"))
    must_be_sold(play, seat, act)
    play.checked()
    play.add(this(BOUGHT), 1)
    play.answered(seat)
    play.then("services", seat=seat)
    pay(play, seat, cost)
    deliver(play, seat, act)


def must_be_sold(play: Play, seat: int, act: Buy) -> None:
    """Require that the service is on sale: which are sold once, and to whom (RO-11.2.7)."""
    board = Board(play.opening, play.table)
    if (act.service == "hand") != bool(act.card):
        raise Impossible(say("name a card only when you buy a hand card"))
    if act.service == "hand":
        play.cite("RO-11.2.7-I")
        if deck_of(act.card) != "card" or act.card.startswith(HIDDEN):
            raise Impossible(say("name the card"))
        must_hold(play, board.seat_of(RIVERFOLK), act.card)
    elif act.service == "boats":
        play.require("RO-11.2.7-II", not board.done(BOATS), say("you can buy riverboats only once a turn"))
    else:
        play.require("RO-11.2.7-III", not board.done(MERCENARIES), say("you can buy mercenaries only once a turn"))
        play.require("RO-11.2.7-III", not is_vagabond(board, seat), say("the Vagabond cannot buy mercenaries"))


def pay(play: Play, seat: int, n: int) -> None:
    """Pay with warriors from the supply; a Vagabond exhausts items, and Riverfolk warriors are paid (RO-11.2.6)."""
    board = Board(play.opening, play.table)
    owner = board.faction(seat)
    if is_vagabond(board, seat):
        play.move(WARRIOR, min(n, board.left(RIVERFOLK)), supply(RIVERFOLK), PAYMENTS)
        play.then("pay_items", seat=seat, n=n)
    else:
        play.move(warrior(owner), n, supply(owner), PAYMENTS)


@action.step("pay_items")
def pay_items(play: Play, *, seat: int, n: int) -> None:
    """Ask which items to exhaust, if there is a choice."""
    board = Board(play.opening, play.table)
    kinds = ready_items(board, seat)
    if not n or not kinds:
        return
    if len(kinds) == 1 or means(board, seat) <= n:
        for name in kinds:
            for _ in range(min(n, ready(board, seat, name))):
                exhaust(play, seat, name)
        return
    play.then("pay_items", seat=seat, n=n)
    play.ask(ITEMS_PAID, seat)


@action(PayItem)
def pay_item(play: Play, seat: int, act: PayItem) -> None:
    """Exhaust an item for a service (RO-11.2.6)."""
    board = Board(play.opening, play.table)
    if not ready(board, seat, act.item):
        raise Impossible(say("that item is not ready"))
    waiting = awaiting(play.table, "pay_items")
    play.cite("RO-11.2.6")
    play.checked()
    exhaust(play, seat, act.item)
    drop(play, "pay_items")
    if waiting:
        play.then("pay_items", seat=seat, n=int(waiting["n"]) - 1)
    play.answered(seat)


def deliver(play: Play, seat: int, act: Buy) -> None:
    """Give the buyer the service (RO-11.2.7)."""
    if act.service == "hand":
        seller = Board(play.opening, play.table).seat_of(RIVERFOLK)
        if not play.table.count(hand(seller), act.card):
            play.reveal(hand(seller), "card", act.card)
        play.move(act.card, 1, hand(seller), hand(seat))
    else:
        play.set(this(BOATS if act.service == "boats" else MERCENARIES), 1)


@action(NoService)
def no_service(play: Play, seat: int, act: NoService) -> None:
    """Buy no more services."""
    play.checked()
    play.answered(seat)


# --- riverboats (RO-11.2.7-II) --------------------------------------------------------------------


def joins(board: Board, owner: str, at: int) -> Iterator[tuple[int, str]]:
    """Make rivers paths for the Riverfolk (RO-11.2.2), and this turn for a buyer of riverboats (RO-11.2.7-II)."""
    boats = board.done(BOATS) and owner == board.faction(board.turn)
    if owner == RIVERFOLK or boats:
        yield from ((to, "river") for to in land(board.setting).rivers(at))


def ignores_rule(board: Board, owner: str, origin: int, to: int) -> bool:
    """The Riverfolk move along rivers regardless of who rules (RO-11.2.2)."""
    return owner == RIVERFOLK and to in land(board.setting).rivers(origin)


# --- mercenaries (RO-11.2.7-III) ------------------------------------------------------------------


def mercenaries(board: Board, fight: Fight, side: str) -> int:
    """Return the number of mercenaries on a side; they do not fight the Riverfolk (RO-11.2.7-III)."""
    if not side or side != employer(board) or fight.enemy(side) == RIVERFOLK:
        return 0
    return board.at(fight.at, WARRIOR)


def more_cap(board: Board, fight: Fight, side: str) -> int:
    """Mercenaries count for the buyer's limit of rolled hits (RO-11.2.7-III)."""
    return mercenaries(board, fight, side)


def defenceless(board: Board, fight: Fight, side: str) -> bool | None:
    """A side with mercenaries is not defenceless (RO-11.2.7-III)."""
    return False if mercenaries(board, fight, side) else None


def keeps_standing(board: Board, piece: str, by: str, cause: str) -> bool:
    """The buyer cannot remove mercenaries by effects (RO-11.2.7-III)."""
    return piece == WARRIOR and by != "" and by == employer(board) and cause != "battle"


def targets(board: Board, fight: Fight, side: str) -> Tiers | None:
    """Split hits between own warriors and mercenaries; an odd hit falls on own warriors (RO-11.2.7-IIIa)."""
    if not mercenaries(board, fight, side):
        return None
    there = [piece for piece, _ in board.pieces(side, fight.at) if stands(board, piece, fight, side)]
    own = tuple(piece for piece in there if kind_of(piece) == "warrior")
    rest = tuple(piece for piece in there if kind_of(piece) in ("building", "token"))
    hired = (WARRIOR,)
    first, second = (hired, own) if board.table.number(ON_MERCENARIES) > 0 else (own, hired)
    return first, second, rest


def rolled(play: Play, fight: Fight) -> None:
    """Cite that mercenaries fight for the buyer (RO-11.2.7-III)."""
    board = Board(play.opening, play.table)
    if mercenaries(board, fight, fight.attacker) or mercenaries(board, fight, fight.defender):
        play.cite("RO-11.2.7-III")
        play.cite("RO-16.6.33")
        cite_now(play, "RO-1.5.2")


def removed(play: Play, loss: Loss) -> None:
    """Count who has taken the hits of the battle (RO-11.2.7-IIIa)."""
    board = Board(play.opening, play.table)
    fight, hired_by = read_fight(board.table), employer(board)
    fighting = hired_by and hired_by in (fight.attacker, fight.defender) and fight.enemy(hired_by) == loss.by
    if not fighting or loss.at != fight.at or loss.cause not in ("battle", "ambush"):
        return
    if loss.piece == WARRIOR:
        play.cite("RO-11.2.7-IIIa")
        play.add(ON_MERCENARIES, -loss.n)
    elif loss.piece in (warrior(hired_by), "hundreds:warlord"):
        play.add(ON_MERCENARIES, loss.n)
