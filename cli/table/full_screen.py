"""The full screen of `play` on a wide terminal: the table on one side, the log and the prompt on the other.

A second thread draws and reads keys, so that no key is lost while a move is recorded. Only the recording thread reads
and changes the match. It waits for lines, and answers completion requests meanwhile.
"""

from __future__ import annotations

import _thread
import os
import queue
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO, cast

from tablescribe.cli.table.prompt import Ask, Complete, RecordedElsewhere
from tablescribe.cli.table.screen_state import Shown
from tablescribe.cli.terminal.state import echo

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output

    from tablescribe.cli.table.screen_layout import Layout
    from tablescribe.domain.table.scene import Panel
    from tablescribe.replays.reading.reader import Reader

WIDE, HIGH = 100, 16
"""Minimum columns and rows of the screen. On a smaller terminal, everything is printed line by line."""

LAST = 8
"""Maximum number of log lines printed when the screen closes because the terminal became too small."""

EVERY = 1.0
"""Seconds between checks for moves from other devices."""


@dataclass(frozen=True)
class Line:
    """Request: a line was typed."""

    text: str


@dataclass(frozen=True)
class Completing:
    """Request: complete these words, and put the result into `answer`."""

    words: Sequence[str]
    answer: Future[dict[str, str]]


@dataclass(frozen=True)
class Resized:
    """Request: the terminal's size has changed."""


@dataclass(frozen=True)
class Left:
    """Request: the screen has closed.

    Attributes:
        begun: the unfinished line.
        error: the error that closed the screen, if any.
    """

    begun: str = ""
    error: BaseException | None = None


class _Log:
    """Standard output during `play`: text goes to the log, and is also printed while the screen is not visible."""

    encoding = "utf-8"

    def __init__(self, screen: Screen, printed: TextIO) -> None:
        self._screen, self._printed = screen, printed

    @property
    def columns(self) -> int:
        """The width of a line; 0 means the terminal's width."""
        return self._screen.log_width() if self._screen.is_shown else 0

    def write(self, words: str) -> int:
        """Add text to the log."""
        first, *others = words.split("\n")
        self._screen.shown.log[-1] += first
        self._screen.shown.log += others
        return len(words) if self._screen.is_shown else self._printed.write(words)

    def flush(self) -> None:
        """Show the text."""
        if self._screen.is_shown:
            self._screen.redraw()
        else:
            self._printed.flush()

    def fileno(self) -> int:
        """Return the file descriptor of the terminal."""
        return self._printed.fileno()

    def isatty(self) -> bool:
        """Return true, so that colours are used."""
        return True


def _end(*_signal: object) -> None:
    """Exit on SIGTERM through an exception, so that the terminal is restored first."""
    raise SystemExit(128 + signal.SIGTERM)


def terminal_size() -> tuple[int, int]:
    """Return the terminal's current columns and rows, ignoring environment variables."""
    try:
        columns, rows = os.get_terminal_size(sys.__stdout__.fileno() if sys.__stdout__ is not None else 1)
    except (OSError, ValueError):
        columns, rows = shutil.get_terminal_size()
    return columns, rows


