"""Preview cards of shared links: pictures of a tournament and its matches, without private information."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image

from tablescribe.ledger.matches.ledger import Ledger
from tablescribe.ledger.tournaments.commands import TournamentCommands
from tablescribe.replays.pictures.cards import card_png
from tablescribe.replays.web.public import cards, page_cache
from tests.replays.web.conftest import Service
from tests.replays.web.public.test_pages import KEPT_BACK, PEOPLE, found, officials, shows

__all__ = ["found", "officials"]


def card_of(service: Service, page: str) -> str:
    """Return the path of the card that a page names; its address is absolute."""
    told = re.search(r'<meta property="og:image" content="(http://[^/"]+)(/[^"]+)">', service.get(page).text)
    assert told is not None, page
    return told[2]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts of the cards, in the order of drawing."""
    said: list[str] = []

    def kept(html: str) -> bytes:
        said.append(html)
        return card_png(html)

    monkeypatch.setattr(page_cache, "card_png", kept)
    return said


def test_a_link_to_a_tournament_or_a_match_has_a_card_that_is_drawn_once(
    service: Service, officials: TournamentCommands, found: str, ledger: Ledger, drawn: list[str]
) -> None:
    match = officials.tournament(found).seating(1).matches[0]
    pages = [f"/t/{found}/standings", f"/t/{found}/m/{match}/replay"]
    for page in pages:
        answer = service.get(card_of(service, page))
        assert answer.headers["content-type"] == "image/png"
        assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)
        assert service.get(card_of(service, page)).content == answer.content
    assert len(drawn) == len(pages)
    assert [word for word in KEPT_BACK if any(word in html for html in drawn)] == []
    assert "Autumn Open" in drawn[0]
    assert "<svg" in drawn[1]
    shows(service, found, names=True)
    for page in pages:
        service.get(card_of(service, page))
    assert sum(name in drawn[2] for name in PEOPLE) == min(len(PEOPLE), cards.LINES)
    assert any(name in drawn[3] for name in PEOPLE)
    shows(service, found, names=False)
    assert service.get(f"/t/{found}/m/{'0' * 12}/card.png").status_code == 404


def test_without_the_libraries_that_draw_no_card_is_named(
    service: Service, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablescribe.replays.web.public.pages.can_draw", lambda: False)
    assert "og:image" not in service.get(f"/t/{found}/standings").text
