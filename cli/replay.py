"""`replay`: stepping through a match in the terminal."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING, Any

import click

from cli.state import as_json, console, out, state

if TYPE_CHECKING:
    from domain.match import Match

KEYS = "→ n space: on · ← p: back · Home End · NUMBER Enter: go to · a: play by itself · q: quit"


@click.command(epilog="Examples: tablescribe replay 7k2 · tablescribe replay 7k2 --plain --from 10 --to 12")
@click.argument("match_id", metavar="MATCH")
@click.option("--seat", type=int, help="Show only what this seat may see.")
@click.option("--from", "first", type=int, default=0, show_default=True, help="The first move to show.")
@click.option("--to", "last", type=int, help="The last move to show.")
@click.option("--plain", is_flag=True, help="Print all steps instead of waiting for keys.")
@as_json
def replay(match_id: str, seat: int | None, first: int, last: int | None, plain: bool) -> None:
    """Step through MATCH: the board, what each move changed, and the rules it obeyed or broke."""
    match = state().scribe().match(match_id)
    show = Show(match, seat if seat is not None else "everything")
    numbers = [n for n in match.line.numbers if n >= first and (last is None or n <= last)]
    if not numbers:
        raise click.UsageError(f"no move from {first} to {last}: the line ends at move {match.head}")
    if state().json:
        out("", [show.data(number) for number in numbers])
    elif plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        for number in numbers:
            show.step(number)
    else:
        _by_keys(show, numbers)


class Show:
    """Shows one step of a match after another."""

    def __init__(self, match: Match, viewer: Any) -> None:
        from replays.timeline import Timeline

        self.match = match
        self.viewer = viewer
        self.timeline = Timeline(match)

    def data(self, number: int) -> dict[str, Any]:
        """Return a step as plain data."""
        from replays.words import say_event, seen

        move = self.match.moves[number]
        changes = self.timeline.changes(number, self.viewer)
        table = seen(self.match.opening, self.timeline.at(number), self.viewer)
        return {
            "move": number,
            "words": say_event(self.match, move),
            "changes": changes,
            "rules": list(getattr(move, "citations", ())),
            "irregularities": [{"rule": one.rule, "why": one.why} for one in getattr(move, "irregularities", ())],
            "zones": table.zones,
            "values": table.values,
        }

    def step(self, number: int) -> None:
        """Print a step."""
        from replays.pictures import terminal

        data = self.data(number)
        click.secho(f"Move {number} of {self.match.head}: {data['words']}", bold=True)
        console().print(terminal(self.match.opening, self.timeline.at(number), viewer=self.viewer))
        for change in data["changes"] if number else ():
            click.echo(f"  {change}")
        if data["rules"]:
            click.secho(f"  rules: {' '.join(data['rules'])}", dim=True)


def _by_keys(show: Show, numbers: list[int]) -> None:
    at, typed, running = 0, "", False
    while True:
        click.clear()
        show.step(numbers[at])
        others = [v for v in show.match.line.variations() if show.match.line.parent[v[0]] == numbers[at]]
        for variation in others:
            click.secho(f"  taken back from here: moves {', '.join(map(str, variation))}", fg="yellow")
        click.secho(f"\n{KEYS}{'  go to ' + typed if typed else ''}", fg="cyan")
        if running and at < len(numbers) - 1:
            time.sleep(1.0)
            at += 1
            continue
        running = False
        key = click.getchar()
        if key.isdigit():
            typed += key
            continue
        if key in ("\r", "\n") and typed:
            at = min(range(len(numbers)), key=lambda k: abs(numbers[k] - int(typed)))
        typed = ""
        if key in ("q", "\x03", "\x04", "\x1b"):
            return
        running = key == "a"
        at = _next(key, at, len(numbers) - 1)


def _next(key: str, at: int, last: int) -> int:
    """Return where a key leads."""
    if key in ("\x1b[C", "n", " ", "l", "j"):
        return min(at + 1, last)
    if key in ("\x1b[D", "p", "h", "k"):
        return max(at - 1, 0)
    if key in ("\x1b[H", "\x1b[1~", "g"):
        return 0
    return last if key in ("\x1b[F", "\x1b[4~", "G") else at
