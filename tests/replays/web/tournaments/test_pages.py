"""The pages for holding a tournament, with forms sent as by a browser without scripts."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import httpx
import pytest

from tablescribe.replays.web.http.limits import TokenBuckets
from tests.replays.web.conftest import Service
from tests.replays.web.tournament_visitors import FOUR, announced, do, done, play, token_of

SITE = {"Origin": "http://table.test"}
LANGUAGES = ("en", "de", "it", "pt")


@pytest.fixture(autouse=True)
def any_rate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TokenBuckets, "take", lambda self, client, now: True)


def fields(page: str, action: str, nth: int = 0) -> dict[str, str]:
    """Return the hidden fields of a form on a page."""
    forms = re.findall(rf'<form method="post" action="{re.escape(action)}".*?</form>', page, re.S)
    assert len(forms) > nth, f"there is no form for {action}"
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', forms[nth]))


def send(service: Service, token: str, page: str, action: str, nth: int = 0, **said: Any) -> httpx.Response:
    """Submit a form of a page, filled in."""
    known = service.get(page, token).text
    return service.ask("POST", action, token, data={**fields(known, action, nth), **said}, headers=SITE)


def went(service: Service, token: str, page: str, action: str, nth: int = 0, **said: Any) -> str:
    """Send a form, which has to succeed; return where it leads."""
    answer = send(service, token, page, action, nth, **said)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def test_a_tournament_is_held_by_forms_alone(service: Service, organiser: str) -> None:
    people = went(service, organiser, "/tournaments/new", "/tournaments/new", title="Autumn Open", kind="swiss",
                  game="freeform", rounds="2", seats="2", late="2")  # fmt: skip
    base = people.removesuffix("/people")
    assert went(service, organiser, people, f"{base}/enter", people="Ada, 1700\nBen\nCleo\nDora\n") == people
    assert went(service, organiser, base, f"{base}/pair") == base
    assert went(service, organiser, base, f"{base}/start") == base
    tables = service.get(f"{base}/tables", organiser).text
    assert tables.count('class="qr"') == 6, "each player's, and a recorder's for each table"
    assert went(service, organiser, base, f"{base}/report", table="1", round="1", result="1-0") == f"{base}#table-1"
    slip = send(service, organiser, base, f"{base}/report", 3, table="2", round="1")
    assert (slip.status_code, "Enter the result: a place or points" in slip.text) == (409, True)
    went(service, organiser, base, f"{base}/report", 3, table="2", round="1", absent="1")
    went(service, organiser, people, f"{base}/enter", people="Egon")
    went(service, organiser, people, f"{base}/withdraw", number="4")
    went(service, organiser, base, f"{base}/pair", bye="1=half")
    told = service.get(base, organiser).text
    assert "Half-point bye" in told
    rulings = f"{base}/rulings"
    ruling: dict[str, Any] = {"at": "1/1", "result": "0-1", "clause": "T-4", "reason": "the slip was misread"}
    preview = send(service, organiser, rulings, f"{base}/correct", preview="yes", **ruling)
    assert (preview.status_code, "used the old result" in preview.text) == (200, True)
    assert 'value="the slip was misread"' in preview.text, "what was filled in stays"
    went(service, organiser, rulings, f"{base}/correct", **ruling)
    went(service, organiser, rulings, f"{base}/penalise", number="2", points="1/2", clause="T-9", reason="late")
    assert "Ben lost ½" in service.get(rulings, organiser).text
    went(service, organiser, base, f"{base}/adjust", one="2", other="3", reason="a wheelchair")
    went(service, organiser, base, f"{base}/report", table="1", round="2", result="½-½")
    assert went(service, organiser, base, f"{base}/finish") == base
    assert "/certificate" in service.get(base, organiser).text


def test_a_refused_form_says_why_in_a_sentence_of_its_own(service: Service, organiser: str) -> None:
    people = f"/t/{announced(service, organiser)}/people"
    answer = send(service, organiser, people, people.replace("people", "enter"), people="Zoe\nZoe, fast")
    assert "</b> Line 2: write one name per line, or NAME,RATING.</p>" in answer.text


def test_a_table_of_a_round_that_was_just_started_knows_its_tournament(service: Service, organiser: str) -> None:
    """Given a round that no list knows yet; the page of its match leads back, and says how it was reported."""
    found = announced(service, organiser)
    done(service, organiser, found, "pairings")
    one = done(service, organiser, found, "starts")["tables"][0]
    page = service.get(f"/m/{one['match']}", organiser).text
    assert f'href="/t/{found}"' in page
    went(service, organiser, f"/t/{found}", f"/t/{found}/report", table="1", round="1", result="1-0")
    assert "The match ended when the result slip was entered" in service.get(f"/m/{one['match']}", organiser).text


def test_what_was_typed_stays_when_it_is_refused(service: Service, organiser: str) -> None:
    wrong = send(service, organiser, "/tournaments/new", "/tournaments/new", title="Too many", kind="swiss",
                 game="ultime", rounds="3")  # fmt: skip
    assert (wrong.status_code, 'value="Too many"' in wrong.text, "cannot play it" in wrong.text) == (422, True, True)
    people = f"/t/{announced(service, organiser)}/people"
    twice = send(service, organiser, people, people.replace("people", "enter"), people="Egon\nEgon")
    assert (twice.status_code, "Egon\nEgon</textarea>" in twice.text) == (409, True)


def marked(page: str) -> list[str]:
    """Return the addresses that the navigation of a tournament's page marks as the present one."""
    return re.findall(r'<a href="([^"]*)" aria-current="page"', page.split('class="links tabs"')[1].split("</nav>")[0])


