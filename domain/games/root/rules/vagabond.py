"""The Vagabonds (RO-9): set-up and turn. Items, relations, days and characters have modules of their own."""

from __future__ import annotations

from collections import Counter
from functools import partial

from tablescribe.domain.games.root.abilities import Abilities, Faction, begins_elsewhere
from tablescribe.domain.games.root.actions.vagabond import Become, Camp, Drop, Refresh, Slip
from tablescribe.domain.games.root.board import (
    DISCARD,
    DRAW,
    SETTING_UP,
    SETUP,
    Board,
    catalogue_of,
    forest,
    is_by_fifth_edition,
    item,
    options_of,
    supply,
)
from tablescribe.domain.games.root.paths import land
from tablescribe.domain.games.root.pieces import VAGABOND, VAGABOND2, pawn
from tablescribe.domain.games.root.rules import ruins
from tablescribe.domain.games.root.rules import vagabond_characters as characters
from tablescribe.domain.games.root.rules.moving import must_leave_and_enter
from tablescribe.domain.games.root.rules.turn import action, begin_or_set_up, in_stage, one_less
from tablescribe.domain.games.root.rules.vagabond_characters import character
from tablescribe.domain.games.root.rules.vagabond_days import (
    OPEN_QUESTS,
    QUESTS,
    activate,
    crafters,
    gain_item,
    open_quest,
    permits,
    sources,
    spends,
    stands_in,
    wander,
    ways_out,
)
from tablescribe.domain.games.root.rules.vagabond_items import (
    EXHAUSTED,
    damaged,
    must_be_vagabond,
    place_of,
    receive,
    refresh,
    satchel,
)
from tablescribe.domain.games.root.rules.vagabond_lasting import (
    cap,
    declares,
    defenceless,
    hit,
    ignores_rule,
    keeps_standing,
    more_cap,
    rolled,
    suffers,
    targets,
)
from tablescribe.domain.games.root.rules.vagabond_relations import battle_over, removed
from tablescribe.domain.games.root.standing import on_track, track
from tablescribe.domain.games.root.windows import REFRESH, SURPLUS
from tablescribe.domain.rules.play import Play, deck_box
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import bare, state_of
from tablescribe.domain.table.table import BOX, Impossible
from tablescribe.domain.words.text import Thing, say

REFRESHING, SLIPPING, RESTING, UNLOADING = "refreshing", "slipping", "resting", "unloading"
MORE_BY_TEA = MORE_BY_BAG = 2


# --- set-up (RO-9.3) ------------------------------------------------------------------------------


def boxed(setting: Setting) -> dict[str, int]:
    """Return items for any character and for the ruins, the Scoundrel's torch, and the quests."""
    catalogue = catalogue_of(setting)
    most: Counter[str] = Counter()
    for one in catalogue.characters:
        most |= Counter(one.items)
    found = Counter({item(name): n for name, n in most.items()})
    found.update(item(name) for name in catalogue.ruin_items)
    found.update(deck_box("quest", quests(setting)))  # any quest may turn up
    return dict(found)


def quests(setting: Setting) -> dict[str, int]:
    """Return the quests, each once."""
    return {f"quest:{one.id}": 1 for one in catalogue_of(setting).quests}


def set_up(play: Play, seat: int) -> None:
    """Set out three quests, shared by both Vagabonds, and the items under the ruins (RO-9.3, RO-9.7)."""
    second = Board(play.opening, play.table).faction(seat) == VAGABOND2
    play.cite("RO-9.7" if second else "RO-9.3")
    play.cite("RO-9.2.9")
    ruins.place_ruin_items(play, again=second)
    if not play.table.count(QUESTS):
        play.lay_deck("quest", quests(play.opening))
        for _ in range(OPEN_QUESTS):
            open_quest(play, seat)
    name = play.table.text(character(seat))
    if name and not play.table.count(satchel(seat)):  # as played, he may have chosen early
        take_items(play, seat, name)


@action(Become)
def become(play: Play, seat: int, act: Become) -> None:
    """Choose a character and take its items, ready (RO-9.3)."""
    board = must_set_up(play, seat)
    play.require("RO-9.3", not board.table.get(character(seat)), say("the character has already been chosen"))
    others = {board.table.text(character(other)) for other in play.opening.opponents(seat)}
    play.require("RO-9.3", act.character not in others, say("the other Vagabond has that character"))
    play.checked()
    give_back_items(play, seat, board.table.text(character(seat)))
    play.set(character(seat), act.character)
    take_items(play, seat, act.character)


STARTING = {
    "thief": "RO-16.3.1-I", "tinker": "RO-16.3.2-I", "ranger": "RO-16.3.3-I", "vagrant": "RO-16.3.4-I",
    "arbiter": "RO-16.3.5-I", "scoundrel": "RO-16.3.6-I", "adventurer": "RO-16.3.7-I", "ronin": "RO-16.3.8-I",
    "harrier": "RO-16.3.9-I",
}  # fmt: skip


