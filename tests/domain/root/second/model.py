"""A small second implementation of section 16: maps, closed paths, ferry, setup draft, Vagabonds, hirelings.

Written from the law alone; "base" in comments is what section 16 leaves to the rest of the law. States are values.
`legal_…` are what may be done, `after_…` what follows, given what chance showed.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

Pair = frozenset[int]
Owner = int | str


# --- 16.2 maps --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Border:
    """What lies between two areas: a path, or a river section, between two clearings."""

    areas: tuple[str, str]
    kind: str
    ends: Pair


@dataclass(frozen=True)
class Board:
    """A map. `areas` are what paths and rivers together cut the woods into, with the clearings that each touches.

    `shore` goes round the lake: clearings (numbers) and forests (names of areas) as they follow each other.
    """

    paths: frozenset[Pair]
    rivers: frozenset[Pair] = frozenset()
    areas: Mapping[str, frozenset[int]] = field(default_factory=dict)
    borders: tuple[Border, ...] = ()
    winter: bool = False
    shore: tuple[Owner, ...] = ()
    closed: frozenset[Pair] = frozenset()
    scorched: frozenset[int] = frozenset()
    ferry: int = 0
    ferried: bool = False


def adjacent(board: Board, one: int, other: int) -> bool:
    """Tell whether an open path joins two clearings (16.6.2, 16.2.3.II)."""
    return frozenset({one, other}) in board.paths - board.closed


def clearings(board: Board) -> set[int]:
    """Return all clearings."""
    return {end for pair in board.paths for end in pair}


def by_river(board: Board, one: int, other: int) -> bool:
    """Tell whether a river, or the lake, joins two clearings (16.2.2.II)."""
    return frozenset({one, other}) in board.rivers or (one != other and {one, other} <= set(board.shore))


def divides(board: Board, border: Border) -> bool:
    """Tell whether a border divides forests: paths, closed ones too, and in Winter the river (16.2.1.I, 16.2.3.II)."""
    return border.kind == "path" or board.winter


def forest(board: Board, area: str) -> frozenset[str]:
    """Return all areas that are one forest with this one."""
    found, edge = {area}, {area}
    while edge:
        whole = [border.areas for border in board.borders if not divides(board, border)]
        edge = {other for pair in whole for other in pair if edge & set(pair)} - found
        found |= edge
    return frozenset(found)


def touched(board: Board, area: str) -> set[int]:
    """Return the clearings adjacent to the forest of an area (16.6.2)."""
    return {clearing for one in forest(board, area) for clearing in board.areas[one]}


def next_forests(board: Board, area: str) -> set[frozenset[str]]:
    """Return the forests adjacent to that of an area: over one path, or beside it on the shore (16.6.2, 16.2.2.IV)."""
    here, found = forest(board, area), set()
    for border in board.borders:
        if divides(board, border) and here & set(border.areas):
            found |= {forest(board, one) for one in border.areas}
    ring = [forest(board, one) for one in board.shore if isinstance(one, str)]
    for index, one in enumerate(ring):
        if one == here:
            found |= {ring[index - 1], ring[(index + 1) % len(ring)]}
    return found - {here}


def may_move(board: Board, start: int, goal: int, way: str, ruled: Collection[int]) -> bool:
    """Tell whether pieces may move by "path", "river" or "ferry" (16.2.2.V; base: start or goal is ruled)."""
    if goal in board.scorched or start == goal or not {start, goal} & set(ruled):
        return False
    if way == "ferry":
        return start == board.ferry and not board.ferried and goal in board.shore
    return by_river(board, start, goal) if way == "river" else adjacent(board, start, goal)


def after_ferry(board: Board, goal: int) -> tuple[Board, int]:
    """Return the map after a move by ferry, and how many cards the mover draws (16.2.2.V)."""
    return replace(board, ferry=goal, ferried=True), 1


def may_open(board: Board, path: Pair, pieces_at: Collection[int], hand: int, opened_this_turn: bool) -> bool:
    """Tell whether, in one's daylight, a card may be spent to open a closed path, for a point (16.2.3.III)."""
    return path in board.closed and bool(path & set(pieces_at)) and hand > 0 and not opened_this_turn


