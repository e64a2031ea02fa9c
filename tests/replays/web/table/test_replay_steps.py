"""The pages of steps that the replay asks for: small, and yet the pictures that are drawn."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.pictures.steps import PAGE, Teller, Way
from tablescribe.replays.web.access.access import SPECTATOR, Access, Pass
from tablescribe.replays.web.table.queries import Desk
from tablescribe.replays.web.table.replay_steps import Stepping
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


@pytest.mark.parametrize("game", IN_COURSE)
def test_what_a_page_brings_are_the_pictures_that_are_drawn(game: str, ledger: Ledger, matches: dict[str, str]) -> None:
    match_id, desk = matches[game], Desk(ledger, Access(ledger))
    who = Pass("x", SPECTATOR, match_id)
    folded = desk.folded(who, match_id)
    match, way = folded.match, Way(folded.match.line.numbers)
    teller = Teller(match, folded.events, desk.viewer(who, match), desk.reader(match, "en"))
    drawn = [{one.name: str(one.svg) for one in teller.panels(number)} for number in way.numbers]
    stepping = Stepping(desk)
    for first in range(0, len(way.numbers), PAGE):
        page = json.loads(stepping.page(who, match_id, at=first, move=None, left=None))
        assert put_together(page) == drawn[first : first + PAGE]


@pytest.mark.parametrize("game", IN_COURSE)
def test_a_step_is_small_in_every_game(game: str, ledger: Ledger, matches: dict[str, str]) -> None:
    stepping, match_id = Stepping(Desk(ledger, Access(ledger))), matches[game]
    who = Pass("x", SPECTATOR, match_id)
    for first in range(0, len(ledger.match(match_id).line.numbers) - PAGE, PAGE):
        body = stepping.page(who, match_id, at=first, move=None, left=None)
        assert len(body) / PAGE < MOST, first
