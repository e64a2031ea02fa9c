"""The round and its weather, and the action spaces of the camp with the pawns on them."""

from __future__ import annotations

from tablescribe.domain.games.robinson.board import (
    ENDING,
    EVENTS,
    FIRST,
    PHASE,
    ROUND,
    TURN,
    WEATHER,
    WORKS,
    Board,
    Work,
    event_token,
    field,
    winner,
)
from tablescribe.domain.games.robinson.island import Island
from tablescribe.domain.games.robinson.panels import signs
from tablescribe.domain.games.robinson.scenario import Die, Scenario
from tablescribe.domain.games.robinson.tasks import ARRANGE, HUNT, kind_of
from tablescribe.domain.games.robinson.tasks import REST as RESTING
from tablescribe.domain.table.names import who
from tablescribe.domain.table.scene import (
    WIDTH,
    Circle,
    Colour,
    Group,
    Panel,
    Rectangle,
    Rows,
    Said,
    Shape,
    Span,
    Words,
    group,
    on,
    one_column,
)
from tablescribe.domain.words.text import Slot, Text, Thing, listed, say

PHASES: dict[str, Text] = {
    "event": say("event phase"), "morale": say("morale phase"), "production": say("production phase"),
    "action": say("action phase: placing pawns"), "resolution": say("action phase: resolving"),
    "weather": say("weather phase"), "night": say("night phase"),
}  # fmt: skip

DICE: dict[Die, tuple[Text, Colour]] = {
    "orange": (say("rain"), "orange"), "white": (say("winter"), "white"), "red": (say("animals"), "red"),
}  # fmt: skip

FIELDS: dict[Work, tuple[Text, Colour]] = {
    "build": (say("building"), "clay-deep"), "gather": (say("gathering"), "slate"),
    "explore": (say("exploring"), "green"),
}  # fmt: skip

LOCATIONS: dict[str, tuple[Text, Text]] = {
    HUNT: (say("hunting"), say("2 pawns, a beast")), "shelter": (say("shelter"), say("2 wood or 1 fur")),
    "roof": (say("roof"), say("2 wood or 1 fur")), "palisade": (say("palisade"), say("2 wood or 1 fur")),
    "weapon": (say("weapon"), say("1 wood")), ARRANGE: (say("arranging the camp"), say("1 pawn")),
    RESTING: (say("rest"), say("1 pawn")),
}  # fmt: skip
"""The action spaces of the camp, with their requirements."""


def scenario_of(board: Board) -> Scenario | None:
    """Return the scenario of the match."""
    return board.catalogue.scenario(board.options.scenario)


# --- the round ---------------------------------------------------------------------------------------


def days(board: Board) -> Panel:
    """Return the panel of rounds with their weather dice, the phase, and the dice rolled."""
    scenario = scenario_of(board)
    rounds = scenario.rounds if scenario else max(board.round, 1)
    wide = WIDTH / rounds
    cells = [_day(board, scenario, number, (number - 1) * wide, wide) for number in range(1, rounds + 1)]
    shapes: list[Shape] = [group(*cells, name=ROUND, title=say("round {n} of {most}", n=board.round, most=rounds))]
    head = _status(board)
    shapes.append(group(Said(2, 78, head, 13, "accent", bold=True, width=WIDTH - 4), name=PHASE, title=head))
    first = say("first player: {seat}", seat=who(board.first))
    left = say("event cards: {n}", n=sum(board.table.pieces(EVENTS).values()))
    shapes.append(group(Said(2, 98, first, 12, width=WIDTH - 120), name=FIRST, title=first))
    shapes.append(group(Said(WIDTH - 2, 98, left, 12, "soft", "end", width=116), name=EVENTS, title=left))
    height = 104.0
    told: list[Words] = [say("round {n} of {most}", n=board.round, most=rounds), head, first, left]
    if (rolled := board.table.get(WEATHER)) is not None:
        words = say("the weather dice: {shown}", shown=Thing(WEATHER)) if rolled == "" else weather_words(str(rolled))
        shapes.append(group(Said(2, 118, words, 12, width=WIDTH - 4), name=WEATHER, title=words))
        told.append(words)
        height = 124.0
    return Panel("days", "track", say("The round"), WIDTH, height, tuple(shapes), one_column(say("round"), told))


def _day(board: Board, scenario: Scenario | None, number: int, x: float, wide: float) -> Group:
    """Return a round: its number, and a mark for each weather die."""
    now = number == board.round
    past = number < board.round
    ground: Colour = "orange" if now else "stone" if past else "paper"
    dice = scenario.dice(number) if scenario else ()
    shapes: list[Shape] = [
        Rectangle(x + 1, 1, wide - 2, 56, ground, "faint", round=5),
        Said(x + wide / 2, 19, str(number), 14, on(ground), "middle", bold=now),
    ]
    for k, die in enumerate(dice):
        _, colour = DICE[die]
        y = 30 + 13 * k
        shapes.append(Rectangle(x + wide / 2 - 7, y - 5, 14, 11, colour, "dark", 0.8, 2))
        shapes.append(Circle(x + wide / 2, y + 0.5, 1.5, "dark" if colour == "white" else "white"))
    told: list[Slot] = [DICE[die][0] for die in dice]
    words: Words = say("round {n}", n=number)
    if told:
        words = say("round {n}: {dice}", n=number, dice=listed(told))
    return group(*shapes, title=words)


