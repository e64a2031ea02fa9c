"""Scenario rules: events, totems, books, decisions before placing pawns, winning (RC-59 to RC-62)."""

from __future__ import annotations

from tablescribe.domain.games.robinson.actions.scenario import RollWeatherNow, WaitForWeather
from tablescribe.domain.games.robinson.board import RELIC, WEATHER, Board, Work, goods, starting
from tablescribe.domain.games.robinson.effects import Forecast
from tablescribe.domain.games.robinson.marks import TOTEMS
from tablescribe.domain.games.robinson.rules import effects, pyres, using, weather
from tablescribe.domain.games.robinson.rules.base import action
from tablescribe.domain.games.robinson.rules.deaths import end
from tablescribe.domain.games.robinson.scenario import Aim, Book
from tablescribe.domain.games.robinson.scores import best, full_stages, points
from tablescribe.domain.games.robinson.windows import FORECAST
from tablescribe.domain.rules.play import Play
from tablescribe.domain.table.names import score
from tablescribe.domain.words.text import Thing, say


def has_event(board: Board, work: Work) -> bool:
    """Return whether the scenario has a special event for a kind of action (RC-80)."""
    return work in board.scenario.events


def event(play: Play, seat: int, work: Work) -> None:
    """Apply the scenario's special event for a kind of action to a seat (RC-60)."""
    play.cite("RC-60")
    said = Board(play.opening, play.table).scenario.events.get(work)
    if said is not None:
        effects.apply(play, seat, said.effect)


def totem(play: Play, seat: int) -> None:
    """Apply the scenario's totem effect to the discoverer, by the totem's number in the match (RC-29, RC-61)."""
    play.cite("RC-61")
    play.add(TOTEMS, 1)
    board = Board(play.opening, play.table)
    said = board.scenario.totem(play.table.number(TOTEMS))
    if said is not None:
        effects.apply(play, seat, said)


def book(play: Play) -> None:
    """Apply the book effect to the players that the scenario names, in player order (RC-14, RC-65)."""
    play.cite("RC-61")
    board = Board(play.opening, play.table)
    reached = [(seat, one.effect) for one in board.scenario.books for seat in whom(board, one)]
    for seat, effect in reversed(reached):
        play.then("effect", seat=seat, effect=effects.written(effect))


def whom(board: Board, book: Book) -> list[int]:
    """Return the players that a book reaches, in player order."""
    living = board.living
    fewest = min((full_stages(board, seat) for seat in living), default=0)
    match book.who:
        case "all":
            return living
        case "first_player":
            return living[:1]
        case "fewest_stages":
            return [seat for seat in living if full_stages(board, seat) == fewest]
        case "relic_holders":
            return [seat for seat in living if board.table.count(goods(seat), RELIC)]
        case "without_relics":
            return [seat for seat in living if not board.table.count(goods(seat), RELIC)]


# --- before pawns are placed ----------------------------------------------------------------------


def at_action_start(play: Play) -> None:
    """Offer wood for pyres, and the weather dice to owners of a Storm-glass (RC-S4, RC-B91)."""
    living = Board(play.opening, play.table).living
    play.then("forecast", left=living)
    play.then("feed", left=living)


@action.step("forecast")
def forecast(play: Play, *, left: list[int]) -> None:
    """Ask owners of a Storm-glass, in player order, whether to roll the dice now (RC-B91)."""
    board = Board(play.opening, play.table)
    if play.table.get(WEATHER) is not None or not board.scenario.dice(board.round):
        return
    for k, seat in enumerate(left):
        if board.is_alive(seat) and storm_glasses(board, seat):
            play.cite("RC-B91")
            play.then("forecast", left=left[k + 1 :])
            play.ask(FORECAST, seat)
            return


def storm_glasses(board: Board, seat: int) -> list[str]:
    """Return the starting items with which a seat can have the weather rolled now."""
    return [item for item in board.table.each(starting(seat)) if isinstance(using.of_item(board, item), Forecast)]


@action(RollWeatherNow)
def roll_weather_now(play: Play, seat: int, act: RollWeatherNow) -> None:
    """Let the first player roll this round's weather dice now, once for all (RC-B91, RC-30)."""
    board = Board(play.opening, play.table)
    why = say("{item} cannot do that, or is not yours", item=Thing(act.item))
    play.require("RC-B91", act.item in storm_glasses(board, seat), why)
    play.require("RC-30", play.table.get(WEATHER) is None, say("the weather dice are rolled only once a round"))
    play.checked()
    play.answered(seat)
    using.take_a_marker(play, seat, act.item)
    weather.roll(play)


@action.passed_over(RollWeatherNow)
def why_nobody_rolls(play: Play, seat: int, act: RollWeatherNow) -> None:
    """Refuse a roll once the dice of the round are rolled: they are rolled only once (RC-30)."""
    play.require("RC-30", play.table.get(WEATHER) is None, say("the weather dice are rolled only once a round"))


@action(WaitForWeather)
def wait_for_weather(play: Play, seat: int, act: WaitForWeather) -> None:
    """Leave the weather dice for later (RC-B91)."""
    play.checked()
    play.answered(seat)


# --- the end --------------------------------------------------------------------------------------


def at_night_end(play: Play) -> None:
    """Check at the end of the night whether the aim is reached, in the rounds the scenario names (RC-S3)."""
    board = Board(play.opening, play.table)
    aim = board.scenario.aim
    if aim is None or (aim.rounds and board.round not in aim.rounds):
        return
    play.cite("RC-S3")
    able = [seat for seat in board.living if reaches(board, seat, aim)]
    for seat in able if aim.lit else []:
        pyres.light_it(play, seat)
    if able:
        write_scores(play)
        end(play, "objective", best(board, able))


def reaches(board: Board, seat: int, aim: Aim) -> bool:
    """Return whether a seat has reached the aim (RC-S3, RC-S5)."""
    return (
        (not aim.lit or pyres.can_light(board, seat))
        and board.table.count(goods(seat), RELIC) >= aim.relics
        and (not aim.shelter or board.level("shelter", seat) > 0)
    )


def at_last_round_end(play: Play) -> None:
    """After the last round, end the game for the highest score (RC-S2)."""
    play.cite("RC-S2")
    write_scores(play)
    board = Board(play.opening, play.table)
    end(play, "last_round", best(board, board.living))


def write_scores(play: Play) -> None:
    """Record the scores of the living players (RC-S2)."""
    board = Board(play.opening, play.table)
    for seat in board.living:
        play.set(score(seat), points(board, seat))
