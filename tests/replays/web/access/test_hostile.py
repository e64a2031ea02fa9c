"""Hostile and broken clients: refused with ordinary errors, and nothing crashes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.app import make_app
from tablescribe.replays.web.http.limits import TooMany, sender_of
from tablescribe.replays.web.http.request_log import JsonLogFormatter
from tablescribe.replays.web.table.live import MOST_STREAMS
from tablescribe.replays.web.table.queries import Queries
from tests.replays.web.conftest import Service, serving

HALF = "\\ud800"  # half of a character, as JSON can hold it and UTF-8 cannot


def raw(service: Service, path: str, token: str, body: str) -> tuple[int, str]:
    answer = service.ask("POST", path, token, content=body.encode(), headers={"Content-Type": "application/json"})
    return answer.status_code, answer.json()["code"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (f'{{"do": "skip", "x": "{HALF}"}}', "request.form"),
        (f'{{"do": "skip", "{HALF}": 1}}', "request.form"),
        ('{"do": "skip", "x": %s}' % ("[" * 200 + "]" * 200), "action.form"),
        ('{"do": "skip", "x": %s}' % ("[" * 20_000), "request.form"),
        ('{"do": "skip", "x": 1%s}' % ("0" * 40), "action.form"),
        ('{"do": "skip", "x": 1%s}' % ("0" * 5000), "request.form"),
        ('{"do": "skip", "x": NaN}', "action.form"),
        ('{"do": {"do": []}}', "action.form"),
        ('["skip"]', "request.form"),
    ],
)
def test_an_action_of_any_shape_is_refused_by_its_form(
    service: Service, organiser: str, match: str, data: str, code: str
) -> None:
    body = f'{{"command_id": "hostile-0001", "expected_version": 1, "seat": 1, "action": {data}}}'
    assert raw(service, f"/api/v1/matches/{match}/moves", organiser, body) == (422, code)


def test_options_and_catalogues_with_half_a_character_are_refused(service: Service, organiser: str) -> None:
    for field in ("options", "catalogue"):
        body = f'{{"game": "freeform", "names": ["Ada"], "{field}": {{"name": ["{HALF}"]}}}}'
        assert raw(service, "/api/v1/matches", organiser, body) == (422, "request.form")


def test_every_error_is_a_problem_with_its_own_title_and_code(service: Service, organiser: str, match: str) -> None:
    asked = [("GET", "/api/v1/nothing", 404, "request.unknown"), ("PUT", "/api/v1/matches", 405, "request.method")]
    asked += [("HEAD", f"/api/v1/matches/{match}", 405, ""), ("GET", "/api/v1/matches/%00", 422, "request.form")]
    for method, path, status, code in asked:
        answer = service.ask(method, path, organiser)
        assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
        if code:
            told = answer.json()
            assert (told["code"], told["status"]) == (code, status)
    assert service.ask("PUT", "/api/v1/matches", organiser).json()["title"] == "Method Not Allowed"
    assert service.ask("PUT", "/api/v1/matches", organiser).headers["allow"] == "GET"
    assert service.get("/api/v1/me").headers["www-authenticate"] == "Bearer"


def test_a_browser_gets_pages_for_errors(service: Service, organiser: str) -> None:
    for path, status in (("/nothing", 404), ("/m/%00", 422), ("/", 401)):
        answer = service.get(path, organiser if path != "/" else "", headers={"Accept": "text/html"})
        assert (answer.status_code, answer.headers["content-type"]) == (status, "text/html; charset=utf-8"), path


def test_a_fault_of_ours_tells_nothing_and_is_guarded_like_everything_else(
    service: Service, organiser: str, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("what nobody shall read")

    monkeypatch.setattr(Queries, "statistics", broken)
    for path, kind in (("/api/v1/statistics", "application/problem+json"), ("/people", "text/html; charset=utf-8")):
        answer = service.get(path, organiser, headers={"Accept": "text/html"})
        assert (answer.status_code, answer.headers["content-type"]) == (500, kind)
        assert "what nobody shall read" not in answer.text
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert 'route="/people",status="500"' in service.get("/metrics", organiser).text


def test_a_body_without_a_length_is_not_read_to_its_end(service: Service, organiser: str, match: str) -> None:
    async def endless() -> AsyncIterator[bytes]:
        yield b'{"text": "'
        while True:
            yield b"x" * 10_000

    answer = service.ask("POST", f"/api/v1/matches/{match}/notes", organiser, content=endless())
    assert (answer.status_code, answer.json()["code"]) == (413, "request.too_large")


def test_a_body_that_trickles_in_is_not_waited_for(
    service: Service, organiser: str, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablescribe.replays.web.http.limits.BODY_SECONDS", 0.1)

    async def trickling() -> AsyncIterator[bytes]:
        yield b'{"text": "'
        await asyncio.Event().wait()

    answer = service.ask("POST", f"/api/v1/matches/{match}/notes", organiser, content=trickling())
    assert (answer.status_code, answer.json()["code"]) == (408, "request.too_slow")


def test_a_cookie_counts_for_nothing_beside_another_credential(service: Service, organiser: str) -> None:
    headers = {"Cookie": f"tablescribe={organiser}", "Origin": "http://evil.test"}
    for credential in ("Basic dTpw", "Bearer", "Bearer nothing", "tablescribe"):
        answer = service.ask(
            "POST", "/api/v1/matches", headers={**headers, "Authorization": credential},
            json={"game": "freeform", "names": ["Ada"]},
        )  # fmt: skip
        assert answer.json()["code"] == "access.none", credential


@pytest.mark.parametrize("path", ["/leave", "/language", "/m/{match}/chair", "/api/v1/matches/{match}/chairs"])
def test_forms_of_other_sites_are_refused_everywhere(service: Service, match: str, path: str) -> None:
    body = {"lang": "it", "pin": "123456"}
    for headers in ({"Origin": "http://evil.test"}, {"Origin": "null"}, {"Origin": "http://table.test.evil.test"}, {}):
        answer = service.ask("POST", path.format(match=match), data=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "request.origin"), headers


def test_choosing_a_language_leads_to_no_other_site(service: Service) -> None:
    for referer, to in (
        ("http://evil.test/phish", "/phish"), ("http://table.test/m/x/replay?move=2", "/m/x/replay?move=2"),
        ("//evil.test//evil.test/", "/evil.test/"), ("http://x/%5Cevil.test", "/%5Cevil.test"), ("", "/"),
        ("x:\\\\evil.test", "/evil.test"),
    ):  # fmt: skip
        headers = {"Referer": referer, "Origin": "http://table.test"}
        answer = service.ask("POST", "/language", data={"lang": "de"}, headers=headers)
        assert (answer.status_code, answer.headers["location"]) == (303, to), referer


def test_behind_tls_a_page_without_it_is_another_site(ledger: Ledger, access: Access) -> None:
    for service in serving(make_app(ledger, public_url="https://table.test"), access):
        for origin, status in (("http://table.test", 403), ("https://table.test", 303)):
            assert service.ask("POST", "/leave", headers={"Origin": origin}).status_code == status
        assert service.get("/healthz").headers["strict-transport-security"]
        entered = service.get(f"/enter/{service.token()}").headers["set-cookie"].lower()
        assert all(word in entered for word in ("secure", "httponly", "samesite=strict"))


def test_made_up_methods_are_counted_together(service: Service, organiser: str) -> None:
    for n in range(3):
        service.ask(f"MADE{n}", "/healthz")
    text = service.get("/metrics", organiser).text
    assert 'method="other",route="other",status="403"} 3' in text
    assert "MADE" not in text


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("testclient", "testclient"),
    ],
)
def test_who_has_a_network_of_addresses_is_one_sender(address: str, counted: str) -> None:
    assert sender_of({"client": (address, 1)}) == counted


def test_logs_and_referrers_hold_no_token(
    service: Service, organiser: str, match: str, caplog: pytest.LogCaptureFixture
) -> None:
    link = service.access.share(service.access.grant("recorder")[0], match)
    pin = service.post(f"/api/v1/matches/{match}/pin", organiser).json()["pin"]
    with caplog.at_level("DEBUG", logger="tablescribe.web"):
        for token in (organiser, link):
            answer = service.get(f"/enter/{token}")
            assert (answer.status_code, answer.headers["referrer-policy"]) == (200, "same-origin")
            service.get("/api/v1/me", token)
        service.ask(
            "POST", f"/m/{match}/chair", data={"pin": pin, "seat": "recorder"}, headers={"Origin": "http://table.test"}
        )
        service.get(f"/enter/{organiser[:-1]}")
        service.get(f"/m/{'x' * 9000}", organiser)
    lines = [JsonLogFormatter().format(record) for record in caplog.records]
    assert any('"/enter/{token}"' in line for line in lines)
    assert max(len(line) for line in lines) < 400
    assert not any(secret in line for line in lines for secret in (organiser[:-1], link, pin))


def test_a_reader_that_opens_streams_without_end_is_refused_in_the_end(
    service: Service, organiser: str, match: str
) -> None:
    live = service.app.state.live
    own, hall = service.access.grant("judge")[0], service.access.grant("spectator")[0]
    live._streams[own.id] = MOST_STREAMS
    with pytest.raises(TooMany):
        live.check_room(own)
    live.check_room(service.access.grant("judge")[0])
    live._streams[hall.id] = MOST_STREAMS
    live.check_room(hall)  # a share link is one for a whole hall


def test_another_sites_page_cannot_change_who_one_is_here(service: Service, organiser: str) -> None:
    led = service.get(f"/enter/{organiser}", headers={"Sec-Fetch-Site": "cross-site"})
    assert (led.status_code, "set-cookie" in led.headers, "http-equiv" in led.text) == (200, False, False)
    assert f'href="/enter/{organiser}"' in led.text
    for site in ("none", "same-origin"):
        entered = service.get(f"/enter/{organiser}", headers={"Sec-Fetch-Site": site})
        assert organiser in entered.headers["set-cookie"]
