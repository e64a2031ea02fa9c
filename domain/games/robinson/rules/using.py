"""Using abilities, starting items and discovery tokens (RC-B62, RC-B71 to RC-B92).

The player who decides at the moment may use them, on their own turn or when asked, unless a card says when (RC-B95).
"""

from __future__ import annotations

from tablescribe.domain.games.robinson.actions.using import UseAbility, UseItem, UseToken
from tablescribe.domain.games.robinson.board import (
    INVENTIONS,
    PHASE,
    TURN,
    Board,
    determination,
    pawn,
    pawns,
    starting,
    tokens,
    used,
    uses,
)
from tablescribe.domain.games.robinson.cards import Ability
from tablescribe.domain.games.robinson.effects import (
    AnyEffect,
    Arrange,
    BuildFree,
    Cheaper,
    Choose,
    Discovery,
    Fight,
    Forecast,
    Ideas,
    JudgeEffect,
    LookAtTiles,
    Pawn,
    Pay,
    Reroll,
    Soften,
    Track,
)
from tablescribe.domain.games.robinson.marks import arranging
from tablescribe.domain.games.robinson.rules import effects
from tablescribe.domain.games.robinson.rules.base import action, decides, must_live
from tablescribe.domain.games.robinson.rules.declaring import must_be_declared
from tablescribe.domain.games.robinson.tasks import ARRANGE
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import Text, Thing, say

LATER: dict[type, tuple[str, Text]] = {
    Reroll: ("RC-B74", say("use it after the dice of your own action have been rolled")),
    Fight: ("RC-B83", say("use it at the start of your own fight")),
    Soften: ("RC-75", say("use it when the weather takes effect")),
    Forecast: ("RC-B91", say("use it before pawns are placed")),
}
"""Effects used only when their own window asks: the rule, and when."""

ASKING = (Choose, LookAtTiles, Discovery, Ideas, Track, Pawn, Cheaper)
"""Effects that ask a question or help in placing pawns: used only on one's own turn of placing."""


# --- available effects ----------------------------------------------------------------------------


def ability(board: Board, seat: int, name: str) -> Ability | None:
    """Return the ability with this name of a seat's character."""
    return board.character(seat).ability(name) if board.is_alive(seat) else None


def is_affordable(board: Board, seat: int, one: Ability) -> bool:
    """Return whether an ability can be paid and is unused this round (RC-B62, RC-B73)."""
    return board.determination(seat) >= one.cost and not board.table.get(used(f"ability:{one.id}"))


def abilities(board: Board, seat: int, kind: type) -> list[Ability]:
    """Return the abilities with a kind of effect that a seat can use now."""
    if not board.is_alive(seat):
        return []
    found = board.character(seat).abilities
    return [one for one in found if isinstance(one.effect, kind) and is_affordable(board, seat, one)]


def of_item(board: Board, item: str) -> AnyEffect | None:
    """Return the effect of a starting item with a marker, if unused this round; else `None`."""
    if item.startswith("?") or not board.table.number(uses(item)) or board.table.get(used(item)):
        return None
    return board.starting_card(item).effect


def starting_items(board: Board, seat: int, kind: type) -> list[str]:
    """Return the starting items with a kind of effect that a seat can use now."""
    return [item for item in board.table.each(starting(seat)) if isinstance(of_item(board, item), kind)]


def tokens_that(board: Board, seat: int, kind: type) -> list[str]:
    """Return a seat's discovery tokens with a kind of effect, without repeats."""
    held = [token for token in board.table.pieces(tokens(seat)) if not token.startswith("?")]
    return [token for token in held if isinstance(board.discovery_card(token).effect, kind)]


def pay_for(play: Play, seat: int, one: Ability) -> None:
    """Pay for an ability, which is then used for this round (RC-B62, RC-B73)."""
    play.cite("RC-B62")
    play.cite("RC-B73")
    had = play.table.number(determination(seat))
    play.set(determination(seat), max(0, had - one.cost))
    play.set(used(f"ability:{one.id}"), True)


def take_a_marker(play: Play, seat: int, item: str) -> None:
    """Remove a marker from a starting item; without markers it is discarded (RC-B71, RC-B62)."""
    play.cite("RC-B71")
    left = max(0, play.table.number(uses(item)) - 1)
    play.set(used(item), True)
    play.set(uses(item), left or None)
    if not left:
        play.move(item, 1, starting(seat), BOX)


# --- timing ---------------------------------------------------------------------------------------


def at_a_good_moment(play: Play, board: Board, seat: int, effect: AnyEffect) -> None:
    """Require that the seat decides now, and that the effect can be used at this moment (RC-B95)."""
    must_live(play, board, seat)
    play.require("RC-B95", decides(board) == seat, say("use it in your own turn, or when a decision is yours"))
    if type(effect) in LATER:
        rule, why = LATER[type(effect)]
        play.require(rule, False, why)
    placing = play.table.get(TURN) == seat and AWAITS not in play.table.values
    if isinstance(effect, ASKING) or asks_the_table(effect):
        play.require("RC-B95", placing, say("use it in your own turn to place a pawn"))
    if isinstance(effect, Arrange):
        _can_still_arrange(play, board, seat)
        play.require("RC-B92", not play.table.get(arranging(seat)), say("you have already used such an item for this"))


