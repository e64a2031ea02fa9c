"""The cost of a replay step does not grow with the match: neither bytes nor worded moves."""

from __future__ import annotations

import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.pictures.steps import PAGE, StepTeller
from tablescribe.replays.web.table.chart import MOST_POINTS, thinned
from tests.benchmarks.pages import long_match
from tests.replays.web.conftest import Service

LONG = 1500


def test_a_page_and_its_steps_are_as_large_in_a_long_match(service: Service, ledger: Ledger) -> None:
    organiser = service.token()
    sizes = {
        moves: {
            part: len(service.get(f"/m/{match}/{part}?move={moves // 2}", organiser).content)
            for part in ("replay", "steps")
        }
        for moves, match in ((moves, long_match(ledger, moves)) for moves in (100, LONG))
    }
    assert sizes[LONG]["steps"] < 1.15 * sizes[100]["steps"]
    assert sizes[LONG]["replay"] < 1.35 * sizes[100]["replay"]  # the chart has more points, up to its limit


def test_only_the_moves_of_one_page_are_told(service: Service, ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given a long match, when a step is opened, its page and no other is put into words, and one picture is drawn."""
    told, drawn = list[int](), list[int]()
    line, panels = StepTeller.line, StepTeller.panels

    def watched_line(self: StepTeller, event: object) -> dict[str, object]:
        told.append(1)
        return line(self, event)  # type: ignore[arg-type]

    def watched_panels(self: StepTeller, number: int) -> object:
        drawn.append(number)
        return panels(self, number)

    monkeypatch.setattr(StepTeller, "line", watched_line)
    monkeypatch.setattr(StepTeller, "panels", watched_panels)
    match = long_match(ledger, LONG)
    assert service.get(f"/m/{match}/replay?move=700", service.token()).status_code == 200
    assert len(told) <= PAGE + 1
    assert drawn == [700]


@pytest.mark.parametrize("moves", [1, 2, MOST_POINTS, MOST_POINTS + 1, 50_000])
def test_a_chart_has_the_beginning_and_the_end_and_few_points_between(moves: int) -> None:
    places = thinned(moves)
    assert (places[0], places[-1]) == (0, moves - 1)
    assert len(places) == min(moves, MOST_POINTS)
    assert places == sorted(set(places))
