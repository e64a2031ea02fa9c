"""Draw the table's full screen and handle its keys."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO

from prompt_toolkit import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import DynamicCompleter, ThreadedCompleter
from prompt_toolkit.formatted_text import ANSI, StyleAndTextTuples, to_formatted_text
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import Float, FloatContainer, HSplit, VSplit, Window
from prompt_toolkit.layout import Layout as ToolkitLayout
from prompt_toolkit.layout.controls import BufferControl, FormattedTextControl
from prompt_toolkit.layout.menus import CompletionsMenu
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output.defaults import create_output

from tablescribe.cli.table.prompt import words_completing
from tablescribe.cli.table.screen_text import Line, signs, table_lines, wrapped
from tablescribe.domain.words.text import say

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output

    from tablescribe.cli.table.screen_state import Recorder

NARROWEST, WIDEST = 44, 84
"""Minimum and maximum width of the log."""

KEYS = say("PageUp, PageDown: log · Ctrl-↑, Ctrl-↓: table · Tab: complete · Ctrl-D: leave")

LOOKS = 0.2
"""Seconds between checks of the terminal's size."""

ABOVE = 3
"""Number of lines shown above the first changed line of the table."""

HISTORY = InMemoryHistory()
"""The lines typed before, kept when the screen closes and opens again."""


