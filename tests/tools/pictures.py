"""Make the pictures of the README and the documentation with the real program: `python -m tests.tools.pictures`."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Literal

from rich.console import Console
from rich.text import Text

FOLDER = Path(__file__).parent.parent / "pictures"


def terminal(title: str, *words: str, begin: str = "") -> str:
    """Run the program in a coloured terminal, and return its output as SVG.

    Args:
        title: the title of the picture.
        words: the command and its options.
        begin: the start of the first line to show.
    """
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "TABLESCRIBE_LEDGER": f"{folder}/ledger.db", "COLUMNS": "108"}
        command = f"{sys.executable} -m tablescribe.cli.main {' '.join(words)}"
        done = subprocess.run(
            ["script", "-qec", f"stty cols 108; {command}", "/dev/null"], env=env, capture_output=True
        )
    lines = done.stdout.decode().replace("\r", "").splitlines()
    lines = lines[next(n for n, line in enumerate(lines) if begin in line) :]
    console = Console(record=True, width=108, file=io.StringIO(), force_terminal=True)
    for line in lines:
        console.print(Text.from_ansi(line))
    picture = console.export_svg(title=title)
    picture = re.sub(r"@font-face\s*\{.*?\}", "", picture, flags=re.S)  # a picture must not load anything
    return picture.replace("Fira Code", "DejaVu Sans Mono")


def board(game: str, number: int) -> str:
    """Return the board after a move of a game's demo."""

    from tablescribe.ledger.matches.ledger import open_ledger
    from tablescribe.replays.pictures.pictures import svg
    from tablescribe.replays.reading.timeline import Timeline

    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [sys.executable, "-m", "tablescribe.cli.main", "demo", game, "--keep", f"{folder}/demo.db", "--json"],
            check=True, capture_output=True,
        )  # fmt: skip
        ledger = open_ledger(f"{folder}/demo.db")
        match = ledger.match(ledger.match_ids()[0])
        ledger.close()
    return svg(match.opening, Timeline(match).at(number), highlight=match.moves[number].facts)


def pages() -> None:
    """Take pictures of the pages as recorders, spectators and judges see them."""
    from tablescribe.ledger.matches.ledger import open_ledger
    from tablescribe.ledger.matches.scribe import Scribe
    from tablescribe.replays.web.access.access import Access
    from tablescribe.replays.web.app import make_app
    from tests.replays.web.browser import chromium, running

    phone: Any = {"width": 390, "height": 844}
    laptop: Any = {"width": 1440, "height": 945}
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [sys.executable, "-m", "tablescribe.cli.main", "demo", "ultime", "--keep", f"{folder}/demo.db", "--json"],
            check=True, capture_output=True,
        )  # fmt: skip
        ledger = open_ledger(f"{folder}/demo.db")
        (closed,) = ledger.match_ids()
        scribe = Scribe(ledger)
        opened = scribe.new("ultime", ["Ada", "Ben", "Cleo"], outcomes=[1]).id
        with running(make_app(ledger, keys=Path(folder) / "keys")) as base, chromium() as browser:

            def come(role: str, match: str, path: str, scheme: Literal["light", "dark"], viewport: Any) -> Any:
                context: Any = browser.new_context(
                    viewport=viewport, color_scheme=scheme, device_scale_factor=2 if viewport is phone else 1
                )
                page = context.new_page()
                page.goto(f"{base}/enter/{Access(ledger).grant(role, match=match)[1]}")
                page.wait_for_url(lambda url: "/enter/" not in url)
                page.goto(f"{base}/m/{match}{path}")
                page.locator("main h1").wait_for()
                return page

            come("spectator", closed, "/watch", "dark", phone).screenshot(path=FOLDER / "spectator.png")
            come("organiser", closed, "/replay?move=7", "light", laptop).screenshot(path=FOLDER / "replay.png")
            come("organiser", closed, "/judge", "light", laptop | {"height": 962}).screenshot(path=FOLDER / "judge.png")
            page = come("recorder", opened, "", "light", phone)
            page.get_by_text("Other actions").click()
            page.select_option("#which-form", "skip")
            page.locator(".say:not([hidden]) [name='-seat']").select_option("2")
            page.locator(".say:not([hidden]) button").click()
            page.locator("#refusal:not([hidden])").wait_for()
            page.evaluate("scrollTo(0, 0)")
            page.screenshot(path=FOLDER / "table.png")
        ledger.close()


def tournament() -> None:
    """Take pictures of round 2 of a tournament of twelve, as its organiser and a player see it."""
    from tablescribe.ledger.matches.ledger import open_ledger
    from tablescribe.ledger.matches.scribe import Scribe
    from tablescribe.ledger.tournaments.commands import TournamentCommands
    from tablescribe.replays.web.access.access import Access
    from tablescribe.replays.web.app import make_app
    from tests.ledger.played_tournaments import TWELVE, opened, play
    from tests.replays.web.browser import chromium, running

    with tempfile.TemporaryDirectory() as folder:
        ledger = open_ledger(f"{folder}/hall.db")
        commands = TournamentCommands(scribe := Scribe(ledger))
        scribe._closed = commands.closed
        found = opened(commands, TWELVE)
        commands.pair(found, seed=7)
        for table, one in enumerate(commands.start(found)):
            play(commands, one.match, 1 + table % 2)
        commands.pair(found, seed=8)
        tables = commands.start(found)
        with running(make_app(ledger, keys=Path(folder) / "keys")) as base, chromium() as browser:

            def take(name: str, role: str, path: str, viewport: Any, scale: int, **more: Any) -> None:
                page = browser.new_context(viewport=viewport, device_scale_factor=scale).new_page()
                page.goto(f"{base}/enter/{Access(ledger).grant(role, **more)[1]}")
                page.wait_for_url(lambda url: "/enter/" not in url)
                page.goto(f"{base}/t/{found}{path}")
                page.locator("main h1").wait_for()
                page.screenshot(path=FOLDER / name)

            lea = TWELVE.index("Lea") + 1
            take("player.png", "player", "/me", {"width": 390, "height": 844}, 2, match=found, seat=lea)
            for table, one in enumerate(tables[:4]):
                play(commands, one.match, 1 + table % 2)
            take("tournament.png", "organiser", "", {"width": 1440, "height": 808}, 1)
        ledger.close()


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    pages()
    tournament()
    (FOLDER / "board.svg").write_text(board("ultime", 7), "utf-8")
    (FOLDER / "expeditions.svg").write_text(board("expeditions", 20), "utf-8")
    (FOLDER / "demo.svg").write_text(terminal("tablescribe demo", "demo", begin="Ada wants to move"), "utf-8")


if __name__ == "__main__":
    main()
