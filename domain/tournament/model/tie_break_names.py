"""Tie-breaks that a plan may name, each with its source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tablescribe.domain.words.text import Text, say


class TieBreak(NamedTuple):
    """The source of a tie-break, and whether it is only for tables of two."""

    source: str
    two: bool = False


C07 = "FIDE Handbook C.07 (2026)"

TIE_BREAKS: dict[str, TieBreak] = {
    "buchholz": TieBreak(f"{C07} 8.1", two=True),
    "buchholz_cut1": TieBreak(f"{C07} 8.1, 14.1", two=True),
    "buchholz_cut2": TieBreak(f"{C07} 8.1, 14.2", two=True),
    "buchholz_median1": TieBreak(f"{C07} 8.1, 14.3", two=True),
    "buchholz_median2": TieBreak(f"{C07} 8.1, 14.4", two=True),
    "buchholz_fore": TieBreak(f"{C07} 8.3", two=True),
    "buchholz_average": TieBreak(f"{C07} 8.2", two=True),
    "sonneborn_berger": TieBreak(f"{C07} 9.1", two=True),
    "sonneborn_berger_cut1": TieBreak(f"{C07} 9.1, 14.1", two=True),
    "koya": TieBreak(f"{C07} 9.2", two=True),
    "ratings_average": TieBreak(f"{C07} 10.1", two=True),
    "ratings_average_cut1": TieBreak(f"{C07} 10.1, 14.1", two=True),
    "black_games": TieBreak(f"{C07} 7.3", two=True),
    "black_wins": TieBreak(f"{C07} 7.4", two=True),
    "direct_encounter": TieBreak(f"{C07} 6"),
    "wins": TieBreak(f"{C07} 7.1"),
    "games_won": TieBreak(f"{C07} 7.2"),
    "rounds_elected": TieBreak(f"{C07} 7.6"),
    "progressive": TieBreak(f"{C07} 7.5"),
    "progressive_cut1": TieBreak(f"{C07} 7.5, 14.1"),
    "opponents_average": TieBreak("of this project: the mean of the points of all opponents met"),
    "game_points": TieBreak("of this project: the sum of the points in the games themselves"),
    "game_points_margin": TieBreak("of this project: the sum of own game points less the pod's mean"),
    "game_points_share": TieBreak("of this project: the mean of own shares of the pod's game points"),
    "lot": TieBreak("drawn by lot, and recorded: the highest number comes first"),
}
"""Name in the plan → source."""

CALLED: Mapping[str, Text] = {
    "buchholz": say("Buchholz"),
    "buchholz_cut1": say("Buchholz cut 1"),
    "buchholz_cut2": say("Buchholz cut 2"),
    "buchholz_median1": say("median Buchholz"),
    "buchholz_median2": say("median Buchholz 2"),
    "buchholz_fore": say("fore Buchholz"),
    "buchholz_average": say("average Buchholz"),
    "sonneborn_berger": say("Sonneborn-Berger"),
    "sonneborn_berger_cut1": say("Sonneborn-Berger cut 1"),
    "koya": say("Koya"),
    "ratings_average": say("average rating"),
    "ratings_average_cut1": say("average rating cut 1"),
    "black_games": say("black games"),
    "black_wins": say("black wins"),
    "direct_encounter": say("direct encounter"),
    "wins": say("wins"),
    "games_won": say("games won"),
    "rounds_elected": say("rounds elected"),
    "progressive": say("progressive"),
    "progressive_cut1": say("progressive cut 1"),
    "opponents_average": say("opponents’ average"),
    "game_points": say("game points"),
    "game_points_margin": say("game points margin"),
    "game_points_share": say("game points share"),
    "lot": say("lot"),
}
"""The name of each tie-break for people."""
