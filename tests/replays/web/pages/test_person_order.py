"""Pages name the person, then the colour: "Ada (red)", in each language."""

from __future__ import annotations

import pytest

from tests.replays.web.conftest import Service


@pytest.mark.parametrize(
    ("language", "told"), [("en", "Ada (blue)"), ("de", "Ada (Blau)"), ("it", "Ada (blu)"), ("pt", "Ada (azul)")]
)
def test_a_page_names_the_person_then_the_colour(
    service: Service, organiser: str, match: str, language: str, told: str
) -> None:
    service.record(match, organiser, "moves", seat=1, action={"do": "skip"})
    for page in ("judge", "compare", "replay", "share", "key", "watch"):
        answer = service.get(f"/m/{match}/{page}", organiser, headers={"Accept-Language": language})
        assert answer.status_code == 200, page
        assert told.casefold() in answer.text.casefold() or page == "key", page
        assert "</b> Ada" not in answer.text, page
