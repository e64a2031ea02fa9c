"""A second first-time visitor finds things where they look for them."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tablescribe.domain.clock.control import read_control
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.results import PlayedMatch, record_result
from tablescribe.ledger.matches.scribe import Scribe
from tests.depth import a_few
from tests.domain.tomb_raider.box import BOX
from tests.replays.web.table.test_pad_and_focus import settled
from tests.replays.web.visitors import People, base, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]

WIDE = {"width": 1100, "height": 900}
PHONE = {"width": 390, "height": 844}


@pytest.mark.parametrize("viewport", a_few([PHONE, WIDE], 1))
def test_a_result_without_a_winner_is_asked_about_once(people: People, viewport: dict[str, int]) -> None:
    page = people.come("organiser", viewport=viewport, at="/result")
    page.locator("[name=title]").fill("Catan")
    page.locator("[name=name-1]").fill("Ann, Ben, Cleo, Dan")
    page.locator("[name=name-1]").blur()
    for seat, (name, points) in enumerate(zip(("Ann", "Ben", "Cleo", "Dan"), (10, 7, 6, 9), strict=True), start=1):
        expect(page.locator(f"[name=name-{seat}]")).to_have_value(name)
        page.locator(f"[name=points-{seat}]").fill(str(points))
    page.get_by_role("button", name="Record result").click()
    expect(page.locator(".problem")).to_contain_text("No winner is marked.")
    page.locator("[name=won-1]").check()
    page.get_by_role("button", name="Record result").click()
    expect(page.locator("main")).to_contain_text("Ann won")


@pytest.mark.deep
def test_a_draw_is_recorded_by_saying_so_again(people: People) -> None:
    page = people.come("organiser", viewport=WIDE, at="/result")
    page.locator("[name=title]").fill("Hanabi")
    page.locator("[name=name-1]").fill("Ann")
    for _ in range(2):
        page.get_by_role("button", name="Record result").click()
    expect(page.locator("main")).to_contain_text("nobody won")


@pytest.mark.deep
def test_the_sheet_has_what_the_filters_leave(people: People, ledger: Ledger) -> None:
    for people_, day in (
        (["Ann", "Ben"], "2026-10-20"),
        (["Cleo", "Ben"], "2026-10-20"),
        (["Ann", "Dan"], "2026-11-20"),
    ):
        record_result(Scribe(ledger), PlayedMatch("Catan", people_, [10, 7], [1], day))
    page = people.come("organiser", viewport=WIDE, at="/")
    page.get_by_text("Filters").click()
    page.get_by_role("searchbox", name="Person").fill("Ann")
    page.locator("[name=since]").fill("2026-10-01")
    page.locator("[name=until]").fill("2026-10-31")
    expect(page.locator("li.match")).to_have_count(1)
    with page.expect_download() as got:
        page.get_by_role("link", name="Download CSV").click()
    assert len(Path(got.value.path()).read_text("utf-8").splitlines()) == 2


def test_moves_are_typed_as_on_paper_and_never_taken_for_others(people: People, ledger: Ledger) -> None:
    match = Scribe(ledger).new("chess", ["Ann", "Ben"]).id
    page = people.come("organiser", viewport=WIDE, at=f"/m/{match}")
    moves = page.locator(".moves")
    for typed, recorded in (
        ("e2-e4", "from e2 to e4"), ("e7e5", "from e7 to e5"), ("Sf3", "from g1 to f3"), ("Nb8c6", "from b8 to c6"),
        ("3. Lc4", "from f1 to c4"), ("bc5", ""), ("Bc5", "from f8 to c5"), ("0-0", "from e1 to g1"),
        ("d6", "from d7 to d6"),
    ):  # fmt: skip
        settled(page)
        page.locator("#find").fill(typed)
        page.locator("#find").press("Enter")
        if recorded:
            expect(moves).to_contain_text(recorded)
    settled(page)
    page.locator("#find").fill("e5")  # a knight could take there; that is not what was typed
    expect(page.locator("#found button")).to_have_count(1)
    page.locator("#find").press("Enter")
    expect(page.locator("#found button")).to_have_count(1)
    assert Scribe(ledger).match(match).head == 8


SHEET = """[White "Ann"]
[Black "Ben"]

