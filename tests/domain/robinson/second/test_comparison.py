"""The program and the model of the second reading, side by side: where pawns may be placed, fights, nights."""

from __future__ import annotations

import random

import pytest

from tablescribe.domain.games import game
from tablescribe.domain.games.robinson.actions.fights import ClaimAll, ClaimNothing, NoPalisade, NoReward, UsePalisade
from tablescribe.domain.games.robinson.actions.night import MoveCamp, Stay
from tablescribe.domain.games.robinson.actions.placing import (
    Arrange,
    Attack,
    Build,
    Explore,
    Gather,
    Hunt,
    Invent,
    Rest,
)
from tablescribe.domain.games.robinson.board import BEAST, INVENTIONS, SIDES, TILE, TRACKS, TURN, pawn, pawns, personal
from tablescribe.domain.games.robinson.island import Island as Table
from tablescribe.domain.games.robinson.tasks import ARRANGE, HUNT, Task
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.chance import NeedsOutcome, NoChance
from tablescribe.domain.rules.deciding import decide, legal_actions
from tablescribe.domain.rules.play import Illegal, Play
from tablescribe.domain.table.names import AWAITS
from tablescribe.domain.table.table import Impossible
from tests.depth import times
from tests.domain.kit import Kit
from tests.domain.robinson.second.model import Island, Move, Player, Space, State, after, legal, night, refusal
from tests.domain.robinson.second.model import spaces as all_spaces
from tests.domain.robinson.table import all_arrange, given, go_on, number, play_it, when

PRICES = ("RC-B20", "RC-B22")
"""Questions that the model does not ask, because it does not pay costs."""


# --- reading a match as the model does --------------------------------------------------------


def island(board: Table) -> Island:
    """Return the island as the model has it."""
    shown = {at: tile for at in board.layout.spaces if (tile := board.tile(at)) is not None}
    return Island(
        near={at: frozenset(others) for at, others in board.layout.beside.items()},
        terrain={at: tile.terrain for at, tile in shown.items()},
        sources={at: frozenset(side for side in SIDES if board.source(at, side)) for at in shown},
        natural=frozenset(at for at, tile in shown.items() if tile.natural_shelter),
    )


def player(board: Table, seat: int) -> Player:
    """Return a seat's player in the model."""
    table, items = board.table, board.items(seat)
    return Player(
        camp=board.camp_of(seat) if board.is_alive(seat) else -1,  # type: ignore[arg-type]
        pawns=table.count(pawns(seat), pawn(seat)),
        life=table.number(f"hearts:{seat}"),
        weapon=board.level("weapon", seat),
        palisade=board.level("palisade", seat),
        roof=board.level("roof", seat),
        shelter=bool(board.level("shelter", seat)),
        food=board.has(seat, "food"),
        items=frozenset(piece for piece in items if board.serves(seat, piece)),
    )


def space_of(task: Task) -> Space:
    """Return where a planned action is, in the model's words."""
    head, _, rest = task.where.partition(":")
    match head:
        case "hunting":
            return Space("hunt")
        case "camp":
            return Space("attack", int(rest) - 1)
        case "source":
            at, _, side = rest.partition(":")
            return Space("gather", int(at), side)
        case "space":
            return Space("explore", int(rest))
        case "invention":
            return Space("build", 0, task.where)
    return Space("camp", 0, head)


def state_of(match: Match) -> State:
    """Return a match in which a pawn is to be placed as a state of the model."""
    board = Table(match.opening, match.table)
    seat = match.table.number(TURN)
    cards = [*match.table.each(INVENTIONS), *match.table.each(personal(seat))]
    known = {piece: card for piece in cards if (card := board.invention(piece)) is not None}
    return State(
        island(board), tuple(player(board, one) for one in match.opening.all_seats),
        inventions=frozenset(known),
        terrain_of={piece: frozenset([card.terrain] if card.terrain else []) for piece, card in known.items()},
        items_of={piece: frozenset(f"invention:{item}" for item in card.items) for piece, card in known.items()},
        beasts=board.left_in(BEAST), first=board.first - 1, turn=seat - 1,
        placed=tuple((task.seat - 1, space_of(task)) for task in board.tasks for _ in range(board.pawns_on(task))),
    )  # fmt: skip


