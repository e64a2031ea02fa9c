"""Hirelings have the name of the side that their card shows: in the log, in panels, in offers and refusals."""

from __future__ import annotations

import pytest

from tablescribe.domain.games.root.actions.hirelings import Employ, TakeHireling
from tablescribe.domain.games.root.parts import HirelingKey
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.play import Illegal
from tablescribe.domain.table.table import Changed, Impossible
from tablescribe.domain.words.text import Thing
from tablescribe.replays.reading.discretion import EVERYTHING
from tablescribe.replays.reading.reader import LANGUAGES, Reader
from tablescribe.replays.reading.timeline import Timeline
from tests.domain.root.cases_hirelings import CRAFTING, hiring, turn_over
from tests.domain.root.table import when
from tests.support import STAMP

DEALT: tuple[HirelingKey, ...] = ("patrol", "exile", "protector")

SIDES = pytest.mark.parametrize(("down", "name"), [(False, "the Corvid Spies"), (True, "the Raven Sentries")])


def hired(*, down: bool) -> Match:
    """Return a match in which a seat has just hired the spies."""
    match = hiring("spies", "flame", seat=0, down=down, values={"score:1": 3, "owed:1": 1}, **CRAFTING)
    turn_over(match)
    when(match, 1, TakeHireling(hireling="spies"), 2)
    return match


def log_of(match: Match) -> str:
    """Return the last move and its changes in words."""
    timeline = Timeline(match)
    said, changes = timeline.told(timeline.numbers[-1], EVERYTHING)
    return "\n".join(map(match.opening.told, (said, *changes)))


@SIDES
def test_who_is_hired_is_called_by_the_side_of_the_card(down: bool, name: str) -> None:
    match = hired(down=down)
    assert f"hires {name}" in log_of(match)
    assert match.opening.told(match.opening.label("controls:spies")) == f"who controls {name}"


@SIDES
def test_the_panel_names_it_as_the_log_does(down: bool, name: str) -> None:
    match = hired(down=down)
    panels = match.opening.game.panels(match.opening, match.table, None)
    reader = Reader(match.opening)
    rows = next(one.rows for one in panels if one.name == "hirelings")
    told = [reader.tell(words) for row in rows for cell in row for words, _ in cell]
    assert any(line.startswith(f"{name}: ") for line in told), told


@SIDES
def test_what_is_refused_names_it_so_too(down: bool, name: str) -> None:
    match = hiring("spies", down=down, seat=2)
    with pytest.raises(Impossible if down else Illegal) as refused:  # the demoted side has nothing to be used
        when(match, 1, Employ(hireling="spies", how="steal"))
    assert name in match.opening.told(refused.value.text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_sides_have_names_of_their_own_in_each_language(language: str) -> None:
    up, down = (Reader(hiring(*DEALT, down=side).opening, language) for side in (False, True))
    for key in DEALT:
        assert up.name(key) != down.name(key)
        assert down.name(key) in down.tell(Thing(f"controls:{key}"))


def test_on_an_abandoned_line_it_has_the_name_that_it_had_there() -> None:
    """A position that was set up again, with the card on its other side: each line keeps its own names."""
    match = hired(down=True)
    abandoned = match.line.head
    match.take_back(to=match.line.parent[abandoned], stamp=STAMP, judge=True)
    match.rule([Changed("side:spies", "demoted", "promoted")], STAMP, clause="the card lay so", reason="seen")
    when(match, 1, TakeHireling(hireling="spies"), 2)
    assert "hires the Corvid Spies" in log_of(match)
    said = Timeline(match).say(abandoned)
    assert match.opening.told(said).endswith("hires the Raven Sentries")
