"""Return a match as steps: each action, its changes, and the differences between pictures.

The replay page and the stand-alone replay file use the same data. Pictures are cut into fragments, and a pool stores
each fragment once: a step changes a few of a board's two hundred. Fragments are cut into bits (position, size, paint),
which many shapes share.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from tablescribe.domain.match.clock_events import ClockPressed
from tablescribe.domain.match.events import AnyEvent, Missed, Move, Opened, Played, Ruled
from tablescribe.domain.match.line import Line
from tablescribe.domain.match.match import Match
from tablescribe.domain.match.pictures import pictures_of
from tablescribe.replays.pictures.incremental import IncrementalPicture
from tablescribe.replays.pictures.pictures import DrawnPanel, drawn_panels
from tablescribe.replays.reading.clock import MoveClocks
from tablescribe.replays.reading.discretion import Viewer
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.timeline import Timeline
from tablescribe.replays.reading.wording import say_event, withholds

PAGE = 25
"""Steps per page. The largest game's picture takes some 20 ms, so a page takes half a second at most."""


@dataclass(frozen=True)
class Walk:
    """A path through the moves of a match.

    Attributes:
        numbers: their numbers, from the set-up to the end.
        left: the last move, if this is an abandoned line; `None` for the current line.
    """

    numbers: Sequence[int]
    left: int | None = None


def walk_through(line: Line, number: int, variations: Sequence[Sequence[int]] | None = None) -> Walk:
    """Return the path that contains a move: the current line, or else the first abandoned line with it.

    Raises:
        NoSuchMove: there is none of that number.
    """
    if line.counts(number):
        return Walk(line.numbers)
    leads = next(one for one in variations or line.variations() if number in one)
    return Walk([*line.numbers[: line.depth[leads[0]]], *leads], leads[-1])


class StepTeller:
    """Reads a match step by step as a viewer may see it."""

    def __init__(
        self, match: Match, events: Sequence[AnyEvent], viewer: Viewer, reader: Reader,
        timeline: Timeline | None = None, sketch: IncrementalPicture | None = None,
    ) -> None:  # fmt: skip
        """Prepare to read a match.

        Args:
            match: the match.
            events: all of its events.
            viewer: who reads.
            reader: renders the words.
            timeline: a timeline to reuse, ideally near the steps.
            sketch: the picture last drawn for the same viewer and reader.
        """
        self.match, self.events, self.viewer, self.reader = match, events, viewer, reader
        self.timeline = timeline or Timeline(match)
        self._clocks = MoveClocks(match)
        self.sketch = sketch or IncrementalPicture()

    # --- words --------------------------------------------------------------------------------

    def lines(self, way: Walk, first: int, last: int) -> list[dict[str, Any]]:
        """Return in words the events recorded during some steps of a path, including moves that were taken back."""
        begins = self._version(way.numbers[first]) if first else 1
        some = self.events[begins - 1 : self._until(way, last) - 1]
        return [self.line(event) for event in some if not isinstance(event, ClockPressed)]  # each step shows the clock

    def line(self, event: AnyEvent) -> dict[str, Any]:
        """Return an event in words."""
        move = event if isinstance(event, Played | Ruled | Missed) else None
        number = move.number if move is not None else 0 if isinstance(event, Opened) else None
        said = say_event(self.match, event, self.viewer, self.timeline._cursor if move is not None else None)
        broken = bool(getattr(event, "irregularities", ())) and not self._hides(event)
        return {
            "move": number,
            "words": self.reader.tell(said),
            "counts": number is None or self.match.line.counts(number),
            "broken": broken,
        }

    def _until(self, way: Walk, last: int) -> int:
        """Return the version of the first event after the steps up to `last`."""
        if last < len(way.numbers):
            return self._version(way.numbers[last])
        if way.left is None:
            return len(self.events) + 1
        ends = self._version(way.left)
        later = (one.originator_version for one in self.events[ends:] if isinstance(one, Played | Ruled | Missed))
        return next(later, len(self.events) + 1)

    def _version(self, number: int) -> int:
        return self.match.moves[number].originator_version

    def _hides(self, event: AnyEvent) -> bool:
        return isinstance(event, Played) and withholds(self.match, event, self.viewer)

    # --- steps --------------------------------------------------------------------------------

    def panels(self, number: int) -> tuple[DrawnPanel, ...]:
        """Return the table after a move, with the changes marked."""
        facts = self.timeline.facts(number, self.viewer) if number else ()
        return drawn_panels(
            self.match.opening, self.timeline.at(number), viewer=self.viewer, highlight=facts, reader=self.reader,
            sketch=self.sketch,
        )  # fmt: skip

    def step(self, number: int) -> dict[str, Any]:
        """Return a step without its pictures: its changes, rules and notes."""
        move = self.match.moves[number]
        broken, cited = self._rules(move)
        changes = self.timeline.changes(number, self.viewer) if number else []
        return {
            "move": number,
            "counts": self.match.line.counts(number),
            "changes": [self.reader.tell(one) for one in [*changes, *self._clocks.after(number)]],
            "broken": broken,
            "rules": cited,
            "notes": [note.text for note in self.match.notes if note.about == number and note.text],
            "photos": [one for note in self.match.notes if note.about == number for one in pictures_of(note)],
        }

    def _rules(self, move: Move) -> tuple[list[str], list[str]]:
        """Return the rules that a move broke and followed; none if they could reveal what is hidden."""
        if self._hides(move):
            return [], []
        broken = [one.rule for one in getattr(move, "irregularities", ())]
        cited = [move.clause] if isinstance(move, Ruled) else getattr(move, "citations", ())
        return broken, [rule for rule in cited if rule not in broken]

    def texts(self, steps: Sequence[dict[str, Any]]) -> dict[str, str]:
        """Return the texts of the rules that steps name."""
        known = self.match.opening.game.rulebook.texts(self.reader.language)
        return {rule: known.get(rule, "") for step in steps for rule in (*step["broken"], *step["rules"])}

    # --- pages --------------------------------------------------------------------------------

    def page(self, way: Walk, first: int, count: int = PAGE) -> dict[str, Any]:
        """Return some steps of a path as plain data.

        Each step names its panels in `scenes` (name, kind, title). `panels` has those that differ from the previous
        step of this page, as `[begin, gone, fragments…]`: from fragment `begin` on, replace `gone` fragments by these.
        The fragments of a panel in order are its picture. Each fragment is a list of numbers of `bits`.
        """
        last = min(first + count, len(way.numbers))
        pool = _Pool()
        scenes: dict[tuple[tuple[str, str, str], ...], int] = {}
        steps, before = list[dict[str, Any]](), dict[str, str]()
        for number in way.numbers[first:last]:
            drawn = self.panels(number)
            now: dict[str, str] = {one.name: one.svg for one in drawn}
            changed = {name: pool.differs(name, str(svg)) for name, svg in now.items() if before.get(name) != svg}
            laid = tuple((one.name, one.kind, one.title) for one in drawn)
            steps.append({**self.step(number), "scene": scenes.setdefault(laid, len(scenes)), "panels": changed})
            before = now
        book = self.match.opening.game.rulebook
        return {
            "version": self.match.version,
            "left": way.left,
            "total": len(way.numbers),
            "first": first,
            "lines": self.lines(way, first, last),
            "steps": steps,
            "scenes": list(scenes),
            "fragments": pool.made,
            "bits": list(pool.bits),
            "rules": self.texts(steps),
            "language": book.language(self.reader.language),
        }


