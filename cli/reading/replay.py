"""`replay`: step through a match in the terminal."""

from __future__ import annotations

import asyncio
import io
import shutil
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.terminal.language import in_language, wrong_use
from tablescribe.cli.terminal.state import as_json, check_dealt, echo, out, reader_of, state
from tablescribe.domain.words.text import Text, listed, plural, say

if TYPE_CHECKING:
    from prompt_toolkit.key_binding import KeyBindings

    from tablescribe.domain.match.match import Match
    from tablescribe.replays.reading.reader import Reader

KEYS = say("← p  → n  Home  End  12 Enter  space: play  v: variation  r: rules  q: quit")


@click.command(
    epilog="""\b
Examples:
  tablescribe replay 7k2
  tablescribe replay 7k2 --html evening.html      (one file to send to a friend)
  tablescribe replay 7k2 --gif turn.gif --from 12 --to 20 --pace 2"""
)
@click.argument("match_id", metavar="[MATCH]", default="last")
@click.option("--seat", type=click.IntRange(min=1), help="Show what this seat may see.")
@click.option("--from", "first", type=int, default=0, show_default=True, help="First move.")
@click.option("--to", "last", type=int, help="Last move.")
@click.option("--pace", type=float, default=1.0, show_default=True, help="Seconds per move during playback.")
@click.option("--plain", is_flag=True, help="Print all steps, without waiting for keys.")
@click.option(
    "--html", "file", type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Write the replay to one HTML file to send to anyone. Shows what spectators may see, "
         "or --seat.",
)  # fmt: skip
@click.option(
    "--gif", "film", type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Write an animated GIF. Shows what spectators may see, or --seat.",
)  # fmt: skip
@in_language
@as_json
def replay(
    match_id: str, seat: int | None, first: int, last: int | None, pace: float, plain: bool, file: Path | None,
    film: Path | None,
) -> None:  # fmt: skip
    """Step through MATCH, or the latest match: the board, the changes of each move, and the rules it obeyed or broke.

    To send a replay to a friend, write it to one file with --html.
    """
    from tablescribe.domain.match.refusals import check_seats

    match = state().look(match_id)
    check_dealt(match)
    check_seats(match.opening.seats, seat)
    if file is not None:
        _as_file(match, seat, file)
        return
    show = StepPrinter(match, seat if seat is not None else "everything", reader_of(match))
    lines = [line for line in all_lines(match, first, last) if line]
    numbers = [n for n in match.line.numbers if first <= n and (last is None or n <= last)]
    if not numbers:
        text = say(
            "there are no moves {first} to {last}: the last move is {head}",
            first=first, last=last if last is not None else match.head, head=match.head,
        )  # fmt: skip
        raise wrong_use(text)
    if film is not None:
        _as_film(match, numbers, seat, pace, film)
    elif state().json:
        out("", [show.data(number) for number in numbers])
    elif plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
        for number in numbers:
            echo(show.step(number, width))
    else:
        StepScreen(show, lines, pace).run()


