"""The recorder of a sealed match cannot find out which cards a seat holds by trying."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tablescribe.replays.web.http.limits import TokenBuckets
from tests.replays.web.auction import registered
from tests.replays.web.conftest import Service

__all__ = ["registered"]


@pytest.fixture(autouse=True)
def any_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TokenBuckets, "take", lambda self, client, now: True)


class Sealed:
    """A sealed match of Le ultime persone: its recorder, and the real hands."""

    def __init__(self, service: Service, organiser: str) -> None:
        self.service, self.organiser = service, organiser
        body = {"game": "ultime", "names": ["Ada", "Ben", "Cleo"], "chance": "sealed"}
        self.id = service.post("/api/v1/matches", organiser, **body).json()["id"]
        self.recorder = service.token("recorder", match=self.id, label="the club's tablet")
        self.acts = self.state()["to_act"][0]
        self.other = next(seat for seat in (1, 2, 3) if seat != self.acts)

    def state(self) -> dict[str, Any]:
        return dict(self.service.get(f"/api/v1/matches/{self.id}", self.organiser).json())

    def held(self, seat: int) -> list[str]:
        return sorted(card for card in self.state()["zones"][f"hand:{seat}"] if card.startswith("movement:"))

    def not_held(self, seat: int) -> list[str]:
        unseen = self.state()["zones"]["unseen:movement"]
        return sorted(card for card in unseen if card.startswith("movement:") and card not in self.held(seat))

    def plays(self, seat: int, card: str, **more: Any) -> tuple[int, str]:
        action = {"do": "play_movement", "card": card, "pawn": seat, "at": 1, "use": "circle"}
        told = self.service.record(self.id, self.recorder, "moves", seat=seat, action=action, **more)
        return told.status_code, told.text


@pytest.fixture
def sealed(service: Service, organiser: str) -> Sealed:
    return Sealed(service, organiser)


@pytest.mark.parametrize("as_played", [False, True])
@pytest.mark.parametrize("turn", ["acts", "other"])
def test_whether_a_seat_holds_a_card_cannot_be_tried(sealed: Sealed, turn: str, as_played: bool) -> None:
    """Given 22 cards that may lie in a hand, each try is answered the same, held or not, and records nothing."""
    seat = getattr(sealed, turn)
    cards = [*sealed.held(seat)[:2], *sealed.not_held(seat)[:20]]
    answers = {sealed.plays(seat, card, as_played=as_played) for card in cards}
    assert len(answers) == 1, answers
    ((status, text),) = answers
    told = json.loads(text)
    assert (status, told["code"]) == (403, "access.denied")
    assert sealed.state()["version"] == 1


def test_each_try_stands_in_the_trail(sealed: Sealed) -> None:
    cards = sealed.not_held(sealed.acts)[:3]
    for card in cards:
        sealed.plays(sealed.acts, card, as_played=True)
    trail = sealed.service.get(f"/api/v1/matches/{sealed.id}/trail", sealed.organiser).json()
    tries = [one["what"] for one in trail if one["who"] == "recorder"]
    assert len(tries) == 3
    assert all(card in line for card, line in zip(cards, tries, strict=True))


def test_the_recorder_is_offered_what_names_no_hidden_card_and_records_it(sealed: Sealed) -> None:
    service, path = sealed.service, f"/api/v1/matches/{sealed.id}"
    now = service.get(f"{path}/legal", sealed.recorder).json()["now"]
    assert [group["title"] for group in now] == ["skip"]
    assert "movement:" not in service.get(f"/m/{sealed.id}", sealed.recorder).text.replace("unseen:movement", "")
    done = service.record(sealed.id, sealed.recorder, "moves", seat=sealed.acts, action={"do": "skip"})
    assert done.status_code == 201


def test_the_owner_of_a_card_and_the_organiser_play_it(sealed: Sealed) -> None:
    seat = sealed.acts
    for token in (sealed.organiser, sealed.service.token("seat", match=sealed.id, seat=seat)):
        groups = sealed.service.get(f"/api/v1/matches/{sealed.id}/legal", token).json()["now"]
        assert {group["title"] for group in groups} == {"skip", "play movement"}


def test_who_records_at_a_real_table_names_every_card(service: Service, organiser: str, match: str) -> None:
    """There the program knows no hand, and so tells none."""
    recorder = service.token("recorder", match=match)
    groups = service.get(f"/api/v1/matches/{match}/legal", recorder).json()["now"]
    assert [group["title"] for group in groups] == ["skip", "play movement"]
