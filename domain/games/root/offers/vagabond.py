"""Candidate actions of the Vagabonds. The rules filter out illegal ones."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from tablescribe.domain.games.root.actions.core import Battle
from tablescribe.domain.games.root.actions.vagabond import (
    Aid,
    Become,
    Camp,
    Carry,
    Coalition,
    Damage,
    DayLabor,
    Drop,
    Explore,
    Glide,
    Hideout,
    Instigate,
    Mend,
    Quest,
    Refresh,
    Repair,
    Roam,
    ScorchedEarth,
    Slip,
    Steal,
    Strike,
    TakeFind,
)
from tablescribe.domain.games.root.board import CARD, CLEARINGS, DAYLIGHT, SETUP, Board, clearing, items, under
from tablescribe.domain.games.root.cards import held, is_dominance, quest_of
from tablescribe.domain.games.root.parts import CharacterKey
from tablescribe.domain.games.root.paths import land
from tablescribe.domain.games.root.pieces import FACTIONS, owner_of, warrior
from tablescribe.domain.games.root.rules.moving import loads
from tablescribe.domain.games.root.rules.tasks import costs_a_card
from tablescribe.domain.games.root.rules.turn import awaiting
from tablescribe.domain.games.root.rules.vagabond import SLIPPING, exhausted, slips
from tablescribe.domain.games.root.rules.vagabond_days import QUESTS, ways_out
from tablescribe.domain.games.root.rules.vagabond_items import (
    TRACKED,
    damaged,
    damaged_items,
    ready_items,
    satchel,
    undamaged,
)
from tablescribe.domain.games.root.rules.vagabond_relations import ALLIED, here, relation_to
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.window import awaited
from tablescribe.domain.table.names import AWAITS, bare, discard


def offers(board: Board, seat: int) -> Iterator[Action]:
    """Yield a Vagabond's candidate actions, besides battling and crafting."""
    if awaited(board.table):
        yield from _answers(board, seat)
    elif board.turn == seat and board.stage == SETUP:
        yield from (Become(character=one) for one in get_args(CharacterKey))
        yield from (Camp(forest=one) for one in land(board.setting).forests)
    elif board.turn == seat and board.stage == SLIPPING:
        yield from (Slip(to=zone) for zone in slips(board, seat))
    elif board.turn == seat and board.phase == DAYLIGHT:
        yield from _roams(board, seat)
        yield from _battles(board, seat)
        yield Explore()
        yield from _aids(board, seat)
        yield from _quests(board, seat)
        yield from _works(board, seat)
        yield from _specials(board, seat)


def _answers(board: Board, seat: int) -> Iterator[Action]:
    match board.table.text(AWAITS):
        case "refresh":
            for name, zone in exhausted(board, seat):
                yield Refresh.model_validate({"item": name, "damaged": zone == damaged(seat)})
        case "find":
            at = int(awaiting(board.table, "find").get("at", 0))
            for piece in board.table.each(under(at)):
                if not piece.startswith("?"):
                    yield TakeFind.model_validate({"item": piece.partition(":")[2]})
        case "mend":
            yield from (Mend(item=piece) for piece in damaged_items(board, seat))
        case "item_hit":
            yield from (Damage(item=piece) for piece in undamaged(board, seat))
        case "surplus":
            yield from (Drop(item=piece) for piece in board.table.each(satchel(seat)))
            yield from (Drop(item=piece, damaged=True) for piece in board.table.each(damaged(seat)))
        case _:
            pass


def _allies(board: Board, seat: int, at: int) -> list[str]:
    """Return the allied factions with warriors in a clearing."""
    return [one for one in board.factions if relation_to(board, seat, one) == ALLIED and at and board.warriors(one, at)]


def _roams(board: Board, seat: int) -> Iterator[Action]:
    at = here(board, seat)
    for to in ways_out(board, board.faction(seat)):
        if to:
            yield Roam(to=to)
            for ally in _allies(board, seat, at):
                for n in range(1, board.at(at, warrior(ally)) + 1):
                    for load in loads(board, ally, at, n):
                        yield Roam.model_validate({"to": to, "ally": ally, "n": n, "load": load})


def _battles(board: Board, seat: int) -> Iterator[Action]:
    at = here(board, seat)
    for ally in _allies(board, seat, at):
        for other in board.owners(at):
            if other not in (ally, board.faction(seat)):
                yield Battle.model_validate({"at": at, "defender": other, "how": f"ally:{ally}"})


def _aids(board: Board, seat: int) -> Iterator[Action]:
    at = here(board, seat)
    if not at:
        return
    cards = held(board, seat, *board.suits(at))
    for faction, other in board.factions.items():
        if other == seat or not board.count(faction, at):
            continue
        takes: list[Any] = [None, *(bare(piece).partition(":")[2] for piece in board.table.each(items(other)))]
        for card in cards:
            for item in ready_items(board, seat):
                for take in dict.fromkeys(takes):
                    yield Aid.model_validate({"faction": faction, "card": card, "item": item, "take": take})


def _quests(board: Board, seat: int) -> Iterator[Action]:
    have = ready_items(board, seat)
    improvises = board.table.text(f"character:{seat}") == "adventurer"
    for piece in board.table.each(QUESTS):
        card = quest_of(board.setting, piece)
        for reward in ("points", "cards"):
            yield Quest.model_validate({"quest": piece, "reward": reward})
            for of in dict.fromkeys(card.items) if card and improvises else ():
                for instead in have:
                    if instead != of:
                        fields = {"quest": piece, "reward": reward, "instead": instead, "of": of}
                        yield Quest.model_validate(fields)


def _works(board: Board, seat: int) -> Iterator[Action]:
    at = here(board, seat)
    yield from (Strike(piece=piece) for piece in board.table.each(clearing(at)) if at and owner_of(piece))
    yield from (Repair(item=piece) for piece in damaged_items(board, seat))
    for item in TRACKED:
        for to in ("track", "satchel"):
            yield Carry.model_validate({"item": item, "to": to})
    for card in held(board, seat):
        if is_dominance(board.setting, card):
            yield from (Coalition.model_validate({"card": card, "faction": one}) for one in board.factions)


def _specials(board: Board, seat: int) -> Iterator[Action]:
    """Yield the special action of the Vagabond's character (RO-9.5.9)."""
    at = here(board, seat)
    match board.table.text(f"character:{seat}"):
        case "thief":
            yield from (Steal.model_validate({"faction": one}) for one in board.factions if one in FACTIONS)
        case "tinker":
            yield from (DayLabor(card=card) for card in board.table.each(discard(CARD)))
        case "ranger":
            yield Hideout()
        case "vagrant":
            sides = board.owners(at) if at else []
            for one in sides:
                for other in sides:
                    if one != other:
                        cards = held(board, seat, *board.suits(at)) if costs_a_card(board, other) else [""]
                        named = {"attacker": one, "defender": other}
                        yield from (Instigate.model_validate({**named, "how": card}) for card in cards)
        case "scoundrel":
            yield ScorchedEarth()
        case "harrier":
            yield from (Glide(to=to) for to in CLEARINGS)
        case _:
            pass


def offers_to_all(board: Board, seat: int) -> Iterator[Action]:
    """Yield nothing: a Vagabond gives other seats no actions."""
    yield from ()
