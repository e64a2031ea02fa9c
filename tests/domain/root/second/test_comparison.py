"""The program and the model of the second reading, side by side: maps, drafts, Vagabonds, who rules with hirelings."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from tablescribe.domain.games import game
from tablescribe.domain.games.root import GAME
from tablescribe.domain.games.root.actions.advanced import Choose
from tablescribe.domain.games.root.actions.vagabond import (
    DayLabor,
    Glide,
    Hideout,
    Instigate,
    Quest,
    ScorchedEarth,
    Steal,
)
from tablescribe.domain.games.root.board import CARD, CLEARINGS, DAYLIGHT, Board, catalogue_of
from tablescribe.domain.games.root.cards import quest_of, suit_of
from tablescribe.domain.games.root.components import RootCatalogue
from tablescribe.domain.games.root.parts import MapName
from tablescribe.domain.games.root.paths import by_path, land
from tablescribe.domain.games.root.pieces import HIRELINGS, kind_of
from tablescribe.domain.games.root.reign import ruler
from tablescribe.domain.games.root.rules.vagabond_days import QUESTS
from tablescribe.domain.games.root.rules.vagabond_relations import here
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.deciding import legal_actions
from tablescribe.domain.table.names import AWAITS, bare, discard, state_of
from tests.depth import ALL, a_few, times
from tests.domain.kit import Kit
from tests.domain.root.second import model
from tests.domain.root.second.model import Border, Draft, Item, Place, Special, Vagabond

MAPS: tuple[MapName, ...] = ("autumn", "winter", "lake", "mountain")
LETTERS = {"bag": "sack"}  # the model's word for a bag


# --- 16.2 maps ----------------------------------------------------------------------------------------------


@cache
def board_of(name: MapName) -> model.Board:
    """Return a map in the model's words: its forests are the areas, paths (in Winter rivers, too) lie between them."""
    catalogue = GAME.catalogue
    assert isinstance(catalogue, RootCatalogue)
    map_ = catalogue.maps[name]
    areas = {"_".join(map(str, sorted(one))): frozenset(one) for one in map_.forests}
    lines = [("path", pair) for pair in map_.paths] + [("river", pair) for pair in map_.rivers if map_.rivers_divide]
    borders = []
    for kind, (a, b) in lines:
        sides = [area for area, touched in areas.items() if {a, b} <= touched]
        if len(sides) == 2:
            borders.append(Border((sides[0], sides[1]), kind, frozenset({a, b})))
    return model.Board(
        frozenset(frozenset(pair) for pair in map_.paths), frozenset(frozenset(pair) for pair in map_.rivers), areas,
        tuple(borders), map_.rivers_divide, shore_of(map_.coastal, areas),
        frozenset(frozenset(pair) for pair in map_.closed), ferry=map_.ferry or 0,
    )  # fmt: skip


def shore_of(coastal: tuple[int, ...], areas: dict[str, frozenset[int]]) -> tuple[int | str, ...]:
    """Return the shore of a lake: clearings, and the forests between them."""
    ring: list[int | str] = []
    left = {area: touched & set(coastal) for area, touched in areas.items() if len(touched & set(coastal)) == 2}
    at = coastal[0] if coastal else 0
    while left:
        area = next(one for one, ends in left.items() if at in ends)
        ring += [at, area]
        (at,) = left.pop(area) - {at}
    return tuple(ring)


@pytest.mark.parametrize("name", MAPS)
def test_clearings_and_forests_are_adjacent_in_both(name: MapName) -> None:
    fixed = Kit(game("root"), options={"map": [name], "factions": ["CE"]}).open(2, "open")
    read, lie = board_of(name), land(fixed.opening)
    for one in CLEARINGS:
        for other in CLEARINGS:
            if one != other:
                assert (other in by_path(lie, fixed.table, one)) == model.adjacent(read, one, other)
                assert (other in lie.rivers(one)) == model.by_river(read, one, other)
    for area in read.areas:
        assert set(lie.clearings_at(area)) == model.touched(read, area)
        assert {frozenset({one}) for one in lie.forests_beside(area)} == model.next_forests(read, area)


# --- 16.1.8 the draft ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 9))
def test_the_same_setup_cards_may_be_chosen(number: int) -> None:
    kit = Kit(game("root"), options={"setup": ["advanced"]}, longest=60)
    match, choose = kit.open(number, "open"), random.Random(number)
    kinds = {key: one.kind for key, one in catalogue_of(match.opening).factions.items()}
    militants = frozenset(key for key, kind in kinds.items() if kind == "militant")
    pool = {bare(card).partition(":")[2]: state_of(card) for card in match.table.pieces("pool")}
    draft = Draft(match.opening.seats, militants, tuple(pool), next((one for one, state in pool.items() if state), ""))
    order = match.opening.clockwise_from(match.table.number("first"))
    seen = 0
    for _ in kit.moves(match, choose):
        board = Board(match.opening, match.table)
        draft = replace(draft, chosen={order.index(seat): key for key, seat in board.factions.items()})
        chooser = model.chooser(draft)
        if chooser < 0:
            break
        seat = order[chooser]
        offered = {act.faction for act in legal_actions(match.opening, match.table, seat) if isinstance(act, Choose)}
        if offered:
            seen += 1
            assert offered == set(model.legal_choices(draft))
    assert seen


# --- 16.3 the Vagabond --------------------------------------------------------------------------------------


def kind_of_item(piece: str) -> str:
    """Return an item's kind in the model's words."""
    name = bare(piece).partition(":")[2]
    return LETTERS.get(name, name)


