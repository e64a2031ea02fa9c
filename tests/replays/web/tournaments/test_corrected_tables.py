"""A table with a corrected result: what its match's page shows, and what the form asks for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.replays.web.conftest import Service
from tests.replays.web.tournament_visitors import announced, do, done, play
from tests.replays.web.tournaments.test_pages import went

CORRECTED = "The result was corrected in the tournament."


@pytest.mark.parametrize(
    ("people", "more", "asked"),
    [
        (("Ada", "Ben"), {"rounds": 1}, False),
        (("Ada", "Ben", "Cleo"), {"kind": "pods", "pods": [3], "rounds": 1, "tie_breaks": ["wins"]}, True),
    ],
)
def test_who_won_together_is_asked_of_tables_of_three_or_more(
    service: Service, organiser: str, people: tuple[str, ...], more: dict[str, Any], asked: bool
) -> None:
    found = announced(service, organiser, people, **more)
    done(service, organiser, found, "pairings")
    done(service, organiser, found, "reports", table=1, winners=[1])
    page = service.get(f"/t/{found}/rulings", organiser).text
    assert ('name="together"' in page) is asked


def test_a_corrected_match_says_where_its_result_is(service: Service, organiser: str) -> None:
    found = announced(service, organiser, rounds=1)
    done(service, organiser, found, "pairings")
    assert do(service, organiser, found, "starts").status_code in (200, 201)
    match = next(iter(service.app.state.queries.hall.now(found).seatings[-1].matches))
    play(service, match, organiser)
    assert CORRECTED not in service.get(f"/m/{match}", organiser).text
    went(service, organiser, f"/t/{found}/rulings", f"/t/{found}/correct", at="1/1", result="0-1", clause="T-4",
         reason="they sat the other way round")  # fmt: skip
    page = service.get(f"/m/{match}", organiser).text
    assert CORRECTED in page
    assert f'href="/t/{found}">The result</a>' in page
