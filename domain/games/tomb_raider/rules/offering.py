"""Obstacles placed on a newly mapped location by others (TR-46 to TR-49) or from the solo deck (TR-105)."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.actions.moving import NoOffer, Offer
from tablescribe.domain.games.tomb_raider.board import (
    DIE,
    FACES,
    OBSTACLES,
    draw_deck,
    is_alive,
    offered,
    owner_of,
    where,
)
from tablescribe.domain.games.tomb_raider.cards import a, might_hold
from tablescribe.domain.games.tomb_raider.components import Obstacle
from tablescribe.domain.games.tomb_raider.level_map import LevelMap, far
from tablescribe.domain.games.tomb_raider.levels import level_of
from tablescribe.domain.games.tomb_raider.rules.core import action, answered, latest
from tablescribe.domain.games.tomb_raider.rules.reading import need
from tablescribe.domain.games.tomb_raider.windows import OFFER
from tablescribe.domain.rules.hand import lay, must_hold, reveal_together
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import deck as deck_zone
from tablescribe.domain.table.names import deck_of, discard, hand, who
from tablescribe.domain.table.table import HIDDEN, Impossible
from tablescribe.domain.words.text import Thing, say

TURNED = "passed"  # solo obstacles turned up that cannot be placed there


@action.step("offer")
def ask_for_offers(play: Play, *, zone: str, mover: int, waiting: list[int]) -> None:
    """Ask the other players for one secret obstacle each (TR-46); solo, turn up the deck (TR-105)."""
    if play.opening.seats == 1:
        turn_obstacle(play, zone, mover)
        return
    play.cite("TR-46")
    play.cite("TR-49")
    asked = [seat for seat in waiting if any(True for _ in might_hold(play.opening, play.table, seat, Obstacle))]
    if asked:
        play.then("offer", zone=zone, mover=mover, waiting=asked)
        play.ask(OFFER, *asked)
    else:
        play.then("lay", zone=zone, mover=mover)


@action(Offer)
def offer(play: Play, seat: int, act: Offer) -> None:
    """Offer an obstacle face down; one that cannot be placed there is refused unseen (TR-47)."""
    step = latest(play, "offer")
    zone = str(step.arguments["zone"]) if step else ""
    mine = deck_of(act.card) == draw_deck(seat)
    if not mine:
        raise Impossible(say("{seat} can offer only cards from their own draw deck", seat=who(seat)))
    if not act.card.startswith(HIDDEN):
        card = a(Obstacle, play.opening, play.table, act.card)
        play.require("TR-46", card is not None, say("only obstacles can be offered"))
        limit = LevelMap(play.opening, play.table).limit(zone) if zone else 0
        fits = card is None or card.danger is None or card.danger <= limit
        why = say("its danger is above {limit}, the location's danger plus depth", limit=limit)
        play.require("TR-47", fits, why)
    mover = step.arguments.get("mover") if step else None
    play.require("TR-46", seat != mover, say("the moving player cannot offer an obstacle"))
    must_hold(play, seat, act.card)
    play.checked()
    if play.table.count(offered(seat)):
        play.move_all(offered(seat), hand(seat))
    lay(play, seat, act.card, offered(seat))
    answered(play, "offer", seat)


@action(NoOffer)
def no_offer(play: Play, seat: int, act: NoOffer) -> None:
    """Offer no obstacle (TR-46)."""
    play.checked()
    answered(play, "offer", seat)


@action.step("lay")
def lay_obstacle(play: Play, *, zone: str, mover: int) -> None:
    """Turn the offers up together: place the most dangerous legal one, return the others (TR-48)."""
    offering = [seat for seat in play.opening.all_seats if play.table.count(offered(seat))]
    if not offering:
        return
    why = say("the obstacles offered for {space}", space=Thing(zone))
    found = reveal_together(play, [(seat, offered(seat)) for seat in offering], why)
    cards = dict(zip(offering, found, strict=True))
    if blank := [seat for seat, piece in cards.items() if is_blank(play, piece)]:
        play.then("lay", zone=zone, mover=mover)
        need(play, blank[0], cards[blank[0]])
        return
    limit = LevelMap(play.opening, play.table).limit(zone)
    play.cite("TR-47")
    play.cite("TR-48")
    dangers = {}
    for seat, piece in cards.items():
        card = a(Obstacle, play.opening, play.table, piece)
        if card is not None and (card.danger or 0) <= limit:
            dangers[seat] = card.danger or 0
    best = [seat for seat, danger in dangers.items() if danger == max(dangers.values())]
    winner = nearest(play, best, zone) if best else 0
    for seat, piece in cards.items():
        play.move(piece, 1, offered(seat), zone if seat == winner else hand(seat))


def is_blank(play: Play, piece: str) -> bool:
    """Return whether an obstacle must be read first (TR-5)."""
    card = a(Obstacle, play.opening, play.table, piece)
    return card is not None and bool(card.blank)


def nearest(play: Play, seats: list[int], zone: str) -> int:
    """Return the seat whose raider is nearest among equal offers, exits ignored; then by a roll-off (TR-48)."""
    if len(seats) == 1:
        return seats[0]
    away = {}
    for seat in seats:
        place = where(play.table, seat)
        away[seat] = far(place, zone) if place and is_alive(play.table, seat) else 1000
    near = [seat for seat in seats if away[seat] == min(away.values())]
    while len(near) > 1:
        rolled = {seat: int(play.roll(DIE, FACES, seat, say("whose obstacle is placed"))) for seat in near}
        near = [seat for seat in near if rolled[seat] == max(rolled.values())]
    return near[0]


def turn_obstacle(play: Play, zone: str, mover: int) -> None:
    """Turn up cards of the solo deck until one can be placed; discard those passed over (TR-105)."""
    level_map = LevelMap(play.opening, play.table)
    if level_of(play.opening).learn:
        play.cite("TR-11")
        if level_map.is_treasure_room(zone):
            return
    play.cite("TR-105")
    limit = level_map.limit(zone)
    why = say("the obstacle of {space}", space=Thing(zone))
    cycles = 0
    while cycles < 2:
        if not play.table.count(deck_zone(OBSTACLES)) and not play.table.count(TURNED):
            cycles += 1
            play.shuffle_in(discard(OBSTACLES), OBSTACLES)
            if cycles == 2 or not play.table.count(deck_zone(OBSTACLES)):
                return
        piece = next(play.table.each(TURNED), "") or play.draw(OBSTACLES, TURNED, mover, why)
        if is_blank(play, piece):
            play.then("offer", zone=zone, mover=mover, waiting=[])
            need(play, mover, piece)
            return
        card = a(Obstacle, play.opening, play.table, piece)
        fits = card is not None and (card.danger or 0) <= limit
        play.move(piece, 1, TURNED, zone if fits else discard(OBSTACLES))
        if fits:
            return


def discard_of(piece: str) -> str:
    """Return the discard pile of an obstacle: its owner's (TR-61)."""
    seat = owner_of(piece)
    return discard(draw_deck(seat)) if seat else discard(deck_of(piece))
