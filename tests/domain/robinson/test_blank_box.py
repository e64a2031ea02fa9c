"""The common tests of every game with blank components, declared or left blank when revealed (RC-B96)."""

from __future__ import annotations

import random

from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.deciding import may
from tests.depth import times
from tests.domain.a_game import a_game
from tests.domain.kit import Kit
from tests.domain.robinson.blank import PRINTED, blank_cards, declared
from tests.domain.robinson.ways import ELSEWHERE

ALL = [
    declared(f"{kind}:{one.id}")
    for kind, some in (
        ("tile", PRINTED.tiles), ("beast", PRINTED.beasts), ("invention", PRINTED.inventions),
        ("starting", PRINTED.starting_items), ("discovery", PRINTED.discoveries),
    )
    for one in some
]  # fmt: skip
"""Everything that can be read out."""


class Reading(Kit):
    """Random play in which people read out revealed components most of the time, as declarations are endless."""

    def legal(self, match: Match, seat: int) -> list[Action]:
        """Return the actions offered to a seat, and the declarations if they are asked for."""
        offered = super().legal(match, seat)
        if match.table.get("awaits") == "declaration":
            offered += [action for action in ALL if may(match.opening, match.table, seat, action)]
        return offered

    def said(self, match: Match, choose: random.Random) -> list[Action]:
        """Return all possible actions, including unrequested declarations."""
        return [*super().said(match, choose), *ALL]


TestBlankBox = a_game(
    "robinson",
    catalogue=blank_cards(),
    options={"scenario": ["signal_race", "idols"]},
    endings=("objective", "last_one_standing", "last_round", "all_dead"),
    rare=ELSEWHERE,
    rounds=times(2, 4),
    looks=2,
    unoffered=lambda action: action in ALL,
)
TestBlankBox.kit = Reading(**vars(TestBlankBox.kit))
