"""What `play`, `replay` and `demo` print alike: the board, a move in words, and its changes."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from tablescribe.cli.terminal.state import console, echo

if TYPE_CHECKING:
    from tablescribe.domain.match.events import AnyEvent, Played
    from tablescribe.domain.match.match import Match
    from tablescribe.domain.rules.game import Seen
    from tablescribe.domain.table.scene import Panel
    from tablescribe.domain.table.table import Fact, Table
    from tablescribe.replays.reading.discretion import Viewer
    from tablescribe.replays.reading.reader import Reader
    from tablescribe.replays.reading.timeline import Timeline

SEAT_COLOURS = {"blue": "bright_blue", "yellow": "yellow", "red": "red", "green": "green", "black": "magenta"}
"""The terminal colour of a seat named after a colour. Black would be invisible on a dark terminal."""


SHORT = 24
"""A table of at most this many lines is printed after every move."""

IN_A_ROW = 4
"""Maximum number of changes on one line. More, such as a solo opponent's orders, get a line each."""


def seat_name(reader: Reader, seat: int) -> str:
    """Return a seat's name in its colour."""
    from tablescribe.domain.table.names import seat as name_of
    from tablescribe.replays.reading.reader import Reader

    english = Reader(reader.opening).name(name_of(seat))
    return click.style(reader.name(name_of(seat)), fg=SEAT_COLOURS.get(english), bold=True)


def write(words: str, *, lead: str = "", **style: Any) -> None:
    """Print text after a lead such as a number; on a terminal, wrapped with a hanging indent."""
    echo(laid_out(words, lead=lead, width=line_width(), **style))


def laid_out(words: str, *, lead: str = "", width: int = 0, **style: Any) -> str:
    """Return text after a lead, wrapped to a width (0: not wrapped)."""
    lines = [words]
    if width:
        lines = textwrap.wrap(words, max(width - len(lead), 20), break_long_words=False, break_on_hyphens=False) or [""]
    # Each line is styled separately, so that it keeps its colour if the lines are split later.
    styled = [click.style(line, **style) if style else line for line in lines]
    return click.style(lead, bold=True) * bool(lead) + f"\n{' ' * len(lead)}".join(styled)


def line_width() -> int:
    """Return the width of a line of text; 0 if the output is no terminal."""
    columns = getattr(sys.stdout, "columns", 0) or shutil.get_terminal_size().columns
    return min(columns, 110) if sys.stdout.isatty() else 0


def board(reader: Reader, table: Table, viewer: Viewer, before: Sequence[Panel] = ()) -> Sequence[Panel]:
    """Print the table and return its panels.

    A long table is printed only if most of it has changed since the panels `before`. Otherwise `before` is returned.
    """
    from tablescribe.replays.pictures.scenes import scene
    from tablescribe.replays.pictures.terminal_panels import fitting

    assert reader.opening is not None
    panels = scene(reader.opening, table, viewer)
    drawn = fitting(panels, reader)
    if before and not has_changed_much(panels, before) and len(console().render_lines(drawn)) > SHORT:
        return before
    console().print(drawn)
    return panels


def has_changed_much(panels: Sequence[Panel], before: Sequence[Panel]) -> bool:
    """Return whether more than half of the rows have changed."""

    def rows(some: Sequence[Panel]) -> int:
        return sum(len(panel.rows) + sum(map(len, panel.tables)) for panel in some)

    return 2 * rows(news(panels, before)) > rows(panels)


def news(panels: Sequence[Panel], before: Sequence[Panel]) -> list[Panel]:
    """Return the changed panels with their changed rows; a panel with a grid, or with fewer rows, as a whole."""
    known = {panel.name: panel for panel in before}
    return [shown for panel in panels if (shown := _news_of(panel, known.get(panel.name))) is not None]


def _news_of(panel: Panel, old: Panel | None) -> Panel | None:
    from msgspec.structs import replace

    if old is not None and (old.rows, old.tables) == (panel.rows, panel.tables):
        return None
    if old is None or panel.tables or len(old.rows) > len(panel.rows):
        return panel
    return replace(panel, rows=(*panel.rows[:1], *(row for row in panel.rows[1:] if row not in old.rows)))


def event_lines(reader: Reader, match: Match, event: AnyEvent, changes: Iterable[str], width: int) -> list[str]:
    """Return an event in words, with the seat in its colour and breaches in red, followed by its changes."""
    from tablescribe.domain.match.events import Played
    from tablescribe.domain.table.names import seat as name_of
    from tablescribe.domain.words.text import say
    from tablescribe.replays.reading.discretion import Discretion
    from tablescribe.replays.reading.wording import say_action, say_breach, say_event

    number = getattr(event, "number", None)
    lead = f"{number:>4}  " if number is not None else "   ·  "
    if not isinstance(event, Played):
        return [laid_out(reader.tell(say_event(match, event)), lead=lead, width=width)]
    deed = say_action(match, event)
    said = reader.tell(say("{deed} (no one responded)", deed=deed) if event.implied else deed)
    # The seat comes first in the sentence. It is coloured after wrapping, because colour codes have no width.
    seat = reader.name(name_of(event.seat))
    words = laid_out(said, lead=lead, width=width).replace(seat, seat_name(reader, event.seat), 1)
    lines, indent = [words], " " * len(lead)
    for broken in event.irregularities:
        breach = say("breaks {rule}", rule=say_breach(broken, Discretion(match, event, None, None)))
        lines.append(laid_out(reader.tell(breach), lead=indent, width=width, fg="red", bold=True))
    told = list(changes)
    paragraphs = told if len(told) > IN_A_ROW else filter(None, [" · ".join(told)])
    return [*lines, *(laid_out(words, lead=indent, width=width, fg="bright_black") for words in paragraphs)]


