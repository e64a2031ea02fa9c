"""The weather: rolled once for all, then applied to each camp (RC-30, RC-31, RC-75, RC-B40 to RC-B44)."""

from __future__ import annotations

from tablescribe.domain.games.robinson.actions.night import TakeTheWeather
from tablescribe.domain.games.robinson.board import FOOD, PHASE, WEATHER, WOOD, Board, hearts, softened
from tablescribe.domain.games.robinson.marks import shown
from tablescribe.domain.games.robinson.rules import cards
from tablescribe.domain.games.robinson.rules.base import action
from tablescribe.domain.games.robinson.rules.dice import sides
from tablescribe.domain.games.robinson.rules.gains import lower_track, owe, wound
from tablescribe.domain.games.robinson.rules.hunting import beast_of_the_weather
from tablescribe.domain.games.robinson.windows import SOFTEN
from tablescribe.domain.rules.play import Play
from tablescribe.domain.words.text import say

BEAST_OF_THE_DIE = 3  # RC-B42


@action.step("weather")
def weather(play: Play) -> None:
    """Roll unless it was done before; let players soften it; apply it to each camp; then check for deaths (RC-30)."""
    play.set(PHASE, "weather")
    play.then("weather_end")
    play.then("deaths")
    play.then("strike")
    play.then("soften")
    if play.table.get(WEATHER) is None:
        roll(play)


def roll(play: Play) -> None:
    """Let the first player roll this round's weather dice, once for all players (RC-30, RC-61)."""
    board = Board(play.opening, play.table)
    play.cite("RC-30")
    play.cite("RC-61")
    faces_up: dict[str, int] = {}
    for die in board.scenario.dice(board.round):
        faces = sides(board.catalogue.dice.weather[die])
        face = str(play.roll(f"die:{die}", faces, board.first, say("the weather of the round")))
        kind, _, n = face.partition("_")
        faces_up[kind] = faces_up.get(kind, 0) + int(n or 0)
    told = [f"{kind}:{n}" if n else kind for kind, n in sorted(faces_up.items()) if kind != "blank"]
    play.set(WEATHER, ",".join(told))


@action.step("soften")
def soften(play: Play) -> None:
    """Ask players with suitable items, in player order, how to soften the weather (RC-75)."""
    board = Board(play.opening, play.table)
    able = [seat for seat in board.living if cards.can_soften(board, seat)]
    if able:
        play.cite("RC-75")
        play.ask(SOFTEN, *able)


@action(TakeTheWeather)
def take_the_weather(play: Play, seat: int, act: TakeTheWeather) -> None:
    """Soften the weather no more (RC-75)."""
    play.checked()
    play.answered(seat)


@action.step("strike")
def strike(play: Play) -> None:
    """Apply the weather to each player, with their own roof, palisade, weapon and stock (RC-31)."""
    board = Board(play.opening, play.table)
    play.cite("RC-31")
    for seat in board.living:
        _clouds(play, board, seat)
    animals = shown(board.table).keys() & {"food", "palisade", "beast"}
    if not animals:
        return
    play.cite("RC-B42")
    for seat in reversed(board.living):
        if "food" in animals:
            owe(play, seat, FOOD, 1)
        elif "palisade" in animals:
            play.cite("RC-B44")
            wound(play, seat, lower_track(play, seat, "palisade"))
        else:
            play.then("weather_beast", seat=seat)
            play.then("bonus", seat=seat)


def _clouds(play: Play, board: Board, seat: int) -> None:
    """Snow costs wood; clouds above the roof level cost food and wood (RC-B40, RC-B41)."""
    rain, snow = clouds(board, seat)
    if snow:
        play.cite("RC-B40")
        owe(play, seat, WOOD, snow)
    left = rain + snow - board.level("roof", seat)
    if rain + snow:
        play.cite("RC-B41")
    if left > 0:
        owe(play, seat, FOOD, left)
        owe(play, seat, WOOD, left)


def clouds(board: Board, seat: int) -> tuple[int, int]:
    """Return the rain and snow clouds for a seat, after softening (RC-75, RC-B93)."""
    table = board.table
    falls = shown(board.table)
    turned = min(table.number(softened(seat, "snow_to_rain")), falls.get("snow", 0))
    rain = falls.get("rain", 0) + turned - table.number(softened(seat, "rain"))
    snow = falls.get("snow", 0) - turned - cards.snow_taken_off(board, seat)
    return max(0, rain), max(0, snow)


@action.step("weather_beast", of="seat")
def weather_beast(play: Play, *, seat: int) -> None:
    """Let each player fight the beast of the red die (RC-B42)."""
    if play.table.number(hearts(seat)):
        beast_of_the_weather(play, seat, BEAST_OF_THE_DIE)


@action.step("weather_end")
def weather_end(play: Play) -> None:
    """End the weather phase."""
    for key in [WEATHER, *sorted(key for key in play.table.values if key.startswith("softened:"))]:
        play.set(key, None)
