"""Tournaments in the service: through the API and forms, by several officials at once, over a bad network."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.proofs.verification.soundness import verify_ledger
from tablescribe.replays.web.http.limits import TokenBuckets
from tests.depth import a_few
from tests.replays.web.conftest import Service
from tests.replays.web.tournament_visitors import FOUR, announced, do, done, play, token_of

DATABASES = a_few(["sqlite", "postgresql"], 1)
SITE = {"Origin": "http://table.test"}


@pytest.fixture(autouse=True)
def any_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TokenBuckets, "take", lambda self, client, now: True)


def read(service: Service, token: str, tournament: str, what: str = "") -> Any:
    answer = service.get(f"/api/v1/tournaments/{tournament}{what}", token)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_tournament_from_its_announcement_to_its_certificate(
    service: Service, organiser: str, ledger: Ledger
) -> None:
    found = announced(service, organiser)
    assert [one["tournament"] for one in service.get("/api/v1/tournaments", organiser).json()] == [found]
    for number in (1, 2, 3):
        paired = done(service, organiser, found, "pairings")
        assert (paired["round"], paired["missing"]) == (number, [1, 2])
        started = done(service, organiser, found, "starts")["tables"]
        assert [one["new"] for one in started] == [True, True]
        assert [one["new"] for one in done(service, organiser, found, "starts")["tables"]] == [False, False]
        for one in started:
            play(service, one["match"], token_of(one["recorder"]))
        assert read(service, organiser, found, f"/rounds/{number}")["missing"] == []
    done(service, organiser, found, "ending")
    table = read(service, organiser, found, "/standings")
    assert table["lines"][0]["rank"] == 1
    certificate = service.get(f"/api/v1/tournaments/{found}/certificate", organiser)
    assert "Standings of Autumn Open" in certificate.text
    as_data = service.get(f"/api/v1/tournaments/{found}/certified", organiser).json()
    assert (as_data["finished"], as_data["title"]) == (True, "Autumn Open")
    first = table["lines"][0]["number"]
    assert [one["source"] for one in read(service, organiser, found, f"/why/{first}")["why"]] == ["report"] * 3
    assert "finished" in read(service, organiser, found, "/log")[-1]["words"].casefold()
    verify_ledger(ledger)


# --- players ------------------------------------------------------------------------------------------


def test_a_players_link_leads_to_their_own_seat_in_every_round(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    links = set()
    for _ in range(2):
        done(service, organiser, found, "pairings")
        started = done(service, organiser, found, "starts")["tables"]
        for one in started:
            for player in one["players"]:
                token = token_of(player["link"])
                links.add((player["number"], token))
                opened = service.get(f"/enter/{token}")
                assert f'content="0;url=/t/{found}/me"' in opened.text, "a page of their own, whatever the table does"
                own = service.get(f"/t/{found}/me", token).text
                assert f'href="/m/{one["match"]}"' in own, "from there it is one tap"
                state = service.get(f"/api/v1/matches/{one['match']}", token).json()
                assert state["viewer"] == f"seat {player['seat']}"
                mine = read(service, token, found, "/me")
                assert (mine["name"], mine["table"]["table"]) == (player["name"], one["table"])
            moved = service.record(
                one["match"], token_of(one["players"][0]["link"]), "moves", seat=1,
                action={"do": "finish", "winners": [1]},
            )  # fmt: skip
            assert moved.status_code == 201, moved.text
            other = service.record(
                one["match"], token_of(one["players"][1]["link"]), "moves", seat=1, action={"do": "note"}
            )
            assert other.json()["code"] == "access.denied", "for one's own seat only"
            assert service.record(one["match"], organiser, "close").status_code == 201
        done_with = token_of(started[0]["players"][0]["link"])
        assert f"url=/t/{found}/me" in service.get(f"/enter/{done_with}").text, "nothing is to be played now"
    assert len(links) == 4, "one link a player, the same in every round"


def test_a_player_sees_other_tables_as_a_spectator_and_other_matches_not_at_all(
    service: Service, organiser: str, match: str
) -> None:
    found = announced(service, organiser)
    done(service, organiser, found, "pairings")
    here, there = done(service, organiser, found, "starts")["tables"]
    token = token_of(here["players"][0]["link"])
    assert service.get(f"/api/v1/matches/{there['match']}", token).json()["viewer"] == "spectator"
    assert service.record(there["match"], token, "moves", seat=1, action={"do": "note"}).status_code == 403
    assert service.get(f"/api/v1/matches/{match}", token).json()["code"] == "access.denied"
    assert service.get("/api/v1/matches", token).json() == []


def test_a_player_leaves_and_contests_for_nobody_else(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    done(service, organiser, found, "pairings")
    one = done(service, organiser, found, "reports", table=1, winners=[1])
    links = service.get(f"/api/v1/tournaments/{found}/links", organiser).json()["tables"]
    loser = links[0]["players"][1]
    token = token_of(loser["link"])
    others = links[1]["players"][0]["number"]
    assert do(service, token, found, "withdrawals", number=others).json()["code"] == "access.denied"
    assert do(service, token, found, "appeals", about=one["event"], reason="x", number=others).status_code == 403
    appeal = done(service, token, found, "appeals", about=one["event"], reason="I was there in time")
    ruled = done(service, organiser, found, "decisions", **{"as": "arbiter"}, appeal=appeal["event"], upheld=True,
                 reason="so it was")  # fmt: skip
    assert ruled["consequences"]["standings"] == []
    done(service, token, found, "withdrawals")
    assert read(service, organiser, found)["entrants"][loser["number"] - 1]["withdrawn_after"] == 1
    assert do(service, token, found, "returns", number=others).json()["code"] == "access.denied"
    done(service, token, found, "returns")
    assert read(service, organiser, found)["entrants"][loser["number"] - 1]["withdrawn_after"] is None
    assert do(service, token, found, "returns").json()["code"] == "match.refused"


def test_a_pass_that_is_taken_back_ends_and_the_next_one_is_another(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    done(service, organiser, found, "pairings")
    path = f"/api/v1/tournaments/{found}/links"
    before = service.get(path, organiser).json()["tables"][0]["players"][0]
    passes = service.get(f"/api/v1/tournaments/{found}/passes", organiser).json()
    (its,) = [one for one in passes if (one["role"], one["seat"]) == ("player", before["number"])]
    gone = service.ask("DELETE", f"/api/v1/tournaments/{found}/passes/{its['id']}", organiser)
    assert gone.json() == {"revoked": True}
    assert service.get(f"/t/{found}/me", token_of(before["link"])).status_code == 401
    after = service.get(path, organiser).json()["tables"][0]["players"][0]
    assert after["link"] != before["link"]
    assert service.get(f"/t/{found}/me", token_of(after["link"])).status_code == 200
    assert service.get(path, organiser).json()["tables"][0]["players"][0] == after


def test_people_enter_by_the_code_at_the_door(service: Service, organiser: str) -> None:
    found = announced(service, organiser, ())
    page = service.get(f"/t/{found}/people", organiser).text
    door = re.search(r"/door/([0-9a-z]+)", page)
    assert door is not None
    form = service.get(f"/door/{door[1]}").text
    command = re.search(r'name="command" value="(\w+)"', form)
    assert command is not None
    said = {"command": command[1], "name": " Ada  Lovelace "}
    came = [service.ask("POST", f"/door/{door[1]}", data=said, headers=SITE) for _ in range(2)]  # the net was bad
    assert [one.status_code for one in came] == [200, 200]
    entered = read(service, organiser, found)["entrants"]
    assert [(one["number"], one["name"]) for one in entered] == [(1, "Ada Lovelace")]
    mine = service.ask("GET", f"/t/{found}/me", headers={"Cookie": f"tablescribe={came[1].cookies['tablescribe']}"})
    assert "Ada Lovelace" in mine.text
    twice = service.ask(
        "POST", f"/door/{door[1]}", data={"command": "another-one", "name": "Ada Lovelace"}, headers=SITE
    )
    assert (twice.status_code, "If this is you, enter your PIN" in twice.text) == (200, True)
    assert len(read(service, organiser, found)["entrants"]) == 1
    assert service.get(f"/t/{found}", door[1]).status_code == 403, "a door shows nothing"
    (given,) = [one for one in service.get(f"/api/v1/tournaments/{found}/passes", organiser).json()
                if one["role"] == "door"]  # fmt: skip
    service.ask("DELETE", f"/api/v1/tournaments/{found}/passes/{given['id']}", organiser)
    assert service.get(f"/door/{door[1]}").status_code == 401


# --- a bad net, and two organisers ---------------------------------------------------------------------


SENT: list[tuple[str, dict[str, Any]]] = [
    ("entrants", {"people": [{"name": "Egon"}, {"name": "Fee", "rating": 1500}]}),
    ("entrants", {"csv": "name,rating\nGus,1400\nHana\n"}),
    ("withdrawals", {"number": 4, "reason": "the last train"}),
    ("returns", {"number": 4, "reason": "there was a later one"}),
    ("withdrawals", {"number": 4, "reason": "the last train after all"}),
    ("pairings", {"byes": {"3": "half"}}),
    ("reports", {"table": 1, "places": [2, 1], "points": [3, 9]}),
    ("penalties", {"number": 1, "points": "1/2", "clause": "T-9", "reason": "late", "as": "arbiter"}),
    (
        "corrections",
        {"round": 1, "table": 1, "draw": True, "clause": "T-4", "reason": "misread", "as": "arbiter"},
    ),
    ("adjustments", {"one": 5, "other": 3, "reason": "a wheelchair"}),
]


def test_whatever_is_sent_again_is_done_once(service: Service, organiser: str, ledger: Ledger) -> None:
    """A phone that loses the net sends the same again: the same answer comes, and nothing is recorded twice."""
    found = announced(service, organiser)
    for n, (what, body) in enumerate(SENT):
        sent = {"command_id": f"phone-{n:04}", **body}
        first = service.post(f"/api/v1/tournaments/{found}/{what}", organiser, **sent)
        assert first.status_code == 201, (what, first.text)
        again = service.post(f"/api/v1/tournaments/{found}/{what}", organiser, **sent)
        assert (again.status_code, again.json()) == (201, first.json()), what
        changed = {**sent, **({"reason": "otherwise"} if "reason" in body else {"role": None})}
        if "reason" in body and what not in ("withdrawals", "returns"):
            other = service.post(f"/api/v1/tournaments/{found}/{what}", organiser, **changed)
            assert other.json()["code"] == "command.reused", (what, other.text)
    assert read(service, organiser, found, "/log")[-1]["event"] == first.json()["version"]
    verify_ledger(ledger)


def test_an_announcement_that_is_sent_again_announces_once(service: Service, organiser: str) -> None:
    body = {"command_id": "announce-1", "plan": "title: A\nstages: [{name: S, kind: swiss, rounds: 1, game: freeform}]"}
    first, again = (service.post("/api/v1/tournaments", organiser, **body).json() for _ in range(2))
    assert first["tournament"] == again["tournament"]
    other = service.post("/api/v1/tournaments", organiser, **{**body, "plan": body["plan"].replace("A", "B")})
    assert other.json()["code"] == "command.reused"
    assert len(service.get("/api/v1/tournaments", organiser).json()) == 1


def test_two_organisers_at_once(service: Service, organiser: str) -> None:
    """Both look at the same version. Who is second is told what happened meanwhile, and nothing of theirs is done."""
    found = announced(service, organiser)
    second = token_of(done(service, organiser, found, "passes", role="organiser")["link"])
    looked = read(service, second, found)["version"]
    done(service, organiser, found, "pairings", expected_version=looked)
    late = do(service, second, found, "pairings", expected_version=looked)
    assert (late.status_code, late.json()["code"]) == (409, "tournament.stale")
    assert "someone else recorded Paired" in late.json()["detail"]
    form = {"command": "late-form", "expected": str(looked)}
    shown = service.ask("POST", f"/t/{found}/pair", second, data=form, headers=SITE)
    assert (shown.status_code, "someone else recorded Paired" in shown.text) == (409, True)
    done(service, second, found, "reports", table=1, winners=[1])  # what depends on nothing of the other's is recorded
    done(service, organiser, found, "reports", table=2, draw=True)
    same = do(service, organiser, found, "reports", table=1, winners=[2])
    assert (same.status_code, "has already reported" in same.json()["detail"]) == (409, True)


# --- what is refused -----------------------------------------------------------------------------------


def test_errors_tell_their_cause(service: Service, organiser: str) -> None:
    wrong = service.post("/api/v1/tournaments", organiser, command_id="wrong-plan", plan="title: A\nstages: []")
    assert (wrong.status_code, wrong.json()["code"]) == (422, "plan.wrong")
    assert service.get("/api/v1/tournaments/nothing", organiser).json()["code"] == "tournament.unknown"
    found = announced(service, organiser)
    ruled = do(service, organiser, found, "penalties", number=1, points="1", clause="T-9", reason="late")
    assert (ruled.status_code, ruled.json()["code"]) == (403, "tournament.role"), "an organiser says as whom"
    assert do(service, organiser, found, "reports", table=1).json()["code"] == "match.refused"
    assert do(service, organiser, found, "ending").status_code == 409
    assert do(service, organiser, found, "entrants", csv="Ada,x").json()["detail"].startswith("line 1")
    assert do(service, organiser, found, "entrants", people=[{"name": "ada"}]).status_code == 409
    assert len(read(service, organiser, found)["entrants"]) == len(FOUR)


def test_a_preview_records_nothing(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    done(service, organiser, found, "pairings")
    for table in (1, 2):
        done(service, organiser, found, "reports", table=table, winners=[1])
    done(service, organiser, found, "pairings")
    version = read(service, organiser, found)["version"]
    body = {"round": 1, "table": 1, "winners": [2], "clause": "T-4", "reason": "misread", "as": "arbiter"}
    told = done(service, organiser, found, "corrections", **body, preview=True)
    assert (told["event"], read(service, organiser, found)["version"]) == (None, version)
    assert [one["round"] for one in told["consequences"]["pairings"]] == [2]
    assert "used the old result" in " ".join(told["words"])
