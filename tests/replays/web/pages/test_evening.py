"""An evening on phones, from its opening to the way home: what people who play are told, and where they are led."""

from __future__ import annotations

import random
import re

from playwright.sync_api import FilePayload, Page, expect

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.rematches import note_rematch
from tablescribe.ledger.matches.scribe import Scribe
from tests.replays.web.visitors import People, base, browser, ledger, match, people

__all__ = ["base", "browser", "ledger", "match", "people"]


def in_sight(page: Page, what: str) -> bool:
    """Whether an element is seen without scrolling."""
    seen: bool = page.locator(what).evaluate(
        "(one) => { const box = one.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; }"
    )
    return seen


def test_the_lot_that_opens_a_match_is_asked_for_as_a_lot(people: People) -> None:
    page = people.come("organiser", at="/new")
    for number, name in enumerate(("Ada", "Ben", "Cleo"), start=1):
        page.fill(f"[name=name-{number}]", name)
    page.get_by_role("button", name="Start match").click()
    expect(page.locator("#ask-title")).to_have_text("Draw lots to see who begins")


def test_while_a_match_is_open_its_seats_are_shared_first_and_afterwards_its_replay(
    people: People, ledger: Ledger
) -> None:
    played = Scribe(ledger).new("freeform", ["Ada", "Ben"]).id
    page = people.come("organiser", at=f"/m/{played}/share")
    expect(page.locator(".card h2").first).to_have_text("Take a seat")
    Scribe(ledger).play(played, 1, {"do": "finish", "winners": [1]})
    Scribe(ledger).close(played)
    page.reload()
    expect(page.locator(".card h2").first).to_have_text("Send the replay")


def test_a_wrong_pin_is_told_in_a_whole_sentence(people: People, match: str) -> None:
    page = people.come("spectator", match, at=f"/m/{match}/chair")
    page.select_option("[name=seat]", "1")
    page.fill("[name=pin]", "000000")
    page.get_by_role("button", name="Take seat").click()
    expect(page.locator(".problem")).to_have_text(re.compile("^[A-Z].*PIN.*[.]$"))


def test_who_asks_to_undo_sees_who_has_to_answer_and_the_organiser_how_to_answer_for_them(
    people: People, ledger: Ledger, match: str
) -> None:
    """On a phone the form is far below the place where answers are told."""
    Scribe(ledger).play(match, 1, {"do": "skip"})
    phone = people.come("seat", match, 1)
    phone.locator("#undo").click()
    phone.locator("form[data-post=take-backs] button").click()
    expect(phone.locator(".asking")).to_contain_text("waiting for an answer")
    phone.wait_for_function("scrollY < document.querySelector('.asking').getBoundingClientRect().bottom + scrollY")
    assert in_sight(phone, ".asking")
    desk = people.come("organiser", at=f"/m/{match}")
    expect(desk.locator(".asking")).to_contain_text("use Take back here and tick their names")


def test_without_a_connection_a_scrolled_phone_says_so(people: People, match: str) -> None:
    phone = people.come("recorder", match)
    expect(phone.locator("#link-state")).to_have_text("live")
    phone.context.set_offline(True)
    phone.locator("#choices [data-action]").first.click()
    expect(phone.locator("#link-state")).to_contain_text("offline")
    phone.evaluate("scrollTo(0, 400)")
    assert in_sight(phone, "#link-state")


def test_a_closed_match_leads_to_its_replay(people: People, ledger: Ledger) -> None:
    played = Scribe(ledger).new("freeform", ["Ada", "Ben"]).id
    Scribe(ledger).play(played, 1, {"do": "finish", "winners": [1]})
    Scribe(ledger).close(played)
    phone = people.come("seat", played, 1)
    expect(phone.get_by_role("link", name="Sign the result")).to_be_visible()
    phone.locator(".actions").get_by_role("link", name="Replay").click()
    expect(phone.locator("#step")).to_be_visible()
    phone.goto(f"{people.base}/m/{played}")
    phone.evaluate("document.documentElement.classList.add('insecure')")  # as page.js does over plain http
    expect(phone.get_by_role("link", name="Sign the result")).to_be_hidden()


def test_a_browser_that_cannot_check_says_what_helps_and_the_saved_page_is_a_whole_one(
    people: People, match: str
) -> None:
    page = people.come("organiser", at=None)
    page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")  # as over plain http
    page.goto(f"{people.base}/verify")
    bundle = page.context.request.get(f"{people.base}/api/v1/matches/{match}/bundle?redacted=true").body()
    page.set_input_files("#files", [FilePayload(name="a.bundle", mimeType="application/json", buffer=bundle)])
    expect(page.locator("#verdicts")).to_contain_text("this browser cannot check it on this page")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save this page").click()
    assert saved.value.suggested_filename == "verify.html"
    kept = saved.value.path().read_text("utf-8")
    assert "Verify a Tablescribe file" in kept
    assert '<nav class="top"' not in kept


