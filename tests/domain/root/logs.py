"""Invented logs, recorded as a client records them."""

from __future__ import annotations

from dataclasses import dataclass

from tablescribe.domain.games import opening
from tablescribe.domain.games.root.rootlog.importing import script
from tablescribe.domain.match.events import Played, Seat
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.chance import ReportedChance
from tablescribe.domain.table.table import Impossible
from tests.support import STAMP

HEAD = {
    "CE": "Map: Fall\nDeck: Standard\nC: Ada\nE: Ben\n\nC:t_k->1/b_s->1/b_w->5/b_r->9/w->1+2+4+5+6+7+8+9+10+11+12\n"
    "E:b+6w->3/#despot->$\n",
    "CEA": "Map: Fall\nDeck: E&P\nC: Ada\nE: Ben\nA: Cleo\n\n"
    "C:t_k->1/b_s->1/b_w->5/b_r->9/w->1+2+4+5+6+7+8+9+10+11+12\nE:b+6w->3/#despot->$\nA:3#->$\n",
}
"""The beginnings of logs: header and set-up."""


@dataclass(frozen=True)
class Recorded:
    """A recorded log.

    Attributes:
        match: the resulting match.
        odd: remarks: line, column, rule.
        refused: what could not be carried out: line, column, the reason.
    """

    match: Match
    odd: list[tuple[int, int, str]]
    refused: list[tuple[int, int, str]]

    def score(self, seat: int) -> int:
        return self.match.table.number(f"score:{seat}")

    def count(self, zone: str, piece: str) -> int:
        return self.match.table.count(zone, piece)


def record(text: str, *, as_played: bool = True) -> Recorded:
    """Record a log; what cannot have happened is kept as text."""
    told = script(text)
    fixed = opening("root", len(told.people), told.options)
    people = [Seat(f"s{k}", "c") for k in range(len(told.people))]
    match = Match.open("m", fixed, people, STAMP, outcomes=told.outcomes)
    odd: list[tuple[int, int, str]] = []
    refused: list[tuple[int, int, str]] = []

    def play(seat: int, action: object) -> Played:
        return match.play(seat, action, ReportedChance(()), STAMP, as_played=as_played)[-1]  # type: ignore[arg-type]

    for step in told.steps():
        at = (step.line, step.column)
        try:
            played = play(step.seat, step.action)
        except Impossible as impossible:
            why = fixed.told(impossible.text)
            refused.append((*at, why))
            play(step.seat, step.otherwise(why))
        else:
            odd.extend((*at, one.rule) for one in played.irregularities)
    return Recorded(match, odd, refused)
