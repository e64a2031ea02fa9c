"""Looking at tiles, beasts, tokens and inventions, and where they then go (RC-B76, RC-B80 to RC-B82)."""

from __future__ import annotations

from typing import Any

from tablescribe.domain.games.robinson.actions.effects import KeepToken, LayIdea, PutBack, PutBeast
from tablescribe.domain.games.robinson.board import BEAST, DISCOVERY, INVENTION, INVENTIONS, TILE, Board, tokens
from tablescribe.domain.games.robinson.effects import Discovery, Ideas, LookAtTiles, Track
from tablescribe.domain.games.robinson.marks import look
from tablescribe.domain.games.robinson.rules import effects
from tablescribe.domain.games.robinson.rules import tokens as kept
from tablescribe.domain.games.robinson.rules.base import action
from tablescribe.domain.games.robinson.rules.declaring import ask_what_it_shows
from tablescribe.domain.games.robinson.rules.stacks import look_at, put_on_top, put_under
from tablescribe.domain.games.robinson.windows import IDEA, KEEP_TOKEN, PUT_BACK, TRACKED
from tablescribe.domain.rules.hand import lay, must_hold
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import deck, face_down
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, say


@action.step("look", of="seat")
def begin_to_look(play: Play, *, seat: int, effect: Any) -> None:
    """Let a seat look at cards, and ask where they go."""
    if not Board(play.opening, play.table).is_alive(seat):
        return
    match effects.read(effect):
        case LookAtTiles(n=n):
            play.cite("RC-B80")
            if look_at(play, TILE, n, seat, say("a tile from the stack, only you look at it")):
                play.then("put_back", seat=seat)
        case Track():
            play.cite("RC-B82")
            if look_at(play, BEAST, 1, seat, say("the top beast, only you look at it")):
                play.then("tracked", seat=seat)
        case Discovery(n=n):
            play.cite("RC-B81")
            for _ in range(min(n, play.table.count(deck(DISCOVERY), face_down(DISCOVERY)))):
                play.draw(DISCOVERY, look(seat), seat, say("a discovery token, only you look at it"), secret=True)
            play.then("keep_token", seat=seat)
        case Ideas(n=n):
            play.cite("RC-B76")
            if look_at(play, INVENTION, n, seat, say("an invention, only you look at it")):
                play.then("idea", seat=seat)


def must_be_seen(play: Play, seat: int, piece: str) -> None:
    """Require that a card can be among those a seat is looking at.

    Raises:
        Impossible: it cannot be.
    """
    if not play.table.count(look(seat), piece):
        must_hold(play, seat, piece, look(seat))


# --- tiles ------------------------------------------------------------------------------------


@action.step("put_back")
def put_back(play: Play, *, seat: int) -> None:
    """Ask which tile to put back next; the last one goes back without a question (RC-B80)."""
    left = list(play.table.each(look(seat)))
    if len(set(left)) == 1:
        for piece in left:
            put_on_top(play, TILE, piece, look(seat), seat)
    elif left:
        play.then("put_back", seat=seat)
        play.ask(PUT_BACK, seat)


@action(PutBack)
def put_a_tile_back(play: Play, seat: int, act: PutBack) -> None:
    """Put one of the tiles back on top; the last one will be uppermost (RC-B80)."""
    if not play.table.count(look(seat), act.tile):
        raise Impossible(say("{tile} is not one of those you are looking at", tile=Thing(act.tile)))
    play.cite("RC-B80")
    play.checked()
    put_on_top(play, TILE, act.tile, look(seat), seat)
    play.answered(seat)


# --- beasts -----------------------------------------------------------------------------------


@action.step("tracked")
def tracked(play: Play, *, seat: int) -> None:
    """Ask where the beast goes (RC-B82)."""
    if play.table.count(look(seat)):
        play.then("tracked", seat=seat)
        play.ask(TRACKED, seat)


@action(PutBeast)
def put_beast(play: Play, seat: int, act: PutBeast) -> None:
    """Leave the beast on top of the hunting deck, or put it at the bottom (RC-B82)."""
    play.cite("RC-B82")
    play.checked()
    for piece in list(play.table.each(look(seat))):
        (put_on_top if act.where == "top" else put_under)(play, BEAST, piece, look(seat), seat)
    play.answered(seat)


# --- discovery tokens -------------------------------------------------------------------------


@action.step("keep_token")
def keep_one_token(play: Play, *, seat: int) -> None:
    """Ask which token to keep; a single one is kept without a question, others return to the pile (RC-B81)."""
    left = list(play.table.each(look(seat)))
    if len(left) > 1:
        play.then("keep_token", seat=seat)
        play.ask(KEEP_TOKEN, seat)
    elif left:
        card = play.turn_up(look(seat), left[0], seat, say("the discovery token you keep"))
        _keep(play, seat, card)


@action(KeepToken)
def keep_token(play: Play, seat: int, act: KeepToken) -> None:
    """Keep this token; the others return to the pile (RC-B81)."""
    must_be_seen(play, seat, act.token)
    play.cite("RC-B81")
    play.checked()
    play.answered(seat)
    _keep(play, seat, act.token)


def _keep(play: Play, seat: int, token: str) -> None:
    lay(play, seat, token, tokens(seat), look(seat))
    play.shuffle_in(look(seat), DISCOVERY)
    kept.discovered(play, seat, token)


# --- inventions -------------------------------------------------------------------------------


@action.step("idea")
def idea(play: Play, *, seat: int) -> None:
    """Ask which invention goes on the board (RC-B76)."""
    if play.table.count(look(seat)):
        play.then("idea", seat=seat)
        play.ask(IDEA, seat)


@action(LayIdea)
def lay_idea(play: Play, seat: int, act: LayIdea) -> None:
    """Put one invention on the board for all players, the others under the deck (RC-B76)."""
    must_be_seen(play, seat, act.invention)
    play.cite("RC-B76")
    play.checked()
    play.answered(seat)
    lay(play, seat, act.invention, INVENTIONS, look(seat))
    ask_what_it_shows(play, seat, act.invention)
    for piece in list(play.table.each(look(seat))):
        put_under(play, INVENTION, piece, look(seat), seat)
