"""A festival on its pages and through the API: sections, one check-in, one wall, letters of tables."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from tablescribe.replays.web.festivals import wall
from tests.replays.web.conftest import Service
from tests.replays.web.tournament_visitors import announced, done
from tests.replays.web.tournaments.test_pages import SITE
from tests.support import has_word

SCREEN = re.compile(r'href="(http://table\.test)(/festival-(?:door|wall)/[^"]+)"')


def form(service: Service, token: str, path: str, **data: Any) -> httpx.Response:
    return service.ask("POST", path, token, data=data, headers=SITE)


def made(service: Service, organiser: str) -> tuple[str, str, str]:
    """Return a festival with sections A (from 1800) and B (below), and their tournaments."""
    answer = service.post("/api/v1/festivals", organiser, command_id=service.command(), title="Easter Congress")
    assert answer.status_code == 201, answer.text
    found = str(answer.json()["festival"])
    one, two = announced(service, organiser, ()), announced(service, organiser, ())
    for tournament, more in ((one, {"mark": "A", "lowest": 1800}), (two, {"highest": 1799})):
        told = service.post(f"/api/v1/festivals/{found}/sections", organiser, tournament=tournament, **more)
        assert told.status_code == 201, told.text
    return found, one, two


def enter(service: Service, organiser: str, found: str) -> list[dict[str, Any]]:
    told = service.post(
        f"/api/v1/festivals/{found}/entrants", organiser, command_id=service.command(),
        csv="Ada,2100\nBen,1900\nCleo,1500\nDora,1400\nEgon,1900,A\nFee,1000\n",
    )  # fmt: skip
    assert told.status_code == 201, told.text
    return list(told.json()["entered"])


def links(service: Service, organiser: str, found: str) -> dict[str, str]:
    told = service.get(f"/api/v1/festivals/{found}/links", organiser).json()
    return {key: value.removeprefix("http://table.test") for key, value in told.items()}


def test_a_festival_is_held_on_its_pages(service: Service, organiser: str) -> None:
    """Given two tournaments: they become sections, people enter by a list, both are paired with one button."""
    one, two = announced(service, organiser, ()), announced(service, organiser, ())
    where = form(service, organiser, "/festivals", command=service.command(), title="Easter Congress").headers
    base = where["location"]
    assert "No sections yet" in service.get(base, organiser).text
    assert form(service, organiser, f"{base}/sections", tournament=one, lowest="1800").status_code == 303
    assert form(service, organiser, f"{base}/sections", tournament=two, highest="1799").status_code == 303
    people = "Ada, 2100\nBen, 1900\nCleo, 1500\nDora, 1400"
    assert form(service, organiser, f"{base}/enter", command=service.command(), people=people).status_code == 303
    page = service.get(base, organiser).text
    assert "Pair the next round: A, B" in " ".join(page.split())
    refused = form(service, organiser, f"{base}/enter", command=service.command(), people="Eva, 900, A")
    assert refused.status_code == 409
    assert "section A is for ratings 1800–, not for 900" in refused.text
    assert "Eva, 900, A" in refused.text
    both = {"command": service.command(), "mark": ["A", "B"]}
    assert form(service, organiser, f"{base}/pair", **both).status_code == 303
    assert "A1" in service.get(base, organiser).text
    assert form(service, organiser, f"{base}/start", mark="A").status_code == 303
    opened = service.get(f"/api/v1/tournaments/{one}", organiser).json()
    assert opened["round"] == 1
    assert form(service, organiser, f"{base}/remove", mark="B").status_code == 303
    told = service.get(f"/api/v1{base.replace('/f/', '/festivals/')}", organiser).json()
    assert [(section["mark"], section["waiting"]) for section in told["sections"]] == [("A", ["A1"])]


def test_tables_of_two_sections_have_different_names_everywhere(service: Service, organiser: str) -> None:
    found, one, two = made(service, organiser)
    entered = enter(service, organiser, found)
    assert [(who["name"], who["section"]) for who in entered] == [
        ("Ada", "A"), ("Ben", "A"), ("Egon", "A"), ("Cleo", "B"), ("Dora", "B"), ("Fee", "B"),
    ]  # fmt: skip
    for tournament in (one, two):
        done(service, organiser, tournament, "pairings", seed=1)
    told = service.get(f"/api/v1/festivals/{found}/wall", organiser).json()
    names = [table["table"] for section in told["sections"] for table in section["tables"]]
    assert names == ["A1", "B1"]
    player = service.token("player", match=two, seat=next(w["number"] for w in entered if w["name"] == "Cleo"))
    for path, said in (("pairings", "B1<"), ("wall", "<b>B1</b>"), ("", "Table B1"), ("slips", "Table B1"),
                       ("door", "table B1, seat"), ("tables", "Table B1")):  # fmt: skip
        page = service.get(f"/t/{two}/{path}".rstrip("/"), organiser).text
        assert said in page, (path, said)
    mine = service.get(f"/t/{two}/me", player).text
    assert "Table B1" in mine or "bye" in mine


def test_the_wall_shows_all_sections_with_names_on_the_screen_and_numbers_outside(
    service: Service, organiser: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wall, "AGE", 0.0)
    found, one, _ = made(service, organiser)
    enter(service, organiser, found)
    done(service, organiser, one, "pairings", seed=1)
    everybody, screen = service.get(f"/f/{found}/wall"), service.get(links(service, organiser, found)["wall"])
    assert everybody.status_code == screen.status_code == 200
    assert "Ada" in screen.text
    assert not has_word(everybody.text, "Ada")
    assert "#1" in everybody.text
    for shown in (everybody, screen):
        assert "<b>A1</b>" in shown.text
    paths = (f"/f/{found}/wall/part", links(service, organiser, found)["wall"] + "/part")
    for winner, path in enumerate(paths, start=1):
        part = service.get(path)
        again = service.get(path, headers={"If-None-Match": part.headers["etag"]})
        assert (part.status_code, again.status_code) == (200, 304)
        done(service, organiser, one, "reports", table=1, winners=[winner], change=winner > 1)
        changed = service.get(path, headers={"If-None-Match": part.headers["etag"]})
        assert changed.status_code == 200
    assert not has_word(service.get(f"/api/v1/festivals/{found}/wall").text, "Ada")


def test_a_wall_for_everybody_is_made_once_for_all_who_look(
    service: Service, organiser: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wall, "AGE", 1e9)
    found, one, _ = made(service, organiser)
    enter(service, organiser, found)
    before = service.get(f"/f/{found}/wall/part")
    done(service, organiser, one, "pairings", seed=1)
    assert service.get(f"/f/{found}/wall/part").text == before.text
    assert "<b>A1</b>" in service.get(f"/f/{found}/wall/part", organiser).text


def test_somebody_enters_a_section_at_the_one_door(service: Service, organiser: str) -> None:
    found, _, two = made(service, organiser)
    door = links(service, organiser, found)["door"]
    page = service.get(door).text
    assert "Easter Congress" in page
    assert '<option value="B">B · Autumn Open (–1799)' in page
    come = form(service, "", door, command=service.command(), name="Gus", rating="1500", mark="")
    assert come.status_code == 200
    assert f"/t/{two}/me" in come.text
    told = service.get(f"/api/v1/tournaments/{two}", organiser).json()["entrants"]
    assert [(one["name"], one["rating"]) for one in told] == [("Gus", 1500)]
    wrong = form(service, "", door, command=service.command(), name="Hana", rating="1500", mark="A")
    assert wrong.status_code == 409
    assert "section A is for ratings 1800–, not for 1500" in wrong.text
    again = form(service, "", door, command=service.command(), name="gus", rating="", mark="A")
    assert "PIN" in form(service, "", door, command=service.command(), name="gus", rating="1500", mark="").text
    assert again.status_code == 409
    pin = re.search(r'pin-of">(\d+)', service.get(f"/t/{two}/people", organiser).text)
    assert pin is not None
    back = form(service, "", door, command=service.command(), name="gus", rating="", mark="", pin=pin[1])
    assert f"/t/{two}/me" in back.text
    assert form(service, "", door, command=service.command(), name="gus", pin="000000x").status_code == 403


def test_links_of_one_kind_open_nothing_of_another(service: Service, organiser: str) -> None:
    found, one, _ = made(service, organiser)
    own = links(service, organiser, found)
    door, wall = (own[key].rpartition("/")[2] for key in ("door", "wall"))
    assert service.get(f"/festival-wall/{door}").status_code == 403
    assert service.get(f"/festival-door/{wall}").status_code == 403
    assert service.get(f"/door/{door}").status_code == 404
    other = service.token("door", match=one)
    assert service.get(f"/festival-door/{other}").status_code == 404
    for token in (door, wall):
        assert service.get(f"/api/v1/tournaments/{one}", token).status_code == 403
        assert service.get(f"/api/v1/festivals/{found}/links", token).status_code == 403
        assert service.post(
            f"/api/v1/festivals/{found}/sections", token, tournament=one, mark="Z"
        ).status_code == 403  # fmt: skip


@pytest.mark.parametrize("path", ["/f/nowhere", "/f/nowhere/wall", "/api/v1/festivals/nowhere"])
def test_a_festival_that_is_none_is_not_found(service: Service, path: str) -> None:
    assert service.get(path).status_code == 404


def test_a_desk_enters_people_and_pairs_but_adds_no_section(service: Service, organiser: str) -> None:
    found, _, _ = made(service, organiser)
    desk = service.token("recorder")
    assert len(enter(service, desk, found)) == 6
    one = {"name": "Zoe", "rating": 1000, "section": "b"}
    told = service.post(f"/api/v1/festivals/{found}/entrants", desk, command_id=service.command(), people=[one])
    assert [entry["section"] for entry in told.json()["entered"]] == ["B"]
    other = announced(service, organiser, ())
    assert form(service, desk, f"/f/{found}/sections", tournament=other).status_code == 403
    assert "Sections and ratings" not in service.get(f"/f/{found}", desk).text
    assert "Add entrants" not in service.get(f"/f/{found}").text