def take_items(play: Play, seat: int, name: str) -> None:
    """Take a character's starting items, ready."""
    play.cite(STARTING[name])
    card = catalogue_of(play.opening).character(name)
    for one in card.items if card else ():
        receive(play, seat, BOX, item(one))


def give_back_items(play: Play, seat: int, name: str) -> None:
    """Return the starting items of an earlier character: as played, the choice may change."""
    card = catalogue_of(play.opening).character(name)
    for one in card.items if card else ():
        lying = next((zone for zone in (satchel(seat), track(seat)) if play.table.count(zone, item(one))), "")
        play.move(item(one), 1 if lying else 0, lying, BOX)


@action(Camp)
def camp(play: Play, seat: int, act: Camp) -> None:
    """Place the pawn in any forest (RO-9.3)."""
    board = must_set_up(play, seat)
    me = board.faction(seat)
    if act.forest not in land(play.opening).forests:
        raise Impossible(say("there is no such forest"))
    play.require("RO-9.3", not stands_in(board, me), say("the pawn has already been placed"))
    if stands_in(board, me):
        raise Impossible(say("the pawn has already been placed"))
    play.checked()
    play.move(pawn(me), 1, supply(me), forest(act.forest))


def must_set_up(play: Play, seat: int) -> Board:
    """Require that this Vagabond is setting up."""
    board = begin_or_set_up(play, seat)
    must_be_vagabond(play, seat)
    mine = board.stage == SETUP and play.table.number(SETTING_UP) == seat
    play.require("RO-9.3", mine, say("the Vagabond is not being set up now"))
    return board


def is_set_up(board: Board, seat: int) -> bool:
    """Return whether he has a character and his pawn is on the map."""
    return bool(board.table.get(character(seat)) and stands_in(board, board.faction(seat)))


# --- Birdsong (RO-9.4) ----------------------------------------------------------------------------


def enter(me: str, play: Play, seat: int, stage: str) -> None:
    """Refresh items in Birdsong; in Evening rest in a forest, and lose excess items."""
    board = Board(play.opening, play.table)
    if board.faction(seat) != me:
        return
    if stage == REFRESHING:
        tables = catalogue_of(play.opening).vagabond
        play.cite("RO-9.4.1")
        play.then("refreshing", seat=seat, n=tables.refresh + MORE_BY_TEA * on_track(board, seat, "tea"))
    elif stage == RESTING and stands_in(board, me).startswith("forest:"):
        rest(play, seat)
    elif stage == DRAW:
        play.cite("RO-9.6.2")
    elif stage == UNLOADING:
        play.then("unloading", seat=seat)


def exhausted(board: Board, seat: int) -> list[tuple[str, str]]:
    """Return a Vagabond's exhausted items, each with its zone."""
    return [
        (bare(piece).partition(":")[2], zone)
        for zone in (satchel(seat), damaged(seat)) for piece in board.table.each(zone) if state_of(piece) == EXHAUSTED
    ]  # fmt: skip


@action.step("refreshing")
def refreshing(play: Play, *, seat: int, n: int) -> None:
    """Refresh items (RO-9.4.1): all if he may, otherwise those he chooses one at a time."""
    tired = exhausted(Board(play.opening, play.table), seat)
    if n >= len(tired):
        for name, zone in tired:
            refresh(play, seat, name, zone)
    elif n:
        play.then("refreshing", seat=seat, n=n)
        play.ask(REFRESH, seat)


@action(Refresh)
def choose_refresh(play: Play, seat: int, act: Refresh) -> None:
    """Choose an item to refresh (RO-9.4.1)."""
    zone = damaged(seat) if act.damaged else satchel(seat)
    if not play.table.count(zone, f"{item(act.item)}.{EXHAUSTED}"):
        raise Impossible(say("there is no exhausted {item} there", item=Thing(item(act.item))))
    play.cite("RO-9.4.1")
    play.checked()
    refresh(play, seat, act.item, zone)
    one_less(play, "refreshing", seat=seat)
    play.answered(seat)


@action(Slip)
def slip(play: Play, seat: int, act: Slip) -> None:
    """Slip to an adjacent clearing or forest without a boot, even if a rule forbids leaving (RO-9.4.2)."""
    board = in_stage(play, seat, "RO-9.4.2", SLIPPING)
    must_be_vagabond(play, seat)
    me = board.faction(seat)
    zone = stands_in(board, me)
    if not zone or zone == act.to:
        raise Impossible(say("slip to another place"))
    name_the_forests(play, zone, act.to)
    play.require("RO-9.4.2", act.to in slips(board, seat), say("{to} is not adjacent", to=Thing(act.to)))
    kind, _, name = act.to.partition(":")
    if kind == "forest" and name not in land(play.opening).forests:
        raise Impossible(say("there is no such forest"))
    if kind == "clearing":
        if not 1 <= int(name) <= 12:
            raise Impossible(say("there is no such clearing"))
        must_leave_and_enter(play, me, 0, int(name))
    play.require("RO-9.4.2", not board.done("slipped"), say("you can slip only once a turn"))
    play.checked()
    play.add("this:slipped", 1)
    wander(play, seat, me, zone, act.to, way_of_slip(board, me, act.to))


