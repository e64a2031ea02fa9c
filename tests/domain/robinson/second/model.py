"""A small second implementation: where pawns may be placed, attacks, death, eating, moving camps.

Written from the document and, where it says nothing, from the game that it changes ("base" in comments). States are
values; `legal(state)` are the moves of who is to act, `refusal(state, seat, space)` says why a pawn may not be placed,
`after(state, move)` is the state that follows. Other actions than attacks are not resolved here: `built` and `explored`
write what they brought.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

CAMP_SPACES = ("shelter", "roof", "palisade", "weapon", "arrange", "rest")


@dataclass(frozen=True)
class Space:
    """Where a pawn stands: explore `at`, gather `what` `at`, build `what`, camp `what`, hunt, attack a seat (`at`)."""

    kind: str
    at: int = 0
    what: str = ""


@dataclass(frozen=True)
class Player:
    """What one player has; dead with no life."""

    camp: int
    pawns: int = 2
    life: int = 12
    weapon: int = 0
    palisade: int = 0
    roof: int = 0
    shelter: bool = False
    food: int = 0
    wood: int = 0
    fur: int = 0
    items: frozenset[str] = frozenset()
    cards: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Island:
    """The island: which spaces are next to each other, what was explored, what lies on it."""

    near: Mapping[int, frozenset[int]]
    terrain: Mapping[int, str]
    sources: Mapping[int, frozenset[str]] = field(default_factory=dict)
    natural: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Move:
    """place (space), defend (yes), reward (what or ""), claim (yes), eat, camp (space at: the new tile or the old)."""

    kind: str
    space: Space = Space("")
    yes: bool = False
    what: str = ""


@dataclass(frozen=True)
class State:
    """A table. Phases: place, defend, reward, claim, eat, camp, end."""

    island: Island
    players: tuple[Player, ...]
    inventions: frozenset[str] = frozenset()
    terrain_of: Mapping[str, frozenset[str]] = field(default_factory=dict)
    items_of: Mapping[str, frozenset[str]] = field(default_factory=dict)
    beasts: int = 0
    rewards: tuple[str, ...] = ()
    first: int = 0
    turn: int = 0
    phase: str = "place"
    placed: tuple[tuple[int, Space], ...] = ()
    queue: tuple[tuple[int, int], ...] = ()
    winner: int = -1
    loser: int = -1


# --- looking ----------------------------------------------------------------------------------------------


def alive(state: State) -> list[int]:
    """Return the seats that are in the game, in player order from the first player."""
    number = len(state.players)
    order = [(state.first + step) % number for step in range(number)]
    return [seat for seat in order if state.players[seat].life > 0]


def distance(island: Island, start: int, goal: int, through_explored: bool) -> int:
    """Return how many steps lead from one space to another, 99 if none do."""
    steps, edge, seen = 0, {start}, {start}
    while edge:
        if goal in edge:
            return steps
        open_ = {one for one in edge if not through_explored or one in island.terrain}
        edge = {other for one in open_ for other in island.near[one]} - seen
        seen |= edge
        steps += 1
    return 99


def enemy_camps(state: State, seat: int) -> set[int]:
    """Return the tiles with a camp of somebody else who lives."""
    return {state.players[other].camp for other in alive(state) if other != seat}


def terrains(state: State, seat: int) -> set[str]:
    """Return the terrain a player can use (Requirements 1)."""
    closed = enemy_camps(state, seat)
    return {terrain for tile, terrain in state.island.terrain.items() if tile not in closed}


def on(state: State, seat: int, space: Space) -> int:
    """Return how many pawns of a seat stand on a space."""
    return sum(one == (seat, space) for one in state.placed)


def few_and_many(state: State, seat: int, space: Space) -> tuple[int, int]:
    """Return how many pawns a space asks for at least, and how many do something at most."""
    camp = state.players[seat].camp
    if space.kind == "attack":
        far = distance(state.island, camp, state.players[space.at].camp, through_explored=False)
        return max(1, far), max(1, far)  # one pawn in any case; camps may begin on one tile
    if space.kind in ("explore", "gather"):
        far = distance(state.island, camp, space.at, through_explored=True)
        return far, far + 1  # base: a pawn for each step, one more for certainty
    if space.kind == "hunt":
        return 2, 2 * state.beasts  # base
    if space.kind == "build" or space.what == "shelter":
        return 1, 2  # base: one attempt a round
    return 1, 99


def _no_exploring(state: State, seat: int, space: Space) -> str:
    return "Action 3" if space.at in state.island.terrain else ""


def _no_gathering(state: State, seat: int, space: Space) -> str:
    if space.at in enemy_camps(state, seat):
        return "Action 5"
    if space.at == state.players[seat].camp:
        return "base: the camp's tile has produced"
    return "" if space.what in state.island.sources.get(space.at, frozenset()) else "Action 3"


def _no_building(state: State, seat: int, space: Space) -> str:
    if space.what not in state.inventions:
        return "Action 9"
    if not state.terrain_of.get(space.what, frozenset()) <= terrains(state, seat):
        return "Requirements 1"
    return "" if state.items_of.get(space.what, frozenset()) <= state.players[seat].items else "Requirements 2"


def _no_camp(state: State, seat: int, space: Space) -> str:
    player = state.players[seat]
    covered = player.shelter or player.camp in state.island.natural
    if space.what == "shelter" and player.shelter:
        return "base: built already"
    return "base: needs a shelter" if space.what in ("roof", "palisade") and not covered else ""


def _no_hunting(state: State, seat: int, space: Space) -> str:
    return "" if state.beasts else "base: no beast to hunt"


def _no_attack(state: State, seat: int, space: Space) -> str:
    return "Attack 1" if space.at == seat or space.at not in alive(state) else ""


FORBIDS: dict[str, Callable[[State, int, Space], str]] = {
    "explore": _no_exploring, "gather": _no_gathering, "build": _no_building,
    "camp": _no_camp, "hunt": _no_hunting, "attack": _no_attack,
}  # fmt: skip


def refusal(state: State, seat: int, space: Space) -> str:
    """Return the place of the sentence that forbids this pawn, or nothing."""
    if state.phase != "place" or seat != state.turn or not state.players[seat].pawns:
        return "Action 1"
    if space.kind != "camp" and any(who != seat and where == space for who, where in state.placed):
        return "Action 2"
    if reason := FORBIDS[space.kind](state, seat, space):
        return reason
    few, many = few_and_many(state, seat, space)
    there = on(state, seat, space)
    if there + state.players[seat].pawns < few:
        return "Attack 2" if space.kind == "attack" else "base: too few pawns"
    if there >= many:
        return "Attack 2" if space.kind == "attack" else "base: enough pawns"
    return ""


def spaces(state: State) -> list[Space]:
    """Return every space there is on the table."""
    island = state.island
    found = [Space("explore", at) for at in sorted(island.near) if at not in island.terrain]
    found += [Space("gather", at, what) for at in sorted(island.sources) for what in sorted(island.sources[at])]
    found += [Space("build", 0, what) for what in sorted(state.inventions)]
    found += [Space("camp", 0, what) for what in CAMP_SPACES]
    found += [Space("hunt")]
    return found + [Space("attack", seat) for seat in range(len(state.players))]


def legal(state: State) -> list[Move]:
    """Return the moves of who is to act."""
    match state.phase:
        case "place":
            return [Move("place", space) for space in spaces(state) if not refusal(state, state.turn, space)]
        case "defend":
            usable = state.players[state.turn].palisade > 0
            return [Move("defend", yes=yes) for yes in ((False, True) if usable else (False,))]
        case "reward":
            return [Move("reward", what=what) for what in ("", *state.rewards)]
        case "claim":
            return [Move("claim", yes=yes) for yes in (False, True)]
        case "eat":
            return [Move("eat")]
        case "camp":
            here = state.players[state.turn].camp
            near = [tile for tile in sorted(state.island.near[here]) if tile in state.island.terrain]  # base: explored
            free = [tile for tile in near if tile not in enemy_camps(state, state.turn)]
            return [Move("camp", Space("", at)) for at in [here, *free]]  # who stays does not move onto a tile
        case _:
            return []


# --- changing ---------------------------------------------------------------------------------------------


def _with(state: State, seat: int, player: Player) -> State:
    players = list(state.players)
    players[seat] = player
    return replace(state, players=tuple(players))


def built(state: State, seat: int, invention: str) -> State:
    """Return the table after an invention was built (Action 8)."""
    player = state.players[seat]
    state = _with(state, seat, replace(player, items=player.items | {invention}))
    return replace(state, inventions=state.inventions - {invention})


def explored(state: State, at: int, terrain: str, *sources: str) -> State:
    """Return the table after a space was explored."""
    island = state.island
    tiles, lying = {**island.terrain, at: terrain}, {**island.sources, at: frozenset(sources)}
    return replace(state, island=replace(island, terrain=tiles, sources=lying))


def _buried(state: State, seat: int) -> State:
    """Remove a dead player: what nobody took goes away, inventions to the board (Death 1, 2)."""
    dead = state.players[seat]
    state = replace(
        state,
        inventions=state.inventions | dead.items,
        placed=tuple(one for one in state.placed if one[0] != seat),
    )
    gone = replace(dead, life=0, pawns=0, items=frozenset(), cards=frozenset(), food=0, wood=0, fur=0)
    return _with(state, seat, gone)


def _next_fight(state: State) -> State:
    """Go to the next attack in player order, or to the rest of the actions, which are not played here."""
    queue = list(state.queue)
    while queue:
        attacker, defender = queue[0]
        if state.players[attacker].life > 0 and state.players[defender].life > 0:
            return replace(state, queue=tuple(queue), phase="defend", turn=defender, winner=-1, loser=-1)
        queue.pop(0)
    return replace(state, queue=(), phase="end", winner=-1, loser=-1)


def _place(state: State, space: Space) -> State:
    seat = state.turn
    player = state.players[seat]
    state = _with(state, seat, replace(player, pawns=player.pawns - 1))
    state = replace(state, placed=(*state.placed, (seat, space)))
    number = len(state.players)
    for step in range(1, number + 1):
        after_ = (seat + step) % number
        if state.players[after_].life > 0 and state.players[after_].pawns:
            return replace(state, turn=after_)
    attacks = [
        (who, enemy) for who in alive(state) for enemy in range(number)
        if 0 < few_and_many(state, who, Space("attack", enemy))[0] <= on(state, who, Space("attack", enemy))
    ]  # fmt: skip
    return _next_fight(replace(state, queue=tuple(attacks)))


def _fight(state: State, palisade_used: bool) -> State:
    attacker, defender = state.queue[0]
    mine, theirs = state.players[attacker], state.players[defender]
    strength = theirs.weapon + (theirs.palisade if palisade_used else 0)
    if palisade_used:
        state = _with(state, defender, replace(theirs, palisade=theirs.palisade - 1))
    if strength == mine.weapon:
        return _next_fight(replace(state, queue=state.queue[1:]))
    winner, loser = (attacker, defender) if mine.weapon > strength else (defender, attacker)
    beaten = state.players[loser]
    beaten = replace(beaten, life=max(0, beaten.life - abs(mine.weapon - strength)))
    state = replace(_with(state, loser, beaten), queue=state.queue[1:], winner=winner, loser=loser)
    if winner == attacker and state.rewards:
        return replace(state, phase="reward", turn=winner)
    return _fallen(state)


def _fallen(state: State) -> State:
    if state.players[state.loser].life > 0:
        return _next_fight(state)
    return replace(state, phase="claim", turn=state.winner)


def _claim(state: State, taken: bool) -> State:
    dead, winner = state.players[state.loser], state.players[state.winner]
    if taken:
        heir = replace(
            winner, items=winner.items | dead.items, cards=winner.cards | dead.cards,
            food=winner.food + dead.food, wood=winner.wood + dead.wood, fur=winner.fur + dead.fur,
        )  # fmt: skip
        state = _with(_with(state, state.winner, heir), state.loser, replace(dead, items=frozenset()))
    return _next_fight(_buried(state, state.loser))


def night(state: State) -> State:
    """Begin the night: who lives eats, in player order."""
    order = alive(state)
    return replace(state, phase="eat", turn=order[0], placed=(), queue=tuple((seat, seat) for seat in order))


def _follow(state: State) -> State:
    """Go to the next in the night's order; after eating come the camps, after these the end."""
    queue = tuple(one for one in state.queue[1:] if state.players[one[0]].life > 0)
    if queue:
        return replace(state, queue=queue, turn=queue[0][0])
    left = alive(state)
    if state.phase == "eat" and left:
        return replace(state, phase="camp", queue=tuple((seat, seat) for seat in left), turn=left[0])
    return replace(state, phase="end", queue=())