def _status(board: Board) -> Words:
    """Return a line on the current round and phase, or who won."""
    if ENDING in board.table.values:
        winners: list[Slot] = [who(seat) for seat in board.setting.all_seats if board.table.get(winner(seat))]
        if not winners:
            return say("nobody won")
        return (
            say("{seat} won", seat=winners[0]) if len(winners) == 1 else say("winners: {seats}", seats=listed(winners))
        )
    phase = PHASES.get(str(board.table.get(PHASE)), say("before the first round"))
    turn = board.table.number(TURN)
    return say("{phase}: {seat}", phase=phase, seat=who(turn)) if turn else phase


CLOUDS: dict[str, Text] = {
    "rain": say("rain"), "snow": say("snow"), "food": say("food is lost"), "palisade": say("a palisade level is lost"),
    "beast": say("a beast attacks"), "blank": say("nothing"),
}  # fmt: skip


def weather_words(rolled: str) -> Text:
    """Return the words for rolled weather dice: `rain:2,snow:1`."""
    parts: list[Slot] = []
    for part in rolled.split(","):
        what, _, n = part.partition(":")
        cloud = CLOUDS.get(what, say("nothing"))
        parts.append(say("{n} × {cloud}", n=int(n), cloud=cloud) if n.isdecimal() and int(n) > 1 else cloud)
    return say("weather: {clouds}", clouds=listed(parts))


# --- the spaces of the camp --------------------------------------------------------------------------

ROW = 36.0


def tasks(board: Island) -> Panel:
    """Return the panel of hunting and the shared camp spaces with their pawns, and the adventure tokens."""
    shapes: list[Shape] = []
    for k, where in enumerate(LOCATIONS):
        across = where == HUNT
        x = 0.0 if across or k % 2 else 172.0
        y = 0.0 if across else ROW * ((k + 1) // 2)
        shapes.append(_location(board, where, x, y, WIDTH if across else 168.0))
    y = ROW * 4 + 4
    for k, work in enumerate(WORKS):
        shapes.append(_field(board, work, k * 114.0, y))
    return Panel("tasks", "row", say("Actions at the camp"), WIDTH, y + 32, tuple(shapes), _task_rows(board))


def _location(board: Island, where: str, x: float, y: float, wide: float) -> Group:
    """Return an action space: its name, requirements and pawns."""
    words, asks = LOCATIONS[where]
    if where == HUNT:
        asks = say("2 pawns; beasts in the deck: {n}", n=board.left_in("beast"))
    ground: Colour = "moss" if kind_of(where) == "hunt" else "sand" if kind_of(where) == "build" else "ice"
    shapes: list[Shape] = [
        Rectangle(x + 0.75, y + 0.75, wide - 1.5, ROW - 4, ground, "faint", round=7),
        Said(x + 8, y + 14.5, words, 12, bold=True, width=wide - 16),
    ]
    here = [task for task in board.tasks if task.where == where]
    room = wide - 12
    right = x + wide - 6
    drawn: list[Shape] = []
    for task in reversed(here):
        size = signs.crew_width(board.pawns_on(task))
        drawn.append(signs.crew(board, task, right - size / 2, y + 22))
        right -= size + 3
        room -= size + 3
    if room > 60:
        shapes.append(Said(x + 8, y + 28, asks, 11, "soft", width=room))
    return group(*shapes, *drawn, name=where, title=say("{space}: {asks}", space=words, asks=asks))


def _field(board: Board, work: Work, x: float, y: float) -> Group:
    """Return the field of a kind of action, with its adventure token if there is one."""
    words, colour = FIELDS[work]
    there = bool(board.table.count(field(work), event_token(work)))
    told = say("{field}: an event waits", field=words) if there else say("{field}: no event", field=words)
    ground: Colour = colour if there else "paper"
    shapes: list[Shape] = [
        Rectangle(x + 0.75, y + 0.75, 110, 26, ground, "faint", round=13),
        Said(x + (66 if there else 55), y + 18, words, 12, on(ground), "middle", bold=there, width=84),
    ]
    if there:
        shapes.append(signs.token(x + 16, y + 14, "accent"))
    return group(*shapes, name=field(work), title=told)


def _task_rows(board: Board) -> Rows:
    rows: list[tuple[tuple[Span, ...], ...]] = [(((say("space"), ""),), ((say("pawns"), ""),))]
    for where, (words, _) in LOCATIONS.items():
        crews: list[Slot] = [
            signs.crew_words(task.seat, board.own_pawns_on(task), board.pawns_on(task) - board.own_pawns_on(task))
            for task in board.tasks if task.where == where
        ]  # fmt: skip
        rows.append((((words, "green"),), ((listed(crews, "; "), ""),) if crews else (("", ""),)))
    waiting: list[Slot] = [FIELDS[work][0] for work in WORKS if board.table.count(field(work), event_token(work))]
    rows.append((((say("events wait"), "red"),), ((listed(waiting), ""),) if waiting else (("", ""),)))
    return tuple(rows)
