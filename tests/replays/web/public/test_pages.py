"""Public pages of tournaments: what they show and withhold, and that they are rendered once."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from collections.abc import Iterator
from datetime import timedelta
from fractions import Fraction
from typing import Any

import pytest

from tablescribe.domain.tournament.model.plan import Plan
from tablescribe.domain.tournament.model.plan_parsing import plan_from
from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.ledger.tournaments.publicity import show
from tablescribe.replays.papers.slips import code
from tablescribe.replays.web.app import make_app
from tablescribe.replays.web.public import views
from tablescribe.replays.web.public.page_cache import PageCache
from tests.depth import a_few
from tests.ledger.played_tournaments import hall, opened, play, play_round
from tests.replays.web.conftest import Service, serving

DATABASES = a_few(["sqlite", "postgresql"], 1)
PEOPLE = ["Adalind", "Benedikta", "Clothilde", "Dorothea"]
KEPT_BACK = [*PEOPLE, "misread", "overslept", "T-4", "T-9"]


def limited(rounds: int = 3, **more: Any) -> Plan:
    stage = {"name": "Swiss", "kind": "swiss", "rounds": rounds, "game": "freeform", "time_limit": 50,
             "overtime": {"points": "1/2", "clause": "T-6"}, "tie_breaks": ["buchholz", "wins"]}  # fmt: skip
    return plan_from({"title": "Autumn Open", "stages": [stage | more]})


@pytest.fixture
def officials(ledger: Ledger) -> TournamentCommands:
    return hall(Scribe(ledger))


@pytest.fixture
def found(officials: TournamentCommands) -> str:
    """A tournament: a round played, one of its reports corrected, somebody penalised, a second round seated."""
    found = opened(officials, PEOPLE, limited())
    play_round(officials, found)
    officials.correct(found, 1, 1, (1, 1), clause="T-4", reason="misread")
    officials.penalise(found, "Dorothea", Fraction(1, 2), clause="T-9", reason="overslept")
    officials.pair(found, seed=2)
    officials.start(found)
    return found


def pages(officials: TournamentCommands, found: str) -> list[str]:
    """Return the address of every page that everybody may look at, with something on it."""
    now = officials.tournament(found)
    rulings = [f"ruled/{one[0].originator_version}" for one in now.corrections.values()]
    rulings += [f"ruled/{one}" for one in now.penalties]
    match = now.seating(1).matches[0]
    ends = ["board", "pairings", "pairings?round=1&find=%231", "standings", "standings?after=1&played=1", "ruled",
            "certificate", "wall", "wall/part", "clock", "rounds/1/tables/1", "rounds/2/tables/1",
            f"m/{match}/replay", f"m/{match}/steps", f"m/{match}/file", *rulings,
            *(f"why/{number}" for number in range(1, 5))]  # fmt: skip
    return [f"/t/{found}/{end}" for end in ends]


def shows(service: Service, found: str, **what: bool) -> None:
    """Let the organiser show or hide something; the service caches the setting for a second."""
    show(service.app.state.queries.ledger, found, **what, by="organiser")
    service.app.state.boards.outdated(found)


# --- what is kept back -----------------------------------------------------------------------------


def test_nobody_reads_names_or_what_people_wrote_unless_the_organiser_shows_them(
    service: Service, officials: TournamentCommands, found: str, ledger: Ledger
) -> None:
    for page in pages(officials, found):
        answer = service.get(page)
        assert answer.status_code == 200, (page, answer.text)
        assert [word for word in KEPT_BACK if word in answer.text] == [], page
    board = service.get(f"/t/{found}/board").text
    assert "The organiser has hidden names" in board
    shows(service, found, names=True)
    told = {page: service.get(page).text for page in pages(officials, found)}
    assert all(name in told[f"/t/{found}/standings"] for name in PEOPLE)
    assert "has hidden names" not in told[f"/t/{found}/board"]
    assert "misread" not in told[f"/t/{found}/ruled"], "words are asked for by themselves"
    shows(service, found, words=True)
    assert "misread" in service.get(f"/t/{found}/ruled").text
    shows(service, found, names=False, words=False)
    for page in pages(officials, found):
        assert [word for word in KEPT_BACK if word in service.get(page).text] == [], page


def test_an_erased_name_is_gone_from_pages_that_were_made_before(
    service: Service, officials: TournamentCommands, found: str, ledger: Ledger
) -> None:
    shows(service, found, names=True)
    assert "Clothilde" in service.get(f"/t/{found}/standings").text
    ledger.erase("Clothilde")
    service.app.state.boards.outdated(found)
    page = service.get(f"/t/{found}/standings").text
    assert "Clothilde" not in page
    assert ">#3<" in page


def test_whoever_has_a_pass_of_the_tournament_reads_names(
    service: Service, officials: TournamentCommands, found: str
) -> None:
    organiser, other = service.token(), service.token("recorder", match="another")
    assert "Adalind" in service.get(f"/t/{found}/standings", organiser).text
    assert "misread" in service.get(f"/t/{found}/ruled", organiser).text
    for token in (service.token("spectator"), other, "unknown"):
        assert "Adalind" not in service.get(f"/t/{found}/standings", token).text


def test_slips_have_names_so_they_are_for_officials(
    service: Service, officials: TournamentCommands, found: str
) -> None:
    organiser = service.token()
    for page in ("slips", "slips?table=1&round=1", "door"):
        told = service.get(f"/t/{found}/{page}", organiser)
        assert told.status_code == 200
        assert "Adalind" in told.text or page == "slips?table=1&round=1"
        assert service.get(f"/t/{found}/{page}").status_code == 401
        assert service.get(f"/t/{found}/{page}", service.token("spectator")).status_code == 403
    assert service.get(f"/t/{found}/slips?table=9", organiser).status_code == 409


def test_slips_let_the_table_and_each_player_in_by_the_links_that_the_hall_gives(
    service: Service, officials: TournamentCommands, found: str
) -> None:
    organiser = service.token()
    given = service.get(f"/api/v1/tournaments/{found}/links", organiser).json()["tables"]
    page = service.get(f"/t/{found}/slips", organiser).text
    for one in given:
        for link in (one["recorder"], *(player["link"] for player in one["players"])):
            assert page.count(code(link)) == 1
    assert service.get(f"/t/{found}/slips?round=1&table=1", organiser).text.count('class="qr"') == 4


# --- what is shown ---------------------------------------------------------------------------------


def test_somebody_finds_their_table_by_name_or_number(
    service: Service, officials: TournamentCommands, found: str, ledger: Ledger
) -> None:
    seating = officials.tournament(found).seating(2)
    ref = next(ref for ref, one in officials.tournament(found).entrants.items() if one.number == 3)
    table = next(k for k, pod in enumerate(seating.pods, start=1) if ref in pod)
    for find in ("3", "%233"):
        page = service.get(f"/t/{found}/pairings?find={find}").text
        (hit,) = page.split('card you"')[1:]
        assert f'href="#t{table}"' in hit
    shows(service, found, names=True)
    assert f'href="#t{table}"' in service.get(f"/t/{found}/pairings?find=clothi").text.split('card you"')[1]
    assert "No one with this name or number" in service.get(f"/t/{found}/pairings?find=Zoe").text


def test_each_point_leads_to_its_table_its_match_and_the_ruling(
    service: Service, officials: TournamentCommands, found: str
) -> None:
    now = officials.tournament(found)
    correction = next(iter(now.corrections.values()))[0].originator_version
    page = service.get(f"/t/{found}/why/1").text
    for link in (f"/t/{found}/rounds/1/tables/1", f"/t/{found}/m/{now.seating(1).matches[0]}/replay?move=2",
                 f"/t/{found}/ruled/{correction}"):  # fmt: skip
        assert f'href="{link}"' in page
        assert service.get(link).status_code == 200


def test_a_ruling_names_the_standings_and_the_pairings_that_it_touched(
    service: Service, officials: TournamentCommands, found: str
) -> None:
    officials.report(found, 1, (1, 2))
    officials.report(found, 2, (1, 2))
    event, _ = officials.correct(found, 1, 2, (2, 1), clause="T-4", reason="misread")
    page = service.get(f"/t/{found}/ruled/{event.originator_version}").text
    assert "After round 1: #" in page
    assert "The pairing of round 2" in page
    assert service.get(f"/t/{found}/ruled/1").status_code == 409


def test_standings_stand_as_they_were_known_and_as_they_were_played(
    service: Service, officials: TournamentCommands, found: str
) -> None:
    now = officials.tournament(found)
    corrected = next(iter(now.corrections.values()))[0]
    before = (corrected.at - timedelta(microseconds=1)).isoformat().replace("+", "%2B")
    known = service.get(f"/t/{found}/standings?after=1&at={before}").text
    assert "as of" in known
    assert "<b>½</b>" not in known
    ruled, played = (service.get(f"/t/{found}/standings?after=1{end}").text for end in ("", "&played=1"))
    assert "<b>½</b>" in ruled
    assert "<b>½</b>" not in played
    for wrong in ("at=yesterday", "after=7", "at=2020-01-01T00:00"):
        assert service.get(f"/t/{found}/standings?{wrong}").status_code == 409, wrong


def test_the_plan_stands_there_in_words_with_its_limits_and_tie_breaks(service: Service, found: str) -> None:
    page = service.get(f"/t/{found}/board").text
    for words in (
        "Each round lasts 50 minutes.",
        "½ from each seat is proposed to an arbiter (T-6)",
        "FIDE Handbook C.07",
    ):
        assert words in page


def test_the_time_that_seats_thought_stands_at_the_table_and_stops_with_the_clock(
    service: Service, officials: TournamentCommands, found: str
) -> None:
    page = service.get(f"/t/{found}/rounds/1/tables/1").text
    assert "Thinking time" in page
    assert page.count(">0:00<") == 2


def test_a_match_of_another_tournament_is_none_of_this(
    service: Service, officials: TournamentCommands, found: str
) -> None:
    other = opened(officials, ["Xaver", "Yvonne"], limited())
    officials.pair(other)
    (one,) = officials.start(other)
    for end in ("replay", "steps", "file"):
        assert service.get(f"/t/{found}/m/{one.match}/{end}").status_code == 404
    assert service.get("/t/none/board").status_code == 404
    assert service.get(f"/t/{found[:4]}/board").status_code == 404, "no beginnings here: an address is whole"


def test_a_tournament_that_has_not_begun_and_one_that_is_over_have_all_pages(
    service: Service, officials: TournamentCommands
) -> None:
    early = opened(officials, PEOPLE, limited(1))
    for end in ("board", "pairings", "standings", "ruled", "certificate", "wall", "wall/part", "clock"):
        assert service.get(f"/t/{early}/{end}").status_code == 200, end
    play_round(officials, early)
    officials.finish(early)
    service.app.state.boards.outdated(early)  # it believes what it knew for a second
    for end in ("board", "pairings", "standings", "ruled", "certificate", "wall", "wall/part", "clock"):
        assert service.get(f"/t/{early}/{end}").status_code == 200, end
    assert "finished" in service.get(f"/t/{early}/wall").text


# --- delay ------------------------------------------------------------------------------------------


@pytest.fixture
def late(ledger: Ledger) -> Iterator[Service]:
    from tablescribe.replays.web.access.access import Access

    yield from serving(make_app(ledger, delay=3600), Access(ledger))


def test_replays_of_matches_are_as_late_as_spectators_see_them(
    late: Service, officials: TournamentCommands, found: str
) -> None:
    match = officials.tournament(found).seating(1).matches[0]
    steps = late.get(f"/t/{found}/m/{match}/steps").json()
    assert [line["move"] for line in steps["lines"]] == [0]
    assert "3" in late.get(f"/t/{found}/pairings?round=1").text, "a result that was reported is no secret"


# --- made once ------------------------------------------------------------------------------------


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rendered boards, by the name of the view."""
    found: list[str] = []
    true = PageCache.made

    def counted(self: PageCache, known: Any, view: Any, *more: Any) -> Any:
        found.append(view.__name__)
        return true(self, known, view, *more)

    monkeypatch.setattr(PageCache, "made", counted)
    return found


