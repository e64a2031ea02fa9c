"""Recording through the API: what is acknowledged is recorded once, and refusals have reasons."""

from __future__ import annotations

import sys

import pytest

from tests.replays.web.conftest import Service

DATABASES = ["sqlite", "postgresql"]
SKIP = {"do": "skip"}


def test_an_action_is_recorded_and_told_in_words(service: Service, organiser: str, match: str) -> None:
    answer = service.record(match, organiser, "moves", seat=1, action=SKIP)
    assert answer.status_code == 201
    told = answer.json()
    assert told["version"] == 2
    assert told["to_act"] == [2]
    assert [line["words"] for line in told["recorded"]] == ["blue skips and draws two movement cards"]


def test_a_refusal_says_the_rule_its_text_and_what_would_be_legal(service: Service, organiser: str, match: str) -> None:
    answer = service.record(match, organiser, "moves", seat=2, action=SKIP)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    told = answer.json()
    assert (told["code"], told["rule"], told["move"]) == ("rule.broken", "UP-9", 1)
    assert told["rule_text"].startswith("A random player begins")
    assert "blue skips and draws two movement cards" in told["legal"]


def test_what_happened_anyway_is_recorded_as_irregular(service: Service, organiser: str, match: str) -> None:
    answer = service.record(match, organiser, "moves", seat=2, action=SKIP, as_played=True)
    assert answer.json()["recorded"][0]["breaks"] == ["UP-9"]


def test_the_later_of_two_recorders_is_told_the_new_version(service: Service, organiser: str, match: str) -> None:
    first = service.record(match, organiser, "moves", seat=1, action=SKIP, expected_version=1)
    second = service.record(match, organiser, "moves", seat=1, action=SKIP, expected_version=1)
    assert first.status_code == 201
    assert (second.status_code, second.json()["code"], second.json()["version"]) == (409, "match.stale", 2)
    assert service.get(f"/api/v1/matches/{match}", organiser).json()["head"] == 1


def test_a_command_sent_again_is_recorded_once(service: Service, organiser: str, match: str) -> None:
    command = {"command_id": "phone-0001", "expected_version": 1, "seat": 1, "action": SKIP}
    answers = [service.post(f"/api/v1/matches/{match}/moves", organiser, **command) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 201]
    assert answers[0].json() == answers[2].json()
    assert service.get(f"/api/v1/matches/{match}", organiser).json()["version"] == 2


def test_a_command_id_cannot_stand_for_something_else(service: Service, organiser: str, match: str) -> None:
    service.record(match, organiser, "moves", seat=1, action=SKIP, command_id="phone-0001")
    answer = service.record(match, organiser, "moves", seat=2, action=SKIP, command_id="phone-0001")
    assert (answer.status_code, answer.json()["code"]) == (409, "command.reused")


def test_opening_asks_for_the_lot_and_a_retry_opens_one_match(service: Service, organiser: str) -> None:
    body = {"game": "ultime", "names": ["Ada", "Ben", "Cleo"], "command_id": "opening-1"}
    asked = service.post("/api/v1/matches", organiser, **body)
    assert (asked.status_code, asked.json()["code"]) == (422, "chance.needed")
    assert [one["value"] for one in asked.json()["question"]["possible"]] == [1, 2, 3]
    opened = [service.post("/api/v1/matches", organiser, **body, outcomes=[3]) for _ in range(2)]
    assert [answer.status_code for answer in opened] == [201, 201]
    assert opened[0].json()["id"] == opened[1].json()["id"]
    assert opened[0].json()["to_act"] == [3]
    other = service.post("/api/v1/matches", organiser, **body, outcomes=[2])
    assert (other.status_code, other.json()["code"]) == (409, "command.reused")


def test_an_outcome_that_is_missing_is_asked_for(service: Service, organiser: str) -> None:
    opened = service.post("/api/v1/matches", organiser, game="freeform", names=["Ada", "Ben"]).json()
    roll = {"seat": 1, "action": {"do": "roll", "die": "d6", "n": 2}}
    asked = service.record(opened["id"], organiser, "moves", **roll).json()
    assert asked["code"] == "chance.needed"
    assert [one["value"] for one in asked["question"]["possible"]] == [1, 2, 3, 4, 5, 6]
    wrong = service.record(opened["id"], organiser, "moves", **roll, outcomes=[7])
    assert wrong.json()["code"] == "chance.wrong"
    assert service.record(opened["id"], organiser, "moves", **roll, outcomes=[6, 1]).status_code == 201


def test_taking_back_and_restoring(service: Service, organiser: str, match: str) -> None:
    service.record(match, organiser, "moves", seat=1, action=SKIP)
    refused = service.record(match, organiser, "take-backs")
    assert (refused.status_code, refused.json()["code"]) == (409, "match.take_back_refused")
    taken = service.record(match, organiser, "take-backs", agreed=[1, 2, 3], reason="mistyped")
    assert taken.status_code == 201
    assert service.get(f"/api/v1/matches/{match}", organiser).json()["head"] == 0
    assert [line["counts"] for line in service.get(f"/api/v1/matches/{match}/log", organiser).json()][1] is False
    assert service.record(match, organiser, "restores").status_code == 201
    assert service.get(f"/api/v1/matches/{match}", organiser).json()["head"] == 1


