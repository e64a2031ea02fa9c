"""The Duchy's ministers (RO-12.5.2, RO-12.5.3): who may act, the Banker, the lords, and swaying."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tablescribe.domain.games.root.actions.duchy import Back, Bank, Proclaim, Sway
from tablescribe.domain.games.root.board import (
    BIRD,
    CARD,
    CLEARINGS,
    FIRST_EDITION,
    SECOND_EDITION,
    SUITS,
    Board,
    catalogue_of,
    this,
)
from tablescribe.domain.games.root.cards import held, suit_of
from tablescribe.domain.games.root.pieces import DUCHY
from tablescribe.domain.games.root.rules.hand import must_spend, spend
from tablescribe.domain.games.root.rules.points import gain
from tablescribe.domain.games.root.rules.turn import action, awaiting, in_stage, must_play, one_less, pass_on
from tablescribe.domain.games.root.tables import RankOf
from tablescribe.domain.games.root.windows import BACKING
from tablescribe.domain.rules.hand import cards, lay, must_hold
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import face_down, hand, named
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, say

PARLIAMENT, SWAYING = "parliament", "swaying"
SWAYED, UNSWAYED, REVEALED = "ministers", "unswayed", "revealed:duchy"
CROWNS = "crowns:"
TWICE = "brigadier"  # the minister who acts twice
BANK_SUIT, BANKING = "bank-suit", "banking"
MUD_POINTS, MUD_TUNNELS = 2, 3


minister = named("minister:")  # the piece of a minister


def rank_of(board: Board, name: str) -> str:
    """Return a minister's rank."""
    return next((rank for one, rank in catalogue_of(board.setting).duchy.ministers.items() if one == name), "")


def of_rank(board: Board, rank: str) -> RankOf:
    """Return the cards and points for swaying a minister of a rank (RO-12.5.3)."""
    return next(one for name, one in catalogue_of(board.setting).duchy.ranks.items() if name == rank)


def has_minister(board: Board, name: str) -> bool:
    """Return whether a minister has been swayed."""
    return board.table.count(SWAYED, minister(name)) > 0


def crowns(board: Board, rank: str) -> int:
    """Return the number of crowns left of a rank."""
    return board.table.number(CROWNS + rank)


# --- who may act (RO-12.5.2) ----------------------------------------------------------------------


def limit(by: str) -> int:
    """Return the number of times a minister may act: twice for the Brigadier, else once."""
    return 2 if by.rpartition(":")[2] == TWICE else 1


def used(board: Board, by: str) -> int:
    """Return how often a minister has acted this turn; `mayor:captain` is the Mayor acting as the Captain."""
    return board.done(f"minister:{by.partition(':')[0]}")


def is_busy(board: Board, by: str, deed: str) -> bool:
    """Return whether a minister has begun another kind of action than this one."""
    begun = board.table.text(this(f"deed:{by.partition(':')[0]}"))
    return bool(begun) and begun != f"{by}/{deed}"


def may_act_by(board: Board, by: str, deed: str = "") -> bool:
    """Return whether a swayed minister may still act: each once, the Mayor as any squire or noble."""
    actor, _, other = by.partition(":")
    if not has_minister(board, actor) or (other and (actor != "mayor" or not has_minister(board, other))):
        return False
    if other and (rank_of(board, other) == "lord" or other == "mayor"):
        return False
    return used(board, by) < limit(by) and not (deed and is_busy(board, by, deed))


def ministers_to_act(board: Board, deed: str = "") -> list[str]:
    """Return the ministers that may act, including those that the Mayor can act as."""
    swayed = [piece.partition(":")[2] for piece in board.table.each(SWAYED)]
    each = [*(name for name in swayed if name != "mayor"), *(f"mayor:{name}" for name in swayed if name != "mayor")]
    return [by for by in each if may_act_by(board, by, deed)]


def must_act_by(play: Play, by: str, deed: str = "") -> None:
    """Require a swayed minister that has not acted yet (RO-12.5.2)."""
    board = Board(play.opening, play.table)
    name = Thing(minister(by.rpartition(":")[2]))
    play.require("RO-12.5.2", may_act_by(board, by, deed), say("{minister} cannot act now", minister=name))


