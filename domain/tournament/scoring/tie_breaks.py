"""Tie-breaks by name, each with its source in `tie_break_names.py`.

Tie-breaks for tables of two are in `fide_tie_breaks.py`, direct encounter in `direct_encounter.py`. A higher value is
always better.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial

from tablescribe.domain.tournament.model.field import Entrant, Ref, Round
from tablescribe.domain.tournament.model.plan import Stage
from tablescribe.domain.tournament.scoring import fide_tie_breaks
from tablescribe.domain.tournament.scoring.direct_encounter import behind
from tablescribe.domain.tournament.scoring.fide_tie_breaks import EDITION, Count
from tablescribe.domain.tournament.scoring.points import draw_worth, total, win_worth
from tablescribe.domain.tournament.scoring.round_records import VOLUNTARY, Kind, record

ZERO = Fraction(0)


def tie_break_values(
    names: Sequence[str],
    stage: Stage,
    people: Sequence[Entrant],
    rounds: Sequence[Round],
    points: Mapping[Ref, Fraction],
    *,
    lots: Mapping[Ref, int] | None = None,
    edition: int = EDITION,
    everybody: Sequence[Entrant] = (),
) -> dict[Ref, tuple[Fraction, ...]]:
    """Return each entrant's tie-breaks, in the order of the names.

    Direct encounter is computed among entrants who are still tied by points and earlier tie-breaks. Its value is the
    number of them who are behind.

    Args:
        names: the tie-breaks; see `tie_break_names.TIE_BREAKS`.
        stage: the stage.
        people: its entrants.
        rounds: its rounds.
        points: the current points, including points on entry and penalties.
        lots: the recorded numbers drawn by lot; entrants without one have 0.
        edition: the edition of FIDE's tie-break regulations, 2024 or 2026.
        everybody: all entrants of the tournament. If points are carried over, some opponents are not in the stage.

    Raises:
        KeyError: a name is unknown.
    """
    count = counted(stage, people, rounds, points, lots=lots, edition=edition, everybody=everybody)
    values: dict[Ref, tuple[Fraction, ...]] = {one.ref: () for one in people}
    for name in names:
        if name == "direct_encounter":
            column = _encounters(count, values)
        else:
            column = {ref: VALUES[name](count, ref) for ref in values}
        values = {ref: (*before, column[ref]) for ref, before in values.items()}
    return values


def counted(
    stage: Stage,
    people: Sequence[Entrant],
    rounds: Sequence[Round],
    points: Mapping[Ref, Fraction],
    *,
    lots: Mapping[Ref, int] | None = None,
    edition: int = EDITION,
    everybody: Sequence[Entrant] = (),
) -> Count:
    """Return the input for tie-breaks; see `tie_break_values` for the arguments."""
    return Count(
        record(stage, people, rounds), points, {one.ref: one for one in (*everybody, *people)}, len(rounds),
        max((one.number for one in rounds), default=0), win_worth(stage), draw_worth(stage),
        forfeits_count=stage.kind == "round_robin", edition=edition, lots=lots or {},
    )  # fmt: skip


def _encounters(count: Count, values: Mapping[Ref, tuple[Fraction, ...]]) -> dict[Ref, Fraction]:
    groups: dict[tuple[Fraction, ...], list[Ref]] = {}
    for ref, before in values.items():
        groups.setdefault((count.own(ref), *before), []).append(ref)
    return {ref: value for tied in groups.values() for ref, value in behind(count, tied).items()}


def wins(count: Count, ref: Ref) -> Fraction:
    """Return the number of rounds with the points of a win: over the board, by forfeit or by a bye (C.07, 7.1)."""
    free = (Kind.FORFEIT_WIN, Kind.FULL_BYE)
    return Fraction(sum(one.won or (one.kind in free and one.points >= count.win) for one in count.record[ref]))


def games_won(count: Count, ref: Ref, *, black: bool = False) -> Fraction:
    """Return the number of games won over the board, with `black` only from the second seat (C.07, 7.2, 7.4)."""
    return Fraction(sum(one.won and (one.seat == 1 or not black) for one in count.record[ref]))


def black_games(count: Count, ref: Ref) -> Fraction:
    """Return the number of games played from the second seat (C.07, 7.3)."""
    return Fraction(sum(one.kind is Kind.GAME and one.seat == 1 for one in count.record[ref]))


def rounds_elected(count: Count, ref: Ref) -> Fraction:
    """Return the number of rounds that an entrant elected to play (C.07, 7.6)."""
    return Fraction(count.rounds - sum(one.kind in VOLUNTARY for one in count.record[ref]))


def opponents_average(count: Count, ref: Ref) -> Fraction:
    """Return the average points of all opponents met at a table, counted as often as met."""
    met = [other for one in count.record[ref] if one.kind is Kind.GAME for other in one.opponents]
    return total(map(count.adjusted, met)) / len(met) if met else ZERO


def game_points(count: Count, ref: Ref) -> Fraction:
    """Return the sum of the points in the games themselves."""
    return Fraction(sum((one.own or 0) for one in count.record[ref]))


def game_points_margin(count: Count, ref: Ref) -> Fraction:
    """Return the sum of an entrant's game points minus the averages of their pods; negative if below them."""
    return total(one.own - Fraction(sum(one.all), len(one.all)) for one in count.record[ref] if one.own is not None)