def test_a_refused_form_leaves_the_page_marked_that_is_shown_again(service: Service, organiser: str) -> None:
    """Given a form that is refused at a path of its own, the navigation marks the page on which it stands."""
    base = f"/t/{announced(service, organiser)}"
    twice = send(service, organiser, f"{base}/people", f"{base}/enter", people="Egon\nEgon")
    assert (twice.status_code, marked(twice.text)) == (409, [f"{base}/people"])
    went(service, organiser, f"{base}/people", f"{base}/enter", people="Egon\nFay\nGil\nHal")
    late = fields(service.get(base, organiser).text, f"{base}/pair")
    went(service, organiser, base, f"{base}/pair")
    again = service.ask("POST", f"{base}/pair", organiser, data={**late, "command": service.command()}, headers=SITE)
    assert (again.status_code >= 400, marked(again.text)) == (True, [base])
    for page in ("", "/people", "/rulings", "/typing", "/timer", "/links"):
        assert marked(service.get(base + page, organiser).text) == [base + page]


def test_a_result_that_was_not_typed_from_its_slip_is_said_to_be_recorded(service: Service, organiser: str) -> None:
    """Given a tournament of one stage, which has its name, then its papers say that name once."""
    people = went(service, organiser, "/tournaments/new", "/tournaments/new", title="Autumn Open", kind="swiss",
                  game="chess", rounds="1", seats="2", late="1")  # fmt: skip
    base = people.removesuffix("/people")
    went(service, organiser, people, f"{base}/enter", people="Ada\nBen")
    went(service, organiser, base, f"{base}/pair")
    assert '<p class="what">Autumn Open, round 1</p>' in service.get(f"{base}/slips", organiser).text
    went(service, organiser, base, f"{base}/report", result="1-0")
    slips = service.get(f"{base}/typing", organiser).text
    assert ("Recorded another way" in slips, "differently" in slips) == (True, False)


def test_a_form_that_is_sent_twice_is_done_once(service: Service, organiser: str) -> None:
    """A finger taps twice, or the net breaks off after the service has done it."""
    found = announced(service, organiser)
    base = f"/t/{found}"
    known = service.get(base, organiser).text
    sent = fields(known, f"{base}/pair")
    answers = [service.ask("POST", f"{base}/pair", organiser, data=sent, headers=SITE) for _ in range(3)]
    assert [one.status_code for one in answers] == [303, 303, 303]
    assert service.get(f"/api/v1/tournaments/{found}", organiser).json()["round"] == 1