def _can_still_arrange(play: Play, board: Board, seat: int) -> None:
    """Require that a pawn arranges the camp, or still can; in the first three editions it had to be placed before."""
    able, why = bool(board.tasks_of(seat, ARRANGE)), say("use it after placing a pawn to arrange the camp")
    if not board.before_fourth_edition:
        able = able or play.table.count(pawns(seat), pawn(seat)) > 0
        why = say("use it while you place pawns, if one of them arranges the camp")
    play.require("RC-B92", able and play.table.get(PHASE) == "action", why)


def asks_the_table(effect: AnyEffect) -> bool:
    """Return whether an effect is, or leads to, a free text (RC-B97)."""
    parts = [*getattr(effect, "of", ()), *(getattr(effect, name, None) for name in ("then", "otherwise"))]
    return isinstance(effect, JudgeEffect) or any(asks_the_table(part) for part in parts if part is not None)


def can_happen(play: Play, board: Board, seat: int, effect: AnyEffect) -> None:
    """Require what an effect needs: a price that can be paid, an invention on the board."""
    if isinstance(effect, Pay):
        there = effects.can_be_carried_out(board, seat, effect.cost)
        play.require("RC-B78", there, say("you cannot pay for it: it costs {cost}", cost=effect.cost.words()))
    if isinstance(effect, BuildFree):
        piece = f"invention:{effect.item}"
        why = say("{card} is no longer on the board", card=Thing(piece))
        play.require("RC-27", play.table.count(INVENTIONS, piece), why)


# --- using ----------------------------------------------------------------------------------------

_RULE_OF: dict[str, str] = {
    "cheaper": "RC-B75", "ideas": "RC-B76", "pawn": "RC-B77", "pay": "RC-B78", "look_at_tiles": "RC-B80",
    "discovery": "RC-B81", "track": "RC-B82", "choose": "RC-B84", "beast": "RC-B85",
}  # fmt: skip
"""The rule that explains an ability, by its effect."""


@action(UseAbility)
def use_ability(play: Play, seat: int, act: UseAbility) -> None:
    """Use an ability of one's character, once a round, for determination (RC-B62, RC-B73)."""
    board = Board(play.opening, play.table)
    must_live(play, board, seat)
    one = ability(board, seat, act.ability)
    if one is None:
        known = any(person.ability(act.ability) for person in board.catalogue.characters)
        play.require("RC-B73", not known, say("that ability belongs to another character"))
        raise Impossible(say("you have no such ability"))
    at_a_good_moment(play, board, seat, one.effect)
    fresh = not play.table.get(used(f"ability:{one.id}"))
    play.require("RC-B62", fresh, say("each ability can be used only once a round"))
    have = board.determination(seat)
    why = say("it costs {cost} determination; you have {n}", cost=one.cost, n=have)
    play.require("RC-B73", have >= one.cost, why)
    can_happen(play, board, seat, one.effect)
    if one.effect.do in _RULE_OF:
        play.cite(_RULE_OF[one.effect.do])
    play.checked()
    pay_for(play, seat, one)
    effects.apply(play, seat, one.effect)


@action(UseItem)
def use_item(play: Play, seat: int, act: UseItem) -> None:
    """Use a starting item, which loses a marker (RC-B71, RC-B62)."""
    board = Board(play.opening, play.table)
    if not play.table.count(starting(seat), act.item) or act.item.startswith("?"):
        owned = any(play.table.count(starting(other), act.item) for other in board.rivals(seat))
        play.require("RC-3", not owned, say("{item} belongs to another player", item=Thing(act.item)))
        raise Impossible(say("you have no such item"))
    must_be_declared(play, act.item)
    card = board.starting_card(act.item)
    at_a_good_moment(play, board, seat, card.effect)
    play.require("RC-B62", not play.table.get(used(act.item)), say("each item can be used only once a round"))
    play.cite("RC-B71")
    play.checked()
    if card.blank:
        return
    take_a_marker(play, seat, act.item)
    if isinstance(card.effect, Arrange):
        play.cite("RC-B92")
        play.set(arranging(seat), act.item)
    else:
        effects.apply(play, seat, card.effect)


@action(UseToken)
def use_token(play: Play, seat: int, act: UseToken) -> None:
    """Use a discovery token, which is discarded (RC-B72)."""
    board = Board(play.opening, play.table)
    if not play.table.count(tokens(seat), act.token) or act.token.startswith("?"):
        owned = any(play.table.count(tokens(other), act.token) for other in board.rivals(seat))
        play.require("RC-63", not owned, say("{item} belongs to another player", item=Thing(act.token)))
        raise Impossible(say("you have no such token"))
    must_be_declared(play, act.token)
    card = board.discovery_card(act.token)
    at_a_good_moment(play, board, seat, card.effect)
    if card.item:
        piece = f"invention:{card.item}"
        play.require("RC-B72", board.serves(seat, piece), say("it needs your own {item}", item=Thing(piece)))
    enough = board.level("weapon", seat) >= card.weapon
    play.require("RC-B72", enough, say("it needs a weapon level of {n}", n=card.weapon))
    can_happen(play, board, seat, card.effect)
    play.checked()
    if card.blank:
        return
    play.move(act.token, 1, tokens(seat), BOX)
    effects.apply(play, seat, card.effect)
