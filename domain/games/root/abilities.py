"""What factions, hirelings, landmarks and crafted cards answer to the core: plain functions in two tables.

The core asks everybody who is in play, in this order: the factions by their seats, hirelings, landmarks, crafted cards.
Whoever is not concerned answers as the defaults do. No core module names a faction; no faction names another one where
it can be helped.
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
    """Pieces that were removed.

    Attributes:
        piece: which, and `n`: how many.
        at: the clearing they stood in.
        by: the faction or hireling that removed them; empty where nobody did.
        cause: `battle`, `ambush`, or `effect`; the rule they were removed by may be named after a colon.
    """

    piece: str
    n: int
    at: int
    by: str
    cause: str


class Journey(msgspec.Struct, frozen=True):
    """Pieces that moved.

    Attributes:
        owner: whose they are; the move is made by `seat`.
        origin: where they came from, and `to`: where they went, clearings.
        pieces: which, each with how many.
        way: what they moved along: `path`, `river`, or what an ability calls it.
    """

    seat: int
    owner: str
    origin: int
    to: int
    pieces: dict[str, int]
    way: str


class Ban(msgspec.Struct, frozen=True):
    """Why something is forbidden: the rule, and the reason as it reads after its number."""

    rule: str
    why: Text


class Fight(msgspec.Struct, frozen=True):
    """A battle that goes on.

    Attributes:
        at: the clearing.
        attacker: a faction or hireling, and `defender`: its enemy.
        seat: who initiated it.
        how: what was said with it: `loot`, `ally:marquise`; empty for a plain one.
    """

    at: int
    attacker: str
    defender: str
    seat: int
    how: str

    def enemy(self, side: str) -> str:
        """Return the other side."""
        return self.defender if side == self.attacker else self.attacker


class Burden(msgspec.Struct, frozen=True):
    """What lies in a clearing that warriors may carry along, one each, and the rule that lets them.

    Attributes:
        pieces: which, each with how many; what is worth most stands first.
    """

    rule: str
    pieces: dict[str, int]


class Crafter(msgspec.Struct, frozen=True):
    """What can be activated to craft: `n` pieces (hammers, funds) under one name, for any of these suits."""

    name: str
    suits: tuple[str, ...]
    n: int


Tiers: TypeAlias = tuple[tuple[str, ...], ...]
"""Pieces that hits may remove: all of the first tier before one of the next."""


def nothing(*_: object) -> None:
    """Answer nothing, do nothing."""


def nobody(*_: object) -> tuple[()]:
    """Answer with no items at all."""
    return ()


def no(*_: object) -> bool:
    """Answer no."""
    return False


def none(*_: object) -> int:
    """Answer zero."""
    return 0


def begins_elsewhere(rule: str, why: Text) -> Callable[[Play, int, int], None]:
    """Return what refuses, by a rule, that a faction begins in a clearing; as played, too: nothing could come of it."""

    def refuse(play: Play, seat: int, at: int) -> None:
        play.require(rule, False, why)
        raise Impossible(why)

    return refuse


def empty(*_: object) -> dict[str, int]:
    """Answer with no pieces."""
    return {}


class Abilities(msgspec.Struct, frozen=True):
    """What lasts: how a faction, the hirelings, the landmarks or crafted cards change what everybody does.

    Each function is asked for every side, and looks itself whether it is concerned. `side` and `owner` are keys of
    factions or hirelings.

    Attributes:
        joins: clearings that a text makes adjacent to one for an owner (tunnels, rivers that are paths), each with by
            what.
        rides: where an owner's pieces may move from a clearing that is adjacent to none of these, each with by what.
        misses: why what takes pieces over the water does not take an owner's there now: (board, owner, origin, to, the
            way that was said).
        ignores_rule: whether an owner's move needs no rule.
        forbids_leaving, forbids_entering, forbids_placing: why an owner's piece may not.
        forbids_battle: why an attacker may not battle a defender in a clearing.
        declares: whether a battle may be declared in the way that was said (`Fight.how`: `loot`, `ally:eyrie`).
        keeps_standing: whether a piece cannot be removed by that side for that cause.
        shelters: whether a piece in a clearing cannot be removed by that side, whatever for: (board, piece, at, by).
        carries: what an owner's warriors may carry along from a clearing; `None` for nothing.
        moved: what follows a move.
        suffers: what is removed instead by "remove all enemy pieces", where nothing stands to be removed
            (an item hit): asked with the clearing and who removes.
        higher: whether a side takes the higher die as defender.
        cap: how many rolled hits a side deals at most; `None` for its warriors. `more_cap` is added to it.
        defenceless: whether a side counts as without warriors; `None` where that is counted.
        extra_hits: hits that a side deals beside those rolled.
        rolled: names the rules (`play.cite`) by which a side's hits, or what it deals at most, are what they are.
        ignores_first_hit: the number of the rule by which a side ignores the first hit in that battle.
        targets: what hits on a side remove, in tiers; `None` for warriors, then buildings and tokens.
        hit: takes a hit on a target that is no piece in the clearing (an item); returns whether it did.
        effects: the names of effects that a seat may use in a battle now, `before` or `after` the roll.
        use: uses such an effect: (play, fight, seat, name, card); it requires, then `play.checked()`, then acts.
        resting_place: the zone where a removed piece goes; `None` for its owner's supply.
        worth: points beside the one for a building or token to its remover.
        removed: what follows at once when pieces are removed.
        lost: what follows at the end of an event in which pieces were removed: a battle's hits, "remove all".
        battle_over: what follows a battle.
        crafted: what follows when a seat has crafted a card.
        scored: what follows when a seat's points change: (play, seat, before, after).
        settled: what is noted after every action, once nothing is due any more.
        sources: what permits a seat to `move`, `battle` (or another word of a faction's) beside its faction's own turn:
            the `by` of the action that names it.
        permits: requires that a source permits a deed: (play, seat, action); returns whether it is its.
        spends: notes what that cost, after `play.checked()`.
        pauses: whether a seat has something to do in a stage, so that it is not passed over.
        boxed: what else the box holds for it: items, ministers, quests, face-down tokens.
        enter: what happens by itself when a seat's stage begins. `leave`: requires what must be done before it ends.
    """

    joins: Callable[[Board, str, int], Iterable[tuple[int, str]]] = nobody
    rides: Callable[[Board, str, int], Iterable[tuple[int, str]]] = nobody
    misses: Callable[[Board, str, int, int, str], Ban | None] = nothing
    ignores_rule: Callable[[Board, str, int, int], bool] = no
    forbids_leaving: Callable[[Board, str, int], Ban | None] = nothing
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

    What every faction does in a way of its own has no default: it is said, or Python refuses the faction.

    Attributes:
        key: its name on the table.
        abilities: what it answers to the core.
        playable: whether it is there; one that is not is refused when a match is opened.
        birdsong, daylight, evening: the stages of its turn, in order; `enter`, `leave` and `pauses` of its abilities
            are asked for each.
        set_up: lays out what needs no decision in the standard set-up, when it is this faction's turn to set up.
        settle: takes the answer where it begins (`Settle`: a corner, a homeland): (play, seat, clearing); it
            requires, then `play.checked()`, then places. A faction that chooses no clearing refuses with its rule.
        is_set_up: whether all decisions of its set-up have been made.
        homeland: as `set_up`, by the setup card of the advanced set-up; `None` where it asks for the same.
        crafts_in: the stages in which it crafts.
        crafting_pieces: its pieces on the map that craft (workshops): for the card Tunnels, too.
        crafters: what it can activate to craft now.
        activate: notes that one was activated (its name, the suit it stood for).
        most_crafters: how many can be activated for one card; `None` for any number.
        item_points: what crafting an item scores for a seat: (board, seat, item, printed points).
        gain_item: takes an item just crafted: (play, seat, the zone it is in, item piece, printed points); `None` for
            the Crafted Items box and the points.
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
"""How whoever is not concerned answers."""

_NONE = Faction(
    "", _AS_ALL, settle=begins_elsewhere("RO-16.1.8-II", say("first choose a faction")), is_set_up=no,
    crafters=nobody, activate=nothing,
)  # fmt: skip


class Tables(NamedTuple):
    """All factions, and the abilities that are no faction's."""

    factions: Mapping[str, Faction]
    others: tuple[Abilities, ...]


_load: list[Callable[[], Tables]] = []


def filled_by(load: Callable[[], Tables]) -> None:
    """Say what fills the tables: all rules, which are loaded when somebody asks for the first of them."""
    _load[:] = [load]
    _tables.cache_clear()
    _answering.cache_clear()


@cache
def _tables() -> Tables:
    return _load[0]()


def faction_of(board: Board, seat: int) -> Faction:
    """Return the faction that a seat plays; one that can do nothing while it has not chosen any."""
    return _tables().factions.get(board.faction(seat), _NONE)


def faction_named(key: str) -> Faction:
    """Return a faction by its key."""
    return _tables().factions[key]


def in_play(board: Board, *about: str) -> tuple[Abilities, ...]:
    """Return the abilities that answer in ways of their own to one of these questions: `in_play(board, "moved")`.

    Those of the factions in turn order come first, then all others'. Whoever answers as the defaults do is left out.
    """
    return _answering(tuple(board.factions), about)


def others(*about: str) -> tuple[Abilities, ...]:
    """Return the abilities that are no faction's, of those that answer in ways of their own to one of these."""
    return _answering((), about)


@lru_cache(maxsize=4096)
def _answering(factions: tuple[str, ...], about: tuple[str, ...]) -> tuple[Abilities, ...]:
    known = _tables()
    asked = (*(known.factions[key].abilities for key in factions), *known.others)
    return tuple(one for one in asked if any(getattr(one, name) is not getattr(_AS_ALL, name) for name in about))
