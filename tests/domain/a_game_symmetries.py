"""Symmetry tests: a match with other names allows the same actions.

`a_game` adds these tests to those of every game with symmetries. A failure names the symmetry, the move, and
what is legal in only one of both matches.
"""

from __future__ import annotations

import random
from itertools import count, islice
from typing import ClassVar

import pytest

from tests.depth import ALL, times
from tests.domain.kit import Kit
from tests.domain.symmetry import SideBySide, Symmetry

LONGEST = times(20, 300)
"""Number of moves that two matches are played side by side."""


class Symmetries:
    """Tests of a game with symmetries."""

    kit: ClassVar[Kit]

    @pytest.mark.no_cover
    def test_the_same_match_laid_out_otherwise_allows_the_same(self, symmetry: Symmetry) -> None:
        """At every position of random matches: the same legal actions, with the other names, and the same end."""
        first = self.kit.symmetries.index(symmetry)
        fitting = (n for n in count(first) if symmetry.fits(self.kit.opening(n, **symmetry.fixed).seats))
        for number in islice(fitting, times(1, 4)):
            play_side_by_side(self.kit, symmetry, number)


def play_side_by_side(kit: Kit, symmetry: Symmetry, number: int, longest: int = LONGEST) -> None:
    """Play a random match and its symmetric counterpart side by side, and compare them.

    Raises:
        AssertionError: they differ; the message says at which move and how.
    """
    mode = "open" if symmetry.unused or number % 2 else "table"
    both = SideBySide(symmetry, kit.opening(number, **symmetry.fixed), random.Random(number), mode)
    for move in both.turns(longest):
        everybody = ALL or move % 10 == 0
        both.must_agree(move, tuple(both.first.opening.all_seats) if everybody else both.first.to_act)