def _as_file(match: Match, seat: int | None, file: Path) -> None:
    """Write the replay as one HTML file. An existing file is replaced."""
    from tablescribe.ledger.care.match_files import write_file
    from tablescribe.replays.web.pages.replay_file import player

    spoken, scribe = reader_of(match), state().scribe()
    html = player(match, scribe.ledger.events_of(match.id), spoken, scribe.names(match), viewer=seat)
    write_file(file, html.encode())
    moves, size = len(match.line.numbers) - 1, file.stat().st_size
    said = plural(moves, "{file}: 1 move, {size} KB; it opens in a browser without a connection",
                  "{file}: {n} moves, {size} KB; it opens in a browser without a connection", file=str(file),
                  size=-(-size // 1000))  # fmt: skip
    out(spoken.tell(said), {"match": match.id, "file": str(file), "moves": moves, "bytes": size, "seat": seat})


def _as_film(match: Match, numbers: list[int], seat: int | None, pace: float, file: Path) -> None:
    """Write moves as an animated GIF. An existing file is replaced."""
    from tablescribe.ledger.care.match_files import write_file
    from tablescribe.replays.pictures.film import frames, gif

    spoken = reader_of(match)
    made = gif(frames(match, numbers, seat, spoken), pace=pace)
    write_file(file, made)
    said = plural(
        len(numbers),
        "{file}: 1 move, {size} KB",
        "{file}: {n} moves, {size} KB",
        file=str(file),
        size=-(-len(made) // 1000),
    )
    out(spoken.tell(said), {"match": match.id, "file": str(file), "moves": numbers, "bytes": len(made), "seat": seat})


def all_lines(match: Match, first: int, last: int | None) -> list[list[int]]:
    """Return the current line and every variation, each from its beginning, cut to a range of moves."""
    lines = [match.line.numbers]
    for variation in match.line.variations():
        stem = match.line.numbers[: match.line.depth[variation[0]]]
        lines.append([*stem, *variation])
    return [[n for n in line if first <= n and (last is None or n <= last)] for line in lines]


class StepPrinter:
    """Prints single steps of a match."""

    def __init__(self, match: Match, viewer: Any, reader: Reader | None = None) -> None:
        from tablescribe.replays.reading.clock import MoveClocks
        from tablescribe.replays.reading.reader import Reader
        from tablescribe.replays.reading.timeline import Timeline

        self.match = match
        self.reader = reader or Reader(match.opening)
        self.viewer = viewer
        self.timeline = Timeline(match)
        self.clocks = MoveClocks(match)
        self.variations = match.line.variations()

    def data(self, number: int) -> dict[str, Any]:
        """Return a step as plain data."""
        from tablescribe.cli.terminal.messages import breaches
        from tablescribe.replays.reading.discretion import seen
        from tablescribe.replays.reading.wording import say_event

        move = self.match.moves[number]
        told = [*self.timeline.changes(number, self.viewer), *self.clocks.after(number)]
        changes = [self.reader.tell(one) for one in told]
        table = seen(self.match.opening, self.timeline.at(number), self.viewer)
        return {
            "move": number,
            "words": self.reader.tell(say_event(self.match, move)),
            "changes": changes,
            "rules": list(getattr(move, "citations", ())),
            "irregularities": breaches(self.reader, self.match, move, self.viewer),
            "zones": table.zones,
            "values": table.values,
        }

    def step(self, number: int, width: int, *, rule_texts: bool = False) -> str:
        """Return a step as text, wrapped to a width (0: not wrapped): move, board, changes, rules, variations."""
        from tablescribe.cli.terminal.screen import brief_changes, event_lines, laid_out

        move, tell = self.match.moves[number], self.reader.tell
        changes = brief_changes(self.reader, self.timeline, number, self.viewer) if number else []
        heading = say("Move {move} of {last}", move=number, last=self.match.head)
        if not self.match.line.counts(number):
            heading = say("{words} (taken back)", words=heading)
        lines = [click.style(tell(heading), bold=True)]
        lines += event_lines(self.reader, self.match, move, (), width)
        lines.append(self.picture(number, width))
        lines += [f"  {change}" for change in [*changes, *map(tell, self.clocks.after(number))]]
        book = self.match.opening.game.rulebook
        broken = [one.rule for one in getattr(move, "irregularities", ())]
        cited = [rule for rule in getattr(move, "citations", ()) if rule not in broken]
        obeyed = [rule.number for rule in book.rules if rule.number in cited]
        leads = [f"  {tell(one)}" for one in (say("obeys"), say("breaks"))]
        wide = max(map(len, leads)) + 1
        if obeyed:
            lines.append(laid_out(" ".join(obeyed), lead=leads[0].ljust(wide), width=width, fg="green"))
        if broken:
            lines.append(laid_out(" ".join(broken), lead=leads[1].ljust(wide), width=width, fg="red"))
        if rule_texts:
            texts = book.texts(self.reader.language)
            known = [rule for rule in (*broken, *obeyed) if rule in book]
            lines += [laid_out(texts[rule], lead=f"  {rule}: ", width=width) for rule in known]
        for other in self.variations:
            if self.match.line.parent[other[0]] == number:
                lines.append(click.style(f"  {tell(_left_here(other))}", fg="yellow"))
        return "\n".join(lines) + "\n"

    def picture(self, number: int, width: int) -> str:
        """Return the board after a move as text with colour codes, which `click.echo` removes if necessary."""
        from rich.console import Console

        from tablescribe.replays.pictures.scenes import terminal

        table = terminal(self.match.opening, self.timeline.at(number), viewer=self.viewer, reader=self.reader)
        console = Console(
            file=io.StringIO(), force_terminal=True, width=width or 100, highlight=False, emoji=False, markup=False
        )
        console.print(table)
        assert isinstance(console.file, io.StringIO)
        return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines() if line.strip())


def _left_here(moves: list[int]) -> Text:
    if len(moves) == 1:
        return say("taken back from here: move {move}", move=moves[0])
    return say("taken back from here: moves {moves}", moves=listed(moves))


class StepScreen:
    """Steps through a match with keys, on a full screen.

    Attributes:
        lines: the current line, then the variations; `line` is the index of the one shown.
        at: the step shown, as an index into that line.
        typed: the digits of a move's number typed so far.
        running: whether it plays automatically.
    """

    def __init__(self, show: StepPrinter, lines: list[list[int]], pace: float) -> None:
        self.show = show
        self.lines = lines
        self.pace = max(pace, 0.05)
        self.line = 0
        self.at = 0
        self.typed = ""
        self.running = False
        self.rule_texts = False

    @property
    def numbers(self) -> list[int]:
        """The moves of the line shown."""
        return self.lines[self.line]

    def go(self, at: int) -> None:
        """Go to a step, or to the nearest one."""
        self.at = min(max(at, 0), len(self.numbers) - 1)

    def go_to_typed(self) -> None:
        """Go to the move whose number was typed, or to the nearest one."""
        if self.typed:
            wanted = int(self.typed)
            self.at = min(range(len(self.numbers)), key=lambda k: abs(self.numbers[k] - wanted))
        self.typed = ""

    def switch(self) -> None:
        """Show the next variation, at its first own move; after the last, the current line."""
        before = self.numbers
        self.line = (self.line + 1) % len(self.lines)
        parted = next((k for k, n in enumerate(self.numbers) if k >= len(before) or before[k] != n), self.at)
        self.go(parted)

    def text(self) -> str:
        """Return the text of the screen."""
        width = shutil.get_terminal_size().columns
        shown = self.show.step(self.numbers[self.at], width, rule_texts=self.rule_texts)
        if not self.line:
            return shown
        which = say("Variation {k} of {n}, taken back", k=self.line, n=len(self.lines) - 1)
        return f"{self.show.reader.tell(which)} · {shown}"

    def footer(self) -> str:
        """Return the line of keys, or the number being typed."""
        said = KEYS
        if self.typed:
            said = say("go to move {move} (Enter)", move=self.typed)
        elif self.running:
            said = say("▶ playing; space stops")
        return f" {self.show.reader.tell(said)}"

    async def play_on(self) -> None:
        """Play automatically while `running`."""
        from prompt_toolkit.application import get_app

        while True:
            await asyncio.sleep(self.pace)
            if self.running:
                self.go(self.at + 1)
                self.running = self.at < len(self.numbers) - 1
                get_app().invalidate()

    def keys(self) -> KeyBindings:
        """Return the key bindings."""
        from prompt_toolkit.key_binding import KeyBindings

        keys = KeyBindings()

        def on(*names: str) -> Callable[[Callable[[Any], object]], None]:
            def bind(do: Callable[[Any], object]) -> None:
                for name in names:
                    keys.add(name, eager=True)(partial(self._pressed, name, do))

            return bind

        on("right", "n", "l", "pagedown")(lambda event: self.go(self.at + 1))
        on("left", "p", "h", "pageup")(lambda event: self.go(self.at - 1))
        on("home", "g")(lambda event: self.go(0))
        on("end", "G")(lambda event: self.go(len(self.numbers)))
        on("enter")(lambda event: self.go_to_typed())
        on("v")(lambda event: self.switch())
        on("r")(lambda event: setattr(self, "rule_texts", not self.rule_texts))
        on("space")(lambda event: setattr(self, "running", not self.running))
        on("q", "c-c", "c-d")(lambda event: event.app.exit())
        on(*"0123456789")(lambda event: setattr(self, "typed", (self.typed + event.data)[:6]))
        on("backspace")(lambda event: setattr(self, "typed", self.typed[:-1]))
        return keys

    def _pressed(self, name: str, do: Callable[[Any], object], event: Any) -> None:
        """Handle a key. All but space stop playing; all but digits, Enter and Backspace clear the typed number."""
        if name != "space":
            self.running = False
        do(event)
        if not name.isdigit() and name not in ("enter", "backspace"):
            self.typed = ""

    def run(self) -> None:
        """Show steps until the person leaves. The last step stays on the terminal."""
        from prompt_toolkit import Application
        from prompt_toolkit.formatted_text import ANSI
        from prompt_toolkit.layout import HSplit, Layout, Window
        from prompt_toolkit.layout.controls import FormattedTextControl

        body = Window(FormattedTextControl(lambda: ANSI(self.text()), show_cursor=False), wrap_lines=False)
        foot = Window(FormattedTextControl(self.footer), height=1, style="reverse")
        application: Application[None] = Application(
            Layout(HSplit([body, foot])), key_bindings=self.keys(), full_screen=True
        )

        def start() -> None:
            application.create_background_task(self.play_on())

        application.run(pre_run=start)
        echo(self.text(), nl=False)