def way_of_slip(board: Board, me: str, to: str) -> str:
    """Return how a slip leads to a clearing: along a path, or over the lake with the Ferry (RO-AMB-4).

    In the first four editions, the Ferry stayed, and no bandits were met.
    """
    kind, _, name = to.partition(":")
    if kind != "clearing" or not is_by_fifth_edition(board.setting):
        return "slip"
    return ways_out(board, me).get(int(name), "slip")


def name_the_forests(play: Play, zone: str, to: str) -> None:
    """Cite the rules that make forests adjacent (RO-16.2, RO-16.6.2)."""
    play.cite("RO-16.6.2")
    if zone.startswith("forest:") and to.startswith("forest:"):
        lie = land(play.opening)
        if lie.closed:
            play.cite("RO-16.2.3-V")
        if {zone.partition(":")[2], to.partition(":")[2]} <= set(lie.coastal_forests):
            play.cite("RO-16.2.2-IV")
        if options_of(play.opening).map == "winter":
            play.cite("RO-16.2.1-I")


def slips(board: Board, seat: int) -> list[str]:
    """Return the zones of the clearings and forests adjacent to the pawn (RO-16.6.2)."""
    me, lie = board.faction(seat), land(board.setting)
    kind, _, name = stands_in(board, me).partition(":")
    clearings = [f"clearing:{at}" for at in sorted(ways_out(board, me)) if at]
    woods = lie.forests_beside(name) if kind == "forest" else lie.forests_at(int(name or 0))
    return clearings + [forest(one) for one in woods]


def pauses(me: str, board: Board, seat: int, stage: str) -> bool:
    """Return whether the Vagabond has something to do in a stage."""
    if board.faction(seat) != me:
        return False
    return stage == "daylight" or (stage == SLIPPING and not board.done("slipped"))


# --- Evening (RO-9.6) -----------------------------------------------------------------------------


def rest(play: Play, seat: int) -> None:
    """In a forest, repair all damaged items and refresh them (RO-9.6.1)."""
    play.cite("RO-9.6.1")
    for piece, n in play.table.pieces(damaged(seat)).items():
        for _ in range(n):
            play.turn(damaged(seat), piece, bare(piece))
            play.move(bare(piece), 1, damaged(seat), place_of(play, seat, bare(piece)))


def surplus(board: Board, seat: int) -> int:
    """Return the number of items above the limit (RO-9.6.4)."""
    limit = catalogue_of(board.setting).vagabond.limit + MORE_BY_BAG * on_track(board, seat, "bag")
    return board.table.count(satchel(seat)) + board.table.count(damaged(seat)) - limit


@action.step("unloading")
def unloading(play: Play, *, seat: int) -> None:
    """Ask which items to lose until the limit is met (RO-9.6.4)."""
    if surplus(Board(play.opening, play.table), seat) > 0:
        play.then("unloading", seat=seat)
        play.ask(SURPLUS, seat)


@action(Drop)
def drop(play: Play, seat: int, act: Drop) -> None:
    """Remove an excess item from the game (RO-9.6.4)."""
    board = Board(play.opening, play.table)
    zone = damaged(seat) if act.damaged else satchel(seat)
    if not play.table.count(zone, act.item):
        raise Impossible(say("{item} is not there", item=Thing(act.item)))
    play.require("RO-9.6.4", surplus(board, seat) > 0, say("you are within your item limit"))
    play.checked()
    play.turn(zone, act.item, bare(act.item))
    play.move(bare(act.item), 1, zone, BOX)
    play.answered(seat)


# --- the two Vagabonds ----------------------------------------------------------------------------


def faction(me: str) -> Faction:
    """Return the faction of the first or second Vagabond."""
    return Faction(
        key=me,
        abilities=Abilities(
            ignores_rule=partial(ignores_rule, me), keeps_standing=partial(keeps_standing, me),
            suffers=partial(suffers, me), cap=partial(cap, me), more_cap=partial(more_cap, me),
            defenceless=partial(defenceless, me), targets=partial(targets, me), hit=partial(hit, me),
            forbids_entering=characters.forbids_entering, forbids_placing=characters.forbids_entering,
            effects=partial(characters.effects, me), use=partial(characters.use, me), removed=partial(removed, me),
            declares=partial(declares, me), battle_over=partial(battle_over, me), rolled=partial(rolled, me),
            sources=partial(sources, me), permits=partial(permits, me),
            spends=partial(spends, me), pauses=partial(pauses, me), boxed=boxed, enter=partial(enter, me),
        ),
        birdsong=(REFRESHING, SLIPPING),
        daylight=("daylight",),
        evening=(RESTING, DRAW, DISCARD, UNLOADING),
        settle=begins_elsewhere("RO-9.3", say("the pawn must begin in a forest")),
        set_up=set_up,
        is_set_up=is_set_up,
        crafters=crafters,
        activate=activate,
        gain_item=gain_item,
    )  # fmt: skip


FACTION = faction(VAGABOND)
SECOND = faction(VAGABOND2)
