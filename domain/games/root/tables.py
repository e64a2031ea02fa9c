"""What is printed on the board of each faction."""

from typing import Literal

from tablescribe.domain.box.catalogue import Origin
from tablescribe.domain.games.root.parts import Column, Component, Item, Leader, Minister, Mood, Rank, Track


class Marquise(Component):
    """Her board: wood and points for the first, second … building of a type; cards by recruiters (RO-6.5.4, RO-6.6)."""

    wood: Track
    points: dict[Literal["sawmill", "workshop", "recruiter"], Track]
    draws: Track


class Eyrie(Component):
    """Their board: points and cards by roosts on the map; the columns of each leader's viziers (RO-7.6, RO-7.8)."""

    points: Track
    draws: Track
    leaders: dict[Leader, tuple[Column, Column]]


class Alliance(Component):
    """Their board: supporters and points for the first, second … sympathy (RO-8.4.2)."""

    cost: Track
    points: Track


class Vagabond(Component):
    """His board: what Aid takes and gives, and the numbers of his items (RO-9.2.9-I, RO-9.4, RO-9.6).

    Attributes:
        aids: Aids in one turn for each step of a relationship; `points` for each.
        allied: points of an Aid to an ally.
        track: how many items of a kind a track holds.
        refresh: how many items are refreshed without tea.
        limit: how many items he carries without bags.
    """

    aids: Track
    points: Track
    allied: int
    track: int
    refresh: int
    limit: int


class Lizards(Component):
    """Their board: points of Score, and cards, by gardens of a suit on the map (RO-10.5.3, RO-10.6.3)."""

    score: Track
    draws: Track
    origin: Origin = "printed"


class Riverfolk(Component):
    """Their board: prices, and points of a trade post (RO-11.5)."""

    prices: Track
    points: int


class RankOf(Component):
    """What swaying a minister of a rank takes and gives (RO-12.5.3)."""

    cards: int
    points: int


class Duchy(Component):
    """Their board: warriors by citadels, cards by markets, ministers, crowns of a rank (RO-12.4 to RO-12.6)."""

    burrow: Track
    draws: Track
    ranks: dict[Rank, RankOf]
    ministers: dict[Minister, Rank]
    crowns: int


class Corvids(Component):
    """Their board: how many actions there are in Daylight (RO-13.5)."""

    actions: int


class Hundreds(Component):
    """Their board: a track's value by items on it, its items, points of Oppress, moods (RO-14.2.4, RO-14.6.2)."""

    track: Track
    command: tuple[Item, ...]
    prowess: tuple[Item, ...]
    oppress: Track
    moods: dict[Mood, Item | Literal["none"]]


class Keepers(Component):
    """Their board: points of a complete column, cards in the Retinue, Retainers (RO-15.5, RO-15.6)."""

    bonus: int
    retinue: int
    retainers: int
