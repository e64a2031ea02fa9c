"""The Keepers' Retinue (RO-15.5): its columns are resolved in order, each card at most once."""

from __future__ import annotations

from tablescribe.domain.games.root.abilities import Fight
from tablescribe.domain.games.root.actions.keepers import Delve, March, NoDelve, Recover, Venture
from tablescribe.domain.games.root.board import BIRD, CLEARINGS, Board, catalogue_of, clearing, forest, this
from tablescribe.domain.games.root.cards import suit_of
from tablescribe.domain.games.root.paths import land
from tablescribe.domain.games.root.pieces import KEEPERS, warrior
from tablescribe.domain.games.root.reign import rules
from tablescribe.domain.games.root.rules.battle import must_battle, start
from tablescribe.domain.games.root.rules.hand import discard_card
from tablescribe.domain.games.root.rules.moving import must_travel, travel
from tablescribe.domain.games.root.rules.points import gain
from tablescribe.domain.games.root.rules.relics import RELICS, columns, is_relic, relics_in, value_of
from tablescribe.domain.games.root.rules.turn import action, awaiting, in_stage, must_play, pass_on
from tablescribe.domain.games.root.windows import DELVE
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import deck_of, numbered
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import Thing, say

WARRIOR = warrior(KEEPERS)
RETAINER = "retainer"  # a Faithful Retainer, a bird (RO-15.5.3)
COLUMNS = (1, 2, 3)
MOVING, VENTURING, RECOVERING = STAGES = ("retinue-1", "retinue-2", "retinue-3")
AGAIN = "recovering"  # the card that is recovering relics


retinue = numbered("retinue:")  # the zone of a column


def retinue_size(board: Board) -> int:
    """Return the number of cards in the Retinue."""
    return sum(board.table.count(retinue(column)) for column in COLUMNS)


def suit_of_card(setting: Setting, card: str) -> str:
    """Return the suit of a Retinue card; Retainers count as birds."""
    return BIRD if card == RETAINER else suit_of(setting, card)


def unused(board: Board, column: int) -> list[str]:
    """Return the cards of a column that have not been resolved this turn."""
    laid = board.table.pieces(retinue(column))
    return [card for card, n in laid.items() if n > board.done(f"used:{column}:{card}")]


def recovers_on(board: Board) -> str:
    """Return the card that may recover again."""
    return board.table.text(this(AGAIN))


def has_retinue_work(board: Board, stage: str) -> bool:
    """Return whether a card of that stage's column could still be resolved."""
    column = STAGES.index(stage) + 1
    if not board.has(KEEPERS, "warrior") and not (column == 3 and board.has(KEEPERS, "building")):
        return False
    return bool(unused(board, column)) or (column == 3 and bool(recovers_on(board)))


def must_carry_out(play: Play, seat: int, rule: str, stage: str, card: str, at: int) -> Board:
    """Require an unresolved card of the current column, in a clearing of its suit (RO-15.5.2)."""
    for earlier in ("craft", *STAGES[: STAGES.index(stage)]):
        pass_on(play, seat, earlier, stage)
    board = in_stage(play, seat, rule, stage)
    must_play(play, seat, KEEPERS)
    column = STAGES.index(stage) + 1
    if not play.table.count(retinue(column), card):
        raise Impossible(say("{card} is not in that column", card=Thing(card)))
    free = card in unused(board, column) or (
        stage == RECOVERING and rule == "RO-15.5.2-III" and recovers_on(board) == card
    )
    play.require("RO-15.5.2", free, say("{card} has already been resolved", card=Thing(card)))
    suit = suit_of_card(play.opening, card)
    play.require("RO-15.5.2", suit == BIRD or suit in board.suits(at), say("you must be in a clearing of its suit"))
    return board


def use(play: Play, column: int, card: str) -> None:
    """Record that a card was resolved."""
    play.add(this(f"used:{column}:{card}"), 1)
    play.set(this(AGAIN), None)


def discard_retinue(play: Play, column: int, card: str) -> None:
    """Discard a Retinue card; a Faithful Retainer leaves the game (RO-15.5.3)."""
    if card == RETAINER:
        play.cite("RO-15.5.3")
        play.move(card, 1, retinue(column), BOX)
    else:
        discard_card(play, card, retinue(column))
    if play.table.number(this(f"used:{column}:{card}")):
        play.add(this(f"used:{column}:{card}"), -1)


# --- moving (RO-15.5.2-I, RO-15.5.2-III) ----------------------------------------------------------


@action(March)
def march(play: Play, seat: int, act: March) -> None:
    """Move from a clearing of the card's suit; each warrior may carry a relic (RO-15.5.2-I, RO-15.2.4)."""
    third = Board(play.opening, play.table).stage == RECOVERING
    stage, rule = (RECOVERING, "RO-15.5.2-III") if third else (MOVING, "RO-15.5.2-I")
    board = must_carry_out(play, seat, rule, stage, act.card, act.origin)
    if third and act.card not in unused(board, 3):
        play.require("RO-15.5.2", False, say("{card} has already been resolved", card=Thing(act.card)))
    play.cite("RO-15.2.4")
    journey = must_travel(play, seat, KEEPERS, act.origin, act.to, {WARRIOR: act.n}, load=act.load)
    play.checked()
    use(play, 3 if third else 1, act.card)
    travel(play, journey)


