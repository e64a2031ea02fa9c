"""Winning a level (TR-84, TR-106, TR-118, TR-119), and its prize (TR-86, TR-122, TR-124)."""

from __future__ import annotations

from tablescribe.domain.games.tomb_raider.actions.prizes import NoTreasure, TakeTreasure
from tablescribe.domain.games.tomb_raider.board import (
    CARRIER,
    EMPTY,
    ENDING,
    PRIZE_NUMBER,
    PRIZE_PIECE,
    TREASURE,
    TURN,
    WINNERS,
    finished,
    is_alive,
    is_known,
    is_up_to_fourth_edition,
    location_in,
    options_of,
    raider,
    resets,
    saved,
    searched,
    unsaved,
    where,
)
from tablescribe.domain.games.tomb_raider.cards import a, block_of, location, obstacles_in
from tablescribe.domain.games.tomb_raider.components import Location, Treasure
from tablescribe.domain.games.tomb_raider.level_map import LevelMap
from tablescribe.domain.games.tomb_raider.levels import level_of
from tablescribe.domain.games.tomb_raider.rules.core import action, ask_by, put_figure, settled
from tablescribe.domain.games.tomb_raider.windows import PRIZE
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import deck_of, score
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import Thing, say

OPTIONAL = "pick_up"  # the series in which taking a treasure is optional; in a linked one the winner must (TR-122)


def win(play: Play, ending: str, *winners: int) -> None:
    """End the level; pending steps are dropped."""
    for step in play.dues:
        play.drop(step)
    play.set(ENDING, ending)
    play.set(WINNERS, ",".join(str(seat) for seat in winners))


def find_treasure(play: Play, seat: int, room: Location) -> None:
    """Find the treasure first and win at once (TR-84), unless the level requires more (TR-118, TR-119)."""
    level = level_of(play.opening)
    play.cite("TR-134")
    if level.objective == "recovery":
        play.cite("TR-118")
        play.set(PRIZE_NUMBER, room.treasure_difficulty or 0)
        play.then("prize", seat=seat, power=room.power, ending="")
        return
    ending = "treasure"
    winners = [seat]
    if level.objective == "bounty":
        play.cite("TR-119")
        play.score(seat, room.power)
        winners = best_hunters(play)
        ending = "bounty"
    elif goals(play):
        play.cite("TR-106")
        return
    play.cite("TR-17" if level.learn else "TR-84")
    over(play, ending, winners, min(room.power, level.power) if len(winners) == 1 else 0)


def best_hunters(play: Play) -> list[int]:
    """Return the bounty hunters with the most points, who win together (TR-119)."""
    best = max(play.table.number(score(one)) for one in play.opening.all_seats)
    return [one for one in play.opening.all_seats if play.table.number(score(one)) == best]


def over(play: Play, ending: str, winners: list[int], power: int) -> None:
    """End a won level; in a series, its winner first chooses a treasure (TR-122, TR-124)."""
    series = options_of(play.opening).series
    if series == "timed" and ending == "treasure":
        finish(play, winners[0])
    elif series in ("linked", "pick_up") and power and prizes(play, power):
        for step in play.dues:
            play.drop(step)
        play.cite("TR-122" if series == "linked" else "TR-124")
        play.then("prize", seat=winners[0], power=power, ending=ending)
    else:
        win(play, ending, *winners)


def finish(play: Play, seat: int) -> None:
    """Finish a level of a timed series once all have; the fewest extra turns win (TR-121)."""
    play.cite("TR-121")
    play.set(finished(seat), play.table.number(TURN))
    put_figure(play, seat, raider(seat))
    turns = turns_of_finish(play)
    play.set(score(seat), turns[seat] - min(turns.values()))
    if len(turns) == play.opening.seats:
        win(play, "timed", *(one for one, turn in turns.items() if turn == min(turns.values())))


def turns_of_finish(play: Play) -> dict[int, int]:
    """Return the turns in which raiders have finished a level of a timed series, by seat (TR-121)."""
    return {one: play.table.number(finished(one)) for one in play.opening.all_seats if play.table.get(finished(one))}


def stop_counting(play: Play) -> None:
    """End a level of a timed series at its limit of turns: others count as finishing in the turn after it (TR-121)."""
    play.cite("TR-121")
    turns = turns_of_finish(play)
    first = min(turns.values())
    for seat in play.opening.all_seats:
        if seat not in turns:
            play.set(score(seat), play.table.number(TURN) + 1 - first)
    win(play, "timed", *(one for one, turn in turns.items() if turn == first))


# --- prizes -----------------------------------------------------------------------------------


def prizes(play: Play, power: int) -> list[str]:
    """Return the treasures of the collection up to a power (TR-86)."""
    found = []
    for piece in play.table.pieces(BOX):
        if deck_of(piece) == TREASURE:
            card = a(Treasure, play.opening, play.table, piece)
            if card is not None and card.power <= power:
                found.append(piece)
    return found


@action.step("prize")
def ask_for_prize(play: Play, *, seat: int, power: int, ending: str) -> None:
    """Ask the winner, or the finder of a treasure to bring back, to choose a treasure (TR-86)."""
    play.cite("TR-86")
    if prizes(play, power):
        ask_by(play, "prize", PRIZE, seat, seat=seat, power=power, ending=ending)
    elif ending:
        win(play, ending, seat)


