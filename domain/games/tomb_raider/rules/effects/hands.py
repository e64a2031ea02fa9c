"""Effects on hands and rows (TR-72, TR-76, TR-82, TR-118)."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.actions.choosing import Throw
from tablescribe.domain.games.tomb_raider.board import (
    CARRIER,
    PRIZE_PIECE,
    draw_deck,
    is_up_to_fourth_edition,
    saved,
    unsaved,
)
from tablescribe.domain.games.tomb_raider.cards import a
from tablescribe.domain.games.tomb_raider.components import Discovery
from tablescribe.domain.games.tomb_raider.effects import AnyEffect, DiscardCards, ExtraCards
from tablescribe.domain.games.tomb_raider.rules.core import action, ask_by, settled, stays
from tablescribe.domain.games.tomb_raider.rules.decks import draw_hand
from tablescribe.domain.games.tomb_raider.rules.effects.source import (
    Source,
    as_names,
    choose,
    others,
    others_here,
    pointed_at,
    seat_of,
)
from tablescribe.domain.games.tomb_raider.rules.harm import check_death
from tablescribe.domain.games.tomb_raider.rules.offering import discard_of
from tablescribe.domain.games.tomb_raider.windows import THROW
from tablescribe.domain.rules.hand import lay, must_hold
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import hand
from tablescribe.domain.table.table import HIDDEN
from tablescribe.domain.words.text import say


def items_in(play: Play, *zones: str) -> list[str]:
    """Return the items in rows, without repeats; the treasure to bring back counts as an unsaved item (TR-118)."""
    prize = play.table.text(PRIZE_PIECE)
    return [
        piece for zone in zones for piece in play.table.pieces(zone)
        if a(Discovery, play.opening, play.table, piece) is not None or piece == prize
    ]  # fmt: skip


def takeable(play: Play, seat: int) -> list[str]:
    """Return the unsaved items of raiders in the same location."""
    return [piece for other in others_here(play, seat) for piece in items_in(play, unsaved(other))]


def take_item(play: Play, source: Source, effect: AnyEffect) -> None:
    """Take an unsaved item from a raider in the same location (TR-72)."""
    choose(play, source.seat, list(dict.fromkeys(takeable(play, source.seat))), "taken", "TR-72")


@action.step("taken")
def taken(play: Play, *, chosen: str, seat: int) -> None:
    """Put the taken item in the taker's unsaved row (TR-72), also a treasure being brought back (TR-118)."""
    play.cite("TR-72")
    for other in others_here(play, seat):
        if play.table.count(unsaved(other), chosen):
            play.move(chosen, 1, unsaved(other), unsaved(seat))
            if chosen == play.table.text(PRIZE_PIECE):
                play.cite("TR-118")
                play.set(CARRIER, seat)
            did_without(play, other)
            return


def did_without(play: Play, seat: int) -> None:
    """Kill a raider that has lost the card that gave it its last health (TR-91)."""
    if not is_up_to_fourth_edition(play.opening):
        check_death(play, seat)


def lose_item(play: Play, source: Source, effect: AnyEffect) -> None:
    """Make the raider's player discard an item (TR-82)."""
    among = [
        piece for piece in items_in(play, unsaved(source.seat), saved(source.seat))
        if piece != play.table.text(PRIZE_PIECE)
    ]  # fmt: skip
    choose(play, source.seat, list(dict.fromkeys(among)), "lost", "TR-82")


@action.step("lost")
def lost(play: Play, *, chosen: str, seat: int) -> None:
    """Discard the chosen item (TR-82)."""
    play.cite("TR-82")
    for row in (unsaved(seat), saved(seat)):
        if play.table.count(row, chosen):
            play.move(chosen, 1, row, discard_of(chosen))
            did_without(play, seat)
            return


def extra_cards(play: Play, source: Source, effect: ExtraCards) -> None:
    """Draw cards at once (TR-76)."""
    play.cite("TR-76")
    draw_hand(play, draw_deck(source.seat), source.seat, effect.n, say("a card"), "TR-77")


def discard_cards(play: Play, source: Source, effect: DiscardCards) -> None:
    """Make a player discard from the hand: the one who failed, or one whom the player of the card chooses (TR-75)."""
    if source.played:
        choose(play, source.seat, as_names(others(play, source.seat)), "robbed", "TR-103", n=effect.n)
    else:
        play.then("throw", seat=source.seat, n=effect.n)


@action.step("robbed", of=pointed_at)
def robbed(play: Play, *, chosen: str, seat: int, n: int) -> None:
    """Make the player of the chosen raider discard."""
    play.then("throw", seat=seat_of(chosen), n=n)


@action.step("throw")
def ask_to_throw(play: Play, *, seat: int, n: int) -> None:
    """Ask for one card at a time, as long as there are any."""
    if n and play.table.count(hand(seat)):
        ask_by(play, "throw", THROW, seat, seat=seat, n=n)


@action(Throw)
def throw(play: Play, seat: int, act: Throw) -> None:
    """Discard a card from the hand, face up (TR-103)."""
    must_hold(play, seat, act.card)
    play.require("TR-103", not act.card.startswith(HIDDEN), say("discard a named card, face up"))
    play.checked()
    lay(play, seat, act.card, discard_of(act.card))
    step = play.dues[-1] if play.dues else None
    left = int(step.arguments.get("n", 1)) - 1 if step is not None and step.do == "throw" else 0
    if left:
        stays(play, "throw", seat, n=left)
    else:
        settled(play, "throw", seat)
