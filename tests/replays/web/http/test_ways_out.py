"""No page is a dead end: each says what happened, and links home or to a person who can help."""

from __future__ import annotations

import pytest

from tests.replays.web.conftest import Service

PAGE = {"Accept": "text/html", "Origin": "http://table.test"}


@pytest.mark.parametrize(
    ("path", "role", "status", "heading", "way_out"),
    [
        ("/nowhere", "organiser", 404, "Page not found", 'href="/"'),
        ("/m/nothing", "organiser", 404, "Page not found", "choose from a list"),
        ("/", "", 401, "Sign in with your link", "ask the organiser for a new one"),
        ("/enter/s.a.b.c.d", "", 401, "Sign in with your link", "scan the code on the table"),
        ("/new", "spectator", 403, "No access", "The organiser can give you a link"),
    ],
)
def test_a_refused_page_has_a_heading_a_title_and_a_way_out(
    service: Service, path: str, role: str, status: int, heading: str, way_out: str
) -> None:
    told = service.get(path, service.token(role) if role else "", headers=PAGE)
    assert told.status_code == status
    assert f"<h1>{heading}</h1>" in told.text
    assert f"<title>{heading} · Tablescribe</title>" in told.text
    assert way_out in told.text


def test_empty_lists_lead_to_the_first_step(service: Service) -> None:
    organiser = service.token()
    for path, step in (("/", "/new"), ("/tournaments", "/tournaments/new"), ("/people", "/result")):
        page = service.get(path, organiser, headers=PAGE).text
        empty = page.partition('class="empty"')[2].partition("</p>")[0]
        assert f'href="{step}"' in empty, path


def test_a_tab_names_the_match_and_whose_turn_it_is(service: Service, match: str) -> None:
    page = service.get(f"/m/{match}", service.token("recorder", match=match), headers=PAGE).text
    title = page.partition("<title>")[2].partition("</title>")[0]
    assert title.startswith("Le ultime persone · Turn: ")
    assert f'data-turn="{title.removeprefix("Le ultime persone · ")}"' in page, "the script keeps it up to date"
