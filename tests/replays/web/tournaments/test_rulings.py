"""Arbiters through the API and on pages, besides results: lots, shared wins, the clock, upheld appeals."""

from __future__ import annotations

from typing import Any

import pytest

from tablescribe.replays.web.http.limits import TokenBuckets
from tests.replays.web.conftest import Service
from tests.replays.web.tournament_visitors import announced, do, done, token_of
from tests.replays.web.tournaments.test_pages import send, went

THREE: dict[str, Any] = {"kind": "pods", "pods": [3], "rounds": 1, "scoring": {"kind": "results", "coalition": "split"},
         "tie_breaks": ["wins"]}  # fmt: skip
BY_LOT: dict[str, Any] = {"rounds": 1, "tie_breaks": ["wins", "lot"]}


@pytest.fixture(autouse=True)
def any_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TokenBuckets, "take", lambda self, client, now: True)


def ranks(service: Service, token: str, found: str) -> list[int]:
    lines = service.get(f"/api/v1/tournaments/{found}/standings", token).json()["lines"]
    return [line["rank"] for line in lines]


def drawn_round(service: Service, organiser: str) -> str:
    """A tournament of one round in which everybody drew, so that only lots decide."""
    found = announced(service, organiser, **BY_LOT)
    done(service, organiser, found, "pairings")
    for table in (1, 2):
        done(service, organiser, found, "reports", table=table, draw=True)
    return found


# --- the lot ------------------------------------------------------------------------------------------


def test_the_lot_is_drawn_by_the_api_once_and_only_when_the_stage_is_over(service: Service, organiser: str) -> None:
    found = announced(service, organiser, **BY_LOT)
    done(service, organiser, found, "pairings")
    assert "last round" in do(service, organiser, found, "lots").json()["detail"]
    for table in (1, 2):
        done(service, organiser, found, "reports", table=table, draw=True)
    assert ranks(service, organiser, found) == [1, 1, 1, 1]
    assert "a lot must decide" in do(service, organiser, found, "ending").json()["detail"]
    command = service.command()
    drawn = [service.post(f"/api/v1/tournaments/{found}/lots", organiser, command_id=command) for _ in range(2)]
    assert drawn[0].status_code == 201, drawn[0].text
    assert drawn[0].json() == drawn[1].json(), "what is sent again is drawn once"
    assert len(drawn[0].json()["seed"]) == 64
    order = [one["number"] for one in drawn[0].json()["order"]]
    lines = service.get(f"/api/v1/tournaments/{found}/standings", organiser).json()["lines"]
    assert [(line["rank"], line["number"]) for line in lines] == list(enumerate(order, start=1))
    done(service, organiser, found, "ending")


def test_people_draw_and_it_is_told_by_the_api(service: Service, organiser: str) -> None:
    found = drawn_round(service, organiser)
    assert "how the draw was made" in do(service, organiser, found, "lots", order=[3, 1]).json()["detail"]
    told = done(service, organiser, found, "lots", order=[3, 1, 4, 2], how="a hat")
    assert [(one["number"]) for one in told["order"]] == [3, 1, 4, 2]
    assert (told["stage"], told["seed"], told["how"]) == (1, "", "a hat")
    assert ranks(service, organiser, found) == [1, 2, 3, 4]


def test_the_page_of_rulings_draws_the_lot_where_it_is_wanted(service: Service, organiser: str) -> None:
    found = drawn_round(service, organiser)
    rulings, lot = f"/t/{found}/rulings", f"/t/{found}/lot"
    assert "Tied after all tie-breaks:" in service.get(rulings, organiser).text
    wrong = send(service, organiser, rulings, lot, order="Ada Ben", how="a hat")
    assert (wrong.status_code, "Enter starting numbers" in wrong.text) == (409, True)
    assert went(service, organiser, rulings, lot) == rulings
    page = service.get(rulings, organiser).text
    assert "Lots for stage 1, drawn from the seed" in page
    assert 'id="lot"' not in page, "nobody is equal any more"
    assert ranks(service, organiser, found) == [1, 2, 3, 4]
    other = drawn_round(service, organiser)
    page = f"/t/{other}/rulings"
    went(service, organiser, page, f"/t/{other}/lot", order="2, 1 3 4", how="a hat")
    assert "drawn by hand (a hat): Ben, Ada, Cleo, Dora" in service.get(page, organiser).text
    plain = announced(service, organiser)
    done(service, organiser, plain, "pairings")
    assert 'id="lot"' not in service.get(f"/t/{plain}/rulings", organiser).text


# --- who won together -----------------------------------------------------------------------------------


def test_those_who_won_together_are_told_by_slip_and_by_correction(service: Service, organiser: str) -> None:
    found = announced(service, organiser, ("Ada", "Ben", "Cleo"), **THREE)
    api = f"/api/v1/tournaments/{found}"
    done(service, organiser, found, "pairings")
    alone = do(service, organiser, found, "reports", table=1, winners=[1], together=True)
    assert "at least two" in alone.json()["detail"]
    (table,) = done(service, organiser, found, "reports", table=1, winners=[1, 2], together=True)["tables"]
    assert table["coalition"] == [1, 2]
    ruled = {"as": "arbiter", "round": 1, "table": 1, "clause": "T-4", "reason": "they tied"}
    done(service, organiser, found, "corrections", **ruled, winners=[1, 2])
    assert service.get(api, organiser).json()["seatings"][0]["tables"][0]["coalition"] == []
    done(service, organiser, found, "corrections", **ruled, winners=[2, 3], together=True)
    assert service.get(api, organiser).json()["seatings"][0]["tables"][0]["coalition"] == [2, 3]


