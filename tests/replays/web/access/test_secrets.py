"""What a seat or a spectator may not see cannot be found out, by looking or by asking.

Two tables play the same match and differ only in hidden information. A viewer without the right to see it gets the
same answers at both, word for word, to any request.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tablescribe.domain.games import GAMES, game
from tablescribe.replays.web.http.limits import TokenBuckets
from tests.depth import a_few
from tests.replays.web.conftest import Service

SPECIAL: dict[str, dict[str, Any]] = {
    "ultime": {"options": {"hand_limit_method": "draw_only_to_limit"}},
    "freeform": {
        "names": ["Ada", "Ben"],
        "catalogue": {
            "name": "cards", "edition": "1", "origin": "house", "source": "-",
            "decks": {"card": {"ace": 1, "king": 1, "queen": 1, "jack": 1, "ten": 1, "nine": 1}},
        },
    },
}  # fmt: skip
"""Special openings of games, if not with the minimum number of people."""

STEPS = 4
KEEPS_SECRETS = {"ultime", "freeform", "root"}
"""The games with hidden information after some moves. A test fails if the list is wrong."""


def opened_as(key: str) -> dict[str, Any]:
    """Return how a match of a game is opened."""
    return {"game": key, "names": ["Ada", "Ben", "Cleo", "Dan", "Eve"][: min(game(key).seats)], **SPECIAL.get(key, {})}


@pytest.fixture(autouse=True)
def any_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TokenBuckets, "take", lambda self, client, now: True)


def test_what_is_special_is_so_of_games_that_there_are() -> None:
    assert set(SPECIAL) | KEEPS_SECRETS <= set(GAMES)


class Tables:
    """One or two tables at which the same is done, and a seat and a spectator at each."""

    def __init__(self, service: Service, game: str, chance: str, seed: int, tables: int) -> None:
        self.service, self.game, self.chance = service, game, chance
        self.random = random.Random(seed)
        self.organiser = service.token()
        self.ids = [""] * tables
        self.outcomes: list[list[Any]] = [[] for _ in range(tables)]
        answers = self._each(lambda n: service.post("/api/v1/matches", self.organiser, **self._opening(n)))
        self.ids = [answer["id"] for answer in answers]
        self.seats = [service.token("seat", match=match, seat=1) for match in self.ids]
        self.spectators = [service.token("spectator", match=match) for match in self.ids]

    def _opening(self, n: int) -> dict[str, Any]:
        told = {"outcomes": self.outcomes[n]} if self.chance != "sealed" else {}
        return {"chance": self.chance, **opened_as(self.game), **told}

    def _each(self, ask: Any) -> list[dict[str, Any]]:
        """Act at all tables and report outcomes: different cards at each, where seat 1 may not see them."""
        for outcomes in self.outcomes:
            outcomes.clear()
        while True:
            answers = [ask(n).json() for n in range(len(self.ids))]
            if {answer.get("code") for answer in answers} != {"chance.needed"}:
                return answers
            questions = [answer["question"] for answer in answers]
            possible = [[one["value"] for one in question["possible"]] for question in questions]
            if questions[0]["secret"] and questions[0]["seat"] != 1:
                for outcomes, values in zip(self.outcomes, possible, strict=True):
                    outcomes.append(self.random.choice(values))
                continue
            common = [value for value in possible[0] if all(value in values for values in possible)]
            if not common:
                return [{"code": "parted"}]
            value = self.random.choice(common)
            for outcomes in self.outcomes:
                outcomes.append(value)

    def play(self) -> bool:
        """Let the seats to act do something possible at all tables; return whether there was anything."""
        if self.game == "freeform" and self.random.random() < 0.5:  # which offers nothing to who is not to act
            return self._record({"seat": 2, "action": {"do": "draw", "deck": "card"}})
        offers = [self._offers(match) for match in self.ids]
        common = [one for one in offers[0] if all(one in others for others in offers)]
        if not common:
            return False
        draws = [one for one in common if '"draw"' in one or '"skip"' in one]  # so that hands fill with other cards
        chosen = json.loads(self.random.choice(draws if draws and self.random.random() < 0.8 else common))
        return self._record(chosen)

    def _record(self, move: dict[str, Any]) -> bool:
        answers = self._each(
            lambda n: self.service.record(self.ids[n], self.organiser, "moves", **move, outcomes=list(self.outcomes[n]))
        )
        assert len({answer.get("code") for answer in answers}) == 1, answers
        return "code" not in answers[0]

    def differ(self) -> bool:
        """Return whether different things lie hidden at the tables."""
        zones = [self.service.get(f"/api/v1/matches/{match}", self.organiser).json()["zones"] for match in self.ids]
        return any(one != zones[0] for one in zones)

    def _offers(self, match: str) -> list[str]:
        def flat(groups: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
            for group in groups:
                yield from group["choices"]
                yield from flat(group["groups"])

        now = self.service.get(f"/api/v1/matches/{match}/legal", self.organiser).json()["now"]
        return [json.dumps({"seat": one["seat"], "action": one["action"]}) for one in flat(now)]

    def read(self, n: int, token: str) -> dict[str, str]:
        """Return everything that a viewer can read of a match, without what differs between any two tables."""
        routes = [path for method, path in self.service.routes() if method == "GET" and "{match_id}" in path]
        told = {path: self.service.get(path.replace("{match_id}", self.ids[n]), token).text for path in routes
                if not path.endswith("/events")}  # fmt: skip
        return {path: self.bare(n, text) for path, text in told.items()}

    def bare(self, n: int, text: str) -> str:
        text = text.replace(self.ids[n], "MATCH")
        text = re.sub(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)?", "TIME", text)
        text = re.sub(r'data-(viewer|held)="[0-9a-f ]*"', "WHO", text)
        return re.sub(r'("position":|data-last=")\d+', "POSITION", text)


@pytest.mark.parametrize("seed", a_few([1, 2], 1))
@pytest.mark.parametrize("key", GAMES)
def test_whoever_may_not_see_it_is_answered_the_same_whatever_lies_hidden(
    service: Service, key: str, seed: int
) -> None:
    tables, differed = Tables(service, key, "open", seed, 2), False
    for _ in range(STEPS):
        if tables.differ():
            differed = True
            for viewers in (tables.seats, tables.spectators):
                first, second = (tables.read(n, token) for n, token in enumerate(viewers))
                assert first == second
            for probe in probes(tables):
                asked = zip(tables.ids, tables.seats, strict=True)
                refused = [service.record(match, token, "moves", **probe) for match, token in asked]
                one, two = (tables.bare(n, answer.text) for n, answer in enumerate(refused))
                assert (refused[0].status_code, one) == (refused[1].status_code, two), probe
        if not tables.play():
            break
    assert differed == (key in KEEPS_SECRETS), f"{key} belongs in KEEPS_SECRETS, or does not"


def probes(tables: Tables) -> list[dict[str, Any]]:
    """Return probes of a curious seat 1. None can be recorded, because an impossible outcome is reported."""
    if tables.game == "freeform":
        cards = [f"card:{name}" for name in ("ace", "king", "queen")]
        actions: list[dict[str, Any]] = [{"do": "draw", "deck": "card"}, {"do": "draw", "deck": "card", "to": "mat"}]
        for card in cards:
            actions += [
                {"do": "move", "piece": card, "src": "hand:2", "dst": "hand:1"},
                {"do": "reveal", "zone": "hand:2", "card": card},
                {"do": "reveal", "zone": "hand:1", "card": card},
                {"do": "turn", "zone": "hand:2", "face": card, "to": "?card"},
                {"do": "turn", "zone": "hand:2", "face": "?card", "to": card},
            ]
    else:
        mine = tables.service.get(f"/api/v1/matches/{tables.ids[0]}/legal", tables.seats[0]).json()["now"]
        actions = [group["choices"][0]["action"] for group in mine if group["choices"]][:4]
        actions += [{"do": "play", "card": f"movement:{n}", "pawn": 1, "at": 2, "use": "circle"} for n in (1, 7, 20)]
    told: list[list[Any]] = [[], ["no such thing"], ["card:ace", "no such thing"], ["movement:7", "no such thing"]]
    return [{"action": action, "outcomes": outcomes} for action in actions for outcomes in told[1:]] + [
        {"action": action, "outcomes": []} for action in actions if action["do"] == "draw"
    ]


@pytest.mark.parametrize("seed", [1])
def test_nothing_that_is_hidden_is_named_in_a_sealed_match(service: Service, seed: int) -> None:
    tables = Tables(service, "ultime", "sealed", seed, 1)
    shown: dict[str, set[str]] = {"seat": set(), "spectator": set()}
    for _ in range(STEPS):
        everything = service.get(f"/api/v1/matches/{tables.ids[0]}", tables.organiser).json()["zones"]
        for who, token in (("seat", tables.seats[0]), ("spectator", tables.spectators[0])):
            told = tables.read(0, token)
            state = json.loads(told["/api/v1/matches/{match_id}"])
            open_to_me = {zone: pieces for zone, pieces in state["zones"].items() if not zone.startswith("unseen:")}
            shown[who] |= {piece for pieces in open_to_me.values() for piece in pieces}
            told["/api/v1/matches/{match_id}"] = json.dumps(open_to_me)
            hidden = {card for zone, cards in everything.items() if zone.startswith("hand:") for card in cards}
            for card in hidden - shown[who]:
                kind, name = card.split(":")
                named = re.compile(rf"{kind}:{name}\b|\b{kind} card {name}\b|\b{name.replace('_', ' ')} card\b", re.I)
                assert [path for path, text in told.items() if named.search(text)] == [], (who, card)
        if not tables.play():
            return


def test_a_seat_that_probes_stands_in_the_trail(service: Service, organiser: str) -> None:
    body = {"chance": "sealed", **opened_as("freeform")}
    match = service.post("/api/v1/matches", organiser, **body).json()["id"]
    service.record(match, organiser, "moves", seat=2, action={"do": "draw", "deck": "card"})
    service.record(match, organiser, "moves", seat=1, action={"do": "draw", "deck": "card", "to": "mat"})
    (card,) = service.get(f"/api/v1/matches/{match}", organiser).json()["zones"]["hand:2"]
    token = service.token("seat", match=match, seat=1)
    (drawn,) = service.get(f"/api/v1/matches/{match}", organiser).json()["zones"]["mat"]
    face_down = {"do": "turn", "zone": "mat", "face": drawn, "to": "?card"}
    assert service.record(match, organiser, "moves", seat=1, action=face_down).status_code == 201
    probe = {"do": "reveal", "zone": "mat", "card": card}
    answer = service.record(match, token, "moves", action=probe).json()
    assert answer["code"] == "fact.impossible"
    assert "hand" not in answer["detail"]
    trail = service.get(f"/api/v1/matches/{match}/trail", organiser).json()
    assert any(one["who"] == "seat 1" and card in one["what"] for one in trail)
