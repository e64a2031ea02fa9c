"""Candidate actions. The rules filter out illegal ones; a missing legal one is a defect."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tablescribe.domain.games.tomb_raider import components
from tablescribe.domain.games.tomb_raider.actions import keeping, moving, playing, prizes, testing
from tablescribe.domain.games.tomb_raider.board import (
    ABILITIES,
    READY,
    ROUND,
    TREASURE,
    WAYS,
    draw_deck,
    hand_cards,
    where,
)
from tablescribe.domain.games.tomb_raider.cards import block_of, card_of, in_play, obstacles_in
from tablescribe.domain.games.tomb_raider.components import SecretMove, Upgrade
from tablescribe.domain.games.tomb_raider.offers import choosing, start
from tablescribe.domain.games.tomb_raider.rules import texts
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import AWAITS, deck_of, face_down, hand
from tablescribe.domain.table.table import BOX, Table


def offers(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield the candidate actions of a seat."""
    window = table.text(AWAITS)
    if window in ANSWERS:
        yield from ANSWERS[window](setting, table, seat)
    if table.get(ROUND) == READY:
        yield moving.RollOrder()
    yield from start.offers(setting, table, seat)
    yield from cards(setting, table, seat)


def cards(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield the cards that can be played or used at any time."""
    for piece in hand_cards(table, seat):
        if isinstance(card_of(setting, table, piece), components.Action | Upgrade | SecretMove):
            yield playing.PlayCard(card=piece)
    for piece, card in in_play(setting, table, seat):
        if getattr(card, "use", None) is not None:
            yield playing.UseCard(card=piece)


def first_mover(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield the raiders that may move first."""
    yield moving.MoveFirst()
    yield from (moving.LetBegin(raider=other) for other in setting.opponents(seat))


def movement(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield the possible moves."""
    yield moving.Stay()
    for way in WAYS:
        yield moving.Step(way=way)
        yield moving.Step(way=way, stop=True)


def offer(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield the obstacles that can be offered, including unknown cards in hand."""
    yield moving.NoOffer()
    yield from (moving.Offer(card=card) for card in hand_cards(table, seat))
    unknown = face_down(draw_deck(seat))
    if table.count(hand(seat), unknown):
        yield moving.Offer(card=unknown)


def attack(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield the raiders that can be attacked."""
    yield moving.NoAttack()
    yield from (moving.Attack(raider=other) for other in setting.opponents(seat))


def face(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield the obstacles to face, each with the abilities to test."""
    for piece in dict.fromkeys(obstacles_in(setting, table, where(table, seat))):
        block = block_of(setting, table, piece)
        named = {one.ability for one in block.tests} if block else set()
        yield from (testing.Face(obstacle=piece, ability=one) for one in ABILITIES if one in named)


def find(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield the discoveries that can be played."""
    yield keeping.EndSearch()
    yield from (keeping.Discover(card=card) for card in hand_cards(table, seat))


def draw(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield the cards that can be discarded, and the draw."""
    yield keeping.Draw()
    yield from (keeping.Discard(card=card) for card in hand_cards(table, seat))


def prize(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield the treasures of the collection."""
    yield prizes.NoTreasure()
    yield from (prizes.TakeTreasure(card=piece) for piece in table.pieces(BOX) if deck_of(piece) == TREASURE)


def text(setting: Setting, table: Table, seat: int) -> Iterator[Action]:
    """Yield the answer that the text did nothing; its effects are entered as facts."""
    yield playing.Tell(benefit=texts.asked_of(table))


def these(*actions: Action) -> Callable[[Setting, Table, int], Iterator[Action]]:
    """Return a function that always yields these actions."""
    return lambda setting, table, seat: iter(actions)


ANSWERS: dict[str, Callable[[Setting, Table, int], Iterator[Action]]] = {
    **choosing.ANSWERS,
    "first_mover": first_mover, "movement": movement, "offer": offer, "attack": attack, "face": face, "find": find,
    "draw": draw, "prize": prize,
    "before_roll": these(testing.RollNow()), "after_roll": these(testing.Accept(), playing.AskReroll()),
    "hit": these(testing.TakeHit()), "search": these(keeping.Search(), keeping.NoSearch()),
    "moment": these(playing.NoUse()), "cancel": these(playing.NoCancel()), "judge": these(playing.Judged()),
    "text": text,
    "consent": these(playing.AllowReroll(), playing.RefuseReroll()), "save": these(prizes.Save(), prizes.NoSave()),
    "bad_hand": these(keeping.Redraw(), keeping.KeepHand()), "reset": these(keeping.Reset(), keeping.PlayOn()),
}  # fmt: skip
"""The candidate answers to each window."""
