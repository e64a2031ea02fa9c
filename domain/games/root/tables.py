"""The tables printed on the faction boards."""

from typing import Literal

from tablescribe.domain.box.catalogue import Origin
from tablescribe.domain.games.root.parts import Column, Component, Item, Leader, Minister, Mood, Rank, Track


class Marquise(Component):
    """The Marquise's board: wood cost and points of each building, cards by recruiters (RO-6.5.4, RO-6.6)."""

    wood: Track
    points: dict[Literal["sawmill", "workshop", "recruiter"], Track]
    draws: Track


class Eyrie(Component):
    """The Eyrie's board: points and cards by roosts on the map, columns of each leader's viziers (RO-7.6, RO-7.8)."""

    points: Track
    draws: Track
    leaders: dict[Leader, tuple[Column, Column]]


class Alliance(Component):
    """The Alliance's board: the supporters that each sympathy costs, and its points (RO-8.4.2)."""

    cost: Track
    points: Track


class Vagabond(Component):
    """The Vagabond's board: costs and points of Aid, and limits for items (RO-9.2.9-I, RO-9.4, RO-9.6).

    Attributes:
        aids: Aids needed in one turn for each step of a relationship; `points` for each step.
        allied: points for aiding an ally.
        track: how many items of a kind fit on a track.
        refresh: how many items are refreshed without any tea.
        limit: how many items can be carried without any bags.
    """

    aids: Track
    points: Track
    allied: int
    track: int
    refresh: int
    limit: int


class Lizards(Component):
    """The Cult's board: points and cards by gardens of a suit on the map (RO-10.5.3, RO-10.6.3)."""

    score: Track
    draws: Track
    origin: Origin = "printed"


class Riverfolk(Component):
    """The Riverfolk's board: prices, and points for a trade post (RO-11.5)."""

    prices: Track
    points: int


class RankOf(Component):
    """The cards revealed to sway a minister of a rank, and the points gained (RO-12.5.3)."""

    cards: int
    points: int


class Duchy(Component):
    """The Duchy's board: warriors by citadels, cards by markets, ministers, crowns per rank (RO-12.4 to RO-12.6)."""

    burrow: Track
    draws: Track
    ranks: dict[Rank, RankOf]
    ministers: dict[Minister, Rank]
    crowns: int


class Corvids(Component):
    """The Corvids' board: the number of actions in Daylight (RO-13.5)."""

    actions: int


class Hundreds(Component):
    """The Hundreds' board: values and items of the tracks, points of Oppress, moods (RO-14.2.4, RO-14.6.2)."""

    track: Track
    command: tuple[Item, ...]
    prowess: tuple[Item, ...]
    oppress: Track
    moods: dict[Mood, Item | Literal["none"]]


class Keepers(Component):
    """The Keepers' board: points for a complete column, size of the Retinue, Retainers (RO-15.5, RO-15.6)."""

    bonus: int
    retinue: int
    retainers: int
