"""Declarations of what is printed on blank cards, tiles and mechs when they first show (EX-105)."""

from __future__ import annotations

from tablescribe.domain.box.blanks import Data, merged, printed
from tablescribe.domain.games.expeditions.actions import Declare, DeclareMech, DeclareTile
from tablescribe.domain.games.expeditions.blanks import BLANKS
from tablescribe.domain.games.expeditions.board import Board
from tablescribe.domain.games.expeditions.components import KINDS, Card, Location, Mech
from tablescribe.domain.games.expeditions.rules.actions import reveal
from tablescribe.domain.games.expeditions.rules.explore import corrupt
from tablescribe.domain.games.expeditions.rules.turn import action
from tablescribe.domain.games.expeditions.zones import CARD, HUMAN, MECH, mech_mat
from tablescribe.domain.rules.declarations import already_known
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import unseen
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Text, Thing, say
from tablescribe.domain.words.validation_messages import describe_error


@action(Declare)
def declare(play: Play, seat: int, act: Declare) -> None:
    """Declare what is printed on a blank card (EX-105)."""
    board = Board(play.opening, play.table)
    blank = board.catalogue.by_piece.get(act.card)
    card = Thing(act.card)
    if blank is None or not play.table.where(act.card):
        raise Impossible(say("there is no card {card}", card=act.card))
    known = say("the catalogue already says what is printed on {card}", card=card)
    play.require("EX-105", blank.kind == "blank", known)
    _is_declared_once(play, act.card)
    shows = unseen(CARD) not in play.table.where(act.card)
    play.require("EX-105", shows, say("{card} has not been revealed yet", card=card))
    _is_of_a_kind(play, act)
    write_down(play, act.card, act.says)


def _is_of_a_kind(play: Play, act: Declare) -> None:
    """Require the right kind: item, meteorite or quest in the deck; character or companion beside a mech (EX-105)."""
    kind = KINDS[act.says.kind]
    if act.card.startswith("starter:"):
        wanted = act.card.rpartition("-")[2]
        other = say("this card is the {wanted}; it cannot be declared as {kind}", wanted=KINDS[wanted], kind=kind)
        play.require("EX-105", act.says.kind == wanted, other)
        return
    wrong = say("the deck holds items, meteorites and quests; a card in it cannot be declared as {kind}", kind=kind)
    play.require("EX-105", act.says.kind in ("item", "meteorite", "quest"), wrong)


@action(DeclareTile)
def declare_tile(play: Play, seat: int, act: DeclareTile) -> None:
    """Declare what is printed on a blank location tile, and place the corruption of its level (EX-105)."""
    piece = f"{act.says.region}:{act.says.id}"
    board = Board(play.opening, play.table)
    blank = board.catalogue.by_number.get(act.says.id)
    if blank is None or blank.region != act.says.region:
        raise Impossible(say("there is no location {number} in that region", number=act.says.id))
    play.require("EX-105", blank.blank, say("the catalogue already says what is printed on {card}", card=Thing(piece)))
    place = next((one for one in board.places if board.tile(one) == piece), "")
    if not place:
        raise Impossible(say("{card} has not been revealed yet", card=Thing(piece)))
    _is_declared_once(play, piece)
    level = act.says.blank or (act.says.level == "twenty") != (blank.level == "twenty")
    play.require("EX-105", not level, say("enter its level and what Gather gives there"))
    write_down(play, piece, act.says)
    if blank.region != "south":
        corrupt(play, place, board.turn or HUMAN)
        if board.here == place:  # the mech that revealed it is still there
            reveal(play, place)


@action(DeclareMech)
def declare_mech(play: Play, seat: int, act: DeclareMech) -> None:
    """Declare what is printed on the blank mat of the human's mech (EX-105)."""
    board = Board(play.opening, play.table)
    blank = board.catalogue.mech(play.table.text(MECH))
    if blank is None or act.says.id != blank.id:
        raise Impossible(say("you do not have the mech {mech}", mech=act.says.id))
    known = say("the catalogue already says what is printed on {card}", card=Thing(blank.id))
    play.require("EX-105", blank.blank, known)
    _is_declared_once(play, mech_mat(blank.id))
    play.require("EX-105", not act.says.blank, say("enter what it does"))
    write_down(play, mech_mat(blank.id), act.says)


def _is_declared_once(play: Play, name: str) -> None:
    """Require that a component has not been declared before; only a ruling can change a declaration (EX-105)."""
    again = play.table.get(printed(name)) is not None
    card = Thing(name.removeprefix(mech_mat("")))
    play.require("EX-105", not again, already_known(card, name))


def write_down(play: Play, piece: str, says: Card | Location | Mech) -> None:
    """Store a declaration, if it is valid as part of the catalogue (EX-105)."""
    told: dict[str, Data] = {piece: says.model_dump(mode="json", exclude_none=True)}
    why: Text | str = ""
    try:
        merged(BLANKS, play.opening.catalogue, told)
    except ValueError as error:
        why = describe_error(error)
    play.require("EX-105", not why, say("this description does not fit the component: {why}", why=why))
    play.checked()
    play.set(printed(piece), says.model_dump_json(exclude_defaults=True))
