"""The search round (TR-65 to TR-74), and finding the treasure (TR-84)."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.actions.keeping import Discover, EndSearch, NoSearch, Search
from tablescribe.domain.games.tomb_raider.board import (
    EMPTY,
    ENDING,
    PRIZE_PIECE,
    draw_deck,
    fought,
    is_alive,
    is_earlier_edition,
    is_stuck,
    is_up_to_fourth_edition,
    location_in,
    unsaved,
    where,
)
from tablescribe.domain.games.tomb_raider.cards import a, location, might_hold
from tablescribe.domain.games.tomb_raider.components import Discovery, Location
from tablescribe.domain.games.tomb_raider.level_map import LevelMap
from tablescribe.domain.games.tomb_raider.levels import level_of
from tablescribe.domain.games.tomb_raider.rules.core import action, ask_by, close, latest, mark, settled
from tablescribe.domain.games.tomb_raider.rules.dice import search_dice
from tablescribe.domain.games.tomb_raider.rules.reading import need
from tablescribe.domain.games.tomb_raider.rules.timing import might_play
from tablescribe.domain.games.tomb_raider.rules.winning import find_treasure, note_search, pick_up, reach_goals
from tablescribe.domain.games.tomb_raider.windows import FIND, SEARCH
from tablescribe.domain.rules.hand import lay, must_hold
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import discard
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Thing, say


def has_fought(play: Play, seat: int) -> bool:
    """Return whether a raider cannot search because it used Fight (TR-68); in the learning game it may (TR-14)."""
    return play.table.get(fought(seat)) is not None and not level_of(play.opening).learn


def may_search(play: Play, seat: int) -> bool:
    """Return whether a raider is able to search (TR-66, TR-68)."""
    table = play.table
    return is_alive(table, seat) and not is_stuck(table, seat) and not has_fought(play, seat)


def is_empty(play: Play, zone: str) -> bool:
    """Return whether a normal search is useless: marked empty (TR-67), with no treasure there (TR-74, TR-118)."""
    table, prize = play.table, play.table.text(PRIZE_PIECE)
    if not table.count(zone, EMPTY) or LevelMap(play.opening, table).is_treasure_room(zone):
        return False
    return is_up_to_fourth_edition(play.opening) or not (prize and table.count(zone, prize))


def only_treasure(play: Play, zone: str) -> bool:
    """Return whether a normal search there can find the treasure only: a discovery was found before (TR-73)."""
    return play.table.count(zone, EMPTY) > 0 and not is_up_to_fourth_edition(play.opening)


@action.step("search")
def ask_to_search(play: Play, *, seat: int) -> None:
    """Ask whether the raider searches, if it can (TR-65)."""
    zone = where(play.table, seat)
    if not zone or not may_search(play, seat):
        play.cite("TR-66")
        play.cite("TR-68")
        return
    if is_empty(play, zone) and not any(True for _ in might_play(play, seat, "instead_of_search")):
        play.cite("TR-67")
        return
    play.cite("TR-65")
    ask_by(play, "search", SEARCH, seat, seat=seat)


@action(NoSearch)
def no_search(play: Play, seat: int, act: NoSearch) -> None:
    """Do not search (TR-65)."""
    play.cite("TR-65")
    play.checked()
    settled(play, "search", seat)


@action(Search)
def search(play: Play, seat: int, act: Search) -> None:
    """Search: test Search with the location's bonus dice (TR-70)."""
    zone = where(play.table, seat)
    check_may_search(play, seat)
    play.require("TR-67", not is_empty(play, zone), say("this location has already been searched and is empty"))
    if not zone:
        raise Impossible(say("the raider is not on the map"))
    play.checked()
    settled(play, "search", seat)
    begin_search(play, seat, zone, 0, **({"emptied": True} if only_treasure(play, zone) else {}))


@action.passed_over(Search)
def why_nobody_asks(play: Play, seat: int, act: Search) -> None:
    """Refuse a search with the raider's own reason, before another raider's turn is considered (TR-66, TR-68)."""
    check_may_search(play, seat)


def check_may_search(play: Play, seat: int) -> None:
    """Require a raider that can search: not dead or stuck (TR-66), and without a use of Fight (TR-68)."""
    play.require("TR-66", is_alive(play.table, seat), say("a dead raider cannot search"))
    play.require("TR-66", not is_stuck(play.table, seat), say("a stuck raider cannot search"))
    if level_of(play.opening).learn:
        play.cite("TR-14")
    play.require("TR-68", not has_fought(play, seat), say("a raider that used Fight this turn cannot search"))


