"""Names of zones, pieces and values, and typed reading of the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from domain.game import Opening
from domain.games.ultime.components import UltimeCatalogue, UltimeOptions
from domain.play import AWAITS, awaited
from domain.table import HIDDEN, Table

MOVEMENT, POWER = "movement", "power"  # the two decks

PAWNS_PER_SEAT = 2  # UP-1
STARTING_HAND = 2  # UP-7
HAND_LIMIT = 7  # UP-25
POINTS_TO_WIN = 12  # UP-51

TURN = "turn"  # the seat whose turn it is
STEP = "step"  # where in the turn we are:
POWER_STEP, MOVEMENT_STEP, TURN_OVER = "power", "movement", "over"
EXTRA_TURNS = "extra_turns"  # of the seat whose turn it is (UP-47)
DREW_POWER = "drew_power"  # the seat in turn drew a power card this turn (UP-24)
WINNERS = "winners"  # "2", or "1,3" when shared

DEFENCE, DISCARD = "defence", "discard"  # the two windows

DEFENCE_CARD = "power:defence"
ANNOUNCED = "announced"  # the zone of a power card that waits for its effect
PENDING = "pending"  # what waits behind the defence window: "power", or an event as text
PENDING_TARGET, PENDING_OWN, PENDING_OTHER = "pending:target", "pending:own", "pending:other"


def seat_name(seat: int) -> str:
    """Return the name of a seat."""
    return f"seat:{seat}"


def deck(kind: str) -> str:
    """Return the zone of a deck."""
    return f"deck:{kind}"


def discarded(kind: str) -> str:
    """Return the zone of a deck's discarded cards."""
    return f"discard:{kind}"


def terrain(number: int) -> str:
    """Return the zone of a terrain card."""
    return f"terrain:{number}"


def pawn(seat: int) -> str:
    """Return the piece of a seat's pawns."""
    return f"pawn:{seat}"


def hand(seat: int) -> str:
    """Return the zone of a seat's hand."""
    return f"hand:{seat}"


def armed(seat: int) -> str:
    """Return the zone of a Defence laid out in advance (option `defence_mode: armed`)."""
    return f"armed:{seat}"


def skips(seat: int) -> str:
    """Return the key that counts the turns a seat will skip (UP-46)."""
    return f"skips:{seat}"


def score(seat: int) -> str:
    """Return the key of a seat's points."""
    return f"score:{seat}"


def deck_of(card: str) -> str:
    """Return the deck a card belongs to, known (`power:thief`) or face down (`?power`)."""
    return card.removeprefix(HIDDEN).split(":")[0]


@dataclass(frozen=True)
class Event:
    """Supply or an attack that has come about (UP-26 to UP-35) and waits to be carried out.

    Attributes:
        village: the terrain number of the village.
        leader: the seat that scores most: the active player.
        partner: the seat of the other pawn; the leader itself in Supply and Noble attack.
        moved_seat, moved_at: the pawn that landed; the other stands on the far side.
    """

    village: int
    leader: int
    partner: int
    moved_seat: int
    moved_at: int

    @property
    def far_side(self) -> int:
        """The terrain on the other side of the village."""
        return 2 * self.village - self.moved_at

    @property
    def opposite_seat(self) -> int:
        """The seat of the pawn on the far side."""
        return self.partner if self.moved_seat == self.leader else self.leader

    def text(self) -> str:
        """Return the event as a kept value."""
        return f"event {self.village} {self.leader} {self.partner} {self.moved_seat} {self.moved_at}"


