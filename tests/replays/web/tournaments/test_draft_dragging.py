"""Changing a draft by dragging, with its consequences shown first; by mouse, touch and keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tablescribe.domain.tournament.model.plan_parsing import plan_from
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.replays.web.app import make_app
from tests.replays.web.browser import running
from tests.replays.web.conftest import Service
from tests.replays.web.tournament_visitors import announced, done
from tests.replays.web.tournaments.test_drafts import asks, played
from tests.replays.web.tournaments.test_tournament_browser import shot
from tests.replays.web.visitors import People, browser, people

__all__ = ["base", "browser", "people"]


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ledger]:
    from tablescribe.ledger.matches.ledger import open_ledger

    ledger = open_ledger(tmp_path_factory.mktemp("dragging") / "ledger.db")
    yield ledger
    ledger.close()


@pytest.fixture(scope="module")
def base(ledger: Ledger) -> Iterator[str]:
    with running(make_app(ledger)) as base:
        yield base


def drafted(ledger: Ledger) -> str:
    """Return a tournament of four whose round 2 is drafted; first seats won round 1."""
    officials = TournamentCommands(Scribe(ledger))
    plan: dict[str, Any] = {"name": "Swiss", "kind": "swiss", "rounds": 3, "game": "freeform"}
    found = officials.announce(plan_from({"title": "Autumn Open", "stages": [plan]})).id
    officials.enter(found, ["Ada", "Ben", "Cleo", "Dora"])
    officials.pair(found, seed=1)
    for table in (1, 2):
        officials.report(found, table, [1, 2])
    officials.draft(found)
    return found


def names(page: Page) -> list[str]:
    return [
        text.split()[-2 if text.split()[-1].isdigit() else -1] for text in page.locator(".person").all_inner_texts()
    ]


def centre(person: Locator, of: str = ".grip") -> tuple[float, float]:
    box = person.locator(of).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_what_a_swap_would_break_is_told_without_changing_anything(service: Service, organiser: str) -> None:
    """Given round 2 drafted: the two winners meet; a swap across the tables lets people meet again."""
    found = announced(service, organiser)
    played(service, organiser, found)
    asks(service, organiser, found)
    told = service.get(f"/api/v1/tournaments/{found}/rounds/1", organiser).json()["tables"]
    number = {
        one["name"]: one["number"] for one in service.get(f"/api/v1/tournaments/{found}", organiser).json()["entrants"]
    }
    (first, _), (second, _) = (one["names"] for one in told)
    loser = told[0]["names"][1]
    before = service.get(f"/t/{found}", organiser).text.count("changed by hand")
    path = f"/t/{found}/draft/swap?one={number[second]}&other={number[loser]}"
    answer = service.get(path, organiser)
    assert "have played each other" in answer.text
    assert "Different score groups" in answer.text
    within = service.get(f"/t/{found}/draft/swap?one={number[first]}&other={number[second]}", organiser).text
    assert "have played each other" not in within, "they change seats at their table"
    assert service.get(f"/t/{found}", organiser).text.count("changed by hand") == before
    assert service.get(path, service.token("desk", match=found)).status_code == 403
    assert service.get(f"/t/{found}/draft/swap?one=1&other=1", organiser).status_code == 409
    done(service, organiser, found, "pairings")
    assert service.get(path, organiser).status_code == 409, "there is no draft any more"


def test_a_person_is_dragged_onto_another_by_mouse_and_by_finger(ledger: Ledger, people: People) -> None:
    """Given a draft: a drag that breaks something waits for a yes, Cancel leaves it; a finger drags by the grip."""
    found = drafted(ledger)
    desk = people.come("organiser", viewport={"width": 360, "height": 740}, has_touch=True, at=f"/t/{found}#draft")
    was = names(desk)
    source, target = desk.locator(".person").nth(0), desk.locator(".person").nth(3)
    source.scroll_into_view_if_needed()
    desk.mouse.move(*centre(source))
    desk.mouse.down()
    desk.mouse.move(*centre(target), steps=8)
    expect(desk.locator("#draft-told li").first).to_be_visible()
    shot(desk, "draft-dragging")
    desk.mouse.up()
    expect(desk.get_by_role("button", name="Cancel")).to_be_visible()
    assert names(desk) == was, "nothing is kept yet"
    desk.get_by_role("button", name="Cancel").click()
    expect(desk.locator("#draft-told")).to_be_hidden()
    assert desk.locator("[name=person]:checked").count() == 0
    finger = desk.context.new_cdp_session(desk)
    (x, y), (to_x, to_y) = centre(source), centre(target)

    def press(kind: str, points: list[dict[str, float]]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    press("touchStart", [{"x": x, "y": y}])
    for step in range(1, 9):
        press("touchMove", [{"x": x + (to_x - x) * step / 8, "y": y + (to_y - y) * step / 8}])
    press("touchEnd", [])
    desk.locator("#draft-told button.main").click()
    expect(desk.get_by_text("changed by hand").first).to_be_visible()
    assert names(desk) == [was[3], was[1], was[2], was[0]]


def test_two_who_are_ticked_by_keyboard_are_told_before_they_swap(ledger: Ledger, people: People) -> None:
    found = drafted(ledger)
    desk = people.come("organiser", at=f"/t/{found}#draft")
    was = names(desk)
    for nth in (0, 3):
        desk.locator("[name=person]").nth(nth).focus()
        desk.keyboard.press("Space")
    expect(desk.locator("#draft-told li").first).to_be_visible()
    desk.locator("#draft-told button.main").focus()
    desk.keyboard.press("Enter")
    expect(desk.get_by_text("changed by hand").first).to_be_visible()
    assert names(desk) == [was[3], was[1], was[2], was[0]]


def test_a_slip_that_is_typed_offline_stays_and_says_so(ledger: Ledger, people: People) -> None:
    """Given an assistant whose phone loses its connection at the slip; the same number is sent once it is back."""
    found = drafted(ledger)
    officials = TournamentCommands(Scribe(ledger))
    kept = officials.draft(found)
    officials.publish(found, revision=kept.revision)
    phone = people.come("desk", found, at=f"/t/{found}/slips/2/1")
    phone.context.set_offline(True)
    phone.get_by_role("button", name="3").click()
    expect(phone.get_by_text("No connection. Nothing was recorded")).to_be_visible()
    phone.context.set_offline(False)
    phone.get_by_role("button", name="3").click()
    expect(phone.get_by_text("Your entry is saved.")).to_be_visible()
    phone.locator("summary", has_text="Made a mistake?").click()
    phone.get_by_role("button", name="3").click()
    expect(phone.get_by_text("A second person must type the slip")).to_be_visible()
    assert len(officials.tournament(found).typings) == 1