# --- placing ----------------------------------------------------------------------------------


def actions_at(board: Table, seat: int, space: Space) -> list[Action]:
    """Return the ways of placing an own pawn on a space of the model."""
    match space.kind:
        case "hunt":
            return [Hunt()]
        case "attack":
            return [Attack(target=space.at + 1)]
        case "gather":
            return [Gather(space=space.at, side=side) for side in SIDES if side == space.what]
        case "explore":
            return [Explore(space=space.at)]
        case "build":
            return [Invent(invention=space.what, pay=pay) for pay in (None, "wood", "fur")]
    if space.what in ("arrange", "rest"):
        return [Arrange() if space.what == ARRANGE else Rest()]
    there = [n for n in range(1, len(board.tasks_of(seat, space.what)) + 2) if n == 1 or space.what != "shelter"]
    return [
        Build(track=track, pay=pay, n=n)
        for track in TRACKS if track == space.what for pay in (None, "wood", "fur") for n in there
    ]  # fmt: skip


def says(match: Match, seat: int, action: Action) -> str:
    """Return the number of the rule by which the program refuses; the empty text if it does not, or for the price."""
    try:
        decide(match.opening, match.table, seat, action, NoChance())
    except NeedsOutcome:
        return ""
    except Illegal as error:
        return "" if error.rule in PRICES else error.rule
    except Impossible:
        return "impossible"
    return ""


def beyond(board: Table, seat: int, space: Space) -> bool:
    """Return whether the model does not know of something: neutral pawns, the last tile, a second own hunt."""
    task = Task(seat, HUNT)
    helped = board.table.count(pawns(seat)) > board.table.count(pawns(seat), pawn(seat))
    return (
        helped
        or (space.kind == "explore" and not board.left_in(TILE))
        or (space.kind == "hunt" and board.pawns_on(task) > 0)
    )


@pytest.mark.parametrize("number", range(times(3, 12)))
def test_pawns_may_be_placed_where_the_model_says(number: int) -> None:
    kit = Kit(
        game("robinson"),
        options={
            "scenario": ["signal_race", "idols"],
            "far_attacks": [True],
            "layout": ["core_10", "wide_15"],
            "start_mode": ["scenario", "beach"],
        },
    )
    match, choose, compared = kit.open(number + 1), random.Random(number), 0
    for _ in kit.moves(match, choose):
        seat = match.table.number(TURN)
        if match.is_over or not seat or match.table.get(AWAITS):
            continue
        board, state = Table(match.opening, match.table), state_of(match)
        for space in all_spaces(state):
            if beyond(board, seat, space) or not state.players[seat - 1].pawns:
                continue
            refused = [says(match, seat, action) for action in actions_at(board, seat, space)]
            theirs = refusal(state, seat - 1, space)
            assert bool(theirs) == all(refused), f"{space}: the model says {theirs!r}, the program {refused}"
            compared += 1
    assert compared > 100


# --- fights -----------------------------------------------------------------------------------


def small(weapons: tuple[int, int], hearts: tuple[int, int], palisade: int, home: int) -> State:
    """Return a table of three on which the first attacks the second, whose camp is there."""
    line = Island({1: frozenset({2}), 2: frozenset({1, 3}), 3: frozenset({2})}, {1: "hills", 2: "river", 3: "plains"})
    first = Player(1, pawns=1, life=hearts[0], weapon=weapons[0], items=frozenset({"rope"}), wood=2)
    second = Player(
        home, pawns=0, life=hearts[1], weapon=weapons[1], palisade=palisade, items=frozenset({"map"}), wood=3
    )
    state = State(line, (first, second, Player(3, pawns=0)), rewards=("trophy",))
    return after(state, Move("place", Space("attack", 1)))


