"""Effects of the Exiles and Partisans deck outside battle."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.abilities import Abilities, Journey, Loss, faction_of
from tablescribe.domain.games.root.actions.cards import (
    Charm,
    FalseOrders,
    GiveBack,
    Inform,
    NoInform,
    Propaganda,
    Sabotage,
    SwapMeet,
)
from tablescribe.domain.games.root.actions.core import Battle, Move
from tablescribe.domain.games.root.board import (
    BIRDSONG,
    BIRDSONG_END,
    BIRDSONG_START,
    CARD,
    CLEARINGS,
    DAYLIGHT,
    DAYLIGHT_START,
    EVENING_START,
    SETUP,
    Board,
    clearing,
    crafted,
    items,
    supply,
    this,
)
from tablescribe.domain.games.root.cards import card_of, is_ambush
from tablescribe.domain.games.root.paths import land
from tablescribe.domain.games.root.pieces import HIRELINGS, is_warrior, kind_of, owner_of, warrior
from tablescribe.domain.games.root.reign import has
from tablescribe.domain.games.root.rules.cards import (
    is_updated,
    may_use,
    must_be_another,
    must_use,
    take_random_card,
    used,
)
from tablescribe.domain.games.root.rules.hand import discard_card, draw, must_spend, spend
from tablescribe.domain.games.root.rules.moving import must_travel, travel
from tablescribe.domain.games.root.rules.placing import COFFIN, place
from tablescribe.domain.games.root.rules.points import gain
from tablescribe.domain.games.root.rules.removal import may_remove_one, remove_together
from tablescribe.domain.games.root.rules.ruling import can_place, must_place
from tablescribe.domain.games.root.rules.turn import action, in_phase, in_stage
from tablescribe.domain.games.root.windows import INFORMANTS, SWAP
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.hand import must_hold
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import bare, discard, hand, in_state, state_of
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, say

SABOTEURS, BOAT_BUILDERS = "card:saboteurs", "card:boat-builders"
PLANNERS, EMIGRE, PROPAGANDA = "card:corvid-planners", "card:eyrie-emigre", "card:propaganda-bureau"
FALSE_ORDERS, INFORMED, TUNNELS = "card:false-orders", "card:informants", "card:tunnels"
CHARM, SWAPPING, COFFIN_MAKERS = "card:charm-offensive", "card:swap-meet", "card:coffin-makers"
LEAGUE, BROKER, ENGRAVERS = "card:league-of-adventurous-mice", "card:murine-broker", "card:master-engravers"
BY_LEAGUE = "league:"
"""Prefix of the sources of moves and battles that exhaust an item: `league:sword`."""

EXHAUSTED = "exhausted"
MOVED_TO = "emigre"
"""The key of the clearing that the Emigre moved to this turn."""


# --- Birdsong -------------------------------------------------------------------------------------


@action(Sabotage)
def sabotage(play: Play, seat: int, act: Sabotage) -> None:
    """Saboteurs: discard it at the start of Birdsong to discard an enemy's crafted card (RO-CARD-SABOTEURS)."""
    rule = "RO-CARD-SABOTEURS"
    in_stage(play, seat, rule, BIRDSONG_START)
    must_use(play, seat, rule, SABOTEURS)
    must_be_another(play, rule, seat, act.victim, enemy=True)
    if card_of(play.opening, act.card) is None or not play.table.count(crafted(act.victim), act.card):
        raise Impossible(say("they have not crafted that card"))
    play.checked()
    discard_card(play, SABOTEURS, crafted(seat))
    discard_card(play, act.card, crafted(act.victim))
    play.cite(rule)