def begin_search(play: Play, seat: int, zone: str, more: int, **rest: bool) -> None:
    """Roll Search dice, with those of the location and of a card (TR-70); `emptied`: only for the treasure (TR-73)."""
    play.cite("TR-70")
    dice = search_dice(play, zone, location_in(play.table, zone)) + more
    play.then("test", kind="search", ability="search", zone=zone, rollers=[{"seat": seat, "dice": dice}], **rest)


@action.step("find", of="seat")
def ask_what_is_found(play: Play, *, seat: int, result: int, zone: str, emptied: bool = False) -> None:
    """Ask what is found: one discovery (TR-71), the treasure (TR-74), or nothing; where it is empty, no discovery."""
    note_search(play, zone)
    if play.table.get(ENDING) is not None:
        return
    if emptied:
        play.cite("TR-73")
        take_treasure(play, seat, result, zone)
        return
    play.cite("TR-71")
    known = [card.difficulty or 0 for card in might_hold(play.opening, play.table, seat, Discovery)]
    if any(difficulty <= result for difficulty in known):
        ask_by(play, "find", FIND, seat, seat=seat, result=result, zone=zone)
    else:
        take_treasure(play, seat, result, zone)


@action(EndSearch)
def end_search(play: Play, seat: int, act: EndSearch) -> None:
    """Play no discovery; the player need not say whether there was one (TR-71)."""
    play.cite("TR-71")
    play.checked()
    found = settled(play, "find", seat)
    if found:
        take_treasure(play, seat, found["result"], found["zone"])


def take_treasure(play: Play, seat: int, result: int, zone: str) -> None:
    """Find the treasure with a result of at least its number, also in an empty treasure room (TR-74)."""
    if pick_up(play, seat, result, zone):
        return
    room: Location | None = location(play.opening, play.table, location_in(play.table, zone))
    taken = play.table.get(PRIZE_PIECE) is not None
    if room is not None and room.treasure_room and not taken and result >= (room.treasure_difficulty or 99):
        play.cite("TR-74")
        find_treasure(play, seat, room)


@action.passed_over(Discover)
def why_nothing_more_is_found(play: Play, seat: int, act: Discover) -> None:
    """Refuse a second discovery in one location, which nobody is asked for after a normal search (TR-73)."""
    zone = where(play.table, seat)
    play.require("TR-73", not zone or not only_treasure(play, zone), say("a discovery has already been found here"))


def place_of_search(play: Play, seat: int) -> str:
    """Return the location that was searched, even if the raider has been moved since (TR-73)."""
    step = latest(play, "find")
    if step is None or is_earlier_edition(play.opening):
        return where(play.table, seat)
    return str(step.arguments["zone"])


@action(Discover)
def discover(play: Play, seat: int, act: Discover) -> None:
    """Play one discovery from the hand with a difficulty of at most the result (TR-71)."""
    step = latest(play, "find")
    card = a(Discovery, play.opening, play.table, act.card)
    play.require("TR-71", card is not None, say("only a discovery can be found"))
    if card is None:
        raise Impossible(say("{card} is not a discovery", card=Thing(act.card)))
    result = int(step.arguments["result"]) if step is not None else 0
    why = say(
        "the search result is {result}; this card needs {difficulty}", result=result, difficulty=card.difficulty or 0
    )
    play.require("TR-71", (card.difficulty or 0) <= result, why)
    zone = place_of_search(play, seat)
    must_hold(play, seat, act.card)
    if not zone:
        raise Impossible(say("the raider is not on the map"))
    play.checked()
    if need(play, seat, act.card):
        close(play)  # it is played once it has been read
        return
    settled(play, "find", seat)
    play.cite("TR-73")
    if not play.table.count(zone, EMPTY):
        mark(play, EMPTY, zone)
        reach_goals(play)
    play.cite("TR-72")
    play.then("moment", seat=seat, event="discovery_found", ability="", result=card.difficulty or 0, sort="")
    if card.discovery_kind == "item":
        lay(play, seat, act.card, unsaved(seat))
        return
    lay(play, seat, act.card, discard(draw_deck(seat)))
    effects = [effect.model_dump(mode="json") for effect in card.effects or ()]
    play.then("effects", seat=seat, card=act.card, effects=effects, zone=zone, played=True)
