"""Texts and links of pages over HTTP: empty lists, created links, people, seats, and corrected results."""

from __future__ import annotations

import re

import pytest

from tablescribe.ledger.matches.corrections import correct
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.results import PlayedMatch, record_result
from tablescribe.ledger.matches.scribe import Scribe
from tests.replays.web.conftest import Service

CORRECTED = "The result was corrected. The table shows what was first recorded."


@pytest.fixture
def evening(ledger: Ledger) -> str:
    """Record an evening of Catan as won by Ben; return its id."""
    return record_result(Scribe(ledger), PlayedMatch("Catan", ["Ann", "Ben"], [10, 7], [2], "2026-11-20"))[0].id


def test_an_empty_list_says_whether_something_was_sought(service: Service, organiser: str) -> None:
    assert "No matches yet." in service.get("/", organiser).text
    for sought in ("?text=Ada", "?game=chess", "?person=Ada"):
        page = service.get(f"/{sought}", organiser).text
        assert ("No matches found." in page, "No matches yet." in page) == (True, False)


@pytest.mark.usefixtures("evening")
def test_the_page_of_a_person_leads_to_their_matches(service: Service, organiser: str) -> None:
    assert 'href="/?person=Ann"' in service.get("/people?person=Ann", organiser).text
    assert 'href="/?person=' not in service.get("/people", organiser).text
    assert "Catan" in service.get("/?person=Ann", organiser).text


def test_links_that_the_program_made_are_named_as_people_call_them(
    service: Service, organiser: str, evening: str
) -> None:
    service.access.public(evening, make=True)
    page = service.get("/links", organiser, headers={"Accept-Language": "de"}).text
    assert "link for everybody" not in page
    assert f'<a href="/m/{evening}">' in page


@pytest.mark.parametrize("page", ["", "/watch", "/replay"])
def test_a_page_with_a_corrected_result_says_which_one_the_table_shows(
    service: Service, organiser: str, ledger: Ledger, evening: str, page: str
) -> None:
    assert CORRECTED not in service.get(f"/m/{evening}{page}", organiser).text
    correct(Scribe(ledger), evening, winners=(1,), scores=(10, 7), reason="a slip", by="organiser")
    assert CORRECTED in service.get(f"/m/{evening}{page}", organiser).text


def test_one_move_is_one_move_below_the_chart(service: Service, organiser: str, evening: str) -> None:
    chart = service.get(f"/m/{evening}/replay", organiser).text.split('id="chart"')[1].split("</svg>")[0]
    assert re.search(r">(\d+ moves?)</text>$", chart.strip()) is not None
    assert ">1 move</text>" in chart


def test_a_seat_that_has_only_a_number_is_called_by_it_once(service: Service, organiser: str) -> None:
    assert "1 · seat 1" not in (root := service.get("/new?game=root", organiser).text)
    assert "<label>Seat 1 <input" in root
    assert "<label>1 · white <input" in service.get("/new?game=chess", organiser).text
