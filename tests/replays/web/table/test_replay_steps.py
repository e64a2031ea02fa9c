"""The pages of steps that the replay requests: small, with complete pictures."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.pictures.steps import PAGE, StepTeller, Walk
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.access.passes import SPECTATOR, Pass
from tablescribe.replays.web.table.queries import Queries
from tablescribe.replays.web.table.replay_steps import ReplaySteps
from tests.depth import a_few
from tests.replays.web.in_course import IN_COURSE, ledger, matches, played

__all__ = ["ledger", "matches", "played"]

MOST = 5_000
"""Bytes of a step, of a whole page."""


def put_together(page: dict[str, Any]) -> list[dict[str, str]]:
    """Return each step's panels, as `replay.js` puts them together."""
    made = ["".join(page["bits"][bit] for bit in bits) for bits in page["fragments"]]
    found, last = list[dict[str, str]](), dict[str, list[int]]()
    for step in page["steps"]:
        for name, (begin, gone, *come) in step["panels"].items():
            was = last.get(name, [])
            last[name] = [*was[:begin], *come, *was[begin + gone :]]
        named = [name for name, _, _ in page["scenes"][step["scene"]]]
        found.append({name: "".join(made[one] for one in last[name]) for name in named})
    return found


@pytest.mark.parametrize("game", a_few(IN_COURSE, 3))
def test_what_a_page_brings_are_the_pictures_that_are_drawn(game: str, ledger: Ledger, matches: dict[str, str]) -> None:
    match_id, queries = matches[game], Queries(ledger, Access(ledger))
    who = Pass("x", SPECTATOR, match_id)
    folded = queries.folded(who, match_id)
    match, way = folded.match, Walk(folded.match.line.numbers)
    teller = StepTeller(match, folded.events, queries.viewer(who, match), queries.reader(match, "en"))
    drawn = [{one.name: str(one.svg) for one in teller.panels(number)} for number in way.numbers]
    replay_steps = ReplaySteps(queries)
    for first in range(0, len(way.numbers), PAGE):
        page = json.loads(replay_steps.page(who, match_id, at=first, move=None, left=None))
        assert put_together(page) == drawn[first : first + PAGE]


@pytest.mark.parametrize("game", a_few(IN_COURSE, 3))
def test_a_step_is_small_in_every_game(game: str, ledger: Ledger, matches: dict[str, str]) -> None:
    replay_steps, match_id = ReplaySteps(Queries(ledger, Access(ledger))), matches[game]
    who = Pass("x", SPECTATOR, match_id)
    for first in range(0, len(ledger.match(match_id).line.numbers) - PAGE, PAGE):
        body = replay_steps.page(who, match_id, at=first, move=None, left=None)
        assert len(body) / PAGE < MOST, first