def uses(play: Play, by: str, deed: str) -> None:
    """Record that a minister acted; this ends the Banker's spending, if it was in progress."""
    actor = by.partition(":")[0]
    if bank_lasts(play.opening):
        play.set(this(BANKING), None)
    play.add(this(f"minister:{actor}"), 1)
    play.set(this(f"deed:{actor}"), f"{by}/{deed}")


# --- the Banker, and the lords --------------------------------------------------------------------


@action(Bank)
def bank(play: Play, seat: int, act: Bank) -> None:
    """Banker: spend cards of one suit for one point each (RO-12.5.2)."""
    pass_on(play, seat, "assembly", PARLIAMENT)
    board = in_stage(play, seat, "RO-12.5.2", PARLIAMENT)
    must_play(play, seat, DUCHY)
    goes_on = board.table.text(this(BANKING)) == act.by
    play.require("RO-12.5.2", goes_on or may_act_by(board, act.by), say("the Banker has already acted"))
    suit = board.table.text(this(BANK_SUIT)) if goes_on else ""
    must_spend(play, seat, "RO-12.5.2", act.card, *([suit] if suit else []))
    play.checked()
    if not goes_on:
        uses(play, act.by, "bank")
        play.set(this(BANKING), act.by)
        play.set(this(BANK_SUIT), None)
    mine = suit_of(play.opening, act.card)
    if mine != BIRD:
        play.set(this(BANK_SUIT), mine)
    spend(play, seat, act.card)
    gain(play, seat, 1, "RO-12.5.2")


def banks_on(board: Board, seat: int) -> bool:
    """Return whether the Banker may spend one more card: one of the suit, or an unseen one, is in hand."""
    suit = board.table.text(this(BANK_SUIT))
    begun = bool(board.table.get(this(BANKING))) and bank_lasts(board.setting)
    return begun and bool(held(board, seat, *([suit] if suit else [])))


def bank_lasts(setting: Setting) -> bool:
    """Return whether the Banker spends until another minister acts; the first two editions ended it sooner."""
    return setting.edition not in (FIRST_EDITION, SECOND_EDITION)


@action(Proclaim)
def proclaim(play: Play, seat: int, act: Proclaim) -> None:
    """Score for a lord: three tunnels, markets or citadels (RO-12.5.2)."""
    pass_on(play, seat, "assembly", PARLIAMENT)
    board = in_stage(play, seat, "RO-12.5.2", PARLIAMENT)
    must_play(play, seat, DUCHY)
    must_act_by(play, act.minister)
    play.checked()
    uses(play, act.minister, "score")
    tunnels = MUD_POINTS if board.on_map("duchy:tunnel") == MUD_TUNNELS else 0
    points = {
        "duchess-of-mud": tunnels, "baron-of-dirt": board.on_map("duchy:market"),
        "earl-of-stone": board.on_map("duchy:citadel"),
    }  # fmt: skip
    gain(play, seat, points[act.minister], "RO-12.5.2")


# --- swaying (RO-12.5.3) --------------------------------------------------------------------------


def backing(board: Board) -> Counter[str]:
    """Return the number of clearings of each suit with a Duchy piece; the Lost City counts as any suit (RO-L6)."""
    there = [at for at in CLEARINGS if board.count(DUCHY, at)]
    return Counter("any" if len(board.suits(at)) > 1 else board.suit(at) for at in there)


def can_be_backed(board: Board, shown: Iterable[str]) -> bool:
    """Return whether each of these suits matches a different clearing with a Duchy piece (RO-12.5.3-II)."""
    free, wanted = backing(board), Counter(shown)
    lacking = sum(max(0, wanted[suit] - free[suit]) for suit in SUITS)
    return lacking <= free["any"] and sum(wanted.values()) <= sum(free.values())


