"""The pages in a real Chromium on a phone's screen: the time of a tap, the speed of stepping, the size of a visit.

Prints each figure with its limit. The browser, the service and the clients share the machine, so this is a worst case.
`python -m tests.benchmarks.pages [MOVES ...]` also measures the service's cost of a replay step at those lengths.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

import httpx
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tablescribe.cli.main import cli
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.app import make_app
from tests.benchmarks.readings import Better, keep
from tests.replays.web.browser import chromium, running, weigh

PHONE: ViewportSize = {"width": 360, "height": 740}
OWN, OTHER, STEPS, FIRST = 100.0, 200.0, 60.0, 100_000.0
"""Limits: milliseconds on one's own phone and on another's, steps a second, bytes of a first visit."""

TAPS = 16
SESSION = Path(__file__).parent.parent / "matches" / "root" / "five_players.jsonl"
SLOW = 60_000

ON_TAP = """() => new Promise((done) => {
    const before = document.querySelector("#turn").textContent, began = performance.now();
    const look = () => document.querySelector("#turn").textContent === before
        ? requestAnimationFrame(look) : done(performance.now() - began);
    document.querySelector("#choices [data-action]").click();
    look(); })"""

FREE = "() => !document.querySelector('#choices [data-action]').ariaDisabled"
"""The table is free again: it is blocked for a moment after each move, so that a double tap counts once."""

WATCH = """() => { window.seen = [];
    const look = () => {
        const now = document.querySelector("#turn").textContent;
        if (now !== window.last) { window.last = now; window.seen.push(Date.now()); }
        requestAnimationFrame(look);
    };
    look(); }"""

RUN = """(steps) => new Promise((done) => {
    const slider = document.getElementById("slider"), began = performance.now(); let n = 0;
    const next = () => {
        if (n++ >= steps) return done(steps * 1000 / (performance.now() - began));
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
        requestAnimationFrame(next);
    };
    next(); })"""


IDLE = """(frames) => new Promise((done) => {
    const began = performance.now(); let n = 0;
    const next = () => n++ >= frames ? done(frames * 1000 / (performance.now() - began)) : requestAnimationFrame(next);
    next(); })"""


class Bench:
    """A service with its ledger, and people with phones."""

    def __init__(self, ledger: Ledger, base: str, browser: Browser) -> None:
        self.ledger, self.base, self.browser, self.access = ledger, base, browser, Access(ledger)

    def phone(self, role: str, match: str | None = None, seat: int | None = None) -> Page:
        """Return a new phone of a person who has signed in."""
        page = self.browser.new_context(viewport=PHONE).new_page()
        page.set_default_timeout(SLOW)
        page.goto(f"{self.base}/enter/{self.access.grant(role, match=match, seat=seat)[1]}")
        page.wait_for_url(lambda url: "/enter/" not in url)
        return page


def tell(what: str, found: float, limit: float, unit: str, *, least: bool = False) -> None:
    """Print a figure with its limit. A ratio above 1 is too much, or too little if the limit is a minimum."""
    ratio = limit / found if least else found / limit
    better: Better = "more" if least else "less"
    keep(f"pages on a phone: {what}", found, unit=unit, better=better, goal=limit)
    print(f"  {what:44} {found:10,.0f} {unit:4} limit {limit:8,.0f}  ratio {ratio:.2f}")


def taps(bench: Bench) -> None:
    """Measure from a tap until the move is shown on the same phone, and on another one."""
    match = Scribe(bench.ledger).new("morris", ["Ada", "Ben"]).id
    own, other = bench.phone("recorder", match), bench.phone("spectator", match)
    other.evaluate(WATCH)
    expect(own.locator("#link-state")).to_have_text("live", timeout=SLOW)
    expect(other.locator("#link-state")).to_have_text("live", timeout=SLOW)
    mine, theirs = list[float](), list[float]()
    for n in range(TAPS):
        own.wait_for_function(FREE)
        began = own.evaluate("Date.now()")
        mine.append(own.evaluate(ON_TAP))
        expect(other.locator("#turn")).to_contain_text(f"Move {n + 1}", timeout=SLOW)
        theirs.append(other.evaluate("window.seen.at(-1)") - began)
    tell("tap to shown, own phone, p50", statistics.median(mine), OWN, "ms")
    tell("tap to shown, another phone, p50", statistics.median(theirs), OTHER, "ms")
    own.context.close()
    other.context.close()


def steps(bench: Bench, match: str) -> None:
    """Measure how many steps of a loaded match are shown in a second, each in its own frame."""
    page = bench.phone("spectator", match)
    page.goto(f"{bench.base}/m/{match}/replay?move=0")
    page.locator("#step[aria-busy=false]").wait_for()
    for _ in range(4):  # a first pass loads everything
        page.evaluate(RUN, 30)
        page.locator("#step[aria-busy=false]").wait_for()
        page.wait_for_load_state("networkidle")
    page.keyboard.press("Home")
    print(f"  {'frames a second of the same page at rest':44} {page.evaluate(IDLE, 100):10,.0f} /s")
    tell("steps a second of a loaded match (Root)", page.evaluate(RUN, 100), STEPS, "/s", least=True)
    page.context.close()


def visits(bench: Bench, match: str) -> None:
    """Measure the bytes of a first visit."""
    for what, path in (("matches", "/"), ("live table (Root)", f"/m/{match}"), ("replay (Root)", f"/m/{match}/replay")):
        page = bench.phone("organiser")
        tell(f"first visit: {what}", weigh(page, bench.base + path), FIRST, "B")
        page.context.close()


def lengths(bench: Bench, moves: int) -> None:
    """Measure the service's cost of the replay of a match with this many moves."""
    match = long_match(bench.ledger, moves)
    headers = {"Authorization": f"Bearer {bench.access.grant('organiser')[1]}"}
    with httpx.Client(base_url=bench.base, headers=headers, timeout=600) as client:
        print(f"  a match of {moves} moves:")
        middle = moves // 2
        asked = (("the page, first asked", "replay"), ("the page, in the middle", f"replay?move={middle}"),
                 ("25 steps, in the middle", f"steps?move={middle}"),
                 ("25 steps after", f"steps?move={middle + 25}"))  # fmt: skip
        for what, path in asked:
            began = time.perf_counter()
            answer = client.get(f"/m/{match}/{path}").raise_for_status()
            took = (time.perf_counter() - began) * 1000
            print(
                f"    {what:26} {took:8.0f} ms {len(answer.content):9,} bytes, {answer.num_bytes_downloaded:7,} packed"
            )


def long_match(ledger: Ledger, moves: int) -> str:
    """Record a match with this many moves at once."""
    scribe = Scribe(ledger)
    match = scribe.match(scribe.new("freeform", ["Ada", "Ben"]).id)
    kind = match.opening.game.read_action({"do": "score", "to": 1, "points": 1})
    for n in range(moves):
        match.play(n % 2 + 1, kind, match.chance(()), scribe.stamp(), as_played=True)
    ledger.save(match, expected_version=1)
    return match.id


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        done = CliRunner().invoke(cli, ["--ledger", f"{folder}/ledger.db", "record", str(SESSION)])
        assert done.exit_code == 0, done.output
        ledger = open_ledger(Path(folder) / "ledger.db")
        root = ledger.match_ids()[0]
        with running(make_app(ledger)) as base, chromium() as browser:
            bench = Bench(ledger, base, browser)
            taps(bench)
            steps(bench, root)
            visits(bench, root)
            for word in sys.argv[1:]:
                lengths(bench, int(word))
        ledger.close()


if __name__ == "__main__":
    main()