def test_a_page_is_made_once_a_version_and_is_not_sent_again_to_who_has_it(
    service: Service, officials: TournamentCommands, found: str, made: list[str]
) -> None:

    async def many() -> list[Any]:
        import httpx

        transport = httpx.ASGITransport(app=service.app)
        async with httpx.AsyncClient(transport=transport, base_url="http://table.test") as client:
            return await asyncio.gather(*(client.get(f"/t/{found}/standings") for _ in range(50)))

    answers = service.run(many)
    assert {one.status_code for one in answers} == {200}
    assert len({one.headers["etag"] for one in answers}) == 1
    assert made == ["standing"], "fifty at once are one"
    tag = answers[0].headers["etag"]
    same = service.get(f"/t/{found}/standings", headers={"If-None-Match": tag})
    assert (same.status_code, same.content, same.headers["etag"]) == (304, b"", tag)
    officials.report(found, 1, (2, 1))
    service.app.state.boards.outdated(found)
    changed = service.get(f"/t/{found}/standings", headers={"If-None-Match": tag})
    assert changed.status_code == 200
    assert changed.headers["etag"] != tag
    assert made == ["standing", "standing"]
    german = service.get(f"/t/{found}/standings", headers={"Accept-Language": "de", "If-None-Match": tag})
    assert (german.status_code, made[2:]) == (200, ["standing"])


