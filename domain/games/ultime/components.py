"""The components of Le ultime persone as data, and the options of a match."""

from functools import cached_property
from typing import Literal

from pydantic import Field, field_validator, model_validator

from tablescribe.domain.box.catalogue import Catalogue, Component, Origin
from tablescribe.domain.rules.setting import Options


class MovementCard(Component):
    """A movement card (UP-11, UP-12, UP-15).

    Attributes:
        id: its number in the catalogue.
        from_players: the smallest table at which it is used.
        arrow: `own` (grey, down: one of your pawns) or `opponent` (black, up: one of theirs).
        circle: how many terrain cards the pawn moves, clockwise if positive.
        square: the terrain number the pawn may go straight to.
        steps: on a two-move card, the two small numbers; they add up to `circle`.
    """

    id: int = Field(ge=1)
    from_players: int = Field(ge=3, le=5)
    arrow: Literal["own", "opponent"]
    circle: int = Field(ge=-20, le=20)
    square: int = Field(ge=1, le=20)
    steps: tuple[int, int] | None = None
    origin: Origin = "printed"

    @model_validator(mode="after")
    def _fits(self) -> "MovementCard":
        if self.steps is not None and sum(self.steps) != self.circle:
            raise ValueError(f"card {self.id}: its steps {self.steps} do not add up to {self.circle}")
        if self.steps is None and self.circle == 0:
            raise ValueError(f"card {self.id}: a circle of 0 moves nothing")
        if self.square > 4 * self.from_players:
            raise ValueError(f"card {self.id}: there is no terrain {self.square} at {self.from_players} players")
        return self


PowerId = Literal[
    "bandit", "barter", "defence", "luck", "strength", "heal",
    "thief", "black_magic", "curse", "mace", "swap", "speed",
]  # fmt: skip


class PowerCard(Component):
    """A power card: which of the twelve effects it has, and its name (UP-39)."""

    id: PowerId
    name: str
    name_it: str
    copies: int = Field(ge=1, le=9)
    origin: Origin = "printed"


class Village(Component):
    """A village: the seat that owns it, its colour and the name of its people (UP-4)."""

    seat: int = Field(ge=1, le=5)
    colour: Literal["blue", "yellow", "red", "green", "black"]
    name: str
    origin: Origin = "house"


class UltimeCatalogue(Catalogue):
    """All components of the game."""

    villages: tuple[Village, ...]
    movement_cards: tuple[MovementCard, ...]
    power_cards: tuple[PowerCard, ...]

    @field_validator("villages")
    @classmethod
    def _five_villages(cls, villages: tuple[Village, ...]) -> tuple[Village, ...]:
        if [village.seat for village in villages] != [1, 2, 3, 4, 5]:
            raise ValueError("there are five villages, one for each of seats 1 to 5, in that order")
        return villages

    @model_validator(mode="after")
    def _ids_are_unique(self) -> "UltimeCatalogue":
        for cards in (self.movement_cards, self.power_cards):
            ids = [card.id for card in cards]
            if len(set(ids)) != len(ids):
                raise ValueError("two cards have the same id")
        return self

    def movement(self, card: str) -> MovementCard | None:
        """Return the movement card with that piece name (`movement:12`), if there is one."""
        return self._movement.get(card)

    def power(self, card: str) -> PowerCard | None:
        """Return the power card with that piece name (`power:thief`), if there is one."""
        return self._power.get(card)

    @cached_property
    def _movement(self) -> dict[str, MovementCard]:
        return {f"movement:{card.id}": card for card in self.movement_cards}

    @cached_property
    def _power(self) -> dict[str, PowerCard]:
        return {f"power:{card.id}": card for card in self.power_cards}


class UltimeOptions(Options):
    """The options of a match: where tables differ.

    The first reading of each is the default. It follows the rule document, or practice (see `remarks.py`).

    Attributes:
        first_player: the seat that begins; `None`: drawn by lot (UP-9).
        score_visibility: UP-10. With `hidden`, each seat sees only its own total until the end.
        hand_limit_counts_power_cards: UP-25, ambiguity B6.
        hand_limit_method: UP-25, ambiguity B7.
        supporting_owner: UP-30. `keeps_support`: an owner without points has none to lose and gains 1; `breaks_even`:
            nothing changes, whatever the score.
        events_need_active_pawn: UP-33, ambiguity B1.
        sneaky_on_own_village: UP-33, ambiguity B2.
        swap_can_trigger_event: UP-45, ambiguity B11.
        defence_mode: UP-41, ambiguity B3. `armed`: Defence is laid out in the player's own power step.
        defence_stops_attackers_points: UP-42, ambiguity B4.
        defence_stops_swap: UP-42, ambiguity B5.
        defended_attack_redistributes: UP-42. `false`: the pawns of a cancelled attack stay.
        pickaxe_owner_draws: UP-23, ambiguity B8.
        victory_check: UP-51, ambiguity B9.
        tie_at_twelve: UP-52.
        whole_move_on_two_move_cards: UP-15, ambiguity B10.
        split_may_move_two_pawns: UP-16. The second move of a split card may be made with the other pawn.
        split_second_move_optional: UP-16. A split card may end after its first move.
        redistribution_can_trigger_event: UP-37. Pawns placed by redistribution can complete events.
        redistribution_draws_at_pickaxe: UP-37. A pawn placed on a pickaxe by redistribution draws a power card.
        swap_draws_at_pickaxe: UP-45. A pawn that Swap places on a pickaxe draws a power card.
    """

    first_player: int | None = Field(default=None, ge=1, le=5)
    score_visibility: Literal["hidden", "visible"] = "hidden"
    hand_limit_counts_power_cards: bool = False
    hand_limit_method: Literal["draw_then_discard", "draw_only_to_limit"] = "draw_then_discard"
    supporting_owner: Literal["keeps_support", "breaks_even"] = "keeps_support"
    events_need_active_pawn: bool = True
    sneaky_on_own_village: bool = False
    swap_can_trigger_event: bool = False
    defence_mode: Literal["reactive", "armed"] = "reactive"
    defence_stops_attackers_points: bool = True
    defence_stops_swap: bool = True
    pickaxe_owner_draws: bool = True
    victory_check: Literal["immediate", "end_of_turn"] = "immediate"
    tie_at_twelve: Literal["highest_then_active", "shared"] = "highest_then_active"
    whole_move_on_two_move_cards: bool = True
    defended_attack_redistributes: bool = True
    split_may_move_two_pawns: bool = False
    split_second_move_optional: bool = False
    redistribution_can_trigger_event: bool = False
    redistribution_draws_at_pickaxe: bool = False
    swap_draws_at_pickaxe: bool = False