class Screen:
    """The full screen of one person at one table. Falls back to plain lines while the terminal is too small.

    Args:
        line: returns the prompt for plain lines, given an unfinished line.
        size: returns the terminal's columns and rows.
        terminal: input and output of the screen; `None`: the terminal of this process.
    """

    def __init__(
        self,
        line: Callable[[str], Ask],
        size: Callable[[], tuple[int, int]] = terminal_size,
        terminal: tuple[Input, Output] | None = None,
    ) -> None:
        self.shown = Shown()
        self._terminal = terminal
        self.at_rest: Complete | None = None
        self.has_moved_on: Callable[[], bool] = lambda: False
        self._line, self._size = line, size
        self._requests: queue.Queue[object] = queue.Queue()
        self._layout: Layout | None = None
        self._thread: threading.Thread | None = None
        self._printed: TextIO = sys.stdout
        self._asks: Complete | None = None
        self._last_words_from: int | None = None

    # --- opening and closing ------------------------------------------------------------------

    @property
    def is_shown(self) -> bool:
        """Whether the screen is visible."""
        return self._layout is not None

    def fits(self) -> bool:
        """Return whether the terminal is large enough."""
        columns, rows = self._size()
        return columns >= WIDE and rows >= HIGH

    def __enter__(self) -> Screen:
        """Open the screen, if it fits."""
        self._before = signal.signal(signal.SIGTERM, _end)
        self._printed = sys.stdout
        sys.stdout = cast("TextIO", _Log(self, self._printed))
        if self.fits():
            self._show()
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        """Restore the terminal. The last words stay on it, or the last line of the log if there are none."""
        last, was_shown = self._last_words(), self.is_shown
        self._hide()
        sys.stdout = self._printed
        if was_shown and last and kind is None:
            echo(last)
        signal.signal(signal.SIGTERM, self._before)

    def _show(self) -> None:
        from tablescribe.cli.table.screen_layout import Layout

        self._layout = Layout(self, self._printed, self._terminal)
        ready = threading.Event()
        self._thread = threading.Thread(target=self._draw, args=(self._layout, ready), name="screen", daemon=True)
        self._thread.start()
        ready.wait()

    def _draw(self, layout: Layout, ready: threading.Event) -> None:
        """Draw and read keys until the screen closes, then tell the recording thread, with the error if any."""
        try:
            layout.run(ready.set)
        except BaseException as error:  # of any kind: otherwise the recording thread would wait forever
            self._requests.put(Left(layout.begun(), error))
        else:
            self._requests.put(Left(layout.begun()))
        finally:
            ready.set()

    def _hide(self) -> None:
        """Close the screen."""
        self._refuse_waiting()
        if self._layout is not None:
            self._layout.stop()
        if self._thread is not None:
            while self._thread.is_alive():
                self._refuse_waiting()
                self._thread.join(0.05)
        self._layout = self._thread = None

    def _refuse_waiting(self) -> None:
        """Cancel waiting completion requests, as nobody needs their answers. Typed lines are kept."""
        kept = []
        while not self._requests.empty():
            request = self._requests.get()
            if isinstance(request, Completing):
                request.answer.cancel()
            elif isinstance(request, Line):
                kept.append(request)
        for one in kept:
            self._requests.put(one)

    def begin_last_words(self) -> None:
        """Let what is printed from now on stay on the terminal after the screen closes."""
        self._last_words_from = len(self.shown.log) - 1

    def _last_words(self) -> str:
        if self._last_words_from is not None:
            return "\n".join(self.shown.log[self._last_words_from :]).strip("\n")
        return next((line for line in reversed(self.shown.log) if line.strip()), "")

    # --- for the recording thread -------------------------------------------------------------

    def show(self, reader: Reader, panels: Sequence[Panel], *, from_its_top: bool = False) -> bool:
        """Show the table beside the log; return false if there is no screen."""
        self.shown.reader, self.shown.panels = reader, panels
        if self._layout is None:
            return False
        self._layout.prepare(from_its_top=from_its_top)
        self.redraw()
        return True

    def ask(self, prompt: str, complete: Complete) -> str:
        """Ask for a line; see `Ask`.

        Raises:
            EOFError: the person leaves.
            KeyboardInterrupt: the person does not answer the question.
            RecordedElsewhere: another device has recorded something; only at the prompt for the next move.
        """
        if self._layout is None and self.fits() and self.shown.panels:
            self._show()
        if self._layout is None:
            return self._line("")(prompt, complete)
        self.shown.prompt = prompt
        self._layout.completes_anew()
        self.redraw()
        self._asks = complete
        try:
            return self._answered(prompt, complete)
        finally:
            self._asks = None

    def _answered(self, prompt: str, complete: Complete) -> str:
        while True:
            try:
                request = self._requests.get(timeout=EVERY)
            except queue.Empty:
                if complete == self.at_rest and self.has_moved_on():
                    raise RecordedElsewhere from None
                continue
            if isinstance(request, Line):
                echo(f"{prompt}{request.text}")
                return request.text
            if isinstance(request, Completing) and request.answer.set_running_or_notify_cancel():
                request.answer.set_result(complete(request.words))
            elif isinstance(request, Resized) and self._layout is not None:
                self._layout.prepare(from_its_top=True)
                self.redraw()
            elif isinstance(request, type) and issubclass(request, BaseException):
                raise request
            elif isinstance(request, Left):
                self._hide()
                if request.error is not None:
                    raise request.error
                self._print_what_was_shown()
                return self._line(request.begun)(prompt, complete)

    def _print_what_was_shown(self) -> None:
        """Print the table and the end of the log, after the terminal has become too small for the screen."""
        from tablescribe.cli.terminal.state import console
        from tablescribe.replays.pictures.terminal_panels import fitting

        last = "\n".join(self.shown.log[-LAST:]).rstrip("\n")
        if self.shown.reader is not None:
            console().print(fitting(self.shown.panels, self.shown.reader))
        echo(last)

    # --- for the drawing thread ---------------------------------------------------------------

    def typed(self, text: str) -> None:
        """Pass a typed line to the recording thread."""
        self._requests.put(Line(text))

    def completed(self, words: Sequence[str]) -> dict[str, str]:
        """Return the possible next words. The recording thread answers as soon as it waits for a line."""
        answer: Future[dict[str, str]] = Future()
        self._requests.put(Completing(words, answer))
        try:
            return answer.result()
        except CancelledError:
            return {}

    def resized(self) -> None:
        """Request a new layout of the table; it is made at the next prompt."""
        self._requests.put(Resized())

    def interrupt(self) -> None:
        """Handle Ctrl-C: leave the table, leave a question unanswered, or interrupt the work in progress."""
        if self._asks is None:
            _thread.interrupt_main()
        else:
            self._requests.put(EOFError if self._asks == self.at_rest else KeyboardInterrupt)

    def leave(self) -> None:
        """Leave the table."""
        self._requests.put(EOFError)

    def redraw(self) -> None:
        """Draw again soon."""
        if self._layout is not None:
            self._layout.redraw()

    def log_width(self) -> int:
        """Return the width of the log."""
        from tablescribe.cli.table.screen_layout import widths

        return widths(self._size()[0])[1]