def opened(board: Board, path: Pair) -> Board:
    """Return the map with a closed path open."""
    return replace(board, closed=board.closed - {path})


# --- 16.1.8 setup cards and homelands ---------------------------------------------------------------------


@dataclass(frozen=True)
class Draft:
    """The pool of setup cards; who chose which."""

    players: int
    militants: frozenset[str]
    pool: tuple[str, ...]
    locked: str = ""
    chosen: Mapping[int, str] = field(default_factory=dict)


def dealt(players: int, militants: Collection[str], insurgents: Collection[str], cards: Sequence[str]) -> Draft:
    """Return the draft from the cards as they were dealt, or say what is wrong with them (16.1.8.I)."""
    others = set() if players == 2 else set(insurgents)
    if len(cards) != players + 1 or len(set(cards)) != len(cards):
        raise ValueError("16.1.8.I 3")
    if cards[0] not in militants:
        raise ValueError("16.1.8.I 1")
    if not set(cards) <= set(militants) | others:
        raise ValueError("16.1.8.I.a 1" if players == 2 else "16.1.8.I 2")
    return Draft(players, frozenset(militants), tuple(cards), "" if cards[-1] in militants else cards[-1])


def chooser(draft: Draft) -> int:
    """Return the seat that chooses: from the last, counterclockwise; -1 when all have (16.1.8.II)."""
    return draft.players - 1 - len(draft.chosen)


def legal_choices(draft: Draft) -> list[str]:
    """Return the cards that may be chosen (16.1.8.I.b, II)."""
    if chooser(draft) < 0:
        return []
    unlocked = bool(draft.militants & set(draft.chosen.values()))
    return [card for card in draft.pool if card not in draft.chosen.values() and (unlocked or card != draft.locked)]


def after_choice(draft: Draft, card: str) -> Draft:
    """Return the draft after a choice."""
    if card not in legal_choices(draft):
        raise ValueError(f"{card} may not be chosen")
    return replace(draft, chosen={**draft.chosen, chooser(draft): card})


def steps(board: Board, start: int) -> dict[int, int]:
    """Return how many open paths lead from a clearing to each other one."""
    found, edge, count = {start: 0}, {start}, 0
    while edge:
        count += 1
        edge = {one for one in clearings(board) if any(adjacent(board, one, old) for old in edge)} - set(found)
        found |= dict.fromkeys(edge, count)
    return found


def homelands(board: Board, want: int, enemy: Collection[int], room: Collection[int]) -> set[int]:
    """Return the homelands that may be chosen: `want` clearings between (2), not adjacent (1), any (0) (16.1.8.II)."""
    free = {one for one in room if one not in enemy}
    near = {one: min((steps(board, foe).get(one, 99) for foe in enemy), default=99) for one in free}
    for degree in range(want, -1, -1):
        if found := {one for one in free if near[one] > degree}:
            return found
    return set()


# --- 16.3 Vagabonds ---------------------------------------------------------------------------------------

ITEMS = {
    "thief": ("boot", "torch", "tea", "sword"), "tinker": ("boot", "torch", "sack", "hammer"),
    "ranger": ("boot", "torch", "crossbow", "sword"), "vagrant": ("coin", "torch", "boot"),
    "arbiter": ("boot", "torch", "sword", "sword"), "scoundrel": ("boot", "boot", "torch", "crossbow"),
    "adventurer": ("boot", "torch", "hammer"), "ronin": ("boot", "boot", "torch", "sword"),
    "harrier": ("coin", "torch", "sword", "crossbow"),
}  # fmt: skip


@dataclass(frozen=True)
class Item:
    """An item of a Vagabond."""

    kind: str
    used: bool = False
    damaged: bool = False

    @property
    def ready(self) -> bool:
        """Neither exhausted nor damaged."""
        return not self.used and not self.damaged


@dataclass(frozen=True)
class Vagabond:
    """A Vagabond: who, where (0 in a forest), with which items."""

    character: str
    at: int
    items: tuple[Item, ...]