def could_back(board: Board, seat: int, shown: list[str], n: int, *, now: str = "") -> bool:
    """Return whether the hand, without the card shown `now`, could provide `n` more; an unseen card may be any."""
    there = Counter({card: board.table.count(hand(seat), card) for card in cards(board.table, hand(seat), CARD)})
    there[now if there[now] else face_down(CARD)] -= bool(now)
    suits = [suit_of(board.setting, card) or BIRD for card in there.elements()]
    taken = list(shown)
    for suit in sorted(suits, key=lambda one: one == BIRD):
        if len(taken) < len(shown) + n and can_be_backed(board, [*taken, suit]):
            taken.append(suit)
    return len(taken) == len(shown) + n


def can_sway(board: Board, seat: int, name: str) -> bool:
    """Return whether a minister can be swayed now."""
    rank = rank_of(board, name)
    return bool(rank) and crowns(board, rank) > 0 and could_back(board, seat, [], of_rank(board, rank).cards)


@action(Sway)
def sway(play: Play, seat: int, act: Sway) -> None:
    """Sway a minister whose rank has a crown left, by revealing matching cards (RO-12.5.3)."""
    for stage in ("assembly", PARLIAMENT):
        pass_on(play, seat, stage, SWAYING)
    board = in_stage(play, seat, "RO-12.5.3", SWAYING)
    must_play(play, seat, DUCHY)
    if not play.table.count(UNSWAYED, minister(act.minister)):
        raise Impossible(say("{minister} is already swayed", minister=Thing(minister(act.minister))))
    rank = rank_of(board, act.minister)
    needed = of_rank(board, rank).cards
    play.require("RO-12.5.3", not board.done("swayed"), say("you can sway only one minister each turn"))
    play.require("RO-12.5.3", crowns(board, rank) > 0, say("you have no crowns of that rank left"))
    enough = could_back(board, seat, [], needed)
    play.require(
        "RO-12.5.3-II",
        enough,
        say("you cannot reveal enough cards: each needs a different clearing of its suit with your pieces"),
    )
    if board.hand(seat) < needed:
        raise Impossible(say("you have too few cards"))
    play.checked()
    play.add(this("swayed"), 1)
    play.then("backing", seat=seat, minister=act.minister, shown=[], n=needed)


@action.step("backing")
def ask_for_backing(play: Play, *, seat: int, minister: str, shown: list[str], n: int) -> None:
    """Ask for the next card; once all are revealed, the minister is swayed."""
    if n and play.table.count(hand(seat)):
        play.then("backing", seat=seat, minister=minister, shown=shown, n=n)
        play.ask(BACKING, seat)
        return
    board = Board(play.opening, play.table)
    rank = rank_of(board, minister)
    play.cite("RO-12.5.3")
    play.move(f"minister:{minister}", 1, UNSWAYED, SWAYED)
    play.add(CROWNS + rank, -min(1, crowns(board, rank)))
    gain(play, seat, of_rank(board, rank).points)


@action(Back)
def back(play: Play, seat: int, act: Back) -> None:
    """Reveal a card that matches another clearing with a Duchy piece (RO-12.5.3-II)."""
    board = Board(play.opening, play.table)
    waiting = awaiting(play.table, "backing")
    must_hold(play, seat, act.card)
    shown = [*waiting.get("shown", []), suit_of(play.opening, act.card)]
    fits = can_be_backed(board, shown)
    play.require("RO-12.5.3-II", fits, say("you have no pieces in another clearing of its suit"))
    rest = could_back(board, seat, shown, int(waiting.get("n", 1)) - 1, now=act.card)
    play.require(
        "RO-12.5.3-II",
        rest,
        say("you cannot reveal enough cards: each needs a different clearing of its suit with your pieces"),
    )
    play.checked()
    reveal_for(play, seat, act.card)
    one_less(play, "backing", shown=shown)
    play.answered(seat)


def reveal_for(play: Play, seat: int, card: str) -> None:
    """Reveal a card from the hand until Evening (RO-12.6.1)."""
    play.cite("RO-16.6.23")
    lay(play, seat, card, REVEALED)