class Board:
    """The table, read in the words of the game."""

    def __init__(self, opening: Opening, table: Table) -> None:
        self.table = table
        self.seats = opening.seats
        self.catalogue = cast(UltimeCatalogue, opening.catalogue)
        self.options = cast(UltimeOptions, opening.options)

    # --- the wheel ------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """How many terrain cards the wheel has: four a player (UP-2)."""
        return 4 * self.seats

    def kind(self, number: int) -> str:
        """Return `empty`, `village` or `pickaxe` (UP-3)."""
        return {0: "pickaxe", 1: "empty", 2: "village", 3: "empty"}[number % 4]

    def step_from(self, number: int, circle: int) -> int:
        """Return the terrain `circle` cards further clockwise; the wheel closes (UP-4, UP-12)."""
        return (number - 1 + circle) % self.size + 1

    def village_of(self, seat: int) -> int:
        """Return the terrain number of a seat's village (UP-4)."""
        return 4 * seat - 2

    def village_beside(self, number: int) -> int:
        """Return the village that an empty card touches (UP-4)."""
        return number + 1 if number % 4 == 1 else number - 1

    def owner(self, village: int) -> int:
        """Return the seat that owns a village."""
        return (village + 2) // 4

    def pawns_on(self, number: int) -> list[int]:
        """Return the seats that have a pawn on a terrain card, each once."""
        return [seat for seat in self.all_seats if self.table.count(terrain(number), pawn(seat))]

    def stands_on(self, seat: int, number: int) -> bool:
        """Return whether a seat has a pawn there."""
        return self.table.count(terrain(number), pawn(seat)) > 0

    def places(self, seat: int) -> list[int]:
        """Return the terrain numbers on which a seat's pawns stand, each once."""
        return [number for number in range(1, self.size + 1) if self.stands_on(seat, number)]

    # --- seats and turns ------------------------------------------------------------------

    @property
    def all_seats(self) -> range:
        """All seats, in turn order."""
        return range(1, self.seats + 1)

    def opponents(self, seat: int) -> list[int]:
        """Return the other seats."""
        return [other for other in self.all_seats if other != seat]

    def next_seat(self, seat: int) -> int:
        """Return the seat clockwise of one (UP-9)."""
        return seat % self.seats + 1

    def clockwise_from(self, seat: int) -> list[int]:
        """Return all seats, beginning with that one."""
        return [(seat - 1 + k) % self.seats + 1 for k in range(self.seats)]

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self.table.number(TURN)

    @property
    def step(self) -> str:
        """Where in the turn we are."""
        return self.table.text(STEP)

    @property
    def window(self) -> str:
        """The open window, or the empty text."""
        return self.table.text(AWAITS)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that the open window waits for."""
        return awaited(self.table)

    def points(self, seat: int) -> int:
        """Return a seat's score."""
        return self.table.number(score(seat))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won."""
        text = self.table.text(WINNERS)
        return tuple(int(seat) for seat in text.split(",")) if text else ()

    # --- cards ----------------------------------------------------------------------------

    def cards(self, seat: int, deck: str) -> list[str]:
        """Return the cards of one deck in a seat's hand, face-down ones as `?<deck>`."""
        return [card for card in self.table.each(hand(seat)) if deck_of(card) == deck]

    def counted(self, seat: int) -> int:
        """Return how many cards count for the hand limit (UP-25)."""
        power = len(self.cards(seat, POWER)) if self.options.hand_limit_counts_power_cards else 0
        return len(self.cards(seat, MOVEMENT)) + power

    def could_hold(self, seat: int, deck: str) -> list[str]:
        """Return the cards of a deck that a seat may turn out to hold.

        Those known to be in the hand; and, if some there lie face down, all that are unaccounted for.
        """
        held = self.cards(seat, deck)
        known = [card for card in held if not card.startswith(HIDDEN)]
        unseen = [card for card in self.table.pieces(f"unseen:{deck}") if not card.startswith(HIDDEN)]
        possible = {*known, *(unseen if len(known) < len(held) else [])}
        return sorted(possible, key=lambda card: (len(card), card) if deck == MOVEMENT else (0, card))

    # --- what is pending ------------------------------------------------------------------

    @property
    def event(self) -> Event | None:
        """The event that waits to be carried out."""
        word, *numbers = self.table.text(PENDING).split() or [""]
        return Event(*(int(n) for n in numbers)) if word == "event" else None


def label(opening: Opening, name: str) -> str:
    """Name a piece, zone or value as people at the table do; whatever has no name of its own stays as it is."""
    catalogue = cast(UltimeCatalogue, opening.catalogue)
    kind, _, rest = name.partition(":")
    if kind == "movement" and (card := catalogue.movement(name)) is not None:
        steps = f" ({card.steps[0]:+d}, {card.steps[1]:+d})" if card.steps else ""
        return f"movement card {card.id} [{card.arrow} {card.circle:+d}{steps} □{card.square}]"
    if kind == "power" and (power := catalogue.power(name)) is not None:
        return power.name
    if kind in ("seat", "pawn", "hand", "score", "skips", "armed") and rest.isdigit():
        owner = catalogue.villages[int(rest) - 1].colour
        return {
            "seat": owner,
            "pawn": f"{owner} pawn",
            "hand": f"{owner}'s hand",
            "score": f"{owner}'s points",
            "skips": f"turns that {owner} skips",
            "armed": f"{owner}'s Defence lying ready",
        }[kind]
    if kind == "terrain":
        number = int(rest)
        if number % 4 == 2:
            village = catalogue.villages[(number + 2) // 4 - 1]
            return f"{number} (village {village.name})"
        return f"{number} (pickaxe)" if number % 4 == 0 else rest
    return "" if kind in _NOBODYS_CONCERN else _NAMES.get(name, name)


_NOBODYS_CONCERN = (STEP, DREW_POWER, PENDING, AWAITS)

_NAMES = {
    "?movement": "a movement card", "?power": "a power card",
    "deck:movement": "the movement deck", "deck:power": "the power deck",
    "discard:movement": "the movement discard", "discard:power": "the power discard",
    "announced": "the table", TURN: "the turn", EXTRA_TURNS: "extra turns", WINNERS: "the winner",
}  # fmt: skip
