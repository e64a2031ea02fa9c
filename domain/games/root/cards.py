"""Look-ups of cards: shared deck, quests and setup cards, and which cards a seat could hold."""

from __future__ import annotations

from collections.abc import Iterable

from tablescribe.domain.games.root.board import BIRD, CARD, Board, catalogue_of
from tablescribe.domain.games.root.components import Card, Quest
from tablescribe.domain.rules.hand import could_hold
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.table.names import face_down, hand, state_of, unseen


def card_of(setting: Setting, piece: str) -> Card | None:
    """Return a card of the shared deck by its piece name; `None` if there is no such card."""
    return catalogue_of(setting).by_piece.get(piece)


def quest_of(setting: Setting, piece: str) -> Quest | None:
    """Return a Vagabond's quest by its piece name; `None` if there is no such quest."""
    kind, _, name = piece.partition(":")
    found = catalogue_of(setting).quests if kind == "quest" else ()
    return next((one for one in found if one.id == name), None)


def suit_of(setting: Setting, piece: str) -> str:
    """Return the suit of a card; the empty string for an unseen card, or a piece that is no card."""
    card = card_of(setting, piece)
    return card.suit if card is not None else ""


def is_ambush(setting: Setting, piece: str) -> bool:
    """Return whether a card is an ambush (RO-2.1.2)."""
    card = card_of(setting, piece)
    return card is not None and card.kind == "ambush"


def is_dominance(setting: Setting, piece: str) -> bool:
    """Return whether a card is a dominance card (RO-2.1.3)."""
    card = card_of(setting, piece)
    return card is not None and card.kind == "dominance"


LOCKED = "locked"
"""The state of a setup card that needs a militant faction to be chosen first."""


def is_locked(board: Board, piece: str) -> bool:
    """Return whether a setup card cannot be chosen yet, because no militant faction has been (RO-16.1.8-I-b)."""
    kinds = {str(key): one.kind for key, one in catalogue_of(board.setting).factions.items()}
    return state_of(piece) == LOCKED and all(kinds[key] != "militant" for key in board.factions)


def matches(setting: Setting, piece: str, suits: Iterable[str]) -> bool:
    """Return whether a card counts as one of these suits. Birds are wild (RO-2.1.1); only birds match `bird`."""
    one = suit_of(setting, piece)
    return bool(one) and (one == BIRD or one in suits)


def held(board: Board, seat: int, *suits: str) -> list[str]:
    """Return the cards that a seat could hold, of these suits (birds included) or of any."""
    cards = could_hold(board.table, hand(seat), CARD)
    return [card for card in cards if not suits or matches(board.setting, card, suits)]


def unseen_matches(board: Board, *suits: str) -> bool:
    """Return whether any unseen card could count as one of these suits."""
    return any(matches(board.setting, card, suits) for card in board.table.pieces(unseen(CARD)))


def held_or_unseen(board: Board, seat: int) -> list[str]:
    """Return the cards that a seat could hold, with `?card` added if its hand contains an unseen card."""
    hidden = [face_down(CARD)] if board.table.count(hand(seat), face_down(CARD)) else []
    return [*held(board, seat), *hidden]
