"""The advanced set-up (RO-16.1): its steps in order, the choice of factions, and the starting hands."""

from __future__ import annotations

from collections.abc import Callable

from tablescribe.domain.games.root.abilities import faction_named
from tablescribe.domain.games.root.actions.advanced import Choose, PutBack
from tablescribe.domain.games.root.board import (
    CARD,
    FIRST,
    TURN,
    Board,
    aside,
    catalogue_of,
    faction,
    options_of,
    supply,
)
from tablescribe.domain.games.root.cards import LOCKED, is_locked
from tablescribe.domain.games.root.parts import FactionKey
from tablescribe.domain.games.root.pieces import VAGABOND, VAGABOND2
from tablescribe.domain.games.root.rules.beginning import begin_first_turn, set_up_all, set_up_one
from tablescribe.domain.games.root.rules.hand import draw
from tablescribe.domain.games.root.rules.hireling_setup import deal_hirelings, who_hires
from tablescribe.domain.games.root.rules.homelands import by_card
from tablescribe.domain.games.root.rules.landmark_setup import deal_landmarks, who_raises
from tablescribe.domain.games.root.rules.setup_turn import (
    CHOOSING,
    HANDS,
    HIRELINGS,
    LANDMARKS,
    STEP,
    STEPS,
    begin_decision,
)
from tablescribe.domain.games.root.rules.turn import action
from tablescribe.domain.games.root.windows import FIRST_HAND
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import hand, in_state, named
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import Thing, say

POOL = "pool"  # the dealt setup cards not chosen yet
CHARACTER = "character:"  # prefix of the characters of seats, and of dealt factions before they are chosen
FIVE, KEPT = 5, 3


card_of = named("setup-card:")  # the setup card of a faction


# --- steps ----------------------------------------------------------------------------------------


def begin_steps(play: Play) -> None:
    """Begin the advanced set-up with its first step that has a decision."""
    play.cite("RO-16.1")
    play.set(STEP, LANDMARKS)
    deal_landmarks(play)
    go_on(play)


@action.step("advanced")
def go_on(play: Play) -> None:
    """Go on to the next decision: of this step, or of the first later step that has one (RO-16.1)."""
    while (step := play.table.text(STEP)) != HANDS:
        if seat := _DECIDES[step](play):
            play.set(TURN, seat)
            return
        following = STEPS[STEPS.index(step) + 1]
        play.set(STEP, following)
        _BEGINS[following](play)


def from_the_last(board: Board) -> list[int]:
    """Return the seats from the last in turn order, counterclockwise."""
    return board.setting.clockwise_from(board.table.number(FIRST))[::-1]


# --- factions by setup cards (RO-16.1.8) ----------------------------------------------------------


def draw_five_and_deal(play: Play) -> None:
    """Draw five cards for each player (RO-16.1.7), and deal the factions to choose from (RO-16.1.8-I)."""
    for seat in play.opening.all_seats:
        draw(play, seat, FIVE, say("the first hand"), "RO-16.1.7")
    play.cite("RO-16.1.8")
    if by_card(Board(play.opening, play.table)):
        deal_factions(play)


def deal_factions(play: Play) -> None:
    """Deal one militant faction, then one of all other factions for each player (RO-16.1.8-I)."""
    board = Board(play.opening, play.table)
    free = [key for key in playable(board) if key not in barred(board)]
    kinds = {key: catalogue_of(play.opening).factions[key].kind for key in free}
    dealt = [deal(play, [key for key in free if kinds[key] == "militant"])]
    if not insurgents_play(board):
        play.cite("RO-16.1.8-I-a")
        free = [key for key in free if kinds[key] == "militant"]
    for _ in play.opening.all_seats:
        left = [key for key in free if key not in dealt]
        if left:
            dealt.append(deal(play, left))
    if kinds[dealt[-1]] == "insurgent":
        play.cite("RO-16.1.8-I-b")
        play.turn(POOL, card_of(dealt[-1]), in_state(card_of(dealt[-1]), LOCKED))


def playable(board: Board) -> list[FactionKey]:
    """Return the factions that can be dealt."""
    return [key for key in catalogue_of(board.setting).factions if faction_named(key).playable]


def barred(board: Board) -> set[str]:
    """Return the factions excluded because their hireling is in play (RO-16.1.6-V)."""
    in_play = {key: one for key, one in catalogue_of(board.setting).hirelings.items() if board.table.get(f"side:{key}")}
    found = {str(one.bars) for one in in_play.values() if one.bars}
    return found | ({VAGABOND2} if VAGABOND in found else set())


def insurgents_play(board: Board) -> bool:
    """Return whether insurgents are dealt; for two players only with hirelings and by option (RO-16.1.8-I-a)."""
    options = options_of(board.setting)
    return board.setting.seats > 2 or (options.insurgents_for_two and options.hirelings)