def test_a_seat_asks_and_the_others_agree_on_their_own_phones(service: Service, organiser: str, match: str) -> None:
    one, two, three = (service.token("seat", match=match, seat=k) for k in (1, 2, 3))
    assert service.record(match, one, "moves", action=SKIP).status_code == 201
    asked = service.record(match, one, "take-backs", reason="wrong card")
    assert (asked.status_code, asked.json()["code"]) == (202, "match.consent_pending")
    path = f"/api/v1/matches/{match}/consent"
    waits = {
        "request": service.get(path, two).json()["request"],
        "version": 2,
        "to": 0,
        "by": 1,
        "reason": "wrong card",
        "agreed": [],
        "refused": None,
    }
    assert service.get(path, two).json() == waits
    assert service.get(path, service.token("spectator", match=match)).json() is None
    assert service.post(path, two, request=waits["request"], agrees=True).json()["done"] is False
    assert service.get(path, one).json() == {**waits, "agreed": [2]}
    assert service.post(path, three, request=waits["request"], agrees=True).json()["done"] is True
    log = service.get(f"/api/v1/matches/{match}/log", organiser).json()
    assert "agreed by yellow, red" in log[-1]["words"]
    assert service.get(path, two).json() is None


def test_who_does_not_agree_ends_the_request_and_it_can_be_made_again(
    service: Service, organiser: str, match: str
) -> None:
    one, two, three = (service.token("seat", match=match, seat=k) for k in (1, 2, 3))
    service.record(match, one, "moves", action=SKIP)
    service.record(match, one, "take-backs")
    path = f"/api/v1/matches/{match}/consent"
    asked = service.get(path, two).json()["request"]
    assert service.post(path, two, request=asked, agrees=False).status_code == 200
    assert service.get(path, one).json()["refused"] == 2
    late = service.post(path, three, request=asked, agrees=True)
    assert (late.status_code, late.json()["code"]) == (409, "match.refused")
    service.record(match, one, "take-backs")
    asked = service.get(path, two).json()["request"]
    agreed = [service.post(path, seat, request=asked, agrees=True).json()["done"] for seat in (two, three)]
    assert agreed == [False, True]


def test_a_judge_rules_and_the_recorder_says_what_was_missed(service: Service, organiser: str, match: str) -> None:
    judge, recorder = service.token("judge", match=match), service.token("recorder", match=match)
    ruled = service.record(match, judge, "rulings", facts=["set score:1 3"], clause="UP-50", reason="miscounted")
    assert ruled.status_code == 201, ruled.text
    missed = service.record(match, recorder, "missed", facts=["set turn 2"], moves=2)
    assert missed.status_code == 201
    state = service.get(f"/api/v1/matches/{match}", judge).json()
    assert (state["values"]["score:1"], state["values"]["turn"], state["head"]) == (3, 2, 2)
    wrong = service.record(match, judge, "rulings", facts=["put score 3"], clause="UP-50", reason="x")
    assert (wrong.status_code, wrong.json()["code"]) == (422, "fact.form")
    impossible = service.record(match, judge, "rulings", facts=["move pawn:1 9 box terrain:1"], clause="-", reason="x")
    assert (impossible.status_code, impossible.json()["code"]) == (422, "fact.impossible")


def test_notes_closing_and_the_audit(service: Service, organiser: str, match: str) -> None:
    service.record(match, organiser, "moves", seat=2, action=SKIP, as_played=True)
    noted = [service.record(match, organiser, "notes", text="a remark", command_id="note-00001") for _ in range(2)]
    assert [answer.json()["version"] for answer in noted] == [3, 3]
    early = service.record(match, organiser, "close")
    assert (early.status_code, early.json()["code"]) == (409, "match.refused")
    assert service.record(match, organiser, "close", abandoned=True).status_code == 201
    after = service.record(match, organiser, "moves", seat=1, action=SKIP)
    assert (after.status_code, after.json()["code"]) == (409, "match.closed")
    audit = service.get(f"/api/v1/matches/{match}/audit", organiser).json()
    assert "breaks UP-9" in audit["verdict"]
    report = service.get(f"/api/v1/matches/{match}/report", organiser)
    assert "unsafe-inline" not in report.headers["content-security-policy"]
    assert "sha256-" in report.headers["content-security-policy"]


def test_legal_actions_come_grouped_and_each_of_them_is_accepted(service: Service, organiser: str, match: str) -> None:
    groups = service.get(f"/api/v1/matches/{match}/legal", organiser).json()["now"]
    assert [group["title"] for group in groups] == ["skip", "play movement"]
    assert all(not group["choices"] for group in groups if group["groups"])
    card = groups[1]["groups"][0]
    choice = (card["choices"] or card["groups"][0]["choices"])[0]
    answer = service.record(match, organiser, "moves", seat=choice["seat"], action=choice["action"])
    assert answer.status_code == 201
    assert choice["words"] in answer.json()["recorded"][0]["words"]


