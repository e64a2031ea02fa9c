"""Photos on the pages: chosen, sent with a note, opened large, and not sent without a connection."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tablescribe.ledger.log.picture_checks import pictures_there
from tablescribe.ledger.matches.ledger import Ledger
from tests import photos
from tests.replays.web.visitors import People, base, browser, ledger, match, people

__all__ = ["base", "browser", "ledger", "match", "people"]


@pytest.mark.deep
def test_a_photo_is_chosen_noted_opened_and_kept_in_the_form_without_a_connection(
    people: People, ledger: Ledger, match: str, tmp_path: Path
) -> None:
    (tmp_path / "board.jpg").write_bytes(photos.of_a_phone(orientation=6))
    (tmp_path / "page.html").write_text("<svg/>")
    page = people.come("recorder", match, at=f"/m/{match}")
    page.locator("#note").click()
    form = page.locator("form[data-post=notes]")
    form.locator("input[name='-files']").set_input_files(str(tmp_path / "page.html"))
    expect(form.locator(".problem")).to_contain_text("JPEG, PNG or WebP")
    form.locator("input[name='-files']").set_input_files(str(tmp_path / "board.jpg"))
    expect(form.locator(".photos img")).to_have_count(1)
    page.context.set_offline(True)
    form.locator("button.main").click()
    expect(form.locator(".problem")).to_contain_text("Photos cannot wait")
    expect(form.locator(".photos img")).to_have_count(1)
    page.context.set_offline(False)
    form.locator("button.main").click()
    thumbnail = page.locator(".moves a.photo img")
    expect(thumbnail).to_have_count(1)
    thumbnail.click()
    expect(page.locator("dialog.photo img")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("dialog.photo")).to_have_count(0)
    (kept,) = pictures_there(ledger.log, match)
    assert photos.MAKER not in kept.data
    ledger.erase_words(match, kept.version)
    page.reload()
    expect(page.locator(".moves .photos")).to_have_text("Photo erased")
