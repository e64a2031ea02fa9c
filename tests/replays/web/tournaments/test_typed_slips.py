"""Scanned slips: two people type the marked number; pages and API show the state of each slip."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from tablescribe.domain.tournament.model.events import SlipTyped
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.tournaments.audit import verify
from tablescribe.replays.tournaments.audit_source import of_ledger
from tablescribe.replays.web.http.limits import COOKIE
from tests.replays.web.conftest import Service
from tests.replays.web.tournament_visitors import announced, do, done
from tests.replays.web.tournaments.test_pages import SITE

SCANNED = re.compile(r"/t/[^\"]+/slips/\d+/\d+\?seating=[0-9A-Za-z_-]+")


@pytest.fixture
def found(service: Service, organiser: str) -> str:
    """A tournament of four, whose round 1 is started."""
    found = announced(service, organiser)
    done(service, organiser, found, "pairings", seed=1)
    done(service, organiser, found, "starts")
    return found


@pytest.fixture
def desks(service: Service, found: str) -> tuple[str, str]:
    """The links of two assistants."""
    return (service.token("desk", match=found, label="Eva"), service.token("desk", match=found, label="Uli"))


def scanned(service: Service, token: str, found: str, table: int = 1) -> str:
    """Return the path to which the code on a printed slip leads."""
    slips = service.get(f"/t/{found}/typing", token).text
    (path,) = [one for one in SCANNED.findall(slips) if f"/slips/1/{table}?" in one]
    return str(path)


def typed(service: Service, token: str, path: str, ticked: str, **more: Any) -> httpx.Response:
    told = {"command": service.command(), "ticked": ticked}
    return service.ask("POST", path, token, data=told, headers={**SITE, **more.pop("headers", {})}, **more)


def test_two_assistants_type_the_same_and_the_match_is_over(
    service: Service, organiser: str, found: str, desks: tuple[str, str], ledger: Ledger
) -> None:
    """Given a match that is open: after the second typist it is closed and says so, and the audit finds nothing."""
    path = scanned(service, organiser, found)
    assert "Which number is ticked" in service.get(path, desks[0]).text
    assert typed(service, desks[0], path, "3").headers["location"] == path
    assert "A second person must enter this slip" in service.get(path, desks[0]).text
    first = service.get(path, desks[1]).text
    assert "Which number is ticked" in first
    log = service.get(f"/api/v1/tournaments/{found}/log", desks[1]).json()
    assert log[-1]["words"] == "Round 1, table 1: a slip was typed", "the log does not tell the number, either"
    assert typed(service, desks[1], path, "3").status_code == 303
    page = service.get(path, desks[0]).text
    assert "0-1" in page
    assert "Eva" in page
    assert "Uli" in page
    (one, _) = service.get(f"/api/v1/tournaments/{found}/rounds/1", organiser).json()["tables"]
    assert (one["how"], one["places"]) == ("slip", [2, 1])
    assert ledger.match(one["match"]).closed is not None
    assert "The match ended when the result slip was entered." in service.get(f"/m/{one['match']}", organiser).text
    assert not verify(of_ledger(ledger, found)).findings


def test_where_two_differ_both_numbers_are_told_to_who_decides(
    service: Service, organiser: str, found: str, desks: tuple[str, str]
) -> None:
    path = scanned(service, organiser, found)
    typed(service, desks[0], path, "1")
    typed(service, desks[1], path, "2")
    desk = service.get(path, desks[0]).text
    assert "The two entries do not match" in desk
    assert "What is ticked" not in desk
    assert service.ask("POST", path.replace("?", "/decision?"), desks[0], headers=SITE,
                       data={"command": service.command(), "ticked": "1"}).status_code == 403  # fmt: skip
    refused = typed(service, desks[0], path, "2")
    assert (refused.status_code, "An organiser or arbiter must decide" in refused.text) == (409, True)
    page = service.get(path, organiser).text
    assert page.index("Eva") < page.index("Uli")
    assert "1 / 2" in service.get(f"/t/{found}/typing", organiser).text
    assert "Slips typed differently: Table 1" in service.get(f"/t/{found}", organiser).text
    assert "1 / 2" not in service.get(f"/t/{found}/typing", desks[0]).text
    decided = service.ask("POST", path.replace("?", "/decision?"), organiser, headers=SITE,
                          data={"command": service.command(), "ticked": "2"})  # fmt: skip
    assert decided.status_code == 303
    assert "Slips typed differently" not in service.get(f"/t/{found}", organiser).text
    assert "½-½" in service.get(path, desks[0]).text


def test_one_phone_does_not_type_both_with_two_links(
    service: Service, organiser: str, found: str, desks: tuple[str, str]
) -> None:
    """Given a phone that holds the links of both assistants, and types as one, then as the other."""
    path = scanned(service, organiser, found)
    who = [service.access.who(token).id for token in desks]
    cookies = {COOKIE: "~".join(desks)}
    for viewer, status in zip(who, (303, 409), strict=True):
        headers = {"Cookie": f"{COOKIE}={cookies[COOKIE]}", "Tablescribe-Viewer": viewer}
        answer = typed(service, "", path, "1", headers=headers)
        assert answer.status_code == status
    assert "This device has already typed the slip of table 1" in answer.text
    again = typed(service, desks[0], path, "1")
    assert (again.status_code, "A second person must type the slip" in again.text) == (409, True)


def test_a_slip_of_another_seating_or_round_says_so(
    service: Service, organiser: str, found: str, desks: tuple[str, str]
) -> None:
    old = scanned(service, organiser, found)
    tables = service.get(f"/api/v1/tournaments/{found}/rounds/1", organiser).json()["tables"]
    everybody = {one["name"]: one["number"] for one in service.get(f"/api/v1/tournaments/{found}", organiser).json()[
        "entrants"]}  # fmt: skip
    one, other = (everybody[table["names"][0]] for table in tables)
    done(service, organiser, found, "adjustments", one=one, other=other, reason="siblings")
    stale = service.get(old, desks[0])
    assert (stale.status_code, "was reseated after this slip was printed" in stale.text) == (409, True)
    assert typed(service, desks[0], old, "1").status_code == 409
    for table in (1, 2):
        path = scanned(service, organiser, found, table)
        for desk in desks:
            assert typed(service, desk, path, "1").status_code == 303
    done(service, organiser, found, "pairings", seed=1)
    late = service.get(path, desks[0])
    assert (late.status_code, "This slip is from round 1, which is over" in late.text) == (409, True)
    assert "1-0" in late.text, "and it says what the table gave"


def test_the_code_gives_no_right(service: Service, organiser: str, found: str) -> None:
    path = scanned(service, organiser, found)
    assert service.get(path).status_code == 401
    for role, more in (("player", {"seat": 1}), ("public", {})):
        token = service.token(role, match=found, **more)
        assert service.get(path, token).status_code == 403
        assert typed(service, token, path, "1").status_code == 403
    assert path in service.get(f"/t/{found}/typing", organiser).text.replace("&amp;", "&")


def test_the_api_types_and_lists_slips(
    service: Service, organiser: str, found: str, desks: tuple[str, str], ledger: Ledger
) -> None:
    first = done(service, desks[0], found, "slips", table=2, ticked="4")
    assert (first["state"], first["typed"], first["numbers"]) == ("once", 1, [])
    command = service.command()
    body = {"command_id": command, "table": 2, "ticked": "4"}
    for _ in range(2):
        answer = service.post(f"/api/v1/tournaments/{found}/slips", desks[1], **body)
        assert (answer.status_code, answer.json()["state"]) == (201, "typed")
    slips = service.get(f"/api/v1/tournaments/{found}/slips", desks[0]).json()["slips"]
    assert [one["state"] for one in slips] == ["missing", "typed"]
    assert slips[0]["boxes"][0] == {"number": 1, "means": f"{slips[0]['names'][0]} won"}
    wrong = do(service, desks[0], found, "slips", table=1, ticked="1-0")
    assert (wrong.status_code, wrong.json()["detail"]) == (
        409, "'1-0' is not a box on this slip. Type the number that is ticked, 1 to 6."
    )  # fmt: skip
    assert do(service, desks[0], found, "slips", table=1, ticked="1", seating="other").status_code == 409
    differ = [
        done(service, desk, found, "slips", table=1, ticked=ticked) for desk, ticked in zip(desks, "12", strict=True)
    ]
    assert [one["numbers"] for one in differ] == [[], []], "an assistant does not decide"
    assert done(service, organiser, found, "slips/decisions", table=1, ticked="2")["result"] == "½-½, recorded by hand"
    assert sum(isinstance(one, SlipTyped) for one in ledger.tournament(found).events) == 4


def test_a_plan_lets_one_person_type(service: Service, organiser: str) -> None:
    found = announced(service, organiser, typists=1)
    done(service, organiser, found, "pairings", seed=1)
    assert done(service, organiser, found, "slips", table=1, ticked="2")["state"] == "typed"


def test_no_code_and_no_card_shows_names_where_the_room_sees_numbers(service: Service, organiser: str) -> None:
    """Given a tournament whose organiser shows nobody any names: what is printed for the room has numbers."""
    found = announced(service, organiser, ("Adalind", "Balthasar", "Clothilde", "Dietlind"))
    done(service, organiser, found, "pairings", seed=1)
    papers = ("cards", "slips", "door")
    assert all("Adalind" in service.get(f"/t/{found}/{paper}", organiser).text for paper in papers)
    service.ask("POST", f"/t/{found}/shown", organiser, data={"names": "none"}, headers=SITE)
    for paper in papers:
        told = service.get(f"/t/{found}/{paper}", organiser).text
        assert not any(name in told for name in ("Adalind", "Balthasar", "Clothilde", "Dietlind")), paper
        assert "#1" in told or "Number 1" in told


@pytest.mark.parametrize(("game", "drawn"), [("chess", "Remis"), ("morris", "Unentschieden")])
def test_a_draw_has_one_word_on_the_tables_and_on_slips(
    service: Service, organiser: str, game: str, drawn: str
) -> None:
    found = announced(service, organiser, game=game)
    done(service, organiser, found, "pairings", seed=1)
    done(service, organiser, found, "starts")
    for path in (f"/t/{found}", scanned(service, organiser, found)):
        page = service.get(path, organiser, headers={"Accept-Language": "de"}).text
        assert set(re.findall("Remis|Unentschieden", page)) == {drawn}