# --- battle, then delve (RO-15.5.2-II) ------------------------------------------------------------


def enemies_at(board: Board, at: int) -> list[str]:
    """Return the enemies with pieces in a clearing."""
    return [owner for owner in board.owners(at) if board.are_enemies(KEEPERS, owner)]


@action(Venture)
def venture(play: Play, seat: int, act: Venture) -> None:
    """Battle if enemy pieces are there; then delve where the Keepers rule with a warrior (RO-15.5.2-II)."""
    board = must_carry_out(play, seat, "RO-15.5.2-II", VENTURING, act.card, act.at)
    play.require("RO-15.5.2-II", board.at(act.at, WARRIOR), say("you need a warrior there"))
    if act.defender is None:
        alone = not enemies_at(board, act.at)
        play.require("RO-15.5.2-II", alone, say("battle the enemy pieces there first"))
    else:
        must_battle(play, KEEPERS, act.defender, act.at)
    play.checked()
    use(play, 2, act.card)
    play.then("delving", seat=seat, card=act.card, at=act.at)
    if act.defender is not None:
        start(play, Fight(act.at, KEEPERS, act.defender, seat, ""))


def delves(board: Board, at: int) -> list[tuple[str, str]]:
    """Return the relics that can be delved to a clearing, each with its forest (RO-15.5.2-IIb)."""
    if not rules(board, KEEPERS, at) or not board.at(at, WARRIOR):
        return []
    lie = land(board.setting)
    return [(name, relic) for name in lie.forests_at(at) for relic in relics_in(board, forest(name))]


@action.step("delving")
def delving(play: Play, *, seat: int, card: str, at: int) -> None:
    """Ask whether to delve, if possible."""
    if delves(Board(play.opening, play.table), at):
        play.then("delved", seat=seat, card=card, at=at)
        play.ask(DELVE, seat)


@action.step("delved")
def delved(play: Play, *, seat: int, card: str, at: int) -> None:
    """Do nothing; the step's arguments hold the clearing and card for the answers."""


@action(Delve)
def delve(play: Play, seat: int, act: Delve) -> None:
    """Delve: move a relic from an adjacent forest and flip it; a high value discards the card (RO-15.5.2-IIb)."""
    board = Board(play.opening, play.table)
    asked = awaiting(play.table, "delved")
    at, card = int(asked.get("at", 0)), str(asked.get("card", ""))
    if not is_relic(act.relic) or not play.table.count(forest(act.forest), act.relic):
        raise Impossible(say("{relic} is not there", relic=Thing(act.relic)))
    near = (act.forest, act.relic) in delves(board, at)
    play.require("RO-15.5.2-IIb", near, say("delve from a forest adjacent to a clearing that you rule with a warrior"))
    play.checked()
    play.answered(seat)
    if not at:
        return
    play.move(act.relic, 1, forest(act.forest), clearing(at))
    shown = play.turn_up(clearing(at), act.relic, seat, say("the value of the relic"))
    ruled = sum(rules(board, KEEPERS, one) for one in land(play.opening).clearings_at(act.forest))
    if ruled < value_of(shown) and play.table.count(retinue(2), card):
        discard_retinue(play, 2, card)


@action(NoDelve)
def no_delve(play: Play, seat: int, act: NoDelve) -> None:
    """Do not delve."""
    play.checked()
    play.answered(seat)


# --- recovering (RO-15.5.2-III) -------------------------------------------------------------------


@action(Recover)
def recover(play: Play, seat: int, act: Recover) -> None:
    """Recover a relic that a waystation there shows: score its value, more for a complete column (RO-15.5.2-III)."""
    board = must_carry_out(play, seat, "RO-15.5.2-III", RECOVERING, act.card, act.at)
    if not is_relic(act.relic) or not board.at(act.at, act.relic):
        raise Impossible(say("{relic} is not there", relic=Thing(act.relic)))
    kind = deck_of(act.relic)
    shown = any(
        piece.startswith(f"keepers:waystation.{kind}-") for piece, _ in board.pieces(KEEPERS, act.at, "building")
    )
    play.require("RO-15.5.2-III", shown, say("you need a waystation of that type there"))
    play.checked()
    if recovers_on(board) != act.card:
        use(play, 3, act.card)
    relic = play.turn_up(clearing(act.at), act.relic, seat, say("the value of the relic"))
    before = columns(board)
    play.move(relic, 1, clearing(act.at), RELICS)
    bonus = catalogue_of(play.opening).keepers.bonus if columns(board) > before else 0
    ruled = sum(rules(board, KEEPERS, one) for one in CLEARINGS if set(board.suits(one)) & set(board.suits(act.at)))
    gain(play, seat, value_of(relic) + bonus, "RO-15.5.2-III")
    if ruled < value_of(relic):
        play.set(this(AGAIN), None)
        discard_retinue(play, 3, act.card)
    else:
        play.set(this(AGAIN), act.card)
