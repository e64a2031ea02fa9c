"""The wall of a hall in a real browser: readable from eight metres, correct whatever the device's clock, and live."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from playwright.sync_api import Browser, Page, expect

from tablescribe.domain.match.event import Stamp
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.ledger.tournaments.publicity import show
from tests.depth import a_few
from tests.ledger.played_tournaments import hall, opened, play, play_round
from tests.replays.web.public.test_pages import limited
from tests.replays.web.visitors import People, base, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]

WALL = {"width": 1920, "height": 1080}
SCREEN = 1.21
"""Metres that a screen of 55 inches is wide."""

EYE = 5 / 60 * 3.14159 / 180
"""Radians that a letter must span to be read by a good eye: five minutes of arc; twice that is read with ease."""

CAPITAL = 0.7
"""Height of a capital letter of our typeface, in its size."""

EACH_LEAF = """() => { // in one go: leaves follow each other all the time
    const leaves = [...document.querySelectorAll('.leaf')];
    const was = leaves.findIndex((one) => one.classList.contains('on'));
    const only = (shown) => leaves.forEach((one, n) => one.classList.toggle('on', n === shown));
    const found = leaves.map((leaf, n) => {
        only(n);
        const lines = [...leaf.querySelectorAll('li')], all = document.documentElement;
        const last = Math.max(...lines.map((one) => one.getBoundingClientRect().bottom));
        return {lines: lines.length, bottom: Math.max(last, all.scrollHeight), across: all.scrollWidth};
    });
    only(was);
    return found;
}"""
"""The contents of each screen of the wall: its lines, and their extent in pixels."""
SIZE = """what => {
    const one = document.querySelector(what);
    return one && parseFloat(getComputedStyle(one).fontSize);
}"""
"""The font size in pixels; nothing during a change of screens."""


@pytest.fixture
def officials(ledger: Ledger) -> TournamentCommands:
    return hall(Scribe(ledger))


@pytest.fixture
def found(officials: TournamentCommands) -> str:
    """A tournament that the test goes on with."""
    return in_its_second_round(officials)


@pytest.fixture(scope="module")
def read_only(ledger: Ledger) -> str:
    """A tournament that tests only look at: to hold one takes longer than to look at its pages."""
    return in_its_second_round(hall(Scribe(ledger)))


def in_its_second_round(officials: TournamentCommands) -> str:
    """Return a tournament of forty-eight: a round played, a second one running, all names shown."""
    found = opened(officials, [f"Person {n:02} of the Hall" for n in range(1, 49)], limited())
    play_round(officials, found)
    officials.pair(found, seed=2)
    officials.start(found)
    officials.clock(found, "start")
    show(officials.scribe.ledger, found, names=True, by="organiser")
    return found


@pytest.fixture
def wall(browser: Browser, base: str, found: str) -> Iterator[Page]:
    with wall_of(browser, base, found) as page:
        yield page


@contextmanager
def wall_of(browser: Browser, base: str, found: str) -> Iterator[Page]:
    """Yield a wall on a device whose clock is five hours wrong."""
    context = browser.new_context(viewport=WALL)  # type: ignore[arg-type]
    context.add_init_script("const real = Date.now; Date.now = () => real() - 5 * 3600 * 1000;")
    page = context.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{base}/t/{found}/wall")
    yield page
    context.close()
    assert complaints == []


def test_a_wall_is_read_from_eight_metres_and_nothing_is_cut_off(browser: Browser, base: str, read_only: str) -> None:
    with wall_of(browser, base, read_only) as wall:
        is_read_from_eight_metres(wall)


def is_read_from_eight_metres(wall: Page) -> None:
    """Check the sizes of letters on a wall, and that all of each leaf is on it."""
    expect(wall.locator(".timer")).to_have_text(re.compile(r"^(50:00|4\d:\d\d)$"))
    smallest = 2 * EYE * 8  # metres
    for what in (".leaf.on .who", ".leaf.on b", ".count-out", ".numbers", ".round", ".timer"):
        size = float(wall.wait_for_function(SIZE, arg=what).json_value())
        assert size * CAPITAL * SCREEN / WALL["width"] >= smallest, (what, size)
    wall.evaluate("document.fonts.ready")
    leaves = wall.evaluate(EACH_LEAF)
    assert [leaf["lines"] for leaf in leaves] == [18, 18, 12] * 2, "who sits where, and the standings"
    for leaf in leaves:
        assert leaf["bottom"] <= WALL["height"], leaf
        assert leaf["across"] <= WALL["width"], leaf
    expect(wall.locator(".top")).to_be_hidden()


def test_the_timer_goes_by_the_time_of_the_service(wall: Page, officials: TournamentCommands, found: str) -> None:
    expect(wall.locator(".timer")).to_have_text(re.compile(r"^(50:00|4\d:\d\d)$"))
    officials.clock(found, "extend", seconds=600, reason="fire alarm")
    expect(wall.locator(".timer")).to_have_text(re.compile(r"^(1:00:00|5\d:\d\d)$"))
    officials.clock(found, "pause", reason="fire alarm")
    expect(wall.locator(".s-paused")).to_be_visible()
    stands = wall.locator(".timer").text_content()
    wall.wait_for_timeout(1200)
    assert wall.locator(".timer").text_content() == stands
    officials.clock(found, "resume")
    expect(wall.locator(".timer")).not_to_have_text(str(stands))


@pytest.mark.deep
def test_the_timer_is_right_when_the_device_comes_back(wall: Page, officials: TournamentCommands, found: str) -> None:
    expect(wall.locator(".timer")).to_have_text(re.compile(r"^(50:00|4\d:\d\d)$"))
    wall.context.set_offline(True)
    officials.clock(found, "extend", seconds=3600, reason="lunch")
    wall.wait_for_timeout(500)
    wall.context.set_offline(False)
    wall.reload()
    expect(wall.locator(".timer")).to_have_text(re.compile(r"^1:(50:00|4\d:\d\d)$"))


@pytest.mark.deep
def test_time_that_is_up_says_that_an_arbiter_decides(
    wall: Page, officials: TournamentCommands, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = opened(officials, ["Ada", "Ben"], limited(time_limit=1))
    officials.pair(other, seed=1)
    now = officials.scribe.stamp
    early = now().at - timedelta(minutes=5)
    monkeypatch.setattr(officials.scribe, "stamp", lambda: Stamp(early, now().recorder, now().device))
    officials.clock(other, "start")
    monkeypatch.undo()
    wall.goto(wall.url.replace(found, other))
    expect(wall.locator(".s-over")).to_be_visible()
    expect(wall.locator(".timer")).to_have_text(re.compile(r"^−[4-9]:\d\d$"))
    assert officials.tournament(other).penalties == {}, "nothing happens by itself"


def test_a_result_shows_on_the_wall_by_itself(wall: Page, officials: TournamentCommands, found: str) -> None:
    expect(wall.locator(".count-out b")).to_have_text("24")
    play(officials, officials.tournament(found).seating(2).matches[0])
    expect(wall.locator(".count-out b")).to_have_text("23")
    expect(wall.locator(".numbers")).not_to_have_text(re.compile(r"^1 "))


@pytest.mark.deep
def test_leaves_follow_each_other(wall: Page) -> None:
    heading = wall.locator(".leaf.on h2")
    first = heading.text_content()
    expect(heading).not_to_have_text(str(first), timeout=60_000)
    expect(wall.locator(".leaf.on")).to_have_count(1)


@pytest.mark.parametrize("width", a_few([360, 1440], 1))
def test_pages_for_everybody_fit_phones_and_desks(people: People, read_only: str, base: str, width: int) -> None:
    page = people.by(f"{base}/t/{read_only}/board", viewport={"width": width, "height": 800})
    for end in ("board", "pairings?find=Person 07", "standings", "ruled", "why/3", "rounds/1/tables/1", "wall"):
        page.goto(f"{base}/t/{read_only}/{end}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), (end, width)
        for one in page.locator("main a:visible, main button:visible").all()[:12]:
            box = one.bounding_box()
            assert box is not None
            assert box["height"] >= 30, (end, one.text_content())


def test_standings_and_pairings_need_no_script(browser: Browser, base: str, read_only: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{base}/t/{read_only}/pairings")
    page.get_by_role("searchbox").fill("Person 07")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".you")).to_contain_text("Person 07 of the Hall")
    page.goto(f"{base}/t/{read_only}/wall")
    expect(page.locator(".timer")).to_contain_text("UTC")
    assert page.locator(".leaf:visible").count() > 1
    context.close()
