"""Make the README's pictures by the real program: `python -m tests.tools.pictures`."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

FOLDER = Path(__file__).parent.parent / "pictures"


def terminal(title: str, *words: str, begin: str = "") -> str:
    """Run the program in a terminal's colours and return what it printed as an SVG picture.

    Args:
        title: stands above it.
        words: the command and its options.
        begin: words of the first line that is shown.
    """
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "TABLESCRIBE_LEDGER": f"{folder}/ledger.db", "COLUMNS": "108"}
        command = f"{sys.executable} -m cli.main {' '.join(words)}"
        done = subprocess.run(
            ["script", "-qec", f"stty cols 108; {command}", "/dev/null"], env=env, capture_output=True
        )
    lines = done.stdout.decode().replace("\r", "").splitlines()
    lines = lines[next(n for n, line in enumerate(lines) if begin in line) :]
    console = Console(record=True, width=108, file=io.StringIO(), force_terminal=True)
    for line in lines:
        console.print(Text.from_ansi(line))
    picture = console.export_svg(title=title)
    picture = re.sub(r"@font-face\s*\{.*?\}", "", picture, flags=re.S)  # a picture asks nothing of the network
    return picture.replace("Fira Code", "DejaVu Sans Mono")


def board(game: str, number: int) -> str:
    """Return the board after a move of a game's demo."""

    from ledger.ledger import open_ledger
    from replays.pictures import svg
    from replays.timeline import Timeline

    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            [sys.executable, "-m", "cli.main", "demo", game, "--keep", f"{folder}/demo.db", "--json"],
            check=True, capture_output=True,
        )  # fmt: skip
        ledger = open_ledger(f"{folder}/demo.db")
        match = ledger.match(ledger.match_ids()[0])
        ledger.close()
    return svg(match.opening, Timeline(match).at(number), highlight=match.moves[number].facts)


def main() -> None:
    """Write all pictures."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "board.svg").write_text(board("ultime", 7), "utf-8")
    (FOLDER / "expeditions.svg").write_text(board("expeditions", 20), "utf-8")
    (FOLDER / "demo.svg").write_text(terminal("tablescribe demo", "demo", begin="Ada wants to move"), "utf-8")


if __name__ == "__main__":
    main()