BITS = re.compile(r"(?=<(?!/))|(?= (?:width|fill)=)|(?<=>)")
"""Where fragments are cut: before each opening tag, before sizes and paint, and after each tag."""


@dataclass
class _Pool:
    """The parts of a page's pictures, each stored once.

    Attributes:
        fragments: the number of each fragment's text.
        made: each fragment as numbers of bits.
        bits: the number of each bit's text.
        last: the fragments of each panel as last drawn.
    """

    fragments: dict[str, int] = field(default_factory=dict)
    made: list[list[int]] = field(default_factory=list)
    bits: dict[str, int] = field(default_factory=dict)
    last: dict[str, list[int]] = field(default_factory=dict)

    def differs(self, name: str, svg: str) -> list[int]:
        """Return the change of a panel's picture: its start, the number of fragments removed, and the new ones."""
        old, new = self.last.get(name, []), self._cut(svg)
        self.last[name] = new
        most, begin, end = min(len(old), len(new)), 0, 0
        while begin < most and old[begin] == new[begin]:
            begin += 1
        while end < most - begin and old[-1 - end] == new[-1 - end]:
            end += 1
        return [begin, len(old) - begin - end, *new[begin : len(new) - end]]

    def _cut(self, svg: str) -> list[int]:
        """Return a picture as numbers of fragments, cut before and after each group."""
        marked = svg.replace("<g ", "\0<g ").replace("<g>", "\0<g>").replace("</g>", "</g>\0")  # NUL is in no picture
        return [self._number(part) for part in marked.split("\0") if part]

    def _number(self, part: str) -> int:
        known = self.fragments.get(part)
        if known is None:
            known = self.fragments[part] = len(self.made)
            self.made.append([self.bits.setdefault(bit, len(self.bits)) for bit in _bits(part)])
        return known


@lru_cache(maxsize=4096)
def _bits(fragment: str) -> tuple[str, ...]:
    """Return the bits of a fragment; cached, as most pages of a match share their fragments."""
    return tuple(bit for bit in BITS.split(fragment) if bit)


def branches(line: Line, variations: Sequence[Sequence[int]]) -> dict[int, list[tuple[int, int]]]:
    """Return the first and last move of each abandoned line, by the move at which it branched off."""
    found: dict[int, list[tuple[int, int]]] = {}
    for one in variations:
        found.setdefault(line.parent[one[0]], []).append((one[0], one[-1]))
    return found
