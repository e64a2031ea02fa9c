"""A tournament in the service: its stream is no match, and a match closed on a phone reports its result."""

from types import SimpleNamespace

import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.read_models.queries import Queries
from tests.depth import a_few
from tests.ledger.played_tournaments import hall, opened, plan
from tests.ledger.tournaments.test_seeds import SEED, SOLO
from tests.replays.web.conftest import Service
from tests.replays.web.tournament_visitors import announced, done, token_of

DATABASES = a_few(["sqlite", "postgresql"], 1)


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


def test_no_page_and_no_answer_tells_the_seed_of_a_round_that_still_plays(
    service: Service, ledger: Ledger, organiser: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given duplicate play, one table closed and the other not: the seed stands nowhere, until the last is closed."""
    monkeypatch.setattr("tablescribe.ledger.tournaments.seeds.secrets", SimpleNamespace(token_bytes=lambda n: SEED))
    officials = hall(Scribe(ledger))
    found = opened(officials, ["Ada", "Ben"], plan(**SOLO))
    officials.pair(found)
    one, other = (table.match for table in officials.start(found))
    seat = service.token("seat", match=one, seat=1)
    assert service.record(one, organiser, "close", abandoned=True).status_code in (200, 201)
    officials.report(found, 1, (1,), points=(9,))
    paths = [
        *(f"/api/v1/matches/{one}{more}" for more in ("", "/log", "/audit", "/bundle")),
        f"/m/{one}", f"/m/{one}/replay", f"/m/{one}/audit", "/",
    ]  # fmt: skip
    shown = [(path, service.get(path, who)) for path in paths for who in (organiser, seat)]
    assert sum(answer.status_code == 200 for _, answer in shown) >= 8, [(p, a.status_code) for p, a in shown]
    for path, answer in shown:
        assert SEED.hex() not in answer.text, path
    service.record(other, organiser, "close", abandoned=True)
    officials.report(found, 2, (1,), points=(8,))
    assert officials.tournament(found).seatings[0].unsealed is not None


def test_the_way_back_from_a_table_does_not_wait_for_the_lists(
    service: Service, organiser: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given lists that do not know yet what was paired just now; a table still leads back to its tournament."""
    found = announced(service, organiser)
    done(service, organiser, found, "pairings")
    done(service, organiser, found, "starts")
    table = service.get(f"/api/v1/tournaments/{found}/links", organiser).json()["tables"][0]
    monkeypatch.setattr(Queries, "tournaments_of", lambda self, match_id: [])
    page = service.get(f"/m/{table['match']}", token_of(table["players"][0]["link"])).text
    assert f'href="/t/{found}/me"' in page
    assert "Autumn Open" in page
