"""One device with several links: each keeps its rights, and nobody loses rights silently."""

from __future__ import annotations

import re
from http.cookies import SimpleCookie
from typing import Any

import httpx
import pytest

from tests.replays.web.conftest import Service

PAGE = {"Accept": "text/html", "Origin": "http://table.test"}


class Device:
    """A browser as far as cookies go."""

    def __init__(self, service: Service) -> None:
        self.service, self.cookies = service, dict[str, str]()

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        headers = {**PAGE, **more.pop("headers", {})}
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        answer = self.service.ask(method, path, headers=headers, **more)
        for line in answer.headers.get_list("set-cookie"):
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = morsel.value
                if not morsel.value:
                    del self.cookies[name]
        return answer

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.ask("GET", path, **more)

    def enter(self, token: str) -> httpx.Response:
        return self.get(f"/enter/{token}")

    def go_on_as(self, pass_id: str, to: str) -> str:
        answer = self.ask("POST", "/as", data={"held": pass_id, "to": to})
        assert answer.status_code == 303, answer.text
        return str(answer.headers["location"])

    def me(self, path: str) -> str:
        """Return as whom the device is on a page, as the page says itself."""
        return str(re.findall(r'data-viewer="([^"]*)"', self.get(path).text)[0])


@pytest.fixture
def device(service: Service) -> Device:
    return Device(service)


def test_the_organiser_who_opens_the_spectators_link_is_asked_and_stays_organiser(
    service: Service, device: Device, match: str
) -> None:
    """Given the organiser's own device, the link of the share page takes nothing away from it."""
    organiser, token = service.access.grant("organiser")
    device.enter(token)
    shared = re.findall(r'/enter/(s\.[^"]+)"', device.get(f"/m/{match}/share").text)[0]

    asked = device.enter(shared)

    assert "http-equiv" not in asked.text  # it does not go on by itself
    assert "Continue as organiser" in asked.text
    assert "Continue as spectator (the new link)" in asked.text
    assert device.get("/links").status_code == 200
    page = device.get(f"/m/{match}")
    assert (page.status_code, "data-viewer" in page.text) == (409, False)
    assert "Continue as organiser" in page.text
    assert device.go_on_as(organiser.id, f"/m/{match}") == f"/m/{match}"
    assert device.me(f"/m/{match}") == organiser.id


def test_who_chooses_to_watch_watches_that_match_only_and_can_change_back(
    service: Service, device: Device, match: str
) -> None:
    organiser, token = service.access.grant("organiser")
    device.enter(token)
    device.enter(service.access.share(organiser, match))
    watching = f"shared-by-{organiser.id}"
    assert device.go_on_as(watching, f"/m/{match}") == f"/m/{match}/watch"
    page = device.get(f"/m/{match}/watch").text
    assert "Signed in as spectator" in page
    assert "Continue as organiser" in page
    assert device.me("/") == organiser.id
    device.go_on_as(organiser.id, f"/m/{match}/watch")
    assert device.me(f"/m/{match}") == organiser.id


def test_two_matches_on_one_device_are_two_passes(service: Service, device: Device, organiser: str, match: str) -> None:
    other = service.post("/api/v1/matches", organiser, game="freeform", names=["Ada", "Ben"]).json()["id"]
    (one, first), (two, second) = (service.access.grant("seat", match=m, seat=1) for m in (match, other))
    assert "http-equiv" in device.enter(first).text
    assert "http-equiv" in device.enter(second).text  # nothing to ask: they are for different matches
    assert (device.me(f"/m/{match}"), device.me(f"/m/{other}")) == (one.id, two.id)