@dataclass(frozen=True)
class Place:
    """What a Vagabond sees: the clearing's suit, others' hands, warriors, pieces there, the discards by suit."""

    suit: str = "fox"
    hands: Mapping[int, int] = field(default_factory=dict)
    warriors: Mapping[int, int] = field(default_factory=dict)
    pieces: Mapping[int, int] = field(default_factory=dict)
    discards: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Special:
    """steal (seat), work (what), hide (repairs), instigate (seat against other), scorch, glide (at)."""

    kind: str
    seat: int = -1
    other: int = -1
    what: str = ""
    at: int = 0
    repairs: tuple[int, ...] = ()


def legal_specials(one: Vagabond, place: Place, board: Board) -> list[Special]:
    """Return the special actions that a Vagabond may take in daylight; each uses a torch (16.3)."""
    if not any(item.kind == "torch" and item.ready for item in one.items):
        return []
    match one.character:
        case "thief":
            return [Special("steal", seat) for seat in place.pieces if place.pieces[seat] and place.hands.get(seat)]
        case "tinker" if one.at:
            return [Special("work", what=card) for card, suit in place.discards.items() if suit in (place.suit, "bird")]
        case "ranger":
            broken = [index for index, item in enumerate(one.items) if item.damaged]
            chosen = itertools.combinations(broken, min(3, len(broken)))
            return [Special("hide", repairs=some) for some in chosen]
        case "vagrant":
            fighters = [seat for seat, number in place.warriors.items() if number]  # base: attackers need warriors
            return [Special("instigate", mine, seat) for mine in fighters for seat in place.pieces
                    if seat != mine and place.pieces[seat]]  # fmt: skip
        case "scoundrel" if one.at:
            return [Special("scorch")]
        case "harrier":
            return [Special("glide", at=at) for at in sorted(clearings(board) - board.scorched - {one.at})]
    return []


def without_torch(one: Vagabond, laid_down: bool = False) -> Vagabond:
    """Return the Vagabond after using a torch, or laying it on the map."""
    index = next(index for index, item in enumerate(one.items) if item.kind == "torch" and item.ready)
    rest = () if laid_down else (replace(one.items[index], used=True),)
    return replace(one, items=(*one.items[:index], *rest, *one.items[index + 1 :]))


def after_special(one: Vagabond, board: Board, special: Special) -> tuple[Vagabond, Board]:
    """Return Vagabond and map after a special action; cards, battles and removals are others' to do."""
    if special.kind == "scorch":
        return without_torch(one, laid_down=True), replace(board, scorched=board.scorched | {one.at})
    one = without_torch(one)
    if special.kind == "glide":
        one = replace(one, at=special.at)
    repaired = [replace(item, damaged=item.damaged and n not in special.repairs) for n, item in enumerate(one.items)]
    return replace(one, items=tuple(repaired)), board


def may_enlist(one: Vagabond, seat: int, battle_at: int, defender: int) -> bool:
    """Tell whether a defender may enlist the Arbiter right before the roll (16.3.5)."""
    return one.character == "arbiter" and one.at == battle_at and defender != seat


def rolled_hits(die: int, warriors: int, enlisted: Vagabond | None = None) -> int:
    """Return the hits of a defender: at most their warriors (base) and the Arbiter's undamaged swords."""
    swords = enlisted.items if enlisted else ()
    return min(die, warriors + sum(item.kind == "sword" and not item.damaged for item in swords))


def quest_ways(items: Sequence[Item], needs: tuple[str, str], improvised: bool) -> set[tuple[int, int, int]]:
    """Return which two items do a quest, and which of them (or -1) is improvised (16.3.7)."""
    ready = [index for index, item in enumerate(items) if item.ready]
    ways = set()
    for first, second in itertools.permutations(ready, 2):
        wrong = [index for index, kind in ((first, needs[0]), (second, needs[1])) if items[index].kind != kind]
        if len(wrong) <= (0 if improvised else 1):
            ways.add((min(first, second), max(first, second), wrong[0] if wrong else -1))
    return ways


