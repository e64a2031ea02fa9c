"""Pictures updated from earlier ones equal those drawn from scratch, from any starting point."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablescribe.domain.table.scene import Circle, Panel, Rectangle, group, names
from tablescribe.replays.pictures.drawing import Appearance, panel_svg
from tablescribe.replays.pictures.incremental import IncrementalPicture
from tablescribe.replays.pictures.pictures import touched
from tablescribe.replays.pictures.scenes import scene
from tablescribe.replays.reading.reader import Reader
from tablescribe.replays.reading.timeline import Timeline
from tests.domain.table.test_scene import golden

RECORDS = Path(__file__).parents[2] / "matches"


@pytest.mark.parametrize("record", sorted({one.parent.name: one for one in RECORDS.rglob("*.jsonl")}.values()), ids=str)
def test_a_picture_made_from_any_other_is_the_one_drawn_anew(record: Path) -> None:
    match = golden(record)
    timeline, sketch, reader = Timeline(match), IncrementalPicture(), Reader(match.opening)
    moves = range(1, min(match.head, 40))
    for number in (*moves, *reversed(moves[::3]), 0, match.head):
        look = Appearance(reader, touched(timeline.facts(number)) if number else frozenset())
        panels = scene(match.opening, timeline.at(number), None)
        for panel, (svg, named) in zip(panels, sketch.svg(panels, look), strict=True):
            assert svg == panel_svg(panel, look), (number, panel.name)
            assert named == frozenset(names(panel.shapes))


def test_a_mark_goes_on_and_off_though_the_thing_stays() -> None:
    """Given a thing in a thing that does not change, when a move touches the outer, the inner, and neither."""
    inner = group(Circle(1, 1, 1), group(Circle(2, 2, 1), name="deep"), name="inner")
    panel = Panel("board", "board", "", 9, 9, (group(Rectangle(0, 0, 9, 9), inner, name="outer"), Circle(5, 5, 1)))
    sketch = IncrementalPicture()
    for marked in ((), ("outer",), ("inner",), ("deep",), ("outer", "inner"), (), ("elsewhere",)):
        look = Appearance(touched=frozenset(marked))
        assert sketch.svg([panel], look)[0][0] == panel_svg(panel, look), marked


def test_shapes_that_come_and_go_are_drawn_and_forgotten() -> None:
    one, two, three = (group(Circle(n, n, 1), name=f"thing:{n}") for n in (1, 2, 3))
    sketch = IncrementalPicture()
    for shapes in ((one, two, three), (one, three), (three,), (), (two, one, three)):
        panel = Panel("board", "board", "", 9, 9, shapes)
        (svg, named), look = sketch.svg([panel], Appearance())[0], Appearance()
        assert svg == panel_svg(panel, look)
        assert named == {one.name for one in shapes}
