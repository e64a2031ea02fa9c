"""The pages in a real browser: what recorders, spectators and organisers do."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Route, expect

from tablescribe.domain.games import GAMES
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tests.depth import a_few
from tests.replays.web.visitors import People, base, browser, ledger, match, people, skip, version

__all__ = ["base", "browser", "ledger", "match", "people"]


@pytest.mark.parametrize("game", a_few(GAMES, 1))
def test_a_match_of_each_game_is_opened_and_recorded_by_keys_alone(people: People, ledger: Ledger, game: str) -> None:
    page = people.come("organiser", at=f"/new?game={game}")
    fewest = min(int(n) for n in re.findall(r"\d+", page.locator("#options .soft").first.inner_text()))
    for k in range(1, fewest + 1):
        page.fill(f"[name=name-{k}]", f"Person {k}")
    page.get_by_role("button", name="Start match").press("Enter")
    asked = page.locator("#ask[open]")
    page.locator("#ask[open], #choices").first.wait_for()
    until = time.monotonic() + 60
    while "/m/" not in page.url and time.monotonic() < until:  # on a busy machine the next question may take its time
        if asked.count():
            page.keyboard.press("Enter")  # the first of what may have come up has the focus
        page.wait_for_timeout(300)
    page.wait_for_url(re.compile("/m/"))
    match = page.url.rpartition("/")[2]
    for moves in range(1, 6):
        page.wait_for_selector("#choices .key:not(:empty)")
        until = time.monotonic() + 60
        while ledger.match(match).head < moves and time.monotonic() < until:
            page.keyboard.press("Enter" if asked.count() else "1")
            page.wait_for_timeout(250)  # a key that is pressed before the table takes it is pressed again
        recorded = "|".join(map(str, range(moves, moves + 10)))
        expect(page.locator("#turn")).to_contain_text(re.compile(rf"Move ({recorded})\b|over"))
    assert ledger.match(match).head >= 5


def test_a_broken_rule_is_refused_on_the_spot_and_recorded_anyway(people: People, ledger: Ledger, match: str) -> None:
    page = people.come("recorder", match)
    page.get_by_text("Other actions").click()
    page.select_option("#which-form", "skip")
    page.locator(".say:not([hidden]) [name='-seat']").select_option("2")
    page.locator(".say:not([hidden]) button").click()
    refusal = page.locator("#refusal")
    expect(refusal).to_contain_text("UP-9 it is Ada (blue)'s turn")
    expect(refusal).to_contain_text("A random player begins")
    expect(refusal).to_contain_text("Ada (blue) skips and draws two movement cards")
    assert version(ledger, match) == 1
    page.get_by_role("button", name="We played it anyway").click()
    expect(page.locator(".moves > ol > li").first).to_contain_text("breaks UP-9")


def test_taking_back_asks_who_agrees(people: People, ledger: Ledger, match: str) -> None:
    page = people.come("recorder", match)
    skip(page)
    expect(page.locator("#turn")).to_contain_text("Move 1")
    page.keyboard.press("u")
    page.fill("[data-post=take-backs] [name=reason]", "mistyped")
    page.locator("[data-post=take-backs] button").click()
    expect(page.locator("#refusal")).to_contain_text("revealed a die or a card")
    page.keyboard.press("Escape")
    for box in page.locator("[name=agreed]").all():
        box.check()
    page.locator("[data-post=take-backs] button").click()
    expect(page.locator("#turn")).to_contain_text("Move 0")
    expect(page.locator(".moves")).to_contain_text("to move 0, agreed by Ada (blue), Ben (yellow), Cleo (red)")
    page.keyboard.press("r")
    page.fill("[data-post=restores] [name=reason]", "it was right")
    page.locator("[data-post=restores] button").click()
    expect(page.locator("#turn")).to_contain_text("Move 1")
    expect(page.locator(".moves")).to_contain_text("it was right")
    expect(page.locator("#redo")).to_have_count(0)


def test_a_seat_asks_and_the_others_agree(people: People, ledger: Ledger, match: str) -> None:
    ada, ben, cleo = (people.come("seat", match, seat) for seat in (1, 2, 3))
    skip(ada)
    expect(ben.locator("#turn")).to_contain_text("Move 1")
    ada.locator("#undo").click()
    ada.locator("[data-post=take-backs] button").click()
    asked = ada.locator(".asking li")
    expect(asked).to_have_text(
        [re.compile(r"Ben \(yellow\): waiting for an answer"), re.compile(r"Cleo \(red\): waiting for an answer")]
    )
    ben.get_by_role("button", name="I agree").click()
    expect(asked.first).to_contain_text("agrees")
    expect(cleo.locator(".asking li").first).to_contain_text("Ben (yellow): agrees")
    cleo.get_by_role("button", name="No", exact=True).click()
    expect(ada.locator(".asking")).to_contain_text("Cleo (red): does not agree")
    ada.locator("#undo").click()
    ada.locator("[data-post=take-backs] button").click()
    for page in (ben, cleo):
        page.get_by_role("button", name="I agree").click()
    expect(ada.locator("#turn")).to_contain_text("Move 0")
    expect(ada.locator(".asking")).to_have_count(0)


@pytest.mark.deep
def test_what_is_recorded_without_a_connection_goes_out_once(people: People, ledger: Ledger, match: str) -> None:
    page = people.come("recorder", match)
    page.wait_for_selector("#link-state:has-text('live')")
    page.context.set_offline(True)
    skip(page)
    expect(page.locator("#link-state")).to_contain_text("1 not sent yet")
    assert version(ledger, match) == 1
    page.context.set_offline(False)
    expect(page.locator("#turn")).to_contain_text("Move 1", timeout=60_000)
    assert version(ledger, match) == 2


def test_an_answer_that_gets_lost_is_asked_for_again(people: People, ledger: Ledger, match: str) -> None:
    page = people.come("recorder", match)
    page.wait_for_function("() => navigator.serviceWorker.controller")  # else it undoes the route below
    lost: list[int] = []

    def lose_first(route: Route) -> None:
        if lost:
            route.continue_()
        else:
            lost.append(route.fetch().status)
            route.abort()

    page.route("**/moves", lose_first)
    skip(page)
    expect(page.locator("#turn")).to_contain_text("Move 1")
    expect(page.locator("#link-state")).to_have_text("live", timeout=60_000)
    assert lost == [201]
    assert version(ledger, match) == 2


def test_of_two_recorders_the_later_one_sees_the_new_state(people: People, ledger: Ledger, match: str) -> None:
    one, two = people.come("recorder", match), people.come("recorder", match)
    one.wait_for_selector("#choices")
    one.context.set_offline(True)
    skip(two)
    expect(two.locator("#turn")).to_contain_text("Move 1")
    skip(one)
    one.context.set_offline(False)
    expect(one.locator("#refusal")).to_contain_text("Another device recorded a move first", timeout=60_000)
    expect(one.locator("#refusal")).to_contain_text("Ada (blue) skips and draws two movement cards")
    expect(one.locator("#turn")).to_contain_text("yellow")
    assert version(ledger, match) == 2


def test_a_spectator_follows_by_the_link_of_the_code(people: People, ledger: Ledger, match: str) -> None:
    recorder = people.come("recorder", match, at=f"/m/{match}/share")
    link = recorder.get_by_role("link", name="Spectator link").first.get_attribute("href")
    assert link
    spectator = people.by(link)
    assert spectator.url.endswith("/watch")
    expect(spectator.locator("#choices")).to_have_count(0)
    Scribe(ledger).play(match, 1, {"do": "skip"})
    expect(spectator.locator(".moves > ol > li").first).to_contain_text("Ada (blue) skips")


def test_people_at_the_table_take_their_seats_by_pin(people: People, match: str) -> None:
    recorder = people.come("recorder", match, at=f"/m/{match}/share")
    recorder.get_by_role("button", name="New PIN: yellow").click()
    expect(recorder.locator("#pin-2")).to_have_text(re.compile(r"^\d{6}$"))
    pin = recorder.locator("#pin-2").inner_text()
    page = people.by(f"{people.base}/m/{match}/chair")
    expect(page.locator("[name=seat]")).to_have_value("")  # nobody is sat down anywhere by leaving it as it is
    page.select_option("[name=seat]", "2")
    page.fill("[name=pin]", "000000" if pin != "000000" else "111111")
    page.get_by_role("button", name="Take seat").click()
    expect(page.get_by_role("alert")).to_contain_text("Wrong PIN")
    expect(page.locator("[name=seat]")).to_have_value("2")
    page.fill("[name=pin]", pin)
    page.get_by_role("button", name="Take seat").click()
    expect(page.locator(".foot")).to_contain_text("seat 2")


def test_a_judge_audits_and_rules(people: People, ledger: Ledger, match: str) -> None:
    Scribe(ledger).play(match, 2, {"do": "skip"}, as_played=True)
    judge = people.come("judge", match)
    expect(judge.locator(".verdict")).to_contain_text("breaks UP-9")
    judge.get_by_role("button", name="Make ruling").click()
    expect(judge.locator("[name=clause]")).to_have_value("UP-9")
    expect(judge.locator("[data-post=rulings] [name=reason]")).to_be_focused()
    judge.fill("[data-post=rulings] [name=reason]", "miscounted")
    judge.get_by_text("Enter as text").click()
    judge.fill("[name=facts]", "set score:1 3")
    judge.get_by_role("button", name="Record ruling").click()
    expect(judge.locator(".finding.note")).to_contain_text("miscounted")
    with judge.expect_download() as download:
        judge.get_by_role("link", name="Full bundle").click()
    assert Path(download.value.path()).stat().st_size > 1000
    judge.get_by_role("link", name="Report (web page)").click()
    expect(judge.locator("h1")).to_contain_text("Audit")


def test_the_replay_steps_by_keys_slider_and_links(people: People, ledger: Ledger, match: str) -> None:
    scribe = Scribe(ledger)
    for seat in (1, 2, 3):
        scribe.play(match, seat, {"do": "skip"})
    scribe.undo(match, agreed=[1, 2, 3])
    page = people.come("spectator", match, at=f"/m/{match}/replay?move=1")
    heading = page.locator(".said h2")
    expect(heading).to_have_text("Move 1")
    for key, move in (("ArrowRight", 2), ("Home", 0), ("End", 2), ("ArrowLeft", 1)):
        page.keyboard.press(key)
        expect(heading).to_have_text(f"Move {move}")
    assert page.url.endswith("move=1")
    page.locator("#slider").fill("2")
    expect(heading).to_have_text("Move 2")
    page.get_by_role("link", name="variation 3").click()
    expect(heading).to_contain_text("Move 3 (taken back)")
    page.locator("#first").click()
    expect(heading).to_have_text("Move 0")
    page.select_option("#pace", "0.5")
    page.locator("#run").click()
    expect(page.locator("#run")).to_have_attribute("aria-pressed", "false", timeout=60_000)  # it has played to the end
    expect(heading).to_contain_text("Move 3 (taken back)")


@pytest.mark.parametrize("scheme", a_few(["light", "dark"], 1))
def test_the_pages_are_accessible_and_no_wider_than_a_small_phone(
    people: People, ledger: Ledger, match: str, scheme: str
) -> None:
    """Nobody scrolls sideways on any; a checker of accessibility looks at each other one, with --all at all of them."""
    scribe = Scribe(ledger)
    scribe.play(match, 2, {"do": "skip"}, as_played=True)
    page = people.come("organiser", at=None, color_scheme=scheme, viewport={"width": 360, "height": 740})
    paths = ["/", "/new", "/people", "/links", "/rules/ultime", "/offline", f"/m/{match}/chair"]
    paths += [f"/m/{match}{part}" for part in ("", "/watch", "/replay?move=1", "/judge", "/share")]
    looked_at = a_few(paths, 7)
    for path in paths:
        page.goto(people.base + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        if path not in looked_at:
            continue
        page.wait_for_timeout(150)
        found = Axe().run(page)
        told = [(one["id"], one["nodes"][0]["html"][:120]) for one in found.response["violations"]]
        assert told == [], path


def test_no_text_that_people_write_becomes_a_script(people: People, ledger: Ledger, base: str) -> None:
    texts = ["<img src=x onerror=window.ran=1>", '"><script>window.ran=1</script>', "</title><svg onload=window.ran=1>"]
    catalogue = {
        "name": texts[0], "edition": texts[1], "origin": "house", "source": texts[2],
        "pieces": dict.fromkeys(texts, 3), "decks": {"<b>": dict.fromkeys(texts, 1)}, "dice": {texts[0]: texts},
    }  # fmt: skip
    scribe = Scribe(ledger)
    match = scribe.new("freeform", texts[:2], catalogue=catalogue, chance="open").id
    for text in texts:
        scribe.play(match, 1, {"do": "bring", "piece": text, "to": text})
        scribe.play(match, 1, {"do": "set", "key": text, "value": text})
    scribe.play(match, 1, {"do": "roll", "die": texts[0]}, [texts[1]])
    scribe.ruling(match, [], clause=texts[0], reason=texts[1])
    scribe.note(match, texts[1])
    scribe.undo(match, reason=texts[2], judge=True)
    people.access.grant("judge", label=texts[1])
    page = people.come("organiser", at=None)
    api = f"/api/v1/matches/{match}"
    for path in (
        "/", f"/?text={texts[1]}", "/links", "/people", f"/m/{match}", f"/m/{match}/replay?move=2", f"/m/{match}/judge",
        f"/m/{match}/share", f"/m/{match}/chair", f"{api}/report", f"{api}/board.svg", f"{api}/log", f"/{texts[1]}",
    ):  # fmt: skip
        page.goto(base + path)
        assert page.evaluate("window.ran") is None, path
        assert page.locator("img:not(.look), svg svg, script:not([src])").count() == 0, path


@pytest.mark.deep
def test_a_refusal_takes_the_focus_and_escape_gives_it_back(people: People, match: str) -> None:
    page = people.come("seat", match, 2)
    page.get_by_text("Other actions").click()
    page.select_option("#which-form", "skip")
    page.locator(".say:not([hidden]) button").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#refusal")).to_be_focused()
    expect(page.locator("#anyway")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("#refusal")).to_be_hidden()
    expect(page.locator(".say[data-do=skip] button")).to_be_focused()


@pytest.mark.deep
def test_what_others_record_closes_nothing_and_takes_no_focus(people: People, ledger: Ledger, match: str) -> None:
    page = people.come("recorder", match)
    group = page.locator("#choices > details").first
    group.locator("summary").first.click()
    page.locator("#choices .choice").first.focus()
    Scribe(ledger).note(match, "a card fell down")
    expect(page.locator(".moves")).to_contain_text("a card fell down")
    expect(group).to_have_attribute("open", "")
    expect(page.locator("#choices .choice").first).to_be_focused()
