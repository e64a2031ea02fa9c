"""Web hooks of a running service: killed and restarted, two processes on one ledger, a receiver that hangs."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablescribe.ledger.matches.hooks import Hook, add_hook, hooks, progress_of
from tablescribe.ledger.matches.ledger import Ledger, open_ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.app import make_app
from tests.postgres_server import shared
from tests.replays.web.conftest import Service, serving
from tests.replays.web.crowd import running
from tests.replays.web.public.hook_receiver import PATIENCE, Receiver, receiver, receiving
from tests.replays.web.tournament_visitors import announced

__all__ = ["receiver"]


@pytest.fixture
def private(ledger: Ledger, access: Access) -> Iterator[Service]:
    """A service that may send to this machine."""
    yield from serving(make_app(ledger, private_hooks=True), access)


def closed(ledger: Ledger) -> str:
    scribe = Scribe(ledger)
    match = scribe.new("freeform", ["Ada", "Ben"]).id
    scribe.close(match, abandoned=True)
    return match


def added(ledger: Ledger, receiver: Receiver) -> Hook:
    found = add_hook(ledger, receiver.address, private=True)
    receiver.secret = found.secret
    return found


def noted(ledger: Ledger, one: Hook, position: int) -> None:
    """Wait until a position is recorded as delivered."""
    ends = threading.Event()
    for _ in range(int(PATIENCE * 20)):
        if progress_of(ledger, one).position >= position:
            return
        ends.wait(0.05)
    raise AssertionError(progress_of(ledger, one))


def test_a_service_killed_between_delivery_and_note_tells_it_again_by_the_same_id(
    tmp_path: Path, receiver: Receiver
) -> None:
    """Given a receiver that has a message and a service that is killed before it is told so, then it comes again."""
    target = str(tmp_path / "ledger.db")
    ledger = open_ledger(target)
    one = added(ledger, receiver)
    receiver.answers = [204, "hang", 204]

    async def evening() -> list[str]:
        matches = []
        async with running(target, tmp_path, "--private-hooks", forked=True) as service:
            for n in (1, 2):
                matches.append(closed(ledger))
                await asyncio.to_thread(receiver.wait_for, n)
            await service.kill()
            matches.append(closed(ledger))
            await service.start_again()
            await asyncio.to_thread(receiver.wait_for, 3)
            await asyncio.to_thread(noted, ledger, one, receiver.bodies[-1]["data"]["position"])
        return matches

    matches = asyncio.run(evening())
    assert [body["data"]["match"] for body in receiver.once()] == matches
    assert [body["data"]["match"] for body in receiver.bodies] == [matches[0], matches[1], matches[1], matches[2]]
    assert receiver.ids[1] == receiver.ids[2]
    assert all(receiver.is_signed(headers, body) for _, headers, body in receiver.requests)
    ledger.close()


def test_two_processes_on_one_ledger_tell_each_event_once_and_in_order(tmp_path: Path, receiver: Receiver) -> None:
    target = shared().ledger()
    ledger = open_ledger(target)
    try:
        one = added(ledger, receiver)
        for name in ("one", "two"):
            (tmp_path / name).mkdir()

        async def evening() -> list[str]:
            matches = []
            async with (
                running(target, tmp_path / "one", "--private-hooks", forked=True),
                running(target, tmp_path / "two", "--private-hooks", forked=True),
            ):
                for n in range(1, 7):
                    matches.append(closed(ledger))
                    if n % 2:
                        await asyncio.to_thread(receiver.wait_for, n)
                await asyncio.to_thread(receiver.wait_for, 6)
                await asyncio.to_thread(noted, ledger, one, receiver.bodies[-1]["data"]["position"])
            return matches

        matches = asyncio.run(evening())
        assert [body["data"]["match"] for body in receiver.once()] == matches
        assert len(receiver.requests) == 6
    finally:
        ledger.close()


def test_a_receiver_that_hangs_keeps_no_move_and_no_other_receiver_waiting(
    private: Service, ledger: Ledger, receiver: Receiver, match: str, organiser: str
) -> None:
    with receiving() as other:
        receiver.answers = ["hang"]
        for one in (receiver, other):
            added(ledger, one)
        closed(ledger)
        receiver.wait_for(1)
        for _ in range(3):
            answer = private.record(match, organiser, "notes", text="on we go")
            assert answer.status_code == 201, answer.text
        closed(ledger)
        other.wait_for(2)
        assert len(receiver.requests) == 1


@pytest.fixture
def service(private: Service) -> Service:
    return private


def test_an_organiser_adds_tests_and_removes_a_hook_by_the_api(
    service: Service, organiser: str, receiver: Receiver
) -> None:
    answer = service.post("/api/v1/hooks", organiser, address=receiver.address)
    assert answer.status_code == 201, answer.text
    new = answer.json()
    receiver.secret = new.pop("secret")
    listed = service.get("/api/v1/hooks", organiser)
    assert listed.json() == [new]
    assert receiver.secret not in listed.text
    assert "club=1" not in listed.text, "the rest of an address is often a secret"
    tests = f"/api/v1/hooks/{new['id']}/tests"
    assert service.ask("POST", tests, organiser).json() == {"accepted": True, "failure": ""}
    assert receiver.bodies[0]["type"] == "hook.test"
    receiver.answers = [500]
    assert service.ask("POST", tests, organiser).json() == {"accepted": False, "failure": "status 500"}
    assert service.ask("DELETE", f"/api/v1/hooks/{new['id']}", organiser).json() == {"removed": True}
    assert service.get("/api/v1/hooks", organiser).json() == []
    gone = service.ask("DELETE", f"/api/v1/hooks/{new['id']}", organiser)
    assert (gone.status_code, gone.json()["code"]) == (404, "hook.unknown")
    bad = service.post("/api/v1/hooks", organiser, address="ftp://club.example/")
    assert (bad.status_code, bad.json()["code"]) == (422, "hook.bad")


def test_an_organiser_adds_tests_and_removes_a_hook_on_the_page(
    service: Service, organiser: str, receiver: Receiver, ledger: Ledger
) -> None:
    def send(path: str, **form: str) -> str:
        answer = service.ask("POST", path, organiser, data=form, headers={"Origin": "http://table.test"})
        return answer.text if answer.status_code != 303 else service.get("/hooks", organiser).text

    found = announced(service, organiser, ("Ada", "Ben"))
    form = service.get(f"/hooks?tournament={found}", organiser).text
    chosen = re.search(rf'<option value="{found}" selected>([^<]+)', form)
    assert chosen is not None, "a tournament that was just announced can be chosen"
    assert "No web hooks yet" in service.get("/hooks", organiser).text
    assert 'href="/hooks"' in service.get("/links", organiser).text
    page = send("/hooks", address=receiver.address)
    (one,) = hooks(ledger)
    assert one.secret in page
    assert one.secret not in service.get("/hooks", organiser).text
    assert "The receiver accepted the test" in send(f"/hooks/{one.id}/test")
    receiver.answers = [500]
    assert "The receiver answered with status 500" in send(f"/hooks/{one.id}/test")
    refused = send("/hooks", address="ftp://club.example/")
    assert "This is not a web address" in refused
    assert 'value="ftp://club.example/"' in refused
    assert "No web hooks yet" in send(f"/hooks/{one.id}/remove")


def test_a_service_without_the_switch_sends_nothing_to_this_machine(
    ledger: Ledger, access: Access, receiver: Receiver
) -> None:
    for service in serving(make_app(ledger), access):
        organiser = service.token()
        assert service.post("/api/v1/hooks", organiser, address=receiver.address).status_code == 422
        one = added(ledger, receiver)
        answer = service.ask("POST", f"/api/v1/hooks/{one.id}/tests", organiser)
        assert answer.json() == {"accepted": False, "failure": "address"}
        assert receiver.requests == []
