"""A tournament and the service: its stream is no match there, and a match that is closed on a phone reports itself."""

from ledger.ledger import Ledger
from ledger.scribe import Scribe
from tests.ledger.tournaments import hall, opened, plan
from tests.web.conftest import Service

DATABASES = ["sqlite", "postgresql"]


def test_a_match_that_is_closed_on_a_phone_reports_itself(service: Service, ledger: Ledger, organiser: str) -> None:
    officials = hall(Scribe(ledger))
    found = opened(officials, ["Ada", "Ben"], plan(1))
    officials.pair(found)
    (one,) = officials.start(found)
    seat = service.token("seat", match=one.match, seat=1)
    assert service.record(one.match, seat, "moves", seat=1, action={"do": "finish", "winners": [2]}).status_code == 201
    closed = service.record(one.match, organiser, "close")
    assert closed.status_code in (200, 201), closed.text
    report = officials.tournament(found).seatings[0].reports[1]
    assert (report.places, report.head) == ((2, 1), ledger.head(one.match))


def test_a_tournament_is_no_match_for_anybody(service: Service, ledger: Ledger, organiser: str) -> None:
    officials = hall(Scribe(ledger))
    found = opened(officials, ["Ada", "Ben"], plan(1))
    assert service.get("/api/v1/matches", organiser).json() == []
    for path in (f"/api/v1/matches/{found}", f"/api/v1/matches/{found}/log", f"/api/v1/matches/{found}/bundle"):
        answer = service.get(path, organiser)
        assert (answer.status_code, answer.json()["code"]) == (404, "match.unknown"), path
    officials.pair(found)
    officials.start(found)
    assert len(service.get("/api/v1/matches", organiser).json()) == 1
    assert service.get("/", organiser).status_code == 200
