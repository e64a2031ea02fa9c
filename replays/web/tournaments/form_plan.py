"""The plan that the form for a new tournament describes."""

from __future__ import annotations

import re
from typing import Any

from tablescribe.domain.games import GAMES, people_for
from tablescribe.domain.match.refusals import Refused
from tablescribe.domain.tournament.proposals import kinds_for, late_until, sizes_for, stage_of
from tablescribe.domain.words.text import say

CURRENCY = "EUR"
"""The currency of prizes if none is given, as in plans."""

AMOUNT = re.compile(r"[0-9]{1,9}(\.[0-9]{1,2})?")
"""An amount of money as people write it, with two decimal places at most."""

PLAN = """\
title: Club championship
stages:
- name: Swiss
  kind: swiss
  game: chess
  rounds: 5
  cut: 4
- name: Final
  kind: elimination
  game: chess
  rounds: 2
prizes:
  currency: EUR
  categories:
  - name: Main
    prizes:
    - amount: 20000
    - amount: 10000
  - name: Juniors
    tag: U18
    prizes:
    - amount: 5000
"""
"""The example beside the field for a plan; amounts are in cents."""


def plan_of(
    *, title: str, kind: str, game: str, rounds: int, seats: str, minutes: int, late: int | None, chance: str,
    take_back: str, objection: int, half_byes: int, clock: str = "", accelerated: bool = False, one_types: str = "",
    prizes: str = "", currency: str = "", prizes_called: str = "All entrants",
) -> dict[str, Any]:  # fmt: skip
    """Return the plan from a form's fields; `proposals.stage_of` provides the rest."""
    sizes = [int(one) for one in seats.replace(",", " ").split() if one.isdecimal()]
    stage = stage_of(
        kind=kind, sizes=sizes, name=title[:100], rounds=rounds, game=game, chance=chance, take_back=take_back,
        time_limit=minutes, late={"until": late or late_until(kind, rounds)}, objection=objection,
    )  # fmt: skip
    if clock:
        stage["clock"] = clock
    if half_byes and kind in ("swiss", "pods"):
        stage["requests"] = {"half_points": half_byes}
    if accelerated and kind == "swiss":
        stage["acceleration"] = "baku"
    if one_types:
        stage["typists"] = 1
    plan: dict[str, Any] = {"title": title, "stages": [stage]}
    if money := amounts_of(prizes):
        category = {"name": prizes_called, "prizes": [{"amount": one} for one in money]}
        plan["prizes"] = {"currency": currency or CURRENCY, "categories": [category]}
    return plan


def amounts_of(text: str) -> list[int]:
    """Return the amounts of a text such as `200, 100, 49.50` in the smallest unit of the currency.

    Raises:
        Refused: a part of it is not an amount.
    """
    found: list[int] = []
    for one in text.replace(",", " ").replace(";", " ").split():
        if not AMOUNT.fullmatch(one):
            raise Refused(
                say("write the prize money as amounts, such as 200, 100, 49.50. Not an amount: {word}", word=one[:40])
            )
        whole, _, rest = one.partition(".")
        found.append(int(whole) * 100 + int(rest.ljust(2, "0")))
    return found


def sizes_of(kind: str, game: str) -> str:
    """Return the sizes of tables that the form proposes for a format and game, as it writes them."""
    return ", ".join(map(str, sizes_for(kind, people_for(game))))


def must_have_looked(game: str, kind: str, seats: str, proposed: str) -> None:
    """Refuse a form whose proposals were made for another game, and do not fit the chosen one or are still those.

    Raises:
        Refused: the form then shows fitting proposals.
    """
    if proposed in ("", game) or not {proposed, game} <= GAMES.keys():
        return
    left = seats == sizes_of(kind, proposed) != sizes_of(kind, game)
    if left or kind not in kinds_for(people_for(game)):
        raise Refused(
            say("The form now shows options for {game}. Check them, then create the tournament again", game=GAMES[game])
        )
