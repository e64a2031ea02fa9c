"""Blank cards: the table reads what is printed on them when it is first needed (TR-5)."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.actions.playing import Declare
from tablescribe.domain.games.tomb_raider.board import catalogue_of, declared, is_earlier_edition
from tablescribe.domain.games.tomb_raider.cards import card_of
from tablescribe.domain.games.tomb_raider.rules.core import action, ask_by, close, latest
from tablescribe.domain.games.tomb_raider.windows import READ
from tablescribe.domain.rules.agenda import waiting
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import listed, say


def need(play: Play, seat: int, piece: str) -> bool:
    """Return whether a blank card must be read before play goes on, and ask for it (TR-5)."""
    card = card_of(play.opening, play.table, piece)
    if card is None or not card.blank:
        return False
    play.then("read", seat=seat, card=card.id)
    return True


def refuse_unread(play: Play, piece: str) -> None:
    """Refuse to play a card that is being read; it must be declared first (TR-5)."""
    card = card_of(play.opening, play.table, piece)
    step = waiting(play.table, "read")
    read_now = card is not None and step is not None and step.arguments["card"] == card.id
    if read_now and not is_earlier_edition(play.opening):
        why = say("read out this card first: declare {number}", number=card.id if card is not None else "?")
        play.require("TR-5", False, why)


@action.step("read")
def ask_to_read(play: Play, *, seat: int, card: str) -> None:
    """Ask what is printed on a card, if it is still blank (TR-5)."""
    if play.table.get(declared(card)) is None:
        play.cite("TR-5")
        ask_by(play, "read", READ, seat, seat=seat, card=card)


@action(Declare)
def declare(play: Play, seat: int, act: Declare) -> None:
    """Declare what is printed on a blank card (TR-5)."""
    step = latest(play, "read")
    wanted = str(step.arguments["card"]) if step is not None else ""
    play.require("TR-5", act.says.id == wanted, say("read out card {number}", number=wanted))
    blank = catalogue_of(play.opening).card(act.says.id)
    if blank is None:
        raise Impossible(say("there is no card {number}", number=act.says.id))
    play.require("TR-5", type(blank) is type(act.says), say("the catalogue says this is another kind of card"))
    missing = listed(one.upper() for one in act.says.blank)
    play.require("TR-5", not act.says.blank, say("also enter what is printed as {fields}", fields=missing))
    play.checked()
    close(play)
    if step is not None and act.says.id == wanted:
        play.drop(step)
    play.set(declared(act.says.id), act.says.model_dump_json(exclude_none=True))
