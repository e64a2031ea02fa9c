"""What strangers and broken clients send: refused in the form of every error, and nothing falls over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from replays.web.desk import Desk
from tests.web.conftest import Service

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

    monkeypatch.setattr(Desk, "statistics", broken)
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
    monkeypatch.setattr("replays.web.limits.BODY_SECONDS", 0.1)

    async def trickling() -> AsyncIterator[bytes]:
        yield b'{"text": "'
        await asyncio.Event().wait()

    answer = service.ask("POST", f"/api/v1/matches/{match}/notes", organiser, content=trickling())
    assert (answer.status_code, answer.json()["code"]) == (408, "request.too_slow")
