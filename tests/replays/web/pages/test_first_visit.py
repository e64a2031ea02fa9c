"""Six tasks of a first-time visitor, done with only what is visible on the pages."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from tablescribe.domain.rules.deciding import refusal
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.results import PlayedMatch, record_result
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.reading.reader import Reader
from tests.depth import a_few, times
from tests.fuzz import samples
from tests.replays.web.visitors import People, base, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]

WIDE = {"width": 1100, "height": 900}
NAMES = ["Anna", "Ben", "Cleo", "Dora", "Eva", "Finn", "Gus", "Hana", "Ida", "Jon", "Kim", "Lea"][: times(4, 12)]


def first_forbidden(ledger: Ledger, match: str) -> str:
    """Return the words of an action that the game offers and a rule forbids now."""
    now = ledger.match(match)
    seat, reader = now.to_act[0], Reader(now.opening)
    offers = now.opening.game.offers(now.opening, now.table, seat)
    return next(reader.tell(one.text()) for one in offers if refusal(now.opening, now.table, seat, one) is not None)


def finished(ledger: Ledger) -> str:
    """Return a match of chess that Ben won."""
    scribe = Scribe(ledger)
    match = scribe.new("chess", ["Anna", "Ben"])
    scribe.play(match.id, None, {"do": "resign"}, [])
    scribe.close(match.id)
    return match.id


def test_without_a_link_nobody_is_told_that_a_link_is_wrong(people: People) -> None:
    page = httpx.get(f"{people.base}/", headers={"Accept": "text/html"}, timeout=60)
    assert page.status_code == 401
    assert re.search(r"<h1[^>]*>Sign in with your link</h1>", page.text)
    assert "unknown, expired" not in page.text
    assert "tablescribe serve --new-link" in page.text


@pytest.mark.deep
def test_a_result_is_corrected_from_where_it_is_read(people: People, ledger: Ledger) -> None:
    match = finished(ledger)
    page = people.come("organiser", at=None, viewport=WIDE)
    for room in ("replay", "judge"):
        page.goto(f"{people.base}/m/{match}/{room}")
        page.get_by_role("link", name="Correct the result").click()
        form = page.locator("form[data-post=corrections]")
        expect(form).to_be_visible()
        page.goto("about:blank")
    page.goto(f"{people.base}/m/{match}")
    tools, moves = page.locator("#correct").bounding_box(), page.locator(".moves").bounding_box()
    assert tools is not None
    assert moves is not None
    assert tools["y"] < moves["y"], "it is above the log, however long that is"


def test_a_replay_is_sent_from_where_a_match_is_shared(people: People, ledger: Ledger, tmp_path: Path) -> None:
    match = finished(ledger)
    page = people.come("organiser", viewport=WIDE, at=f"/m/{match}/replay")
    page.get_by_role("link", name="Share match").click()
    expect(page.get_by_role("heading", name="Take a seat")).to_have_count(0)
    with page.expect_download() as got:
        page.get_by_role("link", name="Download replay").click()
    got.value.save_as(tmp_path / "replay.html")
    assert "Anna" in (tmp_path / "replay.html").read_text("utf-8")
    page.get_by_role("link", name="Public replay link").click()
    page.get_by_role("button", name="Create link").click()
    expect(page.get_by_label("The link")).to_have_value(re.compile("/see/.+/replay"))


def test_an_open_match_still_offers_its_seats(people: People, ledger: Ledger) -> None:
    match = Scribe(ledger).new("chess", ["Anna", "Ben"]).id
    assert "Take a seat</h2>" in people.read(f"/m/{match}/share")


def test_a_round_is_held_by_the_buttons_that_are_there(people: People) -> None:
    page = people.come("organiser", viewport=WIDE, at="/tournaments")
    page.get_by_role("link", name="New tournament").click()
    page.get_by_label("Title").fill("Club night")
    page.locator("select[name=game]").select_option("chess")
    expect(page.locator("[name=proposed][value=chess]")).to_be_attached()
    page.get_by_role("button", name="Create tournament").click()
    page.get_by_label("One name per line").fill(", ".join(NAMES))
    page.get_by_role("button", name="Add entrants").click()
    page.get_by_role("link", name="Next: pair round 1").click()
    page.get_by_role("button", name="Pair round 1").click()
    first = page.locator("#table-1")
    first.get_by_role("button", name="1-0").click()
    expect(first.locator("[aria-pressed=true]")).to_contain_text("1-0")
    first.get_by_role("button", name="1-0").click()  # once more, as people do
    expect(page.locator("main")).not_to_contain_text("Not done")
    for table in range(2, 1 + len(NAMES) // 2):
        page.locator(f"#table-{table}").get_by_role("button", name="1-0").click()
    expect(page.get_by_role("button", name="Pair round 2")).to_be_visible()


def test_a_bundle_that_somebody_sent_is_checked_without_a_link(people: People, tmp_path: Path) -> None:
    (tmp_path / "sent.bundle").write_bytes(samples.as_file(samples.sealed(samples.bundle(), samples.SIGNER)))
    page = people.by(f"{people.base}/")
    expect(page.get_by_role("heading", name="Sign in with your link")).to_be_visible()
    page.get_by_role("link", name="Check a bundle").click()
    page.locator("input[type=file]").set_input_files(tmp_path / "sent.bundle")
    expect(page.locator("main")).to_contain_text("nothing", ignore_case=True)
    people.complaints.clear()
    assert re.search(r'<a href="/verify"[^>]*>.*Check a bundle</a>', people.read("/"))


def test_a_search_that_finds_no_action_says_so(people: People, ledger: Ledger) -> None:
    match = Scribe(ledger).new("chess", ["Anna", "Ben"]).id
    page = people.come("organiser", viewport=WIDE, at=f"/m/{match}")
    page.locator("#find").fill("xyzzy")
    expect(page.locator("#none-found")).to_be_visible()
    page.locator("#find").fill("e4")
    expect(page.locator("#none-found")).to_be_hidden()
    expect(page.locator("#found button")).to_have_count(1)
    page.locator("#find").fill("Nf3")  # as it is written down; the button says from where to where
    expect(page.locator("#found button")).to_contain_text("moves from g1 to f3")
    page.locator("#find").press("Enter")
    expect(page.locator(".moves")).to_contain_text("moves from g1 to f3")


@pytest.mark.parametrize("locale", a_few(["de-DE", "en-GB", "it-IT", "pt-BR"], 1))
def test_a_typed_move_that_is_refused_says_by_which_rule_and_one_as_it_is_written_stands_first(
    people: People, ledger: Ledger, locale: str
) -> None:
    """As at the prompt: what was typed, the rule by number and sentence, and what is possible."""
    match = Scribe(ledger).new("chess", ["Anna", "Ben"]).id
    page = people.come("organiser", viewport=WIDE, locale=locale, at=f"/m/{match}")
    said, king = page.locator("#refusal"), {"it": "R", "pt": "R"}.get(locale[:2], "K")
    page.locator("#find").fill(f"{king}e2")
    page.locator("#find").press("Enter")
    expect(said).to_contain_text(f"{king}e2")
    expect(said.get_by_role("link")).to_have_text(re.compile(r"CH-3\."))
    expect(said.locator("ul li")).to_have_count(3)
    page.locator("#refusal-close").click()
    page.locator("#find").fill("xyzzy")
    page.locator("#find").press("Enter")
    expect(said).to_contain_text("xyzzy")
    expect(said.locator("ul li")).to_have_count(3)
    assert ledger.match(match).head == 0
    people.complaints.clear()  # a refusal is answered with 409, which the browser notes
    page.locator("#refusal-close").click()
    page.locator("#find").fill("f3")
    expect(page.locator("#found button")).to_have_count(2)  # the knight goes there, too
    expect(page.locator("#found button").first).to_have_attribute("data-written", "f3")
    page.locator("#find").press("Enter")
    expect(page.locator(".live")).to_have_attribute("data-head", "1")
    assert [one.partition(":")[0] for one in ledger.match(match).table.zones["square:f3"]] == ["pawn"]


@pytest.mark.deep
def test_words_of_a_forbidden_action_are_answered_by_its_rule_in_a_game_without_notation(
    people: People, ledger: Ledger
) -> None:
    match = Scribe(ledger).new("root", ["Anna", "Ben", "Cleo"], options={"factions": "CEA"}).id
    forbidden = first_forbidden(ledger, match)
    page = people.come("organiser", viewport=WIDE, at=f"/m/{match}")
    page.locator("#find").fill(forbidden)
    page.locator("#find").press("Enter")
    expect(page.locator("#refusal").get_by_role("link")).to_have_text(re.compile("RO-6.3"))
    assert ledger.match(match).head == 0
    people.complaints.clear()


def test_who_won_most_stands_on_the_page_of_people(people: People, ledger: Ledger) -> None:
    for _ in range(3):
        record_result(Scribe(ledger), PlayedMatch("Azul", ["Zita", "Max"], [3, 1], [1], "2026-11-20"))
    assert re.search(r'<a href="/people"[^>]*>.*People</a>', people.read("/"))
    (zita,) = [row for row in re.findall(r"<tr.*?</tr>", people.read("/people"), re.S) if ">Zita<" in row]
    assert "<td>100% <span" in zita