def widths(columns: int) -> tuple[int, int]:
    """Return the widths of the table and the log; three columns between them are for the line and its gaps."""
    log = min(max(NARROWEST, columns * 2 // 5), WIDEST)
    return columns - log - 3, log


class Layout:
    """The drawing of the screen, which runs in a thread of its own.

    Args:
        screen: the content of the screen, and the recipient of what is typed.
        printed: the output; keys are read from this process's terminal.
        terminal: input and output to use instead.
    """

    def __init__(self, screen: Recorder, printed: TextIO, terminal: tuple[Input, Output] | None = None) -> None:
        self._screen, self._shown = screen, screen.shown
        self._back = self._down = 0
        self._table: tuple[tuple[int, int], list[Line]] = ((0, 0), [])
        self._wanted = (0, 0)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._completer = ThreadedCompleter(words_completing(screen.completed))
        self._buffer = Buffer(
            completer=DynamicCompleter(lambda: self._completer), complete_while_typing=True, history=HISTORY,
            accept_handler=self._accept, multiline=False,
        )  # fmt: skip
        keys, self._output = terminal or (None, create_output(stdout=printed))
        self._application: Application[None] = Application(
            self._drawn(), key_bindings=self._keys(), full_screen=True, input=keys, output=self._output,
            terminal_size_polling_interval=None,
        )  # fmt: skip

    def _drawn(self) -> ToolkitLayout:
        table = Window(FormattedTextControl(self._table_text, show_cursor=False), width=lambda: self._widths()[0])
        log = Window(FormattedTextControl(self._log_text, show_cursor=False))
        line = Window(
            BufferControl(self._buffer, input_processors=[BeforeInput(lambda: ANSI(self._shown.prompt))]), height=1
        )
        keys = Window(FormattedTextControl(self._keys_text), height=1, style="reverse")
        between = Window(width=1, char="│", style="class:line fg:ansibrightblack")
        gap = Window(width=1, char=" ")
        body = VSplit([table, between, gap, log])
        menu = Float(CompletionsMenu(max_height=12, scroll_offset=1), xcursor=True, ycursor=True)
        return ToolkitLayout(FloatContainer(HSplit([body, line, keys]), floats=[menu]), focused_element=line)

    # --- running ------------------------------------------------------------------------------

    def run(self, ready: Callable[[], object]) -> None:
        """Draw until `stop` is called, or the terminal becomes too small."""

        async def drawing() -> None:
            self._loop = asyncio.get_running_loop()
            self._loop.set_exception_handler(self._failed)

            def begin() -> None:
                self._application.create_background_task(self._follow_size())
                ready()

            await self._application.run_async(pre_run=begin, handle_sigint=False, set_exception_handler=False)

        asyncio.run(drawing())

    def _failed(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Stop with an error that a key or the drawing caused: `run` raises it."""
        error = context.get("exception") or RuntimeError(context["message"])
        if self._application.is_running and not self._application.is_done:
            self._application.exit(exception=error)

    def stop(self) -> None:
        """Stop drawing and restore the terminal."""

        def leave() -> None:
            if self._application.is_running and not self._application.is_done:
                self._application.exit()

        self._soon(leave)

    def begun(self) -> str:
        """Return the unfinished line."""
        return self._buffer.text

    def redraw(self) -> None:
        """Draw again soon."""
        self._soon(self._application.invalidate)

    def _soon(self, what: Callable[[], None]) -> None:
        """Run something in the drawing thread, unless it has ended."""
        if self._loop is not None and not self._loop.is_closed():
            with suppress(RuntimeError):  # it ended meanwhile
                self._loop.call_soon_threadsafe(what)

    def completes_anew(self) -> None:
        """Forget known completions, as the question has changed."""
        self._completer = ThreadedCompleter(words_completing(self._screen.completed))

    def prepare(self, *, from_its_top: bool) -> None:
        """Lay out the table for drawing, and scroll to its first changed line if it is not visible.

        Called by the recording thread.
        """
        (columns, rows), before = self._size(), self._table[1]
        height = rows - 2
        assert self._shown.reader is not None
        lines = table_lines(self._shown.reader, self._shown.panels, widths(columns)[0], height)
        self._table, self._wanted = ((columns, rows), lines), (0, 0)
        news = next((at for at, line in enumerate(lines) if before[at : at + 1] != [line]), self._down)
        self._back = 0
        if from_its_top or not before:
            self._down = 0
        elif not self._down <= news < self._down + height - 1:
            self._down = max(0, news - ABOVE)

    # --- what is drawn ------------------------------------------------------------------------

    def _size(self) -> tuple[int, int]:
        size = self._output.get_size()
        return size.columns, size.rows

    def _widths(self) -> tuple[int, int]:
        return widths(self._size()[0])

    async def _follow_size(self) -> None:
        """Draw again if the terminal's size changes; leave if it is too small.

        The size is polled, because only a main thread gets the signal.
        """
        size = self._size()
        while not self._application.is_done:
            if not self._screen.fits():
                self._application.exit()
                return
            if size != (size := self._size()):
                self._application.renderer.clear()
                self._application.invalidate()
            await asyncio.sleep(LOOKS)

    def _table_text(self) -> StyleAndTextTuples:
        """Return the table as last laid out. For another size, ask the recording thread for a new layout.

        Only the recording thread may read the match, as it may change meanwhile.
        """
        size, lines = self._table
        now = self._size()
        if lines and size != now != self._wanted:
            self._wanted = now
            self._screen.resized()
        height = now[1] - 2
        self._down = max(0, min(self._down, len(lines) - height))
        shown = lines[self._down : self._down + height]
        if (below := len(lines) - self._down - height) > 0 and self._shown.reader is not None:
            more = self._shown.reader.tell(say("▼ {n} more lines: Ctrl-↓", n=below + 1))
            shown[-1:] = [[("reverse", sign) for sign in f" {more} "]]
        return _as_text(shown)

    def _log_text(self) -> StyleAndTextTuples:
        """Return the end of the log, or an earlier part if the person has scrolled."""
        width, height = self._widths()[1], self._size()[1] - 2
        found: list[Line] = []
        lines = list(self._shown.log)
        while lines and not lines[-1]:
            lines.pop()
        for line in reversed(lines):
            found[:0] = wrapped(signs(line), width)
            if len(found) >= height + self._back:
                break
        self._back = max(0, min(self._back, len(found) - height))
        end = len(found) - self._back
        shown = found[max(0, end - height) : end]
        return _as_text([[]] * (height - len(shown)) + shown)

    def _keys_text(self) -> str:
        reader = self._shown.reader
        return f" {reader.tell(KEYS)}" if reader is not None else ""

    # --- keys ---------------------------------------------------------------------------------

    def _accept(self, buffer: Buffer) -> bool:
        self._back = 0
        self._screen.typed(buffer.text)
        return False

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()
        does: dict[str, Callable[[Any], object]] = {
            "pageup": lambda event: self._scroll(log=1), "pagedown": lambda event: self._scroll(log=-1),
            "c-up": lambda event: self._scroll(table=-1), "c-down": lambda event: self._scroll(table=1),
            "c-c": lambda event: self._buffer.reset() if self._buffer.text else self._screen.interrupt(),
            "c-d": lambda event: self._buffer.delete() if self._buffer.text else self._screen.leave(),
            "c-l": lambda event: event.app.renderer.clear(),
        }  # fmt: skip
        for key, do in does.items():
            keys.add(key, eager=True)(_doing(do))
        return keys

    def _scroll(self, log: int = 0, table: int = 0) -> None:
        """Scroll the log or the table by pages. The next drawing limits it to the available lines."""
        page = max(1, self._size()[1] - 4)
        self._back += log * page
        self._down += table * page // 2


def _doing(do: Callable[[Any], object]) -> Callable[[Any], None]:
    """Return a key handler that ignores the function's result."""

    def handler(event: Any) -> None:
        do(event)

    return handler


def _as_text(lines: Iterable[Line]) -> StyleAndTextTuples:
    """Return lines as one formatted text."""
    found: StyleAndTextTuples = []
    for number, line in enumerate(lines):
        if number:
            found.append(("", "\n"))
        found.extend(line)
    return to_formatted_text(found)
