"""The standard deck's effects outside battle, and the actions that crafted cards allow."""

from __future__ import annotations

from collections.abc import Iterator

from tablescribe.domain.games.root.abilities import Abilities, Loss, faction_of
from tablescribe.domain.games.root.actions.cards import (
    BreakCodes,
    BurrowBank,
    RoyalClaim,
    StandAndDeliver,
    TaxCollector,
)
from tablescribe.domain.games.root.actions.core import Battle, Move
from tablescribe.domain.games.root.board import (
    BIRDSONG,
    BIRDSONG_END,
    BIRDSONG_START,
    DAYLIGHT,
    DAYLIGHT_START,
    EVENING_START,
    SETUP,
    Board,
    crafted,
    options_of,
    this,
)
from tablescribe.domain.games.root.pieces import warrior
from tablescribe.domain.games.root.reign import ruled
from tablescribe.domain.games.root.rules.hand import discard_card, draw, turn_down
from tablescribe.domain.games.root.rules.points import gain
from tablescribe.domain.games.root.rules.removal import remove_together, wipe
from tablescribe.domain.games.root.rules.turn import action, in_phase, in_stage
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import hand, named
from tablescribe.domain.table.names import seat as seat_name
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Text, Thing, say

ROYAL_CLAIM, STAND_AND_DELIVER, TAX_COLLECTOR = "card:royal-claim", "card:stand-and-deliver", "card:tax-collector"
COMMAND_WARREN, BURROW_BANK, COBBLER = "card:command-warren", "card:better-burrow-bank", "card:cobbler"
CODEBREAKERS = "card:codebreakers"
FAVORS = {"card:favor-of-the-foxes": "fox", "card:favor-of-the-rabbits": "rabbit", "card:favor-of-the-mice": "mouse"}

PERMITTED = {
    COMMAND_WARREN: (Battle, DAYLIGHT_START, "RO-CARD-COMMAND-WARREN"),
    COBBLER: (Move, EVENING_START, "RO-CARD-COBBLER"),
}
"""Cards that allow one move or battle, each with its stage and rule."""


used = named("used:")  # the counter for a card used this turn


def may_use(board: Board, seat: int, card: str) -> bool:
    """Return whether a seat has crafted a card and not used it this turn."""
    return board.has_crafted(seat, card) and not board.done(used(card))


def must_use(play: Play, seat: int, rule: str, card: str, *, again: bool = False) -> None:
    """Require that a seat has crafted a card and, unless `again`, not used it this turn."""
    board = Board(play.opening, play.table)
    if not board.has_crafted(seat, card):
        raise Impossible(say("{seat} has not crafted {card}", card=Thing(card), seat=Thing(seat_name(seat))))
    unused = again or not board.done(used(card))
    play.require(rule, unused, say("{card} has already been used this turn", card=Thing(card)))


def must_be_another(play: Play, rule: str, seat: int, other: int, *, enemy: bool = False) -> None:
    """Require another player; an enemy if the card says so."""
    if other not in play.opening.all_seats or other == seat:
        raise Impossible(say("name another player"))
    board = Board(play.opening, play.table)
    play.require(rule, not enemy or other not in board.partners(seat), say("name an enemy"))


def is_updated(play: Play) -> bool:
    """Return whether the updated card texts apply (RO-AMB-31)."""
    updated = options_of(play.opening).texts == "updated"
    if updated:
        play.cite("RO-AMB-31")
    return updated


def take_random_card(play: Play, seat: int, victim: int, why: Text) -> str:
    """Take a random card from another player's hand; return it, or the empty string if the hand is empty."""
    if not play.table.count(hand(victim)):
        return ""
    play.cite("RO-1.3.2")
    turn_down(play, victim)
    card = play.pick(hand(victim), victim, why, secret=True)
    play.move(card, 1, hand(victim), hand(seat))
    return card


# --- Birdsong -------------------------------------------------------------------------------------


@action(RoyalClaim)
def royal_claim(play: Play, seat: int, act: RoyalClaim) -> None:
    """Royal Claim: discard it in Birdsong to score one point for each clearing ruled (RO-CARD-ROYAL-CLAIM)."""
    rule = "RO-CARD-ROYAL-CLAIM"
    board = in_phase(play, seat, rule, BIRDSONG)
    must_use(play, seat, rule, ROYAL_CLAIM)
    play.checked()
    discard_card(play, ROYAL_CLAIM, crafted(seat))
    gain(play, seat, len(ruled(board, board.faction(seat))), rule)


@action(StandAndDeliver)
def stand_and_deliver(play: Play, seat: int, act: StandAndDeliver) -> None:
    """Stand and Deliver!: take a random card from a player, who scores one point (RO-CARD-STAND-AND-DELIVER)."""
    rule = "RO-CARD-STAND-AND-DELIVER"
    in_phase(play, seat, rule, BIRDSONG)
    must_use(play, seat, rule, STAND_AND_DELIVER, again=not is_updated(play))
    must_be_another(play, rule, seat, act.victim, enemy=is_updated(play))
    play.require(rule, play.table.count(hand(act.victim)), say("that hand is empty"))
    play.checked()
    play.add(this(used(STAND_AND_DELIVER)), 1)
    take_random_card(play, seat, act.victim, say("the card taken"))
    gain(play, act.victim, 1, rule)


