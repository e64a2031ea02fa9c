"""The full screen of `play` beside the log, on a wide terminal."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from tablescribe.cli.table.full_screen import Screen
from tablescribe.cli.table.prompt import Ask
from tablescribe.cli.table.screen_text import signs, table_lines, width_of, wrapped
from tablescribe.cli.table.session import Session
from tablescribe.domain.match.events import Played
from tablescribe.ledger.matches.ledger import open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.pictures.scenes import scene
from tablescribe.replays.reading.reader import Reader
from tests.cli.at_table import Table
from tests.cli.table.test_typed_words import GAMES
from tests.domain.random_play import open_match

LONGEST = 60.0
"""Seconds that something on the screen is waited for at most."""

ENTERS, LEAVES = "\x1b[?1049h", "\x1b[?1049l"
"""The control sequence that switches a terminal to the alternate screen and back."""

PROMPT_OF_YELLOW = r"\(yellow\)(?:\x1b\[[0-9;]*m)*>"
"""A regular expression; the prompt may be coloured."""

PAGE_UP, CTRL_C, CTRL_D, TAB = "\x1b[5~", "\x03", "\x04", "\t"


class Terminal(DummyOutput):
    """A terminal of variable size, with access to the screen's content."""

    columns, rows = 120, 40

    def get_size(self) -> Size:
        return Size(rows=self.rows, columns=self.columns)


class Person(threading.Thread):
    """A person who waits for the screen to show something, and types."""

    def __init__(self, screen: Screen, keys: PipeInput, terminal: Terminal, does: Callable[[Person], None]) -> None:
        super().__init__(daemon=True)
        self.screen, self.keys, self.terminal, self.does = screen, keys, terminal, does
        self.failed: BaseException | None = None

    def run(self) -> None:
        try:
            self.does(self)
        except BaseException as error:
            self.failed = error
        if self.screen.is_shown:
            self.screen.leave()

    def text(self) -> str:
        """Return the text of the screen."""
        layout = self.screen._layout
        drawn = layout._application.renderer.last_rendered_screen if layout is not None else None
        if drawn is None:
            return ""
        lines = drawn.data_buffer  # `get`: it is drawn meanwhile
        rows: list[Any] = [lines.get(y, {}) for y in range(self.terminal.rows)]
        cells = [[row.get(x) for x in range(self.terminal.columns)] for row in rows]
        return "\n".join("".join(" " if one is None else one.char for one in row).rstrip() for row in cells)

    def sees(self, *words: str) -> str:
        """Wait until the screen shows some words, and return all that it shows then."""
        return self.waits(lambda: all(one in self.text() for one in words), words)

    def waits(self, condition: Callable[[], bool], what: object = "") -> str:
        """Wait until something is so."""
        until = time.monotonic() + LONGEST
        while not condition():
            assert time.monotonic() < until, (what, self.text())
            time.sleep(0.02)
        return self.text()

    def types(self, keys: str) -> None:
        """Press some keys."""
        self.keys.send_text(keys)


class Sitting:
    """One person before the screen of a match of morris."""

    def __init__(self, folder: Path) -> None:
        self.path = str(folder / "ledger.db")
        self.ledger = open_ledger(self.path)
        self.scribe = Scribe(self.ledger)
        self.id = self.scribe.new("morris", ["Ann", "Ed"]).id
        self.terminal = Terminal()
        self.lines: list[str] = []
        self.session: Session | None = None

    def line(self, begun: str) -> Ask:
        """Return the prompt for a small terminal."""
        self.lines.append(begun)

        def ask(prompt: str, complete: object) -> str:
            self.terminal.columns = 120
            return begun

        return ask

    def plays(self, does: Callable[[Person], None], **change: Any) -> Session:
        """Let a person play until they leave."""
        with create_pipe_input() as keys:
            screen = Screen(self.line, lambda: (self.terminal.columns, self.terminal.rows), (keys, self.terminal))
            person = Person(screen, keys, self.terminal, does)
            printed = sys.stdout
            try:
                with screen:
                    self.session = Session(self.scribe, self.id, screen.ask, None, screen=screen)
                    for name, value in change.items():
                        setattr(self.session, name, value)
                    person.start()
                    self.session.run()
            finally:
                assert sys.stdout is printed
                assert not screen.is_shown
            person.join(LONGEST)
        if person.failed is not None:
            raise person.failed
        return self.session


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    found = Sitting(tmp_path)
    yield found
    found.ledger.close()


