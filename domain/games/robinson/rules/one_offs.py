"""One-time gains of inventions, and losing them again (RC-53, RC-72, RC-90, RC-98, RC-B89, RC-B90)."""

from __future__ import annotations

from tablescribe.domain.games.robinson.actions.effects import Exhaust, LayShortcut
from tablescribe.domain.games.robinson.board import (
    FOOD,
    INVENTIONS,
    PRESERVED,
    SIDES,
    SUPPLY,
    Board,
    Side,
    Track,
    camp_token,
    exhausted,
    fresh,
    items,
    level,
    personal,
    shortcut,
    space,
    stock,
)
from tablescribe.domain.games.robinson.island import Island
from tablescribe.domain.games.robinson.marks import gave
from tablescribe.domain.games.robinson.rules.base import action
from tablescribe.domain.games.robinson.rules.gains import lower_track, raise_track
from tablescribe.domain.games.robinson.windows import CORRAL, SHORTCUT
from tablescribe.domain.rules.agenda import waiting
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import Thing, say

LEVELS: tuple[Track, ...] = ("palisade", "weapon")


@action.step("one_offs")
def one_offs(play: Play) -> None:
    """Apply one-time gains of new and received inventions at the phase's end, in player order (RC-72, RC-53)."""
    board = Board(play.opening, play.table)
    for seat in board.living:
        for piece in board.items(seat):
            how = play.table.get(fresh(piece))
            if how is not None:
                play.cite("RC-72" if how == "built" else "RC-53")
                play.set(fresh(piece), None)
                one_off(play, seat, piece)


def one_off(play: Play, seat: int, piece: str) -> None:
    """Apply an invention's one-time gain, and record it so that it can be lost again (RC-98)."""
    card = Board(play.opening, play.table).invention(piece)
    if card is not None and card.text:
        play.then("judge", seat=seat, text=card.text)
    once = card.one_off if card is not None else None
    if once is None:
        return
    for track, n in (("palisade", once.palisade), ("weapon", once.weapon)):
        had = play.table.number(level(track, seat))
        raise_track(play, seat, "palisade" if track == "palisade" else "weapon", n)
        _note(play, piece, track, play.table.number(level(track, seat)) - had)
    n = min(once.preserved, play.table.count(SUPPLY, PRESERVED))
    play.move(PRESERVED, n, SUPPLY, stock(seat))
    _note(play, piece, PRESERVED, n)
    if once.shortcut:
        play.then("shortcut", seat=seat)
    if once.parrot:
        play.then("corral", seat=seat, piece=piece, n=once.camp_food)
    elif once.camp_food:
        play.cite("RC-B90")
        give_camp_food(play, seat, piece, once.camp_food)


def _note(play: Play, piece: str, what: str, n: int) -> None:
    play.set(gave(piece, what), n or None)


def give_camp_food(play: Play, seat: int, piece: str, n: int) -> None:
    """Make the camp's token produce food in each production phase (RC-B90)."""
    play.add(camp_token(seat, FOOD), n)
    _note(play, piece, "camp_food", n)


# --- the Corral -------------------------------------------------------------------------------


def parrots(board: Island, seat: int) -> list[tuple[int, Side]]:
    """Return the sources with a parrot, not exhausted, on tiles adjacent to a seat's camp (RC-B90)."""
    home = board.camp_of(seat)
    beside = board.layout.beside.get(home, ()) if home is not None else ()
    return [
        (number, side) for number in sorted(beside) for side in SIDES
        if board.source(number, side) and (tile := board.tile(number)) is not None and tile.shows(side) == "parrot"
    ]  # fmt: skip


@action.step("corral")
def corral(play: Play, *, seat: int, piece: str, n: int) -> None:
    """Exhaust a source with a parrot adjacent to the camp; the owner chooses among several (RC-B90)."""
    board = Island(play.opening, play.table)
    if not play.table.count(items(seat), piece):
        return
    play.cite("RC-B90")
    found = parrots(board, seat)
    if len(found) == 1:
        _exhaust(play, board, seat, piece, n, *found[0])
    elif found:
        play.then("corral", seat=seat, piece=piece, n=n)
        play.ask(CORRAL, seat)


def _exhaust(play: Play, board: Island, seat: int, piece: str, n: int, number: int, side: Side) -> None:
    play.set(exhausted(board.tile_piece(number), side), piece)
    give_camp_food(play, seat, piece, n)