def vagabond_of(board: Board, seat: int) -> Vagabond:
    """Return a Vagabond in the model's words."""
    items = [
        Item(kind_of_item(piece), state_of(piece) == "exhausted", zone == "damaged")
        for zone in ("satchel", "track", "damaged")
        for piece, n in board.table.pieces(f"{zone}:{seat}").items() for _ in range(n)
    ]  # fmt: skip
    return Vagabond(board.table.text(f"character:{seat}"), here(board, seat), tuple(items))


def place_of(board: Board, seat: int) -> Place:
    """Return what a Vagabond sees in his clearing."""
    at = here(board, seat)
    others = board.setting.opponents(seat)
    cards = board.table.pieces(discard(CARD))
    return Place(
        board.suit(at) if at else "",
        {other: board.hand(other) for other in others},
        {other: board.count(board.faction(other), at, "warrior") if at else 0 for other in others},
        {other: board.count(board.faction(other), at) if at else 0 for other in others},
        {card: suit_of(board.setting, card) for card in cards},
    )


def said(board: Board, seat: int, act: object) -> Special | None:
    """Return a special action in the model's words; `None` for other actions."""
    match act:
        case Steal():
            return Special("steal", board.factions[act.faction])
        case DayLabor():
            return Special("work", what=act.card)
        case ScorchedEarth():
            return Special("scorch")
        case Glide():
            return Special("glide", at=act.to)
        case Instigate() if board.faction(seat) not in (act.attacker, act.defender):
            return Special("instigate", board.factions[act.attacker], board.factions[act.defender])
    return None


def days(number: int) -> Iterator[tuple[Match, int]]:
    """Yield random matches of a Vagabond whenever he is to act in Daylight."""
    kit = Kit(game("root"), options={"factions": ["VAC", "CV", "EVA"]}, longest=300)
    match, choose = kit.open(number * 2 + 1, "open"), random.Random(number)
    for _ in kit.moves(match, choose):
        board = Board(match.opening, match.table)
        seat = board.factions.get("vagabond", 0)
        if seat == board.turn and board.phase == DAYLIGHT and not match.table.get(AWAITS) and not match.is_over:
            yield match, seat


MATCHES = {
    "vagrant": 76, "ronin": 26, "arbiter": 2, "thief": 8, "scoundrel": 43, "harrier": 6, "tinker": 5, "ranger": 7,
    "adventurer": 3,
}  # fmt: skip
"""Random matches by the character that their Vagabond draws."""

WITHOUT = ("ronin", "arbiter", "adventurer")
"""Characters without a special action."""


@pytest.mark.parametrize("character", [one for one in MATCHES if one not in WITHOUT[1:] or ALL])
def test_the_same_special_actions_are_legal(character: str) -> None:
    some = 0
    for match, seat in days(MATCHES[character]):
        board = Board(match.opening, match.table)
        offered = list(legal_actions(match.opening, match.table, seat))
        mine, place = vagabond_of(board, seat), place_of(board, seat)
        scorched = frozenset(at for at in CLEARINGS if board.at(at, "item:torch.scorched"))
        legal = model.legal_specials(mine, place, replace(board_of("autumn"), scorched=scorched))
        assert mine.character == character
        some += len(legal)
        if character == "ranger":  # the program asks for the items one by one
            assert any(isinstance(act, Hideout) for act in offered) == bool(legal)
        else:
            assert {one for act in offered if (one := said(board, seat, act))} == set(legal)
    assert (some == 0) == (character in WITHOUT)


@pytest.mark.parametrize("character", a_few(["thief", "ronin", "adventurer"], 2))
def test_the_same_quests_can_be_done(character: str) -> None:
    some = 0
    for match, seat in days(MATCHES[character]):
        board = Board(match.opening, match.table)
        mine, at = vagabond_of(board, seat), here(board, seat)
        improvised = mine.character != "adventurer" or bool(board.table.number("this:improvised"))
        offered = {act.quest for act in legal_actions(match.opening, match.table, seat) if isinstance(act, Quest)}
        able = set()
        for piece in match.table.each(QUESTS):
            card = quest_of(match.opening, piece)
            if card is not None and at and card.suit == board.suit(at):
                first, second = (LETTERS.get(one, one) for one in card.items)
                if model.quest_ways(mine.items, (first, second), improvised):
                    able.add(piece)
        assert offered == able
        some += len(able)
    assert some


# --- 16.4 hirelings -----------------------------------------------------------------------------------------


CATS_AND_FRIENDS: dict[str, list[Any]] = {
    "factions": ["CAV"],
    "setup": ["advanced"],
    "hirelings": [True],
    "draft": [False],
}


@pytest.mark.parametrize("number", range(times(1, 3)))
def test_the_same_rule_and_are_enemies_with_hirelings(number: int) -> None:
    kit = Kit(
        replace(GAME, seats=(3,)), options=CATS_AND_FRIENDS,
        longest=300,
    )  # fmt: skip
    match, choose = kit.open(number + 1, "open"), random.Random(number)
    for _ in kit.moves(match, choose):
        board = Board(match.opening, match.table)
        seats = dict(board.factions)
        holder = {key: seat for key in HIRELINGS if (seat := board.seat_of(key))}
        for at in CLEARINGS:
            pieces: dict[int | str, int] = {}
            for owner in board.owners(at):
                n = sum(m for piece, m in board.pieces(owner, at) if kind_of(piece) in ("warrior", "building"))
                pieces[seats.get(owner, owner)] = n
            rules = ruler(board, at)
            assert (seats.get(rules, rules) or None) == model.ruler(pieces, holder), at
        owners = [*seats, *HIRELINGS]
        for one in owners:
            for other in owners:
                mine, theirs = seats.get(one, one), seats.get(other, other)
                assert board.are_enemies(one, other) == (one != other and model.enemies(mine, theirs, holder))