def game_points_share(count: Count, ref: Ref) -> Fraction:
    """Return an entrant's average share of their pods' game points: a quarter in an even pod of four."""
    shares = [Fraction(one.own, sum(one.all)) for one in count.record[ref] if one.own is not None and sum(one.all) != 0]
    return total(shares) / len(shares) if shares else ZERO


def _cut(count: Count, ref: Ref, lowest: int, highest: int = 0) -> Fraction:
    return fide_tie_breaks.cut(fide_tie_breaks.elements(count, ref), lowest, highest)


def _weighed(count: Count, ref: Ref) -> Fraction:
    return fide_tie_breaks.cut(fide_tie_breaks.elements(count, ref, weighed=True), 0)


def _weighed_cut(count: Count, ref: Ref) -> Fraction:
    return fide_tie_breaks.cut_weighed(fide_tie_breaks.elements(count, ref, weighed=True))


def _fore(count: Count, ref: Ref) -> Fraction:
    return fide_tie_breaks.cut(fide_tie_breaks.elements(count, ref, fore=True), 0)


def _lot(count: Count, ref: Ref) -> Fraction:
    return Fraction(count.lots.get(ref, 0))


VALUES: dict[str, Callable[[Count, Ref], Fraction]] = {
    "buchholz": fide_tie_breaks.buchholz,
    "buchholz_cut1": partial(_cut, lowest=1),
    "buchholz_cut2": partial(_cut, lowest=2),
    "buchholz_median1": partial(_cut, lowest=1, highest=1),
    "buchholz_median2": partial(_cut, lowest=2, highest=2),
    "buchholz_fore": _fore,
    "buchholz_average": fide_tie_breaks.buchholz_average,
    "sonneborn_berger": _weighed,
    "sonneborn_berger_cut1": _weighed_cut,
    "koya": fide_tie_breaks.koya,
    "ratings_average": fide_tie_breaks.ratings_average,
    "ratings_average_cut1": partial(fide_tie_breaks.ratings_average, lowest=1),
    "black_games": black_games,
    "black_wins": partial(games_won, black=True),
    "wins": wins,
    "games_won": games_won,
    "rounds_elected": rounds_elected,
    "progressive": fide_tie_breaks.progressive,
    "progressive_cut1": partial(fide_tie_breaks.progressive, lowest=1),
    "opponents_average": opponents_average,
    "game_points": game_points,
    "game_points_margin": game_points_margin,
    "game_points_share": game_points_share,
    "lot": _lot,
}
"""The functions of all tie-breaks except direct encounter, which depends on who is tied."""
