"""The draw round: discard, draw, reset, save, reload (TR-75 to TR-83)."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.actions.keeping import Discard, Draw, KeepHand, PlayOn, Redraw, Reset
from tablescribe.domain.games.tomb_raider.actions.prizes import NoSave, Save
from tablescribe.domain.games.tomb_raider.board import (
    ABILITIES,
    DAMAGE,
    PRIZE_PIECE,
    SAVE_POINT,
    STUCK,
    TURN,
    dead,
    draw_deck,
    entrance,
    held,
    injury,
    is_alive,
    is_known,
    is_up_to_fourth_edition,
    location_in,
    options_of,
    raider,
    save_space,
    saved,
    unsaved,
    where,
)
from tablescribe.domain.games.tomb_raider.cards import ability, effects_in_play, location
from tablescribe.domain.games.tomb_raider.effects import ExtraCards
from tablescribe.domain.games.tomb_raider.levels import level_of
from tablescribe.domain.games.tomb_raider.rules.core import action, ask_by, close, put_figure, settled, unmark
from tablescribe.domain.games.tomb_raider.rules.decks import draw_hand, forget
from tablescribe.domain.games.tomb_raider.rules.harm import die
from tablescribe.domain.games.tomb_raider.rules.offering import discard_of
from tablescribe.domain.games.tomb_raider.rules.winning import check_resets
from tablescribe.domain.games.tomb_raider.windows import BAD_HAND, DRAW, RESET, SAVING
from tablescribe.domain.rules.hand import lay, must_hold
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import discard, hand
from tablescribe.domain.table.table import HIDDEN
from tablescribe.domain.words.text import say

LEARNERS_HAND = 6  # TR-15
ABOVE_THINK = 6  # TR-76


# --- discard and draw -------------------------------------------------------------------------


@action.step("draw")
def ask_to_draw(play: Play, *, seat: int) -> None:
    """Ask for discards and the draw (steps 1 and 2) of a living raider's player (TR-75, TR-76, TR-81)."""
    if is_alive(play.table, seat):
        play.cite("TR-75")
        ask_by(play, "draw", DRAW, seat, seat=seat)


def prescribes_hand(play: Play) -> bool:
    """Return whether the learning game says how many cards to discard and to draw (TR-15)."""
    return level_of(play.opening).learn and not is_up_to_fourth_edition(play.opening)


@action(Discard)
def discard_card(play: Play, seat: int, act: Discard) -> None:
    """Discard a card; any number is allowed (TR-75), in the learning game only down to six (TR-15)."""
    if prescribes_hand(play):
        more = play.table.count(hand(seat)) > LEARNERS_HAND
        play.require("TR-15", more, say("in a learning match you discard only while you hold more than six cards"))
    play.cite("TR-75")
    must_hold(play, seat, act.card)
    if act.card.startswith(HIDDEN):
        play.require("TR-75", False, say("discard a named card, face up"))
    play.checked()
    lay(play, seat, act.card, discard_of(act.card))
    close(play)


@action(Draw)
def draw(play: Play, seat: int, act: Draw) -> None:
    """Draw Think cards, but no more than Think + 6 in hand (TR-76).

    With an empty hand, draw twice Think, but not in the learning game (TR-15).
    """
    held_cards = play.table.count(hand(seat))
    if level_of(play.opening).learn:
        play.require(
            "TR-15", held_cards <= LEARNERS_HAND, say("in a learning match you must discard down to six cards first")
        )
    play.cite("TR-76")
    play.checked()
    settled(play, "draw", seat)
    think = ability(play.opening, play.table, seat, "think")
    more = sum(effect.n for effect in effects_in_play(play.opening, play.table, seat, ExtraCards))
    n = (think if held_cards or prescribes_hand(play) else 2 * think) + more
    n = min(n, max(0, think + ABOVE_THINK - held_cards))
    if level_of(play.opening).learn and play.table.number(TURN) <= 1:
        play.then("bad_hand", seat=seat)
    draw_hand(play, draw_deck(seat), seat, n, say("the draw round"), "TR-77")


@action.step("bad_hand")
def ask_about_hand(play: Play, *, seat: int) -> None:
    """Offer a new first hand once in the learning game (TR-15)."""
    play.cite("TR-15")
    ask_by(play, "bad_hand", BAD_HAND, seat, seat=seat)


@action(KeepHand)
def keep_hand(play: Play, seat: int, act: KeepHand) -> None:
    """Keep the hand (TR-15)."""
    play.cite("TR-15")
    play.checked()
    settled(play, "bad_hand", seat)


