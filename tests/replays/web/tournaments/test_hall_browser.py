"""Tournaments in Chromium, with pages alone: everyday result notation, and what players and officials read."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tablescribe.domain.tournament.model.plan_parsing import plan_from
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tests.replays.web.visitors import People, base, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]

SHOTS = os.environ.get("SHOTS", "")
"""A folder for screenshots, for people to look at."""

SIZES = ((360, 740), (768, 1024), (1440, 900))


def shots(page: Page, name: str) -> None:
    """Take pictures of a page at three sizes, where somebody wants them; it is never wider than the window."""
    before = page.viewport_size
    for width, height in SIZES if SHOTS else SIZES[:1]:
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{page.url} is {wide} pixels too wide at {width}"
        if SHOTS:
            page.screenshot(path=Path(SHOTS) / f"{name}-{width}.png", full_page=True)
    if before is not None:
        page.set_viewport_size(before)


def hall(ledger: Ledger, names: Sequence[str], *, paired: bool = True, **stage: Any) -> str:
    """Announce a tournament, enter people, and pair its first round; return its id."""
    commands = TournamentCommands(Scribe(ledger))
    plan = {"name": "S", "kind": "swiss", "rounds": 3, "game": "freeform", **stage}
    found = commands.announce(plan_from({"title": "Autumn Open", "stages": [plan]})).id
    commands.enter(found, list(names), by="desk")
    if paired:
        commands.pair(found, seed=1)
    return found


@pytest.mark.deep
def test_a_result_is_entered_with_one_tap_and_changed_with_another(people: People, ledger: Ledger) -> None:
    found = hall(ledger, ["Ada", "Ben", "Cleo", "Dora"])
    organiser = people.come("organiser", at=f"/t/{found}")
    table = organiser.locator("#table-1")
    first = table.locator(".seating li").first.inner_text()
    expect(table.get_by_role("button", name="1-0")).to_contain_text(first)
    shots(organiser, "results-empty")
    table.get_by_role("button", name="1-0").click()
    expect(table.locator(".score")).to_have_text("1-0")
    table.get_by_role("button", name="0-1").click()
    expect(table.locator(".score")).to_have_text("0-1")
    expect(table.get_by_role("button", name="0-1")).to_have_attribute("aria-pressed", "true")
    shots(organiser, "results-changed")
    table.get_by_role("link", name="changed").click()
    expect(organiser.get_by_text("1-0, recorded by hand").first).to_be_visible()
    expect(organiser.get_by_text("changed to 0-1, recorded by hand")).to_be_visible()
    shots(organiser, "results-trace")


@pytest.mark.deep
def test_a_slip_of_three_begins_empty_and_points_make_the_places(people: People, ledger: Ledger) -> None:
    scoring = {"kind": "places", "by_place": ["2", "1", "0"]}
    found = hall(ledger, ["Ada", "Ben", "Cleo"], kind="pods", pods=(3,), scoring=scoring)
    organiser = people.come("organiser", at=f"/t/{found}")
    table = organiser.locator("#table-1")
    table.get_by_text("Result slip").click()
    fields = table.get_by_role("spinbutton")
    assert [one.input_value() for one in fields.all()] == [""] * 6
    table.get_by_role("button", name="Record", exact=True).click()
    expect(organiser.get_by_role("alert")).to_contain_text("a place or points for each person")
    table.get_by_text("Result slip").click()
    for field, points in zip(table.get_by_label("Points").all(), (5, 9, 7), strict=True):
        field.fill(str(points))
    shots(organiser, "slip-of-three")
    table.get_by_role("button", name="Record", exact=True).click()
    expect(table.locator(".place")).to_have_text(["3.", "1.", "2."])


def test_a_judge_rules_by_picking_and_sees_the_table_first(people: People, ledger: Ledger) -> None:
    match = Scribe(ledger).new("ultime", ["Ada", "Ben", "Cleo"], outcomes=[1]).id
    judge = people.come("judge", match, at=f"/m/{match}/judge")
    form, shown = judge.locator("#ruling"), judge.locator("#ruling-preview")
    form.get_by_text("Enter as text").click()
    form.get_by_label("One change per line").fill("set nonsense 5")
    expect(shown).to_contain_text("'nonsense' is not in this game")
    form.get_by_label("One change per line").fill("")
    form.get_by_text("Change a value").click()
    form.locator("[data-part=key]").select_option("score:1")
    form.locator("[data-part=value]").fill("5")
    form.locator("[data-fact=set] [data-add-fact]").click()
    expect(form.locator("#ruling-facts li")).to_have_count(1)
    form.locator("[data-part=key]").select_option("turn")
    form.locator("[data-part=choice]").select_option("2")
    form.locator("[data-fact=set] [data-add-fact]").click()
    form.get_by_text("Move a piece").click()
    form.locator("[data-part=zone]").select_option("terrain:7")
    form.locator("[data-part=piece]").select_option("pawn:2")
    form.locator("[data-fact=move] [data-add-fact]").click()
    expect(shown.locator("svg").first).to_be_visible()
    expect(shown.locator("li").first).to_be_visible()
    shots(judge, "ruling")
    assert ledger.match(match).head == 0
    form.get_by_label("Rule or clause").fill("UP-50")
    form.get_by_label("Reason").fill("miscounted")
    form.get_by_role("button", name="Record ruling").click()
    expect(judge.locator("#ruling-facts li").first).to_have_text(
        "No changes yet. Add one, or record the ruling without any."
    )
    table = ledger.match(match).table
    assert (table.get("score:1"), table.get("turn"), table.count("terrain:7", "pawn:2")) == (5, 2, 1)


@pytest.mark.deep
def test_a_move_that_waits_is_not_recorded_twice(people: People, ledger: Ledger) -> None:
    """Neither without a connection nor while an answer takes long: Record says that its move waits."""
    match = Scribe(ledger).new("morris", ["Ada", "Ben"]).id
    recorder = people.come("recorder", match)
    expect(recorder.locator("#link-state")).to_have_text("live")
    record, waiting = recorder.locator("#record"), recorder.locator("#waiting li")
    recorder.context.set_offline(True)
    recorder.locator(".hit").first.click()
    record.click()
    expect(waiting).to_have_count(1)
    recorder.wait_for_timeout(700)  # the pause against double taps is over
    expect(record).to_have_attribute("aria-disabled", "true")
    expect(record).to_have_text("not sent yet")
    record.click(force=True)
    expect(waiting).to_have_count(1)
    shots(recorder, "waiting")
    recorder.context.set_offline(False)
    expect(recorder.locator("#turn")).to_contain_text("Move 1")
    expect(waiting).to_have_count(0)
    assert ledger.match(match).head == 1

    recorder, kept = people.come("recorder", match, service_workers="block"), list[Any]()
    expect(recorder.locator("#link-state")).to_have_text("live")
    record = recorder.locator("#record")
    recorder.route("**/moves", lambda route: kept.append(route))
    recorder.locator(".hit").nth(5).click()
    expect(record).to_have_text("Record")
    record.click()
    recorder.wait_for_timeout(700)
    expect(record).to_have_attribute("aria-disabled", "true")
    record.click(force=True)
    assert len(kept) == 1, "it was sent once"
    kept[0].continue_()
    expect(recorder.locator("#turn")).to_contain_text("Move 2")
    expect(recorder.locator("#refusal")).to_be_hidden()
    assert ledger.match(match).head == 2
    people.complaints[:] = [one for one in people.complaints if "Service Worker registration blocked" not in one]


@pytest.mark.deep
def test_a_player_reads_where_an_appeal_stands_and_what_was_decided(people: People, ledger: Ledger) -> None:
    found = hall(ledger, ["Ada", "Ben"])
    TournamentCommands(Scribe(ledger)).report(found, 1, [1, 2])
    player = people.come("player", found, 1, at=f"/t/{found}/me")
    form = player.locator("details", has_text="Appeal to the arbiter")
    form.locator("summary").click()
    player.get_by_label("Reason (stored permanently").fill("it was a draw")
    player.get_by_role("button", name="Appeal to the arbiter").click()
    appeals = player.locator("#my-appeals")
    expect(appeals).to_contain_text("Open: an arbiter decides")
    expect(form).to_have_count(0)
    organiser = people.come("organiser", at=f"/t/{found}/rulings")
    appeal = organiser.locator("form[action$='/decide']")
    appeal.get_by_label("Reason (stored permanently").fill("the slip is signed")
    appeal.get_by_role("button", name="Dismiss").click()
    expect(appeals).to_contain_text("Dismissed: the slip is signed")  # by itself
    shots(player, "appeal")


@pytest.mark.deep
def test_the_points_of_a_replay_are_read_on_a_phone(people: People, ledger: Ledger) -> None:
    scribe = Scribe(ledger)
    match = scribe.new("freeform", ["Ada", "Ben"]).id
    for _ in range(2):
        scribe.play(match, 1, {"do": "score", "to": 1, "points": 3})
    page = people.come("organiser", viewport={"width": 360, "height": 740}, at=f"/m/{match}/replay")
    heights = page.locator("#chart text").evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
    assert heights
    assert min(heights) >= 11
    shots(page, "chart")


@pytest.mark.deep
def test_a_page_that_shows_a_refused_form_is_read_again_at_its_own_address(people: People, ledger: Ledger) -> None:
    """Given names of which one is there twice, the page with what was typed goes on following the tournament."""
    found = hall(ledger, ["Ada", "Ben"], paired=False)
    organiser = people.come("organiser", at=f"/t/{found}/people")
    organiser.get_by_label("One name per line").fill("Zoe\nZoe")
    organiser.get_by_role("button", name="Add entrants").click()
    expect(organiser.locator(".refusal")).to_contain_text("Zoe is listed twice")
    expect(organiser).to_have_url(f"{people.base}/t/{found}/people")
    TournamentCommands(Scribe(ledger)).enter(found, ["Cleo"], by="desk")
    expect(organiser.locator("#hall-now")).to_contain_text("Cleo")
    assert organiser.get_by_label("One name per line").input_value() == "Zoe\nZoe"
    organiser.reload()
    expect(organiser.locator(".refusal")).to_have_count(0)


def test_a_phone_with_a_bye_requested_is_told_its_table_and_the_round_is_not_offered_again(
    people: People, ledger: Ledger
) -> None:
    """What the phone shows opened, the requests, has only buttons: nothing is lost by an update."""
    found = hall(ledger, ["Ada", "Ben", "Cleo", "Dora"], paired=False)
    phone = people.come("player", found, 1, at=f"/t/{found}/me")
    phone.locator("#byes summary").click()
    second = phone.locator("#byes .row.between", has_text="Round 2")
    second.get_by_role("button", name="Zero-point bye").click()
    expect(phone.locator("#byes")).to_have_attribute("open", "")
    expect(second).to_have_count(1)
    expect(second.get_by_role("button", name="Zero-point bye")).to_have_count(0)
    expect(phone.locator("#byes")).not_to_contain_text("time shown")
    TournamentCommands(Scribe(ledger)).pair(found, seed=1)
    expect(phone.locator(".card.next")).to_contain_text("against")
    expect(phone.locator("#byes")).to_have_attribute("open", "")


def test_what_a_player_opened_stays_open_and_what_they_write_is_left_alone(people: People, ledger: Ledger) -> None:
    found = hall(ledger, ["Ada", "Ben", "Cleo", "Dora"])
    commands = TournamentCommands(Scribe(ledger))

    def next_round() -> None:
        for table in (1, 2):
            commands.report(found, table, (1, 2))
        commands.pair(found, seed=1)

    phone = people.come("player", found, 1, at=f"/t/{found}/me")
    phone.locator("#byes summary").click()
    next_round()
    expect(phone.locator(".card.next h2")).to_have_text("Round 2 / 3")
    expect(phone.locator("#byes")).to_have_attribute("open", "")
    expect(phone.locator("#byes summary")).to_be_focused()
    phone.locator("summary", has_text="Appeals").click()
    phone.fill("[name=reason]", "the flag had fallen")
    next_round()
    phone.locator("[name=reason]").blur()
    expect(phone.locator("[name=reason]")).to_have_value("the flag had fallen")
    phone.locator("summary", has_text="Appeals").click()
    expect(phone.locator(".card.next h2")).to_have_text("Round 3 / 3")


def test_who_withdraws_reads_it_while_the_round_is_still_played(people: People, ledger: Ledger) -> None:
    found = hall(ledger, ["Ada", "Ben"])
    phone = people.come("player", found, 1, at=f"/t/{found}/me")
    phone.locator("summary", has_text="Withdraw from tournament").click()
    phone.get_by_role("button", name="Withdraw from tournament").click()
    expect(phone.locator(".card.next")).to_contain_text("You have withdrawn.")


def test_the_page_of_links_says_what_each_role_may_do(people: People, ledger: Ledger) -> None:
    read = people.read(f"/t/{hall(ledger, ['Ada', 'Ben'])}/links")
    assert "The desk enters people and results." in read


def test_who_shares_a_name_is_told_to_change_it(people: People, ledger: Ledger) -> None:
    found = hall(ledger, ["Ada", "Ben"], paired=False)
    desk = people.come("organiser", at=f"/t/{found}/people")
    phone = people.by(desk.get_by_role("link", name="Registration page").get_attribute("href") or "")
    phone.fill("[name=name]", "Ada")
    phone.get_by_role("button", name="Enter").click()
    other = phone.get_by_role("button", name="I am someone else")
    other.click()
    expect(phone.locator("main [role=status]")).to_have_text("Ada is already entered. Add an initial to your name.")
    phone.fill("[name=name]", "Ada L.")
    other.click()
    expect(phone.locator(".status")).to_contain_text("Ada L.")