def test_statistics_and_the_lobby(service: Service, organiser: str, match: str) -> None:
    service.record(match, organiser, "close", abandoned=True)
    service.post("/api/v1/matches", organiser, game="freeform", names=["Ada", "Ben"])
    lobby = service.get("/api/v1/matches", organiser).json()
    assert [(line["game"], line["state"]) for line in lobby] == [("freeform", "open"), ("ultime", "finished")]
    assert len(service.get("/api/v1/matches?state=open", organiser).json()) == 1
    assert len(service.get("/api/v1/matches?text=cleo", organiser).json()) == 1
    people = service.get("/api/v1/statistics", organiser).json()["people"]
    assert {line["person"]: line["matches"] for line in people} == {"Ada": 2, "Ben": 2, "Cleo": 1}


def test_an_automaton_has_its_name_already_and_is_no_person(service: Service, organiser: str) -> None:
    form = service.get("/new?game=expeditions", organiser).text
    assert 'value="the Automa"' in form
    assert "1 · the human" in form
    names = ["Ada", "the Automa"]
    opened = service.post("/api/v1/matches", organiser, game="expeditions", names=names, chance="sealed")
    assert opened.status_code == 201
    assert [one["person"] for one in service.get("/api/v1/statistics", organiser).json()["people"]] == ["Ada"]


def test_the_judge_reads_the_report_as_a_page_or_as_pdf(
    service: Service, organiser: str, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge, recorder = service.token("judge", match=match), service.token("recorder", match=match)
    path = f"/api/v1/matches/{match}/report"
    assert service.get(path, judge).headers["content-type"].startswith("text/html")
    paper = service.get(f"{path}?format=pdf", judge)
    assert (paper.status_code, paper.headers["content-type"], paper.content[:5]) == (200, "application/pdf", b"%PDF-")
    assert service.get(f"{path}?format=pdf", recorder).status_code == 403
    monkeypatch.setitem(sys.modules, "weasyprint", None)
    missing = service.get(f"{path}?format=pdf", judge)
    assert (missing.status_code, missing.json()["code"]) == (501, "report.pdf_missing")
    assert "libpango" in missing.json()["detail"]


@pytest.mark.parametrize("fact", ["set turn two", "set turn 9", "set score:1 many", "set winners nobody-at-all"])
@pytest.mark.parametrize("game", ["ultime", "freeform"])
def test_what_would_leave_a_match_that_nobody_can_read_is_not_recorded(
    service: Service, organiser: str, game: str, fact: str
) -> None:
    body = {"game": game, "names": ["Ada", "Ben", "Cleo"], "outcomes": [1] if game == "ultime" else []}
    match = service.post("/api/v1/matches", organiser, **body).json()["id"]
    answers = [
        service.record(match, organiser, "rulings", facts=[fact], clause="1", reason="x"),
        service.record(match, organiser, "missed", facts=[fact], moves=1),
    ]
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(422, "fact.form")] * 2
    for path in ("", "/legal", "/log", "/board.svg"):
        assert service.get(f"/api/v1/matches/{match}{path}", organiser).status_code == 200
    assert service.get(f"/m/{match}", organiser).status_code == 200


def test_a_table_of_which_nobody_knows_what_is_legal_is_still_shown(
    service: Service, organiser: str, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lost(*_: object) -> None:
        raise StopIteration

    monkeypatch.setattr("tablescribe.replays.web.table.choices.legal_actions", lost)
    assert service.get(f"/api/v1/matches/{match}/legal", organiser).json()["now"] == []
    assert service.get(f"/m/{match}", organiser).status_code == 200


def test_what_others_may_play_otherwise_is_said_by_the_api_and_on_the_page(service: Service, organiser: str) -> None:
    body = {"game": "ultime", "names": ["Ada", "Ben", "Cleo"], "outcomes": [1]}
    opened = service.post("/api/v1/matches", organiser, **body).json()
    assert [one["rule"] for one in opened["remarks"]] == [
        "UP-16",
        "UP-16",
        "UP-23",
        "UP-25",
        "UP-37",
        "UP-37",
        "UP-42",
        "UP-45",
        "UP-45",
    ]
    page = service.get(f"/m/{opened['id']}", organiser).text
    assert "(to change: pickaxe owner draws → no)" in page
    assert "pickaxe_owner_draws" not in page[page.index('<details class="remarks"') : page.index("What happened")]
    assert '<details class="remarks" open>' in page


def test_what_a_text_did_is_told_line_by_line_in_the_form_for_anything_else() -> None:
    from tablescribe.domain.games import opening
    from tablescribe.domain.games.expeditions.taking import Tell
    from tablescribe.replays.reading.reader import Reader
    from tablescribe.replays.web.table.choices import _input

    reader, schema = Reader(opening("expeditions", 2)), Tell.model_json_schema()
    assert _input("facts", schema["properties"]["facts"], schema, reader)["type"] == "lines"
