"""Each page that offers a file says what it proves, and what is only its signer's word."""

from __future__ import annotations

import pytest

from tests.replays.web.conftest import Service
from tests.replays.web.tournament_visitors import announced

SAID = {
    "en": "you rely on the signer",
    "de": "bürgt nur, wer es signiert hat",
    "it": "ci si affida a chi ha firmato",
    "pt": "é preciso confiar em quem assinou",
}


@pytest.mark.parametrize(("language", "said"), SAID.items())
def test_the_page_says_what_only_the_sealer_says(
    service: Service, organiser: str, match: str, language: str, said: str
) -> None:
    timer = f"/t/{announced(service, organiser, ())}/timer"
    for page in (timer, f"/m/{match}/judge"):
        text = service.ask("GET", page, organiser, headers={"Accept-Language": language}).text
        assert "/bundle" in text, page
        assert said in text, page
