"""Web hooks: messages, signatures, order, and ids; failing receivers; refused addresses."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any

import pytest
from sqlalchemy import select

from tablescribe.ledger.log.schema import service
from tablescribe.ledger.matches import hooks as hooks_module
from tablescribe.ledger.matches.hook_addresses import BadHook
from tablescribe.ledger.matches.hooks import Hook, add_hook, hook, hooks, progress_of, remove_hook
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.ledger.tournaments.publicity import show
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.api.hook_answers import HookEvent
from tablescribe.replays.web.http.outgoing import Outgoing
from tablescribe.replays.web.public.hook_bodies import HookMessage, body_of
from tablescribe.replays.web.public.hook_commands import listed_hooks, try_hook
from tablescribe.replays.web.public.hook_delivery import LONGEST_WAIT, MOST_TRIES, HookDelivery, wait_after
from tablescribe.replays.web.public.hook_messages import HookMessages
from tablescribe.replays.web.table.queries import Queries
from tests.ledger.played_tournaments import hall, opened, play_round
from tests.replays.web.public.hook_receiver import Receiver, receiver
from tests.replays.web.public.test_pages import KEPT_BACK, PEOPLE, limited

__all__ = ["receiver"]

SITE = "https://club.example"
SAID = ("T-4", "misread", "T-9", "overslept")


@pytest.fixture
def officials(ledger: Ledger) -> TournamentCommands:
    return hall(Scribe(ledger))


class Clock:
    """A clock that tests set."""

    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def delivery(ledger: Ledger, sender: Any = None, *, delay: float = 0.0, clock: Any = None) -> HookDelivery:
    queries = Queries(ledger, Access(ledger), delay=delay)
    sender = sender if sender is not None else Outgoing(private=True)
    return HookDelivery(HookMessages(queries, SITE), sender, several=False, **({"clock": clock} if clock else {}))


def added(ledger: Ledger, receiver: Receiver, **how: Any) -> Hook:
    found = add_hook(ledger, receiver.address, private=True, **how)
    receiver.secret = found.secret
    return found


def evening(officials: TournamentCommands, people: Sequence[str] = PEOPLE, said: Sequence[str] = SAID) -> str:
    """A tournament of two rounds with a correction and a penalty, recorded from its announcement on."""
    found = opened(officials, people, limited())
    play_round(officials, found)
    officials.correct(found, 1, 1, (1, 1), clause=said[0], reason=said[1])
    officials.penalise(found, people[-1], Fraction(1, 2), clause=said[2], reason=said[3])
    officials.pair(found, seed=2)
    return found


# --- what is told ----------------------------------------------------------------------------------


def test_a_hook_is_told_in_order_what_happens_and_can_check_who_says_so(
    ledger: Ledger, officials: TournamentCommands, receiver: Receiver
) -> None:
    one = added(ledger, receiver)
    found = evening(officials)
    delivery(ledger).tell(one)
    assert all(receiver.is_signed(headers, body) for _, headers, body in receiver.requests)
    assert {path for path, _, _ in receiver.requests} == {"/hook?club=1"}
    told = receiver.bodies
    kinds = [body["type"] for body in told]
    assert kinds[:2] == ["tournament.announced", "round.paired"]
    assert kinds.count("match.closed") == kinds.count("result.reported") == 2
    assert kinds[-3:] == ["ruling.made", "ruling.made", "round.paired"]
    positions = [body["data"]["position"] for body in told]
    assert positions == sorted(set(positions))
    assert len(set(receiver.ids)) == len(told)
    assert all(HookEvent.model_validate(body).data.text for body in told)
    paired = told[1]["data"]
    assert (paired["tournament"], paired["round"], paired["text"]) == (found, 1, "Round 1 is paired: 2 tables")
    assert paired["url"] == f"{SITE}/t/{found}/pairings?round=1"
    delivery(ledger).tell(one)
    assert receiver.bodies == told, "a service that was started anew tells nothing twice"
    assert progress_of(ledger, one).position == positions[-1]


def test_a_signature_is_of_this_body_and_this_secret(receiver: Receiver, ledger: Ledger) -> None:
    one = added(ledger, receiver)
    assert try_hook(ledger, Outgoing(private=True), one) == ""
    _, headers, body = receiver.requests[0]
    assert receiver.is_signed(headers, body)
    assert not receiver.is_signed(headers, body + b" ")
    assert not receiver.is_signed({**headers, "webhook-timestamp": "1"}, body)
    receiver.secret = added(ledger, Receiver(port=receiver.port)).secret
    assert not receiver.is_signed(headers, body)


def test_what_was_before_is_not_told_and_other_tournaments_are_not(
    ledger: Ledger, officials: TournamentCommands, receiver: Receiver
) -> None:
    found = evening(officials)
    one = added(ledger, receiver, tournament=found)
    other = evening(officials)
    officials.penalise(found, "Adalind", Fraction(1, 2), clause="T-9", reason="late")
    delivery(ledger).tell(one)
    assert [(body["type"], body["data"]["tournament"]) for body in receiver.bodies] == [("ruling.made", found)]
    assert other not in json.dumps(receiver.bodies)


def test_a_hook_of_a_tournament_is_told_of_its_matches(
    ledger: Ledger, officials: TournamentCommands, receiver: Receiver
) -> None:
    found = opened(officials, PEOPLE, limited())
    one = added(ledger, receiver, tournament=found)
    play_round(officials, found)
    Scribe(ledger).close(Scribe(ledger).new("freeform", ["Ada", "Ben"]).id, abandoned=True)
    delivery(ledger).tell(one)
    closed = [body["data"] for body in receiver.bodies if body["type"] == "match.closed"]
    assert {one["tournament"] for one in closed} == {found}
    assert {one["match"] for one in closed} == set(officials.tournament(found).seating(1).matches)


def bodies(ledger: Ledger, one: Hook) -> list[bytes]:
    """Return all messages of a hook, in each template and language."""

    class Kept:
        def __init__(self) -> None:
            self.found = list[bytes]()

        def post(self, address: str, body: bytes, headers: Mapping[str, str]) -> int:
            self.found.append(headers["webhook-id"].encode() + body)
            return 200

    kept = Kept()
    for template in ("json", "discord", "slack"):
        for language in ("en", "de", "it", "pt"):
            again = replace(one, id=one.id + template + language, template=template, language=language)
            progress = hooks_module.Progress(one.after)
            ledger.log.write(ledger.log.into(service).values(
                key=hooks_module._progress_key(again.id), value=hooks_module._plain(progress)))  # fmt: skip
            delivery(ledger, kept).tell(again)
            hooks_module._forget(ledger, again.id)
    return kept.found


def normal(found: list[bytes]) -> list[str]:
    """Return messages without random and time-dependent parts: ids, times, addresses of pages."""
    changing = r"evt_\w+|\b[0-9a-f]{32,64}\b|\d{4}-\d\d-\d\dT[\d:.+]+|\b[0-9a-z]{12}\b"
    return [re.sub(changing, "…", body.decode().replace("\\", "")) for body in found]


def test_names_and_words_are_told_only_where_the_organiser_shows_them(
    ledger: Ledger, officials: TournamentCommands, receiver: Receiver
) -> None:
    """Non-interference: with names and words hidden, two evenings that differ in nothing else are told alike."""
    one = added(ledger, receiver, names=True)
    found = evening(officials)
    hidden = bodies(ledger, one)
    assert len(hidden) >= 100
    assert [word for word in KEPT_BACK if any(word.encode() in body for body in hidden)] == []
    show(ledger, found, names=True, words=True, by="organiser")
    shown = b"".join(bodies(ledger, one))
    assert b"Dorothea" in shown
    assert b"overslept" in shown
    other = added(ledger, receiver, names=True)
    evening(officials, ("Xaver", "Yannick", "Zacharias", "Walburga"), ("Z-1", "quite something else", "Z-2", "why not"))
    again = normal(bodies(ledger, other))
    assert len(again) == len(hidden)
    positions = r'"position": \d+'
    assert [re.sub(positions, "", one) for one in again] == [re.sub(positions, "", one) for one in normal(hidden)]


def test_people_outside_tournaments_are_named_only_if_the_hook_says_so(ledger: Ledger, receiver: Receiver) -> None:
    quiet, naming = added(ledger, receiver), add_hook(ledger, receiver.address, names=True, private=True)
    scribe = Scribe(ledger)
    match = scribe.new("freeform", ["Adalind", "Ben"]).id
    scribe.ruling(match, (), clause="house", reason="Adalind slept")
    scribe.close(match, abandoned=True)
    delivery(ledger).tell(quiet)
    assert [body["type"] for body in receiver.bodies] == ["ruling.made", "match.closed"]
    assert "Adalind" not in json.dumps(receiver.bodies)
    assert "house" not in json.dumps(receiver.bodies)
    delivery(ledger).tell(naming)
    assert "slept" not in json.dumps(receiver.bodies), "what judges write is not told"


def test_spectators_delay_holds_what_matches_tell(ledger: Ledger, receiver: Receiver) -> None:
    one = added(ledger, receiver)
    Scribe(ledger).close(Scribe(ledger).new("freeform", ["Ada", "Ben"]).id, abandoned=True)
    delivery(ledger, delay=3600).tell(one)
    assert receiver.requests == []
    delivery(ledger).tell(one)
    assert [body["type"] for body in receiver.bodies] == ["match.closed"]


def test_while_lists_are_behind_no_tournaments_match_passes_for_one_outside_it(
    ledger: Ledger, officials: TournamentCommands, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = added(ledger, receiver, names=True)
    found = opened(officials, PEOPLE, limited())
    play_round(officials, found)
    worker = delivery(ledger)
    with monkeypatch.context() as behind:
        behind.setattr(type(ledger.lists), "fresh", lambda self, **_: 1)
        worker.tell(one)
    assert "match.closed" not in [body["type"] for body in receiver.bodies]
    worker.tell(one)
    assert [body["type"] for body in receiver.bodies].count("match.closed") == 2
    assert not [name for name in PEOPLE if name in json.dumps(receiver.bodies)]


def test_chats_read_hostile_words_as_words() -> None:
    data = {"title": "", "text": "@everyone <!channel> [x](https://evil.example) & **b**", "url": None}
    message = HookMessage("id", "ruling.made", datetime(2026, 11, 26, tzinfo=UTC), data)
    discord = json.loads(body_of("discord", message))
    assert discord["allowed_mentions"] == {"parse": []}
    assert discord["content"].startswith("\\@everyone \\<\\!channel\\> \\[x\\]\\(https\\:")
    slack = json.loads(body_of("slack", message))
    assert slack == {"text": "@everyone &lt;!channel&gt; [x](https://evil.example) &amp; **b**"}
    long = HookMessage("id", "x", message.at, {"title": "", "text": "*" * 5000, "url": None})
    assert len(json.loads(body_of("discord", long))["content"]) <= 2000


# --- receivers that fail ---------------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "failure"), [(500, "status 500"), (302, "status 302"), ("close", "connection"),
                                                 ("hang", "time")])  # fmt: skip
def test_a_message_that_fails_is_tried_again_with_growing_waits_and_nothing_overtakes_it(
    ledger: Ledger, receiver: Receiver, answer: int | str, failure: str
) -> None:
    """Given a receiver that fails twice, then both messages come in order, the first one by one id thrice."""
    one, clock = added(ledger, receiver), Clock()
    scribe = Scribe(ledger)
    for _ in range(2):
        scribe.close(scribe.new("freeform", ["Ada", "Ben"]).id, abandoned=True)
    receiver.answers = [answer, answer, 204]
    worker = delivery(ledger, Outgoing(private=True, seconds=0.5 if answer == "hang" else 60.0), clock=clock)
    waits = []
    for tries in (1, 2):
        worker.tell(one)
        progress = progress_of(ledger, one)
        assert (progress.failure, progress.tries, progress.position) == (failure, tries, one.after)
        worker.tell(one)
        assert len(receiver.requests) == tries, "not before its time"
        waits.append(progress.due - clock.now)
        clock.now = progress.due
    assert listed_hooks(ledger)[0]["state"] == "waiting"
    worker.tell(one)
    assert len(receiver.requests) == 4
    assert len(set(receiver.ids[:3])) == 1
    assert receiver.ids[3] != receiver.ids[2]
    assert 2.5 <= waits[0] <= 5 <= waits[1] <= 10
    assert progress_of(ledger, one).tries == 0
    assert not [path for path, _, _ in receiver.requests if "elsewhere" in path], "redirects are not followed"


def test_waits_grow_up_to_an_hour_and_are_spread() -> None:
    longest = [wait_after(tries, lambda low, high: high) for tries in range(1, MOST_TRIES)]
    assert longest == sorted(longest)
    assert longest[-1] == LONGEST_WAIT
    assert 18 * 3600 < sum(longest) < 30 * 3600
    assert len({wait_after(5) for _ in range(20)}) > 1


def test_a_hook_that_is_given_up_is_shown_so_and_goes_on_after_a_test(ledger: Ledger, receiver: Receiver) -> None:
    one, clock = added(ledger, receiver), Clock()
    Scribe(ledger).close(Scribe(ledger).new("freeform", ["Ada", "Ben"]).id, abandoned=True)
    receiver.answers = [*([500] * MOST_TRIES), 204]
    worker = delivery(ledger, clock=clock)
    for _ in range(MOST_TRIES + 3):
        worker.tell(one)
        clock.now += LONGEST_WAIT
    assert len(receiver.requests) == MOST_TRIES
    assert (listed_hooks(ledger)[0]["state"], listed_hooks(ledger)[0]["failure"]) == ("given up", "status 500")
    assert try_hook(ledger, Outgoing(private=True), one) == ""
    worker.tell(one)
    assert receiver.bodies[-1]["type"] == "match.closed"
    assert listed_hooks(ledger)[0]["state"] == "ready"


def test_a_receiver_that_is_gone_is_given_up_at_once(ledger: Ledger, receiver: Receiver) -> None:
    one = added(ledger, receiver)
    Scribe(ledger).close(Scribe(ledger).new("freeform", ["Ada", "Ben"]).id, abandoned=True)
    receiver.answers = [410]
    delivery(ledger).tell(one)
    assert progress_of(ledger, one).stopped


def test_what_was_delivered_and_not_noted_comes_again_with_its_id(ledger: Ledger, receiver: Receiver) -> None:
    """Given a process that ends between delivery and note, then the next one sends it again, with the same id."""

    class Killed(BaseException):
        pass

    class Dying(Outgoing):
        def post(self, address: str, body: bytes, headers: Mapping[str, str]) -> int:
            super().post(address, body, headers)
            raise Killed

    one = added(ledger, receiver)
    Scribe(ledger).close(Scribe(ledger).new("freeform", ["Ada", "Ben"]).id, abandoned=True)
    with pytest.raises(Killed):
        delivery(ledger, Dying(private=True)).tell(one)
    delivery(ledger).tell(one)
    assert len(receiver.requests) == 2
    assert len(receiver.once()) == 1


def test_a_hook_that_is_removed_while_it_is_told_stays_removed(ledger: Ledger, receiver: Receiver) -> None:
    one = added(ledger, receiver)

    class Removing(Outgoing):
        def post(self, address: str, body: bytes, headers: Mapping[str, str]) -> int:
            remove_hook(ledger, one.id)
            return super().post(address, body, headers)

    for _ in range(2):
        Scribe(ledger).close(Scribe(ledger).new("freeform", ["Ada", "Ben"]).id, abandoned=True)
    delivery(ledger, Removing(private=True)).tell(one)
    assert len(receiver.requests) == 1
    assert hooks(ledger) == []
    key = hooks_module._progress_key(one.id)
    kept = ledger.log.select(select(service).where(service.c.key == key))
    assert kept == []


def test_there_are_so_many_hooks_and_no_more(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks_module, "MOST", 1)
    first = add_hook(ledger, "https://club.example/")
    with pytest.raises(BadHook):
        add_hook(ledger, "https://club.example/")
    assert hook(ledger, first.id) == first
