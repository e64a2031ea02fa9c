"""The Atom feed of a tournament: each event once, without private information."""

from __future__ import annotations

from fractions import Fraction
from xml.etree import ElementTree

import pytest

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.matches.scribe import Scribe
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.ledger.tournaments.publicity import show
from tests.ledger.played_tournaments import hall, opened
from tests.replays.web.conftest import Service
from tests.replays.web.public.test_pages import KEPT_BACK, PEOPLE, found, limited, officials

__all__ = ["found", "officials"]

ATOM = {"a": "http://www.w3.org/2005/Atom"}


def entries(service: Service, tournament: str, language: str = "en") -> list[tuple[str, str, str]]:
    """Return id, words and page of each entry, the latest first."""
    answer = service.get(f"/t/{tournament}/feed", headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("application/atom+xml")
    root = ElementTree.fromstring(answer.content)
    for needed in ("id", "title", "updated", "author"):
        assert root.find(f"a:{needed}", ATOM) is not None
    times = [one.findtext("a:updated", "", ATOM) for one in root.findall("a:entry", ATOM)]
    assert times == sorted(times, reverse=True)
    assert root.findtext("a:updated", "", ATOM) == times[0]
    return [
        (one.findtext("a:id", "", ATOM), one.findtext("a:title", "", ATOM), one.find("a:link", ATOM).attrib["href"])  # type: ignore[union-attr]
        for one in root.findall("a:entry", ATOM)
    ]


def test_a_feed_tells_rounds_results_and_rulings_once_each(
    service: Service, ledger: Ledger, officials: TournamentCommands, found: str
) -> None:
    """Given a feed that was read, then what is recorded later comes on top, and what was there keeps its id."""
    before = entries(service, found)
    words = "\n".join(one[1] for one in before)
    assert "Round 1 is paired: 2 tables" in words
    assert "Round 2 is paired: 2 tables" in words
    assert len({one[0] for one in before}) == len(before)
    for _, _, page in before:
        assert service.get("/" + page.partition("//")[2].partition("/")[2]).status_code == 200, page
    officials.penalise(found, "Adalind", Fraction(1, 2), clause="T-9", reason="overslept")
    service.app.state.boards.outdated(found)  # recorded beside the service, which else believes a version for a second
    after = entries(service, found)
    assert [one[0] for one in after][-len(before) :] == [one[0] for one in before]
    assert len(after) > len(before)


@pytest.mark.parametrize("language", ["de", "it", "pt"])
def test_a_feed_is_in_the_readers_language(service: Service, found: str, language: str) -> None:
    english = {one[1] for one in entries(service, found)}
    assert not english & {one[1] for one in entries(service, found, language)}


def test_names_and_words_are_not_in_it(service: Service, found: str) -> None:
    kept = service.get(f"/t/{found}/feed").text
    assert not [one for one in KEPT_BACK if one in kept]


def test_names_and_words_are_in_it_where_the_organiser_shows_them(service: Service, ledger: Ledger, found: str) -> None:
    show(ledger, found, names=True, words=True, by="organiser")
    shown = service.get(f"/t/{found}/feed").text
    assert "Adalind" in shown
    assert "overslept" in shown


def test_pages_say_what_a_shared_link_leads_to(service: Service, found: str) -> None:
    page = service.get(f"/t/{found}/standings").text
    assert '<meta property="og:title" content="' in page
    assert '<link rel="alternate" type="application/atom+xml" title="' in page
    assert "Adalind" not in page


def test_a_tournament_that_is_not_there_has_no_feed(service: Service) -> None:
    assert service.get("/t/0123456789ab/feed").status_code == 404


def test_hostile_words_stay_words(service: Service, ledger: Ledger) -> None:
    """Given a title with markup and with what XML cannot hold, then the feed is well-formed all the same."""
    plan = limited().model_copy(update={"title": "A <b> & ]]> \u202e \x07"})
    there = opened(hall(Scribe(ledger)), PEOPLE, plan)
    show(ledger, there, words=True, by="organiser")
    root = ElementTree.fromstring(service.get(f"/t/{there}/feed").content)
    assert "A <b> & ]]>" in (root.findtext("a:title", "", ATOM))