@action(BurrowBank)
def burrow_bank(play: Play, seat: int, act: BurrowBank) -> None:
    """Better Burrow Bank: at the start of Birdsong, draw with another player (RO-CARD-BETTER-BURROW-BANK)."""
    rule = "RO-CARD-BETTER-BURROW-BANK"
    in_stage(play, seat, rule, BIRDSONG_START)
    must_use(play, seat, rule, BURROW_BANK)
    must_be_another(play, rule, seat, act.partner, enemy=is_updated(play))
    play.checked()
    play.add(this(used(BURROW_BANK)), 1)
    for one in (seat, act.partner):
        draw(play, one, 1, say("the bank's card"), rule)


# --- Daylight -------------------------------------------------------------------------------------


@action(TaxCollector)
def tax_collector(play: Play, seat: int, act: TaxCollector) -> None:
    """Tax Collector: once in Daylight, remove a warrior of your own to draw a card (RO-CARD-TAX-COLLECTOR)."""
    rule = "RO-CARD-TAX-COLLECTOR"
    board = in_phase(play, seat, rule, DAYLIGHT)
    must_use(play, seat, rule, TAX_COLLECTOR)
    piece = warrior(board.faction(seat))
    play.require(rule, board.at(act.at, piece), say("you have no warrior there"))
    if not board.at(act.at, piece):
        raise Impossible(say("you have no warrior there"))
    play.checked()
    play.add(this(used(TAX_COLLECTOR)), 1)
    remove_together(play, [Loss(piece, 1, act.at, board.faction(seat), "effect")])
    draw(play, seat, 1, say("the tax collector's card"), rule)


@action(BreakCodes)
def break_codes(play: Play, seat: int, act: BreakCodes) -> None:
    """Codebreakers: once in Daylight, look at a hand (RO-CARD-CODEBREAKERS). The cards seen are not recorded."""
    rule = "RO-CARD-CODEBREAKERS"
    in_phase(play, seat, rule, DAYLIGHT)
    must_use(play, seat, rule, CODEBREAKERS)
    must_be_another(play, rule, seat, act.victim)
    play.checked()
    play.add(this(used(CODEBREAKERS)), 1)


# --- sources, and effects when crafted ------------------------------------------------------------


def sources(board: Board, seat: int, deed: str) -> Iterator[str]:
    """Yield the crafted cards that allow a seat to move or battle now."""
    for card, (kind, stage, _) in PERMITTED.items():
        if kind.__name__.lower() == deed and board.stage == stage and may_use(board, seat, card):
            yield card


def permits(play: Play, seat: int, act: Action) -> bool:
    """Allow a battle at the start of Daylight (Command Warren) or a move at the start of Evening (Cobbler)."""
    by = getattr(act, "by", "")
    if by not in PERMITTED or not isinstance(act, PERMITTED[by][0]):
        return False
    _, stage, rule = PERMITTED[by]
    in_stage(play, seat, rule, stage)
    must_use(play, seat, rule, by)
    return True


def spends(play: Play, seat: int, act: Action) -> None:
    """Record that a card was used."""
    by = getattr(act, "by", "")
    if by in PERMITTED:
        play.add(this(used(by)), 1)


def when_crafted(play: Play, seat: int, card: str) -> None:
    """Favors: remove all enemy pieces in clearings of their suit (RO-CARD-FAVOR)."""
    if card in FAVORS:
        play.cite("RO-CARD-FAVOR")
        board = Board(play.opening, play.table)
        wipe(play, board.of_suit(FAVORS[card]), board.faction(seat), "effect")


def leave(play: Play, seat: int, stage: str) -> None:
    """Require the Better Burrow Bank to be used if the printed texts apply (RO-CARD-BETTER-BURROW-BANK)."""
    board = Board(play.opening, play.table)
    if stage == BIRDSONG_START and may_use(board, seat, BURROW_BANK) and not is_updated(play):
        play.require("RO-CARD-BETTER-BURROW-BANK", False, say("first the bank: you and another player draw"))


def pauses(board: Board, seat: int, stage: str) -> bool:
    """Return whether a seat has a card to use in a stage."""
    if board.stage == SETUP or board.turn != seat:
        return False
    match stage:
        case _ if stage == BIRDSONG_START:
            return may_use(board, seat, BURROW_BANK)
        case _ if stage == BIRDSONG_END:
            hands = any(board.hand(other) for other in board.setting.opponents(seat))
            return may_use(board, seat, ROYAL_CLAIM) or (hands and may_use(board, seat, STAND_AND_DELIVER))
        case _ if stage == DAYLIGHT_START:
            return may_use(board, seat, COMMAND_WARREN)
        case _ if stage == EVENING_START:
            return may_use(board, seat, COBBLER)
        case _:
            first = stage == faction_of(board, seat).daylight[0]
            return first and any(may_use(board, seat, card) for card in (TAX_COLLECTOR, CODEBREAKERS))


ABILITIES = Abilities(sources=sources, permits=permits, spends=spends, crafted=when_crafted, leave=leave, pauses=pauses)