# --- 16.4 hirelings ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Hiring:
    """Who controls what. Scores are None with a dominance card. Steps: turn, give, take."""

    scores: tuple[int | None, ...]
    supply: frozenset[str]
    track: frozenset[int] = frozenset({4, 8, 12})
    waiting: Mapping[int, int] = field(default_factory=dict)
    holder: Mapping[str, int] = field(default_factory=dict)
    control: Mapping[str, int] = field(default_factory=dict)
    turn: int = 0
    step: str = "turn"


@dataclass(frozen=True)
class Hire:
    """end (of the turn), give (what to a seat), take (what)."""

    kind: str
    what: str = ""
    seat: int = -1


def scored(state: Hiring, seat: int, points: int) -> Hiring:
    """Return the state after a seat scored: markers on the way are taken (16.4.1.I)."""
    old = state.scores[seat]
    if old is None:
        return state
    entered = {marker for marker in state.track if old < marker <= old + points}
    waiting = {**state.waiting, seat: state.waiting.get(seat, 0) + len(entered)}
    scores = (*state.scores[:seat], old + points, *state.scores[seat + 1 :])
    return replace(state, scores=scores, track=state.track - entered, waiting=waiting)


def pips(state: Hiring, seat: int, gold: int, other: int) -> int:
    """Return how many control markers a roll gives (16.4.1.II)."""
    own = state.scores[seat]
    first = own is not None and all(score is None or score <= own for score in state.scores)
    return gold if first else gold + other


def legal_hires(state: Hiring) -> list[Hire]:
    """Return what may be done about hirelings by the seat whose turn it is."""
    if state.step == "turn":
        return [Hire("end")]
    if state.step == "give":
        lost = sorted(card for card, seat in state.holder.items() if seat == state.turn and not state.control[card])
        others = [seat for seat in range(len(state.scores)) if seat != state.turn]
        return [Hire("give", card, seat) for card in lost for seat in others]
    return [Hire("take", card) for card in sorted(state.supply)]


def _next_step(state: Hiring) -> Hiring:
    lost = [card for card, seat in state.holder.items() if seat == state.turn and not state.control[card]]
    if lost and state.step != "take":
        return replace(state, step="give")
    if state.waiting.get(state.turn) and state.supply:
        return replace(state, step="take")
    return replace(state, step="turn", turn=(state.turn + 1) % len(state.scores))


def after_hire(state: Hiring, hire: Hire, gold: int = 0, other: int = 0) -> Hiring:
    """Return what follows; `gold` and `other` are the control die's pips (16.4.1)."""
    if hire not in legal_hires(state):
        raise ValueError(f"{hire} is not legal")
    if hire.kind == "end":
        less = {card: max(0, number - (state.holder[card] == state.turn)) for card, number in state.control.items()}
        return _next_step(replace(state, control=less))
    seat = hire.seat if hire.kind == "give" else state.turn
    if hire.kind == "take":
        waiting = {**state.waiting, seat: state.waiting[seat] - 1}
        state = replace(state, waiting=waiting, supply=state.supply - {hire.what})
    holder = {**state.holder, hire.what: seat}
    control = {**state.control, hire.what: pips(state, seat, gold, other)}
    return _next_step(replace(state, holder=holder, control=control))


def ruler(pieces: Mapping[Owner, int], holder: Mapping[str, int]) -> Owner | None:
    """Return who rules a clearing (16.4.3.I; base: warriors and buildings, nobody if tied)."""
    sums: dict[Owner, int] = {}
    for owner, number in pieces.items():
        whose = holder.get(owner, owner) if isinstance(owner, str) else owner
        sums[whose] = sums.get(whose, 0) + number
    most = [owner for owner, number in sums.items() if number and number == max(sums.values())]
    return most[0] if len(most) == 1 else None


def enemies(one: Owner, other: Owner, holder: Mapping[str, int], coalition: Collection[int] = ()) -> bool:
    """Tell whether two are enemies (16.4.3.II, 16.6.8)."""
    mine, theirs = (holder.get(owner, owner) if isinstance(owner, str) else owner for owner in (one, other))
    return mine != theirs and not {mine, theirs} <= set(coalition)