def show_event(reader: Reader, match: Match, event: AnyEvent, changes: Iterable[str] = ()) -> None:
    """Print an event and its changes."""
    echo("\n".join(event_lines(reader, match, event, changes, line_width())))


def show_played(reader: Reader, match: Match, played: Iterable[Played], viewer: Viewer) -> None:
    """Print moves just recorded, with the changes that the viewer may see."""
    from tablescribe.replays.reading.timeline import Timeline

    timeline = Timeline(match)
    for one in played:
        show_event(reader, match, one, brief_changes(reader, timeline, one.number, viewer))


def brief(reader: Reader, table: Table, facts: Iterable[Fact]) -> list[str]:
    """Return changes in words, without routine ones such as drawing a card or passing the turn."""
    from tablescribe.domain.words.text import Thing, say
    from tablescribe.replays.reading.fact_wording import say_facts

    assert reader.opening is not None
    told: list[str] = []
    for fact in facts:
        if (pile := _shuffled(fact)) is not None:
            told.append(reader.tell(say("{pile} is shuffled into the deck", pile=Thing(pile))))
        elif not _is_routine(table, fact):
            told += [reader.tell(one) for one in say_facts(reader.opening, [fact])]
    return told


def _shuffled(fact: Fact) -> str | None:
    """Return the discard pile that a fact shuffles back into its deck; `None` for any other fact."""
    from tablescribe.domain.table.names import bare, deck, discard
    from tablescribe.domain.table.table import HIDDEN, Moved

    if not isinstance(fact, Moved) or not fact.piece.startswith(HIDDEN):
        return None
    name = bare(fact.piece).removeprefix(HIDDEN)
    return fact.src if (fact.src, fact.dst) == (discard(name), deck(name)) else None


def consequences(reader: Reader, seen: Seen) -> str:
    """Return the effects of an action in the shortest form, for a list of legal actions."""
    from msgspec.structs import replace

    from tablescribe.domain.table.table import Changed

    assert reader.opening is not None
    tell = reader.opening.game.tell
    facts = tuple(fact for fact in seen.facts if not (isinstance(fact, Changed) and fact.key == "turn"))
    told, rest = tell(reader.opening, replace(seen, facts=facts)) if tell is not None else ([], facts)
    return " · ".join(filter(None, (*map(reader.tell, told), destinations(reader, seen.before, rest))))


def destinations(reader: Reader, table: Table, facts: Iterable[Fact]) -> str:
    """Return where pieces go and what else changes, on one line."""
    from tablescribe.domain.table.names import AWAITS
    from tablescribe.domain.table.table import Changed, Moved
    from tablescribe.domain.words.text import say
    from tablescribe.replays.reading.fact_wording import say_facts

    assert reader.opening is not None
    windows = {window.name: window.asks for window in reader.opening.game.windows}
    told: list[str] = []
    last: Moved | None = None
    for fact in facts:
        if _is_routine(table, fact):
            continue
        if isinstance(fact, Changed) and fact.key == AWAITS and fact.now in windows:
            told.append(reader.tell(say("then: {what}", what=windows[str(fact.now)])))
        elif not isinstance(fact, Moved):
            told.extend(reader.tell(one) for one in say_facts(reader.opening, [fact]))
        elif last is not None and (last.piece, last.dst) == (fact.piece, fact.src):
            told[-1] += f" → {reader.name(fact.dst)}"
        else:
            told.append(f"{reader.name(fact.piece)} → {reader.name(fact.dst)}")
        last = fact if isinstance(fact, Moved) else None
    return " · ".join(told)


def brief_changes(reader: Reader, timeline: Timeline, number: int, viewer: Viewer) -> list[str]:
    """Return the changes of a move in brief, as far as the viewer may see them."""
    told, rest = timeline.telling(number, viewer)
    return [*map(reader.tell, told), *brief(reader, timeline.at(number), rest)]


def _is_routine(table: Table, fact: Fact) -> bool:
    """Return whether a fact only passes the turn, or moves a card as the sentence already says."""
    from tablescribe.domain.table.table import HIDDEN, Changed, Moved

    if isinstance(fact, Changed):
        return fact.key == "turn"
    if not isinstance(fact, Moved) or f"unseen:{fact.piece.removeprefix(HIDDEN).partition(':')[0]}" not in table.zones:
        return False
    if fact.src.startswith("hand:"):
        return not fact.dst.startswith("hand:")
    return fact.piece.startswith(HIDDEN) or fact.dst.startswith("discard:")