def deal(play: Play, among: list[FactionKey]) -> FactionKey:
    """Deal one of these factions; a Vagabond also gets a random unused character (RO-16.1.8-I-c)."""
    play.cite("RO-16.1.8-I")
    drawn = play.roll("setup card", dict.fromkeys(among, 1), 1, say("which faction is dealt"))
    key = next(one for one in among if one == drawn)
    play.move(card_of(key), 1, BOX, POOL)
    if key in (VAGABOND, VAGABOND2):
        play.cite("RO-16.1.8-I-c")
        used = {play.table.get(CHARACTER + other) for other in (VAGABOND, VAGABOND2)}
        left = [one.id for one in catalogue_of(play.opening).characters if one.id not in used]
        why = say("the character of {faction}", faction=Thing(key))
        play.set(CHARACTER + key, play.roll("character", dict.fromkeys(left, 1), 1, why))
    return key


def who_chooses(play: Play) -> int:
    """Return the seat that chooses or sets up its faction now; 0 when all have (RO-16.1.8-II)."""
    board = Board(play.opening, play.table)
    if not by_card(board):
        return set_up_all(play)
    for seat in from_the_last(board):
        if not board.faction(seat) or not set_up_one(play, seat):
            return seat
    return 0


@action(Choose)
def choose(play: Play, seat: int, act: Choose) -> None:
    """Choose a dealt faction and begin to set it up (RO-16.1.8-II)."""
    board = begin_decision(play, seat, CHOOSING, "RO-16.1.8-II")
    play.require("RO-16.1.8-II", not board.faction(seat), say("you already have a faction"))
    lying = next(
        (card for card in play.table.pieces(POOL) if card.startswith(card_of(act.faction) + ".")), card_of(act.faction)
    )
    play.require(
        "RO-16.1.8-I", play.table.count(POOL, lying), say("{faction} was not dealt", faction=Thing(act.faction))
    )
    locked = is_locked(board, lying)
    play.require("RO-16.1.8-I-b", not locked, say("this faction is locked until a militant faction has been chosen"))
    if board.faction(seat) or not play.table.count(POOL, lying):
        raise Impossible(say("{faction} cannot be chosen", faction=Thing(act.faction)))
    play.checked()
    play.turn(POOL, lying, card_of(act.faction))
    play.move(card_of(act.faction), 1, POOL, BOX)
    play.set(faction(seat), act.faction)
    for piece, n in sorted(catalogue_of(play.opening).pieces[act.faction].items()):
        play.move(piece, n, BOX, supply(act.faction))
    if character := play.table.get(CHARACTER + act.faction):
        play.cite("RO-16.1.8-I-c")
        play.set(f"{CHARACTER}{seat}", character)
        play.set(CHARACTER + act.faction, None)


# --- the hands that are kept (RO-16.1.10) ---------------------------------------------------------


def ask_for_hands(play: Play) -> None:
    """Ask each player to put back two of five cards (RO-16.1.10)."""
    for key in (VAGABOND, VAGABOND2):
        play.set(CHARACTER + key, None)
    for card in list(play.table.pieces(POOL)):
        play.turn(POOL, card, card.partition(".")[0])
        play.move(card.partition(".")[0], 1, POOL, BOX)
    play.then("first_hands")
    play.ask(FIRST_HAND, *play.opening.all_seats)


@action(PutBack)
def put_back(play: Play, seat: int, act: PutBack) -> None:
    """Put a card back, face down; once all players have put back two, shuffle them into the deck (RO-16.1.10)."""
    laid = sum(play.table.pieces(aside(seat)).values())
    play.require("RO-16.1.10", laid < FIVE - KEPT, say("keep three cards"))
    if act.card or play.table.count(hand(seat)):
        play.move(act.card, 1, hand(seat), aside(seat))
    play.checked()
    if laid + 1 >= FIVE - KEPT or not play.table.count(hand(seat)):
        play.answered(seat)


@action.step("first_hands")
def shuffle_the_rest(play: Play) -> None:
    """Shuffle the cards put back into the deck, and begin the first turn (RO-16.1.10)."""
    play.cite("RO-16.1.9")
    play.cite("RO-16.1.10")
    for seat in play.opening.all_seats:
        play.shuffle_in(aside(seat), CARD)
    play.set(STEP, None)
    begin_first_turn(play)


_DECIDES: dict[str, Callable[[Play], int]] = {
    LANDMARKS: who_raises, HIRELINGS: who_hires, CHOOSING: who_chooses,
}  # fmt: skip
_BEGINS: dict[str, Callable[[Play], None]] = {
    HIRELINGS: deal_hirelings, CHOOSING: draw_five_and_deal, HANDS: ask_for_hands,
}  # fmt: skip
