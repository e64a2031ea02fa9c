"""Festivals: tournaments as sections of one event, entries by rating or by choice, and letters of tables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablescribe.domain.match.refusals import Refused
from tablescribe.ledger.log.errors import LedgerError
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.tournaments import festivals as made
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.ledger.tournaments.door import AlreadyEntered
from tablescribe.ledger.tournaments.festival_entries import Applicant, enter, placed, read_applicants
from tablescribe.ledger.tournaments.festivals import Festival, NoSuchFestival, Section
from tests.ledger.played_tournaments import hall, plan

IN_TURN = True  # which database: conftest.py


@pytest.fixture
def organiser(scribe: Scribe) -> TournamentCommands:
    return hall(scribe)


def three(organiser: TournamentCommands) -> Festival:
    """Return a festival with sections A (from 2000), B (1500 to 1999) and C (below 1600)."""
    ledger = organiser.ledger
    found = made.create(ledger, "Easter Congress", "easter")
    for mark, lowest, highest in (("A", 2000, 0), ("B", 1500, 1999), ("C", 0, 1599)):
        tournament = organiser.announce(plan(2)).id
        found = made.add_section(ledger, found.id, tournament, mark=mark, lowest=lowest, highest=highest)
    return found


def test_people_go_where_their_rating_fits_or_where_they_choose(organiser: TournamentCommands) -> None:
    found = three(organiser)
    people = [Applicant("Ada", 2100), Applicant("Ben", 1550), Applicant("Cleo", 1550, "c"), Applicant("Dora")]
    entries = enter(organiser, found, people)
    assert [(one.name, one.section.mark) for one in entries] == [
        ("Ada", "A"), ("Ben", "B"), ("Cleo", "C"), ("Dora", "C"),
    ]  # fmt: skip
    now = organiser.tournament(found.section("A").tournament)
    assert [one.rating for one in now.entrants.values()] == [2100]
    assert made.mark_of(organiser.ledger, now.id) == "A"


@pytest.mark.parametrize(
    ("one", "why"),
    [
        (Applicant("Eva", 1400, "A"), "section A is for ratings 2000–, not for 1400"),
        (Applicant("Eva", 1400, "X"), "there is no section X: there are A, B, C"),
        (Applicant(" ", 1400), "a name is empty"),
    ],
)
def test_who_fits_nowhere_is_refused_and_nobody_enters(organiser: TournamentCommands, one: Applicant, why: str) -> None:
    found = three(organiser)
    with pytest.raises(Refused, match=why):
        enter(organiser, found, [Applicant("Ada", 2100), one])
    assert all(not organiser.tournament(section.tournament).entrants for section in found.sections)


def test_nobody_is_in_two_sections(organiser: TournamentCommands) -> None:
    found = three(organiser)
    enter(organiser, found, [Applicant("Ada", 2100)])
    with pytest.raises(AlreadyEntered, match="ADA is already in section A"):
        enter(organiser, found, [Applicant("ADA", 1500)])
    with pytest.raises(Refused, match="twice"):
        enter(organiser, found, [Applicant("Ben", 1500), Applicant("ben")])


def test_a_command_that_is_sent_again_enters_nobody_twice(organiser: TournamentCommands) -> None:
    found = three(organiser)
    people = [Applicant("Ada", 2100), Applicant("Ben", 1550)]
    first, again = (enter(organiser, found, people, command_id="command-1") for _ in range(2))
    assert [one.entered for one in first] == [one.entered for one in again]


def test_sections_are_marked_moved_and_taken_out(organiser: TournamentCommands) -> None:
    ledger = organiser.ledger
    found, other = made.create(ledger, " Easter  Congress ", "easter"), made.create(ledger, "Other", "other")
    one, two = organiser.announce(plan(2)).id, organiser.announce(plan(2)).id
    assert made.add_section(ledger, found.id, one).sections == (Section(one, "A"),)
    assert [s.mark for s in made.add_section(ledger, found.id, two).sections] == ["A", "B"]
    with pytest.raises(Refused, match="section A already has another"):
        made.add_section(ledger, found.id, two, mark="a")
    with pytest.raises(Refused, match="is already a section of Easter Congress"):
        made.add_section(ledger, other.id, two)
    with pytest.raises(Refused, match="letter"):
        made.add_section(ledger, found.id, two, mark="1")
    with pytest.raises(Refused, match="lower"):
        made.add_section(ledger, found.id, two, lowest=2000, highest=1000)
    with pytest.raises(LedgerError):
        made.add_section(ledger, found.id, "nowhere")
    changed = made.add_section(ledger, found.id, one, mark="M1", lowest=1000)
    assert changed.section("m1") == Section(one, "M1", 1000)
    assert made.remove_section(ledger, found.id, "B").sections == (Section(one, "M1", 1000),)
    assert made.mark_of(ledger, two) == ""
    assert made.add_section(ledger, other.id, two).section("A").tournament == two
    assert made.rename(ledger, found.id, "Spring").title == "Spring"
    assert [one.title for one in made.festivals(ledger)] == ["Other", "Spring"]
    with pytest.raises(NoSuchFestival):
        made.festival(ledger, "")


def test_a_festival_of_a_command_is_created_once(ledger: Ledger) -> None:
    first = made.create(ledger, "Easter", "f1")
    assert made.create(ledger, "Easter", "f1") == first
    assert made.festival(ledger, "f") == first


@given(st.lists(st.integers(0, 3000), max_size=30), st.lists(st.integers(1, 2800), min_size=1, max_size=5, unique=True))
def test_sections_side_by_side_take_everybody_once(ratings: list[int], bounds: list[int]) -> None:
    """Given sections whose ranges meet without a gap, each person has exactly one, whose range fits."""
    edges = [0, *sorted(bounds)]
    sections = tuple(
        Section(f"t{n}", "ABCDEF"[n], low, edges[n + 1] - 1 if n + 1 < len(edges) else 0)
        for n, low in enumerate(edges)
    )  # fmt: skip
    found = placed(Festival("f", "F", sections), [Applicant(f"p{n}", one) for n, one in enumerate(ratings)])
    assert sorted(one.name for some in found.values() for one in some) == sorted(f"p{n}" for n in range(len(ratings)))
    assert all(section.admits(one.rating) for section, some in found.items() for one in some)


def test_lists_are_read_line_by_line() -> None:
    told = read_applicants("name,rating,section\nAda,2100\nBen,,b\n\nCleo\n")
    assert told == [Applicant("Ada", 2100), Applicant("Ben", None, "b"), Applicant("Cleo")]
    for wrong in ("Ada,x", ",1500", "Ada,1500,A,more"):
        with pytest.raises(Refused, match="line 1"):
            read_applicants(wrong)
