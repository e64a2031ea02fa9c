"""An organiser with a phone finds the form for tables of results, and records one."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.replays.web.visitors import PHONE, People, base, browser, ledger, people

__all__ = ["base", "browser", "ledger", "people"]

EVENING = "date,game,Ann,Ben,Cleo\n03/04/2026,Catan,10,7,\n,Azul,60,71,55\n"


def test_an_organiser_imports_a_table_by_links_alone(people: People) -> None:
    """Given a phone at the start page, then a pasted table is found, corrected and recorded, and its matches listed."""
    page = people.come("organiser")
    page.get_by_role("link", name="Import results").click()
    page.get_by_label("Or paste cells").fill(EVENING)
    page.get_by_role("button", name="Check table").click()
    expect(page.get_by_role("alert")).to_contain_text("03/04/2026 can be read in two ways")
    page.get_by_label("Dates such as").select_option("month-first")
    page.get_by_label("Date of lines without one").fill("2026-03-05")
    page.get_by_role("button", name="Check again").click()
    expect(page.locator(".facts")).to_have_text("2 to record")
    expect(page.locator("tbody tr").first).to_contain_text("2026-03-04")

    page.locator("summary", has_text="Names").click()
    page.get_by_role("combobox", name="Cleo new").fill("Cleopatra")
    page.get_by_role("button", name=re.compile("^Record matches")).click()
    expect(page.get_by_role("alert")).to_have_text("The matches changed. Check them again.")
    expect(page.locator("tbody tr").nth(1)).to_contain_text("Cleopatra 55")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE["width"], f"the page is {wide} pixels wide"
    page.get_by_role("button", name=re.compile("^Record matches")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Results recorded")
    page.get_by_role("main").get_by_role("link", name="Matches").click()
    expect(page.locator("#matches")).to_contain_text("Cleopatra")
