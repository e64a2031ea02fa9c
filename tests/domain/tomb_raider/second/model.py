"""A small second implementation: the map, moving and meeting obstacles, obstacle offers, life, search and drawing.

Written from the manual alone. Map directions are 0 forward (deeper), 1 right, 2 back, 3 left; a card's sides are 0 top,
1 right, 2 bottom, 3 left. `legal(state)` are the moves of who acts, `after(state, move, …)` is what follows, given what
chance showed: the cards drawn from the level deck (unfit ones first), the totals rolled, the obstacles offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

Spot = tuple[int, int]
ABILITIES = ("fight", "movement", "search", "intelligence")
WAYS = ((0, 1), (1, 0), (0, -1), (-1, 0))


@dataclass(frozen=True)
class Obstacle:
    """An obstacle: tests by ability, what a failure does ("damage", "stuck", "injured fight"), life if it has one."""

    name: str
    danger: int = 0
    tests: tuple[tuple[str, int], ...] = (("search", 7),)
    effects: tuple[str, ...] = ("damage",)
    life: int = 0


@dataclass(frozen=True)
class Card:
    """A location card."""

    name: str
    exits: frozenset[int]
    danger: int = 0
    look: int = 0
    least: int = 1
    treasure: bool = False
    save: bool = False
    printed: tuple[Obstacle, ...] = ()


@dataclass(frozen=True)
class Tile:
    """A location card on the map; `turned` quarters clockwise."""

    card: Card
    turned: int = 0
    up: bool = True
    added: frozenset[int] = frozenset()
    blocked: frozenset[int] = frozenset()
    obstacles: tuple[Obstacle, ...] = ()
    damage: Mapping[str, int] = field(default_factory=dict)
    empty: bool = False


@dataclass(frozen=True)
class Explorer:
    """An explorer; `stuck` is the turn in which it got stuck, `facing` the obstacles it still has to meet here."""

    at: Spot
    abilities: tuple[int, ...] = (3, 3, 3, 2)
    injuries: tuple[int, ...] = (0, 0, 0, 0)
    damage: int = 0
    extra: int = 0
    entrance: Spot = (1, 1)
    saved: Spot | None = None
    dead: bool = False
    stuck: int = 0
    fought: bool = False
    steps: int = 0
    entered: bool = False
    facing: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Move:
    """go (way), stop, offers, attack (seat, -1: nobody), meet (what, by which ability)."""

    kind: str
    way: int = -1
    seat: int = -1
    what: str = ""
    ability: str = ""


@dataclass(frozen=True)
class State:
    """A table in the action round of one seat. Steps: move, offers, attack, meet, done."""

    width: int
    rows: int
    tiles: Mapping[Spot, Tile]
    explorers: tuple[Explorer, ...]
    deck: tuple[Card, ...] = ()
    first: int = 1
    turn: int = 1
    seat: int = 0
    step: str = "move"


# --- the map ----------------------------------------------------------------------------------------------


def on_map(state: State, spot: Spot) -> bool:
    """Tell whether the level has this place (Map 12)."""
    return 1 <= spot[0] <= state.width and state.first <= spot[1] < state.first + state.rows


def beside(spot: Spot, way: int) -> Spot:
    """Return the place in a direction."""
    return spot[0] + WAYS[way][0], spot[1] + WAYS[way][1]


def unknown(state: State, spot: Spot) -> bool:
    """Tell whether nothing lies there, or a card face down (Map 2, 8)."""
    return on_map(state, spot) and (spot not in state.tiles or not state.tiles[spot].up)


def exits(state: State, spot: Spot) -> set[int]:
    """Return the directions that lead on; of an unknown place all (Map 10, 12, 13; Terms 4, 10)."""
    ways = set(range(4))
    if not unknown(state, spot):
        tile = state.tiles[spot]
        ways = ({(side + tile.turned) % 4 for side in tile.card.exits} | tile.added) - tile.blocked
    return {way for way in ways if on_map(state, beside(spot, way))}


def connected(state: State, spot: Spot) -> set[Spot]:
    """Return the places to which a path of exits leads, the place itself too (Terms 6, 10)."""
    seen, edge = {spot}, {spot}
    while edge:
        edge = {beside(one, way) for one in edge for way in exits(state, one)} - seen
        seen |= edge
    return seen


def treasure_places(state: State) -> set[Spot]:
    """Return where the treasure room is, or may be (Map 20, 22; Terms 9)."""
    known = {spot for spot, tile in state.tiles.items() if tile.card.treasure}
    least = min((card.least for card in state.deck if card.treasure), default=99)
    depths = range(state.first, state.first + state.rows)
    every = {(column, depth) for column in range(1, state.width + 1) for depth in depths}
    return known or {spot for spot in every - set(state.tiles) if spot[1] >= least}


def cut_off(state: State, spot: Spot) -> bool:
    """Tell whether no path leads to a place of the treasure room (Terms 9)."""
    return not connected(state, spot) & treasure_places(state)


def last_place(state: State) -> State:
    """Lay the treasure room face down where alone it can be (Map 22)."""
    places, deck = treasure_places(state), list(state.deck)
    room = next((card for card in deck if card.treasure), None)
    if room is None or len(places) != 1 or any(tile.card.treasure for tile in state.tiles.values()):
        return state
    deck.remove(room)
    return replace(state, deck=tuple(deck), tiles={**state.tiles, places.pop(): Tile(room, up=False)})


def mapped(state: State, spot: Spot, way: int, drawn: Sequence[Card]) -> State:
    """Map a place that was entered in a direction; `way` 0 if by other means than moving (Map 15, 16, 21; Orient 2)."""
    deck = list(state.deck)
    if spot in state.tiles:
        card = state.tiles[spot].card
        if drawn:
            raise ValueError("Explore 2: the card lies there")
    else:
        if not drawn or [card.least <= spot[1] for card in drawn] != [*[False] * (len(drawn) - 1), True]:
            raise ValueError("Explore 4: draw until one fits, and no further")
        card = drawn[-1]
        deck.remove(card)
    tile = Tile(card, turned=way, obstacles=card.printed)
    return last_place(replace(state, deck=tuple(deck), tiles={**state.tiles, spot: tile}))


# --- explorers --------------------------------------------------------------------------------------------


def ability(explorer: Explorer, name: str) -> int:
    """Return an ability as it is now (Weakness 6)."""
    index = ABILITIES.index(name)
    return max(0, explorer.abilities[index] - explorer.injuries[index])


def life(explorer: Explorer) -> int:
    """Return the life left: the lowest ability, more by tokens, less the damage (Abilities 11, 14; Terms 12)."""
    return min(ability(explorer, name) for name in ABILITIES) + explorer.extra - explorer.damage


def dies(explorer: Explorer) -> bool:
    """Tell whether this is death: no life, or an ability of 0 (Damage 3, Weakness 11)."""
    return life(explorer) <= 0 or any(ability(explorer, name) == 0 for name in ABILITIES)


def suffered(explorer: Explorer, effects: Iterable[str], turn: int) -> Explorer:
    """Return the explorer after the effects of a failure."""
    for effect in effects:
        kind, _, name = effect.partition(" ")
        if kind == "damage":
            explorer = replace(explorer, damage=explorer.damage + 1)
        elif kind == "stuck":
            explorer = replace(explorer, stuck=turn)
        else:
            injuries = tuple(old + (name == which) for old, which in zip(explorer.injuries, ABILITIES, strict=True))
            explorer = replace(explorer, injuries=injuries)
    return replace(explorer, dead=explorer.dead or dies(explorer))


def reloaded(explorer: Explorer) -> Explorer:
    """Return the explorer who died or reset as it begins again (Damage 8, 9)."""
    at = explorer.saved or explorer.entrance
    return Explorer(at, explorer.abilities, entrance=explorer.entrance, saved=explorer.saved)


def can_move(state: State, explorer: Explorer) -> bool:
    """Tell whether an explorer may go a step: not stuck in this turn or the one before (Move 8, Weakness 12)."""
    stuck = explorer.stuck and explorer.stuck in (state.turn, state.turn - 1)
    return not explorer.dead and not stuck and explorer.steps < ability(explorer, "movement")


def can_search(state: State, explorer: Explorer) -> bool:
    """Tell whether an explorer may look for something this turn (Search 2, 3; Weakness 12)."""
    return not explorer.dead and not explorer.fought and explorer.stuck != state.turn


def can_find(state: State, explorer: Explorer, difficulty: int, result: int) -> bool:
    """Tell whether a discovery can be played after a search (Play 1, Empty 1)."""
    return can_search(state, explorer) and not state.tiles[explorer.at].empty and difficulty <= result


def search_dice(state: State, explorer: Explorer) -> int:
    """Return how many dice a search rolls (Test 1)."""
    return max(0, ability(explorer, "search") + state.tiles[explorer.at].card.look)


def draws(hand: int, intelligence: int) -> int:
    """Return how many cards are drawn with a hand in the draw round (Draw 1, 2)."""
    return 2 * intelligence if hand == 0 else max(0, min(intelligence, intelligence + 6 - hand))


def can_save(state: State, explorer: Explorer) -> bool:
    """Tell whether the game is saved now (Save 1)."""
    return not explorer.dead and state.tiles[explorer.at].card.save


# --- obstacles --------------------------------------------------------------------------------------------


def allowed(state: State, spot: Spot) -> int:
    """Return the danger that an obstacle may have there (Obstacles 5)."""
    return state.tiles[spot].card.danger + spot[1]


def may_offer(state: State, seat: int, obstacle: Obstacle) -> bool:
    """Tell whether a seat may offer this obstacle now (Obstacles 1, 3, 4, 5)."""
    danger = allowed(state, state.explorers[state.seat].at)
    return state.step == "offers" and seat != state.seat and obstacle.danger <= danger


def laid(state: State, offers: Sequence[tuple[int, Obstacle]]) -> tuple[int, Obstacle] | None:
    """Return which offer is played: most danger, then the nearest explorer, then turn order (Obstacles 6, 7)."""
    here, number = state.explorers[state.seat].at, len(state.explorers)

    def rank(offer: tuple[int, Obstacle]) -> tuple[int, int, int]:
        seat, obstacle = offer
        column, depth = state.explorers[seat].at
        return -obstacle.danger, abs(column - here[0]) + abs(depth - here[1]), (seat - state.seat) % number

    return min(offers, key=rank, default=None)


# --- one explorer's action round --------------------------------------------------------------------------


def _with(state: State, seat: int, explorer: Explorer) -> State:
    return replace(state, explorers=(*state.explorers[:seat], explorer, *state.explorers[seat + 1 :]))


def _me(state: State, **what: object) -> State:
    return _with(state, state.seat, replace(state.explorers[state.seat], **what))  # type: ignore[arg-type]


def begun(state: State, seat: int) -> State:
    """Begin the action round of a seat; the dead have none (Damage 4)."""
    state = replace(state, seat=seat, step="done" if state.explorers[seat].dead else "move")
    return _me(state, steps=0, entered=False, fought=False, facing=frozenset())


def there(state: State) -> list[int]:
    """Return the other living explorers on the same location."""
    here = state.explorers[state.seat].at
    found = [seat for seat, other in enumerate(state.explorers) if other.at == here and not other.dead]
    return [seat for seat in found if seat != state.seat]


def _meetings(state: State) -> list[Move]:
    me = state.explorers[state.seat]
    found = [one for one in state.tiles[me.at].obstacles if one.name in me.facing]
    return [Move("meet", what=one.name, ability=name) for one in found for name, _ in one.tests]


def legal(state: State) -> list[Move]:
    """Return the moves of the seat that acts."""
    me = state.explorers[state.seat]
    if state.step == "move":
        ways = sorted(exits(state, me.at)) if can_move(state, me) and not me.facing else []
        return [*(Move("go", way) for way in ways), *_meetings(state), Move("stop")]
    if state.step == "attack":
        return [Move("attack", seat=seat) for seat in (-1, *there(state))]
    return {"offers": [Move("offers")], "meet": _meetings(state)}.get(state.step, [])


def _on(state: State) -> State:
    """Go on to the next step that has something to do."""
    me = state.explorers[state.seat]
    if me.dead:
        return replace(_me(state, facing=frozenset()), step="done")
    if state.step == "move" and me.stuck == state.turn:
        return _stopped(state)
    if state.step == "meet" and not me.facing:
        return replace(state, step="done")
    return state


def _stopped(state: State) -> State:
    me = state.explorers[state.seat]
    if not me.entered:
        state = _me(state, facing=frozenset(one.name for one in state.tiles[me.at].obstacles))
    return _on(replace(state, step="attack" if there(state) else "meet"))


def _gone(state: State, way: int, drawn: Sequence[Card]) -> State:
    me = state.explorers[state.seat]
    spot = beside(me.at, way)
    new = unknown(state, spot)
    if new:
        state = mapped(state, spot, way, drawn)
    facing = frozenset(one.name for one in state.tiles[spot].obstacles)
    state = _me(state, at=spot, steps=me.steps + 1, entered=True, facing=facing)
    return replace(state, step="offers") if new else state


def _offered(state: State, offers: Sequence[tuple[int, Obstacle]]) -> State:
    for seat, obstacle in offers:
        if not may_offer(state, seat, obstacle):
            raise ValueError(f"seat {seat} may not offer {obstacle.name}")
    me = state.explorers[state.seat]
    if played := laid(state, offers):
        tile = state.tiles[me.at]
        tile = replace(tile, obstacles=(*tile.obstacles, played[1]))
        state = _me(replace(state, tiles={**state.tiles, me.at: tile}), facing=me.facing | {played[1].name})
    return _on(replace(state, step="attack" if there(state) else "meet"))


def _attacked(state: State, seat: int, rolled: Sequence[int]) -> State:
    if seat >= 0 and rolled[0] == rolled[1]:
        raise ValueError("Abilities 8: a tie is rolled again")
    if seat >= 0:
        state = _me(state, fought=True)
        loser = seat if rolled[0] > rolled[1] else state.seat
        state = _with(state, loser, suffered(state.explorers[loser], ("damage",), state.turn))
    return _on(replace(state, step="meet"))


def _met(state: State, what: str, by: str, total: int) -> State:
    me = state.explorers[state.seat]
    tile = state.tiles[me.at]
    obstacle = next(one for one in tile.obstacles if one.name == what)
    state = _me(state, facing=me.facing - {what}, fought=me.fought or by == "fight")
    if total < dict(obstacle.tests)[by]:
        return _on(_with(state, state.seat, suffered(state.explorers[state.seat], obstacle.effects, state.turn)))
    if by == "fight" and obstacle.life:
        damage = tile.damage.get(what, 0) + 1
        left = tuple(one for one in tile.obstacles if one.name != what or damage < obstacle.life)
        tile = replace(tile, obstacles=left, damage={**tile.damage, what: damage})
        state = replace(state, tiles={**state.tiles, me.at: tile})
    return _on(state)


def after(
    state: State, move: Move, *, drawn: Sequence[Card] = (), rolled: Sequence[int] = (),
    offers: Sequence[tuple[int, Obstacle]] = (),
) -> State:  # fmt: skip
    """Return the table after a legal move, given what chance showed."""
    if move not in legal(state):
        raise ValueError(f"{move} is not legal in step {state.step}")
    match move.kind:
        case "go":
            return _gone(state, move.way, drawn)
        case "stop":
            return _stopped(state)
        case "offers":
            return _offered(state, offers)
        case "attack":
            return _attacked(state, move.seat, rolled)
        case _:
            return _met(state, move.what, move.ability, rolled[0])
