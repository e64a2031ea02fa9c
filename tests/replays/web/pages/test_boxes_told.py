"""Boxes through the API, and their declarations typed word by word."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.replays.web.conftest import Service


def test_what_goes_wrong_with_boxes_is_told_by_its_cause(service: Service, organiser: str) -> None:
    make = {"game": "expeditions", "name": "ours"}
    assert service.post("/api/v1/boxes", organiser, **make).status_code == 201
    again = service.post("/api/v1/boxes", organiser, **make)
    assert (again.status_code, again.json()["code"]) == (422, "box.bad")
    unknown = service.get("/api/v1/box?name=theirs", organiser)
    assert (unknown.status_code, unknown.json()["code"]) == (404, "box.unknown")
    wrong = service.post("/api/v1/box/components", organiser, name="ours", line="card:b01 item Axe")
    assert (wrong.status_code, wrong.json()["code"]) == (422, "declaration.form")
    assert "is missing" in wrong.json()["detail"]
    other = {"game": "robinson", "names": ["A", "B"], "box": "ours"}
    assert "one of Expeditions" in service.post("/api/v1/matches", organiser, **other).json()["detail"]
    both = {"game": "freeform", "names": ["A"], "template": "grid", "catalogue": {}}
    assert "choose only one" in service.post("/api/v1/matches", organiser, **both).json()["detail"]


@pytest.mark.parametrize("key", ["expeditions", "robinson", "tomb_raider"])
def test_a_box_is_told_component_by_component(service: Service, organiser: str, key: str) -> None:
    service.post("/api/v1/boxes", organiser, game=key, name=key)
    told: Any = service.get(f"/api/v1/box?name={key}", organiser).json()
    parts = [part for kind in told["components"] for part in kind["parts"]]
    assert sum(part["blank"] for part in parts) == told["blank"]
    assert any(part["known"] for part in parts)
    assert not re.search(r"[{}]", str([part["known"] for part in parts])), "in words, not as data"


def test_a_seat_is_offered_no_card_of_another_hand(service: Service, organiser: str) -> None:
    service.post("/api/v1/boxes", organiser, game="robinson", name="secret", blank=["all"])
    body = {"game": "robinson", "names": ["Ada", "Ben"], "box": "secret", "chance": "sealed"}
    match = service.post("/api/v1/matches", organiser, **body).json()["id"]
    spectator = service.token("spectator", match=match)
    path = f"/api/v1/matches/{match}/declaration?line="
    assert service.get(path, spectator).json()["code"] == "access.denied"
    seat = service.token("seat", match=match, seat=1)
    known = service.get(f"/api/v1/matches/{match}", seat).json()["zones"]
    seen = {piece for zone, pieces in known.items() if not zone.startswith(("unseen:", "deck:")) for piece in pieces}
    offered = {one["line"].strip() for one in service.get(path, seat).json()["words"]}
    assert offered <= {piece.rpartition(":")[2] for piece in seen}


def test_a_retry_opens_no_second_match_though_the_box_has_learnt_since_then(service: Service, organiser: str) -> None:
    """The phone lost the first answer: what it asked for is there, whatever the box knows by now."""
    service.post("/api/v1/boxes", organiser, game="expeditions", name="ours", blank=["all"])
    asked = {
        "game": "expeditions",
        "names": ["Ada", "Automa"],
        "box": "ours",
        "chance": "sealed",
        "command_id": "an-evening-1",
    }
    first = service.post("/api/v1/matches", organiser, **asked)
    assert first.status_code == 201, first.text
    learnt = service.post(
        "/api/v1/box/components", organiser, name="ours", line="card:b01 item Axe 2 0 red vanquish reach1"
    )
    assert learnt.status_code in (200, 201), learnt.text
    again = service.post("/api/v1/matches", organiser, **asked)
    assert (again.status_code, again.json()["id"]) == (201, first.json()["id"])
    service.post("/api/v1/boxes", organiser, game="expeditions", name="theirs")
    other = service.post("/api/v1/matches", organiser, **{**asked, "box": "theirs"})
    assert (other.status_code, other.json()["code"]) == (409, "command.reused")
