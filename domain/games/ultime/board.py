"""Names of zones, pieces and values, and typed access to the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import cast

import msgspec

from tablescribe.domain.games.ultime.components import MovementCard, UltimeCatalogue, UltimeOptions
from tablescribe.domain.rules.hand import could_hold
from tablescribe.domain.rules.setting import Setting
from tablescribe.domain.rules.window import awaited
from tablescribe.domain.table.names import AWAITS, deck_of, hand, numbered, score
from tablescribe.domain.table.table import Table

FIRST_EDITION, SECOND_EDITION = "1", "2"
"""The first edition of these rules ignored needless fields, and read UP-30 and UP-45 differently.

In the second, a correction that brought a player to 12 points did not end the game (UP-51).
"""

MOVEMENT, POWER = "movement", "power"  # the two decks
DECKS = (MOVEMENT, POWER)

PAWNS_PER_SEAT = 2  # UP-1
STARTING_HAND = 2  # UP-7
HAND_LIMIT = 7  # UP-25
POINTS_TO_WIN = 12  # UP-51

TURN = "turn"  # the seat whose turn it is
STEP = "step"  # the step within the turn:
POWER_STEP, MOVEMENT_STEP, TURN_OVER = "power", "movement", "over"
EXTRA_TURNS = "extra_turns"  # of the seat whose turn it is (UP-47)
DREW_POWER = "drew_power"  # the active seat drew a power card this turn (UP-24)
WINNERS = "winners"  # "2", or "1,3" for a shared win
FIRST_PLAYER = "the first player"  # the name of the die roll for it (UP-9)

DEFENCE_CARD = "power:defence"
DEFENDING, DISCARDING = "defence", "discard"  # the windows
ANNOUNCED = "announced"  # the zone of a power card that has been announced and has not taken effect yet
PENDING = "pending"  # what happens after the defence window: "power", or an event as text
CARRIED_OUT = "carried_out"  # the events of the last move, where redistribution can complete some (UP-37)
PENDING_TARGET, PENDING_OWN, PENDING_OTHER = "pending:target", "pending:own", "pending:other"

NUMBERS = {
    "bandit": "UP-39a", "barter": "UP-39b", "defence": "UP-39c", "luck": "UP-39d", "strength": "UP-39e",
    "heal": "UP-39f", "thief": "UP-39g", "black_magic": "UP-39h", "curse": "UP-39i", "mace": "UP-39j",
    "swap": "UP-39k", "speed": "UP-39l",
}  # fmt: skip
"""The rule number of each power card."""


terrain = numbered("terrain:")  # the zone of a terrain card
pawn = numbered("pawn:")  # the piece of a seat's pawns
armed = numbered("armed:")  # the zone of a Defence laid out in advance (option `defence_mode: armed`)
skips = numbered("skips:")  # the key of the number of turns a seat will skip (UP-46)


class Event(msgspec.Struct, frozen=True):
    """A Supply or an attack that has been completed but not carried out yet (UP-26 to UP-35).

    Attributes:
        village: the terrain number of the village.
        leader: the seat that scores most: the active player, or the owner of the moved pawn if the active player takes
            no part.
        partner: the seat of the other pawn; the leader itself in Supply and Noble attack.
        moved_seat, moved_at: seat and place of the pawn that landed; the other pawn is on the far side.
    """

    village: int
    leader: int
    partner: int
    moved_seat: int
    moved_at: int

    @property
    def far_side(self) -> int:
        """The terrain card on the other side of the village from the pawn that landed."""
        return 2 * self.village - self.moved_at

    @property
    def opposite_seat(self) -> int:
        """The seat of the pawn on the far side."""
        return self.partner if self.moved_seat == self.leader else self.leader

    @property
    def pawns(self) -> frozenset[tuple[int, int]]:
        """The two pawns, each as its seat and terrain number."""
        return frozenset({(self.moved_seat, self.moved_at), (self.opposite_seat, self.far_side)})

    def text(self) -> str:
        """Return the event encoded as a table value."""
        return f"event {self.village} {self.leader} {self.partner} {self.moved_seat} {self.moved_at}"

    @classmethod
    def read(cls, text: str) -> Event | None:
        """Return the event decoded from a table value, or `None` if it holds no event."""
        word, *numbers = text.split() or [""]
        if word != "event" or len(numbers) != 5 or not all(number.isdecimal() for number in numbers):
            return None
        return cls(*(int(number) for number in numbers))


class CarriedOut(msgspec.Struct, frozen=True):
    """The events that one move carried out, in order.

    Attributes:
        before: the number of events in the match before this move, so that the values of two moves never match.
        events: each event, and whether it was defended.
    """

    before: int = 0
    events: tuple[tuple[Event, bool], ...] = ()

    def text(self) -> str:
        """Return the events encoded as a table value."""
        each = (f"{event.text()} {'defended' if defended else 'done'}" for event, defended in self.events)
        return ";".join((str(self.before), *each))

    @classmethod
    def read(cls, text: str) -> CarriedOut:
        """Return the events decoded from a table value; none if it holds none."""
        before, *each = text.split(";")
        found = [(Event.read(one.rpartition(" ")[0]), one.endswith(" defended")) for one in each]
        events = tuple((event, defended) for event, defended in found if event is not None)
        return cls(int(before), events) if before.isdecimal() and before.isascii() else cls()


NOTHING_MOVED: Mapping[int, int] = {}
"""The shift before any pawn has moved: no change on any terrain card."""


class Leg(msgspec.Struct, frozen=True):
    """One move of a movement card, planned before any pawn is moved.

    Attributes:
        origin, to: the terrain cards that the pawn leaves and lands on.
        shift: the change in number of the seat's pawns on each terrain card while the pawn is in motion.
    """

    origin: int
    to: int
    shift: Mapping[int, int]


class Board:
    """The table, read in the terms of the game."""

    def __init__(self, setting: Setting, table: Table) -> None:
        self.setting = setting
        self.table = table
        self.seats = setting.seats
        self.catalogue = cast(UltimeCatalogue, setting.catalogue)
        self.options = cast(UltimeOptions, setting.options)
        self.first_edition = setting.edition == FIRST_EDITION
        self.corrections_win = setting.edition not in (FIRST_EDITION, SECOND_EDITION)

    # --- the wheel ------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """The number of terrain cards in the wheel: four for each player (UP-2)."""
        return 4 * self.seats

    def kind(self, number: int) -> str:
        """Return the kind of a terrain card: `empty`, `village` or `pickaxe` (UP-3)."""
        return ("pickaxe", "empty", "village", "empty")[number % 4]

    def step_from(self, number: int, circle: int) -> int:
        """Return the terrain `circle` cards further clockwise around the closed wheel (UP-4, UP-12)."""
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
        """Return the seats with at least one pawn on a terrain card."""
        standing = self.table.zones.get(terrain(number))
        return [seat for seat in self.setting.all_seats if pawn(seat) in standing] if standing else []

    def pawns_beyond(self, far: int, moved: int, shift: Mapping[int, int]) -> list[int]:
        """Return the seats with a pawn on `far`, after applying `shift` to the pawns of seat `moved`."""
        more = shift.get(far, 0)
        if not more:
            return self.pawns_on(far)
        standing = self.table.zones.get(terrain(far), {})
        return [
            seat for seat in self.setting.all_seats
            if standing.get(pawn(seat), 0) + (more if seat == moved else 0) > 0
        ]  # fmt: skip

    def route(self, card: MovementCard, at: int, use: str, second_at: int | None = None) -> list[Leg]:
        """Return the moves that a movement card makes from `at`; a split card makes two (UP-12, UP-14 to UP-16)."""
        lifted = {at: -1}
        if use == "square":
            return [Leg(at, card.square, lifted)]
        if use == "circle" or card.steps is None:
            return [Leg(at, self.step_from(at, card.circle), lifted)]
        first = self.step_from(at, card.steps[0])
        legs = [Leg(at, first, lifted)]
        if use == "first":
            return legs
        if second_at is None:
            return [*legs, Leg(first, self.step_from(first, card.steps[1]), lifted)]
        shift = Counter({first: 1})
        shift.subtract((at, second_at))
        return [*legs, Leg(second_at, self.step_from(second_at, card.steps[1]), shift)]

    def completes(self, event: Event) -> bool:
        """Return whether both pawns of an event still stand where they completed it."""
        return all(self.stands_on(seat, number) for seat, number in event.pawns)

    def stands_on(self, seat: int, number: int) -> bool:
        """Return whether a seat has a pawn on a terrain card."""
        return pawn(seat) in self.table.zones.get(terrain(number), {})

    def places(self, seat: int) -> list[int]:
        """Return the terrain numbers of a seat's pawns, without repeats."""
        return self.all_places[seat]

    @property
    def all_places(self) -> dict[int, list[int]]:
        """The terrain numbers of each seat's pawns, without repeats."""
        found: dict[int, list[int]] = {seat: [] for seat in self.setting.all_seats}
        for number in range(1, self.size + 1):
            if terrain(number) in self.table.zones:
                for seat in self.pawns_on(number):
                    found[seat].append(number)
        return found

    # --- turns ----------------------------------------------------------------------------

    @property
    def turn(self) -> int:
        """The seat whose turn it is."""
        return self.table.number(TURN)

    @property
    def step(self) -> str:
        """The step within the turn."""
        return self.table.text(STEP)

    @property
    def window(self) -> str:
        """The name of the open window, or the empty string."""
        return self.table.text(AWAITS)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that the open window waits for."""
        return awaited(self.table)

    def points(self, seat: int) -> int:
        """Return a seat's score."""
        return self.table.number(score(seat))

    @property
    def breaks_even(self) -> bool:
        """Whether nothing changes for an owner without points who supports a Sneaky attack (UP-30)."""
        return self.options.supporting_owner == "breaks_even" or self.first_edition

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, by an award or because a correction brought them to 12 points (UP-51)."""
        text = self.table.text(WINNERS)
        if text:
            return tuple(int(seat) for seat in text.split(","))
        if not self.corrections_win or self.options.victory_check != "immediate":
            return ()
        return self.first_of(arrived) if (arrived := self.at_twelve) else ()

    @property
    def at_twelve(self) -> list[int]:
        """The seats with at least 12 points, clockwise from the player taking the turn. A hidden score does not count.

        Nobody's score is hidden once somebody has won.
        """
        values = self.table.values
        arrived = [
            seat
            for seat in self.setting.all_seats
            if isinstance(points := values.get(score(seat)), int) and points >= POINTS_TO_WIN
        ]
        return sorted(arrived, key=self.setting.clockwise_from(self.turn).index) if len(arrived) > 1 else arrived

    def first_of(self, arrived: list[int]) -> tuple[int, ...]:
        """Return which of the seats at 12 points win: the highest, then the player taking the turn (UP-52)."""
        if len(arrived) > 1 and self.options.tie_at_twelve == "highest_then_active":
            most = max(self.points(seat) for seat in arrived)
            arrived = [next(seat for seat in arrived if self.points(seat) == most)]
        return tuple(sorted(arrived))

    # --- cards ----------------------------------------------------------------------------

    def held(self, seat: int, deck: str) -> int:
        """Return how many cards of a deck a seat holds."""
        return sum([n for card, n in self.table.zones.get(hand(seat), {}).items() if deck_of(card) == deck])

    def counted(self, seat: int) -> int:
        """Return how many of a seat's cards count for the hand limit (UP-25)."""
        power = self.held(seat, POWER) if self.options.hand_limit_counts_power_cards else 0
        return self.held(seat, MOVEMENT) + power

    def is_above_limit(self, seat: int) -> bool:
        """Return whether a seat holds more cards than the hand limit allows (UP-25)."""
        return self.table.count(hand(seat)) > HAND_LIMIT and self.counted(seat) > HAND_LIMIT

    def could_hold(self, seat: int, deck: str) -> list[str]:
        """Return the cards of a deck that could be in a seat's hand; movement cards in order of their numbers."""
        cards = could_hold(self.table, hand(seat), deck)
        return sorted(cards, key=len) if deck == MOVEMENT else cards

    # --- pending events -------------------------------------------------------------------

    @property
    def event(self) -> Event | None:
        """The event that is waiting to be carried out."""
        return Event.read(self.table.text(PENDING))


def in_turn(setting: Setting, table: Table) -> tuple[int, ...]:
    """Return the active seat."""
    return (table.number(TURN),)
