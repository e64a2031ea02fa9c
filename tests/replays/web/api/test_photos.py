"""Photos of notes in the service: re-encoded, and shown only to those who may read the note."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest

from tablescribe.ledger.log.pictures import check_plain
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.app import make_app
from tests import photos
from tests.replays.web.conftest import Service, serving


def sent(contents: bytes, name: str = "") -> dict[str, str]:
    return {"data": b64encode(contents).decode(), "name": name}


def note(service: Service, match: str, token: str, text: str = "", **more: Any) -> Any:
    return service.record(match, token, "notes", text=text, photos=[sent(photos.of_a_phone(), "board.jpg")], **more)


@pytest.fixture
def photo(service: Service, organiser: str, match: str) -> str:
    """The id of a photo in a note."""
    answer = note(service, match, organiser, "the board")
    assert answer.status_code == 201, answer.text
    (line,) = answer.json()["recorded"]
    assert (line["type"], line["words"]) == ("Noted", "note: the board · 1 photo")
    (found,) = line["photos"]
    return str(found)


def test_a_photo_is_kept_without_its_metadata_and_sent_with_safe_headers(
    service: Service, organiser: str, match: str, photo: str
) -> None:
    for address in (f"/api/v1/matches/{match}/photos/{photo}", f"/m/{match}/photos/{photo}"):
        large, small = service.get(address, organiser), service.get(f"{address}?small=true", organiser)
        for answer in (large, small):
            assert answer.status_code == 200
            assert answer.headers["content-type"] == "image/jpeg"
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["cache-control"] == "no-store"
            assert answer.headers["content-security-policy"] == "default-src 'none'; sandbox; frame-ancestors 'none'"
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"
            assert not any(one in answer.content for one in (photos.MAKER, photos.PLACE, b"secret", b"<script>"))
        assert check_plain(large.content) == (640, 480)
        assert check_plain(small.content) == (480, 360)
    log = service.get(f"/api/v1/matches/{match}/log", organiser).json()
    assert [line["photos"] for line in log][-1] == [photo]


def test_pages_show_it_and_the_report_has_it_inside(service: Service, organiser: str, match: str, photo: str) -> None:
    address = f"/m/{match}/photos/{photo}"
    for page in (f"/m/{match}", f"/m/{match}/watch", f"/m/{match}/part", f"/m/{match}/judge"):
        assert f'src="{address}?small=true"' in service.get(page, organiser).text, page
    assert note(service, match, organiser, about=0).status_code == 201
    assert "./photos/" in service.get(f"/m/{match}/replay?move=0", organiser).text
    assert len(service.get(f"/m/{match}/steps?move=0", organiser).json()["steps"][0]["photos"]) == 1
    report = service.get(f"/api/v1/matches/{match}/report", organiser)
    assert report.text.count("data:image/jpeg;base64,") == 2
    assert "script" not in report.headers["content-security-policy"]
    assert "data:image/jpeg" not in service.get(f"/m/{match}/file", organiser).text  # a file for everybody


def test_an_erased_photo_is_gone_at_once(
    service: Service, organiser: str, match: str, photo: str, ledger: Ledger
) -> None:
    address = f"/api/v1/matches/{match}/photos/{photo}"
    assert service.get(f"{address}?small=true", organiser).status_code == 200
    version = ledger.match(match).notes[0].originator_version
    ledger.erase_words(match, version)
    for path in (address, f"{address}?small=true"):
        answer = service.get(path, organiser)
        assert (answer.status_code, answer.json()["code"]) == (404, "photo.missing")
    assert "missing: erased" in service.get(f"/m/{match}/judge", organiser).text


def test_hostile_photos_are_refused_and_nothing_is_noted(service: Service, organiser: str, match: str) -> None:
    version = service.app.state.queries.cache.version(match)
    for name, (contents, called) in photos.hostile().items():
        answer = service.record(match, organiser, "notes", text="a note", photos=[sent(contents, called)])
        assert (answer.status_code, answer.json()["code"]) == (422, "photo.bad"), name
    odd: list[Any] = [{"data": "?"}, {"data": "a"}, {"name": "a.jpg"}, "a", {"data": "", "more": 1}]
    for one in odd:
        assert service.record(match, organiser, "notes", text="a", photos=[one]).status_code == 422
    some = [sent(photos.plain())]
    assert service.record(match, organiser, "notes", text="a", photos=some * 5).status_code == 422
    assert service.record(match, organiser, "notes", text="").status_code == 422
    assert service.app.state.queries.cache.version(match) == version


def test_only_who_has_a_pass_may_send_so_much(service: Service, organiser: str, match: str) -> None:
    body = b" " * (13 * 2**20)
    address, json = f"/api/v1/matches/{match}/notes", {"content-type": "application/json"}
    assert service.ask("POST", address, organiser, content=body, headers=json).status_code == 413
    some = body[: 2 * 2**20]
    assert service.ask("POST", address, "nobody", content=some, headers=json).status_code == 413
    assert service.ask("POST", address, organiser, content=some, headers=json).status_code == 422
    moves = address.replace("notes", "moves")
    assert service.ask("POST", moves, organiser, content=some, headers=json).status_code == 413


def test_a_retry_is_recorded_once(service: Service, organiser: str, match: str) -> None:
    first = note(service, match, organiser, "a", command_id="a-command").json()
    assert note(service, match, organiser, "a", command_id="a-command").json() == first
    others = [sent(photos.plain())]
    other = service.record(match, organiser, "notes", text="a", photos=others, command_id="a-command")
    assert (other.status_code, other.json()["code"]) == (409, "command.reused")


# --- who sees what ----------------------------------------------------------------------------------------


def test_who_may_not_read_the_note_may_not_see_its_photo(
    service: Service, organiser: str, match: str, photo: str
) -> None:
    """Given passes of another match, no pass, a photo asked for at another match, nothing of it is told."""
    body = {"game": "ultime", "names": ["Dan", "Eve", "Fay"], "outcomes": [1]}
    other = service.post("/api/v1/matches", organiser, **body).json()["id"]
    for path in (f"/api/v1/matches/{match}/photos/{photo}", f"/m/{match}/photos/{photo}"):
        for token in (service.token("seat", match=other, seat=1), service.token("spectator", match=other)):
            assert service.get(path, token).status_code == 403
        assert service.get(path).status_code == 401
        assert service.get(path.replace(match, other), organiser).status_code == 404
        assert service.get(path.replace(photo, "0" * 64), organiser).status_code == 404
        assert service.get(path.replace(photo, "../../passes"), organiser).status_code in (404, 422)
        for token in (service.token("spectator"), service.token("seat", match=match, seat=2)):
            assert service.get(path, token).status_code == 200
    assert service.record(match, service.token("spectator"), "notes", text="a").status_code == 403
    assert note(service, match, service.token("spectator")).status_code == 403
    assert note(service, match, service.token("seat", match=match, seat=2)).status_code == 201


def test_the_link_for_everybody_shows_photos_of_its_match_alone(
    service: Service, organiser: str, match: str, photo: str
) -> None:
    service.access.public(match, make=True)
    token = service.access.public(match)[1]  # type: ignore[index]
    assert service.get(f"/see/{token}/photos/{photo}").status_code == 200
    assert service.get(f"/see/{token}/photos/{'0' * 64}").status_code == 404
    assert service.get(f"/see/nothing/photos/{photo}").status_code == 401
    service.access.revoke(service.access.public(match)[0].id)  # type: ignore[index]
    assert service.get(f"/see/{token}/photos/{photo}").status_code == 401


@pytest.fixture
def late(ledger: Ledger, access: Access) -> Iterator[Service]:
    yield from serving(make_app(ledger, delay=3600), access)


def test_delayed_spectators_learn_nothing_of_a_photo_before_its_time(late: Service, organiser: str, match: str) -> None:
    """Given a note with a photo that a spectator may not read yet, every answer is as if there were none."""
    spectator = late.token("spectator")
    addresses = [f"/api/v1/matches/{match}/log", f"/m/{match}/steps", f"/api/v1/matches/{match}", "/api/v1/matches"]

    def told(photo: str) -> dict[str, tuple[int, bytes, dict[str, str]]]:
        paths = [f"/api/v1/matches/{match}/photos/{photo}", f"/m/{match}/photos/{photo}?small=true", *addresses]
        found = {path.replace(photo, "PHOTO"): late.get(path, spectator) for path in paths}
        return {
            path: (one.status_code, one.content, {**one.headers, "content-length": ""}) for path, one in found.items()
        }  # a random length

    before = told("ab" * 32)
    answer = note(late, match, organiser, "the board")
    (photo,) = answer.json()["recorded"][0]["photos"]
    assert late.get(f"/api/v1/matches/{match}/photos/{photo}", organiser).status_code == 200
    after = told(photo)
    assert [path for path in before if after[path] != before[path]] == []