@pytest.mark.parametrize("number_", range(times(12, 60)))
def test_fights_come_to_the_same(number_: int) -> None:
    """Weapons, hearts and the palisade by lot, each third fight on one tile; palisade and claim by lot, too."""
    choose = random.Random(number_)
    weapons, hearts = (choose.randrange(5), choose.randrange(5)), (choose.randint(1, 4), choose.randint(1, 4))
    palisade, used, claimed = choose.randrange(3), choose.random() < 0.5, choose.random() < 0.5
    shared = number_ % 3 == 0
    state = small(weapons, hearts, palisade, 1 if shared else 2)
    state = after(state, Move("defend", yes=used and palisade > 0))
    while state.phase in ("reward", "claim"):
        state = after(state, Move("claim", yes=claimed) if state.phase == "claim" else Move("reward"))
    match = given(
        seats=3, camps={1: 4, 2: 4 if shared else 5, 3: 8}, tiles={4: 7, 5: 3, 8: 9}, scenario="signal_race",
        levels={"weapon:1": weapons[0], "weapon:2": weapons[1], "hearts:1": hearts[0], "hearts:2": hearts[1],
                "palisade:2": palisade},
        stock={1: {"wood": 2, "food": 1}, 2: {"wood": 3, "food": 1}, 3: {"food": 2}},
        items={1: ["rope"], 2: ["map"], 3: ["pot"]},
    )  # fmt: skip
    when(match, (1, Attack(target=2)), (2, Arrange()), (3, Arrange()), (1, Arrange()), (2, Arrange()))
    play_it(match, 3, Arrange())
    answers: dict[str, Action] = {
        "palisade": UsePalisade() if used else NoPalisade(), "reward": NoReward(),
        "claim": ClaimAll() if claimed else ClaimNothing(),
    }  # fmt: skip
    while (asked := str(match.table.get(AWAITS))) in answers:
        play_it(match, match.to_act[0], answers[asked])
    assert asked == "cooking", "the night begins, and nobody has eaten yet"
    for seat in (1, 2):
        mine, theirs = state.players[seat - 1], Table(match.opening, match.table)
        assert mine.life == number(match, f"hearts:{seat}")
        if mine.life:
            assert mine.palisade == number(match, f"palisade:{seat}")
            assert mine.wood == theirs.has(seat, "wood")
            assert mine.items == {piece.partition(":")[2] for piece in theirs.items(seat)}


# --- nights -----------------------------------------------------------------------------------


def clear(play: Play) -> None:
    """Take the start tiles away."""
    for tile in (4, 5, 6):
        play.move(f"tile:{tile}", 1, play.table.where(f"tile:{tile}")[0], "box")


@pytest.mark.parametrize("number_", range(times(8, 40)))
def test_nights_come_to_the_same(number_: int) -> None:
    """Food, shelters, levels by lot, each third night two camps on one tile; camps move by lot where both let them."""
    choose = random.Random(number_)
    spaces = choose.sample([0, 1, 2, 4, 5, 8, 9], 5)
    camps = dict(zip((1, 2, 3), choose.sample(spaces, 3), strict=True))
    if number_ % 3 == 0:
        camps[choose.choice((2, 3))] = camps[1]
    tiles = dict(zip(spaces, (1, 2, 3, 7, 11), strict=True))
    given_to = {seat: {"food": choose.randrange(2)} for seat in (1, 2, 3)}
    levels = {f"{what}:{seat}": choose.randrange(4) for what in ("roof", "palisade") for seat in (1, 2, 3)}
    levels |= {f"shelter:{seat}": choose.randrange(2) for seat in (1, 2, 3)}
    match = given(seats=3, camps=camps, tiles=tiles, levels=levels, stock=given_to, more=clear)
    board = Table(match.opening, match.table)
    state = night(State(island(board), tuple(player(board, seat) for seat in (1, 2, 3))))
    while state.phase == "eat":
        state = after(state, Move("eat"))
    all_arrange(match)
    while state.phase == "camp":
        seat, home = state.turn + 1, state.players[state.turn].camp
        theirs = {move.space.at for move in legal(state)}
        if len(theirs) > 1:
            assert match.to_act == (seat,)
            mine = {act.space for act in legal_actions(match.opening, match.table, seat) if isinstance(act, MoveCamp)}
            assert mine | {home} == theirs
        to = choose.choice(sorted(theirs))
        state = after(state, Move("camp", Space("", to)))
        if len(theirs) > 1:
            play_it(match, seat, MoveCamp(space=to) if to != home else Stay())
    go_on(match)
    board = Table(match.opening, match.table)
    for seat in (1, 2, 3):
        mine_now, theirs_now = player(board, seat), state.players[seat - 1]
        for what in ("camp", "life", "roof", "palisade"):
            assert getattr(mine_now, what) == getattr(theirs_now, what), what