def _eat(state: State) -> State:
    seat = state.turn
    player = state.players[seat]
    loss = 0 if player.food else 2  # base
    if not player.shelter and player.camp not in state.island.natural:
        loss += 1  # base, before camps move: Night 2 says "then"
    state = _with(state, seat, replace(player, food=max(0, player.food - 1), life=max(0, player.life - loss)))
    return _follow(_buried(state, seat) if state.players[seat].life == 0 else state)


def _camp(state: State, tile: int) -> State:
    player = state.players[state.turn]
    if tile != player.camp:
        roof = player.roof - player.roof // 2 if player.shelter else 0  # base
        palisade = player.palisade - player.palisade // 2 if player.shelter else 0
        player = replace(player, camp=tile, roof=roof, palisade=palisade)
    return _follow(_with(state, state.turn, player))


def after(state: State, move: Move) -> State:
    """Return the table after a legal move."""
    if move not in legal(state):
        raise ValueError(f"{move} is not legal in {state.phase}")
    match move.kind:
        case "place":
            return _place(state, move.space)
        case "defend":
            return _fight(state, move.yes)
        case "reward":
            return _fallen(state)
        case "claim":
            return _claim(state, move.yes)
        case "eat":
            return _eat(state)
        case _:
            return _camp(state, move.space.at)