1. e2-e4 e7-e5 2. Sf3 Sc6 3. Lc4 Lc5 4. 0-0 Sf6 1:0
"""


@pytest.mark.deep
def test_a_score_sheet_is_pasted_where_results_are_imported(people: People) -> None:
    page = people.come("organiser", viewport=WIDE, at="/import")
    page.locator("[name=table]").fill(SHEET)
    page.get_by_role("button", name="Check table").click()
    expect(page.locator("main")).to_contain_text("Victory for Ann")
    expect(page.locator("main")).to_contain_text("from e1 to g1")


@pytest.mark.deep
def test_a_move_that_cannot_be_read_is_told(people: People) -> None:
    page = people.come("organiser", viewport=WIDE, at="/import")
    page.locator("[name=table]").fill("1. e4 e5 2. Sf6 Sc6")
    page.get_by_role("button", name="Check table").click()
    page.get_by_role("button", name="Record 1 match").click()
    expect(page.get_by_role("heading", name="Games recorded")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Sf6 (line 1)")


@pytest.mark.parametrize("viewport", a_few([WIDE, PHONE], 1))
def test_a_rematch_has_the_same_people(people: People, ledger: Ledger, viewport: dict[str, int]) -> None:
    scribe = Scribe(ledger)
    catan = record_result(scribe, PlayedMatch("Catan", ["Ann", "Ben", "Cleo"], [10, 7, 6], [1], "2026-11-20"))[0].id
    chess = scribe.new("chess", ["Ann", "Ben"]).id
    scribe.play(chess, None, {"do": "resign"}, [])
    scribe.close(chess)
    page = people.come("organiser", viewport=viewport, at=f"/m/{catan}")
    page.get_by_role("link", name="Rematch").click()
    expect(page.locator("[name=title]")).to_have_value("Catan")
    expect(page.locator("[name=name-3]")).to_have_value("Cleo")
    expect(page.locator("[name=points-3]")).to_be_visible()
    page.goto(f"{people.base}/m/{chess}")
    page.get_by_role("link", name="Rematch").click()
    expect(page.locator("[name=game]")).to_have_value("chess")
    expect(page.locator("[name=name-1]")).to_have_value("Ben")  # they have changed sides
    expect(page.locator("[name=name-2]")).to_have_value("Ann")
    page.get_by_role("link", name="Keep seats").click()
    expect(page.locator("[name=name-1]")).to_have_value("Ann")
    page.get_by_role("link", name="Move everyone by one seat").click()
    expect(page.locator("[name=name-1]")).to_have_value("Ben")


def test_a_rematch_is_opened_as_the_command_opens_it(people: People, ledger: Ledger) -> None:
    """Given a match with options, a clock and an event, then a rematch on the page has all of it, as `rematch` has."""
    scribe = Scribe(ledger)
    former = scribe.new(
        "ultime", ["Ada", "Ben", "Cleo"], options={"score_visibility": "visible"}, outcomes=[1], take_back="own",
        clock=read_control("90+30"), data={"event": "Club evening", "round": "3", "tags": ["club"]},
    )  # fmt: skip
    page = people.come("organiser", viewport=WIDE, at=f"/new?like={former.id}")
    page.get_by_role("button", name="Start match").click()
    page.locator("#ask-pad button").first.click()
    page.wait_for_url("**/m/*")
    now = ledger.match(page.url.rpartition("/")[2])
    assert scribe.names(now) == ["Cleo", "Ada", "Ben"]
    assert (now.opened.options, now.opened.take_back) == (former.opened.options, "own")
    assert now.clock is not None
    assert now.clock.control == read_control("90+30")
    last = now.descriptions[-1]
    assert (last.event, last.round, list(last.tags)) == ("Club evening", "", ["club"])


@pytest.mark.deep
def test_a_rematch_has_the_components_of_the_match_before(people: People, ledger: Ledger) -> None:
    scribe, options = Scribe(ledger), {"level": "hall", "rerolls": False}
    former = scribe.new("tomb_raider", ["Ada", "Ben", "Cleo"], options=options, catalogue=BOX)
    page = people.come("organiser", viewport=WIDE, at=f"/new?like={former.id}&seats=same")
    page.get_by_role("button", name="Start match").click()
    page.wait_for_url("**/m/*")
    now = ledger.match(page.url.rpartition("/")[2])
    assert scribe.names(now) == ["Ada", "Ben", "Cleo"]
    assert now.opening.catalogue.digest() == former.opening.catalogue.digest() != now.opening.game.catalogue.digest()
    assert now.opened.options == former.opened.options


@pytest.mark.deep
def test_an_evening_takes_a_latecomer_and_its_standings_are_printed(people: People) -> None:
    page = people.come("organiser", viewport=WIDE, at="/tournaments/new?game=chess")
    page.get_by_label("Title").fill("Thursday")
    page.get_by_role("button", name="Create tournament").click()
    page.get_by_label("One name per line").fill("Ann, Ben, Cleo, Dan, Eva, Finn, Gus")
    page.get_by_role("button", name="Add entrants").click()
    page.get_by_role("link", name="Next: pair round 1").click()
    page.get_by_role("button", name="Pair round 1").click()
    page.get_by_role("link", name="People", exact=True).last.click()
    page.get_by_label("One name per line").fill("Hal")
    page.get_by_role("button", name="Add entrants").click()
    expect(page.locator("main")).to_contain_text("8 Hal")
    page.get_by_role("link", name="Timer and printing").click()
    page.locator("section.card", has_text="Result slips").get_by_role("link", name="Standings").first.click()
    expect(page.get_by_role("row").filter(has_text="Hal")).to_be_visible()
