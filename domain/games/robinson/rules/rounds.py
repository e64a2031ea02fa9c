"""The round: event, morale, production, and the following phases (RC-11 to RC-19, RC-65 to RC-67, RC-B1)."""

from __future__ import annotations

from tablescribe.domain.games.robinson.board import (
    ADVENTURE,
    ADVENTURE_CARD,
    BOOK_CARD,
    EVENT_CARD,
    EVENT_DISCARD,
    EVENTS,
    PHASE,
    ROUND,
    SIDES,
    SUPPLY,
    WORKS,
    Board,
    event_token,
    field,
    helper,
    home,
    pawns,
)
from tablescribe.domain.games.robinson.island import Island
from tablescribe.domain.games.robinson.rules import cards, scenario
from tablescribe.domain.games.robinson.rules.base import action
from tablescribe.domain.games.robinson.rules.declaring import ask_for_what_was_dealt, ask_what_it_shows
from tablescribe.domain.games.robinson.rules.gains import gain, gain_determination
from tablescribe.domain.rules.chance import Outcome
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import deck, face_down, unseen
from tablescribe.domain.words.text import say

MORALE = 1  # determination for each player (RC-16, RC-17)


def begin(play: Play) -> None:
    """Begin the first round, which ends the set-up, up to the first decision."""
    play.then("round")
    board = Island(play.opening, play.table)
    ask_for_what_was_dealt(play, board.first)
    for number in reversed(board.layout.spaces):
        if piece := board.tile_piece(number):
            campers = board.campers(number)
            ask_what_it_shows(play, campers[0] if campers else board.first, piece)
    action.go_on(play)


@action.step("round")
def begin_round(play: Play) -> None:
    """Begin a round: queue its phases in order (RC-B1)."""
    play.cite("RC-2")
    play.cite("RC-B1")
    play.add(ROUND, 1)
    play.then("actions")
    play.then("production")
    play.then("morale")
    play.then("event")


# --- event ------------------------------------------------------------------------------------


@action.step("event")
def event(play: Play) -> None:
    """Reveal one event card; only its icon counts (RC-11, RC-13, RC-65)."""
    board = Board(play.opening, play.table)
    play.set(PHASE, "event")
    play.cite("RC-65")
    if (board.round == 1 and not board.options.event_in_round_1) or not play.table.count(EVENTS):
        return
    for rule in ("RC-11", "RC-12", "RC-13"):
        play.cite(rule)
    card = _turned_up(play, board)
    if card == BOOK_CARD:
        play.move(card, 1, EVENTS, EVENT_DISCARD)
        play.cite("RC-14")
        scenario.book(play)
    else:
        _adventure(play, card)


def _turned_up(play: Play, board: Board) -> str:
    """Return what the next event card shows: a book, or an adventure colour that only the real card shows."""
    books, adventures = (play.table.count(EVENTS, card) for card in (BOOK_CARD, ADVENTURE_CARD))
    colours = {card: n for card, n in play.table.pieces(unseen(ADVENTURE)).items() if card != face_down(ADVENTURE)}
    among = {BOOK_CARD: books * sum(colours.values()), **{card: adventures * n for card, n in sorted(colours.items())}}
    possible: dict[Outcome, int] = {card: n for card, n in among.items() if n}
    if len(possible) < 2:
        return str(next(iter(possible), BOOK_CARD))
    return str(play.roll(EVENT_CARD, possible, board.first, say("its icon, with the colour of an adventure")))


def _adventure(play: Play, card: str) -> None:
    """Put an adventure token on the field of that colour, unless it has one (RC-15, RC-B3)."""
    play.cite("RC-15")
    play.move(ADVENTURE_CARD, 1, EVENTS, EVENT_DISCARD)
    play.move(face_down(ADVENTURE), 1, deck(ADVENTURE), EVENT_DISCARD)
    play.reveal(EVENT_DISCARD, ADVENTURE, card)
    work = next(one for one in WORKS if card.endswith(one))
    if play.table.count(field(work), event_token(work)):
        play.cite("RC-B3")
    else:
        play.move(event_token(work), 1, SUPPLY, field(work))


# --- morale and production --------------------------------------------------------------------


@action.step("morale")
def morale(play: Play) -> None:
    """Give each player 1 determination; morale is always 1 (RC-16, RC-17)."""
    play.set(PHASE, "morale")
    play.cite("RC-16")
    play.cite("RC-17")
    for seat in Board(play.opening, play.table).living:
        gain_determination(play, seat, MORALE)
        cards.morale(play, seat)


@action.step("production")
def production(play: Play) -> None:
    """Give each camp what its tile produces, also where several share a tile (RC-18, RC-67, RC-B5)."""
    board = Island(play.opening, play.table)
    play.set(PHASE, "production")
    for rule in ("RC-18", "RC-67", "RC-B5"):
        play.cite(rule)
    for seat in board.living:
        here = board.camp_of(seat)
        for side in SIDES:
            if here is not None and (good := board.source(here, side)):
                gain(play, seat, good, 1)
        cards.production(play, seat)


# --- action -----------------------------------------------------------------------------------


@action.step("actions")
def actions(play: Play) -> None:
    """Give out own and neutral pawns, then place them one at a time (RC-19, RC-B10, RC-B11, RC-B17)."""
    board = Board(play.opening, play.table)
    play.set(PHASE, "action")
    play.cite("RC-B10")
    play.cite("RC-B11")
    for seat in board.living:
        play.move_all(home(seat), pawns(seat))
        for work in cards.helpers(board, seat):
            play.cite("RC-B17")
            n = min(1, play.table.count(SUPPLY, helper(work)))
            play.move(helper(work), n, SUPPLY, pawns(seat))
    play.then("placing", after=0)
    scenario.at_action_start(play)
