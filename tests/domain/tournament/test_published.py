"""Tie-breaks equal published values, and those of a second implementation without shared code."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tablescribe.domain.tournament.model.field import Bye, Entrant, Pod, Result, Round
from tablescribe.domain.tournament.model.plan import Stage
from tablescribe.domain.tournament.pairing import berger
from tablescribe.domain.tournament.scoring.points import bye_worth, total, worth
from tablescribe.domain.tournament.scoring.round_records import record
from tablescribe.domain.tournament.scoring.standings import Line, ranked
from tablescribe.domain.tournament.scoring.tie_breaks import tie_break_values
from tablescribe.domain.tournament.trf import Trf, read_trf, to_field

PUBLISHED = Path(__file__).parent / "published"


def published(name: str) -> Trf:
    return read_trf((PUBLISHED / f"{name}.trf").read_text())


def stage(rounds: int, kind: str = "swiss", **more: Any) -> Stage:
    return Stage.model_validate({"name": "S", "kind": kind, "rounds": rounds, "game": "g"} | more)


def values(name: str, tie_break: str, kind: str = "swiss", edition: int = 2026) -> dict[int, Fraction]:
    """Return a tie-break of everybody in a published file, whose points are those of its table."""
    trf = published(name)
    people, rounds = to_field(trf)
    of = stage(trf.rounds, kind)
    points = dict.fromkeys((one.ref for one in people), Fraction(0))
    for played in rounds:
        for ref, bye in played.byes.items():
            points[ref] += bye_worth(of, bye)
        for result in played.results:
            assert result is not None
            for ref, (value, _) in worth(of, result).items():
                points[ref] += value
    assert {one.number: one.points for one in trf.players} == {int(ref): value for ref, value in points.items()}
    found = tie_break_values([tie_break], of, people, rounds, points, edition=edition)
    return {int(ref): value for ref, (value,) in found.items()}


def told(text: str) -> dict[int, Fraction]:
    return {number: Fraction(value) for number, value in enumerate(text.split(), start=1)}


def rounded(found: Mapping[int, Fraction], places: str) -> dict[int, Fraction]:
    """Return values as tables print them: halves up."""
    return {
        number: Fraction((Decimal(v.numerator) / Decimal(v.denominator)).quantize(Decimal(places), ROUND_HALF_UP))
        for number, v in found.items()
    }


SWISS5 = {
    "buchholz": "12.5 13.0 15.5 15.0 8.5 12.0 14.5 13.5 9.0 13.0 13.5 11.5 14.0 11.0 12.0 12.5",
    "buchholz_cut1": "11.0 12.0 13.0 11.5 7.5 11.0 12.5 12.0 7.5 11.5 12.0 9.5 12.0 9.0 11.0 11.0",
    "buchholz_average": "12.6 13.6 13.4 13.38 13.4 13.25 11.9 13 12.75 10.9 12.75 15 12.1 13.17 12.2 13.3",
    "buchholz_fore": "13.5 13.5 15.0 15.5 10.0 12.0 13.5 12.5 9.5 12.5 12.5 11.5 13.5 10.5 12.0 13.5",
    "sonneborn_berger": "8.00 9.50 10.50 9.75 4.25 6.50 3.25 5.25 2.25 1.50 5.75 4.00 4.25 4.50 3.50 7.25",
    "sonneborn_berger_cut1": "7.25 8.50 9.25 8.00 3.25 5.50 1.25 3.75 2.25 0.00 4.25 4.00 4.25 3.00 2.50 5.75",
    "ratings_average": "1820 1880 1940 1888 1690 1813 1760 1730 1975 1880 1863 2050 1930 1800 1860 1820",
    "ratings_average_cut1": "1900 1988 2000 1983 1738 1900 1838 1800 2200 1975 2000 0 2025 1900 1963 1900",
    "wins": "2 3 2 2 2 3 1 2 1 1 2 2 1 2 2 3",
    "games_won": "2 3 2 2 2 2 1 2 0 1 1 0 1 2 2 3",
    "black_games": "2 3 2 2 2 2 3 2 1 3 2 0 3 2 3 2",
    "black_wins": "1 1 1 1 0 1 0 0 0 1 0 0 1 1 1 1",
    "rounds_elected": "5 5 5 4 5 5 5 5 3 5 5 3 5 3 5 5",
    "progressive": "11.0 13.0 11.0 11.5 5.0 6.0 6.0 8.5 2.5 4.0 5.5 7.0 7.0 6.0 7.0 10.5",
    "progressive_cut1": "10.0 12.0 10.5 10.5 5.0 6.0 5.0 8.0 2.5 4.0 5.0 7.0 6.0 5.0 7.0 10.0",
}


@pytest.mark.parametrize("tie_break", SWISS5)
def test_the_swiss_of_the_exercises_has_the_values_that_were_published(tie_break: str) -> None:
    found = values("exercises_swiss5", tie_break, edition=2024)
    assert rounded(found, "0.01") == told(SWISS5[tie_break])


CHANGED_2026 = {
    "buchholz": {4: "14.0", 11: "12.5", 12: "11.0"},
    "buchholz_cut1": {11: "11.0"},
    "sonneborn_berger": {4: "9.25", 6: "6.00", 11: "4.75"},
    "sonneborn_berger_cut1": {4: "7.75", 6: "5.00", 11: "3.25"},
    "buchholz_fore": {4: "14.5", 11: "12.0", 12: "11.0"},
}


@pytest.mark.parametrize("tie_break", CHANGED_2026)
def test_the_edition_of_2026_changes_just_what_its_cap_touches(tie_break: str) -> None:
    found = values("exercises_swiss5", tie_break)
    expected = told(SWISS5[tie_break])
    for number, value in CHANGED_2026[tie_break].items():
        if number != 12 or tie_break == "buchholz_fore":
            assert found[number] == Fraction(value)
    touched = {number for number in found if found[number] != expected[number]}
    assert {number for number in CHANGED_2026[tie_break] if number != 12} <= touched
    assert all(found[number] < expected[number] for number in touched)


@pytest.mark.parametrize(
    ("tie_break", "expected"),
    [
        ("sonneborn_berger", "9.25 6.25 6.25 4.25 3.25 2.25"),
        ("sonneborn_berger_cut1", "9.25 4.75 4.75 4.25 3.25 1.50"),
        ("koya", "2.0 0.5 0.5 1.0 0.5 0.0"),
    ],
)
def test_the_round_robin_of_the_exercises_counts_a_forfeit_as_a_game(tie_break: str, expected: str) -> None:
    assert values("exercises_robin", tie_break, "round_robin", 2024) == told(expected)


@pytest.mark.parametrize(
    ("name", "kind", "ranks"),
    [
        ("exercises_swiss9", "swiss", [3, 5, 1, 3, 9, 2, 6, 6, 14, 9, 13, 14, 16, 9, 9, 6]),
        ("exercises_robin", "round_robin", [1, 2, 2, 6, 5, 4]),
    ],
)
def test_direct_encounters_rank_as_published(name: str, kind: str, ranks: list[int]) -> None:
    points = {one.number: one.points for one in published(name).players}
    found = values(name, "direct_encounter", kind)
    keys = {number: (points[number], found[number]) for number in points}
    assert [1 + sum(key > keys[number] for key in keys.values()) for number in sorted(keys)] == ranks


COLUMNS = {
    "WIN": "wins", "WON": "games_won", "BWG": "black_wins", "BPG": "black_games", "PS": "progressive",
    "PS/C1": "progressive_cut1", "KS": "koya", "BH": "buchholz", "BH/C1": "buchholz_cut1", "BH/C2": "buchholz_cut2",
    "BH/M1": "buchholz_median1", "BH/M2": "buchholz_median2", "AOB": "buchholz_average", "FB": "buchholz_fore",
    "SB": "sonneborn_berger", "SB/C1": "sonneborn_berger_cut1",
}  # fmt: skip


@pytest.mark.parametrize("edition", [2024, 2026])
@pytest.mark.parametrize("column", COLUMNS)
def test_a_swiss_with_many_rounds_not_played_has_the_table_of_fides_server(column: str, edition: int) -> None:
    with (PUBLISHED / f"unplayed_{edition}.tsv").open() as file:
        rows = {int(row["StartNo"]): Fraction(row[column]) for row in csv.DictReader(file, delimiter="\t")}
    kind = "round_robin" if column == "KS" else "swiss"  # Koya is for round robins, and counted as there
    assert rounded(values("unplayed", COLUMNS[column], kind, edition), "0.01") == rows


# --- crosstables of real tournaments ---

CROSSTABLES = PUBLISHED / "crosstables"
WORTH = {"1": (1, 2), "½": (1, 1), "0": (2, 1), "+": (1, 2), "=": (1, 1), "-": (2, 1)}
"""The places of an entrant and of the opponent, by the result of the table."""


def rows_of(name: str) -> list[list[str]]:
    return [line.split() for line in (CROSSTABLES / name).read_text().splitlines() if not line.startswith("#")]


def round_robin(rows: list[list[str]]) -> list[Round]:
    """Return the rounds of a crosstable in the order of the Berger tables; an odd entrant has a bye."""
    count, rounds = len(rows), list[Round]()
    size = count + count % 2
    for game, number in product(range(len(rows[0][2])), range(1, size)):
        results = []
        for one, other in berger.table(size, number):
            if max(one, other) <= count:
                mine, theirs = WORTH[rows[one - 1][other][game]]
                assert WORTH[rows[other - 1][one][::-1][game]] == (theirs, mine), (one, other)
                results.append(Result(Pod((str(one), str(other))), (mine, theirs)))
        pods = tuple(one.pod for one in results)
        free = {str(n) for n in range(1, count + 1)} - {ref for pod in pods for ref in pod.seats}
        rounds.append(Round(len(rounds) + 1, pods, dict.fromkeys(free, Bye.PAIRING), tuple(results)))
    return rounds


def table(of: Stage, rounds: list[Round], count: int, tie_breaks: list[str]) -> tuple[Line, ...]:
    """Return the standings that follow from the results alone."""
    people = [Entrant(str(number), number) for number in range(1, count + 1)]
    points = {ref: total(one.points for one in row) for ref, row in record(of, people, rounds).items()}
    found = tie_break_values(tie_breaks, of, people, rounds, points)
    return ranked([Line(0, one.ref, one.number, points[one.ref], found[one.ref], ()) for one in people])


@pytest.mark.parametrize(
    ("name", "tie_breaks"),
    [("solingen2020", ["sonneborn_berger"]), ("bevensen", ["sonneborn_berger"]),
     ("scca2020", ["wins", "sonneborn_berger"])],
)  # fmt: skip
def test_a_real_round_robin_has_the_table_that_was_published(name: str, tie_breaks: list[str]) -> None:
    """Places, points, and every tie-break of everybody."""
    rows = rows_of(f"{name}.txt")
    rounds = round_robin(rows)
    of = stage(len(rounds), "round_robin", byes={"pairing": "0"})  # as organisers of an odd number write it
    lines = table(of, rounds, len(rows), tie_breaks)
    ours = [[Fraction(line.rank), line.points, *line.values] for line in lines]
    assert ours == [list(map(Fraction, [row[0], *row[len(rows) + 1 :]])) for row in rows]
    assert [line.ref for line in lines] == [row[0] for row in rows]


def test_a_real_swiss_has_the_points_and_tie_breaks_that_were_published() -> None:
    """The tie-breaks of both who shared the first place; what hangs on how rounds not played counted then, is left."""
    rows, rounds = rows_of("hamilton2018.swiss"), list[Round]()
    for number in range(1, 7):
        byes, results = dict[str, Bye](), []
        for row in rows:
            told = row[number + 1]
            if told[1:] == "BYE":
                byes[row[0]] = Bye.PAIRING if told[0] == "+" else Bye.HALF
            elif told[1:2] == "W":
                assert rows[int(told[2:]) - 1][number + 1][1:] == f"B{row[0]}"
                results.append(Result(Pod((row[0], told[2:])), WORTH[told[0]]))
        rounds.append(Round(number, tuple(one.pod for one in results), byes, tuple(results)))
    names = ["direct_encounter", "progressive", "buchholz", "sonneborn_berger", "buchholz_cut1"]
    lines = {line.ref: line for line in table(stage(6), rounds, len(rows), names)}
    assert {ref: line.points for ref, line in lines.items()} == {row[0]: Fraction(row[1]) for row in rows}
    assert lines["1"].values == tuple(map(Fraction, ["0", "19.5", "22.5", "19.75", "20.0"]))
    assert (lines["2"].values[0], lines["2"].values[1]) == (Fraction(0), Fraction("19.5"))
    assert (lines["1"].rank, lines["2"].rank) == (1, 2)


def test_a_real_open_has_the_points_that_were_published() -> None:
    assert len(values("gros2010", "wins")) == 52
