"""Declarations of blank components, which represent those of the table's own box (RC-B96).

Tiles, beasts and tokens are asked about when they show, because they take effect at once. Inventions and items dealt at
the start are asked about together; a table may leave them blank until somebody wants to use them.
"""

from __future__ import annotations

from tablescribe.domain.box.blanks import printed
from tablescribe.domain.games.robinson.actions.declaring import (
    DeclareBeast,
    DeclareInvention,
    DeclareItem,
    DeclareTile,
    DeclareToken,
    LeaveBlank,
)
from tablescribe.domain.games.robinson.board import (
    BEAST,
    DISCOVERY,
    HUNTING,
    INVENTION,
    INVENTIONS,
    STARTING,
    TILE,
    Board,
    personal,
    starting,
    uses,
)
from tablescribe.domain.games.robinson.cards import Invention
from tablescribe.domain.games.robinson.declared import Declared
from tablescribe.domain.games.robinson.rules.base import action
from tablescribe.domain.games.robinson.windows import DECLARATION
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.window import awaited
from tablescribe.domain.table.names import AWAITS, unseen
from tablescribe.domain.table.table import HIDDEN, Impossible, Table
from tablescribe.domain.words.text import Text, Thing, say

_OF_ONE_SEAT = ("look:", "top:", "bottom:")
"""Zones of cards that one seat has looked at. A declaration must not reveal them."""


def is_blank(board: Board, piece: str) -> bool:
    """Return whether a component has not been declared yet."""
    card = board.card(piece)
    return card is not None and card.blank


def must_be_declared(play: Play, piece: str) -> None:
    """Require that a component has been declared before it is used (RC-B96)."""
    if is_blank(Board(play.opening, play.table), piece):
        play.require("RC-B96", False, say("{card} has not been declared yet: declare it first", card=Thing(piece)))


# --- asking ---------------------------------------------------------------------------------------


def ask_what_it_shows(play: Play, seat: int, piece: str) -> None:
    """Ask for the declaration of a blank component before it takes effect."""
    if is_blank(Board(play.opening, play.table), piece):
        play.then("declaration", seat=seat)


@action.step("declaration")
def ask(play: Play, *, seat: int) -> None:
    """Ask what is printed on the component (RC-B96)."""
    play.cite("RC-B96")
    play.ask(DECLARATION, seat)


def ask_for_what_was_dealt(play: Play, seat: int) -> None:
    """Ask for the declaration of blank inventions and items when the match begins."""
    if _dealt_and_blank(Board(play.opening, play.table)):
        play.then("dealt", seat=seat)


@action.step("dealt")
def ask_for_one_more(play: Play, *, seat: int) -> None:
    """Ask as long as one of them is blank and nobody has declined (RC-B96)."""
    if _dealt_and_blank(Board(play.opening, play.table)):
        play.then("more_dealt", seat=seat)
        ask(play, seat=seat)


@action.step("more_dealt")
def one_was_declared(play: Play, *, seat: int) -> None:
    """Ask for the next one."""
    ask_for_one_more(play, seat=seat)


def _dealt_and_blank(board: Board) -> bool:
    seats = board.setting.all_seats
    zones = (INVENTIONS, *(personal(seat) for seat in seats), *(starting(seat) for seat in seats))
    return any(is_blank(board, piece) for zone in zones for piece in board.table.each(zone))


# --- answering ------------------------------------------------------------------------------------


@action(DeclareTile)
def declare_tile(play: Play, seat: int, act: DeclareTile) -> None:
    """Declare what a blank tile shows (RC-B96)."""
    _declare(play, seat, TILE, act.says, say("enter its terrain and what its two sources show"))


@action(DeclareBeast)
def declare_beast(play: Play, seat: int, act: DeclareBeast) -> None:
    """Declare what is printed on a blank beast card (RC-B96)."""
    _declare(play, seat, BEAST, act.says, say("enter its strength and what it gives"))


@action(DeclareInvention)
def declare_invention(play: Play, seat: int, act: DeclareInvention) -> None:
    """Declare what is printed on a blank invention card (RC-B96)."""
    board = Board(play.opening, play.table)
    blank = board.invention(f"{INVENTION}:{act.says.id}")
    if blank is not None:
        _is_of_its_group(play, blank, act.says)
    missing = next((one for one in act.says.items if board.invention(f"{INVENTION}:{one}") is None), "")
    play.require("RC-B96", not missing, say("it requires an invention that does not exist: {name}", name=missing))
    _declare(play, seat, INVENTION, act.says, say("enter what it requires, costs and gives"))


@action(DeclareItem)
def declare_item(play: Play, seat: int, act: DeclareItem) -> None:
    """Declare what is printed on a blank starting item, and place its markers (RC-B96, RC-B71)."""
    piece = f"{STARTING}:{act.says.id}"
    _declare(play, seat, STARTING, act.says, say("enter its markers and what each use does"))
    if play.table.get(uses(piece)) is None:
        mark(play, piece)


@action(DeclareToken)
def declare_token(play: Play, seat: int, act: DeclareToken) -> None:
    """Declare what is printed on a blank discovery token (RC-B96)."""
    _declare(play, seat, DISCOVERY, act.says, say("enter what it does"))


@action(LeaveBlank)
def leave_blank(play: Play, seat: int, act: LeaveBlank) -> None:
    """Leave a component blank for now; of those dealt at the start, all that are left."""
    play.require("RC-B96", play.table.get(AWAITS) == DECLARATION.name, say("there is no card to declare now"))
    play.checked()
    if play.dues and play.dues[-1].do == "more_dealt":
        play.drop(play.dues[-1])
    _answered(play, seat)


def mark(play: Play, item: str) -> None:
    """Place markers on a starting item that a player has (RC-B71); on a blank one none yet."""
    board = Board(play.opening, play.table)
    if any(play.table.count(starting(seat), item) for seat in play.opening.all_seats) and not is_blank(board, item):
        play.set(uses(item), board.starting_card(item).uses)


def _is_of_its_group(play: Play, blank: Invention, says: Invention) -> None:
    """Require the group and owner of the catalogue, which decide where it lies and who may build it."""
    same = (blank.group, blank.character) == (says.group, says.character)
    play.require(
        "RC-B96", same, say("the catalogue already says what kind of invention it is: default, drawn or personal")
    )


def _declare(play: Play, seat: int, deck: str, says: Declared, wanted: Text) -> None:
    """Declare a component that is blank and visible to all."""
    piece = f"{deck}:{says.id}"
    if not shows(play.table, piece):
        raise Impossible(say("{card} has not been revealed yet", card=Thing(piece)))
    blank = is_blank(Board(play.opening, play.table), piece)
    play.require("RC-B96", blank, say("{card} has already been declared", card=Thing(piece)))
    play.require("RC-B96", not says.blank, wanted)
    play.checked()
    play.set(printed(piece), says.model_dump_json(exclude_defaults=True))
    _answered(play, seat)


def shows(table: Table, piece: str) -> bool:
    """Return whether all players have seen a component."""
    hidden = {unseen(piece.partition(":")[0]), HUNTING}
    return not piece.startswith(HIDDEN) and any(
        zone not in hidden and not zone.startswith(_OF_ONE_SEAT) for zone in table.where(piece)
    )


def _answered(play: Play, seat: int) -> None:
    if play.table.get(AWAITS) == DECLARATION.name and seat in awaited(play.table):
        play.answered(seat)