def test_the_table_stays_beside_what_happened_and_what_is_next(sitting: Sitting) -> None:
    def does(person: Person) -> None:
        before = person.sees("Ann (white)>", "Next: Ann (white)", "possible: place")
        assert "│" in before.splitlines()[0]
        person.types("place a7\r")
        person.sees("1  Ann (white) places a man on a7", "Next: Ed (black)", "Ed (black)>", "\n 7   ○")

    assert sitting.plays(does).match.head == 1


def test_a_refusal_is_shown_in_place_with_its_rule(sitting: Sitting) -> None:
    def does(person: Person) -> None:
        person.types("move a7 a4\r")
        shown = person.sees("Not recorded: ", "shows the moves that cite the rule")
        assert " 7   ·" in shown

    assert sitting.plays(does).exit_code == 3


def test_tab_shows_what_may_come_next(sitting: Sitting) -> None:
    def does(person: Person) -> None:
        person.sees("Ann (white)>")
        person.types(TAB)
        person.sees("undo", "undo the last move")
        person.types("\x1b")
        person.types("place b")
        person.sees("b2", "b4", "b6")

    sitting.plays(does)


def test_what_is_typed_ahead_is_not_lost(sitting: Sitting) -> None:
    places = ("a7", "d7", "g7", "b6", "d6", "f6")

    def does(person: Person) -> None:
        person.sees("Ann (white)>")
        person.types("".join(f"place {one}\r" for one in places))
        person.waits(lambda: sitting.session is not None and sitting.session.match.head == len(places))

    match = sitting.plays(does).match
    played = [one for one in map(match.moves.__getitem__, match.line.numbers) if isinstance(one, Played)]
    assert [one.action["to"] for one in played] == list(places)


def test_page_up_goes_back_in_the_log(sitting: Sitting) -> None:
    def does(person: Person) -> None:
        person.types("help\rhelp\rboard\r")
        assert "Nine Men's Morris · match" not in person.sees("Ann (white)> board")
        person.types(PAGE_UP * 4)
        person.sees("Nine Men's Morris · match")
        person.types("log\r")
        person.sees("no moves yet")

    sitting.plays(does)


def test_what_another_device_records_is_shown_and_the_line_stays(sitting: Sitting) -> None:
    def does(person: Person) -> None:
        person.sees("Ann (white)>")
        person.types("place d")
        sitting_elsewhere(sitting)
        person.sees("Recorded on another device:", "Ann (white) places a man on g1", "Ed (black)> place d")
        person.sees("1   ·           ·           ○")
        person.types("7\r")
        person.sees("Ed (black) places a man on d7")

    assert sitting.plays(does).match.head == 2


def sitting_elsewhere(sitting: Sitting) -> None:
    """Record a move by another process's ledger."""
    ledger = open_ledger(sitting.path)
    Scribe(ledger).play(sitting.id, 1, {"do": "place", "to": "g1"})
    ledger.close()


def test_a_terminal_that_becomes_small_goes_on_in_lines_and_back(sitting: Sitting) -> None:
    def does(person: Person) -> None:
        person.sees("Ann (white)>")
        person.types("place a7")
        person.sees("place a7")
        person.terminal.columns = 80
        person.waits(lambda: bool(sitting.lines))
        person.sees("Ann (white) places a man on a7", "Ed (black)>")

    assert sitting.plays(does).match.head == 1
    assert sitting.lines == ["place a7"], "what was begun is still there"


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D])
def test_an_empty_line_is_left_by_control_keys(sitting: Sitting, key: str) -> None:
    def does(person: Person) -> None:
        person.sees("Ann (white)>")
        person.types(f"abc{CTRL_C}")
        person.waits(lambda: "abc" not in person.text())
        person.types(key)
        person.waits(lambda: not person.screen.is_shown)

    assert sitting.plays(does).exit_code == 0


