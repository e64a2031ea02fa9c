"""A TRF is written back byte for byte, and errors name their line."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablescribe.domain.tournament.model.field import Bye, Entrant, How
from tablescribe.domain.tournament.trf import BadTrf, from_field, read_trf, to_field
from tests.domain.tournament.fields import people, stage

PUBLISHED = sorted((Path(__file__).parent / "published").rglob("*.trf"))
TEXT = (Path(__file__).parent / "published" / "exercises_robin.trf").read_text()


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.stem)
def test_published_files_are_written_back_byte_for_byte(path: Path, end: str) -> None:
    text = path.read_text().replace("\n", end) + f"XXY not known{end}### a remark without an end"
    assert read_trf(text).write() == text


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=80))
def test_whatever_is_no_player_is_kept(text: str) -> None:
    if not any(line.startswith("001 ") for line in text.splitlines()):
        assert read_trf(text).write() == text


def test_what_a_file_tells() -> None:
    trf = read_trf((Path(__file__).parent / "published" / "gros2010.trf").read_text())
    assert (trf.one("012"), trf.rounds, len(trf.players)) == ("Open Internacional de Gros, after four rounds", 9, 52)
    assert trf.one("XXZ") == "22 28 43"
    first = trf.players[0]
    assert (first.number, first.rating, first.points, first.rank) == (1, 2527, Fraction(4), 1)
    assert [(one.opponent, one.colour, one.result) for one in first.games if one] == [
        (26, "w", "1"), (13, "b", "1"), (8, "w", "1"), (4, "b", "1"),
    ]  # fmt: skip


def test_forfeits_byes_and_forbidden_pairs_become_what_they_are() -> None:
    entrants, rounds = to_field(read_trf(TEXT + "XXP 1 2\n"))
    assert entrants[0].may_not_meet == {"2"}
    forfeit = next(one for one in rounds[3].results if one is not None and one.how is How.FORFEIT)
    assert (forfeit.pod.seats, forfeit.absent, forfeit.places) == (("5", "6"), frozenset({"5"}), (2, 1))
    _, swiss = to_field(read_trf((Path(__file__).parent / "published" / "exercises_swiss5.trf").read_text()))
    assert swiss[1].byes == {"4": Bye.HALF, "12": Bye.PAIRING}


@pytest.mark.parametrize(
    ("old", "new", "line", "why"),
    [
        (" 3.5    1     5 w =", " 3.x    1     5 w =", 4, "columns 81–84 tell no points: '3.x'"),
        ("001    1 ", "001    x ", 4, "columns 5–8 tell no number, the starting number: 'x'"),
        ("001    2 ", "001    1 ", 5, "number 1 stands in line 4 too"),
        ("5 w =     2 w 1", "5 w ?     2 w 1", 4, "column 99 tells no result: '?'"),
        ("5 w =     2 w 1", "5 x =     2 w 1", 4, "columns 92–99 tell no round: '   5 x ='"),
        ("5 w =     2 w 1", "0 - =     2 w 1", 4, "'=' does not go with opponent 0"),
        ("5 w =     2 w 1", "4 w =     2 w 1", 4, "round 1: 4 did not meet 1 there"),
        ("5 w =     2 w 1", "5 w 1     2 w 1", 4, "round 1: '1' does not go with '='"),
        ("5 w =     2 w 1", "5 b =     2 w 1", 4, "round 1: both have 'b'"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, line: int, why: str) -> None:
    assert old in TEXT
    with pytest.raises(BadTrf) as refused:
        read_trf(TEXT.replace(old, new, 1))
    assert f"line {line}" in str(refused.value)
    assert why in str(refused.value)


def test_points_that_are_no_tenths_cannot_be_told() -> None:
    with pytest.raises(ValueError, match="1/3 points"):
        from_field(stage(), [Entrant("a", 1, points_on_entry=Fraction(1, 3)), *people(1)], [])
