"""Abilities of factions, hirelings, landmarks and crafted cards: hooks that the core calls, in two tables.

The core calls everybody in play in this order: factions by seat, hirelings, landmarks, crafted cards. The defaults mean
"not affected". No core module names a faction, and factions name each other only where unavoidable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property, lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import msgspec

from tablescribe.domain.games.root.board import (
    BIRDSONG,
    BIRDSONG_END,
    BIRDSONG_START,
    DAYLIGHT,
    DAYLIGHT_START,
    DISCARD,
    DRAW,
    EVENING,
    EVENING_START,
    TURN_END,
    Board,
)
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.play import Play
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.table import Impossible
from tablescribe.domain.words.text import Text, say


class Loss(msgspec.Struct, frozen=True):
    """Pieces that were removed from a clearing.

    Attributes:
        piece: the kind of piece, and `n`: how many.
        at: the clearing they were in.
        by: the faction or hireling that removed them; empty if none did.
        cause: `battle`, `ambush` or `effect`, optionally followed by a colon and the rule that removed them.
    """

    piece: str
    n: int
    at: int
    by: str
    cause: str


class Journey(msgspec.Struct, frozen=True):
    """Pieces that have moved.

    Attributes:
        owner: their owner; `seat` made the move.
        origin: the clearing they left, and `to`: the one they entered.
        pieces: the kinds of pieces and how many of each.
        way: how they moved: `path`, `river`, or a name given by an ability.
        company: whether they go along with a Vagabond, who moves by the same move (RO-9.2.9-IIb).
    """

    seat: int
    owner: str
    origin: int
    to: int
    pieces: dict[str, int]
    way: str
    company: bool = False


class Ban(msgspec.Struct, frozen=True):
    """A prohibition: the rule, and the reason in words that follow its number."""

    rule: str
    why: Text


class Fight(msgspec.Struct, frozen=True):
    """A battle in progress.

    Attributes:
        at: the clearing.
        attacker: a faction or hireling; `defender` is its enemy.
        seat: the seat that initiated the battle.
        how: the way it was declared: `loot`, `ally:marquise`; empty for a plain battle.
    """

    at: int
    attacker: str
    defender: str
    seat: int
    how: str

    def enemy(self, side: str) -> str:
        """Return the opposing side of `side`."""
        return self.defender if side == self.attacker else self.attacker


class Burden(msgspec.Struct, frozen=True):
    """Pieces in a clearing that moving warriors may carry, one each, and the rule that allows it.

    Attributes:
        pieces: the kinds of pieces and how many of each, the most valuable first.
    """

    rule: str
    pieces: dict[str, int]


class Crafter(msgspec.Struct, frozen=True):
    """A crafting resource: `n` pieces (hammers, funds) of one name, each usable for any of these suits."""

    name: str
    suits: tuple[str, ...]
    n: int


Tiers: TypeAlias = tuple[tuple[str, ...], ...]
"""The pieces that hits may remove. Every piece of one tier comes before any of the next."""


def nothing(*_: object) -> None:
    """Default hook: do nothing and return `None`."""


def nobody(*_: object) -> tuple[()]:
    """Default hook: return no items."""
    return ()


def no(*_: object) -> bool:
    """Default hook: return false."""
    return False


def none(*_: object) -> int:
    """Default hook: return zero."""
    return 0


def begins_elsewhere(rule: str, why: Text) -> Callable[[Play, int, int], None]:
    """Return a `settle` hook for a faction that chooses no clearing: it refuses by a rule, as played too."""

    def refuse(play: Play, seat: int, at: int) -> None:
        play.require(rule, False, why)
        raise Impossible(why)

    return refuse


def empty(*_: object) -> dict[str, int]:
    """Default hook: return no pieces."""
    return {}


class Abilities(msgspec.Struct, frozen=True):
    """Lasting abilities: how a faction, the hirelings, the landmarks or crafted cards change the core rules.

    The core calls each function for every side; the function itself decides whether it applies. `side` and `owner` are
    keys of factions or hirelings.

    Attributes:
        joins: clearings made adjacent to a clearing for an owner (tunnels, rivers as paths), each with its cause.
        rides: clearings that an owner's pieces may move to without being adjacent, each with its cause.
        misses: why a way over water does not take an owner's pieces to a clearing now: (board, owner, origin, to, the
            way named in the action).
        ignores_rule: whether an owner's move is allowed without ruling either clearing.
        forbids_leaving: why a number of an owner's warriors or pawns may not leave a clearing: (board, owner, at, n).
        forbids_entering, forbids_placing: why an owner's pieces may not enter or be placed in a clearing.
        forbids_battle: why an attacker may not battle a defender in a clearing.
        declares: whether a battle may be declared in a special way (`Fight.how`: `loot`, `ally:eyrie`).
        keeps_standing: whether a side cannot remove a piece for a cause.
        shelters: whether a side cannot remove a piece in a clearing for any cause: (board, piece, at, by).
        carries: what an owner's warriors may carry from a clearing; `None` for nothing.
        moved: reacts to a move.
        suffers: applies "remove all enemy pieces" to a target without removable pieces, as an item hit; called with the
            clearing and the remover.
        higher: whether a side takes the higher die when defending.
        cap: the most rolled hits a side can deal; `None` for the number of its warriors. `more_cap` is added.
        defenceless: whether a side counts as having no warriors; `None` to count them.
        extra_hits: hits that a side deals in addition to rolled ones.
        rolled: cites the rules (`play.cite`) that changed a side's hits or its limit.
        ignores_first_hit: the rule by which a side ignores the first hit of a battle.
        targets: what hits on a side remove, in tiers; `None` for warriors first, then buildings and tokens.
        hit: takes a hit on a target that is not a piece in the clearing (an item), and returns whether it did.
        effects: the effects a seat may use in a battle now, `before` or `after` the roll.
        use: uses such an effect: (play, fight, seat, name, card). It requires, then `play.checked()`, then acts.
        resting_place: the zone to which a removed piece goes; `None` for its owner's supply.
        worth: points for removing a piece, in addition to the one for a building or token.
        removed: reacts at once to the removal of pieces.
        lost: reacts at the end of an event that removed pieces: a battle's hits, "remove all".
        battle_over: reacts to the end of a battle.
        crafted: reacts when a seat has crafted a card.
        scored: reacts to a change of a seat's points: (play, seat, before, after).
        settled: records state after every action, once no steps are pending.
        sources: sources that allow a seat to `move`, `battle` (or take a faction's own action) outside its normal
            actions: values for `by` in the action.
        permits: requires that a source allows an action: (play, seat, action); returns whether the source is its own.
        spends: records the use of such a source, after `play.checked()`.
        pauses: whether a seat has something to do in a stage, so that the stage is not skipped.
        boxed: what it adds to the box: items, ministers, quests, face-down tokens.
        enter: automatic effects at the start of a seat's stage. `leave`: requires what must be done before it ends.
    """

    joins: Callable[[Board, str, int], Iterable[tuple[int, str]]] = nobody
    rides: Callable[[Board, str, int], Iterable[tuple[int, str]]] = nobody
    misses: Callable[[Board, str, int, int, str], Ban | None] = nothing
    ignores_rule: Callable[[Board, str, int, int], bool] = no
    forbids_leaving: Callable[[Board, str, int, int], Ban | None] = nothing
    forbids_entering: Callable[[Board, str, int], Ban | None] = nothing
    forbids_placing: Callable[[Board, str, int], Ban | None] = nothing
    forbids_battle: Callable[[Board, str, str, int], Ban | None] = nothing
    declares: Callable[[Board, Fight], bool] = no
    keeps_standing: Callable[[Board, str, str, str], bool] = no
    shelters: Callable[[Board, str, int, str], bool] = no
    carries: Callable[[Board, str, int], Burden | None] = nothing
    moved: Callable[[Play, Journey], None] = nothing
    suffers: Callable[[Play, int, str], None] = nothing
    higher: Callable[[Board, Fight, str], bool] = no
    cap: Callable[[Board, Fight, str], int | None] = nothing
    more_cap: Callable[[Board, Fight, str], int] = none
    defenceless: Callable[[Board, Fight, str], bool | None] = nothing
    extra_hits: Callable[[Board, Fight, str], int] = none
    rolled: Callable[[Play, Fight], None] = nothing
    ignores_first_hit: Callable[[Board, Fight, str], str | None] = nothing
    targets: Callable[[Board, Fight, str], Tiers | None] = nothing
    hit: Callable[[Play, Fight, str, str], bool] = no
    effects: Callable[[Board, Fight, int, str], Iterable[str]] = nobody
    use: Callable[[Play, Fight, int, str, str], None] = nothing
    resting_place: Callable[[Board, Loss], str | None] = nothing
    worth: Callable[[Board, Loss], int] = none
    removed: Callable[[Play, Loss], None] = nothing
    lost: Callable[[Play, tuple[Loss, ...]], None] = nothing
    battle_over: Callable[[Play, Fight], None] = nothing
    crafted: Callable[[Play, int, str], None] = nothing
    scored: Callable[[Play, int, int, int], None] = nothing
    settled: Callable[[Play], None] = nothing
    sources: Callable[[Board, int, str], Iterable[str]] = nobody
    permits: Callable[[Play, int, Action], bool] = no
    spends: Callable[[Play, int, Action], None] = nothing
    pauses: Callable[[Board, int, str], bool] = no
    boxed: Callable[[Setting], Mapping[str, int]] = empty
    enter: Callable[[Play, int, str], None] = nothing
    leave: Callable[[Play, int, str], None] = nothing


class Faction(msgspec.Struct, frozen=True, dict=True):
    """A faction: its turn, its set-up, how it crafts, and its abilities.

    Fields without a default differ for every faction and must be given.

    Attributes:
        key: its name in zones, pieces and values.
        abilities: its abilities, called by the core.
        playable: whether its rules exist; an unplayable faction is refused when a match is opened.
        birdsong, daylight, evening: the stages of its turn, in order. `enter`, `leave` and `pauses` of its abilities
            are called for each.
        set_up: the part of its standard set-up without decisions, called when it is its turn to set up.
        settle: places the faction in the chosen clearing (`Settle`: a corner, a homeland): (play, seat, clearing). It
            requires, then `play.checked()`, then places. A faction that chooses no clearing refuses by its rule.
        is_set_up: whether all decisions of its set-up are made.
        homeland: like `set_up`, for the setup card of the advanced set-up; `None` if it is the same.
        crafts_in: the stages in which it crafts.
        crafting_pieces: its pieces on the map that craft (workshops), also used by the card Tunnels.
        crafters: the crafting resources it can activate now.
        activate: records an activation: (its name, the suit it was used for).
        most_crafters: the most that can be activated for one card; `None` for no limit.
        item_points: the points a seat scores for crafting an item: (board, seat, item, printed points).
        gain_item: takes a crafted item: (play, seat, its zone, the item piece, printed points); `None` to put it in the
            Crafted Items box and score the points.
    """

    key: str
    abilities: Abilities
    settle: Callable[[Play, int, int], None]
    is_set_up: Callable[[Board, int], bool]
    crafters: Callable[[Board, int], Iterable[Crafter]]
    activate: Callable[[Play, int, str, str], None]
    playable: bool = True
    birdsong: tuple[str, ...] = ("birdsong",)
    daylight: tuple[str, ...] = ("daylight",)
    evening: tuple[str, ...] = ("evening", DRAW, DISCARD)
    set_up: Callable[[Play, int], None] = nothing
    homeland: Callable[[Play, int], None] | None = None
    crafts_in: tuple[str, ...] = ("daylight",)
    crafting_pieces: tuple[str, ...] = ()
    most_crafters: Callable[[Board, int], int | None] = nothing
    item_points: Callable[[Board, int, str, int], int] = lambda board, seat, item, points: points
    gain_item: Callable[[Play, int, str, str, int], None] | None = None

    @cached_property
    def stages(self) -> Mapping[str, str]:
        """The stages of its turn in order, each with its phase."""
        named = (
            (BIRDSONG, (BIRDSONG_START, *self.birdsong, BIRDSONG_END)),
            (DAYLIGHT, (DAYLIGHT_START, *self.daylight)),
            (EVENING, (EVENING_START, *self.evening, TURN_END)),
        )
        return MappingProxyType({stage: phase for phase, some in named for stage in some})


_AS_ALL = Abilities()
"""The default answers: not affected by anything."""

_NONE = Faction(
    "", _AS_ALL, settle=begins_elsewhere("RO-16.1.8-II", say("first choose a faction")), is_set_up=no,
    crafters=nobody, activate=nothing,
)  # fmt: skip


class Tables(NamedTuple):
    """All factions, and the abilities of everything else."""

    factions: Mapping[str, Faction]
    others: tuple[Abilities, ...]


_load: list[Callable[[], Tables]] = []


def filled_by(load: Callable[[], Tables]) -> None:
    """Set the function that loads the tables. It is called on the first look-up."""
    _load[:] = [load]
    _tables.cache_clear()
    _answering.cache_clear()


@cache
def _tables() -> Tables:
    return _load[0]()


def faction_of(board: Board, seat: int) -> Faction:
    """Return the faction that a seat plays. A placeholder without any abilities stands for one not chosen yet."""
    return _tables().factions.get(board.faction(seat), _NONE)


def faction_named(key: str) -> Faction:
    """Return a faction by its key."""
    return _tables().factions[key]


def in_play(board: Board, *about: str) -> tuple[Abilities, ...]:
    """Return the abilities in play that override one of these hooks: `in_play(board, "moved")`.

    Factions come first, in the order of their seats, then all others. Abilities with only the default hook are left
    out.
    """
    return _answering(tuple(board.factions), about)


def others(*about: str) -> tuple[Abilities, ...]:
    """Return the abilities of hirelings, landmarks and cards that override one of these hooks."""
    return _answering((), about)


@lru_cache(maxsize=4096)
def _answering(factions: tuple[str, ...], about: tuple[str, ...]) -> tuple[Abilities, ...]:
    known = _tables()
    asked = (*(known.factions[key].abilities for key in factions), *known.others)
    return tuple(one for one in asked if any(getattr(one, name) is not getattr(_AS_ALL, name) for name in about))