def test_a_question_is_cancelled_and_the_table_stays(sitting: Sitting) -> None:
    def does(person: Person) -> None:
        person.types("ruling 1 because\r")
        person.sees("fact?")
        person.types(CTRL_C)
        person.sees("Not recorded.", "Ann (white)>")

    assert sitting.plays(does).match.head == 0


def typing(line: str) -> Callable[[Person], None]:
    """Return a function that types a line and waits until the screen has closed."""

    def does(person: Person) -> None:
        person.types(f"{line}\r")
        person.waits(lambda: not person.screen.is_shown)

    return does


def test_an_error_gives_the_terminal_back(sitting: Sitting) -> None:
    def breaks(line: str) -> None:
        raise RuntimeError(line)

    with pytest.raises(RuntimeError, match="boom"):
        sitting.plays(typing("boom"), answer=breaks)


def test_an_error_in_drawing_is_not_waited_for(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(*given: object) -> None:
        raise RuntimeError("no paper")

    monkeypatch.setattr("tablescribe.cli.table.screen_layout.Layout._accept", breaks)
    with pytest.raises(RuntimeError, match="no paper"):
        sitting.plays(typing("place a7"))


# --- on a terminal --------------------------------------------------------------------------------


@pytest.mark.parametrize(("columns", "stays"), [(120, True), (80, False)])
def test_a_wide_terminal_has_a_screen_and_gets_itself_back(tmp_path: Path, columns: int, stays: bool) -> None:
    table = Table(tmp_path)
    spawned = table.terminal("play", table.id, size=(40, columns))
    spawned.expect_exact("leaves")
    assert (ENTERS in str(spawned.before)) is stays
    spawned.send("skip\r")
    spawned.expect(PROMPT_OF_YELLOW)  # between prompts, a terminal takes Ctrl-D for itself
    spawned.send(CTRL_D)
    if stays:
        spawned.expect_exact(LEAVES)
    spawned.expect_exact("is recorded up to move 1.")
    spawned.expect(pexpect.EOF)
    spawned.close()
    assert spawned.exitstatus == 0
    assert table.match().head == 1


# --- what it is made of ---------------------------------------------------------------------------


def test_lines_are_wrapped_at_spaces_below_their_lead() -> None:
    told = wrapped(signs("  12  \x1b[31mAnn moves two warriors from clearing five\x1b[0m"), 24)
    assert ["".join(sign for _, sign in line) for line in told] == [
        "  12  Ann moves two", "      warriors from", "      clearing five",
    ]  # fmt: skip
    assert told[2][-1][0] == signs("\x1b[31mA")[0][0], "a colour goes on"
    assert all(width_of(line) <= 24 for line in wrapped(signs("w" * 100), 24))


@pytest.mark.parametrize("game", GAMES)
def test_every_table_fits_its_side_in_columns_where_there_is_room(game: str) -> None:
    match = open_match(game, GAMES[game])
    reader = Reader(match.opening, "en", ("Ann", "Ed", "Mia", "Vic")[: GAMES[game]])
    panels = scene(match.opening, match.table, "everything")
    for columns, rows in ((53, 22), (69, 38), (117, 58), (177, 58)):
        lines = table_lines(reader, panels, columns, rows)
        assert max(map(width_of, lines)) <= columns + 2
        text = "\n".join("".join(sign for _, sign in line) for line in lines)
        assert len(lines) <= max(rows, 130)
        assert text.count("Ann") >= 1
    assert len(table_lines(reader, panels, 177, 58)) <= 80
