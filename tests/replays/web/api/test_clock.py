"""The clock through the API and on pages: rights, and whose time counts."""

from __future__ import annotations

import pytest

from tests.replays.web.conftest import Service

MOVE = {"seat": 1, "action": {"do": "move", "man": "e2", "to": "e4"}}


@pytest.fixture
def timed(service: Service, organiser: str) -> str:
    """A match of chess with five minutes and three seconds a move."""
    opened = service.post("/api/v1/matches", organiser, game="chess", names=["Ann", "Ben"], clock="5+3")
    assert opened.status_code == 201, opened.json()
    return str(opened.json()["id"])


def does(service: Service, match: str, token: str, what: str, **more: object) -> tuple[int, dict[str, object]]:
    answer = service.post(f"/api/v1/matches/{match}/clock", token, command_id=service.command(), does=what, **more)
    return answer.status_code, answer.json()


def test_a_match_is_opened_with_a_clock_and_moves_press_it(service: Service, organiser: str, timed: str) -> None:
    clock = service.get(f"/api/v1/matches/{timed}/clock", organiser).json()
    assert (clock["control"], clock["state"], clock["running"]) == ("5+3", "waiting", [])
    assert [side["shows"] for side in clock["seats"]] == [300_000, 300_000]
    moved = service.record(timed, organiser, "moves", **MOVE, lag=200)
    assert [line["type"] for line in moved.json()["recorded"]] == ["Played"]
    clock = service.get(f"/api/v1/matches/{timed}/clock", organiser).json()
    assert (clock["state"], clock["running"]) == ("running", [2])
    assert clock["seats"][0]["shows"] == 303_000
    assert clock["seats"][1]["shows"] <= 300_000
    log = service.get(f"/api/v1/matches/{timed}/log", organiser).json()
    assert [line["type"] for line in log] == ["Opened", "TimeControlSet", "Played", "ClockPressed"]


def test_a_match_without_a_clock_has_none_until_one_is_set(service: Service, organiser: str) -> None:
    opened = service.post("/api/v1/matches", organiser, game="chess", names=["Ann", "Ben"]).json()
    assert service.get(f"/api/v1/matches/{opened['id']}/clock", organiser).json() is None
    assert "This match has no clock" in service.get(f"/m/{opened['id']}/clock", organiser).text
    status, told = does(service, opened["id"], organiser, "start")
    assert (status, told["code"]) == (409, "clock.refused")
    status, told = does(service, opened["id"], organiser, "set", control="soon")
    assert (status, told["code"]) == (422, "clock.bad_control")
    status, told = does(service, opened["id"], organiser, "set", control="table 75")
    assert status == 201
    assert told["clock"]["table"] == 75 * 60_000  # type: ignore[index]


@pytest.mark.parametrize("clock", ["soon", "101h"])
def test_no_match_is_opened_with_a_time_that_is_none(service: Service, organiser: str, clock: str) -> None:
    answer = service.post("/api/v1/matches", organiser, game="chess", names=["Ann", "Ben"], clock=clock)
    assert (answer.status_code, answer.json()["code"]) == (422, "clock.bad_control")
    assert service.get("/api/v1/matches", organiser).json() == []


def test_each_role_may_do_its_part(service: Service, organiser: str, timed: str) -> None:
    seat = service.token("seat", match=timed, seat=2)
    judge = service.token("judge", match=timed)
    recorder = service.token("recorder", match=timed)
    watching = service.token("spectator", match=timed)
    assert does(service, timed, watching, "start")[0] == 403
    assert does(service, timed, seat, "start")[0] == 201
    for refused in ("pause", "correct", "set"):
        assert does(service, timed, seat, refused)[0] == 403
    assert does(service, timed, recorder, "correct", seat=1, shows="4:05", reason="so")[0] == 403
    assert does(service, timed, judge, "tap", seat=1)[0] == 403
    assert does(service, timed, recorder, "pause", reason="fire alarm")[0] == 201
    status, told = does(service, timed, judge, "correct", seat=1, shows="4:05", reason="pressed by accident")
    assert status == 201
    assert told["clock"]["seats"][0]["shows"] == 245_000  # type: ignore[index]
    assert does(service, timed, judge, "resume")[0] == 201
    words = [line["words"] for line in service.get(f"/api/v1/matches/{timed}/log", watching).json()]
    assert words[-3:] == [
        "clock paused: fire alarm", "clock of white corrected to 4:05: pressed by accident",
        "clock goes on: the clock of white runs",
    ]  # fmt: skip


def test_a_seat_taps_its_own_clock_only_and_a_retry_is_one_tap(service: Service, organiser: str, timed: str) -> None:
    ann, ben = (service.token("seat", match=timed, seat=seat) for seat in (1, 2))
    assert does(service, timed, ben, "tap")[0] == 201, "black's tap starts white's clock"
    assert does(service, timed, ben, "tap", seat=1)[0] == 403
    tap = {"command_id": "tap-of-white", "does": "tap", "lag": 60_000}
    answers = [service.post(f"/api/v1/matches/{timed}/clock", ann, **tap) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json()["version"] == answers[1].json()["version"]
    assert answers[1].json()["clock"]["running"] == [2]
    assert does(service, timed, ann, "tap")[1]["code"] == "clock.refused"


def test_a_move_decided_before_a_pause_is_not_stale(service: Service, organiser: str, timed: str) -> None:
    does(service, timed, organiser, "start")
    does(service, timed, organiser, "pause")
    moved = service.record(timed, organiser, "moves", **MOVE, expected_version=2)
    assert moved.status_code == 201
    reply = {"seat": 2, "action": {"do": "move", "man": "e7", "to": "e5"}}
    assert service.record(timed, organiser, "moves", **reply, expected_version=2).json()["code"] == "match.stale"


def test_the_table_and_the_replay_show_it_with_each_move(service: Service, organiser: str, timed: str) -> None:
    service.record(timed, organiser, "moves", **MOVE)
    page = service.get(f"/m/{timed}", organiser).text
    assert 'data-shows="2"' in page
    assert ">5:03</span>" in page
    assert "the clock of" not in page, "a move has its time beside it, and no line of its own"
    replay = service.get(f"/m/{timed}/replay", organiser).text
    assert "clock: Ann (white) 5:03 · Ben (black) 5:00" in replay
    face = service.get(f"/m/{timed}/clock", organiser).text
    assert face.count("data-half=") == 2
    assert "5 minutes + 3 seconds a move" in face


def test_a_take_back_that_waits_for_agreement_waits_on_whatever_the_clock_does(
    service: Service, organiser: str
) -> None:
    told = {"game": "chess", "names": ["Ann", "Ben"], "clock": "5+3", "take_back": "consent"}
    match = service.post("/api/v1/matches", organiser, **told).json()["id"]
    ann, ben = (service.token("seat", match=match, seat=seat) for seat in (1, 2))
    service.record(match, ann, "moves", **MOVE)
    asked = service.record(match, ann, "take-backs", steps=1, reason="slip")
    assert asked.status_code == 202
    does(service, match, organiser, "pause")
    waits = service.get(f"/api/v1/matches/{match}/consent", ben).json()
    assert waits["by"] == 1
    agreed = service.post(f"/api/v1/matches/{match}/consent", ben, request=waits["request"], agrees=True)
    assert (agreed.status_code, agreed.json()["done"]) == (200, True)
    assert service.get(f"/api/v1/matches/{match}", ann).json()["head"] == 0