def test_forms_tell_who_won_together(service: Service, organiser: str) -> None:
    found = announced(service, organiser, ("Ada", "Ben", "Cleo"), **THREE)
    done(service, organiser, found, "pairings")
    base, rulings = f"/t/{found}", f"/t/{found}/rulings"
    assert "Players sharing first place win together" in service.get(base, organiser).text
    went(service, organiser, base, f"{base}/report", table="1", round="1", place=["1", "1", "3"], together="yes")
    assert "shared win" in service.get(base, organiser).text
    names = service.get(f"/api/v1/tournaments/{found}/rounds/1", organiser).json()["tables"][0]["names"]
    tied = f"{names[0]} = {names[1]}, {names[2]}"
    ruling: dict[str, Any] = {"at": "1/1", "result": tied, "clause": "T-4", "reason": "they tied"}
    kept = send(service, organiser, rulings, f"{base}/correct", preview="yes", **ruling, together="yes")
    assert kept.status_code == 409, "it already has this result"
    assert 'name="together" value="yes" checked' in kept.text
    went(service, organiser, rulings, f"{base}/correct", **ruling)
    told = service.get(f"/api/v1/tournaments/{found}/rounds/1", organiser).json()["tables"][0]
    assert (told["coalition"], told["places"]) == ([], [1, 1, 3])


# --- the clock ------------------------------------------------------------------------------------------


def test_the_clock_is_set_and_read_by_the_api(service: Service, organiser: str) -> None:
    found = announced(service, organiser, time_limit=50, overtime={"points": "1/2", "clause": "T-6"})
    clock = f"/api/v1/tournaments/{found}/clock"
    assert service.get(clock, organiser).status_code == 409, "no round is paired"
    done(service, organiser, found, "pairings")
    assert service.get(clock, organiser).json()["state"] == "waiting"
    started = done(service, organiser, found, "clock", does="start")
    assert (started["state"], started["limit"], started["missing"], started["proposed"]) == (
        "running", 3000, [1, 2], [],
    )  # fmt: skip
    assert "Enter a reason" in do(service, organiser, found, "clock", does="pause").json()["detail"]
    twice = {"does": "extend", "minutes": 5, "reason": "fire alarm", "command_id": "sent-twice"}
    for _ in range(2):
        assert service.post(clock, organiser, **twice).json()["extended"] == 300
    stale = do(service, organiser, found, "clock", does="pause", reason="x", expected_version=2)
    assert stale.json()["code"] == "tournament.stale"
    public = token_of(done(service, organiser, found, "passes", role="public")["link"])
    assert service.get(clock, public).json()["extended"] == 300
    assert do(service, public, found, "clock", does="pause", reason="x").json()["code"] == "access.denied"


# --- appeals --------------------------------------------------------------------------------------------


def test_an_appeal_that_is_upheld_leads_to_its_correction_on_the_page(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    done(service, organiser, found, "pairings")
    about = done(service, organiser, found, "reports", table=2, winners=[1])["event"]
    done(service, organiser, found, "reports", table=1, winners=[1])
    appeal = done(service, organiser, found, "appeals", number=1, about=about, reason="so")["event"]
    base, rulings = f"/t/{found}", f"/t/{found}/rulings"
    went(service, organiser, rulings, f"{base}/decide", upheld="yes", reason="so it was")
    page = service.get(rulings, organiser).text
    assert "An appeal was upheld. Correct the result" in page
    assert "An appeal was upheld. Correct the result" in service.get(base, organiser).text, "before the next pairing"
    assert '<option value="1/2" selected' in page, "the table that it is about"
    assert f'<option value="{appeal}" selected>' in page
    went(service, organiser, rulings, f"{base}/correct", at="1/2", result="0-1", clause="T-4", reason="so it was",
         appeal=str(appeal))  # fmt: skip
    corrected = service.app.state.queries.hall.now(found).corrections[about]
    assert [one.appeal for one in corrected] == [appeal]
    assert "An appeal was upheld. Correct the result" not in service.get(rulings, organiser).text
    assert "An appeal was upheld. Correct the result" not in service.get(base, organiser).text


def test_an_appeal_against_a_penalty_owes_no_correction(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    done(service, organiser, found, "pairings")
    ruled = {"as": "arbiter", "reason": "so"}
    about = done(service, organiser, found, "penalties", **ruled, number=1, points="1/2", clause="T-9")["event"]
    appeal = done(service, organiser, found, "appeals", number=1, about=about, reason="so")["event"]
    done(service, organiser, found, "decisions", **ruled, appeal=appeal, upheld=True)
    assert "An appeal was upheld. Correct" not in service.get(f"/t/{found}/rulings", organiser).text