@action(FalseOrders)
def false_orders(play: Play, seat: int, act: FalseOrders) -> None:
    """False Orders: discard it in Birdsong to force an enemy to move half its warriors (RO-CARD-FALSE-ORDERS)."""
    rule = "RO-CARD-FALSE-ORDERS"
    board = in_phase(play, seat, rule, BIRDSONG)
    must_use(play, seat, rule, FALSE_ORDERS)
    enemy = board.are_enemies(board.faction(seat), act.enemy) and act.enemy not in HIRELINGS
    play.require(rule, enemy, say("choose an enemy player"))
    there = board.at(act.origin, warrior(act.enemy))
    play.require(rule, there, say("they have no warrior there"))
    if not there:
        raise Impossible(say("they have no warrior there"))
    pieces = {warrior(act.enemy): (there + 1) // 2}
    journey = must_travel(play, seat, act.enemy, act.origin, act.to, pieces, without_rule=True, load=act.load)
    play.checked()
    play.cite("RO-1.5.5")
    discard_card(play, FALSE_ORDERS, crafted(seat))
    travel(play, journey)


@action(SwapMeet)
def swap_meet(play: Play, seat: int, act: SwapMeet) -> None:
    """Swap Meet: once in Birdsong, take a random card from a player, then give one (RO-CARD-SWAP-MEET)."""
    rule = "RO-CARD-SWAP-MEET"
    in_phase(play, seat, rule, BIRDSONG)
    must_use(play, seat, rule, SWAPPING)
    must_be_another(play, rule, seat, act.victim)
    play.require(rule, play.table.count(hand(act.victim)), say("that hand is empty"))
    play.checked()
    play.set(this(used(SWAPPING)), act.victim)
    if take_random_card(play, seat, act.victim, say("the card taken")):
        play.ask(SWAP, seat)


@action(GiveBack)
def give_back(play: Play, seat: int, act: GiveBack) -> None:
    """Give a card for the one taken (RO-CARD-SWAP-MEET); other players do not see it."""
    must_hold(play, seat, act.card)
    play.checked()
    play.cite("RO-CARD-SWAP-MEET")
    victim = Board(play.opening, play.table).done(used(SWAPPING))
    if not play.table.count(hand(seat), act.card):
        play.reveal(hand(seat), CARD, act.card)
    play.move(act.card, 1, hand(seat), hand(victim or play.opening.next_seat(seat)))
    play.answered(seat)


# --- Daylight and Evening -------------------------------------------------------------------------


@action(Propaganda)
def propaganda(play: Play, seat: int, act: Propaganda) -> None:
    """Propaganda Bureau: once in Daylight, spend a card to replace an enemy warrior (RO-CARD-PROPAGANDA-BUREAU)."""
    rule = "RO-CARD-PROPAGANDA-BUREAU"
    board = in_phase(play, seat, rule, DAYLIGHT)
    must_use(play, seat, rule, PROPAGANDA)
    own = board.faction(seat)
    must_spend(play, seat, rule, act.card, *board.suits(act.at))
    play.require(rule, board.are_enemies(own, act.enemy), say("choose an enemy's warrior"))
    piece = warrior(act.enemy)
    there = board.at(act.at, piece) and may_remove_one(board, piece, own, act.at)
    play.require(rule, there, say("they have no warrior there"))
    if not board.at(act.at, piece):
        raise Impossible(say("they have no warrior there"))
    if is_updated(play):  # the updated text replaces it: both parts must be possible (RO-16.6.21)
        play.require("RO-16.6.21", board.left(own, warrior(own)), say("you have no warriors left in your supply"))
        must_place(play, own, act.at)
    play.checked()
    play.add(this(used(PROPAGANDA)), 1)
    spend(play, seat, act.card)
    if can_place(board, own, act.at):
        place(play, warrior(own), 1, act.at)
    remove_together(play, [Loss(piece, 1, act.at, own, "effect")])


@action(Charm)
def charm(play: Play, seat: int, act: Charm) -> None:
    """Charm Offensive: draw a card at the start of Evening; another player scores a point (RO-CARD-CHARM-OFFENSIVE)."""
    rule = "RO-CARD-CHARM-OFFENSIVE"
    in_stage(play, seat, rule, EVENING_START)
    must_use(play, seat, rule, CHARM)
    must_be_another(play, rule, seat, act.partner)
    play.checked()
    play.add(this(used(CHARM)), 1)
    draw(play, seat, 1, say("the charming card"), rule)
    gain(play, act.partner, 1, rule)


@action.step("informants")
def ask_for_informants(play: Play, *, seat: int, n: int) -> None:
    """Ask whether to take an ambush card instead of drawing (RO-CARD-INFORMANTS)."""
    board = Board(play.opening, play.table)
    ambushes = any(is_ambush(play.opening, card) for card in play.table.pieces(discard(CARD)))
    if ambushes and may_use(board, seat, INFORMED):
        play.then("inform", seat=seat, n=n)
        play.ask(INFORMANTS, seat)
    else:
        draw(play, seat, n, say("the cards of the evening"), "RO-HAND-1")


@action(Inform)
def inform(play: Play, seat: int, act: Inform) -> None:
    """Informants: take an ambush card from the discard pile instead of drawing (RO-CARD-INFORMANTS)."""
    play.require("RO-CARD-INFORMANTS", is_ambush(play.opening, act.card), say("choose an ambush card"))
    play.move(act.card, 1, discard(CARD), hand(seat))
    play.checked()
    play.cite("RO-1.2.2")
    for step in play.dues:
        if step.do == "inform":
            play.drop(step)
    play.answered(seat)


@action(NoInform)
def no_inform(play: Play, seat: int, act: NoInform) -> None:
    """Draw as usual instead."""
    play.checked()
    play.answered(seat)


@action.step("inform")
def draw_after_all(play: Play, *, seat: int, n: int) -> None:
    """Draw the cards of Evening if no ambush card was taken."""
    draw(play, seat, n, say("the cards of the evening"), "RO-HAND-1")


# --- lasting effects ------------------------------------------------------------------------------


def owner_seat(board: Board, card: str) -> int:
    """Return the seat that has crafted a card; 0 if none has."""
    return next((seat for seat in board.setting.all_seats if board.has_crafted(seat, card)), 0)


def joins(board: Board, owner: str, at: int) -> Iterator[tuple[int, str]]:
    """Yield adjacent clearings: along rivers with Boat Builders; with one's crafting pieces, with Tunnels."""
    if has(board, owner, BOAT_BUILDERS):
        yield from ((to, "river") for to in land(board.setting).rivers(at))
    if has(board, owner, TUNNELS) and at:
        joined = crafting_places(board, owner)
        if at in joined:
            yield from ((to, "tunnel") for to in joined if to != at)


def crafting_places(board: Board, owner: str) -> list[int]:
    """Return the clearings with crafting pieces of a faction (RO-AMB-33)."""
    pieces, zones = faction_of(board, board.factions[owner]).crafting_pieces, board.table.zones
    return [at for at in CLEARINGS if not zones.get(clearing(at), {}).keys().isdisjoint(pieces)]


def ignores_rule(board: Board, owner: str, origin: int, to: int) -> bool:
    """Corvid Planners: move regardless of who rules (RO-CARD-CORVID-PLANNERS)."""
    return has(board, owner, PLANNERS)


def resting_place(board: Board, loss: Loss) -> str | None:
    """Coffin Makers: warriors that would go to a supply go on this card instead (RO-CARD-COFFIN-MAKERS)."""
    faction_warrior = loss.piece == warrior(owner_of(loss.piece)) and kind_of(loss.piece) == "warrior"
    return COFFIN if faction_warrior and owner_seat(board, COFFIN_MAKERS) else None


def open_coffins(play: Play, seat: int) -> None:
    """Score one point for every five warriors on it; then all go to their supplies (RO-CARD-COFFIN-MAKERS)."""
    there = play.table.pieces(COFFIN)
    gain(play, seat, sum(n for piece, n in there.items() if is_warrior(piece)) // 5, "RO-CARD-COFFIN-MAKERS")
    for piece, n in there.items():
        play.move(piece, n, COFFIN, supply(owner_of(piece)))


def when_crafted(play: Play, seat: int, card: str) -> None:
    """Master Engravers score one more point for a crafted item; other players' Murine Brokers draw a card."""
    made = card_of(play.opening, card)
    board = Board(play.opening, play.table)
    if made is None or made.item is None:
        return
    if board.has_crafted(seat, ENGRAVERS):
        gain(play, seat, 1, "RO-CARD-MASTER-ENGRAVERS")
    broker = owner_seat(board, BROKER)
    if broker and broker != seat:
        draw(play, broker, 1, say("the broker's card"), "RO-CARD-MURINE-BROKER")


def moved(play: Play, journey: Journey) -> None:
    """Cite the card that allowed a move along a river, through a tunnel, or without ruling."""
    board = Board(play.opening, play.table)
    if journey.way == "river" and has(board, journey.owner, BOAT_BUILDERS):
        play.cite("RO-CARD-BOAT-BUILDERS")
    if journey.way == "tunnel" and has(board, journey.owner, TUNNELS):
        play.cite("RO-CARD-TUNNELS")
        play.cite("RO-AMB-33")
    if has(board, journey.owner, PLANNERS):
        play.cite("RO-CARD-CORVID-PLANNERS")


def enter(play: Play, seat: int, stage: str) -> None:
    """At the start of Birdsong, open coffins and refresh items; at its end, discard an Emigre that did not battle."""
    board = Board(play.opening, play.table)
    if stage == BIRDSONG_START:
        for piece, n in play.table.pieces(items(seat)).items():
            if state_of(piece) == EXHAUSTED and board.has_crafted(seat, LEAGUE):
                play.turn(items(seat), piece, bare(piece), n)
        if board.has_crafted(seat, COFFIN_MAKERS):
            open_coffins(play, seat)
    if stage == DAYLIGHT_START and may_use(board, seat, EMIGRE):
        play.cite("RO-CARD-EYRIE-EMIGRE")
        discard_card(play, EMIGRE, crafted(seat))


# --- sources of moves and battles -----------------------------------------------------------------


def sources(board: Board, seat: int, deed: str) -> Iterator[str]:
    """Yield the Emigre at the end of Birdsong, and the items that the League may exhaust in Daylight."""
    emigre = board.stage == BIRDSONG_END and may_use(board, seat, EMIGRE)
    if emigre and (deed == "battle") == bool(board.done(MOVED_TO)):
        yield EMIGRE
    if board.phase == DAYLIGHT and may_use(board, seat, LEAGUE):
        for piece in board.table.pieces(items(seat)):
            if not state_of(piece):
                yield BY_LEAGUE + piece.partition(":")[2]


def permits(play: Play, seat: int, act: Action) -> bool:
    """Allow the Emigre's move and then battle where it moved; the League's move or battle for an item."""
    board = Board(play.opening, play.table)
    if not isinstance(act, Move | Battle):
        return False
    if act.by == EMIGRE:
        rule = "RO-CARD-EYRIE-EMIGRE"
        in_stage(play, seat, rule, BIRDSONG_END)
        must_use(play, seat, rule, EMIGRE)
        to = board.done(MOVED_TO)
        if isinstance(act, Move):
            play.require(rule, not to, say("battle after the move"))
        else:
            play.require(rule, act.at == to, say("battle in the clearing you moved to"))
        return True
    if act.by.startswith(BY_LEAGUE):
        in_phase(play, seat, "RO-CARD-LEAGUE", DAYLIGHT)
        must_use(play, seat, "RO-CARD-LEAGUE", LEAGUE)
        piece = f"item:{act.by.removeprefix(BY_LEAGUE)}"
        if state_of(piece) or not play.table.count(items(seat), piece):
            raise Impossible(say("{item} is not ready there", item=Thing(piece)))
        return True
    return False


def spends(play: Play, seat: int, act: Action) -> None:
    """Record the Emigre's move or battle, or exhaust the League's item."""
    if not isinstance(act, Move | Battle):
        return
    if act.by == EMIGRE and isinstance(act, Move):
        play.set(this(MOVED_TO), act.to)
    elif act.by == EMIGRE:
        play.add(this(used(EMIGRE)), 1)
    elif act.by.startswith(BY_LEAGUE):
        play.add(this(used(LEAGUE)), 1)
        piece = f"item:{act.by.removeprefix(BY_LEAGUE)}"
        play.turn(items(seat), piece, in_state(piece, EXHAUSTED))


def pauses(board: Board, seat: int, stage: str) -> bool:
    """Return whether a seat has a card to use in a stage."""
    if board.stage == SETUP or board.turn != seat:
        return False
    match stage:
        case _ if stage == BIRDSONG_START:
            others = any(board.table.count(crafted(other)) for other in board.setting.opponents(seat))
            return others and may_use(board, seat, SABOTEURS)
        case _ if stage == BIRDSONG_END:
            return any(may_use(board, seat, card) for card in (FALSE_ORDERS, SWAPPING, EMIGRE))
        case _ if stage == EVENING_START:
            return may_use(board, seat, CHARM)
        case _:
            league = may_use(board, seat, LEAGUE) and board.table.count(items(seat)) > 0
            first = stage == faction_of(board, seat).daylight[0]
            return first and (league or (may_use(board, seat, PROPAGANDA) and board.hand(seat) > 0))


ABILITIES = Abilities(
    joins=joins, moved=moved, ignores_rule=ignores_rule, resting_place=resting_place,
    crafted=when_crafted, enter=enter, sources=sources, permits=permits, spends=spends, pauses=pauses,
)  # fmt: skip
