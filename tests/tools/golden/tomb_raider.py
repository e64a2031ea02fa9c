"""The golden matches of Tomb Raider CCG: each level of the manual, each way to end, and a series."""

from __future__ import annotations

import random
from typing import Any

from tablescribe.domain.games.tomb_raider import bot
from tablescribe.domain.games.tomb_raider.actions.playing import PlayCard, Tell
from tablescribe.domain.match.match import Match
from tablescribe.domain.rules.action import Action
from tablescribe.domain.rules.deciding import legal_actions
from tests.domain.tomb_raider.box import BOX

PEOPLE = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida")

CLOSET: dict[str, Any] = {
    "id": "closet", "name": "The Closet", "seats": [1, 9], "width": 1, "depth": 2, "treasure_at": [1, 2],
    "decks": [{"rooms": ["028"]}], "entrances": [{"card": "001"}],
}  # fmt: skip
"""A level of a table's own: the treasure room behind the entrance."""

NEST = {**CLOSET, "id": "nest", "name": "The Nest", "depth": 3, "treasure_at": [1, 3],
        "decks": [{"cards": ["038"], "rooms": ["028"]}]}  # fmt: skip
"""Scarabs are between them."""

CELLAR = {**NEST, "id": "cellar", "name": "The Cellar", "decks": [{"cards": ["014"], "rooms": ["028"]}]}
"""A dead end is between them."""


SONGS: dict[str, Any] = {"cards": BOX, "objective": "bounty", "most_turns": 3, "rerolls": False}
"""The small box of the tests, in which only people can read what the Riddle does."""

TOLD = (
    (), ("move marker:damage 1 box raider:1",), ("move marker:stuck 1 box raider:2", "set score:1 2"),
    ("move ?draw1 1 deck:draw1 hand:1",), ("set extra_steps:2 1",),
)  # fmt: skip
"""What people may say that it did."""


def level(name: str, people: int, seed: int, own: Any = None, cards: Any = None, **options: Any) -> dict[str, Any]:
    """Return how a match of a level is opened; `seed` is the player's dice."""
    brought = {"catalogue": cards or {"own_levels": [own]}} if cards or own is not None else {}
    return {"seats": list(PEOPLE[:people]), "seed": seed, "options": {"level": name, **options}, **brought}


MATCHES: dict[str, dict[str, Any]] = {
    "learning": level("learn_to_play", 1, 4),
    "introductory_alone": level("introductory", 1, 7),
    "introductory": level("introductory", 2, 2),
    "into_the_caves": level("into_the_caves", 3, 13),
    "trapped_in_the_tombs": level("trapped_in_the_tombs", 4, 10),
    "death_by_design": level("death_by_design", 2, 20),
    "freestyle": level("freestyle", 3, 2, power=2),
    "parallel_peril": level("parallel_peril", 2, 0),
    "parallel_pick_up": level("parallel_pick_up", 2, 0),
    "atlantis": level("atlantis", 2, 1),
    "explore_the_depths": level("explore_the_depths", 1, 22),
    "recovery": level("introductory", 2, 2, objective="recovery"),
    "bounty": level("into_the_caves", 2, 0, objective="bounty"),
    "turns": level("introductory", 1, 6, most_turns=2),
    "resets": level("cellar", 1, 9, CELLAR, most_resets=0),
    "searched": level("closet", 1, 3, CLOSET, search_all=True),
    "cleared": level("nest", 1, 0, NEST, clear="creatures"),
    "timed": level("closet", 2, 1, CLOSET, series="timed"),
    "linked": level("closet", 2, 1, CLOSET, series="linked"),
    "texts": level("hall", 2, 3, **SONGS),
    "pick_up": level("pick_up_series", 2, 2, series="pick_up", bonus=", 045"),
    **{
        f"{word}_raiders": level("closet", n, n, CLOSET)
        for n, word in enumerate(("five", "six", "seven", "eight", "nine"), 5)
    },
}
"""By name: how a match is opened, and its player's dice.

`first_edition` to `fourth_edition` are as the programs of those editions wrote them.
"""


def player(match: Match, seat: int, choose: random.Random) -> Action:
    """Return what a seat does: a card of which only people can read what it does is played, and what it did is told."""
    legal = list(legal_actions(match.opening, match.table, seat))
    riddle = next((one for one in legal if isinstance(one, PlayCard) and one.card.endswith(":riddle")), None)
    if (tell := next((one for one in legal if isinstance(one, Tell)), None)) is not None:
        return tell.model_copy(update={"facts": choose.choice(TOLD)})
    if riddle is not None and choose.random() < 0.3:
        return riddle
    return bot.choose(match.opening, match.table, seat, choose.randrange)