@action(Redraw)
def redraw(play: Play, seat: int, act: Redraw) -> None:
    """Shuffle the whole hand back and draw the same number of cards (TR-15)."""
    play.cite("TR-15")
    play.checked()
    settled(play, "bad_hand", seat)
    n = play.table.count(hand(seat))
    forget(play, draw_deck(seat))
    play.shuffle_in(hand(seat), draw_deck(seat))
    draw_hand(play, draw_deck(seat), seat, n, say("the hand drawn anew"), "TR-15")


# --- reset and save ---------------------------------------------------------------------------


@action.step("reset")
def ask_to_reset(play: Play, *, seat: int) -> None:
    """Ask whether to press the reset button (TR-78)."""
    if is_alive(play.table, seat):
        ask_by(play, "reset", RESET, seat, seat=seat)


@action(PlayOn)
def play_on(play: Play, seat: int, act: PlayOn) -> None:
    """Do not reset (TR-78)."""
    play.cite("TR-78")
    play.checked()
    settled(play, "reset", seat)


@action(Reset)
def reset(play: Play, seat: int, act: Reset) -> None:
    """Reset: the raider dies, with the same consequences as any death (TR-78)."""
    play.cite("TR-78")
    play.require("TR-78", is_alive(play.table, seat), say("the raider is already dead"))
    play.checked()
    settled(play, "reset", seat)
    die(play, seat)


def is_save_point(play: Play, zone: str) -> bool:
    """Return whether raiders can save in a space (TR-79)."""
    if not zone or not is_known(play.table, zone) or not level_of(play.opening).design.save_points:
        return False
    card = location(play.opening, play.table, location_in(play.table, zone))
    return play.table.count(zone, SAVE_POINT) > 0 or (card is not None and card.save_point)


@action.step("save")
def save(play: Play, *, seat: int) -> None:
    """Save on a save point, if alive: the unsaved row and the place (TR-79)."""
    zone = where(play.table, seat)
    if not is_alive(play.table, seat) or not is_save_point(play, zone):
        return
    play.cite("TR-79")
    if options_of(play.opening).saving == "choice":
        ask_by(play, "save", SAVING, seat, seat=seat)
        return
    save_here(play, seat, zone)


@action(Save)
def choose_to_save(play: Play, seat: int, act: Save) -> None:
    """Save, if saving is optional (TR-79)."""
    zone = where(play.table, seat)
    play.require("TR-79", is_save_point(play, zone), say("the raider is not on a save point"))
    play.checked()
    settled(play, "save", seat)
    save_here(play, seat, zone)


@action(NoSave)
def choose_not_to_save(play: Play, seat: int, act: NoSave) -> None:
    """Decline to save, where saving is optional (TR-79)."""
    play.cite("TR-79")
    play.checked()
    settled(play, "save", seat)


def save_here(play: Play, seat: int, zone: str) -> None:
    """Save the unsaved row and the place (TR-79). In the learning game abilities may rise (TR-16)."""
    if level_of(play.opening).learn:
        play.cite("TR-16")
    prize = play.table.text(PRIZE_PIECE)
    for piece in list(play.table.each(unsaved(seat))):
        if piece != prize:
            play.move(piece, 1, unsaved(seat), saved(seat))
    play.set(save_space(seat), zone)
    play.then("moment", seat=seat, event="saved", ability="", result=0, sort="")


# --- reload -----------------------------------------------------------------------------------


@action.step("reload")
def reload(play: Play, *, seat: int) -> None:
    """Return a dead or reset raider to its save point or entrance (TR-80), healed and with a new hand (TR-81)."""
    table = play.table
    if is_alive(table, seat):
        return
    play.cite("TR-80")
    play.cite("TR-81")
    play.cite("TR-95")
    play.cite("TR-82")
    mine, pile = raider(seat), discard(draw_deck(seat))
    play.set(dead(seat), None)
    play.set(held(seat), None)
    play.move_all(hand(seat), pile)
    for piece in list(table.each(unsaved(seat))):
        play.move(piece, 1, unsaved(seat), discard_of(piece))
    forget(play, draw_deck(seat))
    play.shuffle_in(pile, draw_deck(seat))
    for marker in (DAMAGE, STUCK, *(injury(one) for one in ABILITIES)):
        unmark(play, marker, mine)
    put_figure(play, seat, table.text(save_space(seat)) or table.text(entrance(seat)))
    think = ability(play.opening, table, seat, "think")
    draw_hand(play, draw_deck(seat), seat, think, say("the hand after a reload"), "TR-81")
    check_resets(play, seat)