def test_a_rematch_is_told_to_the_phones_of_the_others_and_leads_them_to_their_seats(
    people: People, ledger: Ledger
) -> None:
    """Everybody moves on by one seat, so Ben is on the first one in the rematch."""
    played = Scribe(ledger).new("chess", ["Ada", "Ben"]).id
    Scribe(ledger).play(played, None, {"do": "resign"}, [])
    Scribe(ledger).close(played)
    phone, watcher = people.come("seat", played, 2), people.come("spectator", played)
    expect(phone.locator("#link-state")).to_have_text("live")
    desk = people.come("organiser", at=f"/new?like={played}")
    desk.get_by_role("button", name="Start match").click()
    desk.wait_for_url("**/m/*")
    new = desk.url.rpartition("/")[2]
    way = phone.get_by_role("link", name="Rematch: open the table")
    expect(way).to_be_visible()  # live
    phone.reload()
    way.click()
    phone.wait_for_url(f"**/m/{new}")
    expect(phone.locator("#turn")).to_contain_text("Your turn")
    assert [one.seat for one in people.access.passes(new)] == [1]
    phone.goto(f"{people.base}/m/{played}")
    way.click()  # once more: the same seat, not another pass for it
    phone.wait_for_url(f"**/m/{new}")
    assert [one.seat for one in people.access.passes(new)] == [1]
    desk.goto(f"{people.base}/m/{played}")
    desk.get_by_role("link", name="Rematch: open the table").click()
    desk.wait_for_url(f"**/m/{new}")
    watcher.reload()
    expect(watcher.get_by_role("link", name="Replay").first).to_be_visible()
    expect(watcher.get_by_role("link", name="Rematch")).to_have_count(0)
    watcher.goto(f"{people.base}/m/{played}/rematch")
    watcher.wait_for_url(f"**/m/{played}")


def test_a_seat_of_the_rematch_that_somebody_took_by_its_pin_is_given_to_nobody_else(
    people: People, ledger: Ledger
) -> None:
    scribe = Scribe(ledger)
    played = scribe.new("chess", ["Ada", "Ben"]).id
    scribe.play(played, None, {"do": "resign"}, [])
    scribe.close(played)
    new = scribe.new("chess", ["Ben", "Ada"]).id
    note_rematch(ledger, played, new)
    people.access.grant("seat", match=new, seat=1)
    phone = people.come("seat", played, 2)
    phone.get_by_role("link", name="Rematch: open the table").click()
    phone.wait_for_url(f"**/m/{new}/chair?seat=1")


def test_who_opened_the_match_and_plays_in_it_comes_to_their_seat_in_the_rematch(
    people: People, ledger: Ledger
) -> None:
    """The device has the organiser's link, too, which would show every hand."""
    scribe = Scribe(ledger)
    played = scribe.new("chess", ["Ada", "Ben"]).id
    phone = people.come("organiser", at=None)
    seat = people.access.grant("seat", match=played, seat=2)[1]
    phone.goto(f"{people.base}/enter/{seat}")
    phone.get_by_role("button", name="seat 2").click()
    phone.wait_for_url(f"**/m/{played}")
    scribe.play(played, None, {"do": "resign"}, [])
    scribe.close(played)
    new = scribe.new("chess", ["Ben", "Ada"]).id
    note_rematch(ledger, played, new)
    phone.reload()
    for _ in range(2):  # the second time the device has the seat already
        phone.get_by_role("link", name="Rematch: open the table").click()
        phone.wait_for_url(f"**/m/{new}")
        expect(phone.locator("footer")).to_contain_text("Signed in as seat 1")
        assert [one.seat for one in people.access.passes(new)] == [1]
        phone.goto(f"{people.base}/m/{played}")


def test_the_final_score_on_a_phone_counts_its_own_points(people: People, ledger: Ledger) -> None:
    """Before the end each seat knew only its own points."""
    scribe, choose = Scribe(ledger), random.Random(1)
    played = scribe.new("ultime", ["Ada", "Ben", "Cleo"], chance="sealed").id
    while (match := scribe.match(played)).to_act:
        seat = match.to_act[0]
        scribe.play(played, seat, choose.choice(list(scribe.legal(match, seat))).data())
    points = [match.table.number(f"score:{seat}") for seat in (1, 2, 3)]
    phone = people.come("seat", played, 1)
    expect(phone.locator("main")).to_contain_text(
        f"final score: Ada (blue) {points[0]}, Ben (yellow) {points[1]}, Cleo (red) {points[2]}"
    )