@action(Exhaust)
def exhaust(play: Play, seat: int, act: Exhaust) -> None:
    """Exhaust this source for the Corral (RC-B90)."""
    board = Island(play.opening, play.table)
    step = waiting(play.table, "corral")
    if step is None:
        raise Impossible(say("there is no Corral to pay for now"))
    there = (act.space, act.side) in parrots(board, seat)
    play.require("RC-B90", there, say("no tile adjacent to your camp has parrots"))
    play.checked()
    play.answered(seat)
    play.drop(step)
    _exhaust(play, board, seat, str(step.arguments["piece"]), int(step.arguments["n"]), act.space, act.side)


# --- the Shortcut -----------------------------------------------------------------------------


def ends(board: Island, seat: int) -> list[int]:
    """Return the explored spaces adjacent to a seat's camp, where a Shortcut token can go (RC-B89)."""
    home = board.camp_of(seat)
    beside = board.layout.beside.get(home, ()) if home is not None else ()
    return [number for number in sorted(beside) if number in board.explored]


@action.step("shortcut")
def ask_where_it_leads(play: Play, *, seat: int) -> None:
    """Place the Shortcut token on a tile adjacent to the camp; the owner chooses among several (RC-B89)."""
    board = Island(play.opening, play.table)
    found = ends(board, seat) if play.table.count(BOX, shortcut(seat)) else []
    play.cite("RC-B89")
    if len(found) == 1:
        play.move(shortcut(seat), 1, BOX, space(found[0]))
    elif found:
        play.ask(SHORTCUT, seat)


@action(LayShortcut)
def lay_shortcut(play: Play, seat: int, act: LayShortcut) -> None:
    """Place the Shortcut token on this tile (RC-B89)."""
    board = Island(play.opening, play.table)
    if not play.table.count(BOX, shortcut(seat)):
        raise Impossible(say("{token} is already placed", token=Thing(shortcut(seat))))
    there = act.space in ends(board, seat)
    play.require("RC-B89", there, say("choose an explored tile adjacent to your camp"))
    play.checked()
    play.move(shortcut(seat), 1, BOX, space(act.space))
    play.answered(seat)


# --- losing a one-time gain -------------------------------------------------------------------


def revert(play: Play, seat: int, piece: str) -> None:
    """Lose an item's one-time gain again, as far as it is still there; missing parts cost nothing (RC-98, RC-90)."""
    for track in LEVELS:
        lower_track(play, seat, track, play.table.number(gave(piece, track)))
        play.set(gave(piece, track), None)
    n = min(play.table.number(gave(piece, PRESERVED)), play.table.count(stock(seat), PRESERVED))
    play.move(PRESERVED, n, stock(seat), SUPPLY)
    play.set(gave(piece, PRESERVED), None)
    if food := play.table.number(gave(piece, "camp_food")):
        play.set(camp_token(seat, FOOD), max(0, play.table.number(camp_token(seat, FOOD)) - food) or None)
        play.set(gave(piece, "camp_food"), None)
    _free_the_sources(play, piece)
    take_the_shortcut_away(play, seat, piece)


def forget(play: Play, piece: str) -> None:
    """Forget what an item gave its dead owner, and let the source that it exhausted recover (RC-90, RC-B90)."""
    for what in (*LEVELS, PRESERVED, "camp_food"):
        play.set(gave(piece, what), None)
    _free_the_sources(play, piece)


def _free_the_sources(play: Play, piece: str) -> None:
    for key in sorted(key for key, by in play.table.values.items() if by == piece and key.startswith("exhausted:")):
        play.set(key, None)


def take_the_shortcut_away(play: Play, seat: int, piece: str) -> None:
    """Take the token of a lost Shortcut off the island: the tile gives its former owner nothing any more (RC-B89)."""
    card = Board(play.opening, play.table).invention(piece)
    if card is not None and card.one_off is not None and card.one_off.shortcut:
        for zone in play.table.where(shortcut(seat)):
            play.move(shortcut(seat), 1, zone, BOX)


def flip_back(play: Play, seat: int, piece: str) -> None:
    """Turn an item back unbuilt; a personal one returns to its living character (RC-90)."""
    play.cite("RC-90")
    board = Board(play.opening, play.table)
    revert(play, seat, piece)
    play.set(fresh(piece), None)
    card = board.invention(piece)
    owners = [other for other in board.living if card is not None and board.character(other).id == card.character]
    play.move(piece, 1, items(seat), personal(owners[0]) if owners else INVENTIONS)


def camp_moved(play: Play, seat: int) -> None:
    """Turn back a Shortcut when the camp moves; the camp's tokens move along (RC-B52)."""
    play.cite("RC-B52")
    board = Board(play.opening, play.table)
    for piece in board.items(seat):
        card = board.invention(piece)
        if card is not None and card.one_off is not None and card.one_off.shortcut:
            flip_back(play, seat, piece)