@action(TakeTreasure)
def take_treasure(play: Play, seat: int, act: TakeTreasure) -> None:
    """Take a treasure up to the room's power (TR-86); one to bring back is carried (TR-118)."""
    step = play.dues[-1] if play.dues else None
    most = int(step.arguments.get("power", 0)) if step is not None else 0
    card = a(Treasure, play.opening, play.table, act.card)
    if card is None or not play.table.count(BOX, act.card):
        raise Impossible(say("{card} is not a treasure you can take", card=Thing(act.card)))
    play.require("TR-86", card.power <= most, say("its power is above {power}", power=most))
    play.checked()
    asked = settled(play, "prize", seat)
    ending = str(asked.get("ending", ""))
    play.cite("TR-90")
    if ending:
        play.move(act.card, 1, BOX, saved(seat))
        win(play, ending, seat)
        return
    play.cite("TR-118")
    play.move(act.card, 1, BOX, unsaved(seat))
    play.set(PRIZE_PIECE, act.card)
    play.set(CARRIER, seat)


@action(NoTreasure)
def no_treasure(play: Play, seat: int, act: NoTreasure) -> None:
    """Take no treasure in a pick-up series (TR-124)."""
    optional = options_of(play.opening).series == OPTIONAL and level_of(play.opening).objective != "recovery"
    play.require("TR-86", optional, say("choose the treasure"))
    play.checked()
    asked = settled(play, "prize", seat)
    if asked.get("ending"):
        win(play, str(asked["ending"]), seat)


def pick_up(play: Play, seat: int, result: int, zone: str) -> bool:
    """Pick up a dropped treasure by a search against its number, and return whether that succeeded (TR-118)."""
    prize = play.table.text(PRIZE_PIECE)
    if not prize or not play.table.count(zone, prize) or result < play.table.number(PRIZE_NUMBER):
        return False
    play.cite("TR-118")
    play.move(prize, 1, zone, unsaved(seat))
    play.set(CARRIER, seat)
    return True


@action.step("bring_back")
def bring_back(play: Play, *, seat: int) -> None:
    """Win by ending a turn at an entrance with the treasure (TR-118)."""
    if play.table.get(CARRIER) != seat or not is_alive(play.table, seat):
        return
    card: Location | None = location(play.opening, play.table, location_in(play.table, where(play.table, seat)))
    if card is not None and card.entrance:
        play.cite("TR-118")
        win(play, "recovery", seat)


# --- points and goals -------------------------------------------------------------------------


@action.step("bounty")
def bounty(play: Play, *, seat: int, sort: str) -> None:
    """Score removed creatures, and by agreement traps, for a bounty hunter (TR-119)."""
    if level_of(play.opening).objective == "bounty":
        points = 1 if sort == "creature" else options_of(play.opening).trap_points if sort == "trap" else 0
        if points:
            play.cite("TR-119")
            play.score(seat, points)
    reach_goals(play)


def goals(play: Play) -> bool:
    """Return whether this solo level has an agreed goal besides the treasure (TR-106)."""
    options = options_of(play.opening)
    return play.opening.seats == 1 and (options.search_all or options.clear != "nothing")


def reach_goals(play: Play) -> None:
    """Win a solo level once every location is searched, or all obstacles are cleared (TR-106)."""
    if not goals(play):
        return
    options, level_map = options_of(play.opening), LevelMap(play.opening, play.table)
    spaces = list(level_map.spaces)
    if any(not is_known(play.table, zone) and level_map.can_map(zone) for zone in spaces):
        return
    known = [zone for zone in spaces if is_known(play.table, zone)]
    if options.search_all and not all(is_searched(play, zone) for zone in known):
        return
    if options.clear != "nothing":
        for zone in known:
            for piece in obstacles_in(play.opening, play.table, zone):
                block = block_of(play.opening, play.table, piece)
                if options.clear == "obstacles" or (block is not None and block.kind == "creature"):
                    return
    play.cite("TR-106")
    win(play, "searched" if options.search_all else "cleared", 1)


def is_searched(play: Play, zone: str) -> bool:
    """Return whether a location was searched, whatever was found; until the fourth edition: a discovery (TR-106)."""
    return play.table.count(zone, EMPTY) > 0 or play.table.get(searched(zone)) is not None


def note_search(play: Play, zone: str) -> None:
    """Note that a location was searched, where all of them must be (TR-106)."""
    if options_of(play.opening).search_all and goals(play) and not is_up_to_fourth_edition(play.opening):
        play.set(searched(zone), True)
        reach_goals(play)


@action.step("limit")
def reach_limit(play: Play, *, what: str) -> None:
    """End the level at its limit of turns or resets.

    Nobody wins (TR-106), unless turns are counted (TR-121) or several hunters have points to compare (TR-119).
    """
    play.cite("TR-106")
    fourth = is_up_to_fourth_edition(play.opening)
    if options_of(play.opening).series == "timed" and not fourth and turns_of_finish(play):
        stop_counting(play)
    elif level_of(play.opening).objective == "bounty" and not fourth and play.opening.seats > 1:
        play.cite("TR-119")
        over(play, what, best_hunters(play), 0)
    else:
        win(play, what)


def check_resets(play: Play, seat: int) -> None:
    """Check the solo limit on deaths and resets (TR-106)."""
    most = options_of(play.opening).most_resets
    if most is not None and play.opening.seats == 1 and play.table.number(resets(seat)) > most:
        play.then("limit", what="resets")
