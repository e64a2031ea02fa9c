"""Pictures of a tournament, its file from the service, and a list of many tournaments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.proofs.bundles.verifying import verify_bundle
from tablescribe.replays.tournaments.audit_source import of_bundles
from tablescribe.replays.web.access.access import Access
from tablescribe.replays.web.app import make_app
from tests.ledger.played_tournaments import hall, opened, plan
from tests.replays.web.conftest import Service, serving
from tests.replays.web.tournament_visitors import announced, done, token_of
from tests.support import has_word


@pytest.fixture
def service(ledger: Ledger, access: Access, tmp_path: Path) -> Iterator[Service]:
    yield from serving(make_app(ledger, keys=tmp_path / "keys"), access)


def two_rounds(service: Service, organiser: str) -> str:
    found = announced(service, organiser)
    for _ in range(2):
        done(service, organiser, found, "pairings")
        for table in (1, 2):
            done(service, organiser, found, "reports", table=table, winners=[1])
    return found


def test_pictures_have_words_and_tables_beside_them(service: Service, organiser: str) -> None:
    found = two_rounds(service, organiser)
    page = service.get(f"/t/{found}/pictures", organiser)
    assert page.status_code == 200
    plotted = re.findall(r' plotted"[^>]*>\s*(<svg.*?</svg>)', page.text, flags=re.S)
    drawn = [ElementTree.fromstring(one) for one in plotted]
    names = [{child.tag.rpartition("}")[2] for child in one} for one in drawn]
    assert len(drawn) == 2
    assert all({"title", "desc"} <= one for one in names)
    assert not any("style" in one for one in names), "the page's policy allows no style in it"
    assert page.text.count("Show as table") == 2
    assert "100%" in page.text  # seat 1 won every time
    assert "Ada" in page.text
    picture = service.get(f"/t/{found}/points.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert not has_word(picture.text, "Ada"), "everybody reads numbers"
    assert "/points.svg" in service.get(f"/t/{found}/standings").text


def test_a_tournament_is_carried_away_for_the_public_and_with_everything(service: Service, organiser: str) -> None:
    found = two_rounds(service, organiser)
    path = f"/api/v1/tournaments/{found}/bundle"
    public = service.get(path, service.token("public", match=found))
    assert public.status_code == 200, public.text
    (record,) = of_bundles([verify_bundle(public.content)])
    assert (record.tournament.id, len(record.tournament.seatings)) == (found, 2)
    assert not has_word(public.content, "Ada")
    everything = service.get(f"{path}?everything=true&names=true", organiser)
    assert b"Ada" in everything.content
    player = service.token("player", match=found, seat=1)
    assert service.get(f"{path}?everything=true", player).status_code == 403
    assert service.get(f"{path}?names=true", organiser).status_code == 409
    assert path in service.get(f"/t/{found}/timer", organiser).text


def test_tournaments_are_listed_in_pages_and_none_is_read_for_it(
    service: Service, organiser: str, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = hall(Scribe(ledger))
    ids = [runs.announce(plan()).id for _ in range(3)]
    last = opened(runs, ["Ada", "Ben"])
    runs.pair(last, seed=1)
    monkeypatch.setattr(Ledger, "tournament", lambda self, one: pytest.fail(f"{one} was read"))
    listed = service.get("/api/v1/tournaments?limit=2", organiser)
    assert [one["tournament"] for one in listed.json()] == [last, ids[2]]
    assert {key: listed.json()[0][key] for key in ("round", "rounds", "entrants", "finished")} == {
        "round": 1, "rounds": 3, "entrants": 2, "finished": False,
    }  # fmt: skip
    more = re.findall(r"<http://[^/]+([^>]+)>", listed.headers["link"])[0]
    assert [one["tournament"] for one in service.get(more, organiser).json()] == [ids[1], ids[0]]
    assert service.get("/tournaments", organiser).status_code == 200
    only = service.token("desk", match=last)
    assert [one["tournament"] for one in service.get("/api/v1/tournaments", only).json()] == [last]


def test_an_open_appeal_says_what_it_is_against(service: Service, organiser: str) -> None:
    found = two_rounds(service, organiser)
    given = done(service, organiser, found, "passes", role="player", number=1)
    log = service.get(f"/api/v1/tournaments/{found}/log", organiser).json()
    about = next(one["event"] for one in log if one["type"] == "Reported")
    done(service, token_of(given["link"]), found, "appeals", about=about, reason="so")
    assert "Against: Round 1, table 1" in re.sub(r"\s+", " ", service.get(f"/t/{found}/rulings", organiser).text)


def test_what_was_ruled_names_the_table_and_the_people_not_the_number_of_an_event(
    service: Service, organiser: str
) -> None:
    found = two_rounds(service, organiser)

    def told(kind: str) -> list[str]:
        log = service.get(f"/api/v1/tournaments/{found}/log", organiser).json()
        return [one["words"] for one in log if one["type"] == kind]

    log = service.get(f"/api/v1/tournaments/{found}/log", organiser).json()
    about = next(one["event"] for one in log if one["type"] == "Reported")
    pod = next(
        one
        for one in service.get(f"/api/v1/tournaments/{found}/rounds/1", organiser).json()["tables"]
        if one["table"] == 1
    )
    people = " – ".join(pod["names"])
    done(service, organiser, found, "penalties", number=1, points="1", clause="T-9", reason="late", **{"as": "arbiter"})
    log = service.get(f"/api/v1/tournaments/{found}/log", organiser).json()
    penalty = next(one["event"] for one in log if one["type"] == "Penalised")
    for event in (about, penalty):
        done(service, organiser, found, "appeals", about=event, number=1, reason="so", **{"as": "arbiter"})
    log = service.get(f"/api/v1/tournaments/{found}/log", organiser).json()
    for appeal in [one["event"] for one in log if one["type"] == "Appealed"]:
        done(service, organiser, found, "decisions", appeal=appeal, upheld=False, reason="not so", **{"as": "arbiter"})
    done(
        service,
        organiser,
        found,
        "corrections",
        round=1,
        table=1,
        places=[2, 1],
        clause="T-3",
        reason="slip",
        **{"as": "arbiter"},
    )
    first = next(one["name"] for one in service.get(f"/api/v1/tournaments/{found}", organiser).json()["entrants"])
    at = f"round 1, table 1 ({people})"
    assert told("Corrected") == [f"Round 1, table 1 ({people}): corrected to 0-1, recorded by hand by T-3: slip"]
    taken = f"the penalty of {first} in round 2"
    assert told("Appealed") == [f"{first} appealed against {at}: so", f"{first} appealed against {taken}: so"]
    assert told("Decided") == [f"The appeal of {first} against {what} was dismissed: not so" for what in (at, taken)]