def test_a_page_goes_out_packed_to_who_takes_it_so(service: Service, found: str) -> None:
    plain = service.get(f"/t/{found}/standings", headers={"Accept-Encoding": "identity"})
    packed = service.get(f"/t/{found}/standings", headers={"Accept-Encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.text == plain.text
    boards: PageCache = service.app.state.boards
    known = boards.known(found)
    board = boards.made(known, views.standing, {}, "en")
    assert gzip.decompress(board.packed) == board.body


def test_what_is_counted_for_officials_is_not_what_everybody_reads(
    service: Service, officials: TournamentCommands, found: str
) -> None:
    """Standings name the clauses of penalties: those that were counted for officials must not come to others."""
    assert "T-9" in service.get(f"/t/{found}/why/4", service.token()).text
    assert "T-9" not in service.get(f"/t/{found}/why/4").text


# --- followed --------------------------------------------------------------------------------------


def test_followers_are_told_a_new_version_by_one_message_for_all(
    service: Service, officials: TournamentCommands, found: str
) -> None:
    live = service.app.state.boardlive
    version = officials.tournament(found).version

    async def follow(heard: list[bytes], told: asyncio.Event) -> None:
        async for message in live.follow(found, version, "192.0.2.1"):
            heard.append(message)
            if b"event: changed" in message:
                told.set()
                return

    async def many() -> list[list[bytes]]:
        heard: list[list[bytes]] = [[] for _ in range(20)]
        told = [asyncio.Event() for _ in heard]
        tasks = [asyncio.create_task(follow(one, event)) for one, event in zip(heard, told, strict=True)]
        while live.followers < 20:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        await asyncio.to_thread(officials.report, found, 1, (2, 1))
        async with asyncio.timeout(60):
            await asyncio.gather(*tasks)
        return heard

    heard = service.run(many)
    assert {json.loads(one[-1].split(b"data: ")[1])["version"] for one in heard} == {version + 1}
    assert all(b"event: time" in one[0] for one in heard)
    assert live.encoded == 2, "how it stood when they came, and the new version: not one for each"
    assert live.followers == 0


def test_pages_that_people_look_at_lie_ready_when_followers_are_told(
    service: Service, officials: TournamentCommands, found: str, made: list[str]
) -> None:
    """All followers ask at once: nobody then waits until a page is made."""
    service.get(f"/t/{found}/standings")
    live, version = service.app.state.boardlive, officials.tournament(found).version

    async def told() -> None:
        stream = live.follow(found, version, "192.0.2.1")
        await anext(stream)
        officials.report(found, 1, (2, 1))
        async with asyncio.timeout(60):
            while b"event: changed" not in await anext(stream):
                pass
        await stream.aclose()

    service.run(told)
    assert made == ["standing", "standing"]
    assert service.get(f"/t/{found}/standings").status_code == 200
    assert made == ["standing", "standing"]


def test_somebody_who_missed_a_version_is_told_at_once(
    service: Service, officials: TournamentCommands, found: str
) -> None:
    live = service.app.state.boardlive

    async def first() -> list[bytes]:
        stream = live.follow(found, 3, "192.0.2.1")
        heard = [await anext(stream), await anext(stream)]
        await stream.aclose()
        return heard

    heard = service.run(first)
    assert b'"version":%d' % officials.tournament(found).version in heard[1].replace(b" ", b"")


def test_the_clock_says_what_time_it_is_here(service: Service, officials: TournamentCommands, found: str) -> None:
    officials.clock(found, "start")
    service.app.state.boards.outdated(found)
    told = service.get(f"/t/{found}/clock").json()
    assert told["clock"]["state"] == "running"
    assert told["clock"]["limit"] == 3000
    assert 2900 < told["clock"]["left"] <= 3000
    assert abs(told["now"] / 1000 - officials.scribe.stamp().at.timestamp()) < 30


def test_a_match_that_is_closed_changes_the_wall_at_once(
    service: Service, officials: TournamentCommands, found: str
) -> None:
    officials.clock(found, "start")
    service.app.state.boards.outdated(found)
    assert "<b>2</b> / 2 still playing" in service.get(f"/t/{found}/wall/part").text
    play(officials, officials.tournament(found).seating(2).matches[0])
    service.app.state.boards.outdated(found)
    assert "<b>1</b> / 2 still playing" in service.get(f"/t/{found}/wall/part").text


# --- the timer, by officials ------------------------------------------------------------------------


def send(service: Service, token: str, path: str, **form: str) -> Any:
    return service.ask("POST", path, token, data={"command": service.command(), **form},
                       headers={"Origin": "http://table.test"})  # fmt: skip


def test_officials_set_the_timer_on_a_page_with_what_the_plan_proposes(
    service: Service, officials: TournamentCommands, found: str
) -> None:
    organiser, timer = service.token(), f"/t/{found}/timer"
    page = service.get(timer, organiser)
    assert "Start timer" in page.text
    assert "Stop timer" not in page.text
    assert send(service, organiser, timer, does="start").status_code == 303
    assert "Start timer" not in service.get(timer, organiser).text
    refused = send(service, organiser, timer, does="pause")
    assert refused.status_code == 409
    assert "enter a reason" in refused.text.casefold()
    assert send(service, organiser, timer, does="extend", minutes="5", reason="fire alarm").status_code == 303
    (seating,) = officials.tournament(found).seatings[1:]
    assert [(one.does, one.seconds, one.by) for one in seating.clocked] == [
        ("start", 0, "organiser"), ("extend", 300, "organiser"),
    ]  # fmt: skip


def test_a_timer_that_is_set_twice_by_one_tap_is_set_once(
    service: Service, officials: TournamentCommands, found: str
) -> None:
    organiser, timer = service.token(), f"/t/{found}/timer"
    send(service, organiser, timer, does="start")
    again = {"command": "tapped-twice", "does": "extend", "minutes": "5", "reason": "fire alarm"}
    for _ in range(2):
        assert send(service, organiser, timer, **again).status_code == 303
    assert [one.seconds for one in officials.tournament(found).seatings[1].clocked] == [0, 300]
    assert officials.ledger.verify(), "a clock is what a command may become"


def test_who_may_set_the_timer_and_show_names(service: Service, officials: TournamentCommands, found: str) -> None:
    queries, spectator, nobody = service.token("recorder"), service.token("spectator"), ""
    timer, names = f"/t/{found}/timer", f"/t/{found}/shown"
    assert service.get(timer, queries).status_code == 200
    assert "Start timer" not in service.get(timer, queries).text
    assert send(service, queries, timer, does="start").status_code == 403
    assert send(service, queries, names, names="all").status_code == 403
    for token, status in ((spectator, 403), (nobody, 401)):
        assert service.get(timer, token).status_code == status
        assert send(service, token, timer, does="start").status_code == status
        assert send(service, token, names, names="all").status_code == status
    assert officials.tournament(found).seatings[1].clocked == []
    assert "Adalind" not in service.get(f"/t/{found}/standings").text
    assert send(service, service.token(), names, names="all").status_code == 303
    assert "Adalind" in service.get(f"/t/{found}/standings").text, "at once"
    assert send(service, service.token("judge"), timer, does="start").status_code == 303


def test_the_organiser_says_once_who_sees_names(service: Service, officials: TournamentCommands, found: str) -> None:
    """In the room by default: its wall and papers have names, and the pages for everybody have numbers."""
    organiser, base = service.token(), f"/t/{found}"
    screen = re.findall(r'href="[^"]*/enter/([^"]+)"', service.get(f"{base}/timer", organiser).text)[0]
    wall = {"": False, organiser: True, screen: True}
    for token, named in wall.items():
        assert ("Adalind" in service.get(f"{base}/wall", token).text) == named, token
    slips = service.get(f"{base}/slips", organiser).text
    assert "Adalind" in slips
    assert "<small>#1</small>" in slips, "each person's own number"
    assert send(service, organiser, f"{base}/shown", names="none").status_code == 303
    for token in wall:
        assert "Adalind" not in service.get(f"{base}/wall", token).text, token
    assert "Adalind" not in service.get(f"{base}/slips", organiser).text
    assert "Adalind" in service.get(base, organiser).text, "officials read names everywhere else"
    assert send(service, organiser, f"{base}/shown", names="all").status_code == 303
    assert all("Adalind" in service.get(f"{base}/wall", token).text for token in wall)