def test_officials_see_what_is_theirs_to_do(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    done(service, organiser, found, "pairings")
    given = {role: token_of(done(service, organiser, found, "passes", role=role)["link"])
             for role in ("arbiter", "desk", "public")}  # fmt: skip
    queries = service.get(f"/t/{found}", given["desk"]).text
    assert (f"/t/{found}/report" in queries, f"/t/{found}/adjust" in queries) == (True, False)
    arbiter = service.get(f"/t/{found}", given["arbiter"]).text
    assert (f"/t/{found}/rulings" in arbiter, f"/t/{found}/finish" in arbiter) == (True, False)
    public = service.get(f"/t/{found}", given["public"]).text
    assert '<form method="post" action="/t/' not in public
    assert do(service, given["desk"], found, "reports", table=1, draw=True).status_code == 201
    assert do(service, given["desk"], found, "pairings").json()["code"] == "access.denied"


def test_every_page_speaks_every_language(service: Service, organiser: str) -> None:
    """With results, rulings, byes and appeals on them; nothing of a template is left over."""
    found = announced(service, organiser, ("Ada", "Ben", "Cleo"))
    done(service, organiser, found, "pairings")
    (one,) = done(service, organiser, found, "starts")["tables"]
    play(service, one["match"], token_of(one["recorder"]))
    player = token_of(one["players"][0]["link"])
    report = service.get(f"/api/v1/tournaments/{found}", organiser).json()["seatings"][0]["tables"][0]["report"]
    done(service, player, found, "appeals", about=report, reason="so")
    pages = [("/tournaments", organiser), ("/tournaments/new", organiser), (f"/t/{found}", organiser)]
    pages += [(f"/t/{found}/{name}", organiser) for name in ("people", "rulings", "links", "tables")]
    pages += [(f"/t/{found}/me", player), (f"/t/{found}", player)]
    for path, token in pages:
        told = {language: words_of(service, path, token, language) for language in LANGUAGES}
        assert told["en"], path
        for language in LANGUAGES[1:]:
            assert not told["en"] & told[language] - SAME, (path, language)


SAME = {"Link", "Links"}
"""Words that another language has as they are in English."""


def words_of(service: Service, path: str, token: str, language: str) -> set[str]:
    """Return the headings and the words of buttons on a page, without numbers and names."""
    answer = service.get(path, token, headers={"Accept-Language": language})
    assert answer.status_code == 200, (path, answer.text)
    assert f'<html lang="{"pt-BR" if language == "pt" else language}"' in answer.text
    main = answer.text.partition("<main")[2].partition("</main>")[0]
    found = re.findall(r"<(?:h1|h2|h3|button|summary)[^>]*>([^<]*[A-Za-z][^<]*)<", main)
    return {re.sub(r"[0-9/]+", "", one).strip() for one in found} - {"", *NAMES}


NAMES = {"Ada", "Ben", "Cleo", "Autumn Open"}


def test_the_overview_asks_about_who_did_not_come_and_has_the_timer(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    base = f"/t/{found}"
    done(service, organiser, found, "pairings")
    page = service.get(base, organiser).text
    assert f'href="{base}/timer">Round timer' in page
    assert not re.search(r"<h2>Round 1[^<]*<span", page), "the engine is no part of the heading"
    for table in (1, 2):
        done(service, organiser, found, "reports", table=table, absent=[1])
    assert service.get(base, organiser).text.count('name="back" value="hall"') == 2
    assert went(service, organiser, base, f"{base}/withdraw") == base
    assert service.get(base, organiser).text.count('name="back" value="hall"') == 1


def test_a_withdrawal_is_ended_on_the_page_of_people_and_on_the_own_page(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    people, back = f"/t/{found}/people", f'action="/t/{found}/return"'
    assert back not in service.get(people, organiser).text
    assert went(service, organiser, people, f"/t/{found}/withdraw", number="4") == people
    assert service.get(people, organiser).text.count(back) == 1
    assert went(service, organiser, people, f"/t/{found}/return", number="4") == people
    assert back not in service.get(people, organiser).text
    done(service, organiser, found, "pairings")
    links = service.get(f"/api/v1/tournaments/{found}/links", organiser).json()["tables"]
    player = token_of(links[0]["players"][0]["link"])
    me = f"/t/{found}/me"
    assert back not in service.get(me, player).text
    assert went(service, player, me, f"/t/{found}/withdraw") == me
    assert back in service.get(me, player).text
    assert went(service, player, me, f"/t/{found}/return") == me
    assert f'action="/t/{found}/withdraw"' in service.get(me, player).text


def test_a_page_that_is_not_there_leads_on(service: Service, organiser: str) -> None:
    page = service.get("/t/nowhere", organiser, headers={"Accept": "text/html"}).text
    assert 'class="button main" href="/"' in page
    assert 'href="/tournaments"' in page


def link_of(service: Service, organiser: str, found: str, name: str) -> str:
    """Return the token of a person's link, which is beside their name."""
    people = service.get(f"/t/{found}/people", organiser).text
    return token_of(re.findall(r'href="([^"]+)">Personal link', people)[FOUR.index(name)])


def test_a_result_of_two_is_told_by_its_score_and_a_draw_has_no_winner(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    base, people = f"/t/{found}", f"/t/{found}/people"
    assert "Next: pair round 1" in service.get(people, organiser).text
    done(service, organiser, found, "pairings", seed=1)
    assert "Next: pair" not in service.get(people, organiser).text, "no result is in yet"
    for table in (1, 2):
        done(service, organiser, found, "reports", table=table, draw=True)
    assert "Next: pair the next round" in service.get(people, organiser).text
    tables = service.get(base, organiser).text
    assert not [name for name in FOUR if f"<b>{name}</b>" in tables]
    mine = service.get(f"{base}/me", link_of(service, organiser, found, "Ada")).text
    assert re.search(r"<option[^>]*>Round 1: Table \d, \w+ – \w+ ½-½</option>", mine)
    assert re.search(r"Result: \w+ – \w+ <b>½-½</b>", mine)


def test_open_appeals_stand_above_the_other_forms_of_the_arbiter(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    done(service, organiser, found, "pairings", seed=1)
    done(service, organiser, found, "reports", table=1, winners=[1])
    (table, _) = service.get(f"/api/v1/tournaments/{found}/rounds/1", organiser).json()["tables"]
    player = link_of(service, organiser, found, table["names"][1])
    went(service, player, f"/t/{found}/me", f"/t/{found}/appeal", about=str(table["report"]), reason="the other way")
    rulings = service.get(f"/t/{found}/rulings", organiser).text
    assert rulings.index("Open appeals</h2>") < rulings.index("Correct result</h2>")


def test_a_correction_names_only_people_whose_rank_or_points_change_and_is_drawn_at_once(
    service: Service, organiser: str
) -> None:
    found = announced(service, organiser)
    for number in (1, 2, 3):
        done(service, organiser, found, "pairings", seed=1)
        for table in (1, 2):
            done(service, organiser, found, "reports", table=table, round=number, winners=[1])
    preview = send(service, organiser, f"/t/{found}/rulings", f"/t/{found}/correct", preview="yes", at="1/1",
                   result="½-½", clause="T-4", reason="the slip was misread")  # fmt: skip
    picture = re.compile(r'src="([^"]+points.svg[^"]*)"')
    before = picture.findall(service.get(f"/t/{found}", organiser).text)
    told = re.findall(r"has (\S+) \(had (\S+)\), place (\d+) \(was (\d+)\)", preview.text)
    assert told
    assert not [one for one in told if one[0] == one[1] and one[2] == one[3]]
    ruling: dict[str, Any] = {"at": "1/1", "result": "½-½", "clause": "T-4", "reason": "x"}
    went(service, organiser, f"/t/{found}/rulings", f"/t/{found}/correct", **ruling)
    after = picture.findall(service.get(f"/t/{found}", organiser).text)
    assert before != after, "an open page would keep the picture that it has under the same address"
    assert service.get(after[0], organiser).status_code == 200


def test_the_overview_says_what_comes_next_until_the_prizes_are_handed_out(service: Service, organiser: str) -> None:
    """Given a round in which one result was entered before the other matches were started."""
    stage = {"name": "Swiss", "kind": "swiss", "rounds": 1, "game": "freeform"}
    plan = {
        "title": "Cup",
        "stages": [stage],
        "prizes": {"categories": [{"name": "Main", "prizes": [{"amount": 1000}]}]},
    }
    answer = service.post("/api/v1/tournaments", organiser, command_id=service.command(), plan=json.dumps(plan))
    found = answer.json()["tournament"]
    done(service, organiser, found, "entrants", people=[{"name": name} for name in ("Ada", "Ben", "Cleo", "Dora")])
    done(service, organiser, found, "pairings", seed=1)
    done(service, organiser, found, "reports", table=1, winners=[1])
    assert "Tables without a result" not in service.get(f"/t/{found}", organiser).text
    done(service, organiser, found, "starts")
    assert "Tables without a result" in service.get(f"/t/{found}", organiser).text
    done(service, organiser, found, "reports", table=2, winners=[1])
    went(service, organiser, f"/t/{found}", f"/t/{found}/finish")
    page = service.get(f"/t/{found}", organiser).text
    assert f'href="/t/{found}/prizes">Prizes' in page
    assert 'href="/verify">Check a bundle' in page


def test_a_new_link_says_for_whom_it_is(service: Service, organiser: str) -> None:
    found = announced(service, organiser)
    data = {"role": "desk", "label": "Tina"}
    page = service.ask("POST", f"/t/{found}/give", organiser, data=data, headers=SITE).text
    assert "<b>Desk</b> Tina" in page[: page.index("The link")]


def test_prizes_are_set_in_the_form_and_stand_in_the_plan(service: Service, organiser: str) -> None:
    new = "/tournaments/new"
    said: dict[str, Any] = {"title": "Open", "kind": "swiss", "game": "chess", "rounds": "3", "seats": "2"}
    people = went(service, organiser, new, new, **said, prizes="200, 100 49.5", currency="chf")
    board = service.get(people.replace("people", "board"), organiser).text
    assert "All entrants: 200.00 CHF, 100.00 CHF, 49.50 CHF." in board
    offered = service.get(people.replace("people", "prizes"), organiser).text
    assert "All entrants: 200.00 CHF, 100.00 CHF, 49.50 CHF." in offered
    told = service.get(went(service, organiser, new, new, **said, prizes="10").replace("people", "board"), organiser)
    assert "All entrants: 10.00 EUR." in told.text
    without = service.get(went(service, organiser, new, new, **said).replace("people", "board"), organiser).text
    assert "EUR" not in without


def test_a_form_sent_before_the_proposals_for_the_chosen_game_came_is_shown_again_with_them(
    service: Service, organiser: str
) -> None:
    """Tables of five, as for Le ultime persone, would fit Root as well, but nobody has seen what is proposed for it."""
    new = "/tournaments/new"
    former = re.search(r'name="seats" maxlength="40" value="([^"]*)"', service.get(new, organiser).text)
    assert former is not None
    said: dict[str, Any] = {"title": "Open", "kind": "pods", "game": "root", "rounds": "3"}
    answer = send(service, organiser, new, new, **said, seats=former[1], proposed="ultime")
    assert (answer.status_code, "The form now shows options for Root" in answer.text) == (409, True)
    assert 'name="proposed" value="root"' in answer.text
    went(service, organiser, new, new, **said, seats=former[1], proposed="root")


@pytest.mark.parametrize(
    ("prizes", "why"),
    [("200, a cup", "such as 200, 100, 49.50. Not an amount: a"), ("100, 200", "no place wins more than"),
     ("12.345", "Not an amount: 12.345"), ("-5", "Not an amount: -5")],
)  # fmt: skip
def test_prizes_that_cannot_be_are_told_and_stay_in_the_form(
    service: Service, organiser: str, prizes: str, why: str
) -> None:
    said: dict[str, Any] = {"title": "Open", "kind": "swiss", "game": "chess", "rounds": "3", "seats": "2"}
    answer = send(service, organiser, "/tournaments/new", "/tournaments/new", **said, prizes=prizes)
    assert (answer.status_code >= 400, why in answer.text) == (True, True), answer.text
    assert f'value="{prizes}"' in answer.text


def test_the_example_of_a_plan_is_one(service: Service, organiser: str) -> None:
    page = service.get("/tournaments/new", organiser).text
    (example,) = re.findall(r'<pre id="plan-example">(.*?)</pre>', page, re.S)
    people = went(service, organiser, "/tournaments/new", "/tournaments/new", 1, plan=unescape(example))
    assert "Juniors: 50.00 EUR" in service.get(people.replace("people", "board"), organiser).text


def test_my_table_says_the_colour_as_soon_as_the_round_is_paired(service: Service, organiser: str) -> None:
    found = announced(service, organiser, game="chess", tie_breaks=["buchholz"])
    done(service, organiser, found, "pairings", seed=1)
    tables = service.get(f"/api/v1/tournaments/{found}/links", organiser).json()["tables"]
    links = {one["name"]: token_of(one["link"]) for table in tables for one in table["players"]}
    told = service.get(f"/api/v1/tournaments/{found}/rounds/1", organiser).json()["tables"]
    for table in told:
        for name, colour in zip(table["names"], ("White", "Black"), strict=True):
            mine = service.get(f"/t/{found}/me", links[name]).text
            assert "not started yet" in mine
            assert f"Your seat: <b>{colour}</b>" in mine
    german = service.get(f"/t/{found}/me?", links[told[0]["names"][0]], headers={"Accept-Language": "de"}).text
    assert "<b>Weiß</b>" in german
    plain = announced(service, organiser)
    done(service, organiser, plain, "pairings", seed=1)
    (table, *_) = service.get(f"/api/v1/tournaments/{plain}/links", organiser).json()["tables"]
    player = token_of(table["players"][0]["link"])
    assert "Your seat" not in service.get(f"/t/{plain}/me", player).text, "a game whose seats have no names"