def test_two_seats_on_one_tablet_speak_each_for_itself(service: Service, device: Device, match: str) -> None:
    """Two pages of one browser are open, each of another seat: what each sends is in its own name."""
    (one, first), (two, second) = (service.access.grant("seat", match=match, seat=k) for k in (1, 2))
    device.enter(first)
    device.enter(second)
    api = f"/api/v1/matches/{match}"
    unsaid = device.get(f"{api}/legal", headers={"Accept": "application/json"})
    assert (unsaid.status_code, unsaid.json()["code"]) == (409, "access.which")
    for mine, seat in ((one, "seat 1"), (two, "seat 2")):
        told = device.get(api, headers={"Tablescribe-Viewer": mine.id}).json()
        assert told["viewer"] == seat
        assert device.get(f"{api}?as={mine.id}").json()["viewer"] == seat
    device.go_on_as(two.id, f"/m/{match}")
    body = {"command_id": "said-by-one", "expected_version": 1, "action": {"do": "skip"}}
    done = device.ask("POST", f"{api}/moves", json=body, headers={"Tablescribe-Viewer": one.id})
    assert done.status_code == 201
    assert "blue skips" in done.json()["recorded"][0]["words"]


def test_a_pass_that_ended_is_told_before_a_weaker_one_takes_its_place(
    service: Service, device: Device, match: str
) -> None:
    (judge, token), giver = service.access.grant("judge", match=match), service.access.grant("recorder")[0]
    device.enter(service.access.share(giver, match))
    device.enter(token)
    device.go_on_as(judge.id, f"/m/{match}")
    service.app.state.queries.access.revoke(judge.id)
    told = device.get(f"/m/{match}")
    assert (told.status_code, "access.none" in told.text) == (401, True)
    assert "Continue as spectator" in told.text
    assert device.go_on_as(f"shared-by-{giver.id}", f"/m/{match}") == f"/m/{match}/watch"
    assert device.me(f"/m/{match}/watch") == f"shared-by-{giver.id}"


def test_a_page_of_a_pass_that_ended_sends_nothing_in_anothers_name(
    service: Service, device: Device, match: str
) -> None:
    (gone, first), (_, second) = (service.access.grant("seat", match=match, seat=k) for k in (1, 2))
    device.enter(first)
    device.enter(second)
    service.app.state.queries.access.revoke(gone.id)
    body = {"command_id": "said-by-one", "expected_version": 1, "action": {"do": "skip"}}
    path = f"/api/v1/matches/{match}/moves"
    refused = device.ask("POST", path, json=body, headers={"Tablescribe-Viewer": gone.id})
    assert (refused.status_code, refused.json()["code"]) == (401, "access.none")


def test_a_page_that_this_link_may_not_see_offers_those_of_the_device_that_may_be_meant(
    service: Service, device: Device, match: str
) -> None:
    (_, organisers), (seat, mine) = service.access.grant("organiser"), service.access.grant("seat", match=match, seat=1)
    device.enter(organisers)
    device.enter(mine)
    device.go_on_as(seat.id, f"/m/{match}")
    refused = device.get(f"/m/{match}/share")
    assert refused.status_code == 403
    assert "Continue as organiser" in refused.text


def test_who_sits_down_by_pin_has_chosen(service: Service, device: Device, match: str) -> None:
    organiser, token = service.access.grant("organiser")
    device.enter(token)
    pin = service.post(f"/api/v1/matches/{match}/pin", token, seat=2).json()["pin"]
    assert device.ask("POST", f"/m/{match}/chair", data={"pin": pin, "seat": "2"}).status_code == 200
    page = device.get(f"/m/{match}").text
    assert "Signed in as seat 2" in page
    assert device.me("/") == organiser.id


def test_leaving_forgets_everything_and_only_held_passes_can_be_chosen(
    service: Service, device: Device, match: str
) -> None:
    stranger = service.access.grant("organiser")[0]
    mine, token = service.access.grant("seat", match=match, seat=1)
    device.enter(token)
    refused = device.ask("POST", "/as", data={"held": stranger.id, "to": "/"})
    assert (refused.status_code, "access.none" in refused.text) == (401, True)
    assert device.ask("POST", "/as", data={"held": mine.id, "to": "//evil.test/"}).headers["location"] == f"/m/{match}"
    device.ask("POST", "/leave")
    assert device.cookies == {}
    assert device.get(f"/m/{match}").status_code == 401


def test_a_device_holds_so_many_passes_and_a_renewed_link_is_no_other(service: Service, device: Device) -> None:
    tokens = [service.access.grant("seat", match=f"m{k}", seat=1)[1] for k in range(14)]
    for token in [*tokens, tokens[-1]]:
        device.enter(token)
    assert device.cookies["tablescribe"].split("~") == tokens[:1:-1]
